"""What cards of the untap step can do beyond what the cases ask of them, played on the reference engine."""

from textwrap import dedent

import pytest

from conformance.cases import load
from conformance.engines.registry import engine
from conformance.runner import CardBook, certify

HEAD = "- id: a-test-case\n  title: A test\n  rules: ['117.1']\n  why: So that it can be refuted.\n"


def play(tmp_path, case):
    """The outcome of a case, with where it failed if it did; the case is the part from `given` on."""
    lines = dedent(case).strip().splitlines()
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + "".join(f"  {line}\n" for line in lines), encoding="utf-8")
    loaded = load([path])
    assert not [problem for problem in loaded.problems if problem.severity == "error"], [str(problem) for problem in loaded.problems]
    (result,) = certify(loaded.cases, engine("reference"), cards=CardBook(loaded.cards)).cases
    return result.outcome, result.failure, result.reason


PASS = ("pass", None, None)


def test_entwined_steps_come_each_in_a_phase_of_its_own_and_the_last_created_first(tmp_path):
    case = """
        given:
          alice:
            hand: ['Untap, Upkeep, Draw']
            battlefield: [{card: Forest, as: f1, tapped: true}, {card: Phyrexian Arena, as: arena}]
        script:
          - alice: {cast: 'Untap, Upkeep, Draw', using: entwine}
          - resolve: all
          - advance_to: {player: alice, step: draw}
          - expect: {f1: {tapped: true}, alice: {hand: 1, life: 20}, stack: []}
          - advance_to: {player: alice, step: upkeep}
          - expect: {f1: {tapped: true}, stack: [{source: arena}]}
          - resolve: all
          - advance_to: {player: alice, step: beginning_of_combat}
          - expect: {f1: {tapped: false}, alice: {hand: 2, life: 19}}
    """
    assert play(tmp_path, case) == PASS


def test_without_entwine_one_of_the_steps_is_chosen(tmp_path):
    case = """
        given: {alice: {hand: ['Untap, Upkeep, Draw']}}
        script:
          - alice: {cast: 'Untap, Upkeep, Draw', modes: [1, 3], illegal: choice}
          - alice: {cast: 'Untap, Upkeep, Draw', modes: [3]}
          - resolve: all
          - advance_to: {player: alice, step: draw}
          - advance_to: {player: alice, step: beginning_of_combat}
          - expect: {alice: {hand: 1}}
    """
    assert play(tmp_path, case) == PASS


def test_storage_counters_become_as_much_mana(tmp_path):
    case = """
        given:
          alice:
            hand: [Gray Ogre]
            battlefield: [{card: Bottomless Vault, as: vault, counters: {storage: 4}}]
        script:
          - alice: {activate: vault, ability: 1, x: 5, illegal: cost}
          - alice: {activate: vault, ability: 1, x: 3}
          - expect: {vault: {tapped: true, counters: {storage: 1}}, stack: []}
          - alice: {cast: Gray Ogre, mana: none}
          - resolve: all
          - expect: {gray_ogre: {zone: battlefield}}
    """
    assert play(tmp_path, case) == PASS


@pytest.mark.parametrize(("now", "then"), [("night", "day"), ("day", "night")])
def test_the_celestus_switches_day_and_night(tmp_path, now, then):
    case = f"""
        given:
          day_night: {now}
          alice:
            battlefield: [{{card: The Celestus, as: celestus}}]
        script:
          - alice: {{activate: celestus, ability: 2}}
          - resolve: top
          - expect: {{day_night: {then}}}
          - resolve: all
          - expect: {{alice: {{life: 21}}}}
    """
    assert play(tmp_path, case) == PASS


def test_the_celestus_brings_the_day_as_it_enters_and_that_is_no_change(tmp_path):
    case = """
        given: {alice: {hand: [The Celestus]}}
        script:
          - expect: {day_night: neither}
          - alice: {cast: The Celestus}
          - resolve: all
          - expect: {day_night: day, stack: [], alice: {life: 20}}
    """
    assert play(tmp_path, case) == PASS


def test_lost_in_the_maze_takes_as_many_targets_as_x_was(tmp_path):
    case = """
        given:
          alice: {hand: [Lost in the Maze], battlefield: [{card: Grizzly Bears, as: mine}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}
        script:
          - answers: {alice: [{targets: [giant, mine]}]}
          - alice: {cast: Lost in the Maze, x: 2}
          - resolve: all
          - expect:
              giant: {tapped: true, counters: {stun: 1}}
              mine: {tapped: true, counters: {stun: 0}, keywords: {hexproof: true}}
              ogre: {tapped: false, counters: {stun: 0}}
    """
    assert play(tmp_path, case) == PASS


def test_time_vault_is_declined_and_its_turn_taken(tmp_path):
    case = """
        given:
          turn: {active: alice, step: end, number: 4}
          bob: {battlefield: [{card: Time Vault, as: vault, tapped: true}, {card: Gray Ogre, as: ogre, tapped: true}]}
        script:
          - answers: {bob: [{may: false}]}
          - advance_to: {player: bob, step: upkeep}
          - expect: {turn: {active: bob, number: 5}, vault: {tapped: true}, ogre: {tapped: false}}
    """
    assert play(tmp_path, case) == PASS


def test_reset_waits_for_an_opponents_upkeep_to_be_over(tmp_path):
    case = """
        given:
          turn: {active: bob, step: upkeep}
          alice: {hand: [Reset, Reset], battlefield: [{card: Forest, as: f1, tapped: true}]}
        script:
          - alice: {cast: Reset, illegal: timing}
          - advance_to: {player: bob, step: draw}
          - alice: {cast: Reset}
          - resolve: all
          - expect: {f1: {tapped: false}}
          - advance_to: {player: alice, step: draw}
          - alice: {cast: Reset, illegal: timing}
    """
    assert play(tmp_path, case) == PASS


def test_fear_of_sleep_paralysis_sees_itself_and_other_enchantments_of_its_controller(tmp_path):
    case = """
        given:
          alice: {hand: [Fear of Sleep Paralysis, Phyrexian Arena]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - answers: {alice: [{targets: [giant]}, {targets: []}]}
          - alice: {cast: Fear of Sleep Paralysis}
          - resolve: all
          - expect: {giant: {tapped: true, counters: {stun: 1}}}
          - alice: {cast: Phyrexian Arena}
          - resolve: all
          - expect: {giant: {counters: {stun: 1}}}
    """
    assert play(tmp_path, case) == PASS
