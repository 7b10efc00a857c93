"""What happened in the cases that do not conform, kept during a run: every case is followed, and what nobody will ask for is forgotten.

All of it is bounded, since an engine may say anything: so many cases, events and characters. Whatever is left out is counted, and the
first difference is in the report in any case.
"""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.cases.model import Case, Step
from conformance.runner.report import BROKEN, CaseResult
from conformance.runner.session import Session

Json = dict[str, Any]

MOST_TALES = 500
"""So many cases are kept in a run; an engine that fails more fails mostly for the same reasons."""

MAX_EVENTS = 120
"""So many events of a step are kept; what comes after them is counted."""

MAX_VERDICTS = 200
"""So many comparisons of a step are kept."""

MAX_TEXT = 300
"""Longer texts of an engine are cut."""

MAX_PARTS = 40
"""Longer lists of an engine are cut."""

LARGEST_SNAPSHOT = 150_000
"""A snapshot of more characters is not kept: no picture could show it."""


class Verdict(msgspec.Struct):
    """One comparison: `held` is None where the engine does not report what was asked."""

    path: str
    expected: Any
    observed: Any
    held: bool | None


class Told(msgspec.Struct):
    """One step as it went. `way` is `given` or `natural`; `cut` counts events that were left out."""

    way: str
    number: int
    step: Step
    events: list[Json] = msgspec.field(default_factory=list)
    verdicts: list[Verdict] = msgspec.field(default_factory=list)
    where: str = ""
    cut: int = 0


class Tale(msgspec.Struct, frozen=True):
    """A case as it went. `after` is the snapshot of where it ended, if there was one to be had."""

    told: list[Told]
    after: Json | None = None


class Tales:
    """Follows the cases of a run (`conformance.runner.certify.certify(follow=...)`) and keeps those that are worth telling, by id."""

    def __init__(self) -> None:
        self.kept: dict[str, Tale] = {}

    def __call__(self, case: Case) -> Witness:
        return Witness(self.kept)


def worth_telling(result: CaseResult) -> bool:
    """Whether the engine differed on a case, or broke, whatever the run counted that as."""
    outcome = result.underlying or result.outcome
    return outcome == "fail" or outcome in BROKEN


class Witness:
    """Follows one game. It keeps what the engine says as it is, and reads it only when the case turns out to be worth telling."""

    def __init__(self, kept: dict[str, Tale]) -> None:
        self._kept = kept
        self._told: list[Told] = []
        self._replies: list[list[Json]] = []

    def on_step(self, way: str, number: int, what: Step) -> None:
        self._told.append(Told(way, number, what))
        self._replies.append([])

    def watch(self, params: Json, reply: Json) -> None:
        if self._replies:
            self._replies[-1].append(reply)

    def on_verdict(self, path: str, expected: Any, observed: Any, held: bool | None) -> None:
        if self._told and len(self._told[-1].verdicts) < MAX_VERDICTS:
            self._told[-1].verdicts.append(Verdict(path, expected, bounded(observed), held))

    def over(self, result: CaseResult, session: Session | None) -> None:
        """The case is over: keep it, or forget it."""
        if not worth_telling(result) or len(self._kept) >= MOST_TALES or not self._told:
            return
        for told, replies in zip(self._told, self._replies, strict=True):
            for reply in replies:
                _tell(told, reply)
        # The engine is not asked anything more: a run that is followed has to be the same run.
        after = session.seen if session is not None else None
        self._kept[result.id] = Tale(self._told, after if after is not None and len(repr(after)) <= LARGEST_SNAPSHOT else None)


def _tell(told: Told, reply: Json) -> None:
    events = reply.get("events") or ()
    room = max(MAX_EVENTS - len(told.events), 0)
    told.events += [bounded(event) for event in events[:room]]
    told.cut += max(len(events) - room, 0)
    status = reply.get("status")
    if status:
        told.where = f"turn {status['turn']}, {status['active']}'s {status['step']}"


def bounded(thing: Any, depth: int = 6) -> Any:
    """A value of an engine, cut where it is long or deep."""
    if isinstance(thing, str):
        return thing if len(thing) <= MAX_TEXT else thing[:MAX_TEXT] + "..."
    if isinstance(thing, (list, tuple)):
        parts = [bounded(part, depth - 1) for part in thing[:MAX_PARTS]] if depth else []
        return parts + ["..."] * (len(parts) < len(thing))
    if isinstance(thing, dict):
        if not depth:
            return "..."
        return {bounded(key): bounded(entry, depth - 1) for key, entry in list(thing.items())[:MAX_PARTS]}
    return thing
