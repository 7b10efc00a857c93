"""Every kind of mistake in a case gives one line with its place, what is wrong and what is allowed."""

from __future__ import annotations

import pytest
from case_texts import CASE, HEAD, POOL, check, position, script

from conformance.cases.parse import parse_file


def only(text: str) -> str:
    """The single error of a text that holds one mistake; the case with it is not there."""
    cases, problems = check(text)
    assert [str(problem) for problem in problems][1:] == []
    assert not cases
    return str(problems[0])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\n", "f.yaml:1:1: expected a list of cases, found a mapping (begin each case with '- id: ...')"),
        ("just words\n", "f.yaml:1:1: expected a list of cases, found 'just words' (begin each case with '- id: ...')"),
        ("[]\n", "f.yaml:1:1: holds no cases (begin each case with '- id: ...')"),
        ("- one\n", "f.yaml:1:3: expected a case, found 'one' (a case is a mapping that begins with '- id: ...')"),
        (
            script("pass: alice").replace("title", "titel"),
            "f.yaml:2:3: unknown key 'titel' (did you mean 'title'? allowed: id, title, rules, why, sources, editions, confidence, "
            "disputed, tags, given, natural, script or expect_refused)",
        ),
        (
            script("pass: alice").replace("  rules: [502.3]\n", ""),
            "f.yaml:1:3: the case has no 'rules' (every case has id, title, rules, why, given and script)",
        ),
        (script("pass: alice").replace("id: one", "id: One"), "f.yaml:1:7: expected an id of lower-case words joined by '-', found 'One'"),
        (script("pass: alice").replace("[502.3]", "[502.3x.]"), "f.yaml:3:11: expected the number of a rule, found '502.3x.'"),
        (script("pass: alice").replace("[502.3]", "502.3"), "f.yaml:3:10: expected a list, found '502.3' (write it in brackets: [..])"),
        (script("pass: alice").replace("[502.3]", "[]"), "f.yaml:3:10: the list is empty (it holds at least 1)"),
        (script("pass: alice").replace("why: To see.", "why: [a]"), "f.yaml:4:8: expected text, found a list"),
        (HEAD + "  given: {}\n", "f.yaml:1:3: a case has a 'script' or 'expect_refused' (one of them, not both)"),
        (HEAD + "  given: {}\n  script: []\n", "f.yaml:6:11: expected a list of steps, found an empty one"),
        (HEAD + "  given: {}\n  expect_refused: too_few_cards\n", "f.yaml:6:3: 'expect_refused' without checked decks"),
        (HEAD + "  editions: {from: 2009-13-01}\n  script: [pass: alice]\n", "f.yaml:5:20: '2009-13-01' is no date"),
        (
            HEAD + "  editions: {from: 2020-01-01, until: 2019-01-01}\n  script: [pass: alice]\n",
            "f.yaml:5:13: 'from' is after 'until' (both days count; leave one out for an open end)",
        ),
        (HEAD + "  confidence: rumour\n  script: [pass: alice]\n", "f.yaml:5:15: unknown confidence 'rumour'"),
    ],
)
def test_mistakes_of_a_case(text: str, line: str) -> None:
    assert only(text).startswith(line)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("alise: {life: 3}", "f.yaml:6:5: 'alise' is neither a key of 'given' nor a player (did you mean 'alice'?"),
        ("alice: {life: many}", "f.yaml:6:19: expected a whole number, found 'many'"),
        ("alice: {life: 1234567890}", "f.yaml:6:19: expected a whole number, found '1234567890' (of at most 9 digits)"),
        ("alice: {life: 2.5}", "f.yaml:6:19: expected a whole number, found '2.5'"),
        ("alice: {lifes: 3}", "f.yaml:6:13: unknown key 'lifes' (did you mean 'life'?"),
        ("alice: {hand: Unsummon}", "f.yaml:6:19: expected a list, found 'Unsummon' (write it in brackets: [..])"),
        ("alice: {hand: [{as: x}]}", "f.yaml:6:20: 'card' is missing (required: card)"),
        ("alice: {hand: [{card: Unsummon, tapped: true}]}", "f.yaml:6:37: unknown key 'tapped' (allowed: card, as or count)"),
        ("alice: {battlefield: [{card: Forest, tapped: yes}]}", "f.yaml:6:50: expected true or false, found 'yes'"),
        ("alice: {battlefield: [{card: Forest, counters: {stun: -1}}]}", "f.yaml:6:59: expected a whole number from 0, found '-1'"),
        ("alice: {battlefield: [{card: Forest, as: Big}]}", "f.yaml:6:46: expected a name, found 'Big' (as in bears)"),
        ("alice: {battlefield: [{card: Forest, as: alice}]}", "f.yaml:6:46: the name 'alice' is a player's (choose another name)"),
        ("alice: {battlefield: [{card: Forest, as: stack}]}", "f.yaml:6:46: the name 'stack' is a word of the format"),
        ("alice: {hand: [{card: Forest, as: f}, {card: Forest, as: f}]}", "f.yaml:6:62: the name 'f' is given twice (first on line 6)"),
        ("alice: {hand: [{card: Forest, as: f, count: 2}]}", "f.yaml:6:39: 'as' beside a 'count'"),
        ("players: [alice]", "f.yaml:6:14: the list is too short (it holds at least 2)"),
        ("players: [alice, alice]", "f.yaml:6:22: the player 'alice' is there twice (every player has one seat)"),
        ("players: [alice, Bob]", "f.yaml:6:22: expected a player's name, found 'Bob' (as in alice)"),
        ("turn: {active: carol}", "f.yaml:6:20: no player 'carol' (players of this case: alice or bob)"),
        ("turn: {step: untap}", "f.yaml:6:18: unknown step 'untap' (allowed: pregame, upkeep"),
        ("turn: {step: cleanup}", "f.yaml:6:18: unknown step 'cleanup'"),
        ("this_turn: {spells_cast: {carol: 1}}", "f.yaml:6:16: no player 'carol'"),
        ("day_night: dusk", "f.yaml:6:16: unknown designation 'dusk' (allowed: day or night)"),
        ("teams: [[alice], [alice]]", "f.yaml:6:12: the teams do not hold every player once (players: alice, bob)"),
    ],
)
def test_mistakes_of_a_position(given: str, line: str) -> None:
    assert only(position(given)).startswith(line)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("pass alice", "10:7: expected a step, found 'pass alice'"),
        ("{pass: alice, resolve: top}", "10:7: a step with 2 keys (each entry begins with its own dash"),
        ("carol: {concede: true}", "10:7: 'carol' is neither a step nor a player (steps and players: "),
        ("pass: carol", "10:13: no player 'carol'"),
        ("resolve: one", "10:16: unknown way to resolve 'one' (allowed: top or all)"),
        ("advance_to: {player: alice}", "10:19: 'step' is missing (required: player or step)"),
        ("advance_to: {player: alice, step: untap}", "10:41: nobody gets priority in step untap (advance to the step after it)"),
        ("advance_to: {player: alice, step: upkep}", "10:41: unknown step 'upkep' (did you mean 'upkeep'?"),
        ("advance_to: {player: alice, step: upkeep, turn: +0}", "10:55: expected a whole number from 1, found '+0'"),
        ("alice: {cats: Unsummon}", "10:14: an action of no known kind: 'cats' (did you mean 'cast'?)"),
        ("alice: {cast: Unsummon, play_land: Forest}", "10:14: an action with both 'cast' and 'play_land' (write two entries)"),
        ("alice: {cast: Unsummon, target: [croc]}", "10:31: unknown key 'target' (did you mean 'targets'?"),
        ("alice: {cast: Unsummon, targets: [crocc]}", "10:41: nothing is named 'crocc' here (did you mean 'croc'?)"),
        ("alice: {cast: Unsummon, targets: croc}", "10:40: expected a list, found 'croc' (write it in brackets: [..])"),
        ("alice: {cast: Unsummon, illegal: targets}", "10:40: unknown reason 'targets' (did you mean 'target'?"),
        ("alice: {cast: Unsummon, illegal: false}", "10:40: expected true or a reason, found 'false'"),
        ("alice: {cast: Unsummon, as: spell, illegal: true}", "10:35: a name for what is refused"),
        ("alice: {cast: Unsummon, as: croc}", "10:35: the name 'croc' is given twice (first on line 8)"),
        ("alice: {cast: Unsummon, mana: some}", "10:37: unknown mana 'some'"),
        ("alice: {activate: croc}", "10:14: 'ability' is missing"),
        ("alice: {special: turn_face_up}", "10:14: 'object' is missing"),
        ("alice: {concede: false}", "10:24: expected true, found 'false'"),
        ("alice: {roll_planar_die: 6}", "10:32: unknown face '6' (allowed: blank, chaos or planeswalker)"),
        ("alice: {attack: {nobody: bob}}", "10:24: nothing is named 'nobody' here"),
        ("alice: {block: [croc]}", "10:22: expected a mapping, found a list"),
        ("answers: {carol: [{may: true}]}", "10:17: no player 'carol'"),
        ("answers: {alice: {may: true}}", "10:24: expected a list of answers, found a mapping"),
        ("answers: {alice: [{maybe: true}]}", "10:25: an answer of no known kind: 'maybe' (did you mean 'may'?)"),
        ("answers: {alice: [{may: 1}]}", "10:31: expected true or false, found '1'"),
        ("answers: {alice: [{choose: purple}]}", "10:34: nothing is named 'purple' here"),
        ("answers: {alice: [{may: true, exert: [croc]}]}", "10:37: unknown key 'exert'"),
        ("answers: {alice: [{coin: edge}]}", "10:32: unknown side 'edge' (allowed: heads or tails)"),
        ("name: {as: bird}", "10:13: 'where' is missing (required: as or where)"),
        ("name: {as: bird, where: {}}", "10:31: an empty mapping asks for nothing"),
        ("name: {as: croc, where: {zone: hand}}", "10:18: the name 'croc' is given twice"),
        ("name: {as: bird, where: {zone: outside}}", "10:38: unknown zone 'outside'"),
        ("expect: {}", "10:15: expected what to expect, found an empty mapping"),
        ("expect: {drake: {tapped: true}}", "10:16: nothing is named 'drake' here (allowed: croc, alice, bob, turn"),
        ("expect: {Sandbar Crocodile: {tapped: true}}", "10:16: an expectation on 'Sandbar Crocodile', which is no name"),
        ("expect: {croc: {taped: true}}", "10:23: unknown key 'taped' (did you mean 'tapped'?"),
        ("expect: {croc: {phased: gone}}", "10:31: unknown status 'gone' (allowed: in, out, direct or indirect)"),
        ("expect: {croc: {power: big}}", "10:30: expected a whole number, found 'big'"),
        ("expect: {croc: {colors: [purple]}}", "10:32: unknown colour 'purple'"),
        ("expect: {croc: {attached_to: Forest}}", "10:36: nothing is named 'Forest' here"),
        ("expect: {alice: {tapped: true}}", "10:24: unknown key 'tapped' (allowed: life"),
        ("expect: {alice: {hand: some}}", "10:30: expected a number or a list, found 'some'"),
        ("expect: {stack: none}", "10:23: expected a list, found 'none' ([] for an empty stack)"),
        ("expect: {stack: [{}]}", "10:24: an empty mapping asks for nothing"),
        ("expect: {count: [{of: {zone: hand}}]}", "10:24: 'is' is missing (required: of or is)"),
        ("expect: {events: [{phased: croc}]}", "10:26: unknown event 'phased' (did you mean 'phased_"),
        ("expect: {events: [phased_out]}", "10:25: expected an event with one key, found 'phased_out'"),
        ("expect: {no_events: [{simultaneous: [{phased_in: croc}]}]}", "10:29: unknown event 'simultaneous'"),
        ("expect: {events: [{simultaneous: [{phased_in: croc}]}]}", "10:40: the list is too short (it holds at least 2)"),
        ("expect: {decisions: [{player: alice}]}", "10:28: 'kind' is missing"),
        ("expect: {decisions: [{kind: guess}]}", "10:35: unknown kind of decision 'guess'"),
        ("expect: {priority: carol}", "10:26: no player 'carol'"),
    ],
)
def test_mistakes_of_a_step(step: str, message: str) -> None:
    assert only(script(step)).startswith(f"f.yaml:{message}")


