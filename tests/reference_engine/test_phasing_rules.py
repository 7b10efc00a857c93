"""The branches of phasing: chains of attachments, what goes out both ways at once, coming in on what is left, players who left."""

from __future__ import annotations

import pytest
from board import CARDS, game, pass_until, permanent, seen

from reference_engine import attachments, phasing
from reference_engine.objects import DIRECT, IN, INDIRECT


def phases(game_, *ids):
    return {id_: seen(game_, id_).phase for id_ in ids}


def chain(kind="Bear", **more):
    """A creature under an Aura that is under another Aura."""
    return game(
        permanent("host", kind, **more),
        permanent("aura", "Strength", "bob", attached_to="host"),
        permanent("mark", "Mark", attached_to="aura"),
        permanent("other", "Giant"),
    )


def test_all_that_hangs_on_it_goes_along_however_long_the_chain():
    game_ = chain()
    assert phasing.phase_out(game_, [seen(game_, "host")]) == [seen(game_, "host")]
    assert phases(game_, "host", "aura", "mark", "other") == {"host": DIRECT, "aura": INDIRECT, "mark": INDIRECT, "other": IN}
    assert {seen(game_, id_).phased_under for id_ in ("host", "aura", "mark")} == {"alice"}
    assert seen(game_, "mark").attached_to is seen(game_, "aura")
    assert seen(game_, "aura").attached_to is seen(game_, "host")


def test_in_the_middle_of_a_chain_the_host_stays():
    game_ = chain()
    phasing.phase_out(game_, [seen(game_, "aura")])
    assert phases(game_, "host", "aura", "mark") == {"host": IN, "aura": DIRECT, "mark": INDIRECT}
    assert {seen(game_, id_).phased_under for id_ in ("aura", "mark")} == {"bob"}


@pytest.mark.parametrize("order", [("host", "aura"), ("aura", "host"), ("mark", "aura", "host")])
def test_what_would_go_out_both_ways_goes_indirectly(order):
    """Rule 702.26h, whatever the order in which the effect names them."""
    game_ = chain()
    direct = phasing.phase_out(game_, [seen(game_, id_) for id_ in order])
    assert direct == [seen(game_, "host")]
    assert phases(game_, "host", "aura", "mark") == {"host": DIRECT, "aura": INDIRECT, "mark": INDIRECT}


def test_the_untap_step_sends_equipment_with_phasing_out_along_with_its_host():
    """Both have phasing: the Equipment is an attachment first (702.26h), so it is not fetched by its own controller's step."""
    game_ = game(permanent("wisp", "Wisp", "bob"), permanent("axe", "Living Axe", "bob", attached_to="wisp"), step="end")
    pass_until(game_, "bob", "upkeep")
    assert phases(game_, "wisp", "axe") == {"wisp": DIRECT, "axe": INDIRECT}
    pass_until(game_, "bob", "upkeep")
    assert phases(game_, "wisp", "axe") == {"wisp": IN, "axe": IN}
    assert seen(game_, "axe").attached_to is seen(game_, "wisp")


def test_an_indirect_one_is_not_fetched_by_itself():
    game_ = chain()
    phasing.phase_out(game_, [seen(game_, "host")])
    pass_until(game_, "bob", "upkeep")
    assert phases(game_, "host", "aura", "mark") == {"host": DIRECT, "aura": INDIRECT, "mark": INDIRECT}
    pass_until(game_, "alice", "upkeep")
    assert phases(game_, "host", "aura", "mark") == {"host": IN, "aura": IN, "mark": IN}


def test_only_what_went_out_with_the_host_returns_with_it():
    """The Aura went out by itself before, under bob; the host's return leaves it out, and it finds the host in bob's step."""
    game_ = chain()
    phasing.phase_out(game_, [seen(game_, "aura")])
    phasing.phase_out(game_, [seen(game_, "host")])
    phasing.phase_in(game_, [seen(game_, "host")])
    assert phases(game_, "host", "aura", "mark") == {"host": IN, "aura": DIRECT, "mark": INDIRECT}
    pass_until(game_, "bob", "upkeep")
    assert phases(game_, "aura", "mark") == {"aura": IN, "mark": IN}
    assert seen(game_, "aura").attached_to is seen(game_, "host")


def test_going_out_again_does_nothing_to_what_is_out():
    game_ = chain()
    phasing.phase_out(game_, [seen(game_, "host")])
    assert phasing.phase_out(game_, [seen(game_, "host"), seen(game_, "aura")]) == []
    assert phases(game_, "host", "aura") == {"host": DIRECT, "aura": INDIRECT}


def axe_alone(host="Bear", **more):
    game_ = game(permanent("bear", host), permanent("axe", "Axe", attached_to="bear"), **more)
    phasing.phase_out(game_, [seen(game_, "axe")])
    assert seen(game_, "axe").attached_to is seen(game_, "bear")
    return game_


def test_equipment_that_went_out_by_itself_comes_back_on_its_host():
    game_ = axe_alone()
    pass_until(game_, "alice", "upkeep")
    assert seen(game_, "axe").attached_to is seen(game_, "bear")
    game_.refresh()
    assert seen(game_, "bear").characteristics.power == 4


