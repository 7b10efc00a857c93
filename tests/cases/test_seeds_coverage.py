"""docs/seeds-coverage.md: what it says about the three seed texts is true of the cases that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conformance.cases import load
from conformance.runner.certify import in_edition

PAGE = Path(__file__).parents[2] / "docs" / "seeds-coverage.md"
# The editions that each of the texts matches, in the order of the tables: the first, one in between, the last.
EDITIONS = (
    ("2009-09-04", "2010-07-16", "2011-05-01"),
    ("2009-10-01", "2010-07-01", "2010-07-16"),
    ("2012-06-01", "2013-02-01", "2021-06-09"),
)
COLUMNS = ("sentence", "what it says", "today", "happens", "must not happen", "at the limit")


def rows(table: int | None = None) -> list[dict[str, str]]:
    """The lines of the tables, or of one of the three, each by the heads of its columns."""
    lines = [line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    tables: list[list[dict[str, str]]] = []
    for line in lines:
        if len(line) != len(COLUMNS):
            continue  # the table of what differs today
        cells = tuple(cell.strip() for cell in line)
        if cells == COLUMNS:
            tables.append([])
        else:
            tables[-1].append(dict(zip(COLUMNS, cells, strict=True)))
    return [row for number, found in enumerate(tables) if table in (None, number) for row in found]


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


def test_every_sentence_has_cases_in_the_editions_that_its_text_matches() -> None:
    judged = {case.id: case for case in load().cases if not case.disputed}
    tables = [[row for row in rows(table) if row["happens"] != "no situation"] for table in range(3)]
    assert all(tables)
    missing = [
        (row["sentence"], column, edition)
        for table, editions in zip(tables, EDITIONS, strict=True)
        for row in table
        for column in COLUMNS[3:]
        for edition in editions
        if not any(in_edition(judged[name], edition) for name in cases_in(row[column]))
    ]
    assert not missing
