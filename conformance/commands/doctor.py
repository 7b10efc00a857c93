"""`mtg-conformance doctor --engine E`: does the adapter speak the protocol and do what it claims? Each problem says what to change."""

from __future__ import annotations

from typing import Any

from conformance.cases.library import load_cards
from conformance.commands.checkup import Checkup, Finding
from conformance.commands.inputs import edition_of, engine_of, timeout_of
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, NoEngine
from conformance.engines.errors import EngineCannotStart
from conformance.report.console import console, say
from conformance.report.text import one_line, plural
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session

_MARKS = {"ok": ("ok      ", "green"), "note": ("note    ", "yellow"), "problem": ("PROBLEM ", "bold red")}


def run(engine: str, edition: str | None, timeout: float) -> int:
    """Print the findings; exit code 0 without a problem, 1 with one. Raises NoEngine (3) when the engine does not start."""
    spec = engine_of(engine)
    date = edition_of(edition)
    seconds = timeout_of(timeout)
    pool, _ = load_cards()
    book = CardBook(pool)

    def start() -> Session:
        try:
            return Session(spec, edition=date, timeout=seconds)
        except EngineCannotStart as error:
            hint = "" if not error.stderr.strip() else f"; it wrote on stderr: {error.stderr.strip().splitlines()[-1]}"
            raise NoEngine(f"{error}{hint}", "docs/adapter-guide.md shows what it has to answer to 'initialize'") from error

    def parameters(session: Session, given: dict[str, Any]) -> dict[str, Any]:
        names = card_names(given)
        described = book.invented(names) if session.cards == "all" else book.describe(names)
        return {"given": given} | ({"cards": described} if described else {})

    checkup = Checkup(start(), start, parameters, pool)
    problems = 0
    try:
        for finding in checkup.findings():
            _print(finding)
            problems += finding.level == "problem"
    finally:
        checkup.session.close()
    on = console()
    on.print()
    if problems:
        say(on, f"{plural(problems, 'problem')} found.", "bold red")
        return NOT_CONFORMING
    say(on, "No problem found: the engine can be certified.", "bold green")
    return ALL_CONFORM


def _print(finding: Finding) -> None:
    on = console()
    mark, style = _MARKS[finding.level]
    text = f"{mark}{one_line(finding.about)}: {one_line(finding.what, 1000)}"
    say(on, text, style if finding.level != "ok" else None, hanging=8)
    if finding.change:
        say(on, f"change: {finding.change}", indent=8, hanging=8)
