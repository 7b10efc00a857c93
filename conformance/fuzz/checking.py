"""Whether a case that was made of a finding is good: what it says reads back, passes where it has to, and fails where it has to."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from conformance.cases.cards import CardPool
from conformance.cases.library import builtin
from conformance.cases.model import Case
from conformance.cases.parse import RULE_PATTERN, parse_file
from conformance.cases.yaml_text import clean
from conformance.engines.errors import EngineCannotStart
from conformance.engines.reference import spec as reference
from conformance.engines.registry import EngineSpec
from conformance.fuzz.recording import Finding
from conformance.rules.loader import load as load_rules
from conformance.rules.registry import Registry
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.report import BROKEN, CaseResult
from conformance.runner.session import Session
from conformance.runner.watchdog import NeverEnds, within

TAG = "found-by-fuzzing"
"""Every case that was found has it; beside it stands what it was found by, as in `difference tapped` or `invariant held-triggers`."""

SECONDS = 20.0
"""So long may a case take on an engine in this process; after that it is one that never ends."""

BEST = 2


@dataclass(frozen=True)
class Reproducer:
    """A case made of a finding. `problems` says what is wrong with it, `on_engine` how it ends on the engine where it was found."""

    id: str
    case: Case
    text: str
    problems: tuple[str, ...] = ()
    on_engine: str | None = None

    @property
    def worth(self) -> int:
        """How good it is: BEST if nothing is wrong with it and the engine does not pass it, 1 if nothing is wrong with it."""
        if self.problems:
            return -len(self.problems)
        return BEST if self.on_engine is not None and self.on_engine.partition(" ")[0] in ("fail", *BROKEN) else 1


@dataclass(frozen=True)
class Origin:
    """Where a finding comes from: the engine that it was found on (with its version, as it presented itself) and the seed."""

    engine: EngineSpec | None = None
    version: str | None = None
    seed: int | str | None = None
    comment: tuple[str, ...] = field(default=())


def checked(case: Case, text: str, finding: Finding, pool: CardPool, origin: Origin, edition: str) -> Reproducer:
    """A reproducer of this text, with everything that is wrong with it: it has to parse without errors, to be about rules that there are,
    to pass on the reference engine, and (for a difference or a crash) to fail on the engine that it was found on."""
    problems: list[str] = []
    cases, wrong = parse_file(text.encode(), f"{case.id}.yaml", pool)
    problems += [str(problem) for problem in wrong if problem.severity == "error"]
    if len(cases) != 1:
        return Reproducer(case.id, case, text, (*problems, "it does not read as one case"))
    read = cases[0]
    if read.given != case.given:
        problems.append("the position reads back otherwise")
    problems += [f"{rule}: {problem}" for rule in read.rules if (problem := _unknown(rule)) is not None]
    result = outcome(read, reference, edition, pool)
    if result.outcome != "pass":
        problems.append(f"on the reference engine it ends as {result.outcome}: {result.reason or result.failure}")
    if origin.engine is None:
        return Reproducer(case.id, read, text, tuple(problems))
    theirs = outcome(read, origin.engine, edition, pool)
    if theirs.outcome not in ("fail", *BROKEN) and finding.source != "invariant":
        problems.append(f"on {origin.engine.name} it ends as {theirs.outcome}{f': {theirs.reason}' if theirs.reason else ''}")
    how = f"{theirs.outcome} {theirs.failure.path}" if theirs.failure is not None else theirs.outcome
    return Reproducer(case.id, read, text, tuple(problems), how)


def outcome(case: Case, spec: EngineSpec, edition: str, pool: CardPool) -> CaseResult:
    """How a case ends on an engine. One that does not start is a crash of the case."""
    try:
        session = Session(spec, edition=edition)
    except EngineCannotStart as problem:
        return CaseResult(case.id, case.title, case.file, case.line, case.rules, "crash", reason=str(problem))
    try:
        with within(SECONDS):
            return play_case(case, session, CardBook(pool))[0]
    except NeverEnds:
        return CaseResult(case.id, case.title, case.file, case.line, case.rules, "timeout", reason="the engine did not come back")
    finally:
        session.close()


def rule_of(clause: str) -> tuple[str, str | None]:
    """The rule to cite and, if it is one of the registry, the clause; what is no rule at all is the rule of playing on."""
    rule = clause.partition("/")[0]
    if not re.match(RULE_PATTERN, clause) or clause.endswith("\n"):
        return "100.1", None
    if _unknown(clause) is None:
        return rule, clause
    while _unknown(rule) is not None and rule:
        rule = rule[:-1].rstrip(".")
    return rule or "100.1", None


def filed_under(clause: str) -> str:
    """What a case says that it is about: the clause, or the rule where no such clause is known."""
    rule, known = rule_of(clause)
    return known or rule


def tag_of(finding: Finding) -> str:
    """How a case says what it was found by."""
    return clean(f"{finding.source} {finding.field}", 100).strip()


def _unknown(rule: str) -> str | None:
    """What is wrong with a reference, if anything is."""
    wrong = _registry().wrong(rule)
    return None if wrong is None else wrong[0]


@functools.cache
def _registry() -> Registry:
    return load_rules(builtin() / "rules", "cases/rules")
