"""What commands are given, made into what they work with: cases, the registry, an edition, an engine. Whatever is wrong with it ends here.

Every function raises WrongCall (exit 2) or NoEngine (exit 3) with lines that say what to do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from conformance.cases.library import Loaded, builtin, load
from conformance.cases.model import Case
from conformance.cases.problems import Problem, choose_from
from conformance.commands.problems import BadFiles, NoEngine, WrongCall
from conformance.commands.rule_numbers import checked, not_named
from conformance.rules.editions import NEWEST, Editions, load_editions, wrong_date
from conformance.rules.loader import RegistryProblems
from conformance.rules.loader import load as load_rules
from conformance.rules.registry import NUMBER, Registry, is_within

if TYPE_CHECKING:
    from conformance.engines.registry import EngineSpec

MUTANT = "mutant:"
"""`--engine mutant:ID`; the catalogue is read only where one is asked for."""

PROBLEMS_SHOWN = 50
"""So many mistakes of files are shown by commands that want to play them; `lint` shows all."""


def cases_of(paths: Sequence[Path]) -> Loaded:
    """The cases of the paths (the built-in ones if there are none); every mistake in them is told at once."""
    loaded = load(list(paths) or None)
    if loaded.errors:
        raise BadFiles(*_told(loaded.errors))
    return loaded


def registry() -> Registry:
    """The registry of rules."""
    try:
        return load_rules(builtin() / "rules", "cases/rules")
    except RegistryProblems as problems:
        raise BadFiles(*_told(problems.problems)) from problems


def _told(problems: Sequence[Problem]) -> list[str]:
    lines = [str(problem) for problem in problems[:PROBLEMS_SHOWN]]
    if len(problems) > PROBLEMS_SHOWN:
        lines.append(f"and {len(problems) - PROBLEMS_SHOWN} more problems; 'mtg-conformance lint' shows all of them")
    return lines


def editions() -> Editions:
    """The editions of the rules that are known."""
    try:
        return load_editions(builtin() / "rules", "cases/rules")
    except RegistryProblems as problems:
        raise BadFiles(*_told(problems.problems)) from problems


def edition_of(given: str | None, named: str = "--edition") -> str:
    """The edition asked for, or the default one. `named` is what the user gave it as."""
    if given is None or given == NEWEST:
        return NEWEST
    wrong = wrong_date(given, editions())
    if wrong is not None:
        raise WrongCall(f"{named} {given}: {wrong}")
    return given


def engine_of(name: str) -> EngineSpec:
    """The engine of a name or a command; it is not started yet."""
    from conformance.engines.errors import EngineCannotStart, UnknownEngine
    from conformance.engines.registry import PREFIX, engine

    if name.startswith(MUTANT):
        return _mutant(name.removeprefix(MUTANT))
    try:
        return engine(name)
    except UnknownEngine as unknown:
        raise WrongCall(f"--engine: {unknown.args[0]}") from unknown
    except EngineCannotStart as broken:
        if name.startswith(PREFIX):  # nothing was started: the command itself cannot be read
            raise WrongCall(f"--engine: {broken}") from broken
        raise NoEngine(str(broken)) from broken


def _mutant(id_: str) -> EngineSpec:
    """A mutant as an engine, so that one can look at what a mistake makes of a case."""
    from conformance.mutants.mutant import UnknownMutant, find

    try:
        return find(id_).spec()
    except UnknownMutant as unknown:
        raise WrongCall(f"--engine: {unknown}") from unknown


def select(cases: Sequence[Case], rules: Sequence[str], ids: Sequence[str], registry: Registry) -> list[Case]:
    """The cases of any of the rules (today's `702.26`, `702.26g`, `702.26g/c`) and with any of the ids, as far as either is given."""
    chosen = list(cases)
    for rule in rules:
        if not any(is_within(reference, checked(rule, registry)) for case in cases for reference in case.rules):
            raise not_named(rule, registry, "no case names it", "'mtg-conformance coverage' shows which rules have cases")
    if rules:
        chosen = [case for case in chosen if any(is_within(reference, rule) for reference in case.rules for rule in rules)]
    if ids:
        known = [case.id for case in cases]
        for wanted in ids:
            if wanted not in known:
                raise WrongCall(f"--case {wanted}: {unknown_case(wanted, known)}")
        chosen = [case for case in chosen if case.id in ids]
    if not chosen:
        raise WrongCall("no case is left: --rule and --case name none that fits both" if rules and ids else "there are no cases")
    return chosen


def unknown_case(wanted: str, known: Sequence[str]) -> str:
    """`there is no such case; did you mean ...?`."""
    if NUMBER.fullmatch(wanted.partition("/")[0]):
        return f"there is no such case; that is the number of a rule: 'mtg-conformance rules show {wanted}' names its cases"
    near = choose_from(wanted, known if len(known) > 30 else list(known) + [""] * 31)
    remedy = near or "'mtg-conformance rules show R' names the cases of a rule"
    return f"there is no such case; {remedy}"


def timeout_of(given: float) -> float:
    """The seconds that a call of the engine may take. Not a number, and for ever, would let an engine that hangs hang the run."""
    if not 0 < given < math.inf:
        what = "a number of seconds is needed" if math.isnan(given) or given > 0 else "more than 0 seconds are needed"
        raise WrongCall(f"--timeout {given:g}: {what}")
    return given


def shard_of(given: str | None) -> tuple[int, int] | None:
    """`2/5` as (2, 5)."""
    if given is None:
        return None
    match = re.fullmatch(r"([0-9]{1,5})/([0-9]{1,5})", given)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise WrongCall(f"--shard {given}: write K/N with K from 1 to N, as in 2/5")
    return int(match[1]), int(match[2])
