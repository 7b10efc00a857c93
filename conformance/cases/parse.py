"""Case files: a list of cases, each read whole, so that every mistake in a file is told in one run."""

from __future__ import annotations

from datetime import date
from typing import Any

from conformance.cases.canonical import Position
from conformance.cases.cards import CardPool
from conformance.cases.model import Case, Editions, Prologue, Step
from conformance.cases.parse_given import NODE, Given, entries
from conformance.cases.parse_script import claimed_names, read_script, script_schema
from conformance.cases.positions import check_position
from conformance.cases.problems import Problem, Unreadable, choose_from, shown
from conformance.cases.reader import Node, read
from conformance.cases.scope import Scope
from conformance.cases.shapes import Json, ListOf, Record, Shape, Text, Word
from conformance.cases.words import CONFIDENCE, RESERVED_NAMES


class Date(Text):
    """A day, `YYYY-MM-DD`."""

    def __init__(self) -> None:
        super().__init__("a date", r"^\d{4}-\d{2}-\d{2}$", "2026-09-25")

    def read(self, node: Node, scope: Scope) -> Any:
        value = super().read(node, scope)
        if value is not None:
            try:
                date.fromisoformat(value)
            except ValueError as error:
                return scope.error(node, f"{shown(value)} is no date: {error}", "as in 2026-09-25")
        return value


class ScriptForm(Shape):
    """A script; only here to be described, since `read_script` needs no shape."""

    def schema(self) -> Json:
        return {"$ref": "#/$defs/script"}


RULE_PATTERN = r"^[1-9]\d{2}(\.[1-9]\d{0,2}[a-z]{0,2})?(/[a-z])?$"
GIVEN = Given()
_SCRIPT = ScriptForm()
NATURAL = Record({"given": GIVEN, "script": _SCRIPT}, ["given", "script"])
FIELDS: dict[str, Shape] = {
    "id": Text("an id of lower-case words joined by '-'", r"^[a-z0-9]+(-[a-z0-9]+)*$", "aura-returns-with-host"),
    "title": Text(),
    "rules": ListOf(Text("the number of a rule", RULE_PATTERN, "502.3 or 702.26g/c", numeric=True), 1),
    "why": Text(),
    "sources": ListOf(Text()),
    "editions": Record({"from": Date(), "until": Date()}, some=True),
    "confidence": Word(*CONFIDENCE, what="confidence"),
    "disputed": Text(),
    "tags": ListOf(Text()),
    "given": GIVEN,
    "natural": NATURAL,
    "script": _SCRIPT,
    "expect_refused": Text("a reason in lower case", r"^[a-z][a-z_]*$", "too_few_cards"),
}
"""The keys of a case, with the shapes of their values."""


def parse_file(data: bytes, file: str, cards: CardPool) -> tuple[list[Case], list[Problem]]:
    """The cases in the bytes of one file, and everything that is wrong with it. Raises nothing.

    A case with an error is left out; one with nothing worse than an unknown card or a warning is there.
    """
    problems: list[Problem] = []
    try:
        root = read(data, file)
    except Unreadable as error:
        return [], [error.problem]
    top = Scope(file, problems, cards, RESERVED_NAMES)
    if type(root.value) is not list:
        top.error(root, f"expected a list of cases, found {root.kind}", "begin each case with '- id: ...'")
        return [], problems
    if not root.value:
        top.error(root, "holds no cases", "begin each case with '- id: ...'")
    cases: list[Case] = []
    for node in root.value:
        case = _parse_case(node, Scope(file, problems, cards, RESERVED_NAMES))
        if case is not None:
            cases.append(case)
    return cases, problems


