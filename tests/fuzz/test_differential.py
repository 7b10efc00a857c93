"""Two engines in one game: what counts as a difference, what the rules leave open, and which rule is told."""

from __future__ import annotations

from typing import Any

import pytest
from engines import Backwards, Hasty, spec_of
from games import CARDS, CASES, POOL, recorded

from conformance.cases.parse import parse_file
from conformance.engines.reference import spec as reference
from conformance.fuzz.citing import ASKS, DEEDS, FIELDS, legality, rule_of
from conformance.fuzz.counterparts import Counterparts
from conformance.fuzz.differential import OBJECT_FIELDS, PLAYER_FIELDS, Difference, Latitude, of_snapshots, of_status
from conformance.fuzz.keeping_up import only_answer
from conformance.fuzz.match import Match, replay
from conformance.fuzz.recording import Move
from conformance.fuzz.watcher import Watcher
from conformance.protocol.messages import DECISION_KINDS
from conformance.protocol.moves import Move as Deed
from conformance.rules.editions import NEWEST
from conformance.rules.registry import NUMBER
from conformance.runner.session import Session

Json = dict[str, Any]

KNOWN = frozenset({"alice", "bob", "bears", "giant", "krosa"})


def given(*cards: str) -> Json:
    return {
        "players": ["alice", "bob"],
        "battlefield": [
            {"id": f"card_{number}", "card": card, "controller": "alice", "owner": "alice", "token": False, "counters": {}}
            for number, card in enumerate(cards)
        ],
        "seats": {"alice": {}, "bob": {}},
        "planechase": None,
    }  # fmt: skip


def snapshot(*objects: Json, priority: str | None = "alice", **alice: Any) -> Json:
    return {
        "turn": {"active": "alice", "step": "upkeep", "number": 3}, "priority": priority, "day_night": "neither", "objects": list(objects),
        "players": {"alice": {"life": 20, "in_game": True, **alice}, "bob": {"life": 20, "in_game": True}}, "stack": [], "planechase": None,
    }  # fmt: skip


def status(kind: str | None = "priority", options: Any = None, *, over: bool = False, **changed: Any) -> Json:
    decision = None if over else {"kind": kind, "player": "alice", "options": options}
    return {
        "over": over, "players": ["alice", "bob"], "turn": 3, "active": "alice", "step": "upkeep", "stack": 0, "decision": decision,
        **changed,
    }  # fmt: skip


def fields(one: Json, other: Json, latitude: Latitude | None = None) -> list[str]:
    return [entry.field for entry in of_snapshots(one, other, Counterparts(KNOWN), latitude or Latitude(given()))]


def asked(one: Json, other: Json) -> list[str]:
    return [entry.field for entry in of_status(one, other, Counterparts(KNOWN))]


# --- what the rules leave open ---------------------------------------------------------------------------------------------------


def moved(*batches: tuple[str, int]) -> list[Json]:
    return [{"kind": "zone_change", "object": id_, "from": "battlefield", "to": "graveyard", "batch": batch} for id_, batch in batches]


@pytest.mark.parametrize(("batches", "told"), [((7, 7), []), ((7, 8), ["graveyard"])], ids=["at once", "one after the other"])
def test_cards_that_came_into_a_graveyard_at_once_have_no_order(batches: tuple[int, int], told: list[str]) -> None:
    latitude = Latitude(given())
    latitude.went_by(moved(("bears", batches[0]), ("giant", batches[1])))
    assert fields(snapshot(graveyard=["bears", "giant"]), snapshot(graveyard=["giant", "bears"]), latitude) == told


def test_batches_of_two_acts_are_two() -> None:
    latitude = Latitude(given())
    latitude.went_by(moved(("bears", 1)))
    latitude.went_by(moved(("giant", 1)))
    assert fields(snapshot(graveyard=["bears", "giant"]), snapshot(graveyard=["giant", "bears"]), latitude) == ["graveyard"]


def test_what_lies_in_a_graveyard_is_compared_all_the_same() -> None:
    latitude = Latitude(given())
    latitude.went_by(moved(("bears", 1), ("giant", 1)))
    assert fields(snapshot(graveyard=["bears", "giant"]), snapshot(graveyard=["giant"]), latitude) == ["graveyard"]


