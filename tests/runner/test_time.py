"""Time in a script: advance_to, pass, resolve, and whose priority an action needs."""

import pytest
from fake_engine import FEATURES, FakeEngine
from playing import acts, play

SHOCK = "{alice: {hand: [{card: Shock, as: shock}]}, bob: {hand: [{card: Fog, as: fog}]}}"
THREE = "{players: [alice, bob, carol], alice: {hand: [{card: Shock, as: shock}]}, carol: {hand: [{card: Fog, as: fog}]}}"


def test_advance_to_goes_to_the_next_such_step_and_not_to_the_one_that_is_on():
    engine = FakeEngine()
    result = play(
        engine,
        """
        - advance_to: {player: alice, step: upkeep}
        - expect: {turn: {active: alice, step: upkeep, number: 5}, priority: alice}
        - advance_to: {player: alice, step: upkeep}
        - expect: {turn: {active: alice, step: upkeep, number: 7}}
        - advance_to: {player: alice, step: draw}
        - expect: {turn: {active: alice, step: draw, number: 7}}
        """,
    )
    assert result.outcome == "pass", result


def test_the_same_step_again_counts_as_one_that_begins_after_now():
    script = """
        - advance_to: {player: alice, step: upkeep}
        - advance_to: {player: alice, step: upkeep}
        - expect: {turn: {step: upkeep, number: 5}}
        - advance_to: {player: alice, step: upkeep}
        - expect: {turn: {step: upkeep, number: 7}}
        """
    for features in (FEATURES, [feature for feature in FEATURES if feature != "events"]):
        result = play(FakeEngine(extra_steps=[("alice", "upkeep")], features=features), script)
        # turn 3 -> the upkeep of turn 5, its repetition, the upkeep of turn 7 (which the fake engine repeats as well)
        assert result.outcome == "pass", result


@pytest.mark.parametrize(("turn", "number"), [(1, 5), (2, 7), (3, 9)])
def test_turn_counts_turns_of_that_player_that_begin_after_now(turn, number):
    result = play(
        FakeEngine(),
        f"""
        - advance_to: {{player: alice, step: end, turn: {turn}}}
        - expect: {{turn: {{active: alice, step: end, number: {number}}}}}
        """,
    )
    assert result.outcome == "pass", result


@pytest.mark.parametrize(("trusted", "outcome"), [(False, "fail"), (True, "error")])
def test_a_step_that_does_not_come_within_three_rounds_ends_the_case(trusted, outcome):
    result = play(FakeEngine(), "- advance_to: {player: alice, step: first_strike_damage}", trusted=trusted)
    assert result.outcome == outcome
    assert "first_strike_damage did not come" in result.reason


def test_pass_until_is_used_where_it_is_claimed_and_gives_the_same():
    script = """
        - alice: {cast: shock}
        - advance_to: {player: bob, step: draw}
        - expect: {shock: {zone: battlefield}, turn: {active: bob, step: draw}}
        """
    single, quick = FakeEngine(), FakeEngine(features=[*FEATURES, "pass_until"])
    assert play(single, script, SHOCK).outcome == play(quick, script, SHOCK).outcome == "pass"
    assert [entry["action"]["type"] for entry in quick.log] == ["cast", "pass_until"]
    assert len(single.log) > 10


def test_pass_until_stops_for_what_is_queued_or_asked_about():
    may = {"player": "bob", "kind": "may"}
    engine = FakeEngine(features=[*FEATURES, "pass_until"], plant={("bob", "draw"): [may]})
    result = play(
        engine,
        """
        - answers: {bob: [{may: true}], alice: [{attack: {}}]}
        - advance_to: {player: bob, step: end}
        - expect: {decisions: [{player: alice, kind: attack}, {player: bob, kind: may}, {player: bob, kind: attack}]}
        """,
    )
    assert result.outcome == "pass", result
    assert "bob answers {'may': True}" in acts(engine)


def test_an_engine_whose_pass_until_leads_nowhere_is_sent_single_passes():
    class Lazy(FakeEngine):
        def _pass_until(self, action):
            return

    engine = Lazy(features=[*FEATURES, "pass_until"])
    assert play(engine, "- advance_to: {player: bob, step: upkeep}\n- expect: {priority: bob}").outcome == "pass"


def test_resolve_top_takes_one_and_resolve_all_takes_all():
    given = "{alice: {hand: [{card: Shock, as: one}, {card: Shock, as: two}, {card: Fog, as: three}]}}"
    result = play(
        FakeEngine(),
        """
        - alice: {cast: one}
        - alice: {cast: two}
        - alice: {cast: three}
        - expect: {stack: [{source: three}, {source: two}, {card: Shock}]}
        - resolve: top
        - expect: {three: {zone: battlefield}, two: {zone: stack}, priority: alice}
        - resolve: all
        - expect: {stack: [], one: {zone: battlefield}, turn: {step: precombat_main}}
        """,
        given,
    )
    assert result.outcome == "pass", result


