"""Effects that move objects between zones: destroying, sacrificing, exiling, returning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reference_engine import casting, destroying, durations, zones

from .abilities import Effect, Steps
from .amounts import Amount
from .base import Wording, word
from .resolving import find
from .selectors import Objects, Players

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "destroy")
class Destroy(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        ctx.last = yield from destroying.destroy(ctx.game, found)

    def text(self, w: Wording) -> str:
        return f"destroy {self.what.text(w)}"


@word("effect", "sacrifice")
class Sacrifice(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if self.what.how in ("this", "it", "those", "linked"):
            found = [obj for obj in found if obj.controller == ctx.controller or self.what.how != "this"]
        ctx.last = casting.sacrifice(ctx.game, found)

    def text(self, w: Wording) -> str:
        if self.what.how == "choose" and self.what.by is not None and self.what.by.who != "you":
            assert self.what.filter is not None
            return f"{self.what.by.text(w)} sacrifices a {self.what.filter.noun(w)}"
        if self.what.how == "choose" and self.what.count == 1 and not self.what.up_to and self.what.filter is not None:
            return f"sacrifice a {self.what.filter.noun(w).removesuffix(' you control')}"
        return f"sacrifice {self.what.text(w)}"


class _Move(Effect):
    """A move to a zone; `until: leaves` brings exiled cards back when this leaves the battlefield (rule 610.3)."""

    what: Objects
    zone = ""

    def move(self, ctx: Context, remember: str | None = None, until: str | None = None, bottom: bool = False) -> Steps:
        game = ctx.game
        found = yield from find(self.what, ctx)
        if until and durations.already_over(game, "leaves", ctx.source, 0):
            ctx.last = []
            return
        moved = []
        with game.batch("400.7"):
            for obj in found:
                new = zones.move(game, obj, self.zone, "400.7", bottom=bottom)
                if new is not None:
                    moved.append(new)
        if remember and ctx.source is not None:
            ctx.source.memory[remember] = [*ctx.source.memory.get(remember, ()), *moved]
        if until:
            what = "return_to_hand" if until == "leaves_to_hand" else "return"
            game.until_effects.append(durations.Until(what, ctx.source, "leaves", moved, ctx.controller, False))
        ctx.last = moved


@word("effect", "exile")
class Exile(_Move):
    what: Objects
    until: Literal["leaves", "leaves_to_hand"] | None = None
    remember: str | None = None

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx, self.remember, self.until)

    def text(self, w: Wording) -> str:
        by, among = self.what.by, self.what.filter
        if by is not None and by.who == "target" and among is not None and among.zone == "hand":
            return f"{by.text(w)} exiles {'a card' if self.what.count == 1 else f'{self.what.count} cards'} from their hand"
        return f"exile {self.what.text(w)}{f' until {w.this} leaves the battlefield' if self.until else ''}"


Exile.zone = "exile"


@word("effect", "exile_top")
class ExileTop(Effect):
    """Players exile cards from the top of their libraries; `remember` keeps them for the source's other abilities."""

    count: Amount = Amount(1)
    player: Players = Players("you")
    remember: str | None = None

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        moved = []
        for player in self.player.find(ctx):
            for card in game.zone(player, "library")[::-1][: self.count.of(ctx)]:
                new = zones.move(game, card, "exile", "406.2")
                moved += [new] if new is not None else []
        if self.remember and ctx.source is not None:
            ctx.source.memory[self.remember] = [*ctx.source.memory.get(self.remember, ()), *moved]
        ctx.last = moved
        return
        yield

    def text(self, w: Wording) -> str:
        whose = "your" if self.player.who == "you" else "their"
        exile = "exile" if self.player.who == "you" else self.player.verb(w, "exile", "exiles")
        cards = "card" if self.count.fixed == 1 else f"{self.count.text(w)} cards"
        return f"{exile} the top {cards} of {whose} library"


@word("effect", "return_to_hand")
class ReturnToHand(_Move):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx)

    def text(self, w: Wording) -> str:
        several = self.what.how == "each"
        return f"return {self.what.text(w)} to {'their owners' if several else 'its owner'}{chr(39)}{' hands' if several else 's hand'}"


ReturnToHand.zone = "hand"


@word("effect", "put_in_graveyard")
class PutInGraveyard(_Move):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx)

    def text(self, w: Wording) -> str:
        return f"put {self.what.text(w)} into its owner's graveyard"


PutInGraveyard.zone = "graveyard"


@word("effect", "put_into_library")
class PutIntoLibrary(_Move):
    """On top, or on the bottom."""

    what: Objects
    bottom: bool = False

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx, bottom=self.bottom)

    def text(self, w: Wording) -> str:
        return f"put {self.what.text(w)} on {'the bottom' if self.bottom else 'top'} of its owner's library"


PutIntoLibrary.zone = "library"


@word("effect", "return_to_battlefield")
class ReturnToBattlefield(Effect):
    """`under: you` or `owner`; `tapped`; `transformed`. `what: it` is what the effect before moved."""

    what: Objects
    under: Literal["owner", "you"] = "owner"
    tapped: bool = False
    transformed: bool = False
    counters: dict[str, int] | None = None

    def resolve(self, ctx: Context) -> Steps:
        returning = [(obj, obj.owner if self.under == "owner" else ctx.controller) for obj in (yield from find(self.what, ctx))]
        returning = [(obj, controller) for obj, controller in returning if ctx.game.is_in(controller)]
        made = []
        if returning:
            made = yield from zones.put_together_onto_battlefield(
                ctx.game, returning, "400.7", tapped=self.tapped, transformed=self.transformed, counters=self.counters
            )
        ctx.last = made

    def text(self, w: Wording) -> str:
        how = "tapped " if self.tapped else ""
        whose = "its owner's" if self.under == "owner" else "your"
        if self.what.how == "this":
            return "put this card onto the battlefield"
        if self.what.how == "each" and self.under == "owner" and self.what.text(w).endswith(" in a graveyard"):
            cards = self.what.text(w).removesuffix(" in a graveyard")
            return f"each player returns {cards} from their graveyard to the battlefield{' tapped' if self.tapped else ''}"
        what = "that card" if self.what.how == "it" else self.what.text(w).replace(" in your graveyard", " from your graveyard")
        return f"return {what} to the battlefield {how}under {whose} control"
