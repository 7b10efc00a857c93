"""What is made of a report: JUnit XML, the terminal, files."""

from __future__ import annotations

import io
import os
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from reports import HOSTILE, case, each_outcome, report
from rich.console import Console

from conformance.report import terminal
from conformance.report.files import ReportNotWritten, check_directory, write_atomically
from conformance.report.junit import junit
from conformance.report.text import lines_of, one_line, value
from conformance.rules.registry import Clause, Registry, Rule
from conformance.runner.report import OUTCOMES, Failure, Report

REGISTRY = Registry(
    {
        "702.26g": Rule(
            "702.26g",
            "phasing.indirect",
            "Attachments go along.",
            (Clause("702.26g/a", "together"), Clause("702.26g/b", "not alone"), Clause("702.26g/c", "unseen", "nothing shows it")),
        )
    }
)


def screen(shown: Report, terminal_width: int = 80, colour: bool = False) -> str:
    stream = io.StringIO()
    on = Console(file=stream, width=terminal_width, force_terminal=colour, markup=False, emoji=False, highlight=False)
    terminal.show(shown, REGISTRY, on, "mtg-conformance explain --engine fake")
    return stream.getvalue()


def test_junit_has_every_case_once_and_counts_them() -> None:
    root = Xml.fromstring(junit(report(each_outcome())))
    assert [test.get("name") for test in root.iter("testcase")].count("fails") == 1
    counts = {count: int(root.get(count, "-1")) for count in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": 14, "failures": 4, "errors": 4, "skipped": 5}
    assert len(list(root.iter("testcase"))) == len(OUTCOMES) + 2
    for suite in root:
        assert int(suite.get("tests", "-1")) == len(suite)


@pytest.mark.parametrize(
    ("outcome", "tag"),
    [
        ("fail", "failure"),
        ("fixed", "failure"),
        ("crash", "error"),
        ("timeout", "error"),
        ("protocol_error", "error"),
        ("error", "error"),
        ("known", "skipped"),
        ("unsupported", "skipped"),
        ("unobservable", "skipped"),
        ("disputed", "skipped"),
        ("not_run", "skipped"),
        ("pass", None),
    ],
)
def test_junit_tag_of_each_outcome(outcome: str, tag: str | None) -> None:
    test = next(Xml.fromstring(junit(report([case("one", outcome)]))).iter("testcase"))
    assert [child.tag for child in test] == ([tag] if tag else [])
    assert all(child.get("message") for child in test)


def test_junit_holds_hostile_text_as_escapes() -> None:
    hostile = case(HOSTILE, "fail", title=HOSTILE, file=HOSTILE, failure=Failure(1, HOSTILE, HOSTILE, [HOSTILE]), stderr=HOSTILE)
    test = next(Xml.fromstring(junit(report([hostile]))).iter("testcase"))
    assert test.get("name") == "\\x1b[31mred\\x00\\ud800\\ufffe]]>&<\"' \\u202eend"
    assert test.findtext("system-err") == "\\x1b[31mred\\x00\\ud800\\ufffe]]>&<\"'\n\\u202eend"


def test_the_screen_names_each_failure_with_rule_place_and_difference() -> None:
    shown = screen(report(each_outcome()))
    assert "  fails  702.26g/a\n    step 4, croc.phased  (cases/702.26-phasing/702.26g-indirect.yaml:19)\n" in shown
    assert "      expected in, observed direct (by 702.26g)\n" in shown
    assert "expected [a, null, true], observed {stun: 1}" in shown
    assert "the action was refused: target" in shown
    assert "mtg-conformance explain --engine fake fails" in shown
    assert shown.endswith("1 passed, 7 failed, 6 skipped\n")


def test_the_screen_says_what_was_not_judged_and_why() -> None:
    shown = screen(report(each_outcome()))
    assert "unsupported: 1 case: card Winter Orb" in shown
    assert "unobservable: 1 case: does not report events, exerted" in shown
    assert "disputed: 1 case: two judges disagree" in shown
    assert "cases/502-untap-step/502.3-untap.yaml:7: is-wrong: no answer to targets" in shown
    assert "0 of 2 hold in all their cases, 1 do not, 1 have no case that was judged; 1 more clause cannot" in " ".join(shown.split())


def test_a_clause_holds_when_its_judged_cases_pass() -> None:
    shown = screen(report([case("a", "pass"), case("b", "unsupported", rules=["702.26g/b"], reason="no")]))
    assert "1 of 2 hold in all their cases, 0 do not, 1 have no case that was judged" in " ".join(shown.split())


def test_an_incomplete_run_says_that_it_certifies_nothing() -> None:
    shown = " ".join(screen(report(each_outcome(), complete=False, partial=["--fail-fast ended it"])).split())
    assert "This run is not complete, so it certifies nothing: --fail-fast ended it." in shown


def test_the_way_that_cases_took_is_told() -> None:
    shown = screen(report([case("a", "pass", way="natural"), case("b", "pass", way="given")]))
    assert "1 case could not be set up; there the position was reached by playing." in shown


def test_the_command_for_the_story_is_one_line_that_can_be_copied() -> None:
    name = "a-name-so-long-that-no-line-of-eighty-columns-has-room-for-the-command"
    lines = screen(report([case(name, "fail", failure=Failure(1, "croc.phased", "in", "direct"))])).splitlines()
    assert f"    mtg-conformance explain --engine fake {name}" in lines


def test_what_is_known_is_told_once_and_counted_apart() -> None:
    failure = Failure(1, "croc.phased", "in", "direct")
    said = "step 1, croc.phased: expected in, observed direct"
    reasons = {"as-written": said, "edited": "issue 7"}
    shown = screen(report([case(name, "known", failure=failure, reason=f"known: {reason}") for name, reason in reasons.items()]))
    assert shown.count(said) == 2
    assert f"as-written: {said}\n  edited: issue 7\n      {said}\n" in shown
    assert shown.endswith("Of the 2 skipped, 2 are known failures.\n0 passed, 0 failed, 2 skipped\n")


def test_rare_reasons_are_where_the_screen_says() -> None:
    shown = screen(report([case(f"c{n}", "unsupported", reason=f"feature f{n}") for n in range(9)]))
    assert "3  for other reasons, which a report (--report DIR) has one by one" in shown


def test_of_an_engine_that_never_started_nothing_else_is_told() -> None:
    unplayed = [case(f"c{n}", "not_run", reason="the engine could not be run") for n in range(3)]
    lost = {"engine_error": "no such command: ./fake", "complete": False, "partial": ["3 cases were not run"]}
    shown = screen(report(unplayed, **lost))
    assert "area" not in shown
    assert "Clauses" not in shown
    assert shown.endswith("0 passed, 0 failed, 3 skipped\n")
    assert "area" in screen(report([case("before", "pass"), *unplayed], **lost))


def test_an_engine_that_never_started_is_named_with_the_reason() -> None:
    shown = screen(report([], engine_error="no such command: ./fake", complete=False, partial=["the engine could not be run"]))
    assert "The engine could not be run: no such command: ./fake" in shown


@pytest.mark.parametrize("width", [80, 100])
def test_the_screen_stays_within_its_width_and_shows_no_control_character(width: int) -> None:
    hostile = case("x" * 30, "fail", title=HOSTILE, failure=Failure(1, HOSTILE * 3, HOSTILE, HOSTILE))
    shown = screen(report([hostile, *each_outcome()]), width)
    assert not any(ord(character) < 32 and character != "\n" for character in shown)
    assert max(map(len, shown.splitlines())) <= width


def test_piped_output_has_no_escape_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    from conformance.report.console import console

    terminal.show(report(each_outcome()), REGISTRY, console())
    assert "\x1b" not in capsys.readouterr().out


def test_no_color_is_respected_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[31" not in screen(report(each_outcome()), colour=True)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[1;31m" in screen(report(each_outcome()), colour=True)


def test_writing_replaces_the_whole_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_text("old")
    write_atomically(target, b"new")
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(ReportNotWritten, match=r"cannot write reports into .*file.*--report"):
        check_directory(blocked / "out")
    with pytest.raises(ReportNotWritten, match=r"cannot write .*nowhere"):
        write_atomically(tmp_path / "nowhere" / "report.json", b"x")


def test_a_full_disk_leaves_the_old_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.json"
    target.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ReportNotWritten, match="No space left on device"):
        write_atomically(target, b"new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_values_are_written_as_in_a_case_file() -> None:
    assert (
        value({"phased": "in", "counters": {"stun": 1}, "to": [None, True, ""]})
        == "{phased: in, counters: {stun: 1}, to: [null, true, '']}"
    )
    assert value("x" * 50, 20) == "x" * 17 + "..."


@pytest.mark.parametrize("text", ["a" * 40, "\r\n" * 40, "\x00" * 40, "a" * 20, "\r\n" * 20, "a " * 20])
def test_what_is_cut_is_the_same_as_if_all_of_it_had_been_looked_at(text: str) -> None:
    whole = one_line(text)
    assert one_line(text, 20) == (whole if len(whole) <= 20 else whole[:17].rstrip() + "...")
    assert one_line(text * 10**6, 20) == one_line(text * 10, 20)


def test_lines_are_kept_only_where_asked() -> None:
    assert one_line("a\r\nb\tc") == "a b c"
    assert lines_of("a\r\nb\x07") == "a\nb\\x07"


def test_a_value_that_is_nested_too_deep_to_be_read_is_cut_off() -> None:
    deep: object = "bottom"
    for _ in range(900):
        deep = {"in": [deep]}
    assert value(deep).startswith("{in: [{in: [")
    assert "..." in value(deep)
    assert len(value(deep)) < 400
