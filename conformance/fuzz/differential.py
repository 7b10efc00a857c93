"""Two engines in the same game: what differs, first things first, and the rule that the reference cites for it.

Only fields that both report are compared. Objects that the engines made themselves have ids of their own; they are paired by what they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

Json = dict[str, Any]
Path = tuple[str, str]
"""(id of an object, a player or "", field)"""


class Difference(msgspec.Struct, frozen=True):
    """`about` (an id, a player, or "" for the game) and `field`, with what the reference shows and what the engine shows."""

    about: str
    field: str
    expected: Any
    observed: Any

    @property
    def path(self) -> Path:
        return self.about, self.field


OBJECT_FIELDS = (
    "zone", "phased", "phased_under", "tapped", "controller", "owner", "attached_to", "counters", "damage", "card", "types",
    "subtypes", "supertypes", "colors", "keywords", "power", "toughness", "token", "sick", "face_down", "transformed", "exerted",
    "attacking", "blocking", "blocked",
)  # fmt: skip
PLAYER_FIELDS = ("in_game", "life", "counters", "hand", "library", "graveyard", "exile", "command", "planar_deck", "lands_played")
UNORDERED = frozenset({"hand", "exile", "command", "keywords", "types", "subtypes", "supertypes", "colors", "blocking", "face_up"})
DECISION_FIELDS = ("kind", "player")


def of_status(expected: Json, observed: Json, ids: Counterparts) -> Iterator[Difference]:
    """Where the game stands, and what it waits for."""
    for field in ("over", "players", "turn", "active", "step", "stack"):
        if expected[field] != observed[field]:
            yield Difference("", field, expected[field], observed[field])
    one, other = expected["decision"], observed["decision"]
    if one is None or other is None:
        if one is not other:
            yield Difference("", "decision", _shown(one), _shown(other))
        return
    for field in DECISION_FIELDS:
        if one[field] != other[field]:
            yield Difference("", f"decision.{field}", _shown(one), _shown(other))
            return
    if "options" in one and "options" in other:
        wanted, seen = _options(one["options"]), _options(ids.mine(other["options"]))
        if wanted != seen:
            yield Difference("", f"decision.{one['kind']}.options", one["options"], ids.mine(other["options"]))


def _shown(decision: Json | None) -> str:
    return "nothing: the game is over" if decision is None else f"{decision['player']} is asked: {decision['kind']}"


def _options(options: Any) -> Any:
    """In a form in which the order says nothing."""
    if isinstance(options, list):
        return sorted((_options(entry) for entry in options), key=repr)
    if isinstance(options, dict):
        return {key: _options(value) for key, value in options.items() if key not in ("ability", "min", "max")}
    return options


def of_snapshots(expected: Json, observed: Json, ids: Counterparts) -> Iterator[Difference]:
    """What lies where, and how."""
    theirs = {ids.mine(entry["id"]): entry for entry in observed["objects"]}
    mine = {entry["id"]: entry for entry in expected["objects"]}
    for number, entry in mine.items():
        other = theirs.get(number)
        if other is None:
            if entry.get("zone") in ("battlefield", "stack"):
                yield Difference(number, "zone", entry["zone"], "outside")
            continue
        yield from _fields(number, OBJECT_FIELDS, entry, other, ids)
    for number, other in theirs.items():
        if number not in mine and other.get("zone") in ("battlefield", "stack"):
            yield Difference(number, "zone", "outside", other["zone"])
    for player, seat in expected["players"].items():
        yield from _fields(player, PLAYER_FIELDS, seat, observed["players"].get(player, {}), ids)
    for field in ("day_night", "priority"):
        if field in observed and expected[field] != observed[field]:
            yield Difference("", field, expected[field], observed[field])
    yield from _stack(expected.get("stack"), observed.get("stack"), ids)
    planes, others = expected.get("planechase"), observed.get("planechase")
    if planes and others:
        yield from _fields("", ("controller", "face_up", "next_roll_cost", "planar_deck"), planes, others, ids, "planechase.")


def _fields(about: str, fields: Sequence[str], mine: Json, theirs: Json, ids: Counterparts, prefix: str = "") -> Iterator[Difference]:
    for field in fields:
        if field not in mine or field not in theirs:
            continue
        one, other = mine[field], ids.mine(theirs[field])
        if one == other or _same(field, one, other):
            continue
        yield Difference(about, prefix + field, one, other)


def _same(field: str, one: Any, other: Any) -> bool:
    if field in UNORDERED and isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if field == "phased":
        return other == "out" and one in ("direct", "indirect")
    if field == "counters" and isinstance(one, dict) and isinstance(other, dict):
        return {kind: count for kind, count in one.items() if count} == {kind: count for kind, count in other.items() if count}
    return False


def _stack(mine: Any, theirs: Any, ids: Counterparts) -> Iterator[Difference]:
    if mine is None or theirs is None:
        return
    if len(mine) != len(theirs):
        yield Difference("", "stack", [entry.get("source") for entry in mine], [ids.mine(entry.get("source")) for entry in theirs])
        return
    for one, other in zip(mine, theirs, strict=True):
        for field in ("source", "controller", "card", "targets"):
            if field in one and field in other and one[field] != ids.mine(other[field]):
                yield Difference("", f"stack.{field}", one[field], ids.mine(other[field]))
                return


class Counterparts:
    """Which of their ids stand for which of ours: the same for what the position put down, paired for what came later."""

    def __init__(self, known: frozenset[str]) -> None:
        self._known = known
        self._mine: dict[str, str] = {}
        self._theirs: dict[str, str] = {}

    def mine(self, value: Any) -> Any:
        """A value of theirs with our ids in it."""
        return _replaced(value, self._mine) if self._mine else value

    def theirs(self, value: Any) -> Any:
        """A value of ours with their ids in it."""
        return _replaced(value, self._theirs) if self._theirs else value

    def pair(self, mine: Json, theirs: Json) -> None:
        """Pairs what is new on both sides: objects of the same card in the same zone, in the order in which they are listed."""
        left = [entry for entry in mine["objects"] if entry["id"] not in self._known and entry["id"] not in self._theirs]
        right = [entry for entry in theirs["objects"] if entry["id"] not in self._known and entry["id"] not in self._mine]
        self._match(left, right, ("zone", "card", "owner", "controller", "attached_to", "token"))
        items = [entry for entry in mine.get("stack") or () if entry["id"] not in self._theirs and entry["id"] not in self._known]
        others = [entry for entry in theirs.get("stack") or () if entry.get("id") not in self._mine and entry.get("id") not in self._known]
        self._match(items, [entry for entry in others if entry.get("id")], ("source", "controller"))

    def _match(self, mine: list[Json], theirs: list[Json], fields: tuple[str, ...]) -> None:
        for entry in mine:
            fitting = [other for other in theirs if self._fit(entry, other, fields)]
            if fitting:
                other = next((known for known in fitting if known["id"] == entry["id"]), fitting[0])
                theirs.remove(other)
                if other["id"] != entry["id"] or self._mine:
                    self._mine[other["id"]] = entry["id"]
                    self._theirs[entry["id"]] = other["id"]

    def _fit(self, mine: Json, theirs: Json, fields: tuple[str, ...]) -> bool:
        return all(self.mine(theirs[field]) == mine[field] for field in fields if field in theirs and field in mine)


def _replaced(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_replaced(entry, names) for entry in value]
    if isinstance(value, dict):
        return {names.get(key, key): _replaced(entry, names) for key, entry in value.items()}
    return value


_CITED = {
    "phased": ("phased_in", "phased_out"), "phased_under": ("phased_out",), "tapped": ("tapped", "untapped", "phased_in"),
    "zone": ("zone_change", "phased_out"), "attached_to": ("attached", "unattached", "zone_change"), "damage": ("damage",),
    "counters": ("counter_added", "counter_removed"), "transformed": ("transformed",),
    "attacking": ("removed_from_combat", "phased_out"), "blocking": ("removed_from_combat", "phased_out"),
    "life": ("life", "damage"), "in_game": ("left_game",), "day_night": ("day_night",),
    "planechase.controller": ("new_planar_controller",),
    "planechase.face_up": ("planeswalked", "encountered"), "planechase.planar_deck": ("planeswalked", "encountered"),
    "stack": ("put_on_stack", "triggered", "cast"), "decision": ("priority", "put_on_stack", "triggered"),
}  # fmt: skip
"""Events that change a field: the rule of the last of them is the rule to look at."""

_RULES = {
    "tapped": "502.3", "phased": "702.26", "phased_under": "702.26", "attached_to": "702.26g", "zone": "400.7",
    "controller": "613.1b", "counters": "122.1", "damage": "120.3", "attacking": "506.4", "blocking": "506.4", "blocked": "509.1h",
    "day_night": "731.2",
    "planechase.controller": "901.6", "planechase.face_up": "901.11", "planechase.planar_deck": "701.31b",
    "planechase.next_roll_cost": "901.9",
    "stack": "603.3", "step": "500.1", "active": "500.1", "turn": "500.1", "over": "104.1", "players": "800.4a",
    "in_game": "800.4a", "sick": "302.6", "life": "119.3", "token": "111.1", "card": "707.2", "decision.kind": "117.5",
    "decision.player": "101.4",
}  # fmt: skip
"""The rule to look at where nobody cites one."""


def rule_of(difference: Difference, events: Sequence[Json], theirs: Sequence[Json] = ()) -> str:
    """The rule that the reference cited for the last change of that field; else the one that the engine cited; else where to look."""
    field = difference.field
    kinds = _CITED.get(field) or _CITED.get(field.partition(".")[0]) or ()
    for told in (events, theirs):
        for event in reversed(told):
            about = difference.about in ("", event.get("object"), event.get("player"), event.get("source"), event.get("to"))
            if about and event["kind"] in kinds and event.get("rule"):
                return str(event["rule"])
    return _RULES.get(field) or _RULES.get(field.partition(".")[0]) or "613.1"
