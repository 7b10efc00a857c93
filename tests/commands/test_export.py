"""`export` as a user calls it: JSON that is as its schema says, puzzle files that say the position, and reasons where they cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.cases.cards import CardPool
from conformance.cases.library import load, load_cards
from conformance.cases.parse import parse_file
from conformance.report.export_document import ExportDocument, ExportedCase, export_schema
from conformance.report.puzzle import PHASES, obstacles, puzzle
from conformance.report.schemas import FOLDER, schemas, text

Call = Callable[..., tuple[int, str, str]]

CASE = """
- id: aura-on-a-stranger
  title: An Aura on another's creature
  rules: [702.26g/a]
  why: To see how it is written.
  given:
    turn: {active: bob, step: end, number: 8}
    alice:
      life: 3
      counters: {poison: 2}
      lands_played: 1
      hand: [Shock]
      graveyard: []
      exile: [{card: Gray Ogre, counters: {time: 1}}]
      library: [Island, Swamp]
      battlefield:
        - {card: Hill Giant, as: giant, owner: bob, tapped: true, counters: {+1/+1: 2, stun: 1}, damage: 1, sick: true}
        - {card: Sandbar Crocodile, as: croc, phased: {kind: direct, under: bob}}
        - {card: Grizzly Bears, as: copy, token: true}
    bob:
      battlefield: [{card: Holy Strength, as: aura, attached_to: giant}, {card: Curse of Death's Hold, as: curse, attached_to: alice}]
  script:
    - pass: bob
    - expect: {giant: {tapped: true}}
"""

OF_PLANES = "- {id: of-planes, title: A, rules: ['311.1'], why: No., given: {planechase: {face_up: [Krosa]}}, script: [resolve: all]}"

STATE = """\
[state]
turn=8
activeplayer=p1
activephase=END_OF_TURN
p0life=3
p0counters=POISON=2
p0landsplayed=1
p0hand=Shock
p0graveyard=
p0library=Island;Swamp
p0exile=Gray Ogre|Counters:TIME=1
p0battlefield=Hill Giant|Id:1|Owner:P1|Tapped|SummonSick|Damage:1|Counters:P1P1=2,STUN=1|NoETBTrigs;\
Sandbar Crocodile|Id:2|PhasedOut:P1|NoETBTrigs;Grizzly Bears|Id:3|IsToken|NoETBTrigs
p1life=20
p1hand=
p1graveyard=
p1library=Forest
p1exile=
p1battlefield=Holy Strength|Id:4|AttachedTo:1|NoETBTrigs;Curse of Death's Hold|Id:5|EnchantingPlayer:P0|NoETBTrigs
"""


def _without_places(step: Any) -> Any:
    changes: dict[str, Any] = {"place": None}
    if hasattr(step, "places"):
        changes["places"] = {}
    if hasattr(step, "queues"):
        changes["queues"] = {
            player: [msgspec.structs.replace(answer, place=None) for answer in queue] for player, queue in step.queues.items()
        }
    return msgspec.structs.replace(step, **changes)


def parsed(source: str) -> Any:
    cases, problems = parse_file(source.encode(), "test.yaml", load_cards()[0])
    assert not [problem for problem in problems if problem.severity != "warning"], problems
    return cases[0]


class TestPuzzle:
    def test_a_position_is_written_whole(self) -> None:
        case = parsed(CASE)
        written = puzzle(case, case.given, case.script)
        assert written[written.index("[state]") :] == STATE.replace("p1library=Forest", "p1library=" + ";".join(["Forest"] * 10))
        assert "Name:An Aura on another's creature\n" in written
        description = next(line for line in written.splitlines() if line.startswith("Description:"))
        assert description.split("\\n") == [
            "Description:Case aura-on-a-stranger, rules 702.26g/a.",
            "To see how it is written.",
            "p0 is alice, p1 is bob; giant is Hill Giant (Id 1), croc is Sandbar Crocodile (Id 2), copy is Grizzly Bears (Id 3), "
            "aura is Holy Strength (Id 4), curse is Curse of Death's Hold (Id 5).",
            "1. bob passes.",
            "2. Expected: giant.tapped is true.",
        ]

    @pytest.mark.parametrize(
        ("given", "reason"),
        [
            ("planechase: {face_up: [Krosa]}", "planes and the order of planar decks"),
            ("players: [alice, bob, carol, dave], teams: [[alice, bob], [carol, dave]]", "teams"),
            ("variant: two_headed_giant, players: [a, b, c, d], teams: [[a, b], [c, d]]", "the variant two_headed_giant"),
            ("range_of_influence: 1, players: [alice, bob, carol]", "a range of influence"),
            ("day_night: night", "day and night"),
            ("previous_turn: {active: bob, spells_cast: 1}", "spells that were cast before"),
            ("turn: {active: alice, step: pregame}, planechase: {}", "a start in the step pregame"),
            (
                "alice: {battlefield: [{card: Grizzly Bears, as: b, phased: direct}, {card: Rancor, attached_to: b, phased: indirect}]}",
                "a permanent that phased out indirectly",
            ),
            ("alice: {battlefield: [{card: Grizzly Bears, copy_of: Hill Giant}]}", "a copy"),
            ("alice: {battlefield: [{card: Glory-Bound Initiate, exerted: alice}]}", "an exerted permanent"),
            (
                "alice: {battlefield: [{card: Hill Giant, control: {player: bob, until: end_of_turn}}]}",
                "an effect by which another player has control",
            ),
            ("alice: {hand: [Specimen Recall]}", "invented cards, which other engines do not know"),
        ],
    )
    def test_what_it_cannot_say_is_named(self, given: str, reason: str) -> None:
        case = parsed(f"- {{id: a, title: A, rules: ['110.5'], why: To see, given: {{{given}}}, script: [resolve: all]}}")
        assert reason in obstacles(case.given)

    def test_every_file_of_the_library_can_be_taken_apart_again(self) -> None:
        """A reader of the form finds as many cards as were put down, and numbers that lead somewhere."""
        said = 0
        for case in load(None).cases:
            if obstacles(case.given):
                continue
            said += 1
            state = puzzle(case, case.given, case.script).partition("[state]\n")[2]
            lines = dict(line.split("=", 1) for line in state.splitlines())
            assert lines["activephase"] in PHASES.values()
            permanents = [
                entry.split("|") for key, line in lines.items() if key.endswith("battlefield") and line for entry in line.split(";")
            ]
            assert sorted(entry[0] for entry in permanents) == sorted(each["card"] for each in case.given["battlefield"]), case.id
            ids = {part[3:] for entry in permanents for part in entry if part.startswith("Id:")}
            hosts = {part[11:] for entry in permanents for part in entry if part.startswith("AttachedTo:")}
            assert len(ids) == len(permanents)
            assert hosts <= ids
            assert all(
                re.fullmatch(r"[A-Z0-9_]+=\d+(,[A-Z0-9_]+=\d+)*", part[9:])
                for entry in permanents
                for part in entry
                if part.startswith("Counters:")
            )
        assert said > 500


class TestCommand:
    def test_puzzles_with_a_summary_and_an_index(self, call: Call, cases: Path, tmp_path: Path) -> None:
        with cases.open("a") as file:
            file.write(CASE + "\n" + OF_PLANES + "\n")
        code, out, err = call("export", str(cases), "--format", "pzl", "-o", str(tmp_path / "out"))
        assert (code, err) == (0, "")
        told = " ".join(out.split())
        assert "1 planes and the order of planar decks: of-planes" in told
        assert "1 case cannot be said in this form" in told
        assert f"5 cases written to {tmp_path / 'out'}" in told
        index = json.loads((tmp_path / "out" / "index.json").read_text())
        assert index["not_written"] == [{"id": "of-planes", "reasons": ["planes and the order of planar decks"]}]
        assert sorted(path.name for path in (tmp_path / "out").glob("*.pzl")) == sorted(entry["file"] for entry in index["written"])

    def test_none_that_can_be_said(self, call: Call, tmp_path: Path) -> None:
        file = tmp_path / "a.yaml"
        file.write_text(OF_PLANES)
        code, out, _ = call("export", str(file), "--format", "pzl", "-o", str(tmp_path / "out"))
        assert code == 1
        assert "0 cases written" in out

    def test_the_natural_way_where_the_position_cannot_be_said(self, call: Call, tmp_path: Path) -> None:
        file = tmp_path / "a.yaml"
        file.write_text("""
- id: a
  title: A
  rules: ['110.5']
  why: By a way.
  given:
    alice:
      battlefield:
        - {card: Grizzly Bears, as: bears, phased: direct}
        - {card: Holy Strength, as: aura, attached_to: bears, phased: indirect}
  natural:
    given:
      alice:
        hand: [Reality Ripple]
        battlefield: [{card: Grizzly Bears, as: bears}, {card: Holy Strength, as: aura, attached_to: bears}]
    script: [{alice: {cast: Reality Ripple, targets: [bears]}}, {resolve: all}]
  script: [expect: {bears: {phased: direct}}]
""")
        code, out, _ = call("export", str(file), "--format", "pzl", "-o", str(tmp_path / "out"))
        assert code == 0
        assert "1 of them by the natural way" in " ".join(out.split())
        written = (tmp_path / "out" / "a.pzl").read_text()
        assert "1. alice: cast Reality Ripple" in written
        assert "p0hand=Reality Ripple\n" in written

    def test_json_in_one_file_and_in_many_and_to_stdout_say_the_same(self, call: Call, cases: Path, tmp_path: Path) -> None:
        assert call("export", str(cases), "-o", str(tmp_path / "all.json"))[0] == 0
        assert call("export", str(cases), "-o", str(tmp_path / "each"))[0] == 0
        code, out, err = call("export", str(cases))
        assert (code, err) == (0, "")
        whole = json.loads((tmp_path / "all.json").read_text())
        assert json.loads(out) == whole
        assert [json.loads((tmp_path / "each" / f"{case['id']}.json").read_text()) for case in whole["cases"]] == whole["cases"]

    def test_json_is_as_its_schema_says_for_every_case(self, call: Call, tmp_path: Path) -> None:
        assert call("export", "-o", str(tmp_path / "all.json"))[0] == 0
        raw = (tmp_path / "all.json").read_bytes()
        document = msgspec.json.decode(raw, type=ExportDocument, strict=True)
        library = {case.id: case for case in load(None).cases}
        assert {case.id for case in document.cases} == set(library)
        known = set(ExportedCase.__struct_fields__)
        for plain, typed in zip(json.loads(raw)["cases"], document.cases, strict=True):
            assert set(plain) <= known
            case = library[typed.id]
            assert plain["given"] == case.given
            assert list(typed.script) == [_without_places(step) for step in case.script], typed.id

    def test_the_shipped_schema_is_that_of_the_types(self) -> None:
        """To bring it in step: `python -m conformance.report.schemas`."""
        assert (FOLDER / "export.json").read_text(encoding="utf-8") == text(schemas()["export.json"])
        assert {"ExportedCase", "ExportDocument", "Given"} <= set(export_schema()["$defs"])

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--format", "xml"], "--format xml"),
            (["--format", "pzl"], "say where with -o DIR"),
            (["--format", "json", "-o", "/proc/nowhere"], "cannot write"),
            (["no-such-folder"], "there is no such file or folder"),
        ],
    )
    def test_a_wrong_call(self, call: Call, arguments: list[str], message: str) -> None:
        code, out, err = call("export", *arguments)
        assert (code, out) == (2, "")
        assert message in err


def test_the_pool_is_not_needed_to_tell_obstacles() -> None:
    cases, _ = parse_file(b"- {id: a, title: A, rules: ['110.5'], why: To see, given: {}, script: [resolve: all]}", "test.yaml", CardPool())
    assert obstacles(cases[0].given) == []
