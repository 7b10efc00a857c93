"""What a case says and what its cards say: the words by which something could notice a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case, Step
from conformance.runner.needs import card_names

Json = dict[str, Any]


class Unfit(Exception):
    """A case has no such form; the text says what in it would notice."""


def steps_of(case: Case) -> list[Any]:
    """The steps as plain data, without places."""
    return [unplaced(step) for step in msgspec.to_builtins(case.script)]


def unplaced(value: Any) -> Any:
    """Without the places in the file."""
    if isinstance(value, dict):
        return {key: unplaced(entry) for key, entry in value.items() if key not in ("place", "places")}
    return [unplaced(entry) for entry in value] if isinstance(value, list) else value


def strings(value: Any) -> Iterator[str]:
    """Every string in a value, and every key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from strings(entry)
    elif isinstance(value, (list, tuple)):
        for entry in value:
            yield from strings(entry)


def mappings(value: Any) -> Iterator[Json]:
    """Every mapping in a value."""
    if isinstance(value, dict):
        yield value
        for entry in value.values():
            yield from mappings(entry)
    elif isinstance(value, (list, tuple)):
        for entry in value:
            yield from mappings(entry)


FACE = ("name", "types", "subtypes", "supertypes", "cost", "power", "toughness", "loyalty", "note")
"""What a card is, not what it does."""


def definitions(case: Case, pool: CardPool, without: frozenset[str] = frozenset()) -> Iterator[Json]:
    """What the cards of a case do (both faces of each): their entries without what they merely are. Raises Unfit for an unknown card.

    Abilities may bring in other cards by name (melding, tokens that are copies); those are there as words.
    """
    for name in sorted(card_names(case.given) - without):
        entry = pool.get(name)
        if entry is None:
            raise Unfit(f"the card {name} is not known")
        for face in (entry, entry.get("back") or {}):
            yield {key: part for key, part in face.items() if key not in FACE and key != "back"}


def steps_from(plain: list[Any]) -> list[Step]:
    """Steps of plain data."""
    return msgspec.convert(plain, list[Step])
