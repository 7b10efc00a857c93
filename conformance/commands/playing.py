"""Playing cases for a command: the runner, with a progress bar on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.commands.progress import bar
from conformance.engines.registry import EngineSpec
from conformance.runner.card_book import CardBook
from conformance.runner.certify import CaseDone, Follower, Options, RunEvent, certify
from conformance.runner.report import NONCONFORMING, Report


def play(
    cases: Sequence[Case],
    spec: EngineSpec,
    cards: CardPool,
    options: Options,
    follow: Callable[[Case], Follower] | None = None,
    *,
    quiet: bool = False,
) -> Report:
    """Play the cases on the engine; `follow` is as for `certify`, `quiet` leaves the bar out.

    Raises Interrupted, with the report so far, for Ctrl-C.
    """
    bad = 0
    with bar("cases", len(cases), quiet=quiet) as tell:

        def done(event: RunEvent) -> None:
            nonlocal bad
            if isinstance(event, CaseDone):
                bad += event.result.outcome in NONCONFORMING
                tell(event.done, f"{bad} not conforming" if bad else "", event.total)

        return certify(cases, spec, cards=CardBook(cards), options=options, on_event=done, follow=follow)
