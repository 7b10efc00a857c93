"""The combat damage step (rule 510): assigning, in one or two steps, and dealing all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import damage, forms
from .combat import defending_player
from .continuous_effects import statics
from .decisions import Decision, wrong
from .objects import GameObject
from .vocabulary.statics_planes import AssignsToughness

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps

Recipient = GameObject | str


def needs_two_steps(game: Game) -> bool:
    """True if a first-strike damage step is needed (rule 510.4)."""
    return any(
        (obj.attacking is not None or obj.blocking) and (obj.has_keyword("first strike") or obj.has_keyword("double strike"))
        for obj in game.battlefield
    )


def in_combat(game: Game) -> bool:
    return any(obj.attacking is not None for obj in game.battlefield)


class Assign(Decision):
    """Assign combat damage where there is a choice (rule 510.1)."""

    kind = "assign"

    def __init__(self, player: str, choices: dict[GameObject, tuple[int, list[Recipient], int]]) -> None:
        super().__init__(player)
        self.choices = choices  # attacker or blocker: (amount, recipients, how many of them block it)

    def options(self) -> Any:
        return {
            obj.id: {"amount": amount, "recipients": [getattr(r, "id", r) for r in recipients]}
            for obj, (amount, recipients, _) in self.choices.items()
        }

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        if not isinstance(value, dict):
            raise wrong("damage is assigned as {creature: {recipient: amount}}")
        by_id = {obj.id: obj for obj in self.choices}
        if set(value) != set(by_id):
            raise wrong(f"damage of {', '.join(sorted(by_id))} is to be assigned, not of {', '.join(sorted(value))}")
        out = {}
        for id_, shares in value.items():
            obj = by_id[id_]
            amount, recipients, blockers = self.choices[obj]
            ids = {getattr(r, "id", r): r for r in recipients}
            if any(key not in ids for key in forms.mapping(shares, f"the damage of {id_}")):
                raise wrong(f"{id_} assigns damage only to {', '.join(map(str, ids))}")
            parts = {ids[key]: forms.number(n, "an amount of damage", forms.MOST_DAMAGE) for key, n in shares.items()}
            if sum(parts.values()) != amount:
                raise wrong(f"{id_} assigns {amount} damage in all")
            for place in range(blockers, len(recipients)):
                if parts.get(recipients[place], 0) > 0 and any(parts.get(r, 0) < lethal(r, obj) for r in recipients[:place]):
                    raise wrong(f"{id_} has to assign lethal damage to what blocks it, and loyalty to a planeswalker, first (trample)")
            out[obj] = parts
        return out


def lethal(obj: Recipient, source: GameObject) -> int:
    """Damage that would be lethal, with what is already marked; for a planeswalker its loyalty (rules 702.19b-c, 702.2c)."""
    if isinstance(obj, str):
        return 0
    if obj.is_type("Planeswalker"):
        return obj.counters.get("loyalty", 0)
    if source.has_keyword("deathtouch"):
        return 1
    return max(0, (obj.characteristics.toughness or 0) - obj.damage)


def deal(game: Game, first_strike: bool) -> Steps:
    """The turn-based action of a combat damage step.

    Rules: 510.1, 510.1c, 510.2, 510.4, 702.4, 702.7, 702.19
    Decides: who has a creature with several possible recipients (`assign`).
    Events: damage
    """
    dealers = [obj for obj in game.battlefield if (obj.attacking is not None or obj.blocking) and _deals_now(game, obj, first_strike)]
    deals: list[tuple[GameObject | None, Recipient, int]] = []
    choices: dict[str, dict[GameObject, tuple[int, list[Recipient], int]]] = {}
    by_toughness = statics(game, AssignsToughness)
    for obj in dealers:
        amount = (obj.characteristics.toughness if by_toughness else obj.characteristics.power) or 0
        if amount <= 0:
            continue
        recipients, blockers = _recipients(game, obj)
        if len(recipients) == 1:
            deals.append((obj, recipients[0], amount))
        elif recipients:
            choices.setdefault(obj.controller, {})[obj] = (amount, recipients, blockers)
    for player in game.in_turn_order():
        if player in choices:
            assigned = yield Assign(player, choices[player])
            deals += [(obj, to, n) for obj, parts in assigned.items() for to, n in parts.items()]
    if first_strike:
        game.struck_first = list(dealers)
    damage.deal(game, deals, combat=True, rule="510.2")


def _deals_now(game: Game, obj: GameObject, first_strike: bool) -> bool:
    fast = obj.has_keyword("first strike") or obj.has_keyword("double strike")
    if first_strike:
        return fast
    return obj not in game.struck_first or obj.has_keyword("double strike")


def _recipients(game: Game, obj: GameObject) -> tuple[list[Recipient], int]:
    """What its damage may go to, blockers first, and how many blockers there are (rules 510.1b-d, 702.19b-f)."""
    if obj.blocking:
        return [other for other in obj.blocking if other.visible and other.attacking is not None], len(obj.blocking)
    blockers: list[Recipient] = [other for other in game.battlefield if obj in other.blocking]
    behind: list[Recipient] = []
    if isinstance(obj.attacking, str) or (isinstance(obj.attacking, GameObject) and obj.attacking.visible):
        behind.append(obj.attacking)
    player = defending_player(obj)
    over_planeswalkers = obj.has_keyword("trample over planeswalkers")
    if over_planeswalkers and player is not None and obj.attacking != player:
        behind.append(player)  # also where the planeswalker has left combat (702.19e)
    if not obj.blocked:
        return behind, 0
    if obj.has_keyword("trample") or over_planeswalkers:
        return [*blockers, *behind], len(blockers)
    return blockers, len(blockers)
