"""Plain values as the YAML of a case file: what fits a line stands on one, the rest in blocks; whatever a value holds, it reads back.

Only for values that the reader takes: mappings with string keys, lists, strings, whole numbers, true, false and null.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

WIDTH = 130
"""No line is longer where a value can be broken."""

_PLAIN = re.compile(r"(?:[A-Za-z0-9_]|[+-](?=[A-Za-z0-9]))(?:[A-Za-z0-9_.'/+-]| (?=[A-Za-z0-9_.'/+]))*\Z")
"""What stands without quotes: nothing in it is an indicator of YAML, inside brackets or out."""

_NULLS = ("null", "~", "")


def scalar(value: Any) -> str:
    """A scalar as it is written on a line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = clean(str(value))
    if text not in _NULLS and _PLAIN.match(text):
        return text
    return json.dumps(text, ensure_ascii=False)


def clean(text: object, limit: int = 0) -> str:
    """Text that a case file may hold, on one line: without control characters, halves of characters and marks that turn the line round.

    They are shown as escapes. Text longer than `limit` (if given) ends in dots.
    """
    whole = str(text)
    if limit and len(whole) > limit:
        whole = whole[: limit - 3] + "..."
    return "".join(c if c.isprintable() else " " if c in "\n\t\r" else c.encode("unicode_escape", "surrogatepass").decode() for c in whole)


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {flow(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(entry) for entry in value) + "]"
    return scalar(value)


def block(value: Any, indent: int) -> Iterator[str]:
    """The lines of a mapping or a list that is not empty, each entry on a line of its own that begins at `indent`."""
    pad = " " * indent
    if isinstance(value, list):
        for entry in value:
            yield from line(f"{pad}-", entry, indent)
    else:
        for key, entry in value.items():
            yield from line(f"{pad}{scalar(key)}:", entry, indent)


def line(head: str, value: Any, indent: int) -> Iterator[str]:
    """An entry of a block that stands at `indent`: on the line of its head if it fits there, else below it."""
    whole = f"{head} {flow(value)}"
    if len(whole) <= WIDTH or isinstance(value, (int, type(None))) or not value:
        yield whole
    elif isinstance(value, str):
        yield from _folded(head, clean(value), indent + 2)
    else:
        yield head
        yield from block(value, indent + 2)


def _folded(head: str, text: str, indent: int) -> Iterator[str]:
    """A long text, broken between its words if it reads back the same."""
    if text != " ".join(text.split()):
        yield f"{head} {scalar(text)}"
        return
    yield f"{head} >-"
    words: list[str] = []
    for word in text.split(" "):
        if words and indent + len(" ".join([*words, word])) > WIDTH:
            yield " " * indent + " ".join(words)
            words = []
        words.append(word)
    yield " " * indent + " ".join(words)
