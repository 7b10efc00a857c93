"""The registry of rules: which rules the suite is about, split into clauses, and which number each had in which edition.

A clause is one thing that can be right or wrong by itself; `702.26g/c` is clause c of rule 702.26g. `loader` makes a Registry of
`cases/rules/*.yaml`; this module answers questions about it. Numbers are those of the default edition unless an edition is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from conformance.cases.problems import choose_from, listed

EXHAUSTIVE = ("502", "702.26", "311", "312", "901")
"""Sections of which the registry has every rule: a number within them that it does not have is a mistake."""

NUMBER = re.compile(r"[1-9]\d{2}(\.[1-9]\d{0,2}([a-z]{1,2})?)?")
"""The form of a rule's number: 312, 502.3, 702.26g, 704.5aa."""

CLAUSE = re.compile(r"[a-z]")


class Clause(msgspec.Struct, frozen=True):
    """One thing that a rule asks. `untestable` is the reason why no case can observe it, or None; `since` is the first day on which the
    rule asks it and `until` the last one, where the rule is older or younger than that."""

    id: str
    text: str
    untestable: str | None = None
    since: str | None = None
    until: str | None = None

    def holds_in(self, edition: str) -> bool:
        """Whether the rule asks this in an edition that has the rule."""
        return (self.since is None or self.since <= edition) and (self.until is None or edition <= self.until)


class Rule(msgspec.Struct, frozen=True):
    """A rule. `numbers` are pairs of a first edition and a number, oldest first, where it has had others; `since` is the first edition that
    has the rule, None for the oldest, `until` the last day of a rule that was taken out; `seeds` says where the texts that this suite began
    with have it. `texts` are pairs of an edition and the hash of the text that the rule has had from then on, as far as texts are known:
    None where it is known that the text changed, but not to what. `sketch` (`conformance.rules.wording`) is that of the newest text."""

    number: str
    key: str
    summary: str
    clauses: tuple[Clause, ...]
    numbers: tuple[tuple[str, str], ...] = ()
    since: str | None = None
    until: str | None = None
    texts: tuple[tuple[str, str | None], ...] = ()
    sketch: str | None = None
    seeds: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    file: str = ""
    line: int = 0

    def number_in(self, edition: str) -> str | None:
        """The number of this rule in an edition (a date), or None where the edition does not have it."""
        if (self.since is not None and edition < self.since) or (self.until is not None and edition > self.until):
            return None
        if not self.numbers:
            return self.number
        number = None
        for first, its in self.numbers:
            if first <= edition:
                number = its
        return number

    def text_in(self, edition: str) -> str | None:
        """The hash of this rule's text in an edition, or None where it is not known."""
        known = None
        for first, digest in self.texts:
            if first <= edition:
                known = digest
        return known


class Registry(msgspec.Struct, frozen=True):
    """All rules of the registry by their current numbers, in the order of the rules."""

    rules: dict[str, Rule]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def clauses(self) -> Iterator[Clause]:
        """Every clause, in the order of the rules."""
        for rule in self:
            yield from rule.clauses

    def clause(self, reference: str) -> Clause | None:
        """The clause of a reference as `702.26g/c`, or None."""
        number, _, letter = reference.partition("/")
        rule = self.rules.get(number)
        return next((clause for clause in rule.clauses if clause.id == f"{number}/{letter}"), None) if rule else None

    def within(self, number: str) -> list[Rule]:
        """The rule with a number, or the rules of a section: `702.26` gives 702.26a and all others of that section."""
        return [rule for rule in self if is_within(rule.number, number)]

    def now(self, number: str, edition: str) -> list[Rule]:
        """The rules that had `number` in an edition (one at most, unless a section has been split)."""
        return [rule for rule in self if rule.number_in(edition) == number]

    def wrong(self, reference: str) -> tuple[str, str] | None:
        """What is wrong with a reference of a case (`702.26g/c`, `502.1`), as (message, remedy), or None.

        A number outside the registry's sections only has to look like one; within them it has to be there, and so has a clause.
        """
        number, slash, letter = reference.partition("/")
        if not NUMBER.fullmatch(number) or (slash and not CLAUSE.fullmatch(letter)):
            return f"{reference!r} is no rule number", "write it as in 502.3 or 702.26g, a clause of it as in 702.26g/c"
        rule = self.rules.get(number)
        if rule is None:
            section = next((section for section in EXHAUSTIVE if is_within(number, section)), None)
            if section is not None and number != section and any(is_within(known, section) for known in self.rules):
                known = [known for known in self.rules if is_within(known, section)]
                return f"there is no rule {number}", choose_from(number, known, kind=f"section {section} has")
            if slash:
                return f"rule {number} is not in the registry, so it has no clauses", f"write the bare number {number}"
            return None
        if slash and self.clause(reference) is None:
            letters = listed(clause.id.partition("/")[2] for clause in rule.clauses)
            return f"rule {number} has no clause {letter}", f"its clauses: {letters}"
        return None


def is_within(number: str, section: str) -> bool:
    """Whether a rule is, or belongs to, a section or rule: 702.26g is within 702.26, 702.26g and 702; 702.260 is not within 702.26."""
    if not number.startswith(section):
        return False
    rest = number[len(section) :]
    return not rest or rest[0] in "./" or (rest[0].isalpha() and section[-1].isdigit() and "." in section)


def section_of(number: str) -> str:
    """The section that a rule belongs to, as one speaks of it: 502 for 502.3, but 702.26 for 702.26g (702 is all keywords)."""
    chapter, dot, rest = number.partition(".")
    if chapter not in ("701", "702") or not dot:
        return chapter
    return f"{chapter}.{rest.rstrip('abcdefghijklmnopqrstuvwxyz')}"


def sort_key(number: str) -> tuple[int, int, int, str]:
    """Rules in their order: 502.3 before 502.10, 704.5z before 704.5aa."""
    chapter, _, rest = number.partition(".")
    digits = re.match(r"\d*", rest)
    count = digits.group() if digits else ""
    letters = rest[len(count) :]
    return int(chapter), int(count or 0), len(letters), letters
