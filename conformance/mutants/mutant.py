"""What a mutant is, and the catalogue of all of them."""

from __future__ import annotations

import difflib
import functools
import importlib
import pkgutil
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

from conformance.engines.registry import EngineSpec
from conformance.mutants.adapter import MutantAdapter
from reference_engine.amendments import Amendment

PREFIX = "mutant:"
"""`--engine mutant:ID` is an engine with that mistake."""

Build = Callable[[Amendment], None]
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class UnknownMutant(Exception):
    """There is no mutant of that name; the text says which are near."""


@dataclass(frozen=True)
class Mutant:
    """One mistake: `clauses` of the registry that it breaks (the first is the one it is filed under), a title that says what the engine
    does wrong, and where a real engine did so (`seen`), if that is known."""

    id: str
    clauses: tuple[str, ...]
    title: str
    seen: str | None
    build: Build

    @property
    def clause(self) -> str:
        return self.clauses[0]

    def amendment(self) -> Amendment:
        """The rules as this engine reads them."""
        return _amendment(self)

    def adapter(self) -> MutantAdapter:
        return MutantAdapter(self.amendment())

    def spec(self) -> EngineSpec:
        """The engine. What it does unforeseen is its own mistake, so it is not trusted."""
        return EngineSpec(PREFIX + self.id, factory=self.adapter, command=(sys.executable, "-m", "conformance.mutants", self.id))


@functools.cache
def _amendment(mutant: Mutant) -> Amendment:
    amendment = Amendment()
    mutant.build(amendment)
    return amendment


_known: dict[str, Mutant] = {}


def mutant(id_: str, *clauses: str, title: str, seen: str | None = None) -> Callable[[Build], Build]:
    """Puts a mutant into the catalogue. The decorated function is given the amendment, and says in it what this engine does otherwise."""
    if not _ID.fullmatch(id_) or id_ in _known or not clauses:
        raise ValueError(f"the mutant {id_!r} needs an id of its own in kebab case, and a clause")

    def keep(build: Build) -> Build:
        _known[id_] = Mutant(id_, clauses, title, seen, build)
        return build

    return keep


@functools.cache
def mutants() -> tuple[Mutant, ...]:
    """All of them, by module of the catalogue and in the order in which they stand there."""
    from conformance.mutants import catalogue

    for module in sorted(info.name for info in pkgutil.iter_modules(catalogue.__path__)):
        importlib.import_module(f"{catalogue.__name__}.{module}")
    return tuple(_known.values())


def find(id_: str) -> Mutant:
    """The mutant of that id. Raises UnknownMutant."""
    mutants()
    if id_ in _known:
        return _known[id_]
    near = difflib.get_close_matches(id_, _known, n=3, cutoff=0.5)
    guess = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownMutant(f"no mutant is called {id_!r}.{guess} `mtg-conformance mutants --list` shows all.")
