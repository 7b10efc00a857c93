"""`mtg-conformance fuzz` and `mutants`, as they are called."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import msgspec
import pytest

from conformance.cases import load
from conformance.commands import fuzz
from conformance.commands.progress import Lines
from conformance.fuzz.recording import Finding, Recording
from conformance.mutants import find
from conformance.mutants.kept import KEPT
from conformance.mutants.matrix import Matrix
from conformance.report.console import console
from conformance.report.fuzz_document import FuzzDocument

MISTAKE = "mutant:comes-back-untapped"


def test_nothing_found_is_a_success(call):
    ended = call("fuzz", "--examples", "15")
    assert ended.code == 0
    assert "Nothing found in" in ended.out
    assert "seed 0" in ended.out


def test_what_is_found_is_told_saved_and_played_again(call, tmp_path):
    ended = call("fuzz", "--engine", MISTAKE, "--against", "reference", "--examples", "30", "--save", str(tmp_path))
    assert ended.code == 1
    (first, *_) = files = sorted(tmp_path.glob("*.yaml"))
    assert str(first) in "".join(ended.out.split())
    loaded = load([first])
    assert not loaded.errors
    (case,) = loaded.cases
    assert case.why
    assert case.rules

    again = call("fuzz", "--engine", MISTAKE, "--against", "reference", "--examples", "30", "--save", str(tmp_path))
    assert again.code == 1
    assert sorted(tmp_path.glob("*.yaml")) == files, "the same findings are the same files"

    still = call("fuzz", "--engine", MISTAKE, "--replay", str(first))
    assert still.code == 1
    assert "still fails" in still.out
    gone = call("fuzz", "--engine", "reference", "--replay", str(first))
    assert gone.code == 0
    assert "does not fail any more" in gone.out


@pytest.mark.parametrize("words", ["stack is [], the reference has ['giant']", "the stack differs"])
def test_both_sides_of_a_difference_are_told_once(capsys, words):
    from conformance.fuzz.campaign import Found

    finding = Finding("difference", "603.3b", "stack", words, expected=["giant"], observed=[])
    fuzz._show_finding(Found(finding, Recording({"battlefield": []}, (), "2026-09-25"), 7), None, console())
    told = capsys.readouterr().out
    assert words in told
    assert told.count("giant") == 1


def test_a_document_for_scripts(call):
    ended = call("fuzz", "--engine", MISTAKE, "--against", "reference", "--examples", "20", "--format", "json")
    document = msgspec.json.decode(ended.out, type=FuzzDocument)
    assert document.engine == MISTAKE
    assert document.findings
    assert document.findings[0].file is None
    assert document.reach.invariants
    assert document.steps > 0


def test_what_could_be_smaller_is_said(capsys):
    from conformance.fuzz.campaign import Found, Outcome

    found = Found(Finding("crash", "-", "timeout on cast", "no reply"), Recording({"battlefield": []}, (), "2026-09-25"), 7)
    options = fuzz.Options("reference", None, None, 60.0, 0, None, False, (), None, True, None, 10.0, "terminal")
    fuzz._show(options, Outcome(found=[found]), {}, console())
    assert "cut short" not in capsys.readouterr().out
    fuzz._show(options, Outcome(found=[dataclasses.replace(found, cut_short=True), found]), {}, console())
    out = " ".join(capsys.readouterr().out.split())
    assert out.count("(cut short)") == 1
    assert "1 finding is not as small as can be, since the time was up; with more --seconds" in out


def test_where_nobody_looks_on_a_line_now_and_then_says_what_is_done(capsys):
    lines = Lines(every=10.0)
    for seconds in (1.0, 9.9, 10.5, 12.0, 21.0):
        lines.tell(seconds, "30 boards; cases")
    assert capsys.readouterr().err.splitlines() == ["10 s: 30 boards; cases", "21 s: 30 boards; cases"]
    Lines(quiet=True).tell(99.0, "30 boards")
    assert capsys.readouterr().err == ""


def test_stats_say_how_often_everything_was_reached(call):
    ended = call("fuzz", "--examples", "10", "--stats")
    assert "per 1,000 steps" in ended.out
    assert "702.26" in ended.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--against", "forge"], "--against reference"),
        (["--seconds", "0"], "more than 0"),
        (["--format", "xml"], "terminal"),
        (["--engine", "mutant:comes-back-untaped"], "comes-back-untapped"),
        (["--replay", "nowhere.yaml"], "nowhere.yaml"),
        (["--save", "/dev/null/here"], "--save"),
        (["--database", "redis://127.0.0.1:1/0"], "redis"),
        (["--mute", "702.62g"], "did you mean '702.26g'?"),
        (["--mute", "702.26g/z"], "the clauses of 702.26g are a,"),
        (["--mute", "999.9"], "there is no such rule or clause"),
        (["--mute", "tapped"], "write it as in 702.26"),
        (["--mute", "502.3:taped"], "did you mean '502.3:tapped'?"),
        (["--mute", "702.26g", "--mute", "608.2zz"], "--mute 608.2zz"),
    ],
)
def test_a_wrong_call_says_what_to_do(call, arguments, told):
    ended = call("fuzz", "--examples", "5", *arguments)
    assert ended.code == 2, ended
    assert told in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    "known",
    ["702.26g", "702.26g/c", "702", "502.3:tapped", "608.2n", "613.4", "502.3:untaps-all", "-", "-:crash on cast", "601.3:cast.accepted"],
)
def test_what_can_be_found_can_be_muted(call, known):
    assert call("fuzz", "--examples", "1", "--mute", known).code == 0


def test_an_engine_that_does_not_start(call):
    ended = call("fuzz", "--engine", "stdio:/no/such/program", "--examples", "5")
    assert ended.code == 3
    assert "/no/such/program" in ended.err


def test_mutants_and_what_catches_them(call):
    ended = call("mutants", "out-stays-in-combat", "--first")
    assert ended.code == 0
    assert "\n  caught by attacker-out-and-back-is-out-of-combat: fail giant.attacking\n" in ended.out
    document = msgspec.json.decode(call("mutants", "out-stays-in-combat", "--format", "json").out, type=Matrix)
    assert len(document.mutants[0].caught_by.cases) > 3


def test_a_mutant_that_escapes_is_told(call, tmp_path: Path):
    (tmp_path / "one.yaml").write_text(
        """\
