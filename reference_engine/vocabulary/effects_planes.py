"""Effects about planes, phenomena and the planar die, and those that only phenomena have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine import planechase, zones
from reference_engine.creature_types import CREATURE_TYPES
from reference_engine.decisions import Order, Pick, Word, YesNo
from reference_engine.objects import GameObject

from .abilities import Effect, Steps
from .base import Wording, number, sentence, word
from .selectors import Players

if TYPE_CHECKING:
    from reference_engine.context import Context

YOU = Players("you")


@word("effect", "planeswalk")
class Planeswalk(Effect):
    """You planeswalk (rule 701.31); only the planar controller can. `by_die` marks the planeswalking ability (rule 901.8)."""

    player: Players = YOU
    by_die: bool = False

    def resolve(self, ctx: Context) -> Steps:
        for player in self.player.find(ctx):
            if self.by_die:
                planechase.planeswalk_by_die(ctx.game, player, ctx.source)
            else:
                planechase.planeswalk(ctx.game, player, "701.31b")
        return
        yield

    def text(self, w: Wording) -> str:
        return "planeswalk" if self.player.who == "you" else self.player.verb(w, "planeswalk", "planeswalks")


@word("effect", "chaos_ensues")
class ChaosEnsues(Effect):
    def resolve(self, ctx: Context) -> Steps:
        planechase.chaos_ensues(ctx.game)
        return
        yield

    def text(self, w: Wording) -> str:
        return "chaos ensues"


@word("effect", "roll_planar_die")
class RollPlanarDie(Effect):
    """An effect's roll; it does not make the roll action dearer (rule 901.9)."""

    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        for player in self.player.find(ctx):
            yield from planechase.roll_by_effect(ctx.game, player)

    def text(self, w: Wording) -> str:
        return f"{'roll' if self.player.who == 'you' else self.player.verb(w, 'roll', 'rolls')} the planar die"


def _reveal_text(planes: int) -> str:
    what = "a plane card" if planes == 1 else f"{number(planes)} plane cards"
    return f"reveal cards from the top of your planar deck until you reveal {what}"


@word("effect", "planeswalk_to_revealed")
class PlaneswalkToRevealed(Effect):
    """Reveals planar cards until so many planes are found and planeswalks to all of these at once; with `stay` no plane is left."""

    planes: int
    stay: bool = False

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if game.planes is None or ctx.controller != game.planes.controller:
            return
        found, others = planechase.reveal_until(game, ctx.controller, self.planes)
        if found:
            planechase.planeswalk_to(game, ctx.controller, found, "701.31b", leave=not self.stay)
        yield from planechase.put_on_bottom(game, ctx.controller, others)

    def text(self, w: Wording) -> str:
        walk = "Planeswalk to it" if self.planes == 1 else "Simultaneously planeswalk to all of them"
        stay = " without leaving any plane" if self.stay else ""
        rest = "The others go to the bottom of that deck in any order"
        return f"{_reveal_text(self.planes)}. {walk}{stay}. {rest}"


@word("effect", "choose_plane_from_top")
class ChoosePlaneFromTop(Effect):
    """Reveals until so many planes are found; one of them goes on top, the rest to the bottom in a random order.

    Decides: its controller, which one goes on top; nobody is asked for the order.
    """

    planes: int

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if game.planes is None:
            return
        found, others = planechase.reveal_until(game, ctx.controller, self.planes)
        chosen = (yield Pick("choose", ctx.controller, found, source=ctx.source, one=True)) if found else None
        deck = game.planes.deck(ctx.controller)
        for card in (*found, *others):
            if card is not chosen:
                deck.insert(0, card)
        if chosen is not None:
            deck.append(chosen)

    def text(self, w: Wording) -> str:
        return (
            f"{_reveal_text(self.planes)}. One of these planes goes on top of that deck, and everything else that was revealed "
            "on the bottom in a random order"
        )


