"""Every command that the README or a page of docs/ shows is there, with the options shown, and does what the page says."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path, PurePosixPath

import pytest
import typer.main
from not_run import ELSEWHERE, REASONS, ends, reason
from shown import ROOT, Command, File, documents, in_text, shown

from conformance import cli

COMMANDS = [item for page in documents() for item in shown(page) if isinstance(item, Command)]
RUN = [command for command in COMMANDS if reason(command.text) is None and command.page not in ELSEWHERE]
IN_THE_TREE = ("CONTRIBUTING.md", "documentation/", "docs/results/", "docs/mutation.md")
"""Pages for somebody who works in a clone; all others have a reader with an empty folder."""


def named(command: Command) -> str:
    return f"{command.page}:{command.line}"


RULES = "These rules are effective as of September 25, 2026.\n\n502. Rest\n\n" + "".join(
    f"502.{number}. So many ducks wake up: {number}.\n\n" for number in range(1, 30)
)
"""As a rules text is laid out; the words of the game are not ours."""

OLD_CASE = """\
- id: old
  title: A case with a number of 2012
  rules: [702.24f]
  why: It was written then, when that was the number of what is 702.26g today.
  script: [{expect: {turn: {active: alice}}}]
"""


Ended = subprocess.CompletedProcess[str]


class Reader:
    """Somebody who goes through a page from top to bottom, saves what is to be saved, and calls what is to be called.

    In the folder are an adapter (that of docs/examples), a rules text, and a case with the numbers of an older edition.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ended: dict[tuple[str, ...], Ended] = {}
        toy = folder / "my-adapter"
        toy.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT}/docs/examples/toy_adapter.py"\n', encoding="utf-8")
        toy.chmod(toy.stat().st_mode | stat.S_IXUSR)
        (folder / "MagicCompRules20260925.txt").write_text(RULES, encoding="utf-8")
        (folder / "old-cases").mkdir()
        (folder / "old-cases" / "phasing.yaml").write_text(OLD_CASE, encoding="utf-8")
        scripts = os.pathsep.join([sysconfig.get_path("scripts"), str(Path(sys.executable).parent)])
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV_")) and name != "FORCE_COLOR"
        } | {"PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}", "NO_COLOR": "1", "COLUMNS": "80"}

    def outcome(self, wanted: Command) -> Ended:
        """How a command ended; all that stands before it on its page is done first.

        What stands on several pages is done once, where no file has been saved on the page before.
        """
        saved: tuple[str, ...] = ()
        for item in shown(wanted.page):
            if isinstance(item, File):
                saved = (*saved, item.name, item.text)
                (self.folder / item.name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / item.name).write_text(item.text, encoding="utf-8")
                continue
            if item in RUN and (item.text, *saved) not in self.ended:
                self.ended[item.text, *saved] = self.call(item)
            if item == wanted:
                break
        return self.ended[wanted.text, *saved]

    def call(self, command: Command) -> Ended:
        return subprocess.run(
            ["bash", "-c", command.text],
            cwd=ROOT if command.page.startswith(IN_THE_TREE) else self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    return Reader(tmp_path_factory.mktemp("reader"))


@pytest.mark.parametrize("command", RUN, ids=named)
def test_a_command_does_what_the_page_says(reader, command):
    if "--engine phase-rs" in command.text and importlib.util.find_spec("phase") is None:
        pytest.skip("needs the extra phase-rs")
    if "fuzz" in command.text and importlib.util.find_spec("hypothesis") is None:
        pytest.skip("needs the extra fuzz")
    ended = reader.outcome(command)
    printed = ended.stdout + ended.stderr
    assert ended.returncode == ends(command.text), printed[-2000:]
    if command.output is not None:
        assert doctest.OutputChecker().check_output(command.output, printed, doctest.ELLIPSIS), printed[-4000:]


@pytest.mark.parametrize("command", COMMANDS, ids=named)
def test_a_command_and_its_options_exist(command):
    for program, *words in command.calls:
        match PurePosixPath(program).name:
            case "mtg-conformance":
                _exists(words)
            case "python" | "pip":
                _python(words)
            case "tox":
                environments = re.findall(r"^\[testenv:(.+)\]", (ROOT / "tox.ini").read_text(encoding="utf-8"), re.M)
                assert set(words) - {"-e"} <= set(environments)
            case "pytest":
                options = {word.partition("=")[0] for word in words if word.startswith("-")}
                assert options <= {"--engine", "--known-failures", "-k", "-n", "-q"}


@pytest.mark.parametrize("command", in_text(), ids=named)
def test_what_is_named_in_a_sentence_exists(command):
    words = re.sub(r"[\[\]]", " ", command.text).split()
    _exists(words[1:])


def _exists(words: list[str]) -> None:
    """That these words call a command of ours, with options that it has."""
    command = typer.main.get_command(cli.app)
    rest = list(words)
    while (known := getattr(command, "commands", None)) and rest and not rest[0].startswith("-"):
        name = rest.pop(0)
        assert name in known, f"there is no command {name!r}"
        command = known[name]
    options = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    used = {word.partition("=")[0] for word in rest if re.match(r"--?[a-z]", word)}
    assert used <= options | {"--help", "-h"}


def _python(words: list[str]) -> None:
    """That what Python is told to run is there, and extras that are installed exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {extra for word in words for found in re.findall(r"\[([a-z,-]+)\]", word) for extra in found.split(",")}
    assert extras <= set(project["optional-dependencies"])
    if words[0] == "-m":
        name = words[1]
        assert name in {"pip", "venv"} or importlib.util.find_spec(name) is not None
    elif words[0].endswith(".py"):
        assert (ROOT / words[0]).is_file()


class TestTheListOfWhatIsNotRun:
    @pytest.mark.parametrize("pattern", REASONS)
    def test_every_entry_is_needed(self, pattern):
        assert any(re.search(pattern, command.text) for command in COMMANDS)

    @pytest.mark.parametrize("page", ELSEWHERE)
    def test_the_other_test_is_there(self, page):
        assert (ROOT / page).is_file()
        assert Path(page).name in (ROOT / ELSEWHERE[page]).read_text(encoding="utf-8")

    def test_most_is_run(self):
        assert len(RUN) > sum(command.page not in ELSEWHERE for command in COMMANDS) / 2


def test_commands_are_found_in_all_their_forms(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(
        "# Page\n\n    mtg-conformance lint   # says what\n\n```text\n...\nfine\n```\n\nwords\n\n```text\nno output of anything\n```\n\n"
        '```yaml title="a/b.yaml"\n- x\n```\n\n```sh\ntox -e lint && \\\n  tox -e types > out\n```\n\n    not a command: it is\n',
        encoding="utf-8",
    )
    monkeypatch.setattr("shown.ROOT", tmp_path)
    lint, saved, twice = shown("page.md")
    assert isinstance(lint, Command)
    assert (lint.line, lint.text, lint.output) == (3, "mtg-conformance lint", "...\nfine\n")
    assert saved == File("a/b.yaml", "- x\n")
    assert isinstance(twice, Command)
    assert twice.calls == [["tox", "-e", "lint"], ["tox", "-e", "types"]]