def test_an_unknown_card_is_told_with_the_nearest_one_and_does_not_hide_the_case() -> None:
    cases, problems = check(script("alice: {cast: Unsumon, targets: [croc]}"))
    assert [str(problem) for problem in problems] == ["f.yaml:10:21: unknown card 'Unsumon' (did you mean 'Unsummon'?)"]
    assert len(cases) == 1


def test_a_name_counts_only_from_where_it_is_given() -> None:
    before = script("expect: {bird: {tapped: true}}", "name: {as: bird, where: {token: true}}")
    after = script("name: {as: bird, where: {token: true}}", "expect: {bird: {tapped: true}}")
    assert "nothing is named 'bird' here" in only(before)
    assert check(after)[1] == []


def test_all_mistakes_of_a_file_are_told_in_one_run() -> None:
    text = script("resolve: one", "pass: carol", "expect: {croc: {taped: true}}") + script("pass: alice").replace("one", "two")
    cases, problems = check(text)
    assert [(problem.line, problem.column) for problem in problems] == [(10, 16), (11, 13), (12, 23)]
    assert [case.id for case in cases] == ["two"]


def test_a_mistake_in_a_position_does_not_hide_the_next_ones() -> None:
    text = position("alice: {battlefield: [{card: Forest, taped: true}, {card: Holy Strength, attached_to: crok}]}", "pass: carol")
    assert [(problem.line, problem.column) for problem in check(text)[1]] == [(6, 42), (6, 91), (8, 13)]


