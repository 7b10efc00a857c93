"""To planeswalk: who can, what goes down and what comes up, what is left and reached, and what ends with it (701.31, 901.8, 901.11)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, durations, planechase, stack
from reference_engine.amendments import Amendment
from reference_engine.vocabulary.effects_game import May
from reference_engine.vocabulary.effects_planes import ChaosEnsues, Planeswalk, PlaneswalkToRevealed
from reference_engine.vocabulary.statics_planes import ChaosInsteadOfPlaneswalking
from reference_engine.vocabulary.triggers import PlaneswalkTo, PlayerPlaneswalks

# --- who, and how --------------------------------------------------------------------------------------------------------------------


@mutant("anybody-planeswalks", "701.31a/a", title="A player who is not the planar controller planeswalks when told to")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def anybody(original: Any, game: Any, player: str, rule: str) -> None:
        if game.planes is None:
            return
        controller, game.planes.controller = game.planes.controller, player
        original(game, player, rule)
        game.planes.controller = controller


@mutant("planar-controller-planeswalks-instead", "701.31a/a", "901.8/c", title="Whoever is told to planeswalk, the planar controller does")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def instead(original: Any, game: Any, player: str, rule: str) -> None:
        if game.planes is not None:
            original(game, game.planes.controller, rule)

    @rules.instead(planechase.planeswalk_by_die)
    def by_die(original: Any, game: Any, player: str, source: Any = None) -> None:
        original(game, game.planes.controller, source)


@mutant(
    "planar-instruction-spoils-the-spell",
    "101.3/a",
    "701.31a/c",
    title="Outside Planechase a spell that speaks of planes does nothing at all",
)
def _(rules: Amendment) -> None:
    @rules.before(stack.resolve_top)
    def nothing(game: Any) -> None:
        item = game.stack[-1]
        said = [effect for number in item.modes for effect in item.body.modes[number - 1].effects] if game.planes is None else []
        if any(isinstance(one, (Planeswalk, ChaosEnsues)) for effect in said for one in getattr(effect, "effects", (effect,))):
            item.modes = []


@mutant("offered-planeswalk-is-an-order", "901.11a/d", "608.2d/a", title="A player who may planeswalk is not asked and has to")
def _(rules: Amendment) -> None:
    @rules.instead(May.resolve)
    def ordered(original: Any, effect: Any, ctx: Any) -> Any:
        if isinstance(effect.effects[0], Planeswalk):
            for one in effect.effects:
                yield from one.resolve(ctx)
        else:
            yield from original(effect, ctx)


@mutant("walk-counts-as-a-roll", "901.9/g", title="A planeswalk by an instruction raises the cost of the next roll")
def _(rules: Amendment) -> None:
    @rules.after(Planeswalk.resolve)
    def dearer(effect: Any, ctx: Any) -> None:
        if ctx.game.planes is not None and not effect.by_die:
            ctx.game.planes.rolls[ctx.controller] = ctx.game.planes.rolls.get(ctx.controller, 0) + 1


# --- what goes down, what comes up ---------------------------------------------------------------------------------------------------


@mutant("plane-goes-to-the-walkers-deck", "701.31b/a", title="A plane that is left goes under the walker's planar deck, not its owner's")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._turn_down)
    def walkers(original: Any, game: Any, card: Any) -> Any:
        new = original(game, card)
        game.planes.deck(card.owner).remove(new)
        game.planes.deck(game.planes.controller).insert(0, new)
        return new


@mutant("plane-goes-into-the-middle", "701.31b/a", "701.31b/d", title="A plane that is left is shuffled into the planar deck")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._turn_down)
    def shuffled(original: Any, game: Any, card: Any) -> Any:
        new = original(game, card)
        deck = game.planes.deck(card.owner)
        if len(deck) > 3:
            deck.insert(len(deck) // 2, deck.pop(0))
        return new


@mutant(
    "next-card-before-the-last-is-down",
    "701.31b/c",
    title="With an empty deck nobody can planeswalk, though the face-up card would go under it",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def walk(original: Any, game: Any, player: str, rule: str) -> None:
        if game.planes is None or game.planes.deck(player) or player != game.planes.controller:
            original(game, player, rule)


@mutant("one-of-several-is-left", "901.11c/a", title="Of several face-up planes one is left, and the others stay", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def one(original: Any, game: Any, player: str, rule: str) -> None:
        stay = game.planes.face_up[:-1] if game.planes is not None and player == game.planes.controller else []
        if stay:
            game.planes.face_up[:-1] = []
        original(game, player, rule)
        if stay:
            game.planes.face_up[:0] = stay
            game.changed()


@mutant("each-of-several-is-replaced", "901.11c/c", title="Who leaves two planes turns up two cards")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def each(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        more = [planechase._top(game, player) for card in away[1:] if card.id in game.objects]
        original(game, player, away, [*cards, *more], happen)


@mutant("one-of-several-triggers-as-left", "901.11c/b", "901.11b/b", title="Of several planes that are left only the first triggers for it")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def first(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        original(game, player, away[:1], cards, happen)


@mutant("one-of-several-triggers-as-reached", "901.11b/a", title="Of two planes reached at once only the first triggers for it")
def _(rules: Amendment) -> None:
    @rules.instead(PlaneswalkTo.holds)
    def first(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and ctx.source is ctx.game.planes.face_up[0]


@mutant(
    "reached-by-the-die-only",
    "901.11b/a",
    "701.31d/a",
    "701.31c/d",
    title="A plane that is reached in another way than by the die does not trigger for it",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk_by_die)
    def by_die(original: Any, game: Any, player: str, source: Any = None) -> None:
        game.planes.by_die = True
        original(game, player, source)
        game.planes.by_die = False

    @rules.instead(PlaneswalkTo.holds)
    def reached(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and getattr(ctx.game.planes, "by_die", False)


@mutant("starting-plane-is-reached", "901.11/d", "901.5/c", title="The starting player has planeswalked to the starting plane")
def _(rules: Amendment) -> None:
    @rules.after(planechase.set_starting_plane)
    def reached(game: Any, player: str) -> None:
        for card in game.planes.face_up if game.planes is not None else ():
            game.emit("planeswalked_to", "701.31d", object=card, player=player)


@mutant("two-planes-are-one", "901.11c/a", title="Who is to reach two planes at once reaches the first, and the second goes under the deck")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk_to)
    def first(original: Any, game: Any, player: str, cards: list[Any], rule: str, leave: bool = True) -> None:
        original(game, player, cards[:1], rule, leave)
        game.planes.deck(player)[:0] = cards[1:]


@mutant("walk-always-leaves", "901.11c/a", title="A walk that leaves no plane leaves the face-up one all the same")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk_to)
    def leaving(original: Any, game: Any, player: str, cards: list[Any], rule: str, leave: bool = True) -> None:
        original(game, player, cards, rule)


@mutant(
    "walk-that-leaves-nothing-is-none", "901.11/b", "901.11/a", title="A walk that leaves no plane is no planeswalk for what waits for one"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def silent(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        if away:
            original(game, player, away, cards, happen)
        for card in cards if not away else ():
            planechase._turn_up(game, card)
            happen("planeswalked_to", "701.31d", object=card, player=player)


@mutant("revealed-plane-needs-a-source", "311.7/d", "901.11a/d", title="A revealed plane's ability can make nobody planeswalk")
def _(rules: Amendment) -> None:
    @rules.instead(PlaneswalkToRevealed.resolve)
    def face_up(original: Any, effect: Any, ctx: Any) -> Any:
        if ctx.source is None or ctx.source in ctx.game.planes.face_up:
            yield from original(effect, ctx)


# --- the planeswalking ability -------------------------------------------------------------------------------------------------------


@mutant(
    "walk-is-tied-to-the-plane",
    "901.8/b",
    title="The planeswalking ability does nothing if the plane on which it triggered was left before",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase._planeswalker_symbol)
    def noted(original: Any, game: Any, player: str) -> None:
        original(game, player)
        for item in game.waiting:
            item.event.setdefault("_up", list(game.planes.face_up))

    @rules.instead(Planeswalk.resolve)
    def resolve(original: Any, effect: Any, ctx: Any) -> Any:
        if not effect.by_die or ctx.event.get("_up") == ctx.game.planes.face_up:
            yield from original(effect, ctx)


@mutant("walk-has-a-source", "901.8/b", title="The planeswalking ability is the face-up plane's, as before June 2012")
def _(rules: Amendment) -> None:
    rules.edition("planeswalking_ability_has_no_source", False)


@mutant("walk-never-had-a-source", "901.8", title="The planeswalking ability is the game's own by older rules too")
def _(rules: Amendment) -> None:
    rules.edition("planeswalking_ability_has_no_source", True)


@mutant("walk-cannot-be-countered", "901.8/e", title="The planeswalking ability cannot be countered")
def _(rules: Amendment) -> None:
    @rules.instead(stack.counter)
    def countered(original: Any, game: Any, item: Any, rule: str = "701.6a") -> None:
        if item.ability is None or item.ability.id != "planeswalking":
            original(game, item, rule)


@mutant("one-walk-at-a-time", "901.8/f", title="The planeswalking ability does not trigger while one is on the stack")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._planeswalker_symbol)
    def once(original: Any, game: Any, player: str) -> None:
        if not any(item.ability is not None and item.ability.id == "planeswalking" for item in game.stack):
            original(game, player)


@mutant("plane-stops-as-the-die-falls", "901.8/d", title="Static abilities of the plane end as the Planeswalker symbol is rolled")
def _(rules: Amendment) -> None:
    @rules.after(planechase._planeswalker_symbol)
    def down(game: Any, player: str) -> None:
        game.planes.stopped = list(game.planes.face_up)
        game.changed()

    @rules.instead(continuous_effects._collect)
    def collected(original: Any, sources: Any, effects: Any, game: Any) -> None:
        stopped = getattr(game.planes, "stopped", [])
        original([source for source in sources if source not in stopped], effects, game)


@mutant(
    "fixed-point-stops-every-walk",
    "614.6/b",
    "901.11a/c",
    title="What replaces a planeswalk by the die replaces the walk from a phenomenon too",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def replaced(original: Any, game: Any, player: str, rule: str) -> None:
        away = list(game.planes.face_up) if game.planes is not None else []
        if rule == "704.6f" and continuous_effects.statics(game, ChaosInsteadOfPlaneswalking):
            planechase.chaos_ensues(game)
            for card in away:
                card.memory["stays"] = True
        else:
            original(game, player, rule)

    @rules.instead(planechase.phenomenon_is_done)
    def done(original: Any, game: Any) -> bool:
        return original(game) and not any(card.memory.get("stays") for card in game.planes.face_up)


@mutant("fixed-point-is-immediate", "901.8/a", "614.6/b", title="What replaces a planeswalk by the die takes effect as the die is rolled")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._planeswalker_symbol)
    def at_once(original: Any, game: Any, player: str) -> None:
        if continuous_effects.statics(game, ChaosInsteadOfPlaneswalking):
            planechase.chaos_ensues(game)
        else:
            original(game, player)


# --- what lasts until then -----------------------------------------------------------------------------------------------------------


@mutant("until-you-planeswalk", "901.11/a", title='"Until a player planeswalks" lasts until the player who began it does')
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.end)
    def own(original: Any, game: Any, duration: str, player: str | None = None) -> None:
        original(game, duration, game.planes.controller if duration == "planeswalk" else player)


@mutant("until-planeswalk-is-until-end-of-turn", "901.11/a", title="What lasts until a player planeswalks ends with the turn")
def _(rules: Amendment) -> None:
    @rules.after(continuous_effects.end)
    def earlier(game: Any, duration: str, player: str | None = None) -> None:
        if duration == "end_of_turn":
            continuous_effects.end(game, "planeswalk")


@mutant(
    "until-a-plane-is-reached", "901.11/a", "901.11/c", title="What lasts until a player planeswalks does not end by reaching a phenomenon"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase._walk_to)
    def to_planes(original: Any, game: Any, player: str, away: list[Any], cards: list[Any], happen: Any) -> None:
        kept = list(game.continuous_effects) if any(planechase.is_phenomenon(card) for card in cards) else []
        original(game, player, away, cards, happen)
        game.continuous_effects += [effect for effect in kept if effect not in game.continuous_effects]


@mutant(
    "until-planeswalk-is-for-ever",
    "901.11/a",
    title="What planes and phenomena begin until a player planeswalks never ends",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.end)
    def left(original: Any, game: Any, duration: str, player: str | None = None) -> None:
        if duration != "planeswalk":
            original(game, duration, player)
            return
        kept = [e for e in game.continuous_effects if e.duration == duration and e.source is not None and e.source.zone != "command"]
        original(game, duration, player)
        game.continuous_effects += kept


@mutant("phenomenon-left-is-a-plane-left", "701.31d/d", title="Planeswalking away from a phenomenon is planeswalking away from a plane")
def _(rules: Amendment) -> None:
    @rules.after(planechase._walk_to)
    def any_card(game: Any, *given: Any) -> None:
        continuous_effects.end(game, "planeswalk_from_plane")


@mutant(
    "walk-in-reply-is-no-end",
    "610.4c/a",
    title="A duration until a planeswalk begins though a player planeswalked before the ability resolved",
)
def _(rules: Amendment) -> None:
    @rules.instead(durations.already_over)
    def over(original: Any, game: Any, event: str, source: Any, since: int) -> bool:
        return event == "leaves" and original(game, event, source, since)


@mutant("own-walks-are-watched-only", "901.11/b", title="What waits for a player to planeswalk waits for its own controller")
def _(rules: Amendment) -> None:
    @rules.instead(PlayerPlaneswalks.holds)
    def own(original: Any, trigger: Any, fields: Any, ctx: Any) -> bool:
        return original(trigger, fields, ctx) and fields["player"] == ctx.controller
