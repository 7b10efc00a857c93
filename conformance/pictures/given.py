"""What a case says of its objects and no snapshot does: what is printed on the cards."""

from __future__ import annotations

from conformance.pictures.board import Json


def with_printed(snapshot: Json, given: Json) -> Json:
    """The snapshot with `printed` on the permanents that the case put down, so that copies of something else can be told."""
    printed = {entry["id"]: entry["card"] for entry in given.get("battlefield") or ()}
    for seat in (given.get("seats") or {}).values():
        for pile in ("hand", "library", "graveyard", "exile", "command"):
            printed.update((entry["id"], entry["card"]) for entry in seat.get(pile) or ())
    objects = [
        {**entry, "printed": printed[entry["id"]]}
        if entry.get("zone") == "battlefield" and entry["id"] in printed and entry.get("card") and not entry.get("token")
        else entry
        for entry in snapshot.get("objects") or ()
    ]
    return {**snapshot, "objects": objects}
