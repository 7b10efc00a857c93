"""What is doubtful about cases that load: found by looking at them, without playing them.

(Whether a case does what it says on the reference engine is for the `lint` command to find out.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

import msgspec

from conformance.cases.library import Loaded
from conformance.cases.model import Act, Answers, Case, NameObject, Place, Step
from conformance.cases.problems import Problem, shown

WrongRule = Callable[[str], tuple[str, str] | None]


def lint(loaded: Loaded, wrong_rule: WrongRule | None = None) -> list[Problem]:
    """Everything to be said about loaded cases: the problems of loading, and what else is wrong or doubtful, by file and line.

    `wrong_rule` says of an entry of `rules` what is wrong with it and the remedy (`Registry.wrong` of conformance.rules); without it,
    `rules` are not looked at.
    """
    problems = list(loaded.problems)
    for case in loaded.cases:
        problems += _without_control(case)
        if wrong_rule is not None:
            wrong = [found for rule in case.rules if (found := wrong_rule(rule)) is not None]
            problems += [_problem(case, None, f"case {case.id}: {message}", remedy) for message, remedy in wrong]
    problems += _alike(loaded.cases)
    return sorted(problems, key=lambda problem: (problem.file, problem.line, problem.column))


def _problem(case: Case, place: Place | None, message: str, remedy: str, severity: str = "error") -> Problem:
    line, column = (place.line, place.column) if place else (case.line, 1)
    return Problem(case.file, line, column, message, remedy, severity)


def _tries(script: Iterable[Step]) -> list[tuple[str, str | None, Place | None]]:
    """Every action and queued answer: its kind, why it is to be refused (None: it is not), and where it stands."""
    tries: list[tuple[str, str | None, Place | None]] = []
    for step in script:
        if isinstance(step, Act):
            tries.append((step.action["type"], step.illegal, step.place))
        elif isinstance(step, Answers):
            tries += [(answer.kind, answer.illegal, answer.place) for queue in step.queues.values() for answer in queue]
    return tries


def _without_control(case: Case) -> list[Problem]:
    """Refusals without a positive control: an engine that refuses everything would pass.

    Acting without priority needs none, since it is refused for a reason that has nothing to do with the action.
    """
    tries = _tries(case.script)
    accepted = {kind for kind, illegal, _ in tries if illegal is None}
    remedy = "add a positive control: the same kind of action where it is legal"
    return [
        _problem(case, place, f"case {case.id}: {shown(kind)} is only ever refused", remedy, "warning")
        for kind, illegal, place in tries
        if illegal not in (None, "no_priority") and kind not in accepted
    ]


def _alike(cases: Iterable[Case]) -> list[Problem]:
    """Cases that are the same but for names and the order of the permanents."""
    first: dict[str, Case] = {}
    problems = []
    for case in cases:
        other = first.setdefault(likeness(case), case)
        if other is not case:
            message = f"case {case.id} is the same as {other.id} but for names"
            problems.append(_problem(case, None, message, f"see {other.file}:{other.line}: remove one, or make them differ", "warning"))
    return problems


def likeness(case: Case) -> str:
    """A hash of what happens in a case: equal for two that differ only in names, titles and the order of permanents."""
    given = dict(case.given)
    given["battlefield"] = sorted(given["battlefield"], key=_looks)
    names = {player: f"@player{index}" for index, player in enumerate(given["players"])}
    for entry in _objects(given):
        names.setdefault(entry["id"], f"@object{len(names)}")
    for step in case.script:
        given_name = step.name if isinstance(step, NameObject) else step.action.get("as") if isinstance(step, Act) else None
        if given_name:
            names.setdefault(given_name, f"@object{len(names)}")
    script = msgspec.to_builtins(case.script)
    whole = [case.expect_refused, case.editions, _renamed(given, names), _renamed(script, names)]
    return sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()


def _looks(permanent: dict[str, Any]) -> bytes:
    """What a permanent is without its name and attachment, to sort by."""
    seen = {key: value for key, value in permanent.items() if key not in ("id", "attached_to")}
    return msgspec.json.encode(seen, order="deterministic")


def _objects(given: dict[str, Any]) -> Iterable[dict[str, Any]]:
    yield from given["battlefield"]
    for seat in given["seats"].values():
        for zone in ("hand", "library", "graveyard", "exile", "command", "planar_deck"):
            yield from seat[zone]
    if given["planechase"]:
        yield from given["planechase"]["face_up"]
        yield from given["planechase"]["planar_deck"]


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """`value` with every name replaced, and without places."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(item, names) for key, item in value.items() if key not in ("place", "places")}
    return value
