"""Which cases catch a mutant: they are played on it, and those that do not pass as they do on the reference engine have noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.cases.model import Case
from conformance.mutants.mutant import Mutant
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.certify import in_edition
from conformance.runner.play import play_case
from conformance.runner.session import Session
from conformance.runner.watchdog import NeverEnds, within

SECONDS = 5.0
"""So long may a case take on a mutant; on the reference engine it is about three thousandths of a second."""

CAUGHT = ("fail", "crash", "timeout", "protocol_error", "error")


class Patient:
    """A mutant under test: an engine for each edition that cases ask for, begun anew when one broke."""

    def __init__(self, mutant: Mutant, cards: CardBook) -> None:
        self._mutant = mutant
        self._cards = cards
        self._sessions: dict[str, Session] = {}

    def catches(self, case: Case) -> str | None:
        """How a case notices: its outcome and where it failed; None if it passes or cannot be played on the mutant."""
        edition = edition_of(case)
        session = self._sessions.get(edition)
        if session is None:
            session = self._sessions[edition] = Session(self._mutant.spec(), edition=edition)
        try:
            with within(SECONDS):
                result, _ = play_case(case, session, self._cards)
        except NeverEnds:
            del self._sessions[edition]
            return "timeout"
        if result.outcome not in CAUGHT:
            return None
        if result.outcome != "fail":
            del self._sessions[edition]
        return f"{result.outcome} {result.failure.path}" if result.failure is not None else result.outcome


def catching(mutant: Mutant, cases: Sequence[Case], cards: CardBook) -> Iterator[tuple[str, str]]:
    """(case, how) for each case that notices the mutant, the likely ones first."""
    patient = Patient(mutant, cards)
    for case in likely_first(mutant, cases):
        how = patient.catches(case)
        if how is not None:
            yield case.id, how


def caught_first(case: Case, mutants: Sequence[Mutant], cards: CardBook) -> str | None:
    """The id of a mutant that the case notices, the likely ones tried first; None if it notices none."""
    rules = {rule.partition("/")[0] for rule in case.rules}

    def likelihood(mutant: Mutant) -> int:
        if any(clause in case.rules for clause in mutant.clauses):
            return 0
        return 1 if any(clause.partition("/")[0] in rules for clause in mutant.clauses) else 2

    for mutant in sorted(mutants, key=likelihood):
        if Patient(mutant, cards).catches(case) is not None:
            return mutant.id
    return None


def edition_of(case: Case) -> str:
    """By which rules a case is played here: today's, or the last that it is about."""
    return NEWEST if in_edition(case, NEWEST) else case.editions.until or NEWEST


def likely_first(mutant: Mutant, cases: Sequence[Case]) -> list[Case]:
    """The cases of the mutant's clauses, then of their rules, then all others."""
    clauses = set(mutant.clauses)
    rules = {clause.partition("/")[0] for clause in clauses}

    def likelihood(case: Case) -> int:
        if clauses.intersection(case.rules):
            return 0
        return 1 if any(rule.partition("/")[0] in rules for rule in case.rules) else 2

    return sorted(cases, key=likelihood)
