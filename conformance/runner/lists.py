"""Compares complete lists: ordered ones, those in any order, and those with `{any_order: [..]}` groups in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Fits = Callable[[Any, Any], bool | None]
"""Whether an expected entry fits an observed one; None where that cannot be told."""


def all_fit(expected: Sequence[Any], observed: Sequence[Any], fits: Fits) -> bool | None:
    """Entry by entry, in this order; a group stands for as many entries as it holds, in whatever order."""
    if sum(len(entry["any_order"]) if _is_group(entry) else 1 for entry in expected) != len(observed):
        return False
    verdicts: list[bool | None] = []
    at = 0
    for entry in expected:
        if _is_group(entry):
            group = entry["any_order"]
            verdicts.append(pairing(group, observed[at : at + len(group)], fits))
            at += len(group)
        else:
            verdicts.append(fits(entry, observed[at]))
            at += 1
    return False if False in verdicts else None if None in verdicts else True


def same_in_any_order(expected: Sequence[Any], observed: Sequence[Any], fits: Fits) -> bool | None:
    """The same entries, in whatever order; groups among the expected are taken apart."""
    flat = [part for entry in expected for part in (entry["any_order"] if _is_group(entry) else [entry])]
    return pairing(flat, observed, fits) if len(flat) == len(observed) else False


def pairing(expected: Sequence[Any], observed: Sequence[Any], fits: Fits) -> bool | None:
    """Whether each expected entry can have an observed one of its own; None when it can only with entries that cannot be told."""
    table = [[fits(one, other) for other in observed] for one in expected]
    if _assign(table, (True,)):
        return True
    return None if _assign(table, (True, None)) else False


def _assign(table: list[list[bool | None]], good: tuple[bool | None, ...]) -> bool:
    """Find partners along augmenting paths, so that a general entry does not take what a special one needs."""
    partner: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for candidate, verdict in enumerate(table[index]):
            if candidate not in tried and verdict in good:
                tried.add(candidate)
                if candidate not in partner or place(partner[candidate], tried):
                    partner[candidate] = index
                    return True
        return False

    return all(place(index, set()) for index in range(len(table)))


def _is_group(entry: Any) -> bool:
    return isinstance(entry, dict) and "any_order" in entry
