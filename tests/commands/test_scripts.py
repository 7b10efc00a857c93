"""What scripts read: `--quiet` (a line for each thing that is wrong, nothing if nothing is) and `--format json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.runner.report import decode

Call = Callable[..., tuple[int, str, str]]

WRONG = """\
- id: two
  title: A rule that there is not
  rules: [702.26z]
  why: To see that it is told.
  given: {}
  script: [{resolve: all}]
- id: Bad id
"""


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, encoding="utf-8")
    return path


class TestCertify:
    def test_quiet_has_a_line_for_each_case_that_does_not_conform(self, call: Call, cases: Path, toy: str) -> None:
        code, out, err = call("certify", cases, "--engine", toy, "-q")
        assert (code, err) == (1, "")
        assert out == f"{cases}:19: ogre-untaps: fail: step 2, ogre.tapped: expected false, observed true\n"

    def test_quiet_says_nothing_where_nothing_is_wrong(self, call: Call, cases: Path, toy: str) -> None:
        # Two of these three are not judged, and the edition leaves none out: no fault of the engine.
        ids = ("bob-follows-alice", "ogre-has-power", "three-players")
        assert call("certify", cases, "--engine", toy, "--quiet", *(word for id_ in ids for word in ("--case", id_))) == (0, "", "")

    def test_quiet_says_why_an_engine_could_not_be_run(self, call: Call, cases: Path) -> None:
        code, out, _ = call("certify", cases, "--engine", "stdio:./no-such-adapter", "-q")
        assert code == 3
        assert out.startswith("the engine could not be run: ")
        assert out.count("\n") == 1

    def test_json_is_the_report(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        code, out, err = call("certify", cases, "--engine", toy, "--format", "json", "--report", tmp_path / "out")
        assert (code, err) == (1, "")
        assert out.encode() == (tmp_path / "out" / "report.json").read_bytes()
        assert decode(out.encode()).summary["fail"] == 1

    def test_json_has_the_numbers_of_its_edition(self, call: Call) -> None:
        arguments = ("--case", "several-hosts-with-attachments-of-both-players", "--edition", "2012-06-01", "--format", "json")
        rules = [rule for case in decode(call("certify", *arguments)[1].encode()).cases for rule in case.rules]
        assert any(rule.startswith("702.24") for rule in rules)
        assert not any(rule.startswith("702.26") for rule in rules)

    def test_json_beside_a_list_of_known_failures_is_json_alone(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        listed = tmp_path / "known.yaml"
        _, out, _ = call("certify", cases, "--engine", toy, "--format", "json", "--write-known-failures", listed)
        assert decode(out.encode()).cases
        assert "ogre-untaps" in listed.read_text()


class TestLint:
    def test_quiet_leaves_the_count_out(self, call: Call, wrong: Path) -> None:
        code, out, err = call("lint", wrong, "-q")
        assert (code, err) == (2, "")
        assert all(line.startswith(f"{wrong}:") for line in out.splitlines())
        assert f"{wrong}:1:1: two: there is no rule 702.26z" in out

    def test_quiet_says_nothing_where_nothing_is_wrong(self, call: Call, cases: Path, tmp_path: Path) -> None:
        good = tmp_path / "good.yaml"
        good.write_text(cases.read_text().partition("\n\n")[0] + "\n", encoding="utf-8")
        assert call("lint", good, "-q") == (0, "", "")
        code, out, err = call("lint", good)
        assert (code, out, err) == (0, "1 case: 0 errors, 0 warnings\n", "")

    def test_json_has_each_problem_with_its_place_and_remedy(self, call: Call, wrong: Path) -> None:
        code, out, _ = call("lint", wrong, "--format", "json")
        assert code == 2
        document = json.loads(out)
        assert document["cases"] == 1
        assert document["errors"] + document["warnings"] == len(document["problems"])
        assert document["errors"] == sum(problem["severity"] == "error" for problem in document["problems"])
        (rule,) = [problem for problem in document["problems"] if "702.26z" in problem["message"]]
        assert (rule["file"], rule["line"], rule["severity"]) == (str(wrong), 1, "error")
        assert rule["remedy"].startswith("did you mean '702.26'?")


@pytest.mark.parametrize("command", ["certify", "lint"])
def test_a_format_that_there_is_not(call: Call, command: str) -> None:
    code, out, err = call(command, "--format", "jsn")
    assert (code, out) == (2, "")
    assert "did you mean 'json'?" in err


class TestFuzz:
    def test_quiet_has_a_line_for_each_finding(self, call: Call, tmp_path: Path) -> None:
        pytest.importorskip("hypothesis")
        arguments = ("fuzz", "--engine", "mutant:comes-back-untapped", "--examples", "60", "-q")
        code, out, err = call(*arguments, "--save", tmp_path)
        assert (code, err) == (1, "")
        for line in out.splitlines():
            assert line.startswith(("702.26", "502."))
            assert line.endswith(".yaml)")
        assert out

    def test_quiet_says_nothing_where_nothing_is_found(self, call: Call) -> None:
        pytest.importorskip("hypothesis")
        assert call("fuzz", "--examples", "5", "--quiet") == (0, "", "")


class TestMutants:
    def test_quiet_has_a_line_for_each_that_escapes(self, call: Call, cases: Path) -> None:
        code, out, err = call("mutants", "comes-back-untapped", "comes-back-rested", "--cases", cases, "-q")
        assert (code, err) == (1, "")
        lines = out.splitlines()
        assert len(lines) == 2
        assert any(line.startswith("702.26c/c comes-back-untapped: not caught by any case: ") for line in lines)

    def test_quiet_says_nothing_where_each_is_caught(self, call: Call) -> None:
        case = Path(__file__).parents[2] / "cases" / "702.26-phasing" / "702.26g-indirect.yaml"
        assert call("mutants", "comes-back-untapped", "--cases", case, "--first", "-q") == (0, "", "")

    def test_the_list_as_json(self, call: Call) -> None:
        code, out, _ = call("mutants", "--list", "--rule", "702.26c/c", "--format", "json")
        assert code == 0
        found = {mutant["id"]: mutant for mutant in json.loads(out)}
        assert "702.26c/c" in found["comes-back-untapped"]["clauses"]
        assert all(mutant["title"] for mutant in found.values())


class TestExport:
    def test_some_cases_by_rule_or_id(self, call: Call, cases: Path) -> None:
        document = json.loads(call("export", cases, "--rule", "502.3")[1])
        assert [case["id"] for case in document["cases"]] == ["ogre-untaps"]
        document = json.loads(call("export", cases, "--case", "three-players", "--case", "ogre-untaps")[1])
        assert [case["id"] for case in document["cases"]] == ["ogre-untaps", "three-players"]

    @pytest.mark.parametrize("form", [("--format", "json"), ("--format", "pzl")])
    def test_quiet_writes_and_says_nothing(self, call: Call, cases: Path, tmp_path: Path, form: tuple[str, str]) -> None:
        assert call("export", cases, *form, "-o", tmp_path / "out", "-q") == (0, "", "")
        assert list((tmp_path / "out").iterdir())


class TestCoverage:
    def test_quiet_has_a_line_for_each_clause_without_a_case(self, call: Call, cases: Path) -> None:
        code, out, err = call("coverage", cases, "--rule", "702.26a", "-q")
        assert (code, err) == (0, "")
        lines = out.splitlines()
        assert lines
        assert all(line.startswith("702.26a/") and ": no case: " in line for line in lines)
        assert not any(line.startswith("702.26a/a:") for line in lines)

    def test_quiet_with_an_engine_names_the_cases_that_do_not_conform(self, call: Call, tmp_path: Path) -> None:
        case = Path(__file__).parents[2] / "cases" / "702.26-phasing" / "702.26g-indirect.yaml"
        arguments = ("coverage", case, "--rule", "702.26g/e", "--engine", "mutant:comes-back-untapped")
        code, out, err = call(*arguments, "-q")
        assert (code, err) == (1, "")
        assert out == "702.26g/e: chain-of-attachments-of-three-players\n"

    def test_quiet_says_nothing_where_each_clause_has_a_case(self, call: Call) -> None:
        assert call("coverage", "--rule", "702.26g", "--quiet") == (0, "", "")

    @pytest.mark.parametrize(
        ("rule", "clauses"),
        [("702.26g/c", {"702.26g/c"}), ("702.26g", {f"702.26g/{letter}" for letter in "abcdefg"})],
    )
    def test_a_rule_alone(self, call: Call, rule: str, clauses: set[str]) -> None:
        code, out, _ = call("coverage", "--rule", rule, "--format", "json")
        assert code == 0
        assert {clause["id"] for its in json.loads(out)["rules"] for clause in its["clauses"]} == clauses
        assert json.loads(out)["summary"]["clauses"] == len(clauses)
        assert f"{len(clauses)} of {len(clauses)} clauses have a case" in " ".join(call("coverage", "--rule", rule)[1].split())

    def test_a_page_has_all_rules(self, call: Call, tmp_path: Path) -> None:
        code, _, err = call("coverage", "--rule", "702.26g", "--format", "html", "-o", tmp_path / "page.html")
        assert code == 2
        assert "--rule: the page has all rules" in err


def test_lint_plays_a_case_in_an_edition_that_it_is_about(call: Call, tmp_path: Path) -> None:
    old = tmp_path / "old.yaml"
    text = "- id: old\n  title: About older rules\n  rules: ['502.3']\n  why: It is wrong, and lint has to see that.\n"
    text += "  editions: {until: 2012-05-31}\n  given: {}\n  script:\n    - advance_to: {player: bob, step: upkeep}\n"
    old.write_text(text + "    - expect: {alice: {life: 3}}\n", encoding="utf-8")
    code, out, _ = call("lint", old, "-q")
    assert code == 2
    assert f"{old}:9:1: old: fail on the reference engine: step 2, alice.life: expected 3, observed 20" in out
    old.write_text(text + "    - expect: {alice: {life: 20}}\n", encoding="utf-8")
    assert call("lint", old, "-q") == (0, "", "")
