"""A snapshot made easy to ask: objects by id, wherever the engine told of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

Json = dict[str, Any]

PILES = ("hand", "library", "graveyard", "exile", "command", "planar_deck")
_ZONE_OF_PILE = {pile: pile for pile in PILES} | {"planar_deck": "command"}


class View:
    """One snapshot. An object that only a zone list mentions is known as `{id, zone, owner}`."""

    def __init__(self, snapshot: Json) -> None:
        self.snapshot = snapshot
        self.listed: Json = {entry["id"]: entry for entry in snapshot["objects"]}

    @cached_property
    def _only_in_piles(self) -> Json:
        """Objects that the engine lists in a zone without describing them, and abilities on the stack."""
        found: Json = {}
        for player, seat in self.snapshot["players"].items():
            for pile in PILES:
                for number in seat.get(pile) or ():
                    if number not in self.listed:
                        found[number] = {"id": number, "zone": _ZONE_OF_PILE[pile], "owner": player}
        planechase = self.snapshot.get("planechase") or {}
        for key in ("face_up", "planar_deck"):
            for number in planechase.get(key) or ():
                if number not in self.listed and number not in found:
                    found[number] = {"id": number, "zone": "command"}
        for entry in self.snapshot.get("stack") or ():
            number = entry.get("id")
            if number and number not in self.listed:
                found[number] = {**entry, "zone": "stack"}
        return found

    def get(self, number: Any) -> Json | None:
        """The object with this id, or None when it is nowhere (as is what is no id at all: events may hold anything)."""
        if not isinstance(number, str):
            return None
        entry: Json | None = self.listed.get(number)
        return entry if entry is not None else self._only_in_piles.get(number)

    def zone(self, number: str) -> str | None:
        """Where the object is: a zone, `outside`, or None when the engine does not tell."""
        entry = self.get(number)
        if entry is None:
            return None if self.hides_piles else "outside"
        if "zone" in entry:
            return str(entry["zone"])
        for seat in self.snapshot["players"].values():
            for pile in PILES:
                if number in (seat.get(pile) or ()):
                    return _ZONE_OF_PILE[pile]
        return None

    @cached_property
    def hides_piles(self) -> bool:
        """Whether some zone is not reported, so that an object not found may still be there. Who has left has no zones (800.4a)."""
        seats = [seat for seat in self.snapshot["players"].values() if seat.get("in_game") is not False]
        return any(pile not in seat for seat in seats for pile in ("hand", "library", "graveyard", "exile"))

    def card(self, number: str) -> str | None:
        """The card name of an object, if it is known."""
        entry = self.get(number)
        return entry.get("card") if entry else None

    @property
    def stack(self) -> list[Json]:
        """The stack, top first."""
        return self.snapshot.get("stack") or []

    def everything(self) -> Iterator[Json]:
        """All objects, then the abilities on the stack (as objects in zone stack)."""
        yield from self.listed.values()
        yield from self._only_in_piles.values()
        yield from ({"zone": "stack", **entry} for entry in self.stack if entry.get("id") is None)

    def in_zone(self, zone: str, player: str | None = None) -> Iterator[str]:
        """Ids in a zone: those of one player (owner; on the battlefield and the stack the controller), or of all."""
        seats = self.snapshot["players"]
        if zone in PILES:
            for name, seat in seats.items():
                if player in (None, name):
                    yield from seat.get(zone) or ()
            return
        for number, entry in self.listed.items():
            if entry.get("zone") == zone and player in (None, entry.get("controller", entry.get("owner"))):
                yield number
        if zone == "stack":
            yield from (entry["id"] for entry in self.stack if entry.get("id") and entry["id"] not in self.listed)
