"""The untap step (rule 502): phasing, day and night, untapping, in that order; nobody gets priority in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import day_night, phasing, untapping
from .continuous_effects import says_of, statics
from .decisions import ChooseUntap, Word
from .objects import GameObject
from .vocabulary.statics import CantBecomeUntapped, DoesntUntap, MayStayTapped, UntapDuringOthers, UntapLimit, UntapOnlyChosenType
from .vocabulary.statics_untapping import UntapItselfDuringOthers

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def turn_based_actions(game: Game) -> Steps:
    """What happens in the untap step, in order.

    Rules: 502.1, 502.2, 502.3, 502.4, 703.3, 703.4a, 703.4b, 703.4c
    When: an untap step begins that is not skipped. No player gets priority, so nothing is put on the stack here.
    """
    phasing.swap(game)
    day_night.check(game)
    yield from untap(game)


def untap(game: Game) -> Steps:
    """The active player determines which of their permanents untap; these untap at the same time.

    Rules: 502.3, 101.2, 703.4c
    When: after the day and night check.
    Decides: the active player, where an effect gives a choice or a limit forces one (`choose_untap`); each member of an active team.
    Events: untapped, or what replaces it; one batch
    """
    kinds = yield from _chosen_kinds(game)
    returning = _returning(game)
    candidates = [obj for obj in game.battlefield if obj.tapped and obj not in returning and _may_untap(game, obj) and _of_kind(obj, kinds)]
    optional = [obj for obj in candidates if says_of(game, MayStayTapped, obj) is not None]
    limits = [limit for limit in _limits(game) if sum(1 for obj in candidates if limit.covers(obj)) > limit.at_most]
    limited = [obj for obj in candidates if any(limit.covers(obj) for limit in limits)]
    choice = [obj for obj in candidates if obj in optional or obj in limited]
    untapping_ = [obj for obj in candidates if obj not in choice]
    for player in game.active_players:
        own = [obj for obj in choice if obj.controller == player]

        def problem(picked: list[GameObject], own: list[GameObject] = own) -> str | None:
            return _problem(picked, own, optional, limits)

        if own:
            untapping_ += yield ChooseUntap(player, own, problem)
    others = [obj for obj in game.battlefield if obj.tapped and obj not in untapping_ and _untaps_for_others(game, obj)]
    yield from untapping.untap_all(game, untapping_ + others, "502.3", in_untap_step=True, returning=returning)
    _locks_expire(game)


def _may_untap(game: Game, obj: GameObject) -> bool:
    """True if it is the active player's and nothing keeps it from untapping in this step."""
    if obj.controller not in game.active_players:
        return False
    if says_of(game, DoesntUntap, obj) is not None or says_of(game, CantBecomeUntapped, obj) is not None:
        return False
    return not any(lock.applies(game, obj) for lock in game.untap_locks)


def _untaps_for_others(game: Game, obj: GameObject) -> bool:
    """True if an effect untaps it during another player's untap step; its own restrictions are about its own step."""
    if obj.controller in game.active_players or says_of(game, CantBecomeUntapped, obj) is not None:
        return False
    if any(lock.everyone and lock.applies(game, obj) for lock in game.untap_locks):
        return False
    return says_of(game, UntapItselfDuringOthers, obj) is not None or any(
        (static.every or context.controller not in game.active_players) and static.what.matches(obj, context)
        for context, static, _ in statics(game, UntapDuringOthers)
    )


class _Limit:
    """Not more than so many of these may untap under one player's control."""

    def __init__(self, static: UntapLimit, context: Any, player: str) -> None:
        self.static = static
        self.context = context
        self.player = player
        self.at_most = static.at_most

    def covers(self, obj: GameObject) -> bool:
        return obj.controller == self.player and self.static.what.matches(obj, self.context)


def _limits(game: Game) -> list[_Limit]:
    """The limits of this step; one that is on all players limits each of an active team by itself."""
    return [
        _Limit(static, context, player)
        for context, static, _ in statics(game, UntapLimit)
        for player in game.active_players
        if player in static.players.find(context)
    ]


def _problem(picked: list[GameObject], choice: list[GameObject], optional: list[GameObject], limits: list[_Limit]) -> str | None:
    """What is wrong with a set: a limit is broken, or something that must untap and could is left out (rule 502.3)."""
    for limit in limits:
        n = sum(1 for obj in picked if limit.covers(obj))
        if n > limit.at_most:
            return f"{n} of these untap, but the limit is {limit.at_most}"
    for obj in choice:
        if obj in picked or obj in optional:
            continue
        if all(not limit.covers(obj) or sum(1 for other in picked if limit.covers(other)) < limit.at_most for limit in limits):
            return f"{obj.id} has to untap too, since no limit keeps it from untapping"
    return None


def _chosen_kinds(game: Game) -> Steps:
    """Who untaps names the kind of permanents to which the own untapping is restricted (Storage Matrix), each member of an active team."""
    kinds: dict[str, list[str]] = {player: [] for player in game.active_players}
    for _, static, _ in statics(game, UntapOnlyChosenType):
        for player, own in kinds.items():
            own.append((yield Word("choose", player, list(static.types))))
    return kinds


def _of_kind(obj: GameObject, kinds: dict[str, list[str]]) -> bool:
    return all(obj.is_type(kind) for kind in kinds.get(obj.controller, ()))


class UntapLock:
    """ "Doesn't untap during the next untap step": of a player (exert, rule 701.43a), or of whoever controls it then (player None).

    It covers certain objects, or whatever fits a filter when the step comes: of that player, or with `everyone` of all players, so that
    nothing that others untap in that step escapes it (Blinding Beam). `exerted` tells how it came about.
    """

    __slots__ = ("context", "everyone", "exerted", "filter", "objects", "player")

    def __init__(
        self,
        player: str | None,
        objects: list[GameObject] | None = None,
        filter_: Any = None,
        context: Any = None,
        everyone: bool = False,
        exerted: bool = False,
    ) -> None:
        self.everyone = everyone
        self.exerted = exerted
        self.player = player
        self.objects = objects
        self.filter = filter_
        self.context = context

    def applies(self, game: Game, obj: GameObject) -> bool:
        if self.player is not None and self.player not in game.active_players:
            return False
        if self.objects is not None:
            return obj in self.objects
        return (self.everyone or obj.controller == self.player) and bool(self.filter.matches(obj, self.context))


def _returning(game: Game) -> list[GameObject]:
    """What goes to its owner's hand as the active player untaps, where it still is there; these effects are used up by the step."""
    due = [obj for player, obj in game.returns_as_untapping if player in game.active_players]
    game.returns_as_untapping = [entry for entry in game.returns_as_untapping if entry[0] not in game.active_players]
    return [obj for obj in dict.fromkeys(due) if obj.visible]


def _locks_expire(game: Game) -> None:
    """The next untap step has come: these effects are over, whether they mattered or not (rules 611.2a, 701.43b)."""
    kept = []
    for lock in game.untap_locks:
        if lock.player is not None:
            if lock.player not in game.active_players:
                kept.append(lock)
            continue
        lock.objects = [obj for obj in lock.objects or [] if obj.exists and obj.controller not in game.active_players]
        if lock.objects:
            kept.append(lock)
    game.untap_locks = kept
