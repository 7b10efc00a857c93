"""Engines that get resolving wrong, what is known and fixed then, and abilities that count time: 606 to 608, 702.62, 702.63, 714, 725."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import (
    casting,
    continuous_effects,
    counters,
    destroying,
    inherent_triggers,
    leaving_the_game,
    phasing,
    state_based_actions,
    suspend,
    triggered_abilities,
    turn_structure,
)
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.vocabulary import designations, resolving
from reference_engine.vocabulary.amounts import Amount, Condition, YouAttackedThisTurn
from reference_engine.vocabulary.designations import BecomeMonarch
from reference_engine.vocabulary.effects_game import _run
from reference_engine.vocabulary.effects_lasting import Modify
from reference_engine.vocabulary.effects_untapping import Clash
from reference_engine.vocabulary.resolving import frozen
from reference_engine.vocabulary.triggers import LastCounterRemoved

# --- resolving (608) --------------------------------------------------------------------------------------------------------------


@mutant(
    "amounts-are-counted-on-and-on",
    "608.2h/a",
    "611.2d/a",
    title="A bonus by a number of things changes with that number after the resolution",
)
def _(rules: Amendment) -> None:
    @rules.instead(Modify._static)
    def static(original, self, ctx):
        return self._modification()


@mutant("what-is-gone-counts-nothing", "608.2h/b", "113.7/a", title="The power of an object that is not there any more counts as 0")
def _(rules: Amendment) -> None:
    @rules.instead(Context.last_known)
    def last_known(original, self, objects):
        return [obj for obj in original(self, objects) if obj.visible]


@mutant(
    "last-known-power-is-the-printed-one",
    "608.2h/b",
    seen="phase-rs",
    title="The power of an object that is gone is read as it is printed",
)
def _(rules: Amendment) -> None:
    @rules.instead(Amount._count)
    def count(original, self, ctx):
        if self.kind == "power_of":
            found = ctx.last_known(self.value)
            return sum((obj.characteristics.power if obj.visible else obj.face.power) or 0 for obj in found)
        return original(self, ctx)


@mutant(
    "attackers-that-went-out-did-not-attack",
    "608.2i/a",
    title="A player whose attackers are not there any more has not attacked this turn",
)
def _(rules: Amendment) -> None:
    @rules.instead(YouAttackedThisTurn.holds)
    def holds(original, self, ctx):
        return original(self, ctx) and any(obj.visible for obj in ctx.game.attacked_this_turn)


@mutant("leavers-attackers-did-not-attack", "800.4i/a", title="What attacked for a player who has left since has not attacked this turn")
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game._leave_alone)
    def leave(game, player, rule):
        game.attacked_this_turn = [obj for obj in game.attacked_this_turn if obj.controller != player]


@mutant("even-clash-is-won", "502.3/m", "701.30d", title="Who clashes wins when both cards have the same mana value")
def _(rules: Amendment) -> None:
    @rules.instead(Clash.resolve)
    def resolve(original, self, ctx):
        game = ctx.game
        tops = [game.zone(player, "library")[-1:] for player in game.in_turn_order()]
        even = len({card.face.mana_value for top in tops for card in top}) == 1
        yield from original(self, ctx)
        if even:
            inner = frozen(ctx)
            inner.event = {**(ctx.event or {}), "player": next(player for player in game.players if player != ctx.controller)}
            yield from _run(self.won, inner)


@mutant(
    "source-cannot-pay-for-itself",
    "608.2d/a",
    title="An ability that has its controller choose a permanent never lets the source be chosen",
)
def _(rules: Amendment) -> None:
    @rules.instead(resolving._may_choose)
    def may_choose(original, ctx, player, obj):
        return obj is not ctx.source and original(ctx, player, obj)


@mutant("cost-is-the-same-whatever-is-targeted", "601.2f", title="A spell costs no more for targeting what makes such spells cost more")
def _(rules: Amendment) -> None:
    @rules.instead(casting._cost_change)
    def cost_change(original, game, player, card, own, chosen):
        return original(game, player, card, own, [])


@mutant(
    "losing-abilities-comes-last",
    "613.7",
    "101.2a/a",
    title="An effect that takes all abilities away applies after those that give some, whichever is newer",
)
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._apply)
    def apply(game, seen, effects):
        effects.sort(key=lambda effect: effect.modification.lose_abilities)


@mutant("any-umbra-will-do", "616.1/a", title="Of two Auras with umbra armor the older one is destroyed, and nobody is asked")
def _(rules: Amendment) -> None:
    @rules.instead(destroying.shields)
    def shields(original, game, doomed):
        armor = {obj: [aura for aura in obj.attachments if aura.visible and aura.has_keyword("umbra armor")] for obj in doomed}
        return {obj: auras[0] for obj, auras in armor.items() if auras}
        yield


@mutant(
    "umbra-against-effects-only",
    "704.5g/a",
    title="Umbra armor does not save a creature from lethal damage, only from effects that destroy",
)
def _(rules: Amendment) -> None:
    destroying_now: list[bool] = []

    @rules.instead(destroying.destroy)
    def destroy(original, game, objects, rule="701.8a"):
        destroying_now.append(True)
        gone = yield from original(game, objects, rule)
        destroying_now.clear()
        return gone

    @rules.instead(destroying.shields)
    def shields(original, game, doomed):
        return (yield from original(game, doomed if destroying_now else []))


# --- suspend and vanishing (702.62, 702.63) ---------------------------------------------------------------------------------------


@mutant(
    "suspend-haste-ends-with-phasing",
    "702.26d/b",
    "702.62a",
    title="The haste of a creature cast from suspend is gone when it phases out",
)
def _(rules: Amendment) -> None:
    @rules.after(suspend.give_haste)
    def give(game, permanent, player):
        game.continuous_effects[-1].holds = lambda: permanent.visible and permanent.controller == player


@mutant(
    "suspend-haste-is-for-good",
    "611.2b",
    "702.62a",
    title="The haste of a creature cast from suspend stays with it under another player",
)
def _(rules: Amendment) -> None:
    @rules.after(suspend.give_haste)
    def give(game, permanent, player):
        game.continuous_effects[-1].holds = lambda: permanent.exists


@mutant(
    "suspend-haste-comes-back",
    "611.2b",
    "702.62a",
    title="The haste of a creature cast from suspend is there again as its player has it again",
)
def _(rules: Amendment) -> None:
    @rules.after(suspend.give_haste)
    def give(game, permanent, player):
        effect = game.continuous_effects[-1]
        effect.holds = lambda: permanent.exists
        effect.affected = None
        effect.static = suspend.Modification(suspend.Objects("this"), if_=_Mine(player), keywords=("haste",))


class _Mine(Condition):
    """The source of the effect is this player's."""

    def __init__(self, player: str) -> None:
        self.player = player

    def holds(self, ctx: Context) -> bool:
        return ctx.source is not None and ctx.source.controller == self.player


