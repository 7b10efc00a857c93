"""Abilities that no permanent has: of the monarch (725.2), of a player's speed (702.179d), of cards suspended in exile (702.62a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import speed
from .events import Event
from .triggered_abilities import trigger_now

if TYPE_CHECKING:
    from .game import Game


def look_for(game: Game, events: list[Event]) -> None:
    """Finds what these simultaneous events trigger besides the abilities of objects that are there.

    Rules: 725.2, 702.62a, 702.179d
    When: a batch of events is complete.
    """
    for event in events:
        if event.kind == "step_began":
            _step_began(game, event.fields)
        elif event.kind == "lost_life" and game.speed:
            speed.life_lost(game, event.fields["player"])
        elif event.kind == "damage" and game.monarch is not None:
            _damage(game, event.fields)


def _step_began(game: Game, fields: dict[str, Any]) -> None:
    if fields["step"] == "end" and game.monarch is not None and game.monarch in game.active_players:
        from .vocabulary import designations

        trigger_now(game, None, designations.MONARCH_DRAWS, str(game.monarch), fields)
    if fields["step"] == "upkeep":
        for player in game.active_players:
            for card in game.zone(player, "exile") if game.is_in(player) else ():
                if "suspend" in card.face.entry and card.counters.get("time"):
                    from .vocabulary import designations

                    trigger_now(game, card, designations.SUSPEND_TICKS, player, fields)


def _damage(game: Game, fields: dict[str, Any]) -> None:
    from .vocabulary import designations

    source = fields["source"]
    if fields["combat"] and fields["to"] == game.monarch and source is not None and source.is_type("Creature"):
        trigger_now(game, None, designations.MONARCH_LOST, str(game.monarch), {**fields, "player": source.controller})
