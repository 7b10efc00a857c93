"""Casting spells and activating abilities (rules 601, 602): everything is checked first, then done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import casting_options, combat, commander, counters, damage, forms, preparation, targets, untapping, zones
from .context import Context
from .continuous_effects import says_of, statics
from .decisions import Word
from .errors import Illegal
from .objects import GameObject
from .range_of_influence import reaches
from .stack_item import StackItem
from .vocabulary import costs
from .vocabulary.abilities import ActivatedAbility, Body, Mode
from .vocabulary.base import Wording
from .vocabulary.statics import CantActivate, CantBecomeUntapped, CostChange, LoyaltyAnyTime, MayPlayExiled
from .vocabulary.statics_planes import AnyNumberOfLands, CantCast, ExtraMana, FlashbackInGraveyards
from .vocabulary.statics_untapping import FlashFor

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps

Action = dict[str, Any]
Performing = Callable[[], "Steps"]


@dataclass(frozen=True)
class Announced:
    """A spell or ability as it is announced, before targets are chosen and costs are paid (rules 601.2b-c, 602.2b)."""

    source: GameObject
    context: Context
    body: Body
    modes: list[int]
    specs: list[Any]
    slots: list[targets.Slot]
    ability: ActivatedAbility | None = None


def announce_spell(game: Game, player: str, action: Action) -> Announced:
    """Checks that the player may begin to cast the card so; gives what is cast and what its targets can be. Raises Illegal.

    Rules: 601.2a, 601.2b, 601.3, 117.1a, 302.1, 304.1, 307.1
    """
    card = game.find(action["object"])
    using = "flashback" if action.get("using") == "jump_start" else action.get("using")
    if card is None or not _castable_from(game, player, card, using):
        raise Illegal("not_there", f"{action['object']} is no card that {player} could cast from where it is")
    face = card.face
    if "Land" in face.types or face.types & zones.PLANAR:
        raise Illegal("restriction", f"{card.name} can't be cast")
    if any(player in static.player.find(context) for context, static, _ in statics(game, CantCast)):
        raise Illegal("restriction", f"an effect says that {player} can't cast spells")
    if _split_second(game):
        raise Illegal("restriction", "a spell with split second is on the stack")
    if not _at_instant_speed(game, player, card) and not _sorcery_time(game, player):
        raise Illegal("timing", f"{card.name} can be cast only in its player's main phase with an empty stack")
    context = Context(game, card, player, x=forms.number(action.get("x", 0), "'x'"))
    context.using = using
    if face.cast_only is not None and not face.cast_only.holds(context):
        reason = "timing" if face.cast_only.about_time else "restriction"
        raise Illegal(reason, f"{card.name} can be cast only {face.cast_only.text(Wording(card.name, face.noun()))}")
    casting_options.check(game, player, card, face, using)
    context.kicked = _kicked(face, action, using)
    body = face.spell.body if face.spell is not None else Body((Mode(),))
    if context.kicked and face.spell is not None and face.spell.kicked is not None:
        body = face.spell.kicked
    if using == "overload" and face.spell is not None and face.spell.overloaded is not None:
        body = face.spell.overloaded
    modes = _modes(body, action)
    specs = targets.choose_specs(body, modes)
    if using == "bestow":
        specs = [_BESTOW_TARGET()]
    elif using == "mutate":
        specs = [_MUTATE_TARGET()]
    elif face.enchant is not None:
        specs = [face.enchant]
    slots = _slots(game, context, specs)
    return Announced(card, context, body, modes, specs, slots)


def prepare_cast(game: Game, player: str, action: Action) -> Performing:
    """Checks that the player may cast the card so; gives what then happens. Raises Illegal.

    Rules: 601.2, 601.3, 117.1a, 302.1, 304.1, 307.1, 702.33, 702.34, 702.103
    When: the player has priority; the last four are kicker, flashback, bestow and overload.
    Events: zone_change, cast, becomes_target, and those of paying
    """
    spell = announce_spell(game, player, action)
    card, face, context, using = spell.source, spell.source.face, spell.context, spell.context.using
    body, modes, specs = spell.body, spell.modes, spell.specs
    chosen = targets.distribute(game, spell.slots, forms.names(action.get("targets"), "'targets'"))
    targets.check_each_other(context, specs, chosen)
    mana = [costs.Mana(face.cost)] if face.cost else []
    if using == "bestow":
        mana = list(face.bestow)  # type: ignore[arg-type]
    elif using == "flashback":
        mana = list(face.flashback) if face.flashback else mana  # type: ignore[arg-type]  # given by a plane: the mana cost
    elif using == "alternative":
        mana = list(face.alternative_cost)  # type: ignore[arg-type]
    elif using == "evoke":
        mana = list(face.evoke)  # type: ignore[arg-type]
    elif using in ("overload", "warp", "foretell", "mutate"):
        mana = list(getattr(face, using))
    extra = [part for part in face.kicker for _ in range(context.kicked)]
    extra += face.kickers[: context.kicked]
    if using == "entwine":
        extra += face.entwine
    if using == "replicate":
        extra += face.replicate * context.kicked
    parts = [*mana, *face.additional_cost, *extra]
    more = _cost_change(game, player, card, context, chosen) + commander.tax(game, card)
    convoking = casting_options.convoked(face, action)
    if convoking:
        parts += convoking
        more -= convoking[0].count
    pay = prepare_payment(game, player, card, parts, action, context, more)

    def perform() -> Steps:
        item = StackItem(game.new_id("spell"), player, None, None, body, context)
        spell = zones.move_to_stack(game, card)
        item.id = spell.id
        item.object = spell
        if using == "bestow":
            spell.bestowed = True
            spell.characteristics.become_bestowed()
        context.source = spell
        item.modes, item.specs, item.targets = modes, specs, chosen
        context.targets, context.modes = chosen, modes
        game.stack.append(item)
        if using == "gift":
            yield from casting_options.promise(game, player, item)
        yield from pay()
        game.spells_cast[player] = game.spells_cast.get(player, 0) + 1
        commander.was_cast(game, spell)
        preparation.was_cast(game, spell)
        with game.batch("601.2i") as happen:
            happen("cast", object=spell, player=player)
            announce_targets(happen, chosen, item)
            game.changed()
        if using == "replicate" and context.kicked:
            casting_options.replicated(game, item)

    return perform


def _at_instant_speed(game: Game, player: str, card: GameObject) -> bool:
    """True for an instant, for flash, and where an effect lets the player cast it as though it had flash (rules 304.1, 702.8a)."""
    if card.face.types & {"Instant"} or "flash" in card.face.keywords:
        return True
    return any(
        player in static.player.find(context) and static.spells.describes(card, context) for context, static, _ in statics(game, FlashFor)
    )


def _BESTOW_TARGET() -> Any:  # noqa: N802 - a constant that needs the vocabulary to be loaded
    from .vocabulary.abilities import TargetSpec
    from .vocabulary.selectors import Filter

    return TargetSpec(Filter(types=("Creature",)))


def _MUTATE_TARGET() -> Any:  # noqa: N802
    """A non-Human creature with the same owner as the spell (rule 702.140a)."""
    from .vocabulary.abilities import TargetSpec
    from .vocabulary.selectors import Filter

    return TargetSpec(Filter(types=("Creature",), not_subtypes=("Human",), owner="you"))


def could_begin_to_cast(game: Game, player: str, card: GameObject) -> bool:
    """True if the time is right for it, and no effect forbids casting (rules 601.3, 702.62c)."""
    banned = any(player in static.player.find(context) for context, static, _ in statics(game, CantCast))
    return not banned and not _split_second(game) and (_at_instant_speed(game, player, card) or _sorcery_time(game, player))


def announce_targets(happen: Any, chosen: list[list[Any]], item: StackItem) -> None:
    """Events: becomes_target, of each object that a spell or ability on the stack targets (rule 115.1)."""
    for target in dict.fromkeys(target for slot in chosen for target in slot):
        if isinstance(target, GameObject):
            happen("becomes_target", object=target, player=item.controller, _item=item)


def _castable_from(game: Game, player: str, card: GameObject, using: str | None) -> bool:
    if card in game.zone(player, "hand"):
        return using != "flashback"
    if commander.may_cast(game, player, card):
        return True
    if using == "flashback":
        given = bool(card.face.types & {"Instant", "Sorcery"}) and bool(statics(game, FlashbackInGraveyards))
        return card in game.zone(player, "graveyard") and (bool(card.face.flashback) or given)
    later = card.memory.get("may_cast_after", -1) < game.turn_serial
    return card.exists and ((card.memory.get("may_cast") == player and later) or _may_play_exiled(game, player, card))


def _may_play_exiled(game: Game, player: str, card: GameObject) -> bool:
    """True if a permanent of the player lets them play this card, which it exiled."""
    return any(
        context.controller == player and context.source is not None and card in context.source.memory.get(static.key, ())
        for context, static, _ in statics(game, MayPlayExiled)
    )


def _sorcery_time(game: Game, player: str) -> bool:
    return player in game.active_players and game.step in ("precombat_main", "postcombat_main") and not game.stack


def _kicked(face: Any, action: Action, using: str | None) -> int:
    times = forms.number(action.get("kicked", 1 if using == "kicker" else 0), "'kicked'")
    if times and not (face.kicker or face.replicate or face.kickers):
        raise Illegal("choice", f"{face.name} has no kicker")
    if face.kickers and times > len(face.kickers):
        raise Illegal("choice", f"{face.name} can be kicked {len(face.kickers)} times at most")
    if using in casting_options.WAYS and not getattr(face, using):
        raise Illegal("choice", f"{face.name} has no {using}")
    if using == "bestow" and not face.bestow:
        raise Illegal("choice", f"{face.name} has no bestow")
    if using == "entwine" and not face.entwine:
        raise Illegal("choice", f"{face.name} has no entwine")
    if using == "evoke" and not face.evoke:
        raise Illegal("choice", f"{face.name} has no evoke")
    if using == "overload" and not face.overload:
        raise Illegal("choice", f"{face.name} has no overload")
    if using not in (None, "kicker", "bestow", "flashback", "alternative", "entwine", "evoke", "overload", *casting_options.WAYS):
        raise Illegal("choice", f"{face.name} can't be cast using {forms.shown(using)}")
    return times


def _modes(body: Body, action: Action) -> list[int]:
    if not body.modal:
        return [1]
    if action.get("using") == "entwine":  # all of them (rule 702.42)
        return list(range(1, len(body.modes) + 1))
    modes = [forms.number(mode, "an entry of 'modes'") for mode in forms.listed(action.get("modes"))]
    if not body.least <= len(modes) <= body.most:
        raise Illegal("choice", f"between {body.least} and {body.most} modes are to be chosen, not {len(modes)}")
    if any(not 1 <= mode <= len(body.modes) for mode in modes) or (len(set(modes)) != len(modes) and not body.repeat):
        raise Illegal("choice", f"modes are numbers from 1 to {len(body.modes)}, each once")
    return sorted(modes)  # they are followed in the order written (rules 608.2c, 700.2d)


def _slots(game: Game, context: Context, specs: list[Any]) -> list[targets.Slot]:
    slots = targets.legal_slots(game, context, specs)
    if slots is None:
        raise Illegal("target", "there are not enough legal targets")
    return slots


def _cost_change(game: Game, player: str, card: GameObject, own: Context, chosen: list[list[Any]]) -> int:
    """By how much more, or less, it costs (rules 601.2f, 702.41)."""
    change = -len(card.face.affinity.find(own)) if card.face.affinity is not None else 0
    targeted = [target for slot in chosen for target in slot]
    for context, static, _ in statics(game, CostChange):
        if static.targeting is not None and not any(obj in targeted for obj in static.targeting.find(context)):
            continue
        if player in static.players.find(context) and static.spells.describes(card, context):
            change += static.more - static.less
    return change


def prepare_payment(
    game: Game, player: str, source: GameObject, parts: list[Any], action: Action, context: Context, more_mana: int = 0
) -> Performing:
    """Checks that all parts of a cost can be paid as the player says; gives the paying. Raises Illegal("cost" or "restriction").

    Rules: 601.2f-h, 602.2b, 118.3, 107.6, 302.6, 606.3
    """
    chosen: list[tuple[Any, list[GameObject]]] = []
    mana_due = max(more_mana, 0)
    used: set[GameObject] = set()
    pay = forms.mapping(action.get("pay") or {}, "'pay'")
    generic, less = mana_due, max(-more_mana, 0)
    for part in parts:
        if isinstance(part, costs.Mana):
            mana_due += part.amount + context.x * part.cost.count("{X}")
            generic += part.generic + context.x * part.cost.count("{X}")
        elif isinstance(part, costs.ExileAnyNumber):
            picked = _pick_any(game, player, source, part, pay, context)
            less += part.less * len(picked)
            chosen.append((part, picked))
        elif isinstance(part, (costs.TapThis, costs.UntapThis)):
            _check_turning(game, source, isinstance(part, costs.TapThis))
        elif isinstance(part, costs.ChosenCost):
            picked = _pick(game, player, source, part, pay, context, used)
            used.update(picked)
            chosen.append((part, picked))
        elif isinstance(part, costs.PayLife):
            if game.life[player] < part.amount.of(context):
                raise Illegal("cost", f"{player} has too little life")
        elif isinstance(part, costs.RemoveCounters):
            if source.counters.get(part.kind, 0) < part.count.of(context):
                raise Illegal("cost", f"{source.id} has too few {part.kind} counters")
        elif isinstance(part, costs.Loyalty) and part.change < 0 and source.counters.get("loyalty", 0) < -part.change:
            raise Illegal("cost", f"{source.id} has too little loyalty")
    mana_due -= min(less, generic)  # a reduction takes off generic mana only (rule 118.7a)
    if action.get("mana", "granted") == "none" and mana_due > sum(game.mana_pool.get(player, {}).values()):
        raise Illegal("cost", f"{mana_due} mana is to be paid, and none is granted")

    def perform() -> Steps:
        if action.get("mana", "granted") == "none":
            spend(game, player, mana_due)
        for part in parts:
            if isinstance(part, costs.TapThis):
                untapping.tap(game, [source], "107.5")
            elif isinstance(part, costs.UntapThis):
                yield from untapping.untap_all(game, [source], "107.6")
            elif isinstance(part, costs.SacrificeThis):
                sacrifice(game, [source])
            elif isinstance(part, costs.ReturnThis):
                zones.move(game, source, "hand", "118.1")
            elif isinstance(part, costs.ExileThis):
                zones.move(game, source, "exile", "118.1")
            elif isinstance(part, costs.DiscardThis):
                zones.move(game, source, "graveyard", "701.9a")
            elif isinstance(part, costs.ExertThis):
                combat.exert(game, source, player)
            elif isinstance(part, costs.PayLife):
                damage.lose_life(game, player, part.amount.of(context), "118.3b")
            elif isinstance(part, costs.RemoveCounters):
                counters.remove(game, source, part.kind, part.count.of(context), "118.1")
            elif isinstance(part, costs.Loyalty):
                source.loyalty_turn = game.turn_serial
                if part.change > 0:
                    counters.put(game, source, "loyalty", part.change, "606.4")
                else:
                    counters.remove(game, source, "loyalty", -part.change, "606.4")
        for part, picked in chosen:
            if isinstance(part, costs.Sacrifice):
                sacrifice(game, picked)
                context.last = picked
            elif isinstance(part, costs.TapPermanents):
                untapping.tap(game, picked, "118.1")
            else:
                zone = {"return": "hand", "discard": "graveyard", "exile": "exile"}[part.pay_key]
                for obj in picked:
                    zones.move(game, obj, zone, "118.1")

    return perform


def spend(game: Game, player: str, amount: int) -> None:
    """Takes mana out of the player's pool, whatever its color; the caller has checked that there is enough (rule 106.4)."""
    pool = game.mana_pool.get(player, {})
    for color in list(pool):
        taken = min(amount, pool[color])
        pool[color] -= taken
        amount -= taken


