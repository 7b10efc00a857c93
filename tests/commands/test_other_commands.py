"""`explain`, `coverage`, `lint` and `rules show` as a user calls them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from conformance.report.coverage_document import CoverageDocument

Call = Callable[..., tuple[int, str, str]]


class TestExplain:
    def test_the_story_has_reason_position_steps_and_what_was_seen(self, call: Call, cases: Path, toy: str) -> None:
        code, out, err = call("explain", "ogre-untaps", "--from", cases, "--engine", toy)
        assert code == 1, err
        assert out.startswith("ogre-untaps\nA tapped creature untaps in its controller's untap step\n")
        assert "Why: The toy does not untap anything" in out
        assert "      Gray Ogre (ogre): tapped\n" in out
        assert "  1. on to alice's upkeep\n" in out
        assert "DIFFERS  ogre.tapped: expected false, observed true" in out
        assert "toy 1: fail" in out

    def test_what_held_and_what_cannot_be_seen(self, call: Call, cases: Path, toy: str) -> None:
        code, out, _ = call("explain", "ogre-has-power", "--from", cases, "--engine", toy)
        assert code == 0
        assert "unseen   ogre.power: 2, the engine does not report it" in out
        assert "ok       ogre.tapped: false" in out

    def test_a_case_that_there_is_not(self, call: Call, cases: Path, toy: str) -> None:
        code, _, err = call("explain", "ogre-untap", "--from", cases, "--engine", toy)
        assert code == 2
        assert "there is no such case; did you mean 'ogre-untaps'?" in err


class TestCoverage:
    def test_clauses_with_and_without_cases(self, call: Call, cases: Path) -> None:
        code, out, err = call("coverage", cases)
        assert code == 0, err
        lines = out.splitlines()
        assert next(line.split() for line in lines if line.startswith("702.26 "))[-2] == "1"
        assert "  702.26a/b" in out
        assert "  702.26a/a" not in out
        assert lines[-1].strip() or lines[-2].strip()

    def test_json_has_every_clause(self, call: Call, cases: Path) -> None:
        code, out, _ = call("coverage", cases, "--format", "json")
        assert code == 0
        document = json.loads(out)
        clauses = {clause["id"]: clause for rule in document["rules"] for clause in rule["clauses"]}
        assert clauses["702.26a/a"]["cases"] == ["bob-follows-alice"]
        assert document["summary"]["covered"] == sum(bool(clause["cases"]) and clause["testable"] for clause in clauses.values()) == 1
        assert document["summary"]["clauses"] == len(clauses)

    def test_with_an_engine_each_clause_has_a_standing(self, call: Call, cases: Path, toy: str) -> None:
        code, out, _ = call("coverage", cases, "--engine", toy, "--format", "json")
        assert code == 1  # as certify: something does not conform
        document = json.loads(out)
        clauses = {clause["id"]: clause for rule in document["rules"] for clause in rule["clauses"]}
        assert clauses["702.26a/a"]["standing"] == "holds"
        assert clauses["702.26a/a"]["outcomes"] == {"bob-follows-alice": "pass"}
        assert document["standing"]["holds"] == 1
        assert msgspec.json.decode(out, type=CoverageDocument).engine != msgspec.UNSET
        assert document["standing"]["unjudged"] == document["summary"]["testable"] - 1

    def test_a_wrong_format(self, call: Call) -> None:
        code, _, err = call("coverage", "--format", "jsn")
        assert code == 2
        assert "did you mean 'json'?" in err


class TestRulesShow:
    def test_a_rule(self, call: Call) -> None:
        code, out, _ = call("rules", "show", "702.26g")
        assert code == 0
        assert out.startswith("702.26g  phasing.indirect\n")
        assert "702.23f (2009-07-11)" in out

    @pytest.mark.parametrize(
        ("number", "expected"),
        [
            ("702.26z", "there is no rule 702.26z"),
            ("702.26g/z", "rule 702.26g has no clause z"),
            ("702.23f", "in older editions that was the number of what is now 702.26g"),
            ("phasing", "'phasing' is no rule number"),
            ("120.3", "rule 120.3 is not in the registry"),
        ],
    )
    def test_a_rule_that_there_is_not(self, call: Call, number: str, expected: str) -> None:
        code, _, err = call("rules", "show", number)
        assert code == 2
        assert expected in err


class TestLint:
    def test_problems_have_their_places(self, call: Call, tmp_path: Path) -> None:
        wrong = tmp_path / "wrong.yaml"
        wrong.write_text(
            """\
- id: wrong-rule
  title: A rule that there is not
  rules: [702.26z]
  why: To see that it is told.
  given: {alice: {hand: [Forest]}}
  script:
    - bob: {cast: Grizzly Bears, illegal: timing}
- id: bad id
"""
        )
        code, out, err = call("lint", wrong)
        assert code == 2
        lines = out.splitlines()
        assert any(line.startswith(f"{wrong}:1:1: wrong-rule: there is no rule 702.26z (did you mean ") for line in lines)
        assert any(
            line.startswith(f"{wrong}:7:") and "warning: wrong-rule: nothing shows that bob could cast otherwise" in line for line in lines
        )
        assert any(line.startswith(f"{wrong}:8:") and "bad id" in line for line in lines)
        assert all(line.startswith(f"{wrong}:") for line in lines)
        assert "1 case: " in err
