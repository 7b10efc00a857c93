"""`certify` as a user calls it."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from conformance.runner.report import decode

Call = Callable[..., tuple[int, str, str]]


def test_the_outcomes_are_shown_and_the_exit_code_says_that_something_differs(call: Call, cases: Path, toy: str) -> None:
    code, out, err = call("certify", cases, "--engine", toy)
    assert code == 1, err
    assert "toy 1 (Python) by the rules of 2026-09-25" in out
    assert "  ogre-untaps  502.3\n    step 2, ogre.tapped" in out
    assert f"({cases}:19)" in out
    assert "expected false, observed true" in out
    assert "unsupported: 1 case: 3 players" in out
    assert "unobservable: 1 case: does not report power" in out
    assert out.endswith("1 passed, 1 failed, 2 skipped\n")
    assert err == ""


def test_what_passes_gives_exit_code_0_but_a_selection_certifies_nothing(call: Call, cases: Path, toy: str) -> None:
    code, out, _ = call("certify", cases, "--engine", toy, "--case", "bob-follows-alice")
    assert code == 0
    assert "This run is not complete, so it certifies nothing: only some cases were chosen (--case bob-follows-alice)." in " ".join(
        out.split()
    )


def test_reports_are_written(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    directory = tmp_path / "new" / "out"
    code, out, _ = call("certify", cases, "--engine", toy, "--report", directory)
    assert code == 1
    report = decode((directory / "report.json").read_bytes())
    assert report.summary["fail"] == report.summary["pass"] == report.summary["unsupported"] == report.summary["unobservable"] == 1
    failure = next(case.failure for case in report.cases if case.outcome == "fail")
    assert failure is not None
    assert (failure.step, failure.path, failure.expected, failure.observed, failure.line) == (2, "ogre.tapped", False, True, 19)
    assert report.complete
    assert Xml.fromstring((directory / "junit.xml").read_bytes()).get("tests") == "4"
    assert sorted(path.name for path in directory.iterdir()) == [
        "badge.json", "badge.svg", "certificate.json", "junit.xml", "report.html", "report.json",
    ]  # fmt: skip
    assert str(directory / "report.json") in "".join(out.split())


def test_the_command_that_is_offered_for_a_story_finds_the_case(call: Call, cases: Path, toy: str) -> None:
    code, out, _ = call("certify", cases, "--engine", toy, "--edition", "2020-08-07")
    assert code == 1
    offered = next(line for line in out.splitlines() if line.startswith("    mtg-conformance explain "))
    code, out, err = call(*shlex.split(offered)[1:])
    assert (code, err) == (1, "")
    assert "By the rules of 2020-08-07" in out


def test_known_failures_are_no_failures_until_they_are_fixed(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    listed = tmp_path / "known.yaml"
    listed.write_text("- {id: ogre-untaps, rule: '502.3', reason: the toy never untaps, link: 'https://example.org/7'}\n")
    code, out, _ = call("certify", cases, "--engine", toy, "--known-failures", listed)
    assert code == 0
    assert "  ogre-untaps: the toy never untaps (https://example.org/7)\n      step 2, ogre.tapped: expected false, observed true\n" in out
    listed.write_text(listed.read_text() + "- {id: bob-follows-alice, reason: no longer true}\n")
    code, out, _ = call("certify", cases, "--engine", toy, "--known-failures", listed)
    assert code == 1
    assert "fixed" in out
    assert "take it off the list" in " ".join(out.split())


@pytest.mark.parametrize(
    ("rule", "ids"),
    [
        ("502", ["bob-follows-alice", "ogre-untaps"]),
        ("502.3", ["ogre-untaps"]),
        ("702.26", ["bob-follows-alice"]),
        ("702.26a/a", ["bob-follows-alice"]),
    ],
)
def test_cases_are_chosen_by_rule(call: Call, cases: Path, toy: str, tmp_path: Path, rule: str, ids: list[str]) -> None:
    call("certify", cases, "--engine", toy, "--rule", rule, "--report", tmp_path)
    report = json.loads((tmp_path / "report.json").read_text())
    assert [case["id"] for case in report["cases"]] == ids


def test_fail_fast_says_what_did_not_run(call: Call, cases: Path, toy: str) -> None:
    code, out, _ = call("certify", cases, "--engine", toy, "--fail-fast")
    assert code == 1
    assert "not run: 2 cases" in out
    assert "certifies nothing: 2 cases were not run" in " ".join(out.split())


def test_shards_are_parts_of_the_whole(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    seen = []
    for part in (1, 2, 3):
        call("certify", cases, "--engine", toy, "--shard", f"{part}/3", "--report", tmp_path / str(part))
        report = json.loads((tmp_path / str(part) / "report.json").read_text())
        assert report["complete"] is False
        seen += [case["id"] for case in report["cases"]]
    assert sorted(seen) == ["bob-follows-alice", "ogre-has-power", "ogre-untaps", "three-players"]


def test_two_engines_at_once_give_the_same_report(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    reports = []
    for jobs in (1, 2):
        call("certify", cases, "--engine", toy, "-j", jobs, "--report", tmp_path)
        cases_ = json.loads((tmp_path / "report.json").read_text())["cases"]
        reports.append([{key: entry for key, entry in case.items() if key != "seconds"} for case in cases_])
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--engine", "referense"], "no engine is called 'referense'. Did you mean reference?"),
        (["--engine", "stdio:"], "--engine: the command is empty"),
        (["--engine", "stdio:'./unclosed"], "No closing quotation"),
        (["--rule", "502.x"], "--rule 502.x: no rule number"),
        (["--rule", "120"], "--rule 120: no case names it"),
        (["--case", "ogre-untap"], "--case ogre-untap: there is no such case; did you mean 'ogre-untaps'?"),
        (["--rule", "502.3", "--case", "three-players"], "no case is left"),
        (["--edition", "yesterday"], "--edition yesterday: an edition is named by its date"),
        (["--edition", "2026-02-30"], "an edition is named by its date"),
        (["--edition", "1999-01-01"], "the oldest edition"),
        (["--edition", "2030-01-01"], "the newest edition known is 2026-09-25"),
        (["--shard", "3/2"], "--shard 3/2: write K/N with K from 1 to N"),
        (["--shard", "half"], "--shard half: write K/N"),
        (["--timeout", "0"], "--timeout 0: more than 0 seconds"),
        (["--timeout", "soon"], "--timeout"),
        (["--timeout", "-1"], "--timeout -1: more than 0 seconds"),
        (["--timeout", "nan"], "--timeout nan: a number of seconds"),
        (["--timeout", "inf"], "--timeout inf: a number of seconds"),
        (["--shard", "１/２"], "--shard １/２: write K/N"),
        (["-j", "0"], "--jobs"),
        (["--known-failures", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["--fail-fsat"], "--fail-fast"),
        (["--report"], "--report"),
    ],
)
def test_a_wrong_call_is_told_in_a_line_and_gives_exit_code_2(call: Call, cases: Path, arguments: list[str], expected: str) -> None:
    code, out, err = call("certify", cases, *arguments)
    assert code == 2
    assert expected in err
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 2
    assert out == ""


def test_a_path_that_is_not_there(call: Call) -> None:
    code, _, err = call("certify", "nowhere/cases.yaml")
    assert (code, err) == (2, "nowhere/cases.yaml: there is no such file or folder (check the path)\n")


def test_mistakes_of_a_case_file_are_all_told_with_their_places(call: Call, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("- id: One\n  colour: red\n- id: two\n  rules: ['502.3']\n  given: {alice: {life: many}}\n  script: []\n")
    code, _, err = call("certify", wrong)
    assert code == 2
    assert f"{wrong}:1:" in err
    assert f"{wrong}:2:3: unknown key 'colour'" in err
    assert f"{wrong}:5:" in err
    assert all(line.startswith(f"{wrong}:") for line in err.splitlines())


def test_a_report_directory_that_cannot_be_written_ends_the_call_before_the_run(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, out, err = call("certify", cases, "--engine", toy, "--report", tmp_path / "file" / "out")
    assert code == 2
    assert "cannot write reports into" in err
    assert out == ""


def test_a_folder_where_a_report_has_to_go_is_told_before_the_run(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    directory = tmp_path / "out"
    (directory / "junit.xml").mkdir(parents=True)
    code, out, err = call("certify", cases, "--engine", toy, "--report", directory)
    assert (code, out) == (2, "")
    assert "junit.xml is a folder there; give another directory with --report" in err
    assert [path.name for path in directory.iterdir()] == ["junit.xml"]


def test_a_file_is_no_report_directory(call: Call, cases: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, err = call("certify", cases, "--report", tmp_path / "file")
    assert code == 2
    assert "it is no folder; give another directory" in err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not let such a name be")
def test_a_file_name_that_is_no_utf_8_loses_no_result(call: Call, cases: Path, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"p\xff\nq")
    folder.mkdir()
    (folder / "cases.yaml").write_text(cases.read_text())
    code, out, err = call("certify", folder, "--report", tmp_path / "out")
    assert (code, err) == (0, "")
    assert "4 passed, 0 failed" in out
    assert "p\\udcff q " in out  # one row of the table, whatever is in the name
    report = decode((tmp_path / "out" / "report.json").read_bytes())
    assert {case.file for case in report.cases} == {f"{tmp_path}/p\\udcff\nq/cases.yaml"}
    assert Xml.fromstring((tmp_path / "out" / "junit.xml").read_bytes()).get("tests") == "4"


@pytest.mark.parametrize("command", [("doctor",), ("explain", "ogre-untaps", "--from"), ("coverage",)])
def test_every_command_with_a_timeout_refuses_one_that_is_none(call: Call, cases: Path, command: tuple[str, ...]) -> None:
    for wrong in ("nan", "inf", "-1", "0"):
        code, out, err = call(*command, *([] if command == ("doctor",) else [cases]), "--engine", "reference", "--timeout", wrong)
        assert (code, out) == (2, "")
        assert err.startswith(f"mtg-conformance: --timeout {wrong}: ")


def test_an_engine_that_does_not_start_gives_exit_code_3_and_a_whole_report(call: Call, cases: Path, tmp_path: Path) -> None:
    code, out, err = call("certify", cases, "--engine", "stdio:./no-such-adapter --fast", "--report", tmp_path)
    assert code == 3, err
    report = json.loads((tmp_path / "report.json").read_text())
    assert [case["outcome"] for case in report["cases"]] == ["not_run"] * 4
    assert "no-such-adapter" in report["engine_error"]
    assert "The engine could not be run" in out


def test_a_builtin_engine_whose_library_is_missing_gives_exit_code_3(call: Call, cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "conformance.engines.phase_rs", None)
    code, _, err = call("certify", cases, "--engine", "phase-rs")
    assert code == 3
    assert "phase-rs" in err


def test_known_failures_are_written_kept_and_dropped(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    listed = tmp_path / "known.yaml"
    code, out, _ = call("certify", cases, "--engine", toy, "--write-known-failures", listed)
    assert code == 1
    assert f"Known failures: 1 entry in {listed} (1 new, 0 taken out since they pass)" in " ".join(out.split())
    assert out.endswith("1 passed, 1 failed, 2 skipped\n")
    text = listed.read_text()
    assert text.startswith("# Known failures of toy 1")
    assert text.endswith(
        "- id: ogre-untaps\n  reason: \"step 2, ogre.tapped: expected false, observed true\"\n  rule: '502.3'\n  link: null\n"
    )
    assert call("certify", cases, "--engine", toy, "--known-failures", listed)[0] == 0
    mine = "- id: ogre-untaps\n  reason: \"it never untaps\"\n  rule: '502.3'\n  link: \"https://example.org/7\"\n"
    listed.write_text(f"# My list\n- {{id: bob-follows-alice, reason: once}}\n{mine}")
    code, out, _ = call("certify", cases, "--engine", toy, "--known-failures", listed, "--write-known-failures", listed)
    assert code == 1, "the case that is fixed was still listed"
    assert "(0 new, 1 taken out since they pass)" in " ".join(out.split())
    assert listed.read_text() == f"# My list\n{mine}"
    assert call("certify", cases, "--engine", toy, "--known-failures", listed)[0] == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("known.toml", "is written as YAML; give a name that ends in .yaml"),
        ("nowhere/known.yaml", "there is no folder"),
        ("bad.yaml", "'id' is missing or empty"),
    ],
)
def test_a_list_that_cannot_be_written_is_told_before_the_run(call: Call, tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "bad.yaml").write_text("- {reason: no id}\n")
    code, out, err = call("certify", "--engine", "stdio:nothing-of-the-kind", "--write-known-failures", tmp_path / name)
    assert (code, out) == (2, "")
    assert message in err
