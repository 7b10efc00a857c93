"""YAML, read strictly: every scalar is a string, every node knows its place.

PyYAML's C parser gives the events; they are made into nodes by hand, since its constructors guess types (`502.10` would become 502.1)
and cost most of its time. What a case file never needs (anchors, aliases, tags, several documents, tabs) is refused as it comes, so an
alias bomb cannot go off.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import yaml
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingEndEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from conformance.cases.model import Place
from conformance.cases.problems import Problem, Unreadable, shown

try:
    from yaml._yaml import CParser as EventParser
except ImportError:  # PyYAML built without libyaml: slower, the same events
    from yaml import SafeLoader as EventParser  # type: ignore[assignment]

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 32

_NULLS = frozenset(("", "null", "~"))
_UNPRINTABLE = re.compile("[^\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Node(msgspec.Struct, gc=False):
    """A piece of a file. `value` is a string, None (a plain `null`, `~` or nothing), a list of nodes or a mapping of keys to nodes.

    `mark` and `key_mark` (where the key of a mapping's entry stands) are the parser's; `place` and `key_place` count from 1.
    """

    value: Any
    mark: Any
    key_mark: Any = None

    @property
    def place(self) -> Place:
        return Place(self.mark.line + 1, self.mark.column + 1)

    @property
    def key_place(self) -> Place:
        mark = self.key_mark or self.mark
        return Place(mark.line + 1, mark.column + 1)

    @property
    def kind(self) -> str:
        """What this is, in a user's words."""
        value = self.value
        if isinstance(value, dict):
            return "a mapping"
        if isinstance(value, list):
            return "a list"
        return "nothing" if value is None else shown(value)


def read_bytes(path: Path, file: str | None = None) -> bytes:
    """The bytes of a file of at most MAX_BYTES. Raises Unreadable when there are more, or none can be had."""
    name = file or str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(Problem(name, 0, 0, f"cannot be read: {error.strerror or error}", "check the path and its permissions")) from None
    if len(data) > MAX_BYTES:
        raise Unreadable(Problem(name, 0, 0, f"is larger than {MAX_BYTES // 1024 // 1024} MB", "split it into several files"))
    return data


def read(data: bytes, file: str) -> Node:
    """The root node of the only document in `data`. Raises Unreadable with the place of the first thing that is no strict YAML."""
    return _Builder(_decoded(data, file), file).root()


def _decoded(data: bytes, file: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        message = f"is not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        raise Unreadable(Problem(file, line, column, message, "save the file as UTF-8")) from None
    if not text.strip():
        raise Unreadable(Problem(file, 0, 0, "is empty", "write a list of entries, or remove the file"))
    bad = _UNPRINTABLE.search(text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - (text.rfind("\n", 0, bad.start()) + 1) + 1
        tab = bad.group() == "\t"
        message = "has a tab" if tab else f"has the control character U+{ord(bad.group()):04X}"
        raise Unreadable(Problem(file, line, column, message, "use spaces" if tab else "remove it"))
    return text


class _Builder:
    """Makes nodes of the parser's events."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.next: Callable[[], Any] = EventParser(text).get_event

    def root(self) -> Node:
        try:
            self.next()  # the start of the stream
            start = self.next()
            if type(start) is not DocumentStartEvent:
                raise self._bad(start.start_mark, "holds no entries", "write a list of entries, or remove the file")
            node = self._node(self.next(), 0)
            end = self.next()
            if type(end) is not DocumentEndEvent or type(end := self.next()) is not StreamEndEvent:
                raise self._bad(end.start_mark, "a second YAML document begins", "one document a file: remove the '---'")
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            what = " ".join(part for part in (error.context, error.problem) if part)
            raise self._bad(mark, f"is no valid YAML: {what}", "check indentation, brackets, quotes and colons here") from None
        except yaml.YAMLError as error:
            raise Unreadable(Problem(self.file, 0, 0, f"is no valid YAML: {error}", "check its characters")) from None
        return node

    def _node(self, event: Any, depth: int) -> Node:
        kind = type(event)
        if kind is AliasEvent:
            raise self._bad(event.start_mark, f"alias *{event.anchor}", "aliases are not allowed: write the value out")
        if event.anchor is not None:
            raise self._bad(event.start_mark, f"anchor &{event.anchor}", "anchors are not allowed: write the value out where it is used")
        if event.tag is not None:
            raise self._bad(event.start_mark, f"tag {shown(event.tag)}", "tags are not allowed: the format types every value itself")
        if kind is ScalarEvent:
            text = event.value
            # A quoted 'null' stays the word.
            return Node(None if not event.style and text in _NULLS else text, event.start_mark)
        if depth >= MAX_DEPTH:
            raise self._bad(event.start_mark, f"is nested more than {MAX_DEPTH} deep", "no part of the format is: check the brackets")
        if kind is SequenceStartEvent:
            return self._list(event, depth + 1)
        return self._mapping(event, depth + 1)

    def _list(self, start: Any, depth: int) -> Node:
        items: list[Node] = []
        while type(event := self.next()) is not SequenceEndEvent:
            items.append(self._node(event, depth))
        return Node(items, start.start_mark)

    def _mapping(self, start: Any, depth: int) -> Node:
        entries: dict[str, Node] = {}
        while type(event := self.next()) is not MappingEndEvent:
            if type(event) is not ScalarEvent or event.anchor is not None or event.tag is not None:
                self._node(event, depth)  # says what is wrong with an alias, an anchor or a tag
                raise self._bad(event.start_mark, "a key that is a list or a mapping", "keys are single words")
            key = event.value
            if key in entries:
                first = entries[key].key_place.line
                raise self._bad(event.start_mark, f"the key {shown(key)} is there twice", f"first on line {first}: join the two")
            node = self._node(self.next(), depth)
            node.key_mark = event.start_mark
            entries[key] = node
        return Node(entries, start.start_mark)

    def _bad(self, mark: Any, message: str, remedy: str) -> Unreadable:
        return Unreadable(Problem(self.file, mark.line + 1, mark.column + 1, message, remedy))
