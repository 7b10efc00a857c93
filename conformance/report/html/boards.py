"""The pictures of a case: the position that it begins with, and where it ended on the engine, with what is different marked."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import msgspec

from conformance import pictures
from conformance.cases.cards import CardPool, Entry
from conformance.report.witness import Tale

Json = dict[str, Any]

WIDTH = 460
"""Pictures are made narrow, so that a telephone has not much to make smaller, and two of them stand side by side on a wide screen."""

_PILES = ("hand", "library", "graveyard", "exile", "command", "planar_deck")
_FIELDS = ("owner", "tapped", "attached_to", "counters", "damage", "token", "face_down", "transformed", "sick")
_COLORS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


class Drawn(msgspec.Struct, frozen=True):
    """A picture: what it is of, and the SVG, deflated and in base64, since a run has more than a thousand."""

    title: str
    svg: str


def boards(given: Json, cards: CardPool, tale: Tale | None) -> list[Drawn]:
    """The position that a case begins with, and where it ended if that is told."""
    start = pictures.svg(position(given, cards), width=WIDTH, styled=False)
    if tale is None or tale.after is None:
        return [_drawn("As the case sets it up", start)]
    # What is printed on a card is no difference, and would be marked as one: before the difference it is left out.
    after = pictures.svg(_named(pictures.with_printed(tale.after, given), given), before=position(given), width=WIDTH, styled=False)
    return [_drawn("Before: as the case sets it up", start), _drawn("After: where the engine came to, differences marked", after)]


def _named(snapshot: Json, given: Json) -> Json:
    """The snapshot with the cards of phased-out permanents, which engines leave out: the case knows what it put down."""
    put_down = [*given["battlefield"], *(entry for seat in given["seats"].values() for pile in _PILES for entry in seat[pile])]
    cards = {entry["id"]: entry["card"] for entry in put_down}
    objects = [
        {**entry, "card": cards[entry["id"]]} if "card" not in entry and entry.get("id") in cards else entry
        for entry in snapshot.get("objects") or ()
    ]
    return {**snapshot, "objects": objects}


def _drawn(title: str, svg: str) -> Drawn:
    return Drawn(title, base64.b64encode(zlib.compress(svg.encode("utf-8", "replace"), 6)).decode())


def position(given: Json, cards: CardPool | None = None) -> Json:
    """A position as a snapshot of it would be. With `cards` what is printed on them is there; what other cards make of it is not."""
    players: Json = {}
    objects: list[Json] = []

    def put(entry: Json, zone: str, **more: Any) -> str:
        objects.append({"id": entry["id"], "card": entry["card"], "zone": zone, **more, **_printed(entry, cards)})
        return str(entry["id"])

    for player, seat in given["seats"].items():
        players[player] = {"life": seat["life"], "counters": seat["counters"], "in_game": True}
        for pile in _PILES:
            players[player][pile] = [put(entry, "command" if pile == "planar_deck" else pile, owner=player) for entry in seat[pile]]
    for entry in given["battlefield"]:
        put(entry, "battlefield", **_permanent(entry))
    return {
        "turn": given["turn"],
        "day_night": given["day_night"] or "neither",
        "players": players,
        "objects": objects,
        "stack": [],
        "planechase": _planechase(given["planechase"], put) if given["planechase"] is not None else None,
    }


def _permanent(entry: Json) -> Json:
    phased = entry["phased"]
    told: Json = {field: entry[field] for field in _FIELDS}
    told |= {"phased": phased["status"], "phased_under": phased["under"]}
    if phased["status"] == "in":
        told["controller"] = entry["controller"]
    return told


def _planechase(planechase: Json, put: Any) -> Json:
    face_up = [put(entry, "command", owner=entry["owner"], counters=entry["counters"]) for entry in planechase["face_up"]]
    deck = [put(entry, "command") for entry in planechase["planar_deck"]]
    return {"controller": planechase["controller"], "face_up": face_up, "planar_deck": deck}


def _printed(entry: Json, cards: CardPool | None) -> Json:
    """What is printed on the face that is up, with counters on power and toughness."""
    copied = entry.get("copy_of")
    face = cards.face(copied or entry["card"], back=bool(entry.get("transformed"))) if cards is not None else None
    if face is None or entry.get("face_down"):
        return {}
    printed: Json = {field: face.get(field) or [] for field in ("types", "subtypes", "supertypes")}
    printed["colors"] = face.get("colors") or _colors(face)
    counters = entry.get("counters") or {}
    more = counters.get("+1/+1", 0) - counters.get("-1/-1", 0)
    if str(face.get("power", "")).isdigit() and str(face.get("toughness", "")).isdigit():
        printed |= {"power": int(face["power"]) + more, "toughness": int(face["toughness"]) + more}
    return {**printed, **({"card": copied} if copied else {})}


def _colors(face: Entry) -> list[str]:
    return [color for letter, color in _COLORS.items() if letter in str(face.get("cost") or "")]
