"""The decision that the game waits for, and the answer to it."""

from __future__ import annotations

import re
from typing import Any

from . import combat, untapping
from .play import Play
from .problems import Illegal, Unsupported
from .prompts import PROMPTS, declined, tap_or_untap

Json = dict[str, Any]

_PAYS = re.compile(r"\byou may pay\b|\bmay pay \{", re.IGNORECASE)
_COMBAT = {
    "DeclareAttackers": ("attack", combat.attack_options, combat.declare_attackers),
    "DeclareBlockers": ("block", combat.block_options, combat.declare_blockers),
    "AssignCombatDamage": ("assign", combat.damage_options, combat.assign_damage),
}


def decision(play: Play) -> Json | None:
    """What the game waits for, in the protocol's form; None when it is over. Raises Unsupported for a prompt that is not mapped."""
    prompt, data = play.waiting
    if prompt == "GameOver":
        return None
    if prompt == "Priority":
        return {"player": play.ids.players[data["player"]], "kind": "priority"}
    if "player" not in data:
        raise _unmapped(prompt)
    player = play.ids.players[data["player"]]
    if prompt in untapping.KINDS:
        return {"player": player, "kind": "choose_untap", **untapping.options(play)}
    if prompt in _COMBAT:
        kind, options, _ = _COMBAT[prompt]
        return {"player": player, "kind": kind, **options(play, data)}
    if prompt not in PROMPTS:
        raise _unmapped(prompt)
    entry = PROMPTS[prompt]
    return {"player": player, "kind": _kind(prompt, entry.kind, data), **entry.options(play, data)}


def answer(play: Play, player: str, given: Json) -> None:
    """Carry out an answer. Raises Illegal when it is not that player's to give, is of the wrong kind, or the engine refuses it."""
    seat = play.ids.seat(player)
    prompt, data = play.waiting
    if data.get("player") != seat:
        raise Illegal("no_priority", f"the engine does not wait for {player}")
    if prompt in untapping.KINDS:
        untapping.answer(play, seat, _value(given, "choose_untap"))
    elif prompt in _COMBAT:
        kind, _, carry_out = _COMBAT[prompt]
        _value(given, kind)
        carry_out(play, seat, given)
    elif prompt in PROMPTS:
        entry = PROMPTS[prompt]
        entry.answer(play, seat, data, _value(given, _kind(prompt, entry.kind, data)))
    else:
        raise Illegal("choice", f"the engine waits for {prompt}, which takes no such answer")


def _value(given: Json, kind: str) -> Any:
    if kind not in given:
        raise Illegal("choice", f"the engine waits for an answer of the kind {kind}, not {', '.join(sorted(given))}")
    return given[kind]


def _kind(prompt: str, kind: str, data: Json) -> str:
    """The engine asks "you may pay" like any other "you may"; cases tell the two apart."""
    if (prompt == "ChooseOneOfBranch" and tap_or_untap(data)) or (prompt == "ReplacementChoice" and declined(data) is not None):
        return "may"
    if prompt == "OptionalEffectChoice" and _PAYS.search(data.get("description") or ""):
        return "pay"
    return kind


def _unmapped(prompt: str) -> Unsupported:
    return Unsupported("feature", f"prompt {prompt}", "the adapter has no words of the protocol for this question of the engine")
