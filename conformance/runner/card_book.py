"""Cards as the protocol describes them (CARD of docs/protocol.md), made from the pool once and kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.cases.cards import CardPool
from conformance.runner.needs import INVENTED

Json = dict[str, Any]

KEYWORD_KEYS = (
    "kicker", "flashback", "bestow", "equip", "fortify", "reconfigure", "echo", "vanishing", "fading", "cumulative_upkeep", "morph",
    "suspend", "cycling", "entwine",
)  # fmt: skip
"""Keyword abilities that an entry of the pool has under a key of their own, since they come with a cost or a number."""


class CardBook:
    """Descriptions of cards by name."""

    def __init__(self, pool: CardPool | None = None) -> None:
        self.pool = pool if pool is not None else CardPool()
        self._made: dict[tuple[str, bool], Json] = {}

    def describe(self, names: Iterable[str], *, text: bool = True) -> dict[str, Json]:
        """CARD for each name that the pool has. Engines that read the `definition` do without the rules `text`, which takes time."""
        found: dict[str, Json] = {}
        for name in names:
            card = self._made.get((name, text))
            if card is None:
                entry = self.pool.get(name)
                if entry is None:
                    continue
                card = self._made[name, text] = _card(entry, _texts(entry) if text else ("", ""))
                card["definition"] = entry
            found[name] = card
        return found

    def invented(self, names: Iterable[str], *, text: bool = True) -> dict[str, Json]:
        """CARD for the invented ones among the names."""
        return self.describe((name for name in names if name.startswith(INVENTED)), text=text)


def _card(entry: Json, texts: tuple[str, str]) -> Json:
    card: Json = {
        "name": entry["name"],
        "cost": entry.get("cost") or "",
        "types": _words(entry, "types"),
        "subtypes": _words(entry, "subtypes"),
        "supertypes": _words(entry, "supertypes"),
        "text": texts[0],
        "keywords": _words(entry, "keywords") + [key.replace("_", " ") for key in KEYWORD_KEYS if key in entry],
    }
    for key in ("power", "toughness", "loyalty"):
        if entry.get(key) is not None:
            card[key] = entry[key]
    if isinstance(entry.get("back"), dict):
        card["back"] = _card(entry["back"], (texts[1], ""))
    return card


def _words(entry: Json, key: str) -> list[str]:
    value = entry.get(key) or []
    return [value] if isinstance(value, str) else list(value)


def _texts(entry: Json) -> tuple[str, str]:
    """The rules text of both faces; empty where the reference engine does not understand the entry."""
    from reference_engine.errors import BadDefinition
    from reference_engine.vocabulary.cards import CardDefinition

    try:
        card = CardDefinition(entry)
    except BadDefinition:
        return "", ""
    return card.front.text(), card.back.text() if card.back is not None else ""
