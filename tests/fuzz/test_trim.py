"""Recordings made smaller: the same is still found, less is left, and the same recording always ends as the same."""

from __future__ import annotations

import msgspec
from games import CASES, POOL, difference_on, match_on, playable, recorded

from conformance.cases.write_given import short
from conformance.fuzz.match import replay
from conformance.fuzz.recording import Finding, Recording
from conformance.fuzz.reproducer import Origin, reproduce
from conformance.fuzz.trim import Still, fewer, trim
from conformance.mutants.catching import likely_first
from conformance.mutants.mutant import Mutant, find, mutants
from conformance.runner.watchdog import NeverEnds, within

NO_WORDS = {"commander-in-the-graveyard-is-asked-about-again"}
"""Mutants that ask the same question once more than the rules do. A case can say whether a question was asked, not how often; whoever reads
the finding is told that the case passes (`problems`)."""


def still_found_on(mutant: Mutant, finding: Finding, counted: list[Recording]) -> Still:
    match = match_on(mutant)

    def still(recording: Recording) -> Finding | None:
        counted.append(recording)
        return replay(recording, match, finding.key)

    return still


def a_finding(mutant: Mutant) -> tuple[Recording, Finding] | None:
    for case in likely_first(mutant, playable())[:6]:
        recording = recorded(case)
        finding = difference_on(mutant, recording)
        if finding is not None:
            return recording, finding
    return None


def test_what_is_left_is_small_and_still_shows_it() -> None:
    """For mutants from all over the catalogue, as far as one of the first cases of their clause shows a difference."""
    shown = 0
    for mutant in mutants()[::24]:
        tried: list[Recording] = []
        try:
            with within(10):  # some mutants never come back
                at_first = a_finding(mutant)
                if at_first is None:
                    continue
                recording, finding = at_first
                small = trim(recording, still_found_on(mutant, finding, tried), POOL)
        except NeverEnds:
            continue
        shown += 1
        match = match_on(mutant)
        found = replay(small, match, finding.key)
        assert found is not None, mutant.id
        assert found.key == finding.key
        assert len(small.given["battlefield"]) <= min(6, len(recording.given["battlefield"])), mutant.id
        assert len(tried) <= 800
        made = reproduce(match.recording, found, POOL, Origin(mutant.spec()))
        assert (made.problems == ()) is (mutant.id not in NO_WORDS), (mutant.id, made.text)
        assert len(made.case.script) <= 9, (mutant.id, made.text)
    assert shown >= 15


def test_the_same_recording_ends_as_the_same() -> None:
    mutant = find("out-stays-in-combat")
    recording = recorded(
        next(case for case in playable() if difference_on(mutant, recorded(case)) is not None and "506.4" in str(case.rules))
    )
    finding = difference_on(mutant, recording)
    assert finding is not None
    first, second = (trim(recording, still_found_on(mutant, finding, []), POOL) for _ in range(2))
    assert first == second
    assert first != recording


def test_what_is_not_found_any_more_stays_as_it_was() -> None:
    recording = recorded(CASES["of-three-players-the-first-draws"])
    assert trim(recording, lambda candidate: None, POOL) is recording


def test_the_attempts_are_bounded() -> None:
    recording = recorded(CASES["three-players-are-silent-through-the-untap-step"])
    tried: list[Recording] = []

    def still(candidate: Recording) -> Finding | None:
        tried.append(candidate)
        return Finding("difference", "502.3", "tapped", "") if candidate == recording else None

    assert trim(recording, still, POOL, attempts=10) is recording
    assert len(tried) == 10


def test_everything_goes_that_nothing_depends_on() -> None:
    """If any game shows it, nothing is left but two players with ten Forests each."""
    for case in playable()[::60]:
        recording = recorded(case)
        small = trim(recording, lambda candidate: Finding("difference", "502.3", "tapped", ""), POOL)
        assert small.moves == (), case.id
        given = small.given
        assert given["battlefield"] == [], case.id
        assert len(given["players"]) == 2, case.id
        written = short(given, POOL)
        assert set(written) <= {"players", "variant", "teams"}, (case.id, written)


def test_fewer_leaves_out_all_that_is_not_needed() -> None:
    now = list(range(20))

    def holds(left: object) -> bool:
        assert isinstance(left, list)
        if {3, 11, 12} <= set(left):
            now[:] = left
            return True
        return False

    fewer(lambda: now, holds)
    assert now == [3, 11, 12]


def test_answers_are_made_simpler() -> None:
    case = next(case for case in playable() if any("attack" in (move.answer or {}) for move in recorded(case).moves))
    recording = recorded(case)
    small = trim(recording, lambda candidate: Finding("difference", "1", "f", "", move=len(recording.moves)), POOL)
    assert all(not (move.answer or {}).get("attack") for move in small.moves)
    assert msgspec.json.encode(small)
