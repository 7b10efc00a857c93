"""Planechase (rules 311, 312, 901): planes, phenomena, the planar die and planeswalking.

Planar cards never leave the command zone; face up they work from there under the planar controller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from . import casting, continuous_effects, durations, forms, triggered_abilities
from .continuous_effects import statics
from .decisions import Order, Word
from .errors import Illegal
from .events import Event
from .objects import Characteristics, GameObject
from .vocabulary.statics import ExtraPlanarDie
from .vocabulary.statics_planes import BlankIsChaos, ChaosInsteadOfPlaneswalking

if TYPE_CHECKING:
    from .game import Game
    from .stack_item import StackItem
    from .vocabulary.abilities import Steps

FACES = ("blank", "chaos", "planeswalker")


class Planes:
    """The planar side of a game. Decks have their top card last; a shared deck is everybody's (rule 901.15)."""

    def __init__(self, controller: str, shared: bool) -> None:
        self.controller = controller
        self.shared = shared
        self.face_up: list[GameObject] = []
        self.decks: dict[str, list[GameObject]] = {}
        self.common: list[GameObject] = []
        self.rolls: dict[str, int] = {}  # how often each player took the roll action this turn (rule 901.9)
        self.last_walk = 0

    def deck(self, player: str) -> list[GameObject]:
        """That player's planar deck; the communal one where there is just one (rule 901.15c)."""
        return self.common if self.shared else self.decks.setdefault(player, [])

    def owner(self, card: GameObject) -> str:
        """Who owns a planar card: whose deck it was in, or the planar controller (rules 901.6, 901.15b)."""
        return self.controller if self.shared else card.owner


def is_phenomenon(obj: GameObject | None) -> bool:
    return obj is not None and "Phenomenon" in obj.face.types


def new_turn(game: Game) -> None:
    """The active player becomes the planar controller, and costs to roll start at nothing (rules 311.5, 312.4, 901.6, 901.9)."""
    planes = game.planes
    if planes is None:
        return
    planes.rolls = {}
    controller = next((player for player in game.active_players if game.is_in(player)), None)
    if controller is not None and controller != planes.controller:
        _designate(game, controller)


def _designate(game: Game, player: str) -> None:
    game.planes.controller = player
    game.changed()
    game.emit("new_planar_controller", "901.6", player=player)


def set_starting_plane(game: Game, player: str) -> None:
    """Before the first turn the starting player turns up cards until there is a plane; nothing triggers.

    Rules: 103.7, 901.5
    Events: the face-up plane is announced, but no ability looks at it
    """
    planes = game.planes
    if planes is None or planes.face_up:
        return
    planes.controller = player
    deck = planes.deck(player)
    for _ in range(len(deck)):
        card = deck.pop()
        if "Plane" in card.face.types:
            _turn_up(game, card)
            game.log.append(Event("starting_plane", "901.5", game.batch_number, {"object": card}))
            return
        deck.insert(0, card)


def _turn_up(game: Game, card: GameObject) -> None:
    """Face up it gets a timestamp (rule 613.7h) and works (901.7)."""
    card.timestamp = game.stamp()
    game.planes.face_up.append(card)
    game.changed()


def _turn_down(game: Game, card: GameObject) -> GameObject:
    """Face down it is a new object, on the bottom of its owner's planar deck (rules 311.6, 312.6, 701.31b, 901.7a)."""
    planes = game.planes
    planes.face_up.remove(card)
    new = GameObject(card.id, card.definition, card.owner, "command", card.incarnation + 1)
    new.characteristics = Characteristics(new.face, None)
    card.exists = False
    game.objects[card.id] = new
    planes.deck(card.owner).insert(0, new)
    return new


