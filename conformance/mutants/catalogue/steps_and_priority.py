"""Who acts when: the steps that nobody acts in, the first priority of the others, and the order of the stack (117, 405, 500 to 514)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import casting, combat, continuous_effects, observe, phasing, priority, stack, turn_structure, untap_step
from reference_engine.amendments import Amendment, Rule
from reference_engine.continuous_effects import says_of
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.statics import MayExert

# --- the untap step ------------------------------------------------------------------------------------------------------------------


@mutant(
    "exchange-can-be-answered",
    "502.1/h",
    "702.26a/k",
    title="Players get priority in the untap step before anything phases in or out",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def answered(original: Rule, game: Game) -> Any:
        yield from priority.give(game)
        yield from original(game)


@mutant("players-act-before-untapping", "502.3/n", title="Players get priority between the exchange and the untapping")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.untap)
    def act_first(original: Rule, game: Game) -> Any:
        yield from priority.give(game)
        yield from original(game)


@mutant(
    "in-first-and-then-out",
    "502.1/i",
    "703.4a/b",
    title="Permanents come in first, and then those go out that have phasing by then",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._trade_places)
    def in_first(original: Rule, game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        original(game, [], returning)
        now = [obj for obj in game.battlefield if phasing._is_to_leave(game, obj) and obj not in returning]
        original(game, now, [])


@mutant(
    "beginning-of-the-untap-step-is-after-the-exchange",
    "500.6/b",
    "703.4a/a",
    title="What triggers at the beginning of the untap step does so after permanents have phased in and out",
)
def _(rules: Amendment) -> None:
    @rules.instead(Game.emit)
    def held(original: Rule, game: Any, kind: str, rule: str, **fields: Any) -> None:
        if kind == "step_began" and fields["step"] == "untap" and not vars(game).pop("exchanged", False):
            return
        original(game, kind, rule, **fields)

    @rules.after(phasing.swap)
    def now(game: Any) -> None:
        game.exchanged = True
        game.emit("step_began", "500.1", player=game.active, step="untap")


@mutant("all-untap-in-every-untap-step", "502.3/j", title="In each untap step the permanents of all players untap")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._untaps_for_others)
    def all_others(original: Rule, game: Game, obj: GameObject) -> bool:
        return obj.controller not in game.active_players or original(game, obj)


@mutant("held-triggers-need-an-upkeep", "502.4/g", title="What triggered in the untap step is lost when the upkeep step is skipped")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def skipped(original: Rule, game: Game, step: str) -> bool:
        is_skipped = bool(original(game, step))
        if is_skipped and step == "upkeep":
            game.waiting.clear()
        return is_skipped


@mutant("untap-step-triggers-are-lost", "603.3/a", title="What triggers in the untap step is lost, since nobody has priority in it")
def _(rules: Amendment) -> None:
    @rules.after(untap_step.turn_based_actions)
    def lost(game: Game) -> None:
        game.waiting.clear()


# --- priority ------------------------------------------------------------------------------------------------------------------------


@mutant(
    "next-player-has-priority-first",
    "117.3a/a",
    "503.1/b",
    title="As a step begins the player after the active one has priority first",
)
def _(rules: Amendment) -> None:
    @rules.instead(priority.give)
    def the_next(original: Rule, game: Game, first: str | None = None, fresh: bool = True) -> Any:
        yield from original(game, game.next_player(game.active) if first is None and fresh else first, fresh)


@mutant(
    "beginning-triggers-wait-for-a-pass",
    "117.3a/c",
    "504.2/a",
    title="What triggered as a step began is put on the stack only when the active player has acted or passed",
)
def _(rules: Amendment) -> None:
    @rules.instead(priority.give)
    def not_yet(original: Rule, game: Game, first: str | None = None, fresh: bool = True) -> Any:
        yield from original(game, first, False)


@mutant("priority-in-every-cleanup", "117.3a/e", "500.3/b", "514.3/a", title="Players get priority in every cleanup step")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._cleanup)
    def cleanup(original: Rule, game: Game) -> Any:
        yield from original(game)
        yield from priority.give(game)


@mutant("priority-goes-the-other-way", "117.3d/a", title="Priority goes from each player to the one before")
def _(rules: Amendment) -> None:
    @rules.instead(Game.next_player)
    def before(original: Rule, game: Game, player: str) -> str:
        return game.in_turn_order(player)[-1]


# --- the stack -----------------------------------------------------------------------------------------------------------------------


@mutant("stack-resolves-from-the-bottom", "405.2/a", title="What was put on the stack first resolves first")
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def turn_round(game: Game) -> None:
        game.stack.append(game.stack.pop(0))


@mutant("spell-on-the-stack-is-no-card", "405.1/a", title="A spell on the stack is an entry without a card, as an ability is")
def _(rules: Amendment) -> None:
    @rules.instead(observe._stack_item)
    def without(original: Rule, item: Any) -> Any:
        return {**original(item), "card": None}


@mutant("ability-on-the-stack-is-its-card", "405.1/b", title="An ability on the stack is taken for the card that it comes from")
def _(rules: Amendment) -> None:
    @rules.instead(observe._stack_item)
    def with_card(original: Rule, item: Any) -> Any:
        shown = original(item)
        return {**shown, "card": item.source.face.name} if item.object is None and item.source is not None else shown


@mutant("spells-are-the-active-players", "405.4/a", title="Every spell on the stack is controlled by the active player")
def _(rules: Amendment) -> None:
    @rules.instead(casting.prepare_cast)
    def prepared(original: Rule, game: Game, player: str, action: Any) -> Any:
        cast = original(game, player, action)

        def perform() -> Any:
            yield from cast()
            game.stack[-1].controller = game.stack[-1].context.controller = game.active

        return perform


# --- steps, phases and turns -----------------------------------------------------------------------------------------------------------


@mutant("draw-comes-before-upkeep", "501.1/a", title="The draw step comes before the upkeep step")
def _(rules: Amendment) -> None:
    rules.value(turn_structure, "PHASES", (("beginning", ("untap", "draw", "upkeep")), *turn_structure.PHASES[1:]))


@mutant(
    "added-phases-come-late",
    "500.10/a",
    title="A phase that an effect adds comes after the second main phase, whichever it was to follow",
)
def _(rules: Amendment) -> None:
    @rules.after(turn_structure._phase)
    def late(game: Any, name: str, steps: Any, resume: Any, skip_draw: bool) -> None:
        later = vars(game).setdefault("phases_for_later", [])
        later += game.extra_phases
        game.extra_phases.clear()
        if name == "postcombat_main":
            game.extra_phases += later
            later.clear()


@mutant("skipped-turn-is-counted", "500.11/b", title="A turn that is skipped counts as one of the turns of the game")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._next_turn)
    def counted(original: Rule, game: Game) -> Any:
        player = yield from original(game)
        if player is None:
            game.turn_number += 1
        return player


@mutant("until-your-next-turn-lasts-through-it", "500.4/a", title="What lasts until a player's next turn lasts until that turn ends")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.end)
    def through(original: Rule, game: Game, duration: str, player: str | None = None) -> None:
        if duration == "your_next_turn":
            for effect in game.continuous_effects:
                if effect.duration == duration and effect.controller == player:
                    effect.duration = "end_of_turn"
            return
        original(game, duration, player)


@mutant("nobody-discards-in-cleanup", "514.1/a", title="A player with too many cards in hand keeps them in cleanup")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._has_no_maximum)
    def no_maximum(original: Rule, game: Game, player: str) -> bool:
        return True


# --- combat --------------------------------------------------------------------------------------------------------------------------


@mutant("one-attacker-is-exerted", "508.1g/a", title="Only one of several attackers can be exerted")
def _(rules: Amendment) -> None:
    @rules.instead(combat.Attack.accept)
    def one(original: Rule, decision: Any, game: Game, value: Any, answer: Any) -> Any:
        attacks, exerted = original(decision, game, value, answer)
        return attacks, [obj for obj in exerted if says_of(game, MayExert, obj) is not None][:1]


@mutant("newcomers-join-the-attack", "508.1k/b", title="A creature that comes in during combat joins the attackers of its controller")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def joins(game: Game, obj: GameObject, tapped: bool) -> None:
        attacked = [other.attacking for other in game.battlefield if other.attacking is not None and other.controller == obj.controller]
        if attacked and "Creature" in obj.face.types:
            obj.attacking = attacked[0]


@mutant("late-comers-block", "509.1h/b", title="A creature that comes in after blockers were declared blocks an attacker")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def blocks(game: Game, obj: GameObject, tapped: bool) -> None:
        attackers = [other for other in game.battlefield if other.attacking is not None and other.controller != obj.controller]
        if game.step == "declare_blockers" and attackers and "Creature" in obj.face.types:
            obj.blocking = attackers[:1]
            attackers[0].blocked = True
