"""What was played and what was found, as plain data: enough to play it again."""

from __future__ import annotations

from typing import Any

import msgspec

Json = dict[str, Any]


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message to the engine: an action or an answer of a player, in the protocol's form. `refused` is the reference's reason, if it is
    one that must be refused; `alone` tells that it was made on the reference only, since the engine had gone on without it."""

    player: str
    action: Json | None = None
    answer: Json | None = None
    refused: str | None = None
    alone: bool = False


class Recording(msgspec.Struct, frozen=True):
    """A game: the position (GIVEN of docs/protocol.md, every object with a name that a case may have) and the moves."""

    given: Json
    moves: tuple[Move, ...]
    edition: str


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it has to be.

    `source` is `invariant`, `difference` or `crash`; `clause` the clause of the registry it is filed under (a rule number where no clause
    is known), `field` the first field that differs (`tapped`, `phased`, `decision.kind`, ...) or the invariant's id. `move` is the index of
    the move after which it was seen (-1: in the position itself), `about` the id of the object or the player concerned, if one is.
    """

    source: str
    clause: str
    field: str
    words: str
    expected: Any = None
    observed: Any = None
    about: str | None = None
    move: int = -1

    @property
    def key(self) -> tuple[str, str]:
        """Two findings with the same key are the same finding."""
        return self.clause, self.field