- id: one
  title: Nothing much happens
  rules: ['502.3']
  why: There is nothing to untap.
  given: {alice: {battlefield: [{card: Gray Ogre, as: ogre}]}}
  script:
    - advance_to: {player: bob, step: upkeep}
    - expect: {ogre: {tapped: false}}
""",
        "utf-8",
    )
    ended = call("mutants", "out-stays-in-combat", "--cases", str(tmp_path))
    assert ended.code == 1
    assert "not caught by any case" in ended.out


def _only(monkeypatch, *cases):
    """A whole run of `mutants` is one mutant and these cases."""
    from conformance.commands import mutants as command

    loaded = load()
    few = loaded._replace(cases=[case for case in loaded.cases if case.id in cases])
    monkeypatch.setattr(command, "cases_of", lambda paths: few)
    monkeypatch.setattr(command, "mutants", lambda: (find("out-stays-in-combat"),))


def test_a_case_that_catches_nothing_fails_the_run(call, monkeypatch):
    catching, idle = "attacker-that-came-back-is-not-attacking", "no-planar-die-in-an-ordinary-game"
    _only(monkeypatch, catching, idle)
    ended = call("mutants", "--first")
    assert ended.code == 1
    assert "Cases that catch nothing (1 of 2)" in ended.out
    assert idle in ended.out
    assert call("mutants", "--first", "--quiet").out == f"{idle}: catches nothing\n"
    _only(monkeypatch, catching)
    assert call("mutants", "--first").code == 0


def test_a_case_may_say_why_it_is_kept(call, monkeypatch):
    catching, idle = "attacker-that-came-back-is-not-attacking", "no-planar-die-in-an-ordinary-game"
    _only(monkeypatch, catching, idle)
    monkeypatch.setitem(KEPT, idle, "it shows how it is said")
    ended = call("mutants", "--first")
    assert ended.code == 0
    assert "is kept: it shows how it is said" in " ".join(ended.out.split())


def test_mutants_by_fuzzing(call):
    ended = call("mutants", "comes-back-untapped", "--by", "fuzz", "--examples", "40", "--format", "json")
    assert ended.code == 0
    caught = json.loads(ended.out)["mutants"][0]["caught_by"]
    assert caught["differential"] or caught["invariants"]


def test_two_processes_say_the_same_as_one(call):
    names = ["out-stays-in-combat", "token-ceases-when-out"]
    one = call("mutants", *names, "--first", "--format", "json")
    two = call("mutants", *names, "--first", "--format", "json", "-j", "2")
    assert json.loads(one.out)["mutants"] == json.loads(two.out)["mutants"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["no-such-mutant"], "--list"), (["--rule", "999.9"], "--list"), (["--by", "magic"], "cases")],
)
def test_wrong_calls_of_mutants(call, arguments, told):
    ended = call("mutants", *arguments)
    assert ended.code == 2
    assert told in ended.err


def test_the_list_of_mutants(call):
    ended = call("mutants", "--list", "--rule", "702.26g")
    assert ended.code == 0
    assert "702.26g" in ended.out
    assert "901." not in ended.out
