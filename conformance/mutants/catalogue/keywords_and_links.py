"""Echo, vanishing, bestow and Sagas, links between abilities, choices and replacements: mistakes about single objects (603 to 714)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import (
    casting_options,
    counters,
    damage,
    day_night,
    durations,
    phasing,
    stack,
    state_based_actions,
    turn_structure,
    zones,
)
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.continuous_effects import statics
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.triggered_abilities import Waiting
from reference_engine.vocabulary import resolving
from reference_engine.vocabulary.amounts import NewSinceLastUpkeep
from reference_engine.vocabulary.effects_actions import PayAnyNumber
from reference_engine.vocabulary.effects_game import UnlessPaid
from reference_engine.vocabulary.selectors import Objects
from reference_engine.vocabulary.statics import MoreLife
from reference_engine.vocabulary.triggers import ObjectTrigger

# --- echo and vanishing (702.30, 702.63) ------------------------------------------------------------------------------------------------


@mutant("echo-is-only-asked-for", "702.30a/a", title="A permanent whose echo is not paid stays")
def _(rules: Amendment) -> None:
    @rules.instead(UnlessPaid.resolve)
    def asked(original: Rule, effect: UnlessPaid, ctx: Context) -> Any:
        (yield from original(UnlessPaid(effect.cost, (), effect.by), ctx))


@mutant("echo-asks-in-every-upkeep", "702.30a/b", title="Echo is asked for in every upkeep")
def _(rules: Amendment) -> None:
    @rules.instead(NewSinceLastUpkeep.holds)
    def always(original: Rule, condition: NewSinceLastUpkeep, ctx: Context) -> bool:
        return ctx.source is not None


@mutant("missed-echo-is-made-up-for", "702.30a/c", title="Echo that was not asked for while the permanent was out is asked for later")
def _(rules: Amendment) -> None:
    @rules.instead(NewSinceLastUpkeep.holds)
    def not_asked_yet(original: Rule, condition: NewSinceLastUpkeep, ctx: Context) -> bool:
        asked = vars(ctx.game).setdefault("echoes", {})
        holds = ctx.source is not None and (bool(original(condition, ctx)) or ctx.source not in asked)
        return holds and asked.setdefault(ctx.source, ctx.game.turn_serial) == ctx.game.turn_serial


@mutant("echo-asks-its-first-controller", "702.30a/d", title="Echo is asked of the player only under whom the permanent entered")
def _(rules: Amendment) -> None:
    @rules.instead(NewSinceLastUpkeep.holds)
    def first(original: Rule, condition: NewSinceLastUpkeep, ctx: Context) -> bool:
        return bool(original(condition, ctx)) and ctx.source is not None and ctx.source.controller_base == ctx.controller


def _vanishes(obj: GameObject) -> bool:
    """True if an ability of it watches for its last time counter."""
    return any(
        getattr(trigger, "kind", None) == "time" for own in obj.characteristics.abilities for trigger in getattr(own, "triggers", ())
    )


@mutant("vanishing-begins-without-counters", "702.63a/a", title="What has vanishing enters without time counters")
def _(rules: Amendment) -> None:
    @rules.after(zones._as_it_enters)
    def none(game: Game, new: GameObject, context: Context) -> None:
        new.counters.pop("time", None)


@mutant("vanishing-takes-all-at-once", "702.63a/b", "702.63b/b", title="All time counters are removed in one upkeep")
def _(rules: Amendment) -> None:
    @rules.instead(counters.remove)
    def all_of_them(original: Rule, game: Game, obj: GameObject, kind: str, count: int, rule: str = "122.1") -> Any:
        return original(game, obj, kind, obj.counters.get(kind, 0) if kind == "time" else count, rule)


@mutant("vanishing-without-counters-is-over", "702.63b/a", title="What has vanishing and no time counter is sacrificed")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def doomed(original: Rule, game: Game) -> Any:
        over = [obj for obj in game.battlefield if _vanishes(obj) and not obj.counters.get("time")]
        return list(dict.fromkeys([*original(game), *over]))


# --- bestow, night and Sagas (702.103, 702.145, 714) ------------------------------------------------------------------------------------


@mutant("bestowed-spell-fizzles", "702.103e/a", title="A spell cast bestowed does not resolve when its target is gone")
def _(rules: Amendment) -> None:
    @rules.instead(stack._still_legal)
    def legal(original: Rule, game: Game, item: Any) -> bool:
        still = bool(original(game, item))
        if not still and item.context.using == "bestow":
            item.context.using = "nothing"
        return still


@mutant("nightbound-waits", "702.145e/a", title="Permanents that show their night face keep it as day comes")
def _(rules: Amendment) -> None:
    @rules.instead(day_night.follow)
    def at_night(original: Rule, game: Game) -> None:
        if game.day_night == "night":
            original(game)


@mutant(
    "one-spell-brings-the-night",
    "502.2/a",
    "731.2a/a",
    "703.4b/a",
    title="Night falls after a turn in which its player cast one spell only",
)
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def one_is_none(game: Game) -> None:
        if game.day_night == "day" and game.previous_turn is not None:
            player, spells = game.previous_turn
            game.previous_turn = (player, {caster: count for caster, count in spells.items() if count > 1})


@mutant(
    "day-and-night-change-by-effects-only",
    "731.2/a",
    "703.4b/a",
    title="No untap step looks at what was cast: only effects bring day or night",
)
def _(rules: Amendment) -> None:
    rules.never(day_night.check)


@mutant("lore-counter-at-the-end-of-the-phase", "703.4f/a", title="A Saga gets its lore counter as the precombat main phase ends")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._lore_counters)
    def later(original: Rule, game: Game) -> None:
        vars(game)["lore_is_due"] = True

    @rules.after(turn_structure._phase)
    def now(game: Game, name: str, *rest: Any) -> None:
        if name == "precombat_main" and vars(game).pop("lore_is_due", False):
            for obj in game.battlefield:
                if "Saga" in obj.characteristics.subtypes and obj.controller in game.active_players:
                    turn_structure.add_lore_counter(game, obj)


@mutant("saga-rests-after-its-return", "714.3c/c", title="A Saga gets no lore counter in the turn in which it came back")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.memory["rests_in"] = game.turn_serial

    @rules.instead(turn_structure.add_lore_counter)
    def add(original: Rule, game: Game, saga: GameObject, count: int = 1) -> None:
        if saga.memory.get("rests_in") != game.turn_serial:
            original(game, saga, count)


# --- triggers (603) --------------------------------------------------------------------------------------------------------------------


@mutant("own-entering-is-not-seen", "603.6a/a", title="A permanent's ability does not trigger when that permanent itself enters")
def _(rules: Amendment) -> None:
    @rules.instead(ObjectTrigger.holds)
    def others(original: Rule, trigger: ObjectTrigger, fields: Any, ctx: Context) -> bool:
        return bool(original(trigger, fields, ctx)) and not (trigger.event == "entered" and fields["object"] is ctx.source)


@mutant("leaving-means-dying", "603.6c/a", title="What triggers on leaving the battlefield triggers only for what goes to a graveyard")
def _(rules: Amendment) -> None:
    @rules.instead(ObjectTrigger.holds)
    def dying(original: Rule, trigger: ObjectTrigger, fields: Any, ctx: Context) -> bool:
        return bool(original(trigger, fields, ctx)) and not (trigger.event == "left_battlefield" and fields["to"] != "graveyard")


@mutant("dying-is-no-leaving", "603.6c/a", title="What triggers on leaving the battlefield does not trigger on dying")
def _(rules: Amendment) -> None:
    @rules.instead(ObjectTrigger.holds)
    def elsewhere(original: Rule, trigger: ObjectTrigger, fields: Any, ctx: Context) -> bool:
        return bool(original(trigger, fields, ctx)) and not (trigger.event == "left_battlefield" and fields["to"] == "graveyard")


@mutant("what-it-came-off-is-forgotten", "603.10c/a", title="What triggers on becoming unattached does not find what it came off")
def _(rules: Amendment) -> None:
    @rules.instead(Objects.find)
    def found(original: Rule, objects: Objects, ctx: Context) -> Any:
        return [] if objects.how == "former_host" else original(objects, ctx)


def _reflexive(rules: Amendment, change: Any) -> None:
    """What triggers by paying as an ability resolves: `change` is given the numbers paid for, and gives those of the abilities."""

    @rules.instead(PayAnyNumber.resolve)
    def paid(original: Rule, effect: PayAnyNumber, ctx: Context) -> Any:
        there = list(ctx.game.waiting)
        yield from original(effect, ctx)
        made = [item for item in ctx.game.waiting if item not in there]
        model = made[0] if made else None
        if model is not None:
            vars(ctx.game)["reflexive"] = model.ability
        times = change(model.event["_x"] if model is not None else 0)
        ability = vars(ctx.game).get("reflexive")
        if ability is not None:
            ctx.game.waiting = there + [Waiting(ctx.source, ability, ctx.controller, {"_x": x}, ctx.game.moment) for x in times]


@mutant(
    "each-payment-triggers", "603.12/a", title="What triggers by paying any number of times triggers as often as was paid, for one each"
)
def _(rules: Amendment) -> None:
    _reflexive(rules, lambda paid: [1] * paid)


@mutant("triggers-without-the-action", "603.12/b", title="What triggers by a payment that was not made triggers all the same")
def _(rules: Amendment) -> None:
    _reflexive(rules, lambda paid: [paid or 1])


# --- links and choices (607, 608, 610) --------------------------------------------------------------------------------------------------


@mutant("links-go-by-the-name", "607.1/a", title="What one permanent exiled is found by all permanents of its name")
def _(rules: Amendment) -> None:
    @rules.instead(Objects.find)
    def found(original: Rule, objects: Objects, ctx: Context) -> Any:
        if objects.how != "linked" or ctx.source is None:
            return original(objects, ctx)
        namesakes = [obj for obj in ctx.game.battlefield if obj.face.name == ctx.source.face.name and obj is not ctx.source]
        more = [card for obj in namesakes for card in obj.memory.get(objects.key, ()) if card.visible]
        return [*original(objects, ctx), *more]


@mutant("links-follow-the-card", "607.1/c", title="A card that left and is back knows what its abilities exiled before")
def _(rules: Amendment) -> None:
    @rules.before(zones._take_out)
    def leaves(game: Game, obj: GameObject) -> None:
        if obj.zone == "battlefield":
            kept = {key: value for key, value in obj.memory.items() if isinstance(value, list)}
            vars(game).setdefault("links", {})[obj.id] = kept

    @rules.instead(zones._ready_to_enter)
    def enters(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        entering = yield from original(game, obj, *args, **how)
        if entering is not None:
            entering.new.memory.update(vars(game).get("links", {}).get(obj.id, {}))
        return entering


@mutant("choices-go-by-the-name", "607.2d/b", title="Permanents of one name share what was chosen for one of them")
def _(rules: Amendment) -> None:
    @rules.before(phasing.swap)
    def share(game: Game) -> None:
        chosen = {obj.face.name: obj.chosen for obj in game.battlefield if obj.chosen}
        for obj in game.battlefield:
            if obj.chosen:
                obj.chosen = chosen[obj.face.name]
        game.changed()
        game.refresh()


@mutant("choice-is-among-who-was-there", "608.2d/b", title="What is chosen on resolution has to have been there as the ability triggered")
def _(rules: Amendment) -> None:
    @rules.instead(resolving._may_choose)
    def was_there(original: Rule, ctx: Context, player: str, obj: GameObject) -> bool:
        return bool(original(ctx, player, obj)) and obj.entered <= ctx.since


@mutant(
    "card-that-left-once-holds-nothing",
    "610.4c/b",
    title="A card that has left the battlefield once holds nothing out when it is cast again",
)
def _(rules: Amendment) -> None:
    @rules.before(durations.source_leaves)
    def leaves(game: Game, source: GameObject) -> None:
        vars(game).setdefault("left_once", set()).add(source.id)

    @rules.instead(durations.already_over)
    def over(original: Rule, game: Game, event: str, source: GameObject | None, since: int) -> bool:
        left = source is not None and source.id in vars(game).get("left_once", ())
        return (event == "leaves" and left) or bool(original(game, event, source, since))


# --- replacements and copies (614, 616, 707) ----------------------------------------------------------------------------------------------


def _life(rules: Amendment, change: Any) -> None:
    """The life that effects add to a gain: `change` is given what each adds, and gives how much more or less it all is."""

    @rules.instead(damage.gain_life)
    def gain(original: Rule, game: Game, player: str, amount: int, rule: str = "119.3") -> None:
        more = [static.more for context, static, _ in statics(game, MoreLife) if context.controller == player]
        original(game, player, amount + change(more) if amount > 0 and more else amount, rule)


@mutant("one-effect-adds-life", "616.1/b", title="Of two effects that add to a gain of life only one applies")
def _(rules: Amendment) -> None:
    _life(rules, lambda more: max(more) - sum(more))


@mutant("effects-add-life-twice", "614.5/a", title="An effect that adds to a gain of life applies to its own result once more")
def _(rules: Amendment) -> None:
    _life(rules, sum)


@mutant("copied-ability-has-no-source", "707.10/c", title="A copy of an ability comes from nowhere")
def _(rules: Amendment) -> None:
    @rules.after(casting_options.copy_ability)
    def nowhere(game: Game, item: Any, controller: str) -> None:
        game.stack[-1].source = game.stack[-1].context.source = None


@mutant("copies-are-the-active-players", "707.10/d", title="A copy of a spell or ability belongs to the active player, whoever made it")
def _(rules: Amendment) -> None:
    for copying in (casting_options.copy_spell, casting_options.copy_ability):

        @rules.instead(copying)
        def the_active_players(original: Rule, game: Game, item: Any, controller: str) -> Any:
            yield from original(game, item, game.active)


@mutant("only-the-active-players-creatures-die", "704.2/a", title="State-based actions look at the creatures of the active player only")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def own(original: Rule, game: Game) -> Any:
        return [obj for obj in original(game) if obj.controller in game.active_players]


@mutant("player-without-life-stays", "704.5a/a", title="A player with no life left stays in the game")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._loses)
    def loses(original: Rule, game: Game, player: str) -> bool:
        return game.life[player] > 0 and bool(original(game, player))
