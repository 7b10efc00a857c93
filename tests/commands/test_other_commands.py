"""`doctor`, `explain`, `coverage`, `lint` and `rules show` as a user calls them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from conformance.cases.library import load_cards
from conformance.commands.boards import BOARDS, EMPTY, PLAIN
from conformance.commands.checkup import position_of
from conformance.commands.readback import Difference, read_back
from conformance.protocol.features import FEATURES
from conformance.report.coverage_document import CoverageDocument

Call = Callable[..., tuple[int, str, str]]


class TestDoctor:
    def test_an_honest_engine_has_no_problem(self, call: Call, toy: str) -> None:
        code, out, err = call("doctor", "--engine", toy)
        assert (code, err) == (0, "")
        assert "ok      initialize: toy 1, in Python, protocol 1" in out
        assert "does not report attached_to, counters" in out
        assert "ok      illegal actions: refused (3 kinds), and nothing changed" in out
        assert "ok      isolation: a game leaves nothing behind for the next" in out
        assert out.endswith("No problem found: the engine can be certified.\n")

    @pytest.mark.parametrize(
        ("was", "becomes", "finding", "remedy"),
        [
            ('["set_step"]', '["set_attached"]', "set_attached: does not report", None),
            ('["set_step"]', '["set_flying"]', "claims the feature 'set_flying', which there is not", "spell it as docs/protocol.md does"),
            ('["set_step"]', '["multiplayer"]', "claimed, but players is [2, 2]", "raise the upper number"),
            ('["set_step"]', '["day_night"]', "a game without day and night reports 'nothing'", "report 'neither'"),
            ('["set_step"]', '["concede"]', "after bob conceded", "a player may concede at any time"),
            ('["set_step"]', '["events"]', "claimed, but the reply to a pass has none", "give 'events' with every reply to act"),
            ('["set_step"]', '["pass_until"]', "asked for bob's upkeep", "pass for everybody until that step"),
            ('["set_step"]', '["construction"]', "accepts a planar deck with a plane twice", "{refused: {reason, message}}"),
            ('["set_step"]', '["editions"]', "asked for 2026-09-25 it plays by an edition that it does not name", "answer initialize with"),
            ('["set_step"]', '["pregame"]', "pregame: waits for priority", "wait for the action 'begin'"),
            ("self.priority = self.after(self.priority)", "pass", "act: after alice's pass", "the next player in turn order gets priority"),
            ('seat["life"]', "20", "alice.life: put down 17, reads back 20", "put down what 'given' says"),
            ('"zone": "battlefield", ', "", "does not report attached_to, counters, damage, face_down, token, transformed, zone", None),
            (
                "permanent[key] for key in keys",
                "permanent[key][:0] for key in keys[:2]",
                "no object of this id",
                "under the ids that it gives",
            ),
            ('params["player"] != self.game.priority', "False", "accepts a pass of a player without priority", "and change nothing"),
            (
                "def observe(self, params):",
                "def observe(self, params):\n        1 / 0",
                "a plain board",
                "answer every request, and stay alive",
            ),
        ],
    )
    def test_each_fault_is_found_with_what_to_change(
        self, call: Call, tmp_path: Path, toy_text: str, was: str, becomes: str, finding: str, remedy: str | None
    ) -> None:
        assert was in toy_text
        (tmp_path / "adapter.py").write_text(toy_text.replace(was, becomes), encoding="utf-8")
        code, out, err = call("doctor", "--engine", f"stdio:{sys.executable} {tmp_path / 'adapter.py'}")
        told = " ".join(out.split())
        assert finding in told, err
        assert code == (1 if remedy else 0)
        assert ("PROBLEM" in out) == bool(remedy)
        if remedy:
            assert remedy in told

    def test_a_game_that_leaves_something_behind(self, call: Call, tmp_path: Path, toy_text: str) -> None:
        made = 'self.game = Game(params["given"])'
        (tmp_path / "adapter.py").write_text(
            toy_text.replace(made, f"turns = self.game.turn if self.game else 0; {made}; self.game.turn += turns")
        )
        code, out, _ = call("doctor", "--engine", f"stdio:{sys.executable} {tmp_path / 'adapter.py'}")
        assert code == 1
        assert "isolation: a second game on the same board looks different from the first" in " ".join(out.split())

    def test_an_engine_that_does_not_start(self, call: Call) -> None:
        code, out, err = call("doctor", "--engine", f"stdio:{sys.executable} -c raise(SystemExit(3))")
        assert code == 3
        assert "does not start" in err
        assert "docs/adapter-guide.md" in err
        assert out == ""

    def test_boards_are_there_for_features_only_and_can_be_read(self) -> None:
        assert set(BOARDS) <= set(FEATURES)
        cards = load_cards()[0]
        for board in (PLAIN, EMPTY, *BOARDS.values()):
            assert position_of(board, cards)["players"][:2] == ["alice", "bob"]

    def test_reading_back_tells_differences_from_silence(self) -> None:
        cards = load_cards()[0]
        given = position_of("{alice: {battlefield: [{card: Gray Ogre, as: ogre, tapped: true, counters: {stun: 1}}]}}", cards)
        seats = {
            player: {"life": 20, "hand": [], "library": [entry["id"] for entry in seat["library"]]}
            for player, seat in given["seats"].items()
        }
        ogre = {
            "id": "ogre",
            "card": "Gray Ogre",
            "zone": "battlefield",
            "tapped": False,
            "phased": "in",
            "counters": {"stun": 1, "+1/+1": 0},
        }
        snapshot = {"turn": given["turn"], "priority": "alice", "players": seats, "objects": [ogre]}
        differences, unreported = read_back(given, snapshot)
        assert differences == [Difference("ogre.tapped", True, False)]
        assert {"controller", "owner", "attached_to", "damage"} <= unreported
        assert "counters" not in unreported


class TestExplain:
    def test_the_story_has_reason_position_steps_and_what_was_seen(self, call: Call, cases: Path, toy: str) -> None:
        code, out, err = call("explain", "ogre-untaps", "--from", cases, "--engine", toy)
        assert code == 1, err
        assert out.startswith("ogre-untaps\nA tapped creature untaps in its controller's untap step\n")
        assert "Why: The toy does not untap anything" in out
        assert "      Gray Ogre (ogre): tapped\n" in out
        assert "  1. on to alice's upkeep\n" in out
        assert "DIFFERS  ogre.tapped: expected false, observed true" in out
        assert "toy 1: fail" in out

    def test_what_held_and_what_cannot_be_seen(self, call: Call, cases: Path, toy: str) -> None:
        code, out, _ = call("explain", "ogre-has-power", "--from", cases, "--engine", toy)
        assert code == 0
        assert "unseen   ogre.power: 2, the engine does not report it" in out
        assert "ok       ogre.tapped: false" in out

    def test_a_case_that_there_is_not(self, call: Call, cases: Path, toy: str) -> None:
        code, _, err = call("explain", "ogre-untap", "--from", cases, "--engine", toy)
        assert code == 2
        assert "there is no such case; did you mean 'ogre-untaps'?" in err


class TestCoverage:
    def test_clauses_with_and_without_cases(self, call: Call, cases: Path) -> None:
        code, out, err = call("coverage", cases)
        assert code == 0, err
        lines = out.splitlines()
        assert next(line.split() for line in lines if line.startswith("702.26 "))[-2] == "1"
        assert "  702.26a/b" in out
        assert "  702.26a/a" not in out
        assert lines[-1].strip() or lines[-2].strip()

    def test_json_has_every_clause(self, call: Call, cases: Path) -> None:
        code, out, _ = call("coverage", cases, "--format", "json")
        assert code == 0
        document = json.loads(out)
        clauses = {clause["id"]: clause for rule in document["rules"] for clause in rule["clauses"]}
        assert clauses["702.26a/a"]["cases"] == ["bob-follows-alice"]
        assert document["summary"]["covered"] == sum(bool(clause["cases"]) and clause["testable"] for clause in clauses.values()) == 1
        assert document["summary"]["clauses"] == len(clauses)

    def test_with_an_engine_each_clause_has_a_standing(self, call: Call, cases: Path, toy: str) -> None:
        code, out, _ = call("coverage", cases, "--engine", toy, "--format", "json")
        assert code == 1  # as certify: something does not conform
        document = json.loads(out)
        clauses = {clause["id"]: clause for rule in document["rules"] for clause in rule["clauses"]}
        assert clauses["702.26a/a"]["standing"] == "holds"
        assert clauses["702.26a/a"]["outcomes"] == {"bob-follows-alice": "pass"}
        assert document["standing"]["holds"] == 1
        assert msgspec.json.decode(out, type=CoverageDocument).engine != msgspec.UNSET
        assert document["standing"]["unjudged"] == document["summary"]["testable"] - 1

    def test_a_wrong_format(self, call: Call) -> None:
        code, _, err = call("coverage", "--format", "jsn")
        assert code == 2
        assert "did you mean 'json'?" in err


class TestRulesShow:
    def test_a_rule(self, call: Call) -> None:
        code, out, _ = call("rules", "show", "702.26g")
        assert code == 0
        assert out.startswith("702.26g  phasing.indirect\n")
        assert "702.23f (2009-07-11)" in out

    @pytest.mark.parametrize(
        ("number", "expected"),
        [
            ("702.26z", "there is no rule 702.26z"),
            ("702.26g/z", "rule 702.26g has no clause z"),
            ("702.23f", "in older editions that was the number of what is now 702.26g"),
            ("phasing", "'phasing' is no rule number"),
            ("120.3", "rule 120.3 is not in the registry"),
        ],
    )
    def test_a_rule_that_there_is_not(self, call: Call, number: str, expected: str) -> None:
        code, _, err = call("rules", "show", number)
        assert code == 2
        assert expected in err


class TestLint:
    def test_problems_have_their_places(self, call: Call, tmp_path: Path) -> None:
        wrong = tmp_path / "wrong.yaml"
        wrong.write_text(
            """\
- id: wrong-rule
  title: A rule that there is not
  rules: [702.26z]
  why: To see that it is told.
  given: {alice: {hand: [Forest]}}
  script:
    - bob: {cast: Grizzly Bears, illegal: timing}
- id: bad id
"""
        )
        code, out, err = call("lint", wrong)
        assert code == 2
        lines = out.splitlines()
        assert any(line.startswith(f"{wrong}:1:1: wrong-rule: there is no rule 702.26z (did you mean ") for line in lines)
        assert any(
            line.startswith(f"{wrong}:7:") and "warning: wrong-rule: nothing shows that bob could cast otherwise" in line for line in lines
        )
        assert any(line.startswith(f"{wrong}:8:") and "bad id" in line for line in lines)
        assert all(line.startswith(f"{wrong}:") for line in lines)
        assert "1 case: " in err
