"""Good scripts become the steps of the model: numbers are numbers, words are words, names stand for ids."""

from __future__ import annotations

from typing import Any

import pytest
from case_texts import CASE, check, script

from conformance.cases.model import Act, AdvanceTo, Answer, Answers, Editions, Expect, NameObject, PassPriority, Place, Resolve


def step(text: str) -> Any:
    cases, problems = check(script(text))
    assert problems == []
    return cases[0].script[0]


AT = Place(10, 7)


def test_time() -> None:
    assert step("advance_to: {player: bob, step: end}") == AdvanceTo("bob", "end", None, AT)
    assert step("advance_to: {player: bob, step: end, turn: +2}") == AdvanceTo("bob", "end", 2, AT)
    assert step("pass: bob") == PassPriority("bob", AT)
    assert step("resolve: all") == Resolve(True, AT)
    assert step("resolve: top") == Resolve(False, AT)
    assert step("name: {as: bird, where: {card: Gray Ogre, token: true}, nth: 2}") == NameObject(
        "bird", {"card": "Gray Ogre", "token": True}, 2, AT
    )


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("{cast: Unsummon, targets: [croc, bob]}", {"type": "cast", "object": "Unsummon", "targets": ["croc", "bob"]}),
        (
            "{cast: Unsummon, as: spell, x: 3, using: flashback}",
            {"type": "cast", "object": "Unsummon", "as": "spell", "x": 3, "using": "flashback"},
        ),
        ("{cast: Unsummon, modes: [1, 3], kicked: 2}", {"type": "cast", "object": "Unsummon", "modes": [1, 3], "kicked": 2}),
        (
            "{cast: Unsummon, pay: {discard: [Forest]}, mana: none}",
            {"type": "cast", "object": "Unsummon", "pay": {"discard": ["Forest"]}, "mana": "none"},
        ),
        ("{activate: croc, ability: 2}", {"type": "activate", "object": "croc", "ability": 2}),
        (
            "{activate: croc, ability: equip, targets: [croc]}",
            {"type": "activate", "object": "croc", "ability": "equip", "targets": ["croc"]},
        ),
        ("{play_land: Forest}", {"type": "play_land", "object": "Forest"}),
        ("{special: turn_face_up, object: croc}", {"type": "special", "special": "turn_face_up", "object": "croc"}),
        ("{concede: true}", {"type": "concede"}),
        ("{concede: true, at: {player: bob, step: untap}}", {"type": "concede", "at": {"player": "bob", "step": "untap"}}),
        ("{roll_planar_die: chaos}", {"type": "roll_planar_die", "faces": ["chaos"]}),
        ("{roll_planar_die: [blank, chaos]}", {"type": "roll_planar_die", "faces": ["blank", "chaos"]}),
        ("{attack: {croc: bob}, exert: [croc]}", {"type": "attack", "attack": {"croc": "bob"}, "exert": ["croc"]}),
        ("{attack: {}}", {"type": "attack", "attack": {}}),
        ("{block: {croc: croc}}", {"type": "block", "block": {"croc": "croc"}}),
        ("{assign: {croc: {bob: 2}}}", {"type": "assign", "assign": {"croc": {"bob": 2}}}),
    ],
)
def test_actions_have_the_protocols_form(text: str, action: dict[str, Any]) -> None:
    assert step(f"alice: {text}") == Act("alice", action, None, AT)


def test_what_must_be_refused() -> None:
    assert step("alice: {cast: Unsummon, illegal: target}").illegal == "target"
    assert step("alice: {cast: Unsummon, illegal: true}").illegal == "any"


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("targets: [croc]", "targets", ["croc"]),
        ("may: true", "may", True),
        ("pay: false", "pay", False),
        ("mode: 2", "mode", [2]),
        ("mode: [1, 2]", "mode", [1, 2]),
        ("choose: croc", "choose", ["croc"]),
        ("choose: 3", "choose", [3]),
        ("choose: [red, Island]", "choose", ["red", "Island"]),
        ("choose_untap: []", "choose_untap", []),
        ("order_triggers: [croc, planeswalking]", "order_triggers", ["croc", "planeswalking"]),
        ("order_triggers: [{source: croc, ability: up}]", "order_triggers", [{"source": "croc", "ability": "up"}]),
        ("discard: [Forest]", "discard", ["Forest"]),
        ("replacement: croc", "replacement", "croc"),
        ("planar_die: blank", "planar_die", "blank"),
        ("coin: heads", "coin", "heads"),
        ("block: {croc: [croc]}", "block", {"croc": ["croc"]}),
    ],
)  # fmt: skip
def test_answers(text: str, kind: str, value: Any) -> None:
    answers = step(f"answers: {{alice: [{{{text}}}]}}")
    assert answers == Answers({"alice": [Answer(kind, value, None, {}, Place(10, 25))]}, AT)


