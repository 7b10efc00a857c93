"""`mtg-conformance rules check FILE`: a rules text as published, held against the registry and the cases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from conformance.cases.library import load
from conformance.cases.problems import Unreadable
from conformance.commands.inputs import editions, registry
from conformance.commands.machine import as_json, write
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, BadFiles, WrongCall
from conformance.report.console import console, say
from conformance.report.text import one_line, plural
from conformance.rules.compare import Comparison, compare
from conformance.rules.editions import NEWEST, OLDEST, wrong_date
from conformance.rules.loader import is_date
from conformance.rules.numbering import difference
from conformance.rules.published import Published, read_published
from conformance.runner.certify import in_edition

CASES_SHOWN = 6


def run(file: Path, edition: str | None = None, output: str = "terminal") -> int:
    """Print what a rules text says otherwise than the registry; exit code 0 if nothing, 1 if something is to be looked at.

    Raises BadFiles for a file that is no rules text, WrongCall for an edition that cannot be.
    """
    json = as_json(output)
    rules = registry()
    text = published(file)
    date = edition_of_text(text, edition)
    against = min(date or NEWEST, NEWEST)
    cases = [case for case in load().cases if in_edition(case, against)]  # a mistake in some case is told by lint
    found = compare(rules, text, date, [(case.id, case.rules) for case in cases])
    if json:
        write(found)
    else:
        _show(found)
        if against != NEWEST:
            since = difference(rules, editions(), against, NEWEST)
            what = f"{plural(len(since.moved), 'number')} moved and {plural(len(since.changes), 'behaviour')} changed"
            say(console(), f"From then to {NEWEST} {what}: 'mtg-conformance rules diff {against} {NEWEST}'.", "dim", hanging=2)
    return NOT_CONFORMING if found.something else ALL_CONFORM


def published(file: Path) -> Published:
    """The rules text in a file. Raises BadFiles."""
    try:
        return read_published(file)
    except Unreadable as unreadable:
        raise BadFiles(str(unreadable.problem)) from unreadable


def edition_of_text(text: Published, given: str | None) -> str | None:
    """Which edition a text is: the one given, else the one that it or its name says. Dates after the newest known edition are welcome here.

    Raises WrongCall for what is no date, or one before the oldest edition.
    """
    date = given or text.label
    if date is None:
        return None
    if not is_date(date) or date < OLDEST:
        wrong = wrong_date(date, editions())
        raise WrongCall(f"--edition {date}: {wrong}" if given else f"{text.file}: is the edition of {date}; {wrong}")
    return date


def _show(found: Comparison) -> None:
    on = console()
    named = f"edition of {found.edition}" if found.edition else "an edition that it does not name (see --edition)"
    say(on, f"{one_line(found.file)}: {named}, {plural(found.rules, 'rule')}", "bold", hanging=2)
    as_of = found.compared_with if found.edition else f"{found.compared_with}, the newest known"
    say(on, f"Compared with what the registry has for {as_of}: {plural(found.same, 'rule')} with the same number and text.", hanging=2)
    for warning in found.warnings:
        say(on, f"warning: {one_line(warning)}", "yellow", hanging=2)
    if found.moved:
        _title(f"Numbers that moved ({len(found.moved)})")
        for move in found.moved:
            how = "same text" if move.likeness == 1 else f"text {move.likeness:.0%} alike"
            say(on, f"{move.number} -> {move.found}  {move.key}  ({how})", indent=2, hanging=4)
            _cases(move.cases)
    if found.changed:
        _title(f"Texts that read otherwise ({len(found.changed)})")
        for change in found.changed:
            say(on, f"{change.number}  {change.key}  ({_how(change.likeness, change.strange)})", indent=2, hanging=4)
            _cases(change.cases)
    if found.gone:
        _title(f"Rules that are not found ({len(found.gone)})")
        for gone in found.gone:
            say(on, f"{gone.number}  {gone.key}", indent=2, hanging=4)
            _cases(gone.cases)
    if found.new:
        _title(f"Rules that the registry does not have ({len(found.new)})")
        say(on, ", ".join(found.new), indent=2)
    if found.citations:
        _title(f"Numbers in cases that mean nothing, or something else, in this text ({len(found.citations)})")
        for cited in found.citations:
            now = "there is no such number" if cited.state == "gone" else "that number is another rule's"
            to = f"; the rule is {cited.to}" if cited.to else ""
            say(on, f"{cited.number}  {now}{to}  ({plural(len(cited.cases), 'case')})", indent=2, hanging=4)
            if cited.key is None:
                _cases(cited.cases)
    if found.unknown:
        on.print()
        say(on, f"Not compared, since the registry does not know their text: {', '.join(found.unknown)}.", "dim", hanging=2)
    on.print()
    say(on, _verdict(found), "bold", hanging=2)


def _how(likeness: float | None, strange: bool) -> str:
    if likeness is None:
        return "how much is not known: the registry has no sketch of its text"
    if strange:
        return "hardly anything alike: this may be another rule now"
    return "only little words or numbers" if likeness == 1 else f"{likeness:.0%} alike"


def _title(text: str) -> None:
    on = console()
    on.print()
    say(on, text, "bold yellow")


def _cases(cases: Sequence[str]) -> None:
    if not cases:
        return
    rest = f" and {len(cases) - CASES_SHOWN} more" if len(cases) > CASES_SHOWN else ""
    say(console(), f"cases: {', '.join(cases[:CASES_SHOWN])}{rest}", "dim", indent=6, hanging=2)


def _verdict(found: Comparison) -> str:
    if not found.something:
        return "Nothing to do."
    cases = found.cases
    return f"Something to look at, {plural(len(cases), 'case')} among it." if cases else "Something to look at."
