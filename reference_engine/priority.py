"""Priority (rule 117): who may act, and what happens before anybody may."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import leaving_the_game, stack, state_based_actions, triggered_abilities, zones
from .events import Event

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


class PassMarker:
    """The answer "pass" (rule 117.3d)."""


PASS = PassMarker()
ALL_PASS = PassMarker()
"""All who have not passed yet do so, one after the other; only where nothing is due before each of them gets priority."""


class Meanwhile:
    """Something that happens while a player has priority and keeps it, without being an action of anybody."""

    def __init__(self, steps: Callable[[], Steps]) -> None:
        self.steps = steps


class Departure:
    """The player with priority leaves the game. That is no action (rule 117.1), so who has passed has passed (rule 117.4)."""

    def __init__(self, steps: Callable[[], Steps]) -> None:
        self._steps = steps

    def __call__(self) -> Steps:
        return self._steps()


def settle(game: Game) -> Steps:
    """What happens each time a player would receive priority: state-based actions until none applies, then triggers, and again.

    Rules: 117.5, 704.3, 603.3b
    """
    while True:
        if game.waiting_returns:
            yield from return_exiled(game)
        if game.sba_needed:
            while (yield from state_based_actions.perform(game)):
                if game.over or len(game.players) <= 1:
                    return
        if not game.waiting:
            return
        yield from triggered_abilities.put_on_stack(game)


def return_exiled(game: Game) -> Steps:
    """Cards that were exiled until something left the battlefield come back, all at once (rules 610.3, 610.3c, 610.3d)."""
    cards, game.waiting_returns = game.waiting_returns, []
    back = [(card, card.owner) for card in cards if card.exists and card.zone == "exile"]
    if back:
        yield from zones.put_together_onto_battlefield(game, back, "610.3")


def _pass_in_turn(game: Game, holder: str, passed: set[str]) -> list[str]:
    """The players after the holder who have not passed get priority and pass; gives all who have passed then."""
    order = game.in_turn_order(holder)
    for player in order[1:]:
        if player not in passed:
            game.log.append(Event("priority", "117.3", game.batch_number, {"player": player}))
    return order


def _after_resolution(game: Game) -> str | None:
    """Who has priority after something resolved: the active player, or who is next if that one has left (rule 117.3b)."""
    return game.active if game.is_in(game.active) else None


def _after_acting(game: Game, player: str) -> str:
    """Who has priority after a player has acted: that player again (rule 117.3c)."""
    return player if game.is_in(player) else leaving_the_game.who_is_next(game, player)


def _begin_anew(passed: set[str]) -> None:
    """Somebody acted, so all have to pass in a row once more (rules 117.3d, 117.4)."""
    passed.clear()


def give(game: Game, first: str | None = None, fresh: bool = True) -> Steps:
    """Players receive priority in turn until all have passed in a row with an empty stack.

    Rules: 117.3a, 117.3b, 117.3c, 117.3d, 117.4, 405.5
    Decides: each player in turn (`priority`); the answer is an action.
    Events: priority
    `fresh` is False only for the first moment of a given position, which is looked at as it stands.
    """
    holder: Any = first if first is not None else game.active
    passed: set[str] = set()
    while True:
        if game.ending_turn:
            return  # nobody gets priority, and what triggered meanwhile waits for the cleanup step (rule 724.1f)
        if fresh and (game.sba_needed or game.waiting or game.waiting_returns):
            yield from settle(game)
        fresh = True
        if leaving_the_game.is_over(game):
            return
        if holder is None or not game.is_in(holder):
            holder = leaving_the_game.who_is_next(game, holder or game.active)
        game.holder = holder
        game.log.append(Event("priority", "117.3", game.batch_number, {"player": holder}))
        action = yield game.priority_of(holder)
        while isinstance(action, Meanwhile):
            yield from action.steps()
            if leaving_the_game.is_over(game):
                return
            action = yield game.priority_of(holder)
        if action is ALL_PASS:
            passed.update(_pass_in_turn(game, holder, passed))
            action = PASS
        if action is PASS:
            passed.update(game.team_of(holder) if game.teams else (holder,))  # a team passes as one (rule 805.5)
            if len(passed) >= len(game.players) and all(player in passed for player in game.players):
                game.holder = None
                if not game.stack:
                    return
                yield from stack.resolve_top(game)
                passed.clear()
                holder = _after_resolution(game)
            else:
                holder = game.next_player(holder)
                while holder in passed:
                    holder = game.next_player(holder)
            continue
        if not isinstance(action, Departure):
            _begin_anew(passed)
        yield from action()
        holder = _after_acting(game, holder)
