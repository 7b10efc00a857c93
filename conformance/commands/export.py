"""`mtg-conformance export`: the cases for programs of others, as JSON or as puzzle files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from conformance.cases.model import Case
from conformance.cases.problems import choose_from
from conformance.commands.inputs import cases_of, registry, select
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, WrongCall
from conformance.commands.progress import bar
from conformance.report.console import console, say
from conformance.report.files import ReportNotWritten, check_directory, write_atomically
from conformance.report.text import one_line, plural

Json = dict[str, Any]

FORMATS = ("json", "pzl")
INDEX = "index.json"
"""Beside the puzzles: which cases were written, and which not, with the reasons."""

SHOWN = 3
"""So many ids are told for each reason; the index has all."""


def run(
    paths: Sequence[Path], output: str, into: Path | None, rules: Sequence[str] = (), ids: Sequence[str] = (), quiet: bool = False
) -> int:
    """Write the cases, of the rules and with the ids if any are given. Exit code 0; 1 when not one of them can be said in the form;
    WrongCall (2) when it cannot be written. With `quiet` nothing is told of what was written."""
    if output not in FORMATS:
        raise WrongCall(f"--format {output}: {choose_from(output, FORMATS)}")
    if into is None and output == "pzl":
        raise WrongCall("--format pzl writes a file for each case: say where with -o DIR")
    loaded = cases_of(paths)
    if not loaded.cases:
        raise WrongCall("there are no cases to export")
    cases = select(loaded.cases, rules, ids, registry()) if rules or ids else loaded.cases
    if output == "json":
        from conformance.runner.card_book import CardBook

        return _json(cases, CardBook(loaded.cards), into, quiet)
    assert into is not None
    return _pzl(cases, into, quiet)


def _json(cases: Sequence[Case], book: Any, into: Path | None, quiet: bool) -> int:
    from conformance.report.export_document import document_of, exported

    folder = into if into is not None and into.suffix.lower() != ".json" else None
    if folder is not None:
        _folder(folder)
    documents: list[Json] = []
    with bar("cases", len(cases), quiet=quiet) as tell:
        for number, case in enumerate(cases, 1):
            documents.append(exported(case, book))
            if folder is not None:
                _write(folder / f"{case.id}.json", _encoded(documents.pop()))
            tell(number, "")
    if folder is not None:
        if not quiet:
            say(console(), f"{plural(len(cases), 'case')} written to {one_line(folder)}, one file each.", "bold green")
        return ALL_CONFORM
    whole = _encoded(document_of(documents))
    if into is None:
        sys.stdout.write(whole.decode())
        return ALL_CONFORM
    _write(into, whole)
    if not quiet:
        say(console(), f"{plural(len(cases), 'case')} written to {one_line(into)}.", "bold green")
    return ALL_CONFORM


def _pzl(cases: Sequence[Case], into: Path, quiet: bool) -> int:
    from conformance.report.puzzle import obstacles, puzzle

    _folder(into)
    written: list[Json] = []
    left: list[Json] = []
    for case in cases:
        ways = [("given", case.given, case.script)]
        if case.natural is not None:
            ways.append(("natural", case.natural.given, [*case.natural.script, *case.script]))
        reasons = [obstacles(given) for _, given, _ in ways]
        if [] not in reasons:
            left.append({"id": case.id, "reasons": reasons[0]})
            continue
        way, given, script = ways[reasons.index([])]
        name = f"{case.id}.pzl"
        _write(into / name, puzzle(case, given, script).encode())
        written.append({"id": case.id, "file": name, "way": way})
    _write(into / INDEX, _encoded({"written": written, "not_written": left}))
    if not quiet:
        _summary(written, left, into)
    return ALL_CONFORM if written else NOT_CONFORMING


def _summary(written: list[Json], left: list[Json], into: Path) -> None:
    on = console()
    by_reason: dict[str, list[str]] = {}
    for entry in left:
        for reason in entry["reasons"]:
            by_reason.setdefault(reason, []).append(entry["id"])
    for reason, ids in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
        say(on, f"{len(ids):5}  {one_line(reason)}: {', '.join(ids[:SHOWN])}{more}", hanging=7)
    if left:
        on.print()
        say(on, f"{plural(len(left), 'case')} cannot be said in this form, for the reasons above ({INDEX} has each one's).", "yellow")
    natural = sum(entry["way"] == "natural" for entry in written)
    by = f", {natural} of them by the natural way" if natural else ""
    say(on, f"{plural(len(written), 'case')} written to {one_line(into)}{by}.", "bold green" if written else "bold red")


def _encoded(document: Json) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def _folder(into: Path) -> None:
    try:
        check_directory(into)
    except ReportNotWritten as problem:
        raise WrongCall(str(problem).replace("with --report", "with -o")) from problem


def _write(path: Path, content: bytes) -> None:
    try:
        write_atomically(path, content)
    except ReportNotWritten as problem:
        raise WrongCall(str(problem)) from problem
