"""Words of the planes and phenomena that engines read wrong: whom and what they mean, and what they change (311.4, 312.5)."""

from __future__ import annotations

import dataclasses
from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import (
    continuous_effects,
    phasing,
    planechase,
    range_of_influence,
    stack,
    targets,
    triggered_abilities,
)
from reference_engine.amendments import Amendment
from reference_engine.vocabulary import effects_copies, effects_game, effects_objects, effects_players, triggers
from reference_engine.vocabulary.selectors import Filter


def _of_plane(ctx: Any) -> bool:
    """Whether it is an ability of a planar card."""
    return ctx.source is not None and ctx.source.zone == "command"


def _reads(rules: Amendment, when: Any, **changes: Any) -> None:
    """A planar card's filters, where `when` says so, are read with these changes."""

    @rules.instead(Filter.describes)
    def describes(original: Any, what: Any, obj: Any, ctx: Any) -> bool:
        if _of_plane(ctx) and when(what):
            what = dataclasses.replace(what, **changes)
        return bool(original(what, obj, ctx))


# --- whom and what ------------------------------------------------------------------------------------------------------------------


@mutant("plane-serves-its-controller", "311.4/a", title="A plane gives to the planar controller's creatures what it gives to all creatures")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._Effect.objects)
    def own(original: Any, effect: Any) -> Any:
        found = original(effect)
        if effect.ability is not None and _of_plane(effect.context):
            found = [obj for obj in found if obj.controller == effect.context.controller]
        return found


@mutant("plane-watches-its-controller", "311.4/b", title="A plane watches only what the planar controller's permanents do")
def _(rules: Amendment) -> None:
    @rules.instead(triggers.Watched.holds)
    def own(original: Any, watched: Any, obj: Any, ctx: Any) -> bool:
        return original(watched, obj, ctx) and (not _of_plane(ctx) or obj.controller == ctx.controller)


