"""Actions as a case says them, refusals, declarations, and the queues of answers with their defaults."""

import pytest
from fake_engine import FEATURES, FakeEngine
from playing import acts, play

HANDS = """{alice: {hand: [{card: Shock, as: shock}, Fog, Fog], battlefield: [{card: Hill Giant, as: giant}]},
  bob: {battlefield: [{card: Gray Ogre, as: ogre}]}}"""


def ask(kind, player="alice", **fields):
    return {"player": player, "kind": kind, **fields}


def planted(*decisions, **settings):
    return FakeEngine(plant={("alice", "beginning_of_combat"): list(decisions)}, **settings)


COMBAT = "- advance_to: {player: alice, step: beginning_of_combat}\n"


def test_a_card_named_by_its_card_is_found_in_hand_and_names_become_ids():
    engine = FakeEngine()
    script = """
        - alice: {cast: Fog, as: first, targets: [giant, bob], mana: none, x: 2}
        - alice: {cast: Fog, as: second}
        - expect: {stack: [{source: second}, {source: first, targets: [giant, bob]}]}
        - resolve: all
        - expect: {first: {zone: battlefield, same_object: false}, second: {zone: battlefield}}
        """
    assert play(engine, script, HANDS).outcome == "pass"
    first, second = (entry["action"] for entry in engine.log[:2])
    assert first == {"type": "cast", "object": "alice_hand_2", "targets": ["giant", "bob"], "mana": "none", "x": 2}
    assert second["object"] == "alice_hand_3"


@pytest.mark.parametrize(("trusted", "outcome"), [(False, "fail"), (True, "error")])
def test_a_card_that_is_nowhere_ends_the_case(trusted, outcome):
    result = play(FakeEngine(), "- alice: {cast: Giant Growth}", HANDS, trusted=trusted)
    assert (result.outcome, "alice has no Giant Growth" in result.reason) == (outcome, True)


def test_a_refused_action_fails_the_case_with_the_reason():
    result = play(FakeEngine(refuse={"cast": {"reason": "target", "message": "no such target"}}), "- alice: {cast: shock}", HANDS)
    failure = result.failure
    assert (result.outcome, failure.path, failure.expected, failure.observed) == ("fail", "alice.cast", "accepted", "refused (target)")
    assert result.reason == "no such target"


@pytest.mark.parametrize(
    ("expected", "given", "outcome"),
    [
        ("true", "target", "pass"),
        ("target", "target", "pass"),
        ("target", None, "pass"),
        ("target", "timing", "fail"),
        ("true", None, "pass"),
    ],
)
def test_an_illegal_action_has_to_be_refused_for_the_reason_if_both_give_one(expected, given, outcome):
    engine = FakeEngine(refuse={"cast": {"reason": given, "message": ""}})
    assert play(engine, f"- alice: {{cast: shock, illegal: {expected}}}", HANDS).outcome == outcome


def test_an_illegal_action_that_is_accepted_fails():
    result = play(FakeEngine(), "- alice: {cast: shock, illegal: timing}", HANDS)
    assert (result.outcome, result.failure.expected, result.failure.observed) == ("fail", "refused (timing)", "accepted")


def test_a_refusal_may_not_change_the_game():
    engine = FakeEngine(refuse={"cast": {"reason": "cost", "message": ""}}, spoil_on_refusal=True)
    result = play(engine, "- alice: {cast: shock, illegal: true}", HANDS)
    assert result.outcome == "fail"
    assert "players.alice.life" in result.failure.observed


def test_an_illegal_action_is_tried_with_priority_in_hand_except_for_no_priority():
    engine = FakeEngine()
    script = "- bob: {cast: shock, illegal: no_priority}\n- bob: {cast: giant, illegal: not_there}"
    assert play(engine, script, HANDS).outcome == "pass"
    assert acts(engine) == ["bob cast shock", "alice pass", "bob cast giant"]


def test_a_declaration_is_waited_for_and_sent_as_an_answer():
    engine = FakeEngine()
    result = play(engine, "- alice: {attack: {giant: bob}}\n- expect: {giant: {attacking: bob}, ogre: {attacking: null}}", HANDS)
    assert result.outcome == "pass", result
    assert acts(engine)[-1] == "alice answers {'attack': {'giant': 'bob'}}"


