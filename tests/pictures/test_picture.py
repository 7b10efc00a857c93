"""What is in a picture, read from its XML."""

from __future__ import annotations

import itertools
import re

import pytest
from drawn import SVG, board, classes, groups, overlaps, parsed, permanent, placed, seen, texts

from conformance import pictures
from conformance.pictures import arrows

PHASED = """
alice:
  battlefield:
    - {card: Sandbar Crocodile, as: croc, phased: direct, tapped: true}
    - {card: Bonesplitter, as: axe, phased: indirect, attached_to: croc}
    - {card: Grizzly Bears, as: bears, tapped: true, counters: {stun: 2}, damage: 1}
    - {card: Holy Strength, as: aura, owner: bob, attached_to: bears}
bob: {battlefield: [{card: Hill Giant, as: giant, owner: alice}]}
"""


def test_direct_and_indirect_ghosts_differ_in_shape_colour_and_word() -> None:
    root = parsed(pictures.svg(seen(PHASED)))
    direct, indirect = groups(root)["Sandbar Crocodile (croc)"], groups(root)["Bonesplitter (axe)"]
    assert [each.attrib["class"] for each in direct.iter(f"{SVG}rect") if "o" in each.attrib["class"]] == ["o"]
    assert "phased out" in texts(direct)
    assert not list(direct.iter(f"{SVG}path"))
    outlines = [each for each in indirect.iter(f"{SVG}path") if each.attrib["class"] == "i"]
    assert len(outlines) == 1
    assert outlines[0].attrib["d"].count("L") == 3  # the corners are cut off
    assert "out with host" in texts(indirect)
    assert {"phased out directly", "phased out indirectly (with its host)"} <= set(texts(root))


def test_the_legend_has_what_is_there_and_no_more() -> None:
    assert not {"phased out directly", "tapped", "attacks"} & set(texts(parsed(pictures.svg(board(permanent("bears"))))))
    assert "tapped" in texts(parsed(pictures.svg(board(permanent("bears", tapped=True)))))
    assert "phased out (the engine does not say how)" in texts(parsed(pictures.svg(board(permanent("bears", phased="out")))))


def test_a_tapped_card_is_turned() -> None:
    cards = {card.permanent.id: card.box for card in placed(board(permanent("up"), permanent("turned", tapped=True))).cards}
    assert cards["up"].h > cards["up"].w
    assert cards["turned"].w > cards["turned"].h
    assert (cards["up"].w, cards["up"].h) == (cards["turned"].h, cards["turned"].w)


def test_attachments_are_tucked_under_their_hosts_nested_too() -> None:
    snapshot = board(
        permanent("ogre"),
        permanent("host"),
        permanent("shield", types=["Artifact"], attached_to="host"),
        permanent("rune", types=["Enchantment"], attached_to="shield", player="bob", controller="bob", owner="bob"),
    )
    cards = {card.permanent.id: card for card in placed(snapshot).cards}
    host, shield, rune = cards["host"], cards["shield"], cards["rune"]
    assert not host.tucked
    assert shield.tucked
    assert rune.tucked
    assert shield.box.overlaps(host.box)
    assert rune.box.y < shield.box.y < host.box.y
    assert rune.box.x > shield.box.x > host.box.x
    order = [card.permanent.id for card in placed(snapshot).cards]
    assert order.index("rune") < order.index("shield") < order.index("host")  # the host is drawn last, over them
    assert "bob's" in texts(groups(parsed(pictures.svg(snapshot)))["Grizzly Bears (rune)"])
    assert overlaps(placed(snapshot)) == []


def test_an_aura_on_a_player_lies_at_the_players_plate() -> None:
    snapshot = board(permanent("curse", "Curse", types=["Enchantment"], attached_to="bob"), permanent("giant", player="bob"))
    made = placed(snapshot)
    plate = next(plate.box for plate in made.plates if plate.side.player == "bob")
    cards = {card.permanent.id: card.box for card in made.cards}
    assert cards["giant"].y < cards["curse"].y < plate.y
    assert "alice's" in texts(groups(parsed(pictures.svg(snapshot)))["Curse"])


def test_attachments_in_a_ring_or_on_nothing_are_drawn_all_the_same() -> None:
    ring = board(permanent("a", attached_to="b"), permanent("b", attached_to="a"), permanent("c", attached_to="gone"))
    assert {card.permanent.id for card in placed(ring).cards} == {"a", "b", "c"}
    assert "on gone" in texts(parsed(pictures.svg(ring)))


