"""What is true of every game on every engine: the catalogue, by part of the rules."""

from conformance.fuzz.invariants.invariant import Broken, Invariant, Landmark, invariant, invariants, landmark, landmarks

__all__ = ["Broken", "Invariant", "Landmark", "invariant", "invariants", "landmark", "landmarks"]
