"""Emblems (rule 114): abilities that a player has for the rest of the game, whatever becomes of what gave them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.continuous_effects import ContinuousEffect
from reference_engine.triggered_abilities import Delayed

from .abilities import Effect, StaticAbility, Steps, TriggeredAbility
from .base import Wording, listing, word
from .statics import Granted

if TYPE_CHECKING:
    from reference_engine.context import Context


def get(ctx: Context, abilities: tuple[Any, ...]) -> None:
    """The controller of the effect gets an emblem with these abilities (rules 114.2, 114.4)."""
    game = ctx.game
    own = type(ctx)(game, None, ctx.controller)
    for ability in abilities:
        if isinstance(ability, StaticAbility):
            game.continuous_effects.append(ContinuousEffect(ability.static, own, "emblem", game.stamp(), None))
        elif isinstance(ability, TriggeredAbility):
            game.delayed.append(Delayed(ability, own, "emblem"))
    game.changed()


@word("effect", "emblem")
class GetEmblem(Effect):
    """You get an emblem with these abilities."""

    abilities: tuple[Granted, ...]

    def resolve(self, ctx: Context) -> Steps:
        get(ctx, self.abilities)
        return
        yield

    def text(self, w: Wording) -> str:
        own = Wording("this emblem", "emblem")
        granted: tuple[Any, ...] = self.abilities
        texts = [f'"{ability.text(own)}"' for ability in granted]
        return f"you get an emblem with {listing(texts)}"
