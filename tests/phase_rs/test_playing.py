"""Actions and answers on the engine, and what it says happened."""

from __future__ import annotations

import pytest
from table import Table

LIBRARIES = "library: [Island, Island, Island, Island]"


def test_a_spell_is_cast_for_granted_mana_and_resolves(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Shock, as: shock}]}}")
    table.act("alice", type="cast", object="shock", targets=["bob"])
    stack = table.adapter.observe()["stack"]
    assert [(entry["card"], entry["controller"], entry["targets"]) for entry in stack] == [("Shock", "alice", ["bob"])]
    table.resolve()
    assert table.adapter.observe()["players"]["bob"]["life"] == 18
    assert {"cast", "zone_change", "damage", "life"} <= set(table.kinds_of_events())


def test_without_mana_a_spell_cannot_be_paid_for(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Shock, as: shock}, {card: Fog, as: fog}]}}")
    table.act("alice", type="cast", object="fog")
    table.refused("alice", type="cast", object="shock", targets=["bob"], mana="none")
    table.act("alice", type="cast", object="shock", targets=["bob"])


def test_a_target_that_is_not_legal_is_refused_even_if_the_engine_would_pick_another(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Unsummon, as: unsummon}]}, bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Forest, as: forest}]}}"
    )
    assert table.refused("alice", type="cast", object="unsummon", targets=["forest"])["reason"] == "target"
    assert table.refused("alice", type="cast", object="unsummon", targets=["nothing"])["reason"] == "not_there"
    table.act("alice", type="cast", object="unsummon", targets=["giant"])


def test_up_to_several_targets(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Clever Concealment, as: spell}],"
        " battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}, {card: Grizzly Bears, as: bears}]}}"
    )
    table.act("alice", type="cast", object="spell", targets=["giant", "bears"])
    table.resolve()
    assert [table.object(name)["phased"] for name in ("giant", "ogre", "bears")] == ["direct", "in", "direct"]


def test_what_is_targeted_twice_is_told_twice(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Agony Warp, as: warp}]}, bob: {battlefield: [{card: Hill Giant, as: giant}]}}")
    table.act("alice", type="cast", object="warp", targets=["giant", "giant"])
    assert table.adapter.observe()["stack"][0]["targets"] == ["giant", "giant"]


def test_modes_x_and_ways_of_casting(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Sapphire Charm, as: charm}, {card: Earthquake, as: quake}, {card: Cyclonic Rift, as: rift}]},"
        " bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Air Elemental, as: air}]}}"
    )
    table.refused("alice", type="cast", object="charm", targets=["giant"])
    table.act("alice", type="cast", object="charm", modes=[3], targets=["giant"])
    table.resolve()
    assert table.object("giant")["phased"] == "direct"
    table.act("alice", type="cast", object="quake", x=2)
    table.resolve()
    assert table.adapter.observe()["players"]["bob"]["life"] == 18
    table.act("alice", type="cast", object="rift", using="overload")
    table.resolve()
    assert table.object("air")["zone"] == "hand"


def test_kicker_is_paid_when_it_is_asked_for(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Kor Sanctifiers, as: kicked}]}, bob: {battlefield: [{card: Bonesplitter, as: axe}]}}")
    table.act("alice", type="cast", object="kicked", using="kicker")
    table.resolve()
    table.act("alice", targets=["axe"])
    table.resolve()
    assert table.object("axe")["zone"] == "graveyard"


def test_abilities_by_number_and_by_keyword(table: Table) -> None:
    table.sit_down(
        "{alice: {battlefield: [{card: Icy Manipulator, as: icy}, {card: Bonesplitter, as: axe}, {card: Hill Giant, as: giant}]},"
        " bob: {battlefield: [{card: Gray Ogre, as: ogre}]}}"
    )
    table.act("alice", type="activate", object="icy", ability=1, targets=["ogre"])
    table.resolve()
    assert (table.object("ogre")["tapped"], table.object("icy")["tapped"]) == (True, True)
    table.act("alice", type="activate", object="axe", ability="equip", targets=["giant"])
    table.resolve()
    assert (table.object("axe")["attached_to"], table.object("giant")["power"]) == ("giant", 5)
    assert table.refused("alice", type="activate", object="icy", ability=2)["reason"] == "not_there"


