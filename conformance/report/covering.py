"""What covers the rules: cases, mutants and invariants as plain data, with the clauses that each names, and how an engine did in the cases.

Whoever calls brings them together; nothing here knows where they come from.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from conformance.report.text import one_line
from conformance.rules.coverage import RuleCoverage, coverage, elsewhere
from conformance.rules.registry import Registry, sort_key
from conformance.runner.report import EngineInfo, Report

LONGEST = 200
"""An engine's name is cut there."""


class Named(msgspec.Struct, frozen=True):
    """A case, a mutant or an invariant. `rules` are today's numbers (`702.26g/c`, `502.1`); a case counts from `since` to `until` only."""

    id: str
    title: str
    rules: Sequence[str]
    since: str | None = None
    until: str | None = None

    def holds_in(self, edition: str) -> bool:
        return (self.since is None or self.since <= edition) and (self.until is None or edition <= self.until)


class Material(msgspec.Struct, frozen=True):
    """All that may cover a clause."""

    cases: Sequence[Named]
    mutants: Sequence[Named] = ()
    invariants: Sequence[Named] = ()

    def covered(self, registry: Registry, edition: str) -> list[RuleCoverage]:
        """What covers the clauses that hold in an edition, in the order of its numbers."""
        return self._covered(registry, edition, edition)

    def of_all_rules(self, registry: Registry, edition: str) -> list[RuleCoverage]:
        """The same, with the rules and clauses of other editions among them."""
        return self._covered(registry, edition, None)

    def _covered(self, registry: Registry, edition: str, only: str | None) -> list[RuleCoverage]:
        cases = [case for case in self.cases if case.holds_in(edition)]
        rules = coverage(registry, _pairs(cases), only, mutants=_pairs(self.mutants), invariants=_pairs(self.invariants))
        return sorted(rules, key=lambda rule: sort_key(rule.rule.number_in(edition) or rule.rule.number))

    def mutants_elsewhere(self, registry: Registry) -> dict[str, list[str]]:
        """The mutants of rules that the registry does not split into clauses, by rule."""
        found = elsewhere(registry, _pairs(self.mutants))
        return {rule: found[rule] for rule in sorted(found, key=sort_key)}

    def mutants_of_whole_rules(self, registry: Registry) -> list[str]:
        """The mutants that name no clause at all: those of a whole rule, and those of rules that the registry does not split."""
        return [mutant.id for mutant in self.mutants if not any(registry.clause(rule) for rule in mutant.rules)]


def cases_of_report(report: Report) -> list[Named]:
    """The cases of a run that has today's numbers. It played them by its edition, so all of them count there."""
    return [Named(case.id, case.title, case.rules) for case in report.cases]


def _pairs(named: Sequence[Named]) -> list[tuple[str, Sequence[str]]]:
    return [(one.id, one.rules) for one in named]


def presented(engine: EngineInfo) -> str:
    """The engine as it presented itself, else as the caller named it: one line that nobody needs an hour to read."""
    return one_line(" ".join(part for part in (engine.engine, engine.version) if part) or engine.name, LONGEST)
