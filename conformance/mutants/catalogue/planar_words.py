"""What planar cards are, whose they are, and what each kind of planeswalk is (rules 311, 312, 701.31, 901)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, durations, observe, planechase, setup, triggered_abilities
from reference_engine.amendments import Amendment, Rule
from reference_engine.errors import ImpossiblePosition
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.effects_planes import Planeswalk


def _first_player(game: Game) -> str:
    return game.in_turn_order(game.seats[0])[0]


# --- types ---------------------------------------------------------------------------------------------------------------------------


def _shown(rules: Amendment, phenomena: bool, **changed: Any) -> None:
    """Planes, or phenomena, have other words in their type line; "more" are added to what is there."""

    @rules.instead(observe._planar)
    def planar(original: Rule, game: Game, card: GameObject) -> Any:
        shown = original(game, card)
        if planechase.is_phenomenon(card) is phenomena:
            for word, more in changed.items():
                shown[word] = sorted([*shown[word], *more])
        return shown


@mutant("plane-is-an-enchantment-too", "311.1/a", title="A plane card has another card type beside Plane")
def _(rules: Amendment) -> None:
    _shown(rules, False, types=["Enchantment"])


@mutant("planar-type-comes-with-another", "311.3/b", title="A plane has Plane as a subtype beside its planar type")
def _(rules: Amendment) -> None:
    _shown(rules, False, subtypes=["Plane"])


@mutant("phenomenon-has-a-subtype", "312.3/a", "205.3r/a", title="A phenomenon has the planar type Phenomenon")
def _(rules: Amendment) -> None:
    _shown(rules, True, subtypes=["Phenomenon"])


@mutant("phenomenon-is-a-plane-too", "312.1/a", title="A phenomenon card has the card type Plane beside its own")
def _(rules: Amendment) -> None:
    _shown(rules, True, types=["Plane"])


@mutant("planar-cards-have-no-card-type", "205.2a/a", "300.1/a", title="Plane and Phenomenon are no card types")
def _(rules: Amendment) -> None:
    @rules.instead(observe._planar)
    def untyped(original: Rule, game: Game, card: GameObject) -> Any:
        return {**original(game, card), "types": []}


# --- the start, and whose planar cards are ------------------------------------------------------------------------------------------


@mutant("start-passes-a-plane-over", "103.7/b", title="The first plane turned up at the start goes under the deck like a phenomenon")
def _(rules: Amendment) -> None:
    @rules.before(planechase.set_starting_plane)
    def pass_over(game: Game, player: str) -> None:
        if game.planes is None or game.planes.face_up:
            return
        game.planes.controller = player
        deck = game.planes.deck(player)
        planes = [card for card in reversed(deck) if "Plane" in card.face.types]
        if len(planes) > 1:
            deck.remove(planes[0])
            deck.insert(0, planes[0])


@mutant("two-are-too-few-for-planechase", "901.2/a", title="A Planechase game cannot begin with two players")
def _(rules: Amendment) -> None:
    @rules.before(setup._planes)
    def three(game: Game, given: Any, seats: Any) -> None:
        if given is not None and len(game.players) < 3:
            raise ImpossiblePosition("there are too few players for Planechase")


@mutant("one-planar-controller-for-the-game", "901.6/c", "312.4/b", title="Who began is the planar controller in everybody's turns")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.new_turn)
    def stays(original: Rule, game: Game) -> None:
        if game.planes is not None:
            game.planes.rolls = {}


@mutant("face-up-phenomenon-is-the-first-players", "312.4/a", title="A face-up phenomenon is controlled by the player in the first seat")
def _(rules: Amendment) -> None:
    @rules.instead(observe._planar)
    def planar(original: Rule, game: Game, card: GameObject) -> Any:
        shown = original(game, card)
        return {**shown, "controller": _first_player(game)} if "controller" in shown and planechase.is_phenomenon(card) else shown


@mutant("encounter-is-the-first-players", "312.5/e", title="The ability of a phenomenon is controlled by the player in the first seat")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.trigger_now)
    def now(original: Rule, game: Game, source: Any, ability: Any, controller: str, fields: Any, rule: str = "603.2") -> None:
        original(game, source, ability, _first_player(game) if planechase.is_phenomenon(source) else controller, fields, rule)


@mutant("planes-trigger-by-chaos-only", "901.7/b", title="Of the triggered abilities of a face-up plane only the chaos ability triggers")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.trigger_now)
    def by_chaos(original: Rule, game: Game, source: Any, ability: Any, controller: str, fields: Any, rule: str = "603.2") -> None:
        is_plane = source is not None and "Plane" in source.face.types
        if not is_plane or ability.keyword == "chaos":
            original(game, source, ability, controller, fields, rule)


# --- the die -------------------------------------------------------------------------------------------------------------------------


@mutant("die-has-no-blank-face", "901.9a/a", "901.3a/a", title="The planar die has no blank faces: what is no Planeswalker symbol is chaos")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def rolled(original: Rule, game: Game, player: str, faces: list[str]) -> Any:
        yield from original(game, player, ["chaos" if face == "blank" else face for face in faces])


@mutant("chaos-symbol-is-a-blank", "107.12/a", "207.4/a", title="Nothing triggers when the planar die shows the chaos symbol")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.chaos_ensues)
    def not_rolled(original: Rule, game: Game, plane: Any = None, rolled: bool = False) -> None:
        if not rolled:
            original(game, plane, rolled)


@mutant(
    "symbol-moves-at-once", "901.9c/a", "107.11/a", title="As the Planeswalker symbol is rolled the player planeswalks, without the stack"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase._planeswalker_symbol)
    def at_once(original: Rule, game: Game, player: str) -> None:
        planechase.planeswalk(game, player, "701.31b")


@mutant("one-walk-by-the-die-each-turn", "901.11a/a", "701.31c/a", title="A second planeswalking ability in a turn moves nobody")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk_by_die)
    def once(original: Rule, game: Game, player: str, source: Any = None) -> None:
        if vars(game.planes).get("walked_in") != game.turn_serial:
            vars(game.planes)["walked_in"] = game.turn_serial
            original(game, player, source)


# --- other planeswalks ------------------------------------------------------------------------------------------------------------------


@mutant(
    "instructions-move-nobody",
    "701.31a/b",
    "701.31c/d",
    title="A spell or ability that says to planeswalk does nothing; only the die moves",
)
def _(rules: Amendment) -> None:
    @rules.instead(Planeswalk.resolve)
    def by_die(original: Rule, effect: Any, ctx: Any) -> Any:
        if effect.by_die:
            yield from original(effect, ctx)


@mutant(
    "walk-from-a-phenomenon-uses-the-stack", "312.7/h", "312.7/f", "704.6f/a", title="The walk from a phenomenon is an ability on the stack"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.phenomenon_is_done)
    def triggers(original: Rule, game: Game) -> bool:
        if original(game):
            card = next(card for card in game.planes.face_up if planechase.is_phenomenon(card))
            triggered_abilities.trigger_now(game, card, planechase._planeswalking_ability(), game.planes.controller, {}, "704.6f")
        return False


@mutant("next-plane-is-picked-from-the-middle", "701.31b/d", title="The next planar card is picked from the middle of the planar deck")
def _(rules: Amendment) -> None:
    @rules.instead(planechase._top)
    def middle(original: Rule, game: Game, player: str) -> Any:
        deck = game.planes.deck(player)
        return deck.pop(len(deck) // 2) if deck else None


@mutant(
    "walk-from-a-phenomenon-ends-nothing", "701.31c/c", title="What lasts until a player planeswalks outlasts the walk from a phenomenon"
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.planeswalk)
    def walk(original: Rule, game: Game, player: str, rule: str) -> None:
        if game.planes is not None:
            vars(game.planes)["ends_nothing"] = rule == "704.6f"
        original(game, player, rule)
        if game.planes is not None:
            vars(game.planes)["ends_nothing"] = False

    def ends_nothing(game: Game) -> bool:
        return game.planes is not None and bool(vars(game.planes).get("ends_nothing"))

    @rules.instead(continuous_effects.end)
    def end(original: Rule, game: Game, duration: str, player: str | None = None) -> None:
        if not (duration.startswith("planeswalk") and ends_nothing(game)):
            original(game, duration, player)

    @rules.instead(durations.player_planeswalked)
    def walked(original: Rule, game: Game) -> None:
        if not ends_nothing(game):
            original(game)
