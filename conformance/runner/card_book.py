"""Cards as the protocol describes them (CARD of docs/protocol.md), made from the pool once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.cases.cards import CardPool
from conformance.runner.needs import INVENTED

Json = dict[str, Any]


def _no_text(entry: Json) -> str:
    return ""


class CardBook:
    """Descriptions of cards by name. `text` renders the rules text of an entry."""

    def __init__(self, pool: CardPool | None = None, text: Callable[[Json], str] | None = None) -> None:
        self._pool = pool if pool is not None else CardPool()
        self._text = text or _no_text
        self._made: dict[str, Json] = {}

    def describe(self, names: Iterable[str]) -> dict[str, Json]:
        """CARD for each name that the pool has."""
        found: dict[str, Json] = {}
        for name in names:
            card = self._made.get(name)
            if card is None:
                entry = self._pool.get(name)
                if entry is None:
                    continue
                card = self._made[name] = self._card(entry) | {"definition": entry}
            found[name] = card
        return found

    def invented(self, names: Iterable[str]) -> dict[str, Json]:
        """CARD for the invented ones among the names."""
        return self.describe(name for name in names if name.startswith(INVENTED))

    def _card(self, entry: Json) -> Json:
        card: Json = {
            "name": entry["name"],
            "cost": entry.get("cost") or "",
            "types": list(entry.get("types") or ()),
            "subtypes": list(entry.get("subtypes") or ()),
            "supertypes": list(entry.get("supertypes") or ()),
            "text": self._text(entry),
            "keywords": keywords(entry),
        }
        for key in ("power", "toughness", "loyalty"):
            if entry.get(key) is not None:
                card[key] = entry[key]
        if isinstance(entry.get("back"), dict):
            card["back"] = self._card(entry["back"])
        return card


def keywords(entry: Json) -> list[str]:
    """The keyword abilities of an entry of the pool, by name."""
    found: list[str] = []
    for ability in entry.get("abilities") or ():
        word = ability.get("keyword") if isinstance(ability, dict) else ability
        if isinstance(word, str):
            found.append(word)
    return found
