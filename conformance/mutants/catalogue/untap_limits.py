"""Engines that get wrong how many permanents may untap, of which kind, and what returns to hand meanwhile (rule 502.3)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, triggered_abilities, turn_structure, untap_step
from reference_engine.amendments import Amendment
from reference_engine.vocabulary.effects_untapping import ReturnAsYouUntap
from reference_engine.vocabulary.statics import UntapLimit, UntapOnlyChosenType

# --- limits (502.3) ---------------------------------------------------------------------------------------------------------------


@mutant("limits-add-up", "502.3/e", title="Two effects that each let one land untap let two untap")
def _(rules: Amendment) -> None:
    @rules.after(untap_step._Limit.__init__)
    def limit(self, static, context, player):
        game = context.game
        same = [other for _, other, _ in untap_step.statics(game, UntapLimit) if other.what.types == static.what.types]
        self.at_most = sum(other.at_most for other in same)


@mutant("only-the-first-limit-binds", "502.3/e", title="Of two limits only the one that came first is kept to")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._limits)
    def limits(original, game):
        found = original(game)
        return [limit for limit in found if limit.static is found[0].static]


@mutant("fewer-than-the-limit-may-untap", "502.3/a", "502.3/e", title="Under a limit a player may leave more tapped than it demands")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._problem)
    def problem(original, picked, choice, optional, limits):
        return original(picked, picked, optional, limits)


@mutant("limits-are-not-kept", "502.3/e", title="More permanents than a limit allows may be untapped")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._problem)
    def problem(original, picked, choice, optional, limits):
        return original(picked, choice, optional, [])


@mutant("tapped-sources-limit-on", "502.3/h", title="An artifact that limits untapping as long as it is untapped does so tapped too")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.statics)
    def statics(original, game, class_):
        return game.index.statics.get(class_, []) if class_ in (UntapLimit, UntapOnlyChosenType) else original(game, class_)


@mutant("limit-binds-what-others-untap", "502.3/e", "502.3/k", title="A limit on a player's untapping holds what others untap in that step")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._untaps_for_others)
    def for_others(original, game, obj):
        bound = any(static.what.matches(obj, context) for context, static, _ in untap_step.statics(game, UntapLimit))
        return original(game, obj) and not bound


@mutant(
    "held-ones-count-for-the-limit",
    "502.3/g",
    title="A permanent that cannot untap anyway may be named as the one that a limit allows",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._may_untap)
    def may_untap(original, game, obj):
        limited = any(static.what.matches(obj, context) for context, static, _ in untap_step.statics(game, UntapLimit))
        return original(game, obj) or (limited and obj.controller in game.active_players)


@mutant(
    "limit-counts-the-team-mates",
    "502.3/e",
    "805.4a/a",
    title="A limit on a player's own permanents counts those of the team mate too",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._Limit.covers)
    def covers(original, self, obj):
        return obj.controller in self.context.game.active_players and self.static.what.matches(obj, self.context)


@mutant("limit-binds-one-head", "502.3/e", "805.4a/a", title="A limit on every player binds only one player of the active team")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._limits)
    def limits(original, game):
        return [limit for limit in original(game) if limit.player == game.active]


@mutant("limit-on-its-controller-binds-all", "502.3/e", title="A limit on its controller's untapping binds every player")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._limits)
    def limits(original, game):
        every = untap_step.statics(game, UntapLimit)
        return [untap_step._Limit(static, context, player) for context, static, _ in every for player in game.active_players]


@mutant(
    "one-head-names-the-kind",
    "502.3/e",
    "805.4a/a",
    title="Of a team only one player names the kind that untaps, and it holds for both",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._chosen_kinds)
    def kinds(original, game):
        teams, game.teams = game.teams, []
        try:
            named = yield from original(game)
        finally:
            game.teams = teams
        return dict.fromkeys(game.active_players, named[game.active])


@mutant(
    "kind-binds-what-others-untap",
    "502.3/e",
    "502.3/k",
    title="The kind that a player names holds for what others untap in that step",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    named: list[str] = []

    @rules.instead(untap_step._chosen_kinds)
    def kinds(original, game):
        found = yield from original(game)
        named[:] = [kind for own in found.values() for kind in own]
        return found

    @rules.instead(untap_step._untaps_for_others)
    def for_others(original, game, obj):
        return original(game, obj) and all(obj.is_type(kind) for kind in named)


# --- what returns to hand as its player untaps ------------------------------------------------------------------------------------


@mutant(
    "returns-only-if-it-would-untap",
    "502.3/d",
    "502.3/m",
    title="What returns to hand as its player untaps stays if it is held tapped",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._returning)
    def returning(original, game):
        return [obj for obj in original(game) if untap_step._may_untap(game, obj)]


@mutant("returns-only-if-tapped", "502.3/m", title="What returns to hand as its player untaps does so only while it is tapped")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._returning)
    def returning(original, game):
        return [obj for obj in original(game) if obj.tapped]


@mutant("return-counts-for-the-limit", "502.3/e", title="What returns to hand as its player untaps takes the place of one that may untap")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step._returning)
    def returning(original, game):
        coming = original(game)
        for limit in untap_step.statics(game, UntapLimit):
            for obj in coming:
                if limit[1].what.matches(obj, limit[0]):
                    game.untap_locks.append(untap_step.UntapLock(obj.controller, filter_=limit[1].what, context=limit[0]))
        return coming


@mutant("skipped-step-forgets-what-returns", "614.10a/b", title="What is to return in the next untap step does not if that one is skipped")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        skipped = original(game, step)
        if skipped and step == "untap":
            untap_step._returning(game)
        return skipped


@mutant("returns-in-any-untap-step", "502.3/m", title="What returns in its player's next untap step does so in the next one of anybody")
def _(rules: Amendment) -> None:
    @rules.instead(ReturnAsYouUntap.resolve)
    def resolve(original, self, ctx):
        yield from original(self, ctx)
        if ctx.source is not None:
            game = ctx.game
            game.returns_as_untapping[-1:] = [(player, ctx.source) for player in game.in_turn_order()]


@mutant("returns-never", "502.3/m", seen="xmage", title="What is to return to hand as its player untaps never does")
def _(rules: Amendment) -> None:
    rules.never(ReturnAsYouUntap.resolve)


# --- what comes after a choice ----------------------------------------------------------------------------------------------------


def _choice_loses(rules: Amendment, kind: str) -> None:
    """In a turn in whose untap step a player was asked, events of this kind trigger nothing up to upkeep."""
    asked: list[bool] = []

    @rules.instead(untap_step.untap)
    def untap(original, game):
        asked.clear()
        steps = original(game)
        answer = None
        while True:
            try:
                decision = steps.send(answer)
            except StopIteration:
                return
            answer = yield decision
            asked.append(True)

    @rules.instead(triggered_abilities._consider)
    def consider(original, game, event, source, ability, trigger):
        lost = asked and event.kind == kind and game.step in ("untap", "upkeep")
        return False if lost else original(game, event, source, ability, trigger)


@mutant(
    "choice-loses-upkeep-triggers",
    "503.1a/a",
    "503.1a/d",
    seen="argentum",
    title="After a choice in the untap step the abilities of the upkeep step do not trigger",
)
def _(rules: Amendment) -> None:
    _choice_loses(rules, "step_began")


@mutant("choice-loses-untap-triggers", "502.4/f", seen="argentum", title="After a choice in the untap step what untaps triggers nothing")
def _(rules: Amendment) -> None:
    _choice_loses(rules, "untapped")
