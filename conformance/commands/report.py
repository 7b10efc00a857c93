"""`mtg-conformance report show|diff|merge`: what can be done with reports after the run."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.cases.problems import choose_from
from conformance.commands.inputs import cases_of, registry
from conformance.commands.machine import write
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, BadFiles, WrongCall
from conformance.commands.written import CERTIFICATE_FILES, certificate_of, check, told, write_certificate, write_run
from conformance.report import terminal
from conformance.report.comparing import Comparison, compare, markdown, word
from conformance.report.console import console, say
from conformance.report.files import write_atomically
from conformance.report.merging import CannotMerge, merge
from conformance.report.reading import NAME, NotAReport, read_report, with_numbers_of_today
from conformance.report.text import one_line
from conformance.runner.report import Report, exit_code

DIFF_FORMATS = ("terminal", "json", "markdown")


def show(file: Path, page: Path | None, directory: Path | None) -> int:
    """Show a report as after its run; write its page or its certificate, if asked to. Exit code 0: what it says is not judged again."""
    (report,) = _read((file,))
    rules, library = registry(), cases_of(())
    today = with_numbers_of_today(report, rules)
    proven = certificate_of(today, library)
    written: list[str] = []
    if page is not None:
        from conformance.report.html import html

        if not page.parent.is_dir():
            raise WrongCall(f"--html {page}: there is no folder {page.parent}")
        content = html(report, rules, library.cases, library.cards).encode()
        told(lambda: write_atomically(page, content))
        written.append(str(page))
    if directory is not None:
        check(directory, CERTIFICATE_FILES)
        written += told(lambda: write_certificate(directory, proven))
    terminal.show(today, rules, console(), written=written, proven=proven)
    return ALL_CONFORM


def diff(before: Path, after: Path, output: str) -> int:
    """Show what changed between two reports; exit code 1 if something broke."""
    if output not in DIFF_FORMATS:
        raise WrongCall(f"--format {output}: {choose_from(output, DIFF_FORMATS)}")
    rules = registry()
    one, other = (with_numbers_of_today(report, rules) for report in _read((before, after)))
    found = compare(one, other, (str(before), str(after)))
    if output == "json":
        write(found)
    elif output == "markdown":
        sys.stdout.write(markdown(found))
    else:
        _show_diff(found)
    return NOT_CONFORMING if found.broken else ALL_CONFORM


def merged(files: Sequence[Path], directory: Path) -> int:
    """Put the shards of a run together, and write and show the whole as after a run; the exit code is that of the whole run."""
    from conformance.report.html import html

    reports = _read(files)
    for file in files:
        if (file / NAME if file.is_dir() else file).resolve() == (directory / NAME).resolve():
            raise WrongCall(f"-o {one_line(directory)}: has one of the shards, which would be lost; name another folder")
    try:
        whole = merge(reports, [one_line(file) for file in files])
    except CannotMerge as problem:
        raise BadFiles(*str(problem).splitlines()) from problem
    check(directory)
    rules, library = registry(), cases_of(())
    today = with_numbers_of_today(whole, rules)
    proven = certificate_of(today, library)
    page = html(whole, rules, library.cases, library.cards).encode()
    written = told(lambda: write_run(directory, whole, page, proven))
    terminal.show(today, rules, console(), written=written, proven=proven)
    return exit_code(whole)


def _read(files: Sequence[Path]) -> list[Report]:
    """All reports; everything that is wrong with any file is told at once."""
    reports, problems = [], []
    for file in files:
        try:
            reports.append(read_report(file))
        except NotAReport as problem:
            problems.append(str(problem))
    if problems:
        raise BadFiles(*problems)
    return reports


STYLES = {"Broken": "bold red", "Fixed": "bold green", "Changed otherwise": "bold yellow"}


def _show_diff(found: Comparison) -> None:
    on = console()
    for label, side in (("before", found.before), ("after", found.after)):
        say(on, f"{label}: {side.engine} by the rules of {side.edition}, {side.started} ({side.file})", hanging=2)
    for note in found.notes:
        say(on, f"note: {note}", "yellow", hanging=2)
    for title, changes in found.parts:
        if not changes:
            continue
        on.print()
        say(on, f"{title} ({len(changes)})", STYLES.get(title, "bold"))
        for change in changes:
            outcomes = " -> ".join(word(outcome) for outcome in (change.before, change.after) if outcome is not None)
            say(on, f"{change.id}  {outcomes}", indent=2, hanging=4)
            if change.why:
                say(on, change.why, "dim", indent=6, hanging=2)
    on.print()
    say(on, found.summary, "bold red" if found.broken else "bold")
