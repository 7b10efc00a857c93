"""Effects on what a spell on the stack targets (rule 115.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine import targets
from reference_engine.casting import announce_targets
from reference_engine.decisions import Targets, YesNo

from .abilities import Effect, Steps
from .base import Wording, word

if TYPE_CHECKING:
    from reference_engine.context import Context
    from reference_engine.stack_item import StackItem


def _spells(ctx: Context) -> list[StackItem]:
    """The spells that the effect's own targets are, as far as they are on the stack."""
    named: list[Any] = [target for slot in ctx.targets for target in slot]
    return [item for item in ctx.game.stack if item in named or (item.object is not None and item.object in named)]


def _give(ctx: Context, item: StackItem, chosen: list[list[Any]]) -> None:
    """Makes these the targets of the spell; what is newly one of them becomes a target.

    Events: becomes_target
    """
    before = [target for slot in item.targets for target in slot]
    item.targets = item.context.targets = chosen
    with ctx.game.batch("115.7") as happen:
        announce_targets(happen, [[target for target in slot if target not in before] for slot in chosen], item)
        ctx.game.changed()


@word("effect", "change_target")
class ChangeTarget(Effect):
    """Changes the targeted spell's target to another legal one; without one it stays what it was, legal or not (rule 115.7a).

    Decides: the controller (`targets`).
    """

    def resolve(self, ctx: Context) -> Steps:
        for item in _spells(ctx):
            slots = targets.others_than_chosen(ctx.game, item)
            if slots is not None:
                _give(ctx, item, (yield Targets(ctx.controller, slots, ctx.source)))

    def text(self, w: Wording) -> str:
        return f"change the target of {w.target(0)}"


@word("effect", "choose_new_targets")
class ChooseNewTargets(Effect):
    """The controller may choose new legal targets for the targeted spell and leave others as they are (rule 115.7d).

    Decides: the controller (`may`, then `targets`).
    """

    def resolve(self, ctx: Context) -> Steps:
        for item in _spells(ctx):
            if any(item.targets) and (yield YesNo("may", ctx.controller, ctx.source)):
                _give(ctx, item, (yield Targets(ctx.controller, targets.new_or_chosen(ctx.game, item), ctx.source)))

    def text(self, w: Wording) -> str:
        return f"you may choose new targets for {w.target(0)}"
