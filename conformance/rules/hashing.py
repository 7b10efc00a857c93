"""Filling `text_sha256` and `text_sketch` of the registry from rules texts: only the editions at which a text changed are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from conformance.rules.published import Published
from conformance.rules.registry import Registry, Rule
from conformance.rules.wording import digest, sketch


class Labelled(msgspec.Struct, frozen=True):
    """A rules text and the edition that it is."""

    edition: str
    published: Published


class Filled(msgspec.Struct, frozen=True):
    """What a rule's entry has after the texts were looked at, and the editions of which the text lacks the rule's number."""

    rule: Rule
    texts: tuple[tuple[str, str | None], ...]
    sketch: str | None
    absent: tuple[str, ...]

    @property
    def changed(self) -> bool:
        return (self.texts, self.sketch) != (self.rule.texts, self.rule.sketch)

    def lines(self) -> dict[str, list[str]]:
        """The two keys as lines of a registry file."""
        hashes = [f"  {edition}: {known or 'null'}" for edition, known in self.texts]
        return {
            "text_sha256": ["text_sha256:", *hashes] if hashes else [],
            "text_sketch": [f"text_sketch: '{self.sketch}'"] if self.sketch else [],
        }


def fill(registry: Registry, texts: Iterable[Labelled]) -> list[Filled]:
    """Every rule of the registry with what the texts say of it; what is known of other editions stays."""
    ordered = sorted(texts, key=lambda text: text.edition)
    return [_fill(rule, ordered) for rule in registry]


def _fill(rule: Rule, texts: Sequence[Labelled]) -> Filled:
    known = {edition: value for edition, value in rule.texts if rule.number_in(edition) is not None}
    its_sketch = rule.sketch
    absent = []
    for text in texts:
        number = rule.number_in(text.edition)
        if number is None:
            continue
        found = text.published.rules.get(number)
        if found is None:
            absent.append(text.edition)
            continue
        _put(known, text.edition, digest(found.text))
        newest = max((edition for edition, value in known.items() if value is not None), default="")
        if text.edition >= newest:
            its_sketch = sketch(found.text)
    return Filled(rule, tuple(sorted(known.items())), its_sketch, tuple(absent))


def _put(known: dict[str, str | None], edition: str, value: str) -> None:
    """Note the text of an edition, keeping `known` to the editions at which it changes."""
    before = max((other for other in known if other < edition), default=None)
    known.pop(edition, None)
    if before is not None and known[before] == value:
        return
    known[edition] = value
    after = min((other for other in known if other > edition), default=None)
    if after is not None and known[after] == value:
        del known[after]
