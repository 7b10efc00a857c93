"""Other names: of the objects (`renamed`), and of the players (`swapped`).

Names say nothing to the rules, so that this fits every case: the same objects stand at the same places under other names, and each seat is
taken by the same role, only that the players are called otherwise. A name that is also a word of the format or of a card's
ability stays as it is, since it could not be told from that word.
"""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import STEPS, AdvanceTo, Case, NameObject, Prologue, Step
from conformance.cases.parse_expect import DECISION_KINDS, EVENTS, FILTER, OBJECT_FIELDS, PLAYER_FIELDS
from conformance.cases.parse_given import GIVEN_FIELDS, PERMANENT, SEAT
from conformance.cases.parse_script import ACTIONS, ANSWERS
from conformance.cases.words import COLORS, FACES, RESERVED_NAMES, VARIANTS
from conformance.cases.write_case import names_given
from conformance.variants.words import strings, unplaced

Json = dict[str, Any]

WORDS = frozenset((
    *RESERVED_NAMES, *OBJECT_FIELDS.fields, *PLAYER_FIELDS.fields, *FILTER.fields, *EVENTS, *DECISION_KINDS, *GIVEN_FIELDS, *SEAT.fields,
    *PERMANENT.record.fields, *ANSWERS, *STEPS, *COLORS, *FACES, *VARIANTS, *(key for shape in ACTIONS.values() for key in shape.fields),
    *AdvanceTo.__struct_fields__, "pregame", "type", "object", "do", "queues", "objects", "players", "of", "is", "at", "kind",
    "under", "to", "from", "source", "in", "out", "direct", "indirect", "include", "exclude", "options", "owner", "amount", "by", "face",
    "illegal", "everything", "where", "nth", "name", "extra", "value", "until", "mana", "none", "granted", "special", "exert", "odd",
    "even", "left", "right", "colorless", "day", "night", "neither", "heads", "tails", "id", "card", "status", "seats", "spells_cast",
))  # fmt: skip
"""What is never taken for a name."""


def renamed(case: Case, pool: CardPool) -> Case:
    """Every object has another name."""
    taken = {*strings(case.given), *_said(case), *(case.natural.given["players"] if case.natural else ()), *WORDS}
    names: dict[str, str] = {}
    script = [*case.script, *(case.natural.script if case.natural else ())]
    for name in dict.fromkeys((*case.names, *names_given(script), *(case.natural.names if case.natural else ()))):
        if name in WORDS or name in _ability_words(case):
            continue
        number = len(names) + 1
        while f"thing_{number}" in taken:
            number += 1
        names[name] = f"thing_{number}"
        taken.add(names[name])
    return with_names(case, names)


def swapped(case: Case, pool: CardPool) -> Case:
    """The names of the players go the other way round the table: the same game, in which bob sits where alice sat."""
    players: list[str] = case.given["players"]
    names = dict(zip(players, reversed(players), strict=True))
    ids = list(strings([case.given, case.natural.given if case.natural else {}]))
    for player in players:
        # Ids that the format gives say whose zone it was: they go along.
        names |= {word: f"{names[player]}{word[len(player) :]}" for word in ids if word.startswith(f"{player}_") and _numbered(word)}
    return with_names(case, names)


def _numbered(word: str) -> bool:
    return word.rstrip("_x").rpartition("_")[2].isdigit()


def _said(case: Case) -> set[str]:
    return set(strings(unplaced(msgspec.to_builtins([case.script, case.natural]))))


def _ability_words(case: Case) -> frozenset[str]:
    """Words of a script that are an ability's, a way's to cast, a counter's or a keyword's."""
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            for key, entry in value.items():
                if key in ("ability", "using", "special", "kind") or key in ("counters", "keywords", "chosen"):
                    found.update(strings(entry))
                look(entry)
        elif isinstance(value, list):
            for entry in value:
                look(entry)

    look(msgspec.to_builtins([case.script, case.natural, case.given]))
    return frozenset(found)


def with_names(case: Case, names: dict[str, str]) -> Case:
    """The case with other names, in its natural way too."""
    natural = case.natural
    if natural is not None:
        natural = Prologue(_in(natural.given, names), _script(natural.script, names), [names.get(name, name) for name in natural.names])
    return msgspec.structs.replace(
        case,
        given=_in(case.given, names),
        script=_script(case.script, names),
        natural=natural,
        names=[names.get(name, name) for name in case.names],
    )


def _script(script: list[Step], names: dict[str, str]) -> list[Step]:
    renamed_steps: list[Step] = []
    for step in script:
        plain = _in(msgspec.to_builtins(step), names)
        if isinstance(step, NameObject):
            plain["name"] = names.get(step.name, step.name)
        if plain.get("places"):
            plain["places"] = {
                ".".join([names.get(path.partition(".")[0], path.partition(".")[0]), *path.split(".")[1:]]): place
                for path, place in plain["places"].items()
            }
        renamed_steps.append(msgspec.convert(plain, Step))
    return renamed_steps


_FIXED = frozenset({
    "do", "type", "ability", "using", "special", "step", "kind", "zone", "card", "face", "faces", "mana", "illegal", "types", "subtypes",
    "supertypes", "colors", "until", "status", "variant", "deck", "construction", "day_night", "place", "copy_of",
})  # fmt: skip
"""Keys whose value is never a name."""


def _in(value: Any, names: dict[str, str]) -> Any:
    """A value in which names are others."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_in(entry, names) for entry in value]
    if isinstance(value, dict):
        return {names.get(key, key): entry if key in _FIXED else _in(entry, names) for key, entry in value.items()}
    return value
