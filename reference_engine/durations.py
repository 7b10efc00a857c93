"""One-shot effects that last "until" something (rules 610.3, 610.4), and effects that wait for a departure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game


class Until:
    """ "... until THIS leaves the battlefield" or "until a player planeswalks": a second one-shot effect, right after the event.

    `what` is `return` (exiled cards) or `phase_in`; `source` the permanent watched, None for planeswalking.
    """

    __slots__ = ("controller", "event", "objects", "source", "tapped", "what")

    def __init__(self, what: str, source: GameObject | None, event: str, objects: list[GameObject], controller: str, tapped: bool) -> None:
        self.what = what
        self.source = source
        self.event = event
        self.objects = objects
        self.controller = controller
        self.tapped = tapped


def already_over(game: Game, event: str, source: GameObject | None, since: int) -> bool:
    """True if the event has happened between `since` and now, so that nothing is done at all (rules 610.3b, 610.4b-c)."""
    if event == "leaves":
        return source is None or not source.exists
    return bool(game.planes is not None and game.planes.last_walk > since)


def source_leaves(game: Game, source: GameObject) -> None:
    """The source leaves the battlefield: what waited for that happens right after (rules 610.3, 610.4, 610.4d).

    A phased-out source that leaves with its owner has not left the battlefield (rule 702.26k), so nothing happens then.
    """
    if source.phase != "in" or not game.until_effects:
        return
    due = [until for until in game.until_effects if until.event == "leaves" and until.source is source]
    _do_after(game, due)


def player_planeswalked(game: Game) -> None:
    """Rule 901.11: what lasted until a player planeswalks is over."""
    _do_after(game, [until for until in game.until_effects if until.event == "planeswalk"])


def _do_after(game: Game, due: list[Until]) -> None:
    if not due:
        return
    game.until_effects = [until for until in game.until_effects if until not in due]
    if game.open_batch is None:
        _end(game, due)
        return
    pending: list[Any] = game.open_batch.after_hooks
    ending = next((hook for hook in pending if isinstance(hook, _Ending)), None)
    if ending is None:
        ending = _Ending(game)
        pending.append(ending)
    ending.due += due


class _Ending:
    """What becomes due by the simultaneous events of one batch, so that it happens at once too (rules 610.3d, 610.4d)."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.due: list[Until] = []

    def __call__(self) -> None:
        _end(self.game, self.due)


def _end(game: Game, due: list[Until]) -> None:
    """Effects that became due by simultaneous events are simultaneous themselves (rules 610.3d, 610.4d)."""
    from . import phasing, zones

    returning = [(until, obj) for until in due if until.what == "phase_in" for obj in until.objects if obj.exists and obj.phase != "in"]
    if returning:
        phasing.phase_in(game, [obj for _, obj in returning], "610.4", tapped=[obj for until, obj in returning if until.tapped])
    exiled = [obj for until in due if until.what == "return" for obj in until.objects if obj.exists and obj.zone == "exile"]
    if exiled:
        game.waiting_returns += exiled
    returned_to_hand = [
        obj for until in due if until.what == "return_to_hand" for obj in until.objects if obj.exists and obj.zone == "exile"
    ]
    for obj in returned_to_hand:
        zones.move(game, obj, "hand", "610.3")


def held_out(game: Game, obj: GameObject) -> bool:
    """True if the permanent went out "until" something, so that the untap step does not return it (rule 610.4a)."""
    return any(until.what == "phase_in" and obj in until.objects for until in game.until_effects)


def forget(game: Game, obj: GameObject) -> None:
    """The permanent phased in some other way: the second effect is spent (rule 610.4a)."""
    for until in game.until_effects:
        if until.what == "phase_in" and obj in until.objects:
            until.objects = [other for other in until.objects if other is not obj]
