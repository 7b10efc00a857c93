"""What the adapter shows: the first question of a game, who is sick, who can attack."""

from __future__ import annotations

from table import Table


def test_a_game_begins_without_the_questions_of_the_one_before(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Banishing Light, as: light}]}, bob: {battlefield: [{card: Hill Giant, as: giant}]}}")
    table.act("alice", type="cast", object="light")
    table.resolve()
    assert table.decision["kind"] == "targets"
    table.sit_down("{}")
    assert (table.decision["player"], table.decision["kind"]) == ("alice", "priority")


def test_haste_makes_up_for_a_change_of_control(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Act of Treason, as: act}], battlefield: [{card: Grizzly Bears, as: bears, sick: true}]},"
        " bob: {battlefield: [{card: Hill Giant, as: giant}]}}"
    )
    table.act("alice", type="cast", object="act", targets=["giant"])
    table.resolve()
    assert table.object("giant")["controller"] == "alice"
    assert (table.object("giant")["sick"], table.object("bears")["sick"]) == (False, True)


def test_a_creature_that_has_nobody_to_attack_is_not_offered(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Azorius Arrester, as: arrester}]},"
        " bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Grizzly Bears, as: bears}]}}"
    )
    table.act("alice", type="cast", object="arrester")
    table.resolve()
    table.act("alice", targets=["giant"])
    table.resolve()
    table.pass_until("beginning_of_combat", "bob")
    table.act("bob", type="pass")
    table.act("alice", type="pass")
    assert (table.decision["kind"], table.decision["options"]) == ("attack", {"attackers": ["bears"], "defenders": ["alice"]})


def test_a_target_that_nothing_is_called_is_refused_before_anything_is_sent(table: Table) -> None:
    """Taking back would load the position again, and the engine looks anew at what all planes do, those left included."""
    table.sit_down(
        "{planechase: {face_up: [Gavony], planar_deck: [Mutual Epiphany, Planewide Disaster]},"
        " alice: {hand: [{card: Stifle, as: stifle}], battlefield: [{card: Grizzly Bears, as: bears}]}}"
    )
    table.act("alice", type="roll_planar_die", faces=["planeswalker"])
    for player in ("alice", "bob") * 3:  # the walk, the encounter (which the engine makes two of), and the next walk
        table.act(player, type="pass")
    assert [entry["source"] for entry in table.adapter.observe()["stack"]] == ["planewide_disaster"]
    assert table.refused("alice", type="cast", object="stifle", targets=["nothing"])["reason"] == "not_there"
