"""Mistakes about declaring attackers and blockers, combat damage, and the end of a turn (rules 508 to 510 and 514)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import combat, combat_damage, continuous_effects, phasing, priority, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import IN, GameObject

# --- who may attack, whom, and who may block --------------------------------------------------------------------------------------


@mutant("tapped-creature-attacks", "508.1a/a", title="A tapped creature can attack")
def _(rules: Amendment) -> None:
    @rules.instead(combat.can_attack)
    def though_tapped(original: Rule, game: Game, obj: GameObject) -> Any:
        reason = original(game, obj)
        return None if reason == "it is tapped" else reason


@mutant("tapped-creature-blocks", "509.1a/b", title="A tapped creature can block")
def _(rules: Amendment) -> None:
    @rules.instead(combat.can_block)
    def though_tapped(original: Rule, game: Game, obj: GameObject) -> Any:
        reason = original(game, obj)
        return None if reason == "it is tapped" else reason


@mutant("vigilance-does-not-help", "508.1f/a", title="Attackers with vigilance become tapped like all others")
def _(rules: Amendment) -> None:
    from reference_engine import untapping

    @rules.after(combat.declare_attackers)
    def all_of_them(game: Game) -> None:
        untapping.tap(game, [obj for obj in game.battlefield if obj.attacking is not None], "508.1f")


@mutant("returned-creature-does-not-block", "509.1a/a", title="A creature that phased in this turn cannot block")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def note(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            obj.memory["came in"] = game.turn_serial

    @rules.instead(combat.can_block)
    def not_those(original: Rule, game: Game, obj: GameObject) -> Any:
        return "it has just come in" if obj.memory.get("came in") == game.turn_serial else original(game, obj)


@mutant("attackers-are-the-owners", "508.1a", title="A creature attacks for its owner, whoever controls it")
def _(rules: Amendment) -> None:
    @rules.instead(combat.can_attack)
    def for_the_owner(original: Rule, game: Game, obj: GameObject) -> Any:
        return original(game, obj) if obj.owner in game.active_players else "it is no creature of the attacking player"


@mutant(
    "detained-creature-may-be-declared",
    "508.1c/a",
    "506.4a/b",
    title="An effect that forbids to block is forgotten as blockers are declared",
)
def _(rules: Amendment) -> None:
    @rules.instead(combat.can_block)
    def though_forbidden(original: Rule, game: Game, obj: GameObject) -> Any:
        reason = original(game, obj)
        return None if reason == "an effect says that it can't block" else reason


@mutant("planeswalker-that-is-out-can-be-attacked", "508.1b/c", title="A planeswalker that is phased out can be attacked", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(combat.defenders)
    def out_too(original: Rule, game: Game) -> Any:
        found = original(game)
        return found + [obj for obj in game.phased_out_permanents() if obj.is_type("Planeswalker") and obj.controller in found]


@mutant("all-attack-one-player", "508.1b/a", title="All attackers of one declaration attack the same player")
def _(rules: Amendment) -> None:
    @rules.instead(combat.Attack.accept)
    def the_first(original: Rule, asked: Any, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        attacks, exerted = original(asked, game, value, answer)
        return [(attacker, attacks[0][1]) for attacker, _ in attacks], exerted


@mutant("out-attacker-can-be-blocked", "509.1a/d", title="An attacker that phased out can still be blocked", seen="phase-rs")
def _(rules: Amendment) -> None:
    rules.never(combat.phased_out)

    @rules.instead(combat.Block.accept)
    def it_too(original: Rule, asked: Any, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        out = {obj: obj.phase for obj in game.phased_out_permanents() if obj.attacking is not None}
        for obj in out:
            obj.phase = IN
        try:
            return original(asked, game, value, answer)
        finally:
            for obj, phase in out.items():
                obj.phase = phase


@mutant("who-phases-in-is-out-of-combat", "506.4", title="What phases in is out of combat by the rules before July 2010 too")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def out(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            combat.remove(game, obj)


@mutant(
    "returned-attacker-has-lost-its-blockers",
    "506.4",
    "509.1h",
    title="By the rules before July 2010 an attacker is unblocked as it comes back",
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def unblocked(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            obj.blocked = False


@mutant("planeswalkers-are-not-attacked", "508.1b/b", title="Only players can be attacked")
def _(rules: Amendment) -> None:
    @rules.instead(combat.defenders)
    def players(original: Rule, game: Game) -> Any:
        return [who for who in original(game) if isinstance(who, str)]


# --- combat damage ----------------------------------------------------------------------------------------------------------------


@mutant(
    "power-is-that-of-the-declaration",
    "510.1a/a",
    "510.1a/b",
    title="Attackers deal damage by the power that they had when they were declared",
)
def _(rules: Amendment) -> None:
    @rules.after(combat.declare_attackers)
    def note(game: Game) -> None:
        for obj in game.battlefield:
            if obj.attacking is not None:
                obj.memory["declared power"] = obj.characteristics.power

    @rules.before(combat_damage.deal)
    def as_it_was(game: Game, first_strike: bool) -> None:
        game.refresh()
        for obj in game.battlefield:
            if obj.attacking is not None and "declared power" in obj.memory:
                obj.characteristics.power = obj.memory["declared power"]


@mutant("no-first-strike-step", "510.4/a", title="First strikers deal their damage together with all others")
def _(rules: Amendment) -> None:
    rules.never(combat_damage.needs_two_steps, False)


@mutant(
    "second-damage-asks-for-first-strike-now",
    "510.4/c",
    "510.4/d",
    title="Who has no first strike in the second damage step deals damage, whoever did in the first",
)
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._deals_now)
    def as_it_is(original: Rule, game: Game, obj: GameObject, first_strike: bool) -> Any:
        fast = obj.has_keyword("first strike") or obj.has_keyword("double strike")
        return fast if first_strike else not obj.has_keyword("first strike") or obj.has_keyword("double strike")


@mutant(
    "who-was-in-the-first-damage-deals-in-the-second", "510.4/b", title="A double striker that is out deals its damage in the second step"
)
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage.deal)
    def with_them(original: Rule, game: Game, first_strike: bool) -> Any:
        if first_strike:
            for obj in game.battlefield:
                obj.memory["attacked"] = obj.attacking
        out = [obj for obj in game.phased_out_permanents() if obj in game.struck_first and obj.has_keyword("double strike")]
        for obj in out:
            obj.attacking = obj.memory.get("attacked")
        game._seen = [*game.battlefield, *out]
        yield from original(game, first_strike)
        game._seen = None


@mutant("all-damage-goes-to-the-first-blocker", "510.1c/c", title="An attacker deals all its damage to the first of several blockers")
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._recipients)
    def one(original: Rule, game: Game, obj: GameObject) -> Any:
        found, blockers = original(game, obj)
        return (found[:1], 1) if blockers > 1 else (found, blockers)


@mutant("blockers-strike-first", "510.1d/b", title="Who blocks first strikers deals damage in the first damage step as well")
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._deals_now)
    def blockers_too(original: Rule, game: Game, obj: GameObject, first_strike: bool) -> Any:
        return original(game, obj, first_strike) or (first_strike and bool(obj.blocking))


@mutant("phasing-forgets-the-attack", "702.26d/k", "608.2i/a", title="A creature that went out and came back did not attack this turn")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def forget(game: Game, leaving: list[GameObject], *args: Any) -> None:
        game.attacked_this_turn = [obj for obj in game.attacked_this_turn if obj not in leaving]


@mutant(
    "blinked-creature-attacked",
    "400.7/a",
    "608.2i",
    title="A creature that left and came back after it attacked counts as one that attacked this turn",
)
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def the_same_card(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        if new is not None and any(old.id == new.id for old in game.attacked_this_turn):
            game.attacked_this_turn.append(new)
        return new


@mutant("nobody-acts-between-the-damage-steps", "510.4", title="Nobody has priority between the two combat damage steps", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(priority.give)
    def not_there(original: Rule, game: Game, *args: Any, **how: Any) -> Any:
        yield from priority.settle(game) if game.step == "first_strike_damage" else original(game, *args, **how)


@mutant(
    "attacker-of-a-planeswalker-hits-the-player", "510.1b/a", title="An unblocked attacker of a planeswalker deals its damage to the player"
)
def _(rules: Amendment) -> None:
    @rules.instead(combat_damage._recipients)
    def the_player(original: Rule, game: Game, obj: GameObject) -> Any:
        found, blockers = original(game, obj)
        return [combat.defending_player(obj) if to is obj.attacking else to for to in found], blockers


@mutant("attackers-strike-before-blockers", "510.2/a", title="Attackers deal their damage first, and blockers that die of it deal none")
def _(rules: Amendment) -> None:
    from reference_engine import damage

    @rules.instead(damage.deal)
    def in_turns(original: Rule, game: Game, deals: list[Any], combat: bool = False, rule: str = "120.3") -> Any:
        if not combat:
            return original(game, deals, combat, rule)
        blows = [blow for blow in deals if not blow[0].blocking]
        total = original(game, blows, combat, rule)
        alive = [blow for blow in deals if blow not in blows and blow[0].damage < (blow[0].characteristics.toughness or 0)]
        return total + original(game, alive, combat, rule)


# --- the end of the turn ----------------------------------------------------------------------------------------------------------


@mutant(
    "nobody-acts-in-cleanup", "514.3a/b", "704.3/e", "724.1a/b", title="What triggers in cleanup waits on the stack for the next upkeep"
)
def _(rules: Amendment) -> None:
    @rules.instead(priority.give)
    def not_now(original: Rule, game: Game, *args: Any, **how: Any) -> Any:
        yield from priority.settle(game) if game.step == "cleanup" else original(game, *args, **how)


@mutant("one-cleanup-only", "514.3a/c", title="What begins in a cleanup step with priority does not wear off before the next turn's")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.end)
    def once(original: Rule, game: Game, duration: str, player: str | None = None) -> Any:
        if duration == "end_of_turn":
            if game.steps_begun.get("worn off"):
                return
            game.steps_begun["worn off"] = 1
        original(game, duration, player)


@mutant("prevention-lasts-on", "514.2/d", title="Prevention for the turn goes on in the next")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary.statics import PreventDamage

    @rules.instead(continuous_effects.end)
    def but_that(original: Rule, game: Game, duration: str, player: str | None = None) -> Any:
        kept = [effect for effect in game.continuous_effects if isinstance(effect.static, PreventDamage)]
        original(game, duration, player)
        game.continuous_effects += [effect for effect in kept if effect not in game.continuous_effects]


@mutant("damage-on-what-is-out-stays", "514.2/a", title="Damage on what is phased out does not wear off in cleanup")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def note(game: Game, leaving: list[GameObject], *args: Any) -> None:
        for obj in leaving:
            obj.memory["marked"] = obj.damage

    @rules.after(phasing._in)
    def restore(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            obj.damage = obj.memory.get("marked", obj.damage)


@mutant("your-turn-is-one-heads-turn", "805.4a/a", title="In a team's turn only the first head is the active player")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary import amounts

    @rules.instead(amounts.YourTurn.holds)
    def one(original: Rule, condition: Any, ctx: Context) -> Any:
        return ctx.controller == ctx.game.active
