"""The JSON Schema of a file of the registry, as editors want it. `conformance/schemas/rules.json` is a copy that a test keeps in step."""

from __future__ import annotations

from typing import Any

from conformance.rules.loader import DATE, KEY, KEYS, REQUIRED, SHA256, SKETCH
from conformance.rules.registry import NUMBER

_TEXT = {"type": "string", "minLength": 1}
_NUMBER = {
    "type": ["string", "number"],
    "description": "A rule's number; one such as 502.10 has to stand in quotes for other YAML readers.",
}
_DATE = {"type": "string", "pattern": f"^{DATE.pattern}$"}

_FIELDS: dict[str, dict[str, Any]] = {
    "number": {**_NUMBER, "pattern": f"^{NUMBER.pattern}$"},
    "key": {"type": "string", "pattern": f"^{KEY.pattern}$", "description": "A name that stays when the number moves."},
    "summary": _TEXT,
    "clauses": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": "^[a-z]$"},
        "additionalProperties": {
            "oneOf": [
                _TEXT,
                {
                    "type": "object",
                    "properties": {
                        "text": _TEXT,
                        "untestable": {**_TEXT, "description": "Why no case can observe it."},
                        "since": {**_DATE, "description": "The first day on which the rule asks this, where the rule is older."},
                        "until": {**_DATE, "description": "The last day on which the rule asks this."},
                    },
                    "required": ["text"],
                    "additionalProperties": False,
                },
            ]
        },
    },
    "numbers": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{DATE.pattern}$"},
        "additionalProperties": _NUMBER,
        "description": "First edition with a number, and the number; the newest is the current one.",
    },
    "since": {**_DATE, "description": "The first edition that has the rule."},
    "until": {**_DATE, "description": "The last day on which the rule was there."},
    "seeds": {"type": "array", "items": _TEXT},
    "see": {"type": "array", "items": _NUMBER},
    "text_sha256": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": f"^{DATE.pattern}$"},
        "additionalProperties": {"type": ["string", "null"], "pattern": f"^{SHA256.pattern}$"},
        "description": "First edition with a text, and the hash of the normalised text; null where it is not known.",
    },
    "text_sketch": {"type": "string", "pattern": f"^{SKETCH.pattern}$", "description": "By it the newest text is found again reworded."},
}


def registry_file_schema() -> dict[str, Any]:
    """A file of the registry: a list of rules."""
    assert tuple(_FIELDS) == KEYS, "the schema and the loader know the same keys"
    return {
        "type": "array",
        "minItems": 1,
        "items": {"type": "object", "properties": _FIELDS, "required": list(REQUIRED), "additionalProperties": False},
    }
