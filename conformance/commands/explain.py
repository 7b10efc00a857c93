"""`mtg-conformance explain CASE`: the case as a story, played on an engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from conformance.cases.library import load
from conformance.cases.model import Case, Expect, Step
from conformance.commands.inputs import edition_of, engine_of, registry, timeout_of, unknown_case
from conformance.commands.pictured import Boards, writable
from conformance.commands.problems import BadFiles, NoEngine, WrongCall
from conformance.engines.errors import EngineCannotStart
from conformance.report.console import console, say
from conformance.report.story import asked, happened, labels, position, step
from conformance.report.text import one_line, plural, value
from conformance.report.words import MEANING, comparable, source_of, why
from conformance.rules.editions import NEWEST
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.report import NONCONFORMING, CaseResult
from conformance.runner.session import Session

Json = dict[str, Any]


MOST_LINES = 400
"""So much of what an engine reports for one step is told: a flood of events is no story."""


class Verdict(msgspec.Struct):
    """One comparison: `held` is None where the engine does not report what was asked."""

    path: str
    expected: Any
    observed: Any
    held: bool | None


class Told(msgspec.Struct):
    """One step as it went."""

    way: str
    number: int
    step: Step
    events: list[Json] = msgspec.field(default_factory=list)
    verdicts: list[Verdict] = msgspec.field(default_factory=list)
    where: str = ""


class Witness:
    """Follows a game and keeps what there is to tell, step by step."""

    def __init__(self, boards: Boards | None) -> None:
        self.told: list[Told] = []
        self.boards = boards

    def on_step(self, way: str, number: int, what: Step) -> None:
        if self.boards is not None:
            self.boards.on_step(way, number, what)
        self.told.append(Told(way, number, what))

    def watch(self, params: Json, reply: Json) -> None:
        if not self.told:
            return
        told = self.told[-1]
        told.events += reply.get("events") or ()
        status = reply.get("status")
        if status:
            told.where = f"turn {status['turn']}, {status['active']}'s {status['step']}"

    def on_verdict(self, path: str, expected: Any, observed: Any, held: bool | None) -> None:
        if self.told:
            self.told[-1].verdicts.append(Verdict(path, expected, observed, held))


def run(
    wanted: str,
    paths: Sequence[Path],
    engine: str,
    edition: str | None,
    timeout: float,
    *,
    board: bool = False,
    svg: Path | None = None,
) -> int:
    """Tell a case and play it; the exit code is that of a run of this one case. `board` shows the boards, `svg` is a file for them."""
    date = edition_of(edition)
    spec = engine_of(engine)
    seconds = timeout_of(timeout)
    if svg is not None:
        writable(svg)
    loaded = load(list(paths) or None)
    case = next((case for case in loaded.cases if case.id == wanted), None)
    if case is None:
        if loaded.errors and wanted not in {case.id for case in loaded.cases}:
            raise BadFiles(*(str(problem) for problem in loaded.errors), f"no case {wanted!r} is in what could be read")
        raise WrongCall(f"{wanted!r}: {unknown_case(wanted, [case.id for case in loaded.cases])}")
    try:
        session = Session(spec, edition=date, timeout=seconds)
    except EngineCannotStart as error:
        raise NoEngine(str(error)) from error
    witness = Witness(Boards(case, session) if board or svg is not None else None)
    try:
        result, _ = play_case(
            case, session, CardBook(loaded.cards), on_step=witness.on_step, watch=witness.watch, on_verdict=witness.on_verdict
        )
        if witness.boards is not None:
            witness.boards.over()
    finally:
        session.close()
    rules = registry()
    numbering = Numbering(rules, target=date)
    _head(case, rules, numbering)
    _script(case, witness, numbering)
    if board and witness.boards is not None:
        witness.boards.show(result)
    _end(case, session, result)
    if svg is not None and witness.boards is not None:
        witness.boards.write(svg, result)
    return _exit_code(result)


def _head(case: Case, rules: Registry, numbering: Numbering) -> None:
    on = console()
    say(on, case.id, "bold")
    say(on, one_line(case.title))
    if numbering.target != NEWEST:
        say(on, f"By the rules of {numbering.target}, with their numbers", "dim")
    on.print()
    for reference in case.rules:
        say(on, f"{_number(reference, numbering)}  {_meaning(reference, rules)}".rstrip(), hanging=4)
    on.print()
    say(on, f"Why: {one_line(case.why)}", hanging=5)
    for source in case.sources:
        say(on, f"Source: {source_of(source)}", hanging=8)
    if case.confidence != "text":
        say(on, f"This follows from a {case.confidence}." if case.confidence == "ruling" else f"Confidence: {case.confidence}.")
    if case.disputed:
        say(on, f"Disputed: {one_line(case.disputed)}", "yellow", hanging=10)
    since, until = case.editions.since, case.editions.until
    if (since and numbering.target < since) or (until and numbering.target > until):
        say(on, f"It is about the editions from {since or 'the first'} to {until or 'now'}; this is {numbering.target}.", "yellow")
    on.print()
    say(on, "The position", "bold")
    for line in position(case.given):
        indent = len(line) - len(line.lstrip())
        say(on, line.strip(), indent=2 + indent, hanging=4)
    on.print()


def _number(reference: str, numbering: Numbering) -> str:
    """The reference as the edition has it, with today's number where that is another."""
    its = numbering.reference(reference)
    if its is None:
        return f"{reference} today, not in the rules of {numbering.target}"
    return its if its == reference else f"{its} ({reference} today)"


