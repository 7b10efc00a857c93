"""What the top of the page says: how many cases were judged, how they ended, and what the run does not prove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

import msgspec

from conformance.report.html.content import NAME, Row
from conformance.report.text import one_line, plural
from conformance.report.words import MEANING, UNPROVEN
from conformance.rules.editions import NEWEST
from conformance.runner.report import NONCONFORMING, OUTCOMES, Report

SYMBOLS: Final = {
    "pass": "✓", "fail": "✗", "crash": "✗", "timeout": "✗", "protocol_error": "✗", "known": "✗", "fixed": "!",
    "unsupported": "–", "unobservable": "–", "disputed": "?", "error": "!", "not_run": "–",
}  # fmt: skip
"""Beside its colour each outcome has a sign, for whoever does not see colours."""

KINDS: Final = {
    "pass": "good", "fail": "bad", "crash": "bad", "timeout": "bad", "protocol_error": "bad", "known": "known", "fixed": "bad",
    "unsupported": "open", "unobservable": "open", "disputed": "open", "error": "wrong", "not_run": "open",
}  # fmt: skip
"""The colour of each outcome."""

FIRST_SHOWN = 12
"""So many cases that do not conform are named on the first view; the list has all."""

REASONS_SHOWN = 12
"""So many reasons of each outcome are named at once; the rest is folded away."""


class Count(msgspec.Struct, frozen=True):
    """An outcome, how often it was there, and where the list of those cases is."""

    name: str
    symbol: str
    kind: str
    count: int
    meaning: str
    link: str


class Reason(msgspec.Struct, frozen=True):
    """Why some cases were not judged."""

    text: str
    count: int
    link: str


class Group(msgspec.Struct, frozen=True):
    """The reasons of an outcome that proves nothing, the most frequent first."""

    outcome: Count
    reasons: list[Reason]


class Area(msgspec.Struct, frozen=True):
    """An area and its cases by column."""

    name: str
    link: str
    cases: int
    columns: list[int]


class Piece(msgspec.Struct, frozen=True):
    """A piece of the bar, in thousandths."""

    kind: str
    start: float
    width: float


class Summary(msgspec.Struct, frozen=True):
    """The first view."""

    engine: str
    language: str
    verdict: str
    verdict_kind: str
    total: int
    judged: int
    conform: int
    differ: int
    counts: list[Count]
    bar: list[Piece]
    groups: list[Group]
    areas: list[Area]
    first: list[Row]
    differing_link: str
    notes: list[str]
    remarks: list[str]


AREA_COLUMNS: Final = ("conform", "do not", "known", "not judged")


def summary(report: Report, rows: list[Row]) -> Summary:
    """The first view of a report; `rows` are those of its cases."""
    counted = Counter(row.outcome for row in rows)
    open_cases = sum(counted[name] for name in UNPROVEN)
    differ = sum(counted[name] for name in NONCONFORMING)
    verdict, kind = _verdict(report, differ, counted["known"], counted["pass"])
    engine = report.engine
    return Summary(
        engine=one_line(" ".join(part for part in (engine.engine, engine.version) if part) or engine.name, NAME),
        language=one_line(engine.language or "", NAME),
        verdict=verdict,
        verdict_kind=kind,
        total=len(rows),
        judged=len(rows) - open_cases,
        conform=counted["pass"],
        differ=differ,
        counts=[_count(name, counted[name]) for name in OUTCOMES if counted[name]],
        bar=_bar(counted),
        groups=_groups(rows),
        areas=_areas(rows),
        first=[row for row in rows if row.outcome in NONCONFORMING][:FIRST_SHOWN],
        differing_link=link(outcome=",".join(name for name in OUTCOMES if name in NONCONFORMING and counted[name])),
        notes=list(_notes(report)),
        remarks=list(_remarks(report)),
    )


def link(**filters: str) -> str:
    """The address of the list with some filters."""
    return "#" + "&".join(f"{name}={quote(text, safe='/,')}" for name, text in {"view": "cases", **filters}.items())


def _verdict(report: Report, differ: int, known: int, passed: int) -> tuple[str, str]:
    """The heading, and its kind. A known failure is expected, but it is one: an engine that has some does not conform in everything."""
    if report.engine_error is not None:
        return "The engine could not be run", "wrong"
    if differ:
        more = f", and {known} more {'is' if known == 1 else 'are'} known not to" if known else ""
        return f"{plural(differ, 'case does', 'cases do')} not conform{more}", "bad"
    if known:
        return f"{plural(known, 'case is', 'cases are')} known not to conform; what else was judged conforms", "known"
    if not passed:
        return "Nothing was proven", "open"
    if not report.complete:
        return "All that was judged conforms", "open"
    return "Conforms in everything that was judged", "good"


def _notes(report: Report) -> Iterable[str]:
    """What the numbers must not be read without."""
    if report.engine_error is not None:
        yield f"The engine could not be run: {one_line(report.engine_error, 1000)}"
    if not report.complete:
        reasons = "; ".join(one_line(reason, 1000) for reason in report.partial) or "it was cut short"
        yield f"This run is not complete, so it certifies nothing: {reasons}."
    engine = report.engine
    if report.edition != NEWEST and engine.engine is not None and engine.edition != report.edition:
        own = f"the rules of {one_line(engine.edition, NAME)}" if engine.edition else "an edition that it does not name"
        yield f"The engine plays by {own}, whatever the cases are judged by."


def _remarks(report: Report) -> Iterable[str]:
    """What is good to know beside the numbers."""
    natural = sum(case.way == "natural" for case in report.cases)
    if natural:
        yield f"{plural(natural, 'case')} could not be set up; there the position was reached by playing."
    if report.restarts:
        yield f"The engine was restarted {plural(report.restarts, 'time')}."
    for warning in report.warnings[:50]:
        yield one_line(warning, 1000)


def _count(name: str, count: int) -> Count:
    return Count(name.replace("_", " "), SYMBOLS[name], KINDS[name], count, MEANING[name], link(outcome=name))


def _bar(counted: Counter[str]) -> list[Piece]:
    kinds = Counter[str]()
    for name in OUTCOMES:
        kinds[KINDS[name]] += counted[name]
    pieces, start = [], 0.0
    for kind, count in kinds.items():
        width = 1000 * count / max(counted.total(), 1)
        if count:
            pieces.append(Piece(kind, round(start, 2), round(width, 2)))
        start += width
    return pieces


def _groups(rows: list[Row]) -> list[Group]:
    groups = []
    for name in UNPROVEN:
        reasons = Counter(row.lacks for row in rows if row.outcome == name)
        if reasons:
            told = [Reason(text, count, link(outcome=name, reason=text)) for text, count in reasons.most_common()]
            groups.append(Group(_count(name, reasons.total()), told))
    return groups


def _areas(rows: list[Row]) -> list[Area]:
    areas: dict[str, Counter[str]] = {}
    for row in rows:
        areas.setdefault(row.area, Counter())[_column(row.outcome)] += 1
    return [
        Area(name, link(area=name), counts.total(), [counts[column] for column in AREA_COLUMNS]) for name, counts in sorted(areas.items())
    ]


def _column(outcome: str) -> str:
    if outcome in UNPROVEN:
        return "not judged"
    return {"pass": "conform", "known": "known"}.get(outcome, "do not")
