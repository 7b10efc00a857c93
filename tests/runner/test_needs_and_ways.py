"""Which features a case needs, which way is taken, and what makes it unsupported."""

import pytest
from fake_engine import FEATURES, FakeEngine
from playing import case, play, session

from conformance.cases.cards import CardPool
from conformance.cases.parse import parse_file
from conformance.report.words import lacking
from conformance.runner import CardBook, needs, play_case

QUIET = "- expect: {priority: alice}"


def needed(given="{}", script=QUIET):
    made = case(script, given)
    return set(needs(made.given, made.script))


@pytest.mark.parametrize(
    ("given", "features"),
    [
        ("{}", set()),
        ("{players: [alice, bob, carol]}", {"multiplayer"}),
        ("{players: [alice, bob, carol, dave], teams: [[alice, bob], [carol, dave]]}", {"multiplayer", "teams"}),
        ("{players: [alice, bob, carol], range_of_influence: 1}", {"multiplayer", "range_of_influence"}),
        ("{players: [alice, bob, carol, dave], variant: grand_melee}", {"multiplayer", "range_of_influence"}),
        ("{turn: {active: bob}}", {"set_step"}),
        ("{turn: {step: end}}", {"set_step"}),
        ("{planechase: {face_up: [Krosa]}}", {"planechase"}),
        ("{planechase: {deck: own, face_up: [Krosa]}}", {"planechase_own_decks"}),
        ("{planechase: {deck: own, construction: checked}}", {"planechase_own_decks", "construction"}),
        ("{planechase: {face_up: []}, turn: {step: pregame}}", {"planechase", "pregame"}),
        ("{day_night: night}", {"day_night", "set_day_night"}),
        ("{this_turn: {spells_cast: {bob: 1}}}", {"set_day_night"}),
        ("{alice: {battlefield: [{card: A, phased: direct}]}}", {"set_phased"}),
        ("{alice: {battlefield: [{card: A, phased: {kind: direct, under: bob}}]}}", {"set_phased", "set_phased_under"}),
        ("{alice: {battlefield: [{card: A, owner: bob, damage: 1, counters: {stun: 1}}]}}", {"set_control", "set_damage", "set_counters"}),
        ("{alice: {battlefield: [{card: A, as: a}, {card: B, attached_to: a}]}}", {"set_attached"}),
        (
            "{alice: {battlefield: [{card: A, token: true, face_down: true, transformed: true},"
            " {card: A, exerted: bob, copy_of: B, chosen: {color: red}}]}}",
            {"set_tokens", "set_face_down", "set_transformed", "set_exerted", "set_copy", "set_chosen"},
        ),
        ("{alice: {counters: {poison: 1}}}", {"set_counters"}),
        ("{alice: {hand: [Specimen of Phasing]}}", {"custom_cards"}),
    ],
)
def test_what_a_position_needs(given, features):
    assert needed(given) == features


@pytest.mark.parametrize(
    ("script", "features"),
    [
        ("- alice: {roll_planar_die: blank}", {"forced_die"}),
        ("- alice: {roll_planar_die: blank, illegal: timing}", set()),
        ("- answers: {alice: [{planar_die: chaos}]}", {"forced_die"}),
        ("- alice: {concede: true}", {"concede"}),
        ("- alice: {concede: true, at: {player: bob, step: untap}}", {"concede", "concede_at"}),
    ],
)
def test_what_a_script_needs(script, features):
    assert needed(script=script) == features


PHASED = "{alice: {battlefield: [{card: Hill Giant, as: giant, phased: direct}]}}"
NATURAL = """
natural:
  given: {alice: {battlefield: [{card: Hill Giant, as: giant}], hand: [{card: Reality Ripple, as: ripple}]}}
  script:
    - alice: {cast: ripple, targets: [giant]}
    - resolve: all
"""
without_phased = [feature for feature in FEATURES if feature != "set_phased"]


def test_the_given_position_is_preferred():
    engine = FakeEngine()
    result = play(engine, "- expect: {giant: {phased: direct}}", PHASED, NATURAL)
    assert (result.outcome, result.way, engine.log) == ("pass", "given", [])


def test_the_natural_way_is_taken_where_the_position_cannot_be_set():
    result = play(FakeEngine(features=without_phased), "- expect: {giant: {phased: in}}", PHASED, NATURAL)
    assert (result.outcome, result.way) == ("pass", "natural")


def test_a_failure_in_the_prologue_says_so():
    engine = FakeEngine(features=without_phased, refuse={"cast": {"reason": "cost", "message": ""}})
    result = play(engine, "- expect: {giant: {phased: in}}", PHASED, NATURAL)
    assert (result.outcome, result.failure.path, result.failure.step) == ("fail", "natural.alice.cast", 1)


