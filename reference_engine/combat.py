"""Combat (rules 506 to 511), as far as permanents that come, go and turn matter to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import forms, untapping
from .continuous_effects import says_of, statics
from .decisions import Decision, wrong
from .errors import Illegal
from .objects import GameObject
from .range_of_influence import reaches
from .untap_step import UntapLock
from .vocabulary.statics import CantAttack, CantBeBlocked, CantBlock, MayExert
from .vocabulary.statics_planes import CantAttackPlayer, CombatLimit

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def remove(game: Game, obj: GameObject, rule: str = "506.4") -> None:
    """Removes a permanent from combat: it stops attacking, blocking, being attacked.

    Rules: 506.4, 506.4a, 506.4c, 509.1h, 702.26b
    When: it leaves the battlefield, phases out, changes its controller, or stops being a creature.
    Events: removed_from_combat
    """
    attacked = [other for other in game.all_permanents() if other.attacking is obj]
    if obj.attacking is None and not obj.blocking and not attacked:
        return
    obj.attacking, obj.blocking, obj.blocked = None, [], False
    for other in game.all_permanents():
        if obj in other.blocking:
            other.blocking = [blocked for blocked in other.blocking if blocked is not obj]
            if not other.blocking:
                other.blocking = []
    for attacker in attacked:
        attacker.attacking = Nothing(obj.controller)  # it goes on attacking, but nothing (506.4c)
    game.changed()
    game.emit("removed_from_combat", rule, object=obj)


class Nothing:
    """What an attacker attacks whose planeswalker has left combat (rule 506.4c); the defending player is who controlled that (508.5)."""

    id = None

    def __init__(self, player: str) -> None:
        self.player = player


def phased_out(game: Game, obj: GameObject) -> None:
    """Phasing out removes from combat (702.26b, 506.4); before 2010-07-16 nothing said so."""
    if game.edition.has("phasing_out_removes_from_combat"):
        remove(game, obj)


def leave(game: Game, obj: GameObject) -> None:
    """The permanent leaves the battlefield, and combat with it; its own fields stay as last known."""
    for other in game.all_permanents():
        if other.attacking is obj:
            other.attacking = Nothing(obj.controller)
        if obj in other.blocking:
            other.blocking = [blocked for blocked in other.blocking if blocked is not obj]


def end(game: Game) -> None:
    """End of combat (rule 511.3)."""
    fighting = [obj for obj in game.all_permanents() if obj.attacking is not None or obj.blocking]
    for obj in fighting:
        obj.attacking, obj.blocking, obj.blocked = None, [], False
    if fighting:
        game.changed()


def is_sick(game: Game, obj: GameObject) -> bool:
    """Summoning sickness (rule 302.6): not under its controller's control since their most recent turn began, and no haste."""
    return obj.control_since > game.turn_began.get(obj.controller, 0) and not obj.has_keyword("haste")


def can_attack(game: Game, obj: GameObject) -> str | None:
    """Why the creature may not be declared as an attacker, or None (rules 508.1a, 508.1c)."""
    if not obj.is_type("Creature") or obj.controller not in game.active_players:
        return "it is no creature of the attacking player"
    if obj.tapped:
        return "it is tapped"
    if is_sick(game, obj):
        return "it has not been under its player's control since the turn began"
    if obj.has_keyword("defender"):
        return "it has defender"
    if says_of(game, CantAttack, obj) is not None:
        return "an effect says that it can't attack"
    return None


def defenders(game: Game) -> list[GameObject | str]:
    """Whom and what may be attacked (rules 506.2, 508.1b, 801.3, 802): every opponent in range, and their planeswalkers."""
    order = game.in_turn_order()
    opponents: list[GameObject | str] = [p for p in order if game.are_opponents(game.active, p) and reaches(game, game.active, p)]
    if game.variant == "grand_melee":  # the attack left option (rules 803.1a, 807.2b)
        opponents = [p for p in opponents if p == game.next_player(game.active)]
    return opponents + [obj for obj in game.battlefield if obj.is_type("Planeswalker") and obj.controller in opponents]


