"""The program as a process: pipes, signals, defects, full disks, time to start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conformance import cli
from conformance.commands import certify as certify_command

PROGRAM = [sys.executable, "-m", "conformance.cli"]
HANGS = """\
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {"engine": "slow", "version": "1", "language": "Python", "protocol": 1, "features": [], "cards": "all", "players": [2, 4]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
    else:
        open(sys.argv[1], "w").close()
        time.sleep(60)
"""


def program(*arguments: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False, **more)  # type: ignore[call-overload, no-any-return]


def test_a_reader_who_has_had_enough_is_no_error(cases: Path, toy: str, tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*PROGRAM, "certify", str(cases), "--engine", toy, "--report", str(tmp_path)],
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(write)
    assert done.stderr == ""
    assert done.returncode == 141
    assert (tmp_path / "report.json").is_file()


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_error(closed: str) -> None:
    command = f'"{sys.executable}" -m conformance.cli rules show 702.26g {closed}'
    assert subprocess.run(["sh", "-c", command], timeout=60, check=False).returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_a_line() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*PROGRAM, "rules", "show", "702.26"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "mtg-conformance: the output could not be written: No space left on device\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_reports_what_was_done(cases: Path, tmp_path: Path, jobs: str) -> None:
    adapter, reached = tmp_path / "adapter.py", tmp_path / "reached"
    adapter.write_text(HANGS)
    engine = f"stdio:{sys.executable} {adapter} {reached}"
    arguments = [*PROGRAM, "certify", str(cases), "--engine", engine, "-j", jobs, "--timeout", "2", "--report", str(tmp_path / "out")]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not reached.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "certifies nothing" in " ".join(out.split())
    assert "interrupted" in out
    assert "Traceback" not in err
    assert (tmp_path / "out" / "report.json").is_file()


def test_a_defect_is_told_in_a_line_and_kept_in_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def broken(options: object) -> int:
        raise RuntimeError("this should not happen")

    monkeypatch.setattr(certify_command, "run", broken)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert cli.run(["certify"]) == 70
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "a defect of mtg-conformance itself, please report it: RuntimeError: this should not happen; the details are in " in err
    (kept,) = tmp_path.iterdir()
    assert "Traceback" in kept.read_text()


def test_help_and_version() -> None:
    assert program("--version").stdout.startswith("mtg-conformance ")
    shown = program("--help")
    assert shown.returncode == 0
    for command in ("certify", "coverage", "doctor", "explain", "lint", "rules"):
        assert f"  {command}" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 80
    nothing = program()
    assert nothing.returncode == 2
    assert "Usage:" in nothing.stderr


def test_a_near_name_is_suggested() -> None:
    wrong = program("certfy")
    assert wrong.returncode == 2
    assert "Did you mean 'certify'?" in wrong.stderr


def test_letters_that_the_terminal_lacks_are_no_error(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(
        "- id: letters\n  title: \N{SNOWMAN} Lim-D\N{LATIN SMALL LETTER U WITH CIRCUMFLEX}l\n  rules: ['502.3']\n  why: '\N{SNOWMAN}'\n"
        "  given: {}\n  script: [{advance_to: {player: bob, step: upkeep}}]\n",
        encoding="utf-8",
    )
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = program("explain", "letters", "--from", path, "--engine", f"stdio:{sys.executable} -c 0", env=environment)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    heavy = ("rich.table", "rich.progress", "pytest", "hypothesis", "phase")
    code = f"import sys, conformance.cli, conformance.commands.certify; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout == "[]\n"
