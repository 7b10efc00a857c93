"""`coverage` in its forms: what it says of mutants and invariants, the page, Markdown, and the report of a run instead of an engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from conformance.commands import coverage as command
from conformance.commands.inputs import registry
from conformance.fuzz.invariants import invariants
from conformance.mutants import mutants
from conformance.report.coverage_document import ClauseEntry, CoverageDocument

Call = Callable[..., tuple[int, str, str]]


def document(call: Call, *arguments: object) -> CoverageDocument:
    code, out, err = call("coverage", *arguments, "--format", "json")
    assert (code, err) == (0, "")
    return msgspec.json.decode(out, type=CoverageDocument)


def clauses(of: CoverageDocument) -> dict[str, ClauseEntry]:
    return {clause.id: clause for rule in of.rules for clause in rule.clauses}


def test_every_mutant_and_every_invariant_stands_where_it_belongs(call: Call, cases: Path) -> None:
    found = document(call, cases)
    by_clause, rules = clauses(found), registry()
    older = set[str]()
    for mutant in mutants():
        for reference in mutant.clauses:
            if reference in by_clause:
                assert mutant.id in by_clause[reference].mutants
            elif rules.clause(reference) is not None:
                older.add(mutant.id)  # it breaks what only older editions ask
            elif reference in rules.rules:
                assert mutant.id in next(rule.mutants for rule in found.rules if rule.number == reference)
            else:
                assert mutant.id in found.mutants_elsewhere[reference]
    for invariant in invariants():
        assert all(invariant.id in by_clause[reference].invariants for reference in invariant.clauses)
    named = {id_ for clause in by_clause.values() for id_ in clause.mutants} | {id_ for rule in found.rules for id_ in rule.mutants}
    named |= {id_ for ids in found.mutants_elsewhere.values() for id_ in ids}
    assert named | older == {mutant.id for mutant in mutants()}
    then = clauses(document(call, cases, "--edition", "2010-07-16"))
    assert older <= {id_ for clause in then.values() for id_ in clause.mutants}


def test_a_clause_counts_as_having_a_mutant_only_with_a_case(call: Call, cases: Path) -> None:
    found = document(call, cases)
    by_clause = clauses(found)
    assert by_clause["702.26a/a"].cases
    assert by_clause["702.26a/a"].mutants
    assert found.summary.with_mutant == 1
    assert found.summary.covered == 1
    assert found.summary.with_invariant == sum(clause.testable and bool(clause.invariants) for clause in by_clause.values())


def test_an_older_document_can_be_read(call: Call, cases: Path) -> None:
    plain = json.loads(call("coverage", cases, "--format", "json")[1])
    del plain["mutants_elsewhere"], plain["summary"]["with_mutant"], plain["summary"]["with_invariant"]
    for rule in plain["rules"]:
        del rule["mutants"]
    assert msgspec.convert(plain, CoverageDocument).mutants_elsewhere == {}


def test_the_terminal_says_how_many_have_a_mutant(call: Call, cases: Path) -> None:
    code, out, _ = call("coverage", cases)
    assert code == 0
    assert "1 of " in out
    assert "clauses have a case, 1 of them a mutant too" in " ".join(out.split())
    assert "with a mutant" in out.splitlines()[0]


def test_markdown_is_a_table_with_the_numbers_of_the_document(call: Call, cases: Path) -> None:
    found = document(call, cases).summary
    code, out, _ = call("coverage", cases, "--format", "markdown")
    assert code == 0
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in out.splitlines() if line.startswith("|")]
    assert rows[0] == ["rules", "clauses", "testable", "covered", "with a mutant", "with an invariant", "cases"]
    assert {len(row) for row in rows} == {7}
    assert rows[-1] == [
        "**all**", f"**{found.clauses}**", f"**{found.testable}**", "**1**", "**1**", f"**{found.with_invariant}**", "**4**",
    ]  # fmt: skip
    assert sum(int(row[1]) for row in rows[2:-1]) == found.clauses
    assert "`mtg-conformance mutants`" in out


def test_markdown_of_an_engine_counts_its_cases(call: Call, cases: Path, toy: str) -> None:
    code, out, _ = call("coverage", cases, "--engine", toy, "--format", "markdown")
    assert code == 1  # as certify: something does not conform
    rows = {line.split("|")[1].strip(): [cell.strip() for cell in line.strip("|").split("|")] for line in out.splitlines() if "|" in line}
    assert rows["rules"][-4:] == ["cases", "passed", "failed", "not judged"]
    assert rows["502 the untap step"][-4:] == ["2", "1", "1", "0"]
    assert rows["702.26 phasing"][-5:] == ["1", "1", "1", "0", "0"]
    assert "`toy 1`: 1 of " in out


@pytest.mark.parametrize("form", ["json", "markdown", "html"])
def test_a_file_holds_what_would_be_printed(call: Call, cases: Path, tmp_path: Path, form: str) -> None:
    printed = call("coverage", cases, "--format", form)[1]
    code, out, err = call("coverage", cases, "--format", form, "--output", tmp_path / "file")
    assert (code, out, err) == (0, "", "")
    assert (tmp_path / "file").read_text(encoding="utf-8") == printed
    assert printed.endswith("\n")


def test_a_report_stands_for_the_run(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    call("certify", cases, "--engine", toy, "--report", tmp_path / "out", "--edition", "2012-06-01")
    asked = ("--edition", "2012-06-01", "--format", "json")
    played = json.loads(call("coverage", cases, "--engine", toy, *asked)[1])
    for place in (tmp_path / "out", tmp_path / "out" / "report.json"):
        code, out, _ = call("coverage", "--report", place, "--format", "json")
        assert code == 0  # nothing was run
        assert json.loads(out) == played
    assert played["standing"]["holds"] == 1
    code, out, _ = call("coverage", "--report", tmp_path / "out", "--format", "html")
    assert code == 0
    assert "2012-06-01" in out
    assert call("coverage", "--report", tmp_path / "out")[1].startswith("By the rules of 2012-06-01")


def test_an_engine_may_be_shown_on_a_page(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    code, out, err = call("coverage", cases, "--engine", toy, "--format", "html", "--output", tmp_path / "page.html")
    assert (code, out, err) == (1, "", "")
    assert "<bdi>toy 1</bdi>" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--format", "markdwon"), "did you mean 'markdown'?"),
        (("--report", "out", "--engine", "reference"), "give one of them"),
        (("--report", "out", "cases"), "leave the PATHs out"),
        (("--output", "file"), "--output is for --format json, markdown or html"),
        (("--format", "html", "--output", "no/such/folder/x.html"), "there is no folder no/such/folder; name a file"),
        (("--format", "json", "--output", "."), "is a folder; name a file"),
        (("--report", "no/such/report.json"), "name a report.json, or the folder"),
    ],
)
def test_a_wrong_call_says_what_to_do(call: Call, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = call("coverage", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_the_edition_is_that_of_the_report(call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
    call("certify", cases, "--engine", toy, "--report", tmp_path)
    code, _, err = call("coverage", "--report", tmp_path, "--edition", "2012-06-01")
    assert code == 2
    assert "the run of this report was by the rules of 2026-09-25" in err
    path = tmp_path / "report.json"
    path.write_text(path.read_text(encoding="utf-8").replace("2026-09-25", "<b>\\u001b[31m", 1), encoding="utf-8")
    code, _, err = call("coverage", "--report", tmp_path)
    assert code == 2
    assert "report.json" in err or str(tmp_path) in err
    assert "\x1b" not in err


def test_a_page_is_not_written_to_a_terminal(call: Call, cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.sys.stdout, "isatty", lambda: True, raising=False)
    code, _, err = call("coverage", cases, "--format", "html")
    assert code == 2
    assert "name its file with --output FILE" in err
