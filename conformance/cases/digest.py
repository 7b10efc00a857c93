"""A hash of cases and cards, by which two runs know that they played the same: of what is said, not of where or how it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case

_PLACE = rb'\{"column":\d+,"line":\d+\}'
_PLACES = re.compile(rb'"place":' + _PLACE + rb',?|"places":\{(?:"(?:[^"\\]|\\.)*":' + _PLACE + rb",?)*\},?")
"""Places in the JSON of a case. They cannot stand inside a text: there the quotes are escaped."""


def digest(cases: Iterable[Case], cards: CardPool) -> str:
    """The hash, in whatever order the cases come."""
    whole = sha256(cards.digest.encode())
    for case in sorted(cases, key=lambda case: case.id):
        plain = msgspec.json.encode(msgspec.structs.replace(case, file="", line=0), order="sorted")
        whole.update(_PLACES.sub(b"", plain) + b"\n")
    return whole.hexdigest()
