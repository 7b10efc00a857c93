"""A case in words."""

from __future__ import annotations

import re
from typing import Any

import pytest

from conformance.cases.library import load, load_cards
from conformance.cases.model import Act, AdvanceTo, Answer, Answers, Expect, NameObject, PassPriority, Resolve, Step
from conformance.commands.checkup import position_of
from conformance.commands.inputs import engine_of
from conformance.report.story import asked, happened, labels, position, step
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.session import Session

BOARD = """
turn: {active: bob, step: end, number: 6}
day_night: night
planechase: {face_up: [{card: Krosa, as: here}], planar_deck: [Shiv, Gavony]}
alice:
  life: 12
  hand: [Unsummon, {card: Unsummon, as: second}]
  library: [Forest, Forest, Island]
  battlefield:
    - {card: Sandbar Crocodile, as: croc, phased: direct, tapped: true}
    - {card: Holy Strength, as: aura, owner: bob, phased: indirect, attached_to: croc}
bob: {battlefield: [{card: Grizzly Bears, as: bears, counters: {stun: 2}, damage: 1}]}
"""


def test_a_position_is_told_with_what_is_special_about_it() -> None:
    lines = list(position(position_of(BOARD, load_cards()[0])))
    assert lines[:2] == ["bob's turn 6, end", "it is night"]
    assert "Planechase (shared planar deck), bob is planar controller: Krosa (here)" in lines
    assert "alice: 12 life" in lines
    assert "  hand: Unsummon, Unsummon (second)" in lines
    assert "  library: 2 Forest, Island" in lines
    assert "    Sandbar Crocodile (croc): tapped, phased out directly under alice" in lines
    assert "    Holy Strength (aura): phased out indirectly under alice, attached to croc, owned by bob" in lines
    assert "    Grizzly Bears (bears): counters {stun: 2}, damage 1" in lines


@pytest.mark.parametrize(
    ("of", "told"),
    [
        (AdvanceTo("bob", "precombat_main"), "on to bob's precombat main"),
        (AdvanceTo("bob", "upkeep", 2), "on to bob's upkeep, 2 turns from now"),
        (PassPriority("alice"), "alice passes"),
        (Resolve(True), "everything on the stack resolves"),
        (Resolve(False), "the top of the stack resolves"),
        (
            Act("bob", {"type": "cast", "object": "Unsummon", "targets": ["croc"]}, "target"),
            "bob: cast Unsummon, targets [croc] - has to be refused (target)",
        ),
        (Act("bob", {"type": "attack", "attack": {"giant": "alice"}}), "bob: attack {giant: alice}"),
        (Act("bob", {"type": "concede"}, "any"), "bob: concede - has to be refused"),
        (Answers({"bob": [Answer("choose_untap", ["a"]), Answer("may", True)]}), "answers ready: bob: choose untap [a], may true"),
        (NameObject("bird", {"card": "Soul Warden"}, 2), "bird is number 2 of what fits {card: Soul Warden}"),
        (Expect(), "expected"),
    ],
)
def test_steps_in_words(of: Step, told: str) -> None:
    assert step(of) == told


def test_an_expectation_is_told_path_by_path() -> None:
    expect = Expect({"croc": {"phased": "in"}}, {"bob": {"life": 3}}, {"step": "end"}, "bob", stack=[], no_events=[{"chaos": "krosa"}])
    assert list(asked(expect)) == [
        ("croc.phased", "in"),
        ("bob.life", 3),
        ("turn.step", "end"),
        ("priority", "bob"),
        ("stack", []),
        ("no_events.1", {"chaos": "krosa"}),
    ]


def test_events_are_told_under_their_step_with_the_rules_cited() -> None:
    events: list[dict[str, Any]] = [
        {"kind": "step_began", "player": "bob", "step": "end"},
        {"kind": "priority", "player": "bob"},
        {"kind": "turn_began", "player": "alice", "rule": "500.1"},
        {"kind": "step_began", "player": "alice", "step": "untap"},
        {"kind": "phased_out", "object": "croc", "batch": 4, "rule": "702.26a"},
        {"kind": "phased_out", "object": "axe", "batch": 4, "rule": "702.26g"},
        {"kind": "phased_out", "object": "aura", "batch": 4, "rule": "702.26g"},
        {"kind": "untapped", "object": "ogre", "batch": 5},
        {"kind": "step_began", "player": "alice", "step": "draw"},
        {"kind": "zone_change", "object": "alice_library_1", "from": "library", "to": "hand"},
        {"kind": "put_on_stack", "source": None, "ability": "planeswalking", "controller": "alice"},
        {"kind": "something_new", "object": "\x1b[1mx", "times": 2},
        {"kind": "planeswalked", "away": ["krosa"], "to": ["shiv", "gavony"]},
        {"kind": "attackers_declared", "player": "alice"},
    ]
    assert list(happened(events, {"alice_library_1": "Forest (alice's)"})) == [
        "alice's turn begins  [500.1]",
        "in alice's untap:",
        "  croc phases out  [702.26a]",
        "  at the same time axe, aura phase out  [702.26g]",
        "  ogre untaps",
        "in alice's draw:",
        "  Forest (alice's) goes from library to hand",
        "  alice puts the ability planeswalking of the game on the stack",
        "  something new: object \\x1b[1mx, times 2",
        "  planeswalk from krosa to shiv, gavony",
    ]


@pytest.mark.parametrize(
    "event", [{}, {"kind": None}, {"kind": "damage"}, {"kind": ["list"], "batch": {}}, {"kind": "tapped", "object": {"a": []}}]
)
def test_events_that_say_nothing_usual_are_still_told(event: dict[str, Any]) -> None:
    assert all(isinstance(line, str) for line in happened([event], {}))


def test_cards_without_a_name_are_called_by_what_they_are() -> None:
    assert labels(position_of(BOARD, load_cards()[0]))["alice_library_2"] == "Forest (alice's)"


def test_what_the_reference_engine_reports_reads_as_sentences() -> None:
    loaded = load(None)
    session, book = Session(engine_of("reference"), edition=NEWEST), CardBook(loaded.cards)
    told: list[str] = []

    def watch(params: dict[str, Any], reply: dict[str, Any]) -> None:
        told.extend(happened(reply.get("events") or (), {}))

    for case in loaded.cases[::7]:
        play_case(case, session, book, watch=watch)
    assert len(told) > 500
    assert {line for line in told if re.match(r"\s*(at the same time )?[a-z ]+: (object|player|source|card) ", line)} == set()
    for said in (" dies", " activates ", " blocks ", " sacrifices "):
        assert any(said in line for line in told), said


def test_what_an_engine_calls_things_is_escaped_and_bounded() -> None:
    long = "x" * 100_000
    events: list[dict[str, Any]] = [
        {"kind": f"\x1b[2J{long}", "object": long, "rule": long, "batch": 1},
        {"kind": "odd", "\x1b]0;title\x07": "\u200b", long: long},
        {"kind": "step_began", "player": long, "step": long},
        {"kind": "tapped", "object": "\u202ex"},
    ]
    for line in happened(events, {}):
        assert line.isprintable()
        assert len(line) < 600
