"""Copies: of spells, of creatures with an exception, and what warp and replicate do as abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine import casting_options, counters, zones
from reference_engine.decisions import Pick
from reference_engine.objects import GameObject

from .abilities import Body, Effect, Mode, Steps, TriggeredAbility, delayed
from .base import Wording, word
from .resolving import find, hold
from .selectors import Objects, Players
from .statics import Static
from .triggers import BeginningOf, Trigger

if TYPE_CHECKING:
    from reference_engine.context import Context
    from reference_engine.continuous_effects import ContinuousEffect
    from reference_engine.game import Game

    from .cards import CardDefinition


class _WhenCast(Trigger):
    """When you cast this spell, if its replicate cost was paid (rule 702.56a)."""

    def text(self, w: Wording) -> str:
        return "when you cast this spell"


class CopyForEachPayment(Effect):
    def resolve(self, ctx: Context) -> Steps:
        item = (ctx.event or {})["_item"]
        for _ in range(ctx.x):
            yield from casting_options.copy_spell(ctx.game, item, ctx.controller)

    def text(self, w: Wording) -> str:
        return "copy it for each time its replicate cost was paid. You may choose new targets for the copies"


@word("effect", "populate")
class Populate(Effect):
    """You create a token that's a copy of a creature token you control (rule 701.36).

    Decides: the player, among several (`choose`).
    """

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        pool = [obj for obj in game.battlefield if obj.token and obj.controller == ctx.controller and obj.is_type("Creature")]
        if pool:
            chosen = yield Pick("choose", ctx.controller, pool, source=ctx.source, one=True)
            yield from zones.create_token(game, chosen.to_copy, ctx.controller, "701.36a", transformed=chosen.shows_back)

    def text(self, w: Wording) -> str:
        return "populate"


@word("effect", "copy_ability")
class CopyAbility(Effect):
    """Copies the targeted triggered ability; you may choose new targets for the copy (rules 707.10, 707.10b, 707.10c).

    Decides: the copy's controller (`may`, then `targets`).
    """

    def resolve(self, ctx: Context) -> Steps:
        targeted: list[Any] = [item for slot in ctx.targets for item in slot]
        for item in targeted:
            yield from casting_options.copy_ability(ctx.game, item, ctx.controller)

    def text(self, w: Wording) -> str:
        return f"copy {w.target(0)}. You may choose new targets for the copy"


class ExileWarped(Effect):
    def resolve(self, ctx: Context) -> Steps:
        for obj in (yield from find(Objects("those"), ctx)):
            card = zones.move(ctx.game, obj, "exile", "702.185a")
            if card is not None:
                casting_options.castable_later(ctx.game, card)

    def text(self, w: Wording) -> str:
        return "exile it. Its owner may cast it in later turns"


REPLICATE = TriggeredAbility("replicate", _WhenCast(), Body((Mode((), (CopyForEachPayment(),)),)), keyword="replicate")
WARP = delayed(BeginningOf("end", Players("each_player")), (ExileWarped(),), "warp")


def except_for(definition: CardDefinition, keywords: tuple[str, ...] = (), legendary: bool = True) -> CardDefinition:
    """The copiable values of a card with an exception (rule 707.9): more keywords on each face, or not legendary."""
    from .cards import CardDefinition as Made

    def changed(entry: dict[str, Any]) -> dict[str, Any]:
        words = [*_list(entry.get("keywords")), *keywords]
        supertypes = [type_ for type_ in _list(entry.get("supertypes")) if legendary or type_ != "Legendary"]
        return {**entry, "keywords": list(dict.fromkeys(words)), "supertypes": supertypes}

    entry = changed(definition.entry)
    if "back" in entry:
        entry["back"] = changed(entry["back"])
    return Made(entry, nameless=not definition.name)


def _list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or [])


def _copy(ctx: Context, of: GameObject, player: str, **how: Any) -> Steps:
    """A token that is a copy of it with an exception; of a permanent that has its back face up, with that face up (707.8a)."""
    made = except_for(of.to_copy, **how)
    return (yield from zones.create_token(ctx.game, made, player, transformed=of.shows_back))


@word("effect", "copy_creature_to_the_left")
class CopyCreatureToTheLeft(Effect):
    """Each player chooses a creature of the player to their left and creates a copy of it with a keyword more.

    Decides: each player in turn order (`choose`), before any token is created.
    """

    keywords: tuple[str, ...]

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        chosen: list[tuple[str, GameObject]] = []
        for player in game.in_turn_order():
            left = _to_the_left(ctx, player)
            pool = [obj for obj in game.battlefield if obj.controller == left and obj.is_type("Creature")]
            if pool and left != player:
                chosen.append((player, (yield Pick("choose", player, pool, source=ctx.source, one=True))))
        for player, creature in chosen:
            yield from _copy(ctx, creature, player, keywords=self.keywords)

    def text(self, w: Wording) -> str:
        return (
            "each player chooses a creature controlled by the player to their left. Each player creates a token that's a copy of the "
            f"creature they chose, except it has {self.keywords[0]}"
        )


def _to_the_left(ctx: Context, player: str) -> str:
    """The next player still in the game by seats, whichever way the turns go."""
    seats = ctx.game.seats
    order = [*seats[seats.index(player) + 1 :], *seats[: seats.index(player) + 1]]
    return next(other for other in order if ctx.game.is_in(other))


@word("effect", "copy_first_with_power_of_second")
class CopyFirstWithPowerOfSecond(Effect):
    """Each player chooses one or two own creatures: a copy of the first, not legendary, with counters by the second one's power.

    Decides: each player in turn order (`choose`, the first named first), before any token is created.
    """

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        chosen: list[tuple[str, list[GameObject]]] = []
        for player in game.in_turn_order():
            pool = [obj for obj in game.battlefield if obj.controller == player and obj.is_type("Creature")]
            if pool:
                chosen.append((player, (yield Pick("choose", player, pool, 1, min(2, len(pool)), ctx.source))))
        tokens = []
        for player, creatures in chosen:
            tokens.append((yield from _copy(ctx, creatures[0], player, legendary=False)))
        game.refresh()
        for (_, creatures), token in zip(chosen, tokens, strict=True):
            power = creatures[1].characteristics.power or 0 if len(creatures) > 1 else 0
            if token is not None and power > 0:
                counters.put(game, token, "+1/+1", power, "122.6")

    def text(self, w: Wording) -> str:
        return (
            "each player chooses one or two creatures they control. Each player creates a token that's a copy of the first creature they "
            "chose, except it isn't legendary. Then each player who chose a second creature puts a number of +1/+1 counters on the token "
            "they created equal to the power of the second creature they chose"
        )


class NextEntersAsCopy(Static):
    """The next time one or more creatures or planeswalkers enter, they enter as copies of the affected creature."""

    def used_in(self, effect: ContinuousEffect, game: Game) -> bool:
        """True while the effect waits, and for all that enters in the resolution in which it is used."""
        return effect.expires_at in (None, game.resolutions)

    def text(self, w: Wording) -> str:
        return "the next time one or more creatures or planeswalkers enter, they enter as copies of it"


@word("effect", "next_enters_as_copy")
class NextEntersAsCopyOf(Effect):
    """The next creatures or planeswalkers to enter this turn enter as copies of this one (`entering_as_copy`)."""

    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if found:
            yield from hold(ctx, NextEntersAsCopy(), list(found), "end_of_turn")

    def text(self, w: Wording) -> str:
        return (
            f"choose {self.what.text(w)}. The next time one or more creatures or planeswalkers enter this turn, they enter as copies of "
            "the chosen creature"
        )