def planeswalk(game: Game, player: str, rule: str) -> None:
    """All face-up planar cards go down, the top card of the player's planar deck is turned up.

    Rules: 701.31a, 701.31b, 701.31d, 901.11, 901.11b, 901.11c, 312.5
    When: the planeswalking ability, a phenomenon's end (704.6f) or an effect says so.
    Events: planeswalked, planeswalked_away, planeswalked_to or encountered, in one batch
    """
    planes = game.planes
    if planes is None or player != planes.controller:
        return  # only the planar controller may planeswalk (701.31a)
    with game.batch(rule) as happen:
        away = list(planes.face_up)
        for card in away:
            _turn_down(game, card)
        _walk_to(game, player, away, [_top(game, player)], happen)


def planeswalk_by_die(game: Game, player: str, source: GameObject | None = None) -> None:
    """The planeswalking ability resolves; an effect may make chaos ensue instead of the planeswalk.

    Before 2012-06-01 it is an ability of a plane, `source`, and turns down that plane alone, if it is still face up.

    Rules: 901.8, 614.1a
    """
    planes = game.planes
    if planes is None or player != planes.controller:
        return  # only the planar controller may planeswalk (701.31a)
    if statics(game, ChaosInsteadOfPlaneswalking):
        chaos_ensues(game)
    elif source is not None:
        with game.batch("701.31b") as happen:
            away = [card for card in planes.face_up if card is source]
            for card in away:
                _turn_down(game, card)
            _walk_to(game, player, away, [_top(game, player)], happen)
    else:
        planeswalk(game, player, "701.31b")


def _top(game: Game, player: str) -> GameObject | None:
    deck = game.planes.deck(player)
    return deck.pop() if deck else None


def planeswalk_to(game: Game, player: str, cards: list[GameObject], rule: str, leave: bool = True) -> None:
    """Planeswalks to certain cards that were taken off the planar deck, leaving all face-up ones unless told otherwise.

    Rules: 701.31a, 701.31b, 901.11
    When: an effect says to which.
    Events: as those of `planeswalk`
    """
    planes = game.planes
    if planes is None or player != planes.controller:
        return
    with game.batch(rule) as happen:
        away = list(planes.face_up) if leave else []
        for card in away:
            _turn_down(game, card)
        _walk_to(game, player, away, list(cards), happen)


def _walk_to(game: Game, player: str, away: list[GameObject], cards: list[Any], happen: Any) -> None:
    """The player has planeswalked (rule 901.11): durations until then end, abilities that watch for it trigger."""
    planes = game.planes
    up = [card for card in cards if card is not None]
    for card in up:
        _turn_up(game, card)
        card.memory["reached"] = (player, game.turn_serial)
    planes.last_walk = game.tick()
    continuous_effects.end(game, "planeswalk")
    if any("Plane" in card.face.types for card in away):
        continuous_effects.end(game, "planeswalk_from_plane")
    durations.player_planeswalked(game)
    game.changed()
    happen("planeswalked", "701.31b", player=player, away=away, to=up)
    for card in away:
        happen("planeswalked_away", "701.31d", object=card, player=player)
    for card in up:
        if is_phenomenon(card):
            happen("encountered", "312.5", card=card, player=player)
        else:
            happen("planeswalked_to", "701.31d", object=card, player=player)


def phenomenon_is_done(game: Game) -> bool:
    """True if a phenomenon is face up that is not the source of a trigger waiting or on the stack.

    Rules: 312.7, 704.6f
    """
    planes = game.planes
    if planes is None:
        return False
    return any(is_phenomenon(card) and not any(item.source is card for item in (*game.waiting, *game.stack)) for card in planes.face_up)


# --- the planar die --------------------------------------------------------------------------------------------------------------


def roll_cost(game: Game, player: str) -> int:
    """How much mana the next roll action costs that player (rules 901.9, 901.12d, 116.2i)."""
    return int(game.planes.rolls.get(player, 0))


