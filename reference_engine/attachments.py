"""Auras, Equipment and Fortifications: what they may be attached to, attaching and coming off (rules 301.5, 301.6, 303.4, 701.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import Context
from .objects import GameObject
from .range_of_influence import reaches

if TYPE_CHECKING:
    from .game import Game

Host = GameObject | str


def legal_hosts(game: Game, attachment: GameObject, controller: str) -> list[Host]:
    """Everything that the attachment could be attached to now."""
    hosts: list[Host] = [obj for obj in game.battlefield if may_be_attached(game, attachment, obj, controller)]
    hosts += [player for player in game.in_turn_order() if may_be_attached(game, attachment, player, controller)]
    enchant = attachment.face.enchant
    if enchant is not None and enchant.what is not None and enchant.what.zone == "graveyard":
        hosts += [c for p in game.players for c in game.zone(p, "graveyard") if may_be_attached(game, attachment, c, controller)]
    return hosts


def may_be_attached(game: Game, attachment: GameObject, host: Host, controller: str | None = None) -> bool:
    """True if the rules let it be attached to the host.

    Rules: 301.5, 301.5c, 301.6, 303.4c, 303.4d, 702.5, 702.16c-d, 704.5m, 704.5n, 801.8, 801.9
    """
    if host is attachment or not reaches(game, controller or attachment.controller, host):
        return False
    is_ = attachment.characteristics
    if isinstance(host, GameObject) and not host.visible:
        return False
    if _protected(game, host, attachment):
        return False
    if "Aura" in is_.subtypes:
        if attachment.bestowed:
            return isinstance(host, GameObject) and host.zone == "battlefield" and host.is_type("Creature")
        enchant = attachment.face.enchant
        if enchant is None:
            return False
        if attachment.memory.get("put_there") is not None:  # it enchants only what it put onto the battlefield (Animate Dead and its kin)
            return host is attachment.memory["put_there"] and isinstance(host, GameObject) and host.is_type("Creature")
        context = Context(game, attachment, controller or attachment.controller)
        if isinstance(host, str):
            return game.is_in(host) and enchant.players is not None and (enchant.players == "any" or context.is_player("opponent", host))
        return enchant.what is not None and enchant.what.matches(host, context)
    if isinstance(host, str) or host.zone != "battlefield":
        return False
    if is_.types & {"Creature"}:
        return False
    if "Equipment" in is_.subtypes:
        return host.is_type("Creature")
    return "Fortification" in is_.subtypes and host.is_type("Land")


def _protected(game: Game, host: Host, attachment: GameObject) -> bool:
    """Protection from what the attachment is (rule 702.16c-d)."""
    from .protection import is_protected

    return is_protected(game, host, attachment)


def attach(game: Game, attachment: GameObject, host: Host, rule: str) -> None:
    """Attaches it to the host; it comes off what it was on (rule 701.3). It gets a new timestamp (rule 613.7e).

    Events: unattached, attached
    """
    with game.batch(rule) as happen:
        old = attachment.attached_to
        if old is host:
            return
        if old is not None:
            _off(attachment)
            happen("unattached", object=attachment, _from=old)
        attachment.attached_to = host
        if isinstance(host, GameObject):
            host.attachments.append(attachment)
        attachment.timestamp = game.stamp()
        game.changed()
        happen("attached", object=attachment, to=host)


def unattach(game: Game, attachment: GameObject, rule: str, announce: bool = True) -> None:
    """It comes off and stays on the battlefield (rule 701.3d).

    `announce` is False where phasing does it: triggers on attaching ignore phasing (rule 702.26j).
    """
    host = attachment.attached_to
    if host is None:
        return
    _off(attachment)
    game.changed()
    if announce:
        game.emit("unattached", rule, object=attachment, _from=host)


def _off(attachment: GameObject) -> None:
    host = attachment.attached_to
    if isinstance(host, GameObject) and attachment in host.attachments:
        host.attachments.remove(attachment)
    attachment.attached_to = None


def is_on(game: Game, attachment: GameObject) -> bool:
    """True if what it is attached to is there, as far as anything can see."""
    host = attachment.attached_to
    if isinstance(host, GameObject):
        return host.visible
    return host is not None and game.is_in(host)
