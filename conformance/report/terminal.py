"""What a run looks like on a terminal: a table by area, what does not conform and why, what was not judged, and what that proves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conformance.report.console import say, table
from conformance.report.numbers import renumbered
from conformance.report.standing import standing
from conformance.report.text import one_line, plural
from conformance.report.words import MEANING, UNPROVEN, area_of, differed, lacking, why
from conformance.rules.coverage import coverage, summary
from conformance.rules.editions import NEWEST
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry
from conformance.runner.report import BROKEN, NONCONFORMING, Outcome, Report

if TYPE_CHECKING:
    from rich.console import Console

    from conformance.report.certificate import Certificate

NAME, WARNING = 160, 1000
"""What an engine calls itself, and a warning, are cut there."""

ALIKE = 3
"""More cases than this that the engine broke on for the same reason are told as one."""

REASONS_SHOWN = 6
"""Of each outcome that proves nothing, so many reasons are named, the most frequent first."""


def show(
    report: Report,
    registry: Registry,
    on: Console,
    hint: str = "",
    written: Sequence[str] = (),
    notes: Sequence[str] = (),
    proven: Certificate | None = None,
) -> None:
    """Print the run. `hint` is the command, up to the id, that tells a case as a story; `written` are the files that were made of it,
    `notes` say what else was done with it, and `proven` is what it certifies."""
    _heading(report, on)
    played = any(case.outcome != "not_run" for case in report.cases)
    if played or report.engine_error is None:
        _judged(report, registry, on, hint)
    if written:
        say(on, f"Reports: {', '.join(written)}", hanging=2)
    for note in notes:
        say(on, one_line(note), hanging=2)
    _verdict(report, on, proven)


def _judged(report: Report, registry: Registry, on: Console, hint: str) -> None:
    """What the cases came to. Of an engine that never started there is nothing to tell, however many cases there were."""
    if report.cases:
        _areas(report, on)
        _contradictions(renumbered(report, Numbering(registry, target=report.edition)), on, hint)
        _unproven(report, on)
        _wrong_cases(report, on)
    for warning in report.warnings:
        say(on, f"note: {one_line(warning, WARNING)}", "yellow", hanging=2)
    if report.cases:
        _clauses(report, registry, on)


def _heading(report: Report, on: Console) -> None:
    engine = report.engine
    presented = " ".join(one_line(part, NAME) for part in (engine.engine, engine.version) if part) or one_line(engine.name, NAME)
    language = f" ({one_line(engine.language, NAME)})" if engine.language else ""
    by = f"by the rules of {one_line(report.edition, NAME)}, mtg-conformance {one_line(report.suite.version, NAME)}"
    say(on, f"{presented}{language} {by}", "bold")
    if report.edition != NEWEST and engine.engine is not None and engine.edition != report.edition:
        own = f"the rules of {one_line(engine.edition, NAME)}" if engine.edition else "an edition that it does not name"
        say(on, f"The engine plays by {own}, whatever the cases are judged by.", "yellow", hanging=2)
    on.print()


def _areas(report: Report, on: Console) -> None:
    areas: dict[str, Counter[str]] = defaultdict(Counter)
    for case in report.cases:
        areas[area_of(case.file)][_column(case.outcome)] += 1
    shown = [
        column
        for column in ("pass", "fail", "broke", "known", "unproven")
        if column in ("pass", "fail") or any(areas[a][column] for a in areas)
    ]
    rows = [(one_line(area), *_counts(counts, shown)) for area, counts in sorted(areas.items())]
    everything = sum(areas.values(), Counter[str]())
    table(
        on,
        [("area", "left"), ("cases", "right"), *((column, "right") for column in shown)],
        rows,
        ("all", *_counts(everything, shown)) if len(rows) > 1 else None,
    )
    on.print()


def _column(outcome: str) -> str:
    if outcome in BROKEN:
        return "broke"
    if outcome in UNPROVEN:
        return "unproven"
    return "fail" if outcome == "fixed" else outcome


def _counts(counts: Counter[str], columns: list[str]) -> list[str]:
    return [str(counts.total()), *(str(counts[column] or "-") for column in columns)]


def _contradictions(report: Report, on: Console, hint: str) -> None:
    cases = [case for case in report.cases if case.outcome in NONCONFORMING]
    if not cases:
        return
    say(on, f"Not conforming ({len(cases)})", "bold red")
    # An engine that breaks mostly breaks everywhere in the same way: that is one thing to know, not hundreds.
    breakages = Counter((case.outcome, case.reason) for case in cases if case.outcome in BROKEN)
    alike = {breakage for breakage, count in breakages.items() if count > ALIKE}
    for case in cases:
        if (case.outcome, case.reason) in alike:
            continue
        say(on, f"{one_line(case.id)}  {', '.join(one_line(rule) for rule in case.rules)}", indent=2, hanging=4)
        place = f"{one_line(case.file)}:{case.failure.line if case.failure and case.failure.line else case.line}"
        if case.failure is not None and case.outcome == "fail":
            where, how = differed(case.failure)
            say(on, f"{where}  ({place})", indent=4, hanging=2)
            say(on, how, indent=6, hanging=2)
        else:
            say(on, f"{case.outcome}  ({place})", indent=4, hanging=2)
            say(on, why(case), indent=6, hanging=2)
    _alike(report, alike, on)
    if hint:
        # A line of its own, as long as it is: a command that is broken in two cannot be copied.
        say(on, "the story of a case:", "dim", indent=2)
        on.print(f"    {hint} {one_line(cases[0].id)}", style="dim", soft_wrap=True)
    on.print()


def _alike(report: Report, breakages: set[tuple[Outcome, str | None]], on: Console) -> None:
    for outcome, reason in sorted(breakages, key=str):
        ids = [one_line(case.id) for case in report.cases if (case.outcome, case.reason) == (outcome, reason)]
        say(on, f"{outcome} in {plural(len(ids), 'case')}, all alike", indent=2, hanging=4)
        say(on, one_line(reason or MEANING[outcome], 320), indent=6, hanging=2)
        say(on, f"{', '.join(ids[:ALIKE])} and {len(ids) - ALIKE} more", indent=6, hanging=2)


def _unproven(report: Report, on: Console) -> None:
    cases = [case for case in report.cases if case.outcome in UNPROVEN and case.outcome != "error"]
    known = [case for case in report.cases if case.outcome == "known"]
    if known:
        say(on, f"Known failures, as listed ({len(known)})", "bold")
        for case in known:
            reason = one_line((case.reason or "").removeprefix("known: "))
            seen = ": ".join(differed(case.failure)) if case.failure is not None else ""
            say(on, f"{one_line(case.id)}: {reason}", indent=2, hanging=2)
            if seen and seen != reason:  # a list that nobody has edited says what differed, and nothing else
                say(on, seen, "dim", indent=6, hanging=2)
        on.print()
    if not cases:
        return
    say(on, f"Not judged, so nothing is proven about them ({len(cases)})", "bold yellow")
    for outcome in UNPROVEN:
        reasons = Counter(lacking(case) for case in cases if case.outcome == outcome)
        name = outcome.replace("_", " ")
        if len(reasons) <= 1:
            for reason, count in reasons.items():
                say(on, f"{name}: {plural(count, 'case')}: {reason}", indent=2, hanging=6)
            continue
        say(on, f"{name}: {plural(reasons.total(), 'case')}", indent=2)
        for reason, count in reasons.most_common(REASONS_SHOWN):
            say(on, f"{count:>4}  {reason}", indent=2, hanging=6)
        rest = sum(count for _, count in reasons.most_common()[REASONS_SHOWN:])
        if rest:
            say(on, f"{rest:>4}  for other reasons, which a report (--report DIR) has one by one", indent=2, hanging=6)
    on.print()


def _wrong_cases(report: Report, on: Console) -> None:
    cases = [case for case in report.cases if case.outcome == "error"]
    if not cases:
        return
    say(on, f"Wrong cases: these are mistakes of the case, not of the engine ({len(cases)})", "bold red")
    for case in cases:
        say(on, f"{one_line(case.file)}:{case.line}: {one_line(case.id)}: {why(case)}", indent=2, hanging=4)
    on.print()


def _clauses(report: Report, registry: Registry, on: Console) -> None:
    outcomes = {case.id: case.outcome for case in report.cases}
    covered = coverage(registry, ((case.id, case.rules) for case in report.cases), report.edition)
    standings = Counter(standing(clause, outcomes) for rule in covered for clause in rule.clauses if clause.testable)
    counts = summary(covered)
    apart = f"; {plural(counts.untestable, 'more clause')} cannot be observed by any case" if counts.untestable else ""
    say(
        on,
        f"Clauses of the rules: {standings['holds']} of {counts.testable} hold in all their cases, {standings['broken']} do not, "
        f"{standings['unjudged']} have no case that was judged{apart}.",
        hanging=2,
    )


def _verdict(report: Report, on: Console, proven: Certificate | None) -> None:
    if report.engine_error is not None:
        say(on, f"The engine could not be run: {one_line(report.engine_error, 400)}", "bold red", hanging=2)
    natural = sum(case.way == "natural" for case in report.cases)
    if natural:
        say(on, f"{plural(natural, 'case')} could not be set up; there the position was reached by playing.", hanging=2)
    if report.restarts:
        say(on, f"The engine was restarted {plural(report.restarts, 'time')}.")
    if not report.complete:
        reasons = "; ".join(one_line(reason) for reason in report.partial) or "it was cut short"
        say(on, f"This run is not complete, so it certifies nothing: {reasons}.", "yellow", hanging=2)
    elif proven is not None:
        _levels(proven, on)
    failed = sum(report.summary.get(outcome, 0) for outcome in NONCONFORMING)
    passed = report.summary.get("pass", 0)
    skipped = sum(report.summary.values()) - failed - passed
    known = report.summary.get("known", 0)
    if known:
        say(on, f"Of the {skipped} skipped, {known} {'is a known failure' if known == 1 else 'are known failures'}.")
    # The closing line has a form that CI systems count by.
    style = "bold red" if failed else "bold green" if passed else "bold yellow"
    say(on, f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), style)


def _levels(proven: Certificate, on: Console) -> None:
    """Which levels were earned, and what is missing to the others."""
    say(on, proven.says, None if proven.certifies else "yellow", hanging=2)
    for level in proven.levels:
        if proven.certifies and not level.earned:
            say(on, f"{level.title}: {level.says}", indent=2, hanging=2)