def _check_turning(game: Game, source: GameObject, tapping: bool) -> None:
    """{T} and {Q} (rules 107.5, 107.6): the right way round, and no summoning sickness."""
    if source.tapped is tapping:
        raise Illegal("cost", f"{source.id} is {'already' if tapping else 'not'} tapped")
    if not tapping and says_of(game, CantBecomeUntapped, source) is not None:
        raise Illegal("cost", f"{source.id} can't become untapped")
    if source.is_type("Creature") and combat.is_sick(game, source):
        raise Illegal("restriction", f"{source.id} has not been under its player's control since the turn began")


def _pick(
    game: Game, player: str, source: GameObject, part: Any, pay: dict[str, Any], context: Context, used: set[GameObject]
) -> list[GameObject]:
    """The objects named for a part of the cost, or the only ones there are."""
    pool = [obj for obj in able_to_pay(game, player, source, part, context) if obj not in used]
    named = forms.names(pay.get(part.pay_key), f"{part.pay_key!r} of 'pay'")
    if named:
        by_id = {obj.id: obj for obj in pool}
        picked = [by_id[name] for name in named if name in by_id]
        if len(picked) != len(named) or len(picked) != part.count:
            raise Illegal("cost", f"{', '.join(map(str, named))} can't pay: {part.count} of {', '.join(by_id) or 'none'} can")
        return picked
    if len(pool) < part.count:
        raise Illegal("cost", f"{player} has not {part.count} to {part.pay_key}")
    if len(pool) > part.count:
        raise Illegal("cost", f"what to {part.pay_key} has to be named (pay: {{{part.pay_key}: [...]}})")
    return pool


