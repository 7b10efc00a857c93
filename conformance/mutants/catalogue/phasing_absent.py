"""Phased out is treated as though it did not exist (rule 702.26b): what counts, aims at, chooses and pays with it all the same."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from conformance.mutants.seeing import absent, by_context, look_through, reaches_out, seeing, still_hears
from reference_engine import attachments, casting, combat, damage, targets, turn_structure, zones
from reference_engine import state_based_actions as sba
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.vocabulary import amounts, effects_copies, effects_objects, effects_phasing, effects_planes, resolving
from reference_engine.vocabulary.effects_lasting import Modify
from reference_engine.vocabulary.effects_moving import Destroy, Exile, ReturnToHand, Sacrifice
from reference_engine.vocabulary.effects_objects import Damage, PutCounters
from reference_engine.vocabulary.selectors import Objects

# --- counting ----------------------------------------------------------------------------------------------------------------------


def _counts(rules: Amendment, *kinds: str) -> None:
    @rules.instead(amounts.Amount._count)
    def count(original: Any, self: Any, ctx: Context) -> int:
        if self.kind not in kinds:
            return int(original(self, ctx))
        with seeing(ctx.game):
            return int(original(self, ctx))


@mutant("counts-what-is-out", "702.26b/b", title="An amount that counts permanents counts those that are out")
def _(rules: Amendment) -> None:
    _counts(rules, "count")


@mutant("devotion-counts-what-is-out", "702.26b/b", title="Devotion counts the mana symbols of permanents that are out")
def _(rules: Amendment) -> None:
    _counts(rules, "devotion")


@mutant("domain-counts-what-is-out", "702.26b/b", title="Basic land types are counted among lands that are out too")
def _(rules: Amendment) -> None:
    _counts(rules, "domain")


@mutant("controlling-includes-what-is-out", "702.26b/b", title="What is out satisfies a condition about what a player controls")
def _(rules: Amendment) -> None:
    look_through(rules, amounts.Controls.holds, by_context)


@mutant("comparing-includes-what-is-out", "702.26b/b", title="What is out counts where an ability compares what two players control")
def _(rules: Amendment) -> None:
    look_through(rules, amounts.OpponentControlsMore.holds, by_context)


@mutant("affinity-counts-what-is-out", "702.26b/b", title="Affinity makes a spell cheaper for artifacts that are out")
def _(rules: Amendment) -> None:
    look_through(rules, casting._cost_change)


@mutant("landwalk-by-lands-that-are-out", "702.26b/b", title="A land that is out lets a creature with landwalk through")
def _(rules: Amendment) -> None:
    look_through(rules, combat._has_land)


@mutant("excess-counts-what-is-out", "702.26b/b", title="An excess of permanents is counted with those that are out")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary.effects_phasing_choices import PhaseOutExcess

    @rules.instead(PhaseOutExcess.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        own = [obj for obj in ctx.game.phased_out_permanents() if obj.controller == ctx.controller]
        ctx.game.battlefield.extend(own)
        yield from original(self, ctx)
        ctx.game._seen = None


# --- targets and choices -----------------------------------------------------------------------------------------------------------


@mutant("targets-what-is-out", "702.26b/c", "115.1/b", "115.4/c", "115.7a/d", title="What is out can be chosen as a target")
def _(rules: Amendment) -> None:
    look_through(rules, targets.candidates)


@mutant("target-that-went-out-stays-legal", "702.26b/d", "608.2b/c", title="A spell resolves though its only target is out")
def _(rules: Amendment) -> None:
    look_through(rules, targets.is_legal)


@mutant("acts-on-targets-that-went-out", "702.26b/d", "608.2b/c", title="A spell does its work on a target that is out")
def _(rules: Amendment) -> None:
    look_through(rules, targets.is_legal)

    @rules.instead(Objects._find)
    def find(original: Any, self: Objects, ctx: Context) -> Any:
        if self.how != "target":
            return original(self, ctx)
        with seeing(ctx.game):
            return original(self, ctx)


@mutant("one-target-out-stops-the-spell", "608.2b/b", "702.26b/d", title="A spell does nothing at all if one of its targets is out")
def _(rules: Amendment) -> None:
    from reference_engine import stack

    @rules.instead(stack._still_legal)
    def legal(original: Any, game: Game, item: Any) -> bool:
        before = sum(len(slot) for slot in item.targets)
        return original(game, item) and sum(len(slot) for slot in item.targets) == before


@mutant("chooses-what-is-out", "702.26b/c", title="A player who chooses as an effect resolves may choose what is out")
def _(rules: Amendment) -> None:
    @rules.instead(resolving.find)
    def find(original: Any, objects: Objects, ctx: Context) -> Any:
        if objects.how == "choose" and ctx.game.phased_out_permanents():
            assert objects.filter is not None
            with seeing(ctx.game):
                pool = objects.filter.find(ctx)
            out = [obj for obj in pool if not obj.phased_in]
            ctx.game.battlefield.extend(out)
            phases = {obj: obj.phase for obj in out}
            for obj in out:
                obj.phase = "in"
            result = yield from original(objects, ctx)
            for obj, phase in phases.items():
                obj.phase = phase if obj.exists else obj.phase
            ctx.game._seen = None
            return result
        return (yield from original(objects, ctx))


@mutant("proliferates-what-is-out", "702.26b/c", title="What is out can be chosen for one more counter")
def _(rules: Amendment) -> None:
    @rules.instead(effects_objects.Proliferate.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        ctx.game.battlefield.extend(ctx.game.phased_out_permanents())
        yield from original(self, ctx)
        ctx.game._seen = None


@mutant("populates-what-is-out", "702.26b/c", title="A creature token that is out can be populated")
def _(rules: Amendment) -> None:
    @rules.instead(effects_copies.Populate.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        out = [obj for obj in ctx.game.phased_out_permanents() if obj.token]
        phases = {obj: obj.phase for obj in out}
        for obj in out:
            obj.phase = "in"
        ctx.game._seen = None
        yield from original(self, ctx)
        for obj, phase in phases.items():
            obj.phase = phase
        ctx.game._seen = None


# --- costs and abilities -----------------------------------------------------------------------------------------------------------


@mutant("pays-with-what-is-out", "702.26b/h", "118.3/a", title="A cost can be paid with a permanent that is out")
def _(rules: Amendment) -> None:
    look_through(rules, casting._pick)


@mutant("uses-abilities-of-what-is-out", "702.26b/g", title="Activated abilities of what is out can be activated")
def _(rules: Amendment) -> None:
    look_through(rules, casting._usable)


@mutant("mana-of-lands-that-are-out", "702.26b/g", title="A land that is out can be tapped for mana")
def _(rules: Amendment) -> None:
    @rules.instead(casting._usable)
    def usable(original: Any, game: Game, obj: Any) -> bool:
        return bool(original(game, obj)) or (obj.zone == "battlefield" and obj.is_type("Land") and not obj.is_type("Creature"))


# --- combat ------------------------------------------------------------------------------------------------------------------------


@mutant("attacks-while-out", "702.26b/m", "508.1a/b", title="A creature that is out can be declared as an attacker")
def _(rules: Amendment) -> None:
    look_through(rules, combat.Attack.accept, lambda self, game, *rest: game)


@mutant("blocks-while-out", "702.26b/m", "509.1a/c", title="A creature that is out can be declared as a blocker")
def _(rules: Amendment) -> None:
    look_through(rules, combat.Block.accept, lambda self, game, *rest: game)


@mutant("damage-reaches-what-is-out", "702.26b/i", title="Damage is dealt to a creature that is out")
def _(rules: Amendment) -> None:
    look_through(rules, damage._can_receive)
    reaches_out(rules, Damage, "each", "target", "that", named="to")


# --- effects on all or each ----------------------------------------------------------------------------------------------------------


@mutant("destroys-all-that-is-out", "702.26b/i", title="An effect that destroys all of something destroys what is out")
def _(rules: Amendment) -> None:
    @rules.instead(Destroy.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        out = absent(self.what, ctx) if self.what.how == "each" else []
        yield from original(self, ctx)
        for obj in out:
            zones.move(ctx.game, obj, "graveyard", "701.8a")


@mutant("exiles-all-that-is-out", "702.26b/i", title="An effect that exiles all of something exiles what is out")
def _(rules: Amendment) -> None:
    reaches_out(rules, Exile, "each")


@mutant("returns-all-that-is-out", "702.26b/i", title="An effect that returns all of something returns what is out")
def _(rules: Amendment) -> None:
    reaches_out(rules, ReturnToHand, "each")


@mutant("counters-on-each-that-is-out", "702.26b/i", title="A counter for each of something is put on what is out too")
def _(rules: Amendment) -> None:
    @rules.before(PutCounters.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.on, ctx) if self.on.how == "each" else ():
            obj.counters[self.kind] = obj.counters.get(self.kind, 0) + self.count.of(ctx)


@mutant("counters-on-itself-while-out", "702.26b/q", title="A counter that an ability puts on its own source is put there while it is out")
def _(rules: Amendment) -> None:
    @rules.before(PutCounters.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.on, ctx) if self.on.how in ("this", "it", "that", "host") else ():
            obj.counters[self.kind] = obj.counters.get(self.kind, 0) + self.count.of(ctx)


@mutant("untaps-all-that-is-out", "702.26b/n", title="An effect that untaps all of something untaps what is out")
def _(rules: Amendment) -> None:
    @rules.before(effects_phasing.Untap.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.what, ctx) if self.what.how == "each" else ():
            obj.tapped = False


@mutant("untaps-itself-while-out", "702.26b/n", "702.26b/q", title="An ability that untaps its own source untaps it though it is out")
def _(rules: Amendment) -> None:
    @rules.before(effects_phasing.Untap.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.what, ctx) if self.what.how in ("this", "it", "target") else ():
            obj.tapped = False


@mutant("taps-targets-that-are-out", "702.26b/n", "702.26b/d", title="A target that is out is tapped by the spell that would tap it")
def _(rules: Amendment) -> None:
    look_through(rules, targets.is_legal)

    @rules.before(effects_phasing.Tap.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.what, ctx) if self.what.how == "target" else ():
            obj.tapped = True


@mutant("change-of-all-reaches-what-is-out", "702.26e/a", "611.2c/a", title="A change of all of something is found on what was out")
def _(rules: Amendment) -> None:
    @rules.instead(Modify.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        before = len(ctx.game.continuous_effects)
        out = absent(self.what, ctx) if self.what.how == "each" and "control" not in self.as_ else []
        yield from original(self, ctx)
        for effect in ctx.game.continuous_effects[before:]:
            effect.affected = [*(effect.affected or ()), *out]


@mutant("theft-of-all-reaches-what-is-out", "702.26e/b", title="A change of control of all of something includes what is out")
def _(rules: Amendment) -> None:
    @rules.instead(Modify.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        before = len(ctx.game.continuous_effects)
        out = absent(self.what, ctx) if self.what.how == "each" and "control" in self.as_ else []
        yield from original(self, ctx)
        for effect in ctx.game.continuous_effects[before:]:
            effect.affected = [*(effect.affected or ()), *out]


@mutant("change-of-itself-waits-for-its-return", "702.26e/c", title="A change of an ability's own source waits for its return")
def _(rules: Amendment) -> None:
    reaches_out(rules, Modify, "this", "host")


@mutant("change-of-a-target-waits-for-its-return", "702.26e/a", "702.26b/d", title="A change of a target that is out waits for its return")
def _(rules: Amendment) -> None:
    look_through(rules, targets.is_legal)
    reaches_out(rules, Modify, "target")


@mutant("phases-out-what-is-out-for-longer", "702.26b/s", title="What is out and told to phase out is out for another round")
def _(rules: Amendment) -> None:
    @rules.before(effects_phasing.PhaseOut.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.what, ctx):
            obj.phased_under = ctx.game.next_player(ctx.game.active)


@mutant("sacrifices-itself-while-out", "702.26b/q", title="An ability that sacrifices its own source does so though it is out")
def _(rules: Amendment) -> None:
    @rules.instead(Sacrifice.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        out = absent(self.what, ctx) if self.what.how in ("this", "that", "it") else []
        yield from original(self, ctx)
        for obj in out:
            zones.move(ctx.game, obj, "graveyard", "701.21a")


@mutant("phenomena-reach-what-is-out", "702.26b/i", title="A phenomenon that shuffles all permanents away takes those that are out")
def _(rules: Amendment) -> None:
    @rules.before(effects_planes.ShufflePermanentsAndReveal.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in ctx.game.phased_out_permanents():
            obj.phase = "in"
        ctx.game._seen = None
        ctx.game.changed()


# --- turn-based and state-based actions ------------------------------------------------------------------------------------------------


@mutant("saga-goes-on-while-out", "714.3c/b", title="A Saga that is out gets its lore counter each turn")
def _(rules: Amendment) -> None:
    @rules.after(turn_structure._lore_counters)
    def lore(game: Game) -> None:
        for obj in game.phased_out_permanents():
            if "Saga" in obj.characteristics.subtypes and obj.controller in game.active_players:
                obj.counters["lore"] = obj.counters.get("lore", 0) + 1


@mutant(
    "saga-is-finished-while-out",
    "702.26b/j",
    "704.5s/a",
    "704.5s/b",
    "714.4/c",
    title="A Saga that is out and has its last chapter behind it is sacrificed",
)
def _(rules: Amendment) -> None:
    look_through(rules, sba._finished_sagas)

    @rules.before(sba.perform)
    def perform(game: Game) -> None:
        out = [obj for obj in game.phased_out_permanents() if "Saga" in obj.characteristics.subtypes]
        sagas = game.index.sagas
        sagas += [obj for obj in out if obj not in sagas]


@mutant("absent-aura-loses-its-place", "702.26b/j", "704.5m/a", title="An Aura that is out goes to the graveyard when what it is on leaves")
def _(rules: Amendment) -> None:
    @rules.instead(sba._attachments)
    def attached(original: Any, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        out = [obj for obj in game.phased_out_permanents() if obj.attached_to is not None and "Aura" in obj.characteristics.subtypes]
        with seeing(game):
            auras += [obj for obj in out if not obj.bestowed and not attachments.is_on(game, obj)]
        return auras, unattached, bestowed


@mutant("speed-starts-while-out", "702.26b/j", title="A creature that starts its player's speed does so while it is out")
def _(rules: Amendment) -> None:
    from reference_engine import speed

    look_through(rules, speed.starters)


@mutant("state-trigger-sees-what-is-out", "702.26b/b", "603.8/d", title="A state trigger on controlling none sees the one that is out")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary import triggers

    look_through(rules, triggers.State.holds, lambda self, fields, ctx: ctx.game)


@mutant("watches-each-step-while-out", "702.26b/f", "603.2/b", title="Abilities that trigger at the beginning of a step do so while out")
def _(rules: Amendment) -> None:
    still_hears(rules, "step_began")


@mutant(
    "watches-comings-and-goings-while-out",
    "702.26b/f",
    "603.10a/b",
    title="Abilities that watch others enter, die or leave trigger while out",
)
def _(rules: Amendment) -> None:
    still_hears(rules, "entered", "dies", "left_battlefield")


@mutant("watches-spells-while-out", "702.26b/f", title="Abilities that trigger on spells cast do so while out")
def _(rules: Amendment) -> None:
    still_hears(rules, "cast")


@mutant("watches-phasing-while-out", "702.26b/f", title="Abilities that watch others phase in or out trigger while out themselves")
def _(rules: Amendment) -> None:
    still_hears(rules, "phased_out", "phased_in")


@mutant("watches-damage-and-life-while-out", "702.26b/f", title="Abilities that trigger on damage or on life gained do so while out")
def _(rules: Amendment) -> None:
    still_hears(rules, "damage", "gained_life", "lost_life", "player_attacked", "attacks")
