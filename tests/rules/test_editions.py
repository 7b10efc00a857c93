"""The editions that are known, and the registry as it ships: numbers, dates and the names of changes agree with each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cases.library import builtin
from conformance.rules.coverage import coverage, summary
from conformance.rules.editions import NEWEST, OLDEST, Editions, load_editions, wrong_date
from conformance.rules.loader import RegistryProblems, load
from conformance.rules.registry import NUMBER, Registry
from reference_engine import editions as engine

FILE = """\
editions: [2012-06-01, 2009-07-11]
changes:
  - {name: second, from: 2012-06-01, rules: ['312'], what: something else}
  - {name: first, from: 2010-10-01, rules: [702.26j], what: something}
"""


@pytest.fixture(scope="module")
def shipped() -> Editions:
    return load_editions(builtin() / "rules")


@pytest.fixture(scope="module")
def rules() -> Registry:
    return load(builtin() / "rules")


def test_editions_and_changes_are_in_order(tmp_path: Path) -> None:
    (tmp_path / "editions.yaml").write_text(FILE)
    known = load_editions(tmp_path)
    assert known.labels == ("2009-07-11", "2012-06-01")
    assert [change.name for change in known.changes] == ["first", "second"]
    assert [change.name for change in known.between("2010-10-01", "2012-06-01")] == ["second"]
    assert [change.name for change in known.between("2010-09-30", "2012-05-31")] == ["first"]
    assert known.label_of("2011-01-01") == "2009-07-11"
    assert known.label_of("2009-01-01") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]\n", "'editions' has to be a list"),
        ("editions: [x]\nchanges: []\n", "'x' is no date"),
        (FILE.replace("what: something else", "when: now"), "a change lacks what"),
        (FILE.replace("name: first", "name: First One"), "'First One' is no name of a change"),
        (FILE.replace("[702.26j]", "[phasing]"), "rules is a list of numbers"),
        ("- &a b\n", "anchors are not allowed"),
    ],
)
def test_mistakes_of_the_file_are_told_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "editions.yaml").write_text(text)
    with pytest.raises(RegistryProblems) as raised:
        load_editions(tmp_path, "cases/rules")
    assert message in str(raised.value)
    assert str(raised.value).startswith("cases/rules/editions.yaml:")


@pytest.mark.parametrize("date", [OLDEST, "2010-07-17", "2016-02-29", NEWEST])
def test_any_day_from_the_oldest_to_the_newest_will_do(shipped: Editions, date: str) -> None:
    assert wrong_date(date, shipped) is None


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("2012-6-1", "did you mean 2012-06-01?"),
        ("20120601", "did you mean 2012-06-01?"),
        ("2012/06/01", "did you mean 2012-06-01?"),
        ("2012", "those of 2012 are 2012-"),
        ("2012-13-40", "those of 2012 are 2012-"),
        ("newest", "an edition is named by its date"),
        ("", "an edition is named by its date"),
        ("2009-07-10", "the oldest edition is that of 2009-07-11"),
        ("2026-09-26", "the newest edition known is 2026-09-25"),
    ],
)
def test_other_dates_are_told_what_may_be_meant(shipped: Editions, given: str, message: str) -> None:
    assert message in (wrong_date(given, shipped) or "")


def test_the_engine_asks_for_changes_that_are_on_record(shipped: Editions) -> None:
    """A new name in reference_engine/editions.py belongs into cases/rules/editions.yaml too, with the same date."""
    recorded = {change.name: change.since for change in shipped.changes}
    assert {name: recorded.get(name) for name in engine.CHANGES} == engine.CHANGES
    assert (engine.OLDEST, engine.NEWEST) == (OLDEST, NEWEST)


def test_the_newest_and_the_oldest_edition_are_on_record(shipped: Editions) -> None:
    assert (shipped.labels[0], shipped.labels[-1]) == (OLDEST, NEWEST)
    assert len(set(shipped.labels)) == len(shipped.labels)


def test_the_first_number_is_that_of_the_first_edition(rules: Registry) -> None:
    """A rule with `since` has its first number from then on, one without from the oldest edition on."""
    wrong = [rule.number for rule in rules if rule.numbers and rule.numbers[0][0] != (rule.since or OLDEST)]
    assert wrong == []


def test_no_edition_has_a_number_twice(rules: Registry, shipped: Editions) -> None:
    for edition in shipped.labels:
        numbers = [number for rule in rules if (number := rule.number_in(edition)) is not None]
        assert len(numbers) == len(set(numbers)), (edition, sorted(number for number in numbers if numbers.count(number) > 1))
        assert all(NUMBER.fullmatch(number) for number in numbers)


def test_a_text_is_known_only_while_the_rule_is_there(rules: Registry) -> None:
    wrong = [
        (rule.number, edition)
        for rule in rules
        for edition, _ in rule.texts
        if edition < (rule.since or OLDEST) or edition > (rule.until or NEWEST)
    ]
    assert wrong == []


def test_consecutive_texts_differ(rules: Registry) -> None:
    assert [rule.number for rule in rules for (_, one), (_, two) in zip(rule.texts, rule.texts[1:], strict=False) if one == two] == []


def test_a_clause_counts_from_its_first_day_to_its_last(registry: Registry) -> None:
    def clauses(edition: str) -> list[str]:
        return [clause.clause.id for rule in coverage(registry, [], edition) for clause in rule.clauses]

    assert "702.26a/b" not in clauses("2021-09-23")
    assert "702.26a/b" in clauses("2021-09-24")
    assert "702.24c/a" in clauses("2021-09-23")
    assert "702.24c/a" not in clauses("2021-09-24")
    assert summary(coverage(registry, [])).clauses == 7
