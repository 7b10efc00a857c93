"""Puts a position down as it stands (docs/protocol.md, GIVEN): nothing enters, nothing triggers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import turn_structure
from .commander import Commanders
from .context import Context
from .continuous_effects import ContinuousEffect
from .editions import Edition
from .errors import ImpossiblePosition, Refused, UnknownCard
from .game import Game
from .objects import DIRECT, IN, INDIRECT, GameObject
from .planechase import Planes
from .range_of_influence import Ranges, determine
from .untap_step import UntapLock
from .vocabulary.cards import CardDefinition
from .vocabulary.selectors import Objects, Players
from .vocabulary.statics import Modification

_compiled: dict[str, tuple[Any, CardDefinition]] = {}


def definition(cards: Mapping[str, Any], name: str) -> CardDefinition:
    """The compiled definition of a card, made once. Raises UnknownCard or BadDefinition."""
    entry = cards.get(name)
    if entry is None:
        raise UnknownCard(name)
    known = _compiled.get(name)
    if known is None or (known[0] is not entry and known[0] != entry):
        known = _compiled[name] = (entry, CardDefinition(entry))
    return known[1]


def new_game(given: Mapping[str, Any], cards: Mapping[str, Any], edition: str) -> Game:
    """A game in the given position; it stands at its first decision.

    Raises UnknownCard, ImpossiblePosition, or Refused for planar decks that the rules forbid.
    """
    game = Game(given["players"], Edition(edition))
    game.cards = cards
    game.teams = [list(team) for team in given.get("teams") or []]
    game.variant = given.get("variant")
    if given.get("range_of_influence"):
        game.ranges = Ranges(given["range_of_influence"], game.variant == "grand_melee")
        determine(game)
    turn = given["turn"]
    game.active = game.last_regular = turn["active"]
    game.turn_number = turn["number"]
    game.step = turn["step"]
    game.turn_began[game.active] = game.turn_began_at = 1
    game.spells_cast = dict((given.get("this_turn") or {}).get("spells_cast") or {})
    previous = given.get("previous_turn")
    if previous:
        game.previous_turn = (previous["active"], {previous["active"]: previous.get("spells_cast", 0)})
    game.day_night = given.get("day_night")
    for player, seat in given["seats"].items():
        _seat(game, player, seat)
    if given.get("variant") == "commander":
        game.commanders = Commanders()
        for player in game.seats:
            game.commanders.owners |= {card.id: player for card in game.zone(player, "command")}
    _planes(game, given.get("planechase"), given["seats"])
    _battlefield(game, given["battlefield"])
    if game.step == "pregame":
        game.turn_number -= 1
    game.moment = 10
    game.start(turn_structure.play(game, game.step))
    game.log.clear()
    return game


def _card(game: Game, entry: Mapping[str, Any], owner: str, zone: str) -> GameObject:
    obj = GameObject(entry["id"], definition(game.cards, entry["card"]), owner, zone)
    if entry["id"] in game.objects:
        raise ImpossiblePosition(f"two objects have the id {entry['id']!r}")
    game.objects[obj.id] = obj
    obj.characteristics.controller = None
    for kind, count in (entry.get("counters") or {}).items():
        obj.counters[kind] = count
    obj.face_down = bool(entry.get("face_down"))
    return obj


def _seat(game: Game, player: str, seat: Mapping[str, Any]) -> None:
    game.life[player] = seat["life"]
    game.player_counters[player] = dict(seat.get("counters") or {})
    game.lands_played[player] = seat.get("lands_played") or 0
    for zone in ("hand", "library", "graveyard", "exile", "command"):
        pile = game.zone(player, zone)
        for entry in seat.get(zone) or []:
            pile.append(_card(game, entry, entry.get("owner") or player, zone))
        if zone == "library":
            pile.reverse()


def _planes(game: Game, given: Mapping[str, Any] | None, seats: Mapping[str, Any]) -> None:
    if given is None:
        return
    shared = given["deck"] == "shared"
    controller = given.get("controller") or game.active
    planes = game.planes = Planes(controller, shared)
    for entry in given.get("face_up") or []:
        card = _card(game, entry, entry.get("owner") or controller, "command")
        card.timestamp = game.stamp()
        planes.face_up.append(card)
    for entry in reversed(given.get("planar_deck") or []):
        planes.common.append(_card(game, entry, controller, "command"))
    if not shared:
        for player, seat in seats.items():
            planes.decks[player] = [_card(game, entry, player, "command") for entry in reversed(seat.get("planar_deck") or [])]
    planes.rolls = {game.active: given.get("roll_actions_this_turn") or 0}
    if given.get("construction") == "checked":
        _check_decks(game)


def _check_decks(game: Game) -> None:
    """Rules 901.3, 901.15a: size, number of phenomena, different names."""
    planes = game.planes
    if planes.shared:
        cards, players = [*planes.common, *planes.face_up], len(game.players)
        _check_deck(game.edition, "the planar deck", cards, min(40, 10 * players), 2 * players)
        return
    for player, deck in planes.decks.items():
        cards = [*deck, *[card for card in planes.face_up if card.owner == player]]
        _check_deck(game.edition, f"{player}'s planar deck", cards, 10, 2)


def _check_deck(edition: Edition, what: str, cards: list[GameObject], least: int, phenomena: int) -> None:
    names = [card.name for card in cards]
    if any(not card.face.types & {"Plane", "Phenomenon"} for card in cards):
        raise Refused("wrong_card", f"{what} holds a card that is no plane and no phenomenon")
    if not edition.has("phenomena") and any("Plane" not in card.face.types for card in cards):
        raise Refused("wrong_card", f"{what} holds a card that is no plane; there are no phenomena in the rules of {edition.date}")
    if len(cards) < least:
        raise Refused("too_few_cards", f"{what} has {len(cards)} cards, at least {least} are needed")
    if sum(1 for card in cards if "Phenomenon" in card.face.types) > phenomena:
        raise Refused("too_many_phenomena", f"{what} has more than {phenomena} phenomena")
    if len(set(names)) != len(names):
        raise Refused("same_name", f"{what} has two cards of one name")


def _battlefield(game: Game, entries: list[Mapping[str, Any]]) -> None:
    for entry in entries:
        _permanent(game, entry)
    for entry in entries:
        obj = game.objects[entry["id"]]
        host = entry.get("attached_to")
        if host is None:
            continue
        target: Any = game.objects.get(host) or (host if host in game.seats else None)
        if target is None:
            raise ImpossiblePosition(f"{obj.id} is attached to {host!r}, which is not there")
        obj.attached_to = target
        if isinstance(target, GameObject):
            target.attachments.append(obj)
    for entry in entries:
        _phase_status(game, entry)
    game._seen = None
    game.refresh()
    for obj in game.all_permanents():
        obj.last_controller = obj.controller
        obj.control_since = 5 if obj.control_since else 0  # 5: later than every turn that began so far
    game.sba_needed = True


def _permanent(game: Game, entry: Mapping[str, Any]) -> None:
    obj = GameObject(entry["id"], definition(game.cards, entry["card"]), entry["owner"], "battlefield", token=bool(entry.get("token")))
    if entry["id"] in game.objects:
        raise ImpossiblePosition(f"two objects have the id {entry['id']!r}")
    game.objects[obj.id] = obj
    obj.controller_base = entry["controller"]
    obj.tapped = bool(entry.get("tapped"))
    obj.damage = entry.get("damage") or 0
    obj.face_down = bool(entry.get("face_down"))
    obj.transformed = bool(entry.get("transformed"))
    obj.bestowed = bool(entry.get("bestowed"))
    if entry.get("copy_of"):
        obj.copied = definition(game.cards, entry["copy_of"])
    obj.chosen = dict(entry.get("chosen") or {})
    obj.control_since = 1 if entry.get("sick") else 0
    obj.timestamp = game.stamp()
    obj.entered = 0
    obj.counters = _counters(obj, entry)
    game._permanents.append(obj)
    game._seen = None
    if entry.get("exerted"):
        game.untap_locks.append(UntapLock(entry["exerted"], [obj], exerted=True))
        obj.exerted_turn = game.turn_serial
    control = entry.get("control")
    if control:
        context = Context(game, None, control["player"])
        static = Modification(Objects("those"), control=Players("you"))
        duration = control.get("until") or "indefinitely"
        game.continuous_effects.append(ContinuousEffect(static, context, duration, game.stamp(), [obj]))


def _counters(obj: GameObject, entry: Mapping[str, Any]) -> dict[str, int]:
    """Those given; the printed number of loyalty, fade and such counters where nothing else is said."""
    counters = dict((entry.get("counters") or {}).items())
    if entry.get("loyalty") is not None:
        counters["loyalty"] = entry["loyalty"]
    if obj.face.loyalty is not None:
        counters.setdefault("loyalty", obj.face.loyalty)
    for enters in obj.face.enters_with:
        for kind, amount in (enters.counters or {}).items():
            if amount.fixed is not None and kind not in ("stun",):
                counters.setdefault(kind, amount.fixed)
    return {kind: count for kind, count in counters.items() if count}


def _phase_status(game: Game, entry: Mapping[str, Any]) -> None:
    phased = entry.get("phased")
    status = phased.get("status", IN) if isinstance(phased, Mapping) else phased or IN
    if status == IN:
        return
    obj = game.objects[entry["id"]]
    game.refresh()
    obj.phase = {"direct": DIRECT, "indirect": INDIRECT}[status]
    under = phased.get("under") if isinstance(phased, Mapping) else None
    obj.phased_under = under or obj.controller
    game._seen = None
    game.changed()
