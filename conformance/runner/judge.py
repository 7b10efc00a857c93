"""Compares an `expect` with what the engine reports. The first difference ends the case; what is not reported is noted.

Rules of the comparison are those of docs/case-format, "expect".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.cases.model import Expect
from conformance.runner.errors import Different
from conformance.runner.fields import compare, counters, fits, observed_field, stack_entry_fits
from conformance.runner.happenings import Happenings
from conformance.runner.lists import all_fit, same_in_any_order
from conformance.runner.names import Names
from conformance.runner.table import Table
from conformance.runner.view import View

Json = dict[str, Any]

OnVerdict = Callable[[str, Any, Any, bool | None], None]

_IN_ANY_ORDER = frozenset({"hand", "exile", "graveyard", "command", "face_up"})
"""Lists whose order the snapshot does not promise."""


class Judge:
    """Judges the expectations of one game."""

    def __init__(self, table: Table, names: Names, on_verdict: OnVerdict | None = None) -> None:
        """`on_verdict(path, expected, observed, verdict)`, if given, is told every single comparison; None is "not reported"."""
        self._on_verdict = on_verdict
        self._table = table
        self._names = names
        self._incarnations: dict[str, int | None] = {}
        self._unobservable: list[str] = []

    def remember(self, name: str, number: str) -> None:
        """Note which incarnation the name stands for now, for `same_object`."""
        entry = self._table.view().get(number)
        self._incarnations[name] = entry.get("incarnation") if entry else None

    def matching(self, where: Json) -> tuple[list[Json], bool]:
        """The objects that a filter means, and whether there may be more, told apart by what is not reported."""
        view = self._table.view()
        verdicts = [(entry, fits(where, entry, view, self._names)) for entry in view.everything()]
        return [entry for entry, verdict in verdicts if verdict], any(verdict is None for _, verdict in verdicts)

    def judge(self, expect: Expect) -> list[str]:
        """The paths that the engine does not report. Raises Different at the first difference."""
        self._unobservable = []
        view = self._table.view()
        for name, fields in expect.objects.items():
            self._object(name, fields, view)
        for player, fields in expect.players.items():
            self._player(player, fields, view)
        self._game(expect, view)
        for index, entry in enumerate(expect.count):
            self._count(entry, f"count.{index + 1}")
        if expect.decisions or expect.no_decisions or expect.events or expect.no_events:
            self._happened(expect, view)
        return self._unobservable

    def _verdict(
        self, verdict: bool | None, path: str, expected: Any, observed: Any, *, subject: str | None = None, message: str | None = None
    ) -> None:
        if self._on_verdict is not None:
            self._on_verdict(path, expected, observed, verdict)
        if verdict is None:
            self._unobservable.append(path)
        elif not verdict:
            raise Different(path, expected, observed, message, subject)

    # ---- objects

    def _object(self, name: str, fields: Json, view: View) -> None:
        number = self._names.find(name)
        entry = view.get(number) if number is not None else None
        zone = view.zone(number) if number is not None else "outside"
        if "zone" in fields:
            wanted = fields["zone"]
            self._verdict(None if zone is None else zone == wanted, f"{name}.zone", wanted, zone, subject=number)
        for field, expected in fields.items():
            path = f"{name}.{field}"
            if field == "zone":
                continue
            if field == "same_object":
                self._same_object(name, entry, zone, expected, path, number)
            elif entry is None:
                message = f"{name} is not there any more" if zone == "outside" else None
                self._verdict(False if zone == "outside" else None, path, expected, zone, subject=number, message=message)
            else:
                verdict = compare(field, expected, entry, view, self._names)
                observed = observed_field(entry, field, self._names) if field in entry else f"in zone {zone}"
                self._verdict(verdict, path, expected, observed, subject=number)

    def _same_object(self, name: str, entry: Json | None, zone: str | None, expected: bool, path: str, number: str | None) -> None:
        first = self._incarnations.get(name)
        if entry is None:
            self._verdict(None if zone is None else not expected, path, expected, zone, subject=number)
            return
        now = entry.get("incarnation")
        verdict = None if first is None or now is None else (now == first) == expected
        self._verdict(verdict, path, expected, not expected, subject=number)

    # ---- players

    def _player(self, player: str, fields: Json, view: View) -> None:
        seat = view.snapshot["players"].get(player)
        for field, expected in fields.items():
            path = f"{player}.{field}"
            if field == "in_game":
                observed = seat.get("in_game") if seat else False
                if observed is None:
                    observed = player in self._table.status["players"]
                self._verdict(observed == expected, path, expected, observed)
            elif seat is None:
                self._verdict(False, path, expected, "not in the game")
            elif field not in seat:
                self._verdict(None, path, expected, None)
            elif field == "counters":
                self._verdict(counters(expected, seat[field]), path, expected, seat[field])
            elif isinstance(seat[field], list):
                self._pile(field, expected, seat[field], view, path)
            else:
                self._verdict(seat[field] == expected, path, expected, seat[field])

    def _pile(self, field: str, expected: Any, observed: list[str], view: View, path: str) -> None:
        """A zone of cards: how many, or which."""
        if isinstance(expected, int):
            self._verdict(len(observed) == expected, path, expected, len(observed))
            return

        def is_card(word: Any, number: Any) -> bool | None:
            if self._names.find(word) is None and view.card(number) is None:
                return None  # a card asked for by its name, and an engine that does not say which card this is
            return self._names.is_thing(word, number, view)

        compare_lists = same_in_any_order if field in _IN_ANY_ORDER else all_fit
        verdict = compare_lists(expected, observed, is_card)
        self._verdict(verdict, path, expected, [self._shown_card(number, view) for number in observed])

    def _shown_card(self, number: str, view: View) -> Any:
        return view.card(number) or self._names.show(number)

    # ---- the game

    def _game(self, expect: Expect, view: View) -> None:
        snapshot, status = view.snapshot, self._table.status
        if expect.turn is not None:
            turn = {"active": status["active"], "step": status["step"], "number": status["turn"]} | (snapshot.get("turn") or {})
            for field, expected in expect.turn.items():
                # A team has the turn (and below, priority) together: any of its players stands for it.
                same = self._table.same_side(turn[field], expected) if field == "active" else turn[field] == expected
                self._verdict(same, f"turn.{field}", expected, turn[field])
        if expect.priority is not None:
            decision = self._table.decision
            observed = decision["player"] if decision is not None and decision["kind"] == "priority" else None
            if "priority" in snapshot:
                observed = snapshot["priority"]
            same = observed is not None and self._table.same_side(observed, expect.priority)
            self._verdict(same, "priority", expect.priority, observed)
        if expect.day_night is not None:
            reported = snapshot.get("day_night")
            self._verdict(None if reported is None else reported == expect.day_night, "day_night", expect.day_night, reported)
        if expect.planechase is not None:
            self._planechase(expect.planechase, view)
        if expect.stack is not None:
            self._stack(expect.stack, view)

    def _planechase(self, fields: Json, view: View) -> None:
        if "planechase" not in view.snapshot:
            self._unobservable.extend(f"planechase.{field}" for field in fields)
            return
        observed = view.snapshot["planechase"]
        for field, expected in fields.items():
            path = f"planechase.{field}"
            if observed is None:
                self._verdict(False, path, expected, "no Planechase game")
            elif field not in observed:
                self._verdict(None, path, expected, None)
            elif isinstance(observed[field], list):
                self._pile(field, expected, observed[field], view, path)
            else:
                self._verdict(observed[field] == expected, path, expected, observed[field])

    def _stack(self, expected: list[Json], view: View) -> None:
        if "stack" not in view.snapshot:
            size = self._table.status["stack"]
            known = sum(len(entry["any_order"]) if "any_order" in entry else 1 for entry in expected)
            self._verdict(False if size != known else (None if expected else True), "stack", expected, f"{size} objects")
            return
        verdict = all_fit(expected, view.stack, lambda wanted, entry: stack_entry_fits(wanted, entry, view, self._names))
        self._verdict(verdict, "stack", expected, [self._stack_words(entry) for entry in view.stack])

    def _stack_words(self, entry: Json) -> Json:
        return {key: self._names.show_all(value) for key, value in entry.items() if key not in ("id", "targets") or value}

    def _count(self, entry: Json, path: str) -> None:
        where, expected = entry["of"], entry["is"]
        found, unsure = self.matching(where)
        known = len(found)
        # Objects that may or may not belong could still make up the number, but never lower it.
        verdict = False if known > expected or (known < expected and not unsure) else None if unsure else True
        self._verdict(verdict, path, {"of": where, "is": expected}, known)

    # ---- what happened

    def _happened(self, expect: Expect, view: View) -> None:
        happened = Happenings(self._table.events_since(), self._table.decisions_since(), view, self._names)
        for index, wanted in enumerate(expect.decisions):
            self._verdict(happened.decided([wanted]), f"decisions.{index + 1}", wanted, happened.told())
        if expect.decisions:
            self._verdict(happened.decided(expect.decisions), "decisions", expect.decisions, happened.told())
        for index, wanted in enumerate(expect.no_decisions):
            self._verdict(not happened.asked(wanted), f"no_decisions.{index + 1}", f"not asked: {wanted}", happened.told())
        if "events" not in self._table.session.features:
            self._unobservable.extend(key for key in ("events", "no_events") if getattr(expect, key))
            return
        unreported = [f"events.{index + 1}" for index, entry in enumerate(expect.events) if not self._reports(entry)]
        unreported += [f"no_events.{index + 1}" for index, entry in enumerate(expect.no_events) if not self._reports(entry)]
        self._unobservable.extend(unreported)
        missing = None if any(path.startswith("events.") for path in unreported) else happened.first_missing(expect.events)
        if missing is not None:
            wanted = expect.events[missing]
            kinds = {key for entry in (wanted.get("simultaneous") or [wanted]) for key in entry}
            self._verdict(
                False,
                f"events.{missing + 1}",
                wanted,
                happened.event_words(kinds),
                message="the event did not happen, or not in this order",
            )
        for index, wanted in enumerate(expect.no_events):
            if f"no_events.{index + 1}" in unreported:
                continue
            self._verdict(not happened.any_of(wanted), f"no_events.{index + 1}", {"not": wanted}, happened.event_words(set(wanted)))

    def _reports(self, entry: Json) -> bool:
        """Whether the engine reports events of this kind. One that lists its kinds and never gives a batch cannot tell what is at once."""
        kinds = self._table.session.event_kinds
        if kinds is None:
            return True
        ((kind, asked),) = entry.items()
        if kind != "simultaneous":
            return kind in kinds
        return any("batch" in event for event in self._table.events) and all(self._reports(one) for one in asked)
