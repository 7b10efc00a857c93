"""A report with the numbers that rules have in the edition played. Cases and engines name rules by today's numbers."""

from __future__ import annotations

import msgspec

from conformance.rules.numbering import Numbering
from conformance.runner.report import CaseResult, Report


def renumbered(report: Report, numbering: Numbering) -> Report:
    """The report as the edition has the numbers; `rules_now` of a case has today's where they differ.

    A rule that the edition does not have is left out of `rules`.
    """
    if numbering.source == numbering.target:
        return report
    return msgspec.structs.replace(report, cases=[_case(case, numbering) for case in report.cases])


def _case(case: CaseResult, numbering: Numbering) -> CaseResult:
    rules = numbering.references(case.rules)
    failure = case.failure
    if failure is not None and failure.rule is not None:
        failure = msgspec.structs.replace(failure, rule=numbering.reference(failure.rule) or failure.rule)
    return msgspec.structs.replace(case, rules=rules, rules_now=case.rules if rules != case.rules else [], failure=failure)
