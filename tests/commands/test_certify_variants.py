"""`certify --variants`: each case in its changed forms as well; what is known or disputed of a case is so of its forms."""

from __future__ import annotations

import json
from pathlib import Path

from conformance.commands import certify
from conformance.runner.known_failures import load_known_failures
from conformance.runner.report import Report, decode
from conformance.variants import origin

CASE = "three-players-are-silent-through-the-untap-step"


def run(tmp_path: Path, engine: str, *, known: Path | None = None, write: Path | None = None) -> tuple[int, Report]:
    code = certify.run(
        certify.Options(
            paths=(), engine=engine, edition=None, rules=(), cases=(CASE,), jobs=1, known_failures=known, report=tmp_path / "report",
            shard=None, fail_fast=False, timeout=10.0, variants=True, write_known_failures=write,
        )
    )  # fmt: skip
    return code, decode((tmp_path / "report" / "report.json").read_bytes())


def test_forms_stand_behind_their_case(tmp_path: Path) -> None:
    code, report = run(tmp_path, "reference")
    ids = [case.id for case in report.cases]
    assert code == 0
    assert ids[0] == CASE
    assert f"{CASE}~renamed" in ids
    assert {origin(id_) for id_ in ids} == {CASE}
    assert {case.outcome for case in report.cases} == {"pass"}
    assert json.loads((tmp_path / "report" / "report.json").read_text())["summary"]["pass"] == len(ids) > 3


def test_what_is_known_of_a_case_is_known_of_its_forms(tmp_path: Path) -> None:
    engine = "mutant:active-players-triggers-on-top"
    code, report = run(tmp_path, engine)
    failing = {case.id for case in report.cases if case.outcome == "fail"}
    assert code == 1
    assert {CASE, f"{CASE}~renamed"} <= failing
    known = tmp_path / "known.yaml"
    known.write_text(f"- id: {CASE}\n  reason: it puts them on in the wrong order\n")
    code, report = run(tmp_path, engine, known=known)
    assert code == 0
    assert {case.id for case in report.cases if case.outcome == "known"} == failing


def test_a_form_that_passes_does_not_make_its_case_fixed(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text(f"- id: {CASE}\n  reason: it did once\n")
    code, report = run(tmp_path, "reference", known=known)
    assert code == 1
    assert [case.id for case in report.cases if case.outcome == "fixed"] == [CASE]


def test_a_list_has_the_case_and_not_its_forms(tmp_path: Path) -> None:
    engine, listed, other = "mutant:active-players-triggers-on-top", tmp_path / "known.yaml", tmp_path / "other.yaml"
    run(tmp_path, engine, write=listed)
    assert list(load_known_failures(listed)) == [CASE]
    once = listed.read_bytes()
    code, report = run(tmp_path, engine, known=listed, write=listed)
    assert code == 0
    assert report.summary["known"] > 3, "the forms are known by the entry of their case"
    assert listed.read_bytes() == once
    other.write_text("- {id: another-case, reason: of another run}\n")
    run(tmp_path, engine, known=listed, write=other)
    assert list(load_known_failures(other)) == [CASE, "another-case"], "what --known-failures named comes into the list that is written"
