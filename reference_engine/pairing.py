"""Soulbond (rule 702.95): two creatures of one player that are paired for as long as both stay creatures under that player's control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import Context
from .continuous_effects import ContinuousEffect
from .objects import GameObject
from .vocabulary.base import Wording
from .vocabulary.statics import Static

if TYPE_CHECKING:
    from .game import Game


class Paired(Static):
    """What being paired is: an effect on both that ends for good when it no longer holds (rules 611.2b, 702.26f)."""

    def text(self, w: Wording) -> str:
        return "these creatures are paired"


def partner(game: Game, obj: GameObject | None) -> GameObject | None:
    """The creature with which it is paired, or None (rule 702.95b)."""
    for effect in game.continuous_effects:
        if isinstance(effect.static, Paired) and effect.affected is not None and obj in effect.affected:
            one, other = effect.affected
            other_one: GameObject = other if obj is one else one
            return other_one
    return None


def can_pair(game: Game, obj: GameObject | None, player: str) -> bool:
    """True if it is an unpaired creature that the player controls (rules 702.95a, 702.95c, 702.95d)."""
    return obj is not None and obj.visible and obj.is_type("Creature") and obj.controller == player and partner(game, obj) is None


def pair(game: Game, one: GameObject, other: GameObject, player: str) -> None:
    """The two become paired; a creature that phases out cannot be seen by the effect, which then is over.

    Rules: 702.95a, 702.95e, 702.26f
    When: a soulbond ability resolves and both still fit.
    """

    def together() -> bool:
        return all(obj.visible and obj.is_type("Creature") and obj.controller == player for obj in (one, other))

    effect = ContinuousEffect(Paired(), Context(game, one, player), "as_long_as", game.stamp(), [one, other])
    effect.holds = together
    game.continuous_effects.append(effect)
    game.changed()
