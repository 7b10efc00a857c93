"""The page that sets two engines side by side, made from two reports."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "side_by_side.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("side_by_side", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def report(path: Path, name: str, outcomes: dict[str, str], **other: Any) -> str:
    cases = [{"id": case, "file": f"cases/{case.rsplit('-', 1)[0]}/file.yaml", "outcome": outcome} for case, outcome in outcomes.items()]
    head = {"suite": {"version": "0.1.0"}, "edition": "2026-09-25", "started": "2026-11-30T02:00:00+00:00", "complete": True}
    path.write_text(json.dumps({**head, "engine": {"name": name, "version": "1"}, "cases": cases, **other}), encoding="utf-8")
    return str(path)


def test_outcomes_are_counted_by_area_and_in_all(script: ModuleType, tmp_path: Path) -> None:
    ours = {"901-die-a": "pass", "502-untap-a": "pass", "502-untap-b": "pass", "502-untap-c": "disputed"}
    theirs = {"901-die-a": "unsupported", "502-untap-a": "known", "502-untap-b": "fail", "502-untap-c": "disputed"}
    page = script.page(report(tmp_path / "one", "reference", ours), report(tmp_path / "two", "other-engine", theirs))
    assert [line for line in page.splitlines() if line.startswith("|")][2:] == [
        "| 502-untap | 3 | 2 | 0 | 1 | 1 | 0 | 0 | 1 |",
        "| 901-die | 1 | 1 | 0 | 0 | 0 | 1 | 0 | 0 |",
        "| all | 4 | 3 | 0 | 1 | 1 | 1 | 0 | 1 |",
    ]


def test_what_cannot_be_compared_is_said(script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = report(tmp_path / "one", "reference", {"502-untap-a": "pass"})
    other_tree = report(tmp_path / "two", "other-engine", {"502-untap-b": "pass"})
    partial = report(tmp_path / "three", "other-engine", {"502-untap-a": "pass"}, complete=False)
    broken = tmp_path / "four"
    broken.write_text("{", encoding="utf-8")
    for path, words in ((other_tree, "502-untap-b"), (partial, "not complete"), (str(broken), "is no report.json")):
        assert script.main([whole, path]) == 2
        assert words in capsys.readouterr().err
