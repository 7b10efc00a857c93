"""Suspend (rule 702.62): a card that waits in exile under time counters and is then cast without paying for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import counters, triggered_abilities, zones
from .context import Context
from .continuous_effects import ContinuousEffect
from .decisions import YesNo
from .errors import Illegal
from .objects import GameObject
from .stack_item import StackItem
from .vocabulary.abilities import Body, Mode
from .vocabulary.selectors import Objects
from .vocabulary.statics import Modification

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def prepare(game: Game, player: str, card: GameObject, may_cast_now: bool) -> Callable[[], Steps]:
    """Checks that the player may suspend the card from the hand; gives what then happens. Raises Illegal.

    Rules: 702.62a, 702.62c, 116.2f
    When: the player has priority and could begin to cast the card.
    """
    if card not in game.zone(player, "hand"):
        raise Illegal("not_there", f"{card.id} is not in {player}'s hand")
    if "suspend" not in card.face.entry:
        raise Illegal("choice", f"{card.name} has no suspend")
    if not may_cast_now:
        raise Illegal("timing", f"{card.name} could not be cast now")

    def perform() -> Steps:
        new = zones.move(game, card, "exile", "702.62a")
        if new is not None:
            new.counters["time"] = int(card.face.entry["suspend"]["counters"])
        return
        yield

    return perform


def tick(game: Game, card: GameObject, player: str) -> None:
    """Removes a time counter; with the last one the ability that casts the card triggers (rule 702.62a)."""
    from .vocabulary import designations

    if card.exists and counters.remove(game, card, "time", 1, "702.62a") and not card.counters.get("time"):
        triggered_abilities.trigger_now(game, card, designations.SUSPEND_CASTS, player, {"object": card})


def cast(game: Game, card: GameObject, player: str) -> Steps:
    """Its owner may cast it without paying its mana cost; a creature cast so will have haste.

    Rules: 702.62a, 702.62d, 601.2
    Decides: the player (`may`).
    Events: zone_change, cast
    """
    if not card.exists or card.zone != "exile" or not (yield YesNo("may", player, card)):
        return
    context = Context(game, card, player)
    context.using = "suspend"
    item = StackItem(game.new_id("spell"), player, None, None, Body((Mode(),)), context)
    spell = zones.move_to_stack(game, card)
    item.id, item.object, context.source = spell.id, spell, spell
    game.stack.append(item)
    game.spells_cast[player] = game.spells_cast.get(player, 0) + 1
    game.emit("cast", "601.2i", object=spell, player=player)


def give_haste(game: Game, permanent: GameObject, player: str) -> None:
    """Haste until its player loses control of it. Phasing out is no loss of control (rules 702.62a, 702.26d)."""
    static = Modification(Objects("those"), keywords=("haste",))
    effect = ContinuousEffect(static, Context(game, permanent, player), "as_long_as", game.stamp(), [permanent])
    effect.holds = lambda: permanent.exists and permanent.controller == player
    game.continuous_effects.append(effect)
    game.changed()
