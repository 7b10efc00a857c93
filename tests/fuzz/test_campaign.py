"""Runs of the fuzzer on engines with and without mistakes: what is found, what is not, and that it is the same each time."""

from __future__ import annotations

import itertools
import time

import pytest
from engines import Careless, Falling, Lacking, OwnIds, Refusing, Silent, Slow, spec_of
from hypothesis.database import DirectoryBasedExampleDatabase

from conformance.cases import load
from conformance.engines.registry import engine
from conformance.fuzz.budget import Budget
from conformance.fuzz.campaign import Campaign, Options
from conformance.fuzz.testing import NotConforming, fuzz
from conformance.mutants import find


@pytest.fixture(scope="module")
def pool():
    return load().cards


def run(spec, pool, examples=60, **options):
    return Campaign(spec, pool, Options(examples=examples, **{"against": True, "seed": 2, **options})).run()


def keys(outcome):
    return [found.finding.key for found in outcome.found]


# --- engines without a mistake ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [0, 100], ids=["from scratch", "near to cases"])
def test_nothing_is_found_on_the_reference_engine(pool, seeds):
    outcome = run(engine("reference"), pool, seeds=seeds)
    assert not outcome.found, [(found.finding, found.recording.given["battlefield"], found.recording.moves) for found in outcome.found]
    assert outcome.examples >= 60
    assert outcome.reach.steps > 200
    assert outcome.reach.invariants


def test_an_engine_may_call_what_it_makes_as_it_likes(pool):
    """Tokens and abilities on the stack are paired by what they are."""
    assert keys(run(spec_of(OwnIds), pool, examples=120)) == []


def test_only_what_both_report_is_compared(pool):
    outcome = run(spec_of(Silent), pool, examples=120)
    assert keys(outcome) == []
    assert any("events" in why for why in outcome.reach.unchecked.values())
    assert outcome.reach.invariants, "what can be checked is checked"


# --- engines with one ---------------------------------------------------------------------------------------------------------------------


def test_a_mistake_is_found_made_small_and_told_with_its_rule(pool):
    outcome = run(find("comes-back-untapped").spec(), pool, first_only=True)
    (found,) = outcome.found
    assert found.trimmed
    assert found.finding.clause.startswith(("702.26", "502"))
    assert len(found.recording.given["battlefield"]) <= 2
    assert len(found.recording.moves) <= 3


def test_what_is_known_is_passed_over_and_the_next_is_found(pool):
    spec = find("comes-back-untapped").spec()
    first = run(spec, pool, first_only=True).found[0].finding
    for muted in (first.clause, f"{first.clause}:{first.field}"):
        assert first.key not in keys(run(spec, pool, examples=40, muted=[muted], shrink=False))


def test_each_mistake_is_told_once(pool):
    found = keys(run(find("comes-back-untapped").spec(), pool, examples=40))
    assert len(found) == len(set(found)) >= 1


def test_the_same_seed_finds_the_same(pool):
    def once():
        outcome = run(find("comes-back-untapped").spec(), pool, examples=30)
        return [(found.finding, found.recording) for found in outcome.found]

    assert once() == once() != []


def test_what_is_drawn_hangs_on_the_seed_alone(pool, monkeypatch):
    """Hypothesis would look for constants in all modules that happen to be imported, and draw some of them."""
    from hypothesis.internal.conjecture import providers

    def looked():
        raise AssertionError("constants of the code around were looked for")

    monkeypatch.setattr(providers, "_get_local_constants", looked)
    assert keys(run(engine("reference"), pool, examples=30, seeds=0)) == []
    assert providers._get_local_constants is looked, "it is as it was afterwards"


def test_what_was_drawn_before_does_not_matter(pool):
    """Hypothesis keeps constants of the code around in a cache, by what is drawn; other tests in this process have filled it."""
    from hypothesis.internal.conjecture import providers

    def games():
        played = []
        Campaign(engine("reference"), pool, Options(examples=30, seed=3, seeds=0), on_game=played.append).run()
        return played

    class Filled(dict):
        """As though everything had been drawn before, and all the code around were full of the number 1."""

        def __contains__(self, key):
            return True

        def __getitem__(self, key):
            return ((), (1,) if key[0] == "integer" else ())

    once, cache = games(), providers.CONSTANTS_CACHE
    providers.CONSTANTS_CACHE = Filled()
    try:
        assert games() == once
    finally:
        providers.CONSTANTS_CACHE = cache


