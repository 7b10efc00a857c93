"""The tutorial: what the page shows is what lies in the files, and what it says that the commands print is what they print."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from conformance import cli

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adapter-tutorial.md"
FILES = ROOT / "docs" / "examples" / "tutorial"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")


class Part(NamedTuple):
    """A section of the page: what stands in it, in order. A block is a file (`name` is its name), commands (`sh`), or what they print."""

    title: str
    blocks: list[tuple[str, str, str]]

    @property
    def files(self) -> dict[str, str]:
        return {name: text for _, name, text in self.blocks if name}


def parts() -> list[Part]:
    """The sections of the page, in order."""
    sections = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.M)
    block = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', flags=re.M | re.S)
    return [Part(section.partition("\n")[0], block.findall(section)) for section in sections]


STEPS = [part for part in parts() if part.title.startswith("Step ")]


def lines_of(text: str) -> list[str]:
    """The lines that say something, without what differs from run to run."""
    return [re.sub(r"\d+\.\d ms", "N ms", line.rstrip()) for line in text.splitlines() if line.strip()]


def holds(shown: str, printed: str) -> str:
    """The first passage (between two `...`) that was not printed, after those before it; empty if all were."""
    rest = lines_of(printed)
    for passage in re.split(r"^\.\.\.$", shown, flags=re.M):
        wanted = lines_of(passage)
        place = next((at for at in range(len(rest) - len(wanted) + 1) if rest[at : at + len(wanted)] == wanted), None)
        if place is None:
            return passage
        rest = rest[place + len(wanted) :]
    return ""


def test_the_steps_are_counted_through() -> None:
    assert [part.title.partition(":")[0] for part in STEPS] == [f"Step {number}" for number in range(1, len(STEPS) + 1)]
    assert {folder.name for folder in FILES.iterdir()} == {f"step-{number}" for number in range(1, len(STEPS) + 1)}


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_the_page_shows_the_files_as_they_are(number: int) -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in (FILES / f"step-{number}").iterdir()}
    assert STEPS[number - 1].files == there


def test_comparing_outputs_finds_what_is_not_there() -> None:
    printed = "ok      act: 1.5 ms is typical\n\nnote    a\nnote    b\n"
    assert holds("note    a\nnote    b", printed) == ""
    assert holds("ok      act: 2.0 ms is typical\n...\nnote    b", printed) == ""
    assert holds("note    b\n...\nnote    a", printed)
    assert holds("note    c", printed)


@needs_node
def test_every_command_prints_what_the_page_shows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    codes = []
    for part in parts():
        printed = ""
        for kind, name, text in part.blocks:
            if name:
                Path(name).write_text(text, encoding="utf-8")
            elif kind == "sh":
                codes += [cli.run(words[1:]) for words in map(shlex.split, text.splitlines()) if words[0] == "mtg-conformance"]
                printed = "".join(capsys.readouterr())
            elif kind == "text":
                assert holds(text, printed) == "", f"{part.title}\n{printed}"
    assert len(codes) >= 15
    # The first does not start; doctor finds problems until step 8; the last run has its known failures listed.
    assert codes[0] == 3
    assert codes[1:7] == [1] * 6
    assert codes[7] == 0
    assert codes[-1] == 0
