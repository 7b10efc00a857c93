"""Effects on players: life, cards, mana, tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

from reference_engine import damage, turn_structure, zones
from reference_engine.continuous_effects import ContinuousEffect
from reference_engine.decisions import Pick

from .abilities import Effect, Steps
from .amounts import Amount
from .base import Wording, listing, number, read_value, word
from .selectors import Filter, Objects, Players
from .statics import GrantPlayer

if TYPE_CHECKING:
    from reference_engine.context import Context

YOU = Players("you")


@word("effect", "gain_life")
class GainLife(Effect):
    amount: Amount
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        n = self.amount.of(ctx)
        for player in self.player.find(ctx):
            damage.gain_life(ctx.game, player, n)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.verb(w, 'gain', 'gains')} {_life(self.amount, w)}"


@word("effect", "lose_life")
class LoseLife(Effect):
    amount: Amount
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        n = self.amount.of(ctx)
        total = 0
        for player in self.player.find(ctx):
            before = ctx.game.life[player]
            damage.lose_life(ctx.game, player, n)
            total += before - ctx.game.life[player]
        ctx.last_amount = total
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.verb(w, 'lose', 'loses')} {_life(self.amount, w)}"


@word("effect", "set_life")
class SetLife(Effect):
    """A life total becomes a number: the player gains or loses what it takes (rule 119.5)."""

    to: int
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        for player in self.player.find(ctx):
            change = self.to - ctx.game.life[player]
            if change > 0:
                damage.gain_life(ctx.game, player, change, "119.5")
            else:
                damage.lose_life(ctx.game, player, -change, "119.5")
        return
        yield

    def text(self, w: Wording) -> str:
        whose = "your" if self.player.who == "you" else f"{self.player.text(w)}'s"
        return f"{whose} life total becomes {self.to}"


@word("effect", "reveal_hand")
class RevealHand(Effect):
    """Shows a hand; cases see everything anyway, so nothing comes of it here."""

    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.verb(w, 'reveal your', 'reveals their')} hand"


def _life(amount: Amount, w: Wording) -> str:
    if amount.fixed is not None or amount.kind in ("x", "that_much"):
        return f"{'that much' if amount.kind == 'that_much' else amount.text(w)} life"
    return f"life equal to {amount.text(w)}"


@word("effect", "draw")
class Draw(Effect):
    count: Amount = Amount(1)
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        n = self.count.of(ctx)
        for player in self.player.find(ctx):
            zones.draw(ctx.game, player, n)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.order(w, 'draw', 'draws')} {self.count.counted(w, 'card')}"


@word("effect", "discard")
class Discard(Effect):
    """Each player named discards so many of their choice, or the whole hand (`hand: true`)."""

    count: Amount = Amount(1)
    player: Players = YOU
    hand: bool = False

    def resolve(self, ctx: Context) -> Steps:
        n = self.count.of(ctx)
        gone = 0
        for player in self.player.find(ctx):
            hand = list(ctx.game.zone(player, "hand"))
            count = len(hand) if self.hand else min(n, len(hand))
            picked = hand if count == len(hand) and self.hand else (yield Pick("discard", player, hand, count, count)) if count else []
            for card in picked:
                turn_structure.discard(ctx.game, player, card)
                gone += 1
        ctx.last_amount = gone

    def text(self, w: Wording) -> str:
        what = f"{'your' if self.player.who == 'you' else 'their'} hand" if self.hand else self.count.counted(w, "card")
        return f"{self.player.order(w, 'discard', 'discards')} {what}"


@word("effect", "mill")
class Mill(Effect):
    count: Amount = Amount(1)
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        for player in self.player.find(ctx):
            with game.batch("701.17a"):
                for _ in range(min(self.count.of(ctx), len(game.zone(player, "library")))):
                    zones.move(game, game.zone(player, "library")[-1], "graveyard", "701.17a")
        return
        yield

    def text(self, w: Wording) -> str:
        return f"{self.player.order(w, 'mill', 'mills')} {self.count.counted(w, 'card')}"


@word("effect", "scry")
class Scry(Effect):
    count: Amount = Amount(1)

    def resolve(self, ctx: Context) -> Steps:
        library = ctx.game.zone(ctx.controller, "library")
        top = list(reversed(library[-self.count.of(ctx) :])) if self.count.of(ctx) else []
        if top:
            for card in (yield Pick("scry", ctx.controller, top, 0, len(top), ctx.source)):
                library.remove(card)
                library.insert(0, card)

    def text(self, w: Wording) -> str:
        return f"scry {self.count.text(w)}"


@word("effect", "surveil")
class Surveil(Effect):
    count: Amount = Amount(1)

    def resolve(self, ctx: Context) -> Steps:
        library = ctx.game.zone(ctx.controller, "library")
        top = list(reversed(library[-self.count.of(ctx) :])) if self.count.of(ctx) else []
        if top:
            for card in (yield Pick("surveil", ctx.controller, top, 0, len(top), ctx.source)):
                zones.move(ctx.game, card, "graveyard", "701.25a")

    def text(self, w: Wording) -> str:
        return f"surveil {self.count.text(w)}"


@word("effect", "reveal_top")
class RevealTop(Effect):
    """Reveals the top card and puts it into the hand; `last_amount` is its mana value."""

    to: Literal["hand", "graveyard", "exile"] = "hand"

    def resolve(self, ctx: Context) -> Steps:
        library = ctx.game.zone(ctx.controller, "library")
        ctx.last, ctx.last_amount = [], 0
        if library:
            card = library[-1]
            ctx.last_amount = card.face.mana_value
            new = zones.move(ctx.game, card, self.to, "701.20a")
            ctx.last = [new] if new is not None else []
        return
        yield

    def text(self, w: Wording) -> str:
        return f"reveal the top card of your library and put that card into your {self.to}"


@word("effect", "search_library")
class SearchLibrary(Effect):
    """Searches for cards and puts them somewhere; nothing is shuffled here, since cases are not random."""

    what: Filter
    count: int = 1
    to: Literal["hand", "battlefield"] = "hand"
    tapped: bool = False
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        for player in self.player.find(ctx):
            pool = [card for card in game.zone(player, "library") if self.what.matches(card, ctx)]
            picked = (yield Pick("choose", player, pool, 0, min(self.count, len(pool)), ctx.source)) if pool else []
            for card in picked:
                if self.to == "battlefield":
                    yield from zones.put_onto_battlefield(game, card, player, "701.23a", tapped=self.tapped)
                else:
                    zones.move(game, card, self.to, "701.23a")

    def text(self, w: Wording) -> str:
        noun = self.what.noun(w, plural=self.count > 1).split(" in ")[0]
        it = "them" if self.count > 1 else "it"
        whose = "your" if self.player.who == "you" else "their"
        to = {
            "hand": f"reveal {it}, put {it} into {whose} hand",
            "battlefield": f"put {it} onto the battlefield" + (" tapped" if self.tapped else ""),
        }[self.to]
        return f"search {whose} library for {f'up to {number(self.count)}' if self.count > 1 else 'a'} {noun}, {to}, then shuffle"


@word("effect", "add_mana")
class AddMana(Effect):
    """Adds mana: symbols as `{C}{C}`, or `any` with a number (rule 106.4)."""

    mana: str
    player: Players = YOU
    for_each_removed: str | None = None  # once for each counter of a kind that was removed as a cost

    def resolve(self, ctx: Context) -> Steps:
        times = 1 if self.for_each_removed is None else ctx.x
        for player in self.player.find(ctx):
            pool = ctx.game.mana_pool.setdefault(player, {})
            for symbol in re.findall(r"\{([^}]+)\}", self.mana) * times:
                pool[symbol] = pool.get(symbol, 0) + (int(symbol) if symbol.isdigit() else 1)
        return
        yield

    def text(self, w: Wording) -> str:
        verb = "add" if self.player.who == "you" else self.player.verb(w, "add", "adds")
        mana = re.sub(r"\{(\w)/(\w)\}", r"{\1} or {\2}", self.mana.replace("{any}", "one mana of any color"))
        each = f" for each {self.for_each_removed} counter removed this way" if self.for_each_removed else ""
        return f"{verb} {mana}{each}"


@word("effect", "create_token")
class CreateToken(Effect):
    """Creates tokens: `token` is an entry like a card's, or `copy_of` an object."""

    token: dict[str, Any] | None = None
    count: Amount = Amount(1)
    player: Players = YOU
    tapped: bool = False
    copy_of: Objects | None = None

    def resolve(self, ctx: Context) -> Steps:
        made = []
        for player in self.player.find(ctx):
            for _ in range(self.count.of(ctx)):
                original = self._original(ctx)
                if original is None:
                    return
                definition, back_up = original
                new = yield from zones.create_token(ctx.game, definition, player, tapped=self.tapped, transformed=back_up)
                if new is not None:
                    made.append(new)
        ctx.last = made

    def __post_init__(self) -> None:
        if (self.token is None) is (self.copy_of is None):
            raise ValueError("one of 'token' and 'copy_of' is wanted: an entry like a card's, or what it is a copy of")
        if self.token is not None:
            _compiled(self.token)

    def _original(self, ctx: Context) -> tuple[Any, bool] | None:
        """What the token is like, and whether its back face is up as that of what it copies is (rule 707.8a)."""
        if self.token is not None:
            return _compiled(self.token), False
        assert self.copy_of is not None
        found = ctx.last_known(self.copy_of)
        return (found[0].to_copy, found[0].shows_back) if found else None

    def text(self, w: Wording) -> str:
        who = "create" if self.player.who == "you" else self.player.verb(w, "create", "creates")
        if self.player.of is not None and self.player.of.how == "those":
            who = f"for each of {self.player.of.text(w)}, its {self.player.who[:-3]} creates"
        if self.copy_of is not None:
            return f"{who} a token that's a copy of {self.copy_of.text(w)}"
        from .cards import CardDefinition

        assert self.token is not None
        t = self.token
        tapped = "tapped " if self.tapped else ""
        named = f" named {t['name']}" if "name" in t else ""
        stats = f"{t['power']}/{t['toughness']} " if "power" in t else ""
        colors = listing(_strings(t.get("colors", []))) or "colorless"
        kinds = " ".join([*_strings(t.get("subtypes", [])), *(x.lower() for x in _strings(t.get("types", [])))])
        qualities = [listing(_strings(t["keywords"]))] if t.get("keywords") else []
        face = CardDefinition({"name": "this token", **t}).front
        own = Wording(face.name, "token")
        qualities += [f'"{ability.text(own)}"' for ability in face.printed]
        having = f" with {listing(qualities)}" if qualities else ""
        return f"{who} {self.count.counted(w, f'{tapped}{stats}{colors} {kinds} token')}{having}{named}"


