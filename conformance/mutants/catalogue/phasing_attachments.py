"""Mistakes about what is attached to what phases (rules 702.26g to 702.26j)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import attachments, phasing
from reference_engine.amendments import Amendment, Rule
from reference_engine.game import Game
from reference_engine.objects import DIRECT, IN, INDIRECT, GameObject


@mutant("attachment-stays-behind", "702.26g/a", title="What is attached to a permanent does not go out with it", seen="xmage")
def _(rules: Amendment) -> None:
    rules.never(phasing._hanging_on, [])


@mutant("only-own-attachments-go-along", "702.26g/d", title="Only attachments of the permanent's own controller go out with it")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def own(original: Rule, game: Game, leaving: list[GameObject]) -> Any:
        players = {obj.controller for obj in leaving}
        return [obj for obj in original(game, leaving) if obj.controller in players]


@mutant("only-the-first-link-goes-along", "702.26g/e", title="What is attached to an attachment stays when the host goes out")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def first(original: Rule, game: Game, leaving: list[GameObject]) -> Any:
        return [obj for obj in original(game, leaving) if obj.attached_to in leaving]


@mutant("fortification-stays-behind", "702.26g/f", "301.6/a", title="A Fortification does not go out with its land")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def but_no_fortification(original: Rule, game: Game, leaving: list[GameObject]) -> Any:
        return [obj for obj in original(game, leaving) if "Fortification" not in obj.characteristics.subtypes]


@mutant("only-auras-go-along", "702.26g/a", title="Auras go out with their host, Equipment falls off and stays")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def but_no_equipment(original: Rule, game: Game, leaving: list[GameObject]) -> Any:
        return [obj for obj in original(game, leaving) if "Equipment" not in obj.characteristics.subtypes]


@mutant("former-bearer-takes-equipment-along", "702.26g/g", title="Equipment that has moved on still goes out with its former bearer")
def _(rules: Amendment) -> None:
    @rules.instead(attachments._off)
    def remembered(original: Rule, attachment: GameObject) -> None:
        attachment.attached_to = None


@mutant("attachments-return-by-themselves", "702.26g/b", title="What went out with a host returns in its own controller's untap step")
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def each_by_itself(game: Game, *args: Any) -> None:
        for obj in game.phased_out_permanents():
            if obj.phase == INDIRECT:
                obj.phase, obj.phased_under = DIRECT, obj.controller


@mutant("host-returns-bare", "702.26g/c", title="What went out with a host does not return with it")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._with_companions)
    def alone(original: Rule, returning: list[GameObject]) -> Any:
        return returning


@mutant("companions-return-unattached", "702.26g/c", title="What went out with a host returns with it, but attached to nothing")
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def come_off(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in phasing._with_companions(returning):
            if obj.phase == INDIRECT:
                attachments._off(obj)


@mutant("only-the-first-link-returns", "702.26g/c", "702.26g/e", title="Of a chain only what was on the host itself returns with it")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._with_companions)
    def first(original: Rule, returning: list[GameObject]) -> Any:
        return [obj for obj in original(returning) if obj in returning or obj.attached_to in returning]


@mutant("host-brings-only-own-attachments", "702.26g/d", title="Another player's attachment waits when its host returns")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._with_companions)
    def own(original: Rule, returning: list[GameObject]) -> Any:
        players = {obj.controller for obj in returning}
        return [obj for obj in original(returning) if obj.controller in players]


@mutant(
    "named-attachment-goes-directly",
    "702.26h/a",
    title="An attachment that a spell names besides its host goes out directly",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def but_not_the_named(original: Rule, game: Game, leaving: list[GameObject]) -> Any:
        if game.step == "untap":
            return original(game, leaving)
        return [obj for obj in original(game, leaving) if obj not in leaving]


@mutant(
    "swap-sends-all-phasing-directly",
    "702.26h/b",
    title="In the untap step an attachment with phasing goes out directly, though its host goes too",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def but_not_the_phasing(original: Rule, game: Game, leaving: list[GameObject]) -> Any:
        if game.step != "untap":
            return original(game, leaving)
        return [obj for obj in original(game, leaving) if obj not in leaving]


@mutant(
    "host-binds-what-left-before", "702.26h/c", title="What went out alone is bound to its host when that goes out later", seen="phase-rs"
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def bind(game: Game, leaving: list[GameObject], *args: Any) -> None:
        for host in leaving:
            for obj in host.attachments:
                obj.phase = INDIRECT


@mutant("out-attachment-is-sent-out-again", "702.26h/c", title="A spell makes what is out with its host one that is out by itself")
def _(rules: Amendment) -> None:
    from reference_engine import targets

    @rules.instead(targets.is_legal)
    def though_it_is_out(original: Rule, game: Game, context: Any, spec: Any, target: Any) -> Any:
        if isinstance(target, GameObject) and target.phase == INDIRECT and target.exists:
            target.phase, target.phased_under = DIRECT, target.controller
        return original(game, context, spec, target)


@mutant(
    "attachment-always-returns-unattached", "702.26i/a", "702.26i/b", "301.6/b", title="What went out alone returns attached to nothing"
)
def _(rules: Amendment) -> None:
    rules.never(attachments.is_on, False)


@mutant(
    "attachment-finds-the-card-anew",
    "702.26i/c",
    title="What went out alone returns on the card it was on, though that is another object by now",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._settle_attachment)
    def find(game: Game, obj: GameObject) -> None:
        host = obj.attached_to
        card = game.find(host.id) if isinstance(host, GameObject) else None
        if card is not None and card.visible and card.zone == "battlefield" and card is not host:
            obj.attached_to = card
            card.attachments.append(obj)


@mutant(
    "attachment-finds-a-host-that-is-out", "702.26i/j", title="What went out alone returns on a host that is out itself, and waits there"
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.is_on)
    def there(original: Rule, game: Game, attachment: GameObject) -> Any:
        host = attachment.attached_to
        return host.exists if isinstance(host, GameObject) else original(game, attachment)

    @rules.instead(attachments.may_be_attached)
    def on_it(original: Rule, game: Game, attachment: GameObject, host: Any, *args: Any) -> Any:
        out = isinstance(host, GameObject) and host.exists and host.phase != IN and attachment.attached_to is host
        return out or original(game, attachment, host, *args)


@mutant("curse-returns-on-nobody", "702.26i/b", title="An Aura on a player that went out returns attached to nobody")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.is_on)
    def only_on_objects(original: Rule, game: Game, attachment: GameObject) -> Any:
        return isinstance(attachment.attached_to, GameObject) and original(game, attachment)


@mutant("curse-finds-a-player-who-left", "702.26i/d", title="An Aura returns on a player who has left the game, and stays there")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.is_on)
    def whoever(original: Rule, game: Game, attachment: GameObject) -> Any:
        return isinstance(attachment.attached_to, str) or original(game, attachment)

    @rules.instead(attachments.may_be_attached)
    def still(original: Rule, game: Game, attachment: GameObject, host: Any, *args: Any) -> Any:
        return (isinstance(host, str) and not game.is_in(host)) or original(game, attachment, host, *args)


@mutant("return-asks-whether-it-is-legal", "702.26i/e", title="What returns on something it may not be attached to comes off at once")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.is_on)
    def lawfully(original: Rule, game: Game, attachment: GameObject) -> Any:
        host = attachment.attached_to
        game.changed()
        game.refresh()
        return host is not None and original(game, attachment) and attachments.may_be_attached(game, attachment, host)


@mutant("returning-aura-takes-a-new-host", "702.26i/f", title="An Aura that lost its host while it was out is put on another creature")
def _(rules: Amendment) -> None:
    @rules.after(phasing._settle_attachment)
    def onto_the_next(game: Game, obj: GameObject) -> None:
        game.refresh()
        hosts = [] if obj.attached_to is not None or not obj.face.enchant else attachments.legal_hosts(game, obj, obj.controller)
        if hosts:
            attachments.attach(game, obj, hosts[0], "702.26i")


@mutant("returning-equipment-is-lost", "702.26i/g", title="Equipment that lost its bearer while it was out goes to the graveyard")
def _(rules: Amendment) -> None:
    from reference_engine import zones

    @rules.after(phasing._settle_attachment)
    def go(game: Game, obj: GameObject) -> None:
        if obj.attached_to is None and obj.face.enchant is None:
            zones.move(game, obj, "graveyard", "704.5m")


@mutant(
    "host-keeps-what-an-absent-attachment-gives",
    "702.26i/h",
    title="A creature keeps the bonus of Equipment or an Aura that went out alone",
)
def _(rules: Amendment) -> None:
    from reference_engine import continuous_effects

    @rules.before(continuous_effects._collect)
    def absent_too(sources: list[GameObject], effects: Any, game: Game) -> None:
        sources += [obj for obj in game.phased_out_permanents() if obj.phase == DIRECT and isinstance(obj.attached_to, GameObject)]


@mutant(
    "aura-on-a-card-elsewhere-comes-off",
    "702.26i/i",
    title="An Aura on a card in a graveyard returns on nothing, since that is not on the battlefield",
)
def _(rules: Amendment) -> None:
    @rules.instead(attachments.is_on)
    def on_the_battlefield(original: Rule, game: Game, attachment: GameObject) -> Any:
        host = attachment.attached_to
        return original(game, attachment) and (isinstance(host, str) or (host is not None and host.zone == "battlefield"))


@mutant("phasing-in-attaches", "702.26j/a", title="Abilities that watch for attaching trigger when an attachment phases in alone")
def _(rules: Amendment) -> None:
    @rules.after(phasing._settle_attachment)
    def tell(game: Game, obj: GameObject) -> None:
        if obj.attached_to is not None:
            game.emit("attached", "702.26i", object=obj, to=obj.attached_to)


@mutant(
    "companions-become-attached", "702.26j/a", title="Abilities that watch for attaching trigger when an attachment phases in with its host"
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def tell(game: Game, returning: list[GameObject], happen: Any, *args: Any) -> None:
        for obj in phasing._with_companions(returning):
            if obj.phase == INDIRECT:
                happen("attached", "702.26g", object=obj, to=obj.attached_to)


@mutant(
    "phasing-out-unattaches", "702.26j/b", title="Abilities that watch for becoming unattached trigger when an attachment phases out alone"
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def tell(game: Game, leaving: list[GameObject], happen: Any, *args: Any) -> None:
        for obj in leaving:
            if obj.phase == DIRECT and obj.attached_to is not None:
                happen("unattached", object=obj, _from=obj.attached_to)


@mutant(
    "companions-become-unattached",
    "702.26j/b",
    title="Abilities that watch for becoming unattached trigger when an attachment goes out with its host",
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._out)
    def tell(game: Game, leaving: list[GameObject], happen: Any, *args: Any) -> None:
        for host in leaving:
            for obj in host.attachments:
                if obj.phase == INDIRECT:
                    happen("unattached", object=obj, _from=host)


@mutant("host-lost-while-out-is-noticed", "702.26j/c", title="Equipment that is out becomes unattached for triggers when its bearer leaves")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.unattach)
    def announced(original: Rule, game: Game, attachment: GameObject, rule: str, announce: bool = True) -> Any:
        return original(game, attachment, rule, True)


@mutant(
    "return-makes-attachments-younger", "701.3c/a", "702.26i/a", title="An attachment that went out alone and returns gets a new timestamp"
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._settle_attachment)
    def stamp(game: Game, obj: GameObject) -> None:
        obj.timestamp = game.stamp()


@mutant(
    "return-makes-companions-younger",
    "613.7e/b",
    "613.7/b",
    title="An attachment that went out with its host gets a new timestamp as both return",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def stamp(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in phasing._with_companions(returning):
            if obj.phase == INDIRECT:
                obj.timestamp = game.stamp()


@mutant(
    "bestowed-aura-waits-for-the-check",
    "702.103g/a",
    title="A bestowed Aura that returns without a host is an Aura until state-based actions are checked",
    seen="forge",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._settle_attachment)
    def still_bestowed(original: Rule, game: Game, obj: GameObject) -> Any:
        was = obj.bestowed
        original(game, obj)
        obj.bestowed = was


@mutant(
    "bestowed-aura-is-always-a-creature-again",
    "702.103g/b",
    title="A bestowed Aura that phases in is a creature, whether its host is there or not",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._settle_attachment)
    def no_more(game: Game, obj: GameObject) -> None:
        if obj.bestowed:
            attachments._off(obj)
            obj.bestowed = False


@mutant(
    "leavers-attachment-stays-with-the-host",
    "702.26k/d",
    title="A leaver's attachment that is out with another player's permanent returns with it",
)
def _(rules: Amendment) -> None:
    from reference_engine import zones

    @rules.instead(zones.remove_from_game)
    def but_not_the_bound(original: Rule, game: Game, obj: GameObject) -> Any:
        if obj.phase == INDIRECT and obj.zone == "battlefield":
            return None
        return original(game, obj)


@mutant(
    "companions-are-not-seen-to-leave",
    "603.10b",
    "702.26g/a",
    title="Abilities that watch for phasing out miss what goes out with its host",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._out)
    def only_the_hosts(original: Rule, game: Game, leaving: list[GameObject], happen: Any, rule: str) -> Any:
        def first(kind: str, why: str | None = None, **fields: Any) -> None:
            if kind != "phased_out" or why != "702.26g":
                happen(kind, why, **fields)

        return original(game, leaving, first, rule)


@mutant("companions-are-not-seen-to-arrive", "702.26g/c", title="Abilities that watch for phasing in miss what comes with its host")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._in)
    def only_the_hosts(original: Rule, game: Game, returning: list[GameObject], happen: Any, rule: str, tapped: Any) -> Any:
        def first(kind: str, why: str | None = None, **fields: Any) -> None:
            if kind != "phased_in" or why != "702.26g":
                happen(kind, why, **fields)

        return original(game, returning, first, rule, tapped)
