"""Playing cases for a command: the runner, with a progress bar on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.engines.registry import EngineSpec
from conformance.runner.card_book import CardBook
from conformance.runner.certify import CaseDone, Options, RunEvent, certify
from conformance.runner.report import NONCONFORMING, Report

if TYPE_CHECKING:
    from rich.progress import Progress

Tell = Callable[[RunEvent], None]

SHOWN_FROM = 20
"""A run of fewer cases is over before a bar would be read."""


def play(cases: Sequence[Case], spec: EngineSpec, cards: CardPool, options: Options) -> Report:
    """Play the cases on the engine. Raises Interrupted, with the report so far, for Ctrl-C."""
    with _progress(len(cases)) as tell:
        return certify(cases, spec, cards=CardBook(cards), options=options, on_event=tell)


def _progress(total: int) -> AbstractContextManager[Tell | None]:
    """A bar on stderr if that is a terminal and there is something to wait for, else nothing."""
    if total < SHOWN_FROM or not sys.stderr.isatty():
        return nullcontext()
    return _Bar(total)


class _Bar(AbstractContextManager[Tell]):
    """`cases ----- 120/231  2 not conforming  0:00:03`, gone when the run is over."""

    def __init__(self, total: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        from conformance.report.console import console

        self._bad = 0
        self._progress: Progress = Progress(
            TextColumn("cases"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("{task.fields[bad]}"),
            TimeElapsedColumn(),
            console=console(stderr=True),
            transient=True,
            refresh_per_second=8,
        )
        self._task = self._progress.add_task("cases", total=total, bad="")

    def __enter__(self) -> Tell:
        self._progress.start()
        return self._tell

    def __exit__(self, *exception: Any) -> None:
        self._progress.stop()

    def _tell(self, event: RunEvent) -> None:
        if isinstance(event, CaseDone):
            self._bad += event.result.outcome in NONCONFORMING
            bad = f"{self._bad} not conforming" if self._bad else ""
            self._progress.update(self._task, completed=event.done, total=event.total, bad=bad)
