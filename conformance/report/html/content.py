"""What the page knows of each case, as plain data: a row for the list, and the rest for whoever opens it.

Everything is text without control characters, and cut where it is longer than anybody would read: cases and engines of strangers are shown
here, and one that says a megabyte has to leave the page usable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case, Expect, Step
from conformance.report.html.boards import Drawn, boards
from conformance.report.story import asked, happened, labels, position, step, words
from conformance.report.text import lines_of, one_line, value
from conformance.report.witness import Tale, Told, Verdict
from conformance.report.words import UNPROVEN, area_of, comparable, lacking, source_of, why
from conformance.rules.numbering import Numbering
from conformance.runner.needs import card_names
from conformance.runner.report import CaseResult

Json = dict[str, Any]

NAME = 300
"""Ids, files, rules and the like are cut there."""

LINE = 600
"""Lines of a story are cut there."""

LONG = 4000
"""Texts of several sentences are cut there."""

MOST_LINES = 400
"""So many lines of a position are shown."""

_CITED = re.compile(r"^(.*?)(?:  \[([^\[\]]*)\])?$", re.DOTALL)


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A case in the list. `words` is what the search looks through besides what is shown, `short` the reason of the outcome in a line,
    `lacks` the reason that cases which were not judged are counted by."""

    id: str
    title: str
    outcome: str
    area: str
    rules: list[str]
    short: str = ""
    lacks: str = ""
    words: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened: an indent, a text, the rule that the engine cites."""

    text: str
    rule: str = ""
    deep: bool = False


class Asked(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of an expectation; `seen` is how it went (`held`, `differs`, `unseen`) where it was told."""

    path: str
    expected: str
    seen: str = ""
    observed: str = ""


class StepEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a script."""

    number: int
    text: str
    asks: list[Asked] = []
    events: list[Line] = []
    cut: int = 0
    where: str = ""
    unplayed: bool = False


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a case differed first."""

    step: int
    path: str
    expected: str
    observed: str
    rule: str = ""
    message: str = ""
    line: int = 0


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is told of a case by itself. What comes from the case file is missing where only a report is at hand."""

    file: str
    line: int
    seconds: float
    way: str = ""
    underlying: str = ""
    reason: str = ""
    difference: Difference | None = None
    stderr: str = ""
    rules_now: list[str] = []
    why: str = ""
    sources: list[str] = []
    confidence: str = ""
    disputed: str = ""
    editions: str = ""
    refused: str = ""
    position: list[str] = []
    prologue_position: list[str] = []
    prologue: list[StepEntry] = []
    script: list[StepEntry] = []
    pictures: list[Drawn] = []


def row(result: CaseResult, case: Case | None) -> Row:
    """The case in the list."""
    searched = [case.why, *case.tags, *case.sources, *card_names(case.given)] if case is not None else []
    return Row(
        id=one_line(result.id, NAME),
        title=one_line(result.title, NAME),
        outcome=result.outcome,
        area=one_line(area_of(result.file), NAME),
        rules=[one_line(rule, NAME) for rule in result.rules],
        short="" if result.outcome == "pass" else why(result),
        lacks=lacking(result) if result.outcome in UNPROVEN else "",
        words=one_line("\n".join(searched), LONG),
    )


def details(result: CaseResult, case: Case | None, tale: Tale | None, cards: CardPool, numbering: Numbering) -> Details:
    """The case by itself."""
    told: Json = _of_case(case, tale, cards, numbering) if case is not None else {}
    return Details(
        file=one_line(result.file, NAME),
        line=result.line,
        seconds=result.seconds,
        way=result.way or "",
        underlying=result.underlying or "",
        reason=lines_of(_cut(result.reason or "", LONG)),
        difference=_difference(result),
        stderr=lines_of(_cut(result.stderr or "", LONG)),
        rules_now=[one_line(rule, NAME) for rule in result.rules_now],
        **told,
    )


def _difference(result: CaseResult) -> Difference | None:
    failure = result.failure
    if failure is None:
        return None
    return Difference(
        step=failure.step,
        path=one_line(failure.path, NAME),
        expected=value(failure.expected, LONG),
        observed=value(failure.observed, LONG),
        rule=one_line(failure.rule or "", NAME),
        message=one_line(failure.message or "", LONG),
        line=failure.line or 0,
    )


def _of_case(case: Case, tale: Tale | None, cards: CardPool, numbering: Numbering) -> Json:
    called = labels(case.given)
    told = tale.told if tale is not None else []
    prologue = case.natural
    natural = [entry for entry in told if entry.way == "natural"]
    played = [entry for entry in told if entry.way == "given"]
    since, until = case.editions.since, case.editions.until
    return {
        "why": lines_of(_cut(case.why, LONG)),
        "sources": [source_of(source, NAME) for source in case.sources],
        "confidence": case.confidence,
        "disputed": one_line(case.disputed or "", LONG),
        "editions": f"from {since or 'the first'} to {until or 'now'}" if since or until else "",
        "refused": words(case.expect_refused or ""),
        "position": _lines(case.given),
        "prologue_position": _lines(prologue.given) if prologue is not None else [],
        "prologue": _script(prologue.script, natural, called, numbering, bool(natural)) if prologue is not None else [],
        "script": _script(case.script, played, called, numbering, tale is not None),
        "pictures": boards(case.given, cards, tale),
    }


def _lines(given: Json) -> list[str]:
    lines: list[str] = []
    for line in position(given):
        if len(lines) == MOST_LINES:
            return [*lines, "... and more"]
        lines.append(one_line(line, LINE))
    return lines


def _script(steps: Sequence[Step], told: Sequence[Told], called: Mapping[str, str], numbering: Numbering, played: bool) -> list[StepEntry]:
    """The steps, those that were told with what happened in them."""
    entries = [_told(entry, called, numbering) for entry in told]
    entries += [
        StepEntry(number, one_line(step(rest), LINE), asks=_asks(rest), unplayed=played)
        for number, rest in enumerate(steps[len(entries) :], len(entries) + 1)
    ]
    return entries


def _asks(of: Step) -> list[Asked]:
    return [Asked(one_line(path, NAME), value(expected, LINE)) for path, expected in asked(of)] if isinstance(of, Expect) else []


def _told(entry: Told, called: Mapping[str, str], numbering: Numbering) -> StepEntry:
    events = [_renumbered(event, numbering) for event in entry.events]
    return StepEntry(
        entry.number,
        one_line(step(entry.step), LINE),
        asks=[_verdict(verdict) for verdict in entry.verdicts] or _asks(entry.step),
        events=list(_happened(events, called)),
        cut=entry.cut,
        where=one_line(entry.where.replace("_", " "), NAME),
    )


def _renumbered(event: Json, numbering: Numbering) -> Json:
    """The event with the rule that the engine cites, by today's number, as the edition has it."""
    rule = event.get("rule")
    return {**event, "rule": numbering.reference(rule) or rule} if isinstance(rule, str) else event


def _verdict(verdict: Verdict) -> Asked:
    path, expected = one_line(verdict.path, NAME), value(verdict.expected, LINE)
    if verdict.held is None:
        return Asked(path, expected, "unseen")
    if verdict.held:
        return Asked(path, expected, "held")
    return Asked(path, expected, "differs", value(comparable(verdict.observed, verdict.expected), LINE))


def _happened(events: Iterable[Json], called: Mapping[str, str]) -> Iterator[Line]:
    for line in happened(events, called):
        match = _CITED.match(line)
        text, rule = (match[1], match[2]) if match else (line, None)
        yield Line(one_line(text.strip(), LINE), one_line(rule or "", NAME), line.startswith("  "))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[:limit] + "..."
