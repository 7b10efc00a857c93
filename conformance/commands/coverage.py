"""`mtg-conformance coverage`: which clauses of the rules have cases, mutants and invariants, and what an engine makes of them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from conformance.cases.problems import choose_from
from conformance.commands.inputs import cases_of, edition_of, editions, engine_of, registry, select, timeout_of
from conformance.commands.problems import ALL_CONFORM, BadFiles, WrongCall
from conformance.commands.rule_numbers import checked, not_named
from conformance.report.console import console, say, table
from conformance.report.covering import Material, Named, cases_of_report, presented
from conformance.report.standing import CONTRADICT, STANDINGS, standing
from conformance.report.text import one_line, plural
from conformance.rules.coverage import RuleCoverage, summary
from conformance.rules.editions import NEWEST
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry, is_within, section_of
from conformance.runner.certify import in_edition
from conformance.runner.report import Report, encode_plain, exit_code

if TYPE_CHECKING:
    from rich.console import Console

FORMATS = ("terminal", "json", "markdown", "html")


class Options(msgspec.Struct, frozen=True):
    """What the command line asks for. `report` is that of a run, instead of an engine to run; `into` is the file to write."""

    paths: Sequence[Path] = ()
    engine: str | None = None
    report: Path | None = None
    output: str = "terminal"
    into: Path | None = None
    edition: str | None = None
    timeout: float = 10.0
    rules: Sequence[str] = ()
    quiet: bool = False


def run(options: Options) -> int:
    """Write the coverage of the cases, and with an engine or its report the standing in each clause.

    The exit code is that of the engine's run, and 0 where nothing is run.
    """
    _check(options)
    rules = registry()
    for rule in options.rules:
        if not rules.within(checked(rule, rules)) and rules.clause(rule) is None:
            raise not_named(rule, rules, "it is not in the registry", "'mtg-conformance coverage' shows which rules are")
    date, material, report = _of_report(options, rules) if options.report is not None else _of_cases(options)
    numbering = Numbering(rules, target=date)
    if options.output != "terminal":
        _write(_document(options, date, material, rules, report), options.into)
    elif options.quiet:
        sys.stdout.writelines(f"{line}\n" for line in _brief(_chosen(material.covered(rules, date), options.rules), report, numbering))
    else:
        _show(_chosen(material.covered(rules, date), options.rules), report, numbering, console())
    return exit_code(report) if report is not None and options.report is None else ALL_CONFORM


def _check(options: Options) -> None:
    if options.output not in FORMATS:
        raise WrongCall(f"--format {options.output}: {choose_from(options.output, FORMATS)}")
    if options.report is not None and options.engine is not None:
        raise WrongCall("--engine plays the cases, --report reads what was played: give one of them")
    if options.report is not None and options.paths:
        raise WrongCall("--report: the cases are those of the report; leave the PATHs out")
    if options.rules and options.output == "html":
        raise WrongCall("--rule: the page has all rules, and a search; leave it out, or choose another --format")
    if options.into is None:
        if options.output == "html" and sys.stdout.isatty():
            raise WrongCall("--format html: a page is not for the terminal; name its file with --output FILE")
        return
    if options.output == "terminal":
        raise WrongCall("--output is for --format json, markdown or html")
    if options.into.is_dir() or not options.into.parent.is_dir():
        problem = "is a folder" if options.into.is_dir() else f"there is no folder {options.into.parent}"
        raise WrongCall(f"--output {options.into}: {problem}; name a file")


def _of_cases(options: Options) -> tuple[str, Material, Report | None]:
    """The cases of the files, of all editions for a page where one can choose; an engine plays those of the edition."""
    date = edition_of(options.edition)
    loaded = cases_of(options.paths)
    cases = list(loaded.cases)
    report = None
    if options.engine is not None:
        from conformance.commands.playing import play
        from conformance.runner.certify import Options as Settings

        cases = [case for case in cases if in_edition(case, date)]
        if options.rules:
            cases = select(cases, options.rules, (), registry())
        settings = Settings(edition=date, timeout=timeout_of(options.timeout))
        report = play(cases, engine_of(options.engine), loaded.cards, settings, quiet=options.quiet)
        played = {result.id for result in report.cases}
        cases = [case for case in cases if case.id in played]
    return date, _material([Named(case.id, case.title, case.rules, case.editions.since, case.editions.until) for case in cases]), report


def _of_report(options: Options, rules: Registry) -> tuple[str, Material, Report]:
    from conformance.report.reading import NotAReport, read_report, with_numbers_of_today

    assert options.report is not None
    try:
        report = with_numbers_of_today(read_report(options.report), rules)
    except NotAReport as problem:
        raise BadFiles(str(problem)) from problem
    date = edition_of(one_line(report.edition, 40), f"{options.report}: the edition")
    if options.edition is not None and edition_of(options.edition) != date:
        raise WrongCall(f"--edition {options.edition}: the run of this report was by the rules of {date}")
    return date, _material(cases_of_report(report)), report


def _material(cases: Sequence[Named]) -> Material:
    """The cases, with the catalogues of mutants and invariants."""
    from conformance.fuzz.invariants import invariants
    from conformance.mutants import mutants

    return Material(
        cases,
        [Named(mutant.id, mutant.title, mutant.clauses) for mutant in mutants()],
        [Named(invariant.id, invariant.title, invariant.clauses) for invariant in invariants()],
    )


def _chosen(covered: Sequence[RuleCoverage], wanted: Sequence[str]) -> list[RuleCoverage]:
    """The rules that are wanted, with all their clauses or the one that is; all of them where none is named."""
    chosen = []
    for rule in covered:
        clauses = [
            clause
            for clause in rule.clauses
            if not wanted or any(is_within(rule.rule.number, number) or clause.clause.id == number for number in wanted)
        ]
        if clauses:
            chosen.append(msgspec.structs.replace(rule, clauses=clauses))
    return chosen


def _brief(covered: Sequence[RuleCoverage], report: Report | None, numbering: Numbering) -> Iterator[str]:
    """A line for each clause without a case; with an engine, or its run, for each that has a case which does not conform."""
    outcomes = {case.id: case.outcome for case in report.cases} if report is not None else None
    for clause in (clause for rule in covered for clause in rule.clauses if clause.testable):
        number = numbering.reference(clause.clause.id) or clause.clause.id
        if outcomes is None and not clause.cases:
            yield f"{number}: no case: {clause.clause.text}"
        elif outcomes is not None and standing(clause, outcomes) == "broken":
            yield f"{number}: {', '.join(one_line(case) for case in clause.cases if outcomes[case] in CONTRADICT)}"


def _document(options: Options, date: str, material: Material, rules: Registry, report: Report | None) -> bytes:
    if options.output == "html":
        from conformance.report.html.coverage import coverage_html

        return coverage_html(material, rules, date, editions().labels, report).encode()
    covered = _chosen(material.covered(rules, date), options.rules)
    if options.output == "markdown":
        from conformance.report.coverage_markdown import coverage_markdown

        return coverage_markdown(date, covered, report).encode()
    from conformance.report.coverage_document import coverage_document

    return encode_plain(coverage_document(date, covered, report, material.mutants_elsewhere(rules)))


def _write(content: bytes, into: Path | None) -> None:
    if into is None:
        sys.stdout.write(content.decode())
        return
    from conformance.report.files import ReportNotWritten, write_atomically

    try:
        write_atomically(into, content)
    except ReportNotWritten as problem:
        raise WrongCall(str(problem)) from problem


def _show(covered: Sequence[RuleCoverage], report: Report | None, numbering: Numbering, on: Console) -> None:
    outcomes = {case.id: case.outcome for case in report.cases} if report is not None else None
    if numbering.target != NEWEST:
        say(on, f"By the rules of {numbering.target}, with their numbers", "bold")
        on.print()
    if report is not None:
        say(on, presented(report.engine), "bold")
        on.print()
    sections: dict[str, list[RuleCoverage]] = {}
    for rule in covered:
        sections.setdefault(section_of(numbering.number(rule.rule.number) or rule.rule.number), []).append(rule)
    without = ("clauses", "cannot be seen", "with a mutant", "covered", "missing")
    columns = without if outcomes is None else ("clauses", "covered", *STANDINGS)
    rows = [(section, *_row(rules, outcomes)) for section, rules in sections.items()]
    total = ("all", *_row(covered, outcomes))
    table(on, [("rules", "left"), *((column.replace("_", " "), "right") for column in columns)], rows, total)
    on.print()
    if outcomes is None:
        _missing(covered, numbering, on)
    else:
        _differing(covered, outcomes, numbering, on)
    if report is not None and not report.complete:
        reasons = "; ".join(one_line(reason) for reason in report.partial) or "it was cut short"
        say(on, f"The run is not complete: {reasons}.", "yellow", hanging=2)
    counts = summary(covered)
    apart = f"; {plural(counts.untestable, 'more clause')} cannot be observed by any case" if counts.untestable else ""
    with_mutant = f", {counts.with_mutant} of them a mutant too" if outcomes is None else ""
    say(on, f"{counts.covered} of {counts.testable} clauses have a case{with_mutant}{apart}.", "bold", hanging=2)


def _row(rules: Sequence[RuleCoverage], outcomes: Mapping[str, str] | None) -> list[str]:
    counts = summary(rules)
    if outcomes is None:
        numbers = (counts.clauses, counts.untestable, counts.with_mutant, counts.covered, counts.testable - counts.covered)
        return [str(number or "-") for number in numbers]
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
                say(on, f"{one_line(case)}: {outcomes[case]}", "dim", indent=6, hanging=2)
    on.print()