class Attack(Decision):
    """Declare attackers (rule 508.1)."""

    kind = "attack"

    def __init__(self, game: Game) -> None:
        super().__init__(game.active)
        self.game = game

    def options(self) -> Any:
        game = self.game
        able = [obj.id for obj in game.battlefield if can_attack(game, obj) is None]
        return {"attackers": able, "defenders": [getattr(thing, "id", thing) for thing in defenders(game)]}

    def decline(self) -> Any:
        return [], []

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        from . import attack_requirements

        if value in (None, [], "none"):
            value = {}
        if not isinstance(value, dict):
            raise wrong("attackers are given as {attacker: whom it attacks}")
        possible = {getattr(thing, "id", thing): thing for thing in defenders(game)}
        attacks = []
        for attacker_id, defender_id in value.items():
            attacker = game.find(attacker_id)
            if attacker is None or attacker not in game.battlefield:
                raise Illegal("not_there", f"{attacker_id} is not on the battlefield")
            reason = can_attack(game, attacker)
            if reason:
                raise Illegal("restriction", f"{attacker_id} can't attack: {reason}")
            if forms.text(defender_id, "what is attacked") not in possible:
                raise Illegal("target", f"{defender_id!r} can't be attacked; there are {', '.join(map(str, possible)) or 'none'}")
            if cant_attack_player(game, attacker, possible[defender_id]):
                raise Illegal("restriction", f"an effect says that {attacker_id} can't attack {defender_id}")
            attacks.append((attacker, possible[defender_id]))
        _check_limit(game, "attack", len(attacks))
        attack_requirements.check(game, attacks)
        exerted = []
        for id_ in forms.names(answer.get("exert"), "'exert'"):
            obj = game.find(id_)
            if obj is None or obj not in [attacker for attacker, _ in attacks] or says_of(game, MayExert, obj) is None:
                raise Illegal("restriction", f"{id_} can't be exerted")
            if not game.edition.has("exert"):
                raise Illegal("restriction", f"nothing can be exerted by the rules of {game.edition.date}")
            exerted.append(obj)
        return attacks, exerted


class Block(Decision):
    """Declare blockers (rule 509.1)."""

    kind = "block"

    def __init__(self, game: Game, player: str, others: int = 0) -> None:
        super().__init__(player)
        self.game = game
        self.others = others  # blockers that other players have declared for the same combat

    def options(self) -> Any:
        game = self.game
        able = [obj for obj in game.battlefield if obj.controller == self.player and can_block(game, obj) is None]
        attackers = [obj for obj in game.battlefield if obj.attacking is not None]
        possible = [obj.id for obj in attackers if any(cant_block_that(game, blocker, obj) is None for blocker in able)]
        return {"blockers": [obj.id for obj in able], "attackers": possible}

    def decline(self) -> Any:
        return []

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        if value in (None, [], "none"):
            value = {}
        if not isinstance(value, dict):
            raise wrong("blockers are given as {blocker: what it blocks}")
        blocks = []
        for blocker_id, attacker_ids in value.items():
            blocker = game.find(blocker_id)
            if blocker is None or blocker not in game.battlefield or blocker.controller != self.player:
                raise Illegal("not_there", f"{blocker_id} is no creature of {self.player}")
            reason = can_block(game, blocker)
            if reason:
                raise Illegal("restriction", f"{blocker_id} can't block: {reason}")
            ids = forms.names(attacker_ids, "what is blocked")
            if len(ids) != 1:
                raise Illegal("restriction", f"{blocker_id} can block only one creature")
            attacker = game.find(ids[0])
            if attacker is None or attacker.attacking is None or not attacker.visible:
                raise Illegal("target", f"{ids[0]} is not attacking")
            reason = cant_block_that(game, blocker, attacker)
            if reason:
                raise Illegal("restriction", f"{blocker_id} can't block {ids[0]}: {reason}")
            blocks.append((blocker, attacker))
        _check_limit(game, "block", self.others + len(blocks))
        for attacker in {attacker for _, attacker in blocks}:
            if attacker.has_keyword("menace") and sum(1 for _, a in blocks if a is attacker) < 2:
                raise Illegal("restriction", f"{attacker.id} can't be blocked except by two or more creatures")
        return blocks


def cant_attack_player(game: Game, attacker: GameObject, defender: GameObject | str) -> bool:
    """True if an effect says that the creature can't attack that player (rule 508.1c); planeswalkers are another matter."""
    return isinstance(defender, str) and any(
        static.what.matches(attacker, context) and defender in static.player.find(context)
        for context, static, _ in statics(game, CantAttackPlayer)
    )


def _check_limit(game: Game, does: str, count: int) -> None:
    """Raises Illegal if more creatures attack or block than effects allow (rules 508.1c, 509.1b)."""
    for _, static, _ in statics(game, CombatLimit):
        if static.does == does and count > static.at_most:
            raise Illegal("restriction", f"no more than {static.at_most} can {does}, and {count} would")


