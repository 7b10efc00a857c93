"""Reading `report.json` again: of any version 1 of the suite, from a file or from the folder that `--report` made."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from conformance.report.text import one_line
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry
from conformance.runner.report import CaseResult, Report, decode, summarize

NAME = "report.json"
SUITE = "mtg-conformance"
LARGEST = 256 * 2**20
"""No run of ours makes more; a file that does is something else."""

OTHERS = {
    "levels": "a certificate; the report.json beside it is what is read",
    "schemaVersion": "a badge; the report.json beside it is what is read",
    "broken": "what 'report diff --format json' wrote",
    "findings": "what fuzz found",
    "mutants": "what 'mutants --format json' wrote",
    "rules": "what 'coverage --format json' wrote",
    "cases": "a list of cases, as 'export --format json' writes it",
}
"""What a JSON object with such a key is, so that a mistaken name of a file is told as what it is."""


class NotAReport(Exception):
    """A file that is no report; the message names it and says what it is, as far as that can be told."""


def read_report(path: Path) -> Report:
    """The report in `path`. Raises NotAReport.

    The summary is counted anew: what is shown and compared is what the cases say.
    """
    folder = path.is_dir()
    place = path / NAME if folder else path
    shown = one_line(place)
    try:
        with place.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        if folder and isinstance(error, FileNotFoundError):
            raise NotAReport(f"{one_line(path)}: there is no {NAME} in this folder; name one that 'certify --report' wrote") from None
        what = one_line(getattr(error, "strerror", None) or error, 200)
        raise NotAReport(f"{shown}: {what}; name a report.json, or the folder that 'certify --report' made") from None
    if len(data) > LARGEST:
        raise NotAReport(f"{shown}: is larger than any report ({LARGEST // 2**20} MB at most)")
    try:
        report = decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotAReport(f"{shown}: {_what(data)} ({one_line(error, 200)})") from None
    if report.suite.name != SUITE:
        raise NotAReport(f"{shown}: is a report of {one_line(report.suite.name, 80)!r}, not of {SUITE}")
    return msgspec.structs.replace(report, summary=summarize(report.cases))


def _what(data: bytes) -> str:
    """What the bytes are instead."""
    if not data.strip():
        return "is empty"
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return "is no report but XML or HTML; the report.json beside it is what is read" if data.lstrip().startswith(b"<") else "is no JSON"
    keys = set(plain) if isinstance(plain, dict) else set()
    if {"suite", "cases"} <= keys:
        return f"is a damaged report, or one of another version of {SUITE}"
    known = next((what for key, what in OTHERS.items() if key in keys), None)
    return f"is {known}" if known else "is JSON, but no report"


def with_numbers_of_today(report: Report, registry: Registry) -> Report:
    """A report that was read, with today's numbers of the rules, as the runner made it: files have those of the edition played."""
    numbering = Numbering(registry, source=report.edition)
    if numbering.source == numbering.target:
        return report
    return msgspec.structs.replace(report, cases=[_today(case, numbering) for case in report.cases])


def _today(case: CaseResult, numbering: Numbering) -> CaseResult:
    failure = case.failure
    if failure is not None and failure.rule is not None:
        failure = msgspec.structs.replace(failure, rule=numbering.reference(failure.rule) or failure.rule)
    return msgspec.structs.replace(case, rules=case.rules_now or case.rules, rules_now=[], failure=failure)
