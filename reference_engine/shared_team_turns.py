"""Shared team turns (rule 805), as far as abilities of the beginning of a step have to know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .vocabulary.base import Wording

if TYPE_CHECKING:
    from .events import Event
    from .game import Game
    from .objects import GameObject
    from .vocabulary.abilities import TriggeredAbility


def occurrences(game: Game, event: Event) -> list[dict[str, Any]]:
    """The fields of an event, once for each player of the active team if it is the beginning of a step.

    Rules: 805.4a, 805.4d
    When: it is looked at what an event triggers.
    """
    if not game.teams or event.kind != "step_began":
        return [event.fields]
    return [{**event.fields, "player": player} for player in game.active_players]


def speaks_of_that_player(source: GameObject, ability: TriggeredAbility) -> bool:
    """True if the ability's text means the player whose step it is, so that it triggers for each of them (805.4d)."""
    text = ability.text(Wording(source.face.name, source.face.noun()))
    return "that player" in text or "that opponent" in text
