"""Mutations that the tool does not have by itself, in its own form: what rules code is made of is tests of membership, filters and effects.

The tool's own operators change comparisons, numbers and truth values; they leave `in` alone, and never take anything away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import parso
from cosmic_ray.operators.operator import Example, Operator

Position = tuple[tuple[int, int], tuple[int, int]]


def _code(text: str) -> Any:
    """A piece of source as a node to be put in place of another."""
    return parso.parse(text)


def _place(node: Any) -> Position:
    return node.start_pos, node.end_pos


class SwapIn(Operator):
    """`in` becomes `not in`, and the other way round."""

    @staticmethod
    def _points(node: Any) -> list[int]:
        if node.type != "comparison":
            return []
        return [place for place, child in enumerate(node.children) if place % 2 and child.get_code().split() in (["in"], ["not", "in"])]

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        for place in self._points(node):
            yield _place(node.children[place])

    def mutate(self, node: Any, index: int) -> Any:
        place = self._points(node)[index]
        node.children[place] = _code(" in" if node.children[place].get_code().split() == ["not", "in"] else " not in")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return Example("x in y", "x not in y"), Example("x not in y", "x in y")


class ConditionHolds(Operator):
    """The condition of a comprehension holds always: the filter is gone."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        if node.type == "comp_if":
            yield _place(node.children[1])

    def mutate(self, node: Any, index: int) -> Any:
        node.children[1] = _code(" True")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("[x for x in y if z]", "[x for x in y if True]"),)


class ConditionTurned(Operator):
    """The condition of a comprehension is turned round."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        if node.type == "comp_if":
            yield _place(node.children[1])

    def mutate(self, node: Any, index: int) -> Any:
        node.children[1] = _code(f" not ({node.children[1].get_code().strip()})")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("[x for x in y if z]", "[x for x in y if not (z)]"),)


class DropOperand(Operator):
    """One of the conditions that `and` or `or` ties together is gone."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        if node.type in ("and_test", "or_test"):
            for operand in node.children[::2]:
                yield _place(operand)

    def mutate(self, node: Any, index: int) -> Any:
        word = node.children[1].value
        left = [operand.get_code().strip() for place, operand in enumerate(node.children[::2]) if place != index]
        return _code(f"{node.get_first_leaf().prefix}{f' {word} '.join(left)}")

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (
            Example("x and y and z", "y and z"),
            Example("x and y and z", "x and z", occurrence=1),
            Example("x or y", "x", occurrence=1),
        )


class SwapAnyAll(Operator):
    """`any` becomes `all`, and the other way round."""

    NAMES: ClassVar[dict[str, str]] = {"any": "all", "all": "any"}

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        if node.type == "name" and node.value in self.NAMES:
            yield _place(node)

    def mutate(self, node: Any, index: int) -> Any:
        return parso.python.tree.Name(self.NAMES[node.value], node.start_pos, node.prefix)

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return Example("any(x)", "all(x)"), Example("all(x)", "any(x)")


class DropStatement(Operator):
    """A statement is gone that does something: a call, a change of a field, a way out, or an error that is raised."""

    GONE = ("return_stmt", "raise_stmt", "atom_expr", "power")

    @classmethod
    def _does_something(cls, statement: Any) -> bool:
        if statement.type == "expr_stmt":  # not of a plain variable: without it the next line cannot even be run
            target, sign = statement.children[0], statement.children[1]
            return sign.type == "operator" and (sign.value != "=" or target.type in ("atom_expr", "power"))
        return statement.type in cls.GONE or (statement.type == "keyword" and statement.value in ("return", "continue", "break"))

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        if node.type == "simple_stmt" and self._does_something(node.children[0]):
            yield _place(node.children[0])

    def mutate(self, node: Any, index: int) -> Any:
        node.children[0] = _code(f"{node.children[0].get_first_leaf().prefix}pass")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return Example("x.y = z\n", "pass\n"), Example("x(y)\n", "pass\n")


class Provider:
    """The operators above, as the tool asks for them."""

    OPERATORS: ClassVar[dict[str, type[Operator]]] = {
        operator.__name__: operator for operator in (SwapIn, ConditionHolds, ConditionTurned, DropOperand, SwapAnyAll, DropStatement)
    }

    def __iter__(self) -> Iterator[str]:
        return iter(self.OPERATORS)

    def __getitem__(self, name: str) -> type[Operator]:
        return self.OPERATORS[name]
