"""Engines that still go by rules which have changed: every change that the reference engine knows, unlearned."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine.amendments import Amendment


@mutant("out-stays-in-combat", "506.4/b", "702.26b/k", title="A creature that phases out stays in combat, as before July 2010")
def _(rules: Amendment) -> None:
    rules.edition("phasing_out_removes_from_combat", False)


@mutant(
    "token-ceases-when-out",
    "702.26d/c",
    "110.1/a",
    "111.1/a",
    "111.7/c",
    "702.26d/f",
    "704.5d/b",
    title="A token that phases out ceases to exist, as before August 2017",
    seen="forge, xmage",
)
def _(rules: Amendment) -> None:
    rules.edition("tokens_survive_phasing", False)
