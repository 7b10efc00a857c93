"""Static abilities and conditions that planes and phenomena say, and cards about the planar die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .amounts import Condition
from .base import Wording, number, sentence, word
from .selectors import Filter, Players
from .statics import Static

if TYPE_CHECKING:
    from reference_engine.context import Context


@word("static", "combat_limit")
class CombatLimit(Static):
    """No more than so many creatures can attack, or can block, each combat (`does: attack | block`)."""

    does: Literal["attack", "block"]
    at_most: int = 1

    def text(self, w: Wording) -> str:
        return f"No more than {number(self.at_most)} creature{'s' if self.at_most > 1 else ''} can {self.does} each combat."


@word("static", "cant_attack_player")
class CantAttackPlayer(Static):
    """Creatures can't attack certain players; their planeswalkers may be attacked."""

    what: Filter
    player: Players = Players("you")

    def text(self, w: Wording) -> str:
        return sentence(f"{self.what.noun(w, plural=True)} can't attack {self.player.text(w)}")


@word("static", "cant_cast")
class CantCast(Static):
    """Players can't cast spells."""

    player: Players

    def text(self, w: Wording) -> str:
        return sentence(f"{self.player.text(w)} can't cast spells")


@word("static", "no_maximum_hand_size")
class NoMaximumHandSize(Static):
    """Rule 402.2."""

    players: Players = Players("you")

    def text(self, w: Wording) -> str:
        who = "players" if self.players.who == "each_player" else self.players.text(w)
        return sentence(f"{who} {'has' if who not in ('players', 'you') else 'have'} no maximum hand size")


@word("static", "extra_mana")
class ExtraMana(Static):
    """Whoever taps one of these for mana adds one more of a type that it produced: a triggered mana ability (rule 605.1b), so no stack."""

    what: Filter

    def text(self, w: Wording) -> str:
        noun = self.what.noun(w)
        return sentence(f"whenever a player taps a {noun} for mana, that player adds one mana of any type that {noun} produced")


@word("static", "double_damage")
class DoubleDamage(Static):
    """Any source deals double its damage (rules 614.1a, 701.10); of two such effects each doubles."""

    def text(self, w: Wording) -> str:
        return "If a source would deal damage to a permanent or player, it deals double that damage instead."


@word("static", "assigns_toughness")
class AssignsToughness(Static):
    """Each creature assigns combat damage equal to its toughness (against 510.1a)."""

    def text(self, w: Wording) -> str:
        return "Each creature assigns combat damage equal to its toughness rather than its power."


@word("static", "any_number_of_lands")
class AnyNumberOfLands(Static):
    """You may play any number of lands on each of your turns (rule 305.2)."""

    def text(self, w: Wording) -> str:
        return "You may play any number of lands on each of your turns."


@word("static", "flashback_in_graveyards")
class FlashbackInGraveyards(Static):
    """Instant and sorcery cards in graveyards have flashback for their mana cost (rule 702.34)."""

    def text(self, w: Wording) -> str:
        return "Instant and sorcery cards in graveyards have flashback. The flashback cost is equal to the card's mana cost."


@word("static", "raise_die")
class RaiseDie(Static):
    """Raises the number that a die shows. The planar die shows none, so it ignores this (rule 901.9d); no other die is rolled here."""

    by: int
    of: Players = Players("you")
    tap: bool = False

    def text(self, w: Wording) -> str:
        if self.tap:
            who = "any player" if self.of.who == "each_player" else self.of.text(w)
            return f"You may tap {w.this} to increase the result of a die {who} rolled by {self.by}."
        return f"Increase the result of each die {self.of.text(w)} roll by {self.by}."


@word("static", "blank_is_chaos")
class BlankIsChaos(Static):
    """Rolling a blank with the planar die counts as rolling chaos."""

    def text(self, w: Wording) -> str:
        return "Each blank roll of the planar die is a {CHAOS} roll."


@word("static", "chaos_instead_of_planeswalking")
class ChaosInsteadOfPlaneswalking(Static):
    """What the Planeswalker symbol would bring about is replaced (rule 614.1a)."""

    def text(self, w: Wording) -> str:
        return "If a player would planeswalk as a result of rolling the planar die, chaos ensues instead."


@word("condition", "main_phase")
class MainPhase(Condition):
    def holds(self, ctx: Context) -> bool:
        return ctx.game.step in ("precombat_main", "postcombat_main")

    def text(self, w: Wording) -> str:
        return "it's a main phase"


@word("condition", "planeswalked_here_this_turn")
class PlaneswalkedHereThisTurn(Condition):
    """You planeswalked to this plane this turn (rule 901.11)."""

    def holds(self, ctx: Context) -> bool:
        return ctx.source is not None and ctx.source.memory.get("reached") == (ctx.controller, ctx.game.turn_serial)

    def text(self, w: Wording) -> str:
        return f"you planeswalked to {w.name} this turn"


@word("condition", "no_cards_in_hand")
class NoCardsInHand(Condition):
    def holds(self, ctx: Context) -> bool:
        return not ctx.game.zone(ctx.controller, "hand")

    def text(self, w: Wording) -> str:
        return "you have no cards in hand"
