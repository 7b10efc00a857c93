"""An engine, or a file, that says what it should not: wherever it comes out, it is text, bounded, and breaks nothing.

What a browser makes of it is tried in tests/browser, pictures alone in tests/pictures, replies that are no messages in tests/misbehaving.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from conformance.runner.known_failures import load_known_failures
from conformance.runner.report import decode

Call = Callable[..., tuple[int, str, str]]

MARKUP = "</title></script><script>window.hacked=1</script><img src=x onerror=alert(1)>]]>&amp;\"'"
CONTROL = "\x1b[31m\x1b]0;mine\x07\x00\x9b2J\r\n\x08"
TURNED = "\u202e\u2066\u200f\u061c\ufeff\u200b\U000e0041\ufdd0 שלום"
NAME = f"{MARKUP}{CONTROL}{TURNED}$(id)`id`%s{{0}}../../"

SHOWN = re.compile(r"[\n\x20-\x7e\u05d0-\u05ea\u2014\u2026\u2192\u00b7\u00d7\u2212\u2190]*")
"""All that may come out: lines of printable ASCII, the letters of the name above, and the signs that the suite itself uses."""

HOSTILE = """
import runpy, sys
TOY, WAY, NAME, LONG, LESS = sys.argv[1], sys.argv[2], {name!r}, "x" * 1_000_000, "y" * 100_000
toy = runpy.run_path(TOY)

class Game(toy["Game"]):
    def snapshot(self):
        seen = super().snapshot()
        for number, entry in enumerate(seen["objects"]):
            text = LONG if number == 1 else LESS if number % 5 == 2 else NAME
            entry |= {{"card": text, "subtypes": [text], "types": ["Creature", text], "counters": {{text: 3}}, "keywords": [text]}}
            entry |= {{"printed": text + "!", "attached_to": None, "power": 2, "toughness": 2, "chosen": {{text: text}}, "note": text}}
        seen["stack"] = [{{"id": NAME, "source": None, "controller": self.active, "card": NAME, "ability": LONG, "targets": [NAME]}}]
        return seen | {{"day_night": "neither"}}

class Adapter(toy["Adapter"]):
    def initialize(self, params):
        if WAY == "dies":
            sys.stderr.write(NAME + LONG); sys.exit(3)
        hello = super().initialize(params)
        if WAY == "babbles":
            sys.stdout.write(NAME.replace("\\n", "") + LONG + "\\n"); sys.stdout.flush()
        unknown = [NAME, LONG, "events"]
        return hello | {{"engine": NAME, "version": LONG, "language": NAME, "edition": NAME, "features": hello["features"] + unknown}}

    def new_game(self, params):
        if WAY == "refuses":
            return {{"unsupported": {{"kind": "card", "name": NAME, "reason": LONG}}}}
        self.game = Game(params["given"])
        return {{"status": self.game.status()}}

    def act(self, params):
        if WAY == "crashes":
            sys.stderr.write(NAME + LONG); sys.stderr.flush(); sys.exit(9)
        if WAY == "says no":
            return {{"illegal": {{"reason": "choice", "message": NAME + LONG}}}}
        if WAY == "fails":
            raise RuntimeError
        said = super().act(params)
        event = {{"kind": NAME, "object": NAME, "player": LESS, "rule": NAME, "batch": 1, NAME: [NAME, {{LESS: NAME}}]}}
        tapped = {{"kind": "tapped", "object": NAME, "rule": LESS, "batch": 2}}
        return said | {{"events": [event, tapped]}} if "status" in said else said

    def observe(self, params):
        if WAY == "cannot look":
            raise RuntimeError
        return super().observe(params)

def reply(adapter, request):
    try:
        return toy["reply"](adapter, request)
    except RuntimeError:
        return {{"jsonrpc": "2.0", "id": request["id"], "error": {{"code": -32000, "message": NAME + LONG}}}}

