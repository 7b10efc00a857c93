"""Expectations: what may be asked of objects, players, the stack, what happened; and filters for counting and naming."""

from __future__ import annotations

from typing import Any

from conformance.cases.model import STEPS, Expect, Place
from conformance.cases.problems import choose_from, listed, shown
from conformance.cases.reader import Node
from conformance.cases.scope import NAME, NAME_PATTERN, Scope
from conformance.cases.shapes import (
    CardName,
    Flag,
    Json,
    Kinds,
    ListOf,
    MapOf,
    Number,
    PlayerName,
    Record,
    Shape,
    Text,
    Thing,
    Word,
    is_number,
)
from conformance.cases.words import COLORS, DAY_NIGHT, EXPECT_KEYS, ZONES


class Ability(Shape):
    """An ability: its id, its number among those printed, or a keyword."""

    what = "an ability's id, its number from 1, or a keyword"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not str or not value:
            return self.wrong(node, scope)
        return int(value) if is_number(value) else value

    def schema(self) -> Json:
        return {"type": ["string", "integer"]}


class Option(Shape):
    """Something a decision offers: a name, a player, a card, a word or a number, compared as it stands."""

    what = "an option"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if value is None:
            return None
        if type(value) is not str:
            return self.wrong(node, scope)
        if value in scope.objects:
            scope.used.add(value)
        return int(value) if is_number(value) else value

    def schema(self) -> Json:
        return {"type": ["string", "integer", "null"]}


ABILITY = Ability()
ANY = Thing()
OBJECT = Thing(players=False)
PLAYER = PlayerName()
NUMBER = Number(None)
WORDS = ListOf(Text())
COUNTERS = MapOf(Number(0), key="kind of counter")
ZONE = Word(*ZONES, what="zone")
ANY_ZONE = Word(*ZONES, "outside", what="zone")
STEP = Word(*STEPS, "pregame", what="step")
STATUS = Word("in", "out", "direct", "indirect", what="status")
PHASED = Kinds(text=STATUS, record=Record({"kind": STATUS, "under": PLAYER}, some=True))
ATTACHED_TO = Kinds(null=True, text=Thing(cards=False))
SOURCE = Kinds(null=True, text=ANY)

FILTER = Record(
    {
        "zone": ZONE, "owner": PLAYER, "controller": PLAYER, "card": CardName(), "token": Flag(), "types": WORDS, "subtypes": WORDS,
        "phased": PHASED, "tapped": Flag(), "counters": COUNTERS, "attached_to": ATTACHED_TO, "source": SOURCE,
    },
    some=True,
)  # fmt: skip
"""Which objects `count` counts and `name` looks for; `types` and `subtypes` mean "has these"."""

OBJECT_FIELDS = Record(
    {
        "zone": ANY_ZONE,
        "controller": PLAYER,
        "owner": PLAYER,
        "tapped": Flag(),
        "phased": PHASED,
        "attached_to": ATTACHED_TO,
        "counters": COUNTERS,
        "damage": Number(0),
        "power": NUMBER,
        "toughness": NUMBER,
        "types": WORDS,
        "subtypes": WORDS,
        "supertypes": WORDS,
        "colors": ListOf(Word(*COLORS, what="colour")),
        "keywords": MapOf(Flag(), key="keyword"),
        "card": Kinds(null=True, text=CardName()),
        "token": Flag(),
        "sick": Flag(),
        "face_down": Flag(),
        "transformed": Flag(),
        "exerted": Kinds(null=True, flag=Flag(), text=PLAYER),
        "attacking": Kinds(null=True, text=Thing(cards=False)),
        "blocking": Kinds(null=True, text=Thing(players=False, cards=False), items=ListOf(Thing(players=False, cards=False))),
        "blocked": Flag(),
        "same_object": Flag(),
    },
    some=True,
)


class CardList(Shape):
    """A complete list of cards or names; `{any_order: [..]}` stands for several whose order is open."""

    what = "a list"
    item = Kinds(text=OBJECT, record=Record({"any_order": ListOf(OBJECT, 1)}, ["any_order"]))

    def read(self, node: Node, scope: Scope) -> Any:
        if type(node.value) is not list:
            return self.wrong(node, scope)
        return [self.item.read(item, scope) for item in node.value]

    def schema(self) -> Json:
        return {"type": "array", "items": self.item.schema()}


