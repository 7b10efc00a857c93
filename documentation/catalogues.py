"""The catalogues of mutants and of invariants as pages: written from the code at each build, so that they cannot be out of step."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from conformance.cases.library import builtin
from conformance.fuzz.invariants import Invariant, invariants, landmarks
from conformance.mutants import Mutant, mutants
from conformance.report.text import plural
from conformance.rules.loader import load as load_rules
from conformance.rules.registry import Registry, sort_key

Entry = TypeVar("Entry", Mutant, Invariant)

WHEN = {
    "act": "after every action",
    "priority": "whenever somebody has just received priority",
    "refused": "after an action that was refused",
    "begin": "in the position as it was put down",
}


def _by_rule(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The entries by the rule that they are filed under, rules and clauses in order."""
    filed: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        filed[entry.clauses[0].partition("/")[0]].append(entry)
    return {rule: sorted(filed[rule], key=lambda entry: sort_key(entry.clauses[0])) for rule in sorted(filed, key=sort_key)}


def _heading(rule: str) -> str:
    """`502.3 untapping.untap`: the rule's number and its key."""
    rules = _registry().rules
    return f"## {rule} {rules[rule].key}" if rule in rules else f"## {rule}"


@functools.cache
def _registry() -> Registry:
    return load_rules(builtin() / "rules")


def mutants_page() -> str:
    """All mutants by rule: what the engine does wrong, which clauses that breaks, where a real engine did so."""
    known = mutants()
    lines = [
        "# The mutants",
        "",
        f"{plural(len(known), 'engine')} with one mistake each, by the rule that it breaks.",
        "[The fuzzer and the mutants](fuzzing.md#engines-with-one-mistake) says what they are for and how one is written.",
        "Each is an engine by name: `mtg-conformance certify --engine mutant:ID`.",
    ]
    for rule, entries in _by_rule(known).items():
        lines += ["", _heading(rule), ""]
        for mutant in entries:
            seen = f" Seen in {_text(mutant.seen)}." if mutant.seen else ""
            lines.append(f"- `{mutant.id}` ({', '.join(mutant.clauses)}): {_text(mutant.title)}.{seen}")
    return "\n".join(lines) + "\n"


def invariants_page() -> str:
    """All invariants by rule: what is true of every game, when it is looked at and what an engine has to report for it."""
    known, watched = invariants(), landmarks()
    lines = [
        "# The invariants",
        "",
        f"{plural(len(known), 'statement')} that the fuzzer holds against every game on every engine, by the rule that each is",
        f"filed under; and {plural(len(watched), 'landmark')}, which say only that a clause came into play.",
        "[The fuzzer and the mutants](fuzzing.md#random-games) says how they are used.",
    ]
    for rule, entries in _by_rule(known).items():
        lines += ["", _heading(rule), ""]
        for entry in entries:
            needs = f"; needs {', '.join(f'`{feature}`' for feature in sorted(entry.needs))}" if entry.needs else ""
            lines.append(f"- `{entry.id}` ({', '.join(entry.clauses)}): {_text(entry.title)}. Looked at {WHEN[entry.when]}{needs}.")
    lines += ["", "## Landmarks", ""]
    for mark in sorted(watched, key=lambda mark: sort_key(mark.clauses[0])):
        lines.append(f"- {', '.join(mark.clauses)}: {_text(mark.title)}.")
    return "\n".join(lines) + "\n"


def _text(words: str) -> str:
    """Words of the catalogue as Markdown text: nothing in them is markup."""
    for sign in "\\`*_[]<>|":
        words = words.replace(sign, f"\\{sign}" if sign not in "<>" else {"<": "&lt;", ">": "&gt;"}[sign])
    return words.rstrip(".")

