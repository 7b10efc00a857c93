"""Effects on objects: phasing, tapping, moving, counters, control, attaching, damage to permanents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine import attachments, casting, counters, damage, durations, phasing, stack, untapping, zones
from reference_engine.continuous_effects import ContinuousEffect
from reference_engine.decisions import Pick
from reference_engine.objects import GameObject
from reference_engine.untap_step import UntapLock

from .abilities import Effect, Steps
from .amounts import Amount, Condition
from .base import Wording, listing, number, word
from .selectors import Filter, Objects, Players
from .statics import CantPhaseIn, DoesntUntap, Modification, PreventDamage, Static

if TYPE_CHECKING:
    from reference_engine.context import Context


def find(objects: Objects, ctx: Context) -> Steps:
    """The objects that an effect names; asks if it lets a player choose. Leaves them in `ctx.last`."""
    if objects.how != "choose":
        found = objects.find(ctx)
    else:
        assert objects.filter is not None
        assert objects.by is not None
        found = []
        for player in objects.by.find(ctx):
            pool = [obj for obj in objects.filter.find(ctx) if not _of_other(objects, obj, player)]
            most = len(pool) if objects.count < 0 else min(objects.count, len(pool))
            least = 0 if objects.up_to or objects.count < 0 else most
            if most:
                found += yield Pick("choose", player, pool, least, most, ctx.source)
    ctx.last = found
    return found


def _of_other(objects: Objects, obj: GameObject, player: str) -> bool:
    """Where each player chooses among their own."""
    return objects.by is not None and objects.by.who in ("each_player", "each_opponent") and obj.controller != player


def _duration_text(duration: str) -> str:
    return {
        "end_of_turn": " until end of turn", "your_next_turn": " until your next turn", "planeswalk": " until a player planeswalks",
        "planeswalk_from_plane": " until a player planeswalks away from a plane", "indefinitely": "",
        "as_long_as_source": " for as long as this remains on the battlefield", "end_of_combat": " until end of combat",
    }.get(duration, "")  # fmt: skip


@word("effect", "phase_out")
class PhaseOut(Effect):
    """`until: leaves` (this leaves the battlefield) or `planeswalk` hold it out (rule 610.4); `cant_phase_in` names a duration."""

    what: Objects
    until: str | None = None
    tapped: bool = False
    cant_phase_in: str | None = None

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        found = yield from find(self.what, ctx)
        if self.until and durations.already_over(game, self.until, ctx.source, _since(ctx)):
            ctx.last = []
            return
        gone = phasing.phase_out(game, found)
        if self.until:
            game.until_effects.append(durations.Until("phase_in", ctx.source, self.until, gone, ctx.controller, self.tapped))
        if self.cant_phase_in:
            yield from hold(ctx, CantPhaseIn(Objects("those")), gone, self.cant_phase_in)
        ctx.last = gone

    def text(self, w: Wording) -> str:
        what = self.what.text(w)
        verb = (
            "phase"
            if self.what.how == "each" or " and " in what or "targets" in what or what.startswith(("those", "any number"))
            else "phases"
        )
        if self.until:
            tail = f" until {w.this} leaves the battlefield" if self.until == "leaves" else " until a player planeswalks"
        else:
            tail = ""
        tapped = ". Tap it as it phases in this way" if self.tapped else ""
        cant = f". It can't phase in{_duration_text(self.cant_phase_in)}" if self.cant_phase_in else ""
        return f"{what} {verb} out{tail}{tapped}{cant}"


def _since(ctx: Context) -> int:
    """The moment from which an "until" event counts: when the ability went on the stack or triggered."""
    return int((ctx.event or {}).get("_moment", 0))


@word("effect", "phase_in")
class PhaseIn(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if self.what.how == "linked":
            found = [obj for obj in (ctx.source.memory.get(self.what.key, ()) if ctx.source else ()) if obj.exists]
        elif self.what.how == "those":
            found = [obj for obj in ctx.last if obj.exists]
        else:
            found = self.what.find(ctx)
        ctx.last = phasing.phase_in(game, found)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} phase{'' if self.what.how in ('each', 'those') else 's'} in"


@word("effect", "exchange_phases")
class ExchangePhases(Effect):
    """All phased-out ones phase in and at the same time all of the others phase out (Time and Tide)."""

    incoming: Filter
    outgoing: Filter

    def resolve(self, ctx: Context) -> Steps:
        phasing.exchange(ctx.game, self.outgoing.find(ctx), self.incoming.find(ctx), "702.26b")
        return
        yield

    def text(self, w: Wording) -> str:
        return f"simultaneously, all {self.incoming.noun(w, plural=True)} phase in and all {self.outgoing.noun(w, plural=True)} phase out"


@word("effect", "tap")
class Tap(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        untapping.tap(ctx.game, found)

    def text(self, w: Wording) -> str:
        return f"tap {self.what.text(w)}"


@word("effect", "untap")
class Untap(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        yield from untapping.untap_all(ctx.game, found)

    def text(self, w: Wording) -> str:
        return f"untap {self.what.text(w)}"


@word("effect", "tap_or_untap")
class TapOrUntap(Effect):
    """You may tap or untap it (rule 608.2d): `may`, true to untap where it is tapped, to tap where it is not."""

    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        from reference_engine.decisions import YesNo

        for obj in (yield from find(self.what, ctx)):
            if (yield YesNo("may", ctx.controller, ctx.source)):
                if obj.tapped:
                    yield from untapping.untap_all(ctx.game, [obj])
                else:
                    untapping.tap(ctx.game, [obj])

    def text(self, w: Wording) -> str:
        return f"you may tap or untap {self.what.text(w)}"


@word("effect", "dont_untap_next")
class DontUntapNext(Effect):
    """They don't untap during the next untap step: their controller's, yours (`player`), or that of a player for all that fits (`all_of`)."""

    what: Objects | None = None
    player: Players | None = None
    all_of: Filter | None = None

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if self.all_of is not None:
            for player in (self.player or Players("you")).find(ctx):
                game.untap_locks.append(UntapLock(player, None, self.all_of, ctx))
            return
        assert self.what is not None
        found = yield from find(self.what, ctx)
        if found:
            owner = self.player.find(ctx)[0] if self.player is not None else None
            game.untap_locks.append(UntapLock(owner, list(found)))

    def text(self, w: Wording) -> str:
        if self.all_of is not None:
            player = (self.player or Players("you")).text(w)
            return f"{self.all_of.noun(w, plural=True)} {player} control{'' if player == 'you' else 's'} don't untap during their next untap step"
        assert self.what is not None
        what = self.what.text(w)
        several = self.what.how in ("each", "those") or " and " in what or what.startswith("those")
        whose = "your" if self.player is not None else "their controllers'" if several else "its controller's"
        return f"{what} {'do' if several else 'does'}n't untap during {whose} next untap step"


@word("effect", "destroy")
class Destroy(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        found = yield from find(self.what, ctx)
        with game.batch("701.8a"):
            ctx.last = [obj for obj in found if not obj.has_keyword("indestructible") and zones.move(game, obj, "graveyard", "701.8a")]

    def text(self, w: Wording) -> str:
        return f"destroy {self.what.text(w)}"


@word("effect", "sacrifice")
class Sacrifice(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if self.what.how in ("this", "it", "those", "linked"):
            found = [obj for obj in found if obj.controller == ctx.controller or self.what.how != "this"]
        ctx.last = casting.sacrifice(ctx.game, found)

    def text(self, w: Wording) -> str:
        if self.what.how == "choose" and self.what.by is not None and self.what.by.who != "you":
            assert self.what.filter is not None
            return f"{self.what.by.text(w)} sacrifices a {self.what.filter.noun(w)}"
        return f"sacrifice {self.what.text(w)}"


class _Move(Effect):
    """A move to a zone; `until: leaves` brings exiled cards back when this leaves the battlefield (rule 610.3)."""

    what: Objects
    zone = ""

    def move(self, ctx: Context, remember: str | None = None, until: str | None = None, bottom: bool = False) -> Steps:
        game = ctx.game
        found = yield from find(self.what, ctx)
        if until and durations.already_over(game, "leaves", ctx.source, 0):
            ctx.last = []
            return
        moved = []
        with game.batch("400.7"):
            for obj in found:
                new = zones.move(game, obj, self.zone, "400.7", bottom=bottom)
                if new is not None:
                    moved.append(new)
        if remember and ctx.source is not None:
            ctx.source.memory[remember] = [*ctx.source.memory.get(remember, ()), *moved]
        if until:
            what = "return_to_hand" if until == "leaves_to_hand" else "return"
            game.until_effects.append(durations.Until(what, ctx.source, "leaves", moved, ctx.controller, False))
        ctx.last = moved


@word("effect", "exile")
class Exile(_Move):
    what: Objects
    until: str | None = None
    remember: str | None = None

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx, self.remember, self.until)

    def text(self, w: Wording) -> str:
        return f"exile {self.what.text(w)}{f' until {w.this} leaves the battlefield' if self.until else ''}"


Exile.zone = "exile"


@word("effect", "return_to_hand")
class ReturnToHand(_Move):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx)

    def text(self, w: Wording) -> str:
        several = self.what.how == "each"
        return f"return {self.what.text(w)} to {'their owners' if several else 'its owner'}{chr(39)}{'' if several else 's'} hand"


ReturnToHand.zone = "hand"


@word("effect", "put_in_graveyard")
class PutInGraveyard(_Move):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx)

    def text(self, w: Wording) -> str:
        return f"put {self.what.text(w)} into its owner's graveyard"


PutInGraveyard.zone = "graveyard"


@word("effect", "put_into_library")
class PutIntoLibrary(_Move):
    """On top, or on the bottom."""

    what: Objects
    bottom: bool = False

    def resolve(self, ctx: Context) -> Steps:
        yield from self.move(ctx, bottom=self.bottom)

    def text(self, w: Wording) -> str:
        return f"put {self.what.text(w)} on {'the bottom' if self.bottom else 'top'} of its owner's library"


PutIntoLibrary.zone = "library"


@word("effect", "return_to_battlefield")
class ReturnToBattlefield(Effect):
    """`under: you` or `owner`; `tapped`; `transformed`. `what: it` is what the effect before moved."""

    what: Objects
    under: str = "owner"
    tapped: bool = False
    transformed: bool = False
    counters: dict[str, int] | None = None

    def resolve(self, ctx: Context) -> Steps:
        made = []
        for obj in (yield from find(self.what, ctx)):
            controller = obj.owner if self.under == "owner" else ctx.controller
            if not ctx.game.is_in(controller):
                continue
            new = yield from zones.put_onto_battlefield(
                ctx.game, obj, controller, "400.7", tapped=self.tapped, transformed=self.transformed, counters=self.counters
            )
            if new is not None:
                made.append(new)
        ctx.last = made

    def text(self, w: Wording) -> str:
        how = "tapped " if self.tapped else ""
        whose = "its owner's" if self.under == "owner" else "your"
        return f"return {self.what.text(w)} to the battlefield {how}under {whose} control"


@word("effect", "put_counters")
class PutCounters(Effect):
    kind: str
    on: Objects = Objects("this")
    count: Amount = Amount(1)

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.on, ctx)
        n = self.count.of(ctx)
        with ctx.game.batch("122.6"):
            for obj in found:
                counters.put(ctx.game, obj, self.kind, n)

    def text(self, w: Wording) -> str:
        on = f"each of {self.on.text(w)}" if self.on.how == "each" else self.on.text(w)
        return f"put {self.count.counted(w, self.kind + ' counter')} on {on.replace('each of all', 'each of the')}"


@word("effect", "remove_counters")
class RemoveCounters(Effect):
    kind: str
    from_: Objects = Objects("this")
    count: Amount | None = Amount(1)  # `all` is written null

    def resolve(self, ctx: Context) -> Steps:
        total = 0
        for obj in (yield from find(self.from_, ctx)):
            n = obj.counters.get(self.kind, 0) if self.count is None else self.count.of(ctx)
            total += counters.remove(ctx.game, obj, self.kind, n)
        ctx.last_amount = total

    def text(self, w: Wording) -> str:
        what = f"all {self.kind} counters" if self.count is None else self.count.counted(w, self.kind + " counter")
        return f"remove {what} from {self.from_.text(w)}"


@word("effect", "proliferate")
class Proliferate(Effect):
    """Rule 701.34: any number of permanents and players with counters get one more of each kind."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        pool: list[Any] = [obj for obj in game.battlefield if any(obj.counters.values())]
        pool += [player for player in game.in_turn_order() if any(game.player_counters[player].values())]
        picked = (yield Pick("choose", ctx.controller, pool, 0, None, ctx.source)) if pool else []
        for thing in picked:
            if isinstance(thing, GameObject):
                for kind in list(thing.counters):
                    counters.put(game, thing, kind, 1, "701.34a")
            else:
                for kind in game.player_counters[thing]:
                    game.player_counters[thing][kind] += 1

    def text(self, w: Wording) -> str:
        return "proliferate"