@mutant(
    "plane-watches-its-controllers-spells",
    "311.4/b",
    title="A plane that watches the spells of all players sees the planar controller's only",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggers.Casts.holds)
    def own(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and (not _of_plane(ctx) or fields["player"] == ctx.controller)


@mutant("plane-watches-every-roll", "311.4/b", title='What waits for "your" roll of the planar die sees the rolls of all players')
def _(rules: Amendment) -> None:
    rules.never(triggers.RollsPlanarDie.holds, True)


@mutant(
    "planar-controller-decides-for-others", "311.5/a", title="What another player may do because of a plane the planar controller decides"
)
def _(rules: Amendment) -> None:
    @rules.instead(effects_game.May.resolve)
    def decides(original: Any, effect: Any, ctx: Any) -> Any:
        if _of_plane(ctx) and effect.by.who != "you":
            effect = dataclasses.replace(effect, by=effects_players.YOU)
        yield from original(effect, ctx)


@mutant(
    "planar-controller-draws-for-others",
    "311.5/a",
    title="The card that another player would draw because of a plane the planar controller draws",
)
def _(rules: Amendment) -> None:
    @rules.instead(effects_players.Draw.resolve)
    def draws(original: Any, effect: Any, ctx: Any) -> Any:
        if _of_plane(ctx) and effect.player.who == "controller_of":
            effect = dataclasses.replace(effect, player=effects_players.YOU)
        yield from original(effect, ctx)


@mutant(
    "target-is-the-planar-controllers",
    "311.5/a",
    title="The planar controller chooses the target that a creature's controller is to choose",
)
def _(rules: Amendment) -> None:
    @rules.instead(targets.chooser)
    def chooser(original: Any, context: Any, specs: Any) -> Any:
        return context.controller if _of_plane(context) else original(context, specs)


@mutant("tokens-are-cards", "311.4/b", title="A plane takes no notice of whether what it watches or names is a token")
def _(rules: Amendment) -> None:
    _reads(rules, lambda what: what.token is False, token=None)


@mutant("color-is-not-asked", "311.4/b", title="A plane that excludes a color excludes nothing")
def _(rules: Amendment) -> None:
    _reads(rules, lambda what: what.not_colors, not_colors=())


@mutant("lands-are-not-excluded", "311.2/c", "311.4/b", title="A plane or phenomenon that speaks of nonland permanents means lands too")
def _(rules: Amendment) -> None:
    _reads(rules, lambda what: what.not_types == ("Land",) and what.zone == "battlefield", not_types=())


@mutant("tokens-have-no-mana-value", "311.4/a", title="A plane that asks for mana value leaves tokens out")
def _(rules: Amendment) -> None:
    @rules.instead(Filter.describes)
    def describes(original: Any, what: Any, obj: Any, ctx: Any) -> bool:
        return original(what, obj, ctx) and not (_of_plane(ctx) and what.mana_value is not None and obj.token)


@mutant("planar-range-is-limited", "901.13/a", "801.18/a", title="A limited range of influence holds for planar cards too")
def _(rules: Amendment) -> None:
    @rules.after(range_of_influence.Ranges.__init__)
    def limited(ranges: Any, *given: Any) -> None:
        ranges.planar_cards_are_exempt = False


@mutant(
    "planar-range-in-grand-melee", "901.13/b", "801.18/b", title="Planar cards are exempt from the range of influence in Grand Melee too"
)
def _(rules: Amendment) -> None:
    @rules.after(range_of_influence.Ranges.__init__)
    def exempt(ranges: Any, *given: Any) -> None:
        ranges.planar_cards_are_exempt = True


@mutant("left-is-next-in-turn", "312.5/a", title="The player to the left is the next in turn order")
def _(rules: Amendment) -> None:
    @rules.instead(effects_copies._to_the_left)
    def next_(original: Any, ctx: Any, player: str) -> Any:
        return ctx.game.next_player(player)


@mutant("exceptions-of-copies-are-forgotten", "312.5/a", title="A token that is a copy except for something is a copy in everything")
def _(rules: Amendment) -> None:
    @rules.instead(effects_copies._copy)
    def plain(original: Any, ctx: Any, of: Any, player: str, **how: Any) -> Any:
        return (yield from original(ctx, of, player))


@mutant("out-creatures-are-copied", "702.26b/c", "312.5/a", title="A creature that is phased out can be chosen to be copied")
def _(rules: Amendment) -> None:
    @rules.instead(effects_copies.CopyCreatureToTheLeft.resolve)
    def everything(original: Any, effect: Any, ctx: Any) -> Any:
        ctx.game._seen = list(ctx.game.all_permanents())
        yield from original(effect, ctx)
        ctx.game._seen = None


@mutant(
    "copies-come-one-by-one", "312.5/a", title="Each player's copy of the creature to the left is created before the next player chooses"
)
def _(rules: Amendment) -> None:
    @rules.instead(effects_copies.CopyCreatureToTheLeft.resolve)
    def one_by_one(original: Any, effect: Any, ctx: Any) -> Any:
        game, everybody = ctx.game, ctx.game.in_turn_order()
        for player in everybody:
            game.in_turn_order = lambda first=None, player=player: [player]
            try:
                yield from original(effect, ctx)
            finally:
                del game.in_turn_order


@mutant("plane-sees-artifacts-tapped", "311.4/b", title="A plane that watches lands tapped for mana sees every permanent tapped for mana")
def _(rules: Amendment) -> None:
    @rules.instead(triggers.ObjectTrigger.holds)
    def every(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) or (isinstance(trigger, triggers.TapsForMana) and _of_plane(ctx))


@mutant(
    "plane-hurts-its-controller", "311.4/b", "311.5/a", title="What a plane does to the player of an event it does to the planar controller"
)
def _(rules: Amendment) -> None:
    @rules.instead(effects_objects.Damage.resolve)
    def hurts(original: Any, effect: Any, ctx: Any) -> Any:
        if _of_plane(ctx) and ctx.event and "player" in ctx.event:
            ctx.event = {**ctx.event, "player": ctx.controller}
        yield from original(effect, ctx)


# --- when, and whether ----------------------------------------------------------------------------------------------------------------


@mutant("plane-asks-once", "603.4/b", title="A plane's condition is asked as its ability triggers, and not on resolution")
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def unasked(game: Any) -> None:
        source = game.stack[-1].source
        if source is not None and source.zone == "command":
            game.stack[-1].event = None


@mutant("state-of-a-plane-triggers-nothing", "901.11a/d", "603.8/a", title="The state of a plane triggers nothing", seen="phase-rs")
def _(rules: Amendment) -> None:
    rules.never(triggered_abilities._state_triggers)


@mutant("tenth-counter-moves-at-once", "901.11a/d", "603.8/a", title="A plane with its tenth counter is left at once, without the stack")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._state_triggers)
    def at_once(original: Any, game: Any, index: Any) -> None:
        original(game, index)
        for item in [item for item in game.waiting if item.ability.triggers[0].event == "state" and item.source.zone == "command"]:
            game.waiting.remove(item)
            planechase.planeswalk(game, item.controller, "701.31b")


