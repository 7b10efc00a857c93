"""Clauses at the heart that no random game comes to, or shows, and why."""

from __future__ import annotations

_RANGE = "boards have no limited range of influence"
_CONSTRUCTION = "a planar deck that is refused begins no game"

UNREACHED: dict[str, str] = {
    **dict.fromkeys((f"901.13/{letter}" for letter in "ab"), _RANGE),
    **dict.fromkeys((f"901.3/{letter}" for letter in "abcde"), _CONSTRUCTION),
    **dict.fromkeys((f"901.15a/{letter}" for letter in "abcd"), _CONSTRUCTION),
    "610.4a/d": "no event tells which effect holds a permanent out, so one that is out for a second time looks like any other",
    "901.9/j": "a roll that is not paid for is refused, and refusals are looked at only for changing nothing",
}
"""The clauses, each with the reason."""
