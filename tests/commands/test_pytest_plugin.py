"""`pytest --engine`: the cases as items; and nothing at all for anybody else's tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest


def run(directory: Path, *arguments: object) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-ra", *map(str, arguments)]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Somebody else's project, with a test that passes."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "test_theirs.py").write_text("def test_theirs():\n    pass\n")
    return tmp_path / "project"


def test_cases_are_items_with_their_ids(foreign: Path, cases: Path, toy: str) -> None:
    code, out = run(foreign, f"--engine={toy}", f"--conformance-cases={cases}", "-v")
    assert code == 1
    assert "mtg-conformance: 4 cases on stdio:" in out
    assert "collected 4 items" in out
    for case, outcome in (
        ("bob-follows-alice", "PASSED"),
        ("ogre-untaps", "FAILED"),
        ("ogre-has-power", "SKIPPED"),
        ("three-players", "SKIPPED"),
    ):
        assert any(line.startswith(f"{case} {outcome}") for line in out.splitlines()), case
    assert "step 2, ogre.tapped: expected false, observed true" in out
    assert "unsupported: 3 players (the engine plays with 2 to 2)" in out
    assert "unobservable: the engine does not report ogre.power" in out
    assert "test_theirs" not in out
    assert "1 failed, 1 passed, 2 skipped" in out


def test_known_failures_are_expected_until_they_are_fixed(foreign: Path, cases: Path, toy: str, tmp_path: Path) -> None:
    listed = tmp_path / "known.yaml"
    listed.write_text("- {id: ogre-untaps, reason: the toy never untaps}\n")
    code, out = run(foreign, f"--engine={toy}", f"--conformance-cases={cases}", f"--known-failures={listed}")
    assert code == 0
    assert "1 passed, 2 skipped, 1 xfailed" in out
    listed.write_text("- {id: bob-follows-alice, reason: no longer true}\n")
    code, out = run(foreign, f"--engine={toy}", f"--conformance-cases={cases}", f"--known-failures={listed}")
    assert code == 1
    assert "take it off the list (no longer true)" in out


def test_items_can_be_chosen_shown_and_reported_as_others(foreign: Path, cases: Path, toy: str, tmp_path: Path) -> None:
    code, out = run(foreign, f"--engine={toy}", f"--conformance-cases={cases}", "-k", "follows", f"--junitxml={tmp_path / 'j.xml'}")
    assert code == 0
    assert "4 items / 3 deselected / 1 selected" in out
    assert [test.get("name") for test in Xml.parse(tmp_path / "j.xml").iter("testcase")] == ["bob-follows-alice"]
    code, out = run(foreign, f"--engine={toy}", f"--conformance-cases={cases}", "--collect-only", "-q")
    assert code == 0
    assert out.splitlines()[:4] == ["bob-follows-alice", "ogre-untaps", "ogre-has-power", "three-players"]


def test_tests_of_a_path_run_beside_the_cases(foreign: Path, cases: Path, toy: str) -> None:
    _, out = run(foreign, "test_theirs.py", f"--engine={toy}", f"--conformance-cases={cases}")
    assert "1 failed, 2 passed, 2 skipped" in out


def test_workers_share_the_cases(foreign: Path, cases: Path, toy: str) -> None:
    pytest.importorskip("xdist")
    _, out = run(foreign, f"--engine={toy}", f"--conformance-cases={cases}", "-n", "2")
    assert "1 failed, 1 passed, 2 skipped" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--engine=referense"], "no engine is called 'referense'. Did you mean reference?"),
        (["--engine=reference", "--conformance-cases=nowhere.yaml"], "nowhere.yaml: there is no such file or folder"),
        (["--engine=reference", "--known-failures=nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["--engine=reference", "--conformance-edition=soon"], "an edition is named by its date"),
    ],
)
def test_a_wrong_call_is_a_usage_error(foreign: Path, arguments: list[str], expected: str) -> None:
    code, out = run(foreign, *arguments)
    assert code == 4
    assert expected in out
    assert "Traceback" not in out


def test_an_engine_that_does_not_start_stops_the_run(foreign: Path, cases: Path) -> None:
    code, out = run(foreign, f"--engine=stdio:{sys.executable} -c 0", f"--conformance-cases={cases}")
    assert code != 0
    assert out.count("the engine could not be run") >= 1
    assert "1 failed" in out


class TestWithoutEngine:
    def test_nothing_is_collected_or_imported(self, foreign: Path) -> None:
        (foreign / "test_theirs.py").write_text(
            "import sys\ndef test_theirs():\n    assert [name for name in sys.modules if name.startswith('conformance')] == "
            "['conformance', 'conformance.pytest_plugin']\n"
        )
        code, out = run(foreign)
        assert code == 0, out
        assert "1 passed" in out
        assert "mtg-conformance:" not in out

    def test_a_project_may_have_options_of_the_same_names(self, foreign: Path) -> None:
        (foreign / "conftest.py").write_text(
            "def pytest_addoption(parser):\n    parser.addoption('--engine', default='x')\n    parser.addoption('--known-failures')\n"
        )
        (foreign / "test_theirs.py").write_text("def test_them(request):\n    assert request.config.getoption('--engine') == 'x'\n")
        code, out = run(foreign)
        assert code == 0, out
        assert "1 passed" in out

    def test_help_shows_the_options(self, foreign: Path) -> None:
        _, out = run(foreign, "--help")
        for option in ("--engine", "--conformance-cases", "--known-failures", "--conformance-edition", "--conformance-timeout"):
            assert f"  {option}" in out
