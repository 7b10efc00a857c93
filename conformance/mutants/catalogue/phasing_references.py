"""References to what is phased out, and how long effects last that have to do with it (rules 702.26b, d to f, 611.2b)."""

from __future__ import annotations

import dataclasses
from typing import Any

from conformance.mutants.mutant import mutant
from conformance.mutants.seeing import absent, look_through, seeing
from reference_engine import casting, continuous_effects, damage, phasing, targets, triggered_abilities, zones
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.untap_step import UntapLock
from reference_engine.vocabulary import resolving
from reference_engine.vocabulary.effects_lasting import ExchangeControl
from reference_engine.vocabulary.effects_moving import Exile, PutIntoLibrary, ReturnToHand
from reference_engine.vocabulary.effects_objects import Fight
from reference_engine.vocabulary.effects_phasing import DontUntapNext, ExchangePhases, PhaseIn
from reference_engine.vocabulary.selectors import Filter, Objects
from reference_engine.vocabulary.statics import DoesntUntap, PreventDamage

# --- this, that, it ----------------------------------------------------------------------------------------------------------------


def _finds(rules: Amendment, *ways: str) -> None:
    """What is named in these ways is found though it is out."""

    @rules.instead(Objects._find)
    def find(original: Any, self: Objects, ctx: Context) -> Any:
        if self.how not in ways:
            return original(self, ctx)
        with seeing(ctx.game):
            return original(self, ctx)


@mutant("delayed-ability-finds-what-is-out", "702.26b/q", "603.7c/c", title="A delayed ability moves what it is about though that is out")
def _(rules: Amendment) -> None:
    _finds(rules, "those", "it")


@mutant("own-source-is-found-while-out", "702.26b/q", title="An ability that moves or changes its own source does so while that is out")
def _(rules: Amendment) -> None:
    _finds(rules, "this")


@mutant("delayed-ability-needs-its-source", "702.26b/p", "603.7b/a", title="A delayed ability is silent while what made it is out")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._consider_delayed)
    def consider(original: Any, game: Game, event: Any) -> None:
        waits = [one for one in game.delayed if one.context.source is not None and not one.context.source.phased_in]
        game.delayed = [one for one in game.delayed if one not in waits]
        original(game, event)
        game.delayed += waits


@mutant("delayed-ability-ends-with-phasing", "702.26d/d", "603.7/a", title="A delayed ability is gone once what made it went out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        game.delayed = [one for one in game.delayed if one.context.source is not obj]


@mutant("delayed-ability-waits-for-the-return", "702.26b/q", title="A delayed ability about what is out waits until that is back")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._consider_delayed)
    def consider(original: Any, game: Game, event: Any) -> None:
        waits = [one for one in game.delayed if one.trigger_objects and not any(obj.phased_in for obj in one.trigger_objects)]
        game.delayed = [one for one in game.delayed if one not in waits]
        original(game, event)
        game.delayed += waits


