"""Fills the defaults of a position in: what a case leaves out becomes GIVEN of docs/protocol.md, the same for every engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.cases.parse_given import NODE, entries
from conformance.cases.reader import Node
from conformance.cases.words import BASIC_LAND

Json = dict[str, Any]

LIFE = {"two_headed_giant": 30, "commander": 40}
RANGE_OF_INFLUENCE = {"grand_melee": 1}
LIBRARY_SIZE = 10


class Position:
    """A canonical position and the nodes of its objects (by id), by which checks tell places."""

    def __init__(self, raw: Json) -> None:
        self.nodes: dict[str, Node] = {}
        self._taken = {entry["id"] for entry in entries(raw) if "id" in entry} | set(raw["players"])
        self.given = self._fill(raw)

    def _fill(self, raw: Json) -> Json:
        players: list[str] = raw["players"]
        teams: list[list[str]] = raw.get("teams") or []
        turn = raw.get("turn") or {}
        active = turn.get("active") or players[0]
        step = turn.get("step") or "precombat_main"
        sides = teams or [[player] for player in players]
        side = next((index for index, members in enumerate(sides) if active in members), 0)
        # One turn of everybody has gone by, so that the turn is nobody's first.
        number = turn.get("number") or (1 if step == "pregame" else len(sides) + side + 1)
        previous = raw.get("previous_turn") or {}
        cast = (raw.get("this_turn") or {}).get("spells_cast") or {}
        seats = {player: self._seat(player, raw) for player in players}
        return {
            "players": players,
            "teams": teams,
            "variant": raw.get("variant"),
            "range_of_influence": raw.get("range_of_influence") or RANGE_OF_INFLUENCE.get(raw.get("variant") or ""),
            "turn": {"active": active, "step": step, "number": number},
            "previous_turn": {"active": previous.get("active") or sides[side - 1][0], "spells_cast": previous.get("spells_cast") or 0},
            "this_turn": {"spells_cast": {player: cast.get(player, 0) for player in players}},
            "day_night": raw.get("day_night"),
            "planechase": self._planechase(raw["planechase"] or {}, active) if "planechase" in raw else None,
            "seats": seats,
            "battlefield": self._battlefield(raw),
        }

    def _seat(self, player: str, raw: Json) -> Json:
        seat = raw.get(player) or {}
        library = seat.get("library")
        if library is None:
            library = [{"card": BASIC_LAND, "count": LIBRARY_SIZE}]
        return {
            "life": seat.get("life", LIFE.get(raw.get("variant") or "", 20)),
            "counters": seat.get("counters") or {},
            "lands_played": seat.get("lands_played", 0),
            "hand": self._cards(seat.get("hand"), f"{player}_hand"),
            "library": self._cards(library, f"{player}_library"),
            "graveyard": self._cards(seat.get("graveyard"), f"{player}_graveyard"),
            "exile": self._cards(seat.get("exile"), f"{player}_exile"),
            "command": self._cards(seat.get("command"), f"{player}_command"),
            "planar_deck": self._cards(seat.get("planar_deck"), f"{player}_planar_deck"),
        }

    def _planechase(self, raw: Json, active: str) -> Json:
        controller = raw.get("controller") or active
        face_up = self._cards(raw.get("face_up"), "face_up")
        for entry in face_up:
            entry.setdefault("owner", controller)
            entry.setdefault("counters", {})
        return {
            "deck": raw.get("deck") or "shared",
            "controller": controller,
            "roll_actions_this_turn": raw.get("roll_actions_this_turn") or 0,
            "construction": raw.get("construction"),
            "face_up": face_up,
            "planar_deck": self._cards(raw.get("planar_deck"), "planar_deck"),
        }

    def _cards(self, raw: Iterable[Json] | None, prefix: str) -> list[Json]:
        """CARD_ENTRYs of a zone: `{id, card}` and what else was written."""
        result: list[Json] = []
        for entry in raw or ():
            extra = {key: value for key, value in entry.items() if key not in ("card", "as", "count", "id", NODE)}
            for _ in range(entry.get("count") or 1):
                name = entry.get("id") or self._new_id(prefix, len(result) + 1)
                if NODE in entry:
                    self.nodes[name] = entry[NODE]
                result.append({"id": name, "card": entry["card"], **extra})
        return result

    def _battlefield(self, raw: Json) -> list[Json]:
        permanents: list[Json] = []
        for player in raw["players"]:
            number = 0
            for entry in (raw.get(player) or {}).get("battlefield") or ():
                for _ in range(entry.get("count") or 1):
                    number += 1
                    name = entry.get("id") or self._new_id(f"{player}_battlefield", number)
                    self.nodes[name] = entry[NODE]
                    permanents.append(_permanent(name, entry, player))
        _resolve_phasing(permanents)
        return permanents

    def _new_id(self, prefix: str, number: int) -> str:
        name = f"{prefix}_{number}"
        while name in self._taken:
            name += "_x"
        self._taken.add(name)
        return name


def _permanent(name: str, entry: Json, player: str) -> Json:
    counters = dict(entry.get("counters") or {})
    if "loyalty" in entry:
        counters["loyalty"] = entry["loyalty"]
    phased = entry.get("phased") or "in"
    kind, under = (phased["kind"], phased.get("under")) if isinstance(phased, dict) else (phased, None)
    result = {
        "id": name,
        "card": entry["card"],
        "controller": player,
        "owner": entry.get("owner") or player,
        "tapped": entry.get("tapped", False),
        "phased": {"status": kind, "under": under},
        "attached_to": entry.get("attached_to"),
        "counters": counters,
        "damage": entry.get("damage", 0),
        "sick": entry.get("sick", False),
        "token": entry.get("token", False),
        "face_down": entry.get("face_down", False),
        "transformed": entry.get("transformed", False),
        "bestowed": entry.get("bestowed", False),
    }
    for key in ("copy_of", "exerted", "chosen", "control"):
        if entry.get(key) is not None:
            result[key] = entry[key]
    return result


def _resolve_phasing(permanents: list[Json]) -> None:
    """`under` defaults to the section's player, for an indirect one to its host's (and so on along the attachments)."""
    by_id = {permanent["id"]: permanent for permanent in permanents}

    def under(permanent: Json, seen: frozenset[str]) -> str:
        phased = permanent["phased"]
        host = by_id.get(permanent["attached_to"] or "")
        if phased["under"]:
            return str(phased["under"])
        if phased["status"] == "indirect" and host and host["phased"]["status"] != "in" and host["id"] not in seen:
            return under(host, seen | {permanent["id"]})
        return str(permanent["controller"])

    for permanent in permanents:
        status = permanent["phased"]["status"]
        permanent["phased"] = {"status": status, "under": None if status == "in" else under(permanent, frozenset())}
