"""Where the fuzzer looks next: at the clauses at the heart that came into play least, by way of the cases that name them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from conformance.cases.library import builtin
from conformance.fuzz.invariants.unreached import UNREACHED
from conformance.fuzz.seeds import Board
from conformance.fuzz.watcher import Reach
from conformance.rules.loader import load
from conformance.rules.registry import is_within

HEART = ("502", "702.26", "311", "312", "901", "704.6f", "610.4")
"""The sections and rules that the suite is about."""

WANTED = 2000
"""Each clause at the heart is to come into play once in so many steps, or more often."""

CLAUSES = 24
"""So many clauses are looked at in one round."""

BOARDS_FOR_EACH = 3
"""So many boards at most stand for a clause in a round."""

MARGIN = 1.5
"""A clause is looked after until it came into play so many times as often as is wanted."""

MOST_URGENT = 6
"""So many times a board stands for a clause that never came into play."""

KEPT = 8
"""So many boards are kept for a clause."""


@cache
def heart() -> tuple[str, ...]:
    """The clauses at the heart that a game can come to, in the order of the registry."""
    return tuple(
        clause.id
        for rule in load(builtin() / "rules", "cases/rules")
        if any(is_within(rule.number, section) for section in HEART)
        for clause in rule.clauses
        if clause.untestable is None and clause.id not in UNREACHED
    )


class Steering:
    """Knows what was reached, and on which boards."""

    def __init__(self, reach: Reach, corpus: Sequence[Board]) -> None:
        """`corpus` are boards of cases, which name the clauses that they are about; what they really come to is learned."""
        self._reach = reach
        self._named: dict[str, list[Board]] = {}
        self._came_to: dict[str, list[Board]] = {}
        self._surely: dict[str, list[Board]] = {}
        for board in corpus:
            for clause in board.rules:
                self._named.setdefault(clause, []).append(board)

    def came_to(self, clauses: Collection[str], board: Board, *, surely: bool) -> None:
        """On this board these clauses came into play: `surely` in the moves that are made at once, so that they will again; else in moves
        that were drawn."""
        for clause in heart():
            if clause in clauses:
                known = (self._surely if surely else self._came_to).setdefault(clause, [])
                if len(known) < KEPT:
                    known.append(board)

    def behind(self) -> list[str]:
        """The clauses at the heart that came into play less often than is wanted, the rarest first."""
        counts = self._reach.clauses
        rare = [clause for clause in heart() if counts[clause] * WANTED < self._reach.steps * MARGIN]
        return sorted(rare, key=lambda clause: counts[clause])

    def boards(self, turn: int) -> list[Board]:
        """Boards on which the rarest clauses came into play; of cases that name them where none did. `turn` grows with each round, so
        that others have theirs. A board is there as often as clauses ask for it, and more often for one that is far behind."""
        found: list[Board] = []
        counts = self._reach.clauses
        for clause in self.behind()[:CLAUSES]:
            fitting = self._surely.get(clause) or self._came_to.get(clause) or self._named.get(clause) or []
            chosen = [fitting[(turn + place) % len(fitting)] for place in range(min(BOARDS_FOR_EACH, len(fitting)))]
            found += chosen * self._urgency(counts[clause])
        return found

    def _urgency(self, times: int) -> int:
        """From 1, for a clause that came into play nearly as often as it has to, to `MOST_URGENT` for one that never did."""
        reached = times * WANTED / max(self._reach.steps * MARGIN, 1.0)
        return 1 + round((MOST_URGENT - 1) * (1 - min(reached, 1.0)))
