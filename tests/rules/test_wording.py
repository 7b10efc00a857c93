"""What counts of a wording, its hash, and how alike two texts are."""

from __future__ import annotations

import hashlib

import pytest

from conformance.rules.wording import digest, likeness, normalised, sketch

LONG = "Each duck that the active player owns wakes up at the same time, and then the player decides which of the ducks will swim today."


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("502.3. Ducks  wake\tup.", "Ducks wake up."),
        ("702.26a Ducks wake up.", "Ducks wake up."),
        ("702.26a. Ducks wake up.", "Ducks wake up."),
        ("901.4.Ducks wake up.", "Ducks wake up."),
        ("\u201cDucks\u201d don\u2019t", '"Ducks" don\'t'),
        ("Plane\u2014Duck Pond", "Plane--Duck Pond"),
        ("Plane \u2013 Duck Pond", "Plane - Duck Pond"),
        ("_Ducks_(R) wake", "Ducks\u00ae wake"),
        ("Cafe\u0301", "Caf\u00e9"),
        (" Ducks\u00a0wake \n up ", "Ducks wake up"),
    ],
)
def test_typography_is_no_difference(text: str, same: str) -> None:
    assert normalised(text) == normalised(same)
    assert digest(text) == digest(same)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("See rule 502.2.", "See rule 502.3."),
        ("Ducks wake up.", "ducks wake up."),
        ("Ducks wake up.", "Ducks wake up"),
        ("half-asleep", "half asleep"),
        ("100 ducks wake up", "ducks wake up"),
    ],
)
def test_what_is_a_difference(text: str, other: str) -> None:
    assert digest(text) != digest(other)


def test_the_hash_is_that_of_the_normalised_text() -> None:
    assert digest("502.3. \u201cQuack\u201d  said") == hashlib.sha256(b'"Quack" said').hexdigest()


def test_likeness_falls_with_the_words_that_differ() -> None:
    one = sketch(LONG)
    assert len(one) == 32
    assert likeness(one, one) == 1
    reworded = likeness(one, sketch(LONG.replace("today", "tomorrow")))
    assert 0.6 < reworded <= 1
    assert likeness(one, sketch("A planeswalker deals damage to any target and its controller draws three cards.")) < 0.2


def test_references_and_case_are_no_unlikeness() -> None:
    assert sketch(f"{LONG} See rule 502.2 there") == sketch(f"{LONG} see rule 503.7a there")


def test_a_text_without_words_has_a_sketch() -> None:
    assert likeness(sketch(""), sketch("")) == 1
