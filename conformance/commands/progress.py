"""A progress bar on stderr, if that is a terminal and the work takes long enough to wonder; gone when the work is done. Elsewhere lines."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from threading import Timer
from typing import Any, Protocol


class Tell(Protocol):
    """Says how much is done, with a note on what was seen; and of how much, where that is another number than was thought at first."""

    def __call__(self, done: float, note: str, total: float | None = None) -> None: ...


SHOWN_AFTER = 0.7
"""Seconds: what is over sooner needs no bar."""


def bar(what: str, total: float, *, counted: bool = True, quiet: bool = False) -> AbstractContextManager[Tell]:
    """`cases ----- 120/231  2 not conforming  0:00:03 -:--:--`; without `counted` the numbers are left out (a time is up, not a count).

    With `quiet` there is none.
    """
    if quiet or not sys.stderr.isatty():
        return nullcontext(_nobody)
    return _Bar(what, total, counted)


class Lines:
    """For who keeps stderr in a file: a line of plain text now and then, so that a long run is not silent. None if stderr is a terminal."""

    def __init__(self, quiet: bool = False, every: float = 10.0) -> None:
        self._every = every
        self._next = every if not quiet and not sys.stderr.isatty() else float("inf")

    def tell(self, seconds: float, what: str) -> None:
        """What is being done, so many seconds after the beginning."""
        if seconds >= self._next:
            self._next = seconds + self._every
            print(f"{seconds:.0f} s: {what}", file=sys.stderr, flush=True)


def _nobody(done: float, note: str, total: float | None = None) -> None:
    """Nobody looks on."""


class _Bar(AbstractContextManager[Tell]):
    def __init__(self, what: str, total: float, counted: bool) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        from conformance.report.console import console

        self._progress = Progress(
            TextColumn(what),
            BarColumn(bar_width=None),
            *([MofNCompleteColumn()] if counted else []),
            TextColumn("{task.fields[note]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console(stderr=True),
            transient=True,
            refresh_per_second=8,
        )
        self._task = self._progress.add_task(what, total=total, note="")
        # A timer, not the first news of what is done: one call of an engine may take minutes.
        self._later = Timer(SHOWN_AFTER, self._progress.start)
        self._later.daemon = True

    def __enter__(self) -> Tell:
        self._later.start()
        return self._tell

    def __exit__(self, *exception: Any) -> None:
        self._later.cancel()
        self._later.join()
        self._progress.stop()

    def _tell(self, done: float, note: str, total: float | None = None) -> None:
        self._progress.update(self._task, completed=done, note=note, total=total)