def test_attack_block_and_damage(table: Table) -> None:
    table.sit_down(
        "{turn: {step: beginning_of_combat}, alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Rancor, attached_to: giant}]},"
        " bob: {battlefield: [{card: Grizzly Bears, as: one}, {card: Grizzly Bears, as: two}]}}"
    )
    while table.decision["kind"] != "attack":
        table.go_on()
    assert table.decision["options"] == {"attackers": ["giant"], "defenders": ["bob"]}
    table.refused("alice", attack={"one": "bob"})
    table.act("alice", attack={"giant": "bob"})
    assert table.object("giant")["attacking"] == "bob"
    while table.decision["kind"] != "block":
        table.go_on()
    table.act("bob", block={"one": "giant", "two": "giant"})
    while table.decision["kind"] != "assign":
        table.go_on()
    assert table.decision["options"]["giant"]["amount"] == 5
    table.refused("alice", assign={"giant": {"one": 5, "two": 5}})
    table.act("alice", assign={"giant": {"one": 2, "two": 2, "bob": 1}})
    assert [table.object(name)["zone"] for name in ("one", "two")] == ["graveyard", "graveyard"]
    assert table.adapter.observe()["players"]["bob"]["life"] == 19


def test_exerting_is_part_of_the_declaration(table: Table) -> None:
    table.sit_down(
        "{turn: {step: beginning_of_combat}, alice: {battlefield: [{card: Glory-Bound Initiate, as: one}, {card: Hill Giant, as: giant}]}}"
    )
    while table.decision["kind"] != "attack":
        table.go_on()
    table.refused("alice", attack={"one": "bob", "giant": "bob"}, exert=["giant"])
    table.act("alice", attack={"one": "bob", "giant": "bob"}, exert=["one"])
    table.resolve()
    assert (table.object("one")["power"], table.object("giant")["power"]) == (4, 3)


def test_the_untapping_is_one_decision_about_all_limits(table: Table) -> None:
    table.sit_down(
        f"{{turn: {{active: bob, step: end}}, alice: {{{LIBRARIES}, battlefield: [{{card: Bottomless Vault, as: vault, tapped: true}},"
        " {card: Sand Silos, as: silos, tapped: true}, {card: Forest, as: f1, tapped: true}, {card: Forest, as: f2, tapped: true}]},"
        f" bob: {{{LIBRARIES}, battlefield: [Winter Orb]}}}}"
    )
    while table.decision["kind"] == "priority":
        table.go_on()
    assert table.decision["kind"] == "choose_untap"
    assert sorted(table.decision["options"]) == ["f1", "f2", "silos", "vault"]
    table.refused("alice", choose_untap=["f1", "f2"])
    table.act("alice", choose_untap=["f2"])
    assert [table.object(name)["tapped"] for name in ("vault", "silos", "f1", "f2")] == [True, True, True, False]


def test_the_only_target_of_a_trigger_is_asked_for_all_the_same(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Kitesail Freebooter, as: pirate}]}, bob: {hand: [{card: Fog, as: fog}, {card: Shock, as: shock}]}}"
    )
    table.act("alice", type="cast", object="pirate")
    table.resolve()
    assert table.decision["kind"] == "targets"
    assert [slot["options"] for slot in table.decision["options"]] == [["bob"]]
    table.refused("alice", type="pass")
    table.refused("alice", targets=["alice"])
    table.act("alice", targets=["bob"])
    table.resolve()
    assert (table.decision["kind"], sorted(table.decision["options"])) == ("choose", ["fog", "shock"])
    table.act("alice", choose=["shock"])
    assert table.object("shock")["zone"] == "exile"


def test_targets_of_two_triggers_are_two_decisions(table: Table) -> None:
    table.sit_down(
        "{players: [alice, bob, carol], alice: {hand: [{card: Day of Judgment, as: day}],"
        " battlefield: [{card: Blood Artist, as: one}, {card: Blood Artist, as: two}]}}"
    )
    table.act("alice", type="cast", object="day")
    table.resolve()
    asked = []
    while table.decision["kind"] != "priority":
        asked.append(table.decision["kind"])
        if table.decision["kind"] == "order_triggers":
            table.act("alice", order_triggers=list(range(len(table.decision["options"]))))
        else:
            table.act("alice", targets=["bob"])
    assert asked.count("targets") == 4
    while table.status["stack"]:
        table.resolve()
    assert table.adapter.observe()["players"]["bob"]["life"] == 16


