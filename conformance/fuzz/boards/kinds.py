"""What boards need to know of each card, taken once from its compiled definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from conformance.cases.cards import CardPool, Entry
from conformance.cases.scope import snake
from conformance.cases.words import RESERVED_NAMES
from conformance.fuzz.boards.toolbox import deeds_of, words_in
from reference_engine.setup import definition
from reference_engine.vocabulary.cards import Face
from reference_engine.vocabulary.selectors import Filter

NEVER_PERMANENT = frozenset(("Instant", "Sorcery", "Plane", "Phenomenon"))
NEVER_PUT_DOWN = NEVER_PERMANENT | {"Battle"}
"""Battles are outside the suite: a position has no words for their protectors, and one without defense counters is gone at once."""
ATTACHING = frozenset(("Aura", "Equipment", "Fortification"))
LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
COLORS = ("white", "blue", "black", "red", "green")

_NOT_READ = frozenset(("name", "cost", "types", "subtypes", "supertypes", "power", "toughness", "loyalty"))
"""What an entry says besides its text."""


@dataclass(frozen=True)
class Looks:
    """A face as it shows on the battlefield."""

    types: frozenset[str]
    toughness: int | None
    """The printed one; None for what is no creature and for what is counted."""
    daybound: bool = False
    loyalty: int | None = None
    chapters: int = 0
    counters: tuple[str, ...] = ()
    """The kinds of counters that its abilities speak of."""
    chooses: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What was chosen as it entered, with the words that there are; `player` stands for any player."""


FACE_DOWN = Looks(frozenset(("Creature",)), 2)


@dataclass(frozen=True)
class Host:
    """What an attachment may be attached to: permanents of one of these types, players, or creature cards in graveyards."""

    types: frozenset[str] = frozenset()
    tapped: bool = False
    players: bool = False
    graveyard: bool = False


@dataclass(frozen=True, eq=False)
class Kind:
    """A card of the pool."""

    name: str
    snake: str
    """The beginning of the ids of such cards."""
    deeds: frozenset[str]
    front: Looks
    back: Looks | None
    planar: bool
    phenomenon: bool
    permanent: bool
    host: Host | None
    """For what can be attached."""
    stays_alone: bool
    """Whether it can be on the battlefield attached to nothing."""
    bestow: bool
    steals: bool
    """Whether its controller controls what it is attached to."""
    exerts: bool
    suspends: bool
    size: int
    """How much there is to read, for shrinking towards simple cards."""

    def __repr__(self) -> str:
        return self.name


def kinds(pool: CardPool) -> list[Kind]:
    """Every card of the pool, simple ones first: creatures without text, then basic lands."""
    made = (_kind(pool, entry) for entry in pool.entries.values())
    return sorted(made, key=lambda kind: (kind.size, "Creature" not in kind.front.types, kind.name))


def _kind(pool: CardPool, entry: Entry) -> Kind:
    card = definition(pool.entries, entry["name"])
    face = card.front
    host = _host(face)
    name = snake(card.name) or "card"
    return Kind(
        name=card.name,
        snake=name if name[0].isalpha() and name not in RESERVED_NAMES else f"the_{name}",
        deeds=deeds_of(entry),
        front=_looks(face),
        back=_looks(card.back) if card.back is not None and not card.back.types & NEVER_PERMANENT else None,
        planar=bool(face.types & {"Plane", "Phenomenon"}),
        phenomenon="Phenomenon" in face.types,
        permanent=not face.types & NEVER_PUT_DOWN and ("Aura" not in face.subtypes or host is not None),
        host=host,
        stays_alone="Aura" not in face.subtypes,
        bestow=bool(face.bestow),
        steals=any(
            word.group == "static" and word.word == "modify" and word.control is not None and word.what.how == "host"
            for word in words_in(face.abilities)
        ),
        exerts="exert" in deeds_of(entry),
        suspends="suspend" in entry,
        size=len(repr([value for key, value in entry.items() if key not in _NOT_READ])),
    )


def _looks(face: Face) -> Looks:
    creature = "Creature" in face.types
    return Looks(
        types=face.types,
        toughness=face.toughness if creature and not face.has_defining else None,
        daybound=bool(face.keywords & {"daybound", "nightbound"}),
        loyalty=face.loyalty,
        chapters=face.last_chapter,
        counters=tuple(dict.fromkeys(_counters(face))),
        chooses=tuple(_choices(face)),
    )


def _counters(face: Face) -> Iterator[str]:
    """The kinds of counters of its own. Those that any permanent may have, and those that a number is printed for, are left out."""
    for enters in face.enters_with:
        yield from (kind for kind in enters.counters or () if kind not in COMMON_COUNTERS)
    for word in words_in(face.abilities):
        if word.word in ("put_counters", "remove_counters", "counters") and isinstance(getattr(word, "kind", None), str):
            kind = word.kind
            if kind not in COMMON_COUNTERS and kind != "loyalty":
                yield kind


COMMON_COUNTERS = frozenset(("stun", "+1/+1", "-1/-1"))


def _choices(face: Face) -> Iterator[tuple[str, tuple[str, ...]]]:
    words = {"land_type": LAND_TYPES, "color": COLORS, "player": (), "opponent": ()}
    for enters in face.enters_with:
        if enters.choose:
            yield ("player" if enters.choose == "opponent" else enters.choose), words[enters.choose]


def _host(face: Face) -> Host | None:
    """None for what is no attachment, and for an Aura that no position can put on anything."""
    if "Equipment" in face.subtypes or face.bestow:
        return Host(frozenset(("Creature",)))
    if "Fortification" in face.subtypes:
        return Host(frozenset(("Land",)))
    if "Aura" not in face.subtypes or face.enchant is None:
        return None
    if face.enchant.what is None:
        return Host(players=face.enchant.players is not None)
    what = face.enchant.what
    if any(word.word == "reanimate_host" for word in words_in(face.abilities)) or not _is_simple(what):
        return None  # it is on what it put onto the battlefield itself, or what it wants is more than is looked at here
    if what.zone == "graveyard":
        return Host(graveyard=True)
    return Host(frozenset(what.types), tapped=bool(what.tapped))


def _is_simple(what: Filter) -> bool:
    plain: dict[str, Any] = {field.name: field.default for field in fields(Filter)}
    return all(getattr(what, name) == value for name, value in plain.items() if name not in ("types", "tapped", "zone"))
