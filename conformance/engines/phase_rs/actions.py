"""The actions of the protocol, carried out on a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import casting
from .passing import pass_once
from .play import Play
from .problems import EngineFault, Illegal, Unsupported
from .vocabulary import DIE_FACES

Json = dict[str, Any]

_SEEDS = 200
_seed_of = {"planeswalker": 6, "chaos": 1, "blank": 0}
"""The seed that gave a face last time, tried first."""


def act(play: Play, player: str, action: Json) -> None:
    """Carry out one action. Raises Illegal when the engine refuses it, Unsupported for what the adapter cannot say to the engine."""
    handler = _ACTIONS.get(action["type"])
    if handler is None:
        raise Unsupported("feature", f"action {action['type']}", "the adapter does not know this action")
    seat = play.ids.seat(player)
    if action["type"] != "concede":
        prompt, data = play.waiting
        if prompt == "GameOver":
            raise Illegal("timing", "the game is over")
        if prompt != "Priority" or data["player"] != seat:
            raise Illegal("no_priority", f"the engine does not wait for an action of {player}")
    handler(play, seat, action)


def _pass(play: Play, seat: int, action: Json) -> None:
    pass_once(play, seat)


def _play_land(play: Play, seat: int, action: Json) -> None:
    number = play.ids.number(action["object"])
    obj = play.object(number)
    if obj is None:
        raise Illegal("not_there", f"{action['object']} is gone")
    play.attempt(None, seat, "PlayLand", object_id=number, card_id=obj["card_id"])


def _special(play: Play, seat: int, action: Json) -> None:
    if action.get("special") != "turn_face_up":
        raise Unsupported("feature", f"special {action.get('special')}", "the adapter does not know this special action")
    play.grant_plenty(seat)
    play.attempt(None, seat, "TurnFaceUp", object_id=play.ids.number(action["object"]))


def _concede(play: Play, seat: int, action: Json) -> None:
    if action.get("at"):
        raise Unsupported("feature", "concede_at", "the engine runs from one question to the next and cannot be stopped in between")
    play.attempt(None, seat, "Concede", player_id=seat)


def _roll(play: Play, seat: int, action: Json) -> None:
    """Roll the planar die with the face that is told. The engine takes no face, so that a seed is looked for that gives it."""
    faces = action.get("faces") or []
    if len(faces) != 1:
        raise Unsupported("feature", "forced_die", "only a single die can be forced")
    if action.get("mana") == "none":
        play.take_mana(seat)
    else:
        play.grant_plenty(seat)
    wanted = faces[0]
    trial = play.copy()  # a refusal leaves this game alone
    trial.attempt(None, seat, "RollPlanarDie")
    casting.refuse_unasked_mana(trial, action, 0)
    saved = play.save()
    known = _seed_of.get(wanted)
    for seed in ([] if known is None else [known]) + list(range(_SEEDS)):
        state = {**saved.outer["state"], "rng_seed": seed, "rng_word_pos": 0}
        play.restore(replace(saved, outer={**saved.outer, "state": state}))
        events = play.attempt(None, seat, "RollPlanarDie")
        casting.refuse_unasked_mana(play, action, saved.events)
        rolled = [DIE_FACES[event["data"]["face"]] for event in events if event["type"] == "PlanarDieRolled"]
        if rolled == [wanted]:
            _seed_of[wanted] = seed
            play.mana_was_spent(seat)
            return
        if len(rolled) > 1:
            raise Unsupported("feature", "forced_die", "the engine rolled several dice")
    raise EngineFault(f"none of {_SEEDS} seeds gave the face {wanted}")


_ACTIONS: dict[str, Callable[[Play, int, Json], None]] = {
    "pass": _pass,
    "cast": casting.cast,
    "activate": casting.activate,
    "play_land": _play_land,
    "special": _special,
    "concede": _concede,
    "roll_planar_die": _roll,
}
