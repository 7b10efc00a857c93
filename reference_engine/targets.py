"""Targets (rule 115): what may be chosen, and what still is legal when it matters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .context import Context
from .decisions import Pick, Targets
from .errors import Illegal
from .objects import GameObject
from .protection import can_be_targeted
from .range_of_influence import sees, within

if TYPE_CHECKING:
    from .game import Game
    from .stack_item import StackItem
    from .vocabulary.abilities import Body, Steps, TargetSpec

Slot = tuple[int, "int | None", list[Any]]


def candidates(game: Game, context: Context, spec: TargetSpec) -> list[Any]:
    """Everything that the "target" may be now. Phased-out permanents are never among it (rule 702.26b)."""
    pool: list[Any] = []
    if spec.item is not None:
        return within(context, [item for item in game.stack if _item_fits(item, spec, context)])
    if spec.what is not None:
        # whose they are is settled with the other targets, so before that anybody's may be named (`check_each_other`)
        what = replace(spec.what, controller=None) if spec.what.controller == "target" and not context.targets else spec.what
        pool += [obj for obj in what.find(context) if spec.controlled_by in (None, obj.controller)]
    if spec.players is not None:
        players = [p for p in game.in_turn_order() if spec.players == "any" or game.are_opponents(context.controller, p)]
        pool += within(context, players)  # rule 801.4
    return [
        thing for thing in pool if thing is not _own_spell(context) and can_be_targeted(game, thing, context.source, context.controller)
    ]


def _own_spell(context: Context) -> GameObject | None:
    """A spell or ability on the stack cannot target itself (rule 115.5)."""
    source = context.source
    return source if source is not None and source.zone == "stack" else None


def _item_fits(item: Any, spec: TargetSpec, context: Context) -> bool:
    if spec.item == "spell_with_a_single_target":  # as many as were chosen, legal by now or not (rule 115.9a)
        return item.is_spell and item.object is not context.source and sum(len(slot) for slot in item.targets) == 1
    if spec.item == "your_triggered_ability":
        return item.event is not None and item.controller == context.controller
    return spec.item == "spell_or_ability" or not item.is_spell


def is_legal(game: Game, context: Context, spec: TargetSpec, target: Any) -> bool:
    """True if the chosen target still is what it has to be (rule 608.2b)."""
    if spec.item is not None:
        return target in game.stack and sees(context, target)
    if isinstance(target, str):
        fits = game.is_in(target) and spec.players is not None and sees(context, target)
        return fits and can_be_targeted(game, target, context.source, context.controller)
    if not target.visible or spec.controlled_by not in (None, target.controller):
        return False
    return (
        spec.what is not None and spec.what.matches(target, context) and can_be_targeted(game, target, context.source, context.controller)
    )


def choose_specs(body: Body, modes: list[int]) -> list[TargetSpec]:
    """The targets of the chosen modes, one after the other."""
    return [spec for number in modes for spec in body.modes[number - 1].targets]


def for_each_player(context: Context, specs: list[TargetSpec]) -> list[TargetSpec]:
    """A "target" that is chosen for each of some players becomes one for each of them, of what that player controls."""
    made: list[TargetSpec] = []
    for spec in specs:
        if spec.one_for is None:
            made.append(spec)
        else:
            made += [replace(spec, one_for=None, controlled_by=player) for player in spec.one_for.find(context)]
    return made


def chooser(context: Context, specs: list[TargetSpec]) -> str:
    """Who chooses the targets: the controller, or another player where the ability says so."""
    for spec in specs:
        if spec.chosen_by is not None:
            found = spec.chosen_by.find(context)
            return found[0] if found else context.controller
    return context.controller


def legal_slots(game: Game, context: Context, specs: Any) -> list[Slot] | None:
    """For each "target": how many, and of what; None if one that is needed has too few legal choices (rule 603.3d)."""
    slots: list[Slot] = []
    for spec in specs:
        least, most = spec.bounds(context.x)
        pool = candidates(game, context, spec)
        if len(pool) < least:
            return None
        slots.append((least, most, pool))
    return slots


def others_than_chosen(game: Game, item: StackItem) -> list[Slot] | None:
    """For each "target" of a spell what its targets could be changed to; None where one of them has nothing else (rule 115.7a)."""
    slots: list[Slot] = []
    for spec, slot in zip(item.specs, item.targets, strict=True):
        pool = [thing for thing in candidates(game, item.context, spec) if thing not in slot]
        if len(pool) < len(slot):
            return None
        slots.append((len(slot), len(slot), pool))
    return slots


def new_or_chosen(game: Game, item: StackItem) -> list[Slot]:
    """For each "target" of a spell as many as were chosen, among what is legal now and what was chosen, legal or not (rule 115.7d)."""
    return [
        (len(slot), len(slot), list(dict.fromkeys([*candidates(game, item.context, spec), *slot])))
        for spec, slot in zip(item.specs, item.targets, strict=True)
    ]


def check_each_other(context: Context, specs: Any, chosen: list[list[Any]]) -> None:
    """Raises Illegal("target") if a target that has to be the targeted player's is not (rule 601.2c)."""
    players = [target for slot in chosen for target in slot if isinstance(target, str)]
    for spec, slot in zip(specs, chosen, strict=False):
        for target in slot:
            if spec.what is not None and spec.what.controller == "target" and target.controller not in players:
                raise Illegal("target", f"{target.id} is not controlled by the targeted player")


