"""Mistakes about players who leave the game (rule 800.4)."""

from __future__ import annotations

import dataclasses
from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, leaving_the_game, planechase, turn_structure, zones
from reference_engine import damage as damaging
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.effects_game import Pay
from reference_engine.vocabulary.selectors import Players


@mutant("leavers-permanents-stay", "800.4a/a", title="What a leaver owns and another player controls stays with that player")
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def only_the_controlled(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.zone != "battlefield" or obj.controller == obj.owner:
            original(game, obj)


@mutant("leavers-cards-stay", "800.4a/a", title="A leaver's cards stay in their graveyard and in exile", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def not_those(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.token or obj.zone not in ("graveyard", "exile"):
            original(game, obj)


@mutant("leavers-permanents-die", "800.4a/a", title="A leaver's permanents are put into the graveyard")
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def die(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.zone == "battlefield" and obj.visible and not game.is_in(obj.owner) and not obj.token:
            zones.move(game, obj, "graveyard", "704.5")
        else:
            original(game, obj)


@mutant("leavers-spell-resolves", "800.4a/a", title="A leaver's spell stays on the stack and resolves")
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def not_spells(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.zone != "stack":
            original(game, obj)


@mutant("leavers-abilities-resolve", "800.4a/c", title="A leaver's abilities stay on the stack and resolve")
def _(rules: Amendment) -> None:
    rules.never(leaving_the_game._stack_objects_cease)


@mutant("leaver-empties-the-stack", "800.4a/g", title="When a player leaves the whole stack is gone")
def _(rules: Amendment) -> None:
    @rules.after(leaving_the_game._stack_objects_cease)
    def all_of_it(game: Game, player: str) -> None:
        game.stack.clear()


@mutant(
    "next-player-takes-the-leavers-abilities", "800.4a/c", title="The next player takes over what a leaver has on the stack and waiting"
)
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game._stack_objects_cease)
    def take_over(game: Game, player: str) -> None:
        heir = game.in_turn_order(player)[0]
        for item in (*game.stack, *game.waiting):
            if item.controller == player:
                item.controller = heir


@mutant(
    "leaver-takes-along-what-was-taken",
    "800.4a/b",
    title="What a leaver had taken from another player is exiled and does not go back",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game._control_effects_end)
    def exile(game: Game, player: str) -> None:
        for obj in list(game.battlefield):
            if obj.controller == player:
                zones.move(game, obj, "exile", "800.4a")


@mutant(
    "leavers-own-by-default-goes-to-its-owner",
    "800.4a/d",
    title="What entered under a leaver goes back to its owner instead of being exiled",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game.exile_what_nobody_controls)
    def to_the_owner(game: Game, rule: str) -> None:
        for obj in game.all_permanents():
            if not game.is_in(obj.controller_base):
                obj.controller_base = obj.owner
        game.changed()


@mutant(
    "exile-only-as-the-player-leaves",
    "800.4c/a",
    title="What a leaver's default control comes back to later stays on the battlefield",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.exile_what_nobody_controls)
    def at_once(original: Rule, game: Game, rule: str) -> None:
        if rule == "800.4a":
            original(game, rule)


@mutant("exile-by-default-controller", "800.4c/b", title="What entered under a leaver is exiled though another player has control of it")
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game.exile_what_nobody_controls)
    def all_of_it(game: Game, rule: str) -> None:
        for obj in list(game.battlefield):
            if not game.is_in(obj.controller_base):
                zones.move(game, obj, "exile", rule)


@mutant(
    "token-for-a-leaver-goes-to-the-next",
    "800.4b/b",
    title="What would be created for a player who has left is created for the next player",
)
def _(rules: Amendment) -> None:
    @rules.instead(Players._find)
    def or_another(original: Rule, players: Players, ctx: Context) -> Any:
        found = list(original(players, ctx))
        if not found and players.of is not None:
            found = [ctx.game.in_turn_order(obj.controller)[0] for obj in ctx.last_known(players.of)]
        yield from found


@mutant("gone-players-trigger-goes-to-the-next", "800.4d/a", title="What triggers for a leaver is put on the stack by the next player")
def _(rules: Amendment) -> None:
    from reference_engine import triggered_abilities

    @rules.instead(triggered_abilities.trigger_now)
    def for_another(original: Rule, game: Game, source: Any, ability: Any, controller: str, *args: Any, **how: Any) -> None:
        original(game, source, ability, game.in_turn_order(controller)[0], *args, **how)


@mutant(
    "leaver-is-dealt-damage",
    "800.4e/a",
    title="An attacker of a player who has left still deals damage and what triggers on that triggers",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(damaging._can_receive)
    def anybody(original: Rule, game: Game, to: Any) -> Any:
        return isinstance(to, str) or original(game, to)


@mutant(
    "controller-chooses-for-a-leaver",
    "800.4g/a",
    "800.4g/b",
    title="What a player who has left would choose the object's controller chooses",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.who_chooses)
    def itself(original: Rule, game: Game, player: str, controller: str, source: Any) -> Any:
        return player if game.is_in(player) else controller
        yield


@mutant(
    "next-player-chooses-for-a-leaver",
    "800.4g/a",
    "800.4g/b",
    title="What a player who has left would choose the next player chooses, unasked",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.who_chooses)
    def the_next(original: Rule, game: Game, player: str, controller: str, source: Any) -> Any:
        return player if game.is_in(player) else game.in_turn_order(player)[0]
        yield


@mutant(
    "priority-goes-back-from-a-leaver", "800.4a/f", "800.4j/b", title="When a player with priority leaves the player before them has it"
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.who_is_next)
    def the_one_before(original: Rule, game: Game, player: str) -> Any:
        return game.in_turn_order(player)[-1]


@mutant(
    "turn-ends-with-its-player", "800.4j/a", title="The turn of a player who leaves is over at once, without a cleanup", seen="phase-rs"
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._step)
    def no_more(original: Rule, game: Game, *args: Any, **how: Any) -> Any:
        if game.is_in(game.active):
            yield from original(game, *args, **how)


@mutant("next-player-becomes-active", "800.4j/c", title="The next player is the active player for the rest of a leaver's turn")
def _(rules: Amendment) -> None:
    @rules.after(leaving_the_game.leave)
    def active(game: Game, player: str, *args: Any) -> None:
        if not game.is_in(game.active) and game.players:
            game.active = game.in_turn_order(game.active)[0]


@mutant("leavers-durations-end-at-once", "800.4m/a", title="What lasts until a player's next turn is over as that player leaves")
def _(rules: Amendment) -> None:
    @rules.after(leaving_the_game._leave_alone)
    def over(game: Game, player: str, rule: str) -> None:
        for duration in ("your_next_turn", "end_of_your_next_turn"):
            continuous_effects.end(game, duration, player)


@mutant(
    "leavers-durations-never-end",
    "800.4m/b",
    title="What lasts until the next turn of a player who has left never ends",
    seen="forge, phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._would_have_begun)
    def nothing_ends(original: Rule, game: Game, player: str) -> None:
        game.orphans_due.add(player)


@mutant("planar-controller-is-the-one-before", "800.4p/a", title="The player before the leaver becomes the planar controller")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.hand_over)
    def backwards(original: Rule, game: Game, leaver: str, leaving: Any = ()) -> None:
        planes = game.planes
        if planes is not None and planes.controller == leaver:
            heirs = [player for player in game.in_turn_order(leaver) if player != leaver and player not in leaving]
            if heirs:
                planechase._designate(game, heirs[-1])


@mutant(
    "plane-leaves-with-its-planar-controller",
    "800.4p/a",
    "901.15b/b",
    title="The face-up plane of a shared deck goes away with the planar controller",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.before(planechase.hand_over)
    def walk(game: Game, leaver: str, leaving: Any = ()) -> None:
        if game.planes is not None and game.planes.controller == leaver and len(game.players) > 2:
            planechase.planeswalk(game, leaver, "901.10")


@mutant(
    "borrowed-attacker-of-a-leaver-attacks-on",
    "800.4a/b",
    "506.4/c",
    title="A stolen attacker attacks on when the attacking player has left",
)
def _(rules: Amendment) -> None:
    from reference_engine import combat

    @rules.instead(combat.remove)
    def not_now(original: Rule, game: Game, obj: GameObject, *args: Any) -> None:
        if game.is_in(game.active):
            original(game, obj, *args)


@mutant(
    "leavers-permanents-are-exiled", "800.4a/a", title="What a leaver owns is put into exile instead of leaving the game", seen="phase-rs"
)
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def exile(original: Rule, game: Game, obj: GameObject) -> None:
        if obj.zone == "battlefield" and not game.is_in(obj.owner) and not obj.token:
            zones.move(game, obj, "exile", "800.4a")
        else:
            original(game, obj)


@mutant(
    "leaving-the-game-is-not-seen",
    "603.6c/b",
    title="Abilities that watch for leaving the battlefield miss what leaves with its owner",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    from reference_engine import triggered_abilities

    @rules.instead(triggered_abilities._consider)
    def within_the_game(original: Rule, game: Game, event: Any, *args: Any) -> Any:
        return event.fields.get("to") != "outside" and original(game, event, *args)


@mutant(
    "turn-of-a-leaver-takes-place", "800.4k/a", "800.4k/b", title="The turn of a player who has left takes place, with nobody to act in it"
)
def _(rules: Amendment) -> None:
    @rules.after(turn_structure._would_have_begun)
    def note(game: Game, player: str) -> None:
        vars(game)["gone"] = player

    @rules.instead(turn_structure._next_turn)
    def it_does(original: Rule, game: Game) -> Any:
        player = yield from original(game)
        return vars(game).pop("gone", player)


@mutant("heir-pays-for-a-leaver", "800.4f/a", title="What a player who has left would have to pay the ability's controller is asked to pay")
def _(rules: Amendment) -> None:
    @rules.instead(Pay.resolve)
    def or_the_controller(original: Rule, effect: Pay, ctx: Context) -> Any:
        if not effect.by.find(ctx) and len(ctx.game.players) < len(ctx.game.seats):
            effect = dataclasses.replace(effect, by=Players("you"))
        yield from original(effect, ctx)