def _meaning(reference: str, rules: Registry) -> str:
    clause = rules.clause(reference)
    if clause is not None:
        return clause.text
    rule = rules.rules.get(reference)
    return rule.summary if rule is not None else ""


def _script(case: Case, witness: Witness, numbering: Numbering) -> None:
    on = console()
    called = labels(case.given)
    say(
        on,
        "What happens" if not witness.told or witness.told[0].way == "given" else "What happens (the natural way to the position first)",
        "bold",
    )
    for told in witness.told:
        say(on, f"{told.number}. {step(told.step)}", indent=2, hanging=3)
        lines = list(happened([_renumbered(event, numbering) for event in told.events], called))
        for line in lines[:MOST_LINES]:
            say(on, line.strip(), "cyan", indent=5 + len(line) - len(line.lstrip()), hanging=2)
        if len(lines) > MOST_LINES:
            say(on, f"and {len(lines) - MOST_LINES} more", "dim", indent=5)
        if isinstance(told.step, Expect):
            for verdict in told.verdicts:
                _verdict(verdict)
        elif told.where and not told.events:
            say(on, f"({told.where.replace('_', ' ')})", "dim", indent=5)
    played = len([told for told in witness.told if told.way == "given"])
    if played < len(case.script):
        say(on, f"Not played ({plural(len(case.script) - played, 'step')}):", "dim", indent=2)
        for number, rest in enumerate(case.script[played:], played + 1):
            say(on, f"{number}. {step(rest)}", "dim", indent=2, hanging=3)
            for path, expected in asked(rest) if isinstance(rest, Expect) else ():
                say(on, f"{one_line(path)}: {value(expected, 200)}", "dim", indent=5, hanging=9)
    on.print()


def _renumbered(event: Json, numbering: Numbering) -> Json:
    """The event with the rule that the engine cites, by today's number, as the edition has it."""
    rule = event.get("rule")
    return {**event, "rule": numbering.reference(rule) or rule} if isinstance(rule, str) else event


def _verdict(verdict: Verdict) -> None:
    on = console()
    path, expected = one_line(verdict.path), value(verdict.expected, 200)
    if verdict.held:
        say(on, f"ok       {path}: {expected}", "green", indent=5, hanging=9)
    elif verdict.held is None:
        say(on, f"unseen   {path}: {expected}, the engine does not report it", "yellow", indent=5, hanging=9)
    else:
        observed = value(comparable(verdict.observed, verdict.expected), 200)
        say(on, f"DIFFERS  {path}: expected {expected}, observed {observed}", "bold red", indent=5, hanging=9)


def _end(case: Case, session: Session, result: CaseResult) -> None:
    on = console()
    engine = " ".join(one_line(part) for part in (session.info.engine, session.info.version) if part)
    say(on, f"{engine}: {result.outcome} - {MEANING[result.outcome]}", "bold green" if result.outcome == "pass" else "bold", hanging=2)
    if result.outcome != "pass":
        say(on, why(result, 400), indent=2, hanging=2)
    say(on, f"{one_line(case.file)}:{case.line}", "dim")


def _exit_code(result: CaseResult) -> int:
    if result.outcome == "error":
        return 2
    return 1 if result.outcome in NONCONFORMING else 0
