"""Puts the page of a run together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from conformance import pictures
from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.report.html.clauses import ALL_STANDINGS, SectionNode, totals, tree
from conformance.report.html.content import NAME, details, row
from conformance.report.html.frame import framed, in_page
from conformance.report.html.summary import AREA_COLUMNS, FIRST_SHOWN, KINDS, REASONS_SHOWN, SYMBOLS, link, summary
from conformance.report.text import one_line
from conformance.report.witness import Tale
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry
from conformance.runner.report import OUTCOMES, Report

SCRIPTS = ("views.js", "list.js", "detail.js", "start.js")
STYLES = ("page.css",)

STANDING_WORDS = {
    "holds": "holds in all its cases",
    "broken": "has a case that does not conform",
    "unjudged": "has no case that was judged",
    "untested": "has no case in this run",
    "unseen": "cannot be observed by any case",
}


def html(
    report: Report,
    registry: Registry,
    cases: Iterable[Case] = (),
    cards: CardPool | None = None,
    *,
    tales: Mapping[str, Tale] | None = None,
    command: str = "mtg-conformance explain",
) -> str:
    """The page of a report, whose rules have the numbers of its edition, as in `report.json`.

    `cases` are the case files' cases, and `cards` what they are played with: of a case that is not there, only what the report says is
    shown. `tales` has what happened in some of them, by id; `command` is what tells a case as a story, up to the id.
    """
    by_id = {case.id: case for case in cases}
    told = tales or {}
    pool = cards if cards is not None else CardPool()
    numbering = Numbering(registry, target=report.edition)
    rows = [row(result, by_id.get(result.id)) for result in report.cases]
    sections = tree(report, registry)
    every = [details(result, by_id.get(result.id), told.get(result.id), pool, numbering) for result in report.cases]
    data: dict[str, Any] = {
        "rows": rows,
        "outcomes": {name: [SYMBOLS[name], KINDS[name]] for name in OUTCOMES},
        "rules": _texts(sections),
        "command": one_line(command, NAME),
        "engine": one_line(report.engine.engine or report.engine.name, NAME),
        "pictures": pictures.STYLE,
    }
    return framed(
        "page.html",
        STYLES,
        SCRIPTS,
        data=in_page(data),
        details="\n".join(in_page(entry) for entry in every),
        summary=summary(report, rows),
        sections=sections,
        standings=[(name, STANDING_WORDS[name], totals(sections)[name]) for name in ALL_STANDINGS],
        report=report,
        areas=AREA_COLUMNS,
        first_shown=FIRST_SHOWN,
        reasons_shown=REASONS_SHOWN,
        features=[one_line(feature, NAME) for feature in report.engine.features],
        link=link,
        line=lambda text: one_line(text, NAME),
    )


def _texts(sections: Iterable[SectionNode]) -> dict[str, str]:
    """What each rule and each clause says, in our words."""
    rules = [rule for section in sections for rule in section.rules]
    return {rule.number: rule.summary for rule in rules} | {clause.id: clause.text for rule in rules for clause in rule.clauses}