def able_to_pay(game: Game, player: str, source: GameObject, part: Any, context: Context) -> list[GameObject]:
    """What a player could sacrifice, tap, discard or exile for a part of a cost."""
    if part.what.zone == "battlefield":
        pool = [obj for obj in game.battlefield if obj.controller == player and part.what.matches(obj, context)]
    else:
        pool = [card for card in game.zone(player, part.what.zone) if card is not source and part.what.matches(card, context)]
    return [obj for obj in pool if not (part.pay_key == "tap" and obj.tapped)]


def _pick_any(game: Game, player: str, source: GameObject, part: Any, pay: dict[str, Any], context: Context) -> list[GameObject]:
    """Any number of cards, as named."""
    pool = {card.id: card for card in game.zone(player, part.what.zone) if card is not source and part.what.matches(card, context)}
    named = forms.names(pay.get(part.pay_key), f"{part.pay_key!r} of 'pay'")
    if len(set(named)) != len(named) or any(name not in pool for name in named):
        raise Illegal("cost", f"{', '.join(map(str, named))} can't pay; {', '.join(pool) or 'nothing'} can")
    return [pool[name] for name in named]


def sacrifice(game: Game, objects: list[GameObject], rule: str = "701.21a") -> list[GameObject]:
    """Each goes to its owner's graveyard; gives those that did.

    Events: sacrificed, zone_change
    """
    gone = [obj for obj in objects if obj.visible and obj.zone == "battlefield"]
    with game.batch(rule) as happen:
        for obj in gone:
            happen("sacrificed", object=obj, player=obj.controller)
            zones.move(game, obj, "graveyard", rule)
    return gone


