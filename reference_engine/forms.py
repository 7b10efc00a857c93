"""The form of what comes in from outside: actions and answers are JSON values, and may be anything.

Each function gives the value if it has the form that is wanted, and raises Illegal otherwise, so that no rule meets a value that it cannot
read. `what` names it in the message.
"""

from __future__ import annotations

from typing import Any

from .errors import Illegal

MOST = 1_000
"""No number that a player may choose (X, how often a cost is paid) is greater: nothing needs one, and counting to it would take forever."""

MOST_DAMAGE = 10**9
"""Damage is as much as the power of a creature, which no player chooses."""


def mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Illegal("choice", f"{what} is a mapping, not {shown(value)}")
    return value


def text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise Illegal("choice", f"{what} is a word or a name, not {shown(value)}")
    return value


def listed(value: Any) -> list[Any]:
    """A list as it is, one thing as a list of it, nothing (null) as an empty list."""
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def names(value: Any, what: str) -> list[str]:
    """Ids and players: a list of them, or one."""
    return [text(item, f"an entry of {what}") for item in listed(value)]


def keys(value: Any, what: str) -> list[str]:
    """Like `names`, where a number may be meant as well: it is given as a string."""
    found = [str(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in listed(value)]
    return names(found, what)


def numbers(value: Any, what: str) -> list[int]:
    """A list of numbers, or one."""
    return [number(item, f"an entry of {what}") for item in listed(value)]


def number(value: Any, what: str, most: int = MOST) -> int:
    """A number from 0 on, also written as a string."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= len(str(most)):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Illegal("choice", f"{what} is a number from 0 to {most}, not {shown(value)}")
    return value


def word(value: Any, what: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise Illegal("choice", f"{what} is one of {', '.join(allowed)}, not {shown(value)}")
    return value


def shown(value: Any) -> str:
    """A value in a message, cut off where it is long."""
    out = repr(value)
    return out if len(out) <= 60 else f"{out[:57]}..."
