"""The catalogue of invariants: its form, that it holds in real games, and that each invariant can fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cases_of_invariants import CASE_OF
from lies import lies
from moments import moments

from conformance.cases.library import builtin
from conformance.engines.reference import spec as reference
from conformance.fuzz.invariants.invariant import Broken, Invariant, invariants, landmarks
from conformance.fuzz.invariants.unreached import UNREACHED
from conformance.fuzz.moment import Moment
from conformance.fuzz.past import Past
from conformance.fuzz.recording import Finding, Move
from conformance.fuzz.watcher import Watcher
from conformance.rules.editions import NEWEST
from conformance.rules.loader import load as load_rules
from conformance.runner.session import Session
from conformance.runner.view import View

Json = dict[str, Any]

HEART = ("502", "702.26", "311", "312", "901", "704.6f", "610.4")
BY_ID = {entry.id: entry for entry in invariants()}
CLAUSES = {clause.id: clause for clause in load_rules(builtin() / "rules").clauses()}


# --- the catalogue ---------------------------------------------------------------------------------------------------------------


def test_every_invariant_and_landmark_says_what_it_is_about() -> None:
    assert len(BY_ID) >= 70
    titles = [entry.title for entry in (*invariants(), *landmarks())]
    assert len(set(titles)) == len(titles)
    for entry in (*invariants(), *landmarks()):
        assert entry.title[0].isupper(), entry.title
        assert not entry.title.endswith("."), entry.title
        assert entry.where is None or hasattr(Moment, entry.where), entry.title
        unknown = [clause for clause in entry.clauses if clause not in CLAUSES]
        assert not unknown, (entry.title, unknown)
        assert len(set(entry.clauses)) == len(entry.clauses), entry.title


def test_every_clause_at_the_heart_is_watched_or_cannot_be() -> None:
    watched = {clause for entry in (*invariants(), *landmarks()) for clause in entry.clauses}
    heart = {name for name, clause in CLAUSES.items() if name.partition("/")[0].startswith(HEART) and clause.untestable is None}
    assert heart - watched - UNREACHED.keys() == set()
    assert UNREACHED.keys() <= heart
    assert not watched & UNREACHED.keys()


# --- each can fail ---------------------------------------------------------------------------------------------------------------


def _due(entry: Invariant, moment: Moment) -> bool:
    """Whether the watcher would look."""
    if (entry.on and entry.on.isdisjoint(moment.by_kind)) or (entry.where is not None and not getattr(moment, entry.where)):
        return False
    when = "begin" if moment.move is None else "refused" if moment.refused else "act"
    return entry.when == when or (entry.when == "priority" and when == "act" and moment.settled)


def _verdicts(entry: Invariant, moment: Moment) -> list[bool | Broken]:
    return list(entry.check(moment)) if _due(entry, moment) else []


def _is_broken(entry: Invariant, lie: Moment) -> bool:
    try:
        return any(isinstance(verdict, Broken) for verdict in _verdicts(entry, lie))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration):
        return False  # a lie that no engine could tell


@pytest.mark.parametrize("id_", sorted(CASE_OF))
def test_a_small_lie_breaks_it(id_: str) -> None:
    """In a game of the reference engine it holds, and something that one could say falsely about that game breaks it."""
    entry = BY_ID[id_]
    reached = 0
    for moment in moments(CASE_OF[id_]):
        try:
            verdicts = _verdicts(entry, moment)
        except KeyError:
            continue
        assert all(verdict is True for verdict in verdicts)
        reached += len(verdicts)
        if verdicts and any(_is_broken(entry, lie) for lie in lies(moment)):
            return
    pytest.fail(f"{id_} was looked at {reached} times in {CASE_OF[id_]}, and no lie breaks it")


# --- moments made by hand --------------------------------------------------------------------------------------------------------


def _permanent(number: str, **changed: Any) -> Json:
    return {
        "id": number, "incarnation": 1, "zone": "battlefield", "card": "Hill Giant", "owner": "alice", "controller": "alice",
        "tapped": False,
        "phased": "in", "phased_under": None, "attached_to": None, "counters": {}, "damage": 0, "power": 3, "toughness": 3, "token": False,
        "types": ["Creature"], "subtypes": [], "supertypes": [], "colors": [], "keywords": [], "sick": False, "face_down": False,
        "transformed": False, "exerted": False, "attacking": None, "blocking": [], "blocked": False, **changed,
    }  # fmt: skip


def _view(*objects: Json) -> View:
    seat = {"life": 20, "counters": {}, "in_game": True, "lands_played": 0} | {
        pile: [] for pile in ("hand", "library", "graveyard", "exile", "command", "planar_deck")
    }
    return View({
        "turn": {}, "priority": "alice", "day_night": "neither", "players": {"alice": seat, "bob": seat}, "objects": list(objects),
        "stack": [], "planechase": None,
    })  # fmt: skip


def _put_down(number: str, card: str = "Hill Giant", **changed: Any) -> Json:
    return {
        "id": number, "card": card, "controller": "alice", "owner": "alice", "token": False, "counters": {},
        "phased": {"status": "in", "under": None}, **changed,
    }  # fmt: skip


def _made(before: View, after: View, events: list[Json], *battlefield: Json, move: Move | None = None, step: str = "upkeep") -> Moment:
    given = {
        "players": ["alice", "bob"], "teams": [], "turn": {"active": "alice"}, "seats": {"alice": {}, "bob": {}}, "planechase": None,
        "battlefield": list(battlefield), "range_of_influence": None,
    }  # fmt: skip
    decision = {"player": "alice", "kind": "priority", "options": None}
    status = {
        "turn": 3, "active": "alice", "step": step, "stack": 0, "decision": decision, "over": False, "players": ["alice", "bob"],
    }  # fmt: skip
    numbered = [{"batch": index, **event} for index, event in enumerate(events)]
    moment = Moment(given, before, after, status, status, numbered, move or Move("alice", {"type": "pass"}), False)
    moment.past = Past(given)
    return moment


def _paid_with_what_is_out() -> Moment:
    out = _permanent("giant", phased="direct", phased_under="alice")
    move = Move("alice", {"type": "cast", "object": "spell", "pay": {"sacrifice": ["giant"]}})
    gone = [{"kind": "zone_change", "object": "giant", "from": "battlefield", "to": "graveyard"}]
    return _made(_view(out), _view({**out, "zone": "graveyard"}), gone, _put_down("giant"), move=move)


def _fights_on_after_phasing() -> Moment:
    fighting = _permanent("giant", attacking="bob", tapped=True)
    events = [{"kind": "phased_out", "object": "giant"}, {"kind": "phased_in", "object": "giant"}]
    return _made(_view(fighting), _view(fighting), events, _put_down("giant"), step="declare_attackers")


def _keeps_what_was_lent_for_the_turn() -> Moment:
    lent = _permanent("giant", controller="bob")
    events = [{"kind": "step_began", "player": "alice", "step": step} for step in ("cleanup", "untap", "upkeep")]
    given = _put_down("giant", control={"player": "bob", "until": "end_of_turn"})
    return _made(_view(lent), _view(lent), events, given)


def _places_the_others_trigger_first() -> Moment:
    events = [
        {"kind": kind, "source": source, "ability": "a1", "controller": player}
        for kind in ("triggered", "put_on_stack")
        for source, player in (("theirs", "bob"), ("mine", "alice"))
    ]
    return _made(_view(), _view(), [*events, {"kind": "priority", "player": "alice"}])


def _untaps_what_says_that_it_does_not() -> Moment:
    card = "Colossus of Sardia"
    was = _permanent("colossus", card=card, tapped=True)
    events = [
        {"kind": "step_began", "player": "alice", "step": "untap"},
        {"kind": "untapped", "object": "colossus"},
        {"kind": "step_began", "player": "alice", "step": "upkeep"},
    ]
    return _made(_view(was), _view({**was, "tapped": False}), events, _put_down("colossus", card))


def _enters_tapped(*afterwards: Json, card: str = "Tawnos's Coffin") -> Moment:
    """A creature spell resolves, then what is told happens to the creature; it is there, and tapped."""
    resolved = {"kind": "zone_change", "object": "giant", "from": "stack", "to": "battlefield"}
    was = _permanent("giant", zone="stack")
    return _made(_view(was), _view(_permanent("giant", incarnation=2, tapped=True)), [resolved, *afterwards], _put_down("holder", card))


BY_HAND = {
    "out-pays-no-cost": _paid_with_what_is_out,
    "out-of-combat-for-good": _fights_on_after_phasing,
    "control-ends-with-the-turn": _keeps_what_was_lent_for_the_turn,
    "active-players-triggers-first": _places_the_others_trigger_first,
    "holds-itself": _untaps_what_says_that_it_does_not,
}


@pytest.mark.parametrize("id_", sorted(BY_HAND))
def test_a_moment_made_by_hand_breaks_it(id_: str) -> None:
    verdicts = _verdicts(BY_ID[id_], BY_HAND[id_]())
    assert any(isinstance(verdict, Broken) for verdict in verdicts)


@pytest.mark.parametrize(("card", "meanwhile"), [("Tawnos's Coffin", "exile"), ("Dance of the Dead", "graveyard")])
def test_what_an_effect_returns_tapped_entered_as_it_should(card: str, meanwhile: str) -> None:
    """A creature that resolved, left at once and came back tapped is another object by then."""
    left = {"kind": "zone_change", "object": "giant", "from": "battlefield", "to": meanwhile}
    returned = {"kind": "zone_change", "object": "giant", "from": meanwhile, "to": "battlefield"}
    assert not _finds(iter(_verdicts(BY_ID["enters-untapped"], _enters_tapped(left, returned, card=card))))


def test_what_resolved_tapped_is_broken_whatever_else_can_return_things_tapped() -> None:
    (broken,) = _finds(iter(_verdicts(BY_ID["enters-untapped"], _enters_tapped())))
    assert broken.about == "giant"


def test_no_invariant_is_left_out_here() -> None:
    assert CASE_OF.keys() | BY_HAND.keys() == BY_ID.keys()


# --- the watcher -----------------------------------------------------------------------------------------------------------------


class _Silent:
    """An engine that tells no events and knows no days."""

    features = frozenset({"multiplayer"})
    event_kinds: frozenset[str] | None = None
    in_process = True


class _Sparing(_Silent):
    features = frozenset({"events"})
    event_kinds = frozenset({"phased_in", "phased_out", "step_began", "zone_change"})


class _Telling(_Silent):
    features = frozenset({"events"})


def _found(session: Any, moment: Moment) -> tuple[set[str], Watcher]:
    watcher = Watcher(session)
    watcher.look(Moment(moment.given, None, moment.before or moment.after, None, moment.now, (), None, False))
    return {finding.field for finding in watcher.look(moment)}, watcher


def test_what_an_engine_cannot_show_is_said_to_be_unchecked() -> None:
    moment = _fights_on_after_phasing()
    found, watcher = _found(_Silent(), moment)
    assert "out-of-combat-for-good" not in found
    assert watcher.reach.unchecked["out-of-combat-for-good"] == "the engine does not have events"
    found, watcher = _found(_Sparing(), _fights_on_after_phasing())
    assert "out-of-combat-for-good" in found
    assert watcher.reach.unchecked["untaps-at-once"] == "the engine does not report untapped"


def test_a_field_that_is_not_reported_leaves_an_invariant_unchecked() -> None:
    moment = _fights_on_after_phasing()
    for view in (moment.before, moment.after):
        assert view is not None
        for entry in view.snapshot["objects"]:
            entry.pop("incarnation", None)
    found, watcher = _found(_Telling(), moment)
    assert "same-object-after-phasing" not in found
    assert "incarnation" in watcher.reach.unchecked["same-object-after-phasing"]


class _Untold(_Silent):
    """An engine that tells neither of skipped steps nor of a new planar controller."""

    features = frozenset({"events", "planechase"})
    event_kinds = frozenset({"phased_in", "phased_out", "untapped", "step_began", "turn_began", "zone_change", "left_game"})


def _told_less(case: str) -> tuple[list[Finding], Watcher]:
    """A case of the library, told by such an engine, which also says of skipped steps that they began."""
    session: Any = _Untold()
    watcher = Watcher(session)
    found = []
    for moment in moments(case):
        told = [{**event, "kind": "step_began"} if event["kind"] == "step_skipped" else event for event in moment.all_told]
        own = [event for event in told if event["kind"] in session.event_kinds]
        told_less = Moment(moment.given, moment.before, moment.after, moment.was, moment.now, own, moment.move, moment.refused)
        found += watcher.look(told_less)
    return found, watcher


@pytest.mark.parametrize(
    ("case", "invariant", "kind"),
    [
        ("two-skips-keep-it-away-for-two-turns", "swap-sends-out-phasing", "step_skipped"),
        ("designation-passes-twice-in-one-turn", "designation-passes-first", "new_planar_controller"),
    ],
)
def test_what_hangs_on_untold_events_is_not_checked(case: str, invariant: str, kind: str) -> None:
    found, watcher = _told_less(case)
    assert [finding.words for finding in found] == []
    assert kind in watcher.reach.unchecked[invariant]


def test_nothing_is_found_in_games_of_the_reference_engine_and_reach_is_counted() -> None:
    session: Any = _Telling()
    watcher = Watcher(session)
    for case in sorted(set(CASE_OF.values()))[:60]:
        watcher.begin()
        for moment in moments(case):
            assert watcher.look(moment) == []
        assert watcher.here
    assert watcher.reach.clauses["502.4/a"] > 100
    assert watcher.reach.rules["502.3"] > 10
    assert len([1 for times in watcher.reach.invariants.values() if times]) > 100


def _finds(broken: Iterator[bool | Broken]) -> list[Broken]:
    return [verdict for verdict in broken if isinstance(verdict, Broken)]


def test_a_finding_names_the_clause_and_the_object() -> None:
    moment = _fights_on_after_phasing()
    (broken,) = _finds(BY_ID["out-of-combat-for-good"].check(moment))
    assert broken.about == "giant"
    session: Any = _Sparing()
    watcher = Watcher(session)
    (finding,) = [entry for entry in watcher.look(moment) if entry.field == "out-of-combat-for-good"]
    assert (finding.source, finding.clause, finding.about) == ("invariant", "702.26b/k", "giant")


def test_the_session_of_the_reference_engine_checks_them_all() -> None:
    assert Watcher(Session(reference, edition=NEWEST)).reach.unchecked == {}
