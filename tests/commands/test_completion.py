"""What the Tab key offers, asked for as shells ask: the library's protocol, and bash and zsh themselves where they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cli import run
from conformance.command_line.completion import rejoined

CASE = "several-hosts-with-attachments-of-both-players"

LINES = [
    (("certify", "--engine", "ph"), "phase-rs"),
    (("certify", "--engine", "mu"), "mutant:"),
    (("certify", "--edition", "2012-06"), "2012-06-01"),
    (("certify", "--rule", "702.26g/"), "702.26g/c"),
    (("certify", "--case", CASE[:30]), CASE),
    (("certify", "--format", ""), "json"),
    (("explain", CASE[:30]), CASE),
    (("coverage", "--engine", "ref"), "reference"),
    (("coverage", "--rule", "702.26p"), "702.26p"),
    (("doctor", "--engine", "ref"), "reference"),
    (("fuzz", "--engine", "ph"), "phase-rs"),
    (("mutants", "comes-back-unt"), "comes-back-untapped"),
    (("mutants", "--rule", "702.26"), "702.26g"),
    (("mutants", "--by", "f"), "fuzz"),
    (("export", "--format", "p"), "pzl"),
    (("export", "--rule", "702.26p"), "702.26p"),
    (("rules", "show", "702.26p"), "702.26p"),
    (("rules", "diff", "2012-06"), "2012-06-01"),
    (("exp",), "export"),
    (("certify", "--known-f"), "--known-failures"),
]
"""What was typed, and a word that has to be among what is offered."""


def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shell: str, words: list[str]) -> list[str]:
    """What the shell is given for the last of the words."""
    monkeypatch.setenv("_MTG_CONFORMANCE_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", "\n".join(["mtg-conformance", *words]))  # as bash's script does
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", " ".join(["mtg-conformance", *words]))  # as zsh's does
    assert run([]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


@pytest.mark.parametrize(("words", "offered"), LINES, ids=lambda value: " ".join(value) if isinstance(value, tuple) else None)
def test_bash_is_offered_names_that_the_suite_knows(monkeypatch, capsys, words, offered):
    found = asked(monkeypatch, capsys, "bash", list(words))
    assert offered in found
    assert all(word.startswith(words[-1]) for word in found)


@pytest.mark.parametrize(("words", "offered"), LINES, ids=lambda value: " ".join(value) if isinstance(value, tuple) else None)
def test_zsh_is_offered_the_same(monkeypatch, capsys, words, offered):
    found = "\n".join(asked(monkeypatch, capsys, "zsh", list(words)))
    assert f'"{offered.replace(":", chr(92) * 2 + ":")}"' in found


@pytest.mark.parametrize("shell", ["bash", "zsh"])
@pytest.mark.parametrize(
    "words",
    [["certify", "--engine", "no-such-"], ["explain", "no-such-case"], ["rules", "show", "9999"], ["mutants", "no-such-"]],
)
def test_where_there_is_nothing_to_offer_nothing_is(monkeypatch, capsys, shell, words):
    found = [line for line in asked(monkeypatch, capsys, shell, words) if line.strip()]
    assert found in ([], ["_files"])


def test_a_broken_registry_does_not_break_the_tab_key(monkeypatch, capsys):
    def broken(*arguments: object) -> None:
        raise RuntimeError("no registry")

    monkeypatch.setattr("conformance.commands.inputs.load_rules", broken)
    assert [line for line in asked(monkeypatch, capsys, "bash", ["certify", "--rule", "702"]) if line.strip()] == []


@pytest.mark.parametrize(
    ("words", "current", "made"),
    [
        (["m", "x", "mutant", ":", "co"], 4, (["m", "x", "mutant:co"], 2, "mutant:")),
        (["m", "x", "mutant", ":"], 3, (["m", "x", "mutant:"], 2, "mutant:")),
        (["m", "x", "mutant", ":", "co", "--ru"], 5, (["m", "x", "mutant:co", "--ru"], 3, "")),
        (["m", "x", "--engine", "=", "ph"], 4, (["m", "x", "--engine", "ph"], 3, "")),
        (["m", "x", "--engine", "="], 3, (["m", "x", "--engine", ""], 3, "")),
        (["m", "x", "--engine", "=", "mutant", ":", "co"], 6, (["m", "x", "--engine", "mutant:co"], 3, "mutant:")),
        (["m", "x", ""], 2, (["m", "x", ""], 2, "")),
    ],
)
def test_words_of_bash_are_put_together_as_they_were_typed(words, current, made):
    assert rejoined(words, current) == made


@pytest.fixture
def path(tmp_path: Path) -> dict[str, str]:
    """An environment in which `mtg-conformance` is this one."""
    program = tmp_path / "bin" / "mtg-conformance"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom conformance.cli import main\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    root = str(Path(__file__).parents[2])
    return {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": root, "TERM": "dumb"}


BASH = """
eval "$(mtg-conformance --show-completion)"
complete -p mtg-conformance
COMP_WORDS=(mtg-conformance certify --engine mutant : comes-back-unt)
COMP_CWORD=5
_mtg_conformance_completion mtg-conformance
echo "${COMPREPLY[@]}"
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_in_bash_itself(path: dict[str, str]) -> None:
    done = subprocess.run(["bash", "--norc", "-c", BASH], env=path, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "comes-back-untapped"  # bash keeps what stands before the colon
    assert "-F _mtg_conformance_completion mtg-conformance" in done.stdout


ZSH = """
autoload -U compinit; compinit -u -D
eval "$(mtg-conformance --show-completion)"
print -r -- $_comps[mtg-conformance]
_arguments() { print -r -- "$@" }
words=(mtg-conformance certify --engine ph) CURRENT=4
$_comps[mtg-conformance]
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_in_zsh_itself(path: dict[str, str]) -> None:
    done = subprocess.run(["zsh", "-f", "-c", ZSH], env=path, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == ["_mtg_conformance_completion", '*: :(("phase-rs"))'], done.stderr