def test_counters_damage_token_copy_face_down_and_owner_are_told() -> None:
    snapshot = seen(
        """
        alice:
          battlefield:
            - {card: Grizzly Bears, as: bears, counters: {stun: 2, +1/+1: 1}, damage: 1}
            - {card: Hill Giant, as: giant, owner: bob}
            - {card: Clone, as: clone, copy_of: Gray Ogre}
            - {card: Gray Ogre, as: morph, face_down: true}
            - {card: Grizzly Bears, as: tok, token: true}
        """
    )
    cards = groups(parsed(pictures.svg(snapshot)))
    bears = cards["Grizzly Bears (bears)"]
    assert {"stun ×2", "+1/+1", "damage 1", "3/3"} <= set(texts(bears))
    assert {"u", "g"} <= classes(bears)
    assert "owner: bob" in texts(cards["Hill Giant (giant)"])
    assert "copy" in texts(cards["Gray Ogre (clone)"])
    assert "printed as Clone" in (cards["Gray Ogre (clone)"].findtext(f"{SVG}title") or "")
    (hidden,) = [card for name, card in cards.items() if "morph" in name]
    assert "face down" in texts(hidden)
    assert "f" in classes(hidden)
    assert "token" in texts(cards["Grizzly Bears (tok)"])


@pytest.mark.parametrize(
    ("players", "width", "where"),
    [
        (("alice", "bob"), 900, [("bob", 0, 0), ("alice", 0, 1)]),
        (("alice", "bob", "carol"), 900, [("bob", 0, 0), ("carol", 1, 0), ("alice", 0, 1)]),
        (("alice", "bob", "carol", "dave"), 900, [("bob", 0, 0), ("carol", 1, 0), ("alice", 0, 1), ("dave", 1, 1)]),
        (("alice", "bob", "carol"), 390, [("carol", 0, 0), ("bob", 0, 1), ("alice", 0, 2)]),
    ],
)
def test_players_sit_around_the_table_clockwise(players: tuple[str, ...], width: int, where: list[tuple[str, int, int]]) -> None:
    made = placed(board(*(permanent(f"of_{player}", player=player) for player in players), players=players), width)
    columns = sorted({plate.box.x for plate in made.plates})
    rows = sorted({plate.box.y for plate in made.plates})
    got = sorted((plate.side.player, columns.index(plate.box.x), rows.index(plate.box.y)) for plate in made.plates)
    assert got == sorted(where)
    for plate, card in itertools.product(made.plates, made.cards):
        if card.permanent.side == plate.side.player:
            assert abs(card.box.y - plate.box.y) < 200


def test_planes_lie_between_the_players() -> None:
    made = seen(
        """
        players: [alice, bob, carol, dave]
        planechase:
          deck: shared
          controller: carol
          face_up: [{card: Krosa, as: here}, {card: Mutual Epiphany, as: event}]
          planar_deck: [Shiv, Gavony]
        """
    )
    root = parsed(pictures.svg(made))
    assert {"Krosa", "Mutual Epiphany", "planar deck", "2", "planar controller", "planar controller: carol"} <= set(texts(root))
    shape = placed(made)
    bob, alice = (next(plate.box for plate in shape.plates if plate.side.player == player) for player in ("bob", "alice"))
    assert [plane.plane.phenomenon for plane in shape.planes] == [False, True]
    assert all(bob.y + bob.h < plane.box.y and plane.box.y + plane.box.h < alice.y for plane in shape.planes)
    assert overlaps(shape) == []


def test_the_turn_its_steps_priority_and_day() -> None:
    snapshot = board(day_night="night", turn={"active": "bob", "step": "upkeep", "number": 8}, priority="alice")
    root = parsed(pictures.svg(snapshot))
    assert "Turn 8 · bob's turn · alice has priority" in texts(root)
    assert "night" in texts(root)
    assert [step for step, _, now in placed(snapshot).steps if now] == ["upkeep"]
    assert "first strike" not in texts(root)
    first = board(turn={"active": "bob", "step": "first_strike_damage", "number": 8}, priority=None)
    assert [step for step, _, now in placed(first).steps if now] == ["first strike"]
    assert "Turn 8 · bob's turn · nobody has priority" in texts(parsed(pictures.svg(first)))


def test_an_engine_that_does_not_tell_who_has_priority_is_not_said_to_say_nobody() -> None:
    snapshot = board()
    del snapshot["priority"]
    assert "priority" not in pictures.svg(snapshot)
    assert "priority" not in pictures.text(snapshot)


