"""Names on both sides: the suite's ids (strings) and the engine's (numbers), players by name and by seat."""

from __future__ import annotations

from typing import Any

from .problems import Illegal

Json = dict[str, Any]


class Ids:
    """What is called what in one game. Things that the game makes get names of ours when they are first met."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self._number: dict[str, int] = {}
        self._name: dict[int, str] = {}

    def give(self, name: str, number: int) -> None:
        self._number[name] = number
        self._name[number] = name

    def seat(self, player: str) -> int:
        try:
            return self.players.index(player)
        except ValueError:
            raise Illegal("not_there", f"no player {player}") from None

    def number(self, name: str) -> int:
        """The engine's number of an object or of an ability on the stack. Raises Illegal for a name that nothing has."""
        try:
            return self._number[name]
        except KeyError:
            raise Illegal("not_there", f"nothing is called {name}") from None

    def name(self, number: int) -> str:
        if number not in self._name:
            self.give(f"#{number}", number)
        return self._name[number]

    def knows(self, number: int) -> bool:
        return number in self._name

    def is_player(self, name: str) -> bool:
        return name in self.players

    def target(self, name: str) -> Json:
        """A target as the engine writes it."""
        return {"Player": self.seat(name)} if self.is_player(name) else {"Object": self.number(name)}

    def of_target(self, target: Json) -> str:
        if "Player" in target:
            return self.players[target["Player"]]
        return self.name(target["Object"])

    def attacked(self, name: str) -> Json:
        """What is attacked, as the engine writes it: a player or a planeswalker."""
        return {"type": "Player", "data": self.seat(name)} if self.is_player(name) else {"type": "Planeswalker", "data": self.number(name)}

    def of_attacked(self, target: Json) -> str:
        return self.players[target["data"]] if target["type"] == "Player" else self.name(target["data"])

    def of_attached(self, host: Json) -> str:
        return self.players[host["data"]] if host["type"] == "Player" else self.name(host["data"])
