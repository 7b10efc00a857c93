"""Two engines in the same game: what differs, first things first.

Only fields that both report are compared, and only as far as the rules say what they have to be: not the order of cards that came into a
graveyard at once (404.3), nor what is left of a player who is gone or of a game that is over, nor what lies in a library after shuffling.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from conformance.fuzz.counterparts import Counterparts
from conformance.fuzz.facts import facts, pool

Json = dict[str, Any]
Path = tuple[str, str]
"""(id of an object, a player or "", field)"""


class Difference(msgspec.Struct, frozen=True):
    """`about` (an id, a player, or "" for the game) and `field`, with what the reference shows and what the engine shows; of a decision
    also what the reference `asks`."""

    about: str
    field: str
    expected: Any
    observed: Any
    asks: str | None = None

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
SHUFFLES = ("search_library", "shuffle_permanents_and_reveal", "restart_game", "play_subgame")
"""Words of what is followed by shuffling a library."""


def of_status(expected: Json, observed: Json, ids: Counterparts) -> Iterator[Difference]:
    """Where the game stands, and what it waits for."""
    if expected["over"] or observed["over"]:
        # Where the game stood as it ended is nobody's business any more.
        if expected["over"] != observed["over"]:
            yield Difference("", "over", expected["over"], observed["over"])
        return
    for field in ("players", "turn", "active", "step", *(["stack"] if between(expected, observed) else [])):
        if expected[field] != observed[field]:
            yield Difference("", field, expected[field], observed[field])
    one, other = expected["decision"], observed["decision"]
    if one is None or other is None:
        if one is not other:
            yield Difference("", "decision", _shown(one), _shown(other), one and one["kind"])
        return
    for field in DECISION_FIELDS:
        if one[field] != other[field]:
            yield Difference("", f"decision.{field}", _shown(one), _shown(other), one["kind"])
            return
    if "options" in one and "options" in other:
        wanted, seen = _options(one["options"]), _options(ids.mine(other["options"]))
        if wanted != seen:
            yield Difference("", f"decision.{one['kind']}.options", one["options"], ids.mine(other["options"]), one["kind"])


def between(expected: Json, observed: Json) -> bool:
    """Whether both games wait for a player with priority. When an ability is put on the stack, and leaves it, in the course of choosing its
    targets and of resolving it is a matter of bookkeeping that nobody with priority sees."""
    return all(status["decision"] is not None and status["decision"]["kind"] == "priority" for status in (expected, observed))


def _shown(decision: Json | None) -> str:
    return "nothing: the game is over" if decision is None else f"{decision['player']} is asked: {decision['kind']}"


def _options(options: Any) -> Any:
    """In a form in which the order says nothing."""
    if isinstance(options, list):
        return sorted((_options(entry) for entry in options), key=repr)
    if isinstance(options, dict):
        if "defenders" in options and not (options["defenders"] and options.get("attackers")):
            return {}  # who can attack nobody cannot attack, however it is said
        return {key: _options(value) for key, value in options.items() if key not in ("ability", "min", "max")}
    return options


class Latitude:
    """What the rules leave open about how a game looks, in the position that it was begun from and by what happened since."""

    def __init__(self, given: Json) -> None:
        self._searches = facts(given).uses(*SHUFFLES)
        self._came: dict[str, int] = {}
        self._batches = 0

    def went_by(self, events: Sequence[Json]) -> None:
        """These events of the reference happened: what came into a graveyard in one batch has no order there."""
        batches: dict[Any, int] = {}
        for event in events:
            if event["kind"] == "zone_change":
                batch = event.get("batch")
                if batch is None or batch not in batches:
                    self._batches += 1
                    batches[batch] = self._batches
                self._came[event["object"]] = batches[batch]

    def same_graveyard(self, one: Any, other: Any) -> bool:
        """Whether two graveyards differ only in the order of what came at once."""
        if not isinstance(one, list) or not isinstance(other, list) or sorted(map(repr, one)) != sorted(map(repr, other)):
            return False
        return [self._came.get(number, number) for number in one] == [self._came.get(number, number) for number in other]

    def by_chance(self, expected: Json, observed: Json, ids: Counterparts) -> bool:
        """Whether from here on chance decides: a library was shuffled, which the reference engine never does."""
        if not self._searches:
            return False
        for player, seat in expected["players"].items():
            one, other = seat.get("library"), ids.mine(observed["players"].get(player, {}).get("library"))
            if isinstance(one, list) and isinstance(other, list) and one != other and sorted(one) == sorted(map(str, other)):
                return True
        return False


NONE_GIVEN: Json = {"planechase": None, "battlefield": [], "seats": {}}


def of_snapshots(
    expected: Json, observed: Json, ids: Counterparts, latitude: Latitude | None = None, *, stack: bool = True
) -> Iterator[Difference]:
    """What lies where, and how; not what `latitude` leaves open, and without `stack` not what lies on the stack."""
    latitude = latitude or Latitude(NONE_GIVEN)
    theirs = {ids.mine(entry["id"]): entry for entry in observed["objects"]}
    mine = {entry["id"]: entry for entry in expected["objects"]}
    for number, entry in mine.items():
        other = theirs.get(number)
        if other is None:
            if entry.get("zone") in ("battlefield", "stack"):
                yield Difference(number, "zone", entry["zone"], "outside")
            continue
        yield from _fields(number, _comparable(entry, mine), entry, other, ids)
    for number, other in theirs.items():
        if number not in mine and other.get("zone") in ("battlefield", "stack"):
            yield Difference(number, "zone", "outside", other["zone"])
    for player, seat in expected["players"].items():
        yield from _of_player(player, seat, observed["players"].get(player, {}), mine, ids, latitude)
    if "day_night" in observed and expected["day_night"] != observed["day_night"]:
        yield Difference("", "day_night", expected["day_night"], observed["day_night"])
    # Who is asked for something else than to act is told by the decision; nobody has priority meanwhile.
    if expected["priority"] and observed.get("priority") and expected["priority"] != observed["priority"]:
        yield Difference("", "priority", expected["priority"], observed["priority"])
    if stack:
        yield from _stack(expected.get("stack"), observed.get("stack"), ids)
    planes, others = expected.get("planechase"), observed.get("planechase")
    if planes and others:
        # Nobody can roll in the turn of a player who is gone, whatever it would cost.
        cost = ["next_roll_cost"] if expected["players"].get(expected["turn"]["active"], {}).get("in_game", True) else []
        yield from _fields("", ("controller", "face_up", *cost, "planar_deck"), planes, others, ids, "planechase.")


def _comparable(entry: Json, listed: Mapping[str, Json]) -> Sequence[str]:
    """The fields of an object that say something."""
    left_out = []
    if "types" in entry and "Creature" not in entry["types"]:
        left_out.append("sick")  # a mark that nobody asks for, and not every engine keeps
    if "changeling" in entry.get("keywords", ()):
        left_out.append("subtypes")  # all creature types: some list them, some do not
    if entry.get("phased", "in") != "in" and listed.get(entry.get("attached_to") or "", {}).get("zone") != "battlefield":
        left_out.append("attached_to")  # what it was attached to is gone: that shows as it phases in (702.26i)
    return OBJECT_FIELDS if not left_out else [field for field in OBJECT_FIELDS if field not in left_out]


def _of_player(
    player: str, seat: Json, other: Json, listed: Mapping[str, Json], ids: Counterparts, latitude: Latitude
) -> Iterator[Difference]:
    if seat.get("in_game") is False or other.get("in_game") is False:
        yield from _fields(player, ("in_game",), seat, other, ids)
        return
    if isinstance(other.get("command"), list):
        # Emblems are no cards; an engine that lists them has them there as something of its own making.
        other = {**other, "command": [number for number in other["command"] if ids.mine(number) in listed]}
    for difference in _fields(player, PLAYER_FIELDS, seat, other, ids):
        if difference.field != "graveyard" or not latitude.same_graveyard(difference.expected, difference.observed):
            yield difference


def _fields(about: str, fields: Sequence[str], mine: Json, theirs: Json, ids: Counterparts, prefix: str = "") -> Iterator[Difference]:
    for field in fields:
        if field not in mine or field not in theirs:
            continue
        one, other = mine[field], ids.mine(theirs[field])
        if field == "keywords" and isinstance(other, list):
            # Of a keyword that is no word of ours for one, as enchant, the reference says nothing; nor how often there is one.
            other = [keyword for keyword in dict.fromkeys(other) if keyword in _keywords() or keyword in one]
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


@functools.cache
def _keywords() -> frozenset[str]:
    """The keywords that definitions of cards have as such."""
    cards = pool()
    return frozenset(_keywords_in([cards[name] for name in cards]))


def _keywords_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "keywords" and isinstance(inner, list):
                yield from inner
            yield from _keywords_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _keywords_in(inner)
