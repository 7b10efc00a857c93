"""Findings as files: named after what differs, never one over another, each key once; and played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from games import CARDS, CASES, POOL, difference_on, playable, recorded

from conformance.cases.library import load
from conformance.cases.model import Expect
from conformance.engines.reference import spec as reference
from conformance.fuzz import campaign
from conformance.fuzz.checking import Origin
from conformance.fuzz.findings import (
    Unsayable,
    invariant_of,
    key_of,
    key_of_case,
    known_in,
    new_ones,
    read_recording,
    save,
    write,
    write_recording,
)
from conformance.fuzz.recording import Finding
from conformance.fuzz.replay import Onlooker, replay, replayed
from conformance.fuzz.reproducer import Reproducer, reproduce
from conformance.mutants.catching import likely_first
from conformance.mutants.mutant import find
from conformance.rules.editions import NEWEST
from conformance.runner.play import play_case
from conformance.runner.session import Session

MUTANT = find("out-stays-in-combat")


@pytest.fixture(scope="module")
def made() -> Reproducer:
    for case in likely_first(MUTANT, playable())[:6]:
        recording = recorded(case)
        finding = difference_on(MUTANT, recording)
        if finding is not None:
            return reproduce(recording, finding, POOL, Origin(MUTANT.spec(), "1", 5))
    raise AssertionError("no case catches the mutant")


def test_a_finding_is_a_file_of_its_id(made: Reproducer, tmp_path: Path) -> None:
    path = write(made, tmp_path / "new" / "folder")
    assert path.name == f"{made.id}.yaml"
    loaded = load([path])
    assert [case.id for case in loaded.cases] == [made.id]
    assert not loaded.errors
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_nothing_is_written_over(made: Reproducer, tmp_path: Path) -> None:
    taken = tmp_path / f"{made.id}.yaml"
    taken.write_text("somebody's own\n")
    second = write(made, tmp_path)
    assert taken.read_text() == "somebody's own\n"
    assert second.name == f"{made.id}-2.yaml"
    assert load([second]).cases[0].id == f"{made.id}-2"


def test_the_same_is_not_written_twice(made: Reproducer, tmp_path: Path) -> None:
    assert write(made, tmp_path) == write(made, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    other = with_text(made, text=f"{made.text}# another\n")
    assert write(other, tmp_path).name == f"{made.id}-2.yaml"
    assert not load([tmp_path]).errors


def with_text(made: Reproducer, text: str) -> Reproducer:
    return Reproducer(made.id, made.case, text, made.problems, made.on_engine)


def test_what_is_doubtful_says_so(made: Reproducer, tmp_path: Path) -> None:
    doubtful = Reproducer(made.id, made.case, made.text, ("it passes\neverywhere\x1b[31m",))
    first = write(doubtful, tmp_path).read_text().splitlines()[0]
    assert first == "# Doubtful: it passes everywhere\\x1b[31m"


def test_keys_are_told_from_the_cases(made: Reproducer, tmp_path: Path) -> None:
    finding = difference_on(MUTANT, recorded(next(c for c in likely_first(MUTANT, playable()) if difference_on(MUTANT, recorded(c)))))
    assert finding is not None
    write(made, tmp_path)
    assert known_in(tmp_path) == {key_of(finding)} == {key_of_case(made.case)}
    assert known_in(tmp_path / "nowhere") == set()
    other = msgspec.structs.replace(finding, field="zone")
    assert new_ones([finding, other, other], known_in(tmp_path)) == [other]
    assert key_of_case(CASES["of-three-players-the-first-draws"]) is None


def test_what_has_no_words_is_kept_as_it_was_sent(tmp_path: Path) -> None:
    recording = recorded(CASES["of-three-players-the-first-draws"])
    finding = Finding("crash", "-", "timeout on pass", "said \ud800 nothing", observed="\ud800")
    unsayable = Unsayable("it was a refused pass", finding, recording, "stdio:x")
    first, second = write_recording(unsayable, tmp_path), write_recording(msgspec.structs.replace(unsayable, why="another"), tmp_path)
    assert (first.name, second.name) == ("found-timeout-on-pass.json", "found-timeout-on-pass-2.json")
    back = read_recording(first)
    assert (back.recording, back.why, back.finding.field) == (recording, "it was a refused pass", "timeout on pass")


def test_replay_says_whether_it_still_fails(made: Reproducer, tmp_path: Path) -> None:
    path = write(made, tmp_path)
    ((case, how),) = replay(path, MUTANT.spec())
    assert case.id == made.id
    assert how is not None
    assert [how for _, how in replay(path, reference)] == [None]


def test_an_engine_that_never_comes_back_still_fails(made: Reproducer) -> None:
    def act(params: dict[str, Any]) -> dict[str, Any]:
        while True:
            pass

    spec = MUTANT.spec()
    adapter = spec.open()
    adapter.act = act  # type: ignore[method-assign]
    endless = type(spec)("endless", factory=lambda: adapter)
    how = replayed(made.case, endless, POOL, timeout=0.5)
    assert how is not None
    assert "timeout" in how or "act" in how


def test_an_invariant_is_looked_at_again() -> None:
    """A mutant that only events show: its case holds what it expects and still shows what was found."""
    mutant = find("day-night-after-untapping")
    for case in likely_first(mutant, playable())[:8]:
        session = Session(mutant.spec(), edition=NEWEST)
        onlooker = Onlooker(case, session, "check-before-untapping")
        play_case(case, session, CARDS, watch=onlooker.watch)
        if onlooker.found:
            tags = ["found-by-fuzzing", "invariant check-before-untapping"]
            silent = [step for step in case.script if not isinstance(step, Expect)]
            tagged = msgspec.structs.replace(case, tags=tags, rules=["502.2/h"], script=silent)
            assert invariant_of(tagged) == "check-before-untapping"
            assert replayed(tagged, mutant.spec(), POOL) is not None
            assert replayed(tagged, reference, POOL) is None
            return
    raise AssertionError("the invariant never found anything")


def test_a_campaign_saves_what_it_found(tmp_path: Path) -> None:
    spec = find("second-phasing-out-brings-back").spec()
    running = campaign.Campaign(spec, POOL, campaign.Options(against=True, examples=1500, seed=3, first_only=True))
    outcome = running.run()
    assert outcome.found
    path = save(outcome.found[0], tmp_path, running)
    assert path.suffix == ".yaml"
    text = path.read_text()
    assert f"Found by fuzzing on {spec.name} " in text
    assert ", seed 3;" in text
    ((_, how),) = replay(path, spec)
    assert how is not None
    assert [how for _, how in replay(path, reference)] == [None]