CARDS = CardList()
PILE = Kinds(number=Number(0), items=CARDS, what="a number or a list")
PLAYER_FIELDS = Record(
    {
        "life": NUMBER,
        "counters": COUNTERS,
        "hand": PILE,
        "library": PILE,
        "graveyard": PILE,
        "exile": PILE,
        "command": PILE,
        "planar_deck": CARDS,
        "in_game": Flag(),
        "lands_played": Number(0),
    },
    some=True,
)


class StackList(Shape):
    """The whole stack, top first; an entry may be a group in any order."""

    what = "a list"
    entry = Record(
        {"source": SOURCE, "controller": PLAYER, "card": Kinds(null=True, text=CardName()), "ability": ABILITY, "targets": ListOf(ANY)},
        some=True,
    )
    group = Record({"any_order": ListOf(entry, 1)}, ["any_order"])

    def read(self, node: Node, scope: Scope) -> Any:
        if type(node.value) is not list:
            return self.wrong(node, scope, "[] for an empty stack")
        return [
            (self.group if type(item.value) is dict and "any_order" in item.value else self.entry).read(item, scope) for item in node.value
        ]

    def schema(self) -> Json:
        return {"type": "array", "items": {"anyOf": [self.entry.schema(), self.group.schema()]}}


_TRIGGERED = Record({"source": SOURCE, "ability": ABILITY, "controller": PLAYER}, some=True)
_STEP_OF = Record({"player": PLAYER, "step": Word(*STEPS, what="step")}, ["step"])
_ATTACHED = Kinds(text=OBJECT, record=Record({"object": OBJECT, "to": Thing(cards=False)}, ["object"]))
_COUNTER = Record({"object": OBJECT, "kind": Text()}, ["object"])
EVENTS: dict[str, Shape] = {
    "phased_out": OBJECT,
    "phased_in": OBJECT,
    "untapped": OBJECT,
    "tapped": OBJECT,
    "transformed": OBJECT,
    "removed_from_combat": OBJECT,
    "attached": _ATTACHED,
    "unattached": OBJECT,
    "day_night": Word(*DAY_NIGHT, what="designation"),
    "triggered": _TRIGGERED,
    "put_on_stack": _TRIGGERED,
    "zone_change": Record({"object": OBJECT, "from": ANY_ZONE, "to": ANY_ZONE}, ["object"]),
    "counter_removed": _COUNTER,
    "counter_added": _COUNTER,
    "encountered": OBJECT,
    "planeswalked": Record({"away": CARDS, "to": CARDS}, some=True),
    "chaos": OBJECT,
    "turn_began": PLAYER,
    "step_began": _STEP_OF,
    "step_skipped": _STEP_OF,
    "priority": PLAYER,
    "left_game": PLAYER,
    "new_planar_controller": PLAYER,
    "damage": Record({"source": OBJECT, "to": Thing(), "amount": Number(0)}, some=True),
    "life": Record({"player": PLAYER, "by": NUMBER}, some=True),
    "planar_die": Record({"player": PLAYER, "face": Word("blank", "chaos", "planeswalker", what="face")}, some=True),
    "cast": Record({"object": OBJECT, "player": PLAYER}, some=True),
}
"""What can be expected to have happened: the kind, and the shape of what is said about it."""


class Event(Shape):
    """One event, written with its kind as the only key; or several at once."""

    what = "an event"

    def __init__(self, *, groups: bool = True) -> None:
        self.groups = groups

    def read(self, node: Node, scope: Scope) -> Any:
        if type(node.value) is not dict or len(node.value) != 1:
            return scope.error(node, f"expected an event with one key, found {node.kind}", "as in {phased_out: croc}")
        ((kind, item),) = node.value.items()
        if kind == "simultaneous" and self.groups:
            return {kind: ListOf(Event(groups=False), 2).read(item, scope)}
        shape = EVENTS.get(kind)
        if shape is None:
            known = (*EVENTS, *(["simultaneous"] if self.groups else []))
            return scope.error(item, f"unknown event {shown(kind)}", choose_from(kind, known), key=True)
        return {kind: shape.read(item, scope)}

    def schema(self) -> Json:
        one = [Record({kind: shape}, [kind]).schema() for kind, shape in EVENTS.items()]
        if self.groups:
            one.append(Record({"simultaneous": ListOf(Event(groups=False), 2)}, ["simultaneous"]).schema())
        return {"anyOf": one}