@word("effect", "chaos_on_revealed_plane")
class ChaosOnRevealedPlane(Effect):
    """Chaos ensues on the first plane of the planar deck, which is only revealed (rule 311.7)."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        if game.planes is None:
            return
        found, others = planechase.reveal_until(game, ctx.controller, 1)
        for plane in found:
            planechase.chaos_ensues(game, plane)
        yield from planechase.put_on_bottom(game, ctx.controller, [*others, *found])

    def text(self, w: Wording) -> str:
        rest = "Then all of those cards go to the bottom of that deck in any order"
        return f"{_reveal_text(1)}. Chaos ensues on that plane. {rest}"


@word("effect", "look_at_top_planar_card")
class LookAtTopPlanarCard(Effect):
    """Reveals the top card of the planar deck; its player may put it on the bottom."""

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        deck = game.planes.deck(ctx.controller) if game.planes is not None else []
        if deck and (yield YesNo("may", ctx.controller, ctx.source)):
            deck.insert(0, deck.pop())

    def text(self, w: Wording) -> str:
        return "reveal the top card of your planar deck. You may put it on the bottom of your planar deck"


@word("effect", "reverse_turn_order")
class ReverseTurnOrder(Effect):
    def resolve(self, ctx: Context) -> Steps:
        ctx.game.reversed_order = not ctx.game.reversed_order
        return
        yield

    def text(self, w: Wording) -> str:
        return "reverse the game's turn order"


@word("effect", "repeat_until_flip_won")
class RepeatUntilFlipWon(Effect):
    """Does its effects, then you flip a coin, again and again until you win a flip (rule 705): `coin`, where heads wins."""

    effects: tuple[Effect, ...]

    def resolve(self, ctx: Context) -> Steps:
        while not ctx.game.over:
            for effect in self.effects:
                yield from effect.resolve(ctx)
            if (yield Word("coin", ctx.controller, ["heads", "tails"], ctx.source)) == "heads":
                return

    def text(self, w: Wording) -> str:
        done = ". ".join(sentence(effect.text(w)).removesuffix(".") for effect in self.effects)
        return f"{done[0].lower() + done[1:]}, then you flip a coin. If you lose the flip, repeat this process"


_FIRST = frozenset({"Artifact", "Creature", "Land", "Planeswalker"})


@word("effect", "shuffle_permanents_and_reveal")
class ShufflePermanentsAndReveal(Effect):
    """Each player shuffles the permanents they own into their library and gets as many cards from its top (Morphic Tide).

    Cases know no chance: what is shuffled in goes below the rest, an order that a shuffle could have brought about.
    """

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        players = game.in_turn_order()
        counts: dict[str, int] = {}
        with game.batch("701.24a"):
            for player in players:
                owned = [obj for obj in game.battlefield if obj.owner == player]
                counts[player] = len(owned)
                for obj in owned:
                    zones.move(game, obj, "library", "701.24a", bottom=True)
        revealed = {player: game.zone(player, "library")[::-1][: counts[player]] for player in players}
        yield from self._put(ctx, revealed, _FIRST)
        yield from self._put(ctx, revealed, frozenset({"Enchantment"}))
        for player in players:
            rest = [card for card in revealed[player] if card.exists]
            if len(rest) > 1:
                rest = yield Order(player, rest, ctx.source)
            library = game.zone(player, "library")
            for card in rest:
                library.remove(card)
                library.insert(0, card)

    def _put(self, ctx: Context, revealed: dict[str, list[GameObject]], types: frozenset[str]) -> Steps:
        for player, cards in revealed.items():
            for card in cards:
                if card.exists and card.face.types & types:
                    yield from zones.put_onto_battlefield(ctx.game, card, player, "400.7")

    def text(self, w: Wording) -> str:
        return (
            "all players shuffle the permanents that they own into their libraries and reveal as many cards from the top. Of those, "
            "artifacts, creatures, lands, and planeswalkers enter the battlefield first, then enchantments. What is left goes to the "
            "bottom of its owner's library in any order"
        )


@word("effect", "choose_creature_type")
class ChooseCreatureType(Effect):
    """Chooses a creature type for later effects (`chosen_creature_type` in filters)."""

    def resolve(self, ctx: Context) -> Steps:
        chosen = yield Word("choose", ctx.controller, list(CREATURE_TYPES), ctx.source)
        if ctx.source is not None:
            ctx.source.chosen["creature_type"] = chosen

    def text(self, w: Wording) -> str:
        return "choose a creature type"
