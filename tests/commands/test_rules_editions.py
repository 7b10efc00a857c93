"""`--edition` on certify, coverage and explain: which cases are played, and whose numbers are shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Call = Callable[..., Any]

LATER = """
- id: later
  title: Only since day and night
  rules: [502.2/f]
  why: There was no such rule before.
  editions: {from: 2021-09-24}
  given: {}
  script:
    - expect: {day_night: neither}
"""


@pytest.fixture
def dated(cases: Path) -> Path:
    """The cases of the other tests, and one that is about later editions only."""
    cases.write_text(cases.read_text(encoding="utf-8") + LATER, encoding="utf-8")
    return cases


def test_a_report_has_the_numbers_of_the_edition(call: Call, dated: Path, toy: str, tmp_path: Path) -> None:
    code, out, _ = call("certify", dated, "--engine", toy, "--edition", "2012-06-01", "--report", tmp_path / "report")
    assert code == 1
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    by_id = {case["id"]: case for case in report["cases"]}
    assert report["edition"] == "2012-06-01"
    assert "later" not in by_id
    assert by_id["bob-follows-alice"]["rules"] == ["502.3", "702.24a/a"]
    assert by_id["bob-follows-alice"]["rules_now"] == ["502.4", "702.26a/a"]
    assert "rules_now" not in by_id["three-players"]
    assert "ogre-untaps  502.2" in out
    assert "ogre-untaps  502.3" not in out
    assert "rules: 502.2" in (tmp_path / "report" / "junit.xml").read_text()


def test_an_engine_that_does_not_know_editions_is_told_from_the_rules_asked_for(call: Call, dated: Path, toy: str) -> None:
    then = call("certify", dated, "--engine", toy, "--edition", "2012-06-01").out
    assert "The engine plays by an edition that it does not name" in then
    assert "The engine plays by" not in call("certify", dated, "--engine", toy).out


def test_todays_numbers_are_as_cited(call: Call, dated: Path, toy: str, tmp_path: Path) -> None:
    call("certify", dated, "--engine", toy, "--report", tmp_path / "report")
    report = json.loads((tmp_path / "report" / "report.json").read_text())
    assert {case["id"]: case["rules"] for case in report["cases"]}["bob-follows-alice"] == ["502.4", "702.26a/a"]
    assert all("rules_now" not in case for case in report["cases"])


def test_coverage_is_that_of_the_edition(call: Call, dated: Path) -> None:
    then = json.loads(call("coverage", dated, "--edition", "2012-06-01", "--format", "json").out)
    by_key = {rule["key"]: rule for rule in then["rules"]}
    swap = by_key["phasing.swap"]
    assert (swap["number"], swap["number_now"]) == ("702.24a", "702.26a")
    assert swap["clauses"][0]["id"] == "702.24a/a"
    assert swap["clauses"][0]["cases"] == ["bob-follows-alice"]
    assert "untap_step.day_night" not in by_key
    numbers = [rule["number"] for rule in then["rules"]]
    assert len(numbers) == len(set(numbers))
    now = json.loads(call("coverage", dated, "--format", "json").out)
    day_night = {rule["key"]: rule for rule in now["rules"]}["untap_step.day_night"]
    assert day_night["clauses"][5]["cases"] == ["later"]
    assert "number_now" not in day_night
    assert then["summary"]["clauses"] < now["summary"]["clauses"]


def test_coverage_on_a_terminal_has_the_numbers_of_the_edition(call: Call, dated: Path) -> None:
    out = call("coverage", dated, "--edition", "2012-06-01").out
    assert out.startswith("By the rules of 2012-06-01, with their numbers\n")
    first = {line.split()[0] for line in out.splitlines() if line.strip()}
    assert "702.24" in first
    assert "702.26" not in first
    assert any(word.startswith("702.24b/") for word in first)
    assert not any(word.startswith(("702.26", "731")) for word in first)


def test_a_story_has_the_numbers_of_the_edition(call: Call, dated: Path) -> None:
    code, out, _ = call("explain", "ogre-untaps", "--from", dated, "--edition", "2012-06-01")
    assert code == 0
    assert "By the rules of 2012-06-01, with their numbers" in out
    assert "502.2 (502.3 today)  " in out
    assert "ogre untaps  [502.2]" in out


def test_a_story_says_that_a_case_is_about_other_editions(call: Call, dated: Path) -> None:
    _, out, _ = call("explain", "later", "--from", dated, "--edition", "2012-06-01")
    assert "502.2/f today, not in the rules of 2012-06-01" in out
    assert "It is about the editions from 2021-09-24 to now; this is 2012-06-01." in out


def test_an_older_number_leads_to_todays(call: Call, dated: Path) -> None:
    code, _, err = call("certify", dated, "--rule", "702.23a", "--edition", "2010-07-16")
    assert code == 2
    assert "in older editions that was the number of 702.26a" in err


@pytest.mark.parametrize("command", [["certify"], ["coverage"], ["explain", "ogre-untaps", "--from"]])
@pytest.mark.parametrize(
    ("date", "message"), [("2009-07-10", "the oldest edition"), ("2026-09-26", "the newest edition"), ("2012", "those of 2012")]
)
def test_other_dates_are_refused(call: Call, dated: Path, command: list[str], date: str, message: str) -> None:
    code, out, err = call(*command, dated, "--edition", date)
    assert (code, out) == (2, "")
    assert f"--edition {date}: " in err
    assert message in err


@pytest.mark.parametrize("date", ["2009-07-11", "2015-03-01", "2026-09-25"])
def test_any_day_between_is_an_edition(call: Call, dated: Path, date: str) -> None:
    code, out, _ = call("certify", dated, "--case", "ogre-untaps", "--edition", date)
    assert code == 0
    assert f"by the rules of {date}" in out
