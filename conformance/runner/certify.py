"""Runs many cases on an engine, and makes a report that is complete whatever the engine does.

An engine that breaks costs its own case and a restart. Restarts are bounded; when they are used up, or the engine does not start again, the
cases that are left are `not_run`, and the report says why.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec

from conformance import __version__
from conformance.cases.digest import digest
from conformance.cases.model import Case, Step
from conformance.engines.errors import EngineCannotStart
from conformance.engines.registry import EngineSpec
from conformance.engines.stdio import DEFAULT_TIMEOUT
from conformance.protocol.features import PROTOCOL_VERSION
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.known_failures import KnownFailure
from conformance.runner.needs import Way
from conformance.runner.play import play_case
from conformance.runner.report import BROKEN, NONCONFORMING, CaseResult, EngineInfo, Report, SuiteInfo, summarize
from conformance.runner.session import Session


class RunStarted(msgspec.Struct, frozen=True, tag="run_started"):
    """A run begins; `total` cases are to be played."""

    total: int
    engine: str


class EngineStarted(msgspec.Struct, frozen=True, tag="engine_started"):
    """The engine presented itself (again after a restart)."""

    engine: EngineInfo
    restarts: int


class CaseStarted(msgspec.Struct, frozen=True, tag="case_started"):
    id: str


class CaseDone(msgspec.Struct, frozen=True, tag="case_done"):
    result: CaseResult
    done: int
    total: int


class EngineLost(msgspec.Struct, frozen=True, tag="engine_lost"):
    """The engine broke or could not be started; `again` says whether it will be tried again."""

    reason: str
    again: bool


class RunDone(msgspec.Struct, frozen=True, tag="run_done"):
    report: Report


RunEvent = RunStarted | EngineStarted | CaseStarted | CaseDone | EngineLost | RunDone
"""The one stream that the terminal and the reports read."""


class Follower(Protocol):
    """Follows one case: the first three are what `play_case` calls, and `over` comes when the case is over, with the session if it still
    stands where the case ended. It must raise nothing."""

    def on_step(self, way: str, number: int, what: Step) -> None: ...
    def watch(self, params: dict[str, Any], reply: dict[str, Any]) -> None: ...
    def on_verdict(self, path: str, expected: Any, observed: Any, held: bool | None) -> None: ...
    def over(self, result: CaseResult, session: Session | None) -> None: ...


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run: the engines have been ended, and `report` says what was done before it."""

    def __init__(self, report: Report) -> None:
        super().__init__("interrupted")
        self.report = report


@dataclass(frozen=True)
class Options:
    """How a run is done."""

    edition: str = NEWEST
    jobs: int = 1
    timeout: float = DEFAULT_TIMEOUT
    fail_fast: bool = False
    shard: tuple[int, int] | None = None
    known: dict[str, KnownFailure] | None = None
    way: Way | None = None
    selection: str | None = None
    """What the caller left out, in words, if anything: then the run certifies nothing."""


def certify(
    cases: Sequence[Case],
    spec: EngineSpec,
    *,
    cards: CardBook | None = None,
    options: Options | None = None,
    on_event: Callable[[RunEvent], None] | None = None,
    follow: Callable[[Case], Follower] | None = None,
) -> Report:
    """Play the cases on the engine, and judge it.

    Cases whose editions do not include `options.edition` are left out, and counted in a warning. `on_event` is called as things happen,
    never by two threads at once; `follow` gives the one who follows a case. Raises nothing for what engines do, and Interrupted (a
    KeyboardInterrupt with the report so far) for Ctrl-C.
    """
    return _Run(cases, spec, cards or CardBook(), options or Options(), on_event or (lambda event: None), follow).run()


def in_edition(case: Case, edition: str) -> bool:
    """Whether a case is about the rules of that date."""
    since, until = case.editions.since, case.editions.until
    return (since is None or since <= edition) and (until is None or edition <= until)


def shard_of(cases: Sequence[Case], shard: tuple[int, int]) -> list[Case]:
    """The K-th of N parts: every N-th case, so that parts take about equally long."""
    number, parts = shard
    return list(cases[number - 1 :: parts])


