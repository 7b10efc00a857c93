"""What is phased out when a player leaves the game who controlled it (rules 702.26n, 800.4a, 800.4c)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import leaving_the_game, phasing, turn_structure, untap_step
from reference_engine.amendments import Amendment
from reference_engine.game import Game
from reference_engine.objects import GameObject


@mutant(
    "leavers-absent-permanents-never-return", "702.26n/c", title="What went out under a player who left never comes back, as before 2018"
)
def _(rules: Amendment) -> None:
    rules.edition("return_after_controller_left", False)


@mutant(
    "leavers-absent-permanents-return-at-once", "702.26n/d", title="What went out under a player who left comes back in the next untap step"
)
def _(rules: Amendment) -> None:
    @rules.before(phasing.swap)
    def swap(game: Game) -> None:
        game.orphans_due.update(player for player in game.seats if not game.is_in(player))


@mutant(
    "leavers-absent-permanents-return-to-the-owner",
    "702.26n/e",
    title="What went out under a player who left comes back in its owner's untap step",
)
def _(rules: Amendment) -> None:
    @rules.instead(phasing._is_due)
    def due(original: Any, game: Game, obj: GameObject) -> bool:
        return bool(original(game, obj)) and (game.is_in(str(obj.phased_under)) or obj.owner in game.active_players)


@mutant(
    "absent-permanents-wait-for-a-leaver-in-vain",
    "800.4j/c",
    "702.26n/d",
    title="A player who left as their untap step began has the exchange in it",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing.swap)
    def swap(game: Game) -> None:
        if not game.is_in(game.active):
            game.orphans_due.add(game.active)


@mutant("turn-in-which-one-leaves-counts", "702.26n/d", title="The turn in which a player leaves counts as their next turn")
def _(rules: Amendment) -> None:
    @rules.after(leaving_the_game._leave_alone)
    def leave(game: Game, player: str, rule: str) -> None:
        if player == game.active:
            game.orphans_due.add(player)


@mutant(
    "leavers-extra-turn-does-not-count",
    "702.26n/c",
    "800.4k/a",
    title="An extra turn of a player who left is no turn that would have begun",
)
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._next_turn)
    def next_turn(game: Game) -> None:
        game.extra_turns = [extra for extra in game.extra_turns if game.is_in(extra.player)]


@mutant(
    "skipped-step-uses-the-return-up",
    "702.26n/c",
    "702.26m/b",
    title="A skipped untap step uses up the return of what went out under a leaver",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def skipped(original: Any, game: Game, step: str) -> bool:
        is_ = bool(original(game, step))
        if is_ and step == "untap":
            game.orphans_due.clear()
        return is_


@mutant("orphans-untap-as-they-return", "702.26n/e", title="What returns after its controller left untaps, in whosever step it is")
def _(rules: Amendment) -> None:
    @rules.instead(phasing._trade_places)
    def trade(original: Any, game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        for obj in returning:
            if not game.is_in(str(obj.phased_under)) and obj.phased_under is not None:
                obj.tapped = False
        original(game, leaving, returning)


@mutant(
    "borrowed-permanents-untap-with-their-return", "502.3/b", "702.26n/e", title="What comes back in another player's step untaps in it"
)
def _(rules: Amendment) -> None:
    back: list[GameObject] = []

    @rules.after(phasing._trade_places)
    def trade(game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        back[:] = returning

    @rules.instead(untap_step.untap)
    def untap(original: Any, game: Game) -> Any:
        for obj in back:
            obj.tapped = obj.tapped and obj.controller in game.active_players
        back.clear()
        yield from original(game)


@mutant("absent-permanents-of-nobody-stay", "702.26n/a", "800.4a/d", title="What is out and has no controller any more is not exiled")
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game._controller_while_out)
    def controller(original: Any, game: Game, obj: GameObject) -> str:
        return game.players[0]


@mutant(
    "absent-permanents-of-nobody-are-found-on-leaving-only",
    "702.26n/b",
    "800.4c/a",
    title="What is out is not exiled when the last control effect ends",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.exile_what_nobody_controls)
    def exile(original: Any, game: Game, rule: str) -> None:
        if rule != "800.4c" or not game.phased_out_permanents():
            original(game, rule)


@mutant(
    "absent-permanents-are-their-first-controllers",
    "702.26n/a",
    "800.4a/e",
    title="What is out is exiled with its first controller, whoever has it by now",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game._controller_while_out)
    def controller(original: Any, game: Game, obj: GameObject) -> str:
        return obj.controller_base


@mutant(
    "absent-permanents-are-whose-they-were-last",
    "702.26n/c",
    "800.4a/b",
    title="What is out is exiled with the player under whom it went out",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game._controller_while_out)
    def controller(original: Any, game: Game, obj: GameObject) -> str:
        return obj.phased_under or obj.controller


@mutant(
    "absent-control-aura-holds-nothing",
    "702.26n/a",
    "702.26g/c",
    title="An Aura that is out with what it controls does not count for whose that is",
)
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game._controller_while_out)
    def controller(original: Any, game: Game, obj: GameObject) -> str:
        attached, obj.attachments = obj.attachments, []
        whose = str(original(game, obj))
        obj.attachments = attached
        return whose


@mutant(
    "absent-permanents-become-the-active-players",
    "702.26n/c",
    "702.26d/b",
    title="What returns after its controller left is the active player's",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._trade_places)
    def trade(game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
        for obj in returning:
            if obj.phased_under is not None and not game.is_in(obj.phased_under):
                obj.controller_base = game.active
