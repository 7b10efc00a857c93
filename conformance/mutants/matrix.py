"""Mutant by mutant: what catches it. By the cases, or by the fuzzer alone."""

from __future__ import annotations

import itertools
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.mutants.catching import catching, caught_first
from conformance.mutants.kept import KEPT
from conformance.mutants.mutant import Mutant, find
from conformance.runner.card_book import CardBook

if TYPE_CHECKING:
    from concurrent.futures import Future

    from conformance.mutants.fuzzing import Drawn

By = Literal["cases", "fuzz"]

SEEDS = 50
"""Of a hundred boards that the fuzzer draws so many begin from the position of a case; 0: no corpus of cases at all."""

EXAMPLES = 2000
"""So many boards the fuzzer has for a mutant."""


class Caught(msgspec.Struct, frozen=True):
    """What noticed a mutant: ids of cases and of invariants, and whether it differed from the reference in a game side by side."""

    cases: list[str] = []
    invariants: list[str] = []
    differential: bool = False

    def __bool__(self) -> bool:
        return bool(self.cases or self.invariants or self.differential)


class MutantResult(msgspec.Struct, frozen=True):
    """A mutant and what caught it. `how` says how the first of them noticed; `examples` how many boards the fuzzer needed or tried."""

    id: str
    clause: str
    title: str
    caught_by: Caught
    clauses: list[str]
    seen: str | None = None
    how: str | None = None
    examples: int | None = None


class Matrix(msgspec.Struct, frozen=True):
    """What `mutants --format json` writes. `cases_that_catch_nothing` is there for whole runs by cases; of these `kept` are those that the
    suite keeps nevertheless, with the reason."""

    by: By
    mutants: list[MutantResult]
    cases_that_catch_nothing: list[str]
    cases: int = 0
    kept: dict[str, str] = {}

    @property
    def idle(self) -> list[str]:
        """The cases that catch nothing and do not say why they are kept."""
        return [case for case in self.cases_that_catch_nothing if case not in self.kept]


class Tools(msgspec.Struct, frozen=True):
    """What mutants are tried with: cases and cards, how many cases are enough, boards and seed of the fuzzer."""

    cases: list[Case]
    cards: CardPool
    by: By = "cases"
    enough: int | None = None
    examples: int = EXAMPLES
    seed: int = 0
    seeds: int = SEEDS


def tried(mutant: Mutant, tools: Tools) -> MutantResult:
    """One mutant, by the cases or by the fuzzer."""
    if tools.by == "fuzz":
        return _fuzzed(mutant, tools)
    found = list(itertools.islice(catching(mutant, tools.cases, CardBook(tools.cards)), tools.enough))
    how = f"{found[0][0]}: {found[0][1]}" if found else None
    return _result(mutant, Caught(cases=[case for case, _ in found]), how)


def _fuzzed(mutant: Mutant, tools: Tools) -> MutantResult:
    from conformance.mutants.fuzzing import found_by_fuzzing

    findings, examples = found_by_fuzzing(mutant.spec(), tools.cards, _games(tools))
    invariants = list(dict.fromkeys(finding.field for finding in findings if finding.source == "invariant"))
    differential = any(finding.source != "invariant" for finding in findings)
    how = findings[0].words if findings else None
    return _result(mutant, Caught(invariants=invariants, differential=differential), how, examples)


_drawn: dict[int, list[Drawn]] = {}


def _games(tools: Tools) -> list[Drawn]:
    """The games that every mutant is tried with: drawn once in a process."""
    games = _drawn.get(id(tools))
    if games is None:
        from conformance.mutants.fuzzing import drawn

        games = _drawn[id(tools)] = drawn(tools.cards, tools.examples, tools.seed, tools.seeds)
    return games


def _result(mutant: Mutant, caught: Caught, how: str | None, examples: int | None = None) -> MutantResult:
    return MutantResult(mutant.id, mutant.clause, mutant.title, caught, list(mutant.clauses), mutant.seen, how, examples)


def matrix(
    mutants: Sequence[Mutant],
    tools: Tools,
    *,
    jobs: int = 1,
    on_done: Callable[[MutantResult], None] = lambda result: None,
    on_case: Callable[[int, int], None] = lambda done, total: None,
) -> Matrix:
    """All of them, in order; `jobs` processes at a time.

    `on_case` is told how many of how many cases were looked at, where it takes a second look to see which catch nothing.
    """
    results: list[MutantResult] = []
    idle: list[str] = []
    with _pool(jobs, tools) as pool:
        for result in _each(mutants, tools, pool):
            results.append(result)
            on_done(result)
        if tools.by == "cases":
            caught = {case for result in results for case in result.caught_by.cases}
            left = [case for case in tools.cases if case.id not in caught and case.disputed is None]
            # With the first catch as enough most cases had no chance yet to show what they can do.
            idle = _idle(left, mutants, tools, pool, on_case) if tools.enough is not None else [case.id for case in left]
    return Matrix(tools.by, results, idle, len(tools.cases), {case: KEPT[case] for case in idle if case in KEPT})


def _idle(
    cases: Sequence[Case], mutants: Sequence[Mutant], tools: Tools, pool: Executor | None, on_case: Callable[[int, int], None]
) -> list[str]:
    """The cases that catch none of the mutants."""
    if pool is None:
        cards = CardBook(tools.cards)
        catches = (caught_first(case, mutants, cards) is not None for case in cases)
    else:
        ids = [mutant.id for mutant in mutants]
        futures = [pool.submit(_catches_one, case, ids) for case in cases]
        catches = (future.result() for future in futures)
    idle = []
    for done, (case, catches_one) in enumerate(zip(cases, catches, strict=True), 1):
        if not catches_one:
            idle.append(case.id)
        on_case(done, len(cases))
    return idle


def _each(mutants: Sequence[Mutant], tools: Tools, pool: Executor | None) -> Iterable[MutantResult]:
    if pool is None:
        return (tried(mutant, tools) for mutant in mutants)
    with _undisturbed():
        futures: list[Future[MutantResult]] = [pool.submit(_work, mutant.id) for mutant in mutants]
    return (future.result() for future in futures)


@contextmanager
def _pool(jobs: int, tools: Tools) -> Iterator[Executor | None]:
    if jobs <= 1:
        yield None
        return
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(tools,))
    try:
        yield pool
    except BaseException:
        # Ctrl-C, or a defect: what waits need not be done any more, and what is under way could take minutes.
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()
        raise
    pool.shutdown()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C waits meanwhile. Processes that begin here are born so: until they know that it is not for them, it cannot hit them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_tools: Tools | None = None


def _begin(tools: Tools) -> None:
    global _tools
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl-C to every process; who began this one ends it
    _tools = tools


def _catches_one(case: Case, ids: Sequence[str]) -> bool:
    assert _tools is not None
    return caught_first(case, [find(id_) for id_ in ids], CardBook(_tools.cards)) is not None


def _work(id_: str) -> MutantResult:
    assert _tools is not None
    return tried(find(id_), _tools)
