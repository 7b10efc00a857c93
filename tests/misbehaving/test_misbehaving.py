"""Whatever an engine does, it costs its own case and at most a restart: the run ends with a whole report, in bounded time and memory."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from pathlib import Path

import pytest

from conformance.cases.cards import CardPool
from conformance.cases.parse import parse_file
from conformance.engines.registry import EngineSpec
from conformance.report.junit import junit
from conformance.report.words import why
from conformance.runner import Options, certify, exit_code
from conformance.runner.report import encode

ENGINE = Path(__file__).with_name("engine.py")
TIMEOUT = 0.5

TEXT = """
- {{id: {id}, title: A case, rules: ['117.1'], why: To see, given: {{alice: {{life: {life}}}}},
    script: [pass: alice, expect: {{alice: {{life: {life}}}}}]}}
"""


def cases(*lives):
    text = "".join(TEXT.format(id=f"case-{number}", life=life) for number, life in enumerate(lives, 1))
    made, problems = parse_file(text.encode(), "test.yaml", CardPool())
    assert len(made) == len(lives), problems
    return made


DANGER = 13
"""The life total by which an engine knows the case on which it misbehaves."""


def run(how, *lives, **options):
    spec = EngineSpec(how, command=(sys.executable, str(ENGINE), how))
    options.setdefault("timeout", TIMEOUT)
    return certify(cases(*(lives or (20, DANGER, 21))), spec, options=Options(**options))


def outcomes(report):
    return [case.outcome for case in report.cases]


def test_a_well_behaved_one_passes():
    report = run("Engine")
    assert outcomes(report) == ["pass", "pass", "pass"]
    assert (report.complete, report.restarts, exit_code(report), report.engine.engine) == (True, 0, 0, "misbehaving")


ONE_CASE = {
    "ExitsInMidCase": ("crash", "ended with exit status 101 and left act without an answer"),
    "KilledBySignal": ("crash", "was ended by signal 6"),
    "ErrorReply": ("crash", "answered act with error -32000: index out of bounds"),
    "LeavesAChild": ("crash", "ended with exit status 1"),
    "ClosesStdout": ("crash", "closed its standard output"),
    "Hangs": ("timeout", "no reply to act within 0.5 s"),
    "EndlessStderr": ("timeout", "no reply to act within 0.5 s"),
    "Garbage": ("protocol_error", "is no JSON-RPC reply"),
    "Binary": ("protocol_error", "is no JSON-RPC reply"),
    "TwoInALine": ("protocol_error", "the answer to act is followed by more in its line, at byte 42: '{"),
    "OutOfOrder": ("protocol_error", "out of order: the reply to act has the id 5, expected 6"),
    "AnswersTwice": ("protocol_error", "that nobody asked for|out of order"),
    "HugeLine": ("protocol_error", "a line of more than 33554432 bytes"),
    "EndlessLine": ("protocol_error", "a line of more than 33554432 bytes"),
    "EndlessStdout": ("protocol_error", "that nobody asked for|out of order"),
    "ManyEvents": ("protocol_error", "more than 200000 events in one case"),
    "AsksMuch": ("protocol_error", "its replies to act in one case have more than 64 MiB in all"),
    "WrongShape": ("protocol_error", "Expected `int`, got `str` - at `$.status.stack`"),
    "NeitherResultNorError": ("protocol_error", "neither result nor error"),
    "Null": ("protocol_error", "Expected `object`, got `null`"),
    "DecidesForAStranger": ("protocol_error", "status.decision.player is 'zed', who does not play; the players are alice, bob"),
    "PlaysWithStrangers": ("protocol_error", "status.players is 'zed', who does not play"),
    "LessThanNothing": ("protocol_error", "status.stack is -1"),
    "SameIdTwice": ("protocol_error", "two objects with the id 'bears'"),
    "CallsAnObjectAlice": ("protocol_error", "an object with the id 'alice', which is a player's name"),
    "LoneSurrogate": ("protocol_error", "hex escape"),
    "AnswersByteByByte": ("timeout", "no reply to act within 0.5 s"),
    "NotANumber": ("protocol_error", "JSON is malformed"),
    "HugeNumber": ("protocol_error", "out of range"),
    "DepthBomb": ("protocol_error", "nested too deeply"),
}


@pytest.mark.parametrize("how", ONE_CASE)
def test_one_bad_case_costs_that_case_only(how):
    outcome, reason = ONE_CASE[how]
    began = time.monotonic()
    # Lines of 32 MiB take their time to come through a pipe; what they are about is their size.
    report = run(how, timeout=10.0 if how in ("HugeLine", "EndlessLine", "ManyEvents", "EndlessStdout", "AsksMuch") else TIMEOUT)
    assert outcomes(report) == ["pass", outcome, "pass"], report.cases
    assert any(part in report.cases[1].reason for part in reason.split("|"))
    assert (report.complete, report.engine_error, exit_code(report)) == (True, None, 1)
    assert report.restarts == (0 if how == "ErrorReply" else 1)
    assert time.monotonic() - began < 15


def test_what_it_wrote_on_stderr_is_kept_with_the_case():
    report = run("ExitsInMidCase")
    assert "panicked" in report.cases[1].stderr
    assert report.cases[0].stderr is None


def test_a_flood_on_stderr_is_drained_and_does_no_harm():
    assert outcomes(run("ShoutsOnStderr", timeout=10.0)) == ["pass", "pass", "pass"]


def test_a_constant_answer_fails_the_cases():
    report = run("AlwaysWrong")
    assert outcomes(report) == ["fail", "fail", "fail"]
    failure = report.cases[1].failure
    assert (failure.path, failure.expected, failure.observed) == ("alice.life", 13, 1)


@pytest.mark.parametrize("how", ["RefusesAtLength", "LongName"])
def test_what_an_engine_says_at_length_does_not_fill_the_report(how):
    report = run(how, timeout=10.0)
    assert outcomes(report) == ["pass", "fail" if how == "RefusesAtLength" else "pass", "pass"]
    assert len(encode(report)) < 20_000


def test_refusing_everything_fails_the_cases():
    report = run("RefusesEverything")
    assert outcomes(report) == ["fail", "fail", "fail"]
    assert report.cases[0].failure.observed == "refused (timing)"


@pytest.mark.parametrize("how", ["ExitsAtOnce", "HangsAtStart", "WrongProtocol", "BadHello", "ClaimsMillions"])
def test_one_that_does_not_start_leaves_a_report_in_which_nothing_ran(how):
    report = run(how, timeout=0.1 if how == "HangsAtStart" else TIMEOUT)
    assert outcomes(report) == ["not_run"] * 3
    assert (report.complete, exit_code(report), report.engine.name) == (False, 3, how)
    assert how in report.engine_error
    assert all("could not be run" in case.reason for case in report.cases)
    if how == "ExitsAtOnce":
        assert "no licence found" in report.engine_error


def test_restarts_are_bounded_and_the_rest_is_told_as_not_run():
    report = run("ExitsAtNewGame", *range(20, 40))
    assert report.restarts == 20 // 10 + 5
    assert outcomes(report) == ["crash"] * 8 + ["not_run"] * 12
    assert (report.complete, exit_code(report)) == (False, 3)
    assert "it broke 8 times, 7 restarts are allowed" in report.engine_error
    assert "12 cases were not run" in report.partial[0]


def test_a_request_that_is_not_read_is_a_timeout():
    big = cases(20)
    library = big[0].given["seats"]["alice"]["library"]
    library += [{"id": f"card_{number}", "card": "Forest" * 20} for number in range(20_000)]
    spec = EngineSpec("NeverReads", command=(sys.executable, str(ENGINE), "NeverReads"))
    report = certify(big, spec, options=Options(timeout=TIMEOUT))
    assert outcomes(report) == ["timeout"]


def test_many_answers_each_in_time_do_not_make_a_case_last_for_ever(monkeypatch):
    monkeypatch.setattr("conformance.runner.session.CASE_TIME_FACTOR", 1)
    text = "- {id: slow, title: A, rules: ['117.1'], why: B, given: {alice: {life: 13}}, script: [advance_to: {player: bob, step: end}]}"
    (made,), _ = parse_file(text.encode(), "test.yaml", CardPool())
    spec = EngineSpec("Slow", command=(sys.executable, str(ENGINE), "Slow"))
    report = certify([made], spec, options=Options(timeout=TIMEOUT))
    assert (outcomes(report), "more than 0.5 s in all" in report.cases[0].reason) == (["timeout"], True)


def test_a_feature_claimed_and_not_there_is_the_engines_fault():
    text = "- {id: go-on, title: A, rules: ['117.1'], why: B, given: {}, script: [advance_to: {player: bob, step: end}]}"
    (made,), _ = parse_file(text.encode(), "test.yaml", CardPool())
    spec = EngineSpec("lacks", command=(sys.executable, str(ENGINE), "ClaimsWhatItLacks"))
    report = certify([made], spec, options=Options(timeout=TIMEOUT))
    assert (outcomes(report), "not implemented: pass_until" in report.cases[0].reason) == (["crash"], True)


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_children_of_an_engine_are_ended_with_it():
    report = run("LeavesAChild")
    pid = int(re.search(r"child (\d+)", report.cases[1].stderr).group(1))
    deadline = time.monotonic() + 2
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(pid)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_nothing_is_left_behind():
    def children():
        return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())

    before, threads = children(), threading.active_count()
    began = time.monotonic()
    assert outcomes(run("IgnoresShutdown")) == ["pass", "pass", "pass"]
    run("Hangs")
    assert time.monotonic() - began < 10
    assert children() == before
    assert threading.active_count() == threads


def test_several_engines_at_once_give_the_same_report():
    lives = [DANGER if number % 4 == 0 else 20 for number in range(12)]
    one, three = run("ExitsInMidCase", *lives), run("ExitsInMidCase", *lives, jobs=3)
    assert outcomes(one) == outcomes(three)
    assert [case.id for case in three.cases] == [case.id for case in one.cases]
    assert three.restarts <= one.restarts == 3


def test_memory_stays_bounded_while_a_line_does_not_end():
    from conformance.engines.errors import EngineFlooded
    from conformance.engines.stdio import StdioAdapter

    adapter = StdioAdapter(
        [sys.executable, "-u", "-c", "import sys\nwhile True: sys.stdout.write('x' * 100000)"], timeout=5, max_line=1_000_000
    )
    with pytest.raises(EngineFlooded, match="a line of more than 1000000 bytes"):
        adapter.initialize({})
    adapter.kill()


def test_an_answer_nested_so_deep_that_it_can_just_be_read_does_not_stop_who_reads_the_report():
    text = "- {id: case-1, title: A case, rules: ['117.1'], why: To see, given: {alice: {life: 13}}, script: [expect: {stack: []}]}"
    made, problems = parse_file(text.encode(), "test.yaml", CardPool())
    assert not problems
    spec = EngineSpec("DeepButLegal", command=(sys.executable, str(ENGINE), "DeepButLegal"))
    report = certify(made, spec, options=Options(timeout=TIMEOUT))
    assert outcomes(report) == ["fail"]
    assert junit(report)
    assert encode(report)
    assert "..." in why(report.cases[0])
