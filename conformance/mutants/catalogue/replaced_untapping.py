"""Engines that get it wrong what happens instead of untapping, what cannot untap at all, and what comes of counters (122, 614, 616)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, counters, phasing, untap_step, untapping, zones
from reference_engine.amendments import Amendment
from reference_engine.vocabulary.statics import CantBecomeUntapped, InsteadOfUntapping, SkipStep
from reference_engine.vocabulary.statics_untapping import CantHaveCounters
from reference_engine.vocabulary.triggers import UntappedInYourStep


@mutant(
    "replaced-untapping-triggers",
    "603.2g/a",
    "122.1d/h",
    title="An untapping that is replaced triggers what waits for a permanent to untap",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replaced)
    def replaced(original, game, obj, in_untap_step):
        applied, untaps = yield from original(game, obj, in_untap_step)
        if not untaps:
            game.emit("untapped", "701.26b", object=obj)
        return applied, untaps


@mutant(
    "untap-step-triggers-for-the-untapped",
    "603.2e/a",
    "502.3",
    title="In the untap step permanents that were untapped already become untapped too",
)
def _(rules: Amendment) -> None:
    @rules.before(untap_step.untap)
    def untap(game):
        for obj in game.battlefield:
            if not obj.tapped and obj.controller in game.active_players:
                game.emit("untapped", "502.3", object=obj)


@mutant(
    "first-replacement-is-taken",
    "616.1/a",
    "122.1d/e",
    title="Of two replacements of one untapping the first one there is applied, and nobody is asked",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        return original(game, obj, in_untap_step)[:1]


@mutant("all-replacements-apply", "614.6/a", "616.1/c", title="Of two replacements of one untapping both happen")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replaced)
    def replaced(original, game, obj, in_untap_step):
        possible = untapping._replacements(game, obj, in_untap_step)
        if len(possible) > 1:
            return possible, False
        return (yield from original(game, obj, in_untap_step))


@mutant("replaced-and-untaps-all-the-same", "614.6/a", title="A permanent that gets or loses counters instead of untapping untaps as well")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replaced)
    def replaced(original, game, obj, in_untap_step):
        applied, untaps = yield from original(game, obj, in_untap_step)
        return applied, untaps or all(instead.name == "instead_of_untapping" for instead in applied)


@mutant(
    "replacement-of-every-untapping",
    "614.6",
    "502.3/k",
    title="What happens instead of untapping in the untap step happens instead of any untapping",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        return original(game, obj, True)


@mutant(
    "replacement-in-the-steps-of-others",
    "614.6",
    "502.3/k",
    title="What happens instead of untapping in one's own step happens in those of others",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        if not in_untap_step or obj.controller in game.active_players:
            return original(game, obj, in_untap_step)
        active, game.active = game.active, obj.controller
        found = original(game, obj, in_untap_step)
        game.active = active
        return found


@mutant(
    "planes-replacement-in-any-step",
    "614.1a/a",
    "502.3/k",
    title="A plane that replaces untapping in one player's step replaces that of all",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        found = original(game, obj, in_untap_step)
        for context, static, _ in untapping.statics(game, InsteadOfUntapping) if in_untap_step else ():
            if context.source is not None and static.what.types and obj.types & set(static.what.types) and not found:
                found.append(untapping.Instead(context.source, "instead_of_untapping", static.counter, static.count, static))
        return found


@mutant("one-wind-counter-at-a-time", "614.6", title="Of counters that are all lost instead of untapping only one is")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        found = original(game, obj, in_untap_step)
        ones = [instead for instead in found if instead.name == "instead_of_untapping" and instead.change < -1]
        return [untapping.Instead(one.source, one.name, one.counter, -1, one.because_of) if one in ones else one for one in found]


@mutant("untaps-without-paying-its-counter", "502.3/d", "614.6", title="A creature that untaps only for a counter untaps without one")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replaced)
    def replaced(original, game, obj, in_untap_step):
        applied, untaps = yield from original(game, obj, in_untap_step)
        return applied, untaps or (bool(applied) and all(instead.then_untap for instead in applied))


@mutant(
    "cannot-untap-in-the-step-only",
    "101.2/b",
    "502.3/d",
    title="What cannot become untapped is held in the untap step, and spells untap it",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        return None if class_ is CantBecomeUntapped and game.step != "untap" else original(game, class_, obj)


@mutant("counters-on-what-can-have-none", "101.2/a", title="Counters are put on a permanent that cannot have any")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        return None if class_ is CantHaveCounters else original(game, class_, obj)


@mutant("counters-that-cannot-go-go", "122.1d/j", "101.2/b", title="Stun counters that cannot be removed come off instead of untapping")
def _(rules: Amendment) -> None:
    rules.never(counters._fixed, False)


@mutant("unremovable-stun-counter-lets-it-untap", "122.1d/j", title="A permanent whose stun counter cannot be removed untaps")
def _(rules: Amendment) -> None:
    @rules.instead(untapping._replacements)
    def replacements(original, game, obj, in_untap_step):
        return [one for one in original(game, obj, in_untap_step) if one.change > 0 or not counters._fixed(game, obj, one.counter)]


@mutant("counters-go-along-to-other-zones", "122.2/a", "400.7/a", title="A card that leaves the battlefield keeps its counters")
def _(rules: Amendment) -> None:
    kept: dict[str, dict[str, int]] = {}

    @rules.before(zones.move)
    def move(game, obj, zone, rule, bottom=False, player=None):
        if obj.zone == "battlefield" and obj.exists:
            kept[obj.id] = dict(obj.counters)

    @rules.instead(zones.put_onto_battlefield)
    def put(original, game, obj, controller, rule, **how):
        new = yield from original(game, obj, controller, rule, **how)
        if new is not None and obj.zone == "exile":
            for kind, count in kept.pop(new.id, {}).items():
                counters.put(game, new, kind, count)
        return new


@mutant("counters-are-lost-by-phasing", "122.2/c", "702.26d/g", title="A permanent that phases out loses all its counters")
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def in_(game, returning, happen, rule, tapped):
        for obj in returning:
            obj.counters.clear()


@mutant(
    "stuns-only-what-it-taps",
    "122.1d/i",
    "701.26a/a",
    title="An effect that taps and stuns gives no stun counter to what was tapped already",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(counters.put)
    def put(original, game, obj, kind, count, rule="122.6"):
        late = kind == "stun" and obj.tapped and obj.tapped_at < game.resolution_began
        return False if late else original(game, obj, kind, count, rule)


@mutant(
    "untapped-in-any-step-is-in-yours",
    "502.3/k",
    "500.9/a",
    title="What waits for a permanent to untap in the own untap step triggers on any untapping",
)
def _(rules: Amendment) -> None:
    @rules.instead(UntappedInYourStep.holds)
    def holds(original, self, fields, ctx):
        return self.what.holds(fields["object"], ctx)


@mutant(
    "removal-ban-holds-in-the-untap-step-only",
    "122.1d/j",
    "101.2/b",
    seen="phase-rs",
    title="Stun counters that cannot be removed come off when a spell would untap their permanent",
)
def _(rules: Amendment) -> None:
    @rules.instead(counters._fixed)
    def fixed(original, game, obj, kind):
        return game.step == "untap" and original(game, obj, kind)


@mutant(
    "cannot-untap-is-not-known-in-the-step",
    "101.2/b",
    "502.3/d",
    seen="phase-rs",
    title="What cannot become untapped untaps in the untap step",
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.says_of)
    def says_of(original, game, class_, obj):
        return None if class_ is CantBecomeUntapped and game.step == "untap" else original(game, class_, obj)


@mutant(
    "enters-tapped-without-its-stun-counter",
    "614.1c/a",
    "122.1d/a",
    seen="phase-rs",
    title="What enters tapped and with stun counters enters tapped only",
)
def _(rules: Amendment) -> None:
    @rules.instead(zones._as_it_enters)
    def as_it_enters(original, game, new, context):
        yield from original(game, new, context)
        if new.tapped:
            new.counters.pop("stun", None)


@mutant(
    "skipped-untap-steps-mean-no-untapping",
    "614.10/a",
    "502.3/d",
    seen="xmage",
    title="While untap steps are skipped nothing can be untapped by effects either",
)
def _(rules: Amendment) -> None:
    @rules.instead(untapping.untap_all)
    def untap_all(original, game, objects, rule="701.26b", in_untap_step=False, returning=None):
        skipping = any(static.step == "untap" for _, static, _ in untapping.statics(game, SkipStep))
        return (yield from original(game, [] if skipping else objects, rule, in_untap_step, returning))
