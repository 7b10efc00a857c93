"""A run over many cases: what the report says, what is left out, and the stream of events."""

import pytest
from fake_engine import FakeEngine
from playing import case

from conformance.engines.registry import EngineSpec
from conformance.runner import (
    BadKnownFailures,
    CaseDone,
    CaseStarted,
    EngineStarted,
    KnownFailure,
    Options,
    RunDone,
    RunStarted,
    certify,
    exit_code,
    load_known_failures,
)

GOOD = case("- expect: {alice: {life: 20}}", name="good")
BAD = case("- expect: {alice: {life: 19}}", name="bad")
OTHER = case("- pass: alice", name="other")
OLD = case("- pass: alice", more="editions: {until: 2015-01-01}", name="old")
DISPUTED = case("- expect: {alice: {life: 19}}", more="disputed: two readings", name="disputed")
WRONG = case("- advance_to: {player: alice, step: first_strike_damage}", name="wrong")


def run(cases, *, trusted=False, on_event=None, factory=FakeEngine, **options):
    return certify(cases, EngineSpec("fake", factory=factory, trusted=trusted), options=Options(**options), on_event=on_event)


def outcomes(report):
    return {case.id: case.outcome for case in report.cases}


def test_the_report_counts_and_names_everything():
    report = run([GOOD, BAD, OTHER])
    assert outcomes(report) == {"good": "pass", "bad": "fail", "other": "pass"}
    assert (report.summary["pass"], report.summary["fail"], report.complete, report.partial) == (2, 1, True, [])
    assert (report.engine.name, report.engine.engine, report.edition) == ("fake", "fake", "2026-09-25")
    assert exit_code(report) == 1
    assert exit_code(run([GOOD, OTHER])) == 0


def test_events_come_in_order():
    seen = []
    report = run([GOOD, BAD], on_event=seen.append)
    assert [type(event) for event in seen] == [RunStarted, EngineStarted, CaseStarted, CaseDone, CaseStarted, CaseDone, RunDone] or [
        type(event) for event in seen
    ] == [RunStarted, CaseStarted, EngineStarted, CaseDone, CaseStarted, CaseDone, RunDone]
    assert [(event.done, event.total, event.result.id) for event in seen if isinstance(event, CaseDone)] == [(1, 2, "good"), (2, 2, "bad")]
    assert seen[-1].report == report


def test_fail_fast_stops_and_the_rest_is_not_run():
    report = run([BAD, GOOD, OTHER], fail_fast=True)
    assert outcomes(report) == {"bad": "fail", "good": "not_run", "other": "not_run"}
    assert (report.complete, report.partial) == (False, ["2 cases were not run: stopped at the first case that does not conform (bad)"])


def test_shards_are_parts_that_together_are_the_whole_and_none_is_complete():
    cases = [case("- pass: alice", name=f"case-{number}") for number in range(7)]
    parts = [run(cases, shard=(number, 3)) for number in (1, 2, 3)]
    assert sorted(entry.id for part in parts for entry in part.cases) == sorted(entry.id for entry in cases)
    assert [(part.complete, part.shard) for part in parts] == [(False, "1/3"), (False, "2/3"), (False, "3/3")]


def test_a_selection_of_the_caller_makes_a_run_partial():
    report = run([GOOD], selection="only rule 502.3")
    assert (report.complete, report.partial, exit_code(report)) == (False, ["only rule 502.3"], 0)


def test_known_failures_are_known_and_those_that_pass_are_fixed():
    known = {
        entry.id: entry
        for entry in (KnownFailure("bad", "no life totals"), KnownFailure("good", "once upon a time"), KnownFailure("gone", "?"))
    }
    report = run([GOOD, BAD, OTHER], known=known)
    assert outcomes(report) == {"good": "fixed", "bad": "known", "other": "pass"}
    assert exit_code(report) == 1
    assert report.cases[1].failure.path == "alice.life"
    assert (report.cases[1].underlying, "no life totals" in report.cases[1].reason) == ("fail", True)
    assert any("gone" in warning for warning in report.warnings)
    assert exit_code(run([BAD], known={"bad": known["bad"]})) == 0


@pytest.mark.parametrize(
    ("gone", "warning"),
    [
        (["a"], "the list of known failures names a case that is not in this run: a"),
        (list("abcdefg"), "the list of known failures names 7 cases that are not in this run: a, b, c, d, e and 2 more"),
    ],
)
def test_entries_of_the_list_for_which_there_is_no_case_are_told(gone, warning):
    assert warning in run([GOOD], known={name: KnownFailure(name, "it was so once") for name in gone}).warnings


def test_a_disputed_case_is_played_but_not_scored():
    report = run([DISPUTED, GOOD])
    assert outcomes(report) == {"disputed": "disputed", "good": "pass"}
    assert (report.cases[0].underlying, exit_code(report)) == ("fail", 0)


