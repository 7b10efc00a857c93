"""Compares a position that was put down with the snapshot of it."""

from __future__ import annotations

from typing import Any

import msgspec

Json = dict[str, Any]

_SAME = ("controller", "owner", "tapped", "attached_to", "counters", "damage", "token", "face_down", "transformed")
_OF_PHASED_OUT = ("tapped", "attached_to", "counters", "damage", "token")
_PILES = ("hand", "library", "graveyard", "exile", "command", "planar_deck")


class Difference(msgspec.Struct, frozen=True):
    """At `path`, `given` was put down and `read` was read."""

    path: str
    given: Any
    read: Any


def read_back(given: Json, snapshot: Json) -> tuple[list[Difference], set[str]]:
    """What differs, and the names of the fields that the engine does not report. `given` is GIVEN, the snapshot as in docs/protocol.md."""
    differences: list[Difference] = []
    unreported: set[str] = set()

    def same(path: str, put: Any, where: Json, key: str) -> None:
        if key not in where:
            unreported.add(key)
        elif where[key] != put:
            differences.append(Difference(path, put, where[key]))

    turn = snapshot.get("turn") or {}
    for key, value in given["turn"].items():
        same(f"turn.{key}", value, turn, key)
    if given["turn"]["step"] != "pregame":
        same("priority", given["turn"]["active"], snapshot, "priority")
    if given["day_night"] is not None:
        same("day_night", given["day_night"], snapshot, "day_night")
    _seats(given, snapshot, same)
    objects = {entry["id"]: entry for entry in snapshot.get("objects") or ()}
    for permanent in given["battlefield"]:
        _permanent(permanent, objects.get(permanent["id"]), differences, same)
    if given["planechase"] is not None and given["turn"]["step"] != "pregame":
        planechase = snapshot.get("planechase") or {}
        same("planechase.face_up", [entry["id"] for entry in given["planechase"]["face_up"]], planechase, "face_up")
        same("planechase.controller", given["planechase"]["controller"], planechase, "controller")
        if given["planechase"]["deck"] == "shared":
            same("planechase.planar_deck", [entry["id"] for entry in given["planechase"]["planar_deck"]], planechase, "planar_deck")
    return differences, unreported


def _seats(given: Json, snapshot: Json, same: Any) -> None:
    players = snapshot.get("players") or {}
    for player, seat in given["seats"].items():
        read = players.get(player, {})
        same(f"{player}.life", seat["life"], read, "life")
        for pile in _PILES:
            if seat[pile] or pile in ("hand", "library"):
                ids = [entry["id"] for entry in seat[pile]]
                if pile in ("hand", "command"):  # zones without an order
                    same(f"{player}.{pile}", sorted(ids), {pile: sorted(read[pile])} if pile in read else {}, pile)
                else:
                    same(f"{player}.{pile}", ids, read, pile)


def _permanent(permanent: Json, read: Json | None, differences: list[Difference], same: Any) -> None:
    name = permanent["id"]
    if read is None:
        differences.append(Difference(name, f"{permanent['card']} on the battlefield", "no object of this id"))
        return
    same(f"{name}.zone", "battlefield", read, "zone")
    status = permanent["phased"]["status"]
    if read.get("phased") == "out" and status != "in":
        status = "out"
    same(f"{name}.phased", status, read, "phased")
    if status != "in":
        same(f"{name}.phased_under", permanent["phased"]["under"], read, "phased_under")
    control = permanent.get("control") or {}
    for key in _SAME if status == "in" else _OF_PHASED_OUT:
        put = control.get("player", permanent[key]) if key == "controller" else permanent[key]
        if key == "counters":
            present = {kind: number for kind, number in (read.get("counters") or {}).items() if number}
            same(f"{name}.counters", put, {"counters": present} if "counters" in read else {}, "counters")
        else:
            same(f"{name}.{key}", put, read, key)
    if permanent.get("exerted") and status == "in":
        by = read.get("exerted")  # whether, by whom, or by which players: the protocol leaves the engine the choice
        told = permanent["exerted"] if by is True or (isinstance(by, list) and permanent["exerted"] in by) else by
        same(f"{name}.exerted", permanent["exerted"], {"exerted": told} if "exerted" in read else {}, "exerted")
    if status == "in" and not permanent["face_down"] and not permanent["transformed"]:
        same(f"{name}.card", permanent.get("copy_of") or permanent["card"], read, "card")