_TOKENS: dict[int, Any] = {}


def _compiled(token: dict[str, Any]) -> Any:
    """The definition of a token; the entry is kept with it, so that its identity stays its own."""
    from .cards import CardDefinition

    known = _TOKENS.get(id(token))
    if known is None:
        known = _TOKENS[id(token)] = (token, CardDefinition({"name": _token_name(token), **token}))
    return known[1]


def _strings(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _token_name(entry: dict[str, Any]) -> str:
    return " ".join(read_value(tuple[str, ...], entry.get("subtypes", []), "subtypes")) or "Token"


@word("effect", "grant_player")
class GrantPlayerFor(Effect):
    """A player has something for a duration: protection from everything, a life total that can't change."""

    what: tuple[str, ...]
    until: Literal["your_next_turn", "end_of_turn"] = "your_next_turn"
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        game = ctx.game
        affected: Any = self.player.find(ctx)
        game.continuous_effects.append(ContinuousEffect(GrantPlayer(self.what), ctx, self.until, game.stamp(), affected))
        game.changed()
        return
        yield

    def text(self, w: Wording) -> str:
        until = {"your_next_turn": "until your next turn", "end_of_turn": "until end of turn"}[self.until]
        phrases = ["your life total can't change" if q == "fixed life" else f"you gain {q}" for q in self.what]
        return f"{until}, {listing(phrases)}"


@word("effect", "put_from_hand")
class PutFromHand(Effect):
    """A player may put a card from their hand onto the battlefield; of several, one after the other in turn order."""

    what: Filter
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        from reference_engine.decisions import YesNo

        for player in self.player.find(ctx):
            pool = [card for card in ctx.game.zone(player, "hand") if self.what.matches(card, ctx)]
            if pool and (yield YesNo("may", player, ctx.source)):
                card = yield Pick("choose", player, pool, source=ctx.source, one=True)
                yield from zones.put_onto_battlefield(ctx.game, card, player, "400.7")

    def text(self, w: Wording) -> str:
        who = "starting with you, each player" if self.player.who == "each_player" else self.player.text(w)
        noun = "permanent card" if set(self.what.not_types) == {"Instant", "Sorcery"} else self.what.noun(w).split(" in ")[0]
        return f"{who} may put a {noun} from {'your' if self.player.who == 'you' else 'their'} hand onto the battlefield"
