"""The list of the mutants that no case catches says of each one, well formed, where it is and why that is right."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "mutation"
SHORTEST_REASON = 30


def loaded(name):
    """A script of mutation/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"mutation_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


rate = loaded("rate")
ENTRIES = yaml.safe_load(rate.SURVIVORS.read_text(encoding="utf-8"))


def functions(module):
    """Source of each function of a module of the reference engine, by its name; several of one name one after the other."""
    text = (ROOT / "reference_engine" / f"{module}.py").read_text(encoding="utf-8")
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = found.get(node.name, "") + (ast.get_source_segment(text, node) or "")
    return found


def named(entry):
    return f"{entry.get('module')}.{entry.get('function')}: {str(entry.get('was'))[:60]}"


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_an_entry_says_all_of_it(entry):
    assert set(entry) == {"module", "function", "was", "now", "kind", "why"}
    assert entry["kind"] in rate.KINDS
    assert len(entry["why"].strip()) >= SHORTEST_REASON
    assert entry["now"], "at least one mutant"
    for operator, now in rate.pairs(entry):
        assert operator[0].isupper()
        assert now != entry["was"]


@pytest.mark.parametrize("entry", ENTRIES, ids=named)
def test_an_entry_is_about_lines_that_are_there(entry):
    """After a change of the engine the tool has to be run again, and the entry written anew."""
    if entry["function"]:
        source = functions(entry["module"])[entry["function"]]
    else:
        source = (ROOT / "reference_engine" / f"{entry['module']}.py").read_text(encoding="utf-8")
    line = re.sub(r" \[\d+\]$", "", entry["was"])
    assert " ".join(line.split()) in " ".join(source.split())


def test_no_mutant_is_explained_twice():
    keys = [(entry["module"], entry["function"], operator, entry["was"], now) for entry in ENTRIES for operator, now in rate.pairs(entry)]
    assert len(keys) == len(set(keys))


def test_the_further_operators_do_what_their_examples_say():
    pytest.importorskip("cosmic_ray", reason="the mutation tool is not installed (pip install -e '.[mutation]')")
    from cosmic_ray.mutating import mutate_code

    for operator in loaded("operators").Provider.OPERATORS.values():
        for example in operator.examples():
            assert mutate_code(example.pre_mutation_code, operator(), example.occurrence) == example.post_mutation_code
