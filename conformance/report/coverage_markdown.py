"""Coverage as Markdown: what `coverage --format markdown` writes, a table for a README."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conformance import __version__
from conformance.report.covering import presented
from conformance.report.html.sections import SUBJECTS
from conformance.report.standing import CONTRADICT, standing
from conformance.report.text import code_span, one_line, plural, table_cell
from conformance.report.words import UNPROVEN
from conformance.rules.coverage import RuleCoverage, summary
from conformance.rules.registry import section_of
from conformance.runner.report import Report

COLUMNS = ("clauses", "testable", "covered", "with a mutant", "with an invariant", "cases")
ENGINE_COLUMNS = ("clauses", "testable", "covered", "hold", "cases", "passed", "failed", "not judged")


def coverage_markdown(edition: str, covered: Sequence[RuleCoverage], report: Report | None = None) -> str:
    """A table of the sections, and what has to be said of it. With a report the columns are those of an engine."""
    outcomes = {case.id: case.outcome for case in report.cases} if report is not None else None
    sections: dict[str, list[RuleCoverage]] = {}
    for rule in covered:
        sections.setdefault(section_of(rule.rule.number_in(edition) or rule.rule.number), []).append(rule)
    columns = COLUMNS if outcomes is None else ENGINE_COLUMNS
    lines = [*_above(edition, covered, report), "", _line(["rules", *columns]), _line([":--", *["--:"] * len(columns)])]
    for number, rules in sections.items():
        subject = SUBJECTS.get(section_of(rules[0].rule.number), "")
        lines.append(_line([f"{number} {subject}".strip(), *_numbers(rules, outcomes)]))
    lines.append(_line(["**all**", *(f"**{number}**" for number in _numbers(covered, outcomes))]))
    return "\n".join([*lines, "", *_below(report)]) + "\n"


def _above(edition: str, covered: Sequence[RuleCoverage], report: Report | None) -> list[str]:
    counts = summary(covered)
    if report is None:
        first = f"{counts.covered} of {counts.testable} clauses of the rules have a case, {counts.with_mutant} of them a mutant too"
    else:
        outcomes = {case.id: case.outcome for case in report.cases}
        first = f"{code_span(presented(report.engine))}: {_hold(covered, outcomes)} of {counts.testable} clauses of the rules hold"
    apart = f"; {plural(counts.untestable, 'more clause')} cannot be observed by any case" if counts.untestable else ""
    lines = [f"{first}{apart}. By the rules of {edition}, mtg-conformance {__version__}."]
    if report is not None and not report.complete:
        reasons = "; ".join(one_line(reason, 300) for reason in report.partial[:10]) or "it was cut short"
        lines += ["", f"The run is not complete: {code_span(reasons)}."]
    return lines


def _below(report: Report | None) -> list[str]:
    if report is None:
        return [
            "A clause is covered when a case names it. A mutant is an engine made to break a clause; that a case catches each of them is "
            "shown by `mtg-conformance mutants`, and not counted here. An invariant is watched by `mtg-conformance fuzz`."
        ]
    return [
        "A clause holds when every case of it that was judged passed, and one was. Passed, failed and not judged are cases; what the "
        "engine does not support, or does not report, is not judged. A case may belong to several sections."
    ]


def _numbers(rules: Sequence[RuleCoverage], outcomes: Mapping[str, str] | None) -> list[str]:
    counts = summary(rules)
    cases = {case for rule in rules for names in (rule.bare, *(clause.cases for clause in rule.clauses)) for case in names}
    if outcomes is None:
        numbers = [counts.clauses, counts.testable, counts.covered, counts.with_mutant, counts.with_invariant, len(cases)]
    else:
        failed = sum(outcomes[case] in CONTRADICT for case in cases)
        unproven = sum(outcomes[case] in UNPROVEN for case in cases)
        hold = _hold(rules, outcomes)
        numbers = [counts.clauses, counts.testable, counts.covered, hold, len(cases), len(cases) - failed - unproven, failed, unproven]
    return [str(number) for number in numbers]


def _hold(rules: Sequence[RuleCoverage], outcomes: Mapping[str, str]) -> int:
    return sum(standing(clause, outcomes) == "holds" for rule in rules for clause in rule.clauses if clause.testable)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(table_cell(cell) for cell in cells)} |"
