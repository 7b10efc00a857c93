"""What is shown on a real terminal (a pseudo-terminal), and what is not shown where there is none: colour, progress, widths, Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from conformance.command_line.examples import EXAMPLES

PROGRAM = [sys.executable, "-m", "conformance.cli"]
ESCAPE = "\x1b"

SLOW = """\
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"engine": "slow", "version": "1", "language": "Python", "protocol": 1, "features": [], "cards": "all", "players": [2, 4]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    elif request["method"] == "new_game":
        time.sleep(0.6)
        refused = {"unsupported": {"kind": "feature", "name": "haste", "reason": "it is slow"}}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": refused}), flush=True)
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {}}), flush=True)
"""
"""An engine that takes its time to refuse each position."""


@pytest.fixture
def slow(tmp_path: Path) -> str:
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    return f"stdio:{sys.executable} {tmp_path / 'slow.py'}"


def on_terminal(*arguments: object, interrupt_at: str | None = None, **environment: str) -> tuple[int, str]:
    """Run the program on a terminal of 80 columns; its exit code, and all that was written there. Ctrl-C is typed once a pattern is."""
    main, other = pty.openpty()
    termios.tcsetwinsize(other, (24, 80))
    surroundings = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
    surroundings |= {"TERM": "xterm-256color", **environment}
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)], stdin=other, stdout=other, stderr=other, env=surroundings, start_new_session=True
    )
    os.close(other)
    said = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if not select.select([main], [], [], 0.2)[0]:
            continue
        try:
            piece = os.read(main, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        said += piece
        if interrupt_at is not None and re.search(interrupt_at.encode(), said):
            os.killpg(process.pid, signal.SIGINT)  # as the terminal does
            interrupt_at = None
    os.close(main)
    try:
        return process.wait(timeout=30), said.decode()
    finally:
        process.kill()


class TestProgress:
    def test_a_run_that_takes_its_time_shows_how_far_it_is_and_how_long_it_will_take(self, cases: Path, slow: str) -> None:
        code, said = on_terminal("certify", cases, "--engine", slow)
        assert code == 0
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
        assert re.search(r"cases .* [12]/4 .*0:00:0\d 0:00:0\d", plain)
        assert said.rstrip().endswith("skipped" + ESCAPE + "[0m")  # it is gone when the run is done

    def test_none_where_the_run_is_short_or_quiet(self, cases: Path, slow: str, toy: str) -> None:
        _, said = on_terminal("certify", cases, "--engine", toy)
        assert "━" not in said
        code, said = on_terminal("certify", cases, "--engine", slow, "--quiet")
        assert (code, said) == (0, "")

    def test_none_where_there_is_no_terminal(self, cases: Path, slow: str) -> None:
        done = subprocess.run([*PROGRAM, "certify", str(cases), "--engine", slow], capture_output=True, text=True, timeout=60, check=False)
        assert done.stderr == ""
        assert "━" not in done.stdout


class TestColour:
    def test_on_a_terminal_and_not_with_no_color_nor_on_a_dumb_one(self, cases: Path, toy: str) -> None:
        arguments = ("certify", cases, "--engine", toy)
        assert f"{ESCAPE}[1;31m" in on_terminal(*arguments)[1]
        assert not re.search(r"\x1b\[[0-9;]*3\dm", on_terminal(*arguments, NO_COLOR="1")[1])
        assert ESCAPE not in on_terminal(*arguments, TERM="dumb")[1]

    @pytest.mark.parametrize("command", [("certify",), ("explain", "ogre-untaps", "--from"), ("coverage",), ("lint",)])
    def test_none_where_there_is_no_terminal_though_it_is_wished_for(self, cases: Path, toy: str, command: tuple[str, ...]) -> None:
        engine = () if command == ("lint",) else ("--engine", toy)
        environment = {**os.environ, "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm-256color"}
        done = subprocess.run(
            [*PROGRAM, *command, str(cases), *engine], capture_output=True, text=True, timeout=60, check=False, env=environment
        )
        assert done.stdout
        assert ESCAPE not in done.stdout + done.stderr


class TestWidth:
    @pytest.mark.parametrize("command", ["", *EXAMPLES, "rules", "report"])
    def test_every_help_fits_80_columns(self, monkeypatch, call, command: str) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        code, out, _ = call(*command.split(), "--help")
        assert code == 0
        assert [line for line in out.splitlines() if len(line) > 80] == []
        assert not re.search(r"<(list|path|str|Path)", out)  # Python's types say nothing to a user

    @pytest.mark.parametrize(
        "command",
        [
            ("certify", "--rule", "702.26g", "--engine", "mutant:comes-back-untapped"),
            ("certify", "--rule", "702.26n"),
            ("explain", "several-hosts-with-attachments-of-both-players", "--board"),
            ("explain", "shuffling-all-permanents-away-counts-no-planar-card", "--board"),
            ("coverage",),
            ("mutants", "--list", "--rule", "702.26"),
            ("mutants", "comes-back-untapped", "--first", "--rule", "702.26c"),
            ("rules", "show", "702.26g"),
            ("rules", "diff", "2012-06-01", "2026-09-25"),
        ],
        ids=lambda words: " ".join(words),
    )
    def test_what_commands_say_fits_80_columns(self, call, command: tuple[str, ...]) -> None:
        code, out, _ = call(*command)
        assert code in (0, 1)
        # What is there to be copied into a shell stays in one line.
        assert [line for line in out.splitlines() if len(line) > 80 and not line.startswith("    mtg-conformance ")] == []


class TestCtrlC:
    def test_what_was_done_so_far_is_told(self) -> None:
        pytest.importorskip("hypothesis")
        code, said = on_terminal("fuzz", "--examples", "5000", interrupt_at=r"[1-9]\d*/5000")
        assert code == 130
        assert "Nothing found in" in said
        assert "Traceback" not in said

    def test_processes_at_work_are_ended(self) -> None:
        code, said = on_terminal("mutants", "--rule", "702.26g", "-j", "2", interrupt_at=r"0/\d")
        assert code == 130
        assert "mtg-conformance: interrupted" in said
        assert "Traceback" not in said
