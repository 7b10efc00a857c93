"""What is on the stack (rule 405): a spell, or an activated or triggered ability."""

from __future__ import annotations

from typing import Any

from .context import Context
from .objects import GameObject


class StackItem:
    """`object` is the card of a spell; `source` what an ability came from (None: the planeswalking ability, rule 901.8)."""

    __slots__ = ("ability", "body", "context", "controller", "event", "id", "modes", "object", "source", "specs", "targets")

    def __init__(self, id: str, controller: str, source: GameObject | None, ability: Any, body: Any, context: Context) -> None:
        self.id = id
        self.controller = controller
        self.source = source
        self.ability = ability
        self.body = body
        self.context = context
        self.object: GameObject | None = None
        self.modes: list[int] = [1]
        self.specs: list[Any] = []
        self.targets: list[list[GameObject | str]] = []
        self.event: dict[str, Any] | None = None

    @property
    def is_spell(self) -> bool:
        return self.object is not None

    @property
    def ability_id(self) -> str | None:
        return self.ability.id if self.ability is not None else None
