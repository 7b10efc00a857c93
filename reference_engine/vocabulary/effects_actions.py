"""Keyword actions and other things done that stand alone: conniving, goading, flipping a coin, paying several times, land types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine import counters, turn_structure, zones
from reference_engine.decisions import Order, Pick, YesNo
from reference_engine.decisions import Word as ChooseOne
from reference_engine.triggered_abilities import Waiting
from reference_engine.turn_structure import ExtraTurn

from .abilities import Body, Effect, Mode, Steps, TargetSpec, TriggeredAbility, again
from .amounts import Amount
from .base import Wording, listing, sentence, word
from .costs import Cost
from .effects_game import _pay, _run, _text
from .resolving import Duration, duration_text, find, hold
from .selectors import Filter, Objects
from .statics import Goaded, Modification
from .triggers import Trigger

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "connive")
class Connive(Effect):
    """Each draws a card for its controller, who then discards one; a nonland card discarded puts a +1/+1 counter on it (rule 701.50).

    Decides: in which order several connive (`order`, rule 701.50d), and what is discarded.
    """

    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        found = yield from find(self.what, ctx)
        everyone = list(found)
        for player in game.in_turn_order():
            own = [obj for obj in everyone if obj.controller == player]
            if len(own) > 1:
                own = yield Order(player, own, ctx.source)
            for obj in own:
                zones.draw(game, player, 1)
                hand = list(game.zone(player, "hand"))
                card = (yield Pick("discard", player, hand, one=True)) if hand else None
                if card is None:
                    continue
                turn_structure.discard(game, player, card)
                if "Land" not in card.face.types and obj.visible:
                    counters.put(game, obj, "+1/+1", 1, "701.50a")
        ctx.last = everyone

    def text(self, w: Wording) -> str:
        what = self.what.text(w)
        return f"each of {what} connives" if self.what.how == "target" and self.what.index < 0 else f"{what} connives"


@word("effect", "goad")
class Goad(Effect):
    """Until your next turn these attack each combat if able, and a player other than you if able (rule 701.15)."""

    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = list((yield from find(self.what, ctx)))
        if found:
            yield from hold(ctx, Goaded(Objects("those")), found, "your_next_turn")

    def text(self, w: Wording) -> str:
        return f"goad {self.what.text(w)}"


@word("effect", "flip_coin")
class FlipCoin(Effect):
    """You flip a coin (rule 705): heads is a flip won."""

    won: tuple[Effect, ...]
    lost: tuple[Effect, ...] = ()

    def resolve(self, ctx: Context) -> Steps:
        won = (yield ChooseOne("coin", ctx.controller, ["heads", "tails"], ctx.source)) == "heads"
        yield from _run(self.won if won else self.lost, ctx)

    def text(self, w: Wording) -> str:
        lost = f". If you lose the flip, {_text(self.lost, w)}" if self.lost else ""
        return f"flip a coin. If you win the flip, {_text(self.won, w)}{lost}"


class _WhenPaid(Trigger):
    """The reflexive trigger of what a resolving ability has just done (rule 603.12); no event brings it about."""

    def text(self, w: Wording) -> str:
        return "when you pay this cost one or more times"


@word("effect", "pay_any_number")
class PayAnyNumber(Effect):
    """You may pay a cost any number of times; when you have, a reflexive ability triggers in which X is that number (rule 603.12).

    Decides: its controller, whether to pay once more (`pay`), until that is declined.
    """

    cost: tuple[Cost, ...]
    effects: tuple[Effect, ...]
    targets: tuple[TargetSpec, ...] = ()

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        times = 0
        while (yield YesNo("pay", ctx.controller, ctx.source)) and (yield from _pay(ctx, ctx.controller, self.cost)):
            times += 1
        if times:
            ability = TriggeredAbility("reflexive", _WhenPaid(), Body((Mode(self.targets, self.effects),)))
            game.waiting.append(Waiting(ctx.source, ability, ctx.controller, {"_x": times}, game.moment))

    def text(self, w: Wording) -> str:
        cost = listing([part.text(w) for part in self.cost])
        w.targets = [target.text(w).replace("X", "that many other").replace("target other ", "target ") for target in self.targets]
        done = [effect.text(w).replace("X ", "that many ", 1) for effect in self.effects]
        w.targets = [again(target) for target in w.targets]
        return f"you may pay {cost} any number of times. When you pay this cost one or more times, {', then '.join(done)}"


LAND_TYPES = (
    "Cave", "Desert", "Forest", "Gate", "Island", "Lair", "Locus", "Mine", "Mountain", "Plains", "Planet", "Power-Plant", "Sphere",
    "Swamp", "Tower", "Town", "Urza's",
)  # fmt: skip
"""Rule 205.3i."""


@word("effect", "change_land_type")
class ChangeLandType(Effect):
    """You choose a land type and a basic one; each land of the first becomes the second for a duration (rules 305.7, 611.2c)."""

    until: Duration = "end_of_turn"

    def resolve(self, ctx: Context) -> Steps:
        first = yield ChooseOne("choose", ctx.controller, list(LAND_TYPES), ctx.source)
        second = yield ChooseOne("choose", ctx.controller, ["Plains", "Island", "Swamp", "Mountain", "Forest"], ctx.source)
        found = Filter(types=("Land",), subtypes=(first,)).find(ctx)
        if found:
            yield from hold(ctx, Modification(Objects("those"), set_subtypes=(second,)), found, self.until)

    def text(self, w: Wording) -> str:
        return (
            "choose a land type and a basic land type. Each land of the first chosen type becomes the second chosen type"
            f"{duration_text(self.until)}"
        )


@word("effect", "gift_extra_turn")
class GiftExtraTurn(Effect):
    """If an extra turn was promised to an opponent as this was cast, that player takes one after this (rules 702.174b, 702.174g)."""

    def resolve(self, ctx: Context) -> Steps:
        promised: Any = ctx.source.memory.get("gift") if ctx.source is not None else None
        if promised is not None and ctx.game.is_in(promised):
            ctx.game.extra_turns.append(ExtraTurn(promised, ()))
        return
        yield

    def text(self, w: Wording) -> str:
        return ""


__all__ = ["Amount", "Connive", "FlipCoin", "GiftExtraTurn", "Goad", "PayAnyNumber", "sentence"]
