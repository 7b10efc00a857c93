"""Destroying permanents (rule 701.8), and what replaces it: umbra armor (702.89)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import zones
from .decisions import Index
from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def shields(game: Game, doomed: list[GameObject]) -> Steps:
    """Gives for each permanent that would be destroyed the Aura with umbra armor that is destroyed instead, as far as one is on it.

    Rules: 702.89a, 616.1
    Decides: the permanent's controller, if more than one could (`replacement`).
    """
    chosen: dict[GameObject, GameObject] = {}
    for obj in doomed:
        armor = [aura for aura in obj.attachments if aura.visible and aura.has_keyword("umbra armor")]
        if armor:
            which = 0
            if len(armor) > 1:
                entries = [{"source": aura.id, "ability": "umbra armor"} for aura in armor]
                which = yield Index("replacement", obj.controller, entries, every=False)
            chosen[obj] = armor[which]
    return chosen


def save(obj: GameObject) -> None:
    """All damage marked on it is removed; the Aura's destruction is the caller's (rule 702.89a)."""
    obj.damage = 0


def destroy(game: Game, objects: list[GameObject], rule: str = "701.8a") -> Steps:
    """Destroys permanents at once; gives those that were.

    Rules: 701.8a, 701.8b, 702.12b, 702.89a
    When: an effect says so.
    Events: zone_change and what comes with it
    """
    doomed = [obj for obj in objects if obj.visible and not obj.has_keyword("indestructible")]
    saved = yield from shields(game, doomed)
    gone = []
    with game.batch(rule):
        for obj in doomed:
            if obj in saved:
                save(obj)
            elif zones.move(game, obj, "graveyard", rule):
                gone.append(obj)
        for aura in dict.fromkeys(saved.values()):
            if aura.exists and not aura.has_keyword("indestructible"):
                zones.move(game, aura, "graveyard", "702.89a")
        game.changed()
    return gone