@pytest.mark.parametrize(("trusted", "outcome"), [(False, "fail"), (True, "error")])
def test_a_declaration_that_is_never_asked_for_ends_the_case(trusted, outcome):
    result = play(FakeEngine(attack_is_asked=False), "- alice: {attack: {giant: bob}}", HANDS, trusted=trusted)
    assert (result.outcome, "never asked to attack in turn 3" in result.reason) == (outcome, True)


def test_an_illegal_attack_that_is_not_even_asked_for_counts_as_refused():
    script = "- alice: {attack: {giant: bob}, illegal: restriction}\n- expect: {turn: {number: 3}, giant: {attacking: null}}"
    assert play(FakeEngine(attack_is_asked=False), script, HANDS).outcome == "pass"


@pytest.mark.parametrize(
    ("reason", "expected", "outcome"),
    [
        ("choice", "restriction", "pass"),
        ("choice", "target", "pass"),
        ("restriction", "restriction", "pass"),
        ("choice", "cost", "fail"),
        ("timing", "restriction", "fail"),
    ],
)
def test_a_declaration_outside_the_options_may_be_refused_as_just_that(reason, expected, outcome):
    engine = FakeEngine(refuse={"attack": {"reason": reason, "message": "the giant cannot attack"}})
    result = play(engine, f"- alice: {{attack: {{giant: bob}}, illegal: {expected}}}", HANDS)
    assert result.outcome == outcome, result


def test_nobody_attacks_unless_told():
    engine = FakeEngine()
    assert (
        play(engine, "- advance_to: {player: bob, step: upkeep}\n- expect: {decisions: [{player: alice, kind: attack}]}", HANDS).outcome
        == "pass"
    )
    assert "alice answers {'attack': {}}" in acts(engine)


def test_the_head_of_the_queue_is_used_only_for_its_kind_and_in_order():
    engine = planted(ask("may"), ask("choose", options=["giant", "ogre"], min=1, max=1), ask("may"))
    script = "- answers: {alice: [{choose: ogre}, {may: true}]}\n" + COMBAT
    assert play(engine, script, HANDS).outcome == "pass"
    assert acts(engine)[-3:] == ["alice answers {'may': False}", "alice answers {'choose': ['ogre']}", "alice answers {'may': True}"]


def test_an_answer_never_used_fails_the_case():
    result = play(FakeEngine(), "- answers: {bob: [{may: true}, {coin: heads}]}\n- expect: {priority: alice}")
    assert (result.outcome, result.failure.path) == ("fail", "answers.bob")
    assert "may, coin" in result.reason


def test_a_queued_answer_has_to_be_legal():
    engine = planted(ask("choose", options=["giant"], min=1, max=1, allowed=[["giant"]]))
    result = play(engine, "- answers: {alice: [{choose: ogre}]}\n" + COMBAT, HANDS)
    assert (result.outcome, result.failure.path, result.failure.observed) == ("fail", "answers.alice.choose", "refused (choice)")


def test_an_illegal_answer_is_refused_and_the_decision_asked_again():
    engine = planted(ask("choose", options=["giant", "ogre"], min=1, max=1, allowed=[["giant"]]))
    script = "- answers: {alice: [{choose: ogre, illegal: choice}, {choose: giant}]}\n" + COMBAT
    assert play(engine, script, HANDS).outcome == "pass"
    assert acts(engine)[-2:] == ["alice answers {'choose': ['ogre']}", "alice answers {'choose': ['giant']}"]


