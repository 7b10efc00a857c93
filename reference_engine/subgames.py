"""Subgames (rule 729): a game within a game, played with the libraries of the main game.

The main game is laid aside as a whole, so nothing in the subgame can see it (729.1b, 729.4), and taken up again where it stood. Nothing
is shuffled in this engine: libraries and planar decks keep their order, and what goes back is put under what is there. Who goes first
would be random; here it is the player whose effect began the subgame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import restarting, turn_structure, zones
from .commander import Commanders
from .objects import GameObject
from .planechase import Planes

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def play(game: Game, first: str) -> Steps:
    """Plays a subgame from its opening hands to its end and takes up the main game; gives who won the subgame, nobody if it was a draw.

    Rules: 729.1a, 729.1b, 729.2, 729.2a, 729.2c, 729.3, 729.4, 729.4b, 729.5, 729.5a, 729.5c, 727.6
    When: an effect creates a subgame.
    """
    main = {name: value for name, value in vars(game).items() if name not in restarting.OF_THE_TABLE}
    players = list(game.players)
    decks = [card for player in players for card in game.zone(player, "library")]
    vars(game).update(restarting.blank_state(game))
    game.active = game.last_regular = first
    game.turn_number = 0
    game.is_subgame = True
    for player in players:
        main["_zones"][player]["library"].clear()
    for card in decks:
        restarting.lay(game, card, "library")
    planar = _bring_planar_decks(game, main["planes"], first)
    decks += _bring_commanders(game, main)
    for player in game.in_turn_order():
        zones.draw(game, player, restarting.OPENING_HAND, "103.5")
    game.changed()
    yield from turn_structure.play(game, "first_turn")
    winners = list(game.players)
    _take_up(game, main, decks, planar)
    game.players[:] = players
    return winners


def _bring_planar_decks(game: Game, main: Planes | None, first: str) -> dict[str, list[GameObject]]:
    """The planar decks of the main game are those of the subgame; face-up cards stay (rule 729.2a). Gives what each deck held."""
    if main is None:
        return {}
    planes = game.planes = Planes(first, main.shared)
    decks = {"": main.common, **main.decks}
    held = {owner: list(deck) for owner, deck in decks.items()}
    for owner, deck in decks.items():
        moved = [restarting.renewed(game, card, "command") for card in deck]
        deck.clear()
        (planes.deck(owner) if owner else planes.common).extend(moved)
    return held


def _bring_commanders(game: Game, main: dict[str, Any]) -> list[GameObject]:
    """Commanders that are in the command zone go along (rule 729.2c)."""
    if main["commanders"] is None:
        return []
    owners = main["commanders"].owners
    game.commanders = Commanders()
    game.commanders.owners = owners
    brought = []
    for piles in main["_zones"].values():
        here = [card for card in piles["command"] if card.id in owners]
        piles["command"][:] = [card for card in piles["command"] if card.id not in owners]
        brought += here
    for card in brought:
        restarting.lay(game, card, "command")
    return brought


def _take_up(game: Game, main: dict[str, Any], decks: list[GameObject], planar: dict[str, list[GameObject]]) -> None:
    """The main game goes on with all the cards that the subgame was played with, wherever they were, and phased out or not.

    Those of a player who lost the subgame had left it, and are there again too. Only commanders may stay in the command zone.

    Rules: 729.5, 729.5a, 729.5c
    """
    last = game.objects
    planes: Planes | None = game.planes
    vars(game).update(main)
    for card in decks:
        now = last.get(card.id, card)
        commander = game.commanders is not None and card.id in game.commanders.owners
        restarting.lay(game, now, "command" if commander and now.zone == "command" else "library")
    for owner, held in planar.items():
        assert planes is not None
        there = planes.deck(owner) if owner else planes.common
        kept = {card.id for card in there}
        under = [card for card in held if card.id not in kept]
        deck = game.planes.deck(owner) if owner else game.planes.common
        deck[:0] = [restarting.renewed(game, last.get(card.id, card), "command") for card in (*under, *there)]
    game.changed()
