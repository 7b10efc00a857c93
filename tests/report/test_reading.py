"""Reports are read again, and what is none is told as what it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from certified import proven
from reports import HOSTILE, case, each_outcome, report

from conformance.report.badge import endpoint_json
from conformance.report.certificate import encoded
from conformance.report.numbers import renumbered
from conformance.report.reading import NotAReport, read_report, with_numbers_of_today
from conformance.rules.loader import load as load_rules
from conformance.rules.numbering import Numbering
from conformance.runner.report import Failure, encode

ROOT = Path(__file__).parents[2]


def written(tmp_path: Path, data: bytes | str) -> Path:
    path = tmp_path / "report.json"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


def test_a_report_reads_back_from_its_file_and_from_its_folder(tmp_path: Path) -> None:
    whole = report(each_outcome(), suite=report([]).suite)
    path = written(tmp_path, encode(whole))
    assert read_report(path) == read_report(tmp_path)
    assert {one.id: one.outcome for one in read_report(path).cases} == {one.id: one.outcome for one in whole.cases}


def test_a_report_of_before_there_were_hashes_reads(tmp_path: Path) -> None:
    plain = json.loads(encode(report(each_outcome())))
    assert "cases_sha256" not in plain["suite"]
    assert read_report(written(tmp_path, json.dumps(plain))).suite.cases_sha256 is None


def test_a_report_of_a_later_version_with_more_fields_reads(tmp_path: Path) -> None:
    plain = json.loads(encode(report(each_outcome())))
    plain["more"] = plain["suite"]["more"] = plain["cases"][0]["more"] = {"x": 1}
    assert len(read_report(written(tmp_path, json.dumps(plain))).cases) == len(each_outcome())


def test_the_summary_is_what_the_cases_say(tmp_path: Path) -> None:
    plain = json.loads(encode(report([case("a", "fail")])))
    plain["summary"] = {"pass": 1000, "fail": 0}
    read = read_report(written(tmp_path, json.dumps(plain)))
    assert (read.summary["pass"], read.summary["fail"]) == (0, 1)


def changed(change: Callable[[dict[str, Any]], None]) -> str:
    plain = json.loads(encode(report(each_outcome())))
    change(plain)
    return json.dumps(plain)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "is empty"),
        ("- id: a\n  reason: b\n", "is no JSON"),
        ("<testsuites/>", "is no report but XML or HTML; the report.json beside it is what is read"),
        ("[1, 2]", "is JSON, but no report"),
        ("{}", "is JSON, but no report"),
        ('{"findings": []}', "is what fuzz found"),
        ('{"rules": []}', "is what 'coverage --format json' wrote"),
        ('{"cases": []}', "is a list of cases"),
        (encode(report([]))[:-40], "is no JSON"),
        (b"\xff\xfe\x00", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        (changed(lambda plain: plain["cases"][0].update(outcome="splendid")), "is a damaged report, or one of another version"),
        (changed(lambda plain: plain.pop("complete")), "is a damaged report, or one of another version"),
        (changed(lambda plain: plain["suite"].update(name=f"others{HOSTILE}".replace("\ud800", "") * 1000)), "is a report of 'others"),
    ],
)
def test_what_is_no_report_is_told_as_what_it_is(tmp_path: Path, data: bytes | str, message: str) -> None:
    path = written(tmp_path, data)
    with pytest.raises(NotAReport) as told:
        read_report(path)
    assert str(told.value).startswith(f"{path}: ")
    assert message in str(told.value)
    assert len(str(told.value)) < len(str(path)) + 400
    assert "\n" not in str(told.value)


def test_a_certificate_and_a_badge_are_no_reports(tmp_path: Path) -> None:
    document = proven(report([]))
    for data, message in ((encoded(document), "is a certificate"), (endpoint_json(document), "is a badge")):
        with pytest.raises(NotAReport, match=message):
            read_report(written(tmp_path, data))


def test_a_path_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    with pytest.raises(NotAReport, match="in this folder"):
        read_report(tmp_path)
    with pytest.raises(NotAReport, match="No such file or directory; name"):
        read_report(tmp_path / "nowhere.json")
    with pytest.raises(NotAReport, match="null byte"):
        read_report(tmp_path / "a\x00b")


def test_numbers_of_an_older_edition_are_those_of_today_again() -> None:
    rules = load_rules(ROOT / "cases" / "rules")
    edition = "2012-06-01"
    whole = report([case("a", "fail", rules=["702.26g/c", "502.1"], failure=Failure(1, "x", 1, 2, "702.26g"))], edition=edition)
    old = renumbered(whole, Numbering(rules, target=edition))
    assert old != whole
    assert with_numbers_of_today(old, rules) == whole
    assert with_numbers_of_today(report([], edition="yesterday"), rules).cases == []
