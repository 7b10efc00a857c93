"""Targets of triggered abilities that the engine chose without asking, because there was only one legal choice.

The protocol asks for every target, and a case may have an answer ready. So the question is put after the fact: the answer has to be the
target that the engine took.
"""

from __future__ import annotations

from typing import Any

from .play import Play
from .problems import Illegal
from .snapshot import chosen_targets

Json = dict[str, Any]


class Unasked:
    """Questions still to be put in the protocol's name; the engine waits for something else meanwhile."""

    def __init__(self) -> None:
        self._open: list[Json] = []
        self._seen: set[int] = set()

    def look(self, play: Play, answered: list[str] | None = None) -> None:
        """Note new triggered abilities with targets. `answered`: targets that were just given for one of them."""
        prompt, _ = play.waiting
        stack = play.stack
        if prompt == "TriggerTargetSelection" and stack:
            self._seen.add(stack[-1]["id"])  # it lies there already, with something in place of the targets that are being asked for
        for entry in stack:
            if entry["id"] in self._seen:
                continue
            self._seen.add(entry["id"])
            if entry["kind"]["type"] != "TriggeredAbility" or "target" not in text_of(entry).lower():
                continue
            targets = [play.ids.of_target(target) for target in chosen_targets(entry)]
            if not targets:
                continue
            if answered is not None and sorted(answered) == sorted(targets):
                answered = None
                continue
            self._open.append({"player": play.ids.players[entry["controller"]], "source": entry["source_id"], "targets": targets})

    def decision(self, play: Play) -> Json | None:
        if not self._open:
            return None
        first = self._open[0]
        slots = [{"min": 1, "max": 1, "options": [target]} for target in first["targets"]]
        return {"player": first["player"], "kind": "targets", "options": slots, "source": play.ids.name(first["source"])}

    def answer(self, player: str, given: Json) -> None:
        """Raises Illegal when another target is named than the only one there is."""
        first = self._open[0]
        if player != first["player"]:
            raise Illegal("no_priority", f"{first['player']} chooses these targets")
        if given.get("targets") != first["targets"]:
            raise Illegal(None, f"the only legal choice is {', '.join(first['targets'])}")
        self._open.pop(0)


def text_of(entry: Json) -> str:
    """The words of a spell or ability on the stack, as far as the engine keeps them."""
    detail = entry["kind"].get("data") or {}
    return str(detail.get("description") or (detail.get("ability") or {}).get("description") or "")