def test_arrows_of_combat_and_of_targets() -> None:
    snapshot = board(
        permanent("wurm", attacking="bob", blocked=True),
        permanent("ogre", attacking="walker"),
        permanent("wall", player="bob", blocking=["wurm"]),
        permanent("walker", player="bob", types=["Planeswalker"]),
        stack=(
            {"id": "bolt", "source": "bolt", "controller": "bob", "card": "Shock", "ability": None, "targets": ["ogre"]},
            {"id": "~1", "source": "wurm", "controller": "alice", "card": None, "ability": "a1", "targets": ["nobody"]},
        ),
    )
    kinds = [arrow.kind for arrow in arrows.of(placed(snapshot))]
    assert sorted(kinds) == [arrows.ATTACKS, arrows.ATTACKS, arrows.AIMS, arrows.BLOCKS]
    root = parsed(pictures.svg(snapshot))
    assert {"attacks", "blocks", "targets", "The stack, top first", "1. Shock", "2. Grizzly Bears (wurm)"} <= set(texts(root))
    assert any(text.startswith("spell of bob → Grizzly Bears (ogre)") for text in texts(root))
    assert overlaps(placed(snapshot)) == []


def test_hands_are_named_while_they_are_small_and_counted_otherwise() -> None:
    cards = [{"id": f"card_{n}", "card": "Opt", "zone": "hand", "owner": "alice"} for n in range(7)]
    snapshot = board(*cards)
    snapshot["players"]["alice"]["hand"] = [card["id"] for card in cards[:2]]
    snapshot["players"]["bob"]["hand"] = [card["id"] for card in cards]
    said = texts(parsed(pictures.svg(snapshot)))
    assert "hand 2: Opt, Opt · library 0" in said
    assert "hand 7 · library 0" in said


def test_many_that_look_the_same_are_drawn_once_with_their_number() -> None:
    lands = [permanent(f"alice_battlefield_{n}", "Forest", types=["Land"], tapped=n < 4) for n in range(9)]
    made = placed(board(*lands, permanent("named", "Forest", types=["Land"])))
    assert sorted(card.permanent.count for card in made.cards) == [1, 4, 5]
    assert {"×4", "×5"} <= set(texts(parsed(pictures.svg(board(*lands)))))


def test_what_an_engine_leaves_out_is_not_drawn() -> None:
    bare = {"players": {"alice": {}, "bob": {}}, "objects": [{"id": "thing", "zone": "battlefield"}]}
    root = parsed(pictures.svg(bare))
    assert "thing" in texts(root)
    assert not [text for text in texts(root) if "None" in text or "life" in text or "hand" in text]
    assert "thing" in pictures.text(bare)
    nothing: dict[str, object] = {"players": {}, "objects": []}
    parsed(pictures.svg(nothing))
    assert pictures.text(nothing)


def test_names_that_are_given_are_used() -> None:
    root = parsed(pictures.svg(board(permanent("~7", "Saproling")), names={"~7": "the token"}))
    assert "the token" in texts(root)


def test_the_style_can_be_left_to_the_page() -> None:
    root = parsed(pictures.svg(board(), styled=False))
    assert root.find(f"{SVG}style") is None
    assert all(rule.removeprefix("@media(prefers-color-scheme:dark){").startswith(".mtgb") for rule in pictures.STYLE.split("}") if rule)
    assert pictures.dark_under("[data-theme=dark]").startswith("[data-theme=dark] .mtgb")


def test_no_two_classes_differ_in_case_only() -> None:
    # On a page without a doctype browsers take no notice of case in the names of classes.
    names = set(re.findall(r"\.([A-Za-z]+)(?=[ ,{])", pictures.STYLE))
    assert len({name.lower() for name in names}) == len(names) > 30
    crowd = seen(
        """
        planechase: {face_up: [{card: Krosa, as: face}]}
        alice: {battlefield: [{card: Sandbar Crocodile, as: croc, phased: direct}, {card: Grizzly Bears, tapped: true}, Forest]}
        """
    )
    assert classes(parsed(pictures.svg(crowd))) - {"mtgb"} <= names


def test_a_face_down_card_is_a_card_and_keeps_how_the_case_calls_it() -> None:
    snapshot = board(permanent("mystery", None, face_down=True), permanent("nameless", None), permanent("thing_7", None, face_down=True))
    names = {name for name in groups(parsed(pictures.svg(snapshot))) if name}
    assert {"a card (mystery)", "nameless", "a card"} <= names
    assert "  a card (mystery) 2/2, face down" in pictures.text(snapshot)
    assert "  nameless 2/2\n" in pictures.text(snapshot)
