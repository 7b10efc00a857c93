"""Which files there are: the built-in library, anybody's own, and the card pool they use; and loading them all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

import conformance
from conformance.cases import cache
from conformance.cases.card_files import parse_cards
from conformance.cases.cards import CardPool, Entry
from conformance.cases.model import Case
from conformance.cases.parse import parse_file
from conformance.cases.problems import Problem, Unreadable, shown
from conformance.cases.reader import read_bytes

SUFFIXES = (".yaml", ".yml")
NOT_CASES = ("cards", "rules")
"""Folders of a library that hold something else than cases."""

INSTALLED = "_cases"
"""The folder of the built-in library in a package that was installed."""


class Loaded(NamedTuple):
    """Everything that a run of the suite needs to know of its files."""

    cases: list[Case]
    problems: list[Problem]
    cards: CardPool

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == "error"]

    @property
    def warnings(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == "warning"]


class _Cases(msgspec.Struct):
    """What the cache keeps of a case file."""

    cases: list[Case]
    problems: list[Problem]


class _Cards(msgspec.Struct):
    """What the cache keeps of a file of cards."""

    entries: list[Entry]
    problems: list[Problem]


def builtin() -> Path:
    """The folder of the built-in library: inside the package when it was installed, else beside it in the source tree."""
    package = Path(conformance.__file__).parent
    installed = package / INSTALLED
    return installed if installed.is_dir() else package.parent / "cases"


def load(paths: Sequence[str | Path] | None = None, cards: CardPool | None = None) -> Loaded:
    """Load the cases of `paths` (files and folders; the built-in library if None or empty), with everything that is wrong with them.

    Cards come from the built-in pool and from `cards/` folders of the given folders, unless a pool is given. Raises nothing for bad
    input: a path that is missing, a file that is no YAML and an id that is there twice are problems like any other.
    """
    roots = [Path(path) for path in paths] if paths else [builtin()]
    problems: list[Problem] = []
    if cards is None:
        cards, problems = load_cards(roots)
    files = discover(roots, problems)
    cases: list[Case] = []
    for file in files:
        read, wrong = load_file(file, cards)
        cases += read
        problems += wrong
    return Loaded(_without_duplicates(cases, problems), problems, cards)


def load_file(path: Path, cards: CardPool) -> tuple[list[Case], list[Problem]]:
    """The cases of one file, from the cache if it has not changed."""
    name = _shown_path(path)
    try:
        data = read_bytes(path, name)
    except Unreadable as error:
        return [], [error.problem]
    known = cache.through(name, data, cards.digest, _Cases, lambda: _Cases(*parse_file(data, name, cards)))
    return known.cases, known.problems


def load_cards(roots: Iterable[Path] = ()) -> tuple[CardPool, list[Problem]]:
    """The built-in card pool, and the cards in the `cards/` folders of `roots` (of a file: in that beside it)."""
    problems: list[Problem] = []
    folders = {os.path.realpath(builtin() / "cards"): builtin() / "cards"}
    for root in roots:
        folder = (root if os.path.isdir(root) else root.parent) / "cards"
        if os.path.isdir(folder):
            folders.setdefault(os.path.realpath(folder), folder)
    entries: dict[str, Entry] = {}
    origin: dict[str, str] = {}
    for path in (path for folder in folders.values() for path in _yaml_files(folder, (), problems)):
        name = _shown_path(path)
        try:
            data = read_bytes(path, name)
        except Unreadable as error:
            problems.append(error.problem)
            continue
        known = cache.through(name, data, "", _Cards, partial(_parse_cards, data, name))
        problems += known.problems
        for entry in known.entries:
            if entry["name"] in entries:
                message = f"the card {shown(entry['name'])} is there twice"
                problems.append(Problem(name, 0, 0, message, f"also in {origin[entry['name']]}: remove one"))
                continue
            entries[entry["name"]], origin[entry["name"]] = entry, name
    return CardPool(entries.values(), origin), problems


def _parse_cards(data: bytes, file: str) -> _Cards:
    return _Cards(*parse_cards(data, file))


def discover(roots: Iterable[Path], problems: list[Problem]) -> list[Path]:
    """The case files under `roots`, each once, in a fixed order; what cannot be used is added to `problems`."""
    found: dict[str, Path] = {}
    for root in roots:
        name = _shown_path(root)
        if os.path.isdir(root):
            files = _yaml_files(root, NOT_CASES, problems)
            if not files:
                problems.append(Problem(name, 0, 0, "the folder holds no case files", f"case files end in {' or '.join(SUFFIXES)}"))
        elif not os.path.exists(root):
            problems.append(Problem(name, 0, 0, "there is no such file or folder", "check the path"))
            continue
        elif not os.path.isfile(root):
            problems.append(Problem(name, 0, 0, "is neither a file nor a folder", "name a case file, or a folder of them"))
            continue
        elif root.suffix.lower() not in SUFFIXES:
            problems.append(Problem(name, 0, 0, "is no YAML file by its name", f"case files end in {' or '.join(SUFFIXES)}"))
            continue
        else:
            files = [root]
        for file in files:
            found.setdefault(os.path.realpath(file), file)
    return list(found.values())


def _yaml_files(root: Path, skip: Iterable[str], problems: list[Problem]) -> list[Path]:
    """YAML files under `root`, without hidden folders and those named in `skip` directly below it; sorted."""

    def unreadable(error: OSError) -> None:
        name = _shown_path(Path(error.filename))
        problems.append(Problem(name, 0, 0, f"cannot be searched: {error.strerror}", "check its permissions"))

    files: list[Path] = []
    for folder, names, inside in os.walk(root, onerror=unreadable):
        left_out = skip if Path(folder) == root else ()
        names[:] = sorted(name for name in names if not name.startswith(".") and name not in left_out)
        files += [Path(folder) / name for name in sorted(inside) if name.lower().endswith(SUFFIXES) and not name.startswith(".")]
    return files


def _without_duplicates(cases: list[Case], problems: list[Problem]) -> list[Case]:
    """Cases whose id was not there before; the others are problems."""
    first: dict[str, Case] = {}
    for case in cases:
        other = first.setdefault(case.id, case)
        if other is not case:
            message = f"the id {shown(case.id)} is there twice"
            problems.append(Problem(case.file, case.line, 1, message, f"first in {other.file}:{other.line}: choose another id"))
    return list(first.values())


def _shown_path(path: Path) -> str:
    """A path as short as it can be told: from where the user stands, if it is below; a file of the installed library as in the source tree.

    Where a package was installed to is nobody's business: reports are passed on, and the tree is where the file can be read and changed.
    """
    library = builtin()
    if library.name == INSTALLED and path.is_relative_to(library):
        return str("cases" / path.relative_to(library))
    try:
        absolute, here = os.path.abspath(path), os.getcwd()
    except OSError:  # the working directory is gone
        return str(path)
    return os.path.relpath(absolute, here) if absolute.startswith(here.rstrip(os.sep) + os.sep) else str(path)
