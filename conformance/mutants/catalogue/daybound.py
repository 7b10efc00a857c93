"""Engines that get daybound and nightbound permanents wrong (rule 702.145)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import day_night, zones
from reference_engine.amendments import Amendment
from reference_engine.objects import GameObject
from reference_engine.vocabulary.effects_objects import Transform


def _transforms(rules: Amendment, keyword: str) -> None:
    """Effects turn over what has the keyword, and it stays so until day or night changes."""
    turned: set[object] = set()

    @rules.instead(Transform.resolve)
    def resolve(original, self, ctx):
        for obj in self.what.find(ctx):
            if obj.double_faced and obj.has_keyword(keyword):
                turned.add(obj)
                obj.transformed = not obj.transformed
                ctx.game.changed()
        yield from original(self, ctx)

    @rules.instead(day_night._double_faced)
    def double_faced(original, game):
        return [obj for obj in original(game) if obj not in turned]


@mutant("daybound-transforms-by-anything", "702.145b/c", title="Effects transform daybound permanents", seen="phase-rs")
def _(rules: Amendment) -> None:
    _transforms(rules, "daybound")


@mutant("nightbound-transforms-by-anything", "702.145e/b", title="Effects transform nightbound permanents", seen="phase-rs")
def _(rules: Amendment) -> None:
    _transforms(rules, "nightbound")


@mutant(
    "only-own-werewolves-turn",
    "702.145b/b",
    "702.145c/a",
    title="As night falls only the active player's daybound permanents turn over",
)
def _(rules: Amendment) -> None:
    @rules.instead(day_night._double_faced)
    def double_faced(original, game):
        return [obj for obj in original(game) if obj.controller == game.active]


@mutant("phased-out-werewolves-turn", "702.26b/b", "702.145b/b", title="As night falls phased-out daybound permanents turn over too")
def _(rules: Amendment) -> None:
    @rules.instead(day_night._double_faced)
    def double_faced(original, game):
        return [*original(game), *(obj for obj in game.phased_out_permanents() if obj.double_faced)]


@mutant(
    "daybound-given-back-too-late",
    "702.145c/b",
    "702.145f/a",
    seen="phase-rs",
    title="What has daybound or nightbound again turns over only with the next change",
)
def _(rules: Amendment) -> None:
    @rules.instead(day_night.at_any_time)
    def at_any_time(original, game):
        if game.day_night is None or game.step == "untap":
            original(game)


@mutant(
    "enters-with-its-day-face-at-night",
    "702.145b/a",
    title="A daybound permanent enters with its front face up at night and then transforms",
)
def _(rules: Amendment) -> None:
    rules.never(day_night.enters_transformed, False)


@mutant(
    "night-face-only-if-cast",
    "702.145b/a",
    title="A daybound card put onto the battlefield at night without being cast stays on its day face",
    seen="argentum",
)
def _(rules: Amendment) -> None:
    put: set[object] = set()

    @rules.instead(zones.put_onto_battlefield)
    def put_onto_battlefield(original, game, obj, controller, rule, **how):
        new = yield from original(game, obj, controller, rule, **how)
        if new is not None and rule not in ("608.3", "702.26c") and new.transformed and new.has_keyword("nightbound"):
            new.transformed = False
            put.add(new)
            game.changed()
        return new

    @rules.instead(day_night._double_faced)
    def double_faced(original, game):
        return [obj for obj in original(game) if obj not in put]


@mutant(
    "copies-have-two-faces", "702.145c/a", "712.9", title="A card with one face that copies a double-faced permanent turns over like it"
)
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.copiable_face)
    def copiable_face(original, obj):
        return obj.copiable

    @rules.instead(GameObject.double_faced)
    def double_faced(original, obj):
        return obj.copiable.back is not None

    @rules.instead(day_night.enters_transformed)
    def enters_transformed(original, game, obj):
        return game.day_night == "night" and obj.copiable.back is not None and "daybound" in obj.copiable.front.keywords
