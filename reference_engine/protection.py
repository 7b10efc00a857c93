"""Protection, hexproof, shroud and indestructible: who may not be touched by what (rules 702.11, 702.12, 702.16, 702.18)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .continuous_effects import statics
from .objects import GameObject
from .vocabulary.statics import GrantPlayer

if TYPE_CHECKING:
    from .game import Game


def player_has(game: Game, player: str, quality: str) -> bool:
    """True if an effect gives the player the quality, as "protection from everything"."""
    for context, static, affected in statics(game, GrantPlayer):
        if quality in static.what and (player in affected if affected is not None else player in static.players.find(context)):  # type: ignore[comparison-overlap]
            return True
    return False


def is_protected(game: Game, thing: GameObject | str, source: GameObject | None) -> bool:
    """True if the object or player has protection from what the source is (rule 702.16)."""
    if isinstance(thing, str):
        return player_has(game, thing, "protection from everything")
    keywords = thing.characteristics.keywords
    if "protection from everything" in keywords:
        return True
    if source is None:
        return False
    is_ = source.characteristics
    for keyword in keywords:
        if keyword.startswith("protection from "):
            quality = keyword[len("protection from ") :]
            if quality in is_.colors or quality.rstrip("s").capitalize() in is_.types or (quality == "colored" and is_.colors):
                return True
    return False


def can_be_targeted(game: Game, thing: GameObject | str, source: GameObject | None, controller: str) -> bool:
    """False for shroud, for hexproof against opponents, and for protection (rules 702.11, 702.16b, 702.18)."""
    if is_protected(game, thing, source):
        return False
    if isinstance(thing, str):
        return not (player_has(game, thing, "shroud") or (player_has(game, thing, "hexproof") and game.are_opponents(thing, controller)))
    keywords = thing.characteristics.keywords
    if "shroud" in keywords:
        return False
    return not ("hexproof" in keywords and game.are_opponents(thing.controller, controller))
