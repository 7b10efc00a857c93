"""One case on one engine: sets the position up, plays the script, makes an outcome of how it ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from conformance.cases.model import Case, Step
from conformance.engines.errors import EngineFlooded, EngineProblem
from conformance.runner.card_book import CardBook
from conformance.runner.driver import Driver
from conformance.runner.errors import CaseError, Departure, Different, NotSupported, Unreported
from conformance.runner.judge import OnVerdict
from conformance.runner.names import Names
from conformance.runner.needs import Way, card_names, ways
from conformance.runner.report import CaseResult, Failure, Outcome
from conformance.runner.session import Session
from conformance.runner.table import Table

Json = dict[str, Any]

_CHANGES = {
    "zone": ("zone_change",),
    "same_object": ("zone_change",),
    "phased": ("phased_in", "phased_out"),
    "tapped": ("tapped", "untapped"),
    "attached_to": ("attached", "unattached"),
    "transformed": ("transformed",),
    "counters": ("counter_added", "counter_removed"),
    "attacking": ("removed_from_combat",),
    "blocking": ("removed_from_combat",),
}
"""Events that change a field: the rule that such an event cites is the one to look at when the field differs."""

OnStep = Callable[[str, int, Step], None]
Watch = Callable[[Json, Json], None]


def play_case(
    case: Case,
    session: Session,
    cards: CardBook,
    *,
    way: Way | None = None,
    on_step: OnStep | None = None,
    watch: Watch | None = None,
    on_verdict: OnVerdict | None = None,
) -> tuple[CaseResult, EngineProblem | None]:
    """Play a case; its result, and the engine's problem if it had one (then it may have to be restarted).

    `way` allows only one of the ways. `on_step(way, number, step)` is called before each step, `watch(params, reply)` after each act and
    after `new_game`; `on_verdict(path, expected, observed, verdict)` after each comparison of an expectation.
    Nothing is raised for anything that a case or an engine does.
    """
    began = time.perf_counter()
    play = _Play(case, session, cards, on_step, watch, on_verdict)
    problem = play.run(way)
    return play.result(time.perf_counter() - began), problem


class _Play:
    def __init__(
        self, case: Case, session: Session, cards: CardBook, on_step: OnStep | None, watch: Watch | None, on_verdict: OnVerdict | None
    ) -> None:
        self.case = case
        self.session = session
        self.cards = cards
        self.on_step = on_step
        self.watch = watch
        self.on_verdict = on_verdict
        self.way: Way | None = None
        self.driver: Driver | None = None
        self.outcome: Outcome = "pass"
        self.reason: str | None = None
        self.failure: Failure | None = None
        self.stderr: str | None = None

    def run(self, only: Way | None) -> EngineProblem | None:
        """Go the first way that the engine does not turn down."""
        try:
            self.session.begin_case()
            possible = ways(self.case, self.session, only)
            for way in possible:
                self.way = way
                try:
                    self._play(way)
                    break
                except NotSupported:
                    if way == possible[-1] or self.driver is not None:
                        raise
        except EngineProblem as problem:
            self._end(problem.outcome, str(problem))  # type: ignore[arg-type]
            self.stderr = problem.stderr or None
            return problem
        except Different as different:
            self._fail(different.path, different.expected, different.observed, different.message, different.subject)
        except Departure as departure:
            if self.session.spec.trusted:
                self._end("error", self._placed(str(departure)))
            else:
                self._fail(departure.path, departure.expected, departure.observed, str(departure))
        except CaseError as error:
            self._end("error", self._placed(str(error)))
        except NotSupported as lack:
            self._end("unsupported", str(lack))
        except Unreported as lack:
            self._end("unobservable", str(lack))
            if self.driver is not None:
                self.driver.unobservable.append(lack.path)
        except RecursionError:
            flood = EngineFlooded("it sent something nested too deeply to be looked at")
            self._end("protocol_error", str(flood))
            return flood
        else:
            if self.driver is not None and self.driver.unobservable:
                self._end("unobservable", f"the engine does not report {', '.join(self.driver.unobservable[:5])}")
        return None

    def _play(self, way: Way) -> None:
        case = self.case
        natural = case.natural if way == "natural" else None
        given = natural.given if natural is not None else case.given
        status = self._new_game(given)
        if status is None:
            return
        names = Names(given)
        table = Table(self.session, given, status, self.watch)
        self.driver = Driver(case, self.session, table, names, self.on_step, self.on_verdict)
        if natural is not None:
            self.driver.play(natural.script, prologue=True)
        self.driver.begin()
        self.driver.play(case.script)
        self.driver.finish()

    def _new_game(self, given: Json) -> Json | None:
        """The status of the new game, or None if the case is about decks being refused, and they are."""
        params: Json = {"given": given}
        names = card_names(given)
        describe = self.cards.invented if self.session.cards == "all" else self.cards.describe
        described = describe(names, text=not self.session.in_process)
        if described:
            params["cards"] = described
        reply = self.session.new_game(params)
        if self.watch is not None:
            self.watch(params, reply)
        if "unsupported" in reply:
            lack = reply["unsupported"]
            raise NotSupported(f"{lack.get('kind')} {lack.get('name')}" + (f": {lack['reason']}" if lack.get("reason") else ""))
        expected = self.case.expect_refused
        if "refused" in reply:
            refusal = reply["refused"]
            observed = f"refused ({refusal.get('reason')})"
            if expected is None:
                if self.session.spec.trusted:
                    raise CaseError(f"the position was {observed}: {refusal.get('message')}")
                raise Different("given", "accepted", observed, refusal.get("message") or None)
            if refusal.get("reason") not in (expected, None):
                raise Different("given", f"refused ({expected})", observed, refusal.get("message") or None)
            return None
        if expected is not None:
            raise Different("given", f"refused ({expected})", "accepted")
        status: Json = reply["status"]
        return status

    def _placed(self, message: str) -> str:
        """A message with the step that it is about."""
        driver = self.driver
        if driver is None or driver.step is None:
            return message
        line = f", line {driver.step.place.line}" if driver.step.place else ""
        return f"{'prologue ' if driver.in_prologue else ''}step {driver.at}{line}: {message}"

    def _end(self, outcome: Outcome, reason: str) -> None:
        self.outcome = outcome
        self.reason = _short(reason)

    def _fail(self, path: str, expected: Any, observed: Any, message: str | None, subject: str | None = None) -> None:
        driver = self.driver
        message = _short(message)
        self.outcome = "fail"
        self.reason = message
        place = driver.step.place if driver is not None and driver.step is not None else None
        if driver is not None and driver.in_prologue:
            path = f"natural.{path}"
        elif place is not None and driver is not None:
            place = getattr(driver.step, "places", {}).get(path, place)
        self.failure = Failure(
            step=driver.at if driver is not None else 0,
            path=path,
            expected=_short(expected),
            observed=_short(observed),
            rule=self._rule_about(subject, path),
            line=place.line if place else None,
            message=message,
        )

    def _rule_about(self, subject: str | None, path: str) -> str | None:
        """The rule that the engine cited for the last change of that field of that object, since the last expectation."""
        kinds = _CHANGES.get(path.rpartition(".")[2])
        if subject is None or self.driver is None or kinds is None:
            return None
        for event in reversed(self.driver.table.events_since()):
            if event.get("object") == subject and event["kind"] in kinds and event.get("rule"):
                return str(event["rule"])
        return None

    def result(self, seconds: float) -> CaseResult:
        case = self.case
        return CaseResult(
            id=case.id,
            title=case.title,
            file=case.file,
            line=case.line,
            rules=case.rules,
            outcome=self.outcome,
            way=self.way,
            seconds=round(seconds, 6),
            reason=self.reason,
            failure=self.failure,
            unobservable=self.driver.unobservable if self.driver is not None else [],
            stderr=self.stderr[-4000:] if self.stderr else None,
        )


def _short(value: Any, limit: int = 4000) -> Any:
    """A value small enough for a report: an engine may have sent anything."""
    value = _shallow(value)
    if isinstance(value, str):
        return value if len(value) <= limit else value[:limit] + "..."
    if isinstance(value, (list, dict)) and len(text := repr(value)) > limit:
        return text[:limit] + "..."
    return value


def _shallow(value: Any, depth: int = 24) -> Any:
    """A value cut off where it is nested deeper than any field of the protocol: whoever reads the report has to get through it."""
    if isinstance(value, (list, dict)) and not depth:
        return "..."
    if isinstance(value, dict):
        return {key: _shallow(entry, depth - 1) for key, entry in value.items()}
    return [_shallow(entry, depth - 1) for entry in value] if isinstance(value, list) else value
