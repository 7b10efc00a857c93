"""What is different between two snapshots of one game, in short phrases at the things that changed."""

from __future__ import annotations

from typing import Any

from conformance.pictures.board import Board, Json, Permanent, Side, objects_of
from conformance.pictures.plain import plain, words

_ZONES = ("hand", "library", "graveyard", "exile", "command", "planar_deck")


def mark(board: Board, before: Json, after: Json) -> None:
    """Write into the board what changed since `before`."""
    old, new = objects_of(before), objects_of(after)
    for permanent, _ in board.permanents():
        permanent.changes = _of(permanent, old.get(permanent.id), new[permanent.id], before)
    shown = {permanent.id for permanent, _ in board.permanents()}
    for number, entry in old.items():
        if entry.get("zone") == "battlefield" and number not in shown and (new.get(number) or {}).get("zone") != "battlefield":
            board.gone.append(f"{plain(entry.get('card') or words(number), 40)} ({_went(number, after)})")
    for side in board.sides:
        _of_side(side, (before.get("players") or {}).get(side.player))
    _of_planes(board, before)
    was = {entry.get("id") for entry in before.get("stack") or ()}
    for item, entry in zip(board.stack, after.get("stack") or (), strict=False):
        item.new = entry.get("id") not in was
    if before.get("day_night") != after.get("day_night") and "day_night" in before and "day_night" in after:
        board.changes.append(f"was {plain(before['day_night'], 20)}" if before["day_night"] != "neither" else "was neither day nor night")


def _of(permanent: Permanent, old: Json | None, new: Json, before: Json) -> list[str]:
    """What became of a permanent; only what both snapshots tell is compared."""
    if old is None:
        where = _pile(permanent.id, before)  # a pile may list it even where the engine does not describe it
        return [f"from {words(where[1])}" if where else "new"]
    if old.get("zone") != "battlefield" and "zone" in old:
        return [f"from {words(old['zone'])}"]
    said: list[str] = []
    if _differ(old, new, "incarnation"):
        said.append("a new object")
    if _differ(old, new, "phased"):
        said.append("phased in" if new["phased"] == "in" else "phased out" if old["phased"] == "in" else f"now {plain(new['phased'], 10)}")
    if _differ(old, new, "tapped"):
        said.append("tapped" if new["tapped"] else "untapped")
    if _differ(old, new, "controller"):
        said.append(f"was {plain(old['controller'], 16)}'s")
    if _differ(old, new, "attached_to"):
        said.append("unattached" if new["attached_to"] is None else "attached" if old["attached_to"] is None else "moved here")
    for flag, yes, no in (("face_down", "turned face down", "turned face up"), ("transformed", "transformed", "transformed back")):
        if _differ(old, new, flag):
            said.append(yes if new[flag] else no)
    said += _counted(old.get("counters"), new.get("counters"))
    if _differ(old, new, "damage"):
        said.append(f"{new['damage'] - old['damage']:+d} damage" if new["damage"] else "damage gone")
    if (_differ(old, new, "power") or _differ(old, new, "toughness")) and old.get("power") is not None:
        said.append(f"was {old['power']}/{old.get('toughness')}")
    if _differ(old, new, "card") and old["card"]:  # what lay face down had no name
        said.append(f"was {plain(old['card'], 24)}")
    for field, begins, ends in (("attacking", "attacks", "out of combat"), ("blocking", "blocks", "blocks no more")):
        if bool(old.get(field)) != bool(new.get(field)) and "phased in" not in said:
            said.append(begins if new.get(field) else ends)
    return list(dict.fromkeys(said))


def _differ(old: Json, new: Json, field: str) -> bool:
    return field in old and field in new and old[field] != new[field]


def _counted(old: Any, new: Any) -> list[str]:
    if old is None or new is None:
        return []
    kinds = list(dict.fromkeys([*old, *new]))[:8]
    return [f"{new.get(kind, 0) - old.get(kind, 0):+d} {plain(kind, 24)}" for kind in kinds if new.get(kind, 0) != old.get(kind, 0)]


def _went(number: str, after: Json) -> str:
    where = _pile(number, after)
    if where is None:
        return "no longer exists"
    return f"to {plain(where[0], 30)}'s {words(where[1])}"


def _pile(number: str, snapshot: Json) -> tuple[str, str] | None:
    for player, seat in (snapshot.get("players") or {}).items():
        for zone in _ZONES:
            if number in (seat.get(zone) or ()):
                return player, zone
    return None


def _of_side(side: Side, old: Json | None) -> None:
    if old is None:
        return
    if side.life is not None and old.get("life") not in (None, side.life):
        side.changes.append(f"life was {old['life']}")
    side.changes += _counted(old.get("counters"), side.counters)
    if old.get("in_game") and not side.in_game:
        side.changes.append("left the game")
    for pile in side.piles:
        before = old.get(pile.zone)
        if before is not None and len(before) != pile.number:
            pile.was = len(before)


def _of_planes(board: Board, before: Json) -> None:
    planes, old = board.planes, before.get("planechase")
    if planes is None or old is None:
        return
    was = old.get("face_up") or ()
    for plane in planes.face_up:
        plane.new = plane.id not in was
    entries = objects_of(before)
    now = {plane.id for plane in planes.face_up}
    for number in was:
        if number not in now:
            planes.changes.append(f"away from {plain((entries.get(number) or {}).get('card') or words(number), 40)}")
    if old.get("controller") not in (None, planes.controller):
        planes.changes.append(f"planar controller was {plain(old['controller'], 24)}")
