"""A recording played on the reference engine, move by move: what was asked, what was answered, what came of it.

Where a recording leaves the passing to the engine (`pass_until`), the single passes are found again, so that all that follows knows only
single moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from conformance.engines.reference import spec as reference
from conformance.fuzz.recording import Move, Recording
from conformance.runner.answers import default
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session
from conformance.runner.table import Table
from conformance.runner.view import View

Json = dict[str, Any]

MAX_MOVES = 2000
"""So many single moves are no small case any more."""


class CannotFollow(Exception):
    """The recording cannot be played on the reference engine; the text says where it stops."""


class Standing(msgspec.Struct, frozen=True):
    """Where the game stands: what it waits for, and what tells one pass from another."""

    decision: Json | None
    turn: int
    active: str
    step: str
    began: int
    """How many steps had begun."""
    stack: int
    rounds: int
    """How often everybody had passed in succession."""

    @property
    def asks(self) -> str | None:
        """The kind of decision."""
        return None if self.decision is None else str(self.decision["kind"])


class Done(msgspec.Struct, frozen=True):
    """One move: how the game stood before and after it. `usual` tells that a case without an answer would answer just so; `index` is
    the recorded move that it belongs to."""

    move: Move
    before: Standing
    after: Standing
    usual: bool
    view: View
    """The position before the move."""
    events: list[Json]
    index: int


class Follower:
    """The reference engine at one game."""

    def __init__(self, recording: Recording, cards: CardBook) -> None:
        self.recording = recording
        self.session = Session(reference, edition=recording.edition)
        names = card_names(recording.given)
        reply = self.session.new_game({"given": recording.given, "cards": cards.describe(names, text=False)})
        if "status" not in reply:
            lack = reply.get("refused") or reply.get("unsupported") or {}
            raise CannotFollow(f"the position cannot be put down: {lack.get('message') or lack.get('reason')}")
        self.table = Table(self.session, recording.given, reply["status"])
        self.count = 0

    def standing(self) -> Standing:
        """Where the game stands now."""
        table, status = self.table, self.table.status
        return Standing(table.decision, status["turn"], status["active"], status["step"], table.step_number, status["stack"], table.rounds)

    def follow(self, last: int) -> Iterator[Done]:
        """The moves up to number `last`, as single ones."""
        for index, move in enumerate(self.recording.moves[: last + 1]):
            if self.table.decision is None:
                return
            if move.action is not None and move.action.get("type") == "pass_until" and move.refused is None:
                yield from self._passes(move.action, index)
            else:
                yield self._one(move, index)

    def _passes(self, action: Json, index: int) -> Iterator[Done]:
        """What everybody did until the step came or something was asked."""
        table = self.table
        started = table.step_number
        decline = action.get("decline") or ()
        while table.decision is not None:
            kind, player = table.decision["kind"], table.decision["player"]
            there = table.step_number > started and table.status["step"] == action["step"]
            if kind == "priority" and not (there and table.same_side(table.status["active"], action["player"])):
                yield self._one(Move(player, action={"type": "pass"}), index)
            elif kind in decline:
                yield self._one(Move(player, answer={kind: {}}), index)
            else:
                return

    def _one(self, move: Move, index: int) -> Done:
        self.count += 1
        if self.count > MAX_MOVES:
            raise CannotFollow(f"it has more than {MAX_MOVES} moves")
        table = self.table
        before, view = self.standing(), table.view()
        usual = move.answer is not None and move.refused is None and table.decision is not None
        usual = usual and before.asks == next(iter(move.answer or ()), None) and default(table.decision or {}, table) == move.answer
        seen = len(table.events)
        reply = table.act(move.player, action=move.action, answer=move.answer)
        refusal = reply.get("illegal")
        if (refusal is not None) is not (move.refused is not None):
            what = f"is refused ({refusal['message']})" if refusal is not None else "is accepted"
            raise CannotFollow(f"move {index + 1} of {move.player} {what}, other than it was recorded")
        return Done(move, before, self.standing(), usual, view, table.events[seen:], index)


def followed(recording: Recording, cards: CardBook, last: int | None = None) -> list[Done]:
    """All moves up to number `last` (default: the last there is). Raises CannotFollow."""
    return list(Follower(recording, cards).follow(len(recording.moves) - 1 if last is None else last))


def spelled_out(recording: Recording, cards: CardBook, last: int | None = None) -> Recording:
    """The same game as single moves only."""
    return msgspec.structs.replace(recording, moves=tuple(done.move for done in followed(recording, cards, last)))
