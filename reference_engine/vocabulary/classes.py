"""Levels of Class enchantments (rule 716): gaining one, and asking which one it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .abilities import Effect, Steps
from .amounts import Condition
from .base import Wording, word
from .selectors import Range
from .triggers import Trigger

if TYPE_CHECKING:
    from reference_engine.context import Context
    from reference_engine.objects import GameObject


def level_of(obj: GameObject) -> int:
    """A Class without a level is on level 1 (rule 716.2d)."""
    return int(obj.memory.get("level", 1))


@word("condition", "level")
class Level(Condition):
    is_: Range

    def holds(self, ctx: Context) -> bool:
        return ctx.source is not None and self.is_.holds(level_of(ctx.source), ctx)

    def text(self, w: Wording) -> str:
        return f"{w.this} is level {self.is_.at_least}{'' if self.is_.at_least == self.is_.at_most else ' or greater'}"


@word("effect", "gain_level")
class GainLevel(Effect):
    """This Class becomes the level, if it can be seen (rules 716.2a, 702.26b).

    Events: level_gained
    """

    level: int

    def resolve(self, ctx: Context) -> Steps:
        if ctx.source is not None and ctx.source.visible:
            ctx.source.memory["level"] = self.level
            ctx.game.changed()
            ctx.game.emit("level_gained", "716.2a", object=ctx.source, level=self.level)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{w.this} becomes level {self.level}"


@word("trigger", "becomes_level")
class BecomesLevel(Trigger):
    level: int
    event = "level_gained"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return fields["object"] is ctx.source and fields["level"] == self.level

    def text(self, w: Wording) -> str:
        return f"when {w.this} becomes level {self.level}"
