"""Looks at every moment of a game with all invariants and landmarks, and counts what was reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.fuzz.invariants.invariant import Broken, Invariant, invariants, landmarks
from conformance.fuzz.moment import Moment
from conformance.fuzz.past import Past
from conformance.fuzz.recording import Finding
from conformance.runner.session import Session


class Reach:
    """How often things were reached: invariants by id, clauses by name, steps in all. `unchecked` says why an invariant was not checked."""

    def __init__(self) -> None:
        self.steps = 0
        self.invariants: Counter[str] = Counter()
        self.clauses: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.unchecked: dict[str, str] = {}


class Watcher:
    """The invariants that can be checked on an engine, by when they are looked at."""

    def __init__(self, session: Session, reach: Reach | None = None, *, landmarks_too: bool = True) -> None:
        self.reach = reach if reach is not None else Reach()
        self._by_when: dict[str, list[Invariant]] = {"act": [], "priority": [], "refused": [], "begin": []}
        kinds = session.event_kinds
        for entry in invariants():
            missing = entry.needs - session.features
            if missing:
                self.reach.unchecked[entry.id] = f"the engine does not have {', '.join(sorted(missing))}"
            elif entry.on and kinds is not None and not entry.on <= kinds:
                self.reach.unchecked[entry.id] = f"the engine does not report {', '.join(sorted(entry.on - kinds))}"
            else:
                self._by_when[entry.when].append(entry)
        self._landmarks = landmarks() if landmarks_too else ()
        self.here: set[str] = set()
        """The clauses reached since the position was put down."""
        self._past: Past | None = None

    def begin(self) -> None:
        """A new game."""
        self.here = set()

    def look(self, moment: Moment) -> Iterator[Finding]:
        """What is broken in this moment."""
        reach = self.reach
        if moment.move is None:
            self._past = Past(moment.given)
        moment.past = self._past
        for event in moment.events:
            rule = event.get("rule")
            if rule:
                reach.rules[rule] += 1
        if moment.move is None:
            whens: tuple[str, ...] = ("begin",)
        elif moment.refused:
            whens = ("refused",)
        else:
            whens = ("act", "priority") if moment.priority else ("act",)
        for when in whens:
            for entry in self._by_when[when]:
                if entry.on and not (entry.on & moment.by_kind.keys()):
                    continue
                yield from self._check(entry, moment)
        if moment.refused:
            return
        for landmark in self._landmarks:
            if landmark.on and not (landmark.on & moment.by_kind.keys()):
                continue
            try:
                times = landmark.watch(moment)
            except KeyError:
                continue
            if times:
                self.here.update(landmark.clauses)
                for clause in landmark.clauses:
                    reach.clauses[clause] += times
        if self._past is not None:
            self._past.went_by(moment.events)

    def _check(self, entry: Invariant, moment: Moment) -> Iterator[Finding]:
        reach = self.reach
        looked = 0
        try:
            for verdict in entry.check(moment):
                looked += 1
                if isinstance(verdict, Broken):
                    yield Finding(
                        source="invariant",
                        clause=verdict.clause or entry.clauses[0],
                        field=entry.id,
                        words=f"{entry.title}: {verdict.words}",
                        expected=verdict.expected,
                        observed=verdict.observed,
                        about=verdict.about,
                    )
        except KeyError as missing:
            reach.unchecked.setdefault(entry.id, f"the engine does not report {missing}")
        if looked:
            reach.invariants[entry.id] += looked
            self.here.update(entry.clauses)
            for clause in entry.clauses:
                reach.clauses[clause] += looked