def test_triggers_are_put_on_the_stack_in_the_order_said(table: Table) -> None:
    table.sit_down(
        f"{{turn: {{active: bob, step: end}}, alice: {{{LIBRARIES},"
        " battlefield: [{card: Phyrexian Arena, as: arena}, {card: Honden of Cleansing Fire, as: honden}]}}"
    )
    while table.decision["kind"] == "priority":
        table.go_on()
    assert [option["source"] for option in table.decision["options"]] == ["arena", "honden"]
    table.act("alice", order_triggers=[1, 0])
    assert [entry["source"] for entry in table.adapter.observe()["stack"]] == ["arena", "honden"]


def test_tap_or_untap_is_one_question(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Twiddle, as: one}, {card: Twiddle, as: two}],"
        " battlefield: [{card: Hill Giant, as: giant, tapped: true}, {card: Gray Ogre, as: ogre, tapped: true}]}}"
    )
    for spell, creature, wanted in (("one", "giant", True), ("two", "ogre", False)):
        table.act("alice", type="cast", object=spell, targets=[creature])
        table.resolve()
        assert table.decision["kind"] == "may"
        table.act("alice", may=wanted)
        assert table.decision["kind"] == "priority"
    assert (table.object("giant")["tapped"], table.object("ogre")["tapped"]) == (False, True)


@pytest.mark.parametrize(("pays", "zone"), [(True, "battlefield"), (False, "graveyard")])
def test_unless_you_pay(table: Table, pays: bool, zone: str) -> None:
    table.sit_down("{alice: {hand: [{card: Hill Giant, as: giant}]}, bob: {hand: [{card: Mana Leak, as: leak}]}}")
    table.act("alice", type="cast", object="giant")
    table.act("alice", type="pass")
    table.act("bob", type="cast", object="leak", targets=["giant"])
    table.resolve()
    assert (table.decision["player"], table.decision["kind"]) == ("alice", "pay")
    table.act("alice", pay=pays)
    while table.status["stack"]:
        table.resolve()
    assert table.object("giant")["zone"] == zone


@pytest.mark.parametrize("face", ["blank", "chaos", "planeswalker"])
def test_the_planar_die_falls_as_told(table: Table, face: str) -> None:
    table.sit_down(
        "{planechase: {face_up: [{card: Goldmeadow, as: first}], planar_deck: [{card: Shiv, as: second}, {card: Krosa, as: third}]}}"
    )
    table.act("alice", type="roll_planar_die", faces=[face])
    assert [event["face"] for event in table.events if event["kind"] == "planar_die"] == [face]
    sources = [entry["source"] for entry in table.adapter.observe()["stack"]]
    assert sources == {"blank": [], "chaos": ["first"], "planeswalker": [None]}[face]
    if face == "planeswalker":
        table.resolve()
        assert table.adapter.observe()["planechase"]["face_up"] == ["second"]
        assert {"kind": "planeswalked", "player": "alice", "away": ["first"], "to": ["second"]} in table.events


def test_the_planar_die_is_the_active_players(table: Table) -> None:
    table.sit_down("{turn: {step: upkeep}, planechase: {face_up: [Goldmeadow], planar_deck: [Shiv]}}")
    table.refused("alice", type="roll_planar_die", faces=["blank"])
    assert table.refused("bob", type="roll_planar_die", faces=["blank"])["reason"] == "no_priority"


def test_a_player_leaves_at_any_time(table: Table) -> None:
    table.sit_down("{players: [alice, bob, carol], carol: {battlefield: [{card: Hill Giant, as: giant}]}}")
    table.act("carol", type="concede")
    assert table.status["players"] == ["alice", "bob"]
    assert table.adapter.observe()["players"]["carol"]["in_game"] is False
    assert "left_game" in table.kinds_of_events()


