"""The proof that the suite bites: engines with one rule broken each, which the cases and the fuzzer have to catch.

A mutant is the reference engine with one rule read otherwise, in a way that a real engine gets it wrong. `catalogue/` has them by part of
the rules; `matrix` says what catches which.
"""

from conformance.mutants.mutant import Mutant, UnknownMutant, find, mutants

__all__ = ["Mutant", "UnknownMutant", "find", "mutants"]
