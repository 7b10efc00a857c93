"""Effects on the game: turns and steps, day and night, and the ways to put effects together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reference_engine import casting, combat, day_night, turn_structure
from reference_engine.decisions import Word, YesNo
from reference_engine.triggered_abilities import Delayed
from reference_engine.turn_structure import ExtraTurn, Skip

from .abilities import Effect, Steps, delayed
from .amounts import Amount, Condition
from .base import StepName, Wording, listing, sentence, word
from .costs import Cost
from .resolving import ended_meanwhile, frozen
from .selectors import Objects, Players
from .triggers import Trigger

if TYPE_CHECKING:
    from reference_engine.context import Context

YOU = Players("you")


def _run(effects: tuple[Effect, ...], ctx: Context) -> Steps:
    for effect in effects:
        yield from effect.resolve(ctx)


def _text(effects: tuple[Effect, ...], w: Wording) -> str:
    texts = [text for text in (effect.text(w) for effect in effects) if text]
    if not texts:
        return ""
    return " ".join([texts[0] + ("." if len(texts) > 1 else ""), *(sentence(text) for text in texts[1:])]).removesuffix(".")


def _bare(text: str, who: str) -> str:
    """What a player does, after "may": `that player gains 2 life` becomes `gain 2 life`."""
    if text.startswith("your life total becomes "):
        return text.replace("your life total becomes", "have your life total become", 1)
    if text.startswith("it deals "):
        return text.replace("it deals ", "have it deal ", 1)
    if who == "you" or not text.startswith(who + " "):
        return text.removeprefix("you ")
    verb, _, rest = text.removeprefix(who + " ").partition(" ")
    return f"{verb.removesuffix('s')} {rest}"


@word("effect", "may")
class May(Effect):
    """A player may have all of it happen; `then` follows if they do, `else` if not."""

    effects: tuple[Effect, ...]
    by: Players = YOU
    else_: tuple[Effect, ...] = ()

    def resolve(self, ctx: Context) -> Steps:
        for player in self.by.find(ctx):
            if (yield YesNo("may", player, ctx.source)):
                yield from self.effects[0].resolve(ctx)
                if self.effects[0].was_done(ctx):
                    yield from _run(self.effects[1:], ctx)
            else:
                yield from _run(self.else_, ctx)

    def text(self, w: Wording) -> str:
        who = self.by.text(w)
        text = f"{who} may {_bare(self.effects[0].text(w), who)}"
        if rest := self.effects[1:]:
            text += f". If {who} {'do' if who == 'you' else 'does'}, {_bare(_text(rest, w), who)}"
        return text + (f". If {self.by.text(w)} don't, {_text(self.else_, w)}" if self.else_ else "")


@word("effect", "pay")
class Pay(Effect):
    """You may pay a cost; if you do, `then`."""

    cost: tuple[Cost, ...]
    then: tuple[Effect, ...]
    by: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        for player in self.by.find(ctx):
            if (yield YesNo("pay", player, ctx.source)) and (yield from _pay(ctx, player, self.cost)):
                yield from _run(self.then, ctx)

    def text(self, w: Wording) -> str:
        costs = listing([c.text(w) for c in self.cost])
        return f"{self.by.text(w)} may pay {costs}. If {self.by.verb(w, 'do', 'does')}, {_text(self.then, w)}"


def _pay(ctx: Context, player: str, cost: tuple[Cost, ...]) -> Steps:
    """Pays a cost that a resolving effect asks; False if it cannot be paid."""
    from reference_engine.errors import Illegal

    source = ctx.source
    if source is None:
        return False
    try:
        pay = casting.prepare_payment(ctx.game, player, source, list(cost), {}, ctx)
    except Illegal:
        return False
    yield from pay()
    return True


@word("effect", "unless_paid")
class UnlessPaid(Effect):
    """Something happens unless a player pays (rule 118.12a). A string cost is mana."""

    cost: tuple[Cost, ...]
    effects: tuple[Effect, ...]
    by: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        players = self.by.find(ctx)
        if players and (yield YesNo("pay", players[0], ctx.source)) and (yield from _pay(ctx, players[0], self.cost)):
            return
        yield from _run(self.effects, ctx)

    def text(self, w: Wording) -> str:
        costs = listing([cost.text(w) for cost in self.cost])
        pay = f"pay {costs}" if costs.startswith("{") else costs
        return f"{_text(self.effects, w)} unless {self.by.text(w)} {pay}"


@word("effect", "if")
class If(Effect):
    when: Condition
    then: tuple[Effect, ...]
    else_: tuple[Effect, ...] = ()

    def resolve(self, ctx: Context) -> Steps:
        yield from _run(self.then if self.when.holds(ctx) else self.else_, ctx)

    def text(self, w: Wording) -> str:
        text = f"if {self.when.text(w)}, {_text(self.then, w)}"
        return text + (f". Otherwise, {_text(self.else_, w)}" if self.else_ else "")


@word("effect", "for_each_player")
class ForEachPlayer(Effect):
    """Each player named does the same, in turn order; "that player" is the one."""

    players: Players
    effects: tuple[Effect, ...]

    def resolve(self, ctx: Context) -> Steps:
        for player in self.players.find(ctx):
            inner = frozen(ctx)
            inner.event = {**(ctx.event or {}), "player": player}
            yield from _run(self.effects, inner)

    def text(self, w: Wording) -> str:
        return f"for {self.players.text(w)}, {_text(self.effects, w)}"


@word("effect", "later")
class Later(Effect):
    """A delayed triggered ability (rule 603.7). `those` are the objects of the effect before, or what `about` names now.

    `lasts: end_of_turn` triggers each time, and `as_long_as_source_tapped` each time until then; `next_this_turn` once, in this turn.
    """

    when: Trigger
    effects: tuple[Effect, ...]
    lasts: Literal["end_of_turn", "as_long_as_source_tapped", "next_this_turn"] | None = None
    about: Objects | None = None

    def resolve(self, ctx: Context) -> Steps:
        ability = delayed(self.when, self.effects, "delayed")
        if self.about is not None:
            ctx.last = self.about.find(ctx)
        if self.lasts == "as_long_as_source_tapped" and (ctx.source is None or ended_meanwhile(ctx, self.lasts) or not ctx.source.tapped):
            return
        ctx.game.delayed.append(Delayed(ability, frozen(ctx), self.lasts))
        return
        yield

    def text(self, w: Wording) -> str:
        if self.lasts == "as_long_as_source_tapped":
            return f"for as long as {w.this} remains tapped, {self.when.text(w)}, {_text(self.effects, w)}"
        if self.lasts == "next_this_turn":
            return f"{self.when.text(w).replace('at ', 'at the next ', 1)} this turn, {_text(self.effects, w)}"
        when = self.when.text(w) if self.lasts else self.when.text(w).replace("whenever", "when", 1)
        when = when.replace("your end step", "the next end step").replace("each end step", "the next end step")
        return f"{when}, {_text(self.effects, w)}"


@word("effect", "extra_turn")
class ExtraTurnEffect(Effect):
    """Rule 500.7; `skips` are steps of that turn that are skipped."""

    player: Players = YOU
    skips: tuple[StepName, ...] = ()

    def resolve(self, ctx: Context) -> Steps:
        for player in self.player.find(ctx):
            ctx.game.extra_turns.append(ExtraTurn(player, self.skips))
        return
        yield

    def text(self, w: Wording) -> str:
        skips = f". Skip the {listing(list(self.skips))} step of that turn" if self.skips else ""
        take = "take" if self.player.who == "you" else self.player.verb(w, "take", "takes")
        return f"{take} an extra turn after this one{skips}"


@word("effect", "skip_next")
class SkipNext(Effect):
    """A player skips the next such step, or `turn` (rule 614.10a)."""

    step: Literal[StepName, "turn"]
    player: Players = YOU

    def resolve(self, ctx: Context) -> Steps:
        teams: list[list[str]] = []  # one effect makes a team skip once, however many of its players it names (rule 805.8)
        for player in self.player.find(ctx):
            if (team := ctx.game.team_of(player)) not in teams:
                teams.append(team)
                ctx.game.skips.append(Skip(player, self.step))
        return
        yield

    def text(self, w: Wording) -> str:
        own = "your" if self.player.who == "you" else "their"
        return f"{self.player.verb(w, 'skip', 'skips')} {own} next {self.step}{'' if self.step == 'turn' else ' step'}"


_ADDED = {
    "beginning": ("beginning", turn_structure.BEGINNING),
    "untap": ("beginning", ("untap",)),
    "upkeep": ("beginning", ("upkeep",)),
    "draw": ("beginning", ("draw",)),
    "combat": ("combat", turn_structure.COMBAT),
    "main": ("postcombat_main", ("postcombat_main",)),
    "end": ("ending", ("end",)),
}


@word("effect", "add_phases")
class AddPhases(Effect):
    """Adds phases after this one (rule 500.8): beginning, combat, main; or a step (untap, upkeep, draw) with the phase for it (500.10).

    `you_get`: only in a turn of the ability's controller (rule 500.10a).
    """

    phases: tuple[Literal["beginning", "untap", "upkeep", "draw", "combat", "main", "end"], ...]
    count: Amount = Amount(1)
    you_get: bool = False

    def resolve(self, ctx: Context) -> Steps:
        if self.you_get and ctx.controller not in ctx.game.active_players:
            return
        for _ in range(self.count.of(ctx)):
            turn_structure.add_phases(ctx.game, [_ADDED[phase] for phase in self.phases])
        return
        yield

    def text(self, w: Wording) -> str:
        kinds = [f"additional {phase} {'step' if phase in turn_structure.BEGINNING else 'phase'}" for phase in self.phases]
        if self.count.kind == "that_much":
            return f"{'you get' if self.you_get else 'there are'} that many {listing([kind + 's' for kind in kinds])} after this phase"
        return f"after this phase, {'you get' if self.you_get else 'there is'} {listing(['an ' + kind for kind in kinds])}"


@word("effect", "end_turn")
class EndTurn(Effect):
    """Rule 724.1: what waits and the stack are gone, state-based actions are checked, and the cleanup step comes.

    What triggers in the process is put on the stack in that step only (rule 724.1f).
    """

    def resolve(self, ctx: Context) -> Steps:
        from reference_engine import state_based_actions, zones

        game = ctx.game
        if game.edition.has("ending_the_turn_drops_what_waits"):
            game.waiting.clear()
        for item in list(game.stack):
            if item.object is not None:
                zones.move(game, item.object, "exile", "724.1b")
        game.stack.clear()
        game.ending_turn = True
        while (yield from state_based_actions.perform(game)):
            if game.over:
                return

    def text(self, w: Wording) -> str:
        return "end the turn"


@word("effect", "become_day")
class BecomeDay(Effect):
    def resolve(self, ctx: Context) -> Steps:
        day_night.become(ctx.game, "day", "731.1")
        return
        yield

    def text(self, w: Wording) -> str:
        return "it becomes day"


@word("effect", "become_night")
class BecomeNight(Effect):
    def resolve(self, ctx: Context) -> Steps:
        day_night.become(ctx.game, "night", "731.1")
        return
        yield

    def text(self, w: Wording) -> str:
        return "it becomes night"


@word("effect", "switch_day_night")
class SwitchDayNight(Effect):
    """If it's night it becomes day; otherwise, also while it is neither, it becomes night."""

    def resolve(self, ctx: Context) -> Steps:
        day_night.become(ctx.game, "day" if ctx.game.day_night == "night" else "night", "731.1")
        return
        yield

    def text(self, w: Wording) -> str:
        return "if it's night, it becomes day. Otherwise, it becomes night"


@word("effect", "exert")
class Exert(Effect):
    what: Objects = Objects("this")

    def resolve(self, ctx: Context) -> Steps:
        for obj in self.what.find(ctx):
            combat.exert(ctx.game, obj, ctx.controller)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"exert {self.what.text(w)}"


@word("effect", "remove_from_combat")
class RemoveFromCombat(Effect):
    what: Objects

    def resolve(self, ctx: Context) -> Steps:
        for obj in self.what.find(ctx):
            combat.remove(ctx.game, obj)
        return
        yield

    def text(self, w: Wording) -> str:
        return f"remove {self.what.text(w)} from combat"


@word("effect", "choose_word")
class ChooseWord(Effect):
    """Chooses a word for later effects of the source: a color, a land type."""

    key: str
    words: tuple[str, ...]

    def resolve(self, ctx: Context) -> Steps:
        chosen = yield Word("choose", ctx.controller, list(self.words), ctx.source)
        if ctx.source is not None:
            ctx.source.chosen[self.key] = chosen

    def text(self, w: Wording) -> str:
        return f"choose {listing(list(self.words), 'or')}"
