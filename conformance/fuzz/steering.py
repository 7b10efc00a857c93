"""Where the fuzzer looks next: at the clauses at the heart that came into play least, by way of the cases that name them."""

from __future__ import annotations

from collections.abc import Sequence
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


def behind(reach: Reach) -> list[str]:
    """The clauses at the heart that came into play less often than is wanted, the rarest first."""
    counts = reach.clauses
    rare = [clause for clause in heart() if counts[clause] * WANTED < reach.steps]
    return sorted(rare, key=lambda clause: counts[clause])


def boards_for(clauses: Sequence[str], corpus: Sequence[Board], turn: int) -> list[Board]:
    """Boards of cases that name one of the clauses; `turn` grows with each round, so that others have theirs."""
    found: list[Board] = []
    for clause in clauses[:CLAUSES]:
        fitting = [board for board in corpus if clause in board.rules]
        found += [fitting[(turn + place) % len(fitting)] for place in range(min(BOARDS_FOR_EACH, len(fitting)))]
    return list({id(board): board for board in found}.values())
