"""Restarting the game (rule 727): it ends without a result, and its players begin another one with all its cards.

Nothing is shuffled in this engine. A new library is the old one with all other cards of its owner under it, so that a case can ask only
what no order changes. Nobody is asked about mulligans: every opening hand is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import zones
from .commander import Commanders
from .objects import Characteristics, GameObject
from .planechase import Planes

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps

OF_THE_TABLE = frozenset({
    "edition", "players", "seats", "teams", "variant", "ranges", "cards", "concessions", "log", "batch_number", "open_batch", "next_id",
    "timestamp", "is_subgame", "moment", "turn_serial", "step_serial", "resolutions", "_priority", "_machine", "pending",
})  # fmt: skip
"""What of a `Game` belongs to the players and the machine; all else is one game's, and another game has its own."""

_FROM = ("command", "exile", "graveyard", "hand", "library")  # the bottom of the new library first
OPENING_HAND = 7
STARTING_LIFE = {"commander": 40, "two_headed_giant": 30}


class Restarted(Exception):
    """The game ends here and now, wherever it stands (rule 727.1). `turn_structure.play` begins the next one."""

    def __init__(self, player: str, exempt: list[GameObject], finish: Callable[[], Steps]) -> None:
        super().__init__("the game is restarted")
        self.player = player  # who begins the new game (727.1a)
        self.exempt = exempt  # cards that stay where they are (727.5)
        self.finish = finish  # the rest of the effect (727.4)


def blank_state(game: Game) -> dict[str, Any]:
    """The state of a game that has not begun yet, for the players of this one, with the life totals of rule 103.4."""
    fresh: dict[str, Any] = vars(type(game)(list(game.seats), game.edition))
    life = STARTING_LIFE.get(game.variant or "", 20)
    return {**{name: value for name, value in fresh.items() if name not in OF_THE_TABLE}, "life": dict.fromkeys(game.seats, life)}


def set_up(game: Game, restarted: Restarted) -> None:
    """All cards become the decks of the new game, and the opening hands are drawn; the planar decks wait for the starting plane.

    Rules: 727.1, 727.1a, 727.2, 727.3, 727.5, 727.5a, 103.2c, 103.3, 103.4, 103.5
    When: an effect restarts the game.
    """
    cards = {player: _deck(game, player, restarted.exempt) for player in game.players}
    planes, commanders = game.planes, game.commanders
    vars(game).update(blank_state(game))
    game.active = game.last_regular = restarted.player
    game.turn_number = 0
    if commanders is not None:
        game.commanders = Commanders()
        game.commanders.owners = commanders.owners
    for card in restarted.exempt:
        game.objects[card.id] = card
        game.zone(card.owner, card.zone).append(card)
    for deck in cards.values():
        for card in deck:
            commands = game.commanders is not None and card.id in game.commanders.owners
            lay(game, card, "command" if commands or card.zone == "command" else "library")
    if planes is not None:
        game.planes = _planes(game, planes, restarted.player)
    for player in game.in_turn_order():
        zones.draw(game, player, OPENING_HAND, "103.5")
    game.changed()


def _deck(game: Game, player: str, exempt: list[GameObject]) -> list[GameObject]:
    """Every card that a player owns, those of phased-out permanents too, the bottom of the new library first. Tokens are no cards."""
    permanents = [card for obj in game.all_permanents() for card in (*obj.memory.get("components", ()), obj)]
    spells = [item.object for item in game.stack if item.object is not None]
    held = [card for zone in _FROM for seat in game.seats for card in game.zone(seat, zone)]
    return [card for card in (*permanents, *spells, *held) if card.owner == player and not card.token and card not in exempt]


def lay(game: Game, card: GameObject, zone: str) -> None:
    """Lays a card of another game down in a zone of this one, on top of what is there; there it is a new object (rule 400.7)."""
    new = renewed(game, card, zone)
    game.zone(card.owner, zone).append(new)


def renewed(game: Game, card: GameObject, zone: str) -> GameObject:
    """The card as a new object, known to this game and in no pile yet."""
    new = GameObject(card.id, card.definition, card.owner, zone, card.incarnation + 1)
    new.characteristics = Characteristics(new.face, None)
    card.exists = False
    game.objects[new.id] = new
    return new


def _planes(game: Game, old: Planes, starting: str) -> Planes:
    """The planar decks of the new game: face-up cards go under their decks, which keep their order."""
    new = Planes(starting, old.shared)
    new.common = [renewed(game, card, "command") for card in (*(old.face_up if old.shared else ()), *old.common)]
    for player, deck in old.decks.items():
        own = [card for card in old.face_up if card.owner == player]
        new.decks[player] = [renewed(game, card, "command") for card in (*own, *deck)]
    return new
