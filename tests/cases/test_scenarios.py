"""docs/scenarios.md and docs/reports.md name cases that exist, and every scenario and report that a case cites stands there."""

from __future__ import annotations

import re
from pathlib import Path

from conformance.cases import load

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "scenarios.md").read_text(encoding="utf-8")
SCENARIO = re.compile(r"\b([A-KXN]\d\d)\b")


def test_cases_of_scenarios_exist_and_cite_them() -> None:
    cited = {case.id: set(SCENARIO.findall(" ".join(case.sources))) for case in load().cases}
    wrong = []
    for line in PAGE.splitlines():
        if row := re.match(r"\| ([A-KXN]\d\d) \|", line):
            wrong += [(row[1], case) for case in re.findall(r"`([a-z0-9-]+)`", line.rsplit("|", 2)[1]) if row[1] not in cited.get(case, ())]
    assert wrong == []


def test_every_cited_scenario_is_told() -> None:
    told = set(re.findall(r"^\| ([A-KXN]\d\d) \|", PAGE, re.MULTILINE))
    cited = {name for case in load().cases for source in case.sources if "interactions" in source for name in SCENARIO.findall(source)}
    assert len(told) > 200
    assert cited - told == set()


def test_every_cited_report_is_told_with_its_cases() -> None:
    page = (DOCS / "reports.md").read_text(encoding="utf-8")
    cases = {case.id: case.sources for case in load().cases}
    rows = re.finditer(r"^\| ([a-z0-9-]+) \|.*\| ([^|]*) \|$", page, re.MULTILINE)
    told = {row[1]: re.findall(r"`([a-z0-9-]+)`", row[2]) for row in rows}
    cited = {source.partition(" ")[2] for sources in cases.values() for source in sources if source.startswith("report ")}
    assert cited - told.keys() == set()
    assert [(name, case) for name, ids in told.items() for case in ids if not any(name in source for source in cases.get(case, []))] == []
