"""The snapshot and the status: the game as plain data (docs/protocol.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import combat
from .events import plain_value
from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game
    from .objects import Characteristics
    from .vocabulary.cards import Face

_HIDDEN = ("hand", "library", "graveyard", "exile", "command")


def status(game: Game) -> dict[str, Any]:
    """Whose decision it is, of which kind, and where in the turn the game is."""
    pending = game.pending
    return {
        "turn": game.turn_number,
        "active": game.active,
        "step": game.step,
        "stack": len(game.stack),
        "decision": None if pending is None else pending.plain(),
        "over": pending is None,
        "players": list(game.players),
    }


def snapshot(game: Game) -> dict[str, Any]:
    """Everything that an expectation can ask about. Looking changes nothing."""
    game.refresh()
    pending = game.pending
    objects = [_permanent(game, obj) for obj in game.all_permanents()]
    players = {}
    for player in game.seats:
        zones: dict[str, list[str]] = {}
        for zone in _HIDDEN:
            pile = game.zone(player, zone)
            ids = [card.id for card in (reversed(pile) if zone == "library" else pile)]
            zones[zone] = ids
            objects += [card.shown or _card(card) for card in pile]
        planes = game.planes
        deck = [] if planes is None or planes.shared else planes.decks.get(player, [])
        objects += [_planar(game, card) for card in deck]
        players[player] = {
            "life": game.life[player],
            "counters": dict(game.player_counters[player]),
            **zones,
            "planar_deck": [card.id for card in reversed(deck)],
            "in_game": game.is_in(player),
            "lands_played": game.lands_played[player],
        }
    planechase = None
    if game.planes is not None:
        planes = game.planes
        objects += [_planar(game, card) for card in (*planes.face_up, *planes.common)]
        planechase = {
            "controller": planes.controller,
            "face_up": [card.id for card in planes.face_up],
            "next_roll_cost": planes.rolls.get(game.active, 0),
            "planar_deck": [card.id for card in reversed(planes.common)],
        }
    stack = []
    for item in reversed(game.stack):
        if item.object is not None:
            objects.append({**_card(item.object), "controller": item.controller})
        stack.append(_stack_item(item))
    return {
        "turn": {"active": game.active, "step": game.step, "number": game.turn_number},
        "priority": pending.player if pending is not None and pending.kind == "priority" else None,
        "day_night": game.day_night or "neither",
        "players": players,
        "objects": objects,
        "stack": stack,
        "planechase": planechase,
    }


def _stack_item(item: Any) -> dict[str, Any]:
    spell = item.object
    return {
        "id": item.id,
        "source": spell.id if spell is not None else item.source.id if item.source is not None else None,
        "controller": item.controller,
        "card": spell.face.name if spell is not None else None,
        "ability": item.ability_id,
        "targets": [plain_value(target) for slot in item.targets for target in slot],
    }


def _card(card: GameObject) -> dict[str, Any]:
    """A card outside the battlefield. Most never change while they are there, so what is shown of them is kept till they do."""
    if card.shown is not None:
        return card.shown
    face = card.face
    out = {
        "id": card.id,
        "incarnation": card.incarnation,
        "card": face.name,
        "zone": card.zone,
        "owner": card.owner,
        "token": card.token,
        "counters": dict(card.counters),
        "face_down": card.face_down,
        **_listed(face, card.characteristics),
    }
    out["colors"] = sorted(face.colors & card.characteristics.colors)  # none, where an effect says so of all cards
    if not card.counters and not card.face_down and card.characteristics.colors is face.colors:
        card.shown = out
    return out


def _planar(game: Game, card: GameObject) -> dict[str, Any]:
    planes = game.planes
    up = card in planes.face_up
    out = dict(_card(card))
    out["owner"] = planes.owner(card)
    out["face_down"] = not up
    if up:
        out["controller"] = planes.controller
    return out


def _listed(face: Face, is_: Characteristics) -> dict[str, list[str]]:
    """Types and colors in order; those of the face, where nothing changed them, are ordered once."""
    if is_.types is face.types and is_.subtypes is face.subtypes and is_.supertypes is face.supertypes and is_.colors is face.colors:
        return face.listed
    return {
        "types": sorted(is_.types), "subtypes": sorted(is_.subtypes), "supertypes": sorted(is_.supertypes), "colors": sorted(is_.colors)
    }  # fmt: skip


def _permanent(game: Game, obj: GameObject) -> dict[str, Any]:
    out: dict[str, Any] = {
        "id": obj.id,
        "incarnation": obj.incarnation,
        "zone": "battlefield",
        "phased": obj.phase,
        "tapped": obj.tapped,
        "counters": dict(obj.counters),
        "damage": obj.damage,
        "attached_to": plain_value(obj.attached_to),
        "token": obj.token,
        "owner": obj.owner,
        "card": obj.face.name,
    }
    if obj.phase != "in":
        out["phased_under"] = obj.phased_under
        return out
    is_ = obj.characteristics
    out.update(
        controller=is_.controller,
        power=is_.power,
        toughness=is_.toughness,
        **_listed(obj.face, is_),
        keywords=sorted(is_.keywords),
        sick=combat.is_sick(game, obj),
        face_down=obj.face_down,
        transformed=obj.transformed,
        exerted=any(lock.exerted and obj in (lock.objects or ()) for lock in game.untap_locks),
        attacking=plain_value(obj.attacking),
        blocking=[other.id for other in obj.blocking],
        blocked=obj.blocked,
    )
    return out
