"""A rules text held against the registry: which rules moved, which read otherwise, which are new or gone, and which cases that concerns.

The registry has no texts, only their hashes and sketches. A rule is found by the hash of its text; one that was reworded as well, by its
sketch among the texts that are nobody else's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from conformance.rules.editions import NEWEST
from conformance.rules.numbering import Numbering
from conformance.rules.published import Published
from conformance.rules.registry import EXHAUSTIVE, NUMBER, Registry, Rule, is_within, section_of, sort_key
from conformance.rules.wording import digest, likeness, sketch

ALIKE = 0.5
"""From this likeness on a text at another number is taken for the rule, reworded."""

STRANGE = 0.25
"""Below this likeness the text at the rule's own number is hardly the same rule."""

BETTER = 0.25
"""A text at another number has to be so much more alike than that at the rule's own number."""


class MovedRule(msgspec.Struct, frozen=True):
    """A rule that the text has at another number. `likeness` is 1 where the text is the same."""

    key: str
    number: str
    found: str
    likeness: float
    cases: list[str]


class ChangedRule(msgspec.Struct, frozen=True):
    """A rule whose text reads otherwise at its number. `strange`: so much so that the number may mean another rule now."""

    key: str
    number: str
    likeness: float | None
    strange: bool
    cases: list[str]


class GoneRule(msgspec.Struct, frozen=True):
    """A rule that is not found in the text, under no number."""

    key: str
    number: str
    cases: list[str]


class Citation(msgspec.Struct, frozen=True):
    """A number that cases cite, and that does not mean the same in the text. `state`: `gone` (the text has no such number) or `other_rule`
    (it is another rule's now). `to` is where the rule is, if it was found; `key` is null for a number that the registry has no rule for."""

    number: str
    state: str
    key: str | None
    to: str | None
    cases: list[str]


class Comparison(msgspec.Struct, frozen=True):
    """What a text says otherwise than the registry does of the edition `compared_with`. `new` are rules of sections that the registry has
    completely, and not these; `unknown` are rules whose text cannot be compared, since the registry has no hash for it."""

    file: str
    edition: str | None
    effective: str | None
    compared_with: str
    rules: int
    same: int
    moved: list[MovedRule]
    changed: list[ChangedRule]
    gone: list[GoneRule]
    new: list[str]
    citations: list[Citation]
    unknown: list[str]
    warnings: list[str]

    @property
    def something(self) -> bool:
        """Whether there is something to look at."""
        return bool(self.moved or self.changed or self.gone or self.new or self.citations)

    @property
    def cases(self) -> set[str]:
        """The ids of the cases that any of it concerns."""
        concerned: set[str] = set()
        for lists in (
            [rule.cases for rule in self.moved],
            [rule.cases for rule in self.changed],
            [rule.cases for rule in self.gone],
            [cited.cases for cited in self.citations],
        ):
            concerned.update(*lists)
        return concerned


def compare(registry: Registry, text: Published, edition: str | None, cases: Iterable[tuple[str, Sequence[str]]]) -> Comparison:
    """Hold `text` against what the registry says of `edition` (None, or one after the newest: of the newest).

    `cases` are pairs of an id and the references of the case, today's numbers, of the cases that apply to that edition.
    """
    against = min(edition or NEWEST, NEWEST)
    return _Comparing(registry, text, against, list(cases)).compared(edition)