def hold(ctx: Context, static: Static, affected: list[GameObject] | None, duration: str, condition: Condition | None = None) -> Steps:
    """Starts a continuous effect for a duration; none if the duration is over before it begins (rule 611.2b)."""
    game = ctx.game
    effect = ContinuousEffect(static, _frozen(ctx), duration, game.stamp(), affected)
    source = ctx.source
    if duration == "as_long_as_source":
        effect.holds = lambda: source is not None and source.visible and source.zone == "battlefield"
    elif duration == "as_long_as_controlled":
        effect.holds = lambda: source is not None and source.visible and source.controller == effect.controller
    elif duration == "as_long_as_source_tapped":
        effect.holds = lambda: source is not None and source.visible and source.tapped
    elif duration == "as_long_as_affected_tapped":
        effect.holds = lambda: all(obj.visible and obj.tapped for obj in affected or ())
    elif duration == "as_long_as":
        assert condition is not None
        asked = condition
        effect.holds = lambda: source is not None and source.visible and asked.holds(effect.context)
    if effect.holds is not None and not effect.holds():
        return
    game.continuous_effects.append(effect)
    game.changed()
    return
    yield


def _frozen(ctx: Context) -> Context:
    """The point of view as it is now, since the resolving object's context goes on."""
    from reference_engine.context import Context as ContextClass

    frozen = ContextClass(ctx.game, ctx.source, ctx.controller, [list(slot) for slot in ctx.targets], ctx.event, ctx.x)
    frozen.last, frozen.last_amount, frozen.kicked = list(ctx.last), ctx.last_amount, ctx.kicked
    return frozen