def prepare_roll(game: Game, player: str, action: dict[str, Any]) -> Callable[[], Steps]:
    """Rolling the planar die as a special action: checks it and gives what then happens.

    Rules: 116.2i, 901.9, 901.12d
    """
    planes = game.planes
    if planes is None:
        raise Illegal("restriction", "this is no Planechase game")
    if player not in game.active_players or game.step not in ("precombat_main", "postcombat_main") or game.stack:
        raise Illegal("timing", "the planar die is rolled in its player's own main phase with an empty stack")
    cost = roll_cost(game, player)
    if cost and action.get("mana") == "none" and sum(game.mana_pool.get(player, {}).values()) < cost:
        raise Illegal("cost", f"this roll costs {{{cost}}}")
    faces = forms.names(action.get("faces"), "'faces'")
    dice = number_of_dice(game, player)
    if len(faces) != dice or any(face not in FACES for face in faces):
        raise Illegal("choice", f"{dice} faces are to be named, each {', '.join(FACES)}")

    def perform() -> Steps:
        if action.get("mana") == "none":
            casting.spend(game, player, cost)
        planes.rolls[player] = planes.rolls.get(player, 0) + 1
        yield from roll(game, player, faces)

    return perform


def number_of_dice(game: Game, player: str) -> int:
    """One, and one more for each effect that says so (rule 706.6)."""
    return 1 + sum(1 for context, _, _ in statics(game, ExtraPlanarDie) if context.controller == player)


def roll(game: Game, player: str, faces: list[str]) -> Steps:
    """What the dice show comes about.

    Rules: 901.8, 901.9a, 901.9b, 901.9c, 901.9d, 706.6, 706.7, 107.11, 107.12
    Decides: the roller ignores all but one of several dice (`ignore_roll`).
    Events: planar_die, rolled_dice; chaos
    """
    faces = list(faces)
    while len(faces) > 1:
        ignored = yield Word("ignore_roll", player, sorted(set(faces), key=FACES.index))
        faces.remove(ignored)
    with game.batch("901.9") as happen:
        for face in faces:
            happen("planar_die", player=player, face=face)
        if game.edition.has("planar_die_is_a_die"):
            happen("rolled_dice", "901.9d", player=player)
    for face in faces:
        if face == "chaos" or (face == "blank" and statics(game, BlankIsChaos)):
            # Before, chaos abilities watched the roll of their controller (with teams, of either head), not chaos.
            if game.edition.has("chaos_ensues") or _is_you_of_planes(game, player):
                chaos_ensues(game, rolled=True)
        elif face == "planeswalker":
            _planeswalker_symbol(game, player)


def _is_you_of_planes(game: Game, player: str) -> bool:
    """True if "you" of a face-up plane is that player: the planar controller, with teams both heads (rules 901.6, 901.12c)."""
    return player in game.team_of(game.planes.controller)


def _planeswalker_symbol(game: Game, player: str) -> None:
    """The planeswalking ability triggers: the game's own, of who rolled; before 2012-06-01 the plane's, of the planar controller.

    Rules: 901.8, 901.9c
    """
    if game.edition.has("planeswalking_ability_has_no_source"):
        triggered_abilities.trigger_now(game, None, _planeswalking_ability(), player, {}, "901.8")
    elif _is_you_of_planes(game, player):
        for plane in game.planes.face_up:
            triggered_abilities.trigger_now(game, plane, _planeswalking_ability(), game.planes.controller, {}, "901.9c")


def roll_by_effect(game: Game, player: str) -> Steps:
    """An effect makes a player roll: no action, so the cost of the action stays (rule 901.9). Other games have no planar die (901.3)."""
    if game.planes is None:
        return
    faces: list[str] = []
    while len(faces) < number_of_dice(game, player):
        faces += [(yield Word("planar_die", player, list(FACES)))]
    yield from roll(game, player, faces)


_ability: Any = None


def _planeswalking_ability() -> Any:
    """The ability that planeswalks after a roll, which belongs to the game (rule 901.8), until 2012 to the plane."""
    global _ability
    if _ability is None:
        from .vocabulary.abilities import Body, Mode, TriggeredAbility
        from .vocabulary.effects_planes import Planeswalk
        from .vocabulary.triggers import PlayerPlaneswalks

        _ability = TriggeredAbility("planeswalking", PlayerPlaneswalks(), Body((Mode((), (Planeswalk(by_die=True),)),)))
    return _ability