def abilities_of(obj: GameObject) -> list[ActivatedAbility]:
    """Its activated abilities, in the order in which cases number them."""
    return [ability for ability in obj.characteristics.abilities if isinstance(ability, ActivatedAbility)]


def announce_ability(game: Game, player: str, action: Action) -> Announced:
    """Checks that the player may begin to activate the ability so; gives it and what its targets can be. Raises Illegal.

    Rules: 602.1, 602.2, 602.5, 605.3, 606.3, 311.4
    """
    obj = game.find(action["object"])
    game.refresh()
    if obj is None or not _usable(game, obj):
        raise Illegal("not_there", f"{action['object']} is not there to be used")
    ability = _find_ability(obj, action.get("ability", 1))
    controller = game.planes.controller if obj.zone == "command" and game.planes is not None else obj.controller
    if obj.zone in ("hand", "graveyard"):
        controller = obj.owner
    if controller != player and not ability.any_player:
        raise Illegal("restriction", f"{obj.id} is not controlled by {player}")
    if not reaches(game, player, obj):
        raise Illegal("restriction", f"{obj.id} is out of {player}'s range of influence (rule 801.6)")
    loyalty = any(isinstance(part, costs.Loyalty) for part in ability.cost)
    any_time = loyalty and any(isinstance(getattr(own, "static", None), LoyaltyAnyTime) for own in obj.characteristics.abilities)
    if (ability.sorcery or loyalty) and not any_time and not _sorcery_time(game, player):
        raise Illegal("timing", "it can be activated only in its player's main phase with an empty stack")
    if loyalty and obj.loyalty_turn == game.turn_serial:
        raise Illegal("restriction", "a loyalty ability of it was activated this turn")
    if ability.once_each_turn and obj.memory.get(("activated", ability.id)) == game.turn_serial:
        raise Illegal("restriction", "it was activated this turn")
    if not ability.mana and _split_second(game):
        raise Illegal("restriction", "a spell with split second is on the stack")
    if _may_not_be_activated(game, obj, ability):
        raise Illegal("restriction", "an effect says that it can't be activated")
    context = Context(game, obj, player, x=forms.number(action.get("x", 0), "'x'"))
    if ability.if_ is not None and not ability.if_.holds(context):
        raise Illegal("timing" if ability.if_.about_time else "restriction", "its condition is not met")
    modes = _modes(ability.body, action)
    specs = targets.for_each_player(context, targets.choose_specs(ability.body, modes))
    slots = _slots(game, context, specs)
    return Announced(obj, context, ability.body, modes, specs, slots, ability)


