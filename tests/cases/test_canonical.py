"""The canonical position: defaults, ids, the order of permanents, phase status (docs/protocol.md, GIVEN)."""

from __future__ import annotations

from typing import Any

from case_texts import HEAD, check, position


def given_of(text: str) -> dict[str, Any]:
    cases, problems = check(position(text, "resolve: top"))
    assert problems == []
    return cases[0].given


def test_the_default_is_a_quiet_game_of_two() -> None:
    cases, problems = check(HEAD + "  script: [pass: alice]\n")
    assert problems == []
    given = cases[0].given
    assert given["players"] == ["alice", "bob"]
    assert given["turn"] == {"active": "alice", "step": "precombat_main", "number": 3}
    assert given["previous_turn"] == {"active": "bob", "spells_cast": 0}
    assert given["this_turn"] == {"spells_cast": {"alice": 0, "bob": 0}}
    assert (given["teams"], given["variant"], given["day_night"], given["planechase"], given["battlefield"]) == ([], None, None, None, [])
    assert given["range_of_influence"] is None
    for player in ("alice", "bob"):
        seat = given["seats"][player]
        assert seat["life"] == 20
        assert [entry["card"] for entry in seat["library"]] == ["Forest"] * 10
        assert seat["library"][2]["id"] == f"{player}_library_3"
        assert [seat[zone] for zone in ("hand", "graveyard", "exile", "command", "planar_deck")] == [[]] * 5
        assert (seat["counters"], seat["lands_played"]) == ({}, 0)


def test_no_turn_is_anybodys_first_unless_it_says_so() -> None:
    given = given_of("players: [alice, bob, carol]\nturn: {active: carol}")
    assert given["turn"]["number"] == 6
    assert given["previous_turn"]["active"] == "bob"
    assert given_of("players: [alice, bob, carol]")["previous_turn"]["active"] == "carol"
    assert given_of("turn: {number: 1}")["turn"]["number"] == 1
    assert given_of("turn: {step: pregame}")["turn"]["number"] == 1


def test_teams_take_turns_together() -> None:
    given = given_of("players: [a, b, c, d]\nteams: [[a, b], [c, d]]\nvariant: two_headed_giant\nturn: {active: c}")
    assert given["turn"]["number"] == 4
    assert given["previous_turn"]["active"] == "a"
    assert given["seats"]["a"]["life"] == 30


def test_permanents_come_by_seat_and_then_as_listed() -> None:
    given = given_of("bob: {battlefield: [Gray Ogre, {card: Forest, count: 2}]}\nalice: {battlefield: [Grizzly Bears]}")
    order = [(entry["id"], entry["controller"]) for entry in given["battlefield"]]
    assert order == [("grizzly_bears", "alice"), ("gray_ogre", "bob"), ("bob_battlefield_2", "bob"), ("bob_battlefield_3", "bob")]


def test_a_permanent_has_every_field() -> None:
    entry = "{card: Jace Beleren, as: jace, owner: bob, loyalty: 2, tapped: true, exerted: bob, control: {player: bob, until: end_of_turn}}"
    permanent = given_of(f"alice:\n  battlefield:\n    - {entry}")["battlefield"][0]
    assert permanent == {
        "id": "jace", "card": "Jace Beleren", "controller": "alice", "owner": "bob", "tapped": True,
        "phased": {"status": "in", "under": None}, "attached_to": None, "counters": {"loyalty": 2},
        "damage": 0, "sick": False, "token": False, "face_down": False,
        "transformed": False, "bestowed": False, "exerted": "bob", "control": {"player": "bob", "until": "end_of_turn"},
    }  # fmt: skip


def test_phased_out_under_defaults_to_the_section_and_to_the_host() -> None:
    given = given_of(
        "alice:\n  battlefield:\n    - {card: Gray Ogre, as: ogre, phased: {kind: direct, under: bob}}\n"
        "    - {card: Grizzly Bears, phased: direct}\n"
        "bob:\n  battlefield:\n    - {card: Bonesplitter, as: axe, attached_to: ogre, phased: indirect}\n"
        "    - {card: Holy Strength, attached_to: axe, phased: indirect}"
    )
    phased = {entry["id"]: entry["phased"] for entry in given["battlefield"]}
    assert phased["ogre"] == {"status": "direct", "under": "bob"}
    assert phased["grizzly_bears"] == {"status": "direct", "under": "alice"}
    assert phased["axe"] == phased["holy_strength"] == {"status": "indirect", "under": "bob"}


def test_an_indirect_one_follows_its_host_not_its_own_section() -> None:
    given = given_of(
        "alice: {battlefield: [{card: Gray Ogre, as: ogre, phased: direct}]}\n"
        "bob: {battlefield: [{card: Bonesplitter, attached_to: ogre, phased: indirect}]}"
    )
    assert given["battlefield"][1]["phased"] == {"status": "indirect", "under": "alice"}


def test_names_by_card_only_where_one_entry_asks_for_it() -> None:
    given = given_of(
        "alice: {hand: [Forest, Unsummon, Gray Ogre], battlefield: [{card: Grizzly Bears, as: gray_ogre}]}\n"
        "bob: {hand: [Forest, Tavern Ruffian]}"
    )
    ids = [entry["id"] for player in ("alice", "bob") for entry in given["seats"][player]["hand"]]
    assert ids == ["alice_hand_1", "unsummon", "alice_hand_3", "bob_hand_1", "tavern_ruffian"]


def test_a_name_that_the_script_gives_is_no_entrys() -> None:
    text = position("alice: {hand: [Gray Ogre]}", "alice: {cast: Gray Ogre, as: gray_ogre}", "expect: {gray_ogre: {zone: stack}}")
    cases, problems = check(text)
    assert problems == []
    assert cases[0].given["seats"]["alice"]["hand"][0]["id"] == "alice_hand_1"
    assert cases[0].names == []


def test_ids_never_clash_with_names() -> None:
    given = given_of("alice: {hand: [{card: Unsummon, as: alice_library_1}]}")
    ids = [entry["id"] for zone in ("hand", "library") for entry in given["seats"]["alice"][zone]]
    assert len(set(ids)) == 11


def test_planechase_has_its_defaults() -> None:
    given = given_of("turn: {active: bob}\nplanechase: {face_up: [Krosa], planar_deck: [Tazeem]}")
    assert given["planechase"] == {
        "deck": "shared",
        "controller": "bob",
        "roll_actions_this_turn": 0,
        "construction": None,
        "face_up": [{"id": "krosa", "card": "Krosa", "owner": "bob", "counters": {}}],
        "planar_deck": [{"id": "tazeem", "card": "Tazeem"}],
    }


def test_a_token_that_is_a_copy_needs_no_card() -> None:
    permanent = given_of("alice: {battlefield: [{token: true, copy_of: Gray Ogre, as: copy}]}")["battlefield"][0]
    assert (permanent["card"], permanent["copy_of"], permanent["token"]) == ("Gray Ogre", "Gray Ogre", True)
