"""Rewriting the rule numbers of a case file from one edition's to another's: the numbers in `rules`, and not a byte besides.

Numbers in titles, reasons and comments are prose; they are reported, not touched.
"""

from __future__ import annotations

import re

import msgspec

from conformance.cases.problems import Problem, Unreadable
from conformance.cases.reader import Node, read
from conformance.rules.numbering import Numbering
from conformance.rules.registry import NUMBER

_BOM = b"\xef\xbb\xbf"
_MENTION = re.compile(r"(?<![\d.])[1-9]\d{2}\.\d{1,3}[a-z]{0,2}(?![\w])")


class Rewritten(msgspec.Struct, frozen=True):
    """A reference that was rewritten."""

    line: int
    was: str
    now: str


class Left(msgspec.Struct, frozen=True):
    """A number that stands as it was, and why somebody should look at it. `prose`: it is in a text or a comment, not in `rules`."""

    line: int
    number: str
    reason: str
    prose: bool


class Migration(msgspec.Struct, frozen=True):
    """What became of a file: its new content, what was rewritten in it, and what was left."""

    content: bytes
    rewritten: list[Rewritten]
    left: list[Left]


def migrate(data: bytes, file: str, numbering: Numbering) -> Migration:
    """Rewrite the numbers in `data`, a file of cases. Raises Unreadable where it is none, with its place."""
    root = read(data, file)
    if not isinstance(root.value, list) or not all(isinstance(case.value, dict) for case in root.value):
        raise Unreadable(Problem(file, root.place.line, 1, "is no file of cases", "a case file is a list; each case begins with '- id:'"))
    bom = _BOM if data.startswith(_BOM) else b""
    text = data[len(bom) :].decode("utf-8")
    nodes = [node for case in root.value if "rules" in case.value for node in _references(case.value["rules"])]
    rewritten: list[Rewritten] = []
    left: list[Left] = []
    pieces: list[str] = []
    done = 0
    spans = []
    for node in nodes:
        was, line = str(node.value), node.place.line
        start, end, quote = _span(text, node)
        spans.append((start, end))
        now, reason = _now(was, numbering)
        if now is not None and now != was and end > start:
            pieces += [text[done:start], quote, now, quote] if quote else [text[done:start], _safe(now)]
            done = end
            rewritten.append(Rewritten(line, was, now))
        elif now is not None and now != was:
            left.append(Left(line, was, f"is {now} now, but is written in a way that cannot be replaced", False))
        elif reason:
            left.append(Left(line, was, reason, False))
    made = "".join([*pieces, text[done:]])
    content = bom + made.encode("utf-8")
    _check(root, read(content, file), {id(node): _now(str(node.value), numbering)[0] for node in nodes}, file)
    return Migration(content, rewritten, sorted([*left, *_mentions(text, spans, numbering)], key=lambda entry: entry.line))


def _references(node: Node) -> list[Node]:
    entries = node.value if isinstance(node.value, list) else []
    return [entry for entry in entries if isinstance(entry.value, str)]


def _now(was: str, numbering: Numbering) -> tuple[str | None, str]:
    """A reference by the other edition, or None and the reason why it stays."""
    if not NUMBER.fullmatch(was.partition("/")[0]):
        return None, "is no rule number"
    if not numbering.knows(was):
        return None, "the registry has no rule for it, so that nothing is known of its number in the other edition"
    now = numbering.reference(was)
    return (now, "") if now is not None else (None, f"the edition of {numbering.target} has no such rule")


def _span(text: str, node: Node) -> tuple[int, int, str]:
    """Where a scalar stands in the text, with its quotes, and which those are; an empty span where it is not written plainly."""
    start = node.mark.index
    value = str(node.value)
    for quote in ("", "'", '"'):
        written = f"{quote}{value}{quote}"
        if text.startswith(written, start):
            return start, start + len(written), quote
    return start, start, ""


def _safe(number: str) -> str:
    """A number for a place without quotes. Other readers of YAML would take 502.10 for 502.1."""
    return f"'{number}'" if re.fullmatch(r"\d+\.\d*0", number) else number


def _mentions(text: str, spans: list[tuple[int, int]], numbering: Numbering) -> list[Left]:
    inside = set(spans)
    found = []
    for match in _MENTION.finditer(text):
        if any(start <= match.start() < end for start, end in inside) or not numbering.knows(match.group()):
            continue
        now = numbering.reference(match.group())
        if now != match.group():
            became = f"is {now} there" if now else f"is not in the edition of {numbering.target}"
            found.append(
                Left(text.count("\n", 0, match.start()) + 1, match.group(), f"{became}; texts and comments are not rewritten", True)
            )
    return found


def _check(before: Node, after: Node, references: dict[int, str | None], file: str) -> None:
    """See to it that the file holds the same as before, the references apart; nothing is written otherwise."""
    if not _same(before, after, references):
        raise Unreadable(
            Problem(file, 0, 0, "could not be rewritten without changing something else", "write its rules as [502.3, 702.26g/c]")
        )


def _same(before: Node, after: Node, references: dict[int, str | None]) -> bool:
    if id(before) in references:
        return after.value in (before.value, references[id(before)])
    if isinstance(before.value, dict):
        return (
            isinstance(after.value, dict)
            and list(before.value) == list(after.value)
            and all(_same(before.value[key], after.value[key], references) for key in before.value)
        )
    if isinstance(before.value, list):
        return (
            isinstance(after.value, list)
            and len(before.value) == len(after.value)
            and all(_same(one, other, references) for one, other in zip(before.value, after.value, strict=True))
        )
    return bool(before.value == after.value)
