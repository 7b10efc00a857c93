"""Functions with many branches, called as the rules call them: untapping under limits, targets, planar decks, leaving, the legend rule."""

from __future__ import annotations

from itertools import combinations

import pytest
from board import NEWEST, game, pass_until, permanent, planes, position, seen
from hypothesis import given
from hypothesis import strategies as st
from wild import examples

from reference_engine import planechase, untap_step
from reference_engine.errors import Illegal, Refused
from reference_engine.setup import new_game
from reference_engine.targets import distribute

# --- the untap step (rule 502.3) ------------------------------------------------------------------------------------------------------


class Limit:
    """As the rules have it: not more than so many of some objects."""

    def __init__(self, covered, at_most):
        self.covered = covered
        self.at_most = at_most

    def covers(self, obj):
        return obj in self.covered


class Thing:
    def __init__(self, id_):
        self.id = id_


@given(st.data())
@examples(80)
def test_a_legal_set_breaks_no_limit_and_leaves_out_only_what_may_or_must_stay(data):
    """Rule 502.3 told in another way: a set is legal if it obeys the limits, and nothing that has to untap could be added to it."""
    choice = [Thing(f"t{n}") for n in range(data.draw(st.integers(1, 5)))]
    optional = [thing for thing in choice if data.draw(st.booleans())]
    limits = [
        Limit([thing for thing in choice if data.draw(st.booleans())], data.draw(st.integers(0, 3)))
        for _ in range(data.draw(st.integers(0, 2)))
    ]

    def obeys(picked):
        return all(sum(limit.covers(thing) for thing in picked) <= limit.at_most for limit in limits)

    sets = [picked for count in range(len(choice) + 1) for picked in combinations(choice, count)]
    legal = {picked for picked in sets if untap_step._problem(list(picked), choice, optional, limits) is None}
    assert legal, "there is always something that can be done"
    for picked in sets:
        forced = [thing for thing in choice if thing not in picked and thing not in optional]
        assert (picked in legal) is (obeys(picked) and not any(obeys((*picked, thing)) for thing in forced))


def limited(*limits):
    game_ = game(
        *(permanent(limit.lower().replace(" ", "_"), limit, "carol") for limit in limits),
        *(permanent(f"f{n}", "Forest", "bob", tapped=True) for n in (1, 2)), permanent("bear", "Bear", "bob", tapped=True),
        players=("alice", "bob", "carol"), step="end",
    )  # fmt: skip
    pass_until(game_, "bob", "upkeep")
    return game_


def untapped(game_, *ids):
    return {id_ for id_ in ids if not seen(game_, id_).tapped}


def test_a_limit_asks_which_and_takes_neither_more_nor_fewer():
    game_ = limited("Limit Lands")
    assert game_.pending.kind == "choose_untap"
    assert set(game_.pending.options()) == {"f1", "f2"}
    for answer in (["f1", "f2"], [], ["bear"], ["f1", "f1"]):
        with pytest.raises(Illegal):
            game_.act("bob", answer={"choose_untap": answer})
    game_.act("bob", answer={"choose_untap": ["f2"]})
    assert untapped(game_, "f1", "f2", "bear") == {"f2", "bear"}


def test_two_limits_are_one_decision():
    game_ = limited("Limit Lands", "Limit All")
    assert set(game_.pending.options()) == {"f1", "f2", "bear"}
    with pytest.raises(Illegal, match="bear"):
        game_.act("bob", answer={"choose_untap": ["f1"]})
    game_.act("bob", answer={"choose_untap": ["f1", "bear"]})
    assert untapped(game_, "f1", "f2", "bear") == {"f1", "bear"}


def test_a_limit_that_does_not_bite_asks_nothing():
    game_ = game(permanent("limit", "Limit Lands"), permanent("f1", "Forest", "bob", tapped=True), step="end")
    pass_until(game_, "bob", "upkeep")
    assert game_.pending.kind == "priority"
    assert untapped(game_, "f1") == {"f1"}


def test_what_is_phased_out_limits_nothing_and_is_not_counted():
    game_ = game(
        permanent("limit", "Limit Lands", phased="direct"), permanent("f1", "Forest", "bob", tapped=True),
        permanent("f2", "Forest", "bob", tapped=True), step="end",
    )  # fmt: skip
    pass_until(game_, "bob", "upkeep")
    assert untapped(game_, "f1", "f2") == {"f1", "f2"}


# --- targets (rule 601.2c) ------------------------------------------------------------------------------------------------------------


