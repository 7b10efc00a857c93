"""`mtg-conformance doctor --engine E`: does the adapter speak the protocol and do what it claims? Each problem says what to change."""

from __future__ import annotations

from collections.abc import Iterator

from conformance import __version__
from conformance.cases.library import load, load_cards
from conformance.commands import machine
from conformance.commands.checkup import Bench, examine
from conformance.commands.checkup.outlook import outlook
from conformance.commands.checkup.remedies import remedy, told
from conformance.commands.inputs import edition_of, engine_of, timeout_of
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, NoEngine
from conformance.engines.errors import EngineCannotStart
from conformance.report.console import console, say
from conformance.report.doctor_document import Finding, document
from conformance.report.text import one_line, plural
from conformance.runner.session import Session

_MARKS = {"ok": ("ok      ", "green"), "note": ("note    ", "yellow"), "problem": ("PROBLEM ", "bold red")}

TUTORIAL = "docs/adapter-tutorial.md writes an adapter from nothing"


def run(engine: str, edition: str | None, timeout: float, output: str = "terminal") -> int:
    """Print the findings as they are made, or as one document; exit code 0 without a problem, 1 with one.

    Raises WrongCall, and NoEngine (3) when the engine does not start.
    """
    as_json = machine.as_json(output)
    spec = engine_of(engine)
    date = edition_of(edition)
    seconds = timeout_of(timeout)
    cards, _ = load_cards()
    try:
        bench = Bench(lambda: Session(spec, edition=date, timeout=seconds), cards)
    except EngineCannotStart as error:
        change, see = remedy(error)
        raise NoEngine(told(error), f"change: {change}", f"see: {see}; {TUTORIAL}") from error
    findings: list[Finding] = []
    try:
        for finding in _all_found(bench):
            findings.append(finding)
            if not as_json:
                _print(finding)
    finally:
        bench.session.close()
    problems = sum(finding.level == "problem" for finding in findings)
    if as_json:
        machine.write(document(__version__, bench.session.info, date, findings))
    else:
        on = console()
        on.print()
        if problems:
            say(on, f"{plural(problems, 'problem')} found.", "bold red")
        else:
            say(on, "No problem found: the engine can be certified.", "bold green")
    return NOT_CONFORMING if problems else ALL_CONFORM


def _all_found(bench: Bench) -> Iterator[Finding]:
    """Everything that is tried; and, where nothing has to be mended first, what is worth doing next."""
    problems = False
    for finding in examine(bench):
        problems = problems or finding.level == "problem"
        yield finding
    if not problems:
        yield outlook(load(cards=bench.cards).cases, bench.session)


def _print(finding: Finding) -> None:
    on = console()
    mark, style = _MARKS[finding.level]
    text = f"{mark}{one_line(finding.about)}: {one_line(finding.what, 1000)}"
    say(on, text, style if finding.level != "ok" else None, hanging=8)
    if finding.change:
        say(on, f"change: {one_line(finding.change)}", indent=8, hanging=8)
    if finding.see and finding.level == "problem":
        say(on, f"see:    {finding.see}", indent=8, hanging=8)