class _Run:
    def __init__(
        self,
        cases: Sequence[Case],
        spec: EngineSpec,
        cards: CardBook,
        options: Options,
        tell: Callable[[RunEvent], None],
        follow: Callable[[Case], Follower] | None,
    ) -> None:
        self.options = options
        self.spec = spec
        self.cards = cards
        self.tell_event = tell
        self.follow = follow
        self.lock = threading.RLock()
        fitting = [case for case in cases if in_edition(case, options.edition)]
        self.warnings: list[str] = []
        if len(fitting) < len(cases):
            self.warnings.append(f"{len(cases) - len(fitting)} of {len(cases)} cases left out: about other editions than {options.edition}")
        self.whole = fitting
        """The cases of all shards."""
        self.cases = shard_of(fitting, options.shard) if options.shard else fitting
        self.results: list[CaseResult | None] = [None] * len(self.cases)
        self.todo: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in range(len(self.cases)):
            self.todo.put(index)
        self.allowed_restarts = len(self.cases) // 10 + 5
        self.restarts = 0
        self.done = 0
        self.info: EngineInfo | None = None
        self.engine_error: str | None = None
        self.stopped: str | None = None
        """Why no further case is begun."""

    def run(self) -> Report:
        started = datetime.now(UTC).isoformat(timespec="seconds")
        began = time.perf_counter()
        self.tell(RunStarted(len(self.cases), self.spec.name))
        # Engines in this process share one interpreter: more of them would only take turns.
        separate = self.options.jobs > 1 and self.spec.command is not None
        jobs = min(self.options.jobs, len(self.cases)) if separate else 1
        interrupted = False
        try:
            if jobs <= 1:
                self.work(separate=False)
            else:
                self.work_together(jobs)
        except KeyboardInterrupt:
            interrupted = True
            self.stopped = "interrupted"
        report = self.report(started, time.perf_counter() - began)
        self.tell(RunDone(report))
        if interrupted:
            raise Interrupted(report)
        return report

    def work_together(self, jobs: int) -> None:
        """Several engines at once, each with a thread that plays on it."""
        failures: list[BaseException] = []

        def work() -> None:
            try:
                self.work(separate=True)
            except BaseException as error:  # a defect of the suite: told by the main thread
                failures.append(error)
                self.stopped = self.stopped or f"the suite failed: {error!r}"

        threads = [threading.Thread(target=work, name=f"engine-{number + 1}", daemon=True) for number in range(jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)
        except KeyboardInterrupt:
            self.stopped = "interrupted"
            for thread in threads:  # each ends its engine after the case at hand
                thread.join(self.options.timeout)
            raise
        if failures:
            raise failures[0]

    def work(self, *, separate: bool) -> None:
        """Play cases until there are none, or no engine to play them on."""
        session: Session | None = None
        try:
            while self.stopped is None:
                try:
                    index = self.todo.get_nowait()
                except queue.Empty:
                    return
                if session is None:
                    session = self.start(separate=separate)
                    if session is None:
                        self.todo.put(index)
                        return
                if not self.play(index, session):
                    session.close(at_once=True)
                    session = None
        finally:
            if session is not None:
                session.close()

    def start(self, *, separate: bool) -> Session | None:
        """An engine, or None when there is none to be had any more."""
        while self.stopped is None:
            try:
                session = Session(self.spec, edition=self.options.edition, timeout=self.options.timeout, separate=separate)
            except EngineCannotStart as error:
                reason = str(error) + (f"; it wrote: {error.stderr.strip()[-500:]}" if error.stderr.strip() else "")
                # One that never started is given up at once: nothing suggests that it ever will.
                again = self.info is not None and self.may_restart()
                self.tell(EngineLost(reason, again))
                if not again:
                    self.give_up(reason)
                    return None
                continue
            with self.lock:
                self.info = self.info or session.info
                if session.unknown_features and not any("unknown feature" in warning for warning in self.warnings):
                    self.warnings.append(f"the engine claims unknown features: {', '.join(session.unknown_features[:5])}")
            self.tell(EngineStarted(session.info, self.restarts))
            return session
        return None

    def may_restart(self) -> bool:
        with self.lock:
            if self.restarts >= self.allowed_restarts:
                return False
            self.restarts += 1
            return True

    def give_up(self, reason: str) -> None:
        with self.lock:
            self.engine_error = self.engine_error or reason
            self.stopped = self.stopped or f"the engine could not be run any more: {reason}"

    def play(self, index: int, session: Session) -> bool:
        """Play one case; whether the session can go on."""
        case = self.cases[index]
        self.tell(CaseStarted(case.id))
        follower = self.follow(case) if self.follow is not None else None
        if follower is None:
            result, problem = play_case(case, session, self.cards, way=self.options.way)
        else:
            result, problem = play_case(
                case, session, self.cards, way=self.options.way,
                on_step=follower.on_step, watch=follower.watch, on_verdict=follower.on_verdict,
            )  # fmt: skip
        result = self.scored(case, result)
        if follower is not None:
            follower.over(result, session if problem is None else None)
        with self.lock:
            self.results[index] = result
            self.done += 1
            self.tell(CaseDone(result, self.done, len(self.cases)))
            if self.options.fail_fast and result.outcome in NONCONFORMING and self.stopped is None:
                self.stopped = f"stopped at the first case that does not conform ({case.id})"
        if problem is None or not (problem.restart or session.in_process):
            return True
        # An engine in this process has no process that could be lost: a new one costs nothing, and may always be had.
        if not session.in_process and not self.todo.empty() and not self.may_restart():
            self.tell(EngineLost(str(problem), False))
            self.give_up(f"it broke {self.restarts + 1} times, {self.allowed_restarts} restarts are allowed; the last time: {problem}")
        elif not session.in_process:
            self.tell(EngineLost(str(problem), True))
        return False

    def scored(self, case: Case, result: CaseResult) -> CaseResult:
        """The outcome after disputes and known failures have been looked at."""
        outcome = result.outcome
        if case.disputed is not None and outcome != "error":
            return msgspec.structs.replace(result, outcome="disputed", underlying=outcome, reason=f"disputed: {case.disputed}")
        known = (self.options.known or {}).get(case.id)
        if known is None:
            return result
        if outcome == "fail" or outcome in BROKEN:
            link = f" ({known.link})" if known.link else ""
            return msgspec.structs.replace(result, outcome="known", underlying=outcome, reason=f"known: {known.reason}{link}")
        if outcome == "pass" and not known.of_another:
            reason = f"passes now; take it off the list of known failures ({known.reason})"
            return msgspec.structs.replace(result, outcome="fixed", underlying=outcome, reason=reason)
        return result

    def tell(self, event: RunEvent) -> None:
        with self.lock:
            self.tell_event(event)

    def report(self, started: str, seconds: float) -> Report:
        results = [result if result is not None else self.not_run(case) for case, result in zip(self.cases, self.results, strict=True)]
        summary = summarize(results)
        partial = list(self.partial(summary))
        known = self.options.known or {}
        ids = {case.id for case in self.cases}
        unknown = [entry for entry in known if entry not in ids]
        if unknown and not self.options.shard and not self.options.selection:
            some = "a case that is" if len(unknown) == 1 else f"{len(unknown)} cases that are"
            rest = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
            self.warnings.append(f"the list of known failures names {some} not in this run: {', '.join(unknown[:5])}{rest}")
        return Report(
            suite=SuiteInfo("mtg-conformance", __version__, PROTOCOL_VERSION, digest(self.whole, self.cards.pool)),
            engine=self.info or EngineInfo(self.spec.name),
            edition=self.options.edition,
            complete=not partial,
            started=started,
            seconds=round(seconds, 3),
            summary=summary,
            cases=results,
            restarts=self.restarts,
            partial=partial,
            engine_error=self.engine_error,
            shard="/".join(map(str, self.options.shard)) if self.options.shard else None,
            warnings=self.warnings,
        )

    def partial(self, summary: dict[str, int]) -> Iterable[str]:
        if self.options.shard:
            yield f"shard {self.options.shard[0]} of {self.options.shard[1]}"
        if self.options.selection:
            yield self.options.selection
        if summary["not_run"]:
            yield f"{summary['not_run']} cases were not run: {self.stopped}"

    def not_run(self, case: Case) -> CaseResult:
        fields: dict[str, Any] = {"id": case.id, "title": case.title, "file": case.file, "line": case.line, "rules": case.rules}
        return CaseResult(outcome="not_run", reason=self.stopped or "the run ended before it", **fields)
