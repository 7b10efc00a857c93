"""Damage and life (rules 119, 120)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import commander, counters
from .continuous_effects import statics
from .objects import GameObject
from .protection import is_protected, player_has
from .range_of_influence import lets_prevent
from .vocabulary.statics import MoreLife, PreventDamage
from .vocabulary.statics_planes import DoubleDamage
from .vocabulary.triggers import fits_as_it_was

if TYPE_CHECKING:
    from .context import Context
    from .game import Game
    from .vocabulary.selectors import Objects


def deal(game: Game, deals: list[tuple[GameObject | None, GameObject | str, int]], combat: bool = False, rule: str = "120.3") -> int:
    """Deals damage at once: (source, to, amount). Gives the sum dealt.

    Rules: 120.3, 120.4, 615, 702.2, 702.15, 702.16e
    Events: damage, life
    """
    total = 0
    with game.batch(rule) as happen:
        for source, to, amount in deals:
            if amount <= 0 or not _can_receive(game, to) or _prevented(game, source, to, combat):
                continue
            amount *= 2 ** len(statics(game, DoubleDamage))
            total += amount
            happen("damage", source=source, to=to, amount=amount, combat=combat, player=to if isinstance(to, str) else None)
            if isinstance(to, str):
                lose_life(game, to, amount, "120.3a")
                if combat:
                    commander.dealt(game, source, to, amount)
            elif to.is_type("Planeswalker") and not to.is_type("Creature"):
                counters.remove(game, to, "loyalty", amount, "120.3c")
            else:
                to.damage += amount
                if source is not None and source.has_keyword("deathtouch"):
                    game.deathtouched.append(to)
            if source is not None and source.has_keyword("lifelink"):
                gain_life(game, source.controller, amount, "702.15b")
        game.changed()
    return total


def _can_receive(game: Game, to: GameObject | str) -> bool:
    if isinstance(to, str):
        return game.is_in(to)
    return to.visible and to.zone == "battlefield" and bool(to.types & {"Creature", "Planeswalker", "Battle"})


def _prevented(game: Game, source: GameObject | None, to: GameObject | str, combat: bool) -> bool:
    if is_protected(game, to, source):
        return True
    for context, static, affected in statics(game, PreventDamage):
        if static.combat_only and not combat:
            continue
        if affected is not None:
            if static.by is not None and (source is None or source not in affected):
                continue
            if static.by is None and to not in affected:
                continue
            if lets_prevent(context, source, to, static.by is not None, static.by is None):
                return True
            continue
        by_fits = static.by is None or (source is not None and _is_by(static.by, source, context))
        to_fits = static.to is None or (isinstance(to, GameObject) and to in static.to.find(context))
        if by_fits and to_fits and lets_prevent(context, source, to, static.by is not None, static.to is not None):
            return True
    return False


def _is_by(by: Objects, source: GameObject, context: Context) -> bool:
    """True if the source of the damage is meant. It may be gone by now, so what it last was counts (rule 609.7)."""
    if by.how == "each" and by.filter is not None:
        return fits_as_it_was(by.filter, source, context)
    return source in by.find(context)


def lose_life(game: Game, player: str, amount: int, rule: str = "119.3") -> None:
    """Events: life, lost_life."""
    if amount <= 0 or not game.is_in(player) or player_has(game, player, "fixed life"):
        return
    with game.batch(rule) as happen:
        game.life[player] -= amount
        game.sba_needed = True
        happen("life", player=player, by=-amount)
        happen("lost_life", player=player, amount=amount)


def gain_life(game: Game, player: str, amount: int, rule: str = "119.3") -> None:
    """Events: life, gained_life."""
    if amount <= 0 or not game.is_in(player) or player_has(game, player, "fixed life"):
        return
    amount += sum(static.more for context, static, _ in statics(game, MoreLife) if context.controller == player)
    with game.batch(rule) as happen:
        game.life[player] += amount
        happen("life", player=player, by=amount)
        happen("gained_life", player=player, amount=amount)
