"""Two reports side by side: what was fixed and what broke between them (schema: conformance/schemas/diff.json), also as Markdown."""

from __future__ import annotations

import msgspec

from conformance.report.standing import CONTRADICT
from conformance.report.text import code_span, one_line, plural
from conformance.report.words import why
from conformance.runner.report import CaseResult, Report

CONFORMS = frozenset({"pass", "fixed"})

NAME, TEXT = 120, 320

SHOWN = 200
"""So many cases of a kind stand in the Markdown: comments on a pull request may not be longer than 65,536 characters."""


class Side(msgspec.Struct, frozen=True):
    """One of the two runs: its file, the engine as it presented itself, the version of the suite, the edition, when it began."""

    file: str
    engine: str
    suite: str
    edition: str
    started: str
    complete: bool


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A case of which the two say different things.

    `before` and `after` are outcomes; one that is left out is of a run that does not have the case. `why` is the reason of the later one.
    """

    id: str
    title: str
    rules: list[str]
    before: str | None = None
    after: str | None = None
    why: str | None = None


class Comparison(msgspec.Struct, frozen=True):
    """`fixed`: it contradicted the rules, now it passes. `broken`: it passed, now it contradicts them. `new` and `gone`: only one run has
    it. `changed`: anything else, as what was not judged and now is, or fails in another way. `same` counts the others."""

    before: Side
    after: Side
    fixed: list[Change]
    broken: list[Change]
    new: list[Change]
    gone: list[Change]
    changed: list[Change]
    same: int
    notes: list[str]
    """What makes the two hard to compare: another engine or edition, other cases, a run that is not complete."""

    @property
    def parts(self) -> tuple[tuple[str, list[Change]], ...]:
        """The lists with their titles, the gravest first."""
        return (
            ("Broken", self.broken),
            ("Fixed", self.fixed),
            ("Changed otherwise", self.changed),
            ("New", self.new),
            ("Gone", self.gone),
        )

    @property
    def summary(self) -> str:
        counts = ", ".join(f"{len(changes)} {title.lower()}" for title, changes in self.parts)
        return f"{counts}; {self.same} the same"


def compare(before: Report, after: Report, names: tuple[str, str]) -> Comparison:
    """What differs, in the order in which the later run has the cases; `names` are the files."""
    old = {case.id: case for case in before.cases}
    lists: dict[str, list[Change]] = {kind: [] for kind in ("fixed", "broken", "new", "gone", "changed", "same")}
    for case in after.cases:
        earlier = old.pop(case.id, None)
        lists[_kind(earlier, case)].append(_change(earlier, case))
    lists["gone"] = [_about(case, case.outcome, None, None) for case in old.values()]
    same = len(lists.pop("same"))
    return Comparison(_side(before, names[0]), _side(after, names[1]), **lists, same=same, notes=_notes(before, after))


def _kind(before: CaseResult | None, after: CaseResult) -> str:
    if before is None:
        return "new"
    if before.outcome in CONTRADICT and after.outcome in CONFORMS:
        return "fixed"
    if before.outcome in CONFORMS and after.outcome in CONTRADICT:
        return "broken"
    return "same" if _essence(before) == _essence(after) else "changed"


def _essence(case: CaseResult) -> tuple[object, ...]:
    """What two runs have to agree on: what was seen. Times may differ, and whether a list says that it is known."""
    failure = case.failure
    seen = (failure.step, failure.path, failure.expected, failure.observed) if failure is not None else None
    listed = case.outcome in ("known", "fixed") and case.underlying is not None
    return (case.underlying if listed else case.outcome), seen


def _change(before: CaseResult | None, after: CaseResult) -> Change:
    reason = None if after.outcome in CONFORMS else one_line(why(after), TEXT)
    return _about(after, before.outcome if before else None, after.outcome, reason)


def _about(case: CaseResult, before: str | None, after: str | None, reason: str | None) -> Change:
    rules = [one_line(rule, NAME) for rule in case.rules]
    return Change(one_line(case.id, TEXT), one_line(case.title, TEXT), rules, before, after, reason)


def _side(report: Report, name: str) -> Side:
    engine = " ".join(one_line(part, NAME) for part in (report.engine.engine, report.engine.version) if part)
    return Side(
        one_line(name),
        engine or one_line(report.engine.name, NAME),
        one_line(report.suite.version, NAME),
        one_line(report.edition, NAME),
        one_line(report.started, NAME),
        report.complete,
    )


def _notes(before: Report, after: Report) -> list[str]:
    notes = []
    if (before.engine.engine or before.engine.name) != (after.engine.engine or after.engine.name):
        notes.append("the two are not of the same engine")
    if before.edition != after.edition:
        notes.append("the two are not by the rules of the same edition")
    one, other = before.suite.cases_sha256, after.suite.cases_sha256
    if one is not None and other is not None and one != other and before.edition == after.edition:
        notes.append("the cases or cards of the two are not the same")
    for report, which in ((before, "first"), (after, "second")):
        if not report.complete:
            reasons = "; ".join(one_line(reason, TEXT) for reason in report.partial[:10])
            notes.append(f"the {which} is not complete: {reasons or 'it was cut short'}")
    return notes


def markdown(found: Comparison) -> str:
    """The comparison as Markdown, for a comment on a pull request. What strangers say stands in code spans, where nothing is markup."""
    lines = [f"**{found.summary}**", ""]
    for label, side in (("before", found.before), ("after", found.after)):
        lines.append(f"- {label}: {code_span(side.engine)} by the rules of {code_span(side.edition)}, {code_span(side.started)}")
    lines += [f"- note: {code_span(note)}" for note in found.notes]
    for title, changes in found.parts:
        if not changes:
            continue
        lines += ["", f"### {title} ({len(changes)})", ""]
        for change in changes[:SHOWN]:
            outcomes = " → ".join(word(outcome) for outcome in (change.before, change.after) if outcome is not None)
            reason = f": {code_span(change.why)}" if change.why else ""
            lines.append(f"- {code_span(one_line(change.id, NAME))} {outcomes}{reason}")
        if len(changes) > SHOWN:
            lines.append(f"- and {plural(len(changes) - SHOWN, 'more case')}")
    return "\n".join(lines) + "\n"


def word(outcome: str) -> str:
    """An outcome as one reads it."""
    return outcome.replace("_", " ")
