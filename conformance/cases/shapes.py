"""The shapes that parts of a file can have. One table of shapes reads files (`read`) and describes them (`schema`).

`read` gives the typed value; what does not fit is told to the scope and gives None, so that one reading finds every mistake.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from conformance.cases.problems import choose_from, listed, shown
from conformance.cases.reader import Node
from conformance.cases.scope import NAME_PATTERN, Scope

Json = dict[str, Any]


class Shape:
    """What a value may look like. Subclasses say how it is read and how a JSON Schema says the same."""

    what = "a value"

    def read(self, node: Node, scope: Scope) -> Any:
        raise NotImplementedError

    def schema(self) -> Json:
        raise NotImplementedError

    def wrong(self, node: Node, scope: Scope, remedy: str = "") -> Any:
        """Tell that `node` is no such thing."""
        key = node.key_mark is not None and node.value is None
        return scope.error(node, f"expected {self.what}, found {node.kind}", remedy, key=key)


class Text(Shape):
    """A string, as it stands. `numeric` ones look like numbers to other YAML readers, which the schema allows for."""

    def __init__(self, what: str = "text", pattern: str | None = None, example: str = "", *, numeric: bool = False) -> None:
        self.what = what
        self.pattern = pattern
        self.example = example
        self.numeric = numeric
        self._match = re.compile(pattern).search if pattern else None

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not str or not value.strip():
            return self.wrong(node, scope)
        if self._match and (not self._match(value) or value.endswith("\n")):
            return self.wrong(node, scope, f"as in {self.example}" if self.example else "")
        return value

    def schema(self) -> Json:
        text: Json = {"type": "string", "minLength": 1} if not self.pattern else {"type": "string", "pattern": self.pattern}
        return {"anyOf": [text, {"type": "number"}]} if self.numeric else text


class Word(Shape):
    """One of a few words."""

    def __init__(self, *words: str, what: str = "word") -> None:
        self.words = words
        self._known = frozenset(words)
        self.what = f"{what} ({listed(words)})"
        self._kind = what

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is str:
            if value in self._known:
                return value
            return scope.error(node, f"unknown {self._kind} {shown(value)}", choose_from(value, self.words))
        return self.wrong(node, scope)

    def schema(self) -> Json:
        return {"enum": list(self.words)}


MAX_DIGITS = 9
"""So long may a number be: any engine's integers hold it."""


class Number(Shape):
    """A whole number."""

    def __init__(self, least: int | None = 0) -> None:
        self.least = least
        self.what = "a whole number" if least is None else f"a whole number from {least}"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is str and is_number(value):
            number = int(value)
            if self.least is None or number >= self.least:
                return number
        too_long = type(value) is str and value.lstrip("+-").isdecimal() and len(value) > MAX_DIGITS
        return self.wrong(node, scope, f"of at most {MAX_DIGITS} digits" if too_long else "")

    def schema(self) -> Json:
        return {"type": "integer"} if self.least is None else {"type": "integer", "minimum": self.least}


class Flag(Shape):
    """`true` or `false`, and no other word for them."""

    what = "true or false"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if value == "true":
            return True
        if value == "false":
            return False
        return self.wrong(node, scope)

    def schema(self) -> Json:
        return {"type": "boolean"}


class ListOf(Shape):
    """A list of one kind of thing."""

    def __init__(self, item: Shape, least: int = 0) -> None:
        self.item = item
        self.least = least
        self.what = "a list"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not list:
            return self.wrong(node, scope, "write it in brackets: [..]" if type(value) is str else "")
        if len(value) < self.least:
            return scope.error(node, f"the list is {'too short' if value else 'empty'}", f"it holds at least {self.least}")
        read = self.item.read
        return [read(item, scope) for item in value]

    def schema(self) -> Json:
        return {"type": "array", "items": self.item.schema(), **({"minItems": self.least} if self.least else {})}


