"""The script of a case: steps, actions and queued answers, as they are written, made into the steps of `model.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.cases.model import (
    ILLEGAL_REASONS,
    PRIORITY_STEPS,
    STEPS,
    Act,
    AdvanceTo,
    Answer,
    Answers,
    NameObject,
    PassPriority,
    Resolve,
    Step,
)
from conformance.cases.parse_expect import ABILITY, EXPECT, FILTER
from conformance.cases.problems import choose_from, listed, nearest, shown
from conformance.cases.reader import Node
from conformance.cases.scope import NAME_PATTERN, Scope
from conformance.cases.shapes import Flag, Json, Kinds, ListOf, MapOf, Number, PlayerName, Record, Shape, Text, Thing, Word, is_number
from conformance.cases.words import COLORS, FACES, STEP_KEYS


class Things(MapOf):
    """A mapping whose keys name objects."""

    def __init__(self, value: Shape) -> None:
        super().__init__(value, key="name")

    def check_key(self, key: str, node: Node, scope: Scope) -> None:
        scope.thing(node, key, players=False, key=True)


class Illegal(Shape):
    """`true`, or the reason for which an action or answer has to be refused."""

    what = "true or a reason"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if value == "true":
            return "any"
        if value in ILLEGAL_REASONS:
            return value
        if type(value) is not str or value == "false":
            return self.wrong(node, scope, "leave it out where the action is legal")
        return scope.error(node, f"unknown reason {shown(value)}", choose_from(value, ("true", *ILLEGAL_REASONS)))

    def schema(self) -> Json:
        return {"enum": [True, *ILLEGAL_REASONS]}


class PriorityStep(Shape):
    """A step in which players get priority."""

    what = "a step"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if value in PRIORITY_STEPS:
            return value
        if value in STEPS:
            return scope.error(node, f"nobody gets priority in step {value}", "advance to the step after it")
        if type(value) is not str:
            return self.wrong(node, scope)
        return scope.error(node, f"unknown step {shown(value)}", choose_from(value, PRIORITY_STEPS))

    def schema(self) -> Json:
        return {"enum": list(PRIORITY_STEPS)}


class Chosen(Shape):
    """Something chosen: an object, a player, a number, a colour, a card type, a land type or a card."""

    what = "something to choose"
    known = (*COLORS, "colorless", "odd", "even", "left", "right")

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not str or not value:
            return self.wrong(node, scope)
        if is_number(value):
            return int(value)
        # A word with a capital is a card, a card type or a subtype: which, is the engine's to know.
        if value[0].islower() and value not in self.known:
            scope.thing(node, value, cards=False)
        elif value in scope.objects:
            scope.used.add(value)
        return value

    def schema(self) -> Json:
        return {"type": ["string", "integer"]}


class OneOrMore(Shape):
    """One value or a list of them; always a list to those who read it."""

    def __init__(self, item: Shape) -> None:
        self.item = item
        self.list = ListOf(item)
        self.what = f"{item.what} or a list of such"

    def read(self, node: Node, scope: Scope) -> Any:
        return self.list.read(node, scope) if type(node.value) is list else [self.item.read(node, scope)]

    def schema(self) -> Json:
        return {"anyOf": [self.item.schema(), self.list.schema()]}


class Only(Flag):
    """`true`, where `false` would say nothing."""

    what = "true"

    def read(self, node: Node, scope: Scope) -> Any:
        return True if node.value == "true" else self.wrong(node, scope, "leave the key out otherwise")

    def schema(self) -> Json:
        return {"enum": [True]}


ANY = Thing()
OBJECT = Thing(players=False)
NAMED = Thing(players=False, cards=False)
THINGS = ListOf(ANY)
OBJECTS = ListOf(OBJECT)
FACE = Word(*FACES, what="face")
ATTACK = Things(Thing())
BLOCK = Things(Kinds(text=OBJECT, items=OBJECTS))
ASSIGN = Things(MapOf(Number(0), key="recipient"))
PAY = Record({"sacrifice": OBJECTS, "discard": OBJECTS, "tap": OBJECTS, "exile": OBJECTS}, some=True)
USING = Text("a way to cast in lower case", r"^[a-z][a-z_]*$", "bestow")
NEW_NAME = Text("a name", NAME_PATTERN, "bird")

_TARGETED: dict[str, Shape] = {"targets": THINGS, "modes": OneOrMore(Number(1)), "x": Number(0), "pay": PAY}
_COMMON: dict[str, Shape] = {"illegal": Illegal(), "mana": Word("none", "granted", what="mana")}
_ACTION_FIELDS: dict[str, dict[str, Shape]] = {
    "cast": {"cast": OBJECT, "as": NEW_NAME, "using": USING, "kicked": Number(0), **_TARGETED},
    "activate": {"activate": NAMED, "ability": ABILITY, **_TARGETED},
    "play_land": {"play_land": OBJECT, "as": NEW_NAME},
    "special": {"special": Text("a special action in lower case", r"^[a-z][a-z_]*$", "turn_face_up"), "object": OBJECT},
    "concede": {"concede": Only(), "at": Record({"player": PlayerName(), "step": Word(*STEPS, what="step")}, ["player", "step"])},
    "roll_planar_die": {"roll_planar_die": OneOrMore(FACE)},
    "attack": {"attack": ATTACK, "exert": OBJECTS},
    "block": {"block": BLOCK},
    "assign": {"assign": ASSIGN},
}
ACTIONS = {kind: Record({**fields, **_COMMON}) for kind, fields in _ACTION_FIELDS.items()}
"""The actions by the key that tells them; each a table of its keys."""

_TRIGGER = Kinds(text=Thing(), record=Record({"source": Kinds(null=True, text=Thing()), "ability": ABILITY}, ["source"]))


class OrderedTrigger(Shape):
    """A waiting trigger: its source, `planeswalking`, or `{source, ability}`."""

    what = _TRIGGER.what

    def read(self, node: Node, scope: Scope) -> Any:
        return "planeswalking" if node.value == "planeswalking" else _TRIGGER.read(node, scope)

    def schema(self) -> Json:
        return _TRIGGER.schema()


ANSWERS: dict[str, Shape] = {
    "targets": THINGS,
    "may": Flag(),
    "pay": Flag(),
    "mode": OneOrMore(Number(1)),
    "choose": OneOrMore(Chosen()),
    "choose_untap": OBJECTS,
    "order_triggers": ListOf(OrderedTrigger()),
    "order": OBJECTS,
    "discard": OBJECTS,
    "replacement": OBJECT,
    "legend": OBJECT,
    "planar_die": FACE,
    "ignore_roll": FACE,
    "scry": OBJECTS,
    "surveil": OBJECTS,
    "coin": Word("heads", "tails", what="side"),
    "attack": ATTACK,
    "block": BLOCK,
    "assign": ASSIGN,
}
"""The kinds of answer, each with the shape of its value."""

_EXTRAS: dict[str, Shape] = {"illegal": Illegal(), "exert": OBJECTS}

ADVANCE = Record({"player": PlayerName(), "step": PriorityStep(), "turn": Number(1)}, ["player", "step"])
NAME_STEP = Record({"as": NEW_NAME, "where": FILTER, "nth": Number(1)}, ["as", "where"])
RESOLVE = Word("top", "all", what="way to resolve")


def _one_of(node: Node, scope: Scope, kinds: Mapping[str, Shape], what: str) -> Any:
    """The single key of a mapping that tells which of `kinds` it is."""
    if type(node.value) is not dict:
        return scope.error(node, f"expected {what}, found {node.kind}", f"a mapping with one of: {listed(kinds)}")
    found = [key for key in node.value if key in kinds]
    if len(found) == 1:
        return found[0]
    if found:
        return scope.error(node, f"{what} with both {listed(map(shown, found[:2])).replace(' or ', ' and ')}", "write two entries")
    keys = list(node.value)
    near = nearest(keys[0], kinds) if keys else None
    remedy = f"did you mean {shown(near)}?" if near else f"one of: {listed(kinds)}"
    return scope.error(node, f"{what} of no known kind" + (f": {shown(keys[0])}" if keys else ""), remedy, key=False)


def read_answer(node: Node, scope: Scope) -> Answer | None:
    """One queued answer."""
    kind = _one_of(node, scope, ANSWERS, "an answer")
    if kind is None:
        return None
    read: Json = {}
    for key, item in node.value.items():
        if key == kind:
            read[key] = ANSWERS[kind].read(item, scope)
        elif key in _EXTRAS and (key != "exert" or kind == "attack"):
            read[key] = _EXTRAS[key].read(item, scope)
        else:
            scope.error(item, f"unknown key {shown(key)}", choose_from(key, (kind, "illegal")), key=True)
    extra = {"exert": read["exert"]} if "exert" in read else {}
    return Answer(kind, read[kind], read.get("illegal"), extra, node.place)


def _read_answers(node: Node, scope: Scope) -> Step | None:
    if type(node.value) is not dict:
        scope.error(node, f"expected a mapping of players to lists, found {node.kind}", "answers: {alice: [{may: true}]}")
        return None
    queues: dict[str, list[Answer]] = {}
    for player, item in node.value.items():
        scope.player(item, player, key=True)
        if type(item.value) is not list:
            scope.error(item, f"expected a list of answers, found {item.kind}", "write it in brackets: [..]")
            continue
        read = [read_answer(entry, scope) for entry in item.value]
        queues[player] = [answer for answer in read if answer is not None]
    return Answers(queues, node.key_place)


def _read_action(player: str, node: Node, scope: Scope) -> Step | None:
    kind = _one_of(node, scope, ACTIONS, "an action")
    if kind is None:
        return None
    before = len(scope.problems)
    read: Json = ACTIONS[kind].read(node, scope)
    if len(scope.problems) > before and (kind not in read or read[kind] is None):
        return None
    illegal = read.pop("illegal", None)
    action: Json = {"type": kind}
    if kind in ("cast", "activate", "play_land"):
        action["object"] = read.pop(kind)
    elif kind == "roll_planar_die":
        action["faces"] = read.pop(kind)
    elif kind == "concede":
        read.pop(kind)
    if kind == "special" and "object" not in read:
        scope.error(node, "'object' is missing", "name what the special action is taken with")
    if kind == "activate" and "ability" not in read:
        scope.error(node, "'ability' is missing", "its id, its number from 1, or a keyword as in equip")
    action.update(read)
    if read.get("as"):
        if illegal:
            scope.error(node.value["as"], "a name for what is refused", "nothing comes of an illegal action: leave 'as' out")
        scope.define(read["as"], node.value["as"])
    return Act(player, action, illegal, node.key_place)


def read_step(node: Node, scope: Scope) -> Step | None:
    """One entry of a script. Names that it gives count from here on."""
    if type(node.value) is not dict or len(node.value) != 1:
        known = listed((*STEP_KEYS, "a player"))
        remedy = f"each entry begins with its own dash and has one key: {known}"
        if type(node.value) is dict:
            scope.error(node, f"a step with {len(node.value)} keys", remedy)
            return None
        scope.error(node, f"expected a step, found {node.kind}", remedy)
        return None
    ((key, item),) = node.value.items()
    if key == "expect":
        return EXPECT.read_step(item, scope)
    if key == "advance_to":
        read = ADVANCE.read(item, scope)
        return AdvanceTo(read.get("player"), read.get("step"), read.get("turn"), item.key_place) if read else None
    if key == "resolve":
        return Resolve(RESOLVE.read(item, scope) == "all", item.key_place)
    if key == "pass":
        return PassPriority(PlayerName().read(item, scope), item.key_place)
    if key == "answers":
        return _read_answers(item, scope)
    if key == "name":
        read = NAME_STEP.read(item, scope)
        if not read or not read.get("as"):
            return None
        scope.define(read["as"], item.value["as"])
        return NameObject(read["as"], read.get("where") or {}, read.get("nth"), item.key_place)
    if key in scope.players:
        return _read_action(key, item, scope)
    remedy = choose_from(key, (*STEP_KEYS, *scope.players), "steps and players")
    scope.error(item, f"{shown(key)} is neither a step nor a player", remedy, key=True)
    return None


def claimed_names(node: Node | None) -> frozenset[str]:
    """The names that the steps of a script give with `as`, as far as they are written so that they can be told."""
    steps = node.value if node is not None and type(node.value) is list else []
    inside = [item.value for step in steps if type(step.value) is dict for item in step.value.values() if type(item.value) is dict]
    return frozenset(entries["as"].value for entries in inside if "as" in entries and type(entries["as"].value) is str)


def read_script(node: Node, scope: Scope) -> list[Step]:
    """All steps of a script, in order; those that cannot be read are told and left out."""
    if type(node.value) is not list or not node.value:
        scope.error(
            node, f"expected a list of steps, found {'an empty one' if node.value == [] else node.kind}", "a script has at least one step"
        )
        return []
    steps = [read_step(entry, scope) for entry in node.value]
    return [step for step in steps if step is not None]


def script_schema() -> Json:
    """The JSON Schema of a script."""
    answer = {
        "anyOf": [
            Record({kind: shape, "illegal": _EXTRAS["illegal"], **({"exert": OBJECTS} if kind == "attack" else {})}, [kind]).schema()
            for kind, shape in ANSWERS.items()
        ]
    }
    queues = {"type": "object", "additionalProperties": {"type": "array", "items": answer}, "propertyNames": {"pattern": NAME_PATTERN}}
    actions = {"anyOf": [Record(record.fields, [kind]).schema() for kind, record in ACTIONS.items()]}
    step = {
        "type": "object",
        "properties": {
            "advance_to": ADVANCE.schema(),
            "pass": PlayerName().schema(),
            "resolve": RESOLVE.schema(),
            "answers": queues,
            "expect": EXPECT.schema(),
            "name": NAME_STEP.schema(),
        },
        "additionalProperties": {"$ref": "#/$defs/action"},
        "propertyNames": {"pattern": NAME_PATTERN},
        "minProperties": 1,
        "maxProperties": 1,
    }
    return {"script": {"type": "array", "minItems": 1, "items": step}, "action": actions}