@pytest.mark.parametrize(("kind", "outcome"), [("targets", "pass"), ("choose", "fail")])
def test_a_wrong_target_in_an_answer_is_refused_for_either_of_two_reasons(kind, outcome):
    options = [{"min": 1, "max": 1, "options": ["giant"]}] if kind == "targets" else ["giant"]
    engine = planted(ask(kind, options=options, min=1, max=1, allowed=[["giant"]]))  # refuses with "choice"
    script = f"- answers: {{alice: [{{{kind}: [ogre], illegal: target}}, {{{kind}: [giant]}}]}}\n" + COMBAT
    assert play(engine, script, HANDS).outcome == outcome


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        (ask("may"), {"may": False}),
        (ask("pay"), {"pay": False}),
        (ask("targets", options=[{"min": 1, "max": 1, "options": ["ogre"]}]), {"targets": ["ogre"]}),
        (ask("targets", options=[{"min": 0, "max": 1, "options": []}]), {"targets": []}),
        (ask("choose_untap", options=["giant", "ogre"]), {"choose_untap": ["giant", "ogre"]}),
        (ask("order", options=["ogre", "giant"]), {"order": ["ogre", "giant"]}),
        (ask("choose", options=["giant"], min=1, max=1), {"choose": ["giant"]}),
        (ask("choose", options=[], min=0, max=1), {"choose": []}),
        (ask("mode", options=[2], min=1, max=1), {"mode": [2]}),
        (ask("discard", options=["shock"], min=1, max=1), {"discard": ["shock"]}),
        (ask("replacement", options=[{"source": "giant", "ability": 1}]), {"replacement": 0}),
        (ask("legend", options=["giant"]), {"legend": "giant"}),
        (ask("ignore_roll", options=["chaos", "chaos"]), {"ignore_roll": "chaos"}),
        (ask("assign", options={"giant": {"amount": 3, "recipients": ["ogre"]}}), {"assign": {"giant": {"ogre": 3}}}),
        (ask("scry", options=[]), {"scry": []}),
    ],
)
def test_defaults(decision, answer):
    engine = planted(decision)
    script = COMBAT if decision["kind"] != "assign" else "- advance_to: {player: alice, step: end_of_combat}"
    assert play(engine, script, HANDS).outcome == "pass"
    assert f"alice answers {answer}" in acts(engine)


@pytest.mark.parametrize(("trusted", "outcome"), [(False, "fail"), (True, "error")])
@pytest.mark.parametrize(
    "decision",
    [
        ask("targets", options=[{"min": 1, "max": 1, "options": ["giant", "ogre"]}]),
        ask("targets", options=[{"min": 0, "max": 1, "options": ["giant"]}]),
        ask("choose", options=["giant", "ogre"], min=1, max=1),
        ask("choose_untap", options=["giant", "ogre"], max=1),
        ask("coin", options=["heads", "tails"]),
        ask("scry", options=["giant"]),
        ask("choose"),
        ask("legend", options=["giant", "ogre"]),
    ],
)
def test_where_there_is_a_real_choice_the_case_has_to_answer(decision, trusted, outcome):
    result = play(planted(decision), "- advance_to: {player: alice, step: end}", HANDS, trusted=trusted)
    assert (result.outcome, f"alice has to answer {decision['kind']}" in result.reason) == (outcome, True)


def test_what_only_the_case_can_say_may_be_answered_after_it_was_seen_pending():
    class AsksOnCast(FakeEngine):
        def _action(self, player, action):
            refusal = super()._action(player, action)
            if action["type"] == "cast":
                self.pending.append(ask("choose", options=["giant", "ogre"], min=1, max=1))
            return refusal

    engine = AsksOnCast()
    script = """
        - alice: {cast: shock}
        - expect: {decisions: [{player: alice, kind: choose, options: {include: [giant], exclude: [bob]}}]}
        - answers: {alice: [{choose: ogre}]}
        - expect: {no_decisions: [{player: alice}]}
        - resolve: top
        - expect: {shock: {zone: battlefield}}
        """
    result = play(engine, script, HANDS)
    assert result.outcome == "pass", result
    assert acts(engine) == ["alice cast shock", "alice answers {'choose': ['ogre']}", "alice pass", "bob pass"]


TRIGGERS = [
    {"source": "~emblem", "ability": 1},
    {"source": None, "ability": None},
    {"source": "ogre", "ability": 1},
    {"source": "giant", "ability": 2},
    {"source": "giant", "ability": 1},
]


