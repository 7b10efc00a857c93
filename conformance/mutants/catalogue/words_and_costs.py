"""What comes first, what a cost is, whose a token is, what equips and enchants: the first parts of the rules (101 to 303)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import attachments, casting, counters, phasing, stack, targets, triggered_abilities, turn_structure, untapping, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.continuous_effects import statics
from reference_engine.decisions import Pick, YesNo
from reference_engine.errors import Illegal
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.stack_item import StackItem
from reference_engine.vocabulary.abilities import TargetSpec
from reference_engine.vocabulary.effects_moving import Sacrifice
from reference_engine.vocabulary.effects_players import CreateToken, Discard
from reference_engine.vocabulary.selectors import Filter, Objects
from reference_engine.vocabulary.statics import CantPhaseOut

# --- what comes first (101) ------------------------------------------------------------------------------------------------------------


@mutant(
    "later-word-beats-cannot",
    "101.2/c",
    title="A spell that is cast after an effect said that something cannot happen does it all the same",
)
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def since(game: Game) -> None:
        vars(game)["resolving_since"] = game.stack[-1].context.since

    @rules.instead(phasing.can_phase_out)
    def bound(original: Rule, game: Game, obj: GameObject) -> bool:
        since = vars(game).get("resolving_since", 0)
        return not any(
            affected is not None and obj in affected and context.since > since for context, _, affected in statics(game, CantPhaseOut)
        )


@mutant("discards-are-owed", "101.3/b", title="Who has too few cards to discard discards the next ones that they draw")
def _(rules: Amendment) -> None:
    @rules.before(Discard.resolve)
    def owe(effect: Discard, ctx: Context) -> None:
        owed = vars(ctx.game).setdefault("owed", {})
        for player in effect.player.find(ctx):
            missing = effect.count.of(ctx) - len(ctx.game.zone(player, "hand"))
            owed[player] = owed.get(player, 0) + max(0, missing)

    @rules.after(zones.draw)
    def pay(game: Game, player: str, count: int, rule: str = "121.1") -> None:
        owed = vars(game).setdefault("owed", {})
        while owed.get(player, 0) and game.zone(player, "hand"):
            owed[player] -= 1
            turn_structure.discard(game, player, game.zone(player, "hand")[-1])


def _own(what: Objects, ctx: Context, player: str) -> list[GameObject]:
    """What a player can choose who has to sacrifice."""
    assert what.filter is not None
    return [obj for obj in what.filter.find(ctx) if obj.controller == player]


def _asks_each_player(effect: Sacrifice) -> bool:
    return effect.what.how == "choose" and effect.what.by is not None and effect.what.by.who == "each_player"


@mutant("sacrifices-one-after-the-other", "101.4/b", title="Of several players each sacrifices as soon as that one has chosen")
def _(rules: Amendment) -> None:
    @rules.instead(Sacrifice.resolve)
    def in_turn(original: Rule, effect: Sacrifice, ctx: Context) -> Any:
        if not _asks_each_player(effect) or effect.what.by is None:
            yield from original(effect, ctx)
            return
        for player in effect.what.by.find(ctx):
            pool = _own(effect.what, ctx, player)
            if pool:
                casting.sacrifice(ctx.game, (yield Pick("choose", player, pool, 1, 1, ctx.source)))


@mutant("one-who-cannot-spares-all", "101.4/c", "609.3/a", title="If one of several players has nothing to sacrifice nobody sacrifices")
def _(rules: Amendment) -> None:
    @rules.instead(Sacrifice.resolve)
    def all_or_none(original: Rule, effect: Sacrifice, ctx: Context) -> Any:
        by = effect.what.by
        if _asks_each_player(effect) and by is not None and not all(_own(effect.what, ctx, player) for player in by.find(ctx)):
            return
        yield from original(effect, ctx)


# --- costs and counters (107, 122) ----------------------------------------------------------------------------------------------------


@mutant("tap-symbol-taps-nothing", "107.5/a", title="A permanent that pays by tapping stays untapped")
def _(rules: Amendment) -> None:
    @rules.instead(untapping.tap)
    def tap(original: Rule, game: Game, objects: list[GameObject], rule: str = "701.26a") -> Any:
        return [] if rule == "107.5" else original(game, objects, rule)


@mutant("untapped-pays-by-untapping", "107.6/b", title="A permanent that is untapped already can be untapped for a cost")
def _(rules: Amendment) -> None:
    @rules.instead(casting._check_turning)
    def turning(original: Rule, game: Game, source: GameObject, tapping: bool) -> None:
        if tapping or source.tapped:
            original(game, source, tapping)


@mutant("leaving-removes-counters", "122.2/b", title="The counters on what leaves the battlefield are removed from it")
def _(rules: Amendment) -> None:
    @rules.before(zones._take_out)
    def removed(game: Game, obj: GameObject) -> None:
        if obj.zone == "battlefield" and obj.visible:
            for kind, count in list(obj.counters.items()):
                counters.remove(game, obj, kind, count)


@mutant("haste-does-not-pay", "702.10c/a", title="A creature with haste that just came may attack, and not tap for a cost")
def _(rules: Amendment) -> None:
    @rules.after(casting._check_turning)
    def ready(game: Game, source: GameObject, tapping: bool) -> None:
        if source.is_type("Creature") and source.control_since > game.turn_began.get(source.controller, 0):
            raise Illegal("restriction", "it just came")


# --- permanents and tokens (110) --------------------------------------------------------------------------------------------------------


@mutant(
    "cards-elsewhere-phase", "110.1/b", "110.5d/b", title="Cards with phasing in a graveyard go out of it in the untap step, into exile"
)
def _(rules: Amendment) -> None:
    @rules.before(phasing.swap)
    def cards(game: Game) -> None:
        for player in game.active_players:
            for card in [card for card in game.zone(player, "graveyard") if "phasing" in card.face.keywords]:
                zones.move(game, card, "exile", "502.1")


@mutant("token-goes-to-the-sources-controller", "110.2/d", title="A token enters under whoever controls its source by then")
def _(rules: Amendment) -> None:
    @rules.instead(CreateToken.resolve)
    def theirs(original: Rule, effect: CreateToken, ctx: Context) -> Any:
        source, controller = ctx.source, ctx.controller
        if source is not None and source.visible and source.zone == "battlefield":
            ctx.controller = source.controller
        yield from original(effect, ctx)
        ctx.controller = controller


@mutant("nothing-enters-tapped", "110.5b/b", title="What says that it enters tapped enters untapped all the same")
def _(rules: Amendment) -> None:
    @rules.after(zones._as_it_enters)
    def untapped(game: Game, new: GameObject, context: Context) -> None:
        new.tapped = False


# --- targets (115) ---------------------------------------------------------------------------------------------------------------------


@mutant(
    "any-number-means-all-by-then", "115.1/c", title="What has any number of targets takes all that could be its targets as it resolves"
)
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def all_of_them(game: Game) -> None:
        item = game.stack[-1]
        slots = targets.legal_slots(game, item.context, item.specs) if item.specs and item.targets else None
        for place, (_, most, pool) in enumerate(slots or ()):
            if most is None and item.targets[place]:
                item.targets[place] = list(pool)


@mutant("any-number-is-one-at-least", "115.6/a", title="What has any number of targets needs at least one")
def _(rules: Amendment) -> None:
    @rules.instead(TargetSpec.bounds)
    def one(original: Rule, spec: TargetSpec, x: int) -> Any:
        least, most = original(spec, x)
        return (1 if most is None else least), most


@mutant(
    "trigger-without-a-target-stays",
    "115.1d/b",
    "603.3d/b",
    title="A triggered ability that finds no target goes on the stack without one",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._put)
    def put(original: Rule, game: Game, item: Any) -> Any:
        there = len(game.stack)
        yield from original(game, item)
        if len(game.stack) == there and game.is_in(item.controller) and not item.ability.body.modal:
            context = Context(game, item.source, item.controller, event=item.event)
            entry = StackItem(game.new_id("ability"), item.controller, item.source, item.ability, item.ability.body, context)
            entry.modes, entry.specs, entry.event = [1], [], item.event
            game.stack.append(entry)


@mutant("just-back-is-no-target", "702.26c/b", title="What phased in cannot be chosen as a target in that turn")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.memory["back_in_turn"] = game.turn_serial

    @rules.instead(targets.candidates)
    def without(original: Rule, game: Game, context: Context, spec: Any) -> Any:
        found = original(game, context, spec)
        return [thing for thing in found if getattr(thing, "memory", {}).get("back_in_turn") != game.turn_serial]


# --- triggers that are offered, and those that wait (603) --------------------------------------------------------------------------------


@mutant("triggers-are-offered", "603.2/a", title="A triggered ability goes on the stack only if its controller wants it to")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._put)
    def offered(original: Rule, game: Game, item: Any) -> Any:
        if (yield YesNo("may", item.controller, item.source)):
            yield from original(game, item)


@mutant(
    "triggers-on-placing-wait", "603.3b/c", title="What triggers as abilities are put on the stack waits until one of them has resolved"
)
def _(rules: Amendment) -> None:
    @rules.after(triggered_abilities.put_on_stack)
    def held(game: Game) -> None:
        vars(game).setdefault("held_back", []).extend(game.waiting)
        game.waiting = []

    @rules.after(stack.resolve_top)
    def now(game: Game) -> None:
        game.waiting += vars(game).get("held_back", [])
        vars(game)["held_back"] = []


# --- Equipment and Auras (301, 303) ----------------------------------------------------------------------------------------------------


@mutant(
    "equip-moves-nothing",
    "301.5/a",
    "301.5c/e",
    title="Equip attaches only Equipment that is on nothing; it does not move to another creature",
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.attach)
    def once(original: Rule, game: Game, attachment: GameObject, host: Any, rule: str) -> None:
        if rule != "701.3a" or attachment.attached_to is None or "Equipment" not in attachment.characteristics.subtypes:
            original(game, attachment, host, rule)


@mutant("equip-reaches-any-permanent", "301.5/b", "115.1e/a", title="Equip may target a land")
def _(rules: Amendment) -> None:
    @rules.instead(Filter.matches)
    def lands_too(original: Rule, filter_: Filter, obj: Any, context: Context) -> bool:
        source = context.source
        equips = source is not None and source.zone == "battlefield" and "Equipment" in source.characteristics.subtypes
        return bool(original(filter_, obj, context)) or (equips and isinstance(obj, GameObject) and obj.visible and obj.is_type("Land"))


def _gives_to(rules: Amendment, subtype: str, whom: Any) -> None:
    """What an attachment of that kind says of its host it says of others: those that `whom` gives for it and the host."""

    @rules.instead(Objects.find)
    def found(original: Rule, objects: Objects, ctx: Context) -> Any:
        hosts = original(objects, ctx)
        source = ctx.source
        if objects.how == "host" and hosts and source is not None and subtype in source.face.subtypes:
            return whom(ctx.game, source, hosts[0])
        return hosts


@mutant(
    "equipment-serves-its-first-bearer", "301.5a/a", title="What Equipment says of the equipped creature stays true of its first bearer"
)
def _(rules: Amendment) -> None:
    def first(game: Game, source: GameObject, host: GameObject) -> list[GameObject]:
        return [source.memory.setdefault("first_bearer", host)]

    _gives_to(rules, "Equipment", first)


@mutant(
    "aura-serves-all-creatures", "303.4b/a", title="What an Aura says of the enchanted creature is true of all creatures of its controller"
)
def _(rules: Amendment) -> None:
    def all_of_them(game: Game, source: GameObject, host: GameObject) -> list[GameObject]:
        return [obj for obj in game.battlefield if obj.controller == host.controller and "Creature" in obj.face.types]

    _gives_to(rules, "Aura", all_of_them)


@mutant("aura-enters-attached-to-nothing", "303.4/a", title="An Aura spell resolves and the Aura enters attached to nothing")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.attach)
    def nothing(original: Rule, game: Game, attachment: GameObject, host: Any, rule: str) -> None:
        if rule != "303.4f":
            original(game, attachment, host, rule)
