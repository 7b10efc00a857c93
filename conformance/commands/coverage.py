"""`mtg-conformance coverage`: which clauses of the rules have cases, and what an engine makes of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from conformance.cases.problems import choose_from
from conformance.commands.inputs import cases_of, edition_of, engine_of, registry, timeout_of
from conformance.commands.problems import ALL_CONFORM, WrongCall
from conformance.report.console import console, say, table
from conformance.report.coverage_document import coverage_document
from conformance.report.standing import CONTRADICT, STANDINGS, standing
from conformance.report.text import one_line, plural
from conformance.rules.coverage import RuleCoverage, coverage, summary
from conformance.rules.editions import NEWEST
from conformance.rules.numbering import Numbering
from conformance.rules.registry import section_of, sort_key
from conformance.runner.certify import in_edition

if TYPE_CHECKING:
    from rich.console import Console

    from conformance.runner.report import Report

FORMATS = ("terminal", "json")


def run(paths: Sequence[Path], engine: str | None, output: str, edition: str | None, timeout: float) -> int:
    """Print the coverage of the cases, and with an engine its standing in each clause; exit code 0, or that of the engine's run."""
    if output not in FORMATS:
        raise WrongCall(f"--format {output}: {choose_from(output, FORMATS)}")
    date = edition_of(edition)
    rules = registry()
    loaded = cases_of(paths)
    cases = [case for case in loaded.cases if in_edition(case, date)]
    report = None
    if engine is not None:
        from conformance.commands.playing import play
        from conformance.runner.certify import Options

        report = play(cases, engine_of(engine), loaded.cards, Options(edition=date, timeout=timeout_of(timeout)))
        cases = [case for case in cases if case.id in {result.id for result in report.cases}]
    covered = coverage(rules, ((case.id, case.rules) for case in cases), date)
    covered.sort(key=lambda rule: sort_key(rule.rule.number_in(date) or rule.rule.number))
    outcomes = {case.id: case.outcome for case in report.cases} if report else None
    if output == "json":
        document = coverage_document(date, covered, report)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")
    else:
        _show(covered, outcomes, report, Numbering(rules, target=date), console())
    if report is None:
        return ALL_CONFORM
    from conformance.runner.report import exit_code

    return exit_code(report)


def _show(
    covered: Sequence[RuleCoverage],
    outcomes: Mapping[str, str] | None,
    report: Report | None,
    numbering: Numbering,
    on: Console,
) -> None:
    if numbering.target != NEWEST:
        say(on, f"By the rules of {numbering.target}, with their numbers", "bold")
        on.print()
    if report is not None:
        engine = report.engine
        say(on, " ".join(one_line(part) for part in (engine.engine or engine.name, engine.version) if part), "bold")
        on.print()
    sections: dict[str, list[RuleCoverage]] = {}
    for rule in covered:
        sections.setdefault(section_of(numbering.number(rule.rule.number) or rule.rule.number), []).append(rule)
    columns = ("clauses", "cannot be seen", "covered", "missing") if outcomes is None else ("clauses", "covered", *STANDINGS)
    rows = [(section, *_row(rules, outcomes)) for section, rules in sections.items()]
    total = ("all", *_row(covered, outcomes))
    table(on, [("rules", "left"), *((column.replace("_", " "), "right") for column in columns)], rows, total)
    on.print()
    if outcomes is None:
        _missing(covered, numbering, on)
    else:
        _differing(covered, outcomes, numbering, on)
    counts = summary(covered)
    apart = f"; {plural(counts.untestable, 'more clause')} cannot be observed by any case" if counts.untestable else ""
    say(on, f"{counts.covered} of {counts.testable} clauses have a case{apart}.", "bold", hanging=2)


def _row(rules: Sequence[RuleCoverage], outcomes: Mapping[str, str] | None) -> list[str]:
    counts = summary(rules)
    if outcomes is None:
        return [str(number or "-") for number in (counts.clauses, counts.untestable, counts.covered, counts.testable - counts.covered)]
    standings = Counter(standing(clause, outcomes) for rule in rules for clause in rule.clauses if clause.testable)
    return [str(number or "-") for number in (counts.testable, counts.covered, *(standings[name] for name in STANDINGS))]


def _missing(covered: Sequence[RuleCoverage], numbering: Numbering, on: Console) -> None:
    missing = [clause.clause for rule in covered for clause in rule.clauses if clause.testable and not clause.cases]
    if not missing:
        return
    say(on, f"Without a case ({len(missing)})", "bold yellow")
    for clause in missing:
        say(on, f"{numbering.reference(clause.id)}  {clause.text}", indent=2, hanging=4)
    on.print()


def _differing(covered: Sequence[RuleCoverage], outcomes: Mapping[str, str], numbering: Numbering, on: Console) -> None:
    differing = [clause for rule in covered for clause in rule.clauses if clause.testable and standing(clause, outcomes) == "broken"]
    if not differing:
        return
    say(on, f"Clauses with a case that does not conform ({len(differing)})", "bold red")
    for clause in differing:
        say(on, f"{numbering.reference(clause.clause.id)}  {clause.clause.text}", indent=2, hanging=4)
        for case in clause.cases:
            if outcomes[case] in CONTRADICT:
                say(on, f"{case}: {outcomes[case]}", "dim", indent=6, hanging=2)
    on.print()