A, B, C = Thing("a"), Thing("b"), Thing("c")


@pytest.mark.parametrize(
    ("slots", "ids", "dealt"),
    [
        ([(1, 1, [A, B])], ["b"], [[B]]),
        ([(1, 1, ["alice", A])], ["alice"], [["alice"]]),
        ([(0, 1, [A])], [], [[]]),
        ([(0, None, [A, B, C])], ["c", "a"], [[C, A]]),
        ([(1, 1, [A]), (1, 1, [A, B])], ["a", "a"], [[A], [A]]),
        ([(0, 2, [A, B]), (1, 1, [C])], ["c"], [[], [C]]),
        ([(0, 2, [A, B]), (1, 1, [C])], ["a", "b", "c"], [[A, B], [C]]),
        ([(0, 2, [A, B, C]), (1, 1, [C])], ["a", "c"], [[A], [C]]),
        ([], [], []),
    ],
)
def test_targets_are_dealt_out_in_order(slots, ids, dealt):
    assert distribute(None, slots, ids) == dealt


@pytest.mark.parametrize(
    ("slots", "ids"),
    [
        ([(1, 1, [A])], []),
        ([(1, 1, [A])], ["b"]),
        ([(1, 1, [A])], ["a", "a"]),
        ([(2, 2, [A, B])], ["a", "a"]),
        ([(0, 1, [A])], ["b"]),
        ([(0, 1, [A, B])], ["a", "b"]),
        ([(1, 1, [A]), (1, 1, [B])], ["a"]),
        ([(1, 1, [A]), (1, 1, [B])], ["b", "a"]),
        ([], ["a"]),
    ],
)
def test_targets_that_do_not_fit_are_refused(slots, ids):
    with pytest.raises(Illegal) as refused:
        distribute(None, slots, ids)
    assert refused.value.reason == "target"


# --- planes and phenomena (rules 701.31, 901) -----------------------------------------------------------------------------------------


def names(cards):
    return [card.name for card in cards]


def test_planeswalking_turns_the_old_under_the_deck_and_the_top_up():
    game_ = game(planechase=planes(deck=("Plane B", "Plane C")))
    planechase.planeswalk(game_, "alice", "701.31b")
    assert names(game_.planes.face_up) == ["Plane B"]
    assert names(reversed(game_.planes.common)) == ["Plane C", "Plane A"]
    planechase.planeswalk(game_, "alice", "701.31b")
    planechase.planeswalk(game_, "alice", "701.31b")
    assert names(game_.planes.face_up) == ["Plane A"]
    assert names(reversed(game_.planes.common)) == ["Plane B", "Plane C"]


def test_a_card_turned_down_and_up_again_is_a_new_object():
    game_ = game(planechase=planes(deck=("Plane B",)))
    before = seen(game_, "up1")
    planechase.planeswalk(game_, "alice", "701.31b")
    planechase.planeswalk(game_, "alice", "701.31b")
    assert seen(game_, "up1") in game_.planes.face_up
    assert seen(game_, "up1") is not before
    assert not before.exists
    assert seen(game_, "up1").incarnation > before.incarnation


def test_with_own_decks_each_card_goes_under_its_owners_deck():
    decks = {"alice": {"planar_deck": [{"id": "a1", "card": "Plane B"}]}, "bob": {"planar_deck": [{"id": "b1", "card": "Plane C"}]}}
    game_ = game(planechase=planes("alice"), step="end", **decks)
    pass_until(game_, "bob", "precombat_main")
    assert game_.planes.controller == "bob"
    planechase.planeswalk(game_, "bob", "701.31b")
    assert names(game_.planes.face_up) == ["Plane C"]
    assert names(reversed(game_.planes.decks["alice"])) == ["Plane B", "Plane A"]
    assert game_.planes.decks["bob"] == []


def test_only_the_planar_controller_planeswalks():
    game_ = game(planechase=planes(deck=("Plane B",)))
    planechase.planeswalk(game_, "bob", "701.31b")
    assert names(game_.planes.face_up) == ["Plane A"]


def test_with_an_empty_deck_nothing_is_face_up_but_what_was():
    game_ = game(planechase=planes(deck=()))
    planechase.planeswalk(game_, "alice", "701.31b")
    assert len(game_.planes.face_up) + len(game_.planes.common) == 1