@mutant(
    "suspended-cards-tick-in-every-upkeep",
    "603.2b/a",
    "702.62a",
    title="A suspended card loses a time counter in each player's upkeep",
)
def _(rules: Amendment) -> None:
    @rules.after(inherent_triggers._step_began)
    def step_began(game, fields):
        for player in game.players if fields["step"] == "upkeep" else ():
            for card in game.zone(player, "exile") if player not in game.active_players else ():
                if "suspend" in card.face.entry and card.counters.get("time"):
                    triggered_abilities.trigger_now(game, card, designations.SUSPEND_TICKS, player, fields)


@mutant(
    "suspended-card-has-to-be-cast",
    "608.2d/a",
    "702.62a",
    title="A suspended card whose last time counter is gone is cast, and its player is not asked",
)
def _(rules: Amendment) -> None:
    @rules.instead(suspend.cast)
    def cast(original, game, card, player):
        asking = original(game, card, player)
        try:
            next(asking)
            decision = asking.send(True)
            while True:
                decision = asking.send((yield decision))
        except StopIteration:
            return


@mutant("last-counter-is-like-any-other", "702.63a/c", title="Nothing triggers as the last time counter is removed")
def _(rules: Amendment) -> None:
    rules.never(LastCounterRemoved.holds, False)


@mutant(
    "vanishing-runs-while-out",
    "702.63a/d",
    "702.26b/f",
    "702.63a/e",
    title="A creature with vanishing loses time counters while it is phased out",
)
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._turn_based_actions)
    def actions(game, step):
        for obj in game.phased_out_permanents() if step == "upkeep" else ():
            if obj.counters.get("time") and obj.controller in game.active_players:
                obj.counters["time"] -= 1


# --- Sagas, planeswalkers, the monarch (714, 606, 725) ----------------------------------------------------------------------------


@mutant("saga-begins-in-the-next-turn", "714.3a/a", title="A Saga enters without a lore counter")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.add_lore_counter)
    def add(original, game, saga, count=1):
        if game.step == "precombat_main" and saga.entered < game.turn_began_at:
            original(game, saga, count)


