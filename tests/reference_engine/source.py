"""The engine's source as syntax trees, for tests that hold its structure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import reference_engine

ROOT = Path(reference_engine.__file__).parent


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the engine by its dotted name below the package."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts).removesuffix(".__init__")] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return found


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function with its qualified name; one within another belongs to the outer one."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node


def uses(names: set[str]) -> set[str]:
    """`module.function: name` of every place that uses one of the attributes."""
    found = set()
    for module, tree in modules().items():
        inside = set()
        for function, node in functions(tree):
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute):
                    inside.add(part)
                    if part.attr in names:
                        found.add(f"{module}.{function}: {part.attr}")
        for part in ast.walk(tree):
            if isinstance(part, ast.Attribute) and part not in inside and part.attr in names:
                found.add(f"{module}: {part.attr}")
    return found


def writes(names: set[str]) -> set[str]:
    """The modules in which one of the attributes is assigned to, deleted or set by name."""
    found = set()
    for module, tree in modules().items():
        for part in ast.walk(tree):
            stored = isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load) and part.attr in names
            by_name = (
                isinstance(part, ast.Call)
                and getattr(part.func, "id", getattr(part.func, "attr", None)) in ("setattr", "__setattr__", "delattr")
                and any(isinstance(argument, ast.Constant) and argument.value in names for argument in part.args)
            )
            if stored or by_name:
                found.add(module)
    return found
