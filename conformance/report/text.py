"""Text of strangers (ids, titles, reasons, an engine's messages) made fit for a terminal, an XML file or one line.

Everything that an engine or a case file says may hold control characters: escape sequences that repaint a terminal, or characters that no
XML document may contain. They are shown as escapes, never passed through.
"""

from __future__ import annotations

import re
from typing import Any

# C1 controls, marks that turn or isolate the direction of what follows, separators that end a line, what nobody sees (but not the joiners:
# Persian and Hindi are written with them), tags, lone surrogates, non-characters. C0 controls come before them.
_UNSEEN = (
    "\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\U000e0000-\U000e0fff"
)
_HOSTILE = re.compile(f"[\x00-\x1f{_UNSEEN}]")
_HOSTILE_BUT_LINES = re.compile(f"[\x00-\x09\x0b-\x1f{_UNSEEN}]")


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if character == "\t":
        return " "
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")


def one_line(text: object, limit: int = 0) -> str:
    """`text` on one line without control characters; longer than `limit` (if given) ends in an ellipsis."""
    plain = str(text)
    if limit:  # two characters become one at most, so what comes later is cut off anyway; strangers send megabytes
        plain = plain[: 2 * limit + 2]
    line = _HOSTILE.sub(_escape, plain.replace("\r\n", " ").replace("\n", " "))
    if limit and len(line) > limit:
        return line[: limit - 3].rstrip() + "..."
    return line


def lines_of(text: object) -> str:
    """`text` with its line ends, without other control characters."""
    return _HOSTILE_BUT_LINES.sub(_escape, str(text).replace("\r\n", "\n"))


def value(thing: Any, limit: int = 0) -> str:
    """A value of a case or a snapshot as a case file writes it: `{phased: in, counters: {stun: 1}}`, `null`, `[a, b]`."""
    return one_line(_flow(thing), limit)


DEEPEST = 24
"""What is nested deeper is cut off: an engine may have sent anything, and no field of the protocol goes half as deep."""


def _flow(thing: Any, depth: int = 0) -> str:
    if depth > DEEPEST:
        return "..."
    if thing is None:
        return "null"
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, dict):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(entry, depth + 1)}" for key, entry in thing.items()) + "}"
    if isinstance(thing, (list, tuple)):
        return "[" + ", ".join(_flow(entry, depth + 1) for entry in thing) + "]"
    if isinstance(thing, str) and thing == "":
        return "''"
    return str(thing)


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """`1 case`, `2 cases`."""
    return f"{number} {noun if number == 1 else nouns or noun + 's'}"


def code_span(text: str) -> str:
    """Text of strangers in Markdown: a code span, in which nothing is markup; its fence is longer than any row of backticks in it."""
    fence = "`" * (max((len(ticks) for ticks in re.findall("`+", text)), default=0) + 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text or ' '}{padding}{fence}"


def table_cell(text: object) -> str:
    """Text in a cell of a Markdown table: on one line, and no bar in it ends the cell."""
    return one_line(text).replace("\\", "\\\\").replace("|", "\\|")
