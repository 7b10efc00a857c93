"""What goes into another game, and when a game is over (rules 727, 729, 800.4)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import leaving_the_game, restarting, subgames, turn_structure, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.game import Game
from reference_engine.objects import GameObject


@mutant("restart-makes-cards-of-tokens", "727.2/c", title="The tokens of the old game are cards in the decks of the restarted one")
def _(rules: Amendment) -> None:
    @rules.instead(restarting._deck)
    def with_tokens(original: Rule, game: Game, player: str, exempt: list[GameObject]) -> Any:
        return [*(obj for obj in game.all_permanents() if obj.token and obj.owner == player), *original(game, player, exempt)]


@mutant("subgame-takes-graveyards-along", "729.2/a", title="A subgame is played with the cards of graveyards too")
def _(rules: Amendment) -> None:
    @rules.before(subgames.play)
    def graveyards(game: Game, first: str) -> None:
        for player in game.players:
            for card in list(game.zone(player, "graveyard")):
                zones.move(game, card, "library", "729.2", bottom=True)


@mutant("short-library-is-enough-for-a-subgame", "729.3/a", title="Who cannot draw seven cards for a subgame plays on with what there is")
def _(rules: Amendment) -> None:
    @rules.before(turn_structure.play)
    def forgiven(game: Game, start: str) -> None:
        if game.is_subgame:
            game.drew_from_empty.clear()


@mutant("game-ends-with-the-first-leaver", "800.4/a", title="The game is over as soon as one player has left it")
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.is_over)
    def over(original: Rule, game: Game) -> bool:
        game.over = bool(original(game)) or len(game.players) < len(game.seats)
        return game.over


@mutant("exile-waits-for-a-check", "800.4a/e", title="What nobody controls any more is exiled when state-based actions are next checked")
def _(rules: Amendment) -> None:
    @rules.instead(leaving_the_game.exile_what_nobody_controls)
    def later(original: Rule, game: Game, rule: str) -> None:
        if rule != "800.4a":
            original(game, rule)
