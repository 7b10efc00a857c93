"""The words of the protocol and those of phase.rs, side by side."""

from __future__ import annotations

PHASE_OF_STEP = {
    "untap": "Untap",
    "upkeep": "Upkeep",
    "draw": "Draw",
    "precombat_main": "PreCombatMain",
    "beginning_of_combat": "BeginCombat",
    "declare_attackers": "DeclareAttackers",
    "declare_blockers": "DeclareBlockers",
    "combat_damage": "CombatDamage",
    "end_of_combat": "EndCombat",
    "postcombat_main": "PostCombatMain",
    "end": "End",
    "cleanup": "Cleanup",
}
STEP_OF_PHASE = {phase: step for step, phase in PHASE_OF_STEP.items()}
PHASES = list(PHASE_OF_STEP.values())

ZONES = {
    "Battlefield": "battlefield",
    "Hand": "hand",
    "Library": "library",
    "Graveyard": "graveyard",
    "Exile": "exile",
    "Stack": "stack",
    "Command": "command",
}

DIE_FACES = {"Planeswalk": "planeswalker", "Chaos": "chaos", "Blank": "blank"}

COLOR_OF_SYMBOL = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
MANA_TYPES = ["White", "Blue", "Black", "Red", "Green", "Colorless"]

_COUNTERS = {"+1/+1": "P1P1", "-1/-1": "M1M1"}
_COUNTERS_BACK = {theirs: ours for ours, theirs in _COUNTERS.items()}


def counter_to_engine(name: str) -> str:
    """Counters are named as on cards, in lower case; only the two kinds that change power have names of the engine's own."""
    return _COUNTERS.get(name, name.replace("_", " ").lower())


def counter_from_engine(name: str) -> str:
    return _COUNTERS_BACK.get(name, name)