toy["main"].__globals__.update(Adapter=Adapter, reply=reply)
toy["main"]()
"""

WAYS = ["talks", "refuses", "says no", "fails", "crashes", "cannot look"]


@pytest.fixture
def hostile(tmp_path: Path) -> Callable[[str], str]:
    """The engine that misbehaves in a way."""
    root = Path(__file__).parents[2]
    program = tmp_path / "hostile.py"
    program.write_text(HOSTILE.format(name=NAME), encoding="utf-8")
    return lambda way: f"stdio:{sys.executable} {program} {root / 'docs' / 'examples' / 'toy_adapter.py'} '{way}'"


def is_harmless(said: str, longest: int = 60_000) -> None:
    odd = SHOWN.sub("", said)
    assert odd == "", f"{odd[:20]!a}"
    assert len(said) < longest


@pytest.mark.parametrize("way", WAYS)
def test_a_run_and_all_that_is_written_of_it(call: Call, cases: Path, tmp_path: Path, hostile: Callable[[str], str], way: str) -> None:
    out, listed = tmp_path / "out", tmp_path / "known.yaml"
    code, said, err = call("certify", cases, "--engine", hostile(way), "--report", out, "--write-known-failures", listed)
    assert code in (0, 1), err
    is_harmless(said + err)
    report = decode((out / "report.json").read_bytes())
    assert len(report.cases) == 4
    assert "<script>" in report.engine.engine  # as it is, in JSON
    assert Xml.fromstring((out / "junit.xml").read_bytes()).get("tests") == "4"
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "<script>window" not in page
    assert "\x1b" not in page
    assert {path.name for path in out.iterdir()} >= {"report.json", "junit.xml", "report.html"}
    for path in out.iterdir():
        assert path.stat().st_size < 1_500_000, path.name
        if path.suffix == ".svg":
            assert {element.tag.rpartition("}")[2] for element in Xml.fromstring(path.read_bytes()).iter()}.isdisjoint({"script", "img"})
    if listed.exists():
        is_harmless(listed.read_text(encoding="utf-8"))
        assert all(entry.reason for entry in load_known_failures(listed).values())
    # The list is of use: with it the run does not fail any more.
    assert call("certify", cases, "--engine", hostile(way), "--known-failures", listed, "-q") == (0, "", "")


@pytest.mark.parametrize("way", WAYS)
def test_lines_for_scripts_are_one_for_each_case(call: Call, cases: Path, hostile: Callable[[str], str], way: str) -> None:
    _, said, err = call("certify", cases, "--engine", hostile(way), "-q")
    is_harmless(said + err)
    assert all(line.startswith(f"{cases}:") for line in said.splitlines())


@pytest.mark.parametrize("way", WAYS)
def test_a_case_as_a_story_with_its_boards(call: Call, cases: Path, tmp_path: Path, hostile: Callable[[str], str], way: str) -> None:
    picture = tmp_path / "boards.svg"
    code, said, err = call("explain", "ogre-untaps", "--from", cases, "--engine", hostile(way), "--board", "--svg", picture)
    assert code in (0, 1), err
    is_harmless(said + err)
    if way == "talks":
        tags = {element.tag.rpartition("}")[2] for element in Xml.fromstring(picture.read_bytes()).iter()}
        assert tags <= {"svg", "style", "g", "title", "rect", "text", "path", "circle"}
        assert picture.stat().st_size < 100_000
        assert max(len(line) for line in said.splitlines()) < 600


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", [("doctor",), ("coverage",), ("fuzz", "--examples", "3")], ids=lambda words: words[0])
def test_other_commands(call: Call, cases: Path, hostile: Callable[[str], str], command: tuple[str, ...], way: str) -> None:
    if command[0] == "fuzz":
        pytest.importorskip("hypothesis")
    code, said, err = call(*command, *([cases] if command == ("coverage",) else []), "--engine", hostile(way))
    assert code in (0, 1, 3), err
    is_harmless(said + err)
    if way == "cannot look":
        assert code == 1


@pytest.mark.parametrize("way", ["dies", "babbles"])
@pytest.mark.parametrize("command", ["certify", "doctor", "explain", "coverage"])
def test_one_that_does_not_start(call: Call, cases: Path, hostile: Callable[[str], str], command: str, way: str) -> None:
    arguments: dict[str, tuple[object, ...]] = {"doctor": (), "explain": ("ogre-untaps", "--from", cases)}
    code, said, err = call(command, *arguments.get(command, (cases,)), "--engine", hostile(way))
    assert code == 3
    is_harmless(said + err, 8000)


@pytest.mark.parametrize("id_", ["a/b", "../../etc/passwd", "..", "a'b", 'a"b', "<script>", "שלום", "a\x1b[31mb", "a\u202eb"])
def test_ids_that_are_none(call: Call, cases: Path, toy: str, tmp_path: Path, id_: str) -> None:
    """A case cannot be called so; who asks for one, or lists one, is told in one harmless line."""
    for command in (("certify", cases, "--case"), ("export", cases, "--case"), ("explain", "--from", cases), ("mutants",)):
        code, out, err = call(*command, id_)
        assert (code, out) == (2, "")
        is_harmless(err, 3000)
        assert err.count("\n") == 1
    listed = tmp_path / "known.yaml"
    listed.write_text("- {id: " + quoted(id_) + ", reason: because}\n", encoding="utf-8")
    code, out, err = call("certify", cases, "--engine", toy, "--known-failures", listed)
    assert code in (1, 2)
    is_harmless(out + err)
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(cases.read_text().replace("ogre-untaps", quoted(id_)), encoding="utf-8")
    for command in (("lint", wrong), ("lint", wrong, "-q"), ("export", wrong, "-o", tmp_path / "out"), ("certify", wrong)):
        code, out, err = call(*command)
        assert code == 2
        is_harmless(out + err)
    assert not list(tmp_path.glob("out/*"))


def test_an_id_too_long_for_a_file_is_told(call: Call, cases: Path, tmp_path: Path) -> None:
    long = tmp_path / "long.yaml"
    long.write_text(cases.read_text().replace("ogre-untaps", "x" * 500), encoding="utf-8")
    code, out, err = call("export", long, "-o", tmp_path / "out")
    assert (code, out) == (2, "")
    assert "File name too long" in err
    assert call("export", long, "-o", tmp_path / "out.json", "-q") == (0, "", "")


def quoted(text: str) -> str:
    """`text` as YAML writes it between double quotes."""
    import json

    return json.dumps(text)
