"""Counters on permanents (rule 122)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .continuous_effects import says_of, statics
from .objects import GameObject
from .vocabulary.statics import CantRemoveCounters
from .vocabulary.statics_untapping import CantHaveCounters

if TYPE_CHECKING:
    from .game import Game


def put(game: Game, obj: GameObject, kind: str, count: int, rule: str = "122.6") -> bool:
    """Puts counters on an object that the game can see. An effect may forbid it (rule 101.2); True if any were put.

    Events: counter_added, one for each
    """
    if count <= 0 or not obj.visible or says_of(game, CantHaveCounters, obj) is not None:
        return False
    with game.batch(rule) as happen:
        before = obj.counters.get(kind, 0)
        obj.counters[kind] = before + count
        obj.shown = None
        for number in range(before + 1, before + count + 1):
            happen("counter_added", object=obj, counter=kind, _number=number)
        game.changed()
    return True


def remove(game: Game, obj: GameObject, kind: str, count: int, rule: str = "122.1") -> int:
    """Removes up to so many; gives how many were removed. An effect may forbid it (rule 101.2).

    Events: counter_removed, one for each; last_counter_removed
    """
    have = obj.counters.get(kind, 0)
    count = min(count, have)
    if count <= 0 or not obj.visible or _fixed(game, obj, kind):
        return 0
    with game.batch(rule) as happen:
        if have == count:
            del obj.counters[kind]
        else:
            obj.counters[kind] = have - count
        for _ in range(count):
            happen("counter_removed", object=obj, counter=kind)
        if have == count:
            happen("last_counter_removed", object=obj, counter=kind)
        game.changed()
    return count


def _fixed(game: Game, obj: GameObject, kind: str) -> bool:
    return any(static.kind == kind and static.what.matches(obj, context) for context, static, _ in statics(game, CantRemoveCounters))
