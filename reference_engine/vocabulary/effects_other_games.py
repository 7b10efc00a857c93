"""Effects that begin another game: restarting the game (rule 727), and subgames (rule 729)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine import damage, restarting, subgames, zones

from .abilities import Effect, Steps
from .base import Wording, word

if TYPE_CHECKING:
    from reference_engine.context import Context
    from reference_engine.objects import GameObject


@word("effect", "restart_game")
class RestartGame(Effect):
    """Restarts the game without the cards that the source keeps under a key, and puts those onto the battlefield (rules 727.4, 727.5).

    Only permanent cards that are no Auras are exempt, if they are still in exile.
    """

    leaving: str

    def resolve(self, ctx: Context) -> Steps:
        kept: list[GameObject] = ctx.source.memory.get(self.leaving, []) if ctx.source is not None else []
        exempt = [card for card in kept if card.exists and card.zone == "exile" and not card.token and _is_exempt(card)]

        def finish() -> Steps:
            with ctx.game.batch("727.4"):
                for card in exempt:
                    yield from zones.put_onto_battlefield(ctx.game, card, ctx.controller, "727.4")

        raise restarting.Restarted(ctx.controller, exempt, finish)
        yield

    def text(self, w: Wording) -> str:
        return (
            f"restart the game, leaving in exile all non-Aura permanent cards exiled with {w.this}. "
            "Then put those cards onto the battlefield under your control"
        )


def _is_exempt(card: GameObject) -> bool:
    return bool(card.face.is_permanent) and "Aura" not in card.face.subtypes


@word("effect", "play_subgame")
class PlaySubgame(Effect):
    """The players play a subgame with their libraries (rule 729.1); who does not win it loses half their life."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        winners = yield from subgames.play(game, ctx.controller)
        with game.batch("119.3"):
            for player in game.in_turn_order():
                if player not in winners:
                    damage.lose_life(game, player, (game.life[player] + 1) // 2)

    def text(self, w: Wording) -> str:
        return (
            "players play a Magic subgame, using their libraries as their decks. "
            "Each player who doesn't win the subgame loses half their life, rounded up"
        )
