"""What is true of every game whenever a player has priority, whatever was done before."""

from __future__ import annotations

from collections import Counter

from reference_engine.game import ZONES, Game
from reference_engine.objects import DIRECT, IN, INDIRECT, GameObject


def broken(game: Game) -> list[str]:
    """What is not as it has to be; nothing if all is well.

    A player may leave while another has priority: what state-based actions then have to do waits for the next who receives it.
    """
    settled = [] if game.sba_needed else [*_hosts(game), *_battlefield(game)]
    return [*_places(game), *_attachments(game), *_phases(game), *_combat(game), *settled]


def _places(game: Game):
    """Every object is in one place, and is found there by its id."""
    places: dict[str, list[GameObject]] = {"battlefield": game.all_permanents()}
    for player in game.seats:
        for zone in ZONES:
            places[f"{player}'s {zone}"] = game.zone(player, zone)
    places["stack"] = [item.object for item in game.stack if item.object is not None]
    if game.planes is not None:
        places["face up"] = game.planes.face_up
        places["planar deck"] = game.planes.common
        for player, deck in game.planes.decks.items():
            places[f"{player}'s planar deck"] = deck
    found = Counter(obj.id for objects in places.values() for obj in objects)
    yield from (f"{id_} is in {count} places" for id_, count in found.items() if count > 1)
    yield from (f"{id_} is nowhere" for id_, obj in game.objects.items() if id_ not in found and obj.zone != "nowhere")
    for place, objects in places.items():
        for obj in objects:
            if game.objects.get(obj.id) is not obj:
                yield f"{obj.id} in {place} is not found by its id"
            if not obj.exists:
                yield f"{obj.id} in {place} does not exist any more"
            if not game.is_in(obj.owner) and not (game.planes is not None and game.planes.shared and "planar" in f"{place} planar"):
                yield f"{obj.id} in {place} is owned by {obj.owner}, who has left"
            if place.partition("'s ")[2] not in ("", "planar deck") and obj.zone != place.partition("'s ")[2]:
                yield f"{obj.id} in {place} says that it is in {obj.zone}"


def _attachments(game: Game):
    """Both ends of an attachment know of each other."""
    permanents = game.all_permanents()
    for obj in permanents:
        host = obj.attached_to
        if isinstance(host, GameObject) and obj not in host.attachments:
            yield f"{obj.id} is attached to {host.id}, which does not know it"
        for attachment in obj.attachments:
            if attachment.attached_to is not obj:
                yield f"{obj.id} has {attachment.id} attached, which does not know it"
            if attachment not in permanents:
                yield f"{obj.id} has {attachment.id} attached, which is not there"


def _hosts(game: Game):
    """Nothing hangs on what is gone or cannot be seen (rules 704.5m, 704.5n)."""
    for obj in game.battlefield:
        host = obj.attached_to
        if isinstance(host, GameObject) and not host.visible:
            yield f"{obj.id} is attached to {host.id}, which is not there"


def _phases(game: Game):
    """Directly or indirectly: an indirect one has a host that is out, and who it went out under is known."""
    for obj in game.all_permanents():
        if obj.phase == IN:
            if obj.phased_under is not None:
                yield f"{obj.id} is in, but went out under {obj.phased_under}"
            if obj not in game.battlefield:
                yield f"{obj.id} is in, but not seen"
            continue
        if obj in game.battlefield:
            yield f"{obj.id} is out, but seen"
        if obj.phase not in (DIRECT, INDIRECT) or obj.phased_under not in game.seats:
            yield f"{obj.id} is out in no way that there is"
        if obj.phase == INDIRECT and not (isinstance(obj.attached_to, GameObject) and obj.attached_to.phase != IN):
            yield f"{obj.id} went out with what is not out"
        if obj.attacking is not None or obj.blocking:
            yield f"{obj.id} is out, and in combat"


def _combat(game: Game):
    for obj in game.battlefield:
        for attacker in obj.blocking:
            if not attacker.visible or attacker.attacking is None:
                yield f"{obj.id} blocks {attacker.id}, which is not attacking"
        if (obj.attacking is not None or obj.blocking) and not obj.is_type("Creature"):
            yield f"{obj.id} is in combat and no creature"
        if (obj.attacking is not None or obj.blocking) and game.step not in COMBAT:
            yield f"{obj.id} is in combat in {game.step}"


COMBAT = ("declare_attackers", "declare_blockers", "first_strike_damage", "combat_damage", "end_of_combat")


def _battlefield(game: Game):
    """What state-based actions see to (rule 704.5)."""
    for obj in game.battlefield:
        is_ = obj.characteristics
        if "Creature" in is_.types and (is_.toughness or 0) <= 0:
            yield f"{obj.id} has no toughness"
        if obj.counters.get("+1/+1") and obj.counters.get("-1/-1"):
            yield f"{obj.id} has both counters"
        if "Aura" in is_.subtypes and obj.attached_to is None and not obj.bestowed:
            yield f"{obj.id} is an Aura on nothing"
        if not game.is_in(obj.controller):
            yield f"{obj.id} is controlled by {obj.controller}, who has left"
        if any(count <= 0 for count in obj.counters.values()):
            yield f"{obj.id} has {obj.counters}"
    for player in game.players:
        if game.zone(player, "library") == [] and player in game.drew_from_empty:
            yield f"{player} drew from an empty library and is still there"
