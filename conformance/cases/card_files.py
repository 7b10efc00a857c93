"""Files of the card pool: a list of entries, read as strictly as cases.

Checked here is what every reader of the pool needs (names, types, shape); the abilities are compiled by the reference engine, and are
kept as they are written.
"""

from __future__ import annotations

from typing import Any

from conformance.cases.cards import CardPool, Entry
from conformance.cases.problems import Problem, Unreadable, shown
from conformance.cases.reader import Node, read
from conformance.cases.scope import Scope
from conformance.cases.shapes import Json, Kinds, ListOf, Record, Shape, Text, Word
from conformance.cases.words import CARD_TYPES

_WORDS = ListOf(Text())
_VALUE = Text("a number, * or an expression", numeric=True)


class Free(Shape):
    """Whatever the reference engine makes of it."""

    def read(self, node: Node, scope: Scope) -> Any:
        return plain(node)

    def schema(self) -> Json:
        return {}


_FACE: dict[str, Shape] = {
    "name": Text("a card's name"),
    "cost": Kinds(null=True, text=Text("a mana cost", r"^(\{[^{}\s]+\})*$", "{1}{U}")),
    "types": ListOf(Word(*CARD_TYPES, what="card type"), 1),
    "subtypes": _WORDS,
    "supertypes": _WORDS,
    "power": _VALUE,
    "toughness": _VALUE,
    "loyalty": _VALUE,
    "abilities": ListOf(Free()),
}


class CardShape(Record):
    """An entry of the pool: what is known of every card, and keys of the engine's besides."""

    def __init__(self, fields: dict[str, Shape]) -> None:
        super().__init__(fields, ["name", "types"])

    def read_entries(self, entries: dict[str, Node], node: Node, scope: Scope) -> Json:
        known = {key: item for key, item in entries.items() if key in self.fields}
        super().read_entries(known, node, scope)
        return {key: plain(item) for key, item in entries.items()}

    def schema(self) -> Json:
        return {**super().schema(), "additionalProperties": True}


CARD = CardShape({**_FACE, "back": CardShape(_FACE)})


def plain(node: Node) -> Any:
    """A node as mappings, lists and strings."""
    value = node.value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def parse_cards(data: bytes, file: str) -> tuple[list[Entry], list[Problem]]:
    """The entries in the bytes of one file, and everything that is wrong with it. Raises nothing."""
    problems: list[Problem] = []
    try:
        root = read(data, file)
    except Unreadable as error:
        return [], [error.problem]
    scope = Scope(file, problems, CardPool(), frozenset())
    if type(root.value) is not list:
        scope.error(root, f"expected a list of cards, found {root.kind}", "begin each card with '- name: ...'")
        return [], problems
    seen: dict[str, int] = {}
    entries: list[Entry] = []
    for node in root.value:
        before = scope.errors
        entry = CARD.read(node, scope)
        if scope.errors > before:
            continue
        if entry["name"] in seen:
            scope.error(node, f"the card {shown(entry['name'])} is there twice", f"first on line {seen[entry['name']]}")
            continue
        seen[entry["name"]] = node.place.line
        entries.append(entry)
    return entries, problems


def card_file_schema() -> Json:
    """The JSON Schema of a file of the card pool; what abilities may say is the reference engine's vocabulary."""
    return {"type": "array", "items": CARD.schema()}