_LIST = "end_of_turn, your_next_turn, indefinitely, planeswalk, as_long_as_source, as_long_as_controlled, as_long_as_source_tapped"


@word("effect", "modify")
class Modify(Effect):
    """Changes characteristics or control for a duration, of what fits now (rule 611.2c); amounts are settled now (608.2h).

    `as` is what is done, in the words of the static `modify` without its subject. Durations: as `hold` has them.
    """

    what: Objects
    as_: dict[str, Any]
    until: str = "end_of_turn"
    while_: Condition | None = None

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if not found and ctx.game.edition.has("resolved_effects_skip_phased_out"):
            return
        static = self._static(ctx)
        if found:
            yield from hold(ctx, static, list(found), self.until, self.while_)
            ctx.game.refresh()

    def _static(self, ctx: Context) -> Modification:
        from .base import fill

        made: Modification = fill(Modification, {"what": "those", **self.as_}, False, "modify")
        fixed = {}
        for name in ("power", "toughness", "set_power", "set_toughness"):
            amount = getattr(made, name)
            if amount is not None and amount.fixed is None:
                fixed[name] = Amount(amount.of(ctx))
        control = made.control
        if control is not None and control.who != "you":
            player = control.find(ctx)
            if player and player[0] != ctx.controller:
                fixed["control"] = FixedPlayer(player[0])  # type: ignore[assignment]
        if not fixed:
            return made
        import dataclasses

        return dataclasses.replace(made, **fixed)  # type: ignore[arg-type]

    def text(self, w: Wording) -> str:
        from .base import fill

        made: Modification = fill(Modification, {"what": "those", **self.as_}, False, "modify")
        what = self.what.text(w)
        several = self.what.how in ("each", "those") or what.startswith(("those", "any number", "two", "X", "up to two"))
        if made.control is not None and made.control.who == "you":
            rest = Modification(made.what, keywords=made.keywords, power=made.power, toughness=made.toughness)
            more = rest.predicate(w)
            gained = f"gain control of {what}{self._duration(w)}"
            return gained if not more else f"{gained}. It {more}{_duration_text('end_of_turn')}"
        predicate = made.predicate(w, "have" if several else "has", "get" if several else "gets")
        predicate = predicate.replace("have ", "gain ", 1) if several and made.keywords and made.power is None else predicate
        predicate = predicate.replace("has ", "gains ", 1) if not several and made.keywords and made.power is None else predicate
        return f"{what} {predicate}{self._duration(w)}"

    def _duration(self, w: Wording) -> str:
        special = {
            "as_long_as_source": f" for as long as {w.this} remains on the battlefield",
            "as_long_as_controlled": f" for as long as you control {w.this}",
            "as_long_as_source_tapped": f" for as long as {w.this} remains tapped",
            "as_long_as_affected_tapped": " for as long as it remains tapped",
        }
        if self.until == "as_long_as" and self.while_ is not None:
            return f" for as long as {self.while_.text(w)}"
        return special.get(self.until, _duration_text(self.until))


