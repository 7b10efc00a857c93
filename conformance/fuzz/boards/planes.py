"""The planar part of a board (rules 311, 312, 901): who is planar controller, what is face up, and the planar decks."""

from __future__ import annotations

from typing import Any

from conformance.fuzz.boards.kinds import Kind
from conformance.fuzz.boards.permanents import Draw, Names
from conformance.fuzz.boards.stock import Stock

Json = dict[str, Any]


class PlanarPart:
    """What was drawn for `planechase` and for the players' planar decks."""

    def __init__(self, stock: Stock, players: tuple[str, ...], active: str) -> None:
        self._stock = stock
        self._players = players
        self._active = active

    def draw(self, draw: Draw, deck: str | None, names: Names) -> tuple[Json | None, dict[str, list[Json]]]:
        """`planechase` and the own planar decks of the players. A face-up plane came off its owner's deck."""
        decks: dict[str, list[Json]] = {player: [] for player in self._players}
        if deck is None:
            return None, decks
        shared = deck == "shared"
        owner = self._active if shared else self._players[draw(self._stock.seat_numbers[len(self._players)])]
        up: list[tuple[Kind, str]] = [(draw(self._stock.plane), owner)]
        if draw(self._stock.rarely):  # two at a time, as after a spatial merging
            second = draw(self._stock.plane)
            if second is not up[0][0]:
                up.append((second, owner))
        face_up = [self._face_up(draw, kind, owner, names) for kind, owner in up]
        common: list[Json] = []
        if shared:
            common = self._deck(draw, [kind for kind, _ in up], names)
        else:
            for player in self._players:
                decks[player] = self._deck(draw, [kind for kind, owner in up if owner == player], names)
        part = {
            "deck": deck,
            "controller": self._active,
            "roll_actions_this_turn": draw(self._stock.rolls),
            "construction": None,
            "face_up": face_up,
            "planar_deck": common,
        }
        return part, decks

    def _face_up(self, draw: Draw, kind: Kind, owner: str, names: Names) -> Json:
        counters = {}
        if kind.front.counters and self._stock.profile.has("set_counters"):
            number = draw(self._stock.count)
            counters = {counter: number for counter in kind.front.counters if number}
        return {"id": names.new(kind.snake), "card": kind.name, "owner": owner, "counters": counters}

    def _deck(self, draw: Draw, gone: list[Kind], names: Names) -> list[Json]:
        """Different cards, top first, at least one of them a plane: otherwise a chain of phenomena would not end (rule 312.7)."""
        cards = [kind for kind in dict.fromkeys(draw(self._stock.planar_deck)) if kind not in gone]
        if all(kind.phenomenon for kind in cards):
            left = [kind for kind in self._stock.planes if kind not in gone]
            cards += left[:1] if not cards else left[len(cards) : len(cards) + 1]
        return [{"id": names.new(kind.snake), "card": kind.name} for kind in cards]
