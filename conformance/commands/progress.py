"""A progress bar on stderr, if that is a terminal; gone when the work is done."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

Tell = Callable[[float, str], None]
"""How much is done, and a note on what was seen."""


def bar(what: str, total: float, *, counted: bool = True) -> AbstractContextManager[Tell]:
    """`cases ----- 120/231  2 not conforming  0:00:03 -:--:--`; without `counted` the numbers are left out (a time is up, not a count)."""
    if not sys.stderr.isatty():
        return nullcontext(lambda done, note: None)
    return _Bar(what, total, counted)


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

    def __enter__(self) -> Tell:
        self._progress.start()
        return lambda done, note: self._progress.update(self._task, completed=done, note=note)

    def __exit__(self, *exception: Any) -> None:
        self._progress.stop()
