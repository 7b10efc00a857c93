"""State-based actions (rule 704): checked whenever a player would receive priority, all at once, again and again until none applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import attachments, commander, destroying, leaving_the_game, planechase, speed, zones
from .continuous_effects import says_of, statics
from .creature_types import CREATURE_TYPES
from .decisions import Pick
from .objects import GameObject
from .range_of_influence import reaches
from .vocabulary.statics import CantLose

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def perform(game: Game) -> Steps:
    """One check: performs all that apply as a single event; gives True if any was performed.

    Rules: 704.3, 704.5, 704.6, 704.7
    When: a player would receive priority, and in the cleanup step; never in the untap step, where nobody would.
    Decides: the controller of legendary permanents of one name, or of planeswalkers of one type while those had a rule (`legend`).
    """
    game.sba_needed = False
    game.refresh()
    if len(game.players) < len(game.seats):
        leaving_the_game.exile_what_nobody_controls(game, "800.4c")
    home = yield from commander.going_home(game)
    losers = [player for player in game.players if _loses(game, player)]
    game.drew_from_empty.clear()
    doomed = _doomed_creatures(game)
    saved = yield from destroying.shields(game, [obj for obj in doomed if (obj.characteristics.toughness or 0) > 0])
    doomed = [obj for obj in doomed if obj not in saved]
    armor = list(saved.values())
    index = game.index  # what is not there at all need not be looked at
    to_graveyard: list[GameObject] = []
    if index.planeswalkers or index.sagas or index.worlds:
        to_graveyard = _zero_loyalty(game) + _finished_sagas(game) + _world_rule(game)
    legends: list[GameObject] = []
    if index.legendary or index.planeswalkers:
        legends = (yield from _legend_rule(game)) + (yield from _planeswalker_uniqueness(game))
    auras, unattached, bestowed = _attachments(game)
    tokens = _tokens_that_cease(game)
    cancelling = _with_both_kinds(game)
    graveyard = list(dict.fromkeys([*doomed, *to_graveyard, *legends, *auras, *armor]))
    starting = speed.starters(game)
    # A phenomenon's walk is one of these actions, but its trigger is looked at before the others are performed (704.3).
    walk = planechase.phenomenon_is_done(game)
    if not (losers or graveyard or unattached or bestowed or tokens or cancelling or walk or home or starting):
        return False
    with game.batch("704.3"):
        for obj in saved:
            destroying.save(obj)
        for obj in graveyard:
            zones.move(game, obj, "graveyard", _rule_of(obj, doomed, legends, auras))
        for obj in unattached:
            if obj.exists:
                attachments.unattach(game, obj, "704.5n")
        for obj in bestowed:
            attachments.unattach(game, obj, "702.103f")
            obj.bestowed = False
        for obj in tokens:
            zones.remove_from_game(game, obj)
        for obj in cancelling:
            n = min(obj.counters["+1/+1"], obj.counters["-1/-1"])
            for kind in ("+1/+1", "-1/-1"):
                obj.counters[kind] -= n
                if not obj.counters[kind]:
                    del obj.counters[kind]
        commander.go_home(game, home)
        speed.start(game, starting)
        if walk:
            planechase.planeswalk(game, game.planes.controller, "704.6f")
        game.changed()
    for player in losers:
        leaving_the_game.leave(game, player, "704.5a", losers)
    return True


def _rule_of(obj: GameObject, doomed: list[GameObject], legends: list[GameObject], auras: list[GameObject]) -> str:
    if obj in doomed:
        return "704.5f" if (obj.characteristics.toughness or 0) <= 0 else "704.5g"
    if obj in legends:
        return "704.5j"
    return "704.5m" if obj in auras else "704.5"


def _loses(game: Game, player: str) -> bool:
    """Rules 704.5a-c, 704.6c; "can't lose" stands before it (101.2)."""
    poisoned = game.player_counters[player].get("poison", 0) >= 10
    if game.life[player] > 0 and player not in game.drew_from_empty and not poisoned and not commander.has_lost(game, player):
        return False
    return not any(player in static.players.find(context) for context, static, _ in statics(game, CantLose))


def _doomed_creatures(game: Game) -> list[GameObject]:
    """Rules 704.5f, g, h: no toughness; lethal damage; deathtouch. Indestructible helps against the last two."""
    doomed = []
    touched, game.deathtouched = game.deathtouched, []  # whoever is out now is not asked about it later
    for obj in game.index.creatures:
        toughness = obj.characteristics.toughness or 0
        lethal = obj.damage >= toughness > 0 and obj.damage > 0
        if toughness <= 0 or ((lethal or obj in touched) and not obj.has_keyword("indestructible")):
            doomed.append(obj)
    return doomed


def _zero_loyalty(game: Game) -> list[GameObject]:
    """Rule 704.5i."""
    return [obj for obj in game.index.planeswalkers if not obj.counters.get("loyalty")]


def _finished_sagas(game: Game) -> list[GameObject]:
    """Rule 704.5s: as many lore counters as its last chapter, and no chapter ability of it waiting or on the stack."""
    done = []
    for obj in game.index.sagas:
        if obj.visible:
            last = max(
                (ability.when.last for ability in obj.characteristics.abilities if hasattr(getattr(ability, "when", None), "last")),
                default=0,
            )
            busy = any(item.source is obj for item in (*game.waiting, *game.stack))
            if last and obj.counters.get("lore", 0) >= last and not busy:
                done.append(obj)
    return done


def _legend_rule(game: Game) -> Steps:
    """Rule 704.5j: of two or more with one name under one player, all but one of their choice go; before 2013-07 all went."""
    losing: list[GameObject] = []
    groups: dict[tuple[str, str], list[GameObject]] = {}
    for obj in game.index.legendary:
        if obj.zone == "battlefield":
            owner = obj.controller if game.edition.has("legend_rule_keeps_one") else ""
            groups.setdefault((owner, obj.name), []).append(obj)
    for (player, _), group in groups.items():
        if len(group) > 1:
            if player:
                kept = yield Pick("legend", player, group, one=True)
                losing += [obj for obj in group if obj is not kept]
            else:
                losing += group
    return losing


def _planeswalker_uniqueness(game: Game) -> Steps:
    """Until 2017-09: of planeswalkers that share a type under one player all but one of their choice go; until 2013-07 all went."""
    losing: list[GameObject] = []
    if game.edition.has("planeswalkers_follow_the_legend_rule"):
        return losing
    by_player = game.edition.has("legend_rule_keeps_one")
    groups: dict[tuple[str, str], list[GameObject]] = {}
    for obj in game.index.planeswalkers:
        if obj.visible:
            for type_ in sorted(obj.characteristics.subtypes.difference(CREATURE_TYPES)):
                groups.setdefault((obj.controller if by_player else "", type_), []).append(obj)
    for (player, _), group in groups.items():
        if len(group) > 1 and player:
            kept = yield Pick("legend", player, group, one=True)
            losing += [obj for obj in group if obj is not kept]
        elif len(group) > 1:
            losing += group
    return losing


def _world_rule(game: Game) -> list[GameObject]:
    """Rule 704.5k: the newest stays; phasing does not make one newer (702.26d). Worlds out of range do not count (801.12)."""
    worlds = game.index.worlds
    losing = []
    for obj in worlds if len(worlds) > 1 else ():
        rivals = [other for other in worlds if other is not obj and reaches(game, obj.controller, other)]
        if any(other.entered >= obj.entered for other in rivals):
            losing.append(obj)
    return losing


def _attachments(game: Game) -> tuple[list[GameObject], list[GameObject], list[GameObject]]:
    """Auras without a legal host (704.5m), attachments on something illegal (704.5n, p), bestowed Auras that lost theirs (702.103f)."""
    auras, unattached, bestowed = [], [], []
    for obj in game.index.attachments:
        host = obj.attached_to
        if obj.bestowed:
            if host is None or not attachments.may_be_attached(game, obj, host):
                bestowed.append(obj)
        elif isinstance(host, str) and obj.characteristics.subtypes & {"Equipment", "Fortification"}:
            if game.edition.has("equipment_leaves_players"):
                unattached.append(obj)
        elif "Aura" in obj.characteristics.subtypes and obj.is_type("Enchantment"):
            if host is None or not attachments.may_be_attached(game, obj, host) or obj.is_type("Creature"):
                auras.append(obj)
        elif host is not None and not attachments.may_be_attached(game, obj, host):
            unattached.append(obj)
    return auras, unattached, bestowed


def _with_both_kinds(game: Game) -> list[GameObject]:
    """Rule 704.5q: what has +1/+1 and -1/-1 counters, which cancel each other."""
    return [obj for obj in game.battlefield if obj.counters and obj.counters.get("+1/+1") and obj.counters.get("-1/-1")]


def _tokens_that_cease(game: Game) -> list[GameObject]:
    """Rule 704.5d: tokens anywhere but on the battlefield; before 2017-08-25 phased-out ones too."""
    gone = [obj for obj in game.loose_tokens if obj.exists]
    game.loose_tokens.clear()
    if not game.edition.has("tokens_survive_phasing"):
        gone += [obj for obj in game.phased_out_permanents() if obj.token]
    return gone


__all__ = ["perform", "says_of"]
