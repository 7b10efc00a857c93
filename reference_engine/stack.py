"""Resolving what is on the stack (rule 608), and countering it (rule 701.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import casting_options, merging, suspend, zones
from . import targets as targeting
from .context import Context
from .objects import Characteristics, GameObject

if TYPE_CHECKING:
    from .game import Game
    from .stack_item import StackItem
    from .vocabulary.abilities import Steps


def resolve_top(game: Game) -> Steps:
    """Resolves the object on top of the stack.

    Rules: 608.1, 608.2, 608.2b, 608.3, 603.4, 608.2n
    When: all players have passed in succession.
    Events: resolved, and whatever it does
    """
    game.resolutions += 1
    game.resolution_began = game.tick()
    item = game.stack[-1]
    context = item.context
    context.game = game
    if item.ability is not None and getattr(item.ability, "if_", None) is not None and item.event is not None:
        view = Context(game, item.source, item.controller, item.targets, item.event)
        if not item.ability.if_.holds(view):
            _leave(game, item, "603.4")
            return
    if item.specs and not _still_legal(game, item):
        if item.is_spell and item.object is not None and context.using in ("bestow", "mutate"):
            item.specs, item.targets = [], []
            item.object.bestowed = False
            item.object.characteristics = Characteristics(item.object.face, item.controller)
            context.using = None
        else:
            _leave(game, item, "608.2b")
            return
    with_spell = item.object if item.is_spell else None
    if with_spell is not None and with_spell.face.is_permanent:
        yield from _permanent_spell(game, item)
        return
    for place, number in enumerate(item.modes):
        mode = item.body.modes[number - 1]
        if item.specs:  # a delayed ability has none of its own, and knows those of what made it
            context.targets = _targets_of_mode(item, place)
        for effect in mode.effects:
            if game.over:
                return
            yield from effect.resolve(context)
    if item in game.stack:
        _leave(game, item, "608.2n")


def _targets_of_mode(item: StackItem, place: int) -> list[list[GameObject | str]]:
    """The targets of the mode chosen at a place; the modes' targets follow each other, a mode chosen twice has them twice (700.2d)."""
    if not item.body.modal:
        return item.targets
    start = sum(len(item.body.modes[number - 1].targets) for number in item.modes[:place])
    return item.targets[start : start + len(item.body.modes[item.modes[place] - 1].targets)]


def _still_legal(game: Game, item: StackItem) -> bool:
    """Drops targets that became illegal; False if there were some and all are gone (rule 608.2b)."""
    had = any(slot for slot in item.targets)
    view = Context(game, item.source or item.object, item.controller, item.targets, item.event, item.context.x)
    kept = []
    for spec, slot in zip(item.specs, item.targets, strict=True):
        kept.append([target for target in slot if targeting.is_legal(game, view, spec, target)])
    item.targets = kept
    item.context.targets = kept
    return not had or any(slot for slot in kept)


def _permanent_spell(game: Game, item: StackItem) -> Steps:
    """A permanent spell becomes a permanent under its controller's control (rule 608.3); an Aura is attached to its target."""
    obj = item.object
    assert obj is not None
    context = item.context
    host = item.targets[0][0] if item.targets and item.targets[0] else None
    game.stack.remove(item)
    if not game.is_in(item.controller):
        return
    if context.using == "mutate":
        assert isinstance(host, GameObject)
        yield from merging.merge(game, obj, host, item.controller)
        return
    new = yield from zones.put_onto_battlefield(
        game, obj, item.controller, "608.3", attach_to=host, kicked=context.kicked, x=context.x, using=context.using
    )
    if new is not None and context.using == "suspend" and new.is_type("Creature"):
        suspend.give_haste(game, new, item.controller)
    if new is not None and context.using == "warp":
        casting_options.warp_later(game, new)


def _leave(game: Game, item: StackItem, rule: str) -> None:
    """It leaves the stack: a card goes to its owner's graveyard (or to exile, if flashed back), an ability ceases to exist."""
    if item not in game.stack:
        return
    if item.object is not None:
        zones.move(game, item.object, "exile" if item.context.using == "flashback" else "graveyard", rule)
    else:
        game.stack.remove(item)
    game.sba_needed = True  # a phenomenon's ability may just have left (704.6f)
    game.emit("left_stack", rule, item=item.id)


def counter(game: Game, item: StackItem, rule: str = "701.6a") -> None:
    """Counters a spell or ability: it leaves the stack without doing anything."""
    _leave(game, item, rule)
