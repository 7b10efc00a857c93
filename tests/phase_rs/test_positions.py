"""Positions that the engine is put into, as it reports them itself, and positions that it cannot take."""

from __future__ import annotations

from typing import Any

import pytest
from table import Table


@pytest.mark.parametrize(
    ("permanent", "field", "value"),
    [
        ("{card: Hill Giant, as: x, tapped: true}", "tapped", True),
        ("{card: Hill Giant, as: x, damage: 2}", "damage", 2),
        ("{card: Hill Giant, as: x, sick: true}", "sick", True),
        ("{card: Hill Giant, as: x}", "sick", False),
        ("{card: Hill Giant, as: x, token: true}", "token", True),
        ("{card: Hill Giant, as: x, counters: {stun: 2, '+1/+1': 1}}", "counters", {"stun": 2, "+1/+1": 1}),
        ("{card: Hill Giant, as: x, owner: bob}", "owner", "bob"),
        ("{card: Hill Giant, as: x, control: {player: bob, until: end_of_turn}}", "controller", "bob"),
        ("{card: Hill Giant, as: x, phased: direct, tapped: true}", "phased", "direct"),
        ("{card: Jace Beleren, as: x}", "counters", {"loyalty": 3}),
        ("{card: Jace Beleren, as: x, loyalty: 5}", "counters", {"loyalty": 5}),
        ("{card: Tavern Ruffian, as: x, transformed: true}", "power", 6),
        ("{card: Brine Elemental, as: x, face_down: true}", "power", 2),
    ],
)
def test_a_permanent_is_put_down_as_it_is(table: Table, permanent: str, field: str, value: Any) -> None:
    table.sit_down(f"{{alice: {{battlefield: [{permanent}]}}}}")
    assert table.object("x")[field] == value


def test_attachments_work_at_once_whoever_controls_them(table: Table) -> None:
    table.sit_down(
        "{players: [alice, bob, carol],"
        " alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Curse of Death's Hold, attached_to: bob}]},"
        " bob: {battlefield: [{card: Bonesplitter, as: axe, attached_to: giant}, {card: Gray Ogre, as: ogre}]},"
        " carol: {battlefield: [{card: Holy Strength, as: strength, attached_to: giant}]}}"
    )
    assert (table.object("giant")["power"], table.object("giant")["toughness"]) == (6, 5)
    assert (table.object("axe")["controller"], table.object("axe")["attached_to"]) == ("bob", "giant")
    assert table.object("ogre")["power"] == 1


def test_a_control_aura_gives_control_and_no_summoning_sickness(table: Table) -> None:
    table.sit_down(
        "{alice: {battlefield: [{card: Control Magic, attached_to: giant}]}, bob: {battlefield: [{card: Hill Giant, as: giant}]}}"
    )
    assert (table.object("giant")["controller"], table.object("giant")["owner"], table.object("giant")["sick"]) == ("alice", "bob", False)


def test_a_control_aura_that_is_out_gives_control_of_nothing(table: Table) -> None:
    table.sit_down(
        "{alice: {battlefield: [{card: Control Magic, phased: direct, attached_to: giant}]},"
        " bob: {battlefield: [{card: Hill Giant, as: giant}]}}"
    )
    assert table.object("giant")["controller"] == "bob"


def test_indirect_phasing_is_put_down_with_its_host(table: Table) -> None:
    table.sit_down(
        "{alice: {battlefield: [{card: Hill Giant, as: giant, phased: direct},"
        " {card: Bonesplitter, as: axe, attached_to: giant, phased: indirect}]}}"
    )
    giant, axe = table.object("giant"), table.object("axe")
    assert (giant["phased"], axe["phased"], axe["attached_to"]) == ("direct", "indirect", "giant")
    assert "power" not in giant


