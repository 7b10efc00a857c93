"""A case out of what was found: it is the same game, passes on the reference engine and fails where it was found."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from games import CARDS, CASES, POOL, difference_on, playable, recorded
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from conformance.cases.model import Act, AdvanceTo, Answers, NameObject, PassPriority, Resolve
from conformance.cases.parse import parse_file
from conformance.engines.reference import spec as reference
from conformance.fuzz.checking import outcome, rule_of
from conformance.fuzz.following import followed
from conformance.fuzz.recording import Finding, Recording
from conformance.fuzz.reproducer import CannotReproduce, Origin, Reproducer, reproduce
from conformance.mutants.mutant import find
from conformance.rules.editions import NEWEST


def some_finding(recording: Recording, **more: Any) -> Finding:
    """A finding on the first permanent, after the last move."""
    permanents = recording.given["battlefield"]
    about = permanents[0]["id"] if permanents else None
    fields = {"source": "difference", "clause": "502.3", "field": "tapped", "words": "it differs", "about": about, **more}
    return Finding(move=len(recording.moves) - 1, **fields)


def made_of(id_: str, **more: Any) -> Reproducer:
    recording = recorded(CASES[id_])
    return reproduce(recording, some_finding(recording, **more), POOL)


@pytest.mark.parametrize("part", range(6))
def test_every_sixth_case_becomes_a_case_again(part: int) -> None:
    """A recording of a case is a script again: the same game, in about as many steps."""
    longer = 0
    for case in playable()[part * 6 :: 36]:
        recording = recorded(case)
        made = reproduce(recording, some_finding(recording), POOL)
        assert made.problems == (), (case.id, made.text)
        longer += len(made.case.script) - len(case.script)
        events = [event for done in followed(recording, CARDS) for event in done.events]
        again = [event for done in followed(recorded(made.case), CARDS) for event in done.events]
        assert [event["kind"] for event in again[: len(events)]] == [event["kind"] for event in events], case.id
    assert longer <= 0


@pytest.mark.parametrize("mutant_id", ["out-stays-in-combat", "token-ceases-when-out"])
def test_what_a_mutant_does_wrong_becomes_a_case_that_it_fails(mutant_id: str) -> None:
    mutant = find(mutant_id)
    rule = mutant.clause.partition("/")[0]
    made = []
    for case in playable():
        if any(entry.partition("/")[0] == rule for entry in case.rules):
            recording = recorded(case)
            finding = difference_on(mutant, recording)
            if finding is not None:
                made.append(reproduce(recording, finding, POOL, Origin(mutant.spec(), "9.9", 17)))
    assert len(made) > 3
    assert all((one.on_engine or "").startswith("fail") for one in made)
    for one in made:
        assert one.problems == ()
        assert outcome(one.case, reference, NEWEST, POOL).outcome == "pass"
        assert one.text.startswith(f"# Found by fuzzing on mutant:{mutant_id} 9.9, seed 17; ")


def test_passes_become_steps() -> None:
    made = made_of("borrowed-imp-discards-for-the-thief-and-draws-for-its-owner")
    kinds = {type(step) for step in made.case.script}
    assert PassPriority not in kinds
    assert {Act, AdvanceTo, Resolve} <= kinds


def test_answers_stand_before_the_step_that_asks() -> None:
    script = made_of("optional-untap-triggers-only-when-chosen").case.script
    places = [index for index, step in enumerate(script) if isinstance(step, Answers)]
    assert places
    assert all(not isinstance(script[index + 1], Answers) for index in places)


def test_what_the_game_made_is_named() -> None:
    by_kind = [case for case in playable() if any(isinstance(step, NameObject) for step in case.script)]
    named = 0
    for case in by_kind[:40]:
        recording = recorded(case)
        made = reproduce(recording, some_finding(recording), POOL)
        assert made.problems == ()
        named += any(isinstance(step, NameObject) for step in made.case.script)
    assert named > 3


def test_only_what_the_script_speaks_of_has_a_name() -> None:
    made = made_of("of-three-players-the-first-draws", about="drake")
    assert "as: " not in made.text
    assert "tolarian_drake: {tapped: false}" in made.text


def test_why_is_told_from_the_events_with_their_rules() -> None:
    made = made_of("of-three-players-the-first-draws")
    assert "phases" in made.case.why
    assert "(702.26" in made.case.why


def test_a_finding_after_a_refusal_is_a_step_that_has_to_be_refused() -> None:
    case = next(
        case for case in playable() if isinstance(case.script[-1], Act) and case.script[-1].illegal not in (None, "any", "no_priority")
    )
    recording = recorded(case)
    made = reproduce(recording, some_finding(recording, field="cast.refused", about=None), POOL)
    assert made.problems == ()
    assert f"illegal: {case.script[-1].illegal}" in made.text


def test_a_passing_case_is_told_not_to_be_a_reproducer() -> None:
    recording = recorded(CASES["of-three-players-the-first-draws"])
    made = reproduce(recording, some_finding(recording), POOL, Origin(find("out-stays-in-combat").spec()))
    assert made.problems == ("on mutant:out-stays-in-combat it ends as pass",)


def test_what_the_reference_refuses_cannot_be_reproduced() -> None:
    recording = recorded(CASES["of-three-players-the-first-draws"])
    wrong = msgspec.structs.replace(recording.moves[0], player="nobody", action={"type": "pass"})
    broken = msgspec.structs.replace(recording, moves=(wrong,))
    with pytest.raises(CannotReproduce, match="refused"):
        reproduce(broken, some_finding(broken), POOL)


def test_a_clause_that_is_none_is_filed_under_its_rule() -> None:
    assert rule_of("702.26g/a") == ("702.26g", "702.26g/a")
    assert rule_of("702.26g/zz9")[1] is None
    assert rule_of("702.26zz") == ("702.26", None)
    assert rule_of("-") == ("100.1", None)


HOSTILE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(), inside, max_size=4),
    max_leaves=10,
)


@settings(deadline=None, max_examples=60, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(
    observed=HOSTILE,
    words=st.text(),
    field=st.sampled_from(["keywords", "counters", "decision.may.options", "tapped", "stack", "hand", "decision.kind"]) | st.text(),
    about=st.sampled_from(["drake", "alice", None]) | st.text(),
)
def test_whatever_an_engine_shows_the_text_stays_a_case(observed: Any, words: str, field: str, about: str | None) -> None:
    recording = recorded(CASES["of-three-players-the-first-draws"])
    made = reproduce(recording, some_finding(recording, observed=observed, words=words, field=field, about=about), POOL)
    cases, problems = parse_file(made.text.encode(), "hostile.yaml", POOL)
    assert len(cases) == 1
    assert not [str(problem) for problem in problems if problem.severity == "error"]
    assert made.problems == ()
    assert all(len(line) < 700 for line in made.text.splitlines())
