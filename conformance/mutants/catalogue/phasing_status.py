"""What a permanent keeps while it is out, and what its coming and going is not (rules 702.26b to 702.26d, 702.26k)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import events, leaving_the_game, phasing, triggered_abilities, zones
from reference_engine.amendments import Amendment
from reference_engine.game import Game
from reference_engine.objects import GameObject

# --- what it was like --------------------------------------------------------------------------------------------------------------


@mutant("comes-back-untapped", "702.26c/c", "110.5/a", "110.5c/a", title="A permanent always comes back untapped")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.tapped = tapped


@mutant("untaps-in-its-absence", "702.26c/c", title="A permanent that is out when all creatures become tapped comes back tapped")
def _(rules: Amendment) -> None:
    from reference_engine import untapping

    @rules.before(untapping.tap)
    def tap(game: Game, objects: list[GameObject], rule: str = "701.26a") -> None:
        if len(objects) > 1 and rule == "701.26a":
            for obj in game.phased_out_permanents():
                obj.tapped = True


@mutant("comes-back-face-up", "702.26c/c", "110.5/a", title="A face-down permanent is turned up as it comes back")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.face_down = False


@mutant("comes-back-with-its-front-face", "702.26c/c", title="A transformed permanent comes back with its front face up")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.transformed = False


@mutant("copy-ends-with-phasing", "702.26d/a", title="A permanent that is a copy comes back as what its own card says")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.copied = None


@mutant(
    "links-are-cut", "702.26d/a", "607.2a/a", "607.1/b", title="A permanent that comes back knows nothing of what its linked abilities did"
)
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        for key in [key for key in obj.memory if isinstance(key, str) and key not in ("cast_using", "x", "exiled_if_it_dies")]:
            del obj.memory[key]


@mutant("choices-are-forgotten", "702.26d/a", "607.2d/a", title="What was chosen as a permanent entered is forgotten when it comes back")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.chosen = {}


@mutant("once-each-turn-begins-anew", "702.26d/k", title="An ability that works once each turn works again after its source came back")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        for key in [key for key in obj.memory if isinstance(key, tuple) and key[0] in ("activated", "triggered")]:
            del obj.memory[key]


@mutant("loyalty-begins-anew", "702.26d/k", "606.3/b", title="A planeswalker that came back may use a second loyalty ability in the turn")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.loyalty_turn = None


# --- since when --------------------------------------------------------------------------------------------------------------------


@mutant("comes-back-sick", "702.26d/i", "302.6/e", "702.10c/b", title="A creature that came back this turn is summoning sick")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.control_since = game.tick()


@mutant("comes-back-rested", "702.26d/i", "302.6/e", title="A creature that came back is never summoning sick")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.control_since = 0


@mutant("return-counts-as-having-entered", "702.26d/j", title="A permanent that came back counts as one that entered this turn")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.entered = game.tick()


@mutant("comes-back-with-a-new-timestamp", "702.26d/n", "613.7d/b", "613.7/b", title="A permanent that came back gets a new timestamp")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        if obj.attached_to is None:
            obj.timestamp = game.stamp()


# --- what the event is not ---------------------------------------------------------------------------------------------------------


@mutant("coming-back-is-entering", "702.26d/c", "603.6a/c", title="Abilities that watch for entering trigger when a permanent comes back")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        game.emit("entered", "603.6a", object=obj, _from="exile")


@mutant("going-out-is-leaving", "702.26d/d", title="Abilities that watch for leaving the battlefield trigger when a permanent goes out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        game.emit("left_battlefield", "603.6c", object=obj, _new=None, to="exile")


@mutant("going-out-is-dying", "702.26d/d", title="Abilities that watch for creatures dying trigger when one goes out")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        if obj.is_type("Creature"):
            game.emit("dies", "603.6c", object=obj, _new=None)


@mutant("comes-back-tapped-if-it-enters-so", "702.26d/e", "614.1c/b", title="What enters tapped comes back tapped")
def _(rules: Amendment) -> None:
    @rules.after(phasing._comes_back)
    def back(game: Game, obj: GameObject, tapped: bool) -> None:
        obj.tapped = obj.tapped or any(enters.tapped for enters in obj.face.enters_with)


@mutant("others-tap-what-comes-back", "702.26d/e", title="What would enter tapped because of another permanent comes back so")
def _(rules: Amendment) -> None:
    from reference_engine.continuous_effects import statics
    from reference_engine.vocabulary.statics import EntersWith

    @rules.after(phasing._in)
    def back(game: Game, returning: list[GameObject], *rest: Any) -> None:
        for context, enters, _ in statics(game, EntersWith):
            for obj in returning:
                if enters.tapped and enters.what is not None and enters.what.matches(obj, context):
                    obj.tapped = True


@mutant(
    "triggers-on-going-out-are-missed",
    "603.10b/a",
    "702.26b/f",
    "603.10b/b",
    title="A permanent's own trigger on phasing out does not happen",
)
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "LOOK_BACK", events.LOOK_BACK - {"phased_out"})


@mutant(
    "coming-in-is-looked-back-at",
    "603.10/a",
    "702.26c/f",
    "603.10/b",
    title="A trigger on phasing in is looked for as it was before the event",
)
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "LOOK_BACK", events.LOOK_BACK | {"phased_in"})


@mutant(
    "both-halves-are-seen",
    "603.10b/c",
    "702.26a/c",
    "502.1/c",
    "603.10b/b",
    title="A watcher that comes in sees what goes out in the same event",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._trade_places)
    def trade(original: Any, game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        watchers = [obj for obj in returning if obj not in leaving]
        phases = {obj: obj.phase for obj in watchers}
        for obj in watchers:
            obj.phase = "in"
        game._seen = None
        game.changed()
        game.refresh()
        for obj, phase in phases.items():
            obj.phase = phase
        game._seen = None
        original(game, leaving, returning)


@mutant("going-out-triggers-for-the-owner", "603.3a/a", title="What triggers on a permanent's own going out belongs to its owner")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities.trigger_now)
    def now(original: Any, game: Game, source: Any, ability: Any, controller: str, *rest: Any) -> None:
        original(game, source, ability, source.owner if source is not None and not source.phased_in else controller, *rest)


@mutant("triggers-of-who-is-out-are-dropped", "702.26b/p", "603.3/b", title="A trigger is dropped if its source is out by then")
def _(rules: Amendment) -> None:
    @rules.instead(triggered_abilities._put)
    def put(original: Any, game: Game, item: Any) -> Any:
        if item.source is None or item.source.phased_in:
            yield from original(game, item)


@mutant("abilities-of-who-is-out-are-dropped", "702.26b/p", "113.7a/b", title="An ability whose source is out as it resolves does nothing")
def _(rules: Amendment) -> None:
    from reference_engine import stack

    @rules.instead(stack.resolve_top)
    def resolve(original: Any, game: Game) -> Any:
        item = game.stack[-1]
        if item.object is None and item.source is not None and not item.source.phased_in and item.source.exists:
            stack._leave(game, item, "608.2n")
        else:
            yield from original(game)


@mutant(
    "tokens-outlast-phasing-by-older-rules", "702.25k/a", title="A token that is out goes on existing by the rules before August 2017 too"
)
def _(rules: Amendment) -> None:
    rules.edition("tokens_survive_phasing", True)


# --- who leaves the game -----------------------------------------------------------------------------------------------------------


@mutant("absent-permanents-outlast-their-owner", "702.26k/a", title="What is out stays in the game when its owner leaves")
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def remove(original: Any, game: Game, obj: GameObject) -> None:
        if obj.phased_in or game.is_in(obj.owner):
            original(game, obj)


@mutant("absent-tokens-outlast-their-owner", "702.26k/a", title="A token that is out stays in the game when its owner leaves")
def _(rules: Amendment) -> None:
    @rules.instead(zones.remove_from_game)
    def remove(original: Any, game: Game, obj: GameObject) -> None:
        if obj.phased_in or game.is_in(obj.owner) or not obj.token:
            original(game, obj)


@mutant(
    "absent-permanents-are-seen-to-leave",
    "702.26k/b",
    "603.6c/c",
    title="Abilities trigger when what is out leaves the game with its owner",
)
def _(rules: Amendment) -> None:
    @rules.before(zones.remove_from_game)
    def remove(game: Game, obj: GameObject) -> None:
        if obj.zone == "battlefield":
            obj.phase = "in"
            game._seen = None


@mutant("absent-permanents-leave-with-who-held-them", "702.26k/c", title="What is out leaves the game with its controller, not its owner")
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game._objects_leave)
    def leave(original: Any, game: Game, player: str) -> None:
        owners = {obj: obj.owner for obj in game.phased_out_permanents()}
        for obj in owners:
            obj.owner = obj.phased_under or obj.owner
        original(game, player)
        for obj, owner in owners.items():
            obj.owner = owner
