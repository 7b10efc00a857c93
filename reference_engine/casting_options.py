"""What a player may do besides as a spell is cast, and what comes of it: gift, replicate, warp, foretell (rules 601.2b, 702)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import forms, zones
from .context import Context
from .decisions import Pick, Targets, YesNo
from .errors import Illegal
from .events import Event
from .objects import Characteristics, GameObject
from .stack_item import StackItem
from .triggered_abilities import Delayed, Waiting
from .vocabulary.costs import TapPermanents
from .vocabulary.selectors import Filter

if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Game
    from .vocabulary.abilities import Steps
    from .vocabulary.cards import Face

WAYS = ("gift", "replicate", "warp", "foretell", "mutate")
"""Ways of casting (`using`) for which a face has a cost or a promise of that name."""


def check(game: Game, player: str, card: GameObject, face: Face, using: str | None) -> None:
    """Raises Illegal("choice") for a way of casting that the card does not have, or not where it is.

    Rules: 702.56a, 702.143a, 702.174a, 702.185a
    When: a spell is proposed.
    """
    foretold = card.memory.get("foretold") is True
    if foretold is not (using == "foretell") and (foretold or using == "foretell"):
        raise Illegal("choice", f"{face.name} is cast for its foretell cost only where it was foretold, and then in no other way")
    if using == "warp" and card not in game.zone(player, "hand"):
        raise Illegal("choice", f"{face.name} can be cast for its warp cost only from the hand")


def convoked(face: Face, action: dict[str, Any]) -> list[TapPermanents]:
    """The creatures named to be tapped for a spell with convoke, each for one mana; none named is none tapped.

    Rules: 702.51a, 702.51b
    When: the cost of a spell is paid.
    """
    named = forms.names(forms.mapping(action.get("pay") or {}, "'pay'").get("tap"), "'tap' of 'pay'")
    if not named or "convoke" not in face.keywords:
        return []
    if len(named) > face.mana_value:
        raise Illegal("cost", f"{face.name} costs {face.mana_value}, so no more creatures than that can be tapped for it")
    return [TapPermanents(Filter(types=("Creature",)), len(named))]


def promise(game: Game, player: str, item: StackItem) -> Steps:
    """The caster chooses the opponent to whom the gift is promised, as an additional cost.

    Rules: 702.174a, 702.174k
    When: a spell is cast with its gift.
    Decides: the caster (`choose`).
    """
    assert item.object is not None
    opponents: list[Any] = [other for other in game.in_turn_order() if game.are_opponents(player, other)]
    item.object.memory["gift"] = yield Pick("choose", player, opponents, source=item.object, one=True)


def replicated(game: Game, item: StackItem) -> None:
    """The ability that copies the spell for each time its replicate cost was paid triggers.

    Rules: 702.56a
    When: a spell has been cast for which a replicate cost was paid.
    Events: triggered
    """
    from .vocabulary.effects_copies import REPLICATE

    game.waiting.append(Waiting(item.object, REPLICATE, item.controller, {"_item": item, "_x": item.context.kicked}, game.moment))
    fields = {"source": item.object, "ability": REPLICATE.id, "controller": item.controller}
    game.log.append(Event("triggered", "603.2", game.batch_number, fields))


def copy_ability(game: Game, item: StackItem, controller: str) -> Steps:
    """Puts a copy of a triggered ability onto the stack, which has not triggered but has the same source.

    Rules: 707.10, 707.10b, 707.10c
    When: an effect says so.
    Decides: its controller (`may`, then `targets`).
    Events: becomes_target
    """
    from .casting import announce_targets
    from .targets import legal_slots
    from .vocabulary.resolving import frozen

    context = frozen(item.context)
    context.controller, context.since = controller, item.context.since
    copy = StackItem(game.new_id("ability"), controller, item.source, item.ability, item.body, context)
    copy.modes, copy.specs, copy.event = list(item.modes), list(item.specs), item.event
    chosen: list[list[Any]] = [list(slot) for slot in item.targets]
    slots = legal_slots(game, context, item.specs) if chosen else None
    if slots and (yield YesNo("may", controller, item.source)):
        chosen = yield Targets(controller, slots, item.source)
    copy.targets = context.targets = chosen
    context.modes = copy.modes
    game.stack.append(copy)
    with game.batch("707.10") as happen:
        announce_targets(happen, chosen, copy)
        game.changed()


def copy_spell(game: Game, item: StackItem, controller: str) -> Steps:
    """Puts a copy of a spell onto the stack, which is not cast; its controller may choose new targets for it.

    Rules: 707.10, 707.10c
    When: an effect says so, also after the spell itself has left the stack.
    Decides: its controller (`may`, then `targets`).
    Events: becomes_target
    """
    from .casting import announce_targets
    from .targets import legal_slots
    from .vocabulary.resolving import frozen

    assert item.object is not None
    spell = GameObject(game.new_id("copy"), item.object.definition, controller, "stack", token=True)
    spell.characteristics = Characteristics(spell.face, None)
    context = frozen(item.context)
    context.source, context.controller = spell, controller
    context.using = None
    copy = StackItem(spell.id, controller, None, None, item.body, context)
    copy.object, copy.modes, copy.specs = spell, list(item.modes), list(item.specs)
    chosen: list[list[Any]] = [list(slot) for slot in item.targets]
    slots = legal_slots(game, context, item.specs) if chosen else None
    if slots and (yield YesNo("may", controller, spell)):
        chosen = yield Targets(controller, slots, spell)
    copy.targets = context.targets = chosen
    context.modes = copy.modes
    game.objects[spell.id] = spell
    game.stack.append(copy)
    with game.batch("707.10") as happen:
        announce_targets(happen, chosen, copy)
        game.changed()


def warp_later(game: Game, permanent: GameObject) -> None:
    """A warped permanent is exiled at the beginning of the next end step, and may be cast in later turns.

    Rules: 702.185a, 603.7
    When: it has entered.
    """
    from .vocabulary.effects_copies import WARP

    context = Context(game, permanent, permanent.controller)
    context.last = [permanent]
    game.delayed.append(Delayed(WARP, context))


def castable_later(game: Game, card: GameObject) -> None:
    """Its owner may cast the card after the present turn has ended, for as long as it remains there (rules 702.143a, 702.185a)."""
    card.memory["may_cast"] = card.owner
    card.memory["may_cast_after"] = game.turn_serial


def prepare_foretell(game: Game, player: str, card: GameObject) -> Callable[[], Steps]:
    """Exiles a card with foretell from the hand, a special action of the own turn. Raises Illegal.

    Rules: 702.143a, 702.143b, 116.2h
    When: the player has priority. It lies face up here, since a case sees everything.
    """
    if card not in game.zone(player, "hand"):
        raise Illegal("not_there", f"{card.id} is not in {player}'s hand")
    if not card.face.foretell:
        raise Illegal("restriction", f"{card.name} has no foretell")
    if player not in game.active_players:
        raise Illegal("timing", "a card is foretold only in its player's own turn")

    def foretell() -> Steps:
        new = zones.move(game, card, "exile", "702.143a")
        if new is not None:
            new.memory["foretold"] = True
            castable_later(game, new)
        return
        yield

    return foretell
