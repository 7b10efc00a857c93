"""Mistakes about what several continuous effects make of a permanent (rules 611.3, 613)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, untapping, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.amounts import IsUntapped


@mutant("earlier-effect-wins", "613.7/a", "613.7a/a", title="Of two effects that set the same the earlier one wins")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._apply)
    def latest_first(game: Game, seen: Any, effects: list[Any]) -> None:
        effects.reverse()


@mutant("effects-of-spells-are-the-latest", "613.7b/a", title="Effects of resolved abilities are applied after those of all permanents")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._apply)
    def permanents_first(game: Game, seen: Any, effects: list[Any]) -> None:
        effects.sort(key=lambda effect: effect.ability is None)


@mutant("permanents-are-the-latest", "613.7b/a", title="Effects of permanents are applied after those of all resolved abilities")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._apply)
    def permanents_last(game: Game, seen: Any, effects: list[Any]) -> None:
        effects.sort(key=lambda effect: effect.ability is not None)


@mutant(
    "new-object-keeps-the-timestamp-of-its-card",
    "613.7d/a",
    "613.7a/a",
    title="A permanent that left and was cast again has the timestamp that it had before",
)
def _(rules: Amendment) -> None:
    @rules.before(zones.move)
    def remember(game: Game, obj: GameObject, *args: Any, **how: Any) -> None:
        if obj.zone == "battlefield":
            vars(game).setdefault("stamps", {})[obj.id] = obj.timestamp

    @rules.instead(zones.put_onto_battlefield)
    def as_before(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        if new is not None and new.id in vars(game).get("stamps", {}):
            new.timestamp = vars(game)["stamps"][new.id]
            game.changed()
        return new


@mutant(
    "lost-ability-stops-in-later-layers",
    "613.6",
    title="An ability that an effect takes away does nothing in later layers, though it had begun to apply",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._Effect.objects)
    def as_long_as_it_is_there(original: Rule, effect: Any) -> Any:
        source = effect.context.source
        if effect.ability is not None and source is not None and not continuous_effects._has(source, effect.ability):
            return []
        return original(effect)


@mutant("taken-abilities-apply", "613.6", title="A static ability applies though its source has lost all abilities in an earlier layer")
def _(rules: Amendment) -> None:
    rules.never(continuous_effects._has, True)


@mutant(
    "anthem-goes-by-the-default-controller",
    "613.1b/a",
    title="A bonus to your creatures counts those that entered under you, whoever controls them",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._Effect.objects)
    def by_default(original: Rule, effect: Any) -> Any:
        game = effect.context.game
        if effect.affected is not None or effect.modification.control is not None:
            return original(effect)
        controllers = {obj: obj.characteristics.controller for obj in game.battlefield}
        for obj in controllers:
            obj.characteristics.controller = obj.controller_base
        found = original(effect)
        for obj, controller in controllers.items():
            obj.characteristics.controller = controller
        return found


@mutant("first-control-effect-wins", "613.7/a", title="Of two effects that give control of a permanent the earlier one wins")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._apply)
    def earliest_last(game: Game, seen: Any, effects: list[Any]) -> None:
        control = [effect for effect in effects if effect.modification.control is not None]
        effects[:] = [*control[::-1], *(effect for effect in effects if effect not in control)]


@mutant(
    "anthem-covers-who-was-there", "611.3a/a", title="What a permanent says of others is true only of those that were there as it entered"
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._Effect.objects)
    def earlier(original: Rule, effect: Any) -> Any:
        found = original(effect)
        source = effect.context.source
        if effect.ability is None or source is None or source.zone != "battlefield":
            return found
        return [obj for obj in found if obj is source or obj is source.attached_to or obj.entered <= source.entered]


@mutant("anthem-misses-what-comes-back", "611.3a/b", title="What phases in is not covered by what was said of all permanents meanwhile")
def _(rules: Amendment) -> None:
    from reference_engine import phasing

    @rules.after(phasing._in)
    def note(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            obj.memory["came in"] = game.timestamp

    @rules.instead(continuous_effects._Effect.objects)
    def later_ones(original: Rule, effect: Any) -> Any:
        found = original(effect)
        if effect.ability is None or effect.modification.what.how != "each":
            return found
        return [obj for obj in found if obj.memory.get("came in", -1) < effect.timestamp]


@mutant(
    "bonus-of-the-untapped-outlasts-tapping-for-mana",
    "611.3a/a",
    "701.26a",
    title="What a creature has while it is untapped it keeps, when it is tapped for mana, until the step ends",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.before(untapping.tap)
    def unnoticed(game: Game, objects: list[GameObject], rule: str = "701.26a") -> None:
        if rule == "107.5":
            vars(game)["unnoticed"] = {*vars(game).get("unnoticed", ()), *((obj, game.step_serial) for obj in objects)}

    @rules.instead(IsUntapped.holds)
    def holds(original: Rule, self: IsUntapped, ctx: Context) -> Any:
        kept = vars(ctx.game).get("unnoticed", ())
        return original(self, ctx) or any((obj, ctx.game.step_serial) in kept for obj in self.what.find(ctx))