def test_a_keyword_that_is_no_word_of_definitions_is_not_compared() -> None:
    def having(*keywords: str) -> Json:
        return snapshot({"id": "bears", "zone": "battlefield", "keywords": list(keywords)})

    assert fields(having("flying"), having("enchant", "flying")) == []
    assert fields(having("phasing"), having("phasing", "phasing")) == []
    assert fields(having(), having("flying")) == ["keywords"]
    assert fields(having("flying"), having()) == ["keywords"]


def test_what_is_left_of_a_player_who_is_gone_is_not_compared() -> None:
    gone = snapshot(in_game=False, exile=[], life=3)
    assert fields(gone, snapshot(in_game=False, exile=["bears"], life=0)) == []
    assert fields(gone, snapshot(in_game=True, exile=["bears"], life=0)) == ["in_game"]


def test_emblems_are_no_cards_of_the_command_zone() -> None:
    commander = {"id": "bears", "card": "Grizzly Bears", "zone": "command"}
    assert fields(snapshot(commander, command=["bears"]), snapshot(commander, command=["#23", "bears"])) == []
    assert fields(snapshot(commander, command=[]), snapshot(commander, command=["bears"])) == ["command"]


def test_of_a_game_that_is_over_only_that_is_compared() -> None:
    assert asked(status(over=True, turn=3), status(over=True, turn=4, players=["bob"])) == []
    assert asked(status(), status(over=True, turn=4)) == ["over"]
    assert asked(status(), status(turn=4)) == ["turn"]


def test_the_stack_is_compared_between_two_priorities_only() -> None:
    assert asked(status(stack=1), status(stack=0)) == ["stack"]
    assert asked(status("choose", stack=1), status("choose", stack=0)) == []
    one, other = {**snapshot(), "stack": [{"id": "~1", "source": "bears"}]}, snapshot()
    assert fields(one, other) == ["stack"]
    assert list(of_snapshots(one, other, Counterparts(KNOWN), Latitude(given()), stack=False)) == []


def test_what_a_host_that_is_gone_means_to_what_is_phased_out_is_not_compared() -> None:
    out = {"id": "giant", "zone": "battlefield", "phased": "direct", "attached_to": "bears"}
    host = {"id": "bears", "zone": "battlefield"}
    assert fields(snapshot(out), snapshot({**out, "attached_to": None})) == []
    assert fields(snapshot(out, host), snapshot({**out, "attached_to": None}, host)) == ["attached_to"]
    back = {**out, "phased": "in"}
    assert fields(snapshot(back), snapshot({**back, "attached_to": None})) == ["attached_to"]


def test_only_creatures_are_sick() -> None:
    bears = {"id": "bears", "zone": "battlefield", "sick": True}
    for types, told in (["Creature"], ["sick"]), (["Artifact", "Creature"], ["sick"]), (["Artifact"], []):
        assert fields(snapshot({**bears, "types": types}), snapshot({**bears, "types": types, "sick": False})) == told


def test_a_changeling_has_all_types_however_they_are_listed() -> None:
    bears = {"id": "bears", "zone": "battlefield", "subtypes": ["Bear"]}
    assert fields(snapshot(bears), snapshot({**bears, "subtypes": ["Bear", "Elf"]})) == ["subtypes"]
    changeling = {**bears, "keywords": ["changeling"]}
    assert fields(snapshot(changeling), snapshot({**changeling, "subtypes": ["Bear", "Elf"]})) == []


@pytest.mark.parametrize(("in_game", "told"), [(True, ["planechase.next_roll_cost"]), (False, [])])
def test_what_a_roll_costs_in_the_turn_of_a_leaver_is_not_compared(in_game: bool, told: list[str]) -> None:
    one, other = ({**snapshot(in_game=in_game), "planechase": {"next_roll_cost": cost}} for cost in (1, 0))
    assert fields(one, other) == told


def test_who_can_attack_nobody_cannot_attack() -> None:
    none: Json = {"attackers": [], "defenders": ["bob"]}
    assert asked(status("attack", none), status("attack", {"attackers": ["bears"], "defenders": []})) == []
    assert asked(status("attack", none), status("attack", {"attackers": ["bears"], "defenders": ["bob"]})) == ["decision.attack.options"]


