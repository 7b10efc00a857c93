"""Engines that get delayed triggered abilities and state triggers wrong (rules 603.7, 603.8)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import phasing, triggered_abilities
from reference_engine.amendments import Amendment
from reference_engine.triggered_abilities import Delayed, trigger_now
from reference_engine.vocabulary.effects_game import Later
from reference_engine.vocabulary.effects_untapping import ExileNotingCounters
from reference_engine.vocabulary.triggers import BeginningOf

# --- delayed abilities and state triggers (603.7, 603.8) --------------------------------------------------------------------------


@mutant("next-end-step-is-this-one", "603.7a/a", title='An ability made in an end step for "the next end step" triggers in that very step')
def _(rules: Amendment) -> None:
    @rules.instead(Later.resolve)
    def resolve(original, self, ctx):
        yield from original(self, ctx)
        game = ctx.game
        if game.step == "end" and isinstance(self.when, BeginningOf) and self.when.step == "end" and game.delayed:
            made = game.delayed.pop()
            fields = {"player": game.active, "step": "end", "_delayed": made}
            trigger_now(game, ctx.source, made.ability, ctx.controller, fields)


@mutant("delayed-abilities-never-end", "603.7b/a", title="A delayed triggered ability triggers each time its event happens")
def _(rules: Amendment) -> None:
    @rules.after(Delayed.__init__)
    def made(self, ability, context, lasting=None):
        self.lasting = lasting or "for good"


@mutant(
    "delayed-ability-is-the-active-players",
    "603.7d/a",
    "603.7e/a",
    title="A delayed triggered ability is controlled by the player whose turn it is",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.trigger_now)
    def now(original, game, source, ability, controller, fields, rule="603.2"):
        original(game, source, ability, game.active if "_delayed" in fields else controller, fields, rule)


@mutant("delayed-ability-goes-with-its-source", "603.7a", "113.7a/a", title="A delayed triggered ability is over when what made it is gone")
def _(rules: Amendment) -> None:
    @rules.instead(Delayed.is_over)
    def is_over(original, self):
        source = self.context.source
        return original(self) or (source is not None and source.zone == "battlefield" and not source.exists)


@mutant(
    "missed-event-is-made-up-for",
    "603.7a/b",
    title="A delayed ability for when something leaves triggers if it has left before the ability was made",
)
def _(rules: Amendment) -> None:
    @rules.instead(ExileNotingCounters.resolve)
    def resolve(original, self, ctx):
        yield from original(self, ctx)
        game = ctx.game
        if ctx.source is not None and not ctx.source.exists and game.delayed:
            made = game.delayed.pop()
            trigger_now(game, ctx.source, made.ability, ctx.controller, {"_delayed": made})


@mutant("delayed-ability-loses-what-phased", "603.7c/d", title="A delayed ability does not find an object that phased out and in meanwhile")
def _(rules: Amendment) -> None:
    @rules.before(phasing._out)
    def out(game, leaving, happen, rule):
        for delayed in game.delayed:
            delayed.trigger_objects = [obj for obj in delayed.trigger_objects if obj not in leaving]


@mutant(
    "delayed-ability-loses-what-changed-hands",
    "603.7c/a",
    title="A delayed ability does not find a permanent that its controller has lost",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._put)
    def put(original, game, item):
        delayed = item.event.get("_delayed")
        if delayed is not None:
            mine = [obj for obj in delayed.trigger_objects if obj.zone != "battlefield" or obj.controller == item.controller]
            delayed.trigger_objects = mine
        yield from original(game, item)


@mutant(
    "delayed-ability-finds-the-card-again",
    "603.7c/b",
    "400.7/b",
    title="A delayed ability finds a card that left its zone and is there again",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._put)
    def put(original, game, item):
        delayed = item.event.get("_delayed")
        if delayed is not None:
            now = [(obj, game.objects.get(obj.id)) for obj in delayed.trigger_objects]
            delayed.trigger_objects = [new if new is not None and new.zone == obj.zone else obj for obj, new in now]
        yield from original(game, item)


@mutant("state-trigger-triggers-on-and-on", "603.8/a", "603.8/b", title="A state trigger triggers again while it is on the stack already")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._state_triggers)
    def state(original, game, index):
        held, game.stack = game.stack, []
        original(game, index)
        game.stack = held


@mutant("state-trigger-triggers-once", "603.8/c", title="A state trigger that was countered does not trigger again while the state lasts")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._state_triggers)
    def state(original, game, index):
        kept = index.triggers["state"]
        for source, _, trigger in kept:
            if not trigger.holds({}, triggered_abilities.Context(game, source, source.controller)):
                source.memory.pop("state", None)
        index.triggers["state"] = [entry for entry in kept if not entry[0].memory.get("state")]
        original(game, index)
        for item in game.waiting:
            if item.source is not None and any(entry[1] is item.ability for entry in kept):
                item.source.memory["state"] = True
        index.triggers["state"] = kept
