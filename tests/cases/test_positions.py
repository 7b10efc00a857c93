"""Positions that the rules could not reach are errors; those that are unusual but possible are not."""

from __future__ import annotations

import pytest
from case_texts import check, position


def battlefield(*entries: str) -> str:
    return "alice:\n  battlefield:\n" + "".join(f"    - {entry}\n" for entry in entries)


CROC = "{card: Sandbar Crocodile, as: croc}"
OUT = "{card: Sandbar Crocodile, as: croc, phased: direct}"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (battlefield(CROC, "{card: Holy Strength, attached_to: croc, phased: indirect}"), "its host 'croc' is phased in"),
        (battlefield(OUT, "{card: Holy Strength, attached_to: croc}"), "phased in, but its host 'croc' is phased out"),
        (battlefield("{card: Bonesplitter, phased: indirect}"), "indirectly phased out, but attached to nothing"),
        (battlefield("{card: Holy Strength, attached_to: bob, phased: indirect}"), "but attached to a player"),
        (battlefield("Holy Strength"), "the Aura 'Holy Strength' is attached to nothing"),
        (battlefield("{card: Grizzly Bears, bestowed: true}"), "the Aura 'Grizzly Bears' is attached to nothing"),
        (battlefield("{card: Bonesplitter, attached_to: bob}"), "cannot be attached to a player"),
        (battlefield(CROC, "{card: Gray Ogre, attached_to: croc}"), "'Gray Ogre' cannot be attached to anything"),
        (
            battlefield(CROC, "{card: Holy Strength, attached_to: crok}"),
            "nothing is named 'crok' here (did you mean 'croc'?)",
        ),
        (
            "bob: {hand: [{card: Gray Ogre, as: ogre}]}\n" + battlefield("{card: Bonesplitter, attached_to: ogre}"),
            "is not on the battlefield",
        ),
        (
            battlefield("{card: Bonesplitter, as: one, attached_to: two}", "{card: Bonesplitter, as: two, attached_to: one}"),
            "is attached to itself, directly or by way of others",
        ),
        (battlefield("{card: Jace Beleren, loyalty: 2, counters: {loyalty: 3}}"), "both 'loyalty' and counters.loyalty"),
        (battlefield("Krosa"), "'Krosa' (Plane) cannot be on the battlefield"),
        (battlefield("Mutual Epiphany"), "'Mutual Epiphany' (Phenomenon) cannot be on the battlefield"),
        (battlefield("Unsummon"), "'Unsummon' (Instant) cannot be on the battlefield"),
        ("alice: {hand: [Krosa]}", "'Krosa' cannot be in a hand"),
        ("alice: {planar_deck: [Krosa]}", "a planar deck, but no 'planechase'"),
        ("planechase: {deck: own, face_up: [Krosa], planar_deck: [Tazeem]}", "a shared planar deck, but the decks are own"),
        ("planechase: {deck: shared, face_up: [Krosa]}\nbob: {planar_deck: [Tazeem]}", "an own planar deck, but the deck is shared"),
        ("planechase: {face_up: [Forest]}", "'Forest' is neither a plane nor a phenomenon"),
        ("turn: {step: pregame}\nplanechase: {face_up: [Krosa]}", "a plane is face up before the game"),
        ("variant: two_headed_giant", "two_headed_giant without 'teams'"),
        ("players: [alice, bob, carol]\nvariant: grand_melee", "for four to seven players"),
        ("players: [alice, bob, carol, d, e, f, g, h]\nvariant: grand_melee", "for four to seven players"),
    ],
)
def test_impossible_positions_are_told(given: str, message: str) -> None:
    cases, problems = check(position(given))
    assert not cases
    assert any(message in problem.message + f" ({problem.remedy})" for problem in problems), problems
    assert all(problem.line and problem.remedy for problem in problems)


@pytest.mark.parametrize(
    "given",
    [
        battlefield(CROC, "{card: Bonesplitter, attached_to: croc, phased: direct}"),
        battlefield(OUT, "{card: Bonesplitter, attached_to: croc, phased: direct}"),
        battlefield(CROC, "{card: Grizzly Bears, bestowed: true, attached_to: croc}"),
        battlefield("{card: Holy Strength, attached_to: bob}"),
        battlefield("{card: Holy Strength, face_down: true}"),
        battlefield("{card: Unsummon, face_down: true}"),
        battlefield(CROC, "{card: Gray Ogre, copy_of: Holy Strength, attached_to: croc}"),
        battlefield("{card: Jace Beleren, counters: {loyalty: 7}}", "{card: Jace Beleren, loyalty: 2}"),
        "alice:\n  graveyard: [{card: Gray Ogre, as: ogre}]\n  battlefield: [{card: Holy Strength, attached_to: ogre}]",
        "turn: {step: pregame, number: 1}",
        "planechase: {deck: own, face_up: [], construction: checked}\nalice: {planar_deck: [Forest]}",
    ],
)
def test_unusual_positions_are_accepted(given: str) -> None:
    cases, problems = check(position(given))
    assert problems == []
    assert len(cases) == 1
