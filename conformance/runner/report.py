"""The report of a run as plain data: what `report.json` holds (schema: conformance/schemas/report.json).

Field names are stable: users build on them. A report of a run that was cut short, filtered or sharded says so in `partial`, and then it
certifies nothing: `complete` is false.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Outcome = Literal[
    "pass", "fail", "crash", "timeout", "protocol_error", "known", "fixed",
    "unsupported", "unobservable", "disputed", "error", "not_run",
]  # fmt: skip

OUTCOMES: tuple[str, ...] = (
    "pass", "fail", "crash", "timeout", "protocol_error", "known", "fixed",
    "unsupported", "unobservable", "disputed", "error", "not_run",
)  # fmt: skip
"""All outcomes. `error`: the case itself is wrong (the suite's fault); `not_run`: the run ended before it, `reason` says why."""

BROKEN = frozenset({"crash", "timeout", "protocol_error"})
"""The engine did not get through the case."""

NONCONFORMING = frozenset({"fail", "crash", "timeout", "protocol_error", "fixed"})
"""With one of these a run does not conform."""


class Failure(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first difference: at script step `step` (from 1), `path` (`croc.phased`) was `observed` instead of `expected`.

    In a natural prologue steps are counted from 1 too, and `path` begins with `natural`. `rule` is the rule that the engine itself
    cited for the last event about that object, if it cites any.
    """

    step: int
    path: str
    expected: Any = None
    observed: Any = None
    rule: str | None = None
    line: int | None = None
    message: str | None = None


class CaseResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one case."""

    id: str
    title: str
    file: str
    line: int
    rules: list[str]
    outcome: Outcome
    way: Literal["given", "natural"] | None = None
    seconds: float = 0.0
    reason: str | None = None
    failure: Failure | None = None
    underlying: str | None = None
    """For `known`, `fixed` and `disputed`: what the outcome was before the list or the dispute was looked at."""
    unobservable: list[str] = []
    """Paths of expectations on fields that the engine does not report."""
    rules_now: list[str] = []
    """Where the edition played has other numbers than today's, `rules` has that edition's, and this today's, as the case cites them."""
    stderr: str | None = None
    """The end of what the engine wrote on standard error, when it broke."""


class EngineInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The engine as it presented itself; only `name` (what the caller named it) is known of one that never started."""

    name: str
    engine: str | None = None
    version: str | None = None
    language: str | None = None
    homepage: str | None = None
    features: list[str] = []
    cards: str | None = None
    edition: str | None = None


class SuiteInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What judged: the suite's version and the protocol's, and the hash of the cases (those of all shards) and of the card pool."""

    name: str
    version: str
    protocol: int
    cases_sha256: str | None = None


class Report(msgspec.Struct, frozen=True):
    """One run over an engine."""

    suite: SuiteInfo
    engine: EngineInfo
    edition: str
    complete: bool
    started: str
    seconds: float
    summary: dict[str, int]
    cases: list[CaseResult]
    restarts: int = 0
    partial: list[str] = []
    """Why the run is not complete, one reason each; empty when it is."""
    engine_error: str | None = None
    """Why the engine could not be run (any more)."""
    shard: str | None = None
    warnings: list[str] = []
    """Things to look at that change no outcome, such as entries of the known-failures file that no case bears out."""


def exit_code(report: Report) -> int:
    """0 all conform, 1 something does not, 2 a case file is wrong, 3 the engine could not be run (docs: command line)."""
    if report.engine_error is not None:
        return 3
    if report.summary.get("error"):
        return 2
    return 1 if any(report.summary.get(outcome) for outcome in NONCONFORMING) else 0


def summarize(cases: list[CaseResult]) -> dict[str, int]:
    """How many cases had each outcome; every outcome is there, also with 0."""
    counts = dict.fromkeys(OUTCOMES, 0)
    for case in cases:
        counts[case.outcome] += 1
    return counts


def encode(report: Report) -> bytes:
    """The report as JSON, indented."""
    return encode_plain(report)


def encode_plain(document: Any) -> bytes:
    """A document as JSON, indented. Bytes that are no UTF-8 (in names of files, in a command) are shown as escapes."""
    try:
        plain = msgspec.json.encode(document)
    except UnicodeEncodeError:
        plain = msgspec.json.encode(_speakable(msgspec.to_builtins(document)))
    return msgspec.json.format(plain, indent=2) + b"\n"


def _speakable(value: Any) -> Any:
    """`value` without the lone surrogates by which Python stands for such bytes."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {_speakable(key): _speakable(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_speakable(entry) for entry in value]
    return value


def decode(data: bytes) -> Report:
    """A report read back. Raises msgspec.ValidationError or DecodeError where it is none, naming the place."""
    return msgspec.json.decode(data, type=Report)


def report_schema() -> dict[str, Any]:
    """The JSON Schema of report.json."""
    schema: dict[str, Any] = msgspec.json.schema(Report)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "mtg-conformance report", **schema}