def test_a_legal_move_that_is_refused_is_a_difference(pool):
    outcome = run(spec_of(Refusing), pool, first_only=True)
    finding = outcome.found[0].finding
    assert (finding.source, finding.field) == ("difference", "cast.accepted")
    assert (finding.expected, finding.observed) == ("accepted", "refused (timing)")
    assert len(outcome.found[0].recording.moves) == 1


def test_a_refused_move_must_change_nothing(pool):
    found = run(spec_of(Careless), pool, examples=80, against=False, first_only=True).found
    assert [entry.finding.source for entry in found] == ["invariant"]


def test_an_engine_that_breaks_is_told_and_started_again(pool):
    outcome = run(spec_of(Falling), pool, examples=80, seeds=100)
    assert ("-", "crash on roll_planar_die") in keys(outcome)
    assert outcome.examples >= 80, "it goes on afterwards"


def test_what_an_engine_does_not_support_is_no_finding(pool):
    outcome = run(spec_of(Lacking), pool, examples=40)
    assert keys(outcome) == []


# --- budgets and what is kept -------------------------------------------------------------------------------------------------------------


def test_time_is_a_budget_too(pool):
    outcome = run(engine("reference"), pool, examples=None, seconds=1.5)
    assert 0 < outcome.examples < 2000
    assert outcome.seconds < 20


def test_the_time_holds_for_making_small_too_however_slow_the_engine(pool):
    """What was found is made small for as long as there is time, and then it is said that it could be smaller."""
    done = []
    settings = Options(against=True, seconds=4.0, seed=2)
    campaign = Campaign(spec_of(Slow), pool, settings, lambda now: done.append((now.seconds, now.doing)))
    began = time.monotonic()
    outcome = campaign.run()
    assert time.monotonic() - began < 4.0 + Budget(None, 4.0).margin + 2.0
    assert outcome.found
    assert outcome.found[0].cut_short
    assert any("cases" in doing for _, doing in done)
    tries = [(seconds, doing) for seconds, doing in done if "is made small: try" in doing]
    assert len(tries) > 3, "it is told while it goes on"
    gaps = [later - sooner for (sooner, _), (later, _) in itertools.pairwise(done)]
    assert max(gaps) < 1.5


def test_without_a_time_everything_is_made_as_small_as_can_be(pool):
    outcome = run(spec_of(Careless), pool, examples=60, against=False, first_only=True)
    assert [found.cut_short for found in outcome.found] == [False]


@pytest.mark.parametrize(("seconds", "margin"), [(None, 0), (5, 2), (60, 6), (1800, 20)])
def test_how_much_longer_it_may_take(seconds, margin):
    assert Budget(None, seconds).margin == margin


def test_a_finding_in_the_works_is_kept_if_somebody_interrupts(pool):
    running = None

    def impatient(outcome):
        if "is made small: try" in outcome.doing:
            raise KeyboardInterrupt

    running = Campaign(spec_of(Slow), pool, Options(against=True, seconds=20.0, seed=2), impatient)
    with pytest.raises(KeyboardInterrupt):
        running.run()
    assert len(running.outcome.found) == 1


def test_examples_are_kept_between_runs(pool, tmp_path):
    """What was found is tried first by the next run, whatever its seed."""
    spec = find("comes-back-untapped").spec()
    database = DirectoryBasedExampleDatabase(tmp_path)
    first = run(spec, pool, examples=300, seeds=0, first_only=True, database=database)
    assert first.found
    assert any(tmp_path.iterdir())
    again = run(spec, pool, examples=300, seeds=0, seed=99, first_only=True, database=database)
    assert again.found[0].examples <= 2


def test_as_a_test_of_an_engine(tmp_path):
    assert fuzz("reference", examples=20).found == []
    with pytest.raises(ValueError, match=r"702\.62g"):
        fuzz("reference", examples=1, muted=["702.26g", "702.62g:tapped"])
    with pytest.raises(NotConforming, match=r"comes-back|tapped") as failed:
        fuzz(find("comes-back-untapped").spec(), examples=30, save=tmp_path)
    assert failed.value.outcome.found
    assert list(tmp_path.glob("*.yaml"))
    with pytest.raises(NotConforming, match="save=FOLDER"):
        fuzz(find("comes-back-untapped").spec(), examples=30)