def can_block(game: Game, obj: GameObject) -> str | None:
    """Why the creature may not block at all, or None (rules 509.1a-b)."""
    if not obj.is_type("Creature"):
        return "it is no creature"
    if obj.tapped:
        return "it is tapped"
    if says_of(game, CantBlock, obj) is not None:
        return "an effect says that it can't block"
    return None


def cant_block_that(game: Game, blocker: GameObject, attacker: GameObject) -> str | None:
    """Why it may not block that attacker, or None."""
    from .protection import is_protected

    if attacker.has_keyword("flying") and not (blocker.has_keyword("flying") or blocker.has_keyword("reach")):
        return "it flies"
    if attacker.has_keyword("shadow") != blocker.has_keyword("shadow"):
        return "of shadow"
    if is_protected(game, attacker, blocker):
        return "it has protection"
    defender = defending_player(attacker)
    if any(_has_land(game, defender, keyword) for keyword in attacker.characteristics.keywords if keyword.endswith("walk")):
        return "of landwalk"
    if defender is not None and blocker.controller not in game.team_of(defender):
        return "it attacks another player"
    for context, static, affected in statics(game, CantBeBlocked):
        objects = affected if affected is not None else static.what.find(context)
        if attacker in objects and (static.by is None or static.by.matches(blocker, context)):
            return "it can't be blocked"
    return None


def _has_land(game: Game, player: str | None, landwalk: str) -> bool:
    """True if the defending player controls a land of the type of that landwalk ability (rule 702.14c)."""
    type_ = landwalk.removesuffix("walk").capitalize()
    return any(obj.controller == player and obj.is_type("Land") and type_ in obj.characteristics.subtypes for obj in game.battlefield)


def defending_player(attacker: GameObject) -> str | None:
    """The player it attacks, or whose planeswalker it attacks or attacked; None if it does not attack (rule 508.5)."""
    if isinstance(attacker.attacking, Nothing):
        return attacker.attacking.player
    return attacker.attacking.controller if isinstance(attacker.attacking, GameObject) else attacker.attacking


def declare_attackers(game: Game) -> Steps:
    """Rules: 508.1, 508.1f, 508.1k, 508.1m, 508.4, 701.43d.

    Decides: the active player (`attack`), if there is a creature to speak of.
    Events: tapped, attacks, exerted
    """
    if not any(obj.is_type("Creature") and obj.controller in game.active_players for obj in game.battlefield):
        return
    attacks, exerted = yield Attack(game)
    if not attacks:
        return
    for obj, defender in attacks:
        obj.attacking = defender
    untapping.tap(game, [obj for obj, _ in attacks if not obj.has_keyword("vigilance")], "508.1f")
    for obj in exerted:
        exert(game, obj, obj.controller)
    with game.batch("508.1m") as happen:
        for obj, defender in attacks:
            game.attacked_this_turn.append(obj)
            who = defender if isinstance(defender, str) else defender.controller
            happen("attacks", object=obj, player=obj.controller, defender=who, of=defender)
        for player in dict.fromkeys(defender for _, defender in attacks if isinstance(defender, str)):
            happen("player_attacked", player=game.active, defender=player)
        for obj in exerted:
            happen("exerted", object=obj)
        game.changed()


def exert(game: Game, obj: GameObject, player: str) -> None:
    """It won't untap during that player's next untap step (rules 701.43a, 701.43b).

    Events: exerts
    """
    obj.exerted_turn = game.turn_serial
    game.untap_locks.append(UntapLock(player, [obj], exerted=True))
    game.changed()
    game.emit("exerts", "701.43a", object=obj, player=player)


def declare_blockers(game: Game) -> Steps:
    """Rules: 509.1, 509.1h, 509.3.

    Decides: each player who is attacked and has a creature (`block`).
    Events: blocks, becomes_blocked
    """
    attackers = [obj for obj in game.battlefield if obj.attacking is not None]
    attacked = {defending_player(obj) for obj in attackers}
    blocks: list[tuple[GameObject, GameObject]] = []
    for player in game.in_turn_order():
        if not any(player in game.team_of(who) for who in attacked if who is not None):
            continue
        if any(obj.is_type("Creature") and obj.controller == player for obj in game.battlefield):
            blocks += yield Block(game, player, len(blocks))
    if not blocks:
        return
    with game.batch("509.1") as happen:
        for blocker, attacker in blocks:
            blocker.blocking.append(attacker)
            attacker.blocked = True
            game.blocks_this_turn.append((blocker, attacker))
            happen("blocks", object=blocker, attacker=attacker)
        for attacker in dict.fromkeys(attacker for _, attacker in blocks):
            happen("becomes_blocked", object=attacker)
        game.changed()
