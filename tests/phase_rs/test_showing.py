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
