"""What `export --format json` writes: cases as plain data, for programs that read neither YAML nor Python."""

from __future__ import annotations

from typing import Any

import msgspec

from conformance import __version__
from conformance.cases.model import Case, Editions, Step
from conformance.protocol.position import Card, Given
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names, needs

Json = dict[str, Any]


class ExportedWay(msgspec.Struct, omit_defaults=True):
    """A position and what is done in it."""

    given: Given
    script: list[Step]


class ExportedCase(msgspec.Struct, omit_defaults=True):
    """A case with every default of its position filled in. Steps of the script say in `do` what they are; names stand for ids.

    `needs` are the features that its own way asks of an engine, each with the reason. `natural` is another way to the same position.
    `cards` describes every card by name.
    """

    id: str
    title: str
    rules: list[str]
    why: str
    suite: str
    file: str
    line: int
    needs: dict[str, str]
    given: Given
    script: list[Step]
    cards: dict[str, Card]
    natural: ExportedWay | None = None
    expect_refused: str | None = None
    sources: list[str] = []
    editions: Editions = Editions()
    confidence: str = "text"
    disputed: str | None = None
    tags: list[str] = []


class ExportDocument(msgspec.Struct):
    """Many cases in one file."""

    suite: str
    cases: list[ExportedCase]


def exported(case: Case, book: CardBook) -> Json:
    """A case as ExportedCase says, as plain data."""
    names = card_names(case.given) | (card_names(case.natural.given) if case.natural is not None else set())
    document: Json = {
        "id": case.id,
        "title": case.title,
        "rules": case.rules,
        "why": case.why,
        "suite": __version__,
        "file": case.file,
        "line": case.line,
        "needs": needs(case.given, case.script),
        "given": case.given,
        "script": _plain(case.script),
        "cards": book.describe(sorted(names)),
    }
    if case.natural is not None:
        document["natural"] = {"given": case.natural.given, "script": _plain(case.natural.script)}
    for key in ("expect_refused", "sources", "disputed", "tags"):
        if getattr(case, key):
            document[key] = getattr(case, key)
    if case.editions != Editions():
        document["editions"] = msgspec.to_builtins(case.editions)
    if case.confidence != "text":
        document["confidence"] = case.confidence
    return document


def document_of(cases: list[Json]) -> Json:
    """All of them in one."""
    return {"suite": __version__, "cases": cases}


def export_schema() -> Json:
    """The JSON Schema of both: a file of one case, and a file of many."""
    references, definitions = msgspec.json.schema_components([ExportedCase, ExportDocument], ref_template="#/$defs/{name}")
    return {"anyOf": list(references), "$defs": dict(sorted(definitions.items()))}


def _plain(script: list[Step]) -> list[Json]:
    """Steps without their places in the file, and without what they do not use."""
    return [_step(step) for step in script]


def _step(step: Step) -> Json:
    plain: Json = msgspec.to_builtins(step)
    for queue in plain.get("queues", {}).values():
        for answer in queue:
            answer.pop("place", None)
    unused = {field.name for field in msgspec.structs.fields(step) if getattr(step, field.name) == _default(field)}
    return {key: value for key, value in plain.items() if key not in unused | {"place", "places"}}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