def test_answers_with_more_to_them() -> None:
    queue = step("answers: {bob: [{attack: {croc: bob}, exert: [croc]}, {may: true, illegal: choice}]}").queues["bob"]
    assert queue[0].extra == {"exert": ["croc"]}
    assert queue[1].illegal == "choice"


def test_an_expectation_is_typed_and_knows_its_places() -> None:
    expect = step(
        "expect: {croc: {tapped: false, power: -1, phased: {kind: direct, under: bob}, attached_to: null, "
        "counters: {'+1/+1': 0}, exerted: bob}, alice: {hand: 3, library: [Forest, {any_order: [Unsummon, croc]}]}, turn: {number: 4}, "
        "stack: [{source: null}], day_night: neither, "
        "count: [{of: {types: [Land]}, is: 1}], planechase: {face_up: [Krosa], next_roll_cost: 2}, priority: bob}"
    )
    assert expect == Expect(
        objects={"croc": {
            "tapped": False, "power": -1, "phased": {"kind": "direct", "under": "bob"}, "attached_to": None, "counters": {"+1/+1": 0},
            "exerted": "bob",
        }},
        players={"alice": {"hand": 3, "library": ["Forest", {"any_order": ["Unsummon", "croc"]}]}},
        turn={"number": 4},
        priority="bob",
        day_night="neither",
        planechase={"face_up": ["Krosa"], "next_roll_cost": 2},
        stack=[{"source": None}],
        count=[{"of": {"types": ["Land"]}, "is": 1}],
        places=expect.places,
        place=AT,
    )  # fmt: skip
    assert expect.places["croc.tapped"] == Place(10, 23)
    assert expect.places["alice"].line == 10


def test_events_stay_as_they_are_written() -> None:
    expect = step(
        "expect: {events: [{phased_out: croc}, {simultaneous: [{phased_in: croc}, {untapped: croc}]}, {turn_began: bob}, "
        "{triggered: {source: null}}, {planeswalked: {away: [Krosa], to: [Tazeem]}}], "
        "no_events: [{step_began: {player: bob, step: draw}}], "
        "decisions: [{player: bob, kind: choose_untap, options: {include: [croc], exclude: [3]}}], no_decisions: [{kind: may}]}"
    )
    assert expect.events == [
        {"phased_out": "croc"},
        {"simultaneous": [{"phased_in": "croc"}, {"untapped": "croc"}]},
        {"turn_began": "bob"},
        {"triggered": {"source": None}},
        {"planeswalked": {"away": ["Krosa"], "to": ["Tazeem"]}},
    ]
    assert expect.no_events == [{"step_began": {"player": "bob", "step": "draw"}}]
    assert expect.decisions == [{"player": "bob", "kind": "choose_untap", "options": {"include": ["croc"], "exclude": [3]}}]
    assert expect.no_decisions == [{"kind": "may"}]


def test_the_head_of_a_case() -> None:
    head = "- id: one\n  title: One\n  rules: [502.10, 702.26g/c]\n  why: To see.\n  sources: [a ruling]\n  editions: {from: 2009-07-11}\n"
    head += "  confidence: ruling\n  disputed: read both ways\n  tags: [combat]\n"
    case = check(CASE.replace("- id: one\n  title: One\n  rules: [502.3]\n  why: To see.\n", head) + "    - pass: alice\n")[0][0]
    assert case.rules == ["502.10", "702.26g/c"]
    assert case.editions == Editions("2009-07-11", None)
    assert (case.confidence, case.disputed, case.tags, case.sources) == ("ruling", "read both ways", ["combat"], ["a ruling"])
    assert (case.names, case.file, case.line) == (["croc"], "f.yaml", 1)


def test_a_back_face_is_a_card_too() -> None:
    assert step("expect: {croc: {card: Tavern Smasher}}").objects["croc"] == {"card": "Tavern Smasher"}


def test_an_illegal_deck_is_expected_instead_of_a_script() -> None:
    text = CASE.replace("  script:\n", "  expect_refused: too_few_cards\n").replace(
        "given:\n", "given:\n    planechase: {construction: checked}\n"
    )
    cases, problems = check(text)
    assert problems == []
    assert (cases[0].expect_refused, cases[0].script) == ("too_few_cards", [])