@mutant(
    "spell-forgets-a-target-that-goes-out", "702.26d/a", "608.2b/d", title="A target that goes out and comes back is no target any more"
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        for item in game.stack:
            item.targets = [[target if target is not obj else _nobody(obj) for target in slot] for slot in item.targets]
            item.context.targets = item.targets


def _nobody(obj: GameObject) -> GameObject:
    """An object of that name that is nowhere."""
    gone = GameObject(obj.id, obj.definition, obj.owner, "nowhere")
    gone.exists = False
    return gone


@mutant(
    "power-of-what-is-out-is-nothing",
    "113.7a/c",
    "113.7a/b",
    "608.2h/d",
    title="The power of a source that is out is nothing to its ability",
)
def _(rules: Amendment) -> None:
    @rules.instead(Context.last_known)
    def known(original: Any, self: Context, objects: Objects) -> Any:
        return [obj for obj in original(self, objects) if obj.phased_in or not obj.exists]


@mutant(
    "power-is-that-of-the-activation", "113.7a/e", "608.2h/c", title="An ability uses the power that its source had as it was activated"
)
def _(rules: Amendment) -> None:
    @rules.after(casting.announce_targets)
    def announce(happen: Any, chosen: Any, item: Any) -> None:
        if item.source is not None and item.source.zone == "battlefield":
            item.context.using = f"power {item.source.characteristics.power or 0}"

    @rules.instead(Context.last_known)
    def known(original: Any, self: Context, objects: Objects) -> Any:
        found = original(self, objects)
        if objects.how == "this" and (self.using or "").startswith("power "):
            for obj in found:
                obj.characteristics.power = int(str(self.using).split()[1])
        return found


@mutant("damage-needs-its-source", "113.7a/d", "702.26b/p", "608.2h/d", title="A source that is out deals no damage by its ability")
def _(rules: Amendment) -> None:
    @rules.instead(damage.deal)
    def deal(original: Any, game: Game, deals: Any, combat: bool = False, rule: str = "120.3") -> Any:
        return original(game, [one for one in deals if one[0] is None or one[0].phased_in], combat, rule)


@mutant(
    "exchange-with-what-is-out",
    "701.12a/b",
    "702.26b/d",
    "701.12a/a",
    title="Control of a permanent that is out is exchanged with another's",
)
def _(rules: Amendment) -> None:
    look_through(rules, targets.is_legal)

    @rules.instead(ExchangeControl.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        with seeing(ctx.game):
            yield from original(self, ctx)


@mutant("fights-with-nobody", "702.26b/d", title="A creature whose opponent in a fight is out is dealt damage all the same")
def _(rules: Amendment) -> None:
    @rules.before(Fight.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        there, out = self.one.find(ctx) + self.other.find(ctx), absent(self.one, ctx) + absent(self.other, ctx)
        for obj in there if out or len(there) == 1 else ():
            obj.damage += out[0].characteristics.power or 0 if out else obj.characteristics.power or 0
            ctx.game.changed()


@mutant("moves-what-it-named-while-out", "702.26b/q", title="An ability returns a permanent that it names to hand though that is out")
def _(rules: Amendment) -> None:
    for effect in (ReturnToHand, PutIntoLibrary, Exile):
        _moves(rules, effect)


def _moves(rules: Amendment, effect: Any) -> None:
    @rules.before(effect.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.what, ctx) if self.what.how in ("this", "that") else ():
            zones.move(ctx.game, obj, self.zone, "400.7")


@mutant("phased-out-ones-cannot-be-named", "702.26b/r", title="An effect that names phased-out permanents does not find them")
def _(rules: Amendment) -> None:
    @rules.instead(Filter.find)
    def find(original: Any, self: Filter, ctx: Context) -> Any:
        return [] if self.phased_out else original(self, ctx)


@mutant("early-return-brings-nothing", "702.26b/r", "702.26c/a", title="An ability that phases in what it sent out does not find it")
def _(rules: Amendment) -> None:
    @rules.instead(PhaseIn.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        if self.what.how == "each":
            yield from original(self, ctx)
        else:
            ctx.last = []


@mutant(
    "exchange-of-phases-one-after-the-other",
    "702.26b/r",
    "702.26c/a",
    title="An exchange of phases brings some in first, then sends all out",
)
def _(rules: Amendment) -> None:
    @rules.instead(ExchangePhases.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        phasing.exchange(ctx.game, [], self.incoming.find(ctx), "702.26b")
        phasing.exchange(ctx.game, self.outgoing.find(ctx), [], "702.26b")
        return
        yield


# --- what applies later --------------------------------------------------------------------------------------------------------------


@mutant("prevention-covers-who-is-there", "702.26e/d", "611.2c/b", title="A prevention of combat damage covers only who was there")
def _(rules: Amendment) -> None:
    @rules.instead(resolving.hold)
    def hold(original: Any, ctx: Context, static: Any, affected: Any, *rest: Any) -> Any:
        if affected is None and isinstance(static, PreventDamage) and static.combat_only:
            affected = list(ctx.game.battlefield)
            static = dataclasses.replace(static, by=Objects("those"), to=None)
        yield from original(ctx, static, affected, *rest)


@mutant("hold-covers-who-is-there", "702.26e/d", "611.2c/b", title="A hold on all that a player controls covers only what was there")
def _(rules: Amendment) -> None:
    @rules.instead(UntapLock.applies)
    def applies(original: Any, self: Any, game: Game, obj: GameObject) -> bool:
        if self.filter is not None and obj not in self.context.last:
            return False
        return bool(original(self, game, obj))

    @rules.before(DontUntapNext.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        if self.all_of is not None:
            ctx.last = list(ctx.game.battlefield)


# --- durations -----------------------------------------------------------------------------------------------------------------------


@mutant("effects-on-it-end-as-it-goes-out", "702.26f/b", title="All effects on a permanent end as it goes out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        for effect in game.continuous_effects:
            if effect.affected is not None and effect.static.__class__ is not DoesntUntap:
                effect.affected = [other for other in effect.affected if other is not obj]


@mutant(
    "effects-wait-for-its-return", "702.26f/a", "514.2/b", "514.2/c", title="What lasts until end of turn does not run out on what is out"
)
def _(rules: Amendment) -> None:
    _never_ends(rules, False)


@mutant("thefts-wait-for-its-return", "702.26f/c", title="Control until end of turn does not run out while the permanent is out")
def _(rules: Amendment) -> None:
    _never_ends(rules, True)


def _never_ends(rules: Amendment, theft: bool) -> None:
    @rules.instead(continuous_effects.end)
    def end(original: Any, game: Game, duration: str, player: str | None = None) -> None:
        out = game.phased_out_permanents()
        about = [e for e in game.continuous_effects if any(obj in out for obj in e.affected or ())]
        about = [e for e in about if (getattr(e.static, "control", None) is not None) is theft]
        original(game, duration, player)
        game.continuous_effects += [effect for effect in about if effect not in game.continuous_effects]


def _watches(rules: Amendment, watched: Any) -> None:
    """Durations that watch something do not notice that it is out, where it is `watched`."""

    @rules.instead(continuous_effects._end_what_no_longer_holds)
    def end(original: Any, game: Game) -> bool:
        before = list(game.continuous_effects)
        with seeing(game, [obj for effect in before if effect.holds is not None for obj in watched(effect)]):
            return bool(original(game))


@mutant("watched-source-may-be-out", "702.26f/d", title="A duration that watches its source goes on while that is out")
def _(rules: Amendment) -> None:
    _watches(rules, lambda effect: [effect.source])


@mutant("watched-victim-may-be-out", "702.26f/e", title="A duration that watches the permanent affected goes on while that is out")
def _(rules: Amendment) -> None:
    _watches(rules, lambda effect: effect.affected or [])


@mutant("absent-victim-ends-every-watch", "702.26f/g", title="A duration that watches its source ends as its victim goes out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        game.continuous_effects = [e for e in game.continuous_effects if e.holds is None or obj not in (e.affected or ())]


@mutant("duration-waits-for-its-source", "702.26f/h", "611.2b/a", title="A duration that watches its source starts once that is back")
def _(rules: Amendment) -> None:
    @rules.instead(resolving.hold)
    def hold(original: Any, ctx: Context, static: Any, affected: Any, duration: str, *rest: Any) -> Any:
        source = ctx.source
        if duration.startswith("as_long_as") and source is not None and source.exists and not source.phased_in:
            source.memory.setdefault("later", []).append((ctx, static, affected, duration, *rest))
        else:
            yield from original(ctx, static, affected, duration, *rest)

    @rules.after(phasing._in)
    def back(game: Game, *rest: Any) -> None:
        for obj in game.battlefield:
            for waiting in obj.memory.pop("later", ()):
                list(resolving.hold(*waiting))


@mutant("lost-duration-begins-again", "611.2b/b", title="A duration that ended before the resolution begins all the same")
def _(rules: Amendment) -> None:
    rules.never(resolving.ended_meanwhile, False)


@mutant("detained-only-while-seen", "702.26f/b", title="An effect until a player's next turn ends as what it holds goes out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        game.continuous_effects = [
            effect for effect in game.continuous_effects if effect.duration != "your_next_turn" or obj not in (effect.affected or ())
        ]
