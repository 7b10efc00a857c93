"""The card pool: which cards there are, and the few facts of them that positions are checked by.

What the abilities of an entry mean is the reference engine's to say; here only the shape is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from typing import Any

import msgspec

from conformance.cases.problems import nearest

Entry = dict[str, Any]


class CardPool:
    """Cards by name: `pool[name]` is the entry as it is written, every scalar a string.

    A double-faced card is found by the name of its front face; `in` and `names` know the other face too.
    """

    def __init__(self, entries: Iterable[Entry] = (), files: Mapping[str, str] | None = None) -> None:
        self.entries: dict[str, Entry] = {entry["name"]: entry for entry in entries}
        self.files: Mapping[str, str] = files or {}
        """The file of each card by its name, where it is known; for messages."""
        backs = (back["name"] for entry in self.entries.values() if isinstance(back := entry.get("back"), dict) and "name" in back)
        self.names: frozenset[str] = frozenset((*self.entries, *backs))
        self._nearest: dict[str, str | None] = {}

    @cached_property
    def digest(self) -> str:
        """A hash of all entries, for caches of what depends on them."""
        return sha256(msgspec.json.encode(self.entries, order="deterministic")).hexdigest()

    def __getitem__(self, name: str) -> Entry:
        return self.entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def get(self, name: str) -> Entry | None:
        """The entry of a card, or None when the pool has none of that name."""
        return self.entries.get(name)

    def face(self, name: str, *, back: bool = False) -> Entry | None:
        """A face of a card: the front one, or the other if there is one; None for an unknown card."""
        entry = self.entries.get(name)
        if back and entry is not None and isinstance(entry.get("back"), dict):
            return dict(entry["back"])
        return entry

    def types(self, name: str) -> list[str]:
        """The card types of the front face; none for an unknown card."""
        entry = self.entries.get(name)
        return list(entry.get("types") or ()) if entry else []

    def nearest(self, name: str) -> str | None:
        """The card whose name is most like `name`, for messages."""
        if name not in self._nearest:  # asked again for each place where a card is missing, and slow
            self._nearest[name] = nearest(name, sorted(self.names))
        return self._nearest[name]
