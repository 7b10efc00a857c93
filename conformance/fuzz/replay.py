"""Findings played again: whether an engine still fails the cases that were made of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from conformance.cases.cards import CardPool
from conformance.cases.library import load
from conformance.cases.model import Case
from conformance.engines.errors import EngineProblem
from conformance.engines.registry import EngineSpec
from conformance.engines.stdio import DEFAULT_TIMEOUT
from conformance.fuzz.findings import invariant_of
from conformance.fuzz.moment import Moment
from conformance.fuzz.recording import Finding, Move
from conformance.fuzz.watcher import Watcher
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.report import BROKEN, CaseResult
from conformance.runner.session import Session
from conformance.runner.view import View
from conformance.runner.watchdog import NeverEnds, within

Json = dict[str, Any]


def replay(path: Path, spec: EngineSpec, *, edition: str = NEWEST, timeout: float = DEFAULT_TIMEOUT) -> Iterator[tuple[Case, str | None]]:
    """Each case of a file, and how it still fails on the engine; None if it does not any more. Raises EngineCannotStart."""
    loaded = load([path])
    for case in loaded.cases:
        yield case, replayed(case, spec, loaded.cards, edition=edition, timeout=timeout)


def replayed(case: Case, spec: EngineSpec, pool: CardPool, *, edition: str = NEWEST, timeout: float = DEFAULT_TIMEOUT) -> str | None:
    """How the engine still fails the case, in a line; None if it passes now, or cannot play it.

    A case that was found by an invariant is looked at with that invariant too: what it expects may hold, and yet what was found be there.
    Raises EngineCannotStart.
    """
    session = Session(spec, edition=edition, timeout=timeout)
    wanted = invariant_of(case)
    onlooker = Onlooker(case, session, wanted) if wanted is not None else None
    limit: AbstractContextManager[None] = within(timeout) if session.in_process else nullcontext()
    try:
        with limit:
            result, _ = play_case(case, session, CardBook(pool), watch=onlooker.watch if onlooker is not None else None)
    except NeverEnds:
        return f"timeout: the engine did not come back within {timeout:g} s"
    finally:
        session.close(at_once=True)
    if result.outcome == "fail" or result.outcome in BROKEN:
        return _told(result)
    if onlooker is not None and onlooker.found:
        return onlooker.found[0].words
    return None


def _told(result: CaseResult) -> str:
    failure = result.failure
    if failure is None:
        return f"{result.outcome}: {result.reason}"
    return failure.message or f"{failure.path}: expected {failure.expected!r}, observed {failure.observed!r}"


class Onlooker:
    """Looks at a case as it is played, move by move, as the fuzzer does; `found` is what the wanted invariant finds."""

    def __init__(self, case: Case, session: Session, wanted: str) -> None:
        self.found: list[Finding] = []
        self._given = case.given
        self._session = session
        self._wanted = wanted
        self._watcher = Watcher(session, landmarks_too=False)
        self._before: View | None = None
        self._was: Json | None = None

    def watch(self, params: Json, reply: Json) -> None:
        """Told every message and its reply."""
        begins = "given" in params
        if begins:
            self._given = params["given"]
            self._before = self._was = None
            self._watcher.begin()
        refused = "illegal" in reply
        status = self._was if refused else reply.get("status")
        if status is None:
            return
        try:
            after = View(self._session.observe())
        except EngineProblem:
            return  # the runner comes upon it as well
        move = None if begins else Move(params["player"], params.get("action"), params.get("answer"), "any" if refused else None)
        moment = Moment(self._given, self._before, after, self._was, status, reply.get("events") or (), move, refused)
        self.found += [finding for finding in self._watcher.look(moment) if finding.field == self._wanted]
        self._before, self._was = after, status