def test_the_starting_plane_is_a_plane():
    """Rule 901.5: phenomena on top go to the bottom, in order, and nothing triggers."""
    game_ = game(planechase=planes(face_up=(), deck=("Event", "Event Two", "Plane B", "Plane C")), step="pregame")
    game_.act("alice", {"type": "begin"})
    assert names(game_.planes.face_up) == ["Plane B"]
    assert names(reversed(game_.planes.common)) == ["Plane C", "Event", "Event Two"]
    assert game_.life["alice"] == 20
    assert game_.stack == []


def test_a_phenomenon_stays_until_its_ability_has_left_the_stack():
    """Rules 312.5, 704.6f."""
    game_ = game(planechase=planes(deck=("Event", "Plane B")))
    game_.act("alice", {"type": "roll_planar_die", "faces": ["planeswalker"]})
    for player in ("alice", "bob"):
        game_.act(player, {"type": "pass"})
    assert names(game_.planes.face_up) == ["Event"]
    assert [item.source.name for item in game_.stack] == ["Event"]
    for player in ("alice", "bob"):
        game_.act(player, {"type": "pass"})
    assert game_.life["alice"] == 25
    assert names(game_.planes.face_up) == ["Plane B"]
    assert names(reversed(game_.planes.common)) == ["Plane A", "Event"]


def test_a_roll_that_is_granted_no_mana_is_paid_from_the_pool():
    """Rule 901.9: the first roll of a turn costs nothing, the second one mana, and so on."""
    forests = [permanent(f"f{n}", "Forest") for n in (1, 2)]
    game_ = game(*forests, planechase=planes(deck=("Plane B",)))
    roll = {"type": "roll_planar_die", "faces": ["blank"], "mana": "none"}
    game_.act("alice", roll)
    with pytest.raises(Illegal) as refused:
        game_.act("alice", roll)
    assert refused.value.reason == "cost"
    game_.act("alice", {"type": "activate", "object": "f1"})
    game_.act("alice", roll)
    assert sum(game_.mana_pool["alice"].values()) == 0
    game_.act("alice", {"type": "activate", "object": "f2"})
    with pytest.raises(Illegal):
        game_.act("alice", roll)
    game_.act("alice", {**roll, "mana": "granted"})
    assert sum(game_.mana_pool["alice"].values()) == 1


def test_the_planar_die_is_a_restriction_where_there_is_no_planechase_game():
    """Rule 901.9. No case says it, since in such a game nothing could show that the same kind of action is accepted."""
    game_ = game()
    with pytest.raises(Illegal) as refused:
        game_.act("alice", {"type": "roll_planar_die", "faces": ["blank"]})
    assert refused.value.reason == "restriction"


@pytest.mark.parametrize("faces", [["heads"], ["blank", "blank"], []])
def test_faces_that_no_die_shows_are_refused(faces):
    """A case cannot even name a face that there is not."""
    game_ = game(planechase=planes(deck=("Plane B",)))
    with pytest.raises(Illegal) as refused:
        game_.act("alice", {"type": "roll_planar_die", "faces": faces})
    assert refused.value.reason == "choice"


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (["Plane A"] + [f"Plane {letter}" for letter in "BCDE"], "too_few_cards"),
        (["Event", "Event Two", "Plane A"] * 7, "too_many_phenomena"),
        (["Plane A"] * 21, "same_name"),
        (["Plane A"] * 20 + ["Bear"], "wrong_card"),
    ],
)
def test_an_illegal_planar_deck_is_refused_with_its_reason(deck, reason):
    """Rule 901.15a."""
    from board import CARDS, NEWEST, cards, position

    given_planes = {**planes(face_up=(), deck=()), "planar_deck": cards("d", *deck), "construction": "checked"}
    with pytest.raises(Refused) as refused:
        new_game(position(planechase=given_planes), CARDS, NEWEST)
    assert refused.value.reason == reason


# --- leaving the game (rule 800.4) ----------------------------------------------------------------------------------------------------


THREE = ("alice", "bob", "carol")


def test_all_that_a_player_owns_leaves_and_what_they_control_is_exiled():
    game_ = game(
        permanent("own", "Bear"), permanent("lent", "Bear", "bob", owner="alice"), permanent("borrowed", "Giant", "alice", owner="carol"),
        permanent("aura", "Strength", attached_to="borrowed"), permanent("kept", "Giant", "bob"),
        players=THREE, alice={"hand": [{"id": "h", "card": "Bolt"}]},
    )  # fmt: skip
    events = game_.act("alice", {"type": "concede"})
    assert [id_ for id_ in ("own", "lent", "aura", "h") if game_.find(id_) is not None] == []
    assert seen(game_, "borrowed").zone == "exile"
    assert seen(game_, "borrowed") in game_.zone("carol", "exile")
    assert seen(game_, "kept").zone == "battlefield"
    assert game_.players == ["bob", "carol"]
    assert [event.fields["player"] for event in events if event.kind == "left_game"] == ["alice"]


