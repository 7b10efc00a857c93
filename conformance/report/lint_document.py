"""`lint --format json`, as it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from conformance.cases.problems import Problem


class ProblemEntry(msgspec.Struct, kw_only=True):
    """One thing wrong; `line` and `column` are 0 where the whole file, or another path, is meant."""

    file: str
    line: int
    column: int
    severity: Literal["error", "warning"]
    message: str
    remedy: str


class LintDocument(msgspec.Struct, kw_only=True):
    """What `lint` found, in the order of the files."""

    cases: int
    errors: int
    warnings: int
    problems: list[ProblemEntry]


def lint_document(cases: int, problems: Sequence[Problem]) -> LintDocument:
    """So many cases were looked at, and this was found."""
    errors = sum(problem.severity == "error" for problem in problems)
    entries = [
        ProblemEntry(
            file=problem.file,
            line=problem.line,
            column=problem.column,
            severity="error" if problem.severity == "error" else "warning",
            message=problem.message,
            remedy=problem.remedy,
        )
        for problem in problems
    ]
    return LintDocument(cases=cases, errors=errors, warnings=len(problems) - errors, problems=entries)
