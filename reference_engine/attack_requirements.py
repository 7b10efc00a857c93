"""What has to attack, and whom (rule 508.1d): as many requirements as possible are to be obeyed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import combat
from .continuous_effects import says_of, statics
from .errors import Illegal
from .objects import GameObject
from .vocabulary.statics import Goaded, MustAttack
from .vocabulary.statics_planes import CombatLimit

if TYPE_CHECKING:
    from .game import Game

Attacks = list[tuple[GameObject, GameObject | str]]


def check(game: Game, attacks: Attacks) -> None:
    """Raises Illegal("restriction") if the declaration obeys fewer requirements than it could.

    Rules: 508.1d, 701.15b, 701.15c
    When: attackers are declared, after the restrictions have been checked.
    """
    if not game.index.statics.get(MustAttack) and not game.index.statics.get(Goaded):
        return
    attacking = dict(attacks)
    required = [obj for obj in game.battlefield if _has_to_attack(game, obj) and _whom(game, obj)]
    limits = [static.at_most for _, static, _ in statics(game, CombatLimit) if static.does == "attack"]
    missing = [obj for obj in required if obj not in attacking]
    if missing and len(required) - len(missing) < min([len(required), *limits]):
        raise Illegal("restriction", f"{missing[0].id} has to attack")
    for obj, defender in attacks:
        goaders = _goaders(game, obj)
        best = max((_obeyed(goaders, other) for other in _whom(game, obj)), default=0)
        if _obeyed(goaders, defender) < best:
            raise Illegal("restriction", f"{obj.id} is goaded and has to attack another player")


def _has_to_attack(game: Game, obj: GameObject) -> bool:
    return combat.can_attack(game, obj) is None and (says_of(game, MustAttack, obj) is not None or bool(_goaders(game, obj)))


def _goaders(game: Game, obj: GameObject) -> set[str]:
    """The players who have goaded it; one who does so twice counts once (rule 701.15d)."""
    return {context.controller for context, _, affected in statics(game, Goaded) if affected is not None and obj in affected}


def _whom(game: Game, obj: GameObject) -> list[GameObject | str]:
    """Whom and what it may attack."""
    return [thing for thing in combat.defenders(game) if not combat.cant_attack_player(game, obj, thing)]


def _obeyed(goaders: set[str], defender: GameObject | str) -> int:
    """How many goadings it obeys by attacking that: each asks for a player who is not the goader."""
    return sum(1 for player in goaders if player != defender) if isinstance(defender, str) else 0
