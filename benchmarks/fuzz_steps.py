"""Steps per second of the fuzzer on the reference engine, as a share of what Hypothesis alone makes of the same machine.

The empty machine has the same number of rules with the same shapes of arguments, and preconditions that hold as often; its rules do
nothing, and its board is drawn from the same strategy. Both run in turns in one process; the share is that of the best of each.

    python benchmarks/fuzz_steps.py [EXAMPLES] [ROUNDS]
"""

from __future__ import annotations

import sys
import time

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from conformance.cases import load
from conformance.engines.registry import engine
from conformance.fuzz.boards import Profile, boards
from conformance.fuzz.boards.toolbox import DEEDS, deeds_of
from conformance.fuzz.campaign import STEPS
from conformance.fuzz.machine import ADVANCE, FACES, PICK, Run, machine_for
from conformance.fuzz.match import Match
from conformance.fuzz.watcher import Reach, Watcher
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.session import Session

WANTED = 0.25


class Counter:
    """Counts the rules that Hypothesis ran, in the same way in both machines."""

    def __init__(self) -> None:
        self.steps = 0


def counted(machine: type[RuleBasedStateMachine], counter: Counter) -> type[RuleBasedStateMachine]:
    """The fuzzer's machine, with the same count."""

    class Counted(machine):  # type: ignore[misc,valid-type]
        @invariant()
        def count(self) -> None:
            counter.steps += 1

    return Counted


def empty(board: st.SearchStrategy[object], counter: Counter) -> type[RuleBasedStateMachine]:
    """The rules of the machine, with nothing in them. Every fourth state is one in which only an answer is waited for."""

    def waits(machine: Empty) -> bool:
        return machine.turn % 4 != 3

    def asks(machine: Empty) -> bool:
        return machine.turn % 4 == 3

    class Empty(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.turn = 0

        def done(self) -> None:
            self.turn += 1

        @invariant()
        def count(self) -> None:
            counter.steps += 1

        @initialize(board=board)
        def begin(self, board: object) -> None:
            self.turn = 0

        @precondition(waits)
        @rule()
        def pass_priority(self) -> None:
            self.done()

        @precondition(waits)
        @rule(step=st.sampled_from(ADVANCE), pick=PICK)
        def advance(self, step: str, pick: int) -> None:
            self.done()

        @precondition(waits)
        @rule(deed=st.sampled_from(DEEDS), pick=PICK)
        def use(self, deed: str, pick: int) -> None:
            self.done()

        @precondition(waits)
        @rule(face=st.sampled_from(FACES))
        def roll_planar_die(self, face: str) -> None:
            self.done()

        @precondition(asks)
        @rule(pick=PICK)
        def answer(self, pick: int) -> None:
            self.done()

        @precondition(lambda machine: False)
        @rule()
        def nothing_is_left(self) -> None:
            self.done()

        @rule(pick=PICK)
        def nonsense(self, pick: int) -> None:
            self.done()

        @rule(pick=PICK)
        def concede(self, pick: int) -> None:
            self.done()

    for name in ("resolve", "cast", "activate", "play_land", "attack"):
        setattr(Empty, name, precondition(waits)(rule(pick=PICK)(_nothing(name))))
    return Empty


def _nothing(name: str):  # type: ignore[no-untyped-def]
    def does_nothing(self, pick: int) -> None:  # type: ignore[no-untyped-def]
        self.done()

    does_nothing.__name__ = name
    return does_nothing


def run(machine: type[RuleBasedStateMachine], examples: int) -> float:
    machine._hypothesis_internal_use_seed = 7  # type: ignore[attr-defined]  # what @seed sets
    began = time.perf_counter()
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=STEPS, database=None, deadline=None, suppress_health_check=list(HealthCheck),
            phases=[Phase.generate], verbosity=Verbosity.quiet,
        ),
    )  # fmt: skip
    return time.perf_counter() - began


def main(examples: int = 150, rounds: int = 3) -> int:
    loaded = load()
    strategy = boards(loaded.cards, Profile())
    deeds = {name: deeds_of(entry) for name, entry in loaded.cards.entries.items()}
    best = {"empty": 0.0, "fuzzer": 0.0}
    for _ in range(rounds):
        counter = Counter()
        best["empty"] = max(best["empty"], _rate(counter, run(empty(strategy, counter), examples)))
        reach = Reach()
        session = Session(engine("reference"), edition=NEWEST)
        match = Match(session, CardBook(loaded.cards), Watcher(session, reach), against=False)
        counter = Counter()
        machine = counted(machine_for(Run(match, strategy, deeds, lambda found, recording: None)), counter)
        best["fuzzer"] = max(best["fuzzer"], _rate(counter, run(machine, examples)))
    share = best["fuzzer"] / best["empty"]
    rates = ", ".join(f"{name} {rate:,.0f} steps/s" for name, rate in best.items())
    print(f"{rates}: {share:.0%} (at least {WANTED:.0%} is wanted)")
    return 0 if share >= WANTED else 1


def _rate(counter: Counter, seconds: float) -> float:
    return counter.steps / seconds


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
