"""Effects of cards about untapping: what untaps by count, what returns as one untaps, what a block or a clash leads to, and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine import attachments, stack, untapping, zones
from reference_engine.decisions import Pick, YesNo
from reference_engine.objects import GameObject
from reference_engine.triggered_abilities import Delayed
from reference_engine.untap_step import UntapLock

from .abilities import Effect, Steps, delayed
from .base import Wording, listing, read_word, word
from .costs import Cost
from .effects_game import _pay, _run, _text
from .resolving import frozen

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "untap_one_for_each_card")
class UntapOneForEachCard(Effect):
    """That player chooses a permanent for each card in their graveyard, whoever controls it, and untaps those."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        player = (ctx.event or {}).get("player", ctx.controller)
        pool = list(game.battlefield)
        count = min(len(game.zone(player, "graveyard")), len(pool))
        if count:
            picked = yield Pick("choose", player, pool, count, count, ctx.source)
            yield from untapping.untap_all(game, picked)

    def text(self, w: Wording) -> str:
        return "that player chooses a permanent for each card in their graveyard, then untaps those permanents"


@word("effect", "return_as_you_untap")
class ReturnAsYouUntap(Effect):
    """During your next untap step, as you untap your permanents, this returns to its owner's hand (rule 502.3)."""

    def resolve(self, ctx: Context) -> Steps:
        if ctx.source is not None:
            ctx.game.returns_as_untapping.append((ctx.controller, ctx.source))
        return
        yield

    def text(self, w: Wording) -> str:
        return f"during your next untap step, as you untap your permanents, return {w.this} to its owner's hand"


@word("effect", "counter_unless_paid")
class CounterUnlessPaid(Effect):
    """The spell or ability of the triggering event is countered unless its controller pays (rules 702.21a, 118.12)."""

    cost: tuple[Cost, ...]

    def resolve(self, ctx: Context) -> Steps:
        item = (ctx.event or {}).get("_item")
        if item is None or item not in ctx.game.stack:
            return
        if (yield YesNo("pay", item.controller, ctx.source)) and (yield from _pay(ctx, item.controller, self.cost)):
            return
        stack.counter(ctx.game, item)

    def text(self, w: Wording) -> str:
        return f"counter that spell or ability unless its controller pays {listing([cost.text(w) for cost in self.cost])}"


@word("effect", "clash")
class Clash(Effect):
    """Clash with an opponent; `won` follows if you win, and "that player" is the one you clashed with (rule 701.30).

    Decides: you which opponent, if there are several (`choose`); both in turn order where their cards go (`scry`: to the bottom).
    """

    won: tuple[Effect, ...]

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        opponents: list[Any] = [player for player in game.in_turn_order() if game.are_opponents(ctx.controller, player)]
        if not opponents:
            return
        other = opponents[0] if len(opponents) == 1 else (yield Pick("choose", ctx.controller, opponents, source=ctx.source, one=True))
        shown = {player: game.zone(player, "library")[-1] for player in (ctx.controller, other) if game.zone(player, "library")}
        below: list[GameObject] = []
        for player in game.in_turn_order():
            if player in shown:
                below += yield Pick("scry", player, [shown[player]], 0, 1, ctx.source)
        for card in below:
            library = game.zone(card.owner, "library")
            library.remove(card)
            library.insert(0, card)
        mine = shown.get(ctx.controller)
        if mine is not None and all(card is mine or card.face.mana_value < mine.face.mana_value for card in shown.values()):
            inner = frozen(ctx)
            inner.event = {**(ctx.event or {}), "player": other}
            yield from _run(self.won, inner)

    def text(self, w: Wording) -> str:
        return f"clash with an opponent. If you win, {_text(self.won, w)}"


@word("effect", "tap_those_blocked")
class TapThoseBlocked(Effect):
    """Each creature that one of those blocked this turn is tapped, and stays so in its controller's next untap step."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        blocked = [attacker for blocker, attacker in game.blocks_this_turn if blocker in ctx.last and attacker.visible]
        found = list(dict.fromkeys(blocked))
        untapping.tap(game, found)
        if found:
            game.untap_locks.append(UntapLock(None, found))
        return
        yield

    def text(self, w: Wording) -> str:
        return (
            "tap each creature that was blocked by one of those creatures this turn and it doesn't untap during its controller's "
            "next untap step"
        )


@word("effect", "reanimate_host")
class ReanimateHost(Effect):
    """The creature card that this Aura enchants in a graveyard is put onto the battlefield tapped under your control, the Aura on it.

    From then on the Aura can enchant only that creature. What it put there is "it" for the effects that follow.
    """

    def resolve(self, ctx: Context) -> Steps:
        game, aura = ctx.game, ctx.source
        ctx.last = []
        card = aura.attached_to if aura is not None else None
        if aura is None or not aura.visible or not isinstance(card, GameObject) or card.zone != "graveyard" or not card.exists:
            return
        made = yield from zones.put_onto_battlefield(game, card, ctx.controller, "400.7", tapped=True)
        if made is not None:
            aura.memory["put_there"] = made
            ctx.last = [made]
            if attachments.may_be_attached(game, aura, made):
                attachments.attach(game, aura, made, "701.3a")

    def text(self, w: Wording) -> str:
        return (
            f'if it\'s on the battlefield, it loses "enchant creature card in a graveyard" and gains "enchant creature put onto the '
            f'battlefield with {w.this}." Put enchanted creature card onto the battlefield tapped under your control and '
            f"attach {w.this} to it"
        )


@word("effect", "exile_noting_counters")
class ExileNotingCounters(Effect):
    """Exiles the target creature with the Auras on it; they come back when this leaves the battlefield or becomes untapped.

    The creature comes back tapped with as many counters of each kind as it had, then the Auras attached to it (rules 603.7, 400.7).
    """

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        for creature in ctx.target_objects():
            if not creature.visible:
                continue
            counters = dict(creature.counters)
            auras = [a for a in creature.attachments if a.visible and "Aura" in a.characteristics.subtypes]
            with game.batch("406.2"):
                exiled = [zones.move(game, obj, "exile", "406.2") for obj in (creature, *auras)]
            ctx.last = [obj for obj in exiled if obj is not None]
            when = read_word("trigger", {"any_of": [{"leaves": "this"}, {"becomes_untapped": "this"}]}, "entombed")
            game.delayed.append(Delayed(delayed(when, (_ReturnNoted(counters),), "delayed"), frozen(ctx)))
        return
        yield

    def text(self, w: Wording) -> str:
        return (
            f"exile {w.target(0)} and all Auras attached to it. Note the number and kind of counters that were on it. When {w.this} "
            "leaves the battlefield or becomes untapped, return that exiled card to the battlefield under its owner's control tapped with "
            "the noted counters on it. If you do, return the other exiled cards to the battlefield under their owners' control attached to "
            "that permanent"
        )


class _ReturnNoted(Effect):
    """The second half of `exile_noting_counters`."""

    def __init__(self, counters: dict[str, int]) -> None:
        self.counters = counters

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        exiled = [obj for obj in ctx.last if obj.exists and obj.zone == "exile"]
        if not exiled or exiled[0] is not ctx.last[0]:
            return
        creature, *auras = exiled
        made = yield from zones.put_onto_battlefield(game, creature, creature.owner, "400.7", tapped=True, counters=self.counters)
        for aura in auras:
            if made is not None and attachments.may_be_attached(game, aura, made, aura.owner):
                yield from zones.put_onto_battlefield(game, aura, aura.owner, "400.7", attach_to=made)

    def text(self, w: Wording) -> str:
        return "return the exiled cards to the battlefield"
