"""Judges what happened: expected events in their order, events at once, events that must not be, decisions that were asked."""

from __future__ import annotations

from typing import Any

from conformance.runner.answers import flat_options
from conformance.runner.lists import pairing, same_in_any_order
from conformance.runner.names import Names
from conformance.runner.view import View

Json = dict[str, Any]

_MAIN_FIELD = {
    "day_night": "value", "encountered": "card", "chaos": "plane", "turn_began": "player", "priority": "player", "left_game": "player",
    "new_planar_controller": "player",
}  # fmt: skip
"""The field that an expectation means when it names only one thing; otherwise it is `object`."""

_KEYS = {"counter_removed": {"kind": "counter"}, "counter_added": {"kind": "counter"}}
"""Where a case says it otherwise than the protocol, whose events have a `kind` already."""

_EXACT = frozenset({"step", "face", "amount", "by", "counter", "value"})


class Happenings:
    """Events and decisions since the last expectation."""

    def __init__(self, events: list[Json], decisions: list[Json], view: View, names: Names) -> None:
        self._events = events
        self._decisions = decisions
        self._view = view
        self._names = names

    def first_missing(self, expected: list[Json]) -> int | None:
        """The index of the first expected event that did not happen after those before it, or None when all did.

        Events of one batch are at once, so among them the order is open.
        """
        used: set[int] = set()
        start = 0
        for index, entry in enumerate(expected):
            ((kind, asked),) = entry.items()
            found = self._group(asked, start, used) if kind == "simultaneous" else self._single(kind, asked, start, used)
            if not found:
                return index
            used.update(found)
            start = self._batch_start(max(found))
        return None

    def any_of(self, expected: Json) -> bool:
        """Whether such an event happened at all."""
        ((kind, asked),) = expected.items()
        return bool(self._single(kind, asked, 0, set()))

    def _single(self, kind: str, asked: Any, start: int, used: set[int]) -> list[int]:
        for index in range(start, len(self._events)):
            if index not in used and self._fits(kind, asked, self._events[index]):
                return [index]
        return []

    def _group(self, asked: list[Json], start: int, used: set[int]) -> list[int]:
        batches: dict[Any, list[int]] = {}
        for index in range(start, len(self._events)):
            batch = self._events[index].get("batch")
            if batch is not None and index not in used:
                batches.setdefault(batch, []).append(index)
        for indices in batches.values():
            if pairing(asked, [self._events[index] for index in indices], self._event_fits):
                return indices
        return []

    def _batch_start(self, index: int) -> int:
        batch = self._events[index].get("batch")
        if batch is None:
            return index + 1
        while index > 0 and self._events[index - 1].get("batch") == batch:
            index -= 1
        return index

    def _event_fits(self, entry: Json, event: Json) -> bool:
        ((kind, asked),) = entry.items()
        return self._fits(kind, asked, event)

    def _fits(self, kind: str, asked: Any, event: Json) -> bool:
        if event["kind"] != kind:
            return False
        if not isinstance(asked, dict):
            asked = {_MAIN_FIELD.get(kind, "object"): asked}
        renamed = _KEYS.get(kind, {})
        return all(self._field_fits(kind, renamed.get(key, key), wanted, event) for key, wanted in asked.items())

    def _field_fits(self, kind: str, key: str, wanted: Any, event: Json) -> bool:
        if key not in event:
            return wanted is None
        observed = event[key]
        if key in _EXACT or (kind == "zone_change" and key in ("from", "to")):
            return bool(observed == wanted)
        if key == "ability":
            return str(observed) == str(wanted)
        if isinstance(wanted, list):
            return isinstance(observed, list) and bool(same_in_any_order(wanted, observed, self._is))
        return self._is(wanted, observed)

    def _is(self, word: Any, observed: Any) -> bool:
        """Whether a word of the case and a value of an event are one thing: an id, a player, or a card by its name."""
        return word == observed or self._names.is_thing(word, observed, self._view) or self._named_as(word, observed)

    def _named_as(self, word: Any, observed: Any) -> bool:
        """For fields that hold a card name where the case gives an object's name."""
        known = self._names.find(word)
        return known is not None and self._view.card(known) == observed and observed is not None

    def decided(self, expected: list[Json]) -> bool | None:
        """Whether each expected decision was asked, each one a different one; None where options are asked and not reported."""
        return pairing(expected, self._decisions, self._decision_fits)

    def asked(self, expected: Json) -> bool:
        """Whether such a decision was asked. Priority is only meant when it is named."""
        return any(
            self._decision_fits(expected, decision) and ("kind" in expected or decision["kind"] != "priority")
            for decision in self._decisions
        )

    def _decision_fits(self, expected: Json, decision: Json) -> bool | None:
        if any(key in expected and expected[key] != decision[key] for key in ("player", "kind")):
            return False
        asked = expected.get("options")
        if not asked:
            return True
        if decision.get("options") is None:
            return None
        options = flat_options(decision)
        included = all(any(self._is(word, option) for option in options) for word in asked.get("include") or ())
        excluded = not any(self._is(word, option) for word in asked.get("exclude") or () for option in options)
        return included and excluded

    def told(self) -> list[Json]:
        """The decisions, in the case's words, for messages."""
        return [
            {"player": decision["player"], "kind": decision["kind"], "options": self._names.show_all(flat_options(decision))}
            for decision in self._decisions
            if decision["kind"] != "priority"
        ]

    def event_words(self, kinds: set[str], limit: int = 20) -> list[Json]:
        """The events of these kinds, in the case's words, for messages."""
        found = [event for event in self._events if event["kind"] in kinds]
        return [
            {key: self._names.show_all(value) for key, value in event.items() if key not in ("batch", "rule")} for event in found[:limit]
        ]
