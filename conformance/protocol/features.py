"""The features an engine may claim; what it does not claim is not asked of it (docs/protocol.md)."""

from __future__ import annotations

from typing import Final

PROTOCOL_VERSION: Final = 1

FEATURES: Final[dict[str, str]] = {
    "multiplayer": "plays with more than two players",
    "teams": "plays with shared team turns",
    "range_of_influence": "plays with a limited range of influence",
    "planechase": "plays Planechase with one shared planar deck",
    "planechase_own_decks": "plays Planechase with a planar deck for each player",
    "forced_die": "rolls the face of the planar die that it is told",
    "day_night": "has day and night",
    "set_day_night": "can start at day or at night, and with a given previous turn",
    "set_phased": "can start with phased-out permanents",
    "set_phased_under": "can start with permanents phased out under another player than their controller, or indirectly",
    "set_attached": "can start with attached permanents",
    "set_control": "can start with permanents that a player controls but does not own",
    "set_counters": "can start with counters",
    "set_damage": "can start with damage marked",
    "set_tokens": "can start with tokens",
    "set_face_down": "can start with face-down permanents",
    "set_transformed": "can start with transformed permanents",
    "set_exerted": "can start with exerted permanents",
    "set_chosen": "can start with choices made as a permanent entered",
    "set_copy": "can start with permanents that are copies",
    "set_step": "can start in any step that gives priority, of any player's turn",
    "pregame": "can start before the starting plane is set",
    "concede": "lets a player leave the game",
    "concede_at": "lets a player leave at a named moment at which nobody has priority",
    "events": "reports events",
    "custom_cards": "takes cards that are not real ones, from their definition",
    "construction": "checks planar decks",
    "editions": "plays by the rules of the date it is told",
    "pass_until": "has the action pass_until",
}
"""Name and meaning of every feature."""
