"""Positions with less in them: every way to take something away, to put something back to what is usual, or to put something simple in.

Each gives a position that is simpler than the one before, so that going on with what still shows a finding comes to an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.cases.canonical import LIBRARY_SIZE, LIFE
from conformance.cases.cards import CardPool
from conformance.cases.words import BASIC_LAND, SEAT_ZONES
from conformance.cases.write_given import ids

Json = dict[str, Any]

PLAIN_CREATURE = "Grizzly Bears"
_USUAL = {
    "tapped": False, "counters": {}, "damage": 0, "sick": False, "token": False, "face_down": False, "transformed": False,
    "attached_to": None, "bestowed": False,
}  # fmt: skip
_OPTIONAL = ("exerted", "chosen", "control", "copy_of")


def whole_parts(given: Json) -> Iterator[Json]:
    """Without Planechase, without a player, without teams, without day and night, in the middle of a quiet turn."""
    if given["planechase"] is not None:
        seats = {player: {**seat, "planar_deck": []} for player, seat in given["seats"].items()}
        yield {**given, "planechase": None, "seats": seats}
    if given["teams"] or given["variant"]:
        yield timed({**given, "teams": [], "variant": None, "range_of_influence": None})
    if given["range_of_influence"] is not None:
        yield {**given, "range_of_influence": None}
    if len(given["players"]) > 2 and not given["teams"]:
        for player in reversed(given["players"]):
            if player != given["turn"]["active"]:
                yield without_player(given, player)
    if given["day_night"] is not None:
        yield {**given, "day_night": None}
    yield timed(given)
    yield timed({**given, "turn": {**given["turn"], "active": given["players"][0], "step": "precombat_main"}})
    if given["planechase"] is not None:
        yield from _fewer_planes(given)


def _fewer_planes(given: Json) -> Iterator[Json]:
    planes = given["planechase"]
    for key in ("face_up", "planar_deck"):
        entries = planes[key]
        for index in range(len(entries)):
            yield {**given, "planechase": {**planes, key: [*entries[:index], *entries[index + 1 :]]}}
    if planes["roll_actions_this_turn"]:
        yield {**given, "planechase": {**planes, "roll_actions_this_turn": 0}}
    if planes["controller"] != given["turn"]["active"]:
        yield {**given, "planechase": {**planes, "controller": given["turn"]["active"]}}
    bare = [{**entry, "counters": {}} for entry in planes["face_up"]]
    yield {**given, "planechase": {**planes, "face_up": bare}}


def timed(given: Json) -> Json:
    """With the usual number of the turn, after a turn of the seat before in which nothing was cast."""
    sides = given["teams"] or [[player] for player in given["players"]]
    turn = given["turn"]
    side = next((index for index, members in enumerate(sides) if turn["active"] in members), 0)
    return {
        **given,
        "turn": {**turn, "number": 1 if turn["step"] == "pregame" else len(sides) + side + 1},
        "previous_turn": {"active": sides[side - 1][0], "spells_cast": 0},
        "this_turn": {"spells_cast": dict.fromkeys(given["players"], 0)},
    }


def without_player(given: Json, player: str) -> Json:
    """Without a player and all that is theirs."""
    players = [name for name in given["players"] if name != player]
    gone = {entry["id"] for entry in given["battlefield"] if player in (entry["controller"], entry["owner"], entry["attached_to"])}
    less = without_permanents(given, gone)
    for entry in less["battlefield"]:
        for key in ("exerted", "control", "chosen"):
            value = entry.get(key)
            if value == player or (isinstance(value, dict) and player in value.values()):
                del entry[key]
        if entry["phased"]["under"] == player:
            entry["phased"] = {**entry["phased"], "under": entry["controller"]}
    planes = given["planechase"]
    if planes is not None:
        controller = planes["controller"] if planes["controller"] != player else given["turn"]["active"]
        face_up = [{**entry, "owner": controller} if entry["owner"] == player else entry for entry in planes["face_up"]]
        planes = {**planes, "controller": controller, "face_up": face_up}
    seats = {name: given["seats"][name] for name in players}
    return timed({**less, "players": players, "seats": seats, "planechase": planes})


def without_permanents(given: Json, gone: set[str]) -> Json:
    """Without these permanents and what is attached to them."""
    gone = set(gone)
    while more := {entry["id"] for entry in given["battlefield"] if entry["attached_to"] in gone and entry["id"] not in gone}:
        gone |= more
    return {**given, "battlefield": [dict(entry) for entry in given["battlefield"] if entry["id"] not in gone]}


def seats(given: Json) -> Iterator[Json]:
    """With emptier seats: piles empty or with one card less, ten Forests for a library, life and counters as usual."""
    for player, seat in given["seats"].items():
        usual: Json = {"life": LIFE.get(given["variant"] or "", 20), "counters": {}, "lands_played": 0}
        for key, value in usual.items():
            if seat[key] != value:
                yield _with_seat(given, player, {key: value})
        for zone in SEAT_ZONES:
            if zone == "library":
                yield from _usual_library(given, player)
            elif seat[zone]:
                yield _with_seat(given, player, {zone: []})
        for zone in SEAT_ZONES:
            if zone != "library" and len(seat[zone]) > 1:
                for index in range(len(seat[zone])):
                    yield _with_seat(given, player, {zone: [*seat[zone][:index], *seat[zone][index + 1 :]]})


def _with_seat(given: Json, player: str, changes: Json) -> Json:
    return {**given, "seats": {**given["seats"], player: {**given["seats"][player], **changes}}}


def _usual_library(given: Json, player: str) -> Iterator[Json]:
    usual = [f"{player}_library_{number}" for number in range(1, LIBRARY_SIZE + 1)]
    library = given["seats"][player]["library"]
    if [entry["id"] for entry in library] == usual or set(usual) & (set(ids(given)) - {entry["id"] for entry in library}):
        return
    yield _with_seat(given, player, {"library": [{"id": name, "card": BASIC_LAND} for name in usual]})


def permanents(given: Json, cards: CardPool) -> Iterator[Json]:
    """With plainer permanents: attributes as usual, phased in, of one owner, fewer counters, and vanilla cards."""
    for index, entry in enumerate(given["battlefield"]):
        for change in _plainer(entry, cards):
            battlefield = [dict(other) for other in given["battlefield"]]
            changed = battlefield[index] = {**entry, **change}
            for key in [key for key in _OPTIONAL if key in changed and changed[key] is None]:
                del changed[key]
            yield {**given, "battlefield": battlefield}


def _plainer(entry: Json, cards: CardPool) -> Iterator[Json]:
    for key, value in _USUAL.items():
        if entry[key] != value:
            yield {key: value}
    yield from ({key: None} for key in _OPTIONAL if entry.get(key) is not None)
    if entry["phased"]["status"] != "in":
        yield {"phased": {"status": "in", "under": None}}
        if entry["phased"]["status"] == "indirect":
            yield {"phased": {"status": "direct", "under": entry["controller"]}, "attached_to": None}
        if entry["phased"]["under"] != entry["controller"]:
            yield {"phased": {**entry["phased"], "under": entry["controller"]}}
    if entry["owner"] != entry["controller"]:
        yield {"owner": entry["controller"]}
    for kind, number in entry["counters"].items():
        if len(entry["counters"]) > 1:
            yield {"counters": {other: count for other, count in entry["counters"].items() if other != kind}}
        if number > 1:
            yield {"counters": {**entry["counters"], kind: 1}}
    if entry["damage"] > 1:
        yield {"damage": 1}
    simple = PLAIN_CREATURE if "Creature" in cards.types(entry["card"]) else BASIC_LAND
    if entry["card"] not in (PLAIN_CREATURE, BASIC_LAND):
        yield {"card": simple}
