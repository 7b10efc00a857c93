"""What `doctor` tries on an engine, and what it finds: does it put down what it is told, refuse what is illegal, keep games apart?

Nothing here is about the rules of the game; that is what the cases are for. Each finding that is a problem says what to change, and where
the documents say how it should be.

    handshake   what it says of itself, a plain board, the first pass
    (boards)    the set-up of every feature claimed, read back         conformance.commands.boards, .readback
    deeds       features that show only in what the engine does
    refusals    illegal actions are refused, and change nothing
    isolation   one game leaves nothing behind for the next
    manners     a program on standard input and output: errors, ids, one line a message, shutdown
    remedies    what to change when the protocol is broken
    outlook     (once nothing is to be mended) what would open most cases
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from conformance.commands.boards import PLAIN
from conformance.commands.checkup.bench import Bench, position_of
from conformance.commands.checkup.deeds import DEEDS
from conformance.commands.checkup.finding import note, problem
from conformance.commands.checkup.handshake import handshake, plain
from conformance.commands.checkup.isolation import isolation
from conformance.commands.checkup.manners import manners
from conformance.commands.checkup.refusals import illegal
from conformance.commands.checkup.remedies import remedy, told
from conformance.engines.errors import EngineCannotStart, EngineProblem
from conformance.protocol.features import FEATURES
from conformance.report.doctor_document import Finding

__all__ = ["Bench", "Finding", "examine", "position_of"]

PATIENCE = 3
"""After so many examinations in which the engine broke, the rest waits until these are mended: a broken engine costs time, and one
mistake is told once for each feature."""

Examination = Callable[[Bench], Iterator[Finding]]

PLAIN_BOARD = "a plain board"
"""An engine that breaks on it, or does not put it down, has to be mended first."""


def examine(bench: Bench) -> Iterator[Finding]:
    """Try everything, in order. An engine that breaks on the way costs that examination, and is started again."""
    yield from handshake(bench)
    broken = 0
    for about, trial in _examinations(bench):
        bench.playing = False
        try:
            yield from trial(bench)
        except EngineProblem as error:
            broken += 1
            yield problem(about, told(error), *remedy(error))
            try:
                bench.restart()
            except EngineCannotStart as again:
                yield problem("initialize", f"after that: {told(again)}", *remedy(again))
                return
            if about == PLAIN_BOARD or broken == PATIENCE:
                yield note("the rest", "not tried until this is mended")
                return
        if about == PLAIN_BOARD and not bench.playing:
            yield note("the rest", "not tried until this board can be put down")
            return
    yield from bench.times()


def _examinations(bench: Bench) -> Iterator[tuple[str, Examination]]:
    """All of them, each with what it is about."""
    yield PLAIN_BOARD, plain
    for feature in sorted(bench.features & FEATURES.keys()):
        yield feature, DEEDS.get(feature) or partial(Bench.board, feature=feature)
    yield "an illegal action", illegal
    yield "isolation", isolation
    command = bench.session.spec.command
    if command is not None and not bench.session.in_process:
        yield "manners", partial(_manners, command=command)


def _manners(bench: Bench, command: tuple[str, ...]) -> Iterator[Finding]:
    return manners(command, bench.session.edition, bench.session.timeout, bench.parameters(PLAIN))
