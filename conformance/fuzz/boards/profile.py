"""What boards are to be like: a `Profile` steers the draws, and keeps to what an engine can put down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from reference_engine.editions import NEWEST, Edition


@dataclass(frozen=True)
class Profile:
    """How likely things are on a board. Shares are in percent."""

    players: tuple[int, ...] = (2, 2, 2, 2, 3, 4)
    """The numbers of players, each as often as it stands here."""
    teams: int = 25
    """Of the boards of four players: those with two teams of two (two-headed giant)."""
    planechase: int = 40
    own_decks: int = 50
    """Of the boards with planechase: those with a planar deck for each player."""
    pregame: int = 4
    """Of the boards with planechase: those before the starting plane is set."""
    day_night: int = 40
    """Boards on which it is day or night whatever is there; it always is where a daybound or nightbound permanent is phased in."""
    steps: tuple[str, ...] = ()
    """The steps to begin in; without any: all that give priority, main phases and the end step most often."""
    permanents: int = 12
    """So many at most; mostly about a half."""
    heart: int = 55
    """Permanents with a deed that the suite is about (toolbox.HEART)."""
    attachments: int = 25
    """Permanents that are Auras, Equipment or Fortifications."""
    phased: int = 25
    """Permanents that are phased out directly; what is attached to them is out besides."""
    hand: int = 10
    """So many cards in a hand at most; mostly about a half."""
    deeds: frozenset[str] = frozenset()
    """Deeds that are wanted: a third of all permanents and of all cards in hands, besides their usual share."""
    edition: str = NEWEST
    features: frozenset[str] | None = None
    """What the engine can do (docs/protocol.md); None for everything."""
    cards: frozenset[str] | None = None
    """The cards that the engine knows; None for the whole pool."""

    def has(self, feature: str) -> bool:
        """True if boards may need this feature of an engine."""
        return self.features is None or feature in self.features

    def knows(self, change: str) -> bool:
        """True if a change of the rules is in force in the edition."""
        return Edition(self.edition).has(change)

    def within(self, features: Iterable[str], players: tuple[int, int] = (2, 4), cards: Iterable[str] | None = None) -> Profile:
        """This profile kept to an engine that claims these features, plays with so many players and knows these cards."""
        fewest, most = players if "multiplayer" in (features := frozenset(features)) else (2, 2)
        numbers = tuple(number for number in self.players if fewest <= number <= most) or (fewest,)
        return replace(self, features=features, players=numbers, cards=None if cards is None else frozenset(cards))
