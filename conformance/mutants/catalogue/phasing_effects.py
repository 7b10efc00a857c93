"""Effects that phase something out, and what else their text says: choices, modes, costs and what comes after (rules 608.2, 702.26b)."""

from __future__ import annotations

import dataclasses
from typing import Any

from conformance.mutants.mutant import mutant
from conformance.mutants.seeing import absent, look_through
from reference_engine import attack_requirements, casting, forms, phasing, stack, targets
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.continuous_effects import statics
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.amounts import Fits, GiftPromised
from reference_engine.vocabulary.classes import GainLevel
from reference_engine.vocabulary.effects_actions import GiftExtraTurn
from reference_engine.vocabulary.effects_objects import Damage, PutCounters
from reference_engine.vocabulary.effects_phasing import PhaseOut
from reference_engine.vocabulary.effects_phasing_choices import PhaseOutAnyOf, PhaseOutChosenKind, PhaseOutExcess
from reference_engine.vocabulary.effects_turns import BeginningOf, FirstOfTurn, NextTurnsUpkeep
from reference_engine.vocabulary.statics import CantPhaseIn, Goaded


@mutant("class-levels-up-while-out", "702.26b/q", title="A Class gains a level while it is out", seen="xmage")
def _(rules: Amendment) -> None:
    @rules.before(GainLevel.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        if ctx.source is not None and ctx.source.exists:
            ctx.source.memory["level"] = self.level


@mutant("counter-follows-what-was-just-sent-out", "608.2c/b", "702.26b/q", title="A spell puts a counter on what it has just sent out")
def _(rules: Amendment) -> None:
    @rules.before(PutCounters.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        for obj in absent(self.on, ctx) if self.on.how == "target" else ():
            obj.counters[self.kind] = obj.counters.get(self.kind, 0) + self.count.of(ctx)


@mutant(
    "phasing-out-comes-last", "608.2c/a", "702.26b/i", title="What a spell is to send out leaves only when all else that it says is done"
)
def _(rules: Amendment) -> None:
    @rules.instead(stack.resolve_top)
    def resolve(original: Any, game: Game) -> Any:
        waiting: list[GameObject] = []
        postponed.append(waiting)
        yield from original(game)
        postponed.pop()
        phasing.phase_out(game, [obj for obj in waiting if obj.zone == "battlefield" and obj.exists])

    postponed: list[list[GameObject]] = []

    @rules.instead(PhaseOut.resolve)
    def out(original: Any, self: Any, ctx: Context) -> Any:
        if self.until or self.cant_phase_in or not postponed or not ctx.game.stack[-1].is_spell:
            yield from original(self, ctx)
        else:
            postponed[-1].extend(self.what.find(ctx))


@mutant("second-phasing-out-brings-back", "702.26b/s", title="A spell that would phase out what is out already brings it back")
def _(rules: Amendment) -> None:
    look_through(rules, targets.is_legal)

    @rules.instead(PhaseOut.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        out = absent(self.what, ctx)
        yield from original(self, ctx)
        phasing.phase_in(ctx.game, out)


@mutant("modes-in-the-order-named", "608.2c/a", title="The modes of a spell are followed in the order in which they were named")
def _(rules: Amendment) -> None:
    @rules.instead(casting._modes)
    def modes(original: Any, body: Any, action: Any) -> Any:
        named = [forms.number(mode, "an entry of 'modes'") for mode in forms.listed(action.get("modes"))]
        return named if sorted(named) == original(body, action) else original(body, action)


@mutant(
    "mode-chosen-twice-has-one-target", "608.2c/a", title="A mode that was chosen twice acts on the target of the first time both times"
)
def _(rules: Amendment) -> None:
    @rules.instead(stack._targets_of_mode)
    def targets_of(original: Any, item: Any, place: int) -> Any:
        return original(item, item.modes.index(item.modes[place]))


@mutant("excess-is-counted-before-anything-goes-out", "702.26b/b", title="All excesses are counted before any of them goes out")
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOutExcess.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        all_chosen: list[GameObject] = []
        for kind in self.kinds:
            before = ctx.game.phased_out_permanents()
            yield from original(dataclasses.replace(self, kinds=(kind,)), ctx)
            chosen = [obj for obj in ctx.game.phased_out_permanents() if obj not in before]
            phasing.phase_in(ctx.game, chosen)
            all_chosen += chosen
        phasing.phase_out(ctx.game, list(dict.fromkeys(all_chosen)))


@mutant("any-card-pays", "118.3/a", title="A cost of exiling cards of a kind can be paid with any card")
def _(rules: Amendment) -> None:
    @rules.instead(casting._pick_any)
    def pick(original: Any, game: Game, player: str, source: GameObject, part: Any, pay: Any, context: Context) -> Any:
        pool = {card.id: card for card in game.zone(player, "hand")}
        named = forms.names(pay.get(part.pay_key), "'pay'")
        return [pool[name] for name in named if name in pool] or original(game, player, source, part, pay, context)


@mutant(
    "next-turns-upkeep-is-the-next-upkeep",
    "603.7/a",
    "500.9/a",
    title="The next turn's upkeep is the next upkeep step, of the same turn too",
)
def _(rules: Amendment) -> None:
    @rules.instead(FirstOfTurn.holds)
    def holds(original: Any, self: Any, fields: Any, ctx: Context) -> bool:
        if isinstance(self, NextTurnsUpkeep):
            return BeginningOf(self.step, self.of).holds(fields, ctx)
        return bool(original(self, fields, ctx))


@mutant("color-is-read-from-the-card", "608.2h/c", title="What a spell asks about its target is asked of the color printed on the card")
def _(rules: Amendment) -> None:
    @rules.before(Fits.holds)
    def holds(self: Any, ctx: Context) -> None:
        for obj in ctx.last_known(self.what):
            obj.characteristics.colors = obj.face.colors


@mutant("gift-without-a-promise", "702.26b/a", title="What a spell does if the gift was promised it does in any case")
def _(rules: Amendment) -> None:
    rules.never(GiftPromised.holds, True)


@mutant("absent-goader-goads-no-more", "702.26b/p", title="A goaded creature may do as it likes while the goading permanent is out")
def _(rules: Amendment) -> None:
    @rules.instead(attack_requirements._goaders)
    def goaders(original: Any, game: Game, obj: GameObject) -> set[str]:
        there = [(context, affected) for context, _, affected in statics(game, Goaded) if context.source is None or context.source.visible]
        return {context.controller for context, affected in there if affected is not None and obj in affected}


@mutant("chooses-among-everybodys", "702.26b/a", title="Who may send out own permanents may send out other players' as well")
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOutAnyOf.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        yield from original(dataclasses.replace(self, yours=False), ctx)


@mutant("tokens-go-out-with-their-kind", "702.26b/a", title="An effect on nontoken permanents of a kind sends tokens out too")
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOutChosenKind.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        yield from original(dataclasses.replace(self, all_of=dataclasses.replace(self.all_of, token=None)), ctx)


@mutant(
    "damage-is-dealt-before-the-choice",
    "608.2c/b",
    "702.26b/i",
    title="Damage to each creature reaches what the same spell sent out before it",
)
def _(rules: Amendment) -> None:
    @rules.instead(Damage.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        sent = [obj for obj in ctx.last if not obj.phased_in]
        yield from original(self, ctx)
        for obj in sent if self.to is not None and self.to.how == "each" else ():
            obj.damage += self.amount.of(ctx)


@mutant("caster-takes-the-promised-turn", "500.7/a", title="The extra turn that was promised as a gift is the caster's own")
def _(rules: Amendment) -> None:
    @rules.before(GiftExtraTurn.resolve)
    def resolve(self: Any, ctx: Context) -> None:
        if ctx.source is not None and "gift" in ctx.source.memory:
            ctx.source.memory["gift"] = ctx.controller


# --- what can't phase out or in ----------------------------------------------------------------------------------------------------------


@mutant(
    "attachment-goes-along-though-it-cannot", "702.26a/i", "702.26g/a", title="An attachment that can't phase out goes out with its host"
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._hanging_on)
    def hanging(original: Any, game: Game, leaving: list[GameObject]) -> list[GameObject]:
        chains: list[GameObject] = list(original(game, leaving))
        for host in [*leaving, *chains]:
            chains += [other for other in host.attachments if other.visible and other not in chains]
        return chains


@mutant("effects-bring-in-what-cannot", "702.26a/i", "101.2/a", title="An effect phases in what can't phase in")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.can_phase_in)
    def can(original: Any, game: Game, obj: GameObject) -> bool:
        return game.step != "untap" or bool(original(game, obj))


@mutant("ban-on-phasing-in-is-on-everything", "702.26a/i", "702.26c/a", title="While creatures can't phase in nothing at all phases in")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.can_phase_in)
    def can(original: Any, game: Game, obj: GameObject) -> bool:
        return bool(original(game, obj)) and not any(affected is None for _, _, affected in statics(game, CantPhaseIn))


@mutant(
    "holds-what-never-went-out", "610.4a/a", "610.4/a", title="What could not phase out for an effect is held out by it when it goes later"
)
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOut.resolve)
    def resolve(original: Any, self: Any, ctx: Context) -> Any:
        named, before = self.what.find(ctx), len(ctx.game.until_effects)
        yield from original(self, ctx)
        for until in ctx.game.until_effects[before:]:
            until.objects = list(named)


@mutant("phases-in-what-is-in", "702.26c/a", "702.26c/f", title="What has come back already phases in once more when an ability says so")
def _(rules: Amendment) -> None:
    @rules.before(phasing.phase_in)
    def phase_in(game: Game, objects: list[GameObject], rule: str = "702.26c", tapped: Any = None) -> None:
        for obj in objects:
            if obj.visible:
                game.emit("phased_in", rule, object=obj)
