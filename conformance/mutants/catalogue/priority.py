"""Engines that get it wrong who may act, and when state-based actions and triggers come between (rules 117, 405, 500.2, 608.2b)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import phasing, priority, stack, state_based_actions, triggered_abilities
from reference_engine.amendments import Amendment
from reference_engine.game import Game
from reference_engine.objects import Characteristics
from reference_engine.vocabulary.abilities import TargetSpec
from reference_engine.vocabulary.effects_objects import Damage

# --- who has priority -------------------------------------------------------------------------------------------------------------


@mutant("who-resolved-it-has-priority", "117.3b/a", title="After a spell or ability has resolved its controller has priority")
def _(rules: Amendment) -> None:
    last: dict[str, str] = {}

    @rules.before(stack.resolve_top)
    def resolve(game):
        last["player"] = game.stack[-1].controller

    @rules.instead(priority._after_resolution)
    def after(original, game):
        return last["player"] if game.is_in(last["player"]) else original(game)


@mutant("leaving-makes-all-pass-again", "117.4", "800.4a/f", title="When a player leaves instead of passing, all others have to pass again")
def _(rules: Amendment) -> None:
    @rules.instead(Game._resume)
    def resume(original, game, answer):
        return original(game, answer._steps if isinstance(answer, priority.Departure) else answer)


@mutant("acting-passes-priority-on", "117.3c/a", "117.3c/c", title="Who has acted passes priority to the next player")
def _(rules: Amendment) -> None:
    @rules.instead(priority._after_acting)
    def after(original, game, player):
        return game.next_player(original(game, player))


@mutant("active-player-has-priority-after-any-action", "117.3c/a", title="Whoever has acted, the active player has priority next")
def _(rules: Amendment) -> None:
    @rules.instead(priority._after_acting)
    def after(original, game, player):
        return game.active if game.is_in(game.active) else original(game, player)


@mutant("those-who-passed-stay-out", "117.3d/b", title="A player who has passed is not asked again when another one acts")
def _(rules: Amendment) -> None:
    rules.never(priority._begin_anew)


@mutant(
    "empty-stack-ends-the-step",
    "500.2/b",
    "405.5/b",
    "500.2/a",
    title="As the stack becomes empty the step ends without another round of passing",
)
def _(rules: Amendment) -> None:
    @rules.instead(priority.give)
    def give(original, game, first=None, fresh=True):
        asking = original(game, first, fresh)
        answer, busy = None, False
        while True:
            try:
                decision = asking.send(answer)
            except StopIteration:
                return
            if busy and not game.stack and decision.kind == "priority":
                return
            busy = bool(game.stack)
            answer = yield decision


@mutant(
    "whole-stack-resolves",
    "405.5/a",
    title="When all have passed everything on the stack resolves, and nobody has priority in between",
)
def _(rules: Amendment) -> None:
    @rules.instead(stack.resolve_top)
    def resolve(original, game):
        while game.stack and not game.ending_turn:
            yield from original(game)


# --- what comes before priority ---------------------------------------------------------------------------------------------------


@mutant(
    "triggers-before-state-based-actions",
    "117.5/a",
    "117.5/c",
    "704.3/d",
    "704.6f/a",
    title="Triggers go on the stack before state-based actions are performed",
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions.perform)
    def perform(original, game):
        if game.waiting:
            yield from triggered_abilities.put_on_stack(game)
        return (yield from original(game))


@mutant(
    "one-check-before-priority",
    "117.5/b",
    "704.3/c",
    title="State-based actions are checked once, and players get priority before the next check",
)
def _(rules: Amendment) -> None:
    @rules.instead(priority.settle)
    def settle(original, game):
        if game.waiting_returns:
            yield from priority.return_exiled(game)
        yield from state_based_actions.perform(game)
        if game.waiting and not game.over and len(game.players) > 1:
            yield from triggered_abilities.put_on_stack(game)


@mutant(
    "checks-within-a-resolution",
    "117.5/a",
    "704.3/a",
    "704.4/a",
    title="State-based actions are performed between the effects of one spell",
)
def _(rules: Amendment) -> None:
    @rules.instead(Damage.resolve)
    def resolve(original, self, ctx):
        yield from original(self, ctx)
        yield from state_based_actions.perform(ctx.game)


# --- targets and resolution -------------------------------------------------------------------------------------------------------


@mutant(
    "resolves-without-legal-targets",
    "608.2b/a",
    title="A spell or ability whose targets are all illegal does what it can without them",
)
def _(rules: Amendment) -> None:
    @rules.instead(stack._still_legal)
    def still_legal(original, game, item):
        original(game, item)
        return True


@mutant("target-is-found-by-its-card", "400.7/b", "608.2b/e", title="A target that left and came back is still the target")
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def resolve(game):
        item = game.stack[-1]
        found = [[game.objects.get(getattr(target, "id", ""), target) for target in slot] for slot in item.targets]
        if any(old is not new for a, b in zip(item.targets, found, strict=True) for old, new in zip(a, b, strict=True)):
            item.targets = item.context.targets = found


@mutant(
    "phased-target-is-lost",
    "400.7/c",
    "702.26d/a",
    "608.2b/d",
    title="A target that went out and came back meanwhile is not found any more",
)
def _(rules: Amendment) -> None:
    lost: set[object] = set()

    @rules.before(phasing._out)
    def out(game, leaving, happen, rule):
        lost.update((obj, item) for obj in leaving for item in game.stack)

    @rules.instead(stack._still_legal)
    def still_legal(original, game, item):
        legal = original(game, item)
        kept = [[target for target in slot if (target, item) not in lost] for slot in item.targets]
        all_lost = any(item.targets) and not any(kept)
        item.targets = item.context.targets = kept
        return legal and not all_lost


@mutant("fewer-targets-will-do", "115.6/a", "601.2c", title="A spell that wants two targets can be cast with one")
def _(rules: Amendment) -> None:
    @rules.instead(TargetSpec.bounds)
    def bounds(original, self, x):
        least, most = original(self, x)
        return min(least, 1), most


@mutant("bestowed-spell-is-a-creature-spell", "702.103b", title="A spell cast bestowed is a creature until it is on the battlefield")
def _(rules: Amendment) -> None:
    @rules.instead(Characteristics.become_bestowed)
    def only_permanents(original, is_):
        if is_.controller is not None:  # a spell's characteristics are those of a card, which nobody controls
            original(is_)
