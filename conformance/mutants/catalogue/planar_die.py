"""Rolling the planar die: when a player may, what it costs, and what comes of a face (rule 901.9)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import actions, planechase, priority
from reference_engine.amendments import Amendment
from reference_engine.continuous_effects import statics
from reference_engine.decisions import Word
from reference_engine.errors import Illegal
from reference_engine.vocabulary.statics_planes import CantCast, RaiseDie

MAIN = ("precombat_main", "postcombat_main")


def _as_if(rules: Amendment, **as_if: Any) -> None:
    """The action is checked as if the game stood so."""

    @rules.instead(planechase.prepare_roll)
    def checked(original: Any, game: Any, player: str, action: Any) -> Any:
        real = {name: getattr(game, name) for name in as_if}
        for name, value in as_if.items():
            setattr(game, name, value(game, player) if callable(value) else value)
        try:
            return original(game, player, action)
        finally:
            for name, value in real.items():
                setattr(game, name, value)


# --- when ----------------------------------------------------------------------------------------------------------------------------


@mutant("roll-in-any-step", "901.9/b", "116.2i/a", title="The planar die may be rolled in every step of one's turn")
def _(rules: Amendment) -> None:
    _as_if(rules, step="precombat_main")


@mutant("roll-in-the-first-main-phase-only", "901.9/b", "116.2i/a", title="After combat the planar die may not be rolled any more")
def _(rules: Amendment) -> None:
    @rules.before(planechase.prepare_roll)
    def too_late(game: Any, player: str, action: Any) -> None:
        if game.planes is not None and (game.step == "postcombat_main" or game.main_phases > 1):
            raise Illegal("timing", "the planar die is rolled before combat")


@mutant("roll-over-the-stack", "901.9/c", title="The planar die may be rolled while something is on the stack")
def _(rules: Amendment) -> None:
    _as_if(rules, stack=[])


@mutant("roll-without-priority", "901.9/d", title="The active player may roll the planar die while another player has priority")
def _(rules: Amendment) -> None:
    @rules.instead(actions.perform)
    def perform(original: Any, game: Any, player: str, action: Any) -> None:
        if action.get("type") == "roll_planar_die" and game.pending.kind == "priority" and player == game.active:
            game._resume(planechase.prepare_roll(game, player, action))
        else:
            original(game, player, action)


@mutant("everybody-rolls", "901.9/a", "901.12d/c", title="Every player with priority may roll the planar die, in whosever turn")
def _(rules: Amendment) -> None:
    _as_if(rules, active=lambda game, player: player)


@mutant("planar-controller-rolls", "901.9/a", "311.5/c", title="The new planar controller may roll in the turn of one who left")
def _(rules: Amendment) -> None:
    _as_if(rules, active=lambda game, player: player if player == game.planes.controller else game.active)


@mutant("one-head-rolls", "901.12d/a", title="Of the active team only the primary player may roll the planar die")
def _(rules: Amendment) -> None:
    @rules.before(planechase.prepare_roll)
    def primary(game: Any, player: str, action: Any) -> None:
        if game.teams and player != game.active_players[0]:
            raise Illegal("timing", "the other head rolls")


@mutant("banned-spells-ban-rolls", "901.9/i", title="A player who can't cast spells can't roll the planar die either")
def _(rules: Amendment) -> None:
    @rules.before(planechase.prepare_roll)
    def banned(game: Any, player: str, action: Any) -> None:
        if any(player in static.player.find(context) for context, static, _ in statics(game, CantCast)):
            raise Illegal("restriction", "an effect forbids it")


@mutant(
    "next-player-after-a-roll", "901.9a/b", "901.9b/b", "901.9c/b", "117.3c/b", title="After a roll it is the next player who gets priority"
)
def _(rules: Amendment) -> None:
    @rules.instead(actions.perform)
    def perform(original: Any, game: Any, player: str, action: Any) -> None:
        original(game, player, action)
        if action.get("type") == "roll_planar_die" and game.pending is not None and game.pending.kind == "priority":
            game._resume(priority.PASS)


# --- cost ----------------------------------------------------------------------------------------------------------------------------


@mutant("rolls-are-free", "901.9/j", "118.3/c", title="Every roll is free")
def _(rules: Amendment) -> None:
    rules.never(planechase.roll_cost, 0)


@mutant("every-further-roll-costs-one", "901.9/e", "116.2i/b", title="Every roll but the first costs one mana, however many there were")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll_cost)
    def one(original: Any, game: Any, player: str) -> int:
        return min(1, int(original(game, player)))


@mutant("cost-falls-with-a-planeswalk", "901.9/h", title="A planeswalk makes the next roll free again", seen="xmage")
def _(rules: Amendment) -> None:
    @rules.after(planechase._walk_to)
    def free(game: Any, *rest: Any) -> None:
        game.planes.rolls = {}


@mutant("cost-stays-in-an-extra-turn", "901.9/f", title="The count of rolls begins anew only when another player's turn begins")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.new_turn)
    def same(original: Any, game: Any) -> None:
        rolls = dict(game.planes.rolls) if game.planes is not None and game.active == game.planes.controller else {}
        original(game)
        if rolls:
            game.planes.rolls = rolls


@mutant("cost-begins-anew-in-each-main-phase", "901.9/e", "505.1a/c", title="The count of rolls begins anew in each main phase")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.prepare_roll)
    def anew(original: Any, game: Any, player: str, action: Any) -> Any:
        if game.planes is not None and getattr(game.planes, "counted_in", game.step_serial) != game.step_serial:
            game.planes.rolls = {}
        perform = original(game, player, action)
        game.planes.counted_in = game.step_serial
        return perform


@mutant("effects-raise-the-cost", "901.9/g", "116.2i/c", title="A roll that an effect makes raises the cost of the action")
def _(rules: Amendment) -> None:
    @rules.before(planechase.roll_by_effect)
    def counted(game: Any, player: str) -> None:
        if game.planes is not None:
            game.planes.rolls[player] = game.planes.rolls.get(player, 0) + 1


@mutant("each-die-counts", "901.9/e", "706.6/b", title="With two dice the cost rises by two")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.prepare_roll)
    def dice(original: Any, game: Any, player: str, action: Any) -> Any:
        perform = original(game, player, action)

        def with_all() -> Any:
            game.planes.rolls[player] = game.planes.rolls.get(player, 0) + planechase.number_of_dice(game, player) - 1
            yield from perform()

        return with_all


@mutant("heads-share-a-cost", "901.12d/b", title="The rolls of both heads of a team raise the same cost")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll_cost)
    def together(original: Any, game: Any, player: str) -> int:
        return sum(original(game, member) for member in game.team_of(player))


@mutant("refused-roll-counts", "901.9/e", "901.9/j", title="A roll that could not be paid raises the cost all the same")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.prepare_roll)
    def counted(original: Any, game: Any, player: str, action: Any) -> Any:
        try:
            return original(game, player, action)
        except Illegal as illegal:
            if illegal.reason == "cost":
                game.planes.rolls[player] += 1
            raise


# --- what the die shows --------------------------------------------------------------------------------------------------------------


@mutant(
    "planar-die-is-no-die", "901.9d/a", "706.7/a", title="A roll of the planar die is no roll of dice, as before July 2021", seen="phase-rs"
)
def _(rules: Amendment) -> None:
    rules.edition("planar_die_is_a_die", False)


@mutant("planar-die-was-a-die", "901.9d", "706.7", title="A roll of the planar die is a roll of dice in games by older rules too")
def _(rules: Amendment) -> None:
    rules.edition("planar_die_is_a_die", True)


@mutant("each-die-is-a-roll", "901.9d/a", "706.7/a", title="Two dice rolled at once are two rolls for what waits for one or more dice")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def each(original: Any, game: Any, player: str, faces: list[str]) -> Any:
        for _ in faces[1:]:
            game.emit("rolled_dice", "901.9d", player=player)
        yield from original(game, player, faces)


@mutant("no-die-is-ignored", "706.6/a", "901.9/e", title="With two planar dice both faces count")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def both(original: Any, game: Any, player: str, faces: list[str]) -> Any:
        for face in faces:
            yield from original(game, player, [face])


@mutant("lower-die-is-ignored", "706.6/c", "706.7/b", title="Of two planar dice the lower one is ignored, and nobody is asked")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def best(original: Any, game: Any, player: str, faces: list[str]) -> Any:
        yield from original(game, player, [max(faces, key=planechase.FACES.index)])


@mutant(
    "raise-turns-the-die",
    "901.9d/b",
    "706.7/b",
    title="What raises the results of dice turns the planar die to its next face",
    seen="xmage",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def raised(original: Any, game: Any, player: str, faces: list[str]) -> Any:
        by = sum(static.by for context, static, _ in statics(game, RaiseDie) if player in static.of.find(context) and not static.tap)
        yield from original(game, player, [planechase.FACES[min(2, planechase.FACES.index(face) + by)] for face in faces])


@mutant("raise-by-tapping-is-offered", "901.9d/b", "706.7/b", title="Who may raise results by tapping is asked for a planar roll too")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def asked(original: Any, game: Any, player: str, faces: list[str]) -> Any:
        for context, static, _ in statics(game, RaiseDie):
            if static.tap and context.source is not None and not context.source.tapped:
                yield Word("choose", context.controller, ["yes", "no"], context.source)
        yield from original(game, player, faces)


@mutant("effect-rolls-in-main-phases-only", "901.9/d", "901.9/g", title="An effect makes nobody roll where the action could not be taken")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll_by_effect)
    def in_time(original: Any, game: Any, player: str) -> Any:
        if game.step in MAIN and player in game.active_players:
            yield from original(game, player)


@mutant("effect-rolls-move-nobody", "901.8/f", title="The Planeswalker symbol means nothing in a roll that an effect makes")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll_by_effect)
    def no_action(original: Any, game: Any, player: str) -> Any:
        if game.planes is not None:
            game.planes.by_effect = True
        yield from original(game, player)
        if game.planes is not None:
            game.planes.by_effect = False

    @rules.instead(planechase._planeswalker_symbol)
    def symbol(original: Any, game: Any, player: str) -> None:
        if not getattr(game.planes, "by_effect", False):
            original(game, player)


@mutant("other-players-rolls-change-nothing", "901.9b/a", "901.9/g", title="What a player rolls who has not the turn has no effect")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll)
    def own(original: Any, game: Any, player: str, faces: list[str]) -> Any:
        if player in game.active_players:
            yield from original(game, player, faces)


@mutant("effect-rolls-bring-no-chaos", "901.9b/a", title="The chaos symbol means nothing in a roll that an effect makes")
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll_by_effect)
    def by_effect(original: Any, game: Any, player: str) -> Any:
        if game.planes is not None:
            game.planes.rolled_by_effect = True
        yield from original(game, player)
        if game.planes is not None:
            game.planes.rolled_by_effect = False

    @rules.instead(planechase.chaos_ensues)
    def chaos(original: Any, game: Any, plane: Any = None, rolled: bool = False) -> None:
        if not (rolled and getattr(game.planes, "rolled_by_effect", False)):
            original(game, plane, rolled)


@mutant(
    "planar-die-without-planechase",
    "101.3/a",
    "901.3",
    title="In a game without planes an instruction to roll the planar die is carried out all the same",
)
def _(rules: Amendment) -> None:
    @rules.instead(planechase.roll_by_effect)
    def anyhow(original: Any, game: Any, player: str) -> Any:
        if game.planes is None:
            yield Word("planar_die", player, list(planechase.FACES))
        else:
            yield from original(game, player)
