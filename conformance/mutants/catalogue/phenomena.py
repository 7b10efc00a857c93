"""Phenomena: what is an encounter, and when the game walks on from one (rules 312.5, 312.7, 704.6f)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import planechase, stack, state_based_actions, triggered_abilities, untap_step, zones
from reference_engine.amendments import Amendment
from reference_engine.decisions import YesNo
from reference_engine.vocabulary import effects_planes
from reference_engine.vocabulary.effects_planes import Planeswalk
from reference_engine.vocabulary.triggers import Encounter


def _encounters(game: Any, card: Any) -> None:
    """Its encounter ability triggers."""
    for ability in card.face.abilities:
        if isinstance(getattr(ability, "when", None), Encounter):
            triggered_abilities.trigger_now(game, card, ability, game.planes.controller, {"card": card})


# --- encounters ----------------------------------------------------------------------------------------------------------------------


@mutant(
    "phenomenon-for-a-gone-card-is-not-met",
    "312.5/b",
    title="A phenomenon that comes up for a card that left with its owner is not encountered",
)
def _(rules: Amendment) -> None:
    @rules.instead(Encounter.holds)
    def chosen(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and not getattr(ctx.game.planes, "owner_leaves", False)

    @rules.instead(planechase.owner_left)
    def left(original: Any, game: Any, leaver: str) -> None:
        if game.planes is not None:
            game.planes.owner_leaves = True
            original(game, leaver)
            game.planes.owner_leaves = False


@mutant("one-encounter-in-a-row", "312.5/b", "704.6f/c", title="A phenomenon reached by the walk from another one is not encountered")
def _(rules: Amendment) -> None:
    @rules.before(planechase.planeswalk)
    def why(game: Any, player: str, rule: str) -> None:
        if game.planes is not None:
            game.planes.walks_on = rule == "704.6f"

    @rules.instead(Encounter.holds)
    def first(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and not getattr(ctx.game.planes, "walks_on", False)


@mutant("told-walk-meets-nothing", "312.5/b", title="A phenomenon reached because an ability says to planeswalk is not encountered")
def _(rules: Amendment) -> None:
    @rules.instead(Planeswalk.resolve)
    def told(original: Any, effect: Any, ctx: Any) -> Any:
        if ctx.game.planes is not None:
            ctx.game.planes.told = not effect.by_die
        yield from original(effect, ctx)
        if ctx.game.planes is not None:
            ctx.game.planes.told = False

    @rules.instead(Encounter.holds)
    def met(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and not getattr(ctx.game.planes, "told", False)


@mutant("phenomenon-met-once-a-game", "312.6/b", "312.5/c", title="A phenomenon that was met before does not trigger again")
def _(rules: Amendment) -> None:
    @rules.instead(Encounter.holds)
    def new(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        met = ctx.game.planes.__dict__.setdefault("met", set())
        if not original(trigger, fields, ctx) or ctx.source.id in met:
            return False
        met.add(ctx.source.id)
        return True


@mutant(
    "encounter-triggers-twice",
    "312.5/c",
    title="Meeting a phenomenon makes its ability trigger twice",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.after(planechase.planeswalk)
    def again(game: Any, player: str, rule: str) -> None:
        for card in game.planes.face_up if game.planes is not None and player == game.planes.controller else ():
            _encounters(game, card)


@mutant("revealed-phenomenon-is-met", "312.5/d", title="A phenomenon that is only revealed is encountered")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.reveal_until)
    def met(original: Any, game: Any, player: str, count: int, wanted: str = "Plane") -> Any:
        found, others = original(game, player, count, wanted)
        for card in others:
            _encounters(game, card)
        return found, others


@mutant("looked-at-phenomenon-is-met", "312.5/d", title="A phenomenon on top of the planar deck is encountered by being looked at")
def _(rules: Amendment) -> None:
    @rules.before(effects_planes.LookAtTopPlanarCard.resolve)
    def met(effect: Any, ctx: Any) -> None:
        for card in ctx.game.planes.deck(ctx.controller)[-1:]:
            _encounters(ctx.game, card)


@mutant("phenomenon-at-the-start-is-met", "901.5/c", title="A phenomenon passed over before the first turn is encountered")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.set_starting_plane)
    def met(original: Any, game: Any, player: str) -> None:
        top = list(game.planes.deck(player)[-1:]) if game.planes is not None else []
        original(game, player)
        for card in top:
            _encounters(game, card)


@mutant(
    "phenomenon-lies-over-the-plane",
    "701.31b/a",
    "312.5/a",
    title="A phenomenon is turned up beside the plane, which stays face up under it",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def over(original: Any, game: Any, player: str, rule: str) -> None:
        deck = game.planes.deck(player) if game.planes is not None else []
        if deck and planechase.is_phenomenon(deck[-1]):
            planechase.planeswalk_to(game, player, [deck.pop()], rule, leave=False)
        else:
            original(game, player, rule)


@mutant("phenomenon-comes-back-the-same", "312.6/a", title="A planar card that was turned down and comes up again is the same object")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._turn_down)
    def same(original: Any, game: Any, card: Any) -> Any:
        if not planechase.is_phenomenon(card):
            return original(game, card)
        game.planes.face_up.remove(card)
        game.planes.deck(card.owner).insert(0, card)
        return card


@mutant(
    "left-phenomenon-does-nothing", "312.6/c", "113.7a/a", title="The ability of a phenomenon that was turned down meanwhile does nothing"
)
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def gone(game: Any) -> None:
        item = game.stack[-1]
        if planechase.is_phenomenon(item.source) and item.source not in game.planes.face_up:
            item.modes = []


@mutant(
    "phenomenon-can-leave",
    "312.2/e",
    "400.4b/b",
    "312.2/b",
    title="An effect that moves cards takes a face-up phenomenon out of the command zone",
)
def _(rules: Amendment) -> None:
    rules.value(zones, "PLANAR", frozenset({"Plane"}))

    @rules.instead(zones._take_out)
    def out(original: Any, game: Any, obj: Any) -> None:
        if planechase.is_phenomenon(obj):
            game.planes.face_up.remove(obj)
        else:
            original(game, obj)


# --- the walk that ends it -----------------------------------------------------------------------------------------------------------


@mutant("walk-under-the-waiting-ability", "312.7/d", title="The walk is made while the encounter ability waits to be put on the stack")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        waiting, game.waiting = game.waiting, []
        is_done = original(game)
        game.waiting = waiting
        return bool(is_done)


@mutant("walk-under-the-ability", "312.7/c", title="The walk is made as soon as the encounter ability is on the stack")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        on_it, game.stack = game.stack, []
        is_done = original(game)
        game.stack = on_it
        return bool(is_done)


@mutant(
    "walk-on-an-empty-stack-only",
    "312.7/a",
    "704.6f/a",
    title="The walk from a phenomenon waits until nothing at all is on the stack or waits",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        return not game.stack and not game.waiting and original(game)


@mutant(
    "walk-is-part-of-the-ability", "312.7/b", title="The walk is the end of the encounter ability, so without that ability there is none"
)
def _(rules: Amendment) -> None:
    rules.never(planechase.phenomenon_is_done, False)

    @rules.instead(stack.resolve_top)
    def resolve(original: Any, game: Any) -> Any:
        item = game.stack[-1]
        yield from original(game)
        if planechase.is_phenomenon(item.source) and not game.over:
            planechase.planeswalk(game, item.controller, "704.6f")


@mutant("countered-encounter-stays", "312.7/b", title="A phenomenon whose ability was countered stays face up")
def _(rules: Amendment) -> None:
    @rules.before(stack.counter)
    def countered(game: Any, item: Any, rule: str = "") -> None:
        if item.source is not None:
            item.source.memory["countered"] = True

    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        return original(game) and not any(card.memory.get("countered") for card in game.planes.face_up)


@mutant("walk-is-owed-twice", "312.7/i", title="The walk follows though the phenomenon was turned down before its ability resolved")
def _(rules: Amendment) -> None:
    @rules.after(stack._leave)
    def owed(game: Any, item: Any, rule: str) -> None:
        if planechase.is_phenomenon(item.source) and item.source not in game.planes.face_up:
            game.planes.owes_a_walk = True

    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        owes = game.planes is not None and game.planes.__dict__.pop("owes_a_walk", False)
        return owes or original(game)


@mutant("first-copy-ends-it", "312.7/c", title="The walk is made when the first of several encounter abilities has left the stack")
def _(rules: Amendment) -> None:
    @rules.before(stack._leave)
    def gone(game: Any, item: Any, rule: str) -> None:
        if item.source is not None:
            item.source.memory["done"] = True

    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        up = game.planes.face_up if game.planes is not None else []
        return original(game) or any(planechase.is_phenomenon(card) and card.memory.get("done") for card in up)


@mutant(
    "walk-passes-over-phenomena",
    "704.6f/c",
    "312.5/a",
    title="The walk from a phenomenon passes over phenomena to the next plane",
)
def _(rules: Amendment) -> None:
    @rules.before(planechase.planeswalk)
    def over(game: Any, player: str, rule: str) -> None:
        deck = game.planes.deck(player) if game.planes is not None else []
        if rule == "704.6f" and any("Plane" in card.face.types for card in deck):
            while planechase.is_phenomenon(deck[-1]):
                deck.insert(0, deck.pop())


@mutant(
    "walk-after-the-other-actions",
    "704.6f/b",
    title="The walk from a phenomenon follows the other state-based actions of its check",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def later(original: Any, game: Any, player: str, rule: str) -> None:
        if rule == "704.6f" and game.open_batch is not None:
            game.planes.walk_later = True
        else:
            original(game, player, rule)

    @rules.instead(state_based_actions.perform)
    def perform(original: Any, game: Any) -> Any:
        acted = yield from original(game)
        if game.planes is not None and game.planes.__dict__.pop("walk_later", False) and not game.over:
            planechase.planeswalk(game, game.planes.controller, "704.6f")
        return acted


@mutant(
    "walk-once-in-each-settling",
    "704.6f/b",
    title="The walk from a phenomenon is made alone; other state-based actions wait for the next check",
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions.perform)
    def perform(original: Any, game: Any) -> Any:
        if planechase.phenomenon_is_done(game):
            planechase.planeswalk(game, game.planes.controller, "704.6f")
            return True
        return (yield from original(game))


@mutant(
    "walk-is-the-active-players", "312.7/e", title="The walk from a phenomenon is the active player's, so if that one has left nobody walks"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        return game.is_in(game.active) and original(game)


@mutant("walk-may-be-declined", "312.7/g", title="The planar controller may decline to walk on from a phenomenon")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        return original(game) and not any(card.memory.get("stays") for card in game.planes.face_up)

    @rules.instead(state_based_actions.perform)
    def perform(original: Any, game: Any) -> Any:
        if planechase.phenomenon_is_done(game):
            up = game.planes.face_up[0]
            up.memory["stays"] = not (yield YesNo("may", game.planes.controller, up))
        return (yield from original(game))


@mutant("untap-step-checks-planar-cards", "704.6f/d", title="State-based actions are checked at the end of the untap step")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def checked(original: Any, game: Any) -> Any:
        yield from original(game)
        while game.planes is not None and not game.over and (yield from state_based_actions.perform(game)):
            pass


@mutant("phenomena-are-unknown", "312.1/a", "901.3/b", title="There are no phenomena, as before June 2012")
def _(rules: Amendment) -> None:
    rules.edition("phenomena", False)


@mutant("phenomena-always-were", "312.1", "901.3/a", title="Phenomena are allowed in games by older rules too")
def _(rules: Amendment) -> None:
    rules.edition("phenomena", True)