def test_while_a_player_is_asked_for_something_else_priority_is_nobodys() -> None:
    assert fields(snapshot(priority=None), snapshot(priority="bob")) == []
    assert fields(snapshot(priority="alice"), snapshot(priority="bob")) == ["priority"]


def test_after_a_search_the_order_of_a_library_is_chance() -> None:
    ordered, shuffled = snapshot(library=["bears", "giant"]), snapshot(library=["giant", "bears"])
    searching, plain = Latitude(given("Land Tax")), Latitude(given("Grizzly Bears"))
    assert searching.by_chance(ordered, shuffled, Counterparts(KNOWN))
    assert not searching.by_chance(ordered, snapshot(library=["giant"]), Counterparts(KNOWN))
    assert not plain.by_chance(ordered, shuffled, Counterparts(KNOWN))
    assert fields(ordered, shuffled, plain) == ["library"]


# --- answers by index ------------------------------------------------------------------------------------------------------------


def _orders(*sources: str) -> Json:
    return {"kind": "order_triggers", "options": [{"source": source, "ability": "1", "controller": "alice"} for source in sources]}


def test_an_index_goes_by_what_it_stands_for() -> None:
    ids = Counterparts(KNOWN)
    mine, theirs = _orders("bears", "giant", "krosa"), _orders("krosa", "bears", "giant")
    assert ids.answer({"order_triggers": [0, 2, 1]}, mine, theirs) == {"order_triggers": [1, 0, 2]}
    assert ids.answer({"order_triggers": [0, 9]}, mine, theirs) == {"order_triggers": [0, 9]}, "no index of ours: theirs to refuse"
    assert ids.answer({"order_triggers": [0, 2, 1]}, mine, {"kind": "order_triggers"}) == {"order_triggers": [0, 2, 1]}
    replacing = {"options": [{"source": "bears"}, {"source": "giant"}]}
    assert ids.answer({"replacement": 0}, replacing, {"options": [{"source": "giant"}, {"source": "bears"}]}) == {"replacement": 1}


@pytest.mark.parametrize("theirs", [("bears",), ("bears", "krosa"), ("bears", "giant", "giant")])
def test_an_index_that_stands_for_nothing_there_cannot_be_said(theirs: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="same things"):
        Counterparts(KNOWN).answer({"order_triggers": [1, 0]}, _orders("bears", "giant"), _orders(*theirs))


def test_of_two_abilities_of_one_thing_the_name_decides_if_it_is_ours() -> None:
    mine = {"options": [{"source": "bears", "ability": name, "controller": "alice"} for name in ("a1", "a2")]}
    theirs = {"options": mine["options"][::-1]}
    assert Counterparts(KNOWN).answer({"order_triggers": [0, 1]}, mine, theirs) == {"order_triggers": [1, 0]}
    own_names = {"options": [{**entry, "ability": f"their {entry['ability']}"} for entry in mine["options"]]}
    with pytest.raises(ValueError, match="cannot be told"):
        Counterparts(KNOWN).answer({"order_triggers": [0, 1]}, mine, own_names)


def test_an_engine_may_list_triggers_in_its_own_order() -> None:
    """In games of cases in which triggers are ordered nothing differs, though the engine lists them the other way round."""
    ordering = [case for case in CASES.values() if "order_triggers" in repr(case.script) and not case.disputed][:12]
    assert len(ordering) > 5
    asked_for = 0
    for case in ordering:
        session = Session(spec_of(Backwards), edition=NEWEST)
        recording = recorded(case)
        assert replay(recording, Match(session, CARDS, Watcher(session), against=True)) is None, case.id
        asked_for += any("order_triggers" in (move.answer or {}) for move in recording.moves)
    assert asked_for > 5


# --- two games kept in step ------------------------------------------------------------------------------------------------------


