"""Two games kept in step: what the reference does alone where the engine has gone on without asking.

An engine may make a choice by itself of which there is one only, and it may leave out a step in which nothing can be done. That was told as
a difference, if it is one; without this everything afterwards would differ as well.
"""

from __future__ import annotations

from typing import Any

from conformance.cases.model import STEPS
from conformance.fuzz.recording import Move

Json = dict[str, Any]

MOST = 40
"""So many moves are made at once on the reference alone."""

_PLACE = {step: place for place, step in enumerate(STEPS)}
_LISTS = ("choose", "discard", "order", "mode", "scry", "surveil", "choose_untap")


def in_step(mine: Json, theirs: Json) -> bool:
    """Whether the two games, of which these are the statuses, stand at the same place and wait for the same."""
    one, other = mine["decision"], theirs["decision"]
    if one is None or other is None:
        return False
    places = all(mine[field] == theirs[field] for field in ("active", "step"))
    return places and _asks(one) == _asks(other) and (one["kind"] != "priority" or mine["stack"] == theirs["stack"])


def forced(mine: Json, theirs: Json) -> Move | None:
    """The only answer to what the reference asks, where the engine does not ask for it."""
    one, other = mine["decision"], theirs["decision"]
    if one is None or (other is not None and _asks(one) == _asks(other)):
        return None
    answer = only_answer(one)
    return None if answer is None else Move(one["player"], answer=answer, alone=True)


def only_answer(decision: Json) -> Json | None:
    """The answer to a decision, if there is only one that is legal, or all come to the same."""
    kind, options = decision["kind"], decision.get("options")
    if kind in ("attack", "block") and isinstance(options, dict):
        return None if all(options.values()) else {kind: {}}  # with nothing to fight with, or nothing to fight
    if not isinstance(options, list) or not options:
        return None
    if kind == "order_triggers" and all(option == options[0] for option in options):
        return {kind: list(range(len(options)))}
    if kind == "targets":
        slots = [slot["options"] for slot in options if slot["min"] == slot["max"] == len(slot["options"])]
        return {kind: [target for slot in slots for target in slot]} if len(slots) == len(options) else None
    if kind in _LISTS:
        all_of_them = decision.get("min") == decision.get("max") == len(options) and (kind != "order" or len(options) == 1)
        return {kind: options} if all_of_them else None
    if len(options) > 1:
        return None
    return {"legend": {kind: options[0]}, "replacement": {kind: 0}}.get(kind)


def passed(mine: Json, theirs: Json) -> Move | None:
    """A pass, where the engine is further in the same turn, and nothing is on the stack on either side."""
    decision = mine["decision"]
    if decision is None or decision["kind"] != "priority" or mine["active"] != theirs["active"] or mine["stack"] or theirs["stack"]:
        return None
    if _PLACE.get(mine["step"], 99) >= _PLACE.get(theirs["step"], -1):
        return None
    return Move(decision["player"], action={"type": "pass"}, alone=True)


def _asks(decision: Json) -> tuple[Any, Any]:
    return decision["kind"], decision["player"]
