"""Limited range of influence (rule 801): whom a player, and whatever that player controls, can affect at all.

`reaches` asks for a player; `sees` and `within` ask for an ability, of which those of planar cards are exempt (rules 801.18, 901.13).
Not carried out: an effect that already applies to certain permanents goes on applying when they come under a player out of range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .objects import GameObject

if TYPE_CHECKING:
    from .context import Context
    from .game import Game

T = TypeVar("T")
PLANAR = frozenset({"Plane", "Phenomenon"})


class Ranges:
    """How far everybody's influence goes in this game, and whom it covers during this turn."""

    def __init__(self, seats: int, grand_melee: bool) -> None:
        self.seats = seats
        self.planar_cards_are_exempt = not grand_melee
        self.near: dict[str, frozenset[str]] = {}


def determine(game: Game) -> None:
    """Settles who is within whose range; a player who leaves later in the turn brings nobody nearer before the next one.

    Rules: 801.2, 801.2b, 801.2c
    When: a turn begins.
    """
    ranges = game.ranges
    if ranges is None:
        return
    circle = [player for player in game.seats if game.is_in(player)]
    for at, player in enumerate(circle):
        distances = range(-ranges.seats, ranges.seats + 1)
        ranges.near[player] = frozenset(circle[(at + distance) % len(circle)] for distance in distances)


def reaches(game: Game, player: str, thing: Any) -> bool:
    """True if a player, or an object of whoever controls it, is within the player's range. A card that nobody controls is its owner's.

    Rules: 801.2, 801.2d, 801.18
    """
    ranges = game.ranges
    if ranges is None or player not in ranges.near:
        return True
    if isinstance(thing, GameObject) and ranges.planar_cards_are_exempt and _is_planar(thing):
        return True
    whose = thing if isinstance(thing, str) else getattr(thing, "controller", None)
    return whose is None or whose in ranges.near[player]


def sees(context: Context, thing: Any) -> bool:
    """True if an ability or spell can affect the thing and know of it; those of planar cards reach everything outside Grand Melee.

    Rules: 801.10, 801.11, 801.18, 901.13
    """
    return _is_exempt(context.game, context.source) or reaches(context.game, context.controller, thing)


def within(context: Context, things: list[T]) -> list[T]:
    """Those of the things that the ability can affect (801.10)."""
    if context.game.ranges is None or _is_exempt(context.game, context.source):
        return things
    return [thing for thing in things if reaches(context.game, context.controller, thing)]


def encloses(context: Context, event: dict[str, Any]) -> bool:
    """True if everything that took part in an event is within range, so that an ability may trigger on it.

    Rules: 801.7, 801.7a
    """
    if context.game.ranges is None or _is_exempt(context.game, context.source):
        return True
    took_part = (value for key, value in event.items() if not key.startswith("_"))
    return all(reaches(context.game, context.controller, value) for value in took_part if _is_thing(context.game, value))


def lets_prevent(context: Context, source: GameObject | None, to: GameObject | str, by_source: bool, by_recipient: bool) -> bool:
    """True if a prevention effect covers the damage: the source if it speaks of that, the recipient likewise; if of neither, both.

    Rules: 801.13b
    """
    looks_at: list[Any] = [source] if by_source or not by_recipient else []
    looks_at += [to] if by_recipient or not by_source else []
    return all(sees(context, thing) for thing in looks_at if thing is not None)


def _is_thing(game: Game, value: Any) -> bool:
    return isinstance(value, GameObject) or (isinstance(value, str) and value in game.seats)


def _is_planar(obj: GameObject) -> bool:
    return not PLANAR.isdisjoint(obj.face.types)


def _is_exempt(game: Game, source: GameObject | None) -> bool:
    return game.ranges is None or (source is not None and game.ranges.planar_cards_are_exempt and _is_planar(source))