def _position(*hand: str, step: str = "precombat_main") -> Json:
    """Alice holds these cards and bob one Forest; nothing else is there."""
    text = f"""
- id: one
  title: A position
  rules: ['502.3']
  why: None.
  given:
    turn: {{step: {step}}}
    alice: {{hand: {list(hand)}, battlefield: [Grizzly Bears]}}
    bob: {{hand: [{{card: Forest, as: forest}}]}}
  script:
    - expect: {{forest: {{zone: hand}}}}
"""
    (case,), problems = parse_file(text.encode(), "one.yaml", POOL)
    assert not problems
    given: Json = case.given
    return given


def _on_hasty(*moves: Move, given: Json) -> tuple[Match, list[Any]]:
    session = Session(spec_of(Hasty), edition=NEWEST)
    match = Match(session, CARDS, Watcher(session), against=True)
    found = match.begin(given)
    for move in moves:
        found += match.act(move.player, move.action, move.answer)
    return match, found


def _passes(*players: str) -> list[Move]:
    return [Move(player, action={"type": "pass"}) for player in players]


def test_a_step_that_an_engine_leaves_out_is_told_once_and_the_games_go_on_in_step() -> None:
    match, found = _on_hasty(*_passes("alice", "bob"), Move("alice", answer={"attack": {}}), given=_position(step="beginning_of_combat"))
    assert [finding.field for finding in found] == ["step"]
    assert not match.over
    assert match.game.step == match._was["step"] != "declare_attackers"
    made = [move for move in match.moves if move.alone]
    assert [move.player for move in made][:2] == ["alice", "bob"]
    # Played again it is the same, and what was made alone is not made twice.
    again = match.recording
    assert replay(again, match, ("?", "?")) is None
    assert match.recording == again
    match.act("alice", {"type": "pass"})
    assert not match.over


def test_a_choice_of_which_there_is_one_may_be_made_without_asking() -> None:
    given = _position("Cavern Whisperer")
    whisperer, bears = given["seats"]["alice"]["hand"][0]["id"], given["battlefield"][0]["id"]
    match, found = _on_hasty(
        Move("alice", action={"type": "cast", "object": whisperer, "using": "mutate", "targets": [bears]}),
        *_passes("alice", "bob"), Move("alice", answer={"may": True}), *_passes("alice", "bob"), given=given,
    )  # fmt: skip
    assert found == []
    assert match.moves[-1] == Move("bob", answer={"discard": ["forest"]}, alone=True)
    assert match.game.pending.kind == "priority"
    assert replay(match.recording, match) is None


def test_an_id_of_the_other_engine_only_means_nothing_to_it_either() -> None:
    ids = Counterparts(KNOWN)
    mine, theirs = ({"objects": [], "stack": [{"id": number, "source": "bears"}]} for number in ("~ability1", "#26"))
    ids.pair(mine, theirs)
    assert ids.theirs(["~ability1", "bears"]) == ["#26", "bears"]
    assert ids.theirs("#26") not in ("#26", "~ability1")
    assert ids.mine("#26") == "~ability1"


@pytest.mark.parametrize(
    ("decision", "answer"),
    [
        ({"kind": "discard", "options": ["bears"], "min": 1, "max": 1}, {"discard": ["bears"]}),
        ({"kind": "discard", "options": ["bears", "giant"], "min": 2, "max": 2}, {"discard": ["bears", "giant"]}),
        ({"kind": "discard", "options": ["bears", "giant"], "min": 1, "max": 1}, None),
        ({"kind": "choose", "options": ["bears"], "min": 0, "max": 1}, None),
        ({"kind": "order", "options": ["bears", "giant"], "min": 2, "max": 2}, None),
        ({"kind": "targets", "options": [{"min": 1, "max": 1, "options": ["bears"]}]}, {"targets": ["bears"]}),
        ({"kind": "targets", "options": [{"min": 0, "max": 1, "options": ["bears"]}]}, None),
        ({"kind": "targets", "options": [{"min": 1, "max": 1, "options": ["bears", "giant"]}]}, None),
        ({"kind": "legend", "options": ["bears"]}, {"legend": "bears"}),
        ({"kind": "replacement", "options": [{"source": "bears"}, {"source": "giant"}]}, None),
        ({"kind": "may"}, None),
        ({"kind": "order_triggers", "options": [{"source": "bears", "ability": "a1"}] * 2}, {"order_triggers": [0, 1]}),
        ({"kind": "order_triggers", "options": [{"source": "bears", "ability": f"a{n}"} for n in (1, 2)]}, None),
        ({"kind": "block", "options": {"blockers": ["bears"], "attackers": []}}, {"block": {}}),
        ({"kind": "block", "options": {"blockers": ["bears"], "attackers": ["giant"]}}, None),
        ({"kind": "attack", "options": {"attackers": [], "defenders": ["bob"]}}, {"attack": {}}),
    ],
)
def test_the_only_answer(decision: Json, answer: Json | None) -> None:
    assert only_answer(decision) == answer


