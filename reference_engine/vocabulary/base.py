"""How data become words: a registry of classes by group and name, and the reader that fills their fields.

A word is written `name` (no fields), `{name: value}` (the value goes to its first field) or `{name: {field: value, ...}}`.
Scalars may be strings, as the case files have them: a number is read where a number is wanted.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from reference_engine.errors import BadDefinition

T = TypeVar("T")

StepName = Literal[
    "untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "declare_blockers", "combat_damage",
    "end_of_combat", "postcombat_main", "end", "cleanup",
]  # fmt: skip
"""Steps and the main phases, as words of cards."""


class Word:
    """Base of everything that a card can say. Subclasses are dataclasses; `group` is what the word can stand for."""

    group: ClassVar[str] = ""
    word: ClassVar[str] = ""

    def text(self, w: Wording) -> str:
        raise NotImplementedError(f"{type(self).__name__} has no wording")


REGISTRY: dict[str, dict[str, type[Word]]] = {}


@typing.dataclass_transform(eq_default=False, frozen_default=True)
def word(group: str, name: str) -> Callable[[type[T]], type[T]]:
    """Registers a class as the word `name` of a group, and makes it a dataclass of its fields."""

    def register(cls: type[T]) -> type[T]:
        made: Any = dataclasses.dataclass(eq=False, repr=False)(cls)  # frozen would cost as much again at every start
        made.group, made.word = group, name
        REGISTRY.setdefault(group, {})[name] = made
        return typing.cast(type[T], made)

    return register


class Readable:
    """A class that reads itself from data (`read`), for fields that are no words of a group."""

    @classmethod
    def read(cls, node: Any, where: str) -> Any:
        raise NotImplementedError


def read_word(group: str, node: Any, where: str) -> Any:
    """Reads one word of a group; a BadDefinition names the place and what is allowed."""
    if group == "cost" and isinstance(node, str) and node.startswith("{"):
        node = {"mana": node}  # symbols alone are mana
    if isinstance(node, str):
        name, value, bare = node, None, True
    elif isinstance(node, dict) and len(node) == 1:
        ((name, value),) = node.items()
        bare = False
    else:
        raise BadDefinition(where, f"a {group} is a word or a mapping with one key, not {node!r}")
    cls = REGISTRY.get(group, {}).get(name)
    if cls is None:
        raise BadDefinition(where, f"{name!r} is no {group}; there are {', '.join(sorted(REGISTRY.get(group, {})))}")
    return fill(cls, value, bare, f"{where}.{name}")


_HINTS: dict[type, dict[str, Any]] = {}


def fill(cls: type[Any], value: Any, bare: bool, where: str) -> Any:
    """Makes a word of its value: a mapping of its fields, or the value of its first field."""
    fields = dataclasses.fields(cls)
    hints = _HINTS.get(cls)
    if hints is None:
        hints = _HINTS[cls] = get_type_hints(cls)
    names = [field.name for field in fields]
    if bare:
        given: dict[str, Any] = {}
    elif isinstance(value, dict) and all(_key(key) in names for key in value) and (value or len(names) != 1):
        given = {_key(key): item for key, item in value.items()}
    elif names:
        given = {names[0]: value}
    else:
        raise BadDefinition(where, f"takes no value, not {value!r}")
    out = {}
    for field in fields:
        if field.name in given:
            out[field.name] = read_value(hints[field.name], given[field.name], f"{where}.{field.name}")
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise BadDefinition(where, f"{field.name!r} is missing")
    try:
        return cls(**out)
    except ValueError as wrong:  # a word checks its own fields; where it stands is known here
        raise BadDefinition(where, str(wrong)) from None
    except BadDefinition as within:
        raise BadDefinition(f"{where}.{within.where}", within.what) from None


def one_of(what: str, value: str | None, allowed: Iterable[str]) -> None:
    """For a word's `__post_init__`: ValueError if the value is not one of those allowed; None is not looked at."""
    if value is not None and value not in allowed:
        raise ValueError(f"{what}: {value!r} is not one of {', '.join(allowed)}")


def _key(key: str) -> str:
    """Field names that Python keeps for itself are written with a trailing underscore in classes, without it in data."""
    return key + "_" if key in ("as", "else", "from", "if", "is", "not", "while", "with") else key


def read_value(hint: Any, node: Any, where: str) -> Any:
    """Reads a value of the annotated type of a field."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(hint) if option is not type(None)]
        if node is None:
            return None
        return read_value(options[0], node, where)
    if origin in (list, tuple):
        item = get_args(hint)[0]
        nodes = node if isinstance(node, list) else [node]
        return tuple(read_value(item, entry, f"{where}[{index}]") for index, entry in enumerate(nodes))
    if origin is Literal:
        allowed = get_args(hint)
        if isinstance(node, str) and node in allowed:
            return node
        raise BadDefinition(where, f"{node!r} is not one of {', '.join(allowed)}")
    if origin is dict:
        key_type, value_type = get_args(hint)
        if not isinstance(node, dict):
            raise BadDefinition(where, f"a mapping is wanted, not {node!r}")
        return {read_value(key_type, key, where): read_value(value_type, item, f"{where}.{key}") for key, item in node.items()}
    if hint is int:
        return read_int(node, where)
    if hint is bool:
        if isinstance(node, bool):
            return node
        if node in ("true", "false"):
            return node == "true"
        raise BadDefinition(where, f"true or false is wanted, not {node!r}")
    if hint is str:
        if isinstance(node, str):
            return node
        raise BadDefinition(where, f"a word is wanted, not {node!r}")
    if hint is Any:
        return node
    if isinstance(hint, type) and issubclass(hint, Readable):
        return hint.read(node, where)
    if isinstance(hint, type) and issubclass(hint, Word):
        return read_word(hint.group, node, where)
    raise BadDefinition(where, f"no reader for {hint!r}")


def read_int(node: Any, where: str) -> int:
    if isinstance(node, bool):
        raise BadDefinition(where, f"a number is wanted, not {node!r}")
    try:
        return int(node)
    except (TypeError, ValueError):
        raise BadDefinition(where, f"a number is wanted, not {node!r}") from None


NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Wording:
    """What the rules text of one card needs to know to name things: the card and how it calls itself."""

    def __init__(self, name: str, noun: str) -> None:
        self.name = name
        self.this = f"this {noun}"
        self.host = "enchanted creature"
        self.targets: list[str] = []
        self.those = "those permanents"  # what "those" are called: what was spoken of last

    def target(self, index: int) -> str:
        return self.targets[index] if index < len(self.targets) else "that target"


def number(n: int) -> str:
    """A small number in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def sentence(text: str) -> str:
    """A clause as a sentence: a capital at its start, a full stop at its end."""
    text = text.strip()
    return text if not text else text[0].upper() + text[1:] + ("" if text.endswith((".", ")", '"')) else ".")


def listing(parts: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b, and c`."""
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) == 2:
        return f"{parts[0]} {last} {parts[1]}"
    return f"{', '.join(parts[:-1])}, {last} {parts[-1]}"