def prepare_activate(game: Game, player: str, action: Action) -> Performing:
    """Checks that the player may activate the ability so; gives what then happens. Raises Illegal.

    Rules: 602.1, 602.2, 602.5, 605.3, 606.3, 311.4
    """
    activated = announce_ability(game, player, action)
    obj, ability, context = activated.source, activated.ability, activated.context
    assert ability is not None
    modes, specs, slots = activated.modes, activated.specs, activated.slots
    named = None if targets.others_choose(specs) else targets.distribute(game, slots, forms.names(action.get("targets"), "'targets'"))
    targets.check_each_other(context, specs, named or [])
    pay = prepare_payment(game, player, obj, list(ability.cost), action, context)

    def perform() -> Steps:
        obj.memory[("activated", ability.id)] = game.turn_serial
        chosen = yield from targets.settle(game, context, specs, slots, named, obj)
        context.targets, context.modes = chosen, modes
        if ability.mana:
            yield from pay()
            game.emit("tapped_for_mana", "605.3b", object=obj, player=player)
            before = dict(game.mana_pool.get(player, {}))
            for effect in ability.body.modes[0].effects:
                yield from effect.resolve(context)
            if any(isinstance(part, costs.TapThis) for part in ability.cost):
                yield from _extra_mana(game, player, obj, before)
            return
        item = StackItem(game.new_id("ability"), player, obj, ability, ability.body, context)
        item.modes, item.specs, item.targets = modes, specs, chosen
        game.stack.append(item)
        yield from pay()
        with game.batch("602.2") as happen:
            happen("activated", object=obj, ability=ability.id, player=player)
            announce_targets(happen, chosen, item)
            game.changed()

    return perform


