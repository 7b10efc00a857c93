"""Case files: reading, checking and describing them. `load` is the way in."""

from conformance.cases.cards import CardPool
from conformance.cases.library import Loaded, builtin, load, load_cards
from conformance.cases.problems import Problem

__all__ = ["CardPool", "Loaded", "Problem", "builtin", "load", "load_cards"]