def test_events_tell_of_phasing_untapping_and_steps(table: Table) -> None:
    table.sit_down(
        f"{{turn: {{active: bob, step: end}}, alice: {{{LIBRARIES}, battlefield: [{{card: Breezekeeper, as: keeper}},"
        " {card: Tolarian Drake, as: drake, phased: direct}, {card: Forest, as: forest, tapped: true}]}}"
    )
    table.pass_until("upkeep", "alice")
    assert {"kind": "phased_out", "object": "keeper"} in table.events
    assert {"kind": "phased_in", "object": "drake"} in table.events
    assert {"kind": "untapped", "object": "forest"} in table.events
    assert {"kind": "turn_began", "player": "alice"} in table.events
    assert {"kind": "step_began", "player": "alice", "step": "untap"} in table.events
    assert set(table.kinds_of_events()) <= set(table.hello["event_kinds"])


def test_entering_as_a_copy_is_a_may_and_a_choice(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Clone, as: clone}], battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}}")
    table.act("alice", type="cast", object="clone")
    table.resolve()
    assert table.decision["kind"] == "may"
    table.act("alice", may=True)
    assert (table.decision["kind"], sorted(table.decision["options"])) == ("choose", ["giant", "ogre"])
    table.act("alice", choose=["giant"])
    assert (table.object("clone")["card"], table.object("clone")["power"]) == ("Hill Giant", 3)


def test_an_attack_that_has_to_be_paid_for(table: Table) -> None:
    table.sit_down(
        "{turn: {step: beginning_of_combat}, alice: {battlefield: [{card: Hill Giant, as: giant}]}, bob: {battlefield: [Ghostly Prison]}}"
    )
    while table.decision["kind"] != "attack":
        table.go_on()
    table.act("alice", attack={"giant": "bob"})
    assert table.decision["kind"] == "pay"
    table.act("alice", pay=True)
    assert table.object("giant")["attacking"] == "bob"


def test_scry_and_surveil_name_what_goes_away(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Preordain, as: pre}, {card: Curate, as: curate}],"
        " library: [{card: Island, as: i}, {card: Swamp, as: s}, {card: Forest, as: f}, {card: Plains, as: p}]}}"
    )
    table.act("alice", type="cast", object="pre")
    table.resolve()
    assert table.decision["kind"] == "scry"
    table.act("alice", scry=["i"])
    alice = table.adapter.observe()["players"]["alice"]
    assert (alice["hand"], alice["library"]) == (["curate", "s"], ["f", "p", "i"])
    table.act("alice", type="cast", object="curate")
    table.resolve()
    table.act("alice", surveil=["f"])
    alice = table.adapter.observe()["players"]["alice"]
    assert (alice["hand"], alice["library"]) == (["s", "p"], ["i"])
    assert table.object("f")["zone"] == "graveyard"


def test_an_additional_cost_is_paid_with_what_is_named(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Altar's Reap, as: reap}], battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}}"
    )
    assert table.refused("alice", type="cast", object="reap")["reason"] == "cost"
    table.act("alice", type="cast", object="reap", pay={"sacrifice": ["ogre"]})
    assert (table.object("giant")["zone"], table.object("ogre")["zone"]) == ("battlefield", "graveyard")


def test_what_enters_transformed_does_not_transform(table: Table) -> None:
    table.sit_down("{day_night: night, alice: {hand: [{card: Tavern Ruffian, as: ruffian}]}}")
    table.act("alice", type="cast", object="ruffian")
    table.resolve()
    assert (table.object("ruffian")["transformed"], table.object("ruffian")["power"]) == (True, 6)
    assert "transformed" not in table.kinds_of_events()


