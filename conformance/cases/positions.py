"""Positions that the rules could not reach are errors of the case; so are those that contradict themselves."""

from __future__ import annotations

from typing import Any

from conformance.cases.canonical import Position
from conformance.cases.problems import shown
from conformance.cases.reader import Node
from conformance.cases.scope import Scope

Json = dict[str, Any]

ATTACHING = ("Aura", "Equipment", "Fortification")
PLANAR = ("Plane", "Phenomenon")
NEVER_PERMANENT = ("Instant", "Sorcery", *PLANAR, "Scheme", "Vanguard", "Conspiracy", "Dungeon")


def check_position(position: Position, node: Node, scope: Scope) -> None:
    """Tell the scope what is impossible about `position`, whose `given` stands at `node`."""
    given = position.given
    _check_teams(given, node, scope)
    _check_planechase(position, node, scope)
    by_id = {permanent["id"]: permanent for permanent in given["battlefield"]}
    for permanent in given["battlefield"]:
        _check_permanent(permanent, by_id, position.nodes[permanent["id"]], given, scope)
    for seat in given["seats"].values():
        for zone in ("hand", "library", "graveyard", "exile"):
            for entry in seat[zone]:
                types = scope.cards.types(entry["card"])
                if types and any(word in PLANAR for word in types):
                    scope.error(
                        position.nodes[entry["id"]], f"{shown(entry['card'])} cannot be in a {zone}", "planes go into 'planar_deck'"
                    )


def _at(node: Node, *keys: str) -> Node:
    """The node down `keys` as far as they are written."""
    for key in keys:
        if not isinstance(node.value, dict) or key not in node.value:
            break
        node = node.value[key]
    return node


def _check_teams(given: Json, node: Node, scope: Scope) -> None:
    members = [player for team in given["teams"] for player in team]
    if members and (len(set(members)) != len(members) or set(members) != set(given["players"])):
        scope.error(_at(node, "teams"), "the teams do not hold every player once", f"players: {', '.join(given['players'])}")
    if given["variant"] == "two_headed_giant" and not members:
        scope.error(_at(node, "variant"), "two_headed_giant without 'teams'", "add teams: [[alice, bob], [carol, dave]]")
    if given["variant"] == "grand_melee" and not 4 <= len(given["players"]) <= 7:
        scope.error(_at(node, "variant"), "grand_melee is for four to seven players here, with one turn at a time", "change 'players'")


def _check_planechase(position: Position, node: Node, scope: Scope) -> None:
    given = position.given
    planes: Json | None = given["planechase"]
    for player, seat in given["seats"].items():
        if seat["planar_deck"] and planes is None:
            scope.error(
                _at(node, player, "planar_deck"),
                "a planar deck, but no 'planechase'",
                "add planechase: {deck: own, face_up: [..]}",
                key=True,
            )
        elif seat["planar_deck"] and planes and planes["deck"] == "shared":
            scope.error(
                _at(node, player, "planar_deck"),
                "an own planar deck, but the deck is shared",
                "write deck: own under 'planechase'",
                key=True,
            )
    if planes is None:
        return
    if planes["deck"] == "own" and planes["planar_deck"]:
        scope.error(
            _at(node, "planechase", "planar_deck"),
            "a shared planar deck, but the decks are own",
            "put it into the players' sections",
            key=True,
        )
    if given["turn"]["step"] == "pregame" and planes["face_up"]:
        scope.error(_at(node, "planechase", "face_up"), "a plane is face up before the game", "in step pregame face_up is empty")
    decks = [planes["face_up"], planes["planar_deck"], *(seat["planar_deck"] for seat in given["seats"].values())]
    for entry in (entry for deck in decks for entry in deck):
        types = scope.cards.types(entry["card"])
        if types and not planes["construction"] and not any(word in PLANAR for word in types):
            scope.error(
                position.nodes[entry["id"]], f"{shown(entry['card'])} is neither a plane nor a phenomenon", "only those are in planar decks"
            )


def _check_permanent(permanent: Json, by_id: dict[str, Json], node: Node, given: Json, scope: Scope) -> None:
    front = scope.cards.types(permanent["card"])
    wrong = [word for word in front if word in NEVER_PERMANENT]
    if wrong and len(wrong) == len(front) and not permanent["face_down"]:
        scope.error(node, f"{shown(permanent['card'])} ({wrong[0]}) cannot be on the battlefield", "put it into another zone")
    written = node.value if isinstance(node.value, dict) else {}
    if "loyalty" in written and "counters" in written and "loyalty" in written["counters"].value:
        scope.error(written["loyalty"], "both 'loyalty' and counters.loyalty", "they are the same: keep one", key=True)
    _check_attachment(permanent, by_id, node, given, scope)


def _check_attachment(permanent: Json, by_id: dict[str, Json], node: Node, given: Json, scope: Scope) -> None:
    card, host_name, phased = permanent["card"], permanent["attached_to"], permanent["phased"]["status"]
    # What is face down shows no face, so that nothing is known of it.
    face = None if permanent["face_down"] else scope.cards.face(permanent.get("copy_of") or card, back=permanent["transformed"])
    subtypes = face.get("subtypes") or () if face else ()
    place = _at(node, "attached_to")
    if host_name is None:
        if phased == "indirect":
            scope.error(_at(node, "phased"), "indirectly phased out, but attached to nothing", "add 'attached_to', or write phased: direct")
        if permanent["bestowed"] or "Aura" in subtypes:
            scope.error(node, f"the Aura {shown(card)} is attached to nothing", "add 'attached_to'")
        return
    if face is not None and not permanent["bestowed"] and not any(word in ATTACHING for word in subtypes):
        scope.error(
            place, f"{shown(card)} cannot be attached to anything", "it is no Aura, Equipment or Fortification ('bestowed: true' makes one)"
        )
    if host_name in given["players"]:
        if phased == "indirect":
            scope.error(
                _at(node, "phased"), "indirectly phased out, but attached to a player", "players do not phase out: write phased: direct"
            )
        if face is not None and "Aura" not in subtypes:
            scope.error(place, f"{shown(card)} cannot be attached to a player", "only an Aura can")
        return
    host = by_id.get(host_name)
    if host is None and any(entry["id"] == host_name for seat in given["seats"].values() for entry in seat["graveyard"]):
        if phased == "indirect":
            remedy = "write phased: direct"
            scope.error(_at(node, "phased"), f"indirectly phased out, but {shown(host_name)} lies in a graveyard", remedy)
        if face is not None and "Aura" not in subtypes:
            scope.error(place, f"{shown(card)} cannot be attached to a card in a graveyard", "only an Aura can")
        return
    if host is None:
        scope.error(place, f"attached to {shown(host_name)}, which is not on the battlefield", "attach it to a permanent or a player")
        return
    if _loops(permanent, by_id):
        scope.error(
            place, f"{shown(card)} is attached to itself, directly or by way of others", "attachments end at something not attached"
        )
        return
    host_in = host["phased"]["status"] == "in"
    if phased == "indirect" and host_in:
        scope.error(
            _at(node, "phased"),
            f"indirectly phased out, but its host {shown(host_name)} is phased in",
            "phase the host out too, or write phased: direct",
        )
    if phased == "in" and not host_in:
        scope.error(place, f"phased in, but its host {shown(host_name)} is phased out", "write phased: indirect (702.26g)")


def _loops(permanent: Json, by_id: dict[str, Json]) -> bool:
    seen = set()
    current: Json | None = permanent
    while current is not None:
        if current["id"] in seen:
            return True
        seen.add(current["id"])
        current = by_id.get(current["attached_to"] or "")
    return False
