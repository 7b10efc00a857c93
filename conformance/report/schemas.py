"""The JSON Schemas of the registry and of what the commands write. `conformance/schemas/` has copies; after a change of the types run
`python -m conformance.report.schemas`, which a test reminds of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from conformance.mutants.matrix import Matrix
from conformance.report.badge import Endpoint
from conformance.report.certificate import Certificate
from conformance.report.comparing import Comparison
from conformance.report.coverage_document import CoverageDocument
from conformance.report.doctor_document import DoctorDocument
from conformance.report.export_document import export_schema
from conformance.report.fuzz_document import FuzzDocument
from conformance.report.lint_document import LintDocument
from conformance.rules.schema import registry_file_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = Path(__file__).parent.parent / "schemas"


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas by the name of their file."""
    return {
        "rules.json": {"$schema": DIALECT, "title": "mtg-conformance: a file of the registry of rules", **registry_file_schema()},
        "coverage.json": {"$schema": DIALECT, "title": "mtg-conformance: coverage --format json", **msgspec.json.schema(CoverageDocument)},
        "mutants.json": {"$schema": DIALECT, "title": "mtg-conformance: mutants --format json", **msgspec.json.schema(Matrix)},
        "export.json": {"$schema": DIALECT, "title": "mtg-conformance: export --format json", **export_schema()},
        "doctor.json": {"$schema": DIALECT, "title": "mtg-conformance: doctor --format json", **msgspec.json.schema(DoctorDocument)},
        "lint.json": {"$schema": DIALECT, "title": "mtg-conformance: lint --format json", **msgspec.json.schema(LintDocument)},
        "certificate.json": {"$schema": DIALECT, "title": "mtg-conformance: certificate.json", **msgspec.json.schema(Certificate)},
        "badge.json": {"$schema": DIALECT, "title": "mtg-conformance: badge.json, for shields.io", **msgspec.json.schema(Endpoint)},
        "diff.json": {"$schema": DIALECT, "title": "mtg-conformance: report diff --format json", **msgspec.json.schema(Comparison)},
        "fuzz.json": {"$schema": DIALECT, "title": "mtg-conformance: fuzz --format json", **msgspec.json.schema(FuzzDocument)},
    }


def text(schema: dict[str, Any]) -> str:
    """A schema as it is written to its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, schema in schemas().items():
        (FOLDER / name).write_text(text(schema), encoding="utf-8")