def test_passing_until_a_step_that_begins_after_now(table: Table) -> None:
    table.sit_down(
        f"{{alice: {{{LIBRARIES}, battlefield: [{{card: Hill Giant, as: giant}}]}}, bob: {{{LIBRARIES}, battlefield: [Gray Ogre]}}}}"
    )
    decline = ["attack", "block"]
    table.act("alice", type="pass_until", player="alice", step="precombat_main", decline=decline)
    assert (table.status["turn"], table.status["active"], table.status["step"]) == (5, "alice", "precombat_main")
    assert [event["player"] for event in table.events if event["kind"] == "turn_began"] == ["bob", "alice"]
    table.act("alice", type="pass_until", player="alice", step="end", decline=["block"])
    assert (table.decision["kind"], table.status["step"]) == ("attack", "declare_attackers")
    table.act("alice", attack={"giant": "bob"})
    table.act("alice", type="pass_until", player="alice", step="end", decline=decline)
    assert (table.status["step"], table.adapter.observe()["players"]["bob"]["life"]) == ("end", 17)


def test_incarnations_grow_with_zone_changes_only(table: Table) -> None:
    table.sit_down(
        "{alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}],"
        " hand: [{card: Cloudshift, as: shift}, {card: Reality Ripple, as: ripple}]}}"
    )
    before = {name: table.object(name)["incarnation"] for name in ("giant", "ogre")}
    table.act("alice", type="cast", object="shift", targets=["giant"])
    table.resolve()
    table.act("alice", type="cast", object="ripple", targets=["ogre"])
    table.resolve()
    assert table.object("giant")["incarnation"] > before["giant"]
    assert table.object("ogre")["incarnation"] == before["ogre"]


def test_mana_that_a_permanent_made_stays_where_none_is_granted(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Shock, as: shock}, {card: Shock, as: other}],"
        " battlefield: [{card: Mountain, as: mine}, {card: Mountain, as: spare}]}}"
    )
    assert table.refused("alice", type="cast", object="shock", targets=["bob"], mana="none")["reason"] == "cost"
    table.act("alice", type="activate", object="mine", ability=1)
    table.act("alice", type="cast", object="shock", targets=["bob"], mana="none")
    assert [table.object(name)["tapped"] for name in ("mine", "spare")] == [True, False]
    assert table.refused("alice", type="cast", object="other", targets=["bob"], mana="none")["reason"] == "cost"


def test_convoke_taps_what_the_action_names(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Clever Concealment, as: spell}],"
        " battlefield: [{card: Gray Ogre, as: ogre}, {card: Grizzly Bears, as: bears, tapped: true}]}}"
    )
    assert table.refused("alice", type="cast", object="spell", targets=["ogre"], pay={"tap": ["bears"]})["reason"] == "cost"
    table.act("alice", type="cast", object="spell", targets=["ogre"], pay={"tap": ["ogre"]})
    assert table.object("ogre")["tapped"]


def test_modes_of_an_ability_that_a_spell_triggered_are_asked_for_on_their_own(table: Table) -> None:
    table.sit_down(
        "{turn: {active: bob, step: upkeep}, alice: {hand: [{card: Shock, as: shock}],"
        " battlefield: [{card: 'Vision, Synthezoid Avenger', as: vision}]}}"
    )
    table.act("bob", type="pass")
    table.act("alice", type="cast", object="shock", targets=["bob"])
    assert table.decision["kind"] == "mode"
    table.act("alice", mode=[2])
    table.resolve()
    assert table.object("vision")["phased"] == "direct"


def test_an_ability_of_a_card_in_hand_is_counted_there(table: Table) -> None:
    table.sit_down("{alice: {hand: [{card: Talon Gates of Madara, as: gates}]}}")
    table.act("alice", type="activate", object="gates", ability=1)
    table.resolve()
    assert table.object("gates")["zone"] == "battlefield"


def test_a_target_is_changed_by_an_answer_of_its_own(table: Table) -> None:
    table.sit_down(
        "{alice: {hand: [{card: Murder, as: murder}], battlefield: [{card: Gray Ogre, as: ogre}]},"
        " bob: {hand: [{card: Deflection, as: deflection}], battlefield: [{card: Hill Giant, as: giant}]}}"
    )
    table.act("alice", type="cast", object="murder", targets=["giant"])
    table.act("alice", type="pass")
    table.act("bob", type="cast", object="deflection", targets=["murder"])
    table.resolve()
    assert table.decision["kind"] == "targets"
    assert table.refused("bob", targets=["deflection"])["reason"] == "target"
    table.act("bob", targets=["ogre"])
    assert table.adapter.observe()["stack"][0]["targets"] == ["ogre"]
