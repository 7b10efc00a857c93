"""Other cards of the same behaviour: vanilla creatures of the same size, and basic lands.

A card is changed where nothing asks for what is different about the new one. Its name: the script does not say it, and no ability looks
at names or at what a card costs. Its creature or land types: they are words of no ability and of no line of the script, and no ability
counts or sets such types. Its colour, if that is another: neither the script nor an ability knows colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from conformance.cases.cards import CardPool, Entry
from conformance.cases.model import Case
from conformance.cases.words import COLORS
from conformance.runner.needs import card_names
from conformance.variants.words import Unfit, definitions, steps_of, strings

Json = dict[str, Any]

_VANILLA = frozenset({"name", "cost", "types", "subtypes", "supertypes", "power", "toughness"})
_BASIC = ("Plains", "Island", "Swamp", "Mountain", "Forest")

_LOOK_AT_NAMES = frozenset({
    "name", "mana_value", "mana_value_of", "search_library", "choose_plane_from_top", "affinity", "devotion", "domain",
    "chosen_creature_type", "all_creature_types", "chosen_land_type", "change_land_type", "land_type", "play_subgame", "copy_of",
    "as_copy_of", "meld", "convoke", "delve", "extra_mana", "taps_for_mana", "mutate", "set_subtypes", "clash",
})  # fmt: skip
"""Words of abilities that may look at a name, a cost or a type that is not written in them."""

_COLOURS = frozenset((*COLORS, "colors", "not_colors", "set_colors", "colorless", "color"))


def other_cards(case: Case, pool: CardPool) -> Case:
    """Every vanilla creature and every basic land that can be another is another."""
    plain = plain_cards(pool)
    there = card_names(case.given)
    said = set(strings(steps_of(case)))
    does = set(strings(list(definitions(case, pool, frozenset(plain)))))
    if case.expect_refused is not None or does & _LOOK_AT_NAMES or case.given["variant"] == "commander":
        raise Unfit("something looks at names, costs or types")
    words = does | said
    names: dict[str, str] = {}
    for name in sorted(there & plain.keys()):
        if name in words:
            continue
        if any(isinstance(entry.get("chosen"), dict) for entry in case.given["battlefield"]):
            continue
        found = next((other for other in plain[name] if other not in there and _alike(pool[name], pool[other], words)), None)
        if found is not None and found not in names.values():
            names[name] = found
    if not names:
        raise Unfit("it has no card that could be another")
    return msgspec.structs.replace(case, given=_with_cards(case.given, names), natural=None)


def plain_cards(pool: CardPool) -> Mapping[str, list[str]]:
    """For each vanilla creature and basic land those that could stand in its place."""
    found: dict[str, list[str]] = {name: [other for other in _BASIC if other != name] for name in _BASIC if name in pool.entries}
    sizes: dict[tuple[str, str], list[str]] = {}
    for name, entry in pool.entries.items():
        if entry.keys() <= _VANILLA and entry.get("types") == ["Creature"] and not entry.get("supertypes"):
            sizes.setdefault((entry["power"], entry["toughness"]), []).append(name)
    for alike in sizes.values():
        found |= {name: [other for other in alike if other != name] for name in alike}
    return found


def _alike(one: Entry, other: Entry, words: set[str]) -> bool:
    types = {*(one.get("subtypes") or ()), *(other.get("subtypes") or ()), one["name"], other["name"]}
    # Abilities that walk through lands name their kind: `mountainwalk`.
    if types & words or any(word.lower().startswith(kind.lower()) for kind in types for word in words):
        return False
    return set(_colors(one)) == set(_colors(other)) or not _COLOURS & words


def _colors(entry: Entry) -> Iterator[str]:
    yield from (symbol for symbol in "WUBRG" if symbol in (entry.get("cost") or ""))


def _with_cards(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: names.get(entry, entry) if key in ("card", "copy_of") and isinstance(entry, str) else _with_cards(entry, names)
            for key, entry in value.items()
        }
    return [_with_cards(entry, names) for entry in value] if isinstance(value, list) else value
