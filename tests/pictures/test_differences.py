"""Before and after: what is different is marked, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from drawn import board, classes, groups, parsed, permanent, texts

from conformance import pictures


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ({"tapped": True}, {"tapped": False}, ["untapped"]),
        ({"tapped": False}, {"tapped": True}, ["tapped"]),
        ({}, {"phased": "direct"}, ["phased out"]),
        ({"phased": "indirect"}, {"phased": "in"}, ["phased in"]),
        ({"phased": "indirect"}, {"phased": "direct"}, ["now direct"]),
        ({}, {"controller": "bob"}, ["was alice's"]),
        ({"counters": {"stun": 2}}, {"counters": {"stun": 1, "+1/+1": 1}}, ["-1 stun", "+1 +1/+1"]),
        ({"damage": 3}, {"damage": 0}, ["damage gone"]),
        ({"damage": 0}, {"damage": 3}, ["+3 damage"]),
        ({"power": 2}, {"power": 5}, ["was 2/2"]),
        ({"face_down": True}, {"face_down": False}, ["turned face up"]),
        ({"face_down": True, "card": ""}, {"face_down": False}, ["turned face up"]),
        ({"transformed": False}, {"transformed": True, "card": "Back"}, ["transformed", "was Grizzly Bears"]),
        ({"incarnation": 1}, {"incarnation": 2}, ["a new object"]),
        ({"attached_to": "host"}, {"attached_to": None}, ["unattached"]),
        ({"attached_to": None}, {"attached_to": "host"}, ["attached"]),
        ({"zone": "hand"}, {}, ["from hand"]),
        ({}, {"attacking": "bob"}, ["attacks"]),
    ],
)
def test_what_became_of_a_permanent(old: dict[str, Any], new: dict[str, Any], said: list[str]) -> None:
    before = board(permanent("host"), permanent("thing", **old))
    after = board(permanent("host"), permanent("thing", **new))
    cards = groups(parsed(pictures.svg(after, before=before)))
    changed = next(card for name, card in cards.items() if "(thing)" in name)
    on_card = [text for text in texts(changed) if any(word.startswith(text.removesuffix("…")) for word in said)]
    assert len(on_card) == len(said)  # each once, shortened where the card is too narrow
    assert "x" in classes(changed)
    assert "x" not in classes(cards["Grizzly Bears (host)"])
    (line,) = [line for line in pictures.text(after, before=before).splitlines() if "(thing)" in line]
    assert line.startswith("*")
    assert line.endswith(f"<- {', '.join(said)}")


def test_nothing_is_marked_where_nothing_changed() -> None:
    snapshot = board(permanent("thing", tapped=True, counters={"stun": 1}))
    assert pictures.svg(snapshot, before=snapshot) == pictures.svg(snapshot)
    assert pictures.text(snapshot, before=snapshot) == pictures.text(snapshot)


def test_what_a_snapshot_does_not_tell_has_not_changed() -> None:
    ghost = {"id": "thing", "card": "Grizzly Bears", "zone": "battlefield", "phased": "direct", "phased_under": "alice", "owner": "alice"}
    said = texts(groups(parsed(pictures.svg(board(permanent("thing")), before=board(ghost))))["Grizzly Bears (thing)"])
    assert [text for text in said if text.startswith(("was", "un", "+", "-"))] == []
    assert "phased in" in said


def test_what_left_the_battlefield_is_told() -> None:
    before = board(permanent("bears"), permanent("token", "Saproling"))
    after = board({"id": "bears", "card": "Grizzly Bears", "zone": "graveyard", "owner": "alice"})
    after["players"]["alice"]["graveyard"] = ["bears"]
    said = texts(parsed(pictures.svg(after, before=before)))
    assert "Left the battlefield: Grizzly Bears (to alice's graveyard)" in said
    assert "Left the battlefield: Saproling (no longer exists)" in said
    assert "* left the battlefield: Saproling (no longer exists)" in pictures.text(after, before=before)


def test_what_became_of_players_planes_stack_and_sky() -> None:
    plane = {"id": "krosa", "card": "Krosa", "zone": "command", "types": ["Plane"]}
    other = {"id": "shiv", "card": "Shiv", "zone": "command", "types": ["Plane"]}
    before = board(plane, day_night="day", planechase={"controller": "alice", "face_up": ["krosa"], "planar_deck": ["shiv"]})
    item = {"id": "~1", "source": None, "controller": "bob", "card": None, "ability": "planeswalking", "targets": []}
    after = board(other, day_night="night", planechase={"controller": "bob", "face_up": ["shiv"], "planar_deck": ["krosa"]}, stack=(item,))
    after["players"]["alice"] |= {"life": 17, "hand": ["card_1"]}
    said = texts(parsed(pictures.svg(after, before=before)))
    assert {"life was 20", "night (was day)", "new"} <= set(said)
    assert "away from Krosa · planar controller was alice" in " ".join(said).replace("  ", " ")
    assert any("hand 1 (was 0)" in text for text in said)
    assert any(text.startswith("new · ") for text in said)
    text = pictures.text(after, before=before)
    assert "* Plane: Shiv  <- new" in text
    assert "* 1. planeswalking, the game's own ability of bob" in text


def test_two_boards_in_one_picture() -> None:
    before, after = board(permanent("thing", tapped=True)), board(permanent("thing"))
    root = parsed(pictures.before_and_after(before, after, titles=("First", "Then")))
    assert {"First", "Then", "untapped"} <= set(texts(root))
    below, beside = (parsed(pictures.before_and_after(before, after, beside=side)).attrib["viewBox"].split() for side in (False, True))
    assert float(beside[2]) > float(below[2])
    assert float(beside[3]) < float(below[3])
    crowd = board(*(permanent(f"n{n}") for n in range(9)))
    assert float(parsed(pictures.before_and_after(crowd, crowd, beside=True)).attrib["viewBox"].split()[2]) <= 900
