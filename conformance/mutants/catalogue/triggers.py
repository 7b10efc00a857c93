"""Engines that get triggered abilities wrong: when they trigger, who controls them, how they are placed, what they know (rule 603)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import casting, damage, phasing, priority, stack, triggered_abilities, untapping, zones
from reference_engine.amendments import Amendment
from reference_engine.triggered_abilities import trigger_now
from reference_engine.vocabulary.selectors import Objects
from reference_engine.vocabulary.triggers import BeginningOf, DealtDamage, ObjectTrigger, OneOrMore, PutIntoGraveyard, Trigger

# --- placing them on the stack (603.3, 503.1a) ------------------------------------------------------------------------------------


@mutant(
    "untap-and-upkeep-triggers-apart",
    "503.1a/b",
    seen="phase-rs",
    title="What triggered in the untap step is placed before upkeep triggers, and not ordered with them",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.put_on_stack)
    def put(original, game):
        began = game.last_upkeep.get(game.active, 0) if game.step == "upkeep" else 0
        later = [item for item in game.waiting if item.moment >= began]
        game.waiting = [item for item in game.waiting if item.moment < began]
        yield from original(game)
        game.waiting = later
        yield from original(game)


@mutant(
    "triggers-in-the-order-of-triggering",
    "603.3b/b",
    "503.1a/b",
    "405.3/b",
    title="A player's triggers are placed as they triggered, and the player is not asked",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.put_on_stack)
    def put(original, game):
        waiting = list(game.waiting)
        for player in game.in_turn_order():
            for item in [item for item in waiting if item.controller == player]:
                game.waiting = [item]
                yield from original(game)


@mutant(
    "active-players-triggers-on-top",
    "603.3b/a",
    "503.1a/c",
    "101.4/d",
    "405.3/a",
    "805.7/a",
    title="The active player's triggers are placed last, above those of the others",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.put_on_stack)
    def put(original, game):
        waiting = list(game.waiting)
        for player in reversed(game.in_turn_order()):
            game.waiting = [item for item in waiting if item.controller == player]
            yield from original(game)


@mutant("active-player-orders-all-triggers", "603.3b/a", title="The active player puts the triggers of all players into an order")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.put_on_stack)
    def put(original, game):
        own = [item.controller for item in game.waiting]
        if len(set(own)) > 1:
            entries = [triggered_abilities._entry(item) for item in game.waiting]
            order = yield triggered_abilities.IndexDecision("order_triggers", game.active, entries, every=True)
            waiting = [game.waiting[index] for index in order]
            for item in waiting:
                game.waiting = [item]
                yield from original(game)
        else:
            yield from original(game)


@mutant(
    "trigger-goes-to-the-present-controller",
    "603.3a/a",
    seen="phase-rs",
    title="A trigger is its source's controller's as it is placed, not as it triggered",
)
def _(rules: Amendment) -> None:
    @rules.before(triggered_abilities.put_on_stack)
    def put(game):
        for item in game.waiting:
            if item.source is not None and item.source.zone == "battlefield" and item.source.visible:
                item.controller = item.source.controller


@mutant(
    "trigger-of-the-dead-is-lost",
    "603.3/a",
    "113.7a/a",
    "502.4/d",
    seen="phase-rs",
    title="A trigger whose source is gone before it is placed never goes on the stack",
)
def _(rules: Amendment) -> None:
    @rules.before(triggered_abilities.put_on_stack)
    def put(game):
        game.waiting = [item for item in game.waiting if item.source is None or item.source.exists or "_new" in item.event]


@mutant(
    "ability-needs-its-source",
    "113.7a/a",
    title="A triggered ability whose source has left the battlefield does nothing as it resolves",
)
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def resolve(game):
        item = game.stack[-1]
        gone = item.source is not None and not item.source.exists
        if gone and item.event is not None and "_new" not in item.event:
            item.modes = []


@mutant(
    "targeting-by-triggers-is-not-seen",
    "603.3d/a",
    "603.3d/c",
    title="A triggered ability that targets does not make anything the target of an ability",
)
def _(rules: Amendment) -> None:
    @rules.instead(casting.announce_targets)
    def announce(original, happen, chosen, item):
        if item.event is None:
            original(happen, chosen, item)


# --- conditions (603.4) -----------------------------------------------------------------------------------------------------------


@mutant(
    "condition-on-triggering-only",
    "603.4/b",
    title='A condition right after the trigger ("if ...") is not looked at again on resolution',
)
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def resolve(game):
        item = game.stack[-1]
        if getattr(item.ability, "if_", None) is not None:
            item.event = None


@mutant("condition-on-resolution-only", "603.4/a", title='A condition right after the trigger ("if ...") is looked at on resolution only')
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._consider_once)
    def consider(original, game, fields, source, ability, trigger, rule):
        context = triggered_abilities.Context(game, source, source.controller, event=fields)
        if ability.if_ is None or ability.once_each_turn or ability.if_.holds(context):
            return original(game, fields, source, ability, trigger, rule)
        if trigger.holds(fields, context):
            trigger_now(game, source, ability, source.controller, fields, rule)
        return False


@mutant("condition-all-the-time", "603.4/c", title="An ability is countered as soon as its condition is not met for a moment")
def _(rules: Amendment) -> None:
    @rules.before(priority.settle)
    def settle(game):
        for item in [item for item in game.stack if getattr(item.ability, "if_", None) is not None and item.event is not None]:
            view = triggered_abilities.Context(game, item.source, item.controller, item.targets, item.event)
            if not item.ability.if_.holds(view):
                game.stack.remove(item)


# --- what counts as having happened (603.2) ---------------------------------------------------------------------------------------


@mutant("entering-tapped-becomes-tapped", "603.2e/b", title="What enters tapped triggers what waits for something to become tapped")
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def put(original, game, obj, controller, rule, **how):
        new = yield from original(game, obj, controller, rule, **how)
        if new is not None and new.tapped:
            game.emit("tapped", rule, object=new)
        return new


@mutant("phasing-in-tapped-becomes-tapped", "603.2e/c", title="What phases in tapped triggers what waits for something to become tapped")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def in_(game, returning, happen, rule, tapped):
        for obj in returning:
            if obj.tapped:
                happen("tapped", rule, object=obj)


@mutant(
    "phasing-in-untapped-becomes-untapped",
    "603.2e/c",
    title="What phases in untapped triggers what waits for something to become untapped",
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def in_(game, returning, happen, rule, tapped):
        for obj in returning:
            if not obj.tapped:
                happen("untapped", rule, object=obj)


@mutant(
    "tapping-the-tapped-triggers",
    "603.2e/a",
    "701.26a/a",
    title="An effect that would tap a tapped permanent triggers what waits for it to become tapped",
)
def _(rules: Amendment) -> None:
    @rules.before(untapping.tap)
    def tap(game, objects, rule="701.26a"):
        for obj in objects:
            if obj.visible and obj.tapped:
                game.emit("tapped", rule, object=obj)


@mutant("prevented-damage-triggers", "603.2g/b", title="Damage that was prevented triggers what waits for a creature to be dealt damage")
def _(rules: Amendment) -> None:
    @rules.instead(damage._prevented)
    def prevented(original, game, source, to, combat):
        is_ = original(game, source, to, combat)
        if is_ and not isinstance(to, str):
            game.emit("damage", "120.3", source=source, to=to, amount=0, combat=combat, player=None)
        return is_


@mutant(
    "each-source-of-damage-triggers",
    "603.2c/b",
    seen="phase-rs",
    title="Damage by several sources at a time triggers once for each of them",
)
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "DealtDamage", OneOrMore)


@mutant("one-or-more-triggers-for-each", "603.2c/b", title='"One or more" triggers once for each of several at the same time')
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "OneOrMore", DealtDamage)


@mutant("simultaneous-events-trigger-once", "603.2c/a", title="Several events at the same time trigger an ability once in all")
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "OneOrMore", Trigger)


@mutant("each-step-is-the-active-players", "603.2b/a", title='"At the beginning of each ..." triggers in its controller\'s turns only')
def _(rules: Amendment) -> None:
    @rules.instead(BeginningOf.holds)
    def holds(original, self, fields, ctx):
        return original(self, fields, ctx) and (self.of.who != "each_player" or ctx.controller in ctx.game.active_players)


@mutant("your-step-is-each-players", "603.2b/a", title='"At the beginning of your ..." triggers in every player\'s turn')
def _(rules: Amendment) -> None:
    @rules.instead(BeginningOf.holds)
    def holds(original, self, fields, ctx):
        return original(self, {**fields, "player": ctx.controller} if self.of.who == "you" else fields, ctx)


@mutant(
    "beginning-of-the-untap-step-never-triggers",
    "603.2b/b",
    "500.6/a",
    title="Abilities of the beginning of the untap step do not trigger",
)
def _(rules: Amendment) -> None:
    @rules.instead(BeginningOf.holds)
    def holds(original, self, fields, ctx):
        return self.step != "untap" and original(self, fields, ctx)


# --- leaving and entering (603.6, 603.10) -----------------------------------------------------------------------------------------


@mutant(
    "watchers-do-not-see-who-enters-with-them",
    "603.6a/b",
    title="What enters at the same time as a watcher for it does not trigger that watcher",
)
def _(rules: Amendment) -> None:
    entering: list[object] = []

    @rules.before(triggered_abilities.look_for)
    def look_for(game, events, before):
        entering[:] = [event.fields["object"] for event in events if event.kind == "entered"]

    @rules.instead(triggered_abilities._consider)
    def consider(original, game, event, source, ability, trigger):
        if event.kind == "entered" and source in entering and event.fields["object"] is not source:
            return False
        return original(game, event, source, ability, trigger)


@mutant("nothing-is-seen-dying-together", "603.10a/a", title="What dies at the same time as a watcher for deaths does not trigger it")
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "LOOK_BACK", triggered_abilities.LOOK_BACK - {"dies", "left_battlefield"})


@mutant("dead-card-is-followed-on", "603.6c/d", "603.6/a", title="An ability that returns a dead card finds it wherever it went since")
def _(rules: Amendment) -> None:
    @rules.instead(Objects._find)
    def find(original, self, ctx):
        found = original(self, ctx)
        if self.how == "that_card" and not found and ctx.event and ctx.event.get("_new") is not None:
            return [obj for obj in [ctx.game.objects.get(ctx.event["_new"].id)] if obj is not None]
        return found


@mutant(
    "that-object-is-found-by-its-card",
    "603.6/b",
    "400.7/b",
    seen="phase-rs",
    title="What is done to an object that triggered is done to what its card became",
)
def _(rules: Amendment) -> None:
    @rules.instead(Objects._find)
    def find(original, self, ctx):
        obj = ctx.event.get("object") if self.how == "that" and ctx.event else None
        now = ctx.game.objects.get(obj.id) if obj is not None and not obj.exists else None
        return [now] if now is not None and now.zone == "battlefield" else original(self, ctx)


@mutant(
    "put-into-graveyard-from-anywhere",
    "603.6c/a",
    title='"Put into a graveyard from the battlefield" triggers on leaving it for any zone',
)
def _(rules: Amendment) -> None:
    @rules.instead(PutIntoGraveyard.holds)
    def holds(original, self, fields, ctx):
        return ObjectTrigger.holds(self, fields, ctx)