def test_without_any_way_the_case_is_unsupported_with_the_reason():
    result = play(FakeEngine(features=without_phased), "- expect: {giant: {phased: direct}}", PHASED)
    assert (result.outcome, result.reason, result.way) == ("unsupported", "feature set_phased: giant is phased out", None)


def test_one_way_can_be_asked_for():
    made = case("- expect: {giant: {zone: battlefield}}", PHASED, NATURAL)
    for way in ("given", "natural"):
        result, _ = play_case(made, session(FakeEngine()), CardBook(), way=way)
        assert (result.outcome, result.way) == ("pass", way)


def test_too_many_players_and_cards_not_listed_are_unsupported():
    five = play(FakeEngine(), QUIET, "{players: [alice, bob, carol, dave, erin]}")
    assert (five.outcome, five.reason) == ("unsupported", "5 players (the engine plays with 2 to 4)")
    engine = FakeEngine(cards="listed", card_names=["Forest"])
    result = play(engine, QUIET, "{alice: {hand: [Shock]}}")
    assert (result.outcome, result.reason) == ("unsupported", "card Shock")
    result = play(engine, QUIET, "{alice: {hand: [Shock, Forest, Murder, Fog]}}")
    assert result.reason == "card Fog and 2 more: Murder, Shock"
    assert lacking(result) == "card Fog and 2 more"


def test_the_engine_may_turn_a_card_down_and_then_the_other_way_is_tried():
    class Picky(FakeEngine):
        def new_game(self, params):
            if any(entry["phased"]["status"] != "in" for entry in params["given"]["battlefield"]):
                return {"unsupported": {"kind": "feature", "name": "set_phased", "reason": "not this one"}}
            return super().new_game(params)

    result = play(Picky(), "- expect: {giant: {phased: in}}", PHASED, NATURAL)
    assert (result.outcome, result.way) == ("pass", "natural")
    result = play(Picky(), "- expect: {giant: {phased: in}}", PHASED)
    assert (result.outcome, result.reason) == ("unsupported", "feature set_phased: not this one")


REFUSED = "{planechase: {deck: own, construction: checked, face_up: []}}"


class Refuses(FakeEngine):
    def new_game(self, params):
        return {"refused": {"reason": "too_few_cards", "message": "two cards are no deck"}}


def test_illegal_decks_have_to_be_refused():
    text = f"- {{id: a, title: A, rules: ['901.3'], why: B, given: {REFUSED}, expect_refused: too_few_cards}}"
    (made,), _ = parse_file(text.encode(), "test.yaml", CardPool())
    features = [*FEATURES, "construction"]
    for engine, outcome in ((Refuses(features=features), "pass"), (FakeEngine(features=features), "fail"), (FakeEngine(), "unsupported")):
        result, _ = play_case(made, session(engine), CardBook())
        assert result.outcome == outcome, result


def test_cards_are_described_to_engines_that_ask_for_it():
    pool = CardPool(
        [
            {
                "name": "Hill Giant",
                "cost": "{3}{R}",
                "types": ["Creature"],
                "subtypes": ["Giant"],
                "power": "3",
                "toughness": "3",
                "keywords": ["trample"],
                "echo": "{1}",
            },
            {"name": "Specimen One", "types": ["Artifact"], "back": {"name": "Specimen Other", "types": ["Land"]}},
            {"name": "Never Used", "types": ["Artifact"]},
        ]
    )
    got = {}

    class Keeps(FakeEngine):
        def new_game(self, params):
            got.update(params)
            return super().new_game(params)

    made = case(QUIET, "{alice: {hand: [Hill Giant, Specimen One]}}")
    features = [*FEATURES, "custom_cards"]
    play_case(made, session(Keeps(cards="by_text", features=features)), CardBook(pool))
    assert set(got["cards"]) == {"Hill Giant", "Specimen One"}
    giant = got["cards"]["Hill Giant"]
    assert (giant["cost"], giant["power"], giant["keywords"], giant["definition"]["types"]) == (
        "{3}{R}",
        "3",
        ["trample", "echo"],
        ["Creature"],
    )
    assert got["cards"]["Specimen One"]["back"]["name"] == "Specimen Other"
    play_case(made, session(Keeps(cards="all", features=features)), CardBook(pool))
    assert set(got["cards"]) == {"Specimen One"}


def test_programs_get_the_rules_text_and_adapters_in_this_process_do_without():
    entry = {"name": "Hill Giant", "types": ["Creature"], "power": "3", "toughness": "3", "keywords": ["trample", "phasing"]}
    book = CardBook(CardPool([entry, {"name": "Odd", "types": ["Artifact"], "abilities": [{"no": "such thing"}]}]))
    assert book.describe(["Hill Giant"])["Hill Giant"]["text"] == "Phasing, trample"
    assert book.describe(["Hill Giant"], text=False)["Hill Giant"]["text"] == ""
    assert book.describe(["Odd", "Unknown"])["Odd"]["text"] == ""
