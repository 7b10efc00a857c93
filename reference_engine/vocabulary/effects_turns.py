"""Words about the order of turns and steps: steps that are added, the first of a turn, turns that may be skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .abilities import Effect, Steps
from .amounts import Condition
from .base import StepName, Wording, sentence, word
from .selectors import Players
from .statics import Static
from .triggers import BeginningOf, Trigger

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("effect", "add_step")
class AddStep(Effect):
    """A step more in this phase, directly after the present step (rule 500.9); "you get" one only in your own turn (rule 500.10a)."""

    step: StepName
    player: Players = Players("that_player")

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if any(player in game.active_players for player in self.player.find(ctx)):
            game.extra_steps.append(self.step)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.verb(w, 'get', 'gets')} an additional {self.step} step after this step"


@word("trigger", "first_of_turn")
class FirstOfTurn(Trigger):
    """Like `beginning_of`, for the first such step of each turn only."""

    step: StepName
    of: Players = Players("you")
    event = "step_began"

    def holds(self, fields: dict[str, Any], ctx: Context) -> bool:
        return ctx.game.steps_begun.get(self.step) == 1 and BeginningOf(self.step, self.of).holds(fields, ctx)

    def text(self, w: Wording) -> str:
        usual = BeginningOf(self.step, self.of).text(w)
        return f"{usual.replace(f' {self.step}', f' first {self.step}')} each turn"


@word("trigger", "next_turns_upkeep")
class NextTurnsUpkeep(FirstOfTurn):
    """For a delayed ability: the upkeep of the next turn, whoever's; a second upkeep step of the same turn is not meant."""

    step: StepName = "upkeep"
    of: Players = Players("each_player")
    event = "step_began"

    def text(self, w: Wording) -> str:
        return "at the beginning of the next turn's upkeep"


@word("static", "may_skip_turn_to_untap")
class MaySkipTurnToUntap(Static):
    """While it is tapped, its controller may skip a turn that would begin; then it untaps as the next turn begins (rule 614.10b)."""

    def text(self, w: Wording) -> str:
        return sentence(f"if you would begin your turn while {w.this} is tapped, you may skip that turn instead. If you do, untap {w.this}")


@word("condition", "after_upkeep_of_opponent")
class AfterUpkeepOfOpponent(Condition):
    """It is an opponent's turn, and an upkeep step of that turn has ended (rule 503.2)."""

    about_time = True

    def holds(self, ctx: Context) -> bool:
        game = ctx.game
        ended = game.steps_begun.get("upkeep", 0) - (game.step == "upkeep")
        return game.are_opponents(ctx.controller, game.active) and ended > 0

    def text(self, w: Wording) -> str:
        return "during an opponent's turn after their upkeep step"
