"""Mistakes about what a permanent is for a player: Ring-bearer, partner, prepared, commander (rules 701.54, 702.95, 722, 903)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import commander, pairing, phasing, preparation, the_ring
from reference_engine.amendments import Amendment, Rule
from reference_engine.game import Game
from reference_engine.objects import IN, GameObject
from reference_engine.vocabulary import designations

# --- the Ring ---------------------------------------------------------------------------------------------------------------------


@mutant("ring-bearer-that-is-out-is-one-no-more", "701.54a", "702.26d/a", title="A Ring-bearer that phases out has lost the designation")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def lose(game: Game, leaving: list[GameObject], *args: Any) -> None:
        game.ring_bearers = {player: obj for player, obj in game.ring_bearers.items() if obj not in leaving}


@mutant("absent-creature-becomes-ring-bearer", "701.54a", "702.26b/c", title="A creature that is out can be chosen as Ring-bearer")
def _(rules: Amendment) -> None:
    @rules.instead(the_ring.tempt)
    def the_old_one(original: Rule, game: Game, player: str, source: Any) -> Any:
        old = game.ring_bearers.get(player)
        yield from original(game, player, source)
        if old is not None and old.exists and old.phase != IN:
            game.ring_bearers[player] = old


@mutant("without-a-choice-no-ring-bearer", "701.54a", "701.54c", title="Who is tempted without a creature has no Ring-bearer any more")
def _(rules: Amendment) -> None:
    @rules.before(the_ring.tempt)
    def nobody(game: Game, player: str, source: Any) -> None:
        if not any(obj.controller == player and obj.is_type("Creature") for obj in game.battlefield):
            game.ring_bearers.pop(player, None)


@mutant("two-ring-bearers", "701.54a", title="A creature that comes back is Ring-bearer again, though another was chosen meanwhile")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def note(game: Game, leaving: list[GameObject], *args: Any) -> None:
        for player, obj in game.ring_bearers.items():
            if obj in leaving:
                obj.memory["bore the ring"] = player

    @rules.after(phasing._in)
    def again(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            if "bore the ring" in obj.memory:
                game.ring_bearers[obj.memory["bore the ring"]] = obj


@mutant("ring-watches-all-attackers", "701.54c", title="The Ring's ability triggers for every attacker of its player")
def _(rules: Amendment) -> None:
    @rules.instead(designations.RingBearerDoes.holds)
    def anybody(original: Rule, trigger: Any, fields: dict[str, Any], ctx: Any) -> Any:
        attacks = trigger.event == "attacks" and fields["object"].controller == ctx.controller
        return attacks or original(trigger, fields, ctx)


@mutant("ring-does-not-grow-without-a-bearer", "701.54c", title="The Ring gains no ability when its player has no creature to choose")
def _(rules: Amendment) -> None:
    @rules.instead(the_ring.tempt)
    def nothing(original: Rule, game: Game, player: str, source: Any) -> Any:
        if any(obj.controller == player and obj.is_type("Creature") for obj in game.battlefield):
            yield from original(game, player, source)


# --- soulbond ---------------------------------------------------------------------------------------------------------------------


@mutant(
    "pair-survives-phasing",
    "702.95e",
    "702.26f/d",
    title="Two paired creatures are still paired after one of them was out",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.after(pairing.pair)
    def for_good(game: Game, one: GameObject, other: GameObject, player: str) -> None:
        game.continuous_effects[-1].holds = lambda: one.exists and other.exists


@mutant(
    "pair-that-goes-together-stays-together", "702.95e", "702.26f/f", title="Two paired creatures that go out together come back paired"
)
def _(rules: Amendment) -> None:
    @rules.after(pairing.pair)
    def both(game: Game, one: GameObject, other: GameObject, player: str) -> None:
        game.continuous_effects[-1].holds = lambda: one.exists and other.exists and one.visible == other.visible


@mutant("soulbond-finds-who-is-out", "702.95a", "702.26b/b", title="A soulbond ability triggers and pairs with a creature that is out")
def _(rules: Amendment) -> None:
    @rules.instead(designations._partners)
    def out_too(original: Rule, ctx: Any) -> Any:
        out = [obj for obj in ctx.game.phased_out_permanents() if obj.owner == ctx.controller and obj.is_type("Creature")]
        return original(ctx) + out


@mutant(
    "soulbond-does-not-look-again", "702.95c", "603.4/b", title="A soulbond ability pairs with a creature that went out before it resolved"
)
def _(rules: Amendment) -> None:
    @rules.instead(pairing.can_pair)
    def as_it_was(original: Rule, game: Game, obj: Any, player: str) -> Any:
        was_there = obj is not None and obj.exists and obj.is_type("Creature") and obj.controller == player
        return (was_there and bool(game.stack)) or original(game, obj, player)


@mutant("returning-creature-is-paired-anew", "702.95a", "702.26d/c", title="A soulbond ability triggers when a creature phases in")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def enter(game: Game, returning: list[GameObject], happen: Any, *args: Any) -> None:
        for obj in returning:
            if any(ability.id == "soulbond" for ability in obj.face.abilities):
                happen("entered", object=obj, _from="exile")


# --- prepared permanents ----------------------------------------------------------------------------------------------------------


@mutant("prepare-spell-is-not-made-anew", "722.3c/a", title="A prepared permanent that phases in has no copy of its spell")
def _(rules: Amendment) -> None:
    rules.never(preparation.phased_in)


@mutant(
    "prepare-spell-stays-without-its-permanent",
    "722.3c/b",
    "704.5e/a",
    title="The copy of a prepare spell stays in exile when its permanent is out or gone",
)
def _(rules: Amendment) -> None:
    rules.never(preparation.gone)


@mutant("phasing-out-unprepares", "722.3c/a", title="A prepared permanent that phases out has lost the designation")
def _(rules: Amendment) -> None:
    @rules.before(preparation.gone)
    def lose(game: Game, obj: GameObject) -> None:
        obj.memory["prepared"] = False


@mutant("phasing-in-prepares", "722.3c/c", title="A permanent with a prepare spell phases in prepared, though its copy was cast")
def _(rules: Amendment) -> None:
    @rules.before(preparation.phased_in)
    def prepare(game: Game, obj: GameObject) -> None:
        if obj.copiable.prepare is not None:
            obj.memory["prepared"] = True


@mutant("prepared-twice-has-two-copies", "722.3a", title="A permanent that becomes prepared again has a second copy of its spell")
def _(rules: Amendment) -> None:
    @rules.before(preparation.become_prepared)
    def anew(game: Game, obj: GameObject) -> None:
        obj.memory["prepared"] = False


@mutant("casting-keeps-the-preparation", "722.3c/c", title="A permanent stays prepared when the copy of its spell is cast")
def _(rules: Amendment) -> None:
    rules.never(preparation.was_cast)


# --- commanders -------------------------------------------------------------------------------------------------------------------


@mutant("commander-that-is-out-is-controlled", "903.3d/b", title="A player controls their commander while it is phased out")
def _(rules: Amendment) -> None:
    @rules.instead(commander.controls_own)
    def out_too(original: Rule, game: Game, player: str) -> Any:
        out = [obj for obj in game.phased_out_permanents() if obj.owner == player and commander.is_commander(game, obj)]
        return bool(out) or original(game, player)


@mutant(
    "commander-elsewhere-is-controlled", "903.3d/c", "903.3d/a", title="A player controls their commander though it is in the command zone"
)
def _(rules: Amendment) -> None:
    @rules.instead(commander.controls_own)
    def anywhere(original: Rule, game: Game, player: str) -> Any:
        return any(commander.is_commander(game, card) for card in game.zone(player, "command")) or original(game, player)


@mutant("any-commander-is-ones-own", "903.3/a", title="A borrowed commander of another player counts as one's own")
def _(rules: Amendment) -> None:
    @rules.instead(commander.controls_own)
    def any_of_them(original: Rule, game: Game, player: str) -> Any:
        return any(obj.controller == player and commander.is_commander(game, obj) for obj in game.battlefield)


@mutant("copy-of-a-commander-is-one", "903.3/b", title="A copy of a commander is a commander")
def _(rules: Amendment) -> None:
    @rules.instead(commander.controls_own)
    def copies_too(original: Rule, game: Game, player: str) -> Any:
        copied = {obj.definition for obj in game.battlefield if commander.is_commander(game, obj)}
        return any(obj.controller == player and obj.copied in copied for obj in game.battlefield) or original(game, player)


@mutant("commander-can-be-cast-from-the-graveyard", "903.8/a", title="A commander can be cast from the graveyard as from the command zone")
def _(rules: Amendment) -> None:
    @rules.instead(commander.may_cast)
    def dead_too(original: Rule, game: Game, player: str, card: GameObject) -> Any:
        return (commander.is_commander(game, card) and card in game.zone(player, "graveyard")) or original(game, player, card)


@mutant("tax-counts-every-return", "903.8/b", title="A commander costs more for each time it phased in")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def count(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            if commander.is_commander(game, obj):
                game.commanders.casts[obj.id] = game.commanders.casts.get(obj.id, 0) + 1


@mutant("tax-is-forgotten", "903.8/b", title="A commander costs nothing more, however often it was cast")
def _(rules: Amendment) -> None:
    rules.never(commander.tax, 0)


@mutant("commander-damage-is-forgotten", "903.10a/a", "702.26d/a", title="The count of a commander's damage begins anew when it phases in")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def anew(game: Game, returning: list[GameObject], *args: Any) -> None:
        gone = [obj.id for obj in returning if commander.is_commander(game, obj)]
        if gone:
            game.commanders.damage = {key: n for key, n in game.commanders.damage.items() if key[1] not in gone}


@mutant("all-combat-damage-is-commander-damage", "903.10a/b", title="Combat damage by any creature counts towards the 21 of a commander")
def _(rules: Amendment) -> None:
    @rules.instead(commander.has_lost)
    def with_all(original: Rule, game: Game, player: str) -> Any:
        return original(game, player) or (
            game.commanders is not None and game.commanders.damage.get((player, "any"), 0) >= commander.LETHAL
        )

    @rules.before(commander.dealt)
    def count(game: Game, source: Any, player: str, amount: int) -> None:
        if game.commanders is not None:
            game.commanders.damage[player, "any"] = game.commanders.damage.get((player, "any"), 0) + amount


@mutant(
    "phasing-out-may-send-a-commander-home", "903.9a/c", title="A commander's owner may put it into the command zone when it phases out"
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def ask(game: Game, leaving: list[GameObject], *args: Any) -> None:
        if game.commanders is not None:
            game.commanders.arrived += [obj for obj in leaving if commander.is_commander(game, obj)]


@mutant("commander-may-not-go-home", "903.9a/a", "704.6d/a", title="A commander that died stays in the graveyard, its owner is not asked")
def _(rules: Amendment) -> None:
    rules.never(commander.arrived)


@mutant(
    "commander-in-the-graveyard-is-asked-about-again", "903.9a/b", title="The owner of a commander in a graveyard is asked at each check"
)
def _(rules: Amendment) -> None:
    @rules.instead(commander.going_home)
    def again(original: Rule, game: Game) -> Any:
        if game.commanders is not None:
            lying = [card for player in game.players for card in game.zone(player, "graveyard") if commander.is_commander(game, card)]
            game.commanders.arrived += [card for card in lying if card not in game.commanders.arrived]
        return (yield from original(game))


@mutant("commander-damage-kills-nobody", "704.6c/a", "903.10a/a", title="Twenty-one combat damage by a commander is damage like any other")
def _(rules: Amendment) -> None:
    rules.never(commander.has_lost, False)
