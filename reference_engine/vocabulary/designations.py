"""Words about designations: paired creatures, the monarch, the Ring-bearer, prepared permanents, and cards suspended in exile."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from reference_engine import merging, pairing, preparation, speed, suspend, the_ring, zones
from reference_engine.decisions import Pick, YesNo
from reference_engine.objects import GameObject

from .abilities import Body, Effect, Mode, Steps, TriggeredAbility, read_ability
from .amounts import Amount, Condition
from .base import Wording, word
from .effects_players import Draw
from .selectors import Objects, Players
from .statics import Static
from .triggers import Trigger, _object_trigger

if TYPE_CHECKING:
    from reference_engine.context import Context


# --- soulbond (rule 702.95) -------------------------------------------------------------------------------------------------------


@word("condition", "can_pair")
class CanPair(Condition):
    """Both this and the creature that entered (or, if that is this, another creature) are unpaired and yours."""

    def holds(self, ctx: Context) -> bool:
        return pairing.can_pair(ctx.game, ctx.source, ctx.controller) and bool(_partners(ctx))

    def text(self, w: Wording) -> str:
        return "you control both creatures and both are unpaired"


@word("effect", "pair")
class Pair(Effect):
    """You may pair this with the creature that entered, or with one of your choice if this entered (rules 702.95a, 702.95c)."""

    def resolve(self, ctx: Context) -> Steps:
        options = _partners(ctx)
        if not options or not pairing.can_pair(ctx.game, ctx.source, ctx.controller):
            return
        if (yield YesNo("may", ctx.controller, ctx.source)):
            chosen = yield Pick("choose", ctx.controller, options, source=ctx.source, one=True)
            assert ctx.source is not None
            pairing.pair(ctx.game, ctx.source, chosen, ctx.controller)

    def text(self, w: Wording) -> str:
        return (
            f"you may pair {w.this} with another unpaired creature you control for as long as both remain creatures on the battlefield "
            "under your control"
        )


def _partners(ctx: Context) -> list[Any]:
    entered = ctx.event.get("object") if ctx.event else None
    pool = ctx.game.battlefield if entered is ctx.source else [entered]
    return [obj for obj in pool if obj is not ctx.source and pairing.can_pair(ctx.game, obj, ctx.controller)]


# --- the monarch (rule 725) -------------------------------------------------------------------------------------------------------


@word("effect", "become_monarch")
class BecomeMonarch(Effect):
    player: Players = Players("you")

    def resolve(self, ctx: Context) -> Steps:
        for player in self.player.find(ctx):
            ctx.game.monarch = player  # the one before ceases to be it (rule 725.3)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.verb(w, 'become', 'becomes')} the monarch"


def _inherent(id_: str, *effects: Effect) -> TriggeredAbility:
    return TriggeredAbility(id_, Trigger(), Body((Mode((), effects),)))


MONARCH_DRAWS = _inherent("monarch", Draw(Amount(1)))
MONARCH_LOST = _inherent("monarch", BecomeMonarch(Players("that_player")))


# --- the Ring (rule 701.54) -------------------------------------------------------------------------------------------------------


@word("effect", "ring_tempts_you")
class RingTemptsYou(Effect):
    def resolve(self, ctx: Context) -> Steps:
        yield from the_ring.tempt(ctx.game, ctx.controller, ctx.source)

    def text(self, w: Wording) -> str:
        return "the Ring tempts you"


@word("trigger", "ring_bearer")
class RingBearerDoes(Trigger):
    """Your Ring-bearer attacks, becomes blocked by a creature, or deals combat damage to a player."""

    does: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "event", {"attacks": "attacks", "becomes_blocked": "blocks", "deals_damage": "damage"}[self.does])

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        who = {"attacks": "object", "blocks": "attacker", "damage": "source"}[self.event]
        if self.event == "damage" and not (fields.get("combat") and isinstance(fields["to"], str)):
            return False
        found = the_ring.bearer(ctx.game, ctx.controller)
        return found is not None and fields.get(who) is found

    def text(self, w: Wording) -> str:
        return "whenever your Ring-bearer " + {
            "attacks": "attacks", "becomes_blocked": "becomes blocked by a creature", "deals_damage": "deals combat damage to a player",
        }[self.does]  # fmt: skip


_GREATER_POWER = {"power": {"at_least": {"difference": [{"power_of": "ring_bearer"}, -1]}}}  # than the Ring-bearer's: one more, or more
_RING: tuple[tuple[dict[str, Any], ...], ...] = (
    (
        {"static": {"modify": {"what": "ring_bearer", "supertypes": ["Legendary"]}}},
        {"static": {"cant_be_blocked": {"what": "ring_bearer", "by": _GREATER_POWER}}},
    ),
    ({"triggered": {"when": {"ring_bearer": "attacks"}, "effects": [{"draw": 1}, {"discard": 1}]}},),
    (
        {"triggered": {"when": {"ring_bearer": "becomes_blocked"},
                       "effects": [{"later": {"when": "end_of_combat", "about": "that", "effects": [{"sacrifice": "those"}]}}]}},
    ),
    ({"triggered": {"when": {"ring_bearer": "deals_damage"}, "effects": [{"lose_life": {"amount": 3, "player": "each_opponent"}}]}},),
)  # fmt: skip


@functools.cache
def ring_abilities(temptation: int) -> tuple[Any, ...]:
    """What the emblem gains with the first, second, third and fourth temptation (rule 701.54c)."""
    return tuple(read_ability(entry, 0, "The Ring") for entry in _RING[temptation - 1]) if temptation <= len(_RING) else ()


# --- prepared permanents (rule 722.3) ---------------------------------------------------------------------------------------------


@word("effect", "become_prepared")
class BecomePrepared(Effect):
    what: Objects = Objects("this")

    def resolve(self, ctx: Context) -> Steps:
        for obj in self.what.find(ctx):
            preparation.become_prepared(ctx.game, obj)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} becomes prepared"


# --- speed (rule 702.179) ---------------------------------------------------------------------------------------------------------


class SpeedGrows(Effect):
    def resolve(self, ctx: Context) -> Steps:
        ctx.game.speed[ctx.controller] = min(speed.MOST, ctx.game.speed.get(ctx.controller, 0) + 1)
        ctx.game.changed()
        return
        yield

    def text(self, w: Wording) -> str:
        return "your speed increases by 1"


SPEED_GROWS = _inherent("speed", SpeedGrows())


@word("condition", "max_speed")
class MaxSpeed(Condition):
    """You have max speed (rule 702.179e)."""

    def holds(self, ctx: Context) -> bool:
        return ctx.game.speed.get(ctx.controller, 0) == speed.MOST

    def text(self, w: Wording) -> str:
        return "you have max speed"


# --- mutate (rule 702.140) --------------------------------------------------------------------------------------------------------

Mutates = _object_trigger("mutates", "mutated", "mutates")


# --- meld (rules 701.42, 712.4) ----------------------------------------------------------------------------------------------------


def _counterpart(ctx: Context, name: str) -> GameObject | None:
    """The creature of that name that you both own and control, if you own and control this too."""
    own = [obj for obj in ctx.game.battlefield if obj.owner == obj.controller == ctx.controller and obj.is_type("Creature")]
    return next((obj for obj in own if obj.name == name), None) if ctx.source in own else None


@word("condition", "meld_pair")
class MeldPair(Condition):
    """You both own and control this and a creature of that name."""

    name: str

    def holds(self, ctx: Context) -> bool:
        return _counterpart(ctx, self.name) is not None

    def text(self, w: Wording) -> str:
        return f"you both own and control {w.this} and a creature named {self.name}"


@word("effect", "meld")
class Meld(Effect):
    """Exiles this and its counterpart, then melds them (rule 712.4a)."""

    name: str
    into: str

    def resolve(self, ctx: Context) -> Steps:
        game, other = ctx.game, _counterpart(ctx, self.name)
        if other is None or ctx.source is None:
            return
        with game.batch("712.4a"):
            halves = [zones.move(game, half, "exile", "712.4a") for half in (ctx.source, other)]
        if halves[0] is not None and halves[1] is not None:
            yield from merging.meld(game, halves[0], halves[1], ctx.controller)

    def text(self, w: Wording) -> str:
        return f"exile them, then meld them into {self.into}"


# --- suspend (rule 702.62) --------------------------------------------------------------------------------------------------------


class TimeCounterGoes(Effect):
    def resolve(self, ctx: Context) -> Steps:
        if ctx.source is not None:
            suspend.tick(ctx.game, ctx.source, ctx.controller)
        return
        yield

    def text(self, w: Wording) -> str:
        return "remove a time counter from it"


class CastSuspended(Effect):
    def resolve(self, ctx: Context) -> Steps:
        if ctx.source is not None:
            yield from suspend.cast(ctx.game, ctx.source, ctx.controller)

    def text(self, w: Wording) -> str:
        return "you may play it without paying its mana cost"


SUSPEND_TICKS = _inherent("suspend", TimeCounterGoes())
SUSPEND_CASTS = _inherent("suspend", CastSuspended())


@word("static", "suspend")
class Suspend(Static):
    """Stands in the text of a card that has suspend; what it does is in `suspend`."""

    counters: int
    cost: str

    def text(self, w: Wording) -> str:
        return f"Suspend {self.counters}—{self.cost}"
