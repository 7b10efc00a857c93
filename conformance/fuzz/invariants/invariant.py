"""What an invariant is, and the catalogue of all of them.

An invariant is a generator over a moment: for each thing in it that it is about it yields True if that is as it has to be, or `Broken`.
So how often its interesting branch was reached is how often it yielded. A field that the engine does not report is a KeyError on the way:
then the invariant is not checked, and that is said.

A landmark watches in the same way that a clause of the rules came into play, without a claim of its own.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from conformance.fuzz.moment import Moment

When = Literal["act", "priority", "refused", "begin"]
Where = Literal[
    "phasing", "planar", "thinned", "fighting", "untapping", "altered", "attached", "countered", "answered", "lent", "teams", "resolving",
]  # fmt: skip
"""The properties of a moment by which one can tell that there is nothing to look at."""


@dataclass(frozen=True)
class Broken:
    """What is not as it has to be, in words, and the id of the object or the player that it is about. `clause` names the clause that is
    broken where the invariant is tied to more than one."""

    words: str
    about: str | None = None
    clause: str | None = None
    expected: Any = None
    observed: Any = None


Check = Callable[[Moment], Iterator[bool | Broken]]
Watch = Callable[[Moment], int]


@dataclass(frozen=True, eq=False)
class Invariant:
    """`clauses` of the registry that it is tied to (it is filed under the first), what it says, and when it is looked at:

    `act` after every act, `priority` whenever somebody has just received priority, `refused` after an act that was refused, `begin` in the
    position as it was put down. With `on` it is looked at only if one of these kinds of event happened, with `where` only if that property
    of the moment is true; `needs` are features without which it cannot be checked (`events` is implied by `on`).
    """

    id: str
    clauses: tuple[str, ...]
    title: str
    when: When
    on: frozenset[str]
    where: Where | None
    needs: frozenset[str]
    check: Check


@dataclass(frozen=True, eq=False)
class Landmark:
    """`watch` gives how often the clauses came into play in a moment, looked at when one of `on` happened and `where` is so; one with
    `refused` is looked at after acts that were refused, and only then."""

    clauses: tuple[str, ...]
    title: str
    on: frozenset[str]
    where: Where | None
    watch: Watch
    refused: bool = False


_invariants: dict[str, Invariant] = {}
_landmarks: list[Landmark] = []


def invariant(
    id_: str,
    *clauses: str,
    title: str,
    when: When = "act",
    on: tuple[str, ...] = (),
    where: Where | None = None,
    needs: tuple[str, ...] = (),
) -> Callable[[Check], Check]:
    """Puts an invariant into the catalogue."""
    if id_ in _invariants or not clauses:
        raise ValueError(f"the invariant {id_!r} needs an id of its own, and a clause")

    def keep(check: Check) -> Check:
        _invariants[id_] = Invariant(
            id_, clauses, title, when, frozenset(on), where, frozenset(needs) | (frozenset({"events"}) if on else frozenset()), check
        )
        return check

    return keep


def landmark(
    *clauses: str, title: str, on: tuple[str, ...] = (), where: Where | None = None, refused: bool = False
) -> Callable[[Watch], Watch]:
    """Puts a landmark into the catalogue."""

    def keep(watch: Watch) -> Watch:
        _landmarks.append(Landmark(clauses, title, frozenset(on), where, watch, refused))
        return watch

    return keep


def _load() -> None:
    from conformance.fuzz import invariants as package

    for module in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"{package.__name__}.{module}")


@functools.cache
def invariants() -> tuple[Invariant, ...]:
    """All of them, by module and in the order in which they stand there."""
    _load()
    return tuple(_invariants.values())


@functools.cache
def landmarks() -> tuple[Landmark, ...]:
    """All of them."""
    _load()
    return tuple(_landmarks)
