"""Shared team turns (rule 805), as far as abilities of the beginning of a step have to know of them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .events import Event
    from .game import Game
    from .vocabulary.abilities import TriggeredAbility


def occurrences(game: Game, event: Event) -> list[dict[str, Any]]:
    """The fields of an event, once for each player of the active team if it is the beginning of a step.

    Rules: 805.4a, 805.4d
    When: it is looked at what an event triggers.
    """
    if not game.teams or event.kind != "step_began":
        return [event.fields]
    return [{**event.fields, "player": player} for player in game.active_players]


def speaks_of_that_player(ability: TriggeredAbility) -> bool:
    """True if the ability's event, condition or effect means the player whose step it is, so that it triggers for each of them (805.4d)."""
    parts = [*ability.triggers, ability.if_, ability.body]
    return any(_mentions(part) for part in parts)


def _mentions(part: Any) -> bool:
    if isinstance(part, str):
        return part.startswith("that_player")
    if isinstance(part, (tuple, list)):
        return any(_mentions(entry) for entry in part)
    if "that_player" in getattr(type(part), "word", ""):
        return True
    if dataclasses.is_dataclass(part):
        return any(_mentions(getattr(part, field.name)) for field in dataclasses.fields(part))
    return any(_mentions(value) for value in vars(part).values()) if hasattr(part, "__dict__") else False
