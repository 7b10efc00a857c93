"""Merged and melded permanents (rules 730, 702.140, 701.42): one object that several cards represent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import zones
from .decisions import YesNo
from .objects import Characteristics, GameObject

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps
    from .vocabulary.cards import CardDefinition

_known: dict[tuple[int, ...], tuple[Any, CardDefinition]] = {}


def merge(game: Game, spell: GameObject, permanent: GameObject, player: str) -> Steps:
    """A mutating creature spell becomes part of its target, which stays the object it was and does not enter.

    Rules: 702.140c, 702.140d, 702.140e, 730.2, 730.2a, 730.2b, 730.2c
    When: the spell resolves and its target is legal.
    Decides: the spell's controller, whether it goes on top (`may`, false for the bottom).
    Events: mutated
    """
    on_top = yield YesNo("may", player, spell)
    stack: list[CardDefinition] = list(permanent.memory.get("merged_from", [permanent.copiable]))
    stack = [spell.copiable, *stack] if on_top else [*stack, spell.copiable]
    spell.exists = False
    game.objects.pop(spell.id, None)
    permanent.memory["merged_from"] = stack
    permanent.memory["components"] = [*permanent.memory.get("components", ()), spell]
    permanent.copied = _combined(stack)
    game.changed()
    game.emit("mutated", "702.140d", object=permanent)


def meld(game: Game, card: GameObject, other: GameObject, player: str) -> Steps:
    """Puts the two exiled cards of a meld pair onto the battlefield as one permanent that has just entered.

    Rules: 701.42a, 712.4a
    When: the ability of one of them has exiled both.
    Events: zone_change, entered
    """
    if not (card.exists and other.exists and card.zone == other.zone == "exile") or card.token or other.token:
        return  # rule 701.42c: they stay where they are
    card.copied = card.definition.meld
    new = yield from zones.put_onto_battlefield(game, card, player, "701.42a")
    game.zone(other.owner, "exile").remove(other)
    other.exists = False
    game.objects.pop(other.id, None)
    new.memory["components"] = [other]


def _combined(stack: list[CardDefinition]) -> CardDefinition:
    """The topmost card with the abilities of all the others (rules 702.140e, 730.2a)."""
    key = tuple(id(definition) for definition in stack)
    from .vocabulary.cards import CardDefinition

    known = _known.get(key)
    if known is None:
        entry = dict(stack[0].entry)
        entry["keywords"] = sorted({word for definition in stack for word in definition.front.keywords})
        entry["abilities"] = [ability for definition in stack for ability in definition.entry.get("abilities", [])]
        known = _known[key] = (stack, CardDefinition(entry))  # with what the key was made of, so that it stays its own
    return known[1]


def scatter(game: Game, left: GameObject, new: GameObject, bottom: bool = False) -> None:
    """The permanent went to a zone, and the other cards that it was go there too (rule 730.3).

    Events: zone_change
    """
    for part in left.memory.get("components", ()):
        card = GameObject(part.id, part.definition, part.owner, new.zone, part.incarnation + 1, part.token)
        card.characteristics = Characteristics(card.face, None)
        game.objects[card.id] = card
        if card.token:
            game.loose_tokens.append(card)
        pile = game.zone(card.owner, new.zone)
        pile.insert(0, card) if bottom else pile.append(card)
        game.emit("zone_change", "730.3", object=card, **{"from": "battlefield", "to": new.zone, "_old": part})