def test_equipment_comes_back_unattached_when_its_host_is_gone():
    """Rule 702.26i; it does not go to the graveyard."""
    from reference_engine import zones

    game_ = axe_alone()
    zones.move(game_, seen(game_, "bear"), "hand", "400.7")
    pass_until(game_, "alice", "upkeep")
    assert phases(game_, "axe") == {"axe": IN}
    assert seen(game_, "axe").attached_to is None


def test_an_aura_comes_back_to_nothing_and_goes_to_the_graveyard():
    from reference_engine import zones

    game_ = game(permanent("bear", "Bear", "bob"), permanent("aura", "Strength", attached_to="bear"))
    phasing.phase_out(game_, [seen(game_, "aura")])
    zones.move(game_, seen(game_, "bear"), "exile", "400.7")
    pass_until(game_, "alice", "upkeep")
    assert seen(game_, "aura").zone == "graveyard"


@pytest.mark.parametrize(("edition", "announced"), [("2026-09-25", False), ("2010-07-16", True)])
def test_coming_off_by_phasing_is_announced_only_by_the_old_rules(edition, announced):
    """Rule 702.26j, since 2010-10-01."""
    from reference_engine import zones

    game_ = game(permanent("bear", "Bear"), permanent("axe", "Axe", attached_to="bear"), edition=edition)
    phasing.phase_out(game_, [seen(game_, "axe")])
    zones.move(game_, seen(game_, "bear"), "hand", "400.7")
    events = pass_until(game_, "alice", "upkeep")
    assert any(event.kind == "unattached" for event in events) is announced


def test_what_went_out_is_no_host_and_hides_what_it_gives():
    game_ = game(permanent("bear", "Bear"), permanent("aura", "Strength", attached_to="bear"))
    phasing.phase_out(game_, [seen(game_, "aura")])
    game_.refresh()
    assert seen(game_, "bear").characteristics.power == 2
    assert not attachments.may_be_attached(game_, seen(game_, "bear"), seen(game_, "aura"))
    assert seen(game_, "aura") not in attachments.legal_hosts(game_, seen(game_, "bear"), "alice")


THREE = ("alice", "bob", "carol")


def gone_with_alice(edition="2026-09-25"):
    """Carol's creature went out while alice controlled it, and alice leaves."""
    borrowed = permanent("bear", "Bear", "carol", phased="direct", under="alice")
    game_ = game(borrowed, permanent("own", "Giant", phased="direct"), players=THREE, step="end", edition=edition)
    game_.act("alice", {"type": "concede"})
    return game_


def test_what_went_out_under_a_player_who_left_returns_when_their_turn_would_have_come():
    """Rule 702.26n: in the first untap step after that, which is bob's."""
    game_ = gone_with_alice()
    assert game_.find("own") is None
    for player, there in (("bob", DIRECT), ("carol", DIRECT), ("bob", IN)):
        pass_until(game_, player, "upkeep")
        assert phases(game_, "bear") == {"bear": there}, player


def test_by_the_old_rules_it_never_returns():
    game_ = gone_with_alice("2017-08-25")
    for player in ("bob", "carol", "bob", "carol"):
        pass_until(game_, player, "upkeep")
        assert phases(game_, "bear") == {"bear": DIRECT}


@pytest.mark.parametrize(("edition", "stays"), [("2026-09-25", True), ("2017-08-25", True), ("2017-07-07", False), ("2012-06-01", False)])
def test_tokens_outlive_phasing_since_2017(edition, stays):
    """Rules 702.26d and 704.5d."""
    game_ = game(permanent("token", "Bear", token=True), permanent("card", "Bear"), edition=edition)
    phasing.phase_out(game_, [seen(game_, "token"), seen(game_, "card")])
    pass_until(game_, "bob", "upkeep")
    assert (game_.find("token") is not None) is stays
    assert seen(game_, "card").phase == DIRECT
    pass_until(game_, "alice", "upkeep")
    assert (game_.find("token") is not None) is stays


@pytest.mark.parametrize(("edition", "removed"), [("2026-09-25", True), ("2010-07-16", True), ("2009-07-11", False)])
def test_going_out_removes_from_combat_since_2010(edition, removed):
    """Rule 506.4."""
    game_ = game(permanent("bear", "Bear"), step="beginning_of_combat", edition=edition)
    pass_until(game_, "alice", "postcombat_main", decline=())
    game_.act("alice", answer={"attack": {"bear": "bob"}})
    assert seen(game_, "bear").attacking == "bob"
    phasing.phase_out(game_, [seen(game_, "bear")])
    assert (seen(game_, "bear").attacking is None) is removed


def test_the_events_of_the_step_are_one_batch_with_their_rules():
    game_ = game(
        permanent("out", "Wisp", "bob"), permanent("aura", "Strength", attached_to="out"),
        permanent("back", "Bear", "bob", phased="direct"), step="end",
    )  # fmt: skip
    events = [event for event in pass_until(game_, "bob", "upkeep") if event.kind.startswith("phased")]
    told = {(event.kind, event.fields["object"].id): event.rule for event in events}
    assert told == {("phased_out", "out"): "702.26a", ("phased_out", "aura"): "702.26g", ("phased_in", "back"): "702.26a"}
    assert len({event.batch for event in events}) == 1


def test_the_cards_of_these_tests_are_what_they_are_taken_for():
    assert "phasing" in CARDS["Wisp"]["keywords"]
    assert "phasing" not in CARDS["Bear"].get("keywords", [])
