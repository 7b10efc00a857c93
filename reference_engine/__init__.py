"""A small Magic engine that reads like the rules: the untap step, phasing, phenomena and planes, and what these touch.

Start at `turn_structure` for a turn, `untap_step` for what happens in it, `phasing` for what being phased out means,
`planechase` for planes and phenomena. `game.Game` is the door: a position in, actions and answers in, events and snapshots out.
Only the standard library is used, and nothing of the suite around it.
"""