class FixedPlayer(Players):
    """One certain player, settled when an effect began."""

    def __init__(self, player: str) -> None:
        super().__init__("fixed")
        object.__setattr__(self, "player", player)

    def find(self, ctx: Context) -> list[str]:
        return [self.player] if ctx.game.is_in(self.player) else []  # type: ignore[attr-defined]


@word("effect", "exchange_control")
class ExchangeControl(Effect):
    """Rule 701.12: all or nothing."""

    one: Objects
    other: Objects

    def resolve(self, ctx: Context) -> Steps:
        first, second = self.one.find(ctx), self.other.find(ctx)
        if len(first) != 1 or len(second) != 1 or first[0].controller == second[0].controller:
            return
        a, b = first[0].controller, second[0].controller
        for obj, player in ((first[0], b), (second[0], a)):
            static = Modification(Objects("those"), control=FixedPlayer(player))
            yield from hold(ctx, static, [obj], "indefinitely")

    def text(self, w: Wording) -> str:
        return f"exchange control of {self.one.text(w)} and {self.other.text(w)}"


@word("effect", "state")
class StartStatic(Effect):
    """A statement that is true for a duration, as `{state: {what: {prevent_damage: ...}, until: end_of_turn}}`.

    With `about` it is about what that names now; otherwise about whatever fits later too (rule 611.2c).
    """

    what: Static
    until: str = "end_of_turn"
    about: Objects | None = None

    def resolve(self, ctx: Context) -> Steps:
        affected: list[GameObject] | None = None
        if self.about is not None:
            affected = list((yield from find(self.about, ctx)))
            if not affected:
                return
        yield from hold(ctx, self.what, affected, self.until)

    def text(self, w: Wording) -> str:
        if self.until == "end_of_turn" and isinstance(self.what, PreventDamage):
            return f"{self.what.text(w)[:-1]} this turn"
        return f"{self.what.text(w)[:-1]}{_duration_text(self.until) or Modify._duration(Modify(Objects('this'), {}, self.until), w)}"


