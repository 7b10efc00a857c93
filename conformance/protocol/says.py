"""What a field means, said where its type is: the schema and docs/protocol-reference.md take it from there."""

from __future__ import annotations

import msgspec


def says(text: str) -> msgspec.Meta:
    """An annotation that holds the meaning of a field, and checks nothing."""
    return msgspec.Meta(description=text)