class Record(Shape):
    """A mapping with known keys."""

    what = "a mapping"

    def __init__(self, fields: Mapping[str, Shape], required: Iterable[str] = (), *, some: bool = False) -> None:
        self.fields = dict(fields)
        self.required = tuple(required)
        self.some = some
        """Whether at least one key has to be there."""

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not dict:
            return self.wrong(node, scope, f"with the keys {listed(self.fields)}" if len(self.fields) <= 30 else "")
        return self.read_entries(value, node, scope)

    def read_entries(self, entries: dict[str, Node], node: Node, scope: Scope) -> Json:
        """Read the entries of a mapping that may have had some taken out."""
        result: Json = {}
        fields = self.fields
        for key, item in entries.items():
            shape = fields.get(key)
            if shape is None:
                scope.error(item, f"unknown key {shown(key)}", choose_from(key, fields), key=True)
            else:
                result[key] = shape.read(item, scope)
        for key in self.required:
            if key not in entries:
                scope.error(node, f"{shown(key)} is missing", f"required: {listed(self.required)}")
        if self.some and not entries:
            scope.error(node, "an empty mapping asks for nothing", choose_from("", fields))
        return result

    def schema(self) -> Json:
        result: Json = {"type": "object", "properties": {key: shape.schema() for key, shape in self.fields.items()}}
        if self.required:
            result["required"] = list(self.required)
        if self.some:
            result["minProperties"] = 1
        return {**result, "additionalProperties": False}


class MapOf(Shape):
    """A mapping from free keys to one kind of value."""

    what = "a mapping"

    def __init__(self, value: Shape, pattern: str | None = None, key: str = "key") -> None:
        self.value = value
        self.pattern = pattern
        self.key = key
        self._match = re.compile(pattern).search if pattern else None

    def check_key(self, key: str, node: Node, scope: Scope) -> None:
        if (self._match and not self._match(key)) or not key:
            scope.error(node, f"{shown(key)} is no {self.key}", "", key=True)

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not dict:
            return self.wrong(node, scope)
        result = {}
        for key, item in value.items():
            self.check_key(key, item, scope)
            result[key] = self.value.read(item, scope)
        return result

    def schema(self) -> Json:
        names: Json = {"propertyNames": {"pattern": self.pattern}} if self.pattern else {}
        return {"type": "object", "additionalProperties": self.value.schema(), **names}


class Kinds(Shape):
    """One of several shapes, told apart by the kind of YAML: null, a list, a mapping, or (one or two) kinds of scalar."""

    def __init__(
        self,
        *,
        null: bool = False,
        number: Shape | None = None,
        flag: Shape | None = None,
        text: Shape | None = None,
        items: Shape | None = None,
        record: Shape | None = None,
        what: str = "",
    ) -> None:
        self.null = null
        self.number, self.flag, self.text, self.items, self.record = number, flag, text, items, record
        shapes = [shape for shape in (number, flag, text, items, record) if shape]
        self.what = what or listed([*(shape.what for shape in shapes), *(["null"] if null else [])])

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        shape: Shape | None
        if value is None:
            return None if self.null else self.wrong(node, scope)
        if type(value) is dict:
            shape = self.record
        elif type(value) is list:
            shape = self.items
        elif self.number and is_number(value):
            shape = self.number
        elif self.flag and (value in ("true", "false") or not self.text):
            shape = self.flag
        else:
            shape = self.text
        return shape.read(node, scope) if shape else self.wrong(node, scope)

    def schema(self) -> Json:
        shapes = [shape.schema() for shape in (self.number, self.flag, self.text, self.items, self.record) if shape]
        return {"anyOf": [*shapes, *([{"type": "null"}] if self.null else [])]}


class PlayerName(Shape):
    """A player of the case."""

    what = "a player"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not str:
            return self.wrong(node, scope)
        if value not in scope.players:
            scope.player(node, value)
        return value

    def schema(self) -> Json:
        return {"type": "string", "pattern": NAME_PATTERN}


class Thing(Shape):
    """The name of an object, and where allowed of a player or a card."""

    def __init__(self, *, players: bool = True, cards: bool = True) -> None:
        self.players = players
        self.cards = cards
        self.what = listed(["the name of an object", *(["a player"] if players else []), *(["a card"] if cards else [])])

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not str or not value:
            return self.wrong(node, scope)
        scope.thing(node, value, players=self.players, cards=self.cards)
        return value

    def schema(self) -> Json:
        return {"type": "string", **({} if self.cards else {"pattern": NAME_PATTERN})}


class CardName(Shape):
    """A card of the pool, by the name of its front face."""

    what = "a card"

    def read(self, node: Node, scope: Scope) -> Any:
        value = node.value
        if type(value) is not str or not value:
            return self.wrong(node, scope)
        scope.card(node, value)
        return value

    def schema(self) -> Json:
        return {"type": "string", "minLength": 1}


def is_number(text: str) -> bool:
    """Whether `text` is a whole number as a case writes it: digits, with a sign before them or not."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return digits.isdecimal() and digits.isascii() and len(digits) <= MAX_DIGITS
