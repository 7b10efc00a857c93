"""`mtg-conformance mutants`: engines with one rule broken each, and what catches them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from conformance.cases.problems import choose_from
from conformance.commands.inputs import cases_of, registry
from conformance.commands.machine import as_json, write
from conformance.commands.problems import ALL_CONFORM, NOT_CONFORMING, WrongCall
from conformance.commands.progress import bar
from conformance.commands.rule_numbers import checked, not_named
from conformance.mutants.matrix import EXAMPLES, SEEDS, Matrix, MutantResult, Tools, matrix
from conformance.mutants.mutant import Mutant, UnknownMutant, find, mutants
from conformance.report.console import console, say
from conformance.report.text import one_line, plural
from conformance.rules.registry import is_within, sort_key

WAYS = ("cases", "fuzz")


def run(
    ids: Sequence[str], by: str, rules: Sequence[str], paths: Sequence[Path], jobs: int, examples: int | None, corpus: bool,
    first: bool, output: str, listed: bool, quiet: bool = False,
) -> int:  # fmt: skip
    """Try the mutants and say what catches each; exit code 1 if a mutant escapes, or, of all of them, a case catches nothing and
    does not say why it is kept.

    With `quiet` only what escapes is told, in a line each.
    """
    json = as_json(output)
    if by not in WAYS:
        raise WrongCall(f"--by {by}: {choose_from(by, WAYS)}")
    chosen = _chosen(ids, rules)
    if listed:
        if json:
            write([_entry(mutant) for mutant in chosen])
        else:
            _list(chosen)
        return ALL_CONFORM
    loaded = cases_of(paths)
    cases = [case for case in loaded.cases if case.disputed is None]
    tools = Tools(
        cases=cases,
        cards=loaded.cards,
        by="fuzz" if by == "fuzz" else "cases",
        enough=1 if first else None,
        examples=examples or EXAMPLES,
        seeds=SEEDS if corpus else 0,
    )
    with bar("mutants", len(chosen), quiet=quiet) as tell:
        done = escaped = 0

        def on_done(result: MutantResult) -> None:
            nonlocal done, escaped
            done, escaped = done + 1, escaped + (not result.caught_by)
            tell(done, f"{escaped} escaped" if escaped else "")

        def on_case(looked_at: int, total: int) -> None:
            tell(looked_at, "are there cases that catch nothing?", total)

        found = matrix(chosen, tools, jobs=jobs, on_done=on_done, on_case=on_case)
    whole = not ids and not rules and not paths
    if not whole:
        found = msgspec.structs.replace(found, cases_that_catch_nothing=[], kept={})
    if json:
        write(found)
    elif quiet:
        sys.stdout.writelines(
            f"{its.clause} {its.id}: {_by_what(its, found.by)}: {one_line(its.title)}\n" for its in found.mutants if not its.caught_by
        )
        sys.stdout.writelines(f"{case}: catches nothing\n" for case in found.idle)
    else:
        _show(found)
    return NOT_CONFORMING if escaped or found.idle else ALL_CONFORM


def _chosen(ids: Sequence[str], rules: Sequence[str]) -> list[Mutant]:
    try:
        chosen = [find(id_) for id_ in ids] if ids else list(mutants())
    except UnknownMutant as unknown:
        raise WrongCall(str(unknown)) from unknown
    if rules:
        known = registry()
        for rule in rules:
            if not any(is_within(clause, checked(rule, known)) for mutant in mutants() for clause in mutant.clauses):
                raise not_named(rule, known, "no mutant breaks it", "'mtg-conformance mutants --list' shows all")
        chosen = [mutant for mutant in chosen if any(is_within(clause, rule) for clause in mutant.clauses for rule in rules)]
    if not chosen:
        raise WrongCall(f"--rule {', '.join(rules)}: none of the mutants that were named breaks it")
    return sorted(chosen, key=lambda mutant: sort_key(mutant.clause))


def _entry(mutant: Mutant) -> dict[str, object]:
    """What `--list --format json` says of a mutant."""
    return {"id": mutant.id, "clauses": list(mutant.clauses), "title": mutant.title, "seen": mutant.seen}


def _list(chosen: Sequence[Mutant]) -> None:
    on = console()
    for mutant in chosen:
        say(on, f"{mutant.clause}  {mutant.id}", "bold")
        say(on, mutant.title + (f" (seen in {mutant.seen})" if mutant.seen else ""), indent=2)
    on.print()
    say(on, f"{plural(len(chosen), 'mutant')}. Each is an engine too: mtg-conformance certify --engine mutant:ID", hanging=2)


def _show(found: Matrix) -> None:
    on = console()
    for result in found.mutants:
        caught = result.caught_by
        say(on, f"{result.clause}  {result.id}", "bold" if caught else "bold red")
        say(on, result.title, indent=2, hanging=2)
        say(on, _by_what(result, found.by), None if caught else "red", indent=2, hanging=2)
    on.print()
    count = sum(bool(result.caught_by) for result in found.mutants)
    if found.idle:
        say(on, f"Cases that catch nothing ({len(found.idle)} of {found.cases})", "bold red")
        for case in found.idle:
            say(on, case, indent=2)
        say(on, "Write a mutant that they catch, or say in conformance/mutants/kept.py why they are kept.", indent=2, hanging=2)
        on.print()
    for case, reason in found.kept.items():
        say(on, f"{case} catches nothing, and is kept: {one_line(reason)}", "dim", hanging=2)
    say(on, f"{count} of {plural(len(found.mutants), 'mutant')} caught by the {'cases' if found.by == 'cases' else 'fuzzer'}.", "bold")


def _by_what(result: MutantResult, by: str) -> str:
    caught = result.caught_by
    if not caught:
        return "not caught by any case" if by == "cases" else f"not caught in {plural(result.examples or 0, 'board')}"
    if by == "cases":
        more = f" and {len(caught.cases) - 1} more" if len(caught.cases) > 1 else ""
        return f"caught by {result.how}{more}"
    names = [*caught.invariants, *(["the reference engine, which plays otherwise"] if caught.differential else [])]
    return f"caught by {', '.join(names)} after {plural(result.examples or 0, 'board')}: {result.how}"
