"""`doctor`: for each finding an engine that provokes it, what it is told to change, and where that is written."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bad_engines import NOTES, PROBLEMS, SLOW, Bad

from conformance.cases.library import load_cards
from conformance.cases.parse import parse_file
from conformance.commands.boards import AGAIN, BOARDS, EMPTY, FIELDS, PLAIN, SHOWS
from conformance.commands.checkup import Bench, bench, deeds, examine, finding, position_of
from conformance.commands.checkup.outlook import outlook
from conformance.commands.checkup.remedies import _OTHERWISE, remedy, telling_line
from conformance.commands.readback import Difference, read_back
from conformance.engines.errors import EngineProblem
from conformance.engines.registry import EngineSpec
from conformance.protocol.features import FEATURES
from conformance.report.doctor_document import DoctorDocument, Finding
from conformance.runner.needs import INVENTED
from conformance.runner.session import Session

Call = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]
EDITION = "2026-09-25"


def tried(faults: dict[str, Any], timeout: float = 10.0) -> list[Finding]:
    """What doctor finds in the reference engine with these faults."""
    spec = EngineSpec("bad", factory=partial(Bad, **faults))
    bench = Bench(lambda: Session(spec, edition=EDITION, timeout=timeout), load_cards()[0])
    return list(examine(bench))


def program(text: str, folder: Path) -> str:
    """A program of this text, as --engine takes it."""
    (folder / "adapter.py").write_text(text, encoding="utf-8")
    return f"stdio:{sys.executable} {folder / 'adapter.py'}"


class TestWhatIsFound:
    @pytest.mark.parametrize("name", PROBLEMS)
    def test_a_problem_is_told_with_its_remedy(self, name: str) -> None:
        about, what, change, faults = PROBLEMS[name]
        problems = [one for one in tried(faults) if one.level == "problem"]
        one = next((one for one in problems if one.about == about and what in one.what), None)
        assert one is not None, problems
        assert change in one.change
        assert one.see.startswith("docs/")

    @pytest.mark.parametrize("name", NOTES)
    def test_a_note_is_no_problem(self, name: str) -> None:
        about, what, faults = NOTES[name]
        found = tried(faults)
        assert any(one.level == "note" and one.about == about and what in one.what for one in found), found
        assert not [one for one in found if one.level == "problem"]

    @pytest.mark.parametrize("name", SLOW)
    def test_who_takes_long_is_told(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        timeout, what, faults = SLOW[name]
        monkeypatch.setattr(bench, "SLOW", 0.01)
        about, _, what = what.partition(": ")
        found = [one for one in tried(faults, timeout) if one.about == about and one.level == "note"]
        assert any(what in one.what and one.change for one in found), found

    def test_the_reference_engine_has_no_problem_and_every_feature_is_tried(self) -> None:
        found = tried({})
        assert {one.level for one in found} == {"ok"}
        assert {one.about for one in found} >= set(FEATURES)

    def test_each_feature_has_a_board_or_a_deed(self) -> None:
        assert set(FEATURES) == {*BOARDS, *deeds.DEEDS}
        assert set(SHOWS) | set(FIELDS) <= set(BOARDS)

    def test_an_engine_that_breaks_on_the_plain_board_is_tried_no_further(self) -> None:
        found = tried({"observe": lambda *_: 1 / 0})
        assert [one.about for one in found if one.level != "ok"] == ["a plain board", "the rest"]

    def test_an_engine_that_breaks_again_and_again_is_left_alone(self) -> None:
        def breaks(adapter: Bad, params: Any, reply: Any) -> Any:
            return reply if "giant" in str(params) else 1 / 0

        found = tried({"new_game": breaks})
        assert [one.about for one in found if one.level == "problem"] == ["concede", "concede_at", "construction"]
        assert found[-1] == finding.note("the rest", "not tried until this is mended")


class TestPlaces:
    def test_each_place_that_a_remedy_names_is_there(self) -> None:
        places = [value for value in vars(finding).values() if isinstance(value, str) and value.startswith("docs/")]
        assert len(places) > 15
        for place in places:
            page, _, anchor = place.partition("#")
            text = (ROOT / page).read_text(encoding="utf-8")
            headings = {
                re.sub(r"[^\w -]", "", line.lstrip("# ")).lower().replace(" ", "-") for line in text.splitlines() if line[:1] == "#"
            }
            assert anchor in headings, place


BREAKS: dict[str, str] = {
    "ExitsAtNewGame": "stay alive until shutdown",
    "ExitsInMidCase": "stay alive until shutdown",
    "KilledBySignal": "stay alive until shutdown",
    "Hangs": "flush standard output after each reply",
    "ClosesStdout": "stay alive until shutdown",
    "Garbage": "write nothing but replies to standard output",
    "Binary": "write nothing but replies to standard output",
    "TwoInALine": "end each reply with a newline: one reply a line",
    "OutOfOrder": "give each reply the id of its request",
    "AnswersTwice": "write exactly one line for each request|give each reply the id of its request",  # it may be read at once, or later
    "EndlessStdout": "give each reply the id of its request",
    "ManyEvents": "tell each event once",
    "ErrorReply": "mend what the message tells",
    "WrongShape": "give the result of act the fields and types of the reference",
    "NeitherResultNorError": "a reply has 'result', or 'error'",
    "Null": "give the result of act the fields and types of the reference",
    "NotANumber": "write nothing but replies to standard output",
    "DepthBomb": "write nothing but replies to standard output",
}
"""Ways of tests/misbehaving/engine.py in which an engine breaks in the middle, and what doctor says to that."""

TAKE_LONG = ("ManyEvents", "DepthBomb")
"""These are busy, not silent."""

NEVER_START: dict[str, str] = {
    "ExitsAtOnce": "start the command by hand",
    "HangsAtStart": "flush standard output after each reply",
    "NoLineEnd": "end each reply with a newline, and flush",
    "WrongProtocol": "answer initialize with the version of the protocol",
    "BadHello": "give the result of initialize the fields and types of the reference",
    "ClaimsMillions": "claim the features of the list only",
}


def misbehaving(how: str) -> str:
    code = f"import engine; engine.Engine.dangerous = lambda self: self.given is not None; engine.WAYS[{how!r}]().run()"
    return f"stdio:env PYTHONPATH={ROOT / 'tests' / 'misbehaving'} {sys.executable} -c '{code.replace(chr(39), chr(34))}'"


class TestAProgramThatBreaks:
    @pytest.mark.parametrize("how", BREAKS)
    def test_it_is_told_what_to_change(self, call: Call, how: str) -> None:
        seconds = "10" if how in TAKE_LONG else "0.5"
        code, out, err = call("doctor", "--engine", misbehaving(how), "--timeout", seconds, "--format", "json")
        assert code == 1, err
        problems = [one for one in json.loads(out)["findings"] if one["level"] == "problem"]
        assert any(change in one["change"] for one in problems for change in BREAKS[how].split("|")), problems

    @pytest.mark.parametrize("how", NEVER_START)
    def test_one_that_does_not_start_is_told_too(self, call: Call, how: str) -> None:
        code, out, err = call("doctor", "--engine", misbehaving(how), "--timeout", "0.5")
        assert (code, out) == (3, "")
        assert "does not start" in err
        assert NEVER_START[how] in err
        assert "docs/adapter-tutorial.md" in err

    @pytest.mark.skipif(sys.platform == "win32", reason="files there are executable by their names")
    def test_a_file_that_is_not_executable_is_not_sought_on_the_path(self, call: Call, tmp_path: Path) -> None:
        file = tmp_path / "adapter"
        file.write_text("#!/bin/sh\n")
        code, _, err = call("doctor", "--engine", f"stdio:{file}")
        assert code == 3
        assert "Permission denied" in err
        assert "chmod +x" in err
        assert "PATH" not in err

    def test_one_that_does_not_start_again_ends_the_trial(self, call: Call, tmp_path: Path, toy_text: str) -> None:
        mark = tmp_path / "started"
        once = f"open({str(mark)!r}, 'x')\n" + toy_text.replace("def observe(self, params):", "def observe(self, params):\n        1 / 0")
        code, out, _ = call("doctor", "--engine", program(once, tmp_path))
        assert code == 1
        assert "PROBLEM initialize: after that: stdio:" in out
        assert "FileExistsError" in " ".join(out.split())

    @pytest.mark.parametrize(
        ("text", "change"),
        [
            ("cannot start './x': No such file or directory; it is not on the PATH", "give the command as you would type it"),
            ("cannot start './x': Permission denied", "make the file executable"),
            ("cannot start './x': Exec format error", "give a command that starts the adapter"),
            ("the command is empty; write stdio:COMMAND", "give a command that starts the adapter"),
            ("its replies to act in one case have more than 64 MiB in all", "answer shortly"),
            ("the case took more than 200 s in all", "--timeout"),
            ("it wrote a line of more than 33554432 bytes while it had to answer act", "answer shortly"),
            ("it answered observe with error -32601: no method observe", "give the adapter this method"),
            ("no reply to act within 9 s; it wrote 9 bytes and no line end after them", "end each reply with a newline"),
            ("the answer to act is followed by more in its line, at byte 9: 'log'", "one reply a line, and nothing else in it"),
            ("x does not start: the result of initialize says cards: listed and has no card_names", "list the names of the cards"),
            ("x does not start: the result of initialize has the player range [3, 2], which holds nobody", "players is [the fewest"),
        ],
    )
    def test_other_ways_have_a_remedy_too(self, text: str, change: str) -> None:
        assert change in remedy(EngineProblem(text))[0]

    @pytest.mark.parametrize(
        ("written", "line"),
        [
            ("Traceback\n  File x\nKeyError: 'a'\n", "KeyError: 'a'"),
            ("throw err;\n\nError: Cannot find module '/a.mjs'\n    at x\n\nNode.js v20\n", "Error: Cannot find module '/a.mjs'"),
            ("starting\n\nready\n\n", "ready"),
            ("", ""),
        ],
    )
    def test_of_what_it_wrote_the_line_is_told_that_names_the_error(self, written: str, line: str) -> None:
        assert telling_line(written.splitlines()) == line

    def test_what_nobody_thought_of_has_one_as_well(self) -> None:
        assert remedy(EngineProblem("it sang")) == _OTHERWISE


ANSWER = "print(json.dumps(reply(adapter, request)), flush=True)"
UNKNOWN = 'return {**head, "error": {"code": -32601, "message": f"no method {method}"}}'
BEFORE = 'return {**head, "error": {"code": -32600, "message": f"{method} before new_game"}}'
HEAD = 'method, head = request["method"], {"jsonrpc": "2.0", "id": request["id"]}'
END = '        if request["method"] == "shutdown":\n            return\n'
WHEN = "if request['id'] == {}: {}\n        " + ANSWER
COUNTED = "Adapter.n = getattr(Adapter, 'n', 0) + 1; print(json.dumps(reply(adapter, request) | {'id': Adapter.n}), flush=True)"

MANNERS: dict[str, tuple[dict[str, str], str, str, str]] = {
    "counts by itself": ({ANSWER: COUNTED}, "ids of replies", "the reply to the request 8000 has the id 2", "do not count yourself"),
    "writes more": (
        {ANSWER: f"{ANSWER}; print('done', flush=True) if request['id'] == 201 else None"},
        "standard output",
        "wrote 1 line on standard output that nobody asked for",
        "write one line for each request",
    ),
    "reads Latin-1": (
        {"for line in sys.stdin:": "for line in (line.decode('latin-1') for line in sys.stdin.buffer):"},
        "letters",
        "comes back as bÃ¤ren",
        "read and write UTF-8",
    ),
    "writes garbage": (
        {ANSWER: WHEN.format(300, "print('Error')")},
        "letters",
        "answers with what is no message",
        "answer every request",
    ),
    "dies of what is unknown": ({UNKNOWN: "sys.exit(1)"}, "errors", "on a method that there is not it ends", "-32601"),
    "is silent": (
        {UNKNOWN: "import time; time.sleep(60)"},
        "errors",
        "on a method that there is not it does not answer within 1 s",
        "-32601",
    ),
    "answers anything": ({UNKNOWN: 'return {**head, "result": {}}'}, "errors", "answers a method that there is not with", "-32601"),
    "forgets the id": (
        {UNKNOWN: UNKNOWN.replace("**head", "**head, 'id': None")},
        "errors",
        "answers a method that there is not",
        "the id",
    ),
    "sees nothing": (
        {BEFORE: 'return {**head, "result": {"players": {}, "objects": []}}'},
        "errors",
        "answers observe before any game with",
        "error",
    ),
    "sulks": (
        {
            HEAD: f"{HEAD}; adapter.sulks = getattr(adapter, 'sulks', False) or method == 'no_such_method'",
            "method not in METHODS:": "adapter.sulks:",
        },
        "errors",
        "answers a good request after a bad one with",
        "go on after an error",
    ),
    "dies later": (
        {
            UNKNOWN: f"adapter.hurt = True; {UNKNOWN}",
            ANSWER: f"{ANSWER} if request['id'] < 110 or not hasattr(adapter, 'hurt') else sys.exit()",
        },
        "errors",
        "on a good request after a bad one it ends",
        "go on after an error",
    ),
    "stays": ({END: "        while request['method'] == 'shutdown': pass\n"}, "shutdown", "still runs 2 s after it answered", "end after"),
    "refuses to end": ({'"observe", "shutdown")': '"observe")'}, "shutdown", "answers shutdown with", "answer {} and end"),
}
"""By a name: what of the toy becomes what, what is found, and what to change."""


class TestManners:
    @pytest.mark.parametrize("name", MANNERS)
    def test_bad_manners_are_found(self, call: Call, tmp_path: Path, toy_text: str, name: str) -> None:
        changes, about, what, change = MANNERS[name]
        text = toy_text
        for was, becomes in changes.items():
            assert was in text
            text = text.replace(was, becomes)
        code, out, err = call("doctor", "--engine", program(text, tmp_path), "--timeout", "1", "--format", "json")
        assert code == 1, err
        problems = [one for one in json.loads(out)["findings"] if one["level"] == "problem"]
        assert problems[0]["about"] == about
        assert what in problems[0]["what"]
        assert change in problems[0]["change"]

    @pytest.mark.parametrize(
        ("was", "becomes", "expected"),
        [
            ('{"jsonrpc": "2.0", "id"', '{"id"', 'ids of replies: the replies have no "jsonrpc": "2.0"'),
            ("    main()", "    main(); import time; time.sleep(60)", "shutdown: still runs 2 s after its standard input was closed"),
            ('self.game = Game(params["given"])', 'str(params).encode("ascii"); self.game = Game(params["given"])', None),
            (
                'self.game = Game(params["given"])',
                'if not str(params).isascii(): return {"unsupported": {"kind": "feature", "name": "letters"}}\n'
                '        self.game = Game(params["given"])',
                "letters: not tried",
            ),
        ],
    )
    def test_what_is_only_noted(self, call: Call, tmp_path: Path, toy_text: str, was: str, becomes: str, expected: str | None) -> None:
        assert was in toy_text
        text = toy_text.replace(was, becomes)
        if "sleep" in becomes:  # at the end of its input only: it ends when it is told to
            text = text.replace(END, END.replace("return", "sys.exit()"))
        code, out, _ = call("doctor", "--engine", program(text, tmp_path))
        assert code == (0 if expected else 1)
        assert (
            f"note    {expected}" in " ".join(out.split("\n        "))
            if expected
            else "PROBLEM letters: when this is tried, it ends (it wrote on stderr" in out
        )

    def test_an_engine_in_this_process_has_no_manners_to_be_tried(self, call: Call) -> None:
        code, out, _ = call("doctor", "--engine", "reference")
        assert code == 0
        assert "ids of replies" not in out


class TestTheToy:
    def test_an_honest_engine_has_no_problem(self, call: Call, toy: str) -> None:
        code, out, err = call("doctor", "--engine", toy)
        assert (code, err) == (0, "")
        assert "ok      initialize: toy 1, in Python, protocol 1" in out
        assert "does not report attached_to, counters" in out
        assert "ok      illegal actions: refused (7 kinds), and nothing changed" in out
        assert "ok      isolation: a game leaves nothing behind for the next" in out
        assert "ok      errors: a bad request gets an error, and the next is answered" in out
        assert out.endswith("No problem found: the engine can be certified.\n")

    def test_a_problem_on_the_terminal(self, call: Call, tmp_path: Path, toy_text: str) -> None:
        code, out, _ = call("doctor", "--engine", program(toy_text.replace('["set_step"]', '["set_step", "conceed"]'), tmp_path))
        assert code == 1
        assert "PROBLEM initialize: claims the feature 'conceed', which there is not\n" in out
        assert "        change: spell it as the list does (concede?), or leave it out\n" in out
        assert "        see:    docs/protocol-reference.md#features\n" in out
        assert out.endswith("\n1 problem found.\n")
        assert max(map(len, out.splitlines())) <= 80

    def test_what_an_engine_says_stays_text(self, call: Call, tmp_path: Path, toy_text: str) -> None:
        hostile = toy_text.replace('seat["life"]', '"\\x1b[31m[bold]<b>" * 100000')
        code, out, _ = call("doctor", "--engine", program(hostile, tmp_path))
        assert code == 1
        assert "\x1b" not in out
        assert len(out) < 5000

    def test_as_a_document(self, call: Call, toy: str) -> None:
        code, out, _ = call("doctor", "--engine", toy, "--format", "json")
        assert code == 0
        document = msgspec.json.decode(out, type=DoctorDocument, strict=True)
        assert document.engine.engine == "toy"
        assert document.summary["problem"] == 0
        assert document.summary["ok"] == sum(one.level == "ok" for one in document.findings)

    def test_a_wrong_format(self, call: Call, toy: str) -> None:
        code, _, err = call("doctor", "--engine", toy, "--format", "jsn")
        assert code == 2
        assert "did you mean 'json'?" in err


class TestBoards:
    def test_boards_are_there_for_features_only_and_can_be_read(self) -> None:
        assert set(BOARDS) <= set(FEATURES)
        cards = load_cards()[0]
        for board in (PLAIN, EMPTY, AGAIN, *BOARDS.values()):
            assert position_of(board, cards)["players"][:2] == ["alice", "bob"]

    def test_the_card_pool_has_an_invented_card_to_try(self) -> None:
        assert any(name.startswith(INVENTED) for name in load_cards()[0])

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

    @pytest.mark.parametrize(("told", "same"), [(True, True), ("alice", True), (["bob", "alice"], True), (False, False), (None, False)])
    def test_exerted_may_be_told_in_three_ways(self, told: Any, same: bool) -> None:
        cards = load_cards()[0]
        given = position_of(BOARDS["set_exerted"], cards)
        snapshot = {"players": {}, "objects": [{"id": "initiate", "exerted": told}]}
        differences = [one for one in read_back(given, snapshot)[0] if one.path == "initiate.exerted"]
        assert bool(differences) != same


class TestWhatIsWorthDoingNext:
    def told(self, **claims: Any) -> str:
        spec = EngineSpec("bad", factory=partial(Bad, hello=lambda reply: reply | claims))
        session = Session(spec, edition=EDITION)
        given = [
            {},
            {"alice": {"battlefield": ["Grizzly Bears"]}},
            {"alice": {"battlefield": [{"card": "Grizzly Bears", "counters": {"stun": 1}}]}},
            {"alice": {"battlefield": [{"card": "Grizzly Bears", "phased": "direct"}], "hand": ["Murder"]}},
            {"players": ["alice", "bob", "carol"], "alice": {"battlefield": [{"card": "Grizzly Bears", "counters": {"stun": 1}}]}},
        ]
        lines = [
            {"id": f"case-{number}", "title": "A case", "rules": ["117.1"], "why": "To see.", "given": one, "script": [{"pass": "alice"}]}
            for number, one in enumerate(given)
        ]
        lines[0]["editions"] = {"until": "2012-06-01"}
        cases, problems = parse_file(json.dumps(lines).encode(), "test.yaml", load_cards()[0])
        assert len(cases) == len(given), problems
        try:
            return outlook(cases, session).what
        finally:
            session.close()

    def test_what_lacks_alone_and_what_is_asked_for_most(self) -> None:
        assert self.told(features=["set_phased"], cards="listed", card_names=["Forest", "Grizzly Bears"], players=[2, 2]) == (
            "1 of 4 ask for no more than is claimed; 2 lack one thing, most often Murder (1), set_counters (1); "
            "asked for most, with other things or without: set_counters (2), Murder (1), multiplayer (1)"
        )

    def test_who_knows_all_cards_lacks_features_only(self) -> None:
        assert self.told(features=["set_counters"], cards="all") == (
            "2 of 4 ask for no more than is claimed; 2 lack one thing, most often multiplayer (1), set_phased (1); "
            "asked for most, with other things or without: multiplayer (1), set_phased (1)"
        )

    def test_who_claims_everything_hears_no_more(self) -> None:
        assert self.told(features=sorted(FEATURES), cards="all") == "4 of 4 ask for no more than is claimed"

    def test_it_is_told_where_nothing_is_to_be_mended_first(self, call: Call, tmp_path: Path, toy: str, toy_text: str) -> None:
        assert "ok      the cases: " in call("doctor", "--engine", toy)[1]
        broken = program(toy_text.replace('"observe", "shutdown")', '"observe")'), tmp_path)
        assert "the cases" not in call("doctor", "--engine", broken)[1]
