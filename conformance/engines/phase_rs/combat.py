"""Declaring attackers and blockers, exerting, and dividing combat damage."""

from __future__ import annotations

from typing import Any

from .play import Play
from .problems import Illegal

Json = dict[str, Any]


def attack_options(play: Play, data: Json) -> Json:
    """The engine also lists who could attack but for an effect; for such a creature it has nobody to attack."""
    whom = data.get("valid_attack_targets_by_attacker") or {}
    return {
        "options": {
            "attackers": [play.ids.name(number) for number in data["valid_attacker_ids"] if whom.get(str(number), True)],
            "defenders": [play.ids.of_attacked(target) for target in data.get("valid_attack_targets") or []],
        }
    }


def declare_attackers(play: Play, seat: int, answer: Json) -> None:
    """Carry out `{attack, exert}`. The engine asks about exerting creature by creature, after the declaration.

    Raises Illegal, after which the caller restores the position.
    """
    declared = {play.ids.number(name): play.ids.attacked(target) for name, target in (answer.get("attack") or {}).items()}
    exerted = {play.ids.number(name) for name in answer.get("exert") or []}
    play.attempt(None, seat, "DeclareAttackers", attacks=[[number, target] for number, target in declared.items()])
    asked = set()
    while True:
        kind, data = play.waiting
        if kind == "ExertChoice":
            asked.add(data["attacker"])
            play.attempt("choice", seat, "ChooseExert", exert=data["attacker"] in exerted)
        elif kind == "EnlistChoice":
            play.attempt("choice", seat, "ChooseEnlist", target=None)
        else:
            break
    if exerted - asked:
        names = ", ".join(sorted(play.ids.name(number) for number in exerted - asked))
        raise Illegal("choice", f"the engine does not offer to exert {names}")
    really = {attacker["object_id"] for attacker in (play.state.get("combat") or {}).get("attackers") or []}
    if kind != "CombatTaxPayment" and not declared.keys() <= really:
        raise Illegal(None, "the engine dropped a part of the declaration")


def block_options(play: Play, data: Json) -> Json:
    targets = data.get("valid_block_targets") or {}
    attackers = {number for numbers in targets.values() for number in numbers}
    return {
        "options": {
            "blockers": [play.ids.name(number) for number in data["valid_blocker_ids"]],
            "attackers": [play.ids.name(number) for number in sorted(attackers)],
        }
    }


def declare_blockers(play: Play, seat: int, answer: Json) -> None:
    """Carry out `{block: {ID: ID or [ID]}}`. Raises Illegal."""
    pairs = []
    for name, blocked in (answer.get("block") or {}).items():
        attackers = blocked if isinstance(blocked, list) else [blocked]
        pairs += [[play.ids.number(name), play.ids.number(attacker)] for attacker in attackers]
    play.attempt(None, seat, "DeclareBlockers", assignments=pairs)


def damage_options(play: Play, data: Json) -> Json:
    """The engine asks attacker by attacker."""
    recipients = [play.ids.name(one["blocker_id"]) for one in data["blockers"]]
    if data.get("trample"):
        recipients.append(play.ids.of_attacked(data["attack_target"]))
    return {"options": {play.ids.name(data["attacker_id"]): {"amount": data["total_damage"], "recipients": recipients}}}


def assign_damage(play: Play, seat: int, answer: Json) -> None:
    """Carry out `{assign: {ID: {ID or PLAYER: n}}}` for every attacker named in it. Raises Illegal."""
    left = {play.ids.number(name): amounts for name, amounts in answer["assign"].items()}
    kind, data = play.waiting
    while kind == "AssignCombatDamage" and data["attacker_id"] in left:
        amounts = left.pop(data["attacker_id"])
        past = play.ids.of_attacked(data["attack_target"])
        blockers = [[play.ids.number(name), amount] for name, amount in amounts.items() if name != past]
        play.attempt("choice", seat, "AssignCombatDamage", assignments=blockers, trample_damage=amounts.get(past, 0), controller_damage=0)
        kind, data = play.waiting
    if left:
        raise Illegal("choice", f"the engine does not ask about {', '.join(play.ids.name(number) for number in left)}")
