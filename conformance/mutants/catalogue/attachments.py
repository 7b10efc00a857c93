"""Mistakes about Auras, Equipment and Fortifications that are there (rules 301.5, 303.4, 701.3)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import attachments, state_based_actions, targets, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.effects_objects import Attach
from reference_engine.vocabulary.statics import DoesntUntap


@mutant("equipment-enters-attached", "301.5b/a", title="Equipment is put on a creature of its controller as it enters")
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def onto(original: Rule, game: Game, obj: GameObject, controller: str, rule: str, **how: Any) -> Any:
        new = yield from original(game, obj, controller, rule, **how)
        if new is not None and "Equipment" in new.characteristics.subtypes and not new.is_type("Creature"):
            own = [other for other in attachments.legal_hosts(game, new, controller) if getattr(other, "controller", None) == controller]
            if own:
                attachments.attach(game, new, own[0], "301.5b")
        return new


@mutant("equip-reaches-any-creature", "301.5b/b", title="Equip may target another player's creature")
def _(rules: Amendment) -> None:
    @rules.instead(Context.is_player)
    def anybodys(original: Rule, ctx: Context, word: str, player: str) -> Any:
        source = ctx.source
        equips = word == "you" and source is not None and source.zone == "battlefield" and "Equipment" in source.characteristics.subtypes
        return equips or original(ctx, word, player)


@mutant("equip-does-not-look-again", "301.5b/c", title="Equip attaches to a creature that changed hands before it resolved")
def _(rules: Amendment) -> None:
    @rules.instead(targets.is_legal)
    def legal(original: Rule, game: Game, context: Context, spec: Any, target: Any) -> Any:
        source = context.source
        if source is not None and source.zone == "battlefield" and "Equipment" in source.characteristics.subtypes:
            return getattr(target, "visible", True)
        return original(game, context, spec, target)


@mutant("equipment-falls-off-with-control", "301.5b/d", title="Equipment comes off a creature that another player takes")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def another_players(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        for obj in game.battlefield:
            host = obj.attached_to
            if isinstance(host, GameObject) and "Equipment" in obj.characteristics.subtypes and host.controller != obj.controller:
                unattached.append(obj)
        return auras, unattached, bestowed


@mutant("equipment-goes-with-its-bearer", "301.5d/a", "301.5d/b", title="Who takes a creature controls the Equipment on it as well")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.controller)
    def with_the_bearer(original: Rule, obj: GameObject) -> Any:
        host = obj.attached_to
        if isinstance(host, GameObject) and host.visible and obj.visible and "Equipment" in obj.characteristics.subtypes:
            return host.controller
        return original(obj)


@mutant("aura-goes-with-its-host", "303.4e/a", "303.4e/b", title="Who takes a creature controls the Auras on it as well")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.controller)
    def with_the_host(original: Rule, obj: GameObject) -> Any:
        host = obj.attached_to
        steals = any(getattr(ability.static, "control", None) is not None for ability in obj.face.statics)
        if isinstance(host, GameObject) and host.visible and obj.visible and "Aura" in obj.characteristics.subtypes and not steals:
            return host.controller
        return original(obj)


@mutant(
    "creature-equipment-equips",
    "301.5c/d",
    "301.5c/a",
    title="Equipment that is a creature can be attached, and stays attached",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.may_be_attached)
    def though_a_creature(original: Rule, game: Game, attachment: GameObject, host: Any, controller: str | None = None) -> Any:
        if original(game, attachment, host, controller):
            return True
        equips = attachment.is_type("Creature") and "Equipment" in attachment.characteristics.subtypes and host is not attachment
        return equips and isinstance(host, GameObject) and host.visible and host.is_type("Creature")


@mutant(
    "equipment-stays-on-what-was-a-creature", "301.5c/b", "704.5n/a", title="Equipment stays on a permanent that is no creature any more"
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def stays(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        return auras, [obj for obj in unattached if not getattr(obj.attached_to, "visible", False) or obj.is_type("Creature")], bestowed


@mutant("equipment-that-became-a-creature-stays", "704.5p/a", title="Equipment that has become a creature stays on its bearer")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def stays(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        return auras, [obj for obj in unattached if not obj.is_type("Creature")], bestowed


@mutant("fortify-reaches-any-land", "301.6/c", title="Fortify may target another player's land")
def _(rules: Amendment) -> None:
    @rules.instead(Context.is_player)
    def anybodys(original: Rule, ctx: Context, word: str, player: str) -> Any:
        source = ctx.source
        return (word == "you" and source is not None and "Fortification" in source.face.subtypes) or original(ctx, word, player)


@mutant(
    "equip-moves-onto-what-is-out",
    "701.3b/a",
    title="Equip attaches to a creature that went out in response, and the Equipment goes out as well",
)
def _(rules: Amendment) -> None:
    @rules.instead(targets.is_legal)
    def legal(original: Rule, game: Game, context: Context, spec: Any, target: Any) -> Any:
        source = context.source
        equips = source is not None and source.visible and "Equipment" in source.characteristics.subtypes
        if equips and source is not None and isinstance(target, GameObject) and target.exists and target.phase != "in":
            attachments.attach(game, source, target, "701.3a")
        return original(game, context, spec, target)


@mutant(
    "equip-fizzles-and-falls-off", "701.3b/a", "608.2b/a", title="Equipment comes off its bearer when its equip ability has lost its target"
)
def _(rules: Amendment) -> None:
    from reference_engine import stack

    @rules.instead(stack._still_legal)
    def or_comes_off(original: Rule, game: Game, item: Any) -> Any:
        legal = original(game, item)
        source = item.source
        if not legal and source is not None and source.visible and "Equipment" in source.characteristics.subtypes:
            attachments.unattach(game, source, "701.3d")
        return legal


@mutant("reattaching-counts", "701.3b/b", title="Equipment that is equipped to its own bearer comes off and becomes attached once more")
def _(rules: Amendment) -> None:
    @rules.before(attachments.attach)
    def anew(game: Game, attachment: GameObject, host: Any, rule: str) -> None:
        if attachment.attached_to is host:
            attachments.unattach(game, attachment, rule)


@mutant("attaching-asks-no-law", "701.3b/a", "301.5c/d", title="An effect attaches what it names, whether it may be attached there or not")
def _(rules: Amendment) -> None:
    @rules.instead(Attach.resolve)
    def whatever(original: Rule, effect: Attach, ctx: Context) -> Any:
        what, to = effect.what.find(ctx), effect.to.find(ctx)
        if what and to:
            attachments.attach(ctx.game, what[0], to[0], "701.3a")
        return
        yield


@mutant("moved-attachment-is-no-younger", "613.7e/a", "701.3c/b", title="An attachment keeps its timestamp when it is attached anew")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.attach)
    def as_old(original: Rule, game: Game, attachment: GameObject, host: Any, rule: str) -> Any:
        stamp = attachment.timestamp if attachment.timestamp and attachment.attached_to is not None else None
        original(game, attachment, host, rule)
        if stamp is not None:
            attachment.timestamp = stamp
            game.changed()


@mutant(
    "moving-does-not-unattach",
    "701.3d",
    "301.5c/e",
    title="Equipment that moves to another creature never became unattached from the first",
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.attach)
    def silently(original: Rule, game: Game, attachment: GameObject, host: Any, rule: str) -> Any:
        if attachment.attached_to is not None and attachment.attached_to is not host:
            attachments._off(attachment)
        return original(game, attachment, host, rule)


@mutant("leaving-does-not-unattach", "701.3d/b", "701.3d/a", title="An Aura that leaves the battlefield never became unattached")
def _(rules: Amendment) -> None:
    @rules.before(zones._take_out)
    def forgotten(game: Game, obj: GameObject) -> None:
        attachments._off(obj)


@mutant("aura-is-not-judged-again", "303.4c/a", "704.5m/b", title="An Aura stays on what it could not enchant any more")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def stays(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        return [obj for obj in auras if not isinstance(obj.attached_to, GameObject) or not obj.attached_to.visible], unattached, bestowed


@mutant("curse-is-not-judged-again", "704.5m/c", title="An Aura stays on a player who has gained protection from it")
def _(rules: Amendment) -> None:
    @rules.instead(attachments._protected)
    def only_objects(original: Rule, game: Game, host: Any, attachment: GameObject) -> Any:
        return not isinstance(host, str) and original(game, host, attachment)


@mutant("unattached-aura-stays", "704.5m/a", "702.26i/f", "303.4c/b", title="An Aura that is attached to nothing stays on the battlefield")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def stays(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        return [obj for obj in auras if obj.attached_to is not None], unattached, bestowed


@mutant("aura-of-a-leaver-stays", "303.4c/c", title="An Aura stays on a player who has left the game")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def stays(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        return [obj for obj in auras if not isinstance(obj.attached_to, str) or game.is_in(obj.attached_to)], unattached, bestowed


@mutant(
    "returning-aura-targets",
    "303.4f/a",
    title="An Aura that is put onto the battlefield targets, so it cannot go on what has hexproof or shroud",
)
def _(rules: Amendment) -> None:
    from reference_engine import protection

    @rules.instead(attachments.legal_hosts)
    def targetable(original: Rule, game: Game, attachment: GameObject, controller: str) -> Any:
        return [host for host in original(game, attachment, controller) if protection.can_be_targeted(game, host, attachment, controller)]


@mutant(
    "returning-aura-goes-on-what-is-out",
    "303.4f/b",
    "303.4g/a",
    title="An Aura that returns from exile may be put on a creature that is phased out",
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.legal_hosts)
    def out_too(original: Rule, game: Game, attachment: GameObject, controller: str) -> Any:
        return original(game, attachment, controller) + [obj for obj in game.phased_out_permanents() if obj.is_type("Creature")]


@mutant("aura-without-a-host-enters", "303.4g/a", title="An Aura that would return with nothing to enchant goes to the graveyard")
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def or_dies(original: Rule, game: Game, obj: GameObject, controller: str, rule: str, **how: Any) -> Any:
        new = yield from original(game, obj, controller, rule, **how)
        if new is None and obj.exists and obj.face.enchant is not None and obj.zone == "exile":
            zones.move(game, obj, "graveyard", "303.4g")
        return new


@mutant("returning-curse-goes-on-opponents-only", "303.4f/a", title="A Curse that returns may be put on opponents only")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.legal_hosts)
    def opponents(original: Rule, game: Game, attachment: GameObject, controller: str) -> Any:
        return [host for host in original(game, attachment, controller) if host != controller]


@mutant("returning-curse-finds-a-leaver", "303.4f/a", "800.4a/a", title="A Curse that returns may be put on a player who has left the game")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.legal_hosts)
    def all_seats(original: Rule, game: Game, attachment: GameObject, controller: str) -> Any:
        enchant = attachment.face.enchant
        gone = [seat for seat in game.seats if not game.is_in(seat)] if enchant is not None and enchant.players else []
        return original(game, attachment, controller) + gone


@mutant("bestowed-aura-dies-with-its-host", "702.103f/a", title="A bestowed Aura goes to the graveyard when its host dies")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def dies(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        lost = [obj for obj in bestowed if not getattr(obj.attached_to, "visible", False)]
        return auras + lost, unattached, [obj for obj in bestowed if obj not in lost]


@mutant(
    "bestowed-aura-dies-on-what-is-no-creature", "702.103f/b", title="A bestowed Aura on what is no creature any more goes to the graveyard"
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._attachments)
    def dies(original: Rule, game: Game) -> Any:
        auras, unattached, bestowed = original(game)
        lost = [obj for obj in bestowed if getattr(obj.attached_to, "visible", False)]
        return auras + lost, unattached, [obj for obj in bestowed if obj not in lost]


@mutant("attachment-takes-its-host-along", "702.26h/d", "702.26i/h", title="A creature goes out with Equipment or an Aura that phases out")
def _(rules: Amendment) -> None:
    from reference_engine import phasing

    @rules.instead(phasing.phase_out)
    def both(original: Rule, game: Game, objects: list[GameObject], *args: Any) -> Any:
        hosts = [obj.attached_to for obj in objects if isinstance(obj.attached_to, GameObject) and obj.visible]
        return original(game, [*objects, *(host for host in hosts if host not in objects)], *args)


@mutant(
    "coming-off-by-a-check-is-silent",
    "702.26j/d",
    title="Abilities that watch for becoming unattached miss what a state-based action takes off",
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.unattach)
    def silently(original: Rule, game: Game, attachment: GameObject, rule: str, announce: bool = True) -> None:
        original(game, attachment, rule, announce and rule != "704.5n")


@mutant("equipment-untaps-with-its-bearer", "301.5d/c", title="Equipment untaps in the untap step of its bearer's controller")
def _(rules: Amendment) -> None:
    from reference_engine import untap_step

    @rules.instead(untap_step._may_untap)
    def with_it(original: Rule, game: Game, obj: GameObject) -> Any:
        host = obj.attached_to
        if isinstance(host, GameObject) and "Equipment" in obj.characteristics.subtypes:
            return host.controller in game.active_players
        return original(game, obj)


@mutant(
    "aura-can-be-cast-on-anything",
    "303.4/b",
    "303.4a/a",
    title="What an enchant ability asks besides the type does not matter for casting the Aura",
)
def _(rules: Amendment) -> None:
    @rules.instead(targets.candidates)
    def whatever(original: Rule, game: Game, context: Context, spec: Any) -> Any:
        source = context.source
        aura = source is not None and source.zone != "battlefield" and source.face.enchant is not None
        if not aura or spec.what is None or spec.what.zone != "battlefield":
            return original(game, context, spec)
        return [obj for obj in game.battlefield if not spec.what.types or obj.types & set(spec.what.types)]


@mutant("illegal-aura-does-not-work", "303.4m/a", title="An Aura on something that it could not enchant does nothing until it comes off")
def _(rules: Amendment) -> None:
    from reference_engine import continuous_effects

    @rules.instead(continuous_effects.statics)
    def lawful(original: Rule, game: Game, class_: type) -> Any:
        found = original(game, class_)
        if class_ is not DoesntUntap:
            return found
        return [entry for entry in found if not _is_illegal(game, entry[0].source)]


def _is_illegal(game: Game, obj: GameObject | None) -> bool:
    host = obj.attached_to if obj is not None else None
    return obj is not None and host is not None and not attachments.may_be_attached(game, obj, host)


@mutant("stolen-creature-serves-its-owner", "303.4e/c", title='What a stolen creature says of "you" is about the player it entered under')
def _(rules: Amendment) -> None:
    from reference_engine import continuous_effects

    @rules.instead(continuous_effects._index)
    def for_the_owner(original: Rule, game: Game, sources: Any) -> Any:
        index = original(game, sources)
        for entries in index.statics.values():
            for context, _, affected in entries:
                if affected is None and context.source is not None and context.source.zone == "battlefield":
                    context.controller = context.source.controller_base
        return index
