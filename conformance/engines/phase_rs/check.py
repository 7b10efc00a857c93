"""Reads a loaded position back and compares it with what was asked: what the engine changed or dropped must not become a verdict."""

from __future__ import annotations

from typing import Any

from .ids import Ids
from .problems import Unsupported

Json = dict[str, Any]

_OF_OBJECTS: dict[str, Any] = {
    "zone": None, "owner": None, "controller": None, "tapped": False, "damage_marked": 0, "counters": {}, "attached_to": None,
    "is_token": False, "summoning_sick": False, "phase_status": None, "transformed": False, "face_down": False, "chosen_attributes": [],
}  # fmt: skip
_OF_PLAYERS = ("life", "hand", "library", "graveyard", "lands_played_this_turn", "poison_counters", "energy")
_OF_THE_GAME = (
    "phase", "turn_number", "active_player", "priority_player", "day_night", "battlefield", "exile", "command_zone",
    "spells_cast_this_turn", "spells_cast_last_turn",
)  # fmt: skip
_OF_PLANECHASE = ("planar_deck", "planar_controller", "planar_die_actions_this_turn")
_PHASED_IN = {"status": "PhasedIn"}
# Only creatures are summoning sick in a sense that matters; the engine clears or sets the mark of others as it likes.
_ONLY_FOR_CREATURES = "summoning_sick"


def check(asked: Json, got: Json, ids: Ids) -> None:
    """Compare the state that was loaded with the one that the engine shows. Raises Unsupported with the first difference."""
    for key in _OF_THE_GAME:
        if got.get(key) != asked.get(key):
            _refuse(key, asked.get(key), got.get(key))
    for key in _OF_PLANECHASE:
        if key in asked and (got.get(key) or None) != (asked[key] or None):
            _refuse(key, asked[key], got.get(key))
    for seat, (theirs, ours) in enumerate(zip(got["players"], asked["players"], strict=True)):
        for key in _OF_PLAYERS:
            if theirs.get(key) != ours.get(key):
                _refuse(f"{ids.players[seat]}.{key}", ours.get(key), theirs.get(key))
    for number, ours in asked["objects"].items():
        theirs = got["objects"].get(number)
        if theirs is None:
            raise Unsupported("feature", "position", f"{ids.name(int(number))} is gone after loading")
        for key, default in _OF_OBJECTS.items():
            if key == _ONLY_FOR_CREATURES and "Creature" not in theirs["card_types"]["core_types"]:
                continue
            want, have = ours.get(key, default), theirs.get(key, default)
            if key == "phase_status":
                want, have = want or _PHASED_IN, have or _PHASED_IN
            if want != have:
                _refuse(f"{ids.name(int(number))}.{key}", want, have)


def _refuse(what: str, asked: Any, got: Any) -> None:
    raise Unsupported("feature", "position", f"{what} was set to {asked!r}, the engine shows {got!r} after loading")
