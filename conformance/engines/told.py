"""Events as an engine in this process tells them: made plain only for whoever reads them, since most are never read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from reference_engine.events import Event

Json = dict[str, Any]


class Told(Sequence[Json]):
    """Events of the reference engine, in the protocol's form as soon as one is looked at."""

    def __init__(self, events: list[Event]) -> None:
        self._events = events
        self._plain: list[Json] | None = None

    @property
    def plain(self) -> list[Json]:
        """All of them in the protocol's form."""
        if self._plain is None:
            self._plain = [event.plain() for event in self._events]
        return self._plain

    def has(self, kind: str) -> bool:
        """Whether one is of that kind."""
        return any(event.kind == kind for event in self._events)

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Json]:
        return iter(self.plain)

    @overload
    def __getitem__(self, index: int) -> Json: ...
    @overload
    def __getitem__(self, index: slice) -> list[Json]: ...
    def __getitem__(self, index: int | slice) -> Json | list[Json]:
        return self.plain[index]