def test_triggers_are_ordered_by_their_sources_without_an_answer():
    engine = planted(ask("order_triggers", options=TRIGGERS))
    assert play(engine, COMBAT, HANDS).outcome == "pass"
    # giant entered before ogre; those of one source stay as listed; then the emblem, at last the planeswalking ability
    assert acts(engine)[-1] == "alice answers {'order_triggers': [3, 4, 2, 0, 1]}"


@pytest.mark.parametrize("features", [FEATURES, [feature for feature in FEATURES if feature != "events"]])
def test_what_entered_later_comes_later_in_that_order(features):
    engine = FakeEngine(features=features)
    engine.plant = {("alice", "end"): [ask("order_triggers", options=[{"source": "shock"}, {"source": "ogre"}, {"source": "giant"}])]}
    assert play(engine, "- alice: {cast: shock}\n- resolve: all\n- advance_to: {player: alice, step: end}", HANDS).outcome == "pass"
    assert acts(engine)[-1] == "alice answers {'order_triggers': [2, 1, 0]}"


def test_an_order_of_triggers_is_said_by_sources_and_sent_as_indices():
    engine = planted(ask("order_triggers", options=TRIGGERS))
    order = "[planeswalking, {source: giant, ability: 1}, ogre, giant, giant]"
    result = play(engine, f"- answers: {{alice: [{{order_triggers: {order}}}]}}\n" + COMBAT, HANDS)
    assert result.outcome == "fail"  # a third trigger of giant is not there
    assert result.failure.path == "answers.alice.order_triggers"
    engine = planted(ask("order_triggers", options=TRIGGERS[1:]))
    order = "[planeswalking, {source: giant, ability: 1}, ogre, giant]"
    assert play(engine, f"- answers: {{alice: [{{order_triggers: {order}}}]}}\n" + COMBAT, HANDS).outcome == "pass"
    assert acts(engine)[-1] == "alice answers {'order_triggers': [0, 3, 1, 2]}"


def test_cards_are_found_among_the_options_by_their_card_names():
    engine = planted(ask("discard", options=["alice_hand_2", "alice_hand_3", "shock"], min=2, max=2))
    assert play(engine, "- answers: {alice: [{discard: [Fog, Fog]}]}\n" + COMBAT, HANDS).outcome == "pass"
    assert acts(engine)[-1] == "alice answers {'discard': ['alice_hand_2', 'alice_hand_3']}"


def test_a_replacement_is_said_by_its_source_and_sent_as_an_index():
    engine = planted(ask("replacement", options=[{"source": "giant"}, {"source": "ogre"}]))
    assert play(engine, "- answers: {alice: [{replacement: ogre}]}\n" + COMBAT, HANDS).outcome == "pass"
    assert acts(engine)[-1] == "alice answers {'replacement': 1}"


def test_a_name_step_names_what_the_game_made():
    class Makes(FakeEngine):
        def _resolve(self):
            super()._resolve()
            for number in ("~a", "~b"):
                made = self._add(number, "Goat", "battlefield", "alice")
                made.update(controller="alice", tapped=False, phased="in", token=True, counters={})

    where = "{zone: battlefield, card: Goat, controller: alice}"
    script = f"""
        - alice: {{cast: shock}}
        - resolve: all
        - name: {{as: goat, where: {where}, nth: 2}}
        - expect: {{goat: {{token: true, same_object: true}}}}
        - alice: {{cast: Fog, targets: [goat]}}
        """
    engine = Makes()
    assert play(engine, script, HANDS).outcome == "pass"
    assert engine.log[-1]["action"]["targets"] == ["~b"]
    several = play(Makes(), script.replace(", nth: 2", ""), HANDS)
    assert (several.outcome, "~a (Goat, battlefield), ~b (Goat, battlefield)" in several.reason) == ("fail", True)
    none = play(FakeEngine(), script, HANDS, trusted=True)
    assert (none.outcome, "no object fits the name goat" in none.reason) == ("error", True)
    unreported = play(Makes(hide={"card"}), script, HANDS)
    assert (unreported.outcome, unreported.unobservable) == ("unobservable", ["name.goat"])
