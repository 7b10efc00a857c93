"""Looks at every moment of a game with all invariants and landmarks, and counts what was reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

from conformance.fuzz.invariants.invariant import Broken, Invariant, Landmark, invariants, landmarks
from conformance.fuzz.moment import Moment
from conformance.fuzz.past import Past
from conformance.fuzz.recording import Finding
from conformance.runner.session import Session

Entry = TypeVar("Entry", Invariant, Landmark)
Group = tuple[frozenset[str], str | None, list[Entry]]
"""What is looked at under the same conditions: the kinds of event, one of which has to have happened (all if empty), and `where`."""


class Reach:
    """How often things were reached: invariants by id, clauses by name, steps in all. `unchecked` says why an invariant was not checked."""

    def __init__(self) -> None:
        self.steps = 0
        self.invariants: Counter[str] = Counter()
        self.landmarks: Counter[Landmark] = Counter()
        self.rules: Counter[str] = Counter()
        self.unchecked: dict[str, str] = {}

    @property
    def clauses(self) -> Counter[str]:
        """How often each clause was reached, by its invariants and landmarks together."""
        found: Counter[str] = Counter()
        for entry in invariants():
            looked = self.invariants.get(entry.id)
            if looked:
                found.update(dict.fromkeys(entry.clauses, looked))
        for landmark, times in self.landmarks.items():
            found.update(dict.fromkeys(landmark.clauses, times))
        return found


class Watcher:
    """The invariants that can be checked on an engine, by when they are looked at."""

    def __init__(self, session: Session, reach: Reach | None = None, *, landmarks_too: bool = True) -> None:
        self.reach = reach if reach is not None else Reach()
        by_when: dict[str, list[Invariant]] = {"act": [], "priority": [], "refused": [], "begin": []}
        kinds = session.event_kinds
        self._reports = kinds if "events" in session.features else frozenset()
        self._trusted = session.in_process  # what an engine in this process says is in order, so an error is the invariant's
        for entry in invariants():
            missing = entry.needs - session.features
            if missing:
                self.reach.unchecked[entry.id] = f"the engine does not have {', '.join(sorted(missing))}"
            elif entry.on and kinds is not None and not entry.on <= kinds:
                self.reach.unchecked[entry.id] = f"the engine does not report {', '.join(sorted(entry.on - kinds))}"
            else:
                by_when[entry.when].append(entry)
        self._by_when = {when: _grouped(entries) for when, entries in by_when.items()}
        marks = landmarks() if landmarks_too else ()
        self._landmarks = {refused: _grouped([mark for mark in marks if mark.refused is refused]) for refused in (False, True)}
        self._seen: set[Invariant | Landmark] = set()
        self._past: Past | None = None

    def begin(self) -> None:
        """A new game."""
        self._seen = set()

    @property
    def here(self) -> set[str]:
        """The clauses reached since the position was put down."""
        return {clause for entry in self._seen for clause in entry.clauses}

    def look(self, moment: Moment) -> list[Finding]:
        """What is broken in this moment. This is done for every act of every game, so it is one plain loop."""
        reach = self.reach
        if moment.move is None:
            self._past = Past(moment.given)
        moment.past = self._past
        moment.reports = self._reports
        for told in moment.by_kind.values():
            for event in told:
                rule = event.get("rule")
                if rule:
                    reach.rules[rule] += 1
        found: list[Finding] = []
        counts, seen, kinds = reach.invariants, self._seen, moment.by_kind
        for when in _whens(moment):
            for on, where, entries in self._by_when[when]:
                if (on and on.isdisjoint(kinds)) or not self._is_so(where, moment, entries):
                    continue
                for entry in entries:
                    looked = 0
                    try:
                        for verdict in entry.check(moment):
                            looked += 1
                            if verdict is not True:
                                found.append(_finding(entry, verdict))
                    except KeyError as missing:
                        reach.unchecked.setdefault(entry.id, f"the engine does not report {missing}")
                    except (TypeError, ValueError, AttributeError, IndexError) as odd:
                        if self._trusted:
                            raise
                        reach.unchecked.setdefault(entry.id, f"the engine reports what it cannot be checked by: {str(odd)[:100]}")
                    if looked:
                        counts[entry.id] += looked
                        seen.add(entry)
        self._look_for_landmarks(moment)
        if self._past is not None and not moment.refused:
            self._past.went_by(moment.all_told)
        return found

    def _is_so(self, where: str | None, moment: Moment, entries: Iterable[Invariant]) -> bool:
        """Whether a moment is one of those that these invariants are about; not if the engine does not report what that is told by."""
        if where is None:
            return True
        try:
            return bool(getattr(moment, where))
        except KeyError as missing:
            for entry in entries:
                self.reach.unchecked.setdefault(entry.id, f"the engine does not report {missing}")
        except (TypeError, ValueError, AttributeError, IndexError):
            if self._trusted:
                raise
        return False

    def _look_for_landmarks(self, moment: Moment) -> None:
        counts, seen, kinds = self.reach.landmarks, self._seen, moment.by_kind
        for on, where, entries in self._landmarks[moment.refused]:
            if (on and on.isdisjoint(kinds)) or not self._is_so(where, moment, ()):
                continue
            for entry in entries:
                try:
                    times = entry.watch(moment)
                except KeyError:
                    continue  # the engine does not report what it would be seen by
                except (TypeError, ValueError, AttributeError, IndexError):
                    if self._trusted:
                        raise
                    continue
                if times:
                    counts[entry] += times
                    seen.add(entry)


def _whens(moment: Moment) -> tuple[str, ...]:
    if moment.move is None:
        return ("begin",)
    if moment.refused:
        return ("refused",)
    return ("act", "priority") if moment.settled else ("act",)


def _finding(entry: Invariant, verdict: bool | Broken) -> Finding:
    if not isinstance(verdict, Broken):
        raise TypeError(f"the invariant {entry.id} says {verdict!r}; it has to say True, or what is broken")
    return Finding(
        source="invariant",
        clause=verdict.clause or entry.clauses[0],
        field=entry.id,
        words=f"{entry.title}: {verdict.words}",
        expected=verdict.expected,
        observed=verdict.observed,
        about=verdict.about,
    )


def _grouped(entries: Iterable[Entry]) -> list[Group[Entry]]:
    """The entries by their conditions, so that a condition is asked once for all that have it."""
    found: dict[tuple[frozenset[str], str | None], list[Entry]] = {}
    for entry in entries:
        found.setdefault((entry.on, entry.where), []).append(entry)
    return [(on, where, own) for (on, where), own in found.items()]
