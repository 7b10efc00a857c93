"""The exchange of the untap step (rules 502.1, 702.26a, m, p): who goes, who comes, when, and in which untap steps."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import phasing, turn_structure, untap_step, zones
from reference_engine.amendments import Amendment
from reference_engine.context import Context
from reference_engine.continuous_effects import says_of
from reference_engine.game import Game
from reference_engine.objects import DIRECT, GameObject
from reference_engine.vocabulary.statics import CantPhaseIn, DoesntUntap, Modification

EXCHANGE = "exchange"  # a step that there is not: what is skipped under this name is the exchange alone


# --- who goes out ------------------------------------------------------------------------------------------------------------------


@mutant("only-creatures-phase", "702.26a/a", title="Only creatures with phasing go out in the untap step")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and obj.is_type("Creature")


@mutant("phasing-follows-the-owner", "702.26a/g", "702.26a/e", title="A permanent with phasing goes out in its owner's untap step")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return obj.has_keyword("phasing") and obj.owner in game.active_players


@mutant("everybodys-phasing-in-each-step", "702.26a/e", title="In each untap step the permanents with phasing of all players go out")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return obj.has_keyword("phasing")


@mutant("granted-phasing-is-ignored", "702.26a/h", title="Phasing that an effect gives does not take a permanent out")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and "phasing" in obj.face.keywords


@mutant("lost-phasing-still-takes-out", "702.26a/h", "502.1/f", title="A permanent that has lost phasing goes out all the same")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) or ("phasing" in obj.face.keywords and obj.controller in game.active_players)


@mutant("tapped-permanents-do-not-phase", "702.26a/a", title="A tapped permanent with phasing does not go out")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and not obj.tapped


@mutant("newcomers-do-not-phase", "702.26a/a", title="A permanent with phasing stays in its controller's first untap step with it")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and obj.control_since < game.last_upkeep.get(obj.controller, 1)


@mutant("tokens-do-not-phase-by-themselves", "702.26a/a", title="A token with phasing does not go out")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and not obj.token


@mutant("cant-phase-out-stops-spells-only", "702.26a/i", title="What can't phase out goes out by its own phasing all the same")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.can_phase_out)
    def can(original: Any, game: Game, obj: GameObject) -> bool:
        return game.step == "untap" or original(game, obj)


@mutant("cant-phase-out-stops-the-step-only", "702.26a/i", title="A spell or ability phases out what can't phase out")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.can_phase_out)
    def can(original: Any, game: Game, obj: GameObject) -> bool:
        return game.step != "untap" or original(game, obj)


@mutant("one-that-cant-phase-out-keeps-all", "702.26a/i", "101.2/d", title="If one of several can't phase out none of them does")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.phase_out)
    def out(original: Any, game: Game, objects: list[GameObject], rule: str = "702.26b") -> Any:
        return original(game, objects if all(phasing.can_phase_out(game, obj) for obj in objects) else [], rule)


@mutant("cant-phase-in-is-not-known", "702.26a/i", title="Effects that keep permanents from phasing in do nothing in the untap step")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.can_phase_in)
    def can(original: Any, game: Game, obj: GameObject) -> bool:
        return game.step == "untap" or original(game, obj)


@mutant("cant-phase-in-once-only", "702.26a/i", title="An effect that keeps a permanent from phasing in is used up by the first try")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.can_phase_in)
    def can(original: Any, game: Game, obj: GameObject) -> bool:
        may = original(game, obj)
        if not may:
            game.continuous_effects = [e for e in game.continuous_effects if not isinstance(e.static, CantPhaseIn)]
            game.changed()
        return may


@mutant("cant-phase-out-also-cant-phase-in", "702.26a/i", title="What can't phase in does not go out either while it is held so")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and phasing.can_phase_in(game, obj)


# --- who comes in ------------------------------------------------------------------------------------------------------------------


@mutant("back-in-the-step-of-who-was-active", "702.26a/g", title="What went out comes back in the step of the player whose turn it was")
def _(rules: Amendment) -> None:
    @rules.after(phasing._has_gone_out)
    def out(game: Game, obj: GameObject) -> None:
        obj.phased_under = game.active


@mutant("back-with-the-present-controller", "702.26a/g", title="What went out comes back in the step of who would control it now")
def _(rules: Amendment) -> None:
    from reference_engine.leaving_the_game import _controller_while_out

    @rules.instead(phasing._is_due)
    def due(original: Any, game: Game, obj: GameObject) -> bool:
        under, obj.phased_under = obj.phased_under, _controller_while_out(game, obj)
        is_due = original(game, obj)
        obj.phased_under = under
        return bool(is_due)


@mutant("only-the-first-of-a-team-exchanges", "702.26a/a", "805.4/a", title="Only one player of an active team has the exchange")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.swap)
    def swap(original: Any, game: Game) -> None:
        teams, game.teams = game.teams, []
        original(game)
        game.teams = teams


# --- one event, before untapping -----------------------------------------------------------------------------------------------------


@mutant("out-first-and-then-in", "702.26a/c", title="Permanents go out in one event and others come in in a second one")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._trade_places)
    def trade(original: Any, game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        for half in ((leaving, []), ([], returning)):
            if half != ([], []):
                original(game, *half)


@mutant("one-by-one-in-the-exchange", "702.26a/c", "502.1/c", title="Each permanent of the exchange goes or comes in an event of its own")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._trade_places)
    def trade(original: Any, game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        for obj in leaving:
            if obj.visible:
                original(game, [obj], [])
        for obj in returning:
            if not obj.visible:
                original(game, [], [obj])


@mutant("what-returned-does-not-untap", "702.26a/d", title="What comes back in the exchange does not untap in that step")
def _(rules: Amendment) -> None:
    returned: list[GameObject] = []

    @rules.after(phasing._trade_places)
    def trade(game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        returned[:] = returning

    @rules.instead(untap_step.untap)
    def untap(original: Any, game: Game) -> Any:
        tapped = [obj for obj in returned if obj.tapped]
        returned.clear()
        for obj in tapped:
            obj.tapped = False
        yield from original(game)
        for obj in tapped:
            obj.tapped = True


# --- in which untap steps ------------------------------------------------------------------------------------------------------------


@mutant("no-exchange-in-extra-turns", "702.26a/j", "500.7/a", title="In an extra turn nothing goes out and nothing comes in")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._next_turn)
    def next_turn(original: Any, game: Game) -> Any:
        extra = bool(game.extra_turns)
        player = yield from original(game)
        if extra:
            game.turn_skips = (*game.turn_skips, EXCHANGE)
        return player

    @rules.instead(phasing.swap)
    def swap(original: Any, game: Game) -> None:
        if EXCHANGE not in game.turn_skips:
            original(game)


@mutant("one-exchange-in-a-turn", "702.26a/j", "502.1/g", title="A second untap step of a turn has no exchange")
def _(rules: Amendment) -> None:
    @rules.instead(phasing.swap)
    def swap(original: Any, game: Game) -> None:
        if game.steps_begun.get("untap", 0) < 2:
            original(game)


@mutant(
    "goes-out-in-a-skipped-step",
    "702.26m/a",
    "502.1/j",
    "614.1b/a",
    title="Permanents with phasing go out though the untap step is skipped",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def skipped(original: Any, game: Game, step: str) -> bool:
        is_ = original(game, step)
        if is_ and step == "untap":
            phasing._trade_places(game, [obj for obj in game.battlefield if phasing._is_to_leave(game, obj)], [])
        return bool(is_)


@mutant("comes-in-in-a-skipped-step", "702.26m/b", "502.1/j", "614.1b/a", title="What is out comes back though the untap step is skipped")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def skipped(original: Any, game: Game, step: str) -> bool:
        is_ = original(game, step)
        if is_ and step == "untap":
            out = [obj for obj in game.phased_out_permanents() if obj.phase == DIRECT and phasing._is_due(game, obj)]
            phasing._trade_places(game, [], out)
        return bool(is_)


@mutant("skips-count-for-all-players", "702.26m/c", title="A player's skip of an untap step is used up by anybody's next one")
def _(rules: Amendment) -> None:
    @rules.before(turn_structure.is_skipped)
    def skipped(game: Game, step: str) -> None:
        for skip in game.skips:
            if skip.step == step == "untap":
                skip.player = game.active


@mutant("what-stays-tapped-is-not-exchanged", "702.26m/d", title="A permanent that an effect keeps from untapping is not exchanged either")
def _(rules: Amendment) -> None:
    def held(game: Game, obj: GameObject) -> bool:
        return says_of(game, DoesntUntap, obj) is not None or any(lock.applies(game, obj) for lock in game.untap_locks)

    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and not held(game, obj)


@mutant("locks-keep-a-player-from-phasing-in", "702.26m/d", title="While permanents of a player are kept tapped nothing of theirs comes in")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_due)
    def due(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and not any(lock.player in game.active_players for lock in game.untap_locks)


@mutant("skipped-after-all", "702.26m/e", "614.10/a", "614.10/b", title="What comes in with the exchange skips the rest of that untap step")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.untap)
    def untap(original: Any, game: Game) -> Any:
        if not turn_structure.is_skipped(game, "untap"):
            yield from original(game)


@mutant("exchange-in-every-upkeep-too", "702.26m/f", "503.1/a", title="An upkeep without an untap step before it has the exchange")
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._turn_based_actions)
    def actions(game: Game, step: str) -> None:
        if step == "upkeep" and game.steps_begun["upkeep"] > game.steps_begun.get("untap", 0) > 0:
            phasing.swap(game)


@mutant("two-instances-cancel-each-other", "702.26p/a", title="A permanent that has phasing twice goes out and in again in one untap step")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and sum(1 for _ in _instances(game, obj)) % 2 == 1


@mutant("losing-one-instance-loses-all", "702.26p/b", title="What loses one of two instances of phasing stops phasing")
def _(rules: Amendment) -> None:
    @rules.before(zones.move)
    def move(game: Game, obj: GameObject, *rest: Any, **named: Any) -> None:
        for other in game.battlefield:
            if other is not obj and obj in _instances(game, other):
                other.memory["phasing lost"] = True

    @rules.instead(phasing._is_to_leave)
    def goes(original: Any, game: Game, obj: GameObject) -> bool:
        return original(game, obj) and "phasing lost" not in obj.memory


def _instances(game: Game, obj: GameObject) -> Any:
    """Every instance of phasing that the permanent has."""
    if "phasing" in obj.face.keywords:
        yield obj
    for source in game.battlefield:
        context = Context(game, source, source.controller)
        for static in (ability.static for ability in source.face.statics):
            if isinstance(static, Modification) and "phasing" in static.keywords and obj in static.what.find(context):
                yield source
    for effect in game.continuous_effects:
        if isinstance(effect.static, Modification) and "phasing" in effect.static.keywords and obj in (effect.affected or ()):
            yield effect
