"""The tree of the coverage page: sections, rules and clauses with their counts, as the page has them before anybody chooses anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from conformance.report.covering import Material
from conformance.report.html.clauses import ALL_STANDINGS, in_run
from conformance.report.html.sections import SUBJECTS
from conformance.report.standing import CONTRADICT
from conformance.report.words import UNPROVEN
from conformance.rules.coverage import ClauseCoverage, RuleCoverage
from conformance.rules.registry import Registry, section_of

COVER_WORDS: Final = {
    "both": "has a case and a mutant",
    "case": "has a case, and no mutant",
    "none": "has no case",
    "unseen": "cannot be observed by any case",
}


SHORT: Final = {
    "both": "case and mutant",
    "case": "case, no mutant",
    "none": "no case",
    "unseen": "cannot be observed",
    "holds": "holds",
    "broken": "broken",
    "unjudged": "not judged",
    "untested": "no case in this run",
}
"""What the sign of a clause is read as."""


class ClauseLine(msgspec.Struct, frozen=True):
    """A clause. `cover` is one of COVER_WORDS; `held`, `against` and `open` count its cases by what an engine made of them. A clause that
    does not hold in the edition is not `there`: it waits for another edition."""

    id: str
    letter: str
    text: str
    cover: str
    cases: int
    mutants: int
    invariants: int
    there: bool
    reason: str = ""
    standing: str = ""
    held: int = 0
    against: int = 0
    open: int = 0


class RuleLines(msgspec.Struct, frozen=True):
    """A rule with its clauses; `cases` and `mutants` count those that name it without a clause."""

    number: str
    key: str
    summary: str
    clauses: list[ClauseLine]
    cases: int
    mutants: int
    there: bool
    number_now: str = ""


class SectionLines(msgspec.Struct, frozen=True):
    """A section with its rules, and how many clauses stand how on the engine, or are covered how where there is none. It is `there` if one
    of its rules is."""

    number: str
    name: str
    rules: list[RuleLines]
    counts: dict[str, int]
    there: bool


def coverage_tree(material: Material, registry: Registry, edition: str, outcomes: Mapping[str, str] | None) -> list[SectionLines]:
    """The rules by section, with the numbers of an edition. Without outcomes, rules and clauses of other editions are there too: the page
    can be asked for any edition."""
    covered = material.of_all_rules(registry, edition) if outcomes is None else material.covered(registry, edition)
    sections: dict[str, list[RuleLines]] = {}
    for line in (_rule(rule, edition, outcomes) for rule in covered):
        sections.setdefault(section_of(line.number), []).append(line)
    return [_section(number, rules) for number, rules in sections.items()]


def cover_totals(sections: Iterable[SectionLines]) -> dict[str, int]:
    """How many clauses of all sections are covered how."""
    counts = Counter(clause.cover for section in sections for rule in section.rules for clause in rule.clauses if clause.there)
    return {name: counts[name] for name in COVER_WORDS}


def standing_totals(sections: Iterable[SectionLines]) -> dict[str, int]:
    """How many clauses of all sections stand how on the engine; nothing where there is none."""
    counts = Counter(clause.standing for section in sections for rule in section.rules for clause in rule.clauses if clause.standing)
    return {name: counts[name] for name in ALL_STANDINGS} if counts else {}


def _section(number: str, rules: list[RuleLines]) -> SectionLines:
    counts = Counter(clause.standing or clause.cover for rule in rules for clause in rule.clauses if clause.there)
    subject = SUBJECTS.get(section_of(rules[0].number_now or rules[0].number), "")
    names = dict.fromkeys((*ALL_STANDINGS, *COVER_WORDS))
    return SectionLines(number, subject, rules, {name: counts[name] for name in names if counts[name]}, any(rule.there for rule in rules))


def _rule(covered: RuleCoverage, edition: str, outcomes: Mapping[str, str] | None) -> RuleLines:
    rule, its = covered.rule, covered.rule.number_in(edition)
    number = its or rule.number
    return RuleLines(
        number=number,
        key=rule.key,
        summary=rule.summary,
        clauses=[_clause(clause, number, its is not None and clause.clause.holds_in(edition), outcomes) for clause in covered.clauses],
        cases=len(covered.bare),
        mutants=len(covered.bare_mutants),
        there=its is not None,
        number_now=rule.number if rule.number != number else "",
    )


def _clause(covered: ClauseCoverage, number: str, there: bool, outcomes: Mapping[str, str] | None) -> ClauseLine:
    letter = covered.clause.id.partition("/")[2]
    seen = [outcomes[case] for case in covered.cases] if outcomes is not None else []
    against = sum(outcome in CONTRADICT for outcome in seen)
    unproven = sum(outcome in UNPROVEN for outcome in seen)
    return ClauseLine(
        id=f"{number}/{letter}",
        letter=letter,
        text=covered.clause.text,
        cover=cover(covered),
        cases=len(covered.cases),
        mutants=len(covered.mutants),
        invariants=len(covered.invariants),
        there=there,
        reason=covered.clause.untestable or "",
        standing=in_run(covered, outcomes) if outcomes is not None else "",
        held=len(seen) - against - unproven,
        against=against,
        open=unproven,
    )


def cover(clause: ClauseCoverage) -> str:
    """One of COVER_WORDS."""
    if not clause.testable:
        return "unseen"
    if not clause.cases:
        return "none"
    return "both" if clause.mutants else "case"
