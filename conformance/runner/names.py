"""Names of a case and ids of a game, both ways; and cards named by what is printed on them, found by looking.

An object that `given` puts down has its name for an id. Names that the script gives (`name`, `as`) lead to ids of the engine's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from conformance.runner.view import View

Json = dict[str, Any]

CAST_FROM = ("hand", "command", "graveyard", "exile", "library", "battlefield", "stack")
ACTIVATE_FROM = ("battlefield", "command", "hand", "graveyard", "exile", "stack", "library")
TARGET_IN = ("battlefield", "stack", "graveyard", "hand", "exile", "command", "library")
ZONES_FOR = {
    "cast": CAST_FROM,
    "play_land": CAST_FROM,
    "activate": ACTIVATE_FROM,
    "special": ("battlefield", "hand", "exile", "command", "graveyard"),
    "sacrifice": ("battlefield",),
    "tap": ("battlefield",),
    "discard": ("hand",),
    "exile": ("hand", "graveyard", "battlefield", "exile", "library"),
}
"""Where a card that an action names by its card name is looked for, in this order."""


class Names:
    """The names known at a point of a case."""

    def __init__(self, given: Json) -> None:
        self.players: list[str] = given["players"]
        self._given = frozenset(ids_of(given))
        self._by_script: dict[str, str] = {}
        self._shown: dict[str, str] = {}

    def define(self, name: str, number: str) -> None:
        """From now on `name` stands for the object `number`."""
        self._by_script[name] = number
        self._shown.setdefault(number, name)

    def find(self, word: Any) -> str | None:
        """The id of a name or a player, or None when it is neither."""
        if word in self._by_script:
            return self._by_script[word]
        return word if word in self._given or word in self.players else None

    def show(self, number: Any) -> Any:
        """An id as the case would say it."""
        return self._shown.get(number, number) if isinstance(number, str) else number

    def show_all(self, value: Any) -> Any:
        """A value with every id in it shown."""
        if isinstance(value, dict):
            return {self.show(key): self.show_all(entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [self.show_all(entry) for entry in value]
        return self.show(value)

    def is_thing(self, word: Any, number: str | None, view: View) -> bool:
        """Whether `word` (a name, a player or a card) stands for the object `number`."""
        if number is None or word is None:
            return word is None and number is None
        known = self.find(word)
        return number == known if known is not None else view.card(number) == word


def ids_of(given: Json) -> Iterable[str]:
    """The ids of everything that a position puts down."""
    for entry in given["battlefield"]:
        yield entry["id"]
    for seat in given["seats"].values():
        for zone in ("hand", "library", "graveyard", "exile", "command", "planar_deck"):
            for entry in seat.get(zone) or ():
                yield entry["id"]
    planechase = given.get("planechase") or {}
    for key in ("face_up", "planar_deck"):
        for entry in planechase.get(key) or ():
            yield entry["id"]


def card_in(view: View, card: str, zones: Iterable[str], player: str | None, taken: Collection[str] = ()) -> str | None:
    """The first object with that card name in `zones`: in each, the player's own first, then anybody's."""
    for zone in zones:
        for whose in (player, None) if player else (None,):
            for number in view.in_zone(zone, whose):
                if number not in taken and view.card(number) == card:
                    return number
    return None
