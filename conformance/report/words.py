"""The words of a report: what each outcome means, areas, and the one line that says how a case differed."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from conformance.report.text import one_line, value

if TYPE_CHECKING:
    from conformance.runner.report import CaseResult, Failure

UNPROVEN: Final = ("unsupported", "unobservable", "disputed", "error", "not_run")
"""These prove nothing, for or against the engine."""

MEANING: Final = {
    "pass": "everything that was asked was seen",
    "fail": "something else was seen",
    "crash": "the engine died",
    "timeout": "the engine did not answer in time",
    "protocol_error": "the engine's answer was no message of the protocol",
    "known": "fails as the known-failures file says",
    "fixed": "is listed as a known failure, and passes: take it off the list",
    "unsupported": "the engine lacks a card or a feature",
    "unobservable": "the engine does not report what was asked",
    "disputed": "what the rules ask here is contested",
    "error": "the case itself is wrong",
    "not_run": "the run ended before it",
}

LISTS: Final = {"interactions": "docs/scenarios.md", "report": "docs/reports.md"}
"""The lists that cases name as their source: `interactions C12`, `report ID`."""


def area_of(file: str) -> str:
    """The area that a case belongs to: the folder of its file (`702.26-phasing`), or the file itself where there is none."""
    path = PurePath(file)
    return path.parent.name or path.stem or "(no file)"


def differed(failure: Failure, limit: int = 160) -> tuple[str, str]:
    """Where a case differed first, and how: `step 4, croc.phased` and `expected in, observed direct (by 702.26g)`."""
    where = f"step {failure.step}, {one_line(failure.path, 2 * limit)}" if failure.path else f"step {failure.step}"
    refused = isinstance(failure.observed, str) and failure.observed.startswith("refused")
    if failure.message and not refused:
        return where, one_line(failure.message, 2 * limit)
    rule = f" (by {one_line(failure.rule, limit)})" if failure.rule else ""
    how = f"expected {value(failure.expected, limit)}, observed {value(comparable(failure.observed, failure.expected), limit)}{rule}"
    # The words of the engine's refusal do not tell whether any was expected, nor for which reason.
    return where, one_line(f"{how}: {failure.message}", 2 * limit) if failure.message else how


def comparable(observed: object, expected: object) -> object:
    """Of a list of things (the stack) what was asked about them: only the keys that an expected entry has.

    What else the engine says of an entry hides the difference. An entry of another kind, which has nothing under these keys, stays whole.
    """
    if not (isinstance(observed, list) and isinstance(expected, list) and expected):
        return observed
    if not all(isinstance(entry, dict) for entry in [*observed, *expected]):
        return observed
    asked = list(dict.fromkeys(key for entry in expected for key in entry))
    kept = [{key: entry[key] for key in asked if key in entry} for entry in observed]
    return [some if any(part is not None for part in some.values()) else entry for some, entry in zip(kept, observed, strict=True)]


def why(case: CaseResult, limit: int = 160) -> str:
    """The outcome's reason in one line: the first difference, what the engine said, or what the outcome means."""
    if case.failure is not None and case.outcome not in ("disputed", "known"):  # these have a reason that says more
        where, how = differed(case.failure, limit)
        return f"{where}: {how}"
    # The runner begins some reasons with the outcome, which stands beside them here.
    reason = (case.reason or MEANING[case.outcome]).removeprefix(f"{case.outcome}: ")
    return one_line(reason, 2 * limit)


def source_of(text: str, limit: int = 320) -> str:
    """What a case came from, in one line; a row of one of the suite's own lists is told with the page that has it."""
    kind, _, row = text.partition(" ")
    page = LISTS.get(kind) if row and " " not in row else None
    return one_line(text, limit) + (f" (a row of {page})" if page else "")


def lacking(case: CaseResult) -> str:
    """Why a case was not judged, in the words that it shares with others that were not judged for the same reason."""
    if case.outcome == "unobservable" and case.unobservable:
        # The field counts, not the object: croc.exerted and bears.exerted are one gap of the engine.
        return "does not report " + ", ".join(sorted({_field(one_line(path)) for path in case.unobservable}))
    reason = why(case)
    if case.outcome == "unsupported" and reason.startswith(("feature ", "card ")):
        return reason.partition(": ")[0]  # what is lacking counts; why this case needs it is in report.json
    return reason


def _field(path: str) -> str:
    """`croc.exerted` is about exerted, `events.4` about events."""
    parts = [part for part in path.split(".") if not part.isdigit()]
    return parts[-1] if parts else path
