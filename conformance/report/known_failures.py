"""The list of known failures as `certify --write-known-failures` writes it: what it said is kept, new failures come in, fixed ones go.

The form is the one that `conformance.runner.known_failures` reads. Entries stand by rule, then by reason and id, so that those of one cause
stand together and a list written twice is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from conformance.cases.reader import read_bytes
from conformance.cases.yaml_text import scalar
from conformance.report.text import one_line
from conformance.report.words import why
from conformance.rules.registry import NUMBER, sort_key
from conformance.runner.known_failures import KnownFailure
from conformance.runner.report import BROKEN, CaseResult, Report
from conformance.variants import origin

HEAD = (
    "# Known failures of {engine}: one entry a case. The reason says what is wrong with the engine, the link where that is reported.\n"
    "# `mtg-conformance certify --known-failures FILE` reads this list: an entry whose case passes fails the run until it is taken out.\n"
    "# `--write-known-failures FILE` brings it up to date. Reasons, links and this head are kept.\n"
)

REASON = 240
"""What was observed is cut there: the whole of it is in the report."""


@dataclass(frozen=True)
class Update:
    """A new state of a list: its entries, and the ids of those that came in and went out."""

    entries: list[KnownFailure]
    added: list[str]
    dropped: list[str]


def updated(listed: Mapping[str, KnownFailure], report: Report) -> Update:
    """The list after a run.

    A case that failed is on it, one that passed is not. Whatever else became of a case (it was not run, the engine lacks something) says
    nothing about the mistake, so its entry stays. A changed form (`--variants`) that failed is covered by the entry of its case; it has one
    of its own only where its case has none.
    """
    entries = dict(listed)
    added, dropped = [], []
    for case in sorted(report.cases, key=_is_form):  # cases come before their forms
        outcome = (case.underlying or case.outcome) if case.outcome != "disputed" else "disputed"
        if outcome == "pass" and entries.pop(case.id, None) is not None:
            dropped.append(case.id)
        elif (outcome == "fail" or outcome in BROKEN) and case.id not in entries and origin(case.id) not in entries:
            entries[case.id] = _entry(case)
            added.append(case.id)
    return Update(sorted(entries.values(), key=_place), added, dropped)


def _is_form(case: CaseResult) -> bool:
    return case.id != origin(case.id)


def _entry(case: CaseResult) -> KnownFailure:
    rules = case.rules_now or case.rules
    return KnownFailure(case.id, one_line(why(case), REASON), rules[0].partition("/")[0] if rules else None)


def _place(entry: KnownFailure) -> tuple[object, ...]:
    number = (entry.rule or "").partition("/")[0]
    return (not NUMBER.fullmatch(number), sort_key(number) if NUMBER.fullmatch(number) else number, entry.reason, entry.id)


def written(entries: Iterable[KnownFailure], head: str) -> bytes:
    """The file, with `head` (comment lines) before the entries."""
    parts = [head]
    for entry in entries:
        parts.append(f"- id: {scalar(entry.id)}\n  reason: {_quoted(entry.reason)}\n")
        if entry.rule is not None:
            parts.append(f"  rule: '{entry.rule}'\n" if NUMBER.fullmatch(entry.rule) else f"  rule: {_quoted(entry.rule)}\n")
        parts.append(f"  link: {_quoted(entry.link) if entry.link else 'null'}\n")
    return "".join(parts).encode("utf-8")


def _quoted(text: str) -> str:
    plain = scalar(text)
    return plain if plain.startswith('"') else f'"{plain}"'


def head_of(path: Path) -> tuple[str | None, int]:
    """The comment lines before the first entry, None if there are none, and how many comment lines come later: those are not kept."""
    lines = read_bytes(path).decode("utf-8-sig").splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")), len(lines))
    head = [line.rstrip() for line in lines[:first]]
    while head and not head[-1]:
        head.pop()
    return "".join(f"{line}\n" for line in head) or None, sum(line.lstrip().startswith("#") for line in lines[first:])
