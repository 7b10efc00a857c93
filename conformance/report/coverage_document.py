"""Coverage as a document: what `coverage --format json` writes (schema: conformance/schemas/coverage.json). Field names are stable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from conformance.report.standing import STANDINGS, standing
from conformance.rules.coverage import ClauseCoverage, RuleCoverage, Summary, summary
from conformance.runner.report import EngineInfo, Report


class ClauseEntry(msgspec.Struct, frozen=True):
    """A clause and what names it: cases, mutants of the catalogue (that a case catches each of them shows `mutants`, not this), and
    invariants of the fuzzer. `reason` says why one that is not `testable` is not; `standing` and `outcomes` are there for an engine."""

    id: str
    text: str
    testable: bool
    cases: list[str]
    mutants: list[str]
    invariants: list[str]
    reason: str | msgspec.UnsetType = msgspec.UNSET
    standing: str | msgspec.UnsetType = msgspec.UNSET
    outcomes: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class RuleEntry(msgspec.Struct, frozen=True):
    """A rule; `cases` and `mutants` are those that name it without a clause, and count for none. `number` (and that in clauses' ids) is the
    edition's, `number_now` today's, by which cases cite it, where that is another."""

    number: str
    key: str
    summary: str
    cases: list[str]
    clauses: list[ClauseEntry]
    number_now: str | msgspec.UnsetType = msgspec.UNSET
    mutants: list[str] = []


class CoverageDocument(msgspec.Struct, frozen=True):
    """The coverage of some cases, and with `engine` the engine's standing: how many testable clauses hold, are broken, or are unjudged.
    `mutants_elsewhere` are those of rules that the registry does not split into clauses, by rule."""

    edition: str
    summary: Summary
    rules: list[RuleEntry]
    engine: EngineInfo | msgspec.UnsetType = msgspec.UNSET
    standing: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    mutants_elsewhere: dict[str, list[str]] = {}


def coverage_document(
    edition: str, covered: Sequence[RuleCoverage], report: Report | None = None, mutants_elsewhere: Mapping[str, list[str]] | None = None
) -> CoverageDocument:
    """The document; with a report also what the engine made of each clause."""
    outside = dict(mutants_elsewhere or {})
    outcomes = {case.id: case.outcome for case in report.cases} if report is not None else None
    rules = [_rule(rule, edition, outcomes) for rule in covered]
    if report is None or outcomes is None:
        return CoverageDocument(edition, summary(covered), rules, mutants_elsewhere=outside)
    counts = Counter(standing(clause, outcomes) for rule in covered for clause in rule.clauses if clause.testable)
    return CoverageDocument(edition, summary(covered), rules, report.engine, {name: counts[name] for name in STANDINGS}, outside)


def _rule(covered: RuleCoverage, edition: str, outcomes: Mapping[str, str] | None) -> RuleEntry:
    rule = covered.rule
    number = rule.number_in(edition) or rule.number
    return RuleEntry(
        number=number,
        key=rule.key,
        summary=rule.summary,
        cases=covered.bare,
        clauses=[_clause(clause, number, outcomes) for clause in covered.clauses],
        number_now=rule.number if number != rule.number else msgspec.UNSET,
        mutants=covered.bare_mutants,
    )


def _clause(clause: ClauseCoverage, number: str, outcomes: Mapping[str, str] | None) -> ClauseEntry:
    return ClauseEntry(
        id=f"{number}/{clause.clause.id.partition('/')[2]}",
        text=clause.clause.text,
        testable=clause.testable,
        cases=clause.cases,
        mutants=clause.mutants,
        invariants=clause.invariants,
        reason=clause.clause.untestable or msgspec.UNSET,
        standing=msgspec.UNSET if outcomes is None else standing(clause, outcomes),
        outcomes=msgspec.UNSET if outcomes is None else {case: outcomes[case] for case in clause.cases},
    )
