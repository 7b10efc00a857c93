"""docs/seeds-coverage.md: what it says about the three seed texts is true of the cases that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.cases import load

PAGE = Path(__file__).parents[2] / "docs" / "seeds-coverage.md"
COLUMNS = ("sentence", "what it says", "today", "happens", "must not happen", "at the limit")


def rows() -> list[dict[str, str]]:
    """The lines of the tables, each by the heads of its columns."""
    lines = [line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(COLUMNS, line, strict=True)) for line in cells if tuple(line) != COLUMNS]


def cases_in(cell: str) -> list[str]:
    return re.findall(r"`([a-z0-9-]+)`", cell)


def test_each_of_the_three_texts_has_its_table() -> None:
    assert PAGE.read_text(encoding="utf-8").count("| " + " | ".join(COLUMNS) + " |") == 3
    assert len(rows()) > 60


@pytest.mark.parametrize("column", COLUMNS[3:])
def test_every_sentence_has_judged_cases_or_states_nothing_to_play(column: str) -> None:
    judged = {case.id for case in load().cases if not case.disputed}
    for row in rows():
        if row[column] == "no situation":
            assert {row[other] for other in COLUMNS[3:]} == {"no situation"}, row["sentence"]
            continue
        named = cases_in(row[column])
        assert named, row["sentence"]
        assert set(named) <= judged, row["sentence"]


def test_no_sentence_shows_two_sides_by_one_case() -> None:
    for row in rows():
        named = [name for column in COLUMNS[3:] for name in cases_in(row[column])]
        assert len(named) == len(set(named)), row["sentence"]
