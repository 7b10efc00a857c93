"""Mistakes about how long effects last (rules 611.2, 610.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, phasing, targets, triggered_abilities
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary import resolving
from reference_engine.vocabulary.effects_lasting import Modify
from reference_engine.vocabulary.statics import DoesntUntap

Change = Callable[[Any, Any], None]


def _begun(rules: Amendment, duration: str) -> Callable[[Change], Change]:
    """Decorates what is done with a continuous effect of that duration when it has begun: it is given the effect and its source."""

    def decorate(change: Change) -> Change:
        @rules.instead(resolving.hold)
        def hold(original: Rule, ctx: Context, static: Any, affected: Any, lasting: str, condition: Any = None) -> Any:
            before = len(ctx.game.continuous_effects)
            yield from original(ctx, static, affected, lasting, condition)
            if lasting == duration and len(ctx.game.continuous_effects) > before:
                change(ctx.game.continuous_effects[-1], ctx.source)

        return change

    return decorate


@mutant("ended-duration-begins-again", "611.2b/c", title="An effect works again once what it lasts for is so again", seen="argentum")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._end_what_no_longer_holds)
    def suspend(original: Rule, game: Game) -> Any:
        asleep = vars(game).setdefault("asleep", [])
        everything = [*game.continuous_effects, *asleep]
        awake = [effect for effect in everything if effect.holds is None or effect.holds()]
        changed = len(awake) < len(game.continuous_effects)
        game.continuous_effects = awake
        asleep[:] = [effect for effect in everything if effect not in awake]
        return changed


@mutant(
    "duration-that-is-over-lasts-for-the-turn",
    "611.2b/a",
    title="An effect whose duration is over as it would begin works until end of turn",
)
def _(rules: Amendment) -> None:
    @rules.instead(resolving.hold)
    def hold(original: Rule, ctx: Context, static: Any, affected: Any, lasting: str, condition: Any = None) -> Any:
        before = len(ctx.game.continuous_effects)
        yield from original(ctx, static, affected, lasting, condition)
        if lasting.startswith("as_long_as") and len(ctx.game.continuous_effects) == before:
            yield from original(ctx, static, affected, "end_of_turn", None)


@mutant(
    "tapped-source-need-not-be-there",
    "611.2b/c",
    title="What lasts as long as a permanent is tapped goes on after that left the battlefield tapped",
)
def _(rules: Amendment) -> None:
    @_begun(rules, "as_long_as_source_tapped")
    def tapped(effect: Any, source: Any) -> None:
        effect.holds = lambda: source.tapped


@mutant(
    "tapped-source-may-change-hands",
    "611.2b/c",
    title="A condition that its controller be you is not looked at again once the effect has begun",
)
def _(rules: Amendment) -> None:
    @_begun(rules, "as_long_as")
    def tapped(effect: Any, source: Any) -> None:
        effect.holds = lambda: source.visible and source.tapped


@mutant("bonus-while-tapped-ends-with-the-turn", "611.2b/c", title="What lasts as long as a permanent is tapped ends with the turn")
def _(rules: Amendment) -> None:
    @rules.instead(Modify.resolve)
    def until_end_of_turn(original: Rule, effect: Modify, ctx: Context) -> Any:
        yield from original(effect, ctx)
        for made in ctx.game.continuous_effects:
            if made.duration == "as_long_as_source_tapped" and getattr(made.static, "control", None) is None:
                made.duration = "end_of_turn"


@mutant("hold-lasts-while-it-is-attached", "611.2b/c", title="What lasts as long as Equipment is on the battlefield ends as that moves")
def _(rules: Amendment) -> None:
    @_begun(rules, "as_long_as_source")
    def attached(effect: Any, source: Any) -> None:
        holds, host = effect.holds, source.attached_to
        effect.holds = lambda: holds() and source.attached_to is host


@mutant(
    "hold-outlives-its-source",
    "611.2b/c",
    title="What lasts as long as a permanent is on the battlefield goes on after that is gone or out",
)
def _(rules: Amendment) -> None:
    @_begun(rules, "as_long_as_source")
    def for_good(effect: Any, source: Any) -> None:
        effect.holds = None


@mutant("control-is-not-watched", "611.2b/b", title="What lasts as long as you control a permanent lasts as long as that is there")
def _(rules: Amendment) -> None:
    @_begun(rules, "as_long_as_controlled")
    def there(effect: Any, source: Any) -> None:
        effect.holds = lambda: source.visible


@mutant(
    "seized-source-holds-all-the-same",
    "611.2b/a",
    "611.2b/b",
    title="A hold for as long as you control its source begins though another player has it",
)
def _(rules: Amendment) -> None:
    @rules.instead(resolving.hold)
    def hold(original: Rule, ctx: Context, static: Any, affected: Any, lasting: str, condition: Any = None) -> Any:
        lasting = "as_long_as_source" if lasting == "as_long_as_controlled" else lasting
        yield from original(ctx, static, affected, lasting, condition)


@mutant(
    "control-of-a-source-that-is-out-counts",
    "702.26f/d",
    title="A player still controls a permanent that is out, for what lasts as long as they do",
)
def _(rules: Amendment) -> None:
    @_begun(rules, "as_long_as_controlled")
    def out_too(effect: Any, source: Any) -> None:
        effect.holds = lambda: source.exists and source.controller == effect.controller


@mutant(
    "tapping-fails-with-the-hold",
    "608.2c",
    "611.2b/a",
    title="An ability that taps and holds does neither if its source is untapped by then",
)
def _(rules: Amendment) -> None:
    from reference_engine import stack

    @rules.instead(stack._still_legal)
    def tapped(original: Rule, game: Game, item: Any) -> Any:
        source, body = item.source, item.body
        holds = any(str(getattr(effect, "until", "")).startswith("as_long_as_") for mode in body.modes for effect in mode.effects)
        over = holds and len(body.modes[0].effects) > 1 and source is not None
        if over and (not source.tapped if source.face.types & {"Artifact"} else source.controller != item.controller):
            return False
        return original(game, item)


@mutant(
    "hold-is-on-the-controllers-step", "502.3/b", title="What is held stays tapped only in the steps of the player who controlled it then"
)
def _(rules: Amendment) -> None:
    from reference_engine import untap_step

    @rules.after(resolving.hold)
    def note(ctx: Context, static: Any, affected: Any, *args: Any) -> None:
        for obj in affected or ():
            if isinstance(static, DoesntUntap):
                obj.memory["held under"] = obj.controller

    @rules.instead(untap_step._may_untap)
    def of_another(original: Rule, game: Game, obj: GameObject) -> Any:
        held = obj.memory.get("held under")
        return (held is not None and held != obj.controller == game.active) or original(game, obj)


@mutant("holding-player-chooses-the-victim", "601.2c", "115.1", title="The controller chooses a target that an opponent is to choose")
def _(rules: Amendment) -> None:
    from reference_engine.decisions import Targets

    @rules.instead(targets.settle)
    def the_controller(original: Rule, game: Game, context: Context, specs: Any, slots: Any, named: Any, source: GameObject) -> Any:
        return named if named is not None else (yield Targets(context.controller, slots, source))


@mutant("delayed-counters-go-on", "603.7b/a", title="A delayed ability for as long as its source is tapped goes on after that untapped")
def _(rules: Amendment) -> None:
    rules.never(triggered_abilities.Delayed.is_over, False)


@mutant("delayed-counters-come-once", "603.7b/a", title="A delayed ability for a duration triggers once and is over")
def _(rules: Amendment) -> None:
    @rules.after(triggered_abilities.trigger_now)
    def once(game: Game, source: Any, ability: Any, controller: str, fields: dict[str, Any], *args: Any) -> None:
        delayed = fields.get("_delayed")
        if delayed is not None and delayed.lasting == "as_long_as_source_tapped" and delayed in game.delayed:
            game.delayed.remove(delayed)


@mutant("control-without-end-ends-with-phasing", "611.2a/b", title="Control that nothing limits ends as the permanent phases out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def over(game: Game, leaving: list[GameObject], *args: Any) -> None:
        for effect in list(game.continuous_effects):
            if effect.duration == "indefinitely" and any(obj in leaving for obj in effect.affected or ()):
                game.continuous_effects.remove(effect)


@mutant(
    "control-without-end-needs-its-source",
    "611.2/a",
    title="Control that nothing limits ends as the permanent that gave it leaves the battlefield",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._end_what_no_longer_holds)
    def with_its_source(original: Rule, game: Game) -> Any:
        changed = original(game)
        kept = [
            effect
            for effect in game.continuous_effects
            if effect.duration != "indefinitely" or effect.source is None or effect.source.exists
        ]
        changed = changed or len(kept) < len(game.continuous_effects)
        game.continuous_effects = kept
        return changed


@mutant("damage-means-combat-damage", "120.3", title="Abilities that trigger on damage trigger on combat damage only")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary.triggers import DealsDamage

    @rules.instead(DealsDamage.holds)
    def in_combat(original: Rule, trigger: Any, fields: dict[str, Any], ctx: Context) -> Any:
        return bool(fields.get("combat")) and original(trigger, fields, ctx)


@mutant(
    "durations-begin-again-by-old-rules",
    "611.2b",
    title="A duration that ended and began again in one resolution is over, as before November 2024",
)
def _(rules: Amendment) -> None:
    rules.edition("durations_begin_again", False)


@mutant(
    "durations-have-always-begun-again",
    "611.2b",
    title="A duration that ended and began again in one resolution begins by the older rules too",
)
def _(rules: Amendment) -> None:
    rules.edition("durations_begin_again", True)
