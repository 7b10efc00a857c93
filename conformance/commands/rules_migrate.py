"""`mtg-conformance rules migrate FILE...`: rewrites the rule numbers of case files for another edition."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from conformance.cases.library import discover
from conformance.cases.problems import Problem, Unreadable
from conformance.cases.reader import read_bytes
from conformance.commands.inputs import edition_of, registry
from conformance.commands.machine import as_json, write
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, BadFiles, WrongCall
from conformance.report.console import console, say
from conformance.report.text import lines_of, one_line, plural
from conformance.rules.editions import NEWEST
from conformance.rules.in_place import NotReplaced, replace_all
from conformance.rules.migrate import Migration, migrate
from conformance.rules.numbering import Numbering


def run(paths: Sequence[Path], source: str | None, target: str | None, writing: bool, output: str = "terminal") -> int:
    """Rewrite the numbers in `rules` of all cases in files and folders, or show what would be rewritten (the default).

    Exit code 0, or 1 if numbers were left that somebody has to look at. Raises WrongCall, and BadFiles for files that are no case files;
    nothing is written then.
    """
    json = as_json(output)
    first, last = edition_of(source, "--from"), edition_of(target, "--to")
    if first == last:
        which = "name the edition whose numbers the files have with --from, or the one that they shall have with --to"
        raise WrongCall(f"the files have the numbers of {first} and shall have those of {last}, so there is nothing to do: {which}")
    numbering = Numbering(registry(), first, last)
    before, after = _migrated(paths, numbering)
    changed = {path: its for path, its in after.items() if its.rewritten}
    if writing and changed:
        try:
            replace_all({path: (before[path], its.content) for path, its in changed.items()})
        except NotReplaced as problem:
            raise BadFiles(str(problem)) from problem
    if json:
        write({"from": first, "to": last, "written": writing, "files": [_document(path, its) for path, its in after.items()]})
    else:
        _show(before, after, first, last, writing)
    return NOT_CONFORMING if any(not left.prose for its in after.values() for left in its.left) else ALL_CONFORM


def _migrated(paths: Sequence[Path], numbering: Numbering) -> tuple[dict[Path, bytes], dict[Path, Migration]]:
    problems: list[Problem] = []
    before: dict[Path, bytes] = {}
    after: dict[Path, Migration] = {}
    for path in discover(paths, problems):
        try:
            before[path] = read_bytes(path, str(path))
            after[path] = migrate(before[path], str(path), numbering)
        except Unreadable as unreadable:
            problems.append(unreadable.problem)
    if problems:
        raise BadFiles(*(str(problem) for problem in problems))
    return before, after


def _document(path: Path, its: Migration) -> dict[str, object]:
    return {
        "file": str(path),
        "rewritten": [{"line": one.line, "was": one.was, "now": one.now} for one in its.rewritten],
        "left": [{"line": one.line, "number": one.number, "reason": one.reason, "prose": one.prose} for one in its.left],
    }


def _show(before: dict[Path, bytes], after: dict[Path, Migration], first: str, last: str, written: bool) -> None:
    on = console()
    if not written:
        for path, its in after.items():
            sys.stdout.write(_diff(str(path), before[path], its.content))
    for title, prose in (("Left as they are", False), ("In texts and comments, not rewritten", True)):
        left = [(path, one) for path, its in after.items() for one in its.left if one.prose is prose]
        if left:
            on.print()
            say(on, f"{title} ({len(left)})", "bold" if prose else "bold yellow")
        for path, one in left:
            say(on, f"{one_line(path)}:{one.line}: {one_line(one.number)} {one.reason}", indent=2, hanging=4)
    numbers = sum(len(its.rewritten) for its in after.values())
    files = sum(bool(its.rewritten) for its in after.values())
    on.print()
    if not numbers:
        say(on, f"No number differs between {first} and {last} in {plural(len(after), 'file')}.", "bold", hanging=2)
    elif written:
        told = f"{plural(numbers, 'number')} in {plural(files, 'file')} rewritten from {first} to {last}."
        say(on, f"{told} Do not do it twice: the files have the numbers of {last} now.", "bold", hanging=2)
    else:
        told = f"{plural(numbers, 'number')} in {plural(files, 'file')} would be rewritten from {first} to {last}"
        say(on, f"{told}; --write does it.", "bold", hanging=2)
        if last != NEWEST:
            say(on, f"The suite reads numbers of cases as those of {NEWEST}.", "yellow", hanging=2)


def _diff(name: str, before: bytes, after: bytes) -> str:
    old, new = (data.decode("utf-8").splitlines() for data in (before, after))
    lines = difflib.unified_diff(old, new, name, name, n=1, lineterm="")
    return "".join(f"{lines_of(line)}\n" for line in lines)
