"""What a moment needs to know of the moments before it: whose turns there were, and how many spells were cast in them."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

Json = dict[str, Any]


class Past:
    """The game up to a moment, as its events told. Begun by the position; `went_by` adds what happened since."""

    def __init__(self, given: Json) -> None:
        self.active: str = given["turn"]["active"]
        self.spells: dict[str, int] = dict((given.get("this_turn") or {}).get("spells_cast") or {})
        before = given.get("previous_turn")
        self.previous: tuple[str, dict[str, int]] | None = None
        if before:
            spells = before["spells_cast"]
            self.previous = before["active"], dict(spells) if isinstance(spells, dict) else {before["active"]: spells}
        self.cleanups = 0
        self.moved: set[str] = set()
        """What has changed zones since the position was put down, so that it is another object than the one there."""
        self.waiting: Counter[tuple[str | None, str]] = Counter()
        """(source, ability) of what triggered and was not put on the stack yet, or never will be."""
        self.met: set[str] = set()
        """The phenomena that were encountered."""
        self.busy: set[str] = set()
        """What entered the battlefield, triggered or was activated in this turn."""
        self.gone: set[str] = set()
        self.due: set[str] = set()
        """Of the players who left those whose turn would have begun since, as the seats go round."""
        self._seats: list[str] = given["players"]

    def copy(self) -> Past:
        """The same past, to be carried on within a moment."""
        new = object.__new__(Past)
        new.active, new.spells, new.previous, new.cleanups = self.active, dict(self.spells), self.previous, self.cleanups
        new.waiting = Counter()
        new.met, new.busy = set(), set()
        new.moved, new.gone, new.due, new._seats = set(), set(self.gone), set(self.due), self._seats
        return new

    def whole_copy(self) -> Past:
        """This past as it is now, which does not go on with this one."""
        return copy.deepcopy(self)

    def went_by(self, events: Iterable[Json]) -> None:
        """These events happened. One that is not told in full, or not as the protocol has it, teaches nothing."""
        for event in events:
            with suppress(KeyError, TypeError, ValueError):
                self._happened(event)

    def _happened(self, event: Json) -> None:
        kind = event["kind"]
        if kind == "cast":
            self.spells[event["player"]] = self.spells.get(event["player"], 0) + 1
        elif kind == "zone_change":
            self.moved.add(event["object"])
            if event["to"] == "battlefield":
                self.busy.add(event["object"])
        elif kind == "encountered":
            self.met.add(event["card"])
        elif kind == "activated":
            self.busy.add(event["object"])
        elif kind == "triggered":
            self.waiting[event["source"], event["ability"]] += 1
            self.busy.add(event["source"])
        elif kind == "put_on_stack":
            self.waiting[event["source"], event["ability"]] -= 1
        elif kind == "left_game":
            self.gone.add(event["player"])
        elif kind == "turn_began":
            self.due |= self.gone & set(self._passed_over(event["player"]))
            self.busy.clear()
            self.previous = self.active, self.spells
            self.active, self.spells = event["player"], {}
        elif kind == "step_began" and event["step"] == "cleanup":
            self.cleanups += 1

    def _passed_over(self, player: str) -> Iterable[str]:
        """The seats between the last active player and this one, and the last one's own if the table was gone round."""
        seats = self._seats
        start, end = seats.index(self.active), seats.index(player)
        return [seats[(start + offset) % len(seats)] for offset in range(1, (end - start) % len(seats) or len(seats))]
