"""The door for actions and answers: everything is checked before the game goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import casting, casting_options, forms, leaving_the_game, planechase, suspend, turn_structure
from .decisions import Begin, Decision, Priority
from .errors import Illegal
from .priority import ALL_PASS, PASS

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps

STEPS = (*(step for _, steps in turn_structure.PHASES for step in steps), "first_strike_damage")
PRIORITY_STEPS = tuple(step for step in STEPS if step not in ("untap", "cleanup"))
MANY_PASSES = 20_000


def perform(game: Game, player: str, action: dict[str, Any]) -> None:
    """Does an action of a player. Raises Illegal, and then nothing has changed."""
    kind = forms.mapping(action, "an action").get("type")
    if kind == "concede":
        _concede(game, player, action)
        return
    if kind == "pass_until":
        _pass_until(game, action)
        return
    pending = game.pending
    if kind == "begin" and isinstance(pending, Begin):
        game._resume(None)
        return
    if not isinstance(pending, Priority) or player not in game.team_of(pending.player):
        waiting = "the game is over" if pending is None else f"{pending.player} is asked for {pending.kind}"
        raise Illegal("no_priority", f"{player} has no priority: {waiting}")
    if kind == "pass":
        game._resume(PASS)
        return
    prepare = {
        "cast": casting.prepare_cast,
        "activate": casting.prepare_activate,
        "play_land": casting.prepare_play_land,
        "roll_planar_die": planechase.prepare_roll,
        "special": _special,
    }.get(str(kind))
    if prepare is None:
        raise Illegal("choice", f"{forms.shown(kind)} is no action")
    if kind in ("cast", "activate", "play_land", "special") and not isinstance(action.get("object"), str):
        raise Illegal("not_there", "'object' is the id of what is acted with, and is missing")
    if "mana" in action:
        forms.word(action["mana"], "'mana'", ("granted", "none"))
    game._resume(prepare(game, player, action))


def _special(game: Game, player: str, action: dict[str, Any]) -> casting.Performing:
    """Turning a face-down permanent face up (rules 116.2b, 708.7), suspending or foretelling a card (rules 116.2f, 116.2h)."""
    obj = game.find(action["object"])
    if action.get("special") == "foretell" and obj is not None:
        return casting_options.prepare_foretell(game, player, obj)
    if action.get("special") == "suspend" and obj is not None:
        return suspend.prepare(game, player, obj, casting.could_begin_to_cast(game, player, obj))
    if obj is None or obj not in game.battlefield or obj.controller != player:
        raise Illegal("not_there", f"{action['object']} is no permanent of {player}")
    if action.get("special") != "turn_face_up" or not obj.face_down or "morph" not in obj.copiable.front.entry:
        raise Illegal("restriction", f"{obj.id} can't be turned face up")

    def turn() -> Steps:
        obj.face_down = False
        game.changed()
        game.emit("turned_face_up", "708.7", object=obj)
        return
        yield

    return turn


def answer(game: Game, player: str, given: dict[str, Any]) -> None:
    """Answers the decision that the game waits for. Raises Illegal, and then it is still waiting."""
    pending = game.pending
    if pending is None or isinstance(pending, (Priority, Begin)) or pending.player != player:
        raise Illegal("no_priority", f"{player} is asked for nothing")
    if pending.kind not in forms.mapping(given, "an answer"):
        raise Illegal("choice", f"{pending.kind} is asked, not {', '.join(given) or 'nothing'}")
    game._resume(pending.accept(game, given[pending.kind], given))


def _concede(game: Game, player: str, action: dict[str, Any]) -> None:
    """A player leaves the game at once, or at a moment named in advance (rules 104.3a, 800.4)."""
    if not game.is_in(player):
        raise Illegal("no_priority", f"{player} is not in the game")
    if action.get("at") is not None:
        at = forms.mapping(action["at"], "'at'")
        whose = forms.word(at.get("player"), "'player' of 'at'", tuple(game.players))
        game.concessions.append((player, whose, forms.word(at.get("step"), "'step' of 'at'", STEPS)))
        return
    leaving_the_game.concede(game, player)


def _pass_until(game: Game, action: dict[str, Any]) -> None:
    """Everybody passes until the next such step that begins after now gives priority, or something else is asked.

    It may never come, since effects can keep a game from ending; then the game stands somewhere after many turns, as the status shows.
    """
    started = game.step_serial
    player = forms.word(action.get("player"), "'player'", tuple(game.players))
    step = forms.word(action.get("step"), "'step'", PRIORITY_STEPS)
    decline = [forms.word(kind, "an entry of 'decline'", ("attack", "block")) for kind in forms.listed(action.get("decline"))]
    for _ in range(MANY_PASSES):
        pending: Decision | None = game.pending
        if pending is None:
            return
        if pending.kind == "priority":
            if game.step_serial > started and game.step == step and player in game.active_players:
                return
            due = game.teams or game.sba_needed or game.waiting or game.waiting_returns
            game._resume(PASS if due else ALL_PASS)
        elif pending.kind in decline:
            game._resume(pending.decline())
        else:
            return