class _Comparing:
    def __init__(self, registry: Registry, text: Published, against: str, cases: Sequence[tuple[str, Sequence[str]]]) -> None:
        self.registry = registry
        self.text = text
        self.against = against
        self.numbering = Numbering(registry, target=against)
        self.cited: dict[str, list[str]] = {}
        for case, references in cases:
            for number in dict.fromkeys(reference.partition("/")[0] for reference in references):
                self.cited.setdefault(number, []).append(case)
        self.hashed = {edition for rule in registry for edition, _ in rule.texts}
        self.by_digest: dict[str, list[str]] = {}
        for number, rule in text.rules.items():
            self.by_digest.setdefault(digest(rule.text), []).append(number)
        self.digests = {number: its for its, numbers in self.by_digest.items() for number in numbers}
        self.taken: dict[str, str] = {}  # numbers of the text, with the key of the rule that they are
        self.sketches: dict[str, str] = {}

    def compared(self, edition: str | None) -> Comparison:
        expected = {rule: number for rule in self.registry if (number := rule.number_in(self.against)) is not None}
        same = [rule for rule, number in expected.items() if self.digests.get(number) in self._accepted(rule)]
        unknown = [rule for rule in expected if rule.text_in(self.against) is None and rule not in same]
        unknown = [rule for rule in unknown if expected[rule] in self.text.rules]
        for rule in (*same, *unknown):
            self.taken[expected[rule]] = rule.key
        settled = {rule.key for rule in (*unknown, *same)}
        rest = {rule: number for rule, number in expected.items() if rule.key not in settled}
        moved = self._moved_unchanged(rest)
        changed, gone = [], []
        for rule, number in rest.items():
            if any(move.key == rule.key for move in moved):
                continue
            outcome = self._reworded(rule, number)
            if isinstance(outcome, MovedRule):
                moved.append(outcome)
            elif isinstance(outcome, ChangedRule):
                changed.append(outcome)
            else:
                gone.append(outcome)
        moved.sort(key=lambda move: sort_key(move.number))
        return Comparison(
            file=self.text.file,
            edition=edition,
            effective=self.text.effective,
            compared_with=self.against,
            rules=len(self.text.rules),
            same=len(same),
            moved=moved,
            changed=changed,
            gone=gone,
            new=self._new(),
            citations=self._citations(moved, changed, gone),
            unknown=[rule.key for rule in unknown],
            warnings=list(self.text.warnings),
        )

    def _accepted(self, rule: Rule) -> set[str]:
        """The hashes of texts that the rule may have had. Between two editions whose texts are known it may be either."""
        its = [rule.text_in(self.against)]
        if self.against not in self.hashed:
            its += [known for edition, known in rule.texts if edition > self.against][:1]
        return {known for known in its if known is not None}

    def _moved_unchanged(self, rest: Mapping[Rule, str]) -> list[MovedRule]:
        moved = []
        for rule, number in rest.items():
            places = [place for its in sorted(self._accepted(rule)) for place in self.by_digest.get(its, ()) if place not in self.taken]
            if places:
                place = min(places, key=lambda place: (section_of(place) != section_of(number), sort_key(place)))
                self.taken[place] = rule.key
                moved.append(MovedRule(rule.key, number, place, 1.0, self._cases(rule)))
        return moved

    def _reworded(self, rule: Rule, number: str) -> MovedRule | ChangedRule | GoneRule:
        own = self._likeness(rule, number) if number in self.text.rules and number not in self.taken else None
        place, best = self._most_alike(rule) if own is None or own < 1 - BETTER else (None, 0.0)
        if place is not None and place != number and best >= ALIKE and best >= (own or 0.0) + BETTER:
            self.taken[place] = rule.key
            return MovedRule(rule.key, number, place, best, self._cases(rule))
        if own is None:
            return GoneRule(rule.key, number, self._cases(rule))
        self.taken[number] = rule.key
        known = own if rule.sketch is not None else None
        return ChangedRule(rule.key, number, known, known is not None and known < STRANGE, self._cases(rule))

    def _most_alike(self, rule: Rule) -> tuple[str | None, float]:
        free = [number for number in self.text.rules if number not in self.taken and "." in number]
        best = max(free, key=lambda number: self._likeness(rule, number), default=None)
        return best, self._likeness(rule, best) if best is not None else 0.0

    def _likeness(self, rule: Rule, number: str) -> float:
        if rule.sketch is None:
            return 0.0
        if number not in self.sketches:
            self.sketches[number] = sketch(self.text.rules[number].text)
        return likeness(rule.sketch, self.sketches[number])

    def _cases(self, rule: Rule) -> list[str]:
        return self.cited.get(rule.number, [])

    def _new(self) -> list[str]:
        known = set(self.taken)
        sections = {its for section in EXHAUSTIVE if (its := self.numbering.number(section)) is not None}
        found = []
        for section in sections:
            if not any(is_within(number, section) for number in known):
                continue  # a registry without these rules (somebody's own) is not lacking all of them
            found += [number for number in self.text.rules if number != section and is_within(number, section) and number not in known]
        return sorted(found, key=sort_key)

    def _citations(self, moved: Sequence[MovedRule], changed: Sequence[ChangedRule], gone: Sequence[GoneRule]) -> list[Citation]:
        """Numbers that cases cite and that mean nothing, or something else, in the text."""
        places: dict[str, str | None] = {move.key: move.found for move in moved}
        lost = {rule.key for rule in gone} | {rule.key for rule in changed if rule.strange}
        found = []
        for number in sorted((cited for cited in self.cited if NUMBER.fullmatch(cited)), key=sort_key):
            rule = self.registry.rules.get(number)
            if rule is None:
                its = self.numbering.number(number)
                # Of another edition's numbers nothing is known where the registry has no rule.
                if its is not None and (self.against == NEWEST or self.numbering.knows(number)) and its not in self.text.rules:
                    found.append(Citation(number, "gone", None, None, self.cited[number]))
                continue
            expected = rule.number_in(self.against)
            if expected is None or rule.key not in places.keys() | lost:
                continue
            state = "other_rule" if expected in self.text.rules else "gone"
            found.append(Citation(number, state, rule.key, places.get(rule.key), self.cited[number]))
        return found