def test_cases_of_other_editions_are_left_out_and_counted():
    report = run([GOOD, OLD])
    assert outcomes(report) == {"good": "pass"}
    assert report.warnings == ["1 of 2 cases left out: about other editions than 2026-09-25"]
    assert outcomes(run([GOOD, OLD], edition="2014-07-18")) == {"good": "pass", "old": "pass"}


def test_an_error_of_a_case_is_told_apart_from_the_engines():
    report = run([WRONG], trusted=True)
    assert outcomes(report) == {"wrong": "error"}
    assert report.cases[0].reason.startswith("step 1, line 8: alice's first_strike_damage did not come")
    assert exit_code(report) == 2
    assert outcomes(run([WRONG])) == {"wrong": "fail"}


def test_an_engine_in_this_process_that_raises_costs_one_case():
    class Raises(FakeEngine):
        def observe(self):
            if self.given["seats"]["alice"]["life"] == 13:
                raise ZeroDivisionError("by zero")
            return super().observe()

    bad = case("- expect: {alice: {life: 13}}", "{alice: {life: 13}}", name="raises")
    report = run([bad, GOOD, bad, GOOD], factory=Raises)
    assert [entry.outcome for entry in report.cases] == ["crash", "pass", "crash", "pass"]
    assert "observe raised ZeroDivisionError: by zero" in report.cases[0].reason
    assert (report.restarts, report.complete) == (0, True)


def test_several_jobs_in_one_process_are_one():
    report = run([GOOD, BAD, OTHER], jobs=4)
    assert outcomes(report) == {"good": "pass", "bad": "fail", "other": "pass"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("known.yaml", "- id: bad\n  reason: because\n  rule: 502.10\n- {id: other, reason: so}\n"),
        ("known.toml", '[[known]]\nid = "bad"\nreason = "because"\nrule = "502.10"\n[[known]]\nid = "other"\nreason = "so"\n'),
    ],
)
def test_the_list_of_known_failures_is_read(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    assert load_known_failures(path) == {"bad": KnownFailure("bad", "because", "502.10"), "other": KnownFailure("other", "so")}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("k.yaml", "- id: a\n", "entry 1: 'reason' is missing or empty"),
        ("k.yaml", "- {id: a, reason: b, why: c}\n", "entry 1: unknown key 'why'; allowed: id, reason, rule, link"),
        ("k.yaml", "- {id: a, reason: b}\n- {id: a, reason: b}\n", "entry 2: a is listed twice"),
        ("k.yaml", "a: [\n", "k.yaml:2:1: is no valid YAML"),
        ("k.yaml", "a: b\n", "expected a list of entries"),
        ("k.yaml", "- a\n", "entry 1: expected a mapping"),
        ("k.toml", "known = 3\n", "expected a list of entries"),
        ("k.toml", "= 3\n", "is no TOML"),
        ("k.toml", "[[knwon]]\nid = 'a'\nreason = 'b'\n", "expected [[known]] tables, found 'knwon'"),
        ("k.yaml", "- {id: a, reason: b, reason: c}\n", "k.yaml:1:22: the key 'reason' is there twice"),
        ("k.yaml", "- {id: a, reason: b, rule: {c: d}}\n", "entry 1: 'rule' is no number of a rule"),
        ("k.yaml", "- {id: a, reason: &b b, rule: *b}\n", "anchors are not allowed"),
        ("k.yaml", "- " + "[" * 100_000, "nesting depth"),
        ("k.yaml", "- {id: a, reason: " + "b" * 5_000_000 + "}\n", "k.yaml: is larger than 4 MB"),
    ],
)
def test_a_list_that_cannot_be_used_is_told(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(BadKnownFailures, match="k\\.") as raised:
        load_known_failures(path)
    assert message in str(raised.value)


def test_no_file_and_no_text_are_told_and_an_empty_list_is_one(tmp_path):
    with pytest.raises(BadKnownFailures, match="cannot be read"):
        load_known_failures(tmp_path / "none.yaml")
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadKnownFailures, match="is not UTF-8"):
        load_known_failures(tmp_path / "bytes.yaml")
    for nothing in ("", "# nothing yet\n", "\ufeff# nothing yet\r\n", "[]", "null"):
        (tmp_path / "empty.yaml").write_text(nothing, encoding="utf-8")
        assert load_known_failures(tmp_path / "empty.yaml") == {}


@pytest.mark.parametrize(("name", "text"), [("k.yaml", "- {id: a, reason: b}\n"), ("k.toml", "[[known]]\nid = 'a'\nreason = 'b'\n")])
def test_a_list_may_begin_with_the_mark_that_windows_editors_write(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8-sig")
    assert load_known_failures(tmp_path / name) == {"a": KnownFailure("a", "b")}
