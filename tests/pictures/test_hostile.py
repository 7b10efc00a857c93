"""Text of strangers is text, boards of any size are bounded, and one board has one picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from drawn import board, overlaps, parsed, permanent, placed, seen, texts

from conformance import pictures
from conformance.cases.library import load
from conformance.commands.inputs import engine_of
from conformance.pictures.plain import fit, plain, width, wrap
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session

HOSTILE = [
    "<script>alert(1)</script>",
    "</title></svg><img src=x onerror=alert(1)>",
    "]]><!--",
    '" onload="alert(1)',
    "&lt;b&gt; &#x41; &bogus;",
    "a\x00b\x1b[31mc\x07",
    "\u202egnp.exe\u2066",
    "\ud800 lone",
    "Z\u0301\u0302\u0303\u0304\u0305\u0306" * 50,
    "שלום עולם",
    "漢字" * 200,
    "x" * 1_000_000,
    "a/../../b",
    "\ufffe\uffff",
    "",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_shown_as_text(text: str) -> None:
    thing = text or "thing"
    snapshot = board(
        permanent(thing, text, thing, subtypes=[text], types=["Creature", text], counters={text: 3}, keywords=[text], printed=text + "!"),
        permanent("aura", text, "bob", attached_to=thing, owner=thing, phased="indirect", phased_under=thing),
        permanent("curse", attached_to=thing + "?", attacking=text),
        {"id": "plane", "card": text, "zone": "command", "types": ["Plane", text], "owner": text},
        players=(thing, "bob"),
        stack=({"id": text, "source": text, "controller": text, "card": text, "ability": text, "targets": [text, thing]},),
        planechase={"controller": text, "face_up": ["plane", text], "planar_deck": [text]},
        turn={"active": thing, "step": "upkeep", "number": 1},
    )
    for width_ in (390, 900):
        svg = pictures.svg(snapshot, before=board(players=(thing, "bob")), title=text, names={"aura": text}, width=width_)
        root = parsed(svg)
        svg.encode("utf-8")
        assert len(svg) < 30_000
        for line in texts(root):
            assert line.isprintable()
        assert overlaps(placed(snapshot, width_)) == []
    lines = pictures.text(snapshot, title=text, width=80).splitlines()
    assert all(line.isprintable() for line in lines)
    assert max(len(line) for line in lines) <= 320


def test_no_word_is_wider_than_its_card() -> None:
    for text in HOSTILE:
        shown = plain(text)
        assert len(shown) <= 200
        assert width(fit(shown, 76, 10, True), 10, True) <= 76 or fit(shown, 76, 10, True) == "…"
        lines = wrap(shown, 76, 10, 2, True)
        assert len(lines) <= 2
        assert all(width(line, 10, True) <= 76 for line in lines)


def test_combining_marks_do_not_climb() -> None:
    assert plain("Z" + "\u0301" * 40) == "Z\u0301\u0301"


@pytest.mark.parametrize("number", [60, 2000])
def test_a_large_board_is_bounded(number: int) -> None:
    crowd = [permanent(f"thing_of_{n}_kinds", f"Kind {n}", "bob" if n % 2 else "alice", tapped=n % 3 == 0) for n in range(number)]
    snapshot = board(*crowd)
    svg = pictures.svg(snapshot)
    parsed(svg)
    assert len(svg) < 60_000
    made = placed(snapshot)
    assert made.w <= 900
    assert made.h < 2000
    if number > 100:
        assert any("more permanents" in line for plate in made.plates for line in plate.lines)
    else:
        assert len(made.cards) == number
        assert overlaps(made) == []


def test_a_deep_chain_of_attachments_is_bounded() -> None:
    chain = [permanent(f"n{n}", attached_to=f"n{n - 1}" if n else None) for n in range(300)]
    assert len(pictures.svg(board(*chain))) < 60_000
    assert placed(board(*chain)).w <= 900
    assert len(pictures.text(board(*chain)).splitlines()) < 400


def test_a_typical_board_is_small() -> None:
    snapshot = seen(
        """
        planechase: {deck: shared, face_up: [{card: Krosa, as: here}], planar_deck: [Shiv, Gavony]}
        alice:
          hand: [Unsummon]
          battlefield:
            - {card: Sandbar Crocodile, as: croc, phased: direct}
            - {card: Bonesplitter, as: axe, phased: indirect, attached_to: croc}
            - {card: Grizzly Bears, as: bears, counters: {stun: 1}, tapped: true}
            - Forest
            - Forest
            - Island
        bob: {battlefield: [Hill Giant, Gray Ogre, Mountain, Mountain, Mountain, Mountain]}
        """
    )
    assert len(pictures.svg(snapshot).encode()) < 15_000
    assert len(pictures.svg(snapshot, styled=False).encode()) < 11_000


def test_every_built_in_case_has_a_picture_in_which_nothing_overlaps() -> None:
    session = Session(engine_of("reference"), edition=NEWEST)
    loaded = load(None)
    book = CardBook(loaded.cards)
    drawn = 0
    for case in loaded.cases:
        if "status" not in session.new_game({"given": case.given, "cards": book.describe(card_names(case.given), text=False)}):
            continue
        snapshot = session.observe()
        svg = pictures.svg(snapshot, title=case.title)
        ElementTree.fromstring(svg)
        assert len(svg.encode()) < 20_000, case.id
        for across in (390, 900):
            assert overlaps(placed(snapshot, across)) == [], case.id
        text = pictures.text(snapshot, title=case.title, width=80)
        assert max(len(line) for line in text.splitlines()) <= 80, case.id
        for entry in case.given["battlefield"]:
            if entry["phased"]["status"] == "in" and not entry["face_down"] and not entry["transformed"] and not entry.get("copy_of"):
                assert re.search(re.escape(entry["card"].split(" // ")[0].split("~")[-1][:20]), " ".join(text.split())), (case.id, entry)
        drawn += 1
    assert drawn > 1000


def test_the_same_board_has_the_same_picture() -> None:
    one = board(permanent("a"), permanent("b", tapped=True), permanent("c", attached_to="b", counters={"x": 1, "y": 2}))
    assert pictures.svg(one) == pictures.svg(one)
    assert pictures.text(one) == pictures.text(one)
