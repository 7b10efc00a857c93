"""STATUS of the protocol: turn, step, and whose decision it is."""

from __future__ import annotations

from typing import Any

from .play import Play
from .vocabulary import STEP_OF_PHASE

Json = dict[str, Any]


def status(play: Play, decision: Json | None) -> Json:
    kind, _ = play.waiting
    return {
        "turn": play.game.turn,
        "active": play.ids.players[play.active],
        "step": step_of(play),
        "stack": len(play.stack),
        "decision": decision,
        "over": kind == "GameOver",
        "players": players_in_game(play),
    }


def step_of(play: Play) -> str:
    """The step; the engine has one phase for both damage steps and tells them apart by what it has dealt."""
    phase = play.game.phase
    if phase == "CombatDamage":
        combat = play.state.get("combat") or {}
        if combat.get("first_strike_done") and not combat.get("regular_damage_done"):
            return "first_strike_damage"
    return STEP_OF_PHASE[phase]


def players_in_game(play: Play) -> list[str]:
    return [name for seat, name in enumerate(play.ids.players) if seat not in play.gone]