def chaos_ensues(game: Game, plane: GameObject | None = None, rolled: bool = False) -> None:
    """Chaos ensues: for every face-up plane, or for one that is named, even if that is only revealed.

    Before 2023-04-14 nothing but a roll could make it do so.

    Rules: 311.7, 901.9b
    Events: chaos, one for each plane
    """
    planes = game.planes
    if planes is None or not (rolled or game.edition.has("chaos_ensues")):
        return
    cards = [plane] if plane is not None else [card for card in planes.face_up if "Plane" in card.face.types]
    with game.batch("311.7") as happen:
        for card in cards:
            happen("chaos", plane=card)
    for card in cards:
        if card not in planes.face_up:
            abilities: tuple[Any, ...] = card.face.abilities
            for ability in abilities:
                if getattr(ability, "keyword", None) == "chaos":
                    triggered_abilities.trigger_now(game, card, ability, planes.controller, {"plane": card}, "311.7")


# --- leaving ---------------------------------------------------------------------------------------------------------------------


def hand_over(game: Game, leaver: str, leaving: Collection[str] = ()) -> None:
    """Before the planar controller leaves, the next player in turn order takes the role who is not among those leaving with them.

    Rules: 312.4, 311.5, 901.6, 901.12b, 800.4p
    Events: new_planar_controller
    """
    planes = game.planes
    team = game.team_of(leaver)
    if planes is None or planes.controller not in team:
        return
    heirs = [player for player in game.in_turn_order(leaver) if player not in team and player not in leaving]
    if heirs:
        _designate(game, heirs[0])


def owner_left(game: Game, leaver: str) -> None:
    """The leaver's planar cards are gone; if one was face up, the planar controller turns up a new one at once.

    Rules: 901.10, 901.10a, 901.11, 901.11a
    When: as soon as the player has left; this is no state-based action.
    Events: planeswalked and what goes with it
    """
    planes = game.planes
    if planes is None or planes.shared:
        return
    for card in planes.decks.pop(leaver, []):
        card.exists = False
        game.objects.pop(card.id, None)
    gone = [card for card in planes.face_up if card.owner == leaver]
    if not gone:
        return
    with game.batch("901.10") as happen:
        for card in gone:
            planes.face_up.remove(card)
            card.exists = False
            game.objects.pop(card.id, None)
        if any("Plane" in card.face.types for card in gone):
            _planeswalking_abilities_cease(game)
        _walk_to(game, planes.controller, gone, [_top(game, planes.controller)], happen)


def _planeswalking_abilities_cease(game: Game) -> None:
    """Those on the stack (rule 901.10a); before 2012-06-01 only the own ones of the planes that left, since they have a source."""
    all_of_them = game.edition.has("planeswalking_ability_has_no_source")

    def ceases(item: StackItem) -> bool:
        gone = item.source is not None and item.source.id not in game.objects
        return item.ability is not None and item.ability.id == "planeswalking" and (all_of_them or gone)

    game.stack[:] = [item for item in game.stack if not ceases(item)]


def reveal_until(game: Game, player: str, count: int, wanted: str = "Plane") -> tuple[list[GameObject], list[GameObject]]:
    """Takes cards off the top until so many of a type are found: (found, others), off the deck."""
    deck = game.planes.deck(player)
    found: list[GameObject] = []
    others: list[GameObject] = []
    while deck and len(found) < count:
        card = deck.pop()
        (found if wanted in card.face.types else others).append(card)
    return found, others


def put_on_bottom(game: Game, player: str, cards: list[GameObject]) -> Steps:
    """Puts planar cards on the bottom of the planar deck in an order of the player's choice (`order`)."""
    if len(cards) > 1:
        cards = yield Order(player, cards)
    deck = game.planes.deck(player)
    for card in cards:
        deck.insert(0, card)


__all__ = [
    "FACES",
    "Planes",
    "chaos_ensues",
    "owner_left",
    "phenomenon_is_done",
    "planeswalk",
    "prepare_roll",
    "roll",
    "set_starting_plane",
]
