"""A rules text held against the registry."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from conformance.rules.compare import Comparison, compare
from conformance.rules.published import Published, parse_published
from conformance.rules.registry import Registry

Text = Callable[..., str]

CASES = [("wakes", ["502.3/a", "502.3"]), ("hides", ["702.26b"]), ("comes-back", ["502.1/a"]), ("elsewhere", ["611.2b"])]


def compared(registry: Registry, text: str, edition: str | None = "2026-12-01") -> Comparison:
    """A text that is newer than the registry, as a rule."""
    return compare(registry, parse_published(text, "rules.txt"), edition, CASES)


def without_611(found: Comparison) -> list[str]:
    return [cited.number for cited in found.citations if cited.number != "611.2b"]


@pytest.mark.parametrize(("which", "edition"), [("old", "2012-06-01"), ("new", "2026-04-17"), ("new", "2023-01-01"), ("old", "2010-01-01")])
def test_a_text_that_the_registry_knows_gives_nothing_to_do(registry: Registry, rules_text: Text, which: str, edition: str) -> None:
    found = compare(registry, parse_published(rules_text(which, "old"), "rules.txt"), edition, [("wakes", ["502.3"])])
    assert not found.something
    assert found.same == 5
    assert found.compared_with == edition


def test_a_number_that_moved_is_found_by_its_text(registry: Registry, rules_text: Text, new: Published) -> None:
    wake = new.rules["502.3"].text
    found = compared(registry, rules_text("new", change={"502.3": "Third, the umbrellas are closed.", "502.4": wake}))
    assert [(move.key, move.number, move.found, move.likeness, move.cases) for move in found.moved] == [
        ("rest.wake", "502.3", "502.4", 1.0, ["wakes"])
    ]
    assert found.new == ["502.3"]
    cited = {cited.number: cited for cited in found.citations}
    assert (cited["502.3"].state, cited["502.3"].to, cited["502.3"].cases) == ("other_rule", "502.4", ["wakes"])


def test_a_rule_that_moved_and_was_reworded_is_found_by_what_is_alike(registry: Registry, rules_text: Text, new: Published) -> None:
    reworded = new.rules["502.3"].text.replace("Second,", "Fourth,").replace("to say", "to tell")
    found = compared(registry, rules_text("new", change={"502.3": "Third, the umbrellas are closed.", "502.5": reworded}))
    assert [(move.number, move.found) for move in found.moved] == [("502.3", "502.5")]
    assert 0.5 <= found.moved[0].likeness < 1


def test_a_text_that_changed_in_its_place(registry: Registry, rules_text: Text, new: Published) -> None:
    found = compared(registry, rules_text("new", change={"702.26b": new.rules["702.26b"].text.replace("502.1", "502.3")}))
    assert not found.moved
    assert [(change.number, change.likeness, change.strange, change.cases) for change in found.changed] == [
        ("702.26b", 1.0, False, ["hides"])
    ]
    assert without_611(found) == []


def test_another_rule_under_a_number(registry: Registry, rules_text: Text) -> None:
    found = compared(registry, rules_text("new", change={"702.26b": "Swimming costs one mana of any type that a river could produce."}))
    assert [(change.number, change.strange) for change in found.changed] == [("702.26b", True)]
    assert [(cited.number, cited.state) for cited in found.citations if cited.key] == [("702.26b", "other_rule")]


def test_a_rule_that_is_gone(registry: Registry, rules_text: Text) -> None:
    found = compared(registry, rules_text("new", change={"502.1": None}))
    assert [(gone.number, gone.cases) for gone in found.gone] == [("502.1", ["comes-back"])]
    assert without_611(found) == ["502.1"]
    assert found.cases >= {"comes-back"}


def test_a_rule_of_a_complete_section_that_the_registry_lacks(registry: Registry, rules_text: Text) -> None:
    found = compared(registry, rules_text("new", change={"502.7": "Last, everybody yawns.", "777.1": "No section of ours."}))
    assert found.new == ["502.7"]
    assert found.something


def test_a_cited_number_outside_the_registry_has_to_be_there(registry: Registry, rules_text: Text) -> None:
    found = compared(registry, rules_text("new"))
    assert [(cited.number, cited.state, cited.key, cited.cases) for cited in found.citations] == [("611.2b", "gone", None, ["elsewhere"])]
    assert not compared(registry, rules_text("new", change={"611.2b": "A text of its own."})).citations
    # Of an older edition's numbers outside the registry nothing is known.
    assert not compared(registry, rules_text("old"), "2012-06-01").citations


def test_a_rule_whose_text_is_not_known_is_not_compared(registry: Registry, rules_text: Text) -> None:
    found = compared(registry, rules_text("old", change={"502.2": "Second, each duck wakes up."}), "2009-08-01")
    assert found.unknown == ["rest.wake"]
    assert not found.something


def test_an_old_text_taken_for_the_newest_shows_what_moved_since(registry: Registry, rules_text: Text) -> None:
    found = compared(registry, rules_text("old"), "2026-09-25")
    assert [(move.number, move.found) for move in found.moved] == [("502.3", "502.2"), ("702.26a", "702.24a"), ("702.26b", "702.24b")]
    assert [gone.number for gone in found.gone] == ["502.2"]
