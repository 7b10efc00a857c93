"""The reproducers of docs/results/found-by-fuzzing: good cases, small, right by the reference engine, and phase.rs fails each."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from conformance.cases.library import Loaded, load
from conformance.cases.lint import lint
from conformance.cases.model import Case
from conformance.engines.registry import engine
from conformance.runner.card_book import CardBook
from conformance.runner.certify import certify
from conformance.runner.report import CaseResult

RESULTS = Path(__file__).parents[2] / "docs" / "results"
FOLDER = RESULTS / "found-by-fuzzing"
"""In the repository: the package that is tested may be an installed one."""

PAGE = RESULTS / "phase-rs-fuzzing.md"
IDS = sorted(path.stem for path in FOLDER.glob("*.yaml"))
MOST_PERMANENTS = 6
MOST_STEPS = 8


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load([FOLDER])


@pytest.fixture(scope="module")
def cases(loaded: Loaded) -> dict[str, Case]:
    return {case.id: case for case in loaded.cases}


def outcomes(name: str, loaded: Loaded) -> dict[str, CaseResult]:
    return {result.id: result for result in certify(loaded.cases, engine(name), cards=CardBook(loaded.cards)).cases}


def test_they_load_without_a_word_of_complaint(loaded: Loaded) -> None:
    assert [str(problem) for problem in (*loaded.problems, *lint(loaded))] == []


def test_each_file_is_one_case_of_its_own_name(cases: dict[str, Case]) -> None:
    assert sorted(cases) == IDS != []


@pytest.mark.parametrize("id_", IDS)
def test_it_is_small(cases: dict[str, Case], id_: str) -> None:
    assert len(cases[id_].given["battlefield"]) <= MOST_PERMANENTS
    assert len(cases[id_].script) <= MOST_STEPS


def test_the_reference_engine_passes_them_all(loaded: Loaded) -> None:
    found = outcomes("reference", loaded)
    assert {id_: (result.outcome, result.failure) for id_, result in found.items()} == dict.fromkeys(IDS, ("pass", None))


def test_the_page_tells_of_each_and_of_no_other() -> None:
    assert sorted(re.findall(r"\]\(found-by-fuzzing/([a-z0-9-]+)\.yaml\)", PAGE.read_text(encoding="utf-8"))) == IDS


@pytest.mark.skipif(None in (find_spec("phase"), find_spec("mtg")), reason="needs the extra phase-rs")
def test_phase_rs_fails_each(loaded: Loaded) -> None:
    """One that passes belongs off the list: the engine has changed."""
    assert {id_: result.outcome for id_, result in outcomes("phase-rs", loaded).items()} == dict.fromkeys(IDS, "fail")
