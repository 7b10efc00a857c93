"""What `fuzz --format json` writes (schema: conformance/schemas/fuzz.json). Field names are stable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from conformance.fuzz.invariants import invariants
from conformance.rules.registry import sort_key

if TYPE_CHECKING:
    from conformance.fuzz.campaign import Found, Outcome


class FindingEntry(msgspec.Struct, frozen=True):
    """A finding. `file` is null where nothing was saved; `steps` and `permanents` say how small it is, `examples` when it was found;
    `cut_short` that it could be smaller, but the time was up."""

    file: str | None
    source: str
    clause: str
    field: str
    words: str
    expected: Any
    observed: Any
    steps: int
    permanents: int
    examples: int
    cut_short: bool = False


class Reached(msgspec.Struct, frozen=True):
    """How often things were reached: in all, and per thousand steps."""

    times: int
    per_thousand: float


class ReachEntry(msgspec.Struct, frozen=True):
    """By clause, by invariant, and by the rules that events cite; and which invariants were not checked, with the reason."""

    clauses: dict[str, Reached]
    invariants: dict[str, Reached]
    rules: dict[str, Reached]
    unchecked: dict[str, str]
    unplayed: dict[str, int]


class FuzzDocument(msgspec.Struct, frozen=True):
    """A run of the fuzzer."""

    engine: str
    against: str | None
    edition: str
    seed: int
    examples: int
    steps: int
    seconds: float
    findings: list[FindingEntry]
    reach: ReachEntry


def fuzz_document(engine: str, against: str | None, edition: str, seed: int, outcome: Outcome, files: dict[int, str]) -> FuzzDocument:
    """The document of a run; `files` has the file of each finding that was saved, by its place."""
    return FuzzDocument(
        engine=engine,
        against=against,
        edition=edition,
        seed=seed,
        examples=outcome.examples,
        steps=outcome.reach.steps,
        seconds=round(outcome.seconds, 2),
        findings=[_entry(found, files.get(place)) for place, found in enumerate(outcome.found)],
        reach=reach(outcome),
    )


def _entry(found: Found, file: str | None) -> FindingEntry:
    finding = found.finding
    return FindingEntry(
        file, finding.source, finding.clause, finding.field, finding.words, finding.expected, finding.observed,
        len(found.recording.moves), len(found.recording.given["battlefield"]), found.examples, found.cut_short,
    )  # fmt: skip


def reach(outcome: Outcome) -> ReachEntry:
    """What a run reached; an invariant that was checked and never had anything to look at is there with nothing."""
    counts = outcome.reach
    steps = max(counts.steps, 1)

    def reached(times: int) -> Reached:
        return Reached(times, round(1000 * times / steps, 3))

    checked = [entry.id for entry in invariants() if entry.id not in counts.unchecked]
    return ReachEntry(
        clauses={clause: reached(counts.clauses[clause]) for clause in sorted(counts.clauses, key=sort_key)},
        invariants={id_: reached(counts.invariants[id_]) for id_ in checked},
        rules={rule: reached(counts.rules[rule]) for rule in sorted(counts.rules, key=sort_key)},
        unchecked=dict(counts.unchecked),
        unplayed=dict(outcome.unplayed),
    )
