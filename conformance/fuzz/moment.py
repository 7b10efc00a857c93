"""A moment of a game: what was done, how it looked before, how it looks now, and what happened in between.

It is what invariants look at, made of what any engine says of itself: status, snapshot and, where it has them, events.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from conformance.runner.view import View

Json = dict[str, Any]


class Moment:
    """After one act (or, with `move` None, after the position was put down)."""

    def __init__(
        self, given: Json, before: View | None, after: View, was: Json | None, now: Json, events: Sequence[Json], move: Any, refused: bool
    ) -> None:
        """`before`, `after` are snapshots, `was`, `now` statuses; `move` is a recording.Move, `refused` whether the engine refused it."""
        self.given = given
        self.before = before
        self.after = after
        self.was = was
        self.now = now
        self.events = events
        self.move = move
        self.refused = refused

    @cached_property
    def by_kind(self) -> dict[str, list[Json]]:
        """The events by their kind."""
        found: dict[str, list[Json]] = {}
        for event in self.events:
            found.setdefault(event["kind"], []).append(event)
        return found

    def of(self, kind: str) -> list[Json]:
        """The events of a kind, in order."""
        return self.by_kind.get(kind, [])

    @property
    def priority(self) -> bool:
        """Whether the game now waits for somebody with priority."""
        decision = self.now["decision"]
        return decision is not None and decision["kind"] == "priority"

    @cached_property
    def steps(self) -> list[tuple[str, str, list[Json]]]:
        """(active player, step, events): the stretch before the first step that began, then each step that began, in order."""
        start = self.was or self.now
        stretches: list[tuple[str, str, list[Json]]] = [(start["active"], start["step"], [])]
        for event in self.events:
            if event["kind"] == "step_began":
                stretches.append((event["player"], event["step"], []))
            stretches[-1][2].append(event)
        return stretches