@word("effect", "keep_tapped")
class KeepTapped(Effect):
    """They don't untap during their controllers' untap steps for a duration (as_long_as_source, ...)."""

    what: Objects
    until: str

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if found:
            yield from hold(ctx, DoesntUntap(Objects("those")), list(found), self.until)

    def text(self, w: Wording) -> str:
        duration = Modify._duration(Modify(Objects("this"), {}, self.until), w)
        return f"{self.what.text(w)} doesn't untap during its controller's untap step{duration}"


@word("effect", "attach")
class Attach(Effect):
    """Attaches one object to another; nothing happens if the rules forbid it or either cannot be seen (rule 701.3)."""

    what: Objects
    to: Objects

    def resolve(self, ctx: Context) -> Steps:
        what = yield from find(self.what, ctx)
        to = yield from find(self.to, ctx)
        if what and to and attachments.may_be_attached(ctx.game, what[0], to[0]):
            attachments.attach(ctx.game, what[0], to[0], "701.3a")

    def text(self, w: Wording) -> str:
        return f"attach {self.what.text(w)} to {self.to.text(w)}"


@word("effect", "unattach")
class Unattach(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        for obj in (yield from find(self.what, ctx)):
            attachments.unattach(ctx.game, obj, "701.3d")

    def text(self, w: Wording) -> str:
        return f"unattach {self.what.text(w)}"


@word("effect", "damage")
class Damage(Effect):
    """`to` objects, `players`, or `any_target` (the target, whatever it is)."""

    amount: Amount
    to: Objects | None = None
    players: Players | None = None
    any_target: bool = False
    by: Objects = Objects("this")

    def resolve(self, ctx: Context) -> Steps:
        n = self.amount.of(ctx)
        sources = ctx.last_known(self.by)
        source = sources[0] if sources else ctx.source
        to: list[Any] = []
        if self.to is not None:
            to += yield from find(self.to, ctx)
        if self.players is not None:
            to += self.players.find(ctx)
        if self.any_target:
            to += [t for t in (ctx.targets[0] if ctx.targets else []) if isinstance(t, str) or t.visible]
        ctx.last_amount = damage.deal(ctx.game, [(source, thing, n) for thing in to])

    def text(self, w: Wording) -> str:
        to = [part.text(w).replace("all ", "each ", 1) for part in (self.to, self.players) if part is not None]
        if self.any_target:
            to.append(w.target(0))
        return f"{self.by.text(w) if self.by.how != 'this' else w.this} deals {self.amount.text(w)} damage to {listing(to)}"


@word("effect", "fight")
class Fight(Effect):
    one: Objects
    other: Objects

    def resolve(self, ctx: Context) -> Steps:
        first, second = self.one.find(ctx), self.other.find(ctx)
        if first and second:
            a, b = first[0], second[0]
            damage.deal(ctx.game, [(a, b, a.characteristics.power or 0), (b, a, b.characteristics.power or 0)])
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.one.text(w)} fights {self.other.text(w)}"


@word("effect", "counter")
class CounterSpell(Effect):
    """Counters the targeted spell or ability (rule 701.6)."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        targets: list[Any] = [t for slot in ctx.targets for t in slot]
        for target in targets:
            item = next((i for i in game.stack if i is target or (i.object is not None and i.object is target)), None)
            if item is not None:
                stack.counter(game, item)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"counter {w.target(0)}"


@word("effect", "transform")
class Transform(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        found = [obj for obj in self.what.find(ctx) if obj.copiable.back is not None]
        with game.batch("701.27a") as happen:
            for obj in found:
                obj.transformed = not obj.transformed
                happen("transformed", object=obj)
            game.changed()
        return
        yield

    def text(self, w: Wording) -> str:
        return f"transform {self.what.text(w)}"


@word("effect", "remember")
class Remember(Effect):
    """Keeps objects for the source's other abilities (linked, rule 607)."""

    what: Objects
    as_: str

    def resolve(self, ctx: Context) -> Steps:
        if ctx.source is not None:
            ctx.source.memory[self.as_] = [*ctx.source.memory.get(self.as_, ()), *self.what.find(ctx)]
        return
        yield

    def text(self, w: Wording) -> str:
        return ""


__all__ = ["number"]
