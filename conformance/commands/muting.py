"""`fuzz --mute`: that what is to be passed over can be found at all."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.cases.problems import nearest, shown
from conformance.commands.inputs import registry
from conformance.commands.problems import WrongCall
from conformance.commands.rule_numbers import checked, not_named

REMEDY = "'mtg-conformance rules show' has the rules and their clauses"


def checked_mutes(wanted: Sequence[str]) -> tuple[str, ...]:
    """`wanted`, if all of them can be muted. Raises WrongCall."""
    if wanted:
        from conformance.fuzz.muting import CRASH, fields, is_known

        rules = registry()
        for entry in wanted:
            clause, colon, field = entry.partition(":")
            if clause != CRASH and not is_known(checked(clause, rules, "--mute"), rules):
                raise not_named(clause, rules, "there is no such rule or clause", REMEDY, "--mute")
            if colon and clause != CRASH and field not in fields():
                near = nearest(field, fields())
                guess = f"did you mean {shown(f'{clause}:{near}')}?" if near else "write what a finding says behind its clause"
                raise WrongCall(f"--mute {entry}: nothing that is compared, and no invariant, is called {shown(field)}; {guess}")
    return tuple(wanted)
