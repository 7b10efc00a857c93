"""Planes as face-up cards of the command zone: no permanents, new objects, abilities that work there, chaos (rule 311)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import casting, continuous_effects, observe, planechase, stack, triggered_abilities, zones
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.continuous_effects import ContinuousEffect
from reference_engine.errors import Illegal
from reference_engine.events import LOOK_BACK
from reference_engine.objects import Characteristics
from reference_engine.vocabulary.effects_objects import Proliferate
from reference_engine.vocabulary.selectors import Filter
from reference_engine.vocabulary.statics import Modification
from reference_engine.vocabulary.triggers import Chaos

# --- what they are -------------------------------------------------------------------------------------------------------------------


def _find_face_up(rules: Amendment, wanted: Any) -> None:
    """Effects that name permanents find certain face-up planar cards as well."""

    @rules.instead(Filter.find)
    def find(original: Any, what: Any, ctx: Any) -> Any:
        found = original(what, ctx)
        if what.zone == "battlefield" and not what.phased_out and ctx.game.planes is not None:
            found = [*found, *(card for card in ctx.game.planes.face_up if wanted(card) and what.describes(card, ctx))]
        return found

    @rules.instead(Filter.matches)
    def matches(original: Any, what: Any, obj: Any, ctx: Any) -> bool:
        planar = what.zone == "battlefield" and ctx.game.planes is not None and obj in ctx.game.planes.face_up and wanted(obj)
        return what.describes(obj, ctx) if planar else original(what, obj, ctx)


@mutant("plane-is-a-permanent", "311.2/c", title="Effects on permanents find and count a face-up plane")
def _(rules: Amendment) -> None:
    _find_face_up(rules, lambda card: not planechase.is_phenomenon(card))


@mutant("phenomenon-is-a-permanent", "312.2/c", title="Effects on permanents find and count a face-up phenomenon")
def _(rules: Amendment) -> None:
    _find_face_up(rules, planechase.is_phenomenon)


@mutant("proliferating-planes", "311.2/c", title="Counters on a face-up plane may be proliferated")
def _(rules: Amendment) -> None:
    @rules.instead(Proliferate.resolve)
    def proliferate(original: Any, effect: Any, ctx: Any) -> Any:
        seen = ctx.game.battlefield
        added = [card for card in (ctx.game.planes.face_up if ctx.game.planes is not None else ()) if card.counters]
        seen += added
        yield from original(effect, ctx)
        ctx.game._seen = None


@mutant("every-word-is-a-planar-type", "311.3/a", title="Of a planar type of several words each word is a subtype of its own")
def _(rules: Amendment) -> None:
    @rules.after(Characteristics.__init__)
    def split(is_: Any, face: Any, controller: Any) -> None:
        if "Plane" in face.types:
            is_.subtypes = frozenset(word for subtype in face.subtypes for word in subtype.split())


@mutant(
    "planar-deck-is-a-library",
    "901.4/a",
    "311.2/a",
    "312.2/a",
    "408.3/a",
    "901.4/c",
    title="The cards of planar decks are in a zone other than the command zone",
)
def _(rules: Amendment) -> None:
    @rules.instead(observe._planar)
    def shown(original: Any, game: Any, card: Any) -> Any:
        out = original(game, card)
        return {**out, "zone": "library"} if out["face_down"] else out


@mutant(
    "face-up-card-is-on-the-battlefield",
    "901.4/b",
    "311.2/b",
    "312.2/b",
    title="A face-up planar card is in a zone other than the command zone",
)
def _(rules: Amendment) -> None:
    @rules.instead(observe._planar)
    def shown(original: Any, game: Any, card: Any) -> Any:
        out = original(game, card)
        return out if out["face_down"] else {**out, "zone": "exile"}


@mutant(
    "plane-can-leave", "311.2/e", "400.4b/a", "901.4/c", title="An effect that moves cards takes a face-up plane out of the command zone"
)
def _(rules: Amendment) -> None:
    rules.value(zones, "PLANAR", frozenset({"Phenomenon"}))

    @rules.instead(zones._take_out)
    def out(original: Any, game: Any, obj: Any) -> None:
        if "Plane" in obj.face.types and obj.zone == "command":
            game.planes.face_up.remove(obj)
        else:
            original(game, obj)


@mutant("planar-cards-can-be-cast", "311.2/d", "312.2/d", title="The planar controller can cast a planar card, at the time of a sorcery")
def _(rules: Amendment) -> None:
    @rules.instead(casting.prepare_cast)
    def cast(original: Any, game: Any, player: str, action: Any) -> Any:
        card = game.find(action["object"])
        if card is None or card.zone != "command" or not card.face.types & zones.PLANAR or not casting._sorcery_time(game, player):
            return original(game, player, action)
        return lambda: iter(())


@mutant("planar-cards-have-flash", "311.2/d", "312.2/d", title="A player with priority can cast a face-up planar card, at any time")
def _(rules: Amendment) -> None:
    @rules.instead(casting.prepare_cast)
    def cast(original: Any, game: Any, player: str, action: Any) -> Any:
        card = game.find(action["object"])
        if game.planes is None or card not in game.planes.face_up:
            return original(game, player, action)
        return lambda: iter(())


# --- new objects ---------------------------------------------------------------------------------------------------------------------


@mutant(
    "plane-keeps-its-counters",
    "311.6/b",
    "901.7a/a",
    "311.6/a",
    title="A plane that was turned down comes up with its counters",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase._turn_down)
    def kept(original: Any, game: Any, card: Any) -> Any:
        new = original(game, card)
        new.counters = dict(card.counters)
        return new


@mutant("counters-gone-before-leaving", "311.6/c", title="What triggers as a plane is left finds no counters on it any more")
def _(rules: Amendment) -> None:
    rules.after(planechase._turn_down)(lambda game, card: card.counters.clear())


@mutant(
    "plane-left-does-not-look-back",
    "603.10g/a",
    "701.31d/b",
    "901.11b/b",
    title="The ability for planeswalking away from a plane does not trigger: the plane is down",
)
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "LOOK_BACK", LOOK_BACK - {"planeswalked_away"})


@mutant("plane-keeps-its-timestamp", "613.7h/a", title="A plane has the timestamp of the start of the game, not of its being turned up")
def _(rules: Amendment) -> None:
    @rules.after(planechase._turn_up)
    def oldest(game: Any, card: Any) -> None:
        card.timestamp = 0


@mutant("plane-applies-last", "613.7h/b", title="What a plane says applies after all other effects, however young they are")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._collect)
    def newest(sources: Any, effects: Any, game: Any) -> None:
        for card in game.planes.face_up if game.planes is not None else ():
            card.timestamp = max(card.timestamp, game.timestamp + 1)


@mutant("ability-goes-with-its-plane", "901.7a/b", "113.7a/a", title="An ability on the stack whose plane was turned down does nothing")
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def gone(game: Any) -> None:
        source = game.stack[-1].source
        if source is not None and source.zone == "command" and not source.exists and not planechase.is_phenomenon(source):
            game.stack[-1].modes = []


# --- abilities -----------------------------------------------------------------------------------------------------------------------


@mutant(
    "left-plane-works-on",
    "901.7/d",
    "311.4/a",
    title="What a plane gave to creatures lasts until the turn ends though it was left",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.before(planechase._turn_down)
    def lasting(game: Any, card: Any) -> None:
        context = Context(game, card, game.planes.controller)
        for ability in card.face.statics:
            if isinstance(ability.static, Modification):
                affected = ability.static.what.find(context)
                game.continuous_effects.append(ContinuousEffect(ability.static, context, "end_of_turn", card.timestamp, affected))


@mutant("left-plane-still-triggers", "901.7/d", "311.4/d", title="The triggered abilities of a plane go on triggering after it was left")
def _(rules: Amendment) -> None:
    @rules.before(planechase._turn_down)
    def left(game: Any, card: Any) -> None:
        game.planes.__dict__.setdefault("left", []).append(card)

    @rules.before(continuous_effects._index)
    def indexed(game: Any, sources: Any) -> None:
        sources += getattr(game.planes, "left", [])


@mutant("deck-triggers", "311.4/d", title="The triggered abilities of the top card of a planar deck trigger")
def _(rules: Amendment) -> None:
    @rules.before(continuous_effects._index)
    def indexed(game: Any, sources: Any) -> None:
        if game.planes is not None:
            sources += game.planes.deck(game.planes.controller)[-1:]


@mutant("deck-has-static-abilities", "311.4/d", title="The static abilities of the top card of a planar deck apply")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._collect)
    def collected(original: Any, sources: Any, effects: Any, game: Any) -> None:
        top = game.planes.deck(game.planes.controller)[-1:] if game.planes is not None else []
        original([*sources, *top], effects, game)


@mutant("planes-change-no-rules", "311.4/a", "901.7/a", title="Abilities of planes that change rules do nothing", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._index)
    def indexed(original: Any, game: Any, sources: Any) -> Any:
        index = original(game, sources)
        for class_, entries in list(index.statics.items()):
            up = game.planes.face_up if game.planes is not None else []
            index.statics[class_] = [
                entry for entry in entries if entry[0].source not in up or entry[2] is not None or _resolved(game, entry)
            ]
        return index


def _resolved(game: Any, entry: Any) -> bool:
    """Whether it is the effect of a resolved ability."""
    return any(effect.static is entry[1] for effect in game.continuous_effects)


@mutant(
    "plane-abilities-are-not-activated",
    "311.4/c",
    "113.6p/a",
    "901.7/c",
    title="Activated abilities of a plane cannot be activated: it is not on the battlefield",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(casting._usable)
    def usable(original: Any, game: Any, obj: Any) -> bool:
        return obj.zone != "command" and original(game, obj)


@mutant("plane-abilities-are-sorcery-like", "311.4/c", title="A plane's activated ability can be activated only at the time of a sorcery")
def _(rules: Amendment) -> None:
    @rules.before(casting.prepare_activate)
    def in_time(game: Any, player: str, action: Any) -> None:
        card = game.find(action["object"])
        if game.planes is not None and card in game.planes.face_up and not casting._sorcery_time(game, player):
            raise Illegal("timing", "a plane's ability is activated in a main phase")


@mutant("everybody-activates-planes", "311.4/c", title="Every player can activate the abilities of the face-up plane")
def _(rules: Amendment) -> None:
    @rules.instead(casting.prepare_activate)
    def activate(original: Any, game: Any, player: str, action: Any) -> Any:
        card = game.find(action["object"])
        if game.planes is None or card not in game.planes.face_up:
            return original(game, player, action)
        controller, game.planes.controller = game.planes.controller, player
        try:
            return original(game, player, action)
        finally:
            game.planes.controller = controller


@mutant("only-primary-head-is-you", "901.12c/a", title='"You" on a plane is the planar controller alone, not both heads of the team')
def _(rules: Amendment) -> None:
    rules.never(Context._is_other_head, False)


@mutant("all-heads-are-you", "901.12c/b", title='"You" on a plane is every player of every team')
def _(rules: Amendment) -> None:
    @rules.instead(Context._is_other_head)
    def every(original: Any, context: Any, player: str) -> bool:
        return bool(context.game.teams) and context.source is not None and context.source.zone == "command"


# --- chaos ---------------------------------------------------------------------------------------------------------------------------


@mutant("chaos-of-one-plane", "311.7/f", title="Of several face-up planes chaos ensues for one only", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(Chaos.holds)
    def first(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        up = ctx.game.planes.face_up
        return original(trigger, fields, ctx) and (ctx.source not in up or ctx.source is up[-1])


@mutant("chaos-is-rolled-only", "311.7/b", title="Chaos ensues by the die only, as before April 2023")
def _(rules: Amendment) -> None:
    rules.edition("chaos_ensues", False)


@mutant("chaos-by-todays-rules-only", "901.9b/a", title="By rules before April 2023 a chaos roll triggers nothing")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.chaos_ensues)
    def today(original: Any, game: Any, plane: Any = None, rolled: bool = False) -> None:
        if game.edition.has("chaos_ensues"):
            original(game, plane, rolled)


@mutant("chaos-always-ensued", "311.7", title="Chaos ensues whoever rolls it and whatever says so, by older rules too")
def _(rules: Amendment) -> None:
    rules.edition("chaos_ensues", True)


@mutant("chaos-on-one-is-chaos-on-all", "311.7/c", title="Chaos on a plane that is only revealed triggers the face-up planes too")
def _(rules: Amendment) -> None:
    @rules.after(planechase.chaos_ensues)
    def all_of_them(game: Any, plane: Any = None, rolled: bool = False) -> None:
        if plane is not None:
            for card in game.planes.face_up:
                game.emit("chaos", "311.7", plane=card)


@mutant("no-chaos-on-a-revealed-plane", "311.7/d", title="Chaos on a plane of the deck triggers nothing, for the plane is not face up")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.chaos_ensues)
    def face_up(original: Any, game: Any, plane: Any = None, rolled: bool = False) -> None:
        if plane is None or plane in game.planes.face_up:
            original(game, plane, rolled)


@mutant("chaos-under-a-phenomenon", "311.7/g", title="While a phenomenon is face up chaos is that of the plane before it")
def _(rules: Amendment) -> None:
    @rules.before(planechase._turn_down)
    def left(game: Any, card: Any) -> None:
        if not planechase.is_phenomenon(card):
            game.planes.latest = card

    @rules.instead(planechase.chaos_ensues)
    def before(original: Any, game: Any, plane: Any = None, rolled: bool = False) -> None:
        if plane is None and game.planes is not None and not any("Plane" in card.face.types for card in game.planes.face_up):
            plane = getattr(game.planes, "latest", None)
        original(game, plane, rolled)


@mutant(
    "chaos-abilities-in-a-fixed-order",
    "311.7/a",
    title="Chaos of two planes: the abilities go on the stack in a fixed order, and nobody is asked",
)
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.put_on_stack)
    def fixed(original: Any, game: Any) -> Any:
        own = [item for item in game.waiting if item.ability.keyword == "chaos"]
        others = [item for item in game.waiting if item not in own]
        for item in own:
            game.waiting = [item]
            yield from original(game)
        game.waiting = others
        yield from original(game)
