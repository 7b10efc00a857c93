"""The mutants: each is one mistake of its own, said in words, tied to a clause, and an engine that the protocol reaches."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from conformance.cases import load
from conformance.cases.library import builtin
from conformance.engines.errors import EngineCannotStart
from conformance.mutants import UnknownMutant, find, mutants
from conformance.mutants import catalogue as catalogue_package
from conformance.mutants.catching import Patient
from conformance.mutants.kept import KEPT
from conformance.mutants.mutant import mutant as decorator
from conformance.rules.editions import NEWEST
from conformance.rules.loader import load as load_rules
from conformance.runner import CardBook, Session, certify
from conformance.runner.certify import Options

FOLDER = Path(catalogue_package.__path__[0])
WANTED = 250


@pytest.fixture(scope="module")
def registry():
    return load_rules(builtin() / "rules", "cases/rules")


@pytest.fixture(scope="module")
def library():
    loaded = load()
    return [case for case in loaded.cases if case.disputed is None], CardBook(loaded.cards)


def test_there_are_many_and_each_is_its_own():
    assert len(mutants()) >= WANTED
    titles = Counter(mutant.title for mutant in mutants())
    assert [title for title, count in titles.items() if count > 1] == []


def test_titles_say_something_and_clauses_exist(registry):
    clauses = {clause.id for rule in registry for clause in rule.clauses} | {rule.number for rule in registry}
    for mutant in mutants():
        assert len(mutant.title.split()) >= 4, mutant.id
        assert not mutant.title.endswith("."), mutant.id
        unknown = [clause for clause in mutant.clauses if clause not in clauses and not re.fullmatch(r"\d{3}(\.\d+[a-z]*)?", clause)]
        assert not unknown, f"{mutant.id}: {unknown}"


def test_every_amendment_can_be_made():
    """A rule that was renamed is noticed here, not in a run of an hour."""
    for mutant in mutants():
        mutant.amendment()


def test_modules_are_small_and_say_what_they_are_about():
    for path in FOLDER.glob("*.py"):
        text = path.read_text("utf-8")
        assert ast.get_docstring(ast.parse(text)), path.name
        assert len(text.splitlines()) <= 450, path.name


def test_cases_that_are_kept_are_there_and_say_why(library):
    ids = {case.id for case in library[0]}
    for case, reason in KEPT.items():
        assert case in ids
        assert len(reason.split()) >= 4, case


def test_an_unknown_mutant_is_told_with_its_neighbours():
    with pytest.raises(UnknownMutant, match=r"Did you mean .*out-stays-in-combat"):
        find("out-stay-in-combat")


def test_an_id_is_taken_once():
    with pytest.raises(ValueError, match="out-stays-in-combat"):
        decorator("out-stays-in-combat", "506.4/b", title="Twice")
    with pytest.raises(ValueError, match="No Case"):
        decorator("No Case", "506.4/b", title="Not kebab case")


def test_a_mutant_differs_from_the_reference_and_leaves_it_alone(library):
    cases, cards = library
    patient = Patient(find("out-stays-in-combat"), cards)
    case = next(case for case in cases if case.id == "attacker-that-came-back-is-not-attacking")
    assert patient.catches(case) == "fail giant.attacking"
    from conformance.engines.registry import engine

    assert certify([case], engine("reference"), cards=cards).cases[0].outcome == "pass"


def test_a_mutant_is_a_program_too(library):
    cases, cards = library
    case = next(case for case in cases if case.id == "attacker-that-came-back-is-not-attacking")
    spec = find("out-stays-in-combat").spec()
    session = Session(spec, edition=NEWEST, separate=True)
    try:
        assert not session.in_process
        report = certify([case], spec, cards=cards, options=Options(jobs=1))
        assert report.cases[0].outcome == "fail"
    except EngineCannotStart as error:  # pragma: no cover - what it wrote says more
        pytest.fail(str(error))
    finally:
        session.close()


def test_an_engine_that_never_comes_back_is_stopped(library, monkeypatch):
    from conformance.mutants import catching as module
    from reference_engine import priority
    from reference_engine.amendments import Amendment

    cases, cards = library

    def build(rules: Amendment) -> None:
        @rules.instead(priority.settle)
        def settles_for_ever(original, game):
            while True:
                pass
            yield

    from conformance.mutants.mutant import Mutant

    monkeypatch.setattr(module, "SECONDS", 0.2)
    patient = Patient(Mutant("endless", ("117.5",), "It never comes to an end", None, build), cards)
    assert patient.catches(cases[0]) == "timeout"
