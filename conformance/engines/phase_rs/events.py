"""Events of the engine in the words of the protocol. The engine lists them in order and does not say which are simultaneous: no `batch`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .ids import Ids
from .snapshot import stack_entry
from .vocabulary import DIE_FACES, STEP_OF_PHASE, ZONES, counter_from_engine

Json = dict[str, Any]


def events(raw: list[Json], ids: Ids, stack: list[Json], active: int) -> list[Json]:
    """The protocol's events for those of the engine. `active` is the seat whose turn it was before them."""
    found = []
    by_entry = {entry["id"]: entry for entry in stack}
    player = ids.players[active]
    for index, event in enumerate(raw):
        kind, data = event["type"], event.get("data") or {}
        if kind == "Transformed" and _enters_later(raw[index + 1 :], data["object_id"]):
            continue  # what enters transformed is turned over on the way; no permanent transformed
        if kind == "TurnStarted":
            player = ids.players[data["player_id"]]
        if kind == "PhaseChanged":
            found.append({"kind": "step_began", "player": player, "step": STEP_OF_PHASE[data["phase"]]})
        elif kind == "StackPushed":
            entry = by_entry.get(data["object_id"])
            if entry is not None and entry["kind"]["type"] != "Spell":
                found.append(_put_on_stack(entry, ids))
        elif kind in _TABLE:
            found.append(_TABLE[kind](data, ids))
    return found


def _enters_later(events: list[Json], number: int) -> bool:
    moves = (event["data"] for event in events if event["type"] == "ZoneChanged")
    return any(data["object_id"] == number and data["to"] == "Battlefield" for data in moves)


def _put_on_stack(entry: Json, ids: Ids) -> Json:
    told = stack_entry(ids, entry, {})
    return {"kind": "put_on_stack", "source": told["source"], "controller": told["controller"]}


def _of_object(kind: str) -> Callable[[Json, Ids], Json]:
    return lambda data, ids: {"kind": kind, "object": ids.name(data["object_id"])}


def _of_player(kind: str) -> Callable[[Json, Ids], Json]:
    return lambda data, ids: {"kind": kind, "player": ids.players[data["player_id"]]}


def _counter(kind: str) -> Callable[[Json, Ids], Json]:
    return lambda data, ids: {"kind": kind, "object": ids.name(data["object_id"]), "counter": counter_from_engine(data["counter_type"])}


def _zone_change(data: Json, ids: Ids) -> Json:
    before = ZONES.get(data.get("from") or "")
    return {"kind": "zone_change", "object": ids.name(data["object_id"]), "from": before, "to": ZONES[data["to"]]}


def _planeswalked(data: Json, ids: Ids) -> Json:
    away, to = data.get("from"), data.get("to")
    return {
        "kind": "planeswalked", "player": ids.players[data["player_id"]],
        "away": [] if away is None else [ids.name(away)], "to": [] if to is None else [ids.name(to)],
    }  # fmt: skip


_TABLE: dict[str, Callable[[Json, Ids], Json]] = {
    "TurnStarted": _of_player("turn_began"),
    "PermanentPhasedOut": _of_object("phased_out"),
    "PermanentPhasedIn": _of_object("phased_in"),
    "PermanentTapped": _of_object("tapped"),
    "PermanentUntapped": _of_object("untapped"),
    "Transformed": _of_object("transformed"),
    "ZoneChanged": _zone_change,
    "CounterAdded": _counter("counter_added"),
    "CounterRemoved": _counter("counter_removed"),
    "DayNightChanged": lambda data, ids: {"kind": "day_night", "value": data["new_state"].lower()},
    "PlayerEliminated": _of_player("left_game"),
    "Planeswalked": _planeswalked,
    "ChaosEnsued": lambda data, ids: {"kind": "chaos", "plane": ids.name(data["plane_id"])},
    "PlanarDieRolled": lambda data, ids: {"kind": "planar_die", "player": ids.players[data["player_id"]], "face": DIE_FACES[data["face"]]},
    "LifeChanged": lambda data, ids: {"kind": "life", "player": ids.players[data["player_id"]], "by": data["amount"]},
    "DamageDealt": lambda data, ids: {
        "kind": "damage", "source": ids.name(data["source_id"]), "to": ids.of_target(data["target"]), "amount": data["amount"],
    },
    "SpellCast": lambda data, ids: {"kind": "cast", "object": ids.name(data["object_id"]), "player": ids.players[data["controller"]]},
}  # fmt: skip
