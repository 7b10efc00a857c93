"""Numbers of one edition as another has them, and what differs between two editions. All from the registry; no rules text is needed.

Rules keep their letters of clauses: `702.26g/c` is `702.24f/c` by the edition of 2012-06-01. A number that the registry has no rule for is
not translated, as nothing is known of it; the number of a section moves with the rules in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from conformance.rules.editions import NEWEST, Change, Editions
from conformance.rules.registry import Registry, Rule, sort_key


class Numbering:
    """How numbers of one edition read in another. `number` and `reference` give None for a rule that the other edition does not have."""

    def __init__(self, registry: Registry, source: str = NEWEST, target: str = NEWEST) -> None:
        self.source = source
        self.target = target
        pairs = sorted(((_cited(rule, source), _cited(rule, target), rule.until is None) for rule in registry), key=lambda pair: pair[2])
        # A rule that was taken out comes first, so that it yields its number to one that has it now.
        self._moves: dict[str, str | None] = {old: new for old, new, _ in pairs if old is not None}
        self._sections = _sections({old: new for old, new, there in pairs if old is not None and there})

    def knows(self, reference: str) -> bool:
        """Whether the registry has a rule, or rules of a section, for a number of the source edition."""
        number = reference.partition("/")[0]
        return number in self._moves or number in self._sections

    def number(self, number: str) -> str | None:
        """`702.26g` as the target edition has it."""
        if number in self._moves:
            return self._moves[number]
        return self._sections.get(number, number)

    def reference(self, reference: str) -> str | None:
        """`702.26g/c` as the target edition has it."""
        number, slash, letter = reference.partition("/")
        its = self.number(number)
        return None if its is None else f"{its}{slash}{letter}"

    def references(self, references: Iterable[str]) -> list[str]:
        """Those of the references that the target edition has, as it has them."""
        return [its for reference in references if (its := self.reference(reference)) is not None]


def _cited(rule: Rule, edition: str) -> str | None:
    """The number by which a rule is cited; today's cases cite one that was taken out by its last number."""
    return rule.number if rule.until is not None and edition == NEWEST else rule.number_in(edition)


def _sections(moves: Mapping[str, str | None]) -> dict[str, str | None]:
    """The numbers of sections (`702.26`, `311`) and of rules with letters (`901.9`) that have no entry of their own, where all rules in one
    are in one again, or none of them is there."""
    targets: dict[str, set[str]] = {}
    for old, new in moves.items():
        around = _around(new) if new is not None else {}
        for kind, section in _around(old).items():
            its = targets.setdefault(section, set())
            if kind in around:
                its.add(around[kind])
    return {section: next(iter(its), None) for section, its in targets.items() if len(its) <= 1 and section not in moves}


def _around(number: str) -> dict[str, str]:
    """What a number stands in: the rule 702.26 for 702.26g, the chapter 311 for 311.7. Chapters of many subjects do not move as one."""
    chapter, _, rest = number.partition(".")
    rule = f"{chapter}.{rest.rstrip('abcdefghijklmnopqrstuvwxyz')}"
    around = {"rule": rule} if rest and rule != number else {}
    if rest and chapter not in ("701", "702", "704", "800"):
        around["chapter"] = chapter
    return around


class Moved(msgspec.Struct, frozen=True):
    """A rule that both editions have, under different numbers."""

    key: str
    summary: str
    was: str
    now: str


class Came(msgspec.Struct, frozen=True):
    """A rule that only one of two editions has, with its number there."""

    key: str
    summary: str
    number: str


class Difference(msgspec.Struct, frozen=True):
    """What differs between two editions. `texts` are keys of rules whose text is known to differ, `reused` numbers that both editions have
    for different rules: the number, the rule's key then, its key now."""

    first: str
    last: str
    moved: list[Moved]
    added: list[Came]
    removed: list[Came]
    reused: list[tuple[str, str, str]]
    texts: list[str]
    changes: list[Change]


def difference(registry: Registry, editions: Editions, first: str, last: str) -> Difference:
    """What the registry knows to differ between two editions, `first` being the earlier one."""
    moved, added, removed, texts = [], [], [], []
    for rule in registry:
        was, now = rule.number_in(first), rule.number_in(last)
        if was is not None and now is not None:
            if was != now:
                moved.append(Moved(rule.key, rule.summary, was, now))
            if _text_differs(rule, first, last):
                texts.append(rule.key)
        elif now is not None:
            added.append(Came(rule.key, rule.summary, now))
        elif was is not None:
            removed.append(Came(rule.key, rule.summary, was))
    return Difference(
        first=first,
        last=last,
        moved=sorted(moved, key=lambda move: sort_key(move.now)),
        added=sorted(added, key=lambda came: sort_key(came.number)),
        removed=sorted(removed, key=lambda came: sort_key(came.number)),
        reused=_reused(registry, first, last),
        texts=texts,
        changes=editions.between(first, last),
    )


def _text_differs(rule: Rule, first: str, last: str) -> bool:
    """Whether a change of the text is on record between the two, cross-references included."""
    return any(first < edition <= last for edition, _ in rule.texts[1:])


def _reused(registry: Registry, first: str, last: str) -> list[tuple[str, str, str]]:
    then = {number: rule for rule in registry if (number := rule.number_in(first)) is not None}
    now = {number: rule for rule in registry if (number := rule.number_in(last)) is not None}
    both = sorted(then.keys() & now.keys(), key=sort_key)
    return [(number, then[number].key, now[number].key) for number in both if then[number].key != now[number].key]


def once_called(registry: Registry, number: str) -> list[tuple[str, str, Rule]]:
    """The rules that had a number at some time, each with the first and the last day of that."""
    found = []
    for rule in registry:
        runs = rule.numbers or ((rule.since or "", rule.number),)
        ends = [first for first, _ in runs[1:]] + [rule.until or ""]
        found += [(first, end, rule) for (first, its), end in zip(runs, ends, strict=True) if its == number]
    return found
