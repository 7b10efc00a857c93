"""Engines that get untapping wrong: "the next untap step", exert, stun counters and what else happens instead (701.26, 701.43, 122.1d)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import casting, combat, continuous_effects, counters, phasing, turn_structure, untap_step, untapping
from reference_engine.amendments import Amendment
from reference_engine.untap_step import UntapLock
from reference_engine.vocabulary.amounts import ExertedThisTurn
from reference_engine.vocabulary.statics import CantBecomeUntapped, MayExert
from reference_engine.vocabulary.triggers import Exerted, ObjectTrigger, YouExert

# --- "doesn't untap during the next untap step" -----------------------------------------------------------------------------------


@mutant(
    "next-step-is-anybodys",
    "502.3/m",
    seen="argentum, phase-rs",
    title="What holds for a player's next untap step is over after the next one of anybody",
)
def _(rules: Amendment) -> None:
    @rules.after(untap_step._locks_expire)
    def expire(game):
        game.untap_locks.clear()


@mutant("held-in-every-untap-step", "502.3/m", title="What is not to untap in the next untap step never untaps in one again", seen="xmage")
def _(rules: Amendment) -> None:
    rules.never(untap_step._locks_expire)


@mutant(
    "hold-waits-until-it-matters",
    "502.3/m",
    "611.2a/a",
    title="A hold for the next untap step lasts until a step in which it held something",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._locks_expire)
    def expire(original, game):
        due = [lock for lock in game.untap_locks if not lock.exerted and lock.player in (None, *game.active_players)]
        own = [obj for obj in game.battlefield if obj.controller in game.active_players and not obj.tapped]
        idle = [UntapLock(lock.player, [obj for obj in own if lock.applies(game, obj)]) for lock in due]
        original(game)
        game.untap_locks += [lock for lock in idle if lock.objects]


@mutant("holds-add-up", "502.3/m", "611.2a/a", title="Two holds for the next untap step of a player hold for two untap steps")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._locks_expire)
    def expire(original, game):
        later = [lock for lock in game.untap_locks if lock.player in game.active_players and not lock.exerted][1:]
        original(game)
        game.untap_locks += later


@mutant(
    "hold-binds-what-was-there",
    "611.2c/b",
    "502.3/d",
    title="A hold on what a player controls binds only what was theirs as it began",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    @rules.after(UntapLock.__init__)
    def made(self, player, objects=None, filter_=None, context=None, everyone=False, exerted=False):
        if filter_ is not None:
            found = filter_.find(context)
            self.objects = found if everyone else [obj for obj in found if obj.controller == player]


@mutant(
    "hold-stays-with-the-player",
    "502.3/m",
    "502.3/b",
    title="A hold on a permanent is over after the step of who controlled it as it began",
)
def _(rules: Amendment) -> None:
    @rules.after(UntapLock.__init__)
    def made(self, player, objects=None, filter_=None, context=None, everyone=False, exerted=False):
        if player is None and objects:
            self.player = objects[0].controller


@mutant(
    "hold-knows-no-player",
    "502.3/m",
    "502.3/b",
    seen="magarena",
    title='"Your next untap step" is that of whoever controls the permanent then',
)
def _(rules: Amendment) -> None:
    @rules.after(UntapLock.__init__)
    def made(self, player, objects=None, filter_=None, context=None, everyone=False, exerted=False):
        if objects and not exerted:
            self.player = None


@mutant(
    "hold-follows-the-card",
    "400.7/a",
    "502.3/m",
    "701.43a/d",
    title="A permanent that left and came back is still held for its next untap step",
)
def _(rules: Amendment) -> None:
    @rules.instead(UntapLock.applies)
    def applies(original, self, game, obj):
        same = self.objects is not None and any(obj.id == held.id for held in self.objects)
        return original(self, game, obj) or (same and self.player in (None, *game.active_players))

    @rules.instead(untap_step._locks_expire)
    def expire(original, game):
        gone = [lock for lock in game.untap_locks if lock.player is None and not any(obj.exists for obj in lock.objects or ())]
        original(game)
        game.untap_locks += gone


@mutant("skipped-step-was-the-next-one", "614.10a/b", title="What holds for the next untap step is over when that step is skipped")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        skipped = original(game, step)
        if skipped and step == "untap":
            untap_step._locks_expire(game)
        return skipped


@mutant("hold-ends-by-phasing-out", "702.26d/a", "502.3/m", title="A permanent that phases out is held and exerted no longer")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._out)
    def out(original, game, leaving, happen, rule):
        for lock in game.untap_locks:
            if lock.objects is not None:
                lock.objects = [obj for obj in lock.objects if obj not in leaving]
        original(game, leaving, happen, rule)


@mutant("hold-on-all-is-only-the-players", "502.3/d", title="A hold on all creatures in a player's step holds only those of that player")
def _(rules: Amendment) -> None:
    @rules.instead(UntapLock.applies)
    def applies(original, self, game, obj):
        return original(self, game, obj) and not (self.everyone and obj.controller != self.player)


# --- exert (701.43) ---------------------------------------------------------------------------------------------------------------


@mutant(
    "exert-binds-whoever-controls-it",
    "701.43a/a",
    seen="phase-rs",
    title="An exerted permanent stays tapped in its controller's next untap step",
)
def _(rules: Amendment) -> None:
    @rules.after(UntapLock.__init__)
    def made(self, player, objects=None, filter_=None, context=None, everyone=False, exerted=False):
        if exerted:
            self.player = None


@mutant("exerting-twice-holds-twice", "701.43b/b", title="A creature exerted twice stays tapped in two untap steps")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._locks_expire)
    def expire(original, game):
        due = [lock for lock in game.untap_locks if lock.exerted and lock.player in game.active_players]
        firsts = {id(lock.objects[0]): lock for lock in reversed(due) if lock.objects}
        original(game)
        game.untap_locks += [lock for lock in due if lock not in firsts.values()]


@mutant(
    "exert-waits-until-it-matters",
    "701.43a/b",
    "701.43b/c",
    title="Exertion lasts until an untap step in which it held the creature tapped",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._locks_expire)
    def expire(original, game):
        idle = [lock for lock in game.untap_locks if lock.exerted and not any(obj.tapped for obj in lock.objects or ())]
        original(game)
        game.untap_locks += [lock for lock in idle if lock not in game.untap_locks]


@mutant("exert-is-over-when-it-untaps", "701.43a/c", title="An exerted creature that something untaps is exerted no longer")
def _(rules: Amendment) -> None:
    @rules.instead(untapping.untap_all)
    def untap_all(original, game, objects, rule="701.26b", in_untap_step=False, returning=None):
        untapped = yield from original(game, objects, rule, in_untap_step, returning)
        game.untap_locks = [lock for lock in game.untap_locks if not (lock.exerted and set(lock.objects or ()) & set(untapped))]
        return untapped


@mutant("exerted-untaps-by-nothing", "701.43a/c", title="An exerted creature cannot be untapped by effects either")
def _(rules: Amendment) -> None:
    @rules.instead(untapping.untap_all)
    def untap_all(original, game, objects, rule="701.26b", in_untap_step=False, returning=None):
        exerted = [obj for lock in game.untap_locks if lock.exerted for obj in lock.objects or ()]
        return (yield from original(game, [obj for obj in objects if obj not in exerted], rule, in_untap_step, returning))


@mutant("untapped-attacker-is-not-exerted", "701.43b/a", title="An attacker that attacking did not tap cannot be exerted")
def _(rules: Amendment) -> None:
    @rules.instead(combat.exert)
    def exert(original, game, obj, player):
        if obj.tapped or obj.attacking is None:
            original(game, obj, player)


@mutant("exert-again-in-the-same-turn", "701.43d/a", title="A creature that may be exerted only if it was not this turn may be again")
def _(rules: Amendment) -> None:
    rules.never(ExertedThisTurn.holds, False)


@mutant("exerted-without-exerting", "701.43d/b", title="What is to happen when a creature is exerted happens whenever it attacks")
def _(rules: Amendment) -> None:
    @rules.instead(combat.declare_attackers)
    def declare(original, game):
        before = list(game.attacked_this_turn)
        yield from original(game)
        for obj in game.attacked_this_turn[len(before) :]:
            if obj.exerted_turn != game.turn_serial and untap_step.says_of(game, MayExert, obj) is not None:
                game.emit("exerted", "701.43d", object=obj)


@mutant(
    "exertion-goes-without-its-effect",
    "701.43d/b",
    title="Exerting an attacker holds it and does nothing of what the card promises for it",
)
def _(rules: Amendment) -> None:
    @rules.instead(ObjectTrigger.holds)
    def holds(original, self, fields, ctx):
        return not isinstance(self, Exerted) and original(self, fields, ctx)


@mutant("exertion-by-anybody-counts", "701.43d/b", title='"Whenever you exert" triggers when another player exerts')
def _(rules: Amendment) -> None:
    @rules.instead(YouExert.holds)
    def holds(original, self, fields, ctx):
        return original(self, {**fields, "player": ctx.controller}, ctx)


@mutant(
    "exerting-as-a-cost-is-none",
    "701.43a/e",
    title='"Whenever you exert" triggers for attackers only, and not for what was exerted as a cost',
)
def _(rules: Amendment) -> None:
    @rules.instead(YouExert.holds)
    def holds(original, self, fields, ctx):
        return fields["object"].attacking is not None and original(self, fields, ctx)


@mutant("exert-cost-holds-nothing", "701.43a/e", title="A permanent exerted as a cost untaps as usual", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(combat.exert)
    def exert(original, game, obj, player):
        original(game, obj, player)
        if obj.attacking is None:
            game.untap_locks.pop()


@mutant("held-counts-as-exerted", "701.43a/a", title="A permanent that an effect holds for its next untap step is taken as exerted")
def _(rules: Amendment) -> None:
    @rules.after(UntapLock.__init__)
    def made(self, player, objects=None, filter_=None, context=None, everyone=False, exerted=False):
        self.exerted = True


@mutant("nothing-is-exerted", "701.43a/a", title="Nothing can be exerted, as before April 2017")
def _(rules: Amendment) -> None:
    rules.edition("exert", False)


@mutant("exerted-before-its-time", "701.43a/a", title="Creatures can be exerted by rules that are older than April 2017")
def _(rules: Amendment) -> None:
    rules.edition("exert", True)


# --- stun counters (122.1d) -------------------------------------------------------------------------------------------------------


@mutant("stun-counters-do-nothing", "122.1d/a", title="A stun counter is a mere marker, as before September 2022")
def _(rules: Amendment) -> None:
    rules.edition("stun_counters", False)


@mutant(
    "stun-counters-before-their-time",
    "122.1d",
    title="Stun counters keep permanents tapped by rules that are older than September 2022",
)
def _(rules: Amendment) -> None:
    rules.edition("stun_counters", True)


@mutant("stun-counters-go-at-once", "122.1d/b", title="All stun counters come off at once")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        found = original(game, obj, in_untap_step)
        all_ = untapping.Instead(obj, "stun", "stun", -obj.counters.get("stun", 0), "stun")
        return [all_ if instead.name == "stun" else instead for instead in found]


@mutant("last-stun-counter-untaps", "122.1d/a", title="As its last stun counter comes off a permanent untaps")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replaced)
    def replaced(original, game, obj, in_untap_step):
        applied, untaps = yield from original(game, obj, in_untap_step)
        return applied, untaps or (obj.counters.get("stun") == 1 and any(instead.name == "stun" for instead in applied))


@mutant("stun-in-the-untap-step-only", "122.1d/f", title="A stun counter is looked at in the untap step only; spells and abilities untap")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        return original(game, obj, in_untap_step) if in_untap_step else []


@mutant("untap-cost-passes-stun", "122.1d/f", "107.6/a", title="A stunned creature untaps for the untap symbol in a cost", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(untapping.untap_all)
    def untap_all(original, game, objects, rule="701.26b", in_untap_step=False, returning=None):
        stunned = {obj: obj.counters.pop("stun", 0) for obj in objects if rule == "107.6"}
        untapped = yield from original(game, objects, rule, in_untap_step, returning)
        for obj, count in stunned.items():
            if count:
                obj.counters["stun"] = count
        return untapped


@mutant("untap-cost-refused-when-stunned", "107.6/a", "118.11/a", title="A stunned creature cannot pay the untap symbol")
def _(rules: Amendment) -> None:
    @rules.before(casting._check_turning)
    def check(game, source, tapping):
        if not tapping and source.counters.get("stun"):
            raise casting.Illegal("cost", f"{source.id} is stunned")


@mutant(
    "each-untapper-takes-a-stun-counter",
    "122.1d/g",
    seen="phase-rs",
    title="Two abilities that untap a permanent in one step take two stun counters",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        found = original(game, obj, in_untap_step)
        if in_untap_step and obj.controller not in game.active_players:
            others = untap_step.statics(game, untap_step.UntapDuringOthers)
            times = sum(1 for context, static, _ in others if static.what.matches(obj, context))
            return [untapping.Instead(obj, "stun", "stun", -times, "stun") if one.name == "stun" else one for one in found]
        return found


@mutant("held-loses-a-stun-counter", "122.1d/d", "614.7/a", title="A stunned permanent that is held tapped loses a counter all the same")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        return original(game, obj) or (bool(obj.counters.get("stun")) and obj.controller in game.active_players)


@mutant(
    "stun-comes-before-cannot",
    "122.1d/d",
    "101.2/a",
    "614.17c/a",
    title="A stunned creature that cannot become untapped loses a counter instead",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        return None if class_ is CantBecomeUntapped and obj.counters.get("stun") else original(game, class_, obj)


@mutant(
    "untapped-loses-its-stun-counter", "122.1d/c", "701.26b/a", title="A permanent that is untapped loses a stun counter in the untap step"
)
def _(rules: Amendment) -> None:
    @rules.before(untap_step.untap)
    def untap(game):
        for obj in game.battlefield:
            if not obj.tapped and obj.controller in game.active_players:
                counters.remove(game, obj, "stun", 1)


@mutant("stun-counter-is-lost-by-phasing", "702.26d/g", "122.1d/a", title="A permanent that phases out loses its stun counters")
def _(rules: Amendment) -> None:
    @rules.before(phasing._out)
    def out(game, leaving, happen, rule):
        for obj in leaving:
            obj.counters.pop("stun", None)
