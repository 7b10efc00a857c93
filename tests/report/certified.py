"""Runs over the built-in cases without playing them, for the tests of certificates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from reports import report

from conformance.cases.digest import digest
from conformance.cases.library import Loaded, load
from conformance.cases.model import Case
from conformance.report.certificate import Certificate, certificate
from conformance.rules.editions import NEWEST
from conformance.runner.certify import in_edition
from conformance.runner.report import CaseResult, Report, SuiteInfo


@cache
def library() -> Loaded:
    return load()


@cache
def played(edition: str = NEWEST) -> list[Case]:
    return [case for case in library().cases if in_edition(case, edition)]


@cache
def _digest(edition: str) -> str:
    return digest(played(edition), library().cards)


def run(outcomes: Mapping[str, str] | None = None, edition: str = NEWEST, **more: Any) -> Report:
    """A report of all built-in cases, which passed but for those that `outcomes` has."""
    cases = played(edition)
    results = [
        CaseResult(
            case.id, case.title, case.file, case.line, case.rules,
            (outcomes or {}).get(case.id, "pass" if case.disputed is None else "disputed"),  # type: ignore[arg-type]
        )
        for case in cases
    ]  # fmt: skip
    suite = SuiteInfo("mtg-conformance", "0.1.0", 1, _digest(edition))
    return report(results, edition=edition, **{"suite": suite, **more})


def proven(run: Report) -> Certificate:
    return certificate(run, library().cases, library().cards)


def without(run: Report, id_: str) -> Report:
    return msgspec.structs.replace(run, cases=[case for case in run.cases if case.id != id_])
