"""What `doctor` found as a document: what `doctor --format json` writes (schema: conformance/schemas/doctor.json). Names are stable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from conformance.runner.report import EngineInfo

Level = Literal["ok", "note", "problem"]


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing tried. `change` says what to do about it, `see` where the documents say how it should be: a file and a heading of it."""

    level: Level
    about: str
    what: str
    change: str = ""
    see: str = ""


class DoctorDocument(msgspec.Struct, frozen=True):
    """All findings, in the order in which they were made, and how many there are of each level."""

    suite: str
    engine: EngineInfo
    edition: str
    summary: dict[Level, int]
    findings: list[Finding]


def document(suite: str, engine: EngineInfo, edition: str, findings: Sequence[Finding]) -> DoctorDocument:
    """Findings counted."""
    levels: tuple[Level, ...] = ("ok", "note", "problem")
    counts = {level: sum(finding.level == level for finding in findings) for level in levels}
    return DoctorDocument(suite, engine, edition, counts, list(findings))
