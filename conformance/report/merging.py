"""The shards of `certify --shard K/N` made one report again, with the cases in the order of a run in one piece."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from conformance.report.text import one_line, plural
from conformance.runner.report import CaseResult, Report, summarize

SHARD = "shard "
"""With this the runner begins the reason why a shard is not complete."""

SHOWN = 10


class CannotMerge(Exception):
    """The reports do not belong together; the message has a line for each reason."""


def merge(reports: Sequence[Report], names: Sequence[str]) -> Report:
    """One report of all shards, complete if all are there and each ran to its end. `names` are the files, for messages.

    Raises CannotMerge.
    """
    parts = _parts(reports, names)
    _same(reports, names)
    cases = _cases(reports, names, parts)
    partial = _partial(reports, {number for number, _ in parts}, parts[0][1])
    first = min(reports, key=lambda report: report.started)
    return Report(
        suite=first.suite,
        engine=next((report.engine for report in reports if report.engine.engine is not None), first.engine),
        edition=first.edition,
        complete=not partial,
        started=first.started,
        seconds=round(sum(report.seconds for report in reports), 3),
        summary=summarize(cases),
        cases=cases,
        restarts=sum(report.restarts for report in reports),
        partial=partial,
        engine_error=next((report.engine_error for report in reports if report.engine_error is not None), None),
        warnings=list(dict.fromkeys(warning for report in reports for warning in report.warnings)),
    )


def _parts(reports: Sequence[Report], names: Sequence[str]) -> list[tuple[int, int]]:
    """Which shard of how many each report is: all of the same division, none of them twice."""
    parts: list[tuple[int, int]] = []
    wrong = []
    for report, name in zip(reports, names, strict=True):
        part = _shard(report)
        if part is None:
            wrong.append(f"{name}: is no shard; only what 'certify --shard K/N' wrote can be put together")
        else:
            parts.append(part)
    _refuse(wrong)
    for (number, of), name in zip(parts[1:], names[1:], strict=True):
        if of != parts[0][1]:
            wrong.append(f"{name}: is shard {number} of {of}, but {names[0]} is one of {parts[0][1]}")
    _refuse(wrong)
    seen: dict[int, str] = {}
    for (number, of), name in zip(parts, names, strict=True):
        if number in seen:
            wrong.append(f"{name}: is shard {number} of {of}, as {seen[number]} is; name one of the two")
        seen.setdefault(number, name)
    _refuse(wrong)
    return parts


def _shard(report: Report) -> tuple[int, int] | None:
    number, slash, of = (report.shard or "").partition("/")
    if not (slash and number.isascii() and number.isdigit() and of.isascii() and of.isdigit() and len(of) <= 5 and len(number) <= 5):
        return None
    return (int(number), int(of)) if 1 <= int(number) <= int(of) else None


def _same(reports: Sequence[Report], names: Sequence[str]) -> None:
    """The same suite, cases, edition and engine."""
    about: tuple[tuple[str, Callable[[Report], object]], ...] = (
        ("version of the suite", lambda report: report.suite.version),
        ("hash of the cases", lambda report: report.suite.cases_sha256 or "none"),
        ("edition", lambda report: report.edition),
        # One that never started has said nothing of itself.
        ("engine", lambda report: report.engine.engine and f"{report.engine.engine} {report.engine.version or ''}".strip()),
    )
    wrong = []
    for what, look in about:
        said = [(name, look(report)) for report, name in zip(reports, names, strict=True) if look(report)]
        for name, value in said[1:]:
            if value != said[0][1]:
                wrong.append(f"{name}: the {what} is {one_line(value, 80)}, but {one_line(said[0][1], 80)} in {said[0][0]}")
                break
    _refuse(wrong)


def _cases(reports: Sequence[Report], names: Sequence[str], parts: Sequence[tuple[int, int]]) -> list[CaseResult]:
    """Each case once. Shards take turns, as the cases were dealt out to them."""
    found: dict[str, str] = {}
    wrong = []
    for report, name in zip(reports, names, strict=True):
        for case in report.cases:
            if case.id in found:
                wrong.append(f"{name}: has the case {one_line(case.id, 120)}, as {found[case.id]} has")
            found[case.id] = name
    _refuse(wrong)
    in_order = [report.cases for _, report in sorted(zip(parts, reports, strict=True), key=lambda pair: pair[0])]
    return [case for turn in itertools.zip_longest(*in_order) for case in turn if case is not None]


def _partial(reports: Sequence[Report], there: set[int], of: int) -> list[str]:
    """Why the whole is not complete."""
    reasons = []
    missing = [str(number) for number in range(1, of + 1) if number not in there]
    if missing:
        more = f" and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
        are = "is" if len(missing) == 1 else "are"
        reasons.append(f"of {plural(of, 'shard')} {', '.join(missing[:SHOWN])}{more} {are} missing")
    for report in reports:
        own = [why for why in report.partial if not why.startswith(SHARD)]
        if not report.complete and not report.partial:
            own.append("a shard was cut short")
        reasons += own
    return list(dict.fromkeys(reasons))


def _refuse(wrong: Sequence[str]) -> None:
    if wrong:
        more = [f"and {plural(len(wrong) - SHOWN, 'more problem')}"] if len(wrong) > SHOWN else []
        raise CannotMerge("\n".join([*wrong[:SHOWN], *more]))
