"""The cases notice when any one rule function is gone.

Each function of the modules at the heart is replaced by one that does nothing (and gives the emptiest value of its kind); then cases
are played until one of them no longer passes. A function that nothing misses has no case, or no reason to be there.
"""

from __future__ import annotations

import inspect
import signal
import sys
import types

import pytest

from conformance.cases import load
from conformance.engines.registry import engine
from conformance.runner import CardBook, Session, in_edition, play_case
from reference_engine import day_night, phasing, planechase, range_of_influence, untap_step, untapping

MODULES = (untap_step, untapping, phasing, day_night, planechase, range_of_influence)
FIRST = {
    "untap_step": "502-", "untapping": "122-", "phasing": "702.26-", "day_night": "502.2", "planechase": "901-",
    "range_of_influence": "801-",
}  # fmt: skip
"""Where the cases of a module are, so that the search is short."""

FUNCTIONS = [
    pytest.param(module, name, id=f"{module.__name__.rpartition('.')[2]}.{name}")
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
]
SECONDS = 60
EDITIONS = ("2026-09-25", "2010-07-16")
"""Today's rules, and for what only older ones ask an edition of these."""

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="a game that never ends is stopped by SIGALRM")


class NeverEnds(BaseException):
    """A game without the function goes on for ever; that is noticed too."""


@pytest.fixture(scope="module")
def library():
    loaded = load()
    return [case for case in loaded.cases if not case.disputed], CardBook(loaded.cards)


def without(function):
    """A function of the same kind that does nothing."""
    if inspect.isgeneratorfunction(function):

        def nothing_asked(*args, **kwargs):
            return []
            yield

        return nothing_asked
    kind = str(inspect.signature(function).return_annotation)
    empty = {"bool": False, "int": 0}.get(kind, [] if kind.startswith(("list", "tuple")) else None)
    return lambda *args, **kwargs: empty


def stop(*_):
    raise NeverEnds


def missed_by(library, first):
    """The first case that does not pass, or None."""
    cases, book = library
    for edition in EDITIONS:
        session = Session(engine("reference"), edition=edition)
        for case in sorted(cases, key=lambda case: first not in case.file):
            if in_edition(case, edition):
                result, _ = play_case(case, session, book)
                if result.outcome != "pass":
                    return f"{case.id}: {result.outcome} ({edition})"
    return None


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_a_case_fails_without(module, name, library, monkeypatch):
    function = getattr(module, name)
    for place in [m for m in sys.modules.values() if getattr(m, "__name__", "").startswith("reference_engine")]:
        for alias, value in list(vars(place).items()):
            if value is function:
                monkeypatch.setattr(place, alias, without(function))
    previous = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        missed = missed_by(library, FIRST[module.__name__.rpartition(".")[2]])
    except (NeverEnds, RecursionError) as error:
        missed = type(error).__name__
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)
    assert missed, f"all cases pass without {module.__name__}.{name}"
