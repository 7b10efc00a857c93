"""Effects on permanents and spells where they are: counters, attaching, damage, countering, transforming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine import attachments, counters, damage, stack
from reference_engine.decisions import Pick
from reference_engine.objects import GameObject

from .abilities import Effect, Steps
from .amounts import Amount
from .base import Wording, listing, word
from .resolving import find
from .selectors import Filter, Objects, Players

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "put_counters")
class PutCounters(Effect):
    kind: str
    on: Objects = Objects("this")
    count: Amount = Amount(1)

    def resolve(self, ctx: Context) -> Steps:
        n = self.count.of(ctx)  # before `find`, which changes what "those" are
        found = yield from find(self.on, ctx)
        with ctx.game.batch("122.6"):
            ctx.last = [obj for obj in found if counters.put(ctx.game, obj, self.kind, n)]

    def was_done(self, ctx: Context) -> bool:
        return bool(ctx.last)

    def text(self, w: Wording) -> str:
        on = f"each of {self.on.text(w)}" if self.on.how == "each" else self.on.text(w)
        if self.count.kind == "number_of":
            return f"put a {self.kind} counter on {on} for each of {self.count.value.text(w)}"
        return f"put {self.count.counted(w, self.kind + ' counter')} on {on.replace('each of all', 'each of the')}"


@word("effect", "remove_counters")
class RemoveCounters(Effect):
    kind: str
    from_: Objects = Objects("this")
    count: Amount | None = Amount(1)
    every: bool = False  # all of that kind

    def resolve(self, ctx: Context) -> Steps:
        total = 0
        for obj in (yield from find(self.from_, ctx)):
            n = obj.counters.get(self.kind, 0) if self.every or self.count is None else self.count.of(ctx)
            total += counters.remove(ctx.game, obj, self.kind, n)
        ctx.last_amount = total

    def text(self, w: Wording) -> str:
        what = f"all {self.kind} counters" if self.every or self.count is None else self.count.counted(w, self.kind + " counter")
        return f"remove {what} from {self.from_.text(w)}"


@word("effect", "proliferate")
class Proliferate(Effect):
    """Rule 701.34: any number of permanents and players with counters get one more of each kind."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        pool: list[Any] = [obj for obj in game.battlefield if any(obj.counters.values())]
        pool += [player for player in game.in_turn_order() if any(game.player_counters[player].values())]
        picked = (yield Pick("choose", ctx.controller, pool, 0, None, ctx.source)) if pool else []
        ctx.last = [thing for thing in picked if isinstance(thing, GameObject)]
        for thing in picked:
            if isinstance(thing, GameObject):
                for kind in list(thing.counters):
                    counters.put(game, thing, kind, 1, "701.34a")
            else:
                for kind in game.player_counters[thing]:
                    game.player_counters[thing][kind] += 1

    def text(self, w: Wording) -> str:
        return "proliferate"


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


@word("effect", "attach_to_another")
class AttachToAnother(Effect):
    """Attaches an Aura to another object than it is on; it stays where it is if the rules forbid that (rules 303.4j, 701.3b).

    Decides: its controller, to which of those that fit (`choose`).
    """

    what: Objects
    to: Filter

    def resolve(self, ctx: Context) -> Steps:
        for what in (yield from find(self.what, ctx)):
            pool = [obj for obj in self.to.find(ctx) if obj is not what.attached_to and obj is not what]
            if not pool:
                continue
            to = yield Pick("choose", ctx.controller, pool, source=ctx.source, one=True)
            if attachments.may_be_attached(ctx.game, what, to):
                attachments.attach(ctx.game, what, to, "701.3a")

    def text(self, w: Wording) -> str:
        return f"attach {self.what.text(w)} to another {self.to.noun(w)}"


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
    exile_instead: bool = False  # a creature that it damages is exiled if it would die this turn

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
        dealt = 0
        with ctx.game.batch("120.3"):
            for thing in to:
                if got := damage.deal(ctx.game, [(source, thing, n)]):
                    dealt += got
                    if self.exile_instead and isinstance(thing, GameObject) and thing.is_type("Creature"):
                        thing.memory["exiled_if_it_dies"] = ctx.game.turn_serial
        ctx.last_amount = dealt

    def text(self, w: Wording) -> str:
        to = [part.text(w) for part in (self.to, self.players) if part is not None]
        if self.to is not None and self.to.how == "each" and self.to.filter is not None:
            to[0] = f"each {self.to.filter.noun(w)}"
        if self.any_target:
            to.append(w.target(0))
        source = self.by.text(w) if self.by.how != "this" else w.this if w.this != "this spell" else w.name
        if self.amount.fixed is None and self.amount.kind not in ("x", "kicked", "that_much"):
            return f"{source} deals damage to {listing(to)} equal to {self.amount.text(w)}{self._instead()}"
        return f"{source} deals {self.amount.text(w)} damage to {listing(to)}{self._instead()}"

    def _instead(self) -> str:
        return ". If a creature dealt damage this way would die this turn, exile it instead" if self.exile_instead else ""


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
    """Not what is daybound or nightbound: only those abilities turn it over (rules 702.145b, 702.145e)."""

    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        found = [obj for obj in self.what.find(ctx) if obj.double_faced]
        found = [obj for obj in found if not obj.has_keyword("daybound") and not obj.has_keyword("nightbound")]
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