@mutant("saga-stays", "714.4/a", "704.5s/a", title="A Saga stays after its last chapter")
def _(rules: Amendment) -> None:
    rules.never(state_based_actions._finished_sagas, [])


@mutant("saga-goes-before-its-last-chapter-is-done", "714.4/b", title="A Saga is sacrificed as soon as it has its last counter")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._finished_sagas)
    def finished(original, game):
        waiting, stack_, game.waiting, game.stack = game.waiting, game.stack, [], []
        done = original(game)
        game.waiting, game.stack = waiting, stack_
        return done


@mutant("chapters-by-the-turns-counter-only", "714.2b/a", title="A lore counter that an effect puts on a Saga triggers no chapter")
def _(rules: Amendment) -> None:
    @rules.instead(counters.put)
    def put(original, game, obj, kind, count, rule="122.6"):
        if kind != "lore" or rule == "714.3" or not obj.visible:
            return original(game, obj, kind, count, rule)
        obj.counters[kind] = obj.counters.get(kind, 0) + count
        game.changed()
        return True


@mutant("saga-tells-on-phasing-in", "714.3a/b", "714.2b/b", title="A Saga that phases in gets a lore counter")
def _(rules: Amendment) -> None:
    @rules.after(phasing.swap)
    def swap(game):
        for event in game.log:
            if event.kind == "phased_in" and "Saga" in event.fields["object"].characteristics.subtypes and event.batch == game.batch_number:
                turn_structure.add_lore_counter(game, event.fields["object"])


@mutant(
    "loyalty-ability-by-player-not-by-permanent",
    "606.3/d",
    title="A planeswalker used this turn can be used again by a player who takes it",
)
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._notice_new_controllers)
    def notice(game, seen):
        for obj in seen:
            if obj.last_controller not in (None, obj.characteristics.controller):
                obj.loyalty_turn = None


@mutant("loyalty-abilities-once-each", "606.3/c", title="Each loyalty ability of a planeswalker may be activated once a turn")
def _(rules: Amendment) -> None:
    used: set[tuple[object, int, object]] = set()

    @rules.instead(casting.prepare_activate)
    def prepare(original, game, player, action):
        obj = game.find(action["object"])
        key = (obj, game.turn_serial, action.get("ability", 1))
        if obj is not None and obj.loyalty_turn == game.turn_serial and key not in used:
            obj.loyalty_turn = None
        perform = original(game, player, action)
        used.add(key)
        return perform


@mutant("loyalty-at-any-time", "606.3/a", title="Loyalty abilities can be activated whenever their player has priority")
def _(rules: Amendment) -> None:
    @rules.instead(casting.prepare_activate)
    def prepare(original, game, player, action):
        obj = game.find(action["object"])
        if obj is None or not obj.is_type("Planeswalker"):
            return original(game, player, action)
        active, step, stack_ = game.active, game.step, game.stack
        game.active, game.step, game.stack = player, "precombat_main", []
        try:
            return original(game, player, action)
        finally:
            game.active, game.step, game.stack = active, step, stack_


@mutant(
    "crown-needs-its-attacker",
    "702.26b/p",
    "725.2",
    title="The crown does not pass if the creature that dealt the damage is gone by then",
)
def _(rules: Amendment) -> None:
    @rules.instead(BecomeMonarch.resolve)
    def resolve(original, self, ctx):
        source = (ctx.event or {}).get("source")
        if source is None or source.visible:
            yield from original(self, ctx)


@mutant("crown-stays-where-it-is", "603.2", "725.2", title="Combat damage to the monarch does not make another player the monarch")
def _(rules: Amendment) -> None:
    rules.never(inherent_triggers._damage)


@mutant("monarch-draws-in-every-end-step", "603.2b/a", "725.2", title="The monarch draws in the end step of every player")
def _(rules: Amendment) -> None:
    @rules.after(inherent_triggers._step_began)
    def step_began(game, fields):
        if fields["step"] == "end" and game.monarch is not None and game.monarch not in game.active_players:
            triggered_abilities.trigger_now(game, None, designations.MONARCH_DRAWS, game.monarch, fields)


@mutant(
    "crown-is-lost-with-its-giver",
    "702.26b/a",
    "725.1",
    title="A player is the monarch only while the creature that brought it is there",
)
def _(rules: Amendment) -> None:
    bringers: list[object] = []

    @rules.after(BecomeMonarch.resolve)
    def resolve(self, ctx):
        bringers[:] = [ctx.source]

    @rules.after(phasing._out)
    def out(game, leaving, happen, rule):
        if any(obj in bringers for obj in leaving):
            game.monarch = None
