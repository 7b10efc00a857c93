"""Makes a recording smaller for as long as the same is found: fewer moves, fewer players and permanents, plainer ones.

Hypothesis has shrunk what was drawn; this goes over the game itself, where it can also do what no drawing does: put a card in the place of
another, take a player out, leave out what turned out to be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.library import load_cards
from conformance.cases.write_given import CannotWrite, short
from conformance.fuzz import lessening
from conformance.fuzz.following import CannotFollow, Done, followed
from conformance.fuzz.recording import Finding, Move, Recording
from conformance.runner.card_book import CardBook

Json = dict[str, Any]
Still = Callable[[Recording], Finding | None]
T = TypeVar("T")

ATTEMPTS = 800
"""So often is a smaller game tried at most."""


class _Spent(Exception):
    """The attempts are used up."""


def trim(recording: Recording, still: Still, pool: CardPool | None = None, attempts: int = ATTEMPTS) -> Recording:
    """The smallest recording found for which `still` gives a finding; the recording itself if it gives none for that.

    The same recording always ends as the same. A position that could not be written as a case is never tried.
    """
    trimmer = _Trimmer(recording, still, pool if pool is not None else load_cards()[0], attempts)
    with suppress(_Spent):
        trimmer.run()
    return trimmer.best


class _Trimmer:
    def __init__(self, recording: Recording, still: Still, pool: CardPool, attempts: int) -> None:
        self.best = recording
        self._still = still
        self._pool = pool
        self._cards = CardBook(pool)
        self._left = attempts
        self._tried: set[bytes] = set()

    def run(self) -> None:
        """Everything, again and again until nothing more can be taken away."""
        if not self._holds(self.best):
            return
        self._move_by_move()
        while True:
            before = self.best
            self._fewer_moves()
            self._less(lessening.whole_parts)
            self._fewer_permanents()
            self._less(lessening.seats)
            self._less(lambda given: lessening.permanents(given, self._pool))
            self._simpler_answers()
            if self.best == before:
                break
        self._joined_passes()

    # --- trying ----------------------------------------------------------------------------------------------------------------

    def _holds(self, candidate: Recording) -> bool:
        """Whether the finding is still there; then this is the best, if possible up to the move that shows it."""
        digest = sha256(msgspec.json.encode([candidate.given, candidate.moves], order="deterministic")).digest()
        if digest in self._tried or not self._is_a_case(candidate):
            return False
        self._tried.add(digest)
        if self._left <= 0:
            raise _Spent
        self._left -= 1
        finding = self._still(candidate)
        if finding is None:
            return False
        self.best = candidate
        if finding.move + 1 < len(candidate.moves):
            # Where moves are refused that were not before, they do not count, and the place of the last one is another.
            self._holds(msgspec.structs.replace(candidate, moves=candidate.moves[: finding.move + 1]))
        return True

    def _is_a_case(self, candidate: Recording) -> bool:
        """Whether the position could be written as one. What was drawn is; it is not asked about."""
        if candidate.given is self.best.given:
            return True
        try:
            short(candidate.given, self._pool)
        except CannotWrite:
            return False
        return True

    def _less(self, ways: Callable[[Json], Iterator[Json]]) -> None:
        """Go on with the first simpler position that holds, until none does."""
        found = True
        while found:
            found = any(self._holds(msgspec.structs.replace(self.best, given=given)) for given in ways(self.best.given))

    # --- moves -----------------------------------------------------------------------------------------------------------------

    def _fewer_moves(self) -> None:
        def holds(moves: Sequence[Move]) -> bool:
            return self._holds(msgspec.structs.replace(self.best, moves=tuple(moves)))

        fewer(lambda: self.best.moves, holds)

    def _move_by_move(self) -> None:
        """Single passes in place of "pass until", so that it is seen after which of them the finding is there; then joined again."""
        try:
            moves = tuple(done.move for done in followed(self.best, self._cards))
        except CannotFollow:
            return
        if self._holds(msgspec.structs.replace(self.best, moves=moves)):
            self._joined_passes()

    def _joined_passes(self) -> None:
        """Runs of passes as one move each."""
        try:
            moves = joined(followed(self.best, self._cards))
        except CannotFollow:
            return
        self._holds(msgspec.structs.replace(self.best, moves=tuple(moves)))

    def _simpler_answers(self) -> None:
        """Fewer attackers, fewer blockers, nothing exerted, no where yes was said."""
        for index in range(len(self.best.moves)):
            for answer in _simpler(self.best.moves[index].answer or {}) if index < len(self.best.moves) else ():
                moves = list(self.best.moves)
                moves[index] = msgspec.structs.replace(moves[index], answer=answer)
                if self._holds(msgspec.structs.replace(self.best, moves=tuple(moves))):
                    break

    # --- permanents ------------------------------------------------------------------------------------------------------------

    def _fewer_permanents(self) -> None:
        def holds(names: Sequence[str]) -> bool:
            gone = {entry["id"] for entry in self.best.given["battlefield"]} - set(names)
            return self._holds(msgspec.structs.replace(self.best, given=lessening.without_permanents(self.best.given, gone)))

        fewer(lambda: [entry["id"] for entry in self.best.given["battlefield"]], holds)


def fewer(items: Callable[[], Sequence[T]], holds: Callable[[Sequence[T]], bool]) -> None:
    """Leave out items for as long as `holds` takes what is left: first half of them at once, in the end one by one, the last ones first.

    `items` gives what there is now; `holds` makes it less.
    """
    size = max(len(items()) // 2, 1)
    while size:
        end = len(items())
        while end > 0:
            now = items()
            start = max(end - size, 0)
            end = min(start, len(items())) if holds([*now[:start], *now[end:]]) else start
        size //= 2


def _simpler(answer: Json) -> Iterator[Json]:
    for kind in ("attack", "block"):
        declared = answer.get(kind) or {}
        for name in declared:
            exert = [entry for entry in answer.get("exert") or () if entry != name]
            yield {kind: {other: what for other, what in declared.items() if other != name}, **({"exert": exert} if exert else {})}
    if answer.get("exert"):
        yield {key: value for key, value in answer.items() if key != "exert"}
    for kind in ("may", "pay"):
        if answer.get(kind) is True:
            yield {kind: False}


def joined(moves: Sequence[Done]) -> list[Move]:
    """The moves with each run of passes as one: on to the last step that begins in it, if none like it begins before."""
    found: list[Move] = []
    at = 0
    while at < len(moves):
        end = _run_until(moves, at)
        if end is None:
            found.append(moves[at].move)
            at += 1
            continue
        last = moves[end - 1].after
        action = {"type": "pass_until", "player": last.active, "step": last.step, "decline": ["attack", "block"]}
        found.append(Move(moves[at].move.player, action=action))
        at = end
    return found


def _run_until(moves: Sequence[Done], at: int) -> int | None:
    """Where a run of passes that begins at `at` and can be said as one ends, if there is more than one pass in it."""
    began = moves[at].before.began
    seen: set[tuple[str, str]] = set()
    best = None
    for end in range(at, len(moves)):
        done = moves[end]
        passes = done.move.action == {"type": "pass"} and done.move.refused is None
        declines = done.move.answer in ({"attack": {}}, {"block": {}}) and end > at
        if not passes and not declines:
            break
        after = done.after
        if after.began > began and after.asks == "priority":
            began = after.began
            if (after.active, after.step) not in seen and end > at:
                best = end + 1
            seen.add((after.active, after.step))
    return best
