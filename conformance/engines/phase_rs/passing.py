"""Passing priority: once, or until a step comes (the protocol's `pass_until`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .play import Play
from .problems import Illegal
from .status import step_of

Json = dict[str, Any]

_MOST = 3000
_DECLINED = {"DeclareAttackers": ("attack", "attacks"), "DeclareBlockers": ("block", "assignments")}


def pass_once(play: Play, seat: int) -> list[Json]:
    """One pass. Costs that are asked for as something resolves are granted, where a card of the case asks for one."""
    if play.costs_at_resolution and play.stack:
        for other in range(len(play.ids.players)):
            if other not in play.gone:
                play.grant_plenty(other)
    return play.attempt(None, seat, "PassPriority")


def pass_until(play: Play, action: Json, interrupted: Callable[[], bool]) -> None:
    """Everybody passes until a step of that name that begins after now, in a turn of that player, gives priority.

    Ends earlier when the game is over, asks something else (attacks and blocks in `decline` are answered with none), or `interrupted`.
    Raises Illegal when it leads nowhere.
    """
    player = play.ids.seat(action["player"])
    decline = action.get("decline") or []
    began = False
    for _ in range(_MOST):
        prompt, data = play.waiting
        if prompt == "Priority":
            if began and play.active == player and step_of(play) == action["step"]:
                return
            events = pass_once(play, data["player"])
        elif prompt in _DECLINED and _DECLINED[prompt][0] in decline:
            events = play.attempt(None, data["player"], prompt, **{_DECLINED[prompt][1]: []})
        else:
            return
        began = began or any(event["type"] == "PhaseChanged" for event in events)
        if interrupted():
            return
    raise Illegal("timing", f"the step did not come after {_MOST} passes")
