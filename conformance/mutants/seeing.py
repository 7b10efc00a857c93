"""Tools for mutants that see what is phased out: for the length of one look it counts as phased in."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from reference_engine import continuous_effects
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import IN, GameObject
from reference_engine.vocabulary.selectors import Objects
from reference_engine.vocabulary.statics import Modification


@contextmanager
def seeing(game: Game, only: Collection[GameObject] | None = None) -> Iterator[None]:
    """What is phased out (or `only` that of it) looks phased in. Only for looks: nothing may change and nobody may be asked meanwhile."""
    out = {obj: obj.phase for obj in game.phased_out_permanents() if only is None or obj in only}
    seen = game._seen
    for obj in out:
        obj.phase = IN
    game._seen = None
    try:
        yield
    finally:
        for obj, phase in out.items():
            obj.phase = phase
        game._seen = seen


def look_through(rules: Amendment, rule: Any, game_of: Any = lambda first, *rest: first) -> None:
    """`rule` is carried out as if what is phased out were in. It has to be a look: a rule that changes nothing and asks nobody.

    `game_of` finds the game in what the rule is given; it is the first argument unless told otherwise.
    """

    @rules.instead(rule)
    def look(original: Any, *given: Any, **named: Any) -> Any:
        with seeing(game_of(*given)):
            return original(*given, **named)


def by_context(first: Any, ctx: Context, *rest: Any) -> Game:
    """The game, for methods of the vocabulary that are given a context."""
    return ctx.game


def absent(objects: Objects, ctx: Context) -> list[GameObject]:
    """What is named and phased out."""
    with seeing(ctx.game):
        found = objects.find(ctx)
    return [obj for obj in found if not obj.phased_in]


class Found(Objects):
    """Certain objects, whatever their status."""

    def __init__(self, found: list[GameObject]) -> None:
        super().__init__("those")
        object.__setattr__(self, "found", found)

    def find(self, ctx: Context) -> list[GameObject]:
        return list(self.found)  # type: ignore[attr-defined]


def reaches_out(rules: Amendment, effect: Any, *ways: str, named: str = "what") -> None:
    """The effect acts on what it names in these `ways` ("each", "this", "target", ...) though it is phased out."""

    @rules.instead(effect.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        objects = getattr(self, named)
        if objects is not None and objects.how in ways:
            self = dataclasses.replace(self, **{named: Found([*objects.find(ctx), *absent(objects, ctx)])})
        yield from original(self, ctx)


def still_says(rules: Amendment, *statements: type) -> None:
    """Static abilities with such a statement work while their source is phased out."""

    @rules.instead(continuous_effects.statics)
    def says(original: Any, game: Game, class_: type) -> Any:
        said = list(original(game, class_))
        if class_ in statements:
            for obj in game.phased_out_permanents():
                context = Context(game, obj, obj.controller)
                for ability in obj.characteristics.abilities:
                    static = getattr(ability, "static", None)
                    if isinstance(static, class_) and (getattr(static, "if_", None) is None or static.if_.holds(context)):  # type: ignore[attr-defined]
                        said.append((context, static, None))
        return said


def still_hears(rules: Amendment, *events: str) -> None:
    """Abilities that trigger on such events do so while their source is phased out."""

    @rules.instead(continuous_effects._index)
    def index(original: Any, game: Game, sources: list[GameObject]) -> Any:
        made = original(game, sources)
        for obj in game.phased_out_permanents():
            for ability in obj.characteristics.abilities:
                for trigger in getattr(ability, "triggers", None) or ():
                    if ability.zone == "battlefield" and trigger.event in events:
                        made.triggers.setdefault(trigger.event, []).append((obj, ability, trigger))
        return made


def still_changes(rules: Amendment, which: Callable[[Modification], Any]) -> None:
    """What `which` fits of the changes that static abilities make goes on while their source is phased out."""

    @rules.instead(continuous_effects.refresh)
    def refresh(original: Any, game: Game) -> Any:
        if any(effect.duration == "absent" for effect in game.continuous_effects):
            return original(game)
        for obj in game.phased_out_permanents():
            for static in (ability.static for ability in obj.face.statics):
                if isinstance(static, Modification) and which(static):
                    context = Context(game, obj, obj.controller)
                    game.continuous_effects.append(continuous_effects.ContinuousEffect(static, context, "absent", obj.timestamp, None))
        index = original(game)
        game.continuous_effects = [effect for effect in game.continuous_effects if effect.duration != "absent"]
        return index
