"""The JSON Schemas of what people write: case files and the card pool, as editors and other tools want them.

They come from the very tables that the parser reads by. `conformance/schemas/cases.json` and `cards.json` are copies of them; after a
change of the tables run `python -m conformance.cases.schema`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from conformance.cases.card_files import card_file_schema
from conformance.cases.parse import case_file_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = Path(__file__).parent.parent / "schemas"


def schemas() -> dict[str, dict[str, Any]]:
    """The schemas by the name of their file."""
    return {
        "cases.json": {"$schema": DIALECT, "title": "mtg-conformance: a file of cases", **case_file_schema()},
        "cards.json": {"$schema": DIALECT, "title": "mtg-conformance: a file of the card pool", **card_file_schema()},
    }


def text(schema: dict[str, Any]) -> str:
    """A schema as it is written to its file."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def write(folder: Path = FOLDER) -> None:
    """Write every schema to its file in `folder`."""
    folder.mkdir(exist_ok=True)
    for name, schema in schemas().items():
        (folder / name).write_text(text(schema), encoding="utf-8")


if __name__ == "__main__":
    write()