DECISION_KINDS = (
    "priority", "begin", "attack", "block", "assign", "targets", "may", "pay", "mode", "choose", "choose_untap", "order_triggers", "order",
    "discard", "replacement", "legend", "planar_die", "ignore_roll", "scry", "surveil", "coin",
)  # fmt: skip
_KIND = Word(*DECISION_KINDS, what="kind of decision")
_OPTIONS = Record({"include": ListOf(Option()), "exclude": ListOf(Option())}, some=True)

SINGLE_FIELDS: dict[str, Shape] = {
    "turn": Record({"active": PLAYER, "step": STEP, "number": Number(1)}, some=True),
    "priority": PLAYER,
    "day_night": Word(*DAY_NIGHT, what="designation"),
    "planechase": Record({"controller": PLAYER, "face_up": CARDS, "next_roll_cost": Number(0), "planar_deck": CARDS}, some=True),
    "stack": StackList(),
    "count": ListOf(Record({"of": FILTER, "is": Number(0)}, ["of", "is"]), 1),
    "decisions": ListOf(Record({"player": PLAYER, "kind": _KIND, "options": _OPTIONS}, ["kind"]), 1),
    "no_decisions": ListOf(Record({"player": PLAYER, "kind": _KIND}, some=True), 1),
    "events": ListOf(Event(), 1),
    "no_events": ListOf(Event(groups=False), 1),
}
assert tuple(SINGLE_FIELDS) == EXPECT_KEYS


class Expectation(Shape):
    """Everything asked at one moment: keys of its own, players, objects."""

    what = "a mapping"

    def read_step(self, node: Node, scope: Scope) -> Expect | None:
        """The step that a script gets of it."""
        if type(node.value) is not dict or not node.value:
            scope.error(
                node,
                f"expected what to expect, found {node.kind if node.value != {} else 'an empty mapping'}",
                "as in {croc: {phased: direct}}",
            )
            return None
        single: dict[str, Any] = {}
        objects: dict[str, Json] = {}
        players: dict[str, Json] = {}
        places: dict[str, Place] = {}
        for key, item in node.value.items():
            shape = SINGLE_FIELDS.get(key)
            if shape is not None:
                single[key] = shape.read(item, scope)
                if single[key] is None:
                    del single[key]
            elif key in scope.players:
                players[key] = PLAYER_FIELDS.read(item, scope)
            elif key in scope.objects:
                scope.used.add(key)
                objects[key] = OBJECT_FIELDS.read(item, scope)
            else:
                self._unknown(key, item, scope)
                continue
            places[key] = item.key_place
            if type(item.value) is dict:
                for field, asked in item.value.items():
                    places[f"{key}.{field}"] = asked.key_place
        return Expect(objects, players, **single, places=places, place=node.key_place)

    def _unknown(self, key: str, item: Node, scope: Scope) -> None:
        known = [*scope.objects, *scope.players, *SINGLE_FIELDS]
        if NAME.match(key):
            remedy = choose_from(key, known) if len(known) <= 30 else choose_from(key, known) or f"keys: {listed(SINGLE_FIELDS)}"
            scope.error(item, f"nothing is named {shown(key)} here", remedy, key=True)
        else:
            scope.error(
                item, f"an expectation on {shown(key)}, which is no name", "give the object a name with 'as' and ask about that", key=True
            )

    def schema(self) -> Json:
        # A name may be an object's or a player's: what is allowed is what either may be asked.
        fields = {"anyOf": [OBJECT_FIELDS.schema(), PLAYER_FIELDS.schema()]}
        return {
            "type": "object",
            "properties": {key: shape.schema() for key, shape in SINGLE_FIELDS.items()},
            "additionalProperties": fields,
            "propertyNames": {"pattern": NAME_PATTERN},
            "minProperties": 1,
        }


EXPECT = Expectation()
