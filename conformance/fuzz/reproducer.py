"""A case out of what was found: small, in the words of the case format, with the reference engine's word as what is expected.

made = reproduce(recording, finding, pool, engine=spec, seed=17)
made.text       the YAML, to be put into a file
made.problems   why it is not as good as it should be; empty when it parses, passes on the reference and fails where it has to
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

from conformance import __version__
from conformance.cases.cards import CardPool
from conformance.cases.model import Case, Step
from conformance.cases.write_case import case_text, names_given
from conformance.cases.write_given import CannotWrite, ids, objects, plain_names
from conformance.cases.yaml_text import clean, flow
from conformance.engines.errors import EngineProblem
from conformance.engines.reference import spec as reference
from conformance.engines.registry import EngineSpec
from conformance.fuzz.checking import BEST, SECONDS, TAG, Origin, Reproducer, checked, filed_under, tag_of
from conformance.fuzz.counterparts import Counterparts
from conformance.fuzz.differential import Latitude, of_snapshots, of_status
from conformance.fuzz.expecting import Aspect, Expecting, aspects_of
from conformance.fuzz.following import CannotFollow, Done, followed
from conformance.fuzz.recording import Finding, Move, Recording
from conformance.fuzz.renaming import card_names_of, renamed, replaced, with_ids, words
from conformance.fuzz.scripting import CannotSay, Naming, compressed, parts, steps_of
from conformance.fuzz.telling import told
from conformance.runner.card_book import CardBook
from conformance.runner.driver import Driver
from conformance.runner.errors import CaseEnds
from conformance.runner.names import Names, ids_of
from conformance.runner.needs import card_names
from conformance.runner.session import Session
from conformance.runner.table import Table
from conformance.runner.watchdog import NeverEnds, within

Json = dict[str, Any]

MAX_TEXT = 300
"""No text of an engine takes more room in a case."""

_HAPPENED = ("events", "asked")
"""Aspects of what happened on the way; the others are of how it is in the end."""

MAX_ASPECTS = 6
"""So many differences are expected besides the one that was found, where that alone would not fail the engine."""


class CannotReproduce(Exception):
    """No case can be made of the recording; the text says why."""


def reproduce(recording: Recording, finding: Finding, pool: CardPool, origin: Origin | None = None) -> Reproducer:
    """The case. Raises CannotReproduce where the recording cannot be played on the reference, or cannot be said in a case."""
    try:
        work = _Work(recording, finding, pool, origin or Origin())
        made = work.reproducer()
    except (CannotFollow, CannotSay, CannotWrite) as problem:
        raise CannotReproduce(str(problem)) from problem
    if made.problems:
        for answer in work.other_answers():
            with suppress(CannotFollow, CannotSay, CannotWrite):
                moves = (*recording.moves[: finding.move + 1], answer)
                longer = msgspec.structs.replace(recording, moves=moves)
                later = msgspec.structs.replace(finding, move=len(moves) - 1)
                other = _Work(longer, later, pool, origin or Origin()).reproducer()
                if not other.problems:
                    return other
    return made


class _Work:
    """Makes one reproducer."""

    def __init__(self, recording: Recording, finding: Finding, pool: CardPool, origin: Origin) -> None:
        names = card_names_of(recording.given)
        self.recording = renamed(recording, names)
        self.finding = msgspec.structs.replace(
            finding, about=names.get(finding.about or "", finding.about), observed=replaced(finding.observed, names)
        )
        self.pool = pool
        self.cards = CardBook(pool)
        self.origin = origin
        self.given: Json = self.recording.given
        self.naming = Naming(self.given, pool)
        self.moves: list[Done] = []

    def reproducer(self) -> Reproducer:
        self.moves = followed(self.recording, self.cards, self.finding.move)
        script = parts(self.moves, self.naming)
        long = steps_of(script)
        if not self._same(long):
            raise CannotSay("as a case it would be another game: something was answered while the game waited for something else")
        short = steps_of(compressed(script, self._same))
        best: Reproducer | None = None
        for steps in (short, long) if short != long else (short,):
            for aspects in self._aspects(steps):
                made = self._made(steps, aspects)
                if best is None or made.worth > best.worth:
                    best = made
                if best.worth == BEST or (best.worth > 0 and self.origin.engine is None):
                    return best
        assert best is not None
        return best

    # --- the script ------------------------------------------------------------------------------------------------------------

    def _same(self, steps: list[Step]) -> bool:
        """Whether a case with these steps is the same game on the reference: all that happened happens, and nothing before the end else."""
        try:
            table = played(self.given, steps, reference, self.recording.edition, self.cards)
        except (CaseEnds, EngineProblem):
            return False
        happened = [event for done in self.moves for event in done.events]
        return bool(table.events[: len(happened)] == happened and self._at_the_end(table))

    def _at_the_end(self, table: Table) -> bool:
        """Nothing more has been done than that questions were answered as usual which were left open."""
        if not self.moves:
            return True
        last = self.moves[-1].after
        if last.asks in (None, "priority", "attack", "block", "assign", "begin"):
            return bool(table.decision == last.decision and table.status["turn"] == last.turn)
        return bool(table.status["turn"] == last.turn)

    # --- the expectation -------------------------------------------------------------------------------------------------------

    def _aspects(self, steps: list[Step]) -> Iterator[list[Aspect]]:
        """What to expect: what the finding is about; then also what else differs on the engine at the end of the script."""
        finding = self.finding
        own = [Aspect(finding.about, finding.field, finding.observed)]
        if finding.source != "difference":
            own = [Aspect(finding.about, "", None)]
        elif re.fullmatch(r"\w+\.(accepted|refused)", finding.field):
            own = [Aspect(finding.about, "zone", None)] if finding.about else [Aspect(None, "priority", None)]
        yield own
        others = list(self._differing(steps))
        state = [one for one in others if one.field not in _HAPPENED]
        if state:
            state.sort(key=lambda aspect: aspect.about != finding.about)
            yield list(aspects_of([*own, *state[:MAX_ASPECTS]]))
        if len(state) < len(others):
            yield [*own, *(one for one in others if one.field in _HAPPENED)]

    def _differing(self, steps: list[Step]) -> Iterator[Aspect]:
        if self.origin.engine is None:
            return
        try:
            mine = played(self.given, steps, reference, self.recording.edition, self.cards)
            with within(SECONDS):
                theirs = played(self.given, steps, self.origin.engine, self.recording.edition, self.cards)
            expected, observed = mine.view().snapshot, theirs.view().snapshot
        except (CaseEnds, EngineProblem, NeverEnds):
            return
        pairs = Counterparts(frozenset((*ids_of(self.given), *self.given["players"])))
        pairs.pair(expected, observed)
        latitude = Latitude(self.given)
        latitude.went_by(mine.events)
        for difference in (*of_snapshots(expected, observed, pairs, latitude), *of_status(mine.status, theirs.status, pairs)):
            yield Aspect(difference.about or None, difference.field, difference.observed)
        asked, others = (
            {(decision["player"], decision["kind"]) for decision in table.decisions_since() if decision["kind"] != "priority"}
            for table in (mine, theirs)
        )
        if asked != others:
            yield Aspect(None, "asked", (sorted(asked - others), sorted(others - asked)))
        for about in (one for one in (self.finding.about,) if one is not None):
            here, there = (
                {event["kind"] for event in table.events if pairs.mine(event.get("object")) == about} for table in (mine, theirs)
            )
            if here != there:
                yield Aspect(about, "events", (sorted(here - there), sorted(there - here)))

    # --- the case --------------------------------------------------------------------------------------------------------------

    def _made(self, steps: list[Step], aspects: list[Aspect]) -> Reproducer:
        table = played(self.given, steps, reference, self.recording.edition, self.cards)
        naming = deepcopy(self.naming)
        script = [*steps, *Expecting(table, naming, self._question()).steps(aspects)]
        given, called = self._named(script)
        finding = self.finding
        case = Case(
            id=self._id(given, script),
            title=self._title(called),
            rules=[filed_under(finding.clause)],
            why=self._why(table, called),
            given=given,
            script=script or [*steps],
            confidence="derived",
            tags=[TAG, tag_of(finding)],
        )
        text = case_text(case, self.pool, self._comment())
        made = checked(case, text, finding, self.pool, self.origin, self.recording.edition)
        question = self._question()
        if made.problems and question is not None:
            told = f"it was found while {question['player']} was asked: {question['kind']}; a case answers that before it looks"
            return replace(made, problems=(*made.problems, told))
        return made

    def other_answers(self) -> Iterator[Move]:
        """Answers to the question that was open, other than the usual ones: what is found while it is asked may show after them."""
        question = self._question()
        if question is None:
            return
        player, kind = question["player"], question["kind"]
        if kind in ("may", "pay"):
            yield Move(player, answer={kind: True})
        elif kind == "choose_untap":
            yield Move(player, answer={kind: []})

    def _question(self) -> Json | None:
        """What the game waited for when the finding was made, if that was no pass."""
        decision = self.moves[-1].after.decision if self.moves else None
        return None if decision is None or decision["kind"] in ("priority", "begin") else decision

    def _named(self, script: list[Step]) -> tuple[Json, dict[str, str]]:
        """The position, in which only what the script speaks of has a name; and what everything is called in sentences."""
        said = set(words(msgspec.to_builtins(script)))
        hosts = {entry["attached_to"] for entry in self.given["battlefield"]}
        kept = {name for name in ids(self.given) if name in said or name in hosts}
        plain = plain_names(self.given, kept, self.pool, names_given(script))
        given = with_ids(self.given, plain)
        called = {
            entry["id"]: f"{entry['card']} ({entry['id']})" if entry["id"] in kept else entry["card"] for entry in objects(self.given)
        }
        return given, {**called, **self.naming.made}

    def _id(self, given: Json, script: list[Step]) -> str:
        told_apart = sha256(msgspec.json.encode([given, script], order="deterministic")).hexdigest()[:4]
        words = re.sub(r"[^a-z0-9]+", "-", f"{self.finding.clause} {self.finding.field}".lower()).strip("-")
        return f"found-{words[:80].strip('-')}-{told_apart}"

    def _title(self, called: dict[str, str]) -> str:
        finding = self.finding
        if finding.source == "invariant":
            return clean(finding.words, MAX_TEXT // 2)
        if finding.source == "crash":
            return clean(f"The engine gets through this: {finding.field}", MAX_TEXT // 2)
        subject = called.get(finding.about or "", finding.about or "The game")
        return clean(f"{subject}: {finding.field.replace('_', ' ')} is {_shown(finding.expected)}", MAX_TEXT // 2)

    def _why(self, table: Table, called: dict[str, str]) -> str:
        about = [self.finding.about] if self.finding.about else []
        return clean(told(table.events, called, about), 1500) or "The position itself is what was found to differ."

    def _comment(self) -> Iterator[str]:
        origin, finding = self.origin, self.finding
        engine = origin.engine.name if origin.engine is not None else "an engine"
        version = f" {origin.version}" if origin.version else ""
        seed = f", seed {origin.seed}" if origin.seed is not None else ""
        versions = f"suite and reference engine {__version__}, rules of {self.recording.edition}"
        yield clean(f"Found by fuzzing on {engine}{version}{seed}; {versions}.", MAX_TEXT)
        yield clean(f"{finding.source}: {finding.words}", MAX_TEXT)
        if finding.observed is not None:
            yield clean(f"There: {_shown(finding.observed)}", MAX_TEXT)
        yield from (clean(line, MAX_TEXT) for line in origin.comment)


def played(given: Json, steps: list[Step], spec: EngineSpec, edition: str, cards: CardBook) -> Table:
    """The game after a script. Raises what `conformance.runner.errors` lists, and EngineProblem."""
    session = Session(spec, edition=edition)
    try:
        session.begin_case()
        describe = cards.invented if session.cards == "all" else cards.describe
        reply = session.new_game({"given": given, "cards": describe(card_names(given), text=not session.in_process)})
        if "status" not in reply:
            raise CannotFollow("the position cannot be put down")
        table = Table(session, given, reply["status"])
        driver = Driver(Case("played", "", [], "", given, steps), session, table, Names(given))
        driver.begin()
        driver.play(steps)
        driver.finish()
        table.view()
        return table
    finally:
        session.close()


def _shown(value: Any) -> str:
    """A value of any engine on a line, and not too long."""
    try:
        return clean(value if isinstance(value, str) else flow(value), MAX_TEXT // 2)
    except RecursionError:
        return "something nested too deeply to be shown"


__all__ = ["CannotReproduce", "Origin", "Reproducer", "reproduce"]
