"""Commander (rule 903): which cards are commanders, casting them from the command zone, going back there, and their damage.

A commander is a card, not an object, so it is known by its id, which follows the card from zone to zone (rule 903.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import zones
from .decisions import YesNo
from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps

LETHAL = 21


class Commanders:
    """What a Commander game remembers: whose commander each card is, how often it was cast, and what damage it dealt to whom."""

    def __init__(self) -> None:
        self.owners: dict[str, str] = {}
        self.casts: dict[str, int] = {}
        self.damage: dict[tuple[str, str], int] = {}  # (player, commander)
        self.arrived: list[GameObject] = []  # in a graveyard or in exile since the last check


def is_commander(game: Game, obj: GameObject) -> bool:
    """Rule 903.3: a designation of the card, whatever zone it is in; copies do not have it."""
    return game.commanders is not None and not obj.token and obj.id in game.commanders.owners


def controls_own(game: Game, player: str) -> bool:
    """True if a permanent that the player controls is their commander; one that is phased out is none (rules 903.3d, 702.26b)."""
    commanders = game.commanders
    return commanders is not None and any(
        obj.controller == player and commanders.owners.get(obj.id) == player and not obj.token for obj in game.battlefield
    )


def may_cast(game: Game, player: str, card: GameObject) -> bool:
    """Rule 903.8."""
    return is_commander(game, card) and card.owner == player and card in game.zone(player, "command")


def tax(game: Game, card: GameObject) -> int:
    """What it costs more from the command zone: two for each time it was cast from there before (rule 903.8)."""
    return 2 * int(game.commanders.casts.get(card.id, 0)) if card.zone == "command" and game.commanders is not None else 0


def was_cast(game: Game, spell: GameObject) -> None:
    """Counts a casting from the command zone (rule 903.8)."""
    if game.commanders is not None and spell.memory.get("was_in") == "command":
        game.commanders.casts[spell.id] = game.commanders.casts.get(spell.id, 0) + 1


def dealt(game: Game, source: GameObject | None, player: str, amount: int) -> None:
    """Keeps count of combat damage by commanders, over the whole game (rule 903.10a)."""
    if source is not None and is_commander(game, source):
        key = (player, source.id)
        game.commanders.damage[key] = game.commanders.damage.get(key, 0) + amount


def has_lost(game: Game, player: str) -> bool:
    """True if one commander has dealt the player 21 combat damage or more (rule 903.10a)."""
    return game.commanders is not None and any(who == player and n >= LETHAL for (who, _), n in game.commanders.damage.items())


def arrived(game: Game, card: GameObject) -> None:
    """Notes a commander that was put into a graveyard or into exile, for the next check (rule 903.9a)."""
    if card.zone in ("graveyard", "exile") and is_commander(game, card):
        game.commanders.arrived.append(card)


def going_home(game: Game) -> Steps:
    """The commanders put into a graveyard or exile since the last check that their owners put into the command zone.

    Rules: 903.9a
    When: state-based actions are checked.
    Decides: each such owner (`may`).
    """
    if game.commanders is None:
        return []
    due, game.commanders.arrived = game.commanders.arrived, []
    home: list[GameObject] = []
    for card in due:
        wanted = card.exists and game.is_in(card.owner) and (yield YesNo("may", card.owner, card))
        home += [card] if wanted else []
    return home


def go_home(game: Game, cards: list[GameObject]) -> None:
    """Events: zone_change."""
    for card in cards:
        zones.move(game, card, "command", "903.9a")