def test_turn_life_zones_and_day(table: Table) -> None:
    table.sit_down(
        "{turn: {active: bob, step: end, number: 8}, day_night: night, alice: {life: 7, hand: [Shock], library: [Island, Swamp],"
        " graveyard: [Fog], exile: [Unsummon]}, bob: {lands_played: 1}}"
    )
    seen = table.adapter.observe()
    assert seen["turn"] == {"active": "bob", "step": "end", "number": 8}
    assert (seen["priority"], seen["day_night"]) == ("bob", "night")
    alice = seen["players"]["alice"]
    cards = {entry["id"]: entry["card"] for entry in seen["objects"]}
    assert alice["life"] == 7
    assert [[cards[number] for number in alice[zone]] for zone in ("hand", "library", "graveyard", "exile")] == [
        ["Shock"], ["Island", "Swamp"], ["Fog"], ["Unsummon"],
    ]  # fmt: skip
    assert seen["players"]["bob"]["lands_played"] == 1


def test_a_shared_planar_deck(table: Table) -> None:
    table.sit_down("{planechase: {face_up: [{card: Krosa, as: krosa}], planar_deck: [{card: Shiv, as: shiv}], roll_actions_this_turn: 2}}")
    planechase = table.adapter.observe()["planechase"]
    assert planechase == {"controller": "alice", "face_up": ["krosa"], "next_roll_cost": 2, "planar_deck": ["shiv"]}
    assert table.object("krosa")["zone"] == "command"


@pytest.mark.parametrize(
    ("given", "feature"),
    [
        ("{planechase: {deck: own, face_up: [Krosa]}, alice: {planar_deck: [Shiv]}}", "planechase_own_decks"),
        ("{planechase: {deck: shared, face_up: [Krosa], planar_deck: []}}", "planechase"),
        ("{turn: {step: first_strike_damage}}", "set_step"),
        ("{players: [alice, bob, carol, dave], teams: [[alice, bob], [carol, dave]], variant: two_headed_giant}", "teams"),
        ("{alice: {battlefield: [{card: Hill Giant, phased: {kind: direct, under: bob}}]}}", "set_phased_under"),
        ("{alice: {battlefield: [{card: Grizzly Bears, copy_of: Hill Giant}]}}", "set_copy"),
    ],
)
def test_what_the_engine_cannot_take_is_told(table: Table, given: str, feature: str) -> None:
    reply = table.begin(given)
    assert reply["unsupported"]["kind"] == "feature"
    assert reply["unsupported"]["name"] == feature
    assert reply["unsupported"]["reason"]


def test_nothing_is_left_of_the_game_before(table: Table) -> None:
    table.sit_down("{alice: {life: 3, battlefield: [{card: Hill Giant, as: giant}]}, day_night: day}")
    table.sit_down("{alice: {battlefield: [{card: Gray Ogre, as: ogre}]}}")
    seen = table.adapter.observe()
    assert [entry["id"] for entry in seen["objects"] if entry["zone"] == "battlefield"] == ["ogre"]
    assert (seen["day_night"], seen["players"]["alice"]["life"]) == ("neither", 20)


def test_a_position_that_the_engine_changes_is_no_verdict(table: Table) -> None:
    from conformance.engines.phase_rs.check import check
    from conformance.engines.phase_rs.problems import Unsupported

    table.sit_down("{alice: {battlefield: [{card: Hill Giant, as: giant}]}}")
    play = table.adapter._game()
    asked = {**play.state, "day_night": "Day"}
    check(play.state, play.state, play.ids)
    with pytest.raises(Unsupported, match="day_night"):
        check(asked, play.state, play.ids)


def test_a_plane_is_face_up_and_the_planar_deck_is_face_down(table: Table) -> None:
    table.sit_down("{planechase: {face_up: [{card: Krosa, as: krosa}], planar_deck: [{card: Tazeem, as: tazeem}]}}")
    assert (table.object("krosa")["face_down"], table.object("tazeem")["face_down"]) == (False, True)


def test_of_a_shared_planar_deck_the_planar_controller_is_the_owner(table: Table) -> None:
    table.sit_down("{planechase: {controller: alice, face_up: [{card: Krosa, as: krosa, owner: bob}], planar_deck: [Tazeem]}}")
    assert table.object("krosa")["owner"] == "alice"