def test_a_prologue_needs_the_names_that_the_script_uses() -> None:
    natural = "  natural:\n    given: {alice: {hand: [Sandbar Crocodile]}}\n    script: [pass: alice]\n"
    text = script("expect: {croc: {tapped: false}}") + natural
    assert only(text).startswith("f.yaml:11:3: the prologue has nothing named 'croc', which the script needs")
    named = text.replace("script: [pass: alice]", "script: [alice: {cast: Sandbar Crocodile, as: croc}]")
    assert check(named)[1] == []


def test_a_prologue_is_played_by_the_same_players() -> None:
    natural = "  natural:\n    given: {players: [alice, carol]}\n    script: [pass: alice]\n"
    assert "by other players" in only(script("pass: alice") + natural)
    assert "exactly the keys" in only(script("pass: alice") + "  natural: {given: {}}\n")


def test_hostile_text_stays_on_one_short_line() -> None:
    word = "x" * 5000 + "\\n\\e[31m"
    line = only(script(f'resolve: "{word}"'))
    assert "\n" not in line
    assert "\x1b" not in line
    assert len(line) < 200


def test_a_case_without_reasons_is_only_warned_about() -> None:
    text = CASE.replace("  title: One\n", "").replace("  why: To see.\n", "") + "    - expect: {croc: {tapped: false}}\n"
    cases, problems = parse_file(text.encode(), "f.yaml", POOL)
    assert [(problem.message, problem.severity) for problem in problems] == [
        ("the case has no 'title'", "warning"),
        ("the case has no 'why'", "warning"),
    ]
    assert cases[0].title == "one"
