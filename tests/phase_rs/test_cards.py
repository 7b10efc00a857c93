"""Which cards the adapter gives the engine, and why it leaves others out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from table import Table

from conformance.engines.phase_rs.corpus import PATH_VARIABLE, Corpus
from conformance.engines.phase_rs.problems import NotInstalled

ANGEL = {
    "name": "Specimen Angel", "cost": "{3}{W}", "types": ["Creature"], "subtypes": ["Angel"], "supertypes": [], "power": "4",
    "toughness": "3", "text": "Flying\nPhasing", "keywords": ["flying", "phasing"],
}  # fmt: skip


def unsupported(table: Table, card: str, cards: dict[str, object] | None = None) -> dict[str, str]:
    reply = table.begin(f"{{alice: {{hand: [{json.dumps(card)}]}}}}", cards)
    assert "unsupported" in reply, reply
    found: dict[str, str] = reply["unsupported"]
    return found


def test_a_real_card_has_its_characteristics(table: Table) -> None:
    table.sit_down("{alice: {battlefield: [{card: Sandbar Crocodile, as: croc}]}}")
    croc = table.object("croc")
    assert (croc["card"], croc["power"], croc["toughness"], croc["types"], croc["subtypes"]) == (
        "Sandbar Crocodile",
        6,
        5,
        ["Creature"],
        ["Crocodile"],
    )
    assert (croc["colors"], croc["keywords"]) == (["blue"], ["phasing"])


def test_a_card_that_nobody_knows(table: Table) -> None:
    assert unsupported(table, "No Such Card") == {"kind": "card", "name": "No Such Card", "reason": "not among the known card texts"}


def test_a_card_that_the_engine_did_not_understand(table: Table) -> None:
    found = unsupported(table, "Time and Tide")
    assert (found["kind"], found["name"]) == ("card", "Time and Tide")
    assert "did not understand" in found["reason"]


def test_a_card_that_needs_a_coin(table: Table) -> None:
    assert unsupported(table, "Frenetic Efreet")["kind"] == "feature"


def test_an_invented_card_is_made_from_its_text(table: Table) -> None:
    table.sit_down("{alice: {battlefield: [{card: Specimen Angel, as: angel}]}}", {"Specimen Angel": ANGEL})
    angel = table.object("angel")
    assert (angel["power"], angel["toughness"], angel["colors"]) == (4, 3, ["white"])
    assert sorted(angel["keywords"]) == ["flying", "phasing"]


def test_an_invented_card_may_differ_from_case_to_case(table: Table) -> None:
    table.sit_down("{alice: {battlefield: [{card: Specimen Angel, as: angel}]}}", {"Specimen Angel": {**ANGEL, "power": "7"}})
    assert table.object("angel")["power"] == 7
    table.sit_down("{alice: {battlefield: [{card: Specimen Angel, as: angel}]}}", {"Specimen Angel": ANGEL})
    assert table.object("angel")["power"] == 4


def test_an_invented_card_without_its_text_is_another_card(table: Table) -> None:
    mute = {**ANGEL, "text": "", "definition": {"abilities": [{"keyword": "flying"}]}}
    assert "no text" in unsupported(table, "Specimen Angel", {"Specimen Angel": mute})["reason"]


def test_atomic_cards_of_mtgjson_do_as_well(tmp_path: Path) -> None:
    front = {"name": "Day // Night", "faceName": "Day", "side": "a", "layout": "transform", "types": ["Creature"], "type": "Creature"}
    back = {**front, "faceName": "Night", "side": "b"}
    path = tmp_path / "AtomicCards.json"
    path.write_text(json.dumps({"meta": {}, "data": {"Day // Night": [back, front]}}))
    faces = Corpus(path).faces("Day")
    assert faces is not None
    assert [face.faceName for face in faces] == ["Day", "Night"]


def test_a_file_that_is_no_corpus_is_named_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cards.json"
    path.write_text('{"data": 3}')
    with pytest.raises(NotInstalled, match=r"cards\.json"):
        Corpus(path)
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "missing.json"))
    with pytest.raises(NotInstalled, match=r"missing\.json"):
        Corpus()
