"""The rhythm of the rules' functions: a docstring with its lines, and rule numbers that are rule numbers."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest
import source

from conformance.cases.library import builtin
from conformance.rules.loader import load
from conformance.rules.registry import NUMBER, Registry

RULES_MODULES = (
    "untap_step", "untapping", "phasing", "day_night", "planechase", "state_based_actions", "leaving_the_game", "turn_structure",
    "triggered_abilities", "priority", "stack", "combat", "combat_damage", "zones", "attachments", "counters", "damage", "durations",
    "continuous_effects", "casting", "targets", "protection",
)  # fmt: skip
LABELS = ("Rules", "When", "Decides", "Events")
# Calls that are given the rule by which something happens.
CITES = {"batch", "emit", "happen", "move", "attach", "unattach", "tap", "untap_all", "planeswalk", "planeswalk_to", "become", "_designate",
         "remove", "put", "leave", "phase_in", "phase_out", "exchange", "discard", "draw", "_leave", "put_onto_battlefield", "lose_life",
         "gain_life", "trigger_now", "remove_from_game", "Event", "_in", "_out", "sacrifice", "create_token"}  # fmt: skip


@cache
def registry() -> Registry:
    return load(builtin() / "rules", "cases/rules")


def docstrings() -> list[tuple[str, str, bool]]:
    """(name, docstring, whether it is public) of every function of the modules that carry out rules, and of the classes' methods."""
    found = []
    for module in RULES_MODULES:
        for name, node in source.functions(source.modules()[module]):
            last = name.rpartition(".")[2]
            found.append((f"{module}.{name}", ast.get_docstring(node) or "", not last.startswith("_") and "." not in name))
    return found


def rules_lines() -> list[tuple[str, str]]:
    """(function, number) of every `Rules:` line of the engine."""
    found = []
    for module, tree in source.modules().items():
        for name, node in source.functions(tree):
            text = ast.get_docstring(node) or ""
            for match in re.finditer(r"^Rules:\s*((?:.+\n?)+?)(?=^\w+:|\Z|^\s*$)", text, re.MULTILINE):
                found += [(f"{module}.{name}", number) for number in re.split(r",\s*", " ".join(match[1].split()).rstrip(". "))]
    return found


def cited() -> list[tuple[str, str]]:
    """(place, rule) of every rule that is passed on with an event: string constants in the form of a number, in calls that take a rule."""
    found = []
    for module, tree in source.modules().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if function not in CITES:
                continue
            values = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg == "rule")]
            constants = [part for value in values for part in ast.walk(value) if isinstance(part, ast.Constant)]
            found += [
                (f"{module}:{node.lineno}", part.value) for part in constants if isinstance(part.value, str) and part.value[:1].isdigit()
            ]
    return found


def defaults() -> list[tuple[str, str]]:
    """(function, rule) of every parameter `rule` with a default."""
    found = []
    for module, tree in source.modules().items():
        for name, node in source.functions(tree):
            named = [*node.args.posonlyargs, *node.args.args]
            pairs = [*zip(named[len(named) - len(node.args.defaults) :], node.args.defaults, strict=True),
                     *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)]  # fmt: skip
            found += [
                (f"{module}.{name}", value.value)
                for argument, value in pairs
                if argument.arg == "rule" and isinstance(value, ast.Constant) and value.value is not None
            ]
    return found


def wrong(number: str) -> str | None:
    """What is wrong with a rule number, or None; a span as 702.16c-d is judged by its first number."""
    first, _, rest = number.partition("-")
    if not NUMBER.fullmatch(first) or (rest and not re.fullmatch(r"[a-z]", rest)):
        return f"{number!r} has not the form of a rule number"
    about = registry().wrong(first)
    return f"{about[0]} ({about[1]})" if about else None


def test_every_public_function_of_the_rules_says_what_it_does():
    bare = [name for name, text, public in docstrings() if public and not text and name.rpartition(".")[2] not in MODEST]
    assert bare == []


# Questions whose name says all, as `is_phenomenon`.
MODEST = {"is_phenomenon", "in_combat", "add_lore_counter"}


def test_the_lines_of_a_docstring_are_in_their_order():
    """What happens, `Rules`, `When`, `Decides`, `Events`: each once, in this order, never empty."""
    untidy = []
    for name, text, _ in docstrings():
        labels = [match[1] for match in re.finditer(rf"^({'|'.join(LABELS)}):", text, re.MULTILINE)]
        if labels != sorted(set(labels), key=LABELS.index) or re.search(rf"^({'|'.join(LABELS)}):\s*$", text, re.MULTILINE):
            untidy.append((name, labels))
    assert untidy == []


def carried_out() -> list[str]:
    """The public functions of the rules modules that change the game: they announce events or ask for decisions."""
    found = []
    for module in RULES_MODULES:
        for name, node in source.functions(source.modules()[module]):
            if name.startswith("_") or "." in name:
                continue
            calls = {part.func.attr for part in ast.walk(node) if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)}
            if calls & {"batch", "emit"}:
                found.append(f"{module}.{name}")
    return found


def test_whoever_announces_events_says_which_or_cites_the_rule():
    texts = {name: text for name, text, _ in docstrings()}
    silent = [name for name in carried_out() if not re.search(r"Events:|Rules:|\(rules? \d|Rules? \d", texts[name])]
    assert silent == []


def test_the_source_cites_rules_at_all():
    """So that the tests below cannot pass because nothing was found."""
    assert len(rules_lines()) > 150
    assert len(cited()) > 80
    assert len(defaults()) > 10
    assert ("phasing.swap", "502.1") in rules_lines()
    assert any(place.startswith("phasing:") and rule == "702.26g" for place, rule in cited())


@pytest.mark.parametrize("found", [rules_lines, cited, defaults], ids=["Rules lines", "events", "defaults"])
def test_every_rule_that_the_engine_cites_is_one(found):
    assert [(place, problem) for place, number in found() if (problem := wrong(number))] == []


@pytest.mark.parametrize("module", ["untap_step", "phasing", "planechase", "day_night"])
def test_the_seeds_are_carried_out_somewhere(module):
    """Each module of the seeds cites rules in its docstrings, and not only in its head."""
    assert len({number for place, number in rules_lines() if place.startswith(f"{module}.")}) >= 8
