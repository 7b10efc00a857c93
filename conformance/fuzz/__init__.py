"""The fuzzer: random boards and moves on any engine, against invariants and against the reference engine.

`boards` makes positions, `moves` what can be done in them, `match` plays a move on the engine and on the reference beside it, `invariants`
say what is true of every game, `machine` is the Hypothesis state machine that draws, and `campaign` runs it; what it finds becomes a case
(`findings`).
"""
