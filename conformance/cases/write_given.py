"""A canonical position (GIVEN of docs/protocol.md) written back as a case writes it: only what is not as in every quiet game.

The way back of `parse_given` and `canonical`: reading what this gives makes the same position again, ids and all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from conformance.cases.canonical import LIBRARY_SIZE, LIFE, RANGE_OF_INFLUENCE, Position
from conformance.cases.cards import CardPool
from conformance.cases.parse_given import Given
from conformance.cases.positions import check_position
from conformance.cases.problems import Unreadable
from conformance.cases.reader import read
from conformance.cases.scope import Scope, snake
from conformance.cases.words import BASIC_LAND, RESERVED_NAMES, SEAT_ZONES
from conformance.cases.yaml_text import flow

Json = dict[str, Any]

_GIVEN = Given()
_QUIET: Json = {
    "tapped": False, "damage": 0, "sick": False, "token": False, "face_down": False, "transformed": False, "bestowed": False,
    "counters": {}, "attached_to": None, "copy_of": None, "exerted": None, "chosen": None, "control": None,
}  # fmt: skip


class CannotWrite(ValueError):
    """The position is none that a case can put down; the text says what is in the way."""


def short(given: Json, cards: CardPool, claimed: Collection[str] = ()) -> Json:
    """`given` as plain data with the keys of a case file. `claimed` are the names that the script gives.

    Raises CannotWrite for a position that no case could put down.
    """
    known = frozenset(claimed)
    wanted = ids(given)
    unattached = {**given, "battlefield": [{**entry, "attached_to": None} for entry in given["battlefield"]]}
    # What something is attached to needs a name; a number of ours (bob_battlefield_2) is none.
    named = {entry["attached_to"] for entry in given["battlefield"]}.intersection(
        entry["id"] for entry in objects(given) if entry["id"] != snake(entry["card"])
    )
    while True:
        there = ids(_read(_written(unattached, named), cards, known))
        wrong = {name for name, found in zip(wanted, there, strict=False) if name != found}
        if not wrong:
            break
        if wrong <= named:
            raise CannotWrite(f"no case can give the name {min(wrong)!r} there")
        named |= wrong
    written = _written(given, named)
    if _read(written, cards, known, possible=True) != given:
        raise CannotWrite("what is read back is another position: something in it is none that a case can say")
    return written


def ids(given: Json) -> list[str]:
    """The ids of all objects, in the order in which a case lists them."""
    return [entry["id"] for entry in objects(given)]


def objects(given: Json) -> Iterator[Json]:
    """Every object that a position puts down: the cards of the planes, then the piles seat by seat, then the battlefield."""
    for zone in ("face_up", "planar_deck"):
        yield from (given["planechase"] or {}).get(zone) or ()
    for seat in given["seats"].values():
        for zone in SEAT_ZONES:
            yield from seat[zone]
    yield from given["battlefield"]


def _read(written: Json, cards: CardPool, claimed: frozenset[str], *, possible: bool = False) -> Json:
    """The position that a case with this `given` puts down; with `possible` it has to be one that the rules could reach."""
    scope = Scope("", [], cards, RESERVED_NAMES)
    scope.claimed = claimed
    try:
        node = read(flow(written).encode(), "")
        raw = _GIVEN.read(node, scope)
    except (Unreadable, UnicodeEncodeError) as wrong:
        raise CannotWrite(str(wrong)) from wrong
    if not scope.errors:
        position = Position(raw)
        if possible:
            check_position(position, node, scope)
    if scope.errors:
        raise CannotWrite(next(problem.message for problem in scope.problems if problem.severity == "error"))
    return position.given


def _written(given: Json, named: Collection[str]) -> Json:
    """The position in short; the objects in `named` get their ids with `as`."""
    players: list[str] = given["players"]
    teams: list[list[str]] = given["teams"]
    result: Json = {}
    if players != ["alice", "bob"]:
        result["players"] = players
    if teams:
        result["teams"] = teams
    if given["variant"]:
        result["variant"] = given["variant"]
    if given["range_of_influence"] != RANGE_OF_INFLUENCE.get(given["variant"] or ""):
        result["range_of_influence"] = given["range_of_influence"]
    sides = teams or [[player] for player in players]
    active = given["turn"]["active"]
    side = next((index for index, members in enumerate(sides) if active in members), 0)
    result |= _times(given, sides, side)
    if given["day_night"]:
        result["day_night"] = given["day_night"]
    if given["planechase"] is not None:
        result["planechase"] = _planechase(given["planechase"], active, named)
    for player in players:
        seat = _seat(player, given, named)
        if seat:
            result[player] = seat
    return result


def _times(given: Json, sides: list[list[str]], side: int) -> Json:
    """The turn, the one before it, and what was cast in them."""
    result: Json = {}
    turn = given["turn"]
    usual = {
        "active": given["players"][0],
        "step": "precombat_main",
        "number": 1 if turn["step"] == "pregame" else len(sides) + side + 1,
    }
    if odd := {key: turn[key] for key in usual if turn[key] != usual[key]}:
        result["turn"] = odd
    previous = given["previous_turn"]
    before = {"active": sides[side - 1][0], "spells_cast": 0}
    if odd := {key: previous[key] for key in before if previous[key] != before[key]}:
        result["previous_turn"] = odd
    if cast := {player: number for player, number in given["this_turn"]["spells_cast"].items() if number}:
        result["this_turn"] = {"spells_cast": cast}
    return result


def _planechase(planes: Json, active: str, named: Collection[str]) -> Json:
    result: Json = {}
    if planes["deck"] != "shared":
        result["deck"] = planes["deck"]
    if planes["controller"] != active:
        result["controller"] = planes["controller"]
    if planes["roll_actions_this_turn"]:
        result["roll_actions_this_turn"] = planes["roll_actions_this_turn"]
    if planes["construction"]:
        result["construction"] = planes["construction"]
    usual = {"owner": planes["controller"], "counters": {}}
    if planes["face_up"]:
        result["face_up"] = _cards(planes["face_up"], named, usual)
    if planes["planar_deck"]:
        result["planar_deck"] = _cards(planes["planar_deck"], named)
    return result


def _seat(player: str, given: Json, named: Collection[str]) -> Json:
    seat: Json = given["seats"][player]
    result: Json = {}
    if seat["life"] != LIFE.get(given["variant"] or "", 20):
        result["life"] = seat["life"]
    if seat["counters"]:
        result["counters"] = seat["counters"]
    if seat["lands_played"]:
        result["lands_played"] = seat["lands_played"]
    for zone in SEAT_ZONES:
        stocked = [{"card": BASIC_LAND, "count": LIBRARY_SIZE}] if zone == "library" else []
        cards = _cards(seat[zone], named)
        if cards != stocked:
            result[zone] = cards
    permanents = [_permanent(entry, given) for entry in given["battlefield"] if entry["controller"] == player]
    if permanents:
        result["battlefield"] = _listed(permanents, named)
    return result


def _cards(pile: list[Json], named: Collection[str], usual: Json | None = None) -> list[Any]:
    """A pile; what is as `usual` says is left out."""
    short_ones = [{key: value for key, value in entry.items() if (usual or {}).get(key, ...) != value} for entry in pile]
    return _listed(short_ones, named)


def _listed(entries: list[Json], named: Collection[str]) -> list[Any]:
    """Entries with `id` first: a name where one is needed, a bare card where nothing else is said, a count where several are alike."""
    found: list[Any] = []
    shown = ({"card": entry["card"], **({"as": entry["id"]} if entry["id"] in named else {}), **_without(entry)} for entry in entries)
    for entry, group in groupby(shown):
        number = len(list(group))
        if number > 1:
            found.append({"card": entry["card"], "count": number, **_without(entry)})
        else:
            found.append(entry["card"] if list(entry) == ["card"] and isinstance(entry["card"], str) else entry)
    return found


def _without(entry: Json) -> Json:
    return {key: value for key, value in entry.items() if key not in ("card", "id")}


def _permanent(entry: Json, given: Json) -> Json:
    result: Json = {"id": entry["id"], "card": entry["card"]}
    if entry["owner"] != entry["controller"]:
        result["owner"] = entry["owner"]
    phased = entry["phased"]
    if phased["status"] != "in":
        plain = phased["under"] == _usual_under(entry, given)
        result["phased"] = phased["status"] if plain else {"kind": phased["status"], "under": phased["under"]}
    for key in ("attached_to", "bestowed", "tapped", "counters", "damage", "sick", "token", "copy_of", "face_down", "transformed",
                "exerted", "chosen", "control"):  # fmt: skip
        value = entry.get(key, _QUIET[key])
        if value != _QUIET[key]:
            result[key] = value
    return result


def _usual_under(entry: Json, given: Json) -> Any:
    """Under whom it phased out where the case does not say: the section's player, for an indirect one its host's."""
    host = next((other for other in given["battlefield"] if other["id"] == entry["attached_to"]), None)
    if entry["phased"]["status"] == "indirect" and host is not None and host["phased"]["status"] != "in":
        return host["phased"]["under"]
    return entry["controller"]


def plain_names(given: Json, kept: Collection[str], cards: CardPool, claimed: Collection[str] = ()) -> dict[str, str]:
    """Each id with the one that its object gets where only those in `kept` are named: by its card, or a number of ours."""
    unattached = {**given, "battlefield": [{**entry, "attached_to": None} for entry in given["battlefield"]]}
    there = ids(_read(_written(unattached, kept), cards, frozenset(claimed)))
    wanted = ids(given)
    if len(there) != len(wanted):
        raise CannotWrite("something on the battlefield stands in no player's section")
    return {name: name if name in kept else found for name, found in zip(wanted, there, strict=True)}