@mutant("what-a-plane-began-ends-with-it", "611.2/a", "901.7/d", title="What a plane's ability began ends as the plane is turned down")
def _(rules: Amendment) -> None:
    @rules.after(planechase._turn_down)
    def ends(game: Any, card: Any) -> None:
        game.continuous_effects = [effect for effect in game.continuous_effects if effect.source is not card]


@mutant("for-the-rest-of-the-game-is-this-turn", "611.2/a", title="What a plane's ability begins without a duration ends with the turn")
def _(rules: Amendment) -> None:
    @rules.after(continuous_effects.end)
    def ends(game: Any, duration: str, player: str | None = None) -> None:
        if duration == "end_of_turn":
            continuous_effects.end(game, "indefinitely")


@mutant("chaos-goes-on-for-newcomers", "611.2c/a", title="What chaos gives to creatures is given to those too that come later in the turn")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._collect)
    def newcomers(sources: Any, effects: Any, game: Any) -> None:
        for effect in game.continuous_effects:
            if effect.source is not None and effect.source.zone == "command" and effect.duration == "end_of_turn" and effect.affected:
                mine = [obj for obj in game.battlefield if obj.controller_base == effect.controller and "Creature" in obj.face.types]
                effect.affected += [obj for obj in mine if obj not in effect.affected]


@mutant(
    "barn-returns-without-the-stack",
    "603.7/a",
    "901.11/b",
    title="A delayed ability that waits for a planeswalk does what it does without the stack",
)
def _(rules: Amendment) -> None:
    @rules.after(triggered_abilities.look_for)
    def at_once(game: Any, events: Any, before: Any) -> None:
        for item in [item for item in game.waiting if "_delayed" in item.event and events[0].kind == "planeswalked"]:
            game.waiting.remove(item)
            back = item.event["_delayed"].trigger_objects
            game.sba_needed = True
            phasing.phase_in(game, [obj for obj in back if obj.exists and obj.phase != "in"], "603.7")


@mutant(
    "chaos-ends-no-turn", "724.1/a", "311.7/f", title="A turn that is ended under a chaos ability leaves the other abilities on the stack"
)
def _(rules: Amendment) -> None:
    @rules.instead(effects_game.EndTurn.resolve)
    def kept(original: Any, effect: Any, ctx: Any) -> Any:
        others = [item for item in ctx.game.stack if item.object is None and item.source is not ctx.source]
        yield from original(effect, ctx)
        ctx.game.stack[:0] = [item for item in others if item not in ctx.game.stack]


@mutant("milling-nothing-loses", "311.4/b", title="Who is to put cards of an empty library into the graveyard loses the game")
def _(rules: Amendment) -> None:
    @rules.before(effects_players.Mill.resolve)
    def empty(effect: Any, ctx: Any) -> None:
        for player in effect.player.find(ctx):
            if not ctx.game.zone(player, "library"):
                ctx.game.drew_from_empty.add(player)
