"""Reading the Comprehensive Rules as they are published: a plain text, in any of the layouts that it has had since 2009.

The files differ in encoding, line ends, blank lines, in whether a letter or a number is followed by a full stop, and in marks of italics.
What they share: contents, numbered rules each on a line of its own with examples below, a glossary, credits.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import msgspec

from conformance.cases.problems import Problem, Unreadable
from conformance.cases.reader import read_bytes
from conformance.rules.registry import sort_key

_RULE = re.compile(r"([1-9]\d{2})\.(\d{1,3})([a-z]{1,2})?\b\.?\s*(\S.*)")
_SECTION = re.compile(r"([1-9]\d{2})\.\s+(\S.{0,78})")
_CHAPTER = re.compile(r"[1-9]\.\s+\S.{0,78}")
_EFFECTIVE = re.compile(r"effective (?:as of )?(?:on )?([A-Z][a-z]+) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_FILE_DATE = re.compile(r"(?<!\d)(20\d{2})-?(\d{2})-?(\d{2})(?!\d)")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_OTHER_FORMATS = {b"%PDF": "a PDF", b"PK\x03\x04": "a Word document or an archive", b"\xd0\xcf\x11\xe0": "a Word document", b"{\\rt": "RTF"}

RULES_ENOUGH = 20
"""A text with so many numbered rules is taken for one of the rules even where it does not say what it is."""

LABEL_DAYS = 45
"""A file is named by the date of its publication, up to so many days before the date from which it counts."""


class PublishedRule(msgspec.Struct, frozen=True):
    """A rule as a file has it: its wording without number and examples, the examples, and the line at which it begins."""

    number: str
    text: str
    examples: tuple[str, ...]
    line: int


class Published(msgspec.Struct, frozen=True):
    """A rules text. `effective` is the date from which it says that it counts, `label` that by which an edition is named (the one in the
    file's name if it has one, else `effective`); both are None where they cannot be told. Section headings are rules too: `502`."""

    file: str
    effective: str | None
    label: str | None
    rules: dict[str, PublishedRule]
    glossary: dict[str, str]
    warnings: tuple[str, ...] = ()


def read_published(path: Path) -> Published:
    """The rules text in a file. Raises Unreadable, with what to do, where it cannot be read or is no text of the rules."""
    file = str(path)
    return parse_published(_decoded(read_bytes(path, file), file), file)


def _decoded(data: bytes, file: str) -> str:
    for magic, kind in _OTHER_FORMATS.items():
        if data.startswith(magic):
            raise Unreadable(Problem(file, 0, 0, f"is {kind}, not a plain text", "take the .txt file of the rules, or save it as one"))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if b"\0" in data:
        raise Unreadable(Problem(file, 0, 0, "is no plain text: it has zero bytes", "take the .txt file of the rules"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")  # as older files have it


def parse_published(text: str, file: str) -> Published:
    """The rules, examples and glossary in the text of a file. Raises Unreadable where it is none of the rules."""
    if text.lstrip()[:1] == "<":
        raise Unreadable(Problem(file, 0, 0, "is a web page, not a plain text", "take the .txt file of the rules"))
    reading = _Reading()
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        reading.line(number, " ".join(line.replace("\u00a0", " ").replace("\f", " ").split()))
    reading.end()
    found = sum("." in number for number in reading.rules)
    if not found:
        raise Unreadable(Problem(file, 0, 0, "is no text of the rules: no line begins with a rule's number, as in 502.3", "check the file"))
    head = text[:2000]
    effective = _date_in(head) or _date_in(text)
    if effective is None and found < RULES_ENOUGH and "comprehensive rules" not in head.casefold():
        what = f"is no text of the rules: it has {found} numbered lines, and does not say from when it is effective"
        raise Unreadable(Problem(file, 0, 0, what, "check the file"))
    return Published(file, effective, _label(file, effective), reading.rules, reading.glossary, tuple(reading.warnings))


class _Reading:
    """Takes the lines of a text one by one."""

    def __init__(self) -> None:
        self.rules: dict[str, PublishedRule] = {}
        self.glossary: dict[str, str] = {}
        self.warnings: list[str] = []
        self._part = "rules"
        self._begun = False  # the contents are over: a rule has come
        self._chapters: set[str] = set()
        self._contents: dict[str, str] = {}
        self._blank = 0  # so many blank lines came before this one
        self._last = (0, 0, 0, "")
        self._number = ""
        self._line = 0
        self._text: list[str] = []
        self._examples: list[str] = []
        self._entries: list[tuple[int, str]] = []

    def line(self, at: int, line: str) -> None:
        """Take the next line, its white space collapsed."""
        if not line:
            self._blank += 1
            return
        if self._part == "rules" and self._begun and line.casefold() == "glossary":
            self._end_rule()
            self._part = "glossary"
        elif self._part == "glossary" and line.casefold() == "credits":
            self._part = "credits"
        elif self._part == "glossary":
            self._entries.append((self._blank, line))
        elif self._part == "rules":
            self._in_rules(at, line)
        self._blank = 0

    def end(self) -> None:
        """No more lines come."""
        self._end_rule()
        self._read_glossary()

    def _in_rules(self, at: int, line: str) -> None:
        rule = _RULE.fullmatch(line)
        if rule is not None:
            number = f"{rule[1]}.{int(rule[2])}{rule[3] or ''}"
            if self._begins(number):
                self._begun = True
                self._begin(number, at, rule[4])
            else:
                self._continue(line)
            return
        section = _SECTION.fullmatch(line)
        listed = section is not None and self._contents.get(section[1]) == section[2]
        if section is not None and (not self._begun or (sort_key(section[1]) > self._last and (self._blank or listed))):
            self._contents.setdefault(section[1], section[2])
            self._begin(section[1], at, section[2])
        elif _CHAPTER.fullmatch(line) and (not self._begun or line in self._chapters):
            self._end_rule()
            self._chapters.add(line)
        else:
            self._continue(line)

    def _begins(self, number: str) -> bool:
        """Whether a line that begins with `number` begins that rule. In a text with broken lines it can be one that goes on with a
        reference; then no blank line comes before it, and the number is hardly the next one."""
        here = sort_key(number)
        if self._blank or not self._begun:
            if here < self._last and number not in self.rules:
                self.warnings.append(f"rule {number} comes after a later one")
            return True
        chapter, count, letters = self._last[:3]
        near = here[0] == chapter and (count == 0 or here[1] in (count, count + 1)) and here[2] <= max(1, letters)
        return here > self._last and (near or (here[0] > chapter and here[1] == 1))

    def _begin(self, number: str, at: int, text: str) -> None:
        self._end_rule()
        self._number, self._line, self._text, self._examples = number, at, [text], []
        if self._begun:
            self._last = max(self._last, sort_key(number))

    def _continue(self, line: str) -> None:
        if re.match(r"Examples?\b\s*:", line):
            self._examples.append(line)
        elif self._examples:
            self._examples[-1] += f" {line}"
        elif self._number:
            self._text.append(line)

    def _end_rule(self) -> None:
        number, text, examples = self._number, " ".join(self._text), tuple(self._examples)
        self._number, self._text, self._examples = "", [], []
        if not number:
            return
        known = self.rules.pop(number, None)  # a section stands where the rules have it, not where the contents do
        if known is not None and "." in number:
            self.warnings.append(f"rule {number} is there twice (lines {known.line} and {self._line}): read as one")
            text, examples = f"{known.text} {text}", (*known.examples, *examples)
        self.rules[number] = PublishedRule(number, text, examples, self._line)

    def _read_glossary(self) -> None:
        # Terms are apart by blank lines. A layout with a blank line after every line has more of them between terms.
        apart = 1 if any(blank == 0 for blank, _ in self._entries) else 2
        term = ""
        for blank, line in self._entries:
            if blank >= apart or not term:
                term = line
                self.glossary[term] = ""
            else:
                self.glossary[term] = f"{self.glossary[term]} {line}".strip()


def _date_in(text: str) -> str | None:
    match = _EFFECTIVE.search(text)
    if match is None or match[1].casefold() not in _MONTHS:
        return None
    try:
        return datetime.date(int(match[3]), _MONTHS.index(match[1].casefold()) + 1, int(match[2])).isoformat()
    except ValueError:
        return None


def _label(file: str, effective: str | None) -> str | None:
    match = _FILE_DATE.search(Path(file).name)
    try:
        named = datetime.date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        named = None
    if named is None or effective is None:
        return named.isoformat() if named else effective
    days = (datetime.date.fromisoformat(effective) - named).days
    return named.isoformat() if 0 <= days <= LABEL_DAYS else effective
