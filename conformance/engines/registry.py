"""Engines by name: the entry-point group `conformance.engines`, and `stdio:COMMAND` for any other program.

An entry point leads to an `EngineSpec`, or to a callable that gives one. Engines that others wrote always run in a process of their own.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from conformance.engines.base import Adapter
from conformance.engines.errors import EngineCannotStart, UnknownEngine
from conformance.engines.stdio import DEFAULT_TIMEOUT, StdioAdapter, split_command

GROUP = "conformance.engines"
PREFIX = "stdio:"


@dataclass(frozen=True)
class EngineSpec:
    """How to get an engine: `factory` makes an adapter in this process, `command` starts one as a program; one of them is there at least.

    `trusted` marks the reference engine: where a case comes to a moment that it does not foresee, the case is wrong; with any other
    engine it is the engine that differs.
    """

    name: str
    factory: Callable[[], Adapter] | None = None
    command: tuple[str, ...] | None = None
    trusted: bool = False

    def __post_init__(self) -> None:
        if self.factory is None and not self.command:
            raise ValueError(f"engine {self.name!r} has neither factory nor command")

    def open(self, *, timeout: float = DEFAULT_TIMEOUT, separate: bool = False) -> Adapter:
        """A new adapter: in this process where that is possible, unless `separate` asks for a process of its own.

        Raises EngineCannotStart.
        """
        if self.factory is not None and not (separate and self.command):
            return self.factory()
        assert self.command is not None
        return StdioAdapter(self.command, timeout=timeout)


def engine(name: str) -> EngineSpec:
    """The engine called `name`. Raises UnknownEngine (with the names there are), EngineCannotStart if its module cannot be imported."""
    if name.startswith(PREFIX):
        return EngineSpec(name, command=tuple(split_command(name[len(PREFIX) :])))
    found = {point.name: point for point in entry_points(group=GROUP)}
    if name in found:
        return _load(found[name])
    near = difflib.get_close_matches(name, found, n=3, cutoff=0.5)
    guess = f" Did you mean {' or '.join(near)}?" if near else ""
    known = ", ".join(sorted(found)) or "none is installed"
    raise UnknownEngine(f"no engine is called {name!r}.{guess} Known: {known}; any other program as stdio:COMMAND.")


def engine_names() -> list[str]:
    """The names of the registered engines."""
    return sorted({point.name for point in entry_points(group=GROUP)})


def _load(point: EntryPoint) -> EngineSpec:
    try:
        spec = point.load()
        if not isinstance(spec, EngineSpec) and callable(spec):
            spec = spec()
    except Exception as error:  # whatever a stranger's module raises as it is imported
        raise EngineCannotStart(f"the engine {point.name!r} ({point.value}) cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(spec, EngineSpec):
        raise EngineCannotStart(f"the engine {point.name!r} ({point.value}) is a {type(spec).__name__}, expected an EngineSpec")
    return spec
