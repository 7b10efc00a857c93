"""A run in a line for each thing that is wrong, as compilers write them: for scripts, editors and CI (`--quiet`)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.report.text import one_line
from conformance.report.words import why
from conformance.runner.report import NONCONFORMING, Report


def brief(report: Report) -> Iterator[str]:
    """`file:line: id: outcome: why` of each case that does not conform or is itself wrong, and why the engine could not be run.

    Nothing if all that was judged conforms: what was not judged is no fault.
    """
    for case in report.cases:
        if case.outcome in NONCONFORMING or case.outcome == "error":
            line = case.failure.line if case.failure is not None and case.failure.line else case.line
            outcome = case.outcome.replace("_", " ")
            yield f"{one_line(case.file)}:{line}: {one_line(case.id)}: {outcome}: {why(case)}"
    if report.engine_error is not None:
        yield f"the engine could not be run: {one_line(report.engine_error, 400)}"
