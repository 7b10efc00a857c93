"""Coverage, counted in clauses: a clause is covered when a case names it; one that no case can observe counts apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from conformance.rules.editions import NEWEST
from conformance.rules.registry import Clause, Registry, Rule


class ClauseCoverage(msgspec.Struct):
    """A clause and the ids of the cases that name it."""

    clause: Clause
    cases: list[str]

    @property
    def testable(self) -> bool:
        return self.clause.untestable is None


class RuleCoverage(msgspec.Struct):
    """A rule, its clauses, and the cases that name the rule without a clause."""

    rule: Rule
    clauses: list[ClauseCoverage]
    bare: list[str]


class Summary(msgspec.Struct):
    """How many clauses there are, and how many of them cases cover. `covered` counts testable clauses only."""

    clauses: int
    testable: int
    covered: int
    untestable: int


def coverage(registry: Registry, cases: Iterable[tuple[str, Sequence[str]]], edition: str = NEWEST) -> list[RuleCoverage]:
    """Which case covers which clause of the rules that an edition has; `cases` are pairs of an id and the references that the case makes
    (`702.26g/c`, `502.1`, today's numbers)."""
    by_reference: dict[str, list[str]] = {}
    for case, references in cases:
        for reference in dict.fromkeys(references):
            by_reference.setdefault(reference, []).append(case)
    return [
        RuleCoverage(
            rule,
            [ClauseCoverage(clause, by_reference.get(clause.id, [])) for clause in rule.clauses if clause.holds_in(edition)],
            by_reference.get(rule.number, []),
        )
        for rule in registry
        if rule.number_in(edition) is not None
    ]


def summary(rules: Iterable[RuleCoverage]) -> Summary:
    """The counts over all clauses of `rules`."""
    clauses = [clause for rule in rules for clause in rule.clauses]
    testable = [clause for clause in clauses if clause.testable]
    covered = sum(bool(clause.cases) for clause in testable)
    return Summary(len(clauses), len(testable), covered, len(clauses) - len(testable))
