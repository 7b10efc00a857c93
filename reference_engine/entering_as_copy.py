"""What an effect says of the next creatures or planeswalkers to enter: that they enter as copies (rules 614.1c, 614.12, 707)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .continuous_effects import ContinuousEffect
from .objects import GameObject
from .vocabulary.effects_copies import NextEntersAsCopy

if TYPE_CHECKING:
    from .game import Game


def apply(game: Game, new: GameObject) -> None:
    """Makes the permanent that is about to enter a copy, if an effect waits for it.

    Rules: 614.12, 616.1, 707.2, 707.8
    When: before it is settled with which face it enters. What enters in one resolution is taken as entering at once.
    """
    waiting = [effect for effect in game.continuous_effects if isinstance(effect.static, NextEntersAsCopy) and effect.affected]
    for effect in waiting:
        if effect.static.used_in(effect, game) and _would_be_creature_or_planeswalker(game, new):
            _use(game, effect)
            assert effect.affected is not None
            new.copied = effect.affected[0].copiable_face


def _use(game: Game, effect: ContinuousEffect) -> None:
    effect.expires_at = game.resolutions


def _would_be_creature_or_planeswalker(game: Game, new: GameObject) -> bool:
    """As it would exist on the battlefield, with the continuous effects that are there (rule 614.12)."""
    game._permanents.append(new)
    try:
        game._seen = None
        game.changed()
        game.refresh()
        return bool(new.types & {"Creature", "Planeswalker"})
    finally:
        game._permanents.remove(new)
        game._seen = None
        game.changed()


def cannot_enter(new: GameObject) -> bool:
    """True if it would enter with a back face up that is no face of a permanent (rule 712.13a)."""
    back = new.definition.back
    return new.transformed and back is not None and not back.is_permanent
