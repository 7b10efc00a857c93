"""The vocabulary that cards are written in: each word is a class that holds its data, its meaning and its wording.

`base` reads data into words, `selectors` says which objects and players, `amounts` how much and whether, `triggers` when,
`statics` what is true while a permanent is there, `effects_*` what a resolving spell or ability does, `abilities` and `cards` put
them together.
"""
