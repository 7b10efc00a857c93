"""Coverage, counted in clauses: which cases, mutants and invariants name each. A clause that no case can observe counts apart.

Mutants and invariants come as ids with the references that they make, as cases do: this module knows nothing else of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from conformance.rules.editions import NEWEST
from conformance.rules.registry import Clause, Registry, Rule

References = Iterable[tuple[str, Sequence[str]]]
"""Pairs of an id and what it names (`702.26g/c`, `502.1`), by today's numbers."""


class ClauseCoverage(msgspec.Struct):
    """A clause and the ids of the cases, mutants and invariants that name it."""

    clause: Clause
    cases: list[str]
    mutants: list[str] = []
    invariants: list[str] = []

    @property
    def testable(self) -> bool:
        return self.clause.untestable is None

    @property
    def both(self) -> bool:
        """Whether a case and a mutant name it: what breaks it can be seen. That the mutant is caught shows `mutants`, not this."""
        return bool(self.cases and self.mutants)


class RuleCoverage(msgspec.Struct):
    """A rule, its clauses, and the cases and mutants that name the rule without a clause: they count for none of its clauses."""

    rule: Rule
    clauses: list[ClauseCoverage]
    bare: list[str]
    bare_mutants: list[str] = []


class Summary(msgspec.Struct):
    """How many clauses there are, and how many of them cases cover. All but `clauses` and `untestable` count testable clauses only:
    `covered` those with a case, `with_mutant` those with a case and a mutant, `with_invariant` those with an invariant."""

    clauses: int
    testable: int
    covered: int
    untestable: int
    with_mutant: int = 0
    with_invariant: int = 0


def coverage(
    registry: Registry, cases: References, edition: str | None = NEWEST, *, mutants: References = (), invariants: References = ()
) -> list[RuleCoverage]:
    """What names which clause of the rules that an edition has, or of all rules that there ever were (None)."""
    by_case, by_mutant, by_invariant = _by_reference(cases), _by_reference(mutants), _by_reference(invariants)

    def clause(its: Clause) -> ClauseCoverage:
        return ClauseCoverage(its, *(found.get(its.id, []) for found in (by_case, by_mutant, by_invariant)))

    return [
        RuleCoverage(
            rule,
            [clause(its) for its in rule.clauses if edition is None or its.holds_in(edition)],
            by_case.get(rule.number, []),
            by_mutant.get(rule.number, []),
        )
        for rule in registry
        if edition is None or rule.number_in(edition) is not None
    ]


def elsewhere(registry: Registry, named: References) -> dict[str, list[str]]:
    """Of those that name something, which name rules that the registry does not have: their ids by rule."""
    found = _by_reference(named)
    return {reference: ids for reference, ids in found.items() if reference.partition("/")[0] not in registry.rules}


def _by_reference(named: References) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id_, references in named:
        for reference in dict.fromkeys(references):
            found.setdefault(reference, []).append(id_)
    return found


def summary(rules: Iterable[RuleCoverage]) -> Summary:
    """The counts over all clauses of `rules`."""
    clauses = [clause for rule in rules for clause in rule.clauses]
    testable = [clause for clause in clauses if clause.testable]
    return Summary(
        clauses=len(clauses),
        testable=len(testable),
        covered=sum(bool(clause.cases) for clause in testable),
        untestable=len(clauses) - len(testable),
        with_mutant=sum(clause.both for clause in testable),
        with_invariant=sum(bool(clause.invariants) for clause in testable),
    )
