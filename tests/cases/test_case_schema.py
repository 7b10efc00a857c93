"""The shipped JSON Schemas: in step with the parser's tables, whole, and of one mind with the parser about the library."""

from __future__ import annotations

import datetime
import json
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest
import yaml

from conformance.cases import CardPool, builtin
from conformance.cases.model import ILLEGAL_REASONS
from conformance.cases.parse import FIELDS, parse_file
from conformance.cases.parse_expect import EVENTS, FILTER, OBJECT_FIELDS, PLAYER_FIELDS, SINGLE_FIELDS
from conformance.cases.parse_given import GIVEN_FIELDS, PERMANENT, SEAT
from conformance.cases.parse_script import ACTIONS, ANSWERS
from conformance.cases.schema import FOLDER, schemas, text

Json = dict[str, Any]
KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def fits(value: Any, schema: Json, root: Json) -> bool:
    """Whether a value fits a schema, as far as our schemas go; an unknown keyword is an error of the test."""
    unknown = set(schema) - {
        "$ref", "$defs", "$schema", "title", "anyOf", "oneOf", "enum", "type", "pattern", "minLength", "minimum", "items", "minItems",
        "properties", "required", "additionalProperties", "propertyNames", "minProperties", "maxProperties",
    }  # fmt: skip
    assert not unknown, unknown
    if "$ref" in schema:
        return fits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    checks = [
        "anyOf" not in schema or any(fits(value, option, root) for option in schema["anyOf"]),
        "oneOf" not in schema or sum(fits(value, option, root) for option in schema["oneOf"]) == 1,
        "enum" not in schema or any(type(value) is type(one) and value == one for one in schema["enum"]),
        "type" not in schema or any(_is(value, kind) for kind in ([schema["type"]] if isinstance(schema["type"], str) else schema["type"])),
    ]
    if isinstance(value, str):
        checks += [re.search(schema.get("pattern", ""), value) is not None, len(value) >= schema.get("minLength", 0)]
    if isinstance(value, int) and not isinstance(value, bool):
        checks.append(value >= schema.get("minimum", value))
    if isinstance(value, list):
        checks.append(len(value) >= schema.get("minItems", 0))
        checks += [fits(item, schema.get("items", {}), root) for item in value]
    if isinstance(value, dict):
        checks += [key in value for key in schema.get("required", ())]
        checks.append(schema.get("minProperties", 0) <= len(value) <= schema.get("maxProperties", len(value)))
        for key, item in value.items():
            more = schema.get("additionalProperties", {})
            inner = schema.get("properties", {}).get(key, more if key not in schema.get("properties", {}) else {})
            checks.append(inner is not False and (inner is True or fits(item, inner, root)))
            checks.append(fits(key, schema.get("propertyNames", {}), root))
    return all(checks)


def _is(value: Any, kind: str) -> bool:
    if kind in ("integer", "number"):
        return isinstance(value, int if kind == "integer" else (int, float)) and not isinstance(value, bool)
    return isinstance(value, KINDS[kind])


def as_json(value: Any) -> Any:
    """What an editor sees of a YAML file: guessed types, dates as strings."""
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


@pytest.mark.parametrize("name", ["cases.json", "cards.json"])
def test_the_shipped_schema_is_the_one_of_the_tables(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == text(schemas()[name]), "run: python -m conformance.cases.schema"


@pytest.mark.parametrize("name", ["cases.json", "cards.json"])
def test_every_reference_leads_somewhere(name: str) -> None:
    schema = schemas()[name]
    references = set(re.findall(r'"\$ref": "#/\$defs/(\w+)"', json.dumps(schema)))
    assert references <= set(schema.get("$defs", {}))


@pytest.mark.parametrize("path", sorted(builtin().rglob("examples-*.yaml")), ids=lambda path: path.name)
def test_the_examples_fit_the_schema(path: Any) -> None:
    schema = schemas()["cases.json"]
    for case in as_json(yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)):
        assert fits([case], schema, schema), case["id"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("title:", "titel:"),
        ("step: end}", "step: ending}"),
        ("tapped: true", "tapped: 1"),
        ("phased: in", "phased: inn"),
        ("advance_to: {player: bob", "advance_to: {who: bob"),
        ("players: [alice, bob, carol]", "players: alice"),
    ],
)
def test_mistakes_do_not_fit_the_schema(before: str, after: str) -> None:
    schema = schemas()["cases.json"]
    path = builtin() / "702.26-phasing" / "examples-phasing.yaml"
    source = path.read_text(encoding="utf-8")
    assert before in source
    broken = as_json(yaml.load(source.replace(before, after, 1), yaml.CSafeLoader))
    assert not fits(broken, schema, schema)


@pytest.mark.parametrize("document", ["docs/case-format.md", "cases/README.md"])
def test_the_case_in_the_documents_is_a_good_one(document: str) -> None:
    path = Path(__file__).parents[2] / document
    block = re.search(r"(?m)^    - id:.*\n(^    .*\n|^\n)+", path.read_text(encoding="utf-8"))
    assert block is not None
    cases, problems = parse_file(textwrap.dedent(block.group()).encode(), document, CardPool())
    assert [str(problem) for problem in problems if problem.severity == "error"] == []
    assert len(cases) == 1


def test_the_document_names_every_word_of_the_tables() -> None:
    document = Path(__file__).parents[2] / "docs" / "case-format.md"
    words = re.findall(r"[a-z_]+", document.read_text(encoding="utf-8"))
    wanted = {
        *ACTIONS,
        *ANSWERS,
        *EVENTS,
        *OBJECT_FIELDS.fields,
        *PLAYER_FIELDS.fields,
        *SINGLE_FIELDS,
        *GIVEN_FIELDS,
        *SEAT.fields,
        *FIELDS,
    }
    wanted |= {*PERMANENT.record.fields, *FILTER.fields, *ILLEGAL_REASONS}
    assert wanted - set(words) == set()