# --- which rule is told ----------------------------------------------------------------------------------------------------------


def test_every_field_and_every_question_has_a_rule_of_its_own() -> None:
    assert FIELDS.keys() >= {*OBJECT_FIELDS, *PLAYER_FIELDS}
    assert set(DECISION_KINDS) == ASKS.keys()
    assert {kind.__struct_config__.tag for kind in Deed.__subclasses__()} == DEEDS.keys()
    assert legality("order_triggers") == "603.3b"
    for rule in (*(rule for _, rule in FIELDS.values()), *ASKS.values(), *DEEDS.values()):
        assert NUMBER.fullmatch(rule), rule
        assert rule != "613.1"


@pytest.mark.parametrize(
    ("difference", "rule"),
    [
        (Difference("bears", "power", 2, 3), "613.4"),
        (Difference("bears", "keywords", [], ["flying"]), "613.1f"),
        (Difference("", "priority", "alice", "bob"), "117.3"),
        (Difference("alice", "graveyard", ["bears"], []), "404.1"),
        (Difference("alice", "library", ["bears"], ["giant"]), "401.2"),
        (Difference("bears", "counters", {}, {"stun": 1}), "122.1"),
        (Difference("bears", "tapped", True, False), "110.5"),
        (Difference("bears", "owner", "alice", "bob"), "108.3"),
        (Difference("bears", "controller", "alice", "bob"), "613.1b"),
        (Difference("bears", "controller", "alice", None), "110.2"),
        (Difference("bears", "attacking", None, "bob"), "506.4"),
        (Difference("bears", "attacking", "bob", None), "508.1k"),
        (Difference("", "decision.attack.options", {}, {}, "attack"), "508.1"),
        (Difference("", "decision.kind", "", "", "choose_untap"), "502.3"),
        (Difference("", "decision.player", "", "", "order_triggers"), "603.3b"),
        (Difference("", "stack.targets", [], ["bears"]), "115.1"),
        (Difference("", "planechase.controller", "alice", "bob"), "901.6"),
    ],
)
def test_where_nobody_cites_a_rule_it_is_the_one_that_says_what_the_field_is(difference: Difference, rule: str) -> None:
    # The rule of what happened last is not the rule of whatever differs.
    assert rule_of(difference, [{"kind": "priority", "player": "alice", "rule": "117.3a"}]) == rule


def test_the_rule_that_an_engine_cites_for_that_change_goes_first() -> None:
    untapped = {"kind": "untapped", "object": "bears", "rule": "701.26b"}
    differs = Difference("bears", "tapped", False, True)
    assert rule_of(differs, [untapped]) == "701.26b"
    assert rule_of(differs, [], [untapped]) == "701.26b"
    assert rule_of(differs, [{**untapped, "object": "giant"}]) == "110.5"
    assert rule_of(differs, [{"kind": "step_began", "player": "alice", "step": "untap"}]) == "502.3"


def test_of_a_pile_the_rule_is_that_of_the_card_that_moved() -> None:
    went = [
        {"kind": "zone_change", "object": "bears", "from": "hand", "to": "graveyard", "rule": "701.9a"},
        {"kind": "zone_change", "object": "giant", "from": "library", "to": "hand", "rule": "121.1"},
    ]
    assert rule_of(Difference("alice", "graveyard", ["bears"], []), went) == "701.9a"
    assert rule_of(Difference("alice", "exile", ["krosa"], []), went) == "406.1"


def test_two_reference_engines_do_not_differ() -> None:
    session = Session(reference, edition=NEWEST)
    match = Match(session, CARDS, Watcher(session), against=True)
    assert replay(recorded(CASES["coffin-destroyed-gives-all-back"]), match) is None
