"""The hash of cases and cards: the same for what says the same, another for anything that is judged otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.cases.cards import CardPool
from conformance.cases.digest import digest
from conformance.cases.library import load

TEXT = """\
- id: one
  title: A tapped creature untaps
  rules: ['502.3']
  why: It is its player's untap step.
  given: {alice: {battlefield: [{card: Gray Ogre, as: ogre, tapped: true}]}}
  script:
    - advance_to: {player: alice, step: upkeep}
    - expect: {ogre: {tapped: false, power: 2}}
- id: two
  title: Nothing happens
  rules: ['502.3']
  why: Nobody does anything.
  given: {}
  script:
    - expect: {turn: {active: alice}}
"""


def of(tmp_path: Path, text: str, name: str = "a.yaml") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    loaded = load([path])
    assert not loaded.errors
    return digest(loaded.cases, loaded.cards)


def test_where_and_how_a_case_is_written_does_not_count(tmp_path: Path) -> None:
    moved = "# a comment\n\n" + TEXT.replace("{tapped: false, power: 2}", "{power: 2,   tapped: false}")
    assert moved != TEXT
    assert of(tmp_path, TEXT) == of(tmp_path, moved, "b.yaml")


def test_the_order_of_the_cases_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEXT, encoding="utf-8")
    loaded = load([tmp_path / "a.yaml"])
    assert digest(loaded.cases, loaded.cards) == digest(loaded.cases[::-1], loaded.cards)


@pytest.mark.parametrize(
    ("old", "new"),
    [("power: 2", "power: 3"), ("id: two", "id: three"), ("'502.3'", "'502.2'"), ("tapped: true", "tapped: false")],
)
def test_what_is_asked_and_of_what_counts(tmp_path: Path, old: str, new: str) -> None:
    assert of(tmp_path, TEXT) != of(tmp_path, TEXT.replace(old, new, 1))


def test_a_case_less_and_another_card_count(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(TEXT, encoding="utf-8")
    loaded = load([tmp_path / "a.yaml"])
    assert len({digest(loaded.cases, loaded.cards), digest(loaded.cases[:1], loaded.cards), digest(loaded.cases, CardPool())}) == 3
