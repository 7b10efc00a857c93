"""What is known and passed over: findings of a rule, a section or a clause, or of one field or invariant of it (`502.3:tapped`)."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from conformance.fuzz import citing
from conformance.fuzz.invariants.invariant import invariants
from conformance.fuzz.recording import Finding
from conformance.rules.registry import Registry, is_within

CRASH = "-"
"""What stands in the place of a clause where an engine broke."""

_CITED = re.compile(r'"([1-9]\d{2}\.\d+[a-z]{0,2})"')


def is_muted(finding: Finding, muted: Collection[str]) -> bool:
    """Whether a finding is among what is passed over."""
    for entry in muted:
        clause, _, field = entry.partition(":")
        if is_within(finding.clause, clause) and field in ("", finding.field):
            return True
    return False


def is_known(clause: str, registry: Registry) -> bool:
    """Whether a finding can be filed under that clause, or under something within that rule or section."""
    if clause == CRASH or registry.clause(clause) is not None:
        return True
    return "/" not in clause and (bool(registry.within(clause)) or any(is_within(rule, clause) for rule in cited()))


@functools.cache
def fields() -> frozenset[str]:
    """Everything by which a finding can be told from others of its clause: fields that are compared, deeds, and invariants."""
    questions = (f"decision.{kind}.options" for kind in citing.ASKS)
    deeds = (f"{kind}.{how}" for kind in (*citing.DEEDS, *citing.ASKS) for how in ("accepted", "refused"))
    return frozenset({*citing.FIELDS, "decision.kind", "decision.player", *questions, *deeds, *(entry.id for entry in invariants())})


@functools.cache
def cited() -> frozenset[str]:
    """The rules that the reference engine cites for what happens, and those of fields and decisions: more than the registry has."""
    tables = {*(rule for _, rule in citing.FIELDS.values()), *citing.ASKS.values(), *citing.DEEDS.values(), *citing.OTHERS}
    return frozenset(tables | {rule for text in _sources(files("reference_engine")) for rule in _CITED.findall(text)})


def _sources(folder: Traversable) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(".py"):
            yield entry.read_text("utf-8")
