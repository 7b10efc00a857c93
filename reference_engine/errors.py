"""What the engine raises. Nothing here is raised after the game has changed."""

from __future__ import annotations


class EngineError(Exception):
    """Base of everything that a caller may want to catch."""


class UnknownCard(EngineError):
    """A position names a card that no definition was given for."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no definition was given for the card {name!r}")
        self.name = name


class BadDefinition(EngineError):
    """A card definition says something that is not in the vocabulary."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class ImpossiblePosition(EngineError):
    """A position that the rules could not reach."""


class Refused(EngineError):
    """The game cannot begin, since the rules forbid these decks."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Illegal(EngineError):
    """An action or answer that the rules do not allow; the game is as it was.

    `reason` is one of no_priority, timing, target, cost, restriction, not_there, choice.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
