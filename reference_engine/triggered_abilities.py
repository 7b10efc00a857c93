"""Triggered abilities (rule 603): noticing that one triggers, and putting those that wait on the stack in APNAP order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .context import Context
from .decisions import Index as IndexDecision
from .decisions import Modes, Targets
from .events import LOOK_BACK, Event
from .objects import GameObject
from .range_of_influence import encloses
from .shared_team_turns import occurrences, speaks_of_that_player
from .stack_item import StackItem
from .vocabulary.triggers import DealtDamage, OneOrMore

if TYPE_CHECKING:
    from .continuous_effects import Index
    from .game import Game
    from .vocabulary.abilities import Steps, TriggeredAbility


class Waiting:
    """An ability that has triggered and is not on the stack yet. Its controller is settled (rule 603.3a)."""

    __slots__ = ("ability", "controller", "event", "moment", "source")

    def __init__(self, source: GameObject | None, ability: TriggeredAbility, controller: str, event: dict[str, Any], moment: int) -> None:
        self.source = source
        self.ability = ability
        self.controller = controller
        self.event = event
        self.moment = moment


class Delayed:
    """A delayed triggered ability (rule 603.7): it triggers once, unless it lasts for a duration."""

    __slots__ = ("ability", "context", "lasting", "trigger_objects")

    def __init__(self, ability: TriggeredAbility, context: Context, lasting: str | None = None) -> None:
        self.ability = ability
        self.context = context
        self.lasting = lasting
        self.trigger_objects = list(context.last)

    def is_over(self) -> bool:
        """True if what it lasts for has ended (rule 603.7b): its source is not tapped without a break since the effect was made."""
        source = self.context.source
        if self.lasting != "as_long_as_source_tapped":
            return False
        return source is None or not (source.visible and source.tapped) or source.untapped_at > self.context.since


def look_for(game: Game, events: list[Event], before: Index) -> None:
    """Finds the abilities that these simultaneous events trigger.

    Rules: 603.2, 603.3a, 603.4, 603.6, 603.10, 702.26b
    When: a batch of events is complete.
    """
    after = game.index
    seen: set[tuple[GameObject, int]] = set()  # what triggers once for all of these events
    for event in events:
        index = before if event.kind in LOOK_BACK else after
        entries = index.triggers.get(event.kind)
        if entries:
            for source, ability, trigger in entries:
                if (source, id(trigger)) in seen:
                    continue
                if _consider(game, event, source, ability, trigger) and isinstance(trigger, (OneOrMore, DealtDamage)):
                    seen.add((source, id(trigger)))
        if game.delayed:
            _consider_delayed(game, event)
    if "state" in after.triggers:
        _state_triggers(game, after)


def _consider(game: Game, event: Event, source: GameObject, ability: TriggeredAbility, trigger: Any) -> bool:
    """True if it has triggered, once or for each player of the active team."""
    happened = False
    for fields in occurrences(game, event):
        if _consider_once(game, fields, source, ability, trigger, event.rule):
            happened = True
            if not (game.teams and speaks_of_that_player(source, ability)):
                break
    return happened


def _consider_once(game: Game, fields: dict[str, Any], source: GameObject, ability: TriggeredAbility, trigger: Any, rule: str) -> bool:
    controller = source.controller
    context = Context(game, source, controller, event=fields)
    if not trigger.holds(fields, context) or not encloses(context, fields):
        return False
    if ability.if_ is not None and not ability.if_.holds(context):
        return False
    if ability.once_each_turn:
        key = ("triggered", id(ability))
        if source.memory.get(key) == game.turn_serial:
            return False
        source.memory[key] = game.turn_serial
    trigger_now(game, source, ability, controller, fields, rule)
    return True


def trigger_now(
    game: Game, source: GameObject | None, ability: TriggeredAbility, controller: str, fields: dict[str, Any], rule: str = "603.2"
) -> None:
    """The ability has triggered and waits for the next time a player would receive priority (rule 603.3)."""
    if not game.is_in(controller):
        return  # rule 800.4d
    game.waiting.append(Waiting(source, ability, controller, fields, game.moment))
    game.log.append(Event("triggered", "603.2", game.batch_number, {"source": source, "ability": ability.id, "controller": controller}))


def _consider_delayed(game: Game, event: Event) -> None:
    for delayed in list(game.delayed):
        if delayed.is_over():
            game.delayed.remove(delayed)
            continue
        for trigger in delayed.ability.triggers:
            if trigger.event != event.kind:
                continue
            for fields in occurrences(game, event):
                context = Context(game, delayed.context.source, delayed.context.controller, delayed.context.targets, fields)
                context.last = list(delayed.trigger_objects)
                if not trigger.holds(fields, context) or not encloses(context, fields):
                    continue
                trigger_now(game, delayed.context.source, delayed.ability, delayed.context.controller, {**fields, "_delayed": delayed})
                if delayed.lasting in (None, "next_this_turn") and delayed in game.delayed:
                    game.delayed.remove(delayed)
                break


def _state_triggers(game: Game, index: Index) -> None:
    for source, ability, trigger in index.triggers["state"]:
        if any(item.ability is ability and item.source is source for item in (*game.waiting, *game.stack)):
            continue
        context = Context(game, source, source.controller)
        if trigger.holds({}, context):
            trigger_now(game, source, ability, source.controller, {})


def put_on_stack(game: Game) -> Steps:
    """Puts all waiting abilities on the stack: the active player's in an order of their choice, then each other player's.

    Rules: 603.3, 603.3b, 603.3c, 603.3d, 503.1a, 117.5, 800.4d
    When: a player would receive priority.
    Decides: each player who has more than one orders them; modes and targets are chosen as each is put there.
    Events: put_on_stack
    """
    waiting, game.waiting = game.waiting, []
    for player in game.in_turn_order():
        own = [item for item in waiting if item.controller == player]
        if len(own) > 1:
            own.sort(key=lambda item: _place(game, item))
            order = yield IndexDecision("order_triggers", player, [_entry(item) for item in own], every=True)
            own = [own[index] for index in order]
        for item in own:
            if game.is_in(item.controller):  # who leaves while choosing puts nothing there (rule 800.4d)
                yield from _put(game, item)


def _place(game: Game, item: Waiting) -> tuple[int, int, int]:
    """The default order: battlefield in the order of entering, command zone, planeswalking ability; of one source as printed."""
    source = item.source
    if source is None:
        return (2, 0, 0)
    abilities = source.characteristics.abilities
    printed = next((index for index, own in enumerate(abilities) if own is item.ability), len(abilities))
    if source.zone == "command":
        return (1, source.timestamp, printed)
    return (0, source.entered, printed)


def _entry(item: Waiting) -> dict[str, Any]:
    return {"source": item.source.id if item.source else None, "ability": item.ability.id, "controller": item.controller}


def _put(game: Game, item: Waiting) -> Steps:
    from .casting import announce_targets
    from .targets import check_each_other, choose_specs, chooser, for_each_player, legal_slots

    delayed = item.event.get("_delayed")
    context = Context(game, item.source, item.controller, event=item.event)
    context.since = item.moment
    if item.event.get("object") is item.source and item.source is not None:
        context.x = item.source.memory.get("x", 0)
    context.x = item.event.get("_x", context.x)
    if delayed is not None:
        context.targets = delayed.context.targets
        context.last = list(delayed.trigger_objects)
        context.x = delayed.context.x
    body = item.ability.body
    modes = [1]
    if body.modal:
        legal = [n for n, mode in enumerate(body.modes, 1) if legal_slots(game, context, mode.targets) is not None]
        before: list[int] = []
        if body.anew and item.source is not None:
            before = item.source.memory.setdefault(("modes", item.ability.id), [])
        legal = [mode for mode in legal if mode not in before]
        if len(legal) < body.least:
            return  # rule 603.3c
        modes = yield Modes(item.controller, legal, body.least, min(body.most, len(legal)), item.source)
        before += modes
    specs = for_each_player(context, choose_specs(body, modes))
    targets: list[list[Any]] = []
    if specs:
        slots = legal_slots(game, context, specs)
        if slots is None:
            return  # rule 603.3d: no legal targets, so it is removed

        def check(chosen: list[list[Any]]) -> None:
            check_each_other(context, specs, chosen)

        targets = yield Targets(chooser(context, specs), slots, item.source, check)
    if not game.is_in(item.controller):
        return
    entry = StackItem(game.new_id("ability"), item.controller, item.source, item.ability, body, context)
    entry.modes, entry.specs, entry.event = modes, specs, item.event
    if specs:
        entry.targets = targets
        context.targets = targets
    context.modes = modes
    game.stack.append(entry)
    with game.batch("603.3b") as happen:
        happen("put_on_stack", source=item.source, ability=item.ability.id, controller=item.controller)
        announce_targets(happen, targets, entry)
