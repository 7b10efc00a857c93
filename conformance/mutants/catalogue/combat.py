"""Mistakes about combat (rules 506 to 511): what is removed from it, what stays, and who deals damage to whom."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import combat, combat_damage, continuous_effects, phasing
from reference_engine.amendments import Amendment, Rule
from reference_engine.game import Game
from reference_engine.objects import GameObject

# --- what is removed from combat, and what is not ---------------------------------------------------------------------------------


@mutant("out-attacker-still-deals-damage", "506.4/a", title="An attacker that phases out deals its damage all the same", seen="xmage")
def _(rules: Amendment) -> None:
    rules.never(combat.phased_out)

    @rules.instead(combat_damage.deal)
    def with_them(original: Rule, game: Game, first_strike: bool) -> Any:
        game._seen = [*game.battlefield, *(obj for obj in game.phased_out_permanents() if obj.attacking is not None)]
        yield from original(game, first_strike)
        game._seen = None


@mutant("only-attackers-leave-combat", "506.4/a", "702.26b/k", title="A blocker that phases out and in again still blocks")
def _(rules: Amendment) -> None:
    @rules.instead(combat.phased_out)
    def attackers(original: Rule, game: Game, obj: GameObject) -> None:
        if not obj.blocking:
            original(game, obj)


@mutant("only-blockers-leave-combat", "506.4/e", title="An attacker that phases out and in again before damage is attacking again")
def _(rules: Amendment) -> None:
    @rules.instead(combat.phased_out)
    def but_attackers(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.attacking is None:
            original(game, obj)


@mutant(
    "planeswalker-that-went-out-is-attacked-still",
    "506.4/f",
    "510.1b/b",
    title="A planeswalker that phases out is dealt the damage of its attackers",
)
def _(rules: Amendment) -> None:
    @rules.instead(combat.phased_out)
    def but_planeswalkers(original: Rule, game: Game, obj: GameObject) -> None:
        if not obj.is_type("Planeswalker"):
            original(game, obj)

    @rules.instead(combat_damage._recipients)
    def it_too(original: Rule, game: Game, obj: GameObject) -> Any:
        if isinstance(obj.attacking, GameObject) and obj.attacking.phase != "in" and not obj.blocked:
            obj.attacking.counters["loyalty"] = obj.attacking.counters.get("loyalty", 0) - (obj.characteristics.power or 0)
        return original(game, obj)


@mutant(
    "attackers-of-an-absent-planeswalker-hit-the-player",
    "506.4c/c",
    "510.1b/b",
    title="An attacker whose planeswalker phased out hits the player",
)
def _(rules: Amendment) -> None:
    @rules.after(combat.phased_out)
    def the_player(game: Game, obj: GameObject) -> None:
        for attacker in game.all_permanents():
            if isinstance(attacker.attacking, combat.Nothing):
                attacker.attacking = attacker.attacking.player


@mutant("attackers-of-an-absent-planeswalker-stop", "506.4c/a", title="An attacker whose planeswalker phased out is out of combat itself")
def _(rules: Amendment) -> None:
    @rules.after(combat.phased_out)
    def out_too(game: Game, obj: GameObject) -> None:
        for attacker in game.all_permanents():
            if isinstance(attacker.attacking, combat.Nothing):
                attacker.attacking = None


@mutant("attackers-of-nothing-cannot-be-blocked", "506.4c/b", title="An attacker whose planeswalker phased out cannot be blocked")
def _(rules: Amendment) -> None:
    @rules.instead(combat.cant_block_that)
    def or_nothing(original: Rule, game: Game, blocker: GameObject, attacker: GameObject) -> Any:
        return "it attacks nothing" if isinstance(attacker.attacking, combat.Nothing) else original(game, blocker, attacker)


@mutant(
    "trample-over-planeswalkers-needs-one",
    "702.19e",
    title="Without its planeswalker a creature with trample over planeswalkers hits nobody",
)
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._recipients)
    def nobody(original: Rule, game: Game, obj: GameObject) -> Any:
        return ([], 0) if isinstance(obj.attacking, combat.Nothing) and not obj.blocked else original(game, obj)


@mutant(
    "attacker-without-its-blocker-is-unblocked", "509.1h/a", "510.1c/a", title="An attacker whose last blocker went out hits the player"
)
def _(rules: Amendment) -> None:
    @rules.after(combat.remove)
    def unblocked(game: Game, *args: Any) -> None:
        for attacker in game.battlefield:
            if attacker.blocked and not any(attacker in other.blocking for other in game.all_permanents()):
                attacker.blocked = False


@mutant(
    "killed-blocker-leaves-its-attacker-unblocked",
    "509.1h/a",
    title="A double striker that killed its blocker hits the player with its second blow",
)
def _(rules: Amendment) -> None:
    @rules.after(combat.leave)
    def unblocked(game: Game, obj: GameObject) -> None:
        for attacker in obj.blocking:
            attacker.blocked = any(attacker in other.blocking for other in game.all_permanents() if other is not obj)


@mutant("absent-blocker-still-takes-damage", "510.1c/b", title="An attacker divides its damage among blockers that are phased out as well")
def _(rules: Amendment) -> None:
    @rules.instead(combat.phased_out)
    def but_blockers(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.blocking:
            obj.memory["was_blocking"] = list(obj.blocking)
        original(game, obj)

    @rules.instead(combat_damage._recipients)
    def out_too(original: Rule, game: Game, obj: GameObject) -> Any:
        found, blockers = original(game, obj)
        out = [other for other in game.phased_out_permanents() if obj in other.memory.get("was_blocking", ())]
        return [*out, *found], blockers + len(out)


@mutant("blocked-stays-blocked-after-the-return", "509.1h/c", title="An attacker that left combat is still a blocked creature")
def _(rules: Amendment) -> None:
    @rules.instead(combat.remove)
    def still(original: Rule, game: Game, obj: GameObject, *args: Any) -> None:
        was = obj.blocked
        original(game, obj, *args)
        obj.blocked = was


@mutant(
    "blocker-of-nobody-hits-the-returned-attacker", "510.1d/a", title="A blocker deals damage to an attacker that went out and came back"
)
def _(rules: Amendment) -> None:
    @rules.instead(combat.remove)
    def remembered(original: Rule, game: Game, obj: GameObject, *args: Any) -> None:
        blockers = [other for other in game.all_permanents() if obj in other.blocking]
        original(game, obj, *args)
        for other in blockers:
            other.blocking = [*other.blocking, obj]

    @rules.instead(combat_damage._recipients)
    def whoever_it_was(original: Rule, game: Game, obj: GameObject) -> Any:
        return (obj.blocking, len(obj.blocking)) if obj.blocking else original(game, obj)


@mutant(
    "new-controller-keeps-attacking", "506.4/c", title="An attacker that another player takes stays in combat", seen="phase-rs, argentum"
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._out_of_combat)
    def only_types(original: Rule, game: Game, obj: GameObject) -> None:
        if not obj.is_type("Creature"):
            original(game, obj)


@mutant("attacks-on-as-a-mere-artifact", "506.4/d", title="What stops being a creature goes on attacking or blocking", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._out_of_combat)
    def only_control(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.is_type("Creature"):
            original(game, obj)


@mutant("blinked-attacker-attacks-on", "506.4/b", "400.7/a", title="An attacker that left and returned at once is still attacking")
def _(rules: Amendment) -> None:
    from reference_engine import zones

    @rules.instead(zones._renew)
    def remembered(original: Rule, game: Game, obj: GameObject, zone: str) -> Any:
        new = original(game, obj, zone)
        if obj.attacking is not None and zone == "exile":
            new.memory["attacked"] = obj.attacking
        return new

    @rules.instead(zones.put_onto_battlefield)
    def attacking(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        if new is not None and "attacked" in obj.memory:
            new.attacking = obj.memory["attacked"]
        return new


@mutant("bearer-leaves-combat-with-its-equipment", "702.26i/h", title="A creature is removed from combat when Equipment on it phases out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def the_bearer(game: Game, leaving: list[GameObject], *args: Any) -> None:
        for obj in leaving:
            if isinstance(obj.attached_to, GameObject) and obj.attached_to.visible:
                combat.remove(game, obj.attached_to)


@mutant("detained-attacker-stops", "506.4a/a", title="An attacker that is forbidden to attack once it attacks is out of combat")
def _(rules: Amendment) -> None:
    @rules.before(combat_damage.deal)
    def stop(game: Game, first_strike: bool) -> None:
        for obj in game.battlefield:
            if isinstance(obj.attacking, str) and continuous_effects.says_of(game, combat.CantAttack, obj) is not None:
                combat.remove(game, obj)


@mutant("detained-blocker-stops", "506.4a/b", title="A blocker that is forbidden to block once it blocks is out of combat")
def _(rules: Amendment) -> None:
    @rules.before(combat_damage.deal)
    def stop(game: Game, first_strike: bool) -> None:
        for obj in game.battlefield:
            if obj.blocking and continuous_effects.says_of(game, combat.CantBlock, obj) is not None:
                combat.remove(game, obj)


@mutant("tapped-blocker-deals-no-damage", "506.4b/a", title="A blocker that has become tapped deals no damage, as in the earliest rules")
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._deals_now)
    def untapped(original: Rule, game: Game, obj: GameObject, first_strike: bool) -> Any:
        return not (obj.blocking and obj.tapped) and original(game, obj, first_strike)


@mutant("untapped-attacker-stops", "506.4b/b", title="An attacker that becomes untapped deals no damage")
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._deals_now)
    def tapped(original: Rule, game: Game, obj: GameObject, first_strike: bool) -> Any:
        free = obj.attacking is not None and not obj.tapped and not obj.has_keyword("vigilance")
        return not free and original(game, obj, first_strike)


@mutant(
    "combat-ends-with-damage", "511.3/a", "508.1k/a", "509.1g/a", title="Creatures stop attacking and blocking as damage has been dealt"
)
def _(rules: Amendment) -> None:
    @rules.after(combat_damage.deal)
    def over(game: Game, first_strike: bool) -> None:
        if not first_strike:
            combat.end(game)


@mutant("combat-never-ends", "511.3/a", title="Creatures are attacking and blocking in the main phase after combat still")
def _(rules: Amendment) -> None:
    @rules.instead(combat.end)
    def at_the_end_of_turn(original: Rule, game: Game) -> None:
        return None


@mutant(
    "out-attackers-stay-in-combat-forever",
    "511.3/a",
    "702.26b/k",
    title="Who is out as combat ends is attacking as it returns, by rules before July 2010",
)
def _(rules: Amendment) -> None:
    @rules.instead(combat.end)
    def the_visible(original: Rule, game: Game) -> None:
        kept = [(obj, obj.attacking) for obj in game.phased_out_permanents()]
        original(game)
        for obj, attacked in kept:
            obj.attacking = attacked
