"""A run of the fuzzer: boards and moves until the budget is used up, each finding made small, what is known left aside.

First the corpus is gone over: the positions and moves of the cases, without what they expect. Then boards are drawn.

The machine is run again and again. Each run goes on until something is found; Hypothesis makes that small, `trim` smaller; then it is
known, and the next run, with the next seed, goes past it. The same seed gives the same findings (unless time is the budget, then the same
first ones).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from random import Random
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings, target
from hypothesis import strategies as st
from hypothesis.database import ExampleDatabase
from hypothesis.errors import Flaky, HypothesisException
from hypothesis.stateful import run_state_machine_as_test

from conformance.cases.cards import CardPool
from conformance.cases.library import load
from conformance.engines.registry import EngineSpec
from conformance.engines.stdio import DEFAULT_TIMEOUT
from conformance.fuzz.boards import Profile, boards
from conformance.fuzz.boards.toolbox import deeds_of
from conformance.fuzz.budget import Budget, Spent
from conformance.fuzz.draws import without_constants
from conformance.fuzz.machine import Run, machine_for
from conformance.fuzz.match import Match, replay
from conformance.fuzz.muting import is_muted
from conformance.fuzz.recording import Finding, Recording
from conformance.fuzz.seeds import Board, near, of_cases, seeded
from conformance.fuzz.steering import Steering
from conformance.fuzz.trim import trim
from conformance.fuzz.watcher import Reach, Watcher
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.needs import obstacle
from conformance.runner.session import Session
from conformance.runner.watchdog import NeverEnds, alarm

Json = dict[str, Any]
Key = tuple[str, str]

STEPS = 30
"""Moves of one example, more or less: a rule of the machine may make several."""

FEW_STEPS = 6
"""... of one that begins where a case ends, since what is looked for has come into play by then."""

ROUND = 60
"""So many boards are drawn in one run of Hypothesis; what is known by then steers the next. Many short runs also give more variety."""

SEEDS = 50
"""So many of a hundred drawn boards begin from the position of a case, a little changed; 0 leaves the corpus out altogether."""

SHRINK_SECONDS = 20.0
"""So long is a finding made smaller by Hypothesis, before `trim` goes over it."""

EXAMPLE_SECONDS = 10.0
"""So long may an example take on an engine in this process."""

TELL_SECONDS = 0.25
"""So often it is told what is being done."""


class _Found(Exception):
    """Ends the example: something was found."""


class _Enough(BaseException):
    """Ends the run of Hypothesis: what was found is small enough."""


@dataclass(frozen=True)
class Options:
    """What to do, and how much of it. One of `examples` and `seconds` is there; `muted` are clauses, rules or sections, or `clause:field`,
    left aside."""

    against: bool = False
    examples: int | None = None
    seconds: float | None = None
    seed: int = 0
    edition: str = NEWEST
    timeout: float = DEFAULT_TIMEOUT
    muted: Collection[str] = ()
    database: ExampleDatabase | None = None
    shrink: bool = True
    seeds: int = SEEDS
    """Of a hundred drawn boards so many begin from the position of a case; with 0 all are made from scratch, and there is no corpus."""
    first_only: bool = False
    """Stop at the first finding."""


@dataclass
class Found:
    """A finding with the game that shows it, after `examples` examples."""

    finding: Finding
    recording: Recording
    examples: int
    trimmed: bool = False
    cut_short: bool = False
    """It is not as small as it could be, since the time was up."""


@dataclass
class Outcome:
    """What a run found, how much it did and what it reached."""

    found: list[Found] = field(default_factory=list)
    examples: int = 0
    seconds: float = 0.0
    reach: Reach = field(default_factory=Reach)
    also: list[Finding] = field(default_factory=list)
    """What the same moves showed besides, for who stops at the first finding."""
    unplayed: dict[str, int] = field(default_factory=dict)
    """Why positions could not be played on the engine, and how many."""
    doing: str = ""
    """What is being done, in a few words."""


Progress = Callable[[Outcome], None]


class Campaign:
    """One run of the fuzzer on an engine. Raises EngineCannotStart."""

    def __init__(
        self,
        spec: EngineSpec,
        pool: CardPool,
        options: Options,
        progress: Progress = lambda outcome: None,
        profile: Profile | None = None,
        on_game: Callable[[Recording], None] | None = None,
    ) -> None:
        """`profile` says what boards are like; by default it is what the engine claims to play. `on_game` is told every game played."""
        self._budget = Budget(options.examples, options.seconds)
        self._on_game = on_game
        self.options = options
        self.outcome = Outcome()
        self.pool = pool
        self.spec = spec
        self._cards = CardBook(pool)
        self._deeds = {name: deeds_of(entry) for name, entry in pool.entries.items()}
        self._progress = progress
        self._known: set[Key] = set()
        self._match = self._new_match(self.outcome.reach)
        self._match.before_move = self._tick
        session = self._match.session
        self.info = session.info
        """The engine as it presented itself."""
        profile = (profile or Profile(edition=options.edition)).within(
            session.features, session.players, session.card_names if session.cards == "listed" else None
        )
        self._corpus: list[Board] = []
        if options.seeds:
            self._corpus = of_cases(load().cases, options.edition, lambda given, script: obstacle(given, script, session) is None)
        self._boards = seeded(boards(pool, profile), self._corpus, pool, options.seeds)
        self._tell_at = 0.0
        self._steering = Steering(self.outcome.reach, self._corpus)
        # of the run at hand
        self._wanted: Key | None = None
        self._also: list[Finding] = []
        self._best: Found | None = None
        self._shrink_until = float("inf")

    def run(self) -> Outcome:
        """Everything, until the budget is used up."""
        # Draws hang on nothing but the seed: Hypothesis would also try the constants of whatever modules happen to be imported.
        restore = without_constants()
        self._budget.begin()
        try:
            for found in chain(self._over_the_corpus(), self._at_random()):
                self._known.add(found.finding.key)
                self.outcome.also += self._also
                if self.options.shrink:
                    self._make_small(found)
                else:
                    self.outcome.found.append(found)
                self._tell()
                if self.options.first_only:
                    break
        finally:
            restore()
            self.outcome.doing = ""
            self.outcome.seconds = self._budget.passed
            self._match.close()
        return self.outcome

    def _goes_on(self) -> bool:
        return not self._budget.is_over(self.outcome.examples)

    def _tick(self) -> None:
        """Before every move: is there time for it, and is there anything to tell?"""
        self._budget.tick()
        if time.monotonic() > self._tell_at:
            self._tell()

    def _tell(self) -> None:
        self.outcome.seconds = self._budget.passed
        self._tell_at = time.monotonic() + TELL_SECONDS
        self._progress(self.outcome)

    def _over_the_corpus(self) -> Iterator[Found]:
        """First of all the seeds themselves, each once and as it is, in an order that hangs on the seed of the run."""
        order = list(self._corpus)
        Random(self.options.seed).shuffle(order)
        machine = machine_for(self._run_of_the_machine(self._boards))
        for board in order:
            if not self._goes_on():
                return
            self._begin_run()
            self.outcome.doing = "cases"
            try:
                with alarm():
                    playing = machine()
                    playing.play(board._replace(ahead=len(board.hints)))  # type: ignore[attr-defined]
                    playing.teardown()
            except (_Found, _Enough, Spent):
                pass
            except NeverEnds:
                self._note_endless()
            if self._best is not None:
                yield self._best

    def _at_random(self) -> Iterator[Found]:
        """Then rounds of drawn boards: three of four near to boards on which the clauses came into play that did so least."""
        turn = 0
        while self._goes_on():
            rare = self._steering.boards(turn) if turn % 4 else []
            found = self._one_run(
                self.options.seed + turn,
                near(rare, self.pool, faithful=True) if rare else self._boards,
                FEW_STEPS if rare else STEPS,
            )
            if found is not None:
                yield found
            turn += 1

    def _examples_left(self) -> int:
        most = self.options.examples
        return 1_000_000 if most is None else most - self.outcome.examples

    # --- one run of the machine ------------------------------------------------------------------------------------------------

    def _begin_run(self) -> None:
        self._wanted = self._best = None
        self._budget.look()
        self._also = []
        self._shrink_until = float("inf")

    def _run_of_the_machine(self, boards: st.SearchStrategy[Board]) -> Run:
        return Run(self._match, boards, self._deeds, self._on_found, self._on_begin, self._on_played, self._on_end)

    def _one_run(self, seed: int, boards: st.SearchStrategy[Board], steps: int) -> Found | None:
        self._begin_run()
        self.outcome.doing = "drawn boards"
        machine = hypothesis.seed(seed)(machine_for(self._run_of_the_machine(boards)))
        phases = [Phase.generate, Phase.target]
        if self.options.database is not None:
            phases.insert(0, Phase.reuse)
        if self.options.shrink:
            phases.append(Phase.shrink)
        try:
            with alarm():
                run_state_machine_as_test(
                    machine,
                    settings=settings(
                        max_examples=min(self._examples_left(), ROUND),
                        stateful_step_count=steps,
                        database=self.options.database,
                        deadline=None,
                        suppress_health_check=list(HealthCheck),
                        phases=phases,
                        verbosity=Verbosity.quiet,
                        report_multiple_bugs=False,
                        print_blob=False,
                    ),
                )
        except (_Found, _Enough, Spent, Flaky):
            pass
        except NeverEnds:
            self._note_endless()
        except HypothesisException:
            if self._best is None:
                raise
        return self._best

    def _on_begin(self) -> None:
        self._tick()
        if time.monotonic() > self._shrink_until:
            raise _Enough
        if self._wanted is None:
            self.outcome.examples += 1
        if self._match.session.in_process:
            alarm.within(EXAMPLE_SECONDS)
        if self._match.broken:
            self._match.close()
            self._match.restart()

    def _on_played(self, match: Match, board: Board) -> None:
        self._learn(match, board, surely=True)

    def _learn(self, match: Match, board: Board, *, surely: bool) -> None:
        if self._wanted is None and self.options.seeds and match.recording.given is board.given:
            self._steering.came_to(match.watcher.here, board, surely=surely)

    def _on_end(self, match: Match, board: Board) -> None:
        self._learn(match, board, surely=False)
        if match.why_over is not None and not match.moves:
            self.outcome.unplayed[match.why_over] = self.outcome.unplayed.get(match.why_over, 0) + 1
        if self._on_game is not None:
            self._on_game(match.recording)
        elif self._wanted is None and hypothesis.currently_in_test_context():
            target(float(len(match.watcher.here)), label="clauses reached")

    def _on_found(self, findings: list[Finding], recording: Recording) -> None:
        new = [finding for finding in findings if finding.key not in self._known and not is_muted(finding, self.options.muted)]
        if self._wanted is None and new:
            self._wanted = new[0].key
            self.outcome.doing = f"{new[0].clause} {new[0].field[:40]} is made small"
            self._shrink_until = time.monotonic() + SHRINK_SECONDS
        finding = next((entry for entry in new if entry.key == self._wanted), None)
        if finding is None:
            return
        self._also = [entry for entry in new if entry is not finding]
        if self._best is None or _size(recording) <= _size(self._best.recording):
            self._best = Found(finding, recording, self.outcome.examples)
        raise _Found if self.options.shrink else _Enough

    def _note_endless(self) -> None:
        """An engine in this process did not come back."""
        recording = self._match.recording
        kind = (recording.moves[-1].action or {"type": "answer"})["type"] if recording.moves else "new_game"
        words = "the engine did not come back"
        finding = Finding("crash", "-", f"timeout on {kind}", words, "a reply", "timeout", None, len(recording.moves) - 1)
        if finding.key not in self._known:
            self._best = Found(finding, recording, self.outcome.examples)
        self._match.restart()

    # --- making it small -------------------------------------------------------------------------------------------------------

    def _make_small(self, found: Found) -> None:
        """Less of it, as long as the same is found and there is time. However it ends, the smallest there is by then is kept."""
        match = self._new_match(Reach())
        match.before_move = self._tick
        wanted = found.finding.key
        latest = found
        attempts = 0
        doing = self.outcome.doing = f"{found.finding.clause} {found.finding.field[:40]} is made small"

        def still(recording: Recording) -> Finding | None:
            nonlocal latest, attempts
            attempts += 1
            self.outcome.doing = f"{doing}: try {attempts}"
            if match.broken:
                match.close()
                match.restart()
            if match.session.in_process:
                alarm.within(EXAMPLE_SECONDS)
            finding = replay(recording, match, wanted)
            if finding is not None:
                # As it was played: without moves that are not possible any more, and none after the one that shows it.
                latest = Found(finding, match.recording, found.examples, trimmed=True)
            return finding

        self._budget.make_small()
        try:
            with alarm():
                small = trim(found.recording, still, self.pool)
                if still(small) is None:
                    latest = found  # it comes and goes
        except NeverEnds:
            pass
        except Spent:
            latest = replace(latest, cut_short=True)
        finally:
            match.close()
            self.outcome.found.append(latest)

    def _new_match(self, reach: Reach) -> Match:
        options = self.options

        def session() -> Session:
            return Session(self.spec, edition=options.edition, timeout=options.timeout)

        first = session()
        return Match(first, self._cards, Watcher(first, reach), against=options.against, again=session)


def _size(recording: Recording) -> tuple[int, int]:
    return len(recording.moves), len(recording.given["battlefield"])