def test_resolve_top_stops_though_the_resolution_put_something_on_the_stack():
    class Echo(FakeEngine):
        def _resolve(self):
            top = self.stack[0]
            super()._resolve()
            if top["id"] == "shock":
                self.stack.insert(0, {"id": "~t1", "source": "shock", "controller": "alice", "ability": "echo"})
                self.objects["~t1"] = {"id": "~t1", "incarnation": 1, "card": None, "zone": "stack", "owner": "alice"}

    script = """
        - alice: {cast: shock}
        - resolve: top
        - expect: {stack: [{source: shock, ability: echo}]}
        """
    assert play(Echo(), script, SHOCK).outcome == "pass"


@pytest.mark.parametrize(("trusted", "outcome"), [(False, "fail"), (True, "error")])
@pytest.mark.parametrize("how", ["top", "all"])
def test_resolving_an_empty_stack_is_an_error_of_the_case(trusted, outcome, how):
    result = play(FakeEngine(), f"- resolve: {how}", trusted=trusted)
    assert (result.outcome, "nothing is on the stack" in result.reason) == (outcome, True)


def test_pass_is_one_pass_of_the_player_who_has_priority():
    engine = FakeEngine()
    assert (
        play(engine, "- pass: alice\n- expect: {priority: bob}\n- pass: bob\n- expect: {turn: {step: beginning_of_combat}}").outcome
        == "pass"
    )
    assert acts(engine) == ["alice pass", "bob pass"]
    result = play(FakeEngine(), "- pass: bob")
    assert result.outcome == "fail"
    assert (result.failure.path, result.failure.observed) == ("pass.bob", "alice has it")


def test_others_pass_before_an_action_and_the_actor_keeps_priority():
    engine = FakeEngine()
    result = play(engine, "- carol: {cast: fog}\n- expect: {priority: carol, stack: [{source: fog, controller: carol}]}", THREE)
    assert result.outcome == "pass", result
    assert acts(engine) == ["alice pass", "bob pass", "carol cast fog"]


@pytest.mark.parametrize(("trusted", "outcome"), [(False, "fail"), (True, "error")])
def test_passes_before_an_action_may_not_end_the_step_or_resolve_anything(trusted, outcome):
    given = "{alice: {hand: [{card: Shock, as: shock}]}, bob: {hand: [{card: Fog, as: fog}]}}"
    ends = play(FakeEngine(), "- pass: alice\n- alice: {cast: shock}", given, trusted=trusted)
    assert (ends.outcome, "end the step" in ends.reason) == (outcome, True)
    resolves = play(FakeEngine(), "- alice: {cast: shock}\n- pass: alice\n- alice: {cast: Shock}", given, trusted=trusted)
    assert (resolves.outcome, "resolve the top of the stack" in resolves.reason) == (outcome, True)


def test_after_an_action_a_new_round_of_passes_begins():
    result = play(FakeEngine(), "- bob: {cast: fog}\n- alice: {cast: shock}\n- expect: {stack: [{source: shock}, {source: fog}]}", SHOCK)
    assert result.outcome == "pass", result


def test_a_player_who_concedes_need_not_have_priority_and_is_passed_over():
    engine = FakeEngine()
    result = play(
        engine,
        """
        - bob: {concede: true}
        - expect: {priority: alice, bob: {in_game: false}, events: [{left_game: bob}]}
        - alice: {concede: true}
        """,
        THREE,
    )
    assert result.outcome == "pass", result
    assert acts(engine) == ["bob concede", "alice concede"]


def test_a_game_that_ends_too_early_is_told_as_that():
    result = play(FakeEngine(), "- bob: {concede: true}\n- advance_to: {player: alice, step: end}")
    assert (result.outcome, result.failure.observed) == ("fail", "the game is over")


def test_a_game_that_never_moves_ends_the_case():
    class Stuck(FakeEngine):
        def _pass(self, player):
            return

    result = play(Stuck(), "- advance_to: {player: bob, step: end}")
    assert result.outcome == "fail"
    assert "no end after" in result.reason


def test_a_failure_says_step_path_line_and_both_values():
    result = play(FakeEngine(), "- expect: {alice: {life: 20}}\n- expect:\n    alice: {life: 20}\n    bob: {life: 19}")
    failure = result.failure
    assert (failure.step, failure.path, failure.expected, failure.observed, failure.line) == (2, "bob.life", 19, 20, 11)