def _split_second(game: Game) -> bool:
    """True while such a spell is on the stack: no other spell, and no ability that is no mana ability (rules 702.61a-b)."""
    return any(item.object is not None and "split second" in item.object.face.keywords for item in game.stack)


def _may_not_be_activated(game: Game, obj: GameObject, ability: ActivatedAbility) -> bool:
    """True while an effect forbids it (rules 602.5, 101.2)."""
    taps = any(isinstance(part, costs.TapThis) for part in ability.cost)
    return any(
        obj in (affected if affected is not None else static.what.find(context))
        for context, static, affected in statics(game, CantActivate)
        if taps or not static.tapping
    )


def _extra_mana(game: Game, player: str, obj: GameObject, before: dict[str, int]) -> Steps:
    """Triggered mana abilities resolve right after the mana ability, without the stack (rules 605.1b, 605.4a).

    Decides: the player, where more than one type of mana was produced (`choose`).
    """
    pool = game.mana_pool.get(player, {})
    produced = [symbol for symbol, count in pool.items() if count > before.get(symbol, 0)]
    for context, static, _ in statics(game, ExtraMana):
        if produced and static.what.matches(obj, context):
            symbol = produced[0] if len(produced) == 1 else (yield Word("choose", player, produced, context.source))
            pool[symbol] += 1


