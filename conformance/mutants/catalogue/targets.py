"""Targets (rule 115, 601.2c, 608.2b): what may be one, when it is chosen, and how it is changed."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import protection, stack, targets
from reference_engine import state_based_actions as sba
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.errors import Illegal
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary import effects_targets
from reference_engine.vocabulary.effects_moving import Destroy


@mutant("casts-without-a-target", "115.1/a", "115.1a/a", "115.1c/a", title="A spell that needs a target can be cast without one")
def _(rules: Amendment) -> None:
    @rules.instead(targets.legal_slots)
    def slots(original: Any, game: Game, context: Context, specs: Any) -> Any:
        found = original(game, context, specs)
        return found if found is not None else [(0, 0, []) for _ in specs]


@mutant("same-target-twice-for-one-word", "115.3/a", title="A spell for two creatures can have the same creature as both targets")
def _(rules: Amendment) -> None:
    @rules.instead(targets.distribute)
    def distribute(original: Any, game: Game, slots: Any, ids: list[Any]) -> Any:
        named = [getattr(item, "id", item) for item in ids]
        if len(slots) == 1 and len(set(named)) < len(named):
            by_id = {getattr(thing, "id", thing): thing for thing in slots[0][2]}
            return [[by_id[name] for name in named]]
        return original(game, slots, ids)


@mutant("no-target-twice-in-one-spell", "115.3/b", title="A creature cannot be the target of two uses of the word in one spell")
def _(rules: Amendment) -> None:
    @rules.instead(targets.distribute)
    def distribute(original: Any, game: Game, slots: Any, ids: list[Any]) -> Any:
        named = [getattr(item, "id", item) for item in ids]
        if len(set(named)) < len(named):
            raise Illegal("target", "nothing may be named twice")
        return original(game, slots, ids)


@mutant("spell-targets-itself", "115.5/a", "115.1/a", title="A spell that targets a spell can target itself")
def _(rules: Amendment) -> None:
    @rules.instead(targets.candidates)
    def candidates(original: Any, game: Game, context: Context, spec: Any) -> Any:
        found = original(game, context, spec)
        of_spells = spec.item is not None or (spec.what is not None and spec.what.zone == "stack")
        return [*found, context.source] if of_spells and context.source is not None else found


@mutant("targets-in-any-zone", "115.2/a", "115.2/b", title="A spell that targets a creature finds creature cards in graveyards too")
def _(rules: Amendment) -> None:
    @rules.instead(targets.candidates)
    def candidates(original: Any, game: Game, context: Context, spec: Any) -> Any:
        found = original(game, context, spec)
        if spec.what is None or spec.what.zone != "battlefield":
            return found
        cards = [card for player in game.players for card in game.zone(player, "graveyard")]
        return [*found, *(card for card in cards if spec.what.describes(card, context))]


@mutant(
    "absent-permanents-are-found-in-the-graveyard",
    "702.26b/a",
    "115.2/b",
    title="What returns a card from a graveyard can return what is out",
)
def _(rules: Amendment) -> None:
    @rules.instead(targets.candidates)
    def candidates(original: Any, game: Game, context: Context, spec: Any) -> Any:
        found = original(game, context, spec)
        if spec.what is None or spec.what.zone != "graveyard":
            return found
        return [*found, *(obj for obj in game.phased_out_permanents() if spec.what.describes(obj, context))]


@mutant("any-target-takes-every-permanent", "115.4/b", title="A spell with any target can be aimed at a land")
def _(rules: Amendment) -> None:
    @rules.instead(targets.candidates)
    def candidates(original: Any, game: Game, context: Context, spec: Any) -> Any:
        found = original(game, context, spec)
        any_target = spec.what is not None and spec.players == "any" and len(spec.what.types) > 1
        return [*found, *(obj for obj in game.battlefield if obj not in found)] if any_target else found


@mutant("any-target-takes-no-planeswalker", "115.4/a", title="A spell with any target cannot be aimed at a planeswalker")
def _(rules: Amendment) -> None:
    @rules.instead(targets.candidates)
    def candidates(original: Any, game: Game, context: Context, spec: Any) -> Any:
        found = original(game, context, spec)
        if spec.players is None:
            return found
        return [thing for thing in found if isinstance(thing, str) or not thing.is_type("Planeswalker")]


@mutant("sweepers-spare-hexproof", "115.10/b", title="A spell that destroys all creatures spares what its player could not target")
def _(rules: Amendment) -> None:
    @rules.instead(Destroy.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        if self.what.how == "each":
            for obj in ctx.game.battlefield:
                if not protection.can_be_targeted(ctx.game, obj, ctx.source, ctx.controller):
                    obj.characteristics.keywords = obj.characteristics.keywords | {"indestructible"}
        yield from original(self, ctx)


@mutant("sweepers-look-as-they-are-cast", "115.10/a", title="A spell that destroys all creatures spares who came in after it was cast")
def _(rules: Amendment) -> None:
    @rules.instead(Destroy.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        later = [obj for obj in ctx.game.battlefield if obj.memory.get("came back", -1) > ctx.since] if self.what.how == "each" else []
        for obj in later:
            obj.characteristics.keywords = obj.characteristics.keywords | {"indestructible"}
        yield from original(self, ctx)

    from reference_engine import phasing

    @rules.after(phasing._comes_back)
    def back(game: Game, obj: Any, tapped: bool) -> None:
        obj.memory["came back"] = game.tick()


@mutant(
    "aura-falls-off-what-it-could-not-target", "115.1b/b", "303.4c/d", title="An Aura falls off what its player could not target any more"
)
def _(rules: Amendment) -> None:
    @rules.instead(sba._attachments)
    def attached(original: Any, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        for obj in game.index.attachments:
            host = obj.attached_to
            aura = "Aura" in obj.characteristics.subtypes and obj not in auras
            if aura and isinstance(host, GameObject) and not protection.can_be_targeted(game, host, obj, obj.controller):
                auras.append(obj)
        return auras, unattached, bestowed


@mutant(
    "aura-spell-enters-without-its-target",
    "115.1b/a",
    "608.2b/a",
    title="An Aura spell whose target is gone enters and takes another creature",
)
def _(rules: Amendment) -> None:
    @rules.instead(stack._still_legal)
    def legal(original: Any, game: Game, item: Any) -> bool:
        is_ = bool(original(game, item))
        return is_ or (item.object is not None and item.object.face.enchant is not None)


@mutant("new-target-may-be-the-old-one", "115.7a/a", title="Who has to change a target may leave it as it is")
def _(rules: Amendment) -> None:
    @rules.instead(targets.others_than_chosen)
    def others(original: Any, game: Game, item: Any) -> Any:
        return targets.new_or_chosen(game, item)


@mutant("new-target-is-any-creature", "115.7a/a", "115.8/a", "115.7d/b", title="A new target need not be what the spell may target")
def _(rules: Amendment) -> None:
    @rules.instead(targets.new_or_chosen)
    def new(original: Any, game: Game, item: Any) -> Any:
        return [(least, most, list(dict.fromkeys([*pool, *game.battlefield]))) for least, most, pool in original(game, item)]


@mutant("no-new-target-no-target", "115.7a/b", title="A target that has to be changed and cannot be is lost")
def _(rules: Amendment) -> None:
    @rules.instead(effects_targets.ChangeTarget.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        for item in effects_targets._spells(ctx):
            if targets.others_than_chosen(ctx.game, item) is None:
                item.targets = [[] for _ in item.targets]
                item.context.targets = item.targets
                stack.counter(ctx.game, item)
        yield from original(self, ctx)


@mutant(
    "illegal-target-is-not-counted", "115.9a/a", "115.7a/c", title="A target that is illegal by now is not counted among a spell's targets"
)
def _(rules: Amendment) -> None:
    @rules.instead(targets._item_fits)
    def fits(original: Any, item: Any, spec: Any, context: Context) -> bool:
        gone = any(not isinstance(target, str) and not getattr(target, "visible", True) for slot in item.targets for target in slot)
        return bool(original(item, spec, context)) and not (spec.item == "spell_with_a_single_target" and gone)


@mutant("illegal-target-has-to-be-changed", "115.7d/a", title="Who may choose new targets cannot leave one that is illegal by now")
def _(rules: Amendment) -> None:
    @rules.instead(targets.new_or_chosen)
    def new(original: Any, game: Game, item: Any) -> Any:
        slots = original(game, item)
        return [(least, most, [thing for thing in pool if getattr(thing, "visible", True)]) for least, most, pool in slots]


@mutant(
    "new-targets-are-seen-by-who-chooses-them",
    "115.8/a",
    "115.7d/b",
    title="A new target is an opponent's as the chooser sees it, not as the spell does",
)
def _(rules: Amendment) -> None:
    @rules.instead(effects_targets.ChooseNewTargets.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        items = effects_targets._spells(ctx)
        for item in items:
            item.context.controller = ctx.controller
        yield from original(self, ctx)
        for item in items:
            item.context.controller = item.controller
