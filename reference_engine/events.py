"""Events: what happened, by which rule, and together with what.

Events of one batch are simultaneous. Everything that changes the game is announced here, so that abilities can trigger on it and
a reader can follow the game as a story.
"""

from __future__ import annotations

from typing import Any

# Abilities that trigger on these look back in time: the game as it was just before counts (rule 603.10).
LOOK_BACK = frozenset({"phased_out", "left_battlefield", "dies", "unattached", "planeswalked_away"})


class Event:
    """One thing that happened. `fields` hold objects and players of the engine; `plain` gives the form that leaves it."""

    __slots__ = ("batch", "fields", "kind", "rule")

    def __init__(self, kind: str, rule: str, batch: int, fields: dict[str, Any]) -> None:
        self.kind = kind
        self.rule = rule
        self.batch = batch
        self.fields = fields

    def __repr__(self) -> str:
        return f"<{self.kind} {self.fields} by {self.rule}>"

    def plain(self) -> dict[str, Any]:
        """The event as plain data: objects by their ids."""
        out: dict[str, Any] = {"kind": self.kind, "rule": self.rule, "batch": self.batch}
        for name, value in self.fields.items():
            if not name.startswith("_"):
                out[name] = plain_value(value)
        return out


def plain_value(value: Any) -> Any:
    """A value of the engine as JSON: an object by its id, everything else as it is."""
    if isinstance(value, (list, tuple)):
        return [plain_value(item) for item in value]
    return getattr(value, "id", value)
