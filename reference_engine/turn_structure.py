"""The turn (rule 500): phases and steps in order, extra and skipped ones, and what each does before players get priority."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import (
    combat,
    combat_damage,
    continuous_effects,
    counters,
    leaving_the_game,
    planechase,
    priority,
    range_of_influence,
    restarting,
    untap_step,
    untapping,
    zones,
)
from .continuous_effects import statics
from .decisions import Begin, Pick, YesNo
from .events import Event
from .objects import GameObject
from .vocabulary.effects_turns import MaySkipTurnToUntap
from .vocabulary.statics import SkipStep
from .vocabulary.statics_planes import NoMaximumHandSize

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps

BEGINNING = ("untap", "upkeep", "draw")
COMBAT = ("beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage", "end_of_combat")
ENDING = ("end", "cleanup")
PHASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("beginning", BEGINNING),
    ("precombat_main", ("precombat_main",)),
    ("combat", COMBAT),
    ("postcombat_main", ("postcombat_main",)),
    ("ending", ENDING),
)


class ExtraTurn:
    """A turn that an effect adds (rule 500.7); `skips` are the steps of that very turn which are skipped."""

    __slots__ = ("player", "skips")

    def __init__(self, player: str, skips: tuple[str, ...] = ()) -> None:
        self.player = player
        self.skips = skips


class Skip:
    """The next such step (or turn) of a player does not happen (rule 614.10a); used up by the first that would."""

    __slots__ = ("player", "step")

    def __init__(self, player: str, step: str) -> None:
        self.player = player
        self.step = step


def play(game: Game, start: str) -> Steps:
    """The whole game from a given moment on, and each that takes its place because an effect restarts it.

    The active player has priority in the step `start`; or it is `pregame` (before the starting plane is set) or `first_turn` (of a game
    whose opening hands are drawn).

    Rules: 103.7, 103.8, 103.8a, 103.8b, 103.8c, 500.1, 727.1, 727.4
    """
    turns = _turns(game, start)
    while True:
        try:
            yield from turns
            return
        except restarting.Restarted as restarted:
            restarting.set_up(game, restarted)
            turns = _turns(game, "first_turn", restarted.finish)


def _turns(game: Game, start: str, before_first: Callable[[], Steps] | None = None) -> Steps:
    game.turn_skips = ()
    if start in ("pregame", "first_turn"):
        if start == "pregame":
            yield Begin(game.active)
            if leaving_the_game.is_over(game):
                return
            # Who has left takes no turn, so the first is the next player's.
            game.active = game.last_regular = leaving_the_game.who_is_next(game, game.active)
        planechase.set_starting_plane(game, game.active)
        if before_first is not None:
            yield from before_first()
        yield from _begin_turn(game, game.active)
        first_draw = len(game.players) > 2 and game.variant != "two_headed_giant"  # rules 103.8a-c
        yield from _turn(game, skip_draw=not first_draw)
    else:
        yield from _turn(game, resume=start)
    while not leaving_the_game.is_over(game):
        player = yield from _next_turn(game)
        if player is not None:
            yield from _begin_turn(game, player)
            yield from _turn(game)


def _next_turn(game: Game) -> Steps:
    """Gives whose turn comes: the latest extra turn, or the next seat; None if that turn is skipped or its player is gone.

    Rules: 500.7, 500.11, 614.10, 800.4k, 800.4m
    Decides: a player who may skip the turn instead of beginning it (`may`).
    """
    game.previous_turn = (game.active, dict(game.spells_cast))
    game.turn_skips = ()
    if game.extra_turns:
        extra = game.extra_turns.pop()
        if not game.is_in(extra.player):
            _would_have_begun(game, extra.player)
            return None
        game.turn_skips = extra.skips
        player = str(extra.player)
    else:
        order = list(reversed(game.seats)) if game.reversed_order else list(game.seats)
        player = order[(order.index(game.last_regular) + 1) % len(order)]
        game.last_regular = player
        if not game.is_in(player):
            _would_have_begun(game, player)
            return None
        if game.teams and game.team_of(player)[0] != player and game.active in game.team_of(player):
            return None  # the team has had its turn (rule 805.4)
    for skip in game.skips:
        if skip.step == "turn" and skip.player == player:
            game.skips.remove(skip)
            return None
    return None if (yield from _skips_turn_to_untap(game, player)) else player


def _skips_turn_to_untap(game: Game, player: str) -> Steps:
    """A player may skip the turn for a tapped permanent that says so; it untaps as the next turn that occurs begins (rule 614.10b)."""
    for context, _, _ in statics(game, MaySkipTurnToUntap):
        source = context.source
        if source is None or not source.tapped or source.controller not in game.team_of(player):
            continue
        if (yield YesNo("may", source.controller, source)):
            game.untap_as_turn_begins.append(source)
            return True
    return False


def _would_have_begun(game: Game, player: str) -> None:
    """The turn of a player who left would begin now: their durations end, what went out under them may return (800.4m, 702.26n)."""
    for duration in ("your_next_turn", "your_next_upkeep", "end_of_your_next_turn"):
        continuous_effects.end(game, duration, player)
    if game.edition.has("return_after_controller_left"):
        game.orphans_due.add(player)


def _begin_turn(game: Game, player: str) -> Steps:
    """A turn begins: what lasted until it is over, the counts of the turn start anew.

    Rules: 500.1, 311.5, 611.2a
    Events: turn_began, new_planar_controller
    """
    game.active = player
    game.turn_serial += 1
    game.turn_number += 1
    game.turn_began_at = game.tick()
    range_of_influence.determine(game)
    for member in game.active_players:
        game.turn_began[member] = game.turn_began_at
        continuous_effects.end(game, "your_next_turn", member)
        continuous_effects.last_turn_begins(game, member)
    game.spells_cast = {}
    game.attacked_this_turn = []
    game.blocks_this_turn = []
    game.lands_played = dict.fromkeys(game.seats, 0)
    planechase.new_turn(game)
    game.changed()
    game.steps_begun = {}
    game.emit("turn_began", "500.1", player=player)
    if game.untap_as_turn_begins:
        due, game.untap_as_turn_begins = game.untap_as_turn_begins, []
        for source in due:  # one turn skipped after another, so one thing done after another, also where both are for one permanent
            yield from untapping.untap_all(game, [source], "614.10b")


def _turn(game: Game, resume: str | None = None, skip_draw: bool = False) -> Steps:
    """The phases of a turn, with those that effects add after one (rule 500.8)."""
    queue: deque[tuple[str, tuple[str, ...]]] = deque(PHASES)
    if resume is not None:
        while resume not in queue[0][1] and not (resume == "first_strike_damage" and queue[0][0] == "combat"):
            queue.popleft()
        game.steps_begun = _steps_until(resume)
    game.main_phases = 0 if resume is None or resume in (*BEGINNING, "precombat_main") else 1
    game.ending_turn = False
    while queue:
        name, steps = queue.popleft()
        yield from _phase(game, name, steps, resume, skip_draw)
        resume = None
        skip_draw = False
        if leaving_the_game.is_over(game):
            return
        if game.ending_turn:  # straight to the cleanup step (rule 724.1d)
            game.ending_turn = False
            queue.clear()
            queue.append(("ending", ("cleanup",)))
            game.extra_phases.clear()
            game.extra_steps.clear()
        for added in game.extra_phases:  # those created last occur first (rule 500.8)
            queue.extendleft(reversed(added))
        game.extra_phases.clear()


def _steps_until(step: str) -> dict[str, int]:
    """The steps that a turn has begun which is in this step, each counted once."""
    order = [own for _, steps in PHASES for own in steps]
    return dict.fromkeys(order[: order.index(step) + 1] if step in order else order[: order.index("combat_damage")], 1)


def _phase(game: Game, name: str, steps: tuple[str, ...], resume: str | None, skip_draw: bool) -> Steps:
    if resume is not None and resume in steps:
        steps = steps[steps.index(resume) :]
    if name == "combat":
        yield from _combat_phase(game, steps, resume)
        return
    queue = deque(steps)
    while queue:
        step = queue.popleft()
        yield from _step(game, step, resumed=step == resume, skip_it=skip_draw and step == "draw")
        resume = None
        if leaving_the_game.is_over(game) or (game.ending_turn and step != "cleanup"):
            return
        queue.extendleft(game.extra_steps)  # the one created last occurs first (rule 500.9)
        game.extra_steps.clear()


def _combat_phase(game: Game, steps: tuple[str, ...], resume: str | None) -> Steps:
    """Rules 506 to 511; without attackers there are no blocks and no damage (508.8)."""
    game.struck_first = []
    for step in steps:
        if leaving_the_game.is_over(game) or game.ending_turn:
            break
        if step in ("declare_blockers", "combat_damage") and step != resume and not combat_damage.in_combat(game):
            continue
        if step == "combat_damage" and step != resume and combat_damage.needs_two_steps(game):
            yield from _step(game, "first_strike_damage")
            if leaving_the_game.is_over(game) or game.ending_turn:
                break
        yield from _step(game, step, resumed=step == resume)
    combat.end(game)


def is_skipped(game: Game, step: str) -> bool:
    """True if an effect skips this step; a one-time skip is used up by it (rules 500.11, 614.10, 614.10a)."""
    if step in game.turn_skips:
        return True
    for context, static, _ in statics(game, SkipStep):
        if static.step == step and game.active in static.players.find(context):
            return True
    for skip in game.skips:
        if skip.step == step and skip.player in game.active_players:
            game.skips.remove(skip)
            return True
    return False


def _step(game: Game, step: str, resumed: bool = False, skip_it: bool = False) -> Steps:
    """One step: what begins it, its turn-based actions, then priority.

    Rules: 500.2, 500.3, 500.6, 703.4, 117.3a
    Events: step_began or step_skipped
    """
    if not resumed:
        if skip_it or is_skipped(game, step):
            game.emit("step_skipped", "500.11", player=game.active, step=step)
            return
        game.step = step
        game.step_serial += 1
        game.steps_begun[step] = game.steps_begun.get(step, 0) + 1
        if step == "upkeep":
            for player in game.active_players:
                continuous_effects.end(game, "your_next_upkeep", player)
                game.upkeep_before[player] = game.last_upkeep.get(player, 0)
                game.last_upkeep[player] = game.tick()
        game.emit("step_began", "500.1", player=game.active, step=step)
        _concede_now(game, step)
        if leaving_the_game.is_over(game):
            return
        if step == "cleanup":
            yield from _cleanup(game)
            return
        yield from _turn_based_actions(game, step)
        if step == "untap":
            return  # nobody gets priority (rule 502.4)
        yield from priority.give(game)
    else:
        yield from priority.give(game, fresh=False)
    game.holder = None
    if game.mana_pool:
        _mana_empties(game)


def _mana_empties(game: Game) -> None:
    """Mana that was not spent is lost as the step or phase ends (rule 500.5)."""
    game.mana_pool.clear()


def _concede_now(game: Game, step: str) -> None:
    """Players who said that they would leave at this moment do."""
    for entry in [e for e in game.concessions if e[1] in game.active_players and e[2] == step]:
        game.concessions.remove(entry)
        leaving_the_game.leave(game, entry[0], "104.3a")


def _turn_based_actions(game: Game, step: str) -> Steps:
    """Rule 703.4: what happens as a step begins, without the stack."""
    if step == "untap":
        yield from untap_step.turn_based_actions(game)
    elif step == "draw":
        for player in game.active_players:
            if game.is_in(player):
                zones.draw(game, player, 1, "504.1")
    elif step == "precombat_main":
        if game.main_phases == 0:
            _lore_counters(game)
        game.main_phases += 1
    elif step == "declare_attackers":
        if game.is_in(game.active):
            yield from combat.declare_attackers(game)
        game.log.append(Event("attackers_declared", "508.1", game.batch_number, {"player": game.active}))
    elif step == "declare_blockers":
        yield from combat.declare_blockers(game)
    elif step in ("first_strike_damage", "combat_damage"):
        yield from combat_damage.deal(game, step == "first_strike_damage")


def _lore_counters(game: Game) -> None:
    """Each Saga of the active player gets a lore counter as their precombat main phase begins (rule 714.3c)."""
    for obj in list(game.battlefield):
        if "Saga" in obj.characteristics.subtypes and obj.controller in game.active_players:
            add_lore_counter(game, obj)


def add_lore_counter(game: Game, saga: GameObject, count: int = 1) -> None:
    counters.put(game, saga, "lore", count, "714.3")


def _cleanup(game: Game) -> Steps:
    """The cleanup step: discarding, damage wears off with "until end of turn" effects, and priority only if something happens.

    Rules: 514.1, 514.2, 514.3, 514.3a, 704.3
    Decides: a player with too many cards discards (`discard`).
    """
    while True:
        game.ending_turn = False  # if this very step was ended, a new one begins (rule 724.1d)
        for player in game.active_players:
            hand = game.zone(player, "hand") if game.is_in(player) else []
            if len(hand) > 7 and not _has_no_maximum(game, player):
                for card in (yield Pick("discard", player, list(hand), len(hand) - 7, len(hand) - 7)):
                    discard(game, player, card, "514.1")
        with game.batch("514.2"):
            for obj in game.all_permanents():  # phased-out ones too
                if obj.damage:
                    obj.damage = 0
                    game.changed()
            continuous_effects.end(game, "end_of_turn")
            game.delayed = [delayed for delayed in game.delayed if delayed.lasting not in ("end_of_turn", "next_this_turn")]
        if game.sba_needed:
            acted = False
            while (yield from _one_check(game)):
                acted = True
                if leaving_the_game.is_over(game):
                    return
        else:
            acted = False
        if not acted and not game.waiting and not game.waiting_returns:
            return
        yield from priority.give(game)
        if leaving_the_game.is_over(game):
            return
        game.step_serial += 1  # another cleanup step (rule 514.3a)
        game.emit("step_began", "514.3a", player=game.active, step="cleanup")


def _one_check(game: Game) -> Steps:
    from . import state_based_actions

    return (yield from state_based_actions.perform(game))


def _has_no_maximum(game: Game, player: str) -> bool:
    """Rule 402.2."""
    return any(player in static.players.find(context) for context, static, _ in statics(game, NoMaximumHandSize))


def discard(game: Game, player: str, card: GameObject, rule: str = "701.9a") -> None:
    """Events: zone_change, discarded."""
    with game.batch(rule) as happen:
        zones.move(game, card, "graveyard", rule)
        happen("discarded", player=player, object=card)


def add_phases(game: Game, phases: list[tuple[str, tuple[str, ...]]]) -> Any:
    """Adds phases directly after the current one (rule 500.8); the latest added comes first."""
    game.extra_phases.append(phases)