def test_priority_goes_to_the_next_player_when_its_holder_leaves():
    game_ = game(players=THREE)
    game_.act("alice", {"type": "concede"})
    assert game_.pending.player == "bob"
    game_.act("carol", {"type": "concede"})
    assert game_.pending is None
    assert game_.over


def test_the_spell_of_a_player_who_left_is_gone_and_that_of_another_resolves():
    hands = {player: {"hand": [{"id": f"{player}_bolt", "card": "Bolt"}]} for player in ("alice", "bob")}
    game_ = game(players=THREE, **hands)
    game_.act("alice", {"type": "cast", "object": "alice_bolt", "targets": ["carol"]})
    game_.act("alice", {"type": "pass"})
    game_.act("bob", {"type": "cast", "object": "bob_bolt", "targets": ["carol"]})
    game_.act("alice", {"type": "concede"})
    assert [item.controller for item in game_.stack] == ["bob"]
    game_.act("bob", {"type": "pass"})
    game_.act("carol", {"type": "pass"})
    assert game_.life["carol"] == 17


def test_who_leaves_while_choosing_targets_puts_nothing_on_the_stack(pool):
    """Rule 800.4d: found by fuzzing; no case can say it, since a case answers what is asked before it goes on."""
    given_ = position(players=THREE, planechase=planes("alice", face_up=("Stronghold Furnace",), deck=("Tazeem",)))
    game_ = new_game(given_, pool, NEWEST)
    game_.act("alice", {"type": "roll_planar_die", "faces": ["chaos"]})
    assert (game_.pending.kind, game_.pending.player) == ("targets", "alice")
    game_.act("alice", {"type": "concede"})
    assert game_.stack == []
    assert (game_.pending.kind, game_.pending.player) == ("priority", "bob")


def test_the_role_of_the_planar_controller_passes_on():
    """Rules 800.4p, 901.6."""
    game_ = game(players=THREE, planechase=planes(deck=("Plane B",)))
    game_.act("alice", {"type": "concede"})
    assert game_.planes.controller == "bob"
    assert names(game_.planes.face_up) == ["Plane A"]


# --- declaring blockers (rule 509.1a) ------------------------------------------------------------------------------------------------


def test_offered_are_the_attackers_that_a_creature_of_that_player_can_block():
    """Not what attacks somebody else, nor what flies over all of them."""
    game_ = game(
        permanent("bear", "Bear"), permanent("giant", "Giant"), permanent("drake", "Drake"), permanent("wall", "Wall", "bob"),
        players=("alice", "bob", "carol"), step="beginning_of_combat",
    )  # fmt: skip
    pass_until(game_, "alice", "declare_attackers", decline=())
    game_.act("alice", answer={"attack": {"bear": "bob", "giant": "carol", "drake": "bob"}})
    pass_until(game_, "alice", "declare_blockers", decline=())
    assert (game_.pending.kind, game_.pending.player) == ("block", "bob")
    assert game_.pending.options() == {"blockers": ["wall"], "attackers": ["bear"]}


# --- the legend rule and editions -----------------------------------------------------------------------------------------------------


def kings(edition):
    return game(
        permanent("k1", "King"), permanent("k2", "King"), permanent("k3", "King", "bob"), permanent("k4", "King", phased="direct"),
        edition=edition,
    )  # fmt: skip


def zone_of(game_, *ids):
    return [seen(game_, id_).zone for id_ in ids]


def test_the_legend_rule_keeps_one_of_each_player():
    """Rule 704.5j, since 2013; what is phased out does not count."""
    game_ = kings("2026-09-25")
    game_.act("alice", {"type": "pass"})
    assert game_.pending.kind == "legend"
    assert game_.pending.player == "alice"
    assert set(game_.pending.options()) == {"k1", "k2"}
    game_.act("alice", answer={"legend": "k2"})
    assert zone_of(game_, "k1", "k2", "k3", "k4") == ["graveyard", "battlefield", "battlefield", "battlefield"]


def test_before_2013_all_of_one_name_went():
    game_ = kings("2012-06-01")
    game_.act("alice", {"type": "pass"})
    assert game_.pending.kind == "priority"
    assert zone_of(game_, "k1", "k2", "k3", "k4") == ["graveyard", "graveyard", "graveyard", "battlefield"]
