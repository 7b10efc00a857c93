"""The tree of rules: sections, rules, clauses, and how each clause stands in a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from conformance.report.html.sections import SUBJECTS
from conformance.report.standing import STANDINGS, standing
from conformance.rules.coverage import ClauseCoverage, RuleCoverage, coverage
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry, section_of, sort_key
from conformance.runner.report import CaseResult, Report

ALL_STANDINGS: Final = (*STANDINGS, "untested", "unseen")
"""Besides those of `standing`: `untested` when no case of the run names the clause, `unseen` when no case could observe it."""


class ClauseNode(msgspec.Struct, frozen=True):
    """A clause; `cases` counts those that name it and `against` those of them that contradict the engine."""

    id: str
    letter: str
    text: str
    standing: str
    cases: int
    reason: str = ""


class RuleNode(msgspec.Struct, frozen=True):
    """A rule with its clauses; `number_now` is today's number where the edition has another."""

    number: str
    summary: str
    clauses: list[ClauseNode]
    counts: dict[str, int]
    cases: int
    number_now: str = ""


class SectionNode(msgspec.Struct, frozen=True):
    """A section with its rules."""

    number: str
    name: str
    rules: list[RuleNode]
    counts: dict[str, int]


def tree(report: Report, registry: Registry) -> list[SectionNode]:
    """The rules of the report's edition by section; the report's `rules` are as the edition has them, as `report.json` has."""
    numbering = Numbering(registry, target=report.edition)
    outcomes = {case.id: case.outcome for case in report.cases}
    covered = coverage(registry, ((case.id, _now(case)) for case in report.cases), report.edition)
    nodes = sorted((_rule(rule, outcomes, numbering) for rule in covered), key=lambda node: sort_key(node.number))
    sections: dict[str, list[RuleNode]] = {}
    for node in nodes:
        sections.setdefault(section_of(node.number), []).append(node)
    return [
        SectionNode(number, _subject(rules), rules, _counts(clause for rule in rules for clause in rule.clauses))
        for number, rules in sections.items()
    ]


def _subject(rules: list[RuleNode]) -> str:
    """What a section of any edition is about: its rules say what it is today."""
    return SUBJECTS.get(section_of(rules[0].number_now or rules[0].number), "")


def totals(sections: Iterable[SectionNode]) -> dict[str, int]:
    """How many clauses of all sections stand how."""
    counts: Counter[str] = Counter()
    for section in sections:
        counts.update(section.counts)
    return {name: counts[name] for name in ALL_STANDINGS}


def _now(case: CaseResult) -> list[str]:
    return case.rules_now or case.rules


def _rule(covered: RuleCoverage, outcomes: Mapping[str, str], numbering: Numbering) -> RuleNode:
    number = numbering.number(covered.rule.number) or covered.rule.number
    clauses = [_clause(clause, number, outcomes) for clause in covered.clauses]
    cases = {case for clause in covered.clauses for case in clause.cases} | set(covered.bare)
    was = covered.rule.number if covered.rule.number != number else ""
    return RuleNode(number, covered.rule.summary, clauses, _counts(clauses), len(cases), was)


def _clause(covered: ClauseCoverage, number: str, outcomes: Mapping[str, str]) -> ClauseNode:
    letter = covered.clause.id.partition("/")[2]
    how = in_run(covered, outcomes)
    return ClauseNode(f"{number}/{letter}", letter, covered.clause.text, how, len(covered.cases), covered.clause.untestable or "")


def in_run(covered: ClauseCoverage, outcomes: Mapping[str, str]) -> str:
    """How a clause stands in a run: one of ALL_STANDINGS."""
    if not covered.cases:
        return "untested" if covered.testable else "unseen"
    return standing(covered, outcomes)


def _counts(clauses: Iterable[ClauseNode]) -> dict[str, int]:
    counts = Counter(clause.standing for clause in clauses)
    return {name: counts[name] for name in ALL_STANDINGS if counts[name]}
