"""`report show`, `diff` and `merge`, and what `certify` says of levels, as a user calls them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from conformance.commands import report as command
from conformance.commands import written
from conformance.report.files import ReportNotWritten

Call = Callable[..., tuple[int, str, str]]

FILES = ["badge.json", "badge.svg", "certificate.json", "junit.xml", "report.html", "report.json"]


@pytest.fixture
def made(call: Call, cases: Path, toy: str, tmp_path: Path) -> Path:
    """The folder of a report of the toy engine: one case passes, one fails."""
    call("certify", cases, "--engine", toy, "--report", tmp_path / "made")
    return tmp_path / "made"


def plain(text: str) -> str:
    return " ".join(text.split())


def with_outcome(made: Path, other: Path, id_: str, outcome: str) -> Path:
    """A copy of a report in which a case ended otherwise."""
    document = json.loads((made / "report.json").read_text())
    for case in document["cases"]:
        if case["id"] == id_:
            case["outcome"] = outcome
    other.write_text(json.dumps(document))
    return other


class TestCertify:
    def test_a_run_of_the_whole_suite_says_which_levels_it_earned(self, call: Call, tmp_path: Path) -> None:
        code, out, _ = call("certify", "--report", tmp_path)
        assert code == 0
        assert "Levels earned (5 of 5): Untap step, Phasing, Planechase, Attachments, Multiplayer." in plain(out)
        document = json.loads((tmp_path / "certificate.json").read_text())
        assert document["certifies"] is True
        assert [level["earned"] for level in document["levels"]] == [True] * 5
        assert document["suite"]["cases_sha256"] == json.loads((tmp_path / "report.json").read_text())["suite"]["cases_sha256"]
        assert json.loads((tmp_path / "badge.json").read_text())["message"] == "all 5 areas"

    def test_cases_of_ones_own_certify_nothing(self, call: Call, cases: Path, toy: str, made: Path) -> None:
        document = json.loads((made / "certificate.json").read_text())
        assert document["withheld"] == ["what was played is not exactly the built-in cases and cards of this mtg-conformance"]
        assert json.loads((made / "badge.json").read_text())["message"] == "not certified"
        assert Xml.fromstring((made / "badge.svg").read_bytes()).tag == "{http://www.w3.org/2000/svg}svg"
        _, out, _ = call("certify", cases, "--engine", toy)
        assert "Levels are earned by the built-in cases, without a PATH: this run certifies nothing." in plain(out)

    @pytest.mark.parametrize("chosen", [("--rule", "701.43a"), ("--shard", "1/400"), ("--case", "nobody-planeswalks-outside-planechase")])
    def test_a_part_certifies_nothing(self, call: Call, tmp_path: Path, chosen: tuple[str, str]) -> None:
        _, out, _ = call("certify", *chosen, "--report", tmp_path)
        assert "certifies nothing" in plain(out)
        assert "Levels earned" not in out
        document = json.loads((tmp_path / "certificate.json").read_text())
        assert not document["certifies"]
        assert len(document["withheld"]) == 1


class TestShow:
    def test_a_report_is_shown_as_after_its_run(self, call: Call, cases: Path, toy: str, made: Path) -> None:
        code, shown, err = call("report", "show", made)
        assert (code, err) == (0, "")
        _, run, _ = call("certify", cases, "--engine", toy)
        before, hint, _ = run.partition("  the story of a case")
        assert hint
        assert shown.startswith(before)
        assert shown.endswith(run.splitlines()[-1] + "\n")
        assert shown == call("report", "show", made / "report.json").out  # type: ignore[attr-defined]

    def test_page_and_certificate_can_be_made_later(self, call: Call, made: Path, tmp_path: Path) -> None:
        page, folder = tmp_path / "later.html", tmp_path / "new" / "folder"
        code, out, _ = call("report", "show", made, "--html", page, "--certificate", folder)
        assert code == 0
        assert page.read_text().startswith("<!doctype html>") or page.read_text().startswith("<!DOCTYPE html>")
        assert "ogre-untaps" in page.read_text()
        for name in written.CERTIFICATE_FILES:
            assert (folder / name).read_bytes() == (made / name).read_bytes()
        assert str(page) in "".join(out.split())

    def test_a_later_certificate_is_that_of_the_run(self, call: Call, tmp_path: Path) -> None:
        call("certify", "--edition", "2009-10-01", "--report", tmp_path / "run")
        code, _, _ = call("report", "show", tmp_path / "run", "--certificate", tmp_path / "later")
        assert code == 0
        assert (tmp_path / "later" / "certificate.json").read_bytes() == (tmp_path / "run" / "certificate.json").read_bytes()

    def test_where_nothing_can_be_written(self, call: Call, made: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        for option, target, message in (
            ("--html", tmp_path / "nowhere" / "x.html", "there is no folder"),
            ("--html", made, "cannot write"),
            ("--certificate", tmp_path / "file", "it is no folder"),
        ):
            code, out, err = call("report", "show", made, option, target)
            assert (code, out) == (2, "")
            assert message in err
            assert "Traceback" not in err


class TestDiff:
    def test_nothing_broke(self, call: Call, made: Path) -> None:
        code, out, err = call("report", "diff", made, made / "report.json")
        assert (code, err) == (0, "")
        assert "0 broken, 0 fixed, 0 changed otherwise, 0 new, 0 gone; 4 the same" in plain(out)

    def test_broken_gives_exit_code_1_and_fixed_does_not(self, call: Call, made: Path, tmp_path: Path) -> None:
        fixed = with_outcome(made, tmp_path / "fixed.json", "ogre-untaps", "pass")
        code, out, _ = call("report", "diff", made, fixed)
        assert code == 0
        assert "Fixed (1)\n  ogre-untaps  fail -> pass\n" in out
        code, out, _ = call("report", "diff", fixed, made)
        assert code == 1
        assert "Broken (1)\n  ogre-untaps  pass -> fail\n" in out
        assert "expected false, observed true" in plain(out)

    def test_other_forms(self, call: Call, made: Path, tmp_path: Path) -> None:
        fixed = with_outcome(made, tmp_path / "fixed.json", "ogre-untaps", "pass")
        code, out, _ = call("report", "diff", fixed, made, "--format", "json")
        assert code == 1
        assert [change["id"] for change in json.loads(out)["broken"]] == ["ogre-untaps"]
        code, out, _ = call("report", "diff", fixed, made, "--format", "markdown")
        assert code == 1
        assert "- `ogre-untaps` pass → fail: `step 2, ogre.tapped: expected false, observed true`" in out
        code, out, err = call("report", "diff", fixed, made, "--format", "markdwon")
        assert (code, out) == (2, "")
        assert "--format markdwon" in err
        assert "markdown" in err.partition("markdwon")[2]


class TestMerge:
    def shards(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> list[Path]:
        for number in (1, 2, 3):
            call("certify", cases, "--engine", toy, "--shard", f"{number}/3", "--report", tmp_path / str(number))
        return [tmp_path / str(number) for number in (1, 2, 3)]

    def test_all_shards_are_the_run(self, call: Call, cases: Path, toy: str, made: Path, tmp_path: Path) -> None:
        code, out, err = call("report", "merge", *self.shards(call, cases, toy, tmp_path), "-o", tmp_path / "whole")
        assert (code, err) == (1, "")
        assert out.endswith("1 passed, 1 failed, 2 skipped\n")
        assert sorted(path.name for path in (tmp_path / "whole").iterdir()) == FILES
        whole, one_piece = (json.loads((folder / "report.json").read_text()) for folder in (tmp_path / "whole", made))
        for document in (whole, one_piece):
            document["seconds"] = document["started"] = 0
            for case in document["cases"]:
                case["seconds"] = 0
        assert whole == one_piece
        assert "ogre-untaps" in (tmp_path / "whole" / "report.html").read_text()

    def test_a_missing_shard_is_named(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        one, _, three = self.shards(call, cases, toy, tmp_path)
        _, out, _ = call("report", "merge", one, three, "-o", tmp_path / "part")
        assert "This run is not complete, so it certifies nothing: of 3 shards 2 is missing." in plain(out)

    def test_what_does_not_belong_together_writes_nothing(self, call: Call, cases: Path, toy: str, made: Path, tmp_path: Path) -> None:
        one, two, _ = self.shards(call, cases, toy, tmp_path)
        code, out, err = call("report", "merge", one, two, two, made, "-o", tmp_path / "whole")
        assert (code, out) == (2, "")
        assert err == f"{made}: is no shard; only what 'certify --shard K/N' wrote can be put together\n"
        code, _, err = call("report", "merge", one, two, two, "-o", tmp_path / "whole")
        assert code == 2
        assert "name one of the two" in err
        assert not (tmp_path / "whole").exists()

    def test_no_shard_is_written_over(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        shards = self.shards(call, cases, toy, tmp_path)
        once = (shards[1] / "report.json").read_bytes()
        code, out, err = call("report", "merge", shards[0], shards[1] / "report.json", shards[2], "-o", tmp_path / "x" / ".." / "2")
        assert (code, out) == (2, "")
        assert "has one of the shards, which would be lost; name another folder" in err
        assert (shards[1] / "report.json").read_bytes() == once

    def test_a_folder_that_cannot_be_written(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        shards = self.shards(call, cases, toy, tmp_path)
        (tmp_path / "file").write_text("")
        code, out, err = call("report", "merge", *shards, "-o", tmp_path / "file")
        assert (code, out) == (2, "")
        assert "it is no folder" in err
        (tmp_path / "whole" / "badge.svg").mkdir(parents=True)
        code, out, err = call("report", "merge", *shards, "-o", tmp_path / "whole")
        assert (code, out) == (2, "")
        assert "badge.svg is a folder there" in err


@pytest.mark.parametrize("words", [("show",), ("diff", "made"), ("merge", "-o", "out")])
def test_what_is_no_report_is_told_in_a_line_with_exit_code_2(call: Call, made: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    arguments = [made if word == "made" else tmp_path / "out" if word == "out" else word for word in words]
    for name, content in (("a.json", "{}"), ("b.json", ""), ("c.json", "[" * 9000), ("d\u202e.json", '{"levels": []}')):
        (tmp_path / name).write_text(content)
        code, out, err = call("report", *arguments, tmp_path / name)
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1
        assert "\u202e" not in err
        assert "Traceback" not in err
    code, _, err = call("report", *arguments, tmp_path / "nowhere.json")
    assert code == 2
    assert "nowhere.json: No such file or directory; name a report.json" in err


def test_a_report_of_strangers_is_shown_as_text(call: Call, made: Path, tmp_path: Path) -> None:
    document = json.loads((made / "report.json").read_text())
    bad = "\x1b[31m<script>alert(1)</script>\u202e" * 3_000
    document["engine"] |= {"engine": bad, "version": bad, "language": "x"}
    document["edition"] = "yesterday"
    document["warnings"] = ["\x07"]
    deep: object = "deep"
    for _ in range(200):
        deep = [deep]
    for case in document["cases"]:
        case |= {"title": bad, "file": "../" * 20 + "x", "rules": ["9.x", "", "702.26g/c"], "reason": bad, "outcome": "fail"}
        case["failure"] = {"step": 1, "path": bad, "expected": deep, "observed": bad, "rule": "nonsense"}
    (tmp_path / "bad.json").write_text(json.dumps(document))
    code, out, err = call("report", "show", tmp_path / "bad.json", "--html", tmp_path / "bad.html", "--certificate", tmp_path / "c")
    assert (code, err) == (0, "")
    assert not [character for character in out if character in "\x1b\x07\u202e"]
    assert "<script>alert" not in (tmp_path / "bad.html").read_text()
    assert (tmp_path / "c" / "certificate.json").stat().st_size < 20_000
    for form in ("terminal", "json", "markdown"):
        code, out, err = call("report", "diff", made, tmp_path / "bad.json", "--format", form)
        assert (code, err) == (1, "")
        assert not [character for character in out if character in "\x1b\u202e"]


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() == 0, reason="who may do everything is refused nothing")
def test_a_folder_without_permission(call: Call, made: Path, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    code, _, err = call("report", "show", made, "--certificate", locked / "c")
    assert code == 2
    assert "Permission denied" in err


def test_a_disk_that_fills_up_is_told(call: Call, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        raise ReportNotWritten(f"cannot write {path}: No space left on device")

    monkeypatch.setattr(written, "write_atomically", full)
    monkeypatch.setattr(command, "write_atomically", full)
    for option, target in (("--certificate", tmp_path / "c"), ("--html", tmp_path / "x.html")):
        code, _, err = call("report", "show", made, option, target)
        assert code == 2
        assert "No space left on device" in err
