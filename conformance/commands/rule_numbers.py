"""Numbers of rules as users give them: whether they can be one, and what they may have meant."""

from __future__ import annotations

from conformance.cases.problems import listed, nearest, shown
from conformance.commands.problems import WrongCall
from conformance.rules.numbering import once_called
from conformance.rules.registry import CLAUSE, NUMBER, Registry, section_of, sort_key


def checked(wanted: str, registry: Registry, named: str = "--rule") -> str:
    """`wanted`, if a rule, a section or a clause could be called so. Raises WrongCall; `named` is what the user gave it as."""
    number, slash, letter = wanted.partition("/")
    if NUMBER.fullmatch(number) and (not slash or CLAUSE.fullmatch(letter)):
        return wanted
    near = near_rule(wanted, registry)
    form = "write it as in 702.26, 702.26g or 702.26g/c"
    raise WrongCall(f"{named} {wanted}: no rule number; {near + ' ' if near else ''}{form}")


def not_named(wanted: str, registry: Registry, nobody: str, remedy: str, named: str = "--rule") -> WrongCall:
    """That `nobody` ("no case names it") has a rule to do with, with what may have been meant, and the `remedy`."""
    number = wanted.partition("/")[0]
    once = sorted({its.number for _, _, its in once_called(registry, number)} - {number}, key=sort_key)
    then = f"in older editions that was the number of {' and '.join(once)}" if once else near_rule(wanted, registry)
    return WrongCall(f"{named} {wanted}: {nobody}; {then + (' ' if then.endswith('?') else '; ') if then else ''}{remedy}")


def near_rule(wanted: str, registry: Registry) -> str:
    """`did you mean '702.26g'?` where the registry has no such number, or was given a rule's name; empty where there is nothing to say."""
    number, slash, _ = wanted.partition("/")
    if registry.clause(wanted) is not None or (not slash and registry.within(wanted)):
        return ""
    if slash and number in registry.rules:
        letters = [clause.id.partition("/")[2] for clause in registry.rules[number].clauses]
        return f"the clauses of {number} are {listed(letters).replace(' or ', ' and ')}"
    keys = {rule.key: rule.number for rule in registry}
    key = nearest(wanted, keys)
    if key is not None:
        return f"did you mean {shown(keys[key])} ({key})?"
    numbers = [rule.number for rule in registry]
    near = nearest(number, dict.fromkeys([*map(section_of, numbers), *numbers]))
    return f"did you mean {shown(near)}?" if near is not None else ""