def _usable(game: Game, obj: GameObject) -> bool:
    if obj.zone == "battlefield":
        return obj in game.battlefield
    if obj.zone in ("hand", "graveyard"):
        return any(ability.zone == obj.zone for ability in abilities_of(obj))
    return game.planes is not None and obj in game.planes.face_up


def _find_ability(obj: GameObject, which: Any) -> ActivatedAbility:
    printed = abilities_of(obj)  # numbered as printed, whatever the zone in which they work
    zone = "battlefield" if obj.zone == "command" else obj.zone  # those of a plane are written as those of a permanent
    own = [ability for ability in printed if ability.zone == zone]
    if not own:
        raise Illegal("not_there", f"{obj.id} has no activated ability")
    if isinstance(which, int) or (isinstance(which, str) and which.isdecimal() and len(which) < 4):
        number = int(which)
        if 1 <= number <= len(printed) and printed[number - 1] in own:
            return printed[number - 1]
    for ability in own:
        if which in (ability.id, ability.keyword):
            return ability
    raise Illegal("not_there", f"{obj.id} has no ability {forms.shown(which)}; it has {', '.join(a.id for a in own)}")


def prepare_play_land(game: Game, player: str, action: Action) -> Performing:
    """Rules: 305.1, 305.2, 305.3, 116.2a."""
    card = game.find(action["object"])
    if card is None or not (card in game.zone(player, "hand") or _may_play_exiled(game, player, card)):
        raise Illegal("not_there", f"{action['object']} is not in {player}'s hand")
    if "Land" not in card.face.types:
        raise Illegal("restriction", f"{card.name} is no land")
    if not _sorcery_time(game, player):
        raise Illegal("timing", "a land is played in its player's main phase with an empty stack")
    unlimited = any(context.is_player("you", player) for context, _, _ in statics(game, AnyNumberOfLands))
    if game.lands_played[player] >= 1 and not unlimited:
        raise Illegal("restriction", f"{player} has played a land this turn")

    def perform() -> Steps:
        game.lands_played[player] += 1
        yield from zones.put_onto_battlefield(game, card, player, "305.1")

    return perform