def _parse_case(node: Node, scope: Scope) -> Case | None:
    if type(node.value) is not dict:
        scope.error(node, f"expected a case, found {node.kind}", "a case is a mapping that begins with '- id: ...'")
        return None
    fields: Json = {}
    for key, item in node.value.items():
        shape = FIELDS.get(key)
        if shape is None:
            scope.error(item, f"unknown key {shown(key)}", choose_from(key, FIELDS), key=True)
        elif key not in ("given", "natural", "script"):
            fields[key] = shape.read(item, scope)
    for key in ("id", "rules"):
        if key not in node.value:
            scope.error(node, f"the case has no {shown(key)}", "every case has id, title, rules, why, given and script")
    for key in ("title", "why"):
        if key not in node.value:
            scope.error(node, f"the case has no {shown(key)}", "say what a reader should learn from it", warning=True)
    if ("script" in node.value) == ("expect_refused" in node.value):
        scope.error(node, "a case has a 'script' or 'expect_refused'", "one of them, not both")
    given, script, names = _read_part(node, scope)
    _check_refused(node, given, scope)
    natural = _read_natural(node.value.get("natural"), names, scope)
    _warn_unused(node, names, scope)
    editions = fields.pop("editions", None) or {}
    if editions.get("from") and editions.get("until") and editions["from"] > editions["until"]:
        scope.error(node.value["editions"], "'from' is after 'until'", "both days count; leave one out for an open end")
    if scope.errors or given is None:
        return None
    fields.setdefault("title", fields["id"])
    fields.setdefault("why", "")
    return Case(
        given=given,
        script=script,
        editions=Editions(editions.get("from"), editions.get("until")),
        natural=natural,
        names=list(names),
        file=scope.file,
        line=node.place.line,
        **fields,
    )


def _read_part(node: Node, scope: Scope) -> tuple[Json | None, list[Step], dict[str, Node]]:
    """The `given` and `script` of a case or of its prologue; the names are those that the position puts down."""
    given_node = node.value.get("given")
    default = given_node is None
    if given_node is None:
        given_node = Node({}, node.mark)
    script_node = node.value.get("script")
    scope.claimed = claimed_names(script_node)
    before = scope.errors
    raw = GIVEN.read(given_node, scope)
    if raw is None:
        return None, [], {}
    names = {entry["id"]: entry[NODE] for entry in entries(raw) if "id" in entry}
    given = None
    if scope.errors == before:
        position = Position(raw)
        if not default:
            check_position(position, given_node, scope)
        given = position.given
    script = read_script(script_node, scope) if script_node is not None else []
    return given, script, names


def _check_refused(node: Node, given: Json | None, scope: Scope) -> None:
    if "expect_refused" in node.value and given is not None and not (given["planechase"] or {}).get("construction"):
        scope.error(
            node.value["expect_refused"], "'expect_refused' without checked decks", "add construction: checked to 'planechase'", key=True
        )


def _read_natural(node: Node | None, names: dict[str, Node], scope: Scope) -> Prologue | None:
    if node is None:
        return None
    if type(node.value) is not dict or set(node.value) != {"given", "script"}:
        scope.error(node, "'natural' has exactly the keys 'given' and 'script'", "natural: {given: {..}, script: [..]}", key=True)
        return None
    inner = Scope(scope.file, scope.problems, scope.cards, scope.reserved)
    given, script, inner_names = _read_part(node, inner)
    scope.errors += inner.errors
    missing = [name for name in names if name in scope.used and name not in inner.objects]
    if missing:
        scope.error(
            node, f"the prologue has nothing named {shown(missing[0])}, which the script needs", "give it that name there", key=True
        )
    if set(inner.players) != set(scope.players):
        scope.error(node, "the prologue is played by other players than the case", "give both the same 'players'", key=True)
    return Prologue(given, script, list(inner_names)) if given is not None else None


def _warn_unused(node: Node, names: dict[str, Node], scope: Scope) -> None:
    for name, entry in names.items():
        written = entry.value.get("as") if isinstance(entry.value, dict) else None
        if written is not None and name not in scope.used:
            scope.error(written, f"the name {shown(name)} is never used", "leave 'as' out, or ask something about it", warning=True)


def case_file_schema() -> Json:
    """The JSON Schema of a case file, made from the tables that the parser reads by."""
    case = Record(FIELDS, ["id", "title", "rules", "why"]).schema()
    case["oneOf"] = [{"required": ["script"]}, {"required": ["expect_refused"]}]
    return {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/case"}, "$defs": {"case": case, **script_schema()}}
