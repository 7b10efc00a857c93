"""The report as JUnit XML, for the CI systems that show such files."""

from __future__ import annotations

from collections import defaultdict
from xml.etree import ElementTree as Xml

from conformance.report.text import lines_of, one_line
from conformance.report.words import UNPROVEN, area_of, why
from conformance.runner.report import BROKEN, CaseResult, Report


def junit(report: Report) -> bytes:
    """The report as one XML document: a suite for each area, a test for each case.

    `fail` and `fixed` are failures; a crash, a timeout and a protocol error are errors; what was not judged, and known failures,
    are skipped with their reason. Characters that XML cannot hold are shown as escapes.
    """
    areas: dict[str, list[CaseResult]] = defaultdict(list)
    for case in report.cases:
        areas[area_of(case.file)].append(case)
    suites = [_suite(area, cases) for area, cases in areas.items()]
    root = Xml.Element("testsuites", {"name": "mtg-conformance", "time": f"{report.seconds:.3f}"})
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
    root.extend(suites)
    Xml.indent(root)
    document: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return document + b"\n"


def _suite(area: str, cases: list[CaseResult]) -> Xml.Element:
    tests = [_test(area, case) for case in cases]
    suite = Xml.Element("testsuite", {"name": one_line(area), "tests": str(len(tests))})
    for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(count, str(sum(test.find(tag) is not None for test in tests)))
    suite.set("time", f"{sum(case.seconds for case in cases):.3f}")
    suite.extend(tests)
    return suite


def _test(area: str, case: CaseResult) -> Xml.Element:
    test = Xml.Element("testcase", {"name": one_line(case.id), "classname": one_line(area), "time": f"{case.seconds:.3f}"})
    if case.file:
        test.set("file", one_line(case.file))
        test.set("line", str(case.line))
    tag = _tag(case.outcome)
    if tag is not None:
        about = why(case)
        mark = Xml.SubElement(test, tag, {"type": case.outcome, "message": one_line(about, 300)})
        if tag != "skipped":
            mark.text = lines_of(f"{case.title}\nrules: {', '.join(case.rules)}\n{about}\n{case.file}:{case.line}")
        if case.stderr:
            Xml.SubElement(test, "system-err").text = lines_of(case.stderr)
    return test


def _tag(outcome: str) -> str | None:
    if outcome == "pass":
        return None
    if outcome in BROKEN or outcome == "error":
        return "error"
    if outcome in UNPROVEN or outcome == "known":
        return "skipped"
    return "failure"
