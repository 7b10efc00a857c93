"""The page of the coverage: a map of the rules in scope, section by section, rule by rule, clause by clause.

It stands by itself, as the page of a run does. Of a clause it says how many cases, mutants and invariants name it, and of an engine how it
did in those cases. Without an engine the edition can be chosen in the page, which therefore has all numbers, and the days from which and
up to which rules, clauses and cases count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from conformance import __version__
from conformance.report.covering import Material, Named, presented
from conformance.report.html.content import NAME
from conformance.report.html.coverage_tree import COVER_WORDS, SHORT, cover_totals, coverage_tree, standing_totals
from conformance.report.html.frame import framed, in_page
from conformance.report.html.page import STANDING_WORDS
from conformance.report.html.sections import SUBJECTS
from conformance.report.html.summary import KINDS, SYMBOLS
from conformance.report.standing import STANDINGS
from conformance.report.text import one_line
from conformance.report.words import why
from conformance.rules.coverage import summary
from conformance.rules.editions import NEWEST
from conformance.rules.registry import Registry
from conformance.runner.report import OUTCOMES, CaseResult, Report

SCRIPTS: Final = ("coverage_clauses.js", "coverage_map.js", "coverage_start.js")
STYLES: Final = ("coverage.css",)
TITLE: Final = 200
"""Titles are cut there, and ids at NAME."""


def coverage_html(
    material: Material, registry: Registry, edition: str = NEWEST, editions: Iterable[str] = (), report: Report | None = None
) -> str:
    """The page of what covers the rules of an edition; `editions` are those that it offers besides.

    With a report, which has today's numbers, also what its engine made of each clause: then the edition is that of the report, and no other
    is offered.
    """
    results = {case.id: case for case in report.cases} if report is not None else {}
    outcomes = {id_: case.outcome for id_, case in results.items()} if report is not None else None
    covered = material.covered(registry, edition)
    sections = coverage_tree(material, registry, edition, outcomes)
    covers, stands = cover_totals(sections), standing_totals(sections)
    offered = sorted({*editions, edition}) if report is None else [edition]
    data = {
        "edition": edition,
        "editions": offered,
        "subjects": SUBJECTS,
        "short": SHORT,
        "rules": _rules(material, registry, [rule.key for section in sections for rule in section.rules], report is None),
        "cases": [_case(case, results.get(case.id)) for case in material.cases],
        "mutants": [_named(mutant) for mutant in material.mutants],
        "invariants": [_named(invariant) for invariant in material.invariants],
        "outcomes": {name: [SYMBOLS[name], KINDS[name]] for name in OUTCOMES},
        "engine": report is not None,
    }
    return framed(
        "coverage.html",
        STYLES,
        SCRIPTS,
        data=in_page(data),
        edition=edition,
        editions=list(reversed(offered)),
        sections=sections,
        counts=summary(covered),
        covers=[(name, words, covers[name]) for name, words in COVER_WORDS.items()],
        standings=[(name, STANDING_WORDS[name], stands[name]) for name in STANDINGS if stands],
        stands=stands,
        short=SHORT,
        bar=list((stands or covers).items()),
        legend=[(name, STANDING_WORDS[name]) for name in stands] or list(COVER_WORDS.items()),
        version=one_line(report.suite.version, NAME) if report is not None else __version__,
        mutants=len(material.mutants),
        invariants=len(material.invariants),
        whole=len(material.mutants_of_whole_rules(registry)),
        engine=presented(report.engine) if report is not None else "",
        notes=_notes(report),
    )


def _notes(report: Report | None) -> list[str]:
    """What the numbers of a run must not be read without."""
    if report is None:
        return []
    notes = [f"The engine could not be run: {one_line(report.engine_error, 1000)}"] if report.engine_error is not None else []
    if not report.complete:
        reasons = "; ".join(one_line(reason, 1000) for reason in report.partial[:20]) or "it was cut short"
        notes.append(f"The run is not complete, so clauses may lack cases here that there are: {reasons}.")
    return notes


def _rules(material: Material, registry: Registry, keys: Sequence[str], dated: bool) -> list[dict[str, Any]]:
    """What the program needs of each rule and clause, in the order in which they stand in the page; names are places in the lists."""
    by_key = {rule.key: rule for rule in registry}
    cases, mutants, invariants = _places(material.cases), _places(material.mutants), _places(material.invariants)
    return [
        {
            "number": rule.number,
            **({"numbers": rule.numbers, "since": rule.since, "until": rule.until} if dated else {}),
            "key": rule.key,
            "cases": cases.get(rule.number, []),
            "mutants": mutants.get(rule.number, []),
            "clauses": [
                {
                    **({"since": clause.since, "until": clause.until} if dated else {}),
                    "cases": cases.get(clause.id, []),
                    "mutants": mutants.get(clause.id, []),
                    "invariants": invariants.get(clause.id, []),
                }
                for clause in rule.clauses
            ],
        }
        for rule in (by_key[key] for key in keys)
    ]


def _places(named: Sequence[Named]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, one in enumerate(named):
        for reference in dict.fromkeys(one.rules):
            places.setdefault(reference, []).append(place)
    return places


def _named(one: Named) -> dict[str, str]:
    return {"id": one_line(one.id, NAME), "title": one_line(one.title, TITLE)}


def _case(case: Named, result: CaseResult | None) -> dict[str, str | None]:
    """A case; one that was played with what came of it, and why in a line."""
    told: dict[str, str | None] = dict(_named(case))
    if case.since or case.until:
        told |= {"since": case.since, "until": case.until}
    if result is not None:
        told |= {"outcome": result.outcome} | ({"why": one_line(why(result), TITLE)} if result.outcome != "pass" else {})
    return told
