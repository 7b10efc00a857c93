"""Effects that last: changes of characteristics and control for a duration (rules 611.2, 613)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.objects import GameObject

from .abilities import Effect, Steps, again
from .amounts import Amount, Condition
from .base import Wording, word
from .resolving import Duration, duration_text, find, hold
from .selectors import Objects, Players
from .statics import CantActivate, CantAttack, CantBlock, DoesntUntap, Modification, PreventDamage, Static

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "modify")
class Modify(Effect):
    """Changes characteristics or control for a duration, of what fits now (rule 611.2c); amounts are settled now (608.2h).

    `as` is what is done, in the words of the static `modify` without its subject. Durations: as `hold` has them.
    """

    what: Objects
    as_: dict[str, Any]
    until: Duration = "end_of_turn"
    while_: Condition | None = None

    def __post_init__(self) -> None:
        self._modification()
        if self.until == "as_long_as" and self.while_ is None:
            raise ValueError("'while' is missing: as long as what?")

    def _modification(self) -> Modification:
        from .base import fill

        made: Modification = fill(Modification, {"what": "those", **self.as_}, False, "as")
        return made

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if found:
            yield from hold(ctx, self._static(ctx), list(found), self.until, self.while_)
            ctx.game.refresh()

    def _static(self, ctx: Context) -> Modification:
        made = self._modification()
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
        made = self._modification()
        what = self.what.text(w)
        several = self.what.how in ("each", "those") or what.startswith(("those", "any number", "two", "X", "up to two"))
        if made.control is not None and made.control.who == "you":
            rest = Modification(made.what, keywords=made.keywords, power=made.power, toughness=made.toughness)
            more = rest.predicate(w)
            gained = f"gain control of {what}{self._duration(w)}"
            return gained if not more else f"{gained}. It {more}{duration_text('end_of_turn')}"
        predicate = made.predicate(w, "have" if several else "has", "get" if several else "gets")
        predicate = predicate.replace("have ", "gain ", 1) if several and made.keywords and made.power is None else predicate
        predicate = predicate.replace(" and has ", " and gains ").replace(" and have ", " and gain ")
        predicate = predicate.replace("has ", "gains ", 1) if not several and made.keywords and made.power is None else predicate
        if predicate.startswith(("is ", "are ")):
            predicate = f"become{'' if several else 's'} {predicate.partition(' ')[2]}"
        return f"{what} {predicate}{self._duration(w)}"

    def _duration(self, w: Wording) -> str:
        special = {
            "as_long_as_source": f" for as long as {w.this} remains on the battlefield",
            "as_long_as_controlled": f" for as long as you control {w.this}",
            "as_long_as_source_tapped": f" for as long as {w.this} remains tapped",
            "as_long_as_affected_tapped": " for as long as it remains tapped",
            "as_long_as_affected_enchanted": " for as long as that creature is enchanted",
        }
        if self.until == "as_long_as" and self.while_ is not None:
            first, w.targets = w.targets, [again(target) for target in w.targets]
            condition = self.while_.text(w)
            w.targets = first
            return f" for as long as {condition}"
        return special.get(self.until, duration_text(self.until))


class FixedPlayer(Players):
    """One certain player, settled when an effect began."""

    def __init__(self, player: str) -> None:
        super().__init__("fixed")
        object.__setattr__(self, "player", player)

    def find(self, ctx: Context) -> list[str]:
        return [self.player] if ctx.game.is_in(self.player) else []  # type: ignore[attr-defined]


@word("effect", "exchange_control")
class ExchangeControl(Effect):
    """Rule 701.12: all or nothing. Without `other`, `one` names both."""

    one: Objects
    other: Objects | None = None

    def resolve(self, ctx: Context) -> Steps:
        both = [*self.one.find(ctx), *(self.other.find(ctx) if self.other is not None else ())]
        if len(both) != 2 or both[0].controller == both[1].controller:
            return
        players = [obj.controller for obj in reversed(both)]
        for obj, player in zip(both, players, strict=True):
            static = Modification(Objects("those"), control=FixedPlayer(player))
            yield from hold(ctx, static, [obj], "indefinitely")

    def text(self, w: Wording) -> str:
        return f"exchange control of {self.one.text(w)}" + (f" and {self.other.text(w)}" if self.other is not None else "")


@word("effect", "state")
class StartStatic(Effect):
    """A statement that is true for a duration, as `{state: {what: {prevent_damage: ...}, until: end_of_turn}}`.

    With `about` it is about what that names now; otherwise about whatever fits later too (rule 611.2c).
    """

    what: Static
    until: Duration = "end_of_turn"
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
        if self.about is not None:
            w.those = self.about.text(w)
        statement = self.what.text(w)[:-1]
        if self.until == "end_of_turn" and isinstance(self.what, (CantAttack, CantBlock)):
            return f"{statement} this turn"
        if statement.startswith("If "):
            return f"{duration_text(self.until).strip()}, {statement[0].lower()}{statement[1:]}"
        return f"{statement}{duration_text(self.until) or Modify._duration(Modify(Objects('this'), {}, self.until), w)}"


@word("effect", "detain")
class Detain(Effect):
    """Until your next turn they can't attack or block and their activated abilities can't be activated (rule 701.35)."""

    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        found = list((yield from find(self.what, ctx)))
        for static in (CantAttack(Objects("those")), CantBlock(Objects("those")), CantActivate(Objects("those"))):
            if found:
                yield from hold(ctx, static, found, "your_next_turn")

    def text(self, w: Wording) -> str:
        return f"detain {self.what.text(w)}"


@word("effect", "keep_tapped")
class KeepTapped(Effect):
    """They don't untap during their controllers' untap steps for a duration (as_long_as_source, ...)."""

    what: Objects
    until: Duration

    def resolve(self, ctx: Context) -> Steps:
        found = yield from find(self.what, ctx)
        if found:
            yield from hold(ctx, DoesntUntap(Objects("those")), list(found), self.until)

    def text(self, w: Wording) -> str:
        duration = Modify._duration(Modify(Objects("this"), {}, self.until), w)
        return f"{self.what.text(w)} doesn't untap during its controller's untap step{duration}"
