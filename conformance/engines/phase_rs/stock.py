"""What new games are made of, kept for the life of the process: one engine, empty tables, and one object of every card seen."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from . import binding
from .cards import Card
from .problems import EngineFault, Unsupported

Json = dict[str, Any]

_FILLER: Json = {
    "name": "Forest", "layout": "normal", "manaCost": None, "manaValue": 0, "convertedManaCost": 0, "types": ["Land"],
    "subtypes": ["Forest"], "supertypes": ["Basic"], "type": "Basic Land — Forest", "text": "({T}: Add {G}.)", "colors": [],
    "colorIdentity": ["G"], "keywords": [], "legalities": {}, "identifiers": {}, "power": None, "toughness": None,
}  # fmt: skip
_FILLER_PLANE: Json = {
    **_FILLER, "name": "Specimen Table", "layout": "planar", "types": ["Plane"], "subtypes": [], "supertypes": [],
    "type": "Plane", "text": "", "colorIdentity": [],
}  # fmt: skip

_PER_TURN_LISTS = (
    "zone_changes_this_turn", "zone_change_library_knowledge_stamps", "revealed_cards", "public_revealed_cards", "triggers_fired_this_game",
)  # fmt: skip


class Stock:
    """Engine, tables and objects. The engine is built anew only when faces come that it does not know, or after a panic."""

    def __init__(self) -> None:
        self._faces: dict[str, Json] = {}
        self._engine: Any = None
        self._objects: dict[str, str] = {}
        self._made_from: dict[str, str] = {}
        self._tables: dict[tuple[int, bool], str] = {}

    def prepare(self, cards: Iterable[Card]) -> Any:
        """The engine, with these cards in it. Raises Unsupported for a card that the engine does not put into a deck."""
        wanted = list(cards)
        new = [card for card in wanted if self._made_from.get(card.name) != _print_of(card)]
        if new or self._engine is None:
            if not self._faces:
                self._faces = {atom["name"].lower(): binding.face_of(atom, several=False) for atom in (_FILLER, _FILLER_PLANE)}
            for card in new:
                self._faces.update(card.faces)
            self._engine = binding.engine_of(self._faces)
            self._tables.clear()
            self._make_objects(new)
        return self._engine

    def forget_engine(self) -> None:
        """After a panic nothing of the engine is trusted."""
        self._engine = None
        self._tables.clear()

    def object_of(self, card: Card) -> Json:
        """A fresh object of the card, as it lies in a library, owned by the first seat."""
        fresh: Json = json.loads(self._objects[card.name])
        return fresh

    def table(self, players: int, planechase: bool) -> Json:
        """The state of a game of so many players in which nothing has been put down yet."""
        key = (players, planechase)
        if key not in self._tables:
            self._tables[key] = json.dumps(self._empty_table(players, planechase))
        fresh: Json = json.loads(self._tables[key])
        return fresh

    def _make_objects(self, cards: list[Card]) -> None:
        for planar in (False, True):
            names = [card.name for card in cards if card.is_planar is planar]
            if not names:
                continue
            deck = {"main_deck": ["Forest"]} if planar else {"main_deck": _fronts(cards, names)}
            if planar:
                deck["planar_deck"] = [*_fronts(cards, names), "Specimen Table"]
            state = self._new_game(deck, 2, planar)["state"]
            by_front = {obj["name"]: obj for obj in state["objects"].values()}
            for card in cards:
                if card.name in names:
                    made = by_front.get(card.front["name"])
                    if made is None:
                        raise Unsupported("card", card.name, "the engine does not put it into a deck")
                    self._objects[card.name] = json.dumps(made)
                    self._made_from[card.name] = _print_of(card)

    def _new_game(self, deck: Json, players: int, planechase: bool) -> Json:
        others = [["Forest"]] * (players - 1)
        try:
            game = binding.calm(
                self._engine.new_game, deck, others[0], extra_players=others[1:], first_player=0, seed=0,
                format="Planechase" if planechase else "FreeForAll",
            )  # fmt: skip
            while game.waiting_for()["type"] == "MulliganDecision":
                seat = game.waiting_for()["data"]["pending"][0]["player"]
                binding.calm(game.apply, seat, {"type": "MulliganDecision", "data": {"choice": {"type": "Keep"}}})
            state: Json = game.state()
        except ValueError as error:
            raise EngineFault(f"phase.rs does not start a game: {error}") from None
        return state

    def _empty_table(self, players: int, planechase: bool) -> Json:
        deck: Json = {"main_deck": ["Forest"]}
        if planechase:
            deck["planar_deck"] = ["Specimen Table", "Specimen Table"]
        outer = self._new_game(deck, players, planechase)
        state = outer["state"]
        state.pop("resolved_rules_journal", None)  # the largest part of a state; the engine starts a new one
        state["objects"] = {}
        state["deck_pools"] = []
        state["command_zone"] = []
        if "planar_deck" in state:
            state["planar_deck"] = []
        for name in _PER_TURN_LISTS:
            if name in state:
                state[name] = []
        for player in state["players"]:
            player.update(hand=[], library=[], graveyard=[], has_drawn_this_turn=False, cards_drawn_this_turn=0, cards_drawn_this_step=0)
        return outer


def _fronts(cards: list[Card], names: list[str]) -> list[str]:
    wanted = set(names)
    return [card.front["name"] for card in cards if card.name in wanted]


def _print_of(card: Card) -> str:
    return json.dumps(card.faces, sort_keys=True)
