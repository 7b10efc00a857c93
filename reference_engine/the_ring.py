"""The Ring tempts a player (rule 701.54): an emblem that grows, and a Ring-bearer among the creatures of that player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import Context
from .decisions import Pick
from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def bearer(game: Game, player: str) -> GameObject | None:
    """The player's Ring-bearer, if it is there under that player's control.

    Rules: 701.54a, 701.54e, 702.26b
    When: somebody asks; a creature that another player controls has stopped being the Ring-bearer for good.
    """
    obj: GameObject | None = game.ring_bearers.get(player)
    if obj is None or not obj.visible:
        return None
    if obj.controller != player:
        del game.ring_bearers[player]
        return None
    return obj


def tempt(game: Game, player: str, source: GameObject | None) -> Steps:
    """The emblem grows, and the player chooses a creature; without one to choose the Ring-bearer stays who it was.

    Rules: 701.54a, 701.54c, 114.2
    Decides: the player (`choose`).
    """
    from .vocabulary import designations, emblems

    times = game.ring_temptations[player] = game.ring_temptations.get(player, 0) + 1
    emblems.get(Context(game, None, player), designations.ring_abilities(times))
    pool = [obj for obj in game.battlefield if obj.controller == player and obj.is_type("Creature")]
    if pool:
        game.ring_bearers[player] = yield Pick("choose", player, pool, source=source, one=True)
    game.changed()
