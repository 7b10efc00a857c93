"""The registry: reading it, its mistakes, and the questions that are asked of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.rules.coverage import coverage, elsewhere, summary
from conformance.rules.loader import RegistryProblems, is_date, load
from conformance.rules.registry import Registry, is_within, sort_key

GOOD = """\
- number: 702.26g
  key: phasing.indirect
  summary: Attachments leave and return with their host.
  clauses:
    a: they leave in the same event
    b: one that left so does not return by itself
    c: {text: nobody can see this, untestable: it makes no difference to any position}
  numbers: {2013-07-11: 702.25f, 2009-07-11: 702.23f, 2021-04-19: 702.26g}
  seeds: [phasing 702.23f]
  see: ['502.1']
- number: '502.10'
  key: untap.ten
  summary: An invented rule, to see that 502.10 stays 502.10.
  clauses: {a: something}
  since: 2021-09-24
- number: '502.3'
  key: untap.untap
  summary: What untaps is fixed, then untaps.
  clauses: {a: all at once}
"""


def registry(tmp_path: Path, text: str = GOOD) -> Registry:
    (tmp_path / "rules.yaml").write_text(text, encoding="utf-8")
    return load(tmp_path, "cases/rules")


def problems(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(RegistryProblems) as raised:
        registry(tmp_path, text)
    return [str(problem) for problem in raised.value.problems]


def test_rules_stand_in_their_order_and_keep_their_numbers(tmp_path: Path) -> None:
    assert list(registry(tmp_path).rules) == ["502.3", "502.10", "702.26g"]


def test_a_clause_is_found_by_its_reference(tmp_path: Path) -> None:
    rules = registry(tmp_path)
    clause = rules.clause("702.26g/b")
    assert clause is not None
    assert clause.text == "one that left so does not return by itself"
    assert rules.clause("702.26g/d") is None
    assert rules.clause("702.26x/a") is None
    untestable = rules.clause("702.26g/c")
    assert untestable is not None
    assert untestable.untestable == "it makes no difference to any position"


@pytest.mark.parametrize(
    ("number", "edition", "then"),
    [
        ("702.26g", "2026-09-25", "702.26g"),
        ("702.26g", "2021-04-19", "702.26g"),
        ("702.26g", "2021-04-18", "702.25f"),
        ("702.26g", "2010-01-01", "702.23f"),
        ("702.26g", "2009-05-01", None),
        ("502.10", "2021-09-23", None),
        ("502.10", "2021-09-24", "502.10"),
        ("502.3", "2003-01-01", "502.3"),
    ],
)
def test_numbers_by_edition(tmp_path: Path, number: str, edition: str, then: str | None) -> None:
    assert registry(tmp_path).rules[number].number_in(edition) == then


def test_an_old_number_leads_to_the_rule(tmp_path: Path) -> None:
    rules = registry(tmp_path)
    assert [rule.number for rule in rules.now("702.23f", "2010-01-01")] == ["702.26g"]
    assert rules.now("702.23f", "2026-09-25") == []


@pytest.mark.parametrize("reference", ["502.3", "502.3/a", "702.26g/c", "502", "704.5aa", "611.2b", "120"])
def test_references_that_are_right(tmp_path: Path, reference: str) -> None:
    assert registry(tmp_path).wrong(reference) is None


@pytest.mark.parametrize(
    ("reference", "message", "remedy"),
    [
        ("502.4", "there is no rule 502.4", "502.3"),
        ("702.26h", "there is no rule 702.26h", "did you mean '702.26g'?"),
        ("502.3/b", "rule 502.3 has no clause b", "its clauses: a"),
        ("611.2b/a", "rule 611.2b is not in the registry", "write the bare number 611.2b"),
        ("phasing", "'phasing' is no rule number", "as in 502.3"),
        ("502.3/", "'502.3/' is no rule number", "as in 702.26g/c"),
        ("0502.3", "is no rule number", ""),
    ],
)
def test_references_that_are_wrong(tmp_path: Path, reference: str, message: str, remedy: str) -> None:
    wrong = registry(tmp_path).wrong(reference)
    assert wrong is not None
    assert message in wrong[0]
    assert remedy in wrong[1]


@pytest.mark.parametrize(
    ("number", "section", "inside"),
    [
        ("702.26g", "702.26", True),
        ("702.26g", "702", True),
        ("702.26g/c", "702.26g", True),
        ("702.26g", "702.26g", True),
        ("702.260", "702.26", False),
        ("502.10", "502.1", False),
        ("704.5aa", "704.5a", False),
        ("312.1", "311", False),
    ],
)
def test_what_belongs_to_a_section(number: str, section: str, inside: bool) -> None:
    assert is_within(number, section) is inside


def test_order_of_numbers() -> None:
    numbers = ["704.5aa", "704.5z", "502.10", "502.3", "502", "502.3a"]
    assert sorted(numbers, key=sort_key) == ["502", "502.3", "502.3a", "502.10", "704.5z", "704.5aa"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("number: 5", "cases/rules/rules.yaml:1:1: the file is a mapping, not a list of rules"),
        ("- number: 502.3\n", "the key 'clauses' is missing"),
        (GOOD + "  colour: red\n", "cases/rules/rules.yaml:20:3: unknown key 'colour'"),
        (GOOD.replace("'502.10'", "50.2"), "cases/rules/rules.yaml:11:11: '50.2' is no rule number"),
        (GOOD.replace("{a: something}", "[a, b]"), "clauses is a mapping of letters to texts, this is a list"),
        (GOOD.replace("{a: something}", "{ab: something}"), "'ab' is no name of a clause"),
        (GOOD.replace("{a: something}", "{a: {untestable: no}}"), "clause a has no text"),
        (GOOD.replace("{a: something}", "{a: {text: x, why: no}}"), "unknown key 'why'"),
        (GOOD.replace("2009-07-11", "2009-13-11"), "'2009-13-11' is no date"),
        (GOOD.replace(", 2021-04-19: 702.26g", ""), "by numbers the newest number is 702.25f, by number it is 702.26g"),
        (GOOD.replace("since: 2021-09-24", "since: long ago"), "'long ago' is no date"),
        (GOOD.replace("untap.ten", "Untap Ten"), "the key 'Untap Ten' has another form"),
        (GOOD.replace("['502.1']", "502.1"), "see is a list of texts, this is '502.1'"),
        (GOOD.replace("untap.ten", "untap.untap"), "untap.untap is there twice (first in cases/rules/rules.yaml:11"),
        (GOOD + "- &x\n", "anchors are not allowed"),
        ("- nothing\n", "a rule is a mapping, this is 'nothing'"),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path: Path, text: str, expected: str) -> None:
    found = problems(tmp_path, text)
    assert any(expected in line for line in found), found
    assert all(line.startswith("cases/rules/rules.yaml:") for line in found)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("{a: something}", "[a]").replace("2009-07-11", "yesterday").replace("untap.ten", "UNTAP")
    assert len(problems(tmp_path, text)) == 4


def test_an_empty_registry_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(RegistryProblems, match="holds no registry"):
        load(tmp_path)


def test_coverage_counts_clauses_and_leaves_the_untestable_apart(tmp_path: Path) -> None:
    cases = [("one", ["702.26g/a", "702.26g/a", "502.3"]), ("two", ["702.26g/a", "702.26g/c"]), ("three", ["611.2b"])]
    covered = coverage(registry(tmp_path), cases)
    indirect = covered[2]
    assert [clause.cases for clause in indirect.clauses] == [["one", "two"], [], ["two"]]
    assert covered[0].bare == ["one"]
    assert covered[0].clauses[0].cases == []
    counted = summary(covered)
    assert (counted.clauses, counted.testable, counted.covered, counted.untestable) == (5, 4, 1, 1)


def test_mutants_and_invariants_cover_clauses_as_cases_do(tmp_path: Path) -> None:
    mutants = [("wrong", ["702.26g/a", "702.26g/b"]), ("vague", ["702.26g", "999.1"])]
    rules = registry(tmp_path)
    covered = coverage(rules, [("one", ["702.26g/a"])], mutants=mutants, invariants=[("true", ["702.26g/b"])])
    assert [clause.mutants for clause in covered[2].clauses] == [["wrong"], ["wrong"], []]
    assert [clause.invariants for clause in covered[2].clauses] == [[], ["true"], []]
    assert covered[2].bare_mutants == ["vague"]
    assert elsewhere(rules, mutants) == {"999.1": ["vague"]}
    counted = summary(covered)
    # 702.26g/b has a mutant but no case, so it is not counted; invariants count by themselves.
    assert (counted.covered, counted.with_mutant, counted.with_invariant) == (1, 1, 1)


@pytest.mark.parametrize(("text", "right"), [("2026-09-25", True), ("2026-02-30", False), ("26-09-25", False), ("2026-9-25", False)])
def test_dates(text: str, right: bool) -> None:
    assert is_date(text) is right
