"""State-based actions are exhausted whenever a player has received priority (rules 117.5, 704.3, 704.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant("no-creature-without-toughness", "704.5f/a", "117.5/b", "704.3/c", title="No creature has toughness 0 or less", when="priority")
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.creatures:
        toughness = entry["toughness"]
        yield toughness is None or toughness > 0 or Broken("it has no toughness and is there", entry["id"], None, None, toughness)


@invariant("no-lethal-damage", "704.5g/a", "117.5/b", title="No creature has lethal damage", when="priority")
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.creatures:
        if entry["damage"] and "indestructible" not in entry["keywords"]:
            fits = entry["damage"] < (entry["toughness"] or 0) or not entry["toughness"]
            yield fits or Broken("it has lethal damage and is there", entry["id"], None, entry["toughness"], entry["damage"])


@invariant("no-token-elsewhere", "704.5d/a", "111.7/a", title="No token is anywhere but on the battlefield", when="priority")
def _(moment: Moment) -> Verdicts:
    # Tokens come from the battlefield, and what a prepare spell is a copy of waits in exile as long as its permanent is there (722.3).
    if moment.facts.uses("prepare", "become_prepared"):
        return
    for number, was in moment.there.items():
        if was["token"]:
            zone = moment.after.listed.get(number, was)["zone"]
            yield zone in ("battlefield", "stack") or Broken(f"a token is in zone {zone}", number, None, "battlefield", zone)


@invariant("no-aura-on-nothing", "704.5m/a", "702.26i/f", "303.4c/b", title="No Aura is unattached", when="priority")
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.auras:
        if "Enchantment" in entry["types"]:
            yield entry["attached_to"] is not None or Broken("an Aura is attached to nothing", entry["id"])


@invariant(
    "equipment-on-creatures",
    "704.5n/a",
    "301.5c/b",
    "704.5n/b",
    title="Equipment is on creatures, Fortifications on lands",
    when="priority",
    where="attached",
)
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.attached:
        if "Aura" not in entry["subtypes"]:
            host = moment.here.get(entry["attached_to"])
            types = (host or {}).get("types", ())
            subtypes = entry["subtypes"]
            fits = ("Equipment" in subtypes and "Creature" in types) or ("Fortification" in subtypes and "Land" in types)
            yield fits or Broken(f"it is attached to {entry['attached_to']}, where it may not be", entry["id"])


@invariant(
    "no-creature-is-attached",
    "704.5p/a",
    "303.4d/a",
    "301.5c/a",
    title="Nothing that is a creature is attached to anything",
    when="priority",
    where="attached",
)
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.attached:
        yield "Creature" not in entry["types"] or Broken("a creature is attached to something", entry["id"])


@invariant("legends-are-alone", "704.5j/a", "704.5j/b", title="Nobody controls two legendary permanents of one name", when="priority")
def _(moment: Moment) -> Verdicts:
    seen: set[tuple[str, str]] = set()
    for entry in moment.kinds.special:
        if "Legendary" in entry["supertypes"] and not entry["face_down"]:
            key = entry["controller"], entry["card"]
            yield key not in seen or Broken(f"{key[0]} controls it twice", entry["id"])
            seen.add(key)


@invariant("world-is-alone", "704.5k/a", "704.5k/b", title="There is one world permanent at most", when="priority")
def _(moment: Moment) -> Verdicts:
    if moment.kinds.special and moment.given["range_of_influence"] is None:
        worlds = [entry["id"] for entry in moment.kinds.special if "World" in entry["supertypes"]]
        if worlds:
            yield len(worlds) == 1 or Broken(f"there are {len(worlds)} world permanents", worlds[0])


@invariant("no-planeswalker-without-loyalty", "704.5i/a", title="No planeswalker has loyalty 0", when="priority")
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("Planeswalker"):
        for entry in moment.ins:
            if "Planeswalker" in entry["types"]:
                yield bool(entry["counters"].get("loyalty")) or Broken("a planeswalker without loyalty is there", entry["id"])


@invariant("counters-cancel", "704.5q/a", title="Nothing has +1/+1 and -1/-1 counters", when="priority", where="countered")
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.countered:
        counters = entry["counters"]
        if "+1/+1" in counters or "-1/-1" in counters:
            both = counters.get("+1/+1") and counters.get("-1/-1")
            yield not both or Broken("it has both kinds of counters", entry["id"])


@invariant("nobody-at-no-life", "704.5a/a", title="Nobody in the game has 0 life or less", when="priority")
def _(moment: Moment) -> Verdicts:
    if not moment.facts.uses("cant_lose"):
        for player in moment.now["players"]:
            life = moment.after.snapshot["players"][player]["life"]
            yield life > 0 or Broken("a player without life is in the game", player, None, None, life)


@invariant("nobody-is-poisoned", "704.5a/a", "117.5/b", title="Nobody in the game has ten poison counters", when="priority")
def _(moment: Moment) -> Verdicts:
    if not moment.facts.uses("cant_lose"):
        for player in moment.now["players"]:
            poison = moment.after.snapshot["players"][player]["counters"].get("poison")
            if poison:
                yield poison < 10 or Broken("a player with ten poison counters is in the game", player, None, None, poison)
