"""Speed (rule 702.179): a number that a player has, which begins with "start your engines!" and grows once in each own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .triggered_abilities import trigger_now

if TYPE_CHECKING:
    from .game import Game

MOST = 4


def starters(game: Game) -> list[str]:
    """Players without speed who control a permanent with "start your engines!"; a phased-out one is none (rules 702.179a, 702.26b)."""
    found = [obj.controller for obj in game.battlefield if obj.has_keyword("start your engines!")]
    return [player for player in dict.fromkeys(found) if player not in game.speed]


def start(game: Game, players: list[str]) -> None:
    """Their speed becomes 1, as a state-based action (rule 702.179a)."""
    for player in players:
        game.speed[player] = 1


def life_lost(game: Game, loser: str) -> None:
    """The inherent ability of the active player's speed triggers, once each turn (rule 702.179d)."""
    from .vocabulary import designations

    for player in game.active_players:
        grows = 0 < game.speed.get(player, 0) < MOST and game.speed_grew.get(player) != game.turn_serial
        if grows and game.are_opponents(player, loser):
            game.speed_grew[player] = game.turn_serial
            trigger_now(game, None, designations.SPEED_GROWS, player, {})
