"""Effects in which a player chooses, as they resolve, what phases out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine import leaving_the_game, phasing
from reference_engine.decisions import Pick
from reference_engine.decisions import Word as ChooseOne

from .abilities import Effect, Steps
from .amounts import Amount
from .base import Wording, listing, word
from .resolving import find
from .selectors import Filter, Objects, Players, in_plural

if TYPE_CHECKING:
    from reference_engine.context import Context
    from reference_engine.objects import GameObject


@word("effect", "phase_out_any_of")
class PhaseOutAnyOf(Effect):
    """You choose any number of these, or up to `at_most`; what you chose phases out at once. `yours`: only those you control."""

    what: Objects
    at_most: Amount | None = None
    yours: bool = False

    def resolve(self, ctx: Context) -> Steps:
        pool = yield from find(self.what, ctx)
        if self.yours:
            pool = [obj for obj in pool if obj.controller == ctx.controller]
        most = len(pool) if self.at_most is None else min(self.at_most.of(ctx), len(pool))
        chosen = (yield Pick("choose", ctx.controller, pool, 0, most, ctx.source)) if most else []
        ctx.last = phasing.phase_out(ctx.game, chosen)

    def text(self, w: Wording) -> str:
        how_many = "any number" if self.at_most is None else f"up to {self.at_most.text(w)}"
        if self.what.how == "each" and self.what.filter is not None:
            return f"choose {how_many} of {self.what.filter.noun(w, plural=True)}. Those permanents phase out"
        what = "permanents you control that had a counter put on them this way" if self.yours else self.what.text(w)
        return f"choose {how_many} of {what}. Those permanents phase out"


@word("effect", "phase_out_excess")
class PhaseOutExcess(Effect):
    """For one kind after the other: of what the player has more than you, you choose as many as that, and they phase out (Equipoise).

    What has phased out with an earlier kind is not counted with a later one (rule 702.26b).
    """

    kinds: tuple[str, ...]
    player: Players

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        for player in self.player.find(ctx):
            for kind in self.kinds:
                theirs = [obj for obj in game.battlefield if obj.controller == player and obj.is_type(kind)]
                excess = len(theirs) - sum(1 for obj in game.battlefield if obj.controller == ctx.controller and obj.is_type(kind))
                if excess > 0:
                    phasing.phase_out(game, (yield Pick("choose", ctx.controller, theirs, excess, excess, ctx.source)))

    def text(self, w: Wording) -> str:
        first, *others = [kind.lower() for kind in self.kinds]
        player = self.player.text(w)
        return (
            f"for each {first} {player} controls in excess of the number you control, choose a {first} that player controls, then the "
            f"chosen permanents phase out. Repeat this process for {listing([in_plural(kind) for kind in others])}"
        )


@word("effect", "phase_out_chosen_kind")
class PhaseOutChosenKind(Effect):
    """A player chooses one of these kinds of permanents, by its card type; all of that kind phase out (Teferi's Realm)."""

    kinds: tuple[Filter, ...]
    by: Players
    all_of: Filter = Filter()

    def resolve(self, ctx: Context) -> Steps:
        named = self.by.find(ctx)
        if not named and self.by.who == "that_player" and ctx.event is not None:
            other = yield from leaving_the_game.who_chooses(ctx.game, ctx.event["player"], ctx.controller, ctx.source)
            named = [other] if other is not None else []
        for player in named:
            types = [kind.types[0] for kind in self.kinds]
            chosen = self.kinds[types.index((yield ChooseOne("choose", player, types, ctx.source)))]
            found: list[GameObject] = [obj for obj in chosen.find(ctx) if self.all_of.matches(obj, ctx)]
            ctx.last = phasing.phase_out(ctx.game, found)

    def text(self, w: Wording) -> str:
        kinds = listing([kind.noun(w) for kind in self.kinds], "or")
        return f"{self.by.verb(w, 'choose', 'chooses')} {kinds}. All {self.all_of.noun(w, plural=True)} of that type phase out"
