"""`mtg-conformance lint`: mistakes in cases, seen in their text or by playing each one on the reference engine."""

from __future__ import annotations

import bisect
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance.cases.cards import CardPool
from conformance.cases.library import builtin, load
from conformance.cases.model import Act, Case
from conformance.cases.problems import Problem, shown
from conformance.commands.inputs import engine_of
from conformance.commands.machine import as_json, write
from conformance.commands.playing import play
from conformance.commands.problems import ALL_CONFORM, WRONG_CALL, NoEngine
from conformance.report.lint_document import lint_document
from conformance.report.text import one_line, plural
from conformance.report.words import why
from conformance.rules.editions import NEWEST
from conformance.rules.loader import RegistryProblems
from conformance.rules.loader import load as load_rules
from conformance.rules.registry import Registry
from conformance.runner.certify import Options, in_edition
from conformance.runner.report import CaseResult
from reference_engine.errors import BadDefinition
from reference_engine.vocabulary.cards import CardDefinition

PLAYED_ON = "reference"


def run(paths: Sequence[Path], output: str = "terminal", quiet: bool = False) -> int:
    """Print every problem, one line each with its place; exit code 2 if there is an error (warnings alone are none).

    `quiet` leaves out how many there are.
    """
    json = as_json(output)
    loaded = load(list(paths) or None)
    problems = list(loaded.problems)
    problems += _cards(loaded.cards)
    registry = _registry(problems)
    for case in loaded.cases:
        problems += _static(case, registry)
    for edition, playable in _by_edition(_without_errors(loaded.cases, problems)).items():
        report = play(playable, engine_of(PLAYED_ON), loaded.cards, Options(edition=edition), quiet=quiet)
        if report.engine_error is not None:
            raise NoEngine(f"the cases could not be played: {report.engine_error}")
        problems += [problem for result in report.cases if (problem := _played(result)) is not None]
    problems.sort(key=lambda problem: (problem.file, problem.line, problem.column))
    errors = sum(problem.severity == "error" for problem in problems)
    if json:
        write(lint_document(len(loaded.cases), problems))
        return WRONG_CALL if errors else ALL_CONFORM
    for problem in problems:
        print(one_line(problem))
    if quiet:
        return WRONG_CALL if errors else ALL_CONFORM
    counts = f"{plural(len(loaded.cases), 'case')}: {plural(errors, 'error')}, {plural(len(problems) - errors, 'warning')}"
    print(counts, file=sys.stderr if problems else sys.stdout)
    return WRONG_CALL if errors else ALL_CONFORM


def _by_edition(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """The cases by the edition in which each is played: the newest of those that it is about."""
    found: dict[str, list[Case]] = {}
    for case in cases:
        edition = NEWEST if in_edition(case, NEWEST) else case.editions.until or NEWEST
        if in_edition(case, edition):  # one that ends before it begins is about no edition, which its file is told for
            found.setdefault(edition, []).append(case)
    return found


def _without_errors(cases: Sequence[Case], problems: Sequence[Problem]) -> list[Case]:
    """The cases in whose lines no error stands: what playing the others shows would only repeat it."""
    lines: dict[str, list[int]] = {}
    for case in cases:
        lines.setdefault(case.file, []).append(case.line)
    for begins in lines.values():
        begins.sort()
    broken = set()
    for problem in problems:
        if problem.severity == "error" and problem.file in lines:
            begins = lines[problem.file]
            broken.add((problem.file, begins[max(bisect.bisect_right(begins, problem.line) - 1, 0)]))
    return [case for case in cases if (case.file, case.line) not in broken]


def _cards(pool: CardPool) -> Iterator[Problem]:
    """What cards say beyond the vocabulary of the reference engine, also those that no case uses."""
    for name in pool:
        try:
            CardDefinition(pool[name])
        except BadDefinition as wrong:
            remedy = "reference_engine/vocabulary has what a card may say"
            yield Problem(pool.files.get(name, "cards"), 0, 0, f"the card {shown(name)}: {wrong}", remedy)


def _registry(problems: list[Problem]) -> Registry | None:
    try:
        return load_rules(builtin() / "rules", "cases/rules")
    except RegistryProblems as wrong:
        problems += wrong.problems
        return None


def _static(case: Case, registry: Registry | None) -> Iterator[Problem]:
    if registry is not None:
        for reference in case.rules:
            wrong = registry.wrong(reference)
            if wrong is not None:
                yield Problem(case.file, case.line, 1, f"{case.id}: {wrong[0]}", wrong[1])
    for step in _without_control(case):
        line = step.place.line if step.place else case.line
        message = f"{case.id}: nothing shows that {step.player} could {step.action['type'].replace('_', ' ')} otherwise"
        yield Problem(case.file, line, 1, message, "add an action of this kind that is accepted: a positive control", "warning")


def _without_control(case: Case) -> Iterator[Act]:
    """Actions that have to be refused, without one of the same kind that is accepted anywhere in the case.

    Acting without priority needs none: that is refused for a reason of its own.
    """
    accepted = {step.action["type"] for step in case.script if isinstance(step, Act) and step.illegal is None}
    for step in case.script:
        if isinstance(step, Act) and step.illegal not in (None, "no_priority") and step.action["type"] not in accepted:
            yield step


def _played(result: CaseResult) -> Problem | None:
    """What the reference engine made of a case, if it did not pass."""
    if result.outcome in ("pass", "disputed"):
        return None
    line = result.failure.line if result.failure is not None and result.failure.line else result.line
    if result.outcome == "error":
        return Problem(result.file, line, 1, f"{result.id}: {why(result)}")
    if result.outcome in ("unsupported", "unobservable"):
        return Problem(result.file, line, 1, f"{result.id}: the reference engine cannot judge it: {why(result)}")
    return Problem(result.file, line, 1, f"{result.id}: {result.outcome} on the reference engine: {why(result)}")
