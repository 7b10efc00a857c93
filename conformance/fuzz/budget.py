"""How much a run may do: so many boards, or so much time. Looking ends when the time is up; what was found by then may still be made small
for a little longer, and whoever gives the time is told how much.
"""

from __future__ import annotations

import time

SHARE = 0.25
"""This part of the whole time at most goes into making one finding small, so that others are found as well."""

MARGIN = 0.1
"""This part of the time comes on top for making the last finding small, but at least and at most so many seconds:"""
LEAST, MOST = 2.0, 20.0


class Spent(BaseException):
    """The time is up. No Exception, so that nothing on the way takes it for something of its own."""


class Budget:
    """Begun when it is made. `tick` is called at every move: it raises Spent when the time for what is being done is up."""

    def __init__(self, examples: int | None, seconds: float | None) -> None:
        self.examples = examples
        self.seconds = seconds
        self.begin()

    def begin(self) -> None:
        """Time counts from now on."""
        self._began = time.monotonic()
        self._deadline = float("inf") if self.seconds is None else self._began + self.seconds
        self._until = self._deadline

    @property
    def margin(self) -> float:
        """So long at most it takes longer than was asked for, but for one call of the engine."""
        return 0.0 if self.seconds is None else min(MOST, max(LEAST, MARGIN * self.seconds))

    @property
    def passed(self) -> float:
        """The seconds since it was begun."""
        return time.monotonic() - self._began

    def is_over(self, examples: int) -> bool:
        """Whether nothing more is to be looked for after so many boards."""
        return time.monotonic() >= self._deadline or (self.examples is not None and examples >= self.examples)

    def look(self) -> None:
        """From now on the time is for looking."""
        self._until = self._deadline

    def make_small(self) -> None:
        """From now on the time is for making one finding small."""
        if self.seconds is not None:
            self._until = min(time.monotonic() + max(SHARE * self.seconds, LEAST), self._deadline + self.margin)

    def tick(self) -> None:
        """Raises Spent if the time is up."""
        if time.monotonic() > self._until:
            raise Spent
