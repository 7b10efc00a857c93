"""Boards for the tests of pictures, and ways to look at what was drawn."""

from __future__ import annotations

import textwrap
from typing import Any
from xml.etree import ElementTree

from conformance import pictures
from conformance.cases.library import load_cards
from conformance.cases.parse import parse_file
from conformance.commands.inputs import engine_of
from conformance.pictures import layout
from conformance.pictures.board import read
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session

Json = dict[str, Any]
SVG = "{http://www.w3.org/2000/svg}"


def seen(board: str) -> Json:
    """A board, as cases write it, put down on the reference engine and read back."""
    pool = load_cards()[0]
    head = "- id: board\n  title: A board\n  rules: ['110.5']\n  why: It is drawn.\n  script: [{resolve: all}]\n  given:\n"
    cases, problems = parse_file((head + textwrap.indent(textwrap.dedent(board), "    ")).encode(), "board", pool)
    assert cases, problems[0]
    given = cases[0].given
    session = Session(engine_of("reference"), edition=NEWEST)
    reply = session.new_game({"given": given, "cards": CardBook(pool).describe(card_names(given), text=False)})
    assert "status" in reply, reply
    return pictures.with_printed(session.observe(), given)


def permanent(number: str, card: str = "Grizzly Bears", player: str = "alice", **fields: Any) -> Json:
    """An object of a snapshot, with what every engine tells."""
    return {
        "id": number,
        "card": card,
        "zone": "battlefield",
        "owner": player,
        "controller": player,
        "tapped": False,
        "phased": "in",
        "attached_to": None,
        "counters": {},
        "damage": 0,
        "types": ["Creature"],
        "power": 2,
        "toughness": 2,
        **fields,
    }


def board(*objects: Json, players: tuple[str, ...] = ("alice", "bob"), stack: tuple[Json, ...] = (), **fields: Any) -> Json:
    """A snapshot."""
    return {
        "turn": {"active": players[0], "step": "precombat_main", "number": 3},
        "priority": players[0],
        "day_night": "neither",
        "players": {player: {"life": 20, "counters": {}, "hand": [], "library": [], "graveyard": []} for player in players},
        "objects": list(objects),
        "stack": list(stack),
        "planechase": None,
        **fields,
    }


def parsed(svg: str) -> ElementTree.Element:
    """The picture read as XML: it is one element, and nothing in it can run or fetch anything."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    for element in root.iter():
        assert element.tag in {f"{SVG}{name}" for name in ("svg", "style", "g", "title", "rect", "text", "path", "circle")}, element.tag
        assert not {name for name in element.attrib if name.startswith("on") or name.endswith("href") or name == "id"}
        if element.tag == f"{SVG}style":
            assert "url(" not in (element.text or "")
            assert "@import" not in (element.text or "")
    return root


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """The cards by what their tooltip begins with: name and label."""
    found = {}
    for element in root.iter(f"{SVG}g"):
        title = element.find(f"{SVG}title")
        if title is not None:
            found[(title.text or "").split(",")[0]] = element
    return found


def classes(element: ElementTree.Element) -> set[str]:
    return {name for each in element.iter() for name in each.attrib.get("class", "").split()}


def placed(snapshot: Json, width: int = layout.WIDEST) -> layout.Layout:
    return layout.lay_out(read(snapshot), "A title", width)


def overlaps(of: layout.Layout) -> list[str]:
    """Cards whose visible parts lie on each other, on a plate, a plane or the stack, or beyond the picture's edge."""
    boxes = [(card.permanent.id, card.seen) for card in of.cards]
    boxes += [(f"plate of {plate.side.player}", plate.box) for plate in of.plates]
    boxes += [(plane.plane.id, plane.box) for plane in of.planes]
    boxes += [(label, box) for label, _, box in of.decks]
    boxes += [("the stack", of.stack_head)] if of.stack_head is not None else []
    boxes += [(f"step {name}", box) for name, box, _ in of.steps]
    wrong = [f"{one} and {other}" for n, (one, box) in enumerate(boxes) for other, its in boxes[n + 1 :] if box.overlaps(its)]
    wrong += [f"{one} is outside" for one, box in boxes if box.x < 0 or box.y < 0 or box.x + box.w > of.w or box.y + box.h > of.h]
    return wrong
