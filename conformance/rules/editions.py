"""The editions of the rules: their dates, which dates can be asked for, and what changed in behaviour (`cases/rules/editions.yaml`)."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from conformance.cases.problems import Problem, Unreadable, choose_from, shown
from conformance.cases.reader import Node, read, read_bytes
from conformance.rules.loader import EDITIONS_FILE, RegistryProblems, is_date
from conformance.rules.registry import NUMBER

NEWEST = "2026-09-25"
"""The edition whose numbers cases, registry and reports use unless another is asked for."""

OLDEST = "2009-07-11"
"""Since then phasing is a status; before, it was a zone, and no case of ours is about that."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_CHANGE_KEYS = ("name", "from", "rules", "what")


class Change(msgspec.Struct, frozen=True):
    """A change of what the rules ask: its name, its first day, the rules (today's numbers) that say it, and what it is."""

    name: str
    since: str
    rules: tuple[str, ...]
    what: str


class Editions(msgspec.Struct, frozen=True):
    """The editions that are known by their dates, oldest first, and the changes of behaviour between them."""

    labels: tuple[str, ...]
    changes: tuple[Change, ...]

    def between(self, first: str, last: str) -> list[Change]:
        """The changes that came after `first`, up to `last`."""
        return [change for change in self.changes if first < change.since <= last]

    def label_of(self, date: str) -> str | None:
        """The published edition that counted on a date."""
        return max((label for label in self.labels if label <= date), default=None)


def load_editions(directory: Path, shown_as: str = "") -> Editions:
    """The editions in `directory`. Raises RegistryProblems with all that is wrong with the file."""
    path = directory / EDITIONS_FILE
    file = f"{shown_as}/{EDITIONS_FILE}" if shown_as else str(path)
    try:
        root = read(read_bytes(path, file), file)
    except Unreadable as unreadable:
        raise RegistryProblems([unreadable.problem]) from unreadable
    reading = _Reading(file)
    editions = reading.editions(root)
    if reading.problems:
        raise RegistryProblems(reading.problems)
    return editions


class _Reading:
    """Makes Editions of nodes, and collects what is wrong with them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def wrong(self, node: Node, message: str, remedy: str = "") -> None:
        self.problems.append(Problem(self.file, node.place.line, node.place.column, message, remedy))

    def editions(self, root: Node) -> Editions:
        nodes = root.value if isinstance(root.value, dict) else {}
        for key in ("editions", "changes"):
            if key not in nodes or not isinstance(nodes[key].value, list):
                self.wrong(
                    nodes.get(key, root), f"{shown(key)} has to be a list", "the file has 'editions', a list of dates, and 'changes'"
                )
        if self.problems:
            return Editions((), ())
        labels = sorted(self.date(node) for node in nodes["editions"].value)
        changes = [self.change(node) for node in nodes["changes"].value]
        return Editions(tuple(labels), tuple(sorted(changes, key=lambda change: change.since)))

    def change(self, node: Node) -> Change:
        nodes: dict[str, Node] = node.value if isinstance(node.value, dict) else {}
        for key, entry in nodes.items():
            if key not in _CHANGE_KEYS:
                self.wrong(entry, f"unknown key {shown(key)}", choose_from(key, _CHANGE_KEYS))
        missing = [key for key in _CHANGE_KEYS if key not in nodes]
        if missing:
            self.wrong(node, f"a change lacks {', '.join(missing)}", f"it has {', '.join(_CHANGE_KEYS)}")
            return Change("", "", (), "")
        name, rules = nodes["name"].value, nodes["rules"].value
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            self.wrong(nodes["name"], f"{nodes['name'].kind} is no name of a change", "write lower-case words joined by '_'")
        numbers = [entry.value for entry in rules] if isinstance(rules, list) else []
        if not numbers or not all(isinstance(number, str) and NUMBER.fullmatch(number) for number in numbers):
            self.wrong(nodes["rules"], "rules is a list of numbers", "write rules: [702.26d]")
        if not isinstance(nodes["what"].value, str):
            self.wrong(nodes["what"], "what is a text")
        return Change(str(name), self.date(nodes["from"]), tuple(str(number) for number in numbers), str(nodes["what"].value))

    def date(self, node: Node) -> str:
        if isinstance(node.value, str) and is_date(node.value):
            return node.value
        self.wrong(node, f"{node.kind} is no date", "write it as in 2009-07-11")
        return ""


def wrong_date(given: str, editions: Editions, oldest: str = OLDEST) -> str | None:
    """Why `given` names no edition that can be asked for, with what may be meant, or None: any day from `oldest` to the newest does."""
    if not is_date(given):
        return f"an edition is named by its date, as in {NEWEST}{_meant(given, editions)}"
    if given < oldest:
        return f"the oldest edition is that of {oldest}: before, phasing was a zone, and the rules had other numbers throughout"
    if given > NEWEST:
        return f"the newest edition known is {NEWEST}"
    return None


def _meant(given: str, editions: Editions) -> str:
    """`; did you mean 2012-06-01?` for what looks like a date: 2012-6-1, 20120601, 2012/06/01; the editions of a year for 2012."""
    parts = re.fullmatch(r"\D*(\d{4})[-/. ]?(\d{1,2})[-/. ]?(\d{1,2})\D*", given)
    if parts is not None:
        date = f"{parts[1]}-{int(parts[2]):02}-{int(parts[3]):02}"
        if is_date(date):
            return f"; did you mean {date}?"
    of_year = [label for label in editions.labels if label.startswith(f"{given[:4]}-")]
    return f"; those of {given[:4]} are {', '.join(of_year)}" if of_year else ""