def others_choose(specs: Any) -> bool:
    """True if another player than the controller chooses the targets."""
    return any(spec.chosen_by is not None for spec in specs)


def settle(game: Game, context: Context, specs: Any, slots: list[Slot], named: list[list[Any]] | None, source: GameObject) -> Steps:
    """The targets of an activated ability: those named, or what an opponent picks of their own where the ability leaves it to one.

    Decides: the controller which opponent, if more than one has something to choose (`choose`); that opponent the targets (`targets`).
    """
    if named is not None:
        return named
    pool = slots[0][2]
    able: list[Any] = [player for player in game.in_turn_order() if any(obj.controller == player for obj in pool)]
    opponent = able[0] if len(able) == 1 else (yield Pick("choose", context.controller, able, source=source, one=True))
    own: list[Slot] = [(least, most, [obj for obj in pool if obj.controller == opponent]) for least, most, pool in slots]
    return (yield Targets(opponent, own, source))


def distribute(game: Game, slots: list[Slot], ids: list[Any]) -> list[list[Any]]:
    """Deals the named targets out to the slots in order; Illegal("target") if one is not legal or the number is wrong (601.2c)."""
    wanted: list[Any] = [getattr(item, "id", item) for item in ids]
    out: list[list[Any]] = []
    needed_after = [sum(least for least, _, _ in slots[index + 1 :]) for index in range(len(slots))]
    for (least, most, pool), reserve in zip(slots, needed_after, strict=True):
        by_id = {getattr(thing, "id", thing): thing for thing in pool}
        room = len(wanted) - reserve
        top = room if most is None else min(most, room)
        taken: list[Any] = []
        while wanted and len(taken) < top:
            if wanted[0] not in by_id:
                if len(taken) >= least and len(slots) > 1:
                    break
                raise Illegal("target", f"{wanted[0]!r} is no legal target; legal are {', '.join(map(str, by_id)) or 'none'}")
            if by_id[wanted[0]] in taken:
                raise Illegal("target", f"{wanted[0]!r} is chosen twice for one target")
            taken.append(by_id[wanted.pop(0)])
        if len(taken) < least:
            raise Illegal("target", f"{least} targets are needed, {len(taken)} are named")
        out.append(taken)
    if wanted:
        raise Illegal("target", f"{', '.join(map(repr, wanted))}: more targets than there are to choose, or not legal")
    return out
