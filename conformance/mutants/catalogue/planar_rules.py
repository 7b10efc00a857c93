"""Rules that planes change - how many attack, what damage and spells cost - and what engines make of that (rule 311.4)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import attack_requirements, casting, combat, damage, planechase, stack, turn_structure
from reference_engine.amendments import Amendment
from reference_engine.errors import Illegal
from reference_engine.vocabulary.statics_planes import DoubleDamage


@mutant("one-opponent-is-attacked", "901.2/b", title="In one combat only one player may be attacked")
def _(rules: Amendment) -> None:
    @rules.before(attack_requirements.check)
    def one(game: Any, attacks: Any) -> None:
        if len({defender for _, defender in attacks if isinstance(defender, str)}) > 1:
            raise Illegal("restriction", "one player is attacked")


@mutant(
    "attack-limit-for-each-player",
    "311.4/a",
    "901.2/b",
    title="A plane that allows one attacker each combat allows one for each player attacked",
)
def _(rules: Amendment) -> None:
    @rules.instead(combat._check_limit)
    def each(original: Any, game: Any, does: str, count: int) -> None:
        original(game, does, max(0, count - len(game.players) + 2) if does == "attack" else count)


@mutant(
    "damage-doubles-for-one-player", "311.4/a", title="A plane that doubles all damage doubles that of the planar controller's sources only"
)
def _(rules: Amendment) -> None:
    @rules.instead(damage.deal)
    def deal(original: Any, game: Any, deals: Any, *how: Any, **named: Any) -> Any:
        index = game.index
        mine = [entry for entry in deals if entry[0] is None or game.planes is None or entry[0].controller == game.planes.controller]
        others = [entry for entry in deals if entry not in mine]
        total = original(game, mine, *how, **named) if mine or not others else 0
        doubling = index.statics.pop(DoubleDamage, None)
        total += original(game, others, *how, **named) if others else 0
        if doubling:
            index.statics[DoubleDamage] = doubling
        return total


@mutant("damage-doubles-for-players-only", "311.4/a", title="Damage to permanents is not doubled, only damage to players")
def _(rules: Amendment) -> None:
    @rules.instead(damage.deal)
    def deal(original: Any, game: Any, deals: Any, *how: Any, **named: Any) -> Any:
        doubling = game.index.statics.get(DoubleDamage)
        halved = [(source, to, amount // 2 if doubling and not isinstance(to, str) else amount) for source, to, amount in deals]
        return original(game, halved, *how, **named)


@mutant("lands-are-counted-anew", "311.4/a", title="Without the plane too a second land may be played in a turn that began on it")
def _(rules: Amendment) -> None:
    @rules.before(planechase._turn_down)
    def left(game: Any, card: Any) -> None:
        game.lands_played = dict.fromkeys(game.lands_played, 0)


@mutant("reduction-takes-colored-mana", "311.4/a", title="A plane that makes spells cost less takes off colored mana as well")
def _(rules: Amendment) -> None:
    @rules.instead(casting.prepare_payment)
    def pay(original: Any, game: Any, player: str, source: Any, parts: Any, action: Any, context: Any, more_mana: int = 0) -> Any:
        if more_mana < 0 and action.get("mana") == "none":
            game.mana_pool.setdefault(player, {})["reduced"] = -more_mana
            try:
                return original(game, player, source, parts, action, context)
            finally:
                game.mana_pool[player].pop("reduced")
        return original(game, player, source, parts, action, context, more_mana)


@mutant("reduction-once-for-two-colors", "311.4/a", title="Of two reductions of a plane only one applies to a spell of both colors")
def _(rules: Amendment) -> None:
    @rules.instead(casting._cost_change)
    def once(original: Any, *given: Any) -> int:
        return max(-1, int(original(*given)))


@mutant(
    "flashback-leaves-a-graveyard", "311.4/a", title="A spell that a plane lets players cast from graveyards goes back to the graveyard"
)
def _(rules: Amendment) -> None:
    @rules.instead(stack._leave)
    def back(original: Any, game: Any, item: Any, rule: str) -> None:
        if item.object is not None and item.context.using == "flashback" and not item.object.face.flashback:
            item.context.using = None
        original(game, item, rule)


@mutant("hand-limit-is-off-for-all", "311.5/b", title='"You have no maximum hand size" is said to all players', seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._has_no_maximum)
    def anybody(original: Any, game: Any, player: str) -> bool:
        return any(original(game, other) for other in game.players)
