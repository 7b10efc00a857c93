"""Effects that phase permanents out and in, and that tap and untap them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reference_engine import durations, phasing, untapping
from reference_engine.decisions import Pick
from reference_engine.untap_step import UntapLock

from .abilities import Effect, Steps
from .base import Wording, number, word
from .resolving import Duration, duration_text, find, frozen, hold
from .selectors import Filter, Objects, Players
from .statics import CantPhaseIn

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "phase_out")
class PhaseOut(Effect):
    """`until: leaves` (this leaves the battlefield) or `planeswalk` hold it out (rule 610.4); `cant_phase_in` names a duration."""

    what: Objects
    until: Literal["leaves", "planeswalk"] | None = None
    tapped: bool = False
    cant_phase_in: Duration | None = None

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        found = yield from find(self.what, ctx)
        if self.until and durations.already_over(game, self.until, ctx.source, ctx.since):
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
        several = " and " in what or "targets" in what or what.startswith(("those", "any number", "up to X", "up to two"))
        verb = "phase" if self.what.how == "each" or several else "phases"
        if self.until:
            tail = f" until {w.this} leaves the battlefield" if self.until == "leaves" else " until a player planeswalks"
        else:
            tail = ""
        tapped = ". Tap it as it phases in this way" if self.tapped else ""
        held = f" for as long as you control {w.this}" if self.cant_phase_in == "as_long_as_controlled" else ""
        if self.cant_phase_in == "as_long_as_source_tapped":
            held = f" for as long as {w.this} remains tapped"
        held = held or duration_text(self.cant_phase_in or "")
        cant = f". {'They' if verb == 'phase' else 'It'} can't phase in{held}" if self.cant_phase_in else ""
        return f"{what} {verb} out{tail}{tapped}{cant}"


@word("effect", "phase_out_all_but_chosen")
class PhaseOutAllButChosen(Effect):
    """Each player, starting with you, keeps up to so many of their permanents; this stays too, all others phase out."""

    keep: int

    def resolve(self, ctx: Context) -> Steps:
        kept = [ctx.source]
        for player in ctx.game.in_turn_order(ctx.controller):
            own = [obj for obj in ctx.game.battlefield if obj.controller == player]
            if own:
                kept += yield Pick("choose", player, own, 0, min(self.keep, len(own)), ctx.source)
        ctx.last = phasing.phase_out(ctx.game, [obj for obj in ctx.game.battlefield if obj not in kept])

    def text(self, w: Wording) -> str:
        return (
            f"starting with you, each player chooses up to {number(self.keep)} permanents they control. All permanents other than {w.this} "
            "that weren't chosen this way phase out"
        )


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
    """They don't untap during the next untap step of their controller, of `player`, or of a player for all that fits (`all_of`)."""

    what: Objects | None = None
    player: Players | None = None
    all_of: Filter | None = None
    everyone: bool = False  # `all_of` whoever controls it, in that player's step

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if self.all_of is not None:
            for player in (self.player or Players("you")).find(ctx):
                game.untap_locks.append(UntapLock(player, None, self.all_of, frozen(ctx), self.everyone))
            return
        assert self.what is not None
        found = yield from find(self.what, ctx)
        if found:
            owner = self.player.find(ctx)[0] if self.player is not None else None
            game.untap_locks.append(UntapLock(owner, list(found)))

    def text(self, w: Wording) -> str:
        if self.all_of is not None:
            player = (self.player or Players("you")).text(w)
            control = "control" if player == "you" else "controls"
            noun = self.all_of.noun(w, plural=True).replace(" or ", " and ")
            if self.everyone:
                return f"{noun} don't untap during {player}'s next untap step"
            if player == "you":
                return f"{noun} you control don't untap during your next untap step"
            return f"{noun} {player} {control} don't untap during their next untap step"
        assert self.what is not None
        what = self.what.text(w)
        several = self.what.how in ("each", "those") or " and " in what or what.startswith("those")
        if self.player is not None and self.player.who != "you":
            return f"{what} {'do' if several else 'does'}n't untap during {self.player.text(w)}'s next untap step"
        whose = "your" if self.player is not None else "their controllers'" if several else "its controller's"
        return f"{what} {'do' if several else 'does'}n't untap during {whose} next untap step"
