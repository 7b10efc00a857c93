"""The protocol reference is in step with the types, says something about every field, and what it says of positions is what is sent."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.cases.library import load
from conformance.cases.model import Act
from conformance.protocol.moves import Action, Answer
from conformance.protocol.position import Given
from conformance.protocol.reference import reference
from conformance.protocol.schema import protocol_schema
from conformance.runner.card_book import CardBook
from conformance.runner.driver import DECLARATIONS
from conformance.runner.needs import card_names

Json = dict[str, Any]

PAGE = Path(__file__).parents[2] / "docs" / "protocol-reference.md"
"""In the repository: the package that is tested may be an installed one."""


def test_the_page_is_in_step_with_the_types() -> None:
    """To bring it in step: `python -m conformance.protocol.reference`."""
    assert PAGE.read_text(encoding="utf-8") == reference()


def test_every_message_and_every_field_has_a_meaning() -> None:
    for name, definition in protocol_schema()["$defs"].items():
        described = definition.get("description", "")
        assert described, name
        assert not described.startswith(f"{name}("), f"{name} has no docstring of its own"
        for field, shape in definition.get("properties", {}).items():
            assert field == "type" or shape.get("description"), f"{name}.{field}"


def test_links_of_the_page_lead_somewhere() -> None:
    page = reference()
    headings = {
        re.sub(r"[^a-z0-9_ -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in page.splitlines() if line.startswith("#")
    }
    links = set(re.findall(r"\]\(#([^)]*)\)", page))
    assert links
    assert links <= headings


@pytest.fixture(scope="module")
def cases() -> list[Any]:
    return load(None).cases


def test_every_position_sent_is_as_described(cases: list[Any]) -> None:
    for case in cases:
        for given in (case.given, *([case.natural.given] if case.natural else [])):
            typed = msgspec.convert(json.loads(json.dumps(given)), Given)
            assert set(msgspec.to_builtins(typed)) == set(given), case.id


def test_every_action_sent_is_as_described(cases: list[Any]) -> None:
    kinds = set()
    for case in cases:
        for step in (*case.script, *(case.natural.script if case.natural else ())):
            if not isinstance(step, Act):
                continue
            action = {key: value for key, value in step.action.items() if key != "as"}
            kinds.add(action["type"])
            if action["type"] in DECLARATIONS:
                msgspec.convert({key: value for key, value in action.items() if key != "type"}, Answer)
            else:
                msgspec.convert(action, Action)
    assert {"cast", "activate", "attack", "concede"} <= kinds


def test_every_card_described_is_as_described(cases: list[Any]) -> None:
    from conformance.cases.library import load_cards
    from conformance.protocol.position import Card

    book = CardBook(load_cards()[0])
    names = set().union(*(card_names(case.given) for case in cases))
    cards = book.describe(names)
    assert len(cards) > 100
    known = set(Card.__struct_fields__)
    for card in cards.values():
        msgspec.convert(card, Card)
        assert set(card) <= known, card["name"]
