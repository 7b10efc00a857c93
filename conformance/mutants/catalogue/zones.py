"""Mistakes about objects that change zones, tokens, and what is a permanent's own (rules 110, 111, 205, 400.7)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, state_based_actions, triggered_abilities, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.game import Game
from reference_engine.objects import DIRECT, Characteristics, GameObject


@mutant(
    "control-falls-back-to-the-owner",
    "110.2/a",
    "110.2/b",
    title="When a loan ends a permanent goes to its owner, whoever it entered under",
)
def _(rules: Amendment) -> None:
    @rules.after(continuous_effects.end)
    def to_the_owner(game: Game, duration: str, player: str | None = None) -> None:
        for obj in game.all_permanents():
            if duration == "end_of_turn" and obj.controller != obj.controller_base:
                obj.controller_base = obj.owner
                game.changed()


@mutant("absent-loan-is-kept", "110.2/b", "702.26f/c", title="A borrowed permanent that is out as the loan ends stays with the borrower")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects.end)
    def keep(game: Game, duration: str, player: str | None = None) -> None:
        for obj in game.phased_out_permanents():
            if duration == "end_of_turn" and obj.phased_under is not None:
                obj.controller_base = obj.phased_under


@mutant(
    "what-an-effect-brings-is-its-owners",
    "110.2/c",
    title="What an effect puts onto the battlefield under your control is its owner's by default",
)
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def the_owners(original: Rule, game: Game, obj: GameObject, controller: str, rule: str, **how: Any) -> Any:
        return (yield from original(game, obj, obj.owner if rule == "400.7" else controller, rule, **how))


@mutant("effects-follow-the-card", "400.7/a", "110.2/c", title="An effect goes on for a card that left the battlefield and came back")
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def follow(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        for effect in game.continuous_effects if new is not None else ():
            if effect.affected is not None and not effect.holds:
                effect.affected += [new] if any(old.id == new.id for old in effect.affected) else []
        game.changed()
        return new


@mutant("card-enters-as-tapped-as-it-left", "110.5d/a", title="A card that left the battlefield tapped enters it tapped")
def _(rules: Amendment) -> None:
    @rules.instead(zones._renew)
    def remember(original: Rule, game: Game, obj: GameObject, zone: str) -> Any:
        new = original(game, obj, zone)
        new.memory["was tapped"] = obj.tapped
        return new

    @rules.instead(zones.put_onto_battlefield)
    def tapped(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        if new is not None and obj.memory.get("was tapped"):
            new.tapped = True
        return new


@mutant(
    "what-stops-being-a-creature-untaps", "110.5c/b", title="A land that stops being a creature at the end of the turn is untapped by that"
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.end)
    def untap(original: Rule, game: Game, duration: str, player: str | None = None) -> None:
        creatures = [obj for obj in game.battlefield if obj.is_type("Creature")]
        original(game, duration, player)
        game.refresh()
        for obj in creatures:
            if not obj.is_type("Creature"):
                obj.tapped = False


@mutant("what-has-phasing-enters-phased-out", "110.5b/a", title="A permanent with phasing enters the battlefield phased out")
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def out(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        if new is not None and "phasing" in new.face.keywords:
            new.phase, new.phased_under = DIRECT, new.controller
            game._seen = None
            game.changed()
        return new


@mutant("leaving-of-tokens-is-not-seen", "111.7/b", title="Abilities that watch for leaving the battlefield miss tokens")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._consider)
    def cards_only(original: Rule, game: Game, event: Any, *args: Any) -> Any:
        obj = event.fields.get("object")
        missed = event.kind in ("left_battlefield", "dies") and isinstance(obj, GameObject) and obj.token
        return not missed and original(game, event, *args)


@mutant("blinked-token-returns", "111.8/a", title="A token that is exiled and returned by one effect comes back")
def _(rules: Amendment) -> None:
    rules.never(zones._has_left, False)


@mutant("exiled-token-waits-in-exile", "111.7/a", "111.8/b", title="A token that was exiled stays in exile and can come back from there")
def _(rules: Amendment) -> None:
    rules.never(zones._has_left, False)

    @rules.instead(state_based_actions._tokens_that_cease)
    def but_in_exile(original: Rule, game: Game) -> Any:
        return [obj for obj in original(game) if obj.zone != "exile"]


@mutant("subtypes-are-single-words", "205.3b/a", "205.3n/a", title="A subtype of two words is taken for two subtypes")
def _(rules: Amendment) -> None:
    @rules.instead(Characteristics.__init__)
    def words(original: Rule, is_: Characteristics, face: Any, controller: Any) -> None:
        original(is_, face, controller)
        is_.subtypes = frozenset(word for subtype in is_.subtypes for word in subtype.split())


@mutant("subtypes-are-one-phrase", "205.3b/b", title="All words after the dash are one subtype")
def _(rules: Amendment) -> None:
    @rules.instead(Characteristics.__init__)
    def phrase(original: Rule, is_: Characteristics, face: Any, controller: Any) -> None:
        original(is_, face, controller)
        if "Creature" in is_.types and len(is_.subtypes) > 1:
            is_.subtypes = frozenset({" ".join(sorted(is_.subtypes))})


@mutant(
    "returned-aura-is-not-found-in-the-graveyard",
    "400.7e/a",
    title="An Aura that returns itself as it goes to the graveyard is not found there",
)
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary.selectors import Objects

    @rules.instead(Objects._find)
    def lost(original: Rule, objects: Objects, ctx: Any) -> Any:
        return [] if objects.how == "that_card" else original(objects, ctx)


@mutant("blink-loses-what-it-exiled", "400.7j/a", title="A spell that exiles a creature and returns it does not find it in exile")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary.effects_moving import ReturnToBattlefield

    @rules.instead(ReturnToBattlefield.resolve)
    def lost(original: Rule, effect: ReturnToBattlefield, ctx: Any) -> Any:
        if effect.what.how != "it":
            yield from original(effect, ctx)
