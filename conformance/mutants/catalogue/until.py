"""Until something happens: what is exiled (rule 610.3) or phased out (610.4) for so long, and its coming back."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import durations, leaving_the_game, phasing, priority, stack, zones
from reference_engine.amendments import Amendment
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary.effects_moving import Exile
from reference_engine.vocabulary.effects_phasing import PhaseOut


@mutant("untap-step-ends-the-hold", "610.4a/a", title="What is held out comes back in the next untap step")
def _(rules: Amendment) -> None:
    rules.never(durations.held_out, False)


@mutant("hold-outlives-an-early-return", "610.4a/c", "610.4a/d", title="What came back early is still held when it goes out again")
def _(rules: Amendment) -> None:
    rules.never(durations.forget)


@mutant("only-the-end-brings-it-back", "610.4a/b", title="No other effect brings back what is out until something happens")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._in)
    def phase_in(original: Any, game: Game, objects: list[GameObject], happen: Any, rule: str, tapped: Any) -> None:
        original(game, [obj for obj in objects if rule == "610.4" or not durations.held_out(game, obj)], happen, rule, tapped)


@mutant("end-brings-it-back-in-the-untap-step", "610.4/b", title="When the hold is over the permanent waits for its next untap step")
def _(rules: Amendment) -> None:
    @rules.instead(durations._end)
    def end(original: Any, game: Game, due: list[Any]) -> None:
        original(game, [until for until in due if until.what != "phase_in"])


@mutant("phasing-out-ends-the-hold", "610.4/c", "702.26d/d", title="A source that phases out itself gives back what it holds out")
def _(rules: Amendment) -> None:
    _leaves_by_phasing(rules, "phase_in")


@mutant("phasing-out-returns-the-exiled", "610.3/b", "702.26d/d", title="A source that phases out returns what it exiled")
def _(rules: Amendment) -> None:
    _leaves_by_phasing(rules, "return")


def _leaves_by_phasing(rules: Amendment, what: str) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        durations._do_after(game, [until for until in game.until_effects if until.source is obj and until.what == what])


@mutant("leaving-the-game-is-no-leaving", "610.4/d", "610.3/a", title="A source that leaves with its owner gives nothing back")
def _(rules: Amendment) -> None:
    @rules.instead(durations.source_leaves)
    def leaves(original: Any, game: Game, source: GameObject) -> None:
        if game.is_in(source.owner):
            original(game, source)


@mutant("hold-ends-with-its-controller", "610.4/d", title="What a source holds comes back as the player leaves who controls it")
def _(rules: Amendment) -> None:
    @rules.before(leaving_the_game._leave_alone)
    def leave(game: Game, player: str, rule: str) -> None:
        theirs = [until for until in game.until_effects if until.source is not None and until.source.controller == player]
        durations._do_after(game, theirs)


@mutant("new-controller-ends-the-hold", "610.4/a", "610.4b/a", title="A hold does not begin if another player controls the source by then")
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOut.resolve)
    def resolve(original: Any, self: Any, ctx: Any) -> Any:
        if not self.until or ctx.source is None or ctx.source.controller == ctx.controller:
            yield from original(self, ctx)


@mutant("always-comes-back-tapped", "610.4/e", title="What is brought back early from a hold that taps is tapped")
def _(rules: Amendment) -> None:
    @rules.before(durations.forget)
    def forget(game: Game, obj: GameObject) -> None:
        obj.tapped = obj.tapped or any(until.tapped and obj in until.objects for until in game.until_effects)


@mutant("comes-back-as-it-went", "610.4/e", title="What an effect says about the return, as tapping, is not done")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.phase_in)
    def phase_in(original: Any, game: Game, objects: list[GameObject], rule: str = "702.26c", tapped: Any = None) -> Any:
        return original(game, objects, rule)


@mutant("taps-as-it-goes-out", "610.4/e", title="What is to come back tapped is tapped as it goes out")
def _(rules: Amendment) -> None:
    @rules.after(PhaseOut.resolve)
    def resolve(self: Any, ctx: Any) -> None:
        for obj in ctx.last if self.tapped else ():
            obj.tapped = True


@mutant("taps-all-that-come-back-together", "610.4/e", "610.4d/b", title="If one of those that come back together comes back tapped all do")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.phase_in)
    def phase_in(original: Any, game: Game, objects: list[GameObject], rule: str = "702.26c", tapped: Any = None) -> Any:
        return original(game, objects, rule, objects if tapped else None)


@mutant("holds-end-one-by-one", "610.4d/b", title="What several holds give back after one event comes back in several")
def _(rules: Amendment) -> None:
    @rules.instead(durations._end)
    def end(original: Any, game: Game, due: list[Any]) -> None:
        for until in due:
            original(game, [until])


@mutant("held-ones-come-back-one-by-one", "610.4d/a", title="What one hold gives back comes back one after the other")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.phase_in)
    def phase_in(original: Any, game: Game, objects: list[GameObject], rule: str = "702.26c", tapped: Any = None) -> Any:
        if rule != "610.4":
            return original(game, objects, rule, tapped)
        return [obj for one in objects for obj in original(game, [one], rule, tapped)]


@mutant(
    "holds-though-the-source-is-gone", "610.4c/a", "610.4b/a", title="A permanent goes out until something leaves that has left already"
)
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOut.resolve)
    def resolve(original: Any, self: Any, ctx: Any) -> Any:
        over = bool(self.until == "leaves" and ctx.source is not None and not ctx.source.exists)
        if over:
            ctx.source.exists = True
        yield from original(self, ctx)
        if over:
            ctx.source.exists = False


@mutant(
    "goes-out-as-usual-if-the-source-is-gone", "610.4b/a", "610.4c/a", title="If the source has left, the hold is an ordinary phasing out"
)
def _(rules: Amendment) -> None:
    @rules.instead(PhaseOut.resolve)
    def resolve(original: Any, self: Any, ctx: Any) -> Any:
        yield from original(self, ctx)
        if self.until == "leaves" and ctx.source is not None and not ctx.source.exists:
            phasing.phase_out(ctx.game, self.what.find(ctx))


@mutant("nothing-at-all-if-the-source-is-gone", "610.4b/b", "610.4c/a", title="If the source has left, the ability does nothing at all")
def _(rules: Amendment) -> None:
    @rules.instead(stack.resolve_top)
    def resolve(original: Any, game: Game) -> Any:
        item = game.stack[-1]
        effects = [effect for mode in item.body.modes for effect in mode.effects]
        if item.source is not None and not item.source.exists and any(isinstance(e, PhaseOut) and e.until for e in effects):
            stack._leave(game, item, "608.2n")
        else:
            yield from original(game)


@mutant("absent-source-has-left", "610.4/c", "610.3b/b", title="A source that is out as its ability resolves counts as having left")
def _(rules: Amendment) -> None:
    @rules.instead(durations.already_over)
    def over(original: Any, game: Game, event: str, source: GameObject | None, since: int) -> bool:
        return bool(original(game, event, source, since)) or (event == "leaves" and source is not None and not source.phased_in)


@mutant("planeswalk-ends-no-hold", "610.4/b", "901.11/a", title="What is out until a planeswalk waits for the second one")
def _(rules: Amendment) -> None:
    waited: list[int] = []

    @rules.instead(durations.player_planeswalked)
    def walked(original: Any, game: Game) -> None:
        due = [until for until in game.until_effects if until.event == "planeswalk"]
        if all(id(until) in waited for until in due):
            original(game)
        waited.extend(id(until) for until in due)


# --- exile until -----------------------------------------------------------------------------------------------------------------------


@mutant("exiles-though-the-source-is-gone", "610.3a/a", "610.3b/a", title="A card is exiled until something leaves that has left already")
def _(rules: Amendment) -> None:
    @rules.instead(Exile.resolve)
    def resolve(original: Any, self: Any, ctx: Any) -> Any:
        over = bool(self.until and ctx.source is not None and not ctx.source.exists)
        if over:
            ctx.source.exists = True
        yield from original(self, ctx)
        if over:
            ctx.source.exists = False


@mutant("exiled-card-returns-to-the-exiler", "610.3c/a", title="What was exiled returns under the player whose effect exiled it")
def _(rules: Amendment) -> None:
    _returns_under(rules, lambda until, obj: until.controller)


@mutant("exiled-card-returns-to-its-last-controller", "610.3c/a", title="What was exiled returns under who controlled it before")
def _(rules: Amendment) -> None:
    @rules.instead(zones.move)
    def move(original: Any, game: Game, obj: GameObject, *rest: Any, **named: Any) -> Any:
        was, new = obj.controller, original(game, obj, *rest, **named)
        if new is not None and obj.zone == "battlefield":
            new.memory["had it"] = was
        return new

    _returns_under(rules, lambda until, obj: obj.memory.get("had it"))


def _returns_under(rules: Amendment, whose: Any) -> None:
    @rules.before(durations._end)
    def end(game: Game, due: list[Any]) -> None:
        for until in due:
            for obj in until.objects if until.what == "return" else ():
                obj.memory["back under"] = whose(until, obj)

    @rules.instead(priority.return_exiled)
    def back(original: Any, game: Game) -> Any:
        cards, game.waiting_returns = game.waiting_returns, []
        for card in cards:
            if card.exists and card.zone == "exile":
                yield from zones.put_onto_battlefield(game, card, card.memory.get("back under") or card.owner, "610.3")


@mutant("exiled-cards-return-one-by-one", "610.3d/a", title="Cards that return after one event enter one after the other")
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_together_onto_battlefield)
    def together(original: Any, game: Game, cards: Any, rule: str, **how: Any) -> Any:
        made: list[GameObject] = []
        for card in cards:
            made += yield from original(game, [card], rule, **how)
        return made


@mutant("exiled-card-stays-if-its-exiler-is-exiled", "610.3/a", title="A source that is exiled itself gives nothing back")
def _(rules: Amendment) -> None:
    @rules.instead(zones.move)
    def move(original: Any, game: Game, obj: GameObject, zone: str, *rest: Any, **named: Any) -> Any:
        if obj.zone == "battlefield" and zone == "exile":
            game.until_effects = [until for until in game.until_effects if until.source is not obj or until.what != "return"]
        return original(game, obj, zone, *rest, **named)
