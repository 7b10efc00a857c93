"""The JSON Schema of the protocol, generated from the message types.

conformance/schemas/protocol.json is a copy, which a test keeps in step.
"""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.protocol.features import FEATURES, PROTOCOL_VERSION
from conformance.protocol.messages import OPTIONS, RESULTS, ActParams, InitializeParams, NewGameParams

_PARAMS: dict[str, type[msgspec.Struct]] = {"initialize": InitializeParams, "new_game": NewGameParams, "act": ActParams}


def protocol_schema() -> dict[str, Any]:
    """One definition for each message; `methods` joins params and results, `options` says what each kind of decision offers."""
    types: list[Any] = [*_PARAMS.values(), *RESULTS.values(), *OPTIONS.values()]
    references, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    by_type: dict[Any, Any] = {}
    for kind, reference in zip(types, references, strict=True):
        by_type[str(kind)] = reference
    methods = {
        method: {
            "params": by_type[str(_PARAMS[method])] if method in _PARAMS else {},
            "result": by_type[str(RESULTS[method])] if method in RESULTS else {"type": "object"},
        }
        for method in ("initialize", "new_game", "act", "observe", "shutdown")
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "mtg-conformance adapter protocol",
        "description": "Params and results of the five JSON-RPC methods; docs/protocol.md says what they mean.",
        "version": PROTOCOL_VERSION,
        "features": FEATURES,
        "methods": methods,
        "options": {kind: by_type[str(shape)] for kind, shape in OPTIONS.items()},
        "$defs": dict(sorted(definitions.items())),
    }
