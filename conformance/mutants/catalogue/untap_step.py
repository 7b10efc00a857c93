"""Engines that get the untap step wrong: what is exchanged, what untaps and what does not (rules 502.1, 502.3, 502.4)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import (
    continuous_effects,
    durations,
    phasing,
    priority,
    state_based_actions,
    triggered_abilities,
    turn_structure,
    untap_step,
    untapping,
)
from reference_engine.amendments import Amendment
from reference_engine.vocabulary.statics import DoesntUntap, MayStayTapped, UntapDuringOthers

# --- the order of the step --------------------------------------------------------------------------------------------------------


@mutant("untaps-before-the-exchange", "502.1/g", "502.3/i", "703.4c/b", title="Permanents untap before anything phases in or out")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def actions(original, game):
        yield from untap_step.untap(game)
        phasing.swap(game)
        untap_step.day_night.check(game)


@mutant(
    "holds-are-those-before-the-exchange",
    "502.1/g",
    "502.3/i",
    "703.4c/a",
    seen="phase-rs",
    title="What effects keep tapped is settled as the step begins, before permanents phase in and out",
)
def _(rules: Amendment) -> None:
    held: set[object] = set()

    @rules.before(untap_step.turn_based_actions)
    def settle(game):
        held.clear()
        held.update(obj for obj in game.all_permanents() if untap_step.says_of(game, DoesntUntap, obj) is not None)

    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        locked = any(lock.applies(game, obj) for lock in game.untap_locks)
        return obj.controller in game.active_players and obj not in held and not locked


@mutant(
    "limits-are-those-before-the-exchange",
    "502.1/g",
    "502.3/e",
    seen="phase-rs",
    title="A limit that phases in or out in the step is looked at as it was before",
)
def _(rules: Amendment) -> None:
    before: list[list[untap_step._Limit]] = []

    @rules.instead(untap_step.turn_based_actions)
    def actions(original, game):
        before.clear()
        before.append(untap_step._limits(game))
        yield from original(game)

    @rules.instead(untap_step._limits)
    def limits(original, game):
        return before.pop() if before else original(game)


@mutant(
    "controllers-are-those-before-the-exchange",
    "502.3/b",
    "502.1/g",
    seen="phase-rs",
    title="Whoever controlled a permanent before the exchange untaps it, though control changes in the exchange",
)
def _(rules: Amendment) -> None:
    controllers: dict[object, str] = {}

    @rules.before(untap_step.turn_based_actions)
    def settle(game):
        game.refresh()
        controllers.clear()
        controllers.update((obj, obj.controller) for obj in game.all_permanents())

    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        moved = controllers.get(obj, obj.controller) != obj.controller
        return controllers[obj] in game.active_players if moved else original(game, obj)


@mutant("checks-state-before-untapping", "502.4/h", "703.3/a", title="State-based actions are performed between the exchange and untapping")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.untap)
    def untap(original, game):
        yield from state_based_actions.perform(game)
        yield from original(game)


@mutant(
    "triggers-go-on-the-stack-in-the-untap-step",
    "502.4/e",
    "115.1d/a",
    title="What triggers in the untap step is put on the stack at its end",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def actions(original, game):
        yield from original(game)
        yield from triggered_abilities.put_on_stack(game)


@mutant(
    "priority-in-the-untap-step",
    "502.4/a",
    "117.3a/d",
    "500.3/a",
    "502.4/b",
    "502.4/c",
    title="Players get priority at the end of the untap step",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def actions(original, game):
        yield from original(game)
        yield from priority.give(game)


# --- the exchange (502.1) ---------------------------------------------------------------------------------------------------------


@mutant("owner-brings-it-back", "502.1/e", "702.26a/b", title="What phased out comes back in its owner's untap step, whoever controlled it")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_due)
    def is_due(original, game, obj):
        if obj.owner not in game.active_players:
            return False
        return not durations.held_out(game, obj) and phasing.can_phase_in(game, obj)


@mutant(
    "only-phasing-comes-back",
    "502.1/b",
    "702.26a/b",
    "702.26a/f",
    title="Only permanents with phasing phase in; what an effect sent out stays away",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_due)
    def is_due(original, game, obj):
        return "phasing" in obj.face.keywords and original(game, obj)


@mutant("comes-back-in-every-untap-step", "502.1/d", title="Everything that is phased out comes back in the next untap step of any player")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_due)
    def is_due(original, game, obj):
        return not durations.held_out(game, obj) and phasing.can_phase_in(game, obj)


@mutant("phased-out-permanents-untap", "502.3/a", "702.26b/b", title="Phased-out permanents untap in the untap step", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.after(untap_step.untap)
    def untap(game):
        for obj in game.phased_out_permanents():
            if obj.controller in game.active_players:
                obj.tapped = False


# --- whose and which permanents untap (502.3) -------------------------------------------------------------------------------------


@mutant("owner-untaps-it", "502.3/b", title="A permanent untaps in its owner's untap step, whoever controls it", seen="argentum")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        if obj.owner in game.active_players and obj.controller not in game.active_players:
            return untap_step.says_of(game, DoesntUntap, obj) is None
        return obj.owner in game.active_players and original(game, obj)


@mutant("one-head-untaps", "502.3/a", "805.4/a", title="In a team's untap step only the permanents of one of its players untap")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        return obj.controller == game.active and original(game, obj)


@mutant("one-after-the-other", "502.3/c", title="Permanents untap one after the other, so that each sees only those that untap later")
def _(rules: Amendment) -> None:
    @rules.instead(untapping.untap_all)
    def untap_all(original, game, objects, rule="701.26b", in_untap_step=False, returning=None):
        untapped = []
        for obj in list(objects):
            untapped += yield from original(game, [obj], rule, in_untap_step)
        yield from original(game, [], rule, in_untap_step, returning)
        return untapped


@mutant("untaps-what-may-stay-tapped", "502.3/f", title="A permanent that may stay tapped always untaps")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        return None if class_ is MayStayTapped else original(game, class_, obj)


@mutant(
    "doesnt-untap-means-at-all",
    "502.3/d",
    "101.2/d",
    title="What does not untap in the untap step cannot be untapped by anything else",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping.untap_all)
    def untap_all(original, game, objects, rule="701.26b", in_untap_step=False, returning=None):
        free = [obj for obj in objects if in_untap_step or untapping.says_of(game, DoesntUntap, obj) is None]
        return (yield from original(game, free, rule, in_untap_step, returning))


@mutant(
    "doesnt-untap-in-any-step",
    "502.3/k",
    title="What does not untap in its controller's untap step does not in another player's",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._untaps_for_others)
    def for_others(original, game, obj):
        return original(game, obj) and untap_step.says_of(game, DoesntUntap, obj) is None


@mutant("others-untap-nothing", "502.3/k", title="Nothing untaps in the untap steps of other players, whatever says so")
def _(rules: Amendment) -> None:
    rules.never(untap_step._untaps_for_others, False)


@mutant(
    "each-players-untap-step-means-others",
    "502.3/k",
    "801.18/a",
    title='"During each player\'s untap step" untaps only in the steps of others than the controller of what says so',
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.statics)
    def statics(original, game, class_):
        found = original(game, class_)
        if class_ is not UntapDuringOthers:
            return found
        return [entry for entry in found if not entry[1].every or entry[0].controller not in game.active_players]


@mutant(
    "skipped-untap-step-untaps-for-others",
    "502.3/l",
    title="A permanent that untaps in the steps of others does so in one that is skipped",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        skipped = original(game, step)
        if skipped and step == "untap":
            for obj in [obj for obj in game.battlefield if obj.tapped and untap_step._untaps_for_others(game, obj)]:
                obj.tapped = False
                game.changed()
        return skipped


# --- effects that hold permanents tapped ------------------------------------------------------------------------------------------


@mutant("holds-spare-their-controller", "502.3/d", title="What keeps certain permanents tapped spares those of its own controller")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        if class_ is DoesntUntap and obj.attached_to is None:
            own = [entry for entry in untap_step.statics(game, DoesntUntap) if entry[0].controller == obj.controller]
            if any(entry[1].what.how == "each" for entry in own):
                return None
        return original(game, class_, obj)


@mutant(
    "holds-ask-for-printed-power",
    "502.3/i",
    title="What keeps creatures of some power tapped asks for the power that is printed on them",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        is_ = obj.characteristics
        power, is_.power = is_.power, obj.face.power if class_ is DoesntUntap else is_.power
        said = original(game, class_, obj)
        is_.power = power
        return said


@mutant(
    "conditional-holds-do-nothing",
    "502.3/d",
    title="What keeps a permanent tapped under a condition does not keep it so at all",
    seen="forge",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.statics)
    def statics(original, game, class_):
        found = original(game, class_)
        return [entry for entry in found if entry[1].if_ is None] if class_ is DoesntUntap else found


@mutant("only-some-types-untap", "502.3/a", title="Only artifacts, creatures and lands untap")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        return original(game, obj) and bool(obj.types & {"Artifact", "Creature", "Land"})


@mutant(
    "once-held-always-held",
    "502.3/i",
    "611.3a/a",
    seen="wagic",
    title="What an effect would have kept tapped at some time stays tapped though the effect is over",
)
def _(rules: Amendment) -> None:
    held: set[object] = set()

    @rules.before(turn_structure._step)
    def step(game, step, resumed=False, skip_it=False):
        held.update(obj for obj in game.battlefield if obj.tapped and untap_step.says_of(game, DoesntUntap, obj) is not None)

    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        return obj not in held and original(game, obj)
