"""The position of a case as it is written: its shapes, and how its objects get their names.

The result is plain data with the same keys as in the file; entries are mappings that keep their node under `@` and, if they have one,
their name under `id`. `canonical.py` makes the protocol's GIVEN of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.cases.problems import choose_from, shown
from conformance.cases.reader import Node
from conformance.cases.scope import NAME, NAME_PATTERN, Scope, snake
from conformance.cases.shapes import CardName, Flag, Json, Kinds, ListOf, MapOf, Number, PlayerName, Record, Shape, Text, Word
from conformance.cases.words import GIVEN_KEYS, GIVEN_STEPS, RESERVED_NAMES, SEAT_ZONES, VARIANTS

NODE = "@"
"""The key under which an entry keeps its node until the position has been checked."""


class CardEntry(Shape):
    """A card name, or a mapping with `card` and what fits the zone."""

    what = "a card or a mapping with 'card'"

    def __init__(self, required: tuple[str, ...] = ("card",), **fields: Shape) -> None:
        name = Text("a name", NAME_PATTERN, "bears")
        self.record = Record({"card": CardName(), "as": name, "count": Number(1), **fields}, required)
        self._card = CardName()

    def read(self, node: Node, scope: Scope) -> Any:
        if type(node.value) is str:
            return {"card": self._card.read(node, scope), NODE: node}
        if type(node.value) is not dict:
            return self.wrong(node, scope)
        entry = self.record.read(node, scope)
        if "as" in entry and (entry.get("count") or 1) > 1:
            scope.error(node.value["as"], "'as' beside a 'count'", "write one entry for each object that needs a name")
        entry[NODE] = node
        return entry

    def schema(self) -> Json:
        return {"anyOf": [self._card.schema(), self.record.schema()]}


class PermanentEntry(CardEntry):
    """A permanent. A token that is a copy may leave `card` out: it is what it copies."""

    def read(self, node: Node, scope: Scope) -> Any:
        entry = super().read(node, scope)
        if isinstance(entry, dict) and isinstance(node.value, dict) and "card" not in entry:
            if entry.get("token") and entry.get("copy_of"):
                entry["card"] = entry["copy_of"]
            else:
                scope.error(node, "'card' is missing", "only a token with 'copy_of' does without")
        return entry


COUNTERS = MapOf(Number(0), key="kind of counter")
PHASED = Kinds(
    text=Word("in", "direct", "indirect", what="status"),
    record=Record({"kind": Word("in", "direct", "indirect", what="status"), "under": PlayerName()}, ["kind"]),
)
PERMANENT = PermanentEntry(
    required=(),
    owner=PlayerName(),
    control=Record({"player": PlayerName(), "until": Word("end_of_turn", "indefinitely", what="duration")}, ["player", "until"]),
    tapped=Flag(),
    phased=PHASED,
    attached_to=Text("a name or a player", NAME_PATTERN, "croc"),
    bestowed=Flag(),
    counters=COUNTERS,
    damage=Number(0),
    sick=Flag(),
    token=Flag(),
    copy_of=CardName(),
    face_down=Flag(),
    transformed=Flag(),
    exerted=PlayerName(),
    chosen=MapOf(Text(), pattern=NAME_PATTERN, key="kind of choice"),
    loyalty=Number(0),
)
PILE = ListOf(CardEntry())
EXILE = ListOf(CardEntry(owner=PlayerName(), counters=COUNTERS, face_down=Flag()))
COMMAND = ListOf(CardEntry(owner=PlayerName(), counters=COUNTERS))

SEAT = Record(
    {
        "life": Number(None),
        "counters": COUNTERS,
        "lands_played": Number(0),
        "hand": PILE,
        "library": PILE,
        "graveyard": PILE,
        "exile": EXILE,
        "command": COMMAND,
        "planar_deck": PILE,
        "battlefield": ListOf(PERMANENT),
    }
)
_PLAYER = Text("a player's name", NAME_PATTERN, "alice")
GIVEN_FIELDS: dict[str, Shape] = {
    "players": ListOf(_PLAYER, 2),
    "teams": ListOf(ListOf(PlayerName(), 1), 2),
    "variant": Word(*VARIANTS, what="variant"),
    "range_of_influence": Number(1),
    "turn": Record({"active": PlayerName(), "step": Word(*GIVEN_STEPS, what="step"), "number": Number(1)}),
    "previous_turn": Record({"active": PlayerName(), "spells_cast": Number(0)}),
    "this_turn": Record({"spells_cast": MapOf(Number(0), NAME_PATTERN, "player")}, ["spells_cast"]),
    "day_night": Word("day", "night", what="designation"),
    "planechase": Record(
        {
            "deck": Word("shared", "own", what="kind of planar deck"),
            "controller": PlayerName(),
            "face_up": ListOf(CardEntry(owner=PlayerName(), counters=COUNTERS)),
            "planar_deck": PILE,
            "roll_actions_this_turn": Number(0),
            "construction": Word("checked", what="construction"),
        }
    ),
}
assert tuple(GIVEN_FIELDS) == GIVEN_KEYS


class Given(Shape):
    """The whole position: its own keys, and a section for each player."""

    what = "a mapping"

    def read(self, node: Node, scope: Scope) -> Any:
        if type(node.value) is not dict:
            return self.wrong(node, scope, "write {} for the default position")
        raw: Json = {"players": _players(node.value.get("players"), scope)}
        scope.players = raw["players"]
        for key, item in node.value.items():
            if key == "players":
                continue
            if key in GIVEN_FIELDS:
                raw[key] = GIVEN_FIELDS[key].read(item, scope)
            elif key in scope.players:
                raw[key] = SEAT.read(item, scope)
            else:
                known = [*GIVEN_FIELDS, *scope.players]
                scope.error(item, f"{shown(key)} is neither a key of 'given' nor a player", choose_from(key, known), key=True)
        for name in raw.get("this_turn", {}).get("spells_cast", {}) if isinstance(raw.get("this_turn"), dict) else ():
            scope.player(node.value["this_turn"], name)
        _name_entries(raw, scope)
        _check_hosts(raw, scope)
        return raw

    def schema(self) -> Json:
        properties = {key: shape.schema() for key, shape in GIVEN_FIELDS.items()}
        return {
            "type": "object",
            "properties": properties,
            "additionalProperties": SEAT.schema(),
            "propertyNames": {"pattern": NAME_PATTERN},
        }


def _players(node: Node | None, scope: Scope) -> list[str]:
    if node is None:
        return ["alice", "bob"]
    read = GIVEN_FIELDS["players"].read(node, scope) or ["alice", "bob"]
    for index, name in enumerate(read):
        if name is None:
            continue
        if name in read[:index]:
            scope.error(node.value[index], f"the player {shown(name)} is there twice", "every player has one seat")
        elif name in RESERVED_NAMES:
            scope.error(node.value[index], f"the player name {shown(name)} is a word of the format", "choose another name")
    return [name for name in read if name]


def entries(raw: Json) -> Iterator[Json]:
    """Every entry of a position: the cards of the planes first, then the seats in order, zone by zone."""
    planechase = raw.get("planechase") or {}
    for zone in ("face_up", "planar_deck"):
        yield from (entry for entry in planechase.get(zone) or () if entry)
    for player in raw["players"]:
        seat = raw.get(player) or {}
        for zone in (*SEAT_ZONES, "battlefield"):
            yield from (entry for entry in seat.get(zone) or () if entry)


def _check_hosts(raw: Json, scope: Scope) -> None:
    """Whatever a permanent is attached to is an object of the position or a player; the names of the script come too late."""
    for player in raw["players"]:
        for entry in (raw.get(player) or {}).get("battlefield") or ():
            if entry and entry.get("attached_to"):
                scope.thing(entry[NODE].value["attached_to"], entry["attached_to"], cards=False)


def _name_entries(raw: Json, scope: Scope) -> None:
    """Give names: those written with `as`, then the card in snake case where only one entry without `as` asks for it."""
    unnamed: list[tuple[Json, str]] = []
    for entry in entries(raw):
        name = entry.get("as")
        if name:
            if scope.define(name, entry[NODE].value["as"]):
                entry["id"] = name
        elif entry.get("card"):
            unnamed.append((entry, snake(entry["card"])))
    asked = Counter(name for entry, name in unnamed for _ in range(min(entry.get("count") or 1, 2)))
    for entry, name in unnamed:
        taken = name in scope.objects or name in scope.players or name in scope.claimed or name in RESERVED_NAMES
        if asked[name] == 1 and not taken and NAME.match(name):
            scope.objects[name] = entry[NODE].place
            entry["id"] = name
