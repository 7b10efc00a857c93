"""Numbers of one edition as another has them, and what differs between two editions."""

from __future__ import annotations

import pytest

from conformance.rules.editions import NEWEST, Change, Editions
from conformance.rules.numbering import Difference, Numbering, difference, once_called
from conformance.rules.registry import Registry

EDITIONS = Editions(
    ("2009-07-11", "2012-06-01", "2021-09-24", "2026-09-25"),
    (
        Change("ducklings_survive", "2021-09-24", ("702.26b",), "ducklings survive"),
        Change("weather", "2022-09-08", ("502.2",), "the weather matters"),
    ),
)


@pytest.mark.parametrize(
    ("reference", "then"),
    [
        ("702.26a/b", "702.24a/b"),
        ("502.3", "502.2"),
        ("502.1/a", "502.1/a"),
        ("502.2/a", None),
        ("702.26", "702.24"),
        ("502", "502"),
        ("611.2b", "611.2b"),
        ("702.24c/a", "702.24c/a"),
    ],
)
def test_a_reference_by_an_older_edition(registry: Registry, reference: str, then: str | None) -> None:
    assert Numbering(registry, target="2012-06-01").reference(reference) == then


@pytest.mark.parametrize(
    ("reference", "now"), [("702.24a/b", "702.26a/b"), ("502.2", "502.3"), ("702.24", "702.26"), ("702.24c", "702.24c")]
)
def test_and_back(registry: Registry, reference: str, now: str) -> None:
    assert Numbering(registry, source="2012-06-01").reference(reference) == now


def test_what_is_not_known_is_told(registry: Registry) -> None:
    numbering = Numbering(registry, target="2012-06-01")
    assert numbering.knows("702.26a/b")
    assert numbering.knows("702.26")
    assert not numbering.knows("611.2b")
    assert numbering.references(["502.2", "502.3", "611.2b"]) == ["502.2", "611.2b"]


def test_a_rule_taken_out_is_gone_later(registry: Registry) -> None:
    assert registry.rules["702.24c"].number_in("2021-09-23") == "702.24c"
    assert registry.rules["702.24c"].number_in("2021-09-24") is None


def test_what_differs_between_two_editions(registry: Registry) -> None:
    found = difference(registry, EDITIONS, "2012-06-01", "2021-10-01")
    assert [(move.key, move.was, move.now) for move in found.moved] == [
        ("rest.wake", "502.2", "502.3"),
        ("hiding.what", "702.24a", "702.26a"),
        ("hiding.effect", "702.24b", "702.26b"),
    ]
    assert [came.number for came in found.added] == ["502.2"]
    assert [came.number for came in found.removed] == ["702.24c"]
    assert found.reused == [("502.2", "rest.wake", "rest.weather")]
    assert [change.name for change in found.changes] == ["ducklings_survive"]


def test_nothing_differs_within_an_edition(registry: Registry) -> None:
    found = difference(registry, EDITIONS, "2023-01-01", NEWEST)
    assert found == Difference("2023-01-01", NEWEST, [], [], [], [], [], [])


def test_who_had_a_number(registry: Registry) -> None:
    assert [(first, end, rule.key) for first, end, rule in once_called(registry, "502.2")] == [
        ("2021-09-24", "", "rest.weather"),
        ("2009-07-11", "2021-09-24", "rest.wake"),
    ]
    assert once_called(registry, "999.9") == []
