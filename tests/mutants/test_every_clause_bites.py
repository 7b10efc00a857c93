"""Coverage counts the clauses that a case and a mutant name; here the two are brought together: such a case notices such a mutant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from conformance.cases import load
from conformance.cases.library import builtin
from conformance.cases.model import Case
from conformance.mutants import find, mutants
from conformance.mutants.catching import Patient
from conformance.mutants.mutant import Mutant
from conformance.rules.editions import NEWEST
from conformance.rules.loader import load as load_rules
from conformance.runner import CardBook


def unnoticed(clauses: Iterable[str], engines: Sequence[Mutant], cases: Sequence[Case], cards: CardBook) -> list[str]:
    """The clauses of which no case that names them notices a mutant that names them."""
    breaking, showing = defaultdict(list), defaultdict(list)
    for mutant in engines:
        patient = Patient(mutant, cards)
        for clause in mutant.clauses:
            breaking[clause].append(patient)
    for case in cases:
        for clause in case.rules:
            showing[clause].append(case)
    return [
        clause
        for clause in clauses
        if not any(patient.catches(case) is not None for patient in breaking[clause] for case in showing[clause])
    ]


def test_of_every_testable_clause_a_case_notices_a_mutant():
    loaded = load()
    registry = load_rules(builtin() / "rules", "cases/rules")
    testable = [clause.id for rule in registry for clause in rule.clauses if clause.untestable is None and clause.holds_in(NEWEST)]
    cases = [case for case in loaded.cases if case.disputed is None]
    left = unnoticed(testable, mutants(), cases, CardBook(loaded.cards))
    assert not left, f"write a mutant of these that one of their own cases notices, or a case that notices theirs: {', '.join(left)}"


def test_a_mutant_that_only_cases_of_other_clauses_notice_is_not_enough():
    loaded = load()
    cards = CardBook(loaded.cards)
    mutant = find("discards-are-owed")
    own = next(case for case in loaded.cases if case.id == "discard-from-an-empty-hand-is-not-made-up-for")
    other = next(case for case in loaded.cases if case.id == "no-creature-in-no-spell")
    assert unnoticed(["101.3/b"], [mutant], [own, other], cards) == []
    assert unnoticed(["101.3/b"], [mutant], [other], cards) == ["101.3/b"]
    assert unnoticed(["101.3/b"], [find("casts-without-a-target")], [own, other], cards) == ["101.3/b"]
