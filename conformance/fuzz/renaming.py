"""Other names for what is in a recording: ids that a reader of the case can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from conformance.cases.scope import NAME, snake
from conformance.cases.words import RESERVED_NAMES
from conformance.cases.write_given import objects
from conformance.fuzz.recording import Recording

Json = dict[str, Any]


def card_names_of(given: Json) -> dict[str, str]:
    """Each id with a name made of its card's, those on the battlefield first."""
    taken = {*given["players"], *RESERVED_NAMES}
    names: dict[str, str] = {}
    for entry in (*given["battlefield"], *objects(given)):
        if entry["id"] in names:
            continue
        base = snake(entry["card"])
        base = base if NAME.match(base) else "card"
        number, name = 1, base
        while name in taken:
            number += 1
            name = f"{base}_{number}"
        taken.add(name)
        names[entry["id"]] = name
    return names


def renamed(recording: Recording, names: dict[str, str]) -> Recording:
    """The same game with other ids."""
    moves = tuple(
        msgspec.structs.replace(move, action=replaced(move.action, names), answer=replaced(move.answer, names)) for move in recording.moves
    )
    return msgspec.structs.replace(recording, given=with_ids(recording.given, names), moves=moves)


_NO_IDS = frozenset({"type", "ability", "using", "special", "step", "player", "mana", "faces", "decline"})
"""Keys of a message whose values are never ids, whatever they look like."""


def replaced(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        return [replaced(entry, names) for entry in value]
    if isinstance(value, dict):
        return {names.get(key, key): entry if key in _NO_IDS else replaced(entry, names) for key, entry in value.items()}
    return value


def words(value: Any) -> Iterator[str]:
    """Every string in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from words(entry)
    elif isinstance(value, (list, tuple)):
        for entry in value:
            yield from words(entry)


def with_ids(given: Json, names: dict[str, str]) -> Json:
    """The position with other ids."""

    def entry(one: Json) -> Json:
        renamed = {**one, "id": names[one["id"]]}
        if renamed.get("attached_to") in names:
            renamed["attached_to"] = names[renamed["attached_to"]]
        return renamed

    def pile(entries: Any) -> Any:
        return [entry(one) for one in entries] if isinstance(entries, list) and entries and isinstance(entries[0], dict) else entries

    planes = given["planechase"]
    return {
        **given,
        "seats": {player: {key: pile(value) for key, value in seat.items()} for player, seat in given["seats"].items()},
        "battlefield": [entry(one) for one in given["battlefield"]],
        "planechase": None if planes is None else {key: pile(value) for key, value in planes.items()},
    }
