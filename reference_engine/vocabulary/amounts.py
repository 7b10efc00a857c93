"""How much, and whether: amounts and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_engine.errors import BadDefinition

from .base import Readable, StepName, Word, Wording, listing, number, read_int, word
from .selectors import Filter, Objects, Players, Range

if TYPE_CHECKING:
    from reference_engine.context import Context

_KINDS = ("count", "counters", "power_of", "toughness_of", "mana_value_of", "devotion", "domain", "times", "difference", "spells_cast",
          "cards_in", "number_of")  # fmt: skip


@dataclass(frozen=True, eq=False)
class Amount(Readable):
    """A number, `x`, `that_much`, or something counted: `{count: FILTER}`, `{counters: {of: this, kind: time}}`, ..."""

    fixed: int | None = None
    kind: str = ""
    value: Any = None
    sign: int = 1

    @classmethod
    def read(cls, node: Any, where: str) -> Amount:
        if isinstance(node, str) and node in ("x", "that_much", "kicked"):
            return cls(kind=node)
        if isinstance(node, str) and node == "-x":
            return cls(kind="x", sign=-1)
        if isinstance(node, dict):
            if len(node) == 1:
                ((kind, value),) = node.items()
                if kind == "minus":
                    inner = cls.read(value, where)
                    return cls(inner.fixed if inner.fixed is None else -inner.fixed, inner.kind, inner.value, -inner.sign)
                if kind == "count":
                    return cls(kind=kind, value=Filter.read(value, where))
                if kind in ("power_of", "toughness_of", "mana_value_of", "number_of"):
                    return cls(kind=kind, value=Objects.read(value, where))
                if kind == "counters" and isinstance(value, dict) and set(value) == {"of", "kind"}:
                    return cls(kind=kind, value=(Objects.read(value["of"], where), value["kind"]))
                if kind in ("times", "difference") and isinstance(value, list) and len(value) == 2:
                    return cls(kind=kind, value=(cls.read(value[0], where), cls.read(value[1], where)))
                if kind in ("devotion", "domain"):
                    return cls(kind=kind, value=value)
                if kind == "cards_in" and value in ("your_hand", "that_players_hand"):
                    return cls(kind=kind, value=value)
            raise BadDefinition(where, f"{node!r} is no amount; there are numbers, x, that_much, {', '.join(_KINDS)}")
        return cls(read_int(node, where))

    def of(self, ctx: Context) -> int:
        if self.fixed is not None:
            return self.fixed
        return self.sign * self._count(ctx)

    def _count(self, ctx: Context) -> int:
        kind, value = self.kind, self.value
        if kind == "x":
            return ctx.x
        if kind == "kicked":
            return ctx.kicked
        if kind == "that_much":
            return int(ctx.event.get("amount", ctx.last_amount)) if ctx.event else ctx.last_amount
        if kind == "count":
            return len(value.find(ctx))
        if kind == "counters":
            return sum(obj.counters.get(value[1], 0) for obj in ctx.last_known(value[0]))
        if kind == "times":
            return int(value[0].of(ctx) * value[1].of(ctx))
        if kind == "difference":
            return max(0, int(value[0].of(ctx) - value[1].of(ctx)))  # rule 107.1b
        if kind == "devotion":  # rule 700.5
            return sum(o.face.mana_symbols(value) for o in ctx.game.battlefield if o.controller == ctx.controller)
        if kind == "domain":
            lands = [obj for obj in ctx.game.battlefield if obj.controller == ctx.controller]
            return len({basic for obj in lands for basic in obj.characteristics.subtypes if basic in BASICS})
        if kind == "cards_in":
            player = ctx.controller if value == "your_hand" else (ctx.event or {}).get("player", ctx.controller)
            return len(ctx.game.zone(player, "hand"))
        found = ctx.last_known(value)
        if kind == "number_of":
            return len(found)
        if kind == "power_of":
            return sum(obj.characteristics.power or 0 for obj in found)
        if kind == "toughness_of":
            return sum(obj.characteristics.toughness or 0 for obj in found)
        return sum(obj.face.mana_value for obj in found)

    def text(self, w: Wording) -> str:
        if self.fixed is not None:
            return str(self.fixed)
        if self.kind in ("x", "kicked"):
            return "X"
        if self.kind == "that_much":
            return "that many"
        if self.kind == "count":
            return f"the number of {self.value.noun(w, plural=True)}"
        if self.kind == "counters":
            return f"the number of {self.value[1]} counters on {self.value[0].text(w)}"
        if self.kind == "times":
            return f"{self.value[0].text(w)} times {self.value[1].text(w)}"
        if self.kind == "difference":
            return f"{self.value[0].text(w)} minus {self.value[1].text(w)}"
        if self.kind == "devotion":
            return f"your devotion to {self.value}"
        if self.kind == "domain":
            return "the number of basic land types among lands you control"
        if self.kind == "cards_in":
            return "the number of cards in your hand" if self.value == "your_hand" else "the number of cards in that player's hand"
        if self.kind == "number_of" and self.value.how == "linked":
            return f"the number of cards exiled with {w.this}"
        if self.kind == "number_of":
            return f"the number of {self.value.text(w)}"
        return f"{self.value.possessive(w)} {self.kind[:-3].replace('_', ' ')}"

    def counted(self, w: Wording, noun: str) -> str:
        """`a card`, `two cards`, `X cards`, `cards equal to ...`."""
        if self.fixed == 1:
            return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
        if self.fixed is not None:
            return f"{number(self.fixed)} {noun}s"
        return (
            f"X {noun}s"
            if self.kind in ("x", "kicked")
            else f"that many {noun}s"
            if self.kind == "that_much"
            else (f"a number of {noun}s equal to {self.text(w)}")
        )


BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")


class Condition(Word):
    """Something that is true or not, asked when it matters."""

    group = "condition"
    about_time = False  # "only during ...", so that what it forbids is a matter of timing

    def holds(self, ctx: Context) -> bool:
        raise NotImplementedError


@word("condition", "control")
class Controls(Condition):
    """`{control: {what: FILTER, at_least: 3, by: you}}`; `at_most: 0` for "controls no"."""

    what: Filter
    at_least: int | None = None
    at_most: int | None = None
    by: Players = Players("you")

    def holds(self, ctx: Context) -> bool:
        players = self.by.find(ctx)
        n = sum(1 for obj in self.what.find(ctx) if obj.controller in players)
        at_least = 1 if self.at_least is None and self.at_most is None else self.at_least
        return (at_least is None or n >= at_least) and (self.at_most is None or n <= self.at_most)

    def text(self, w: Wording) -> str:
        verb = self.by.verb(w, "control", "controls")
        if self.at_most == 0:
            return f"{verb} no {self.what.noun(w, plural=True)}"
        if self.at_least is not None and self.at_least > 1:
            return f"{verb} {number(self.at_least)} or more {self.what.noun(w, plural=True)}"
        return f"{verb} a {self.what.noun(w)}"


@word("condition", "tapped")
class IsTapped(Condition):
    what: Objects

    def holds(self, ctx: Context) -> bool:
        return any(obj.tapped for obj in self.what.find(ctx))

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} is tapped"


@word("condition", "untapped")
class IsUntapped(Condition):
    what: Objects

    def holds(self, ctx: Context) -> bool:
        return any(not obj.tapped for obj in self.what.find(ctx))

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} is untapped"


@word("condition", "fits")
class Fits(Condition):
    """`{fits: {what: that, as: FILTER}}`."""

    what: Objects
    as_: Filter

    def holds(self, ctx: Context) -> bool:
        return any(self.as_.matches(obj, ctx) for obj in ctx.last_known(self.what))

    def text(self, w: Wording) -> str:
        noun = self.as_.noun(w)
        if noun.startswith("permanent with power "):
            return f"{self.what.possessive(w)} power is {noun.removeprefix('permanent with power ')}"
        return f"{self.what.text(w)} is a {noun}"


@word("condition", "your_turn")
class YourTurn(Condition):
    def holds(self, ctx: Context) -> bool:
        return ctx.controller in ctx.game.active_players

    def text(self, w: Wording) -> str:
        return "it's your turn"


@word("condition", "not_that_players_turn")
class NotThatPlayersTurn(Condition):
    """The player of the event is not the active player."""

    def holds(self, ctx: Context) -> bool:
        return ctx.event is not None and ctx.event.get("player") not in ctx.game.active_players

    def text(self, w: Wording) -> str:
        return "it isn't that player's turn"


@word("condition", "opponent_controls_more")
class OpponentControlsMore(Condition):
    """Some one opponent controls more of these than you."""

    what: Filter

    def holds(self, ctx: Context) -> bool:
        owners = [obj.controller for obj in self.what.find(ctx)]
        return any(owners.count(player) > owners.count(ctx.controller) for player in Players("each_opponent").find(ctx))

    def text(self, w: Wording) -> str:
        return f"an opponent controls more {self.what.noun(w, plural=True)} than you"


@word("condition", "gift_promised")
class GiftPromised(Condition):
    """An opponent was chosen for the gift as this was cast (rule 702.174k)."""

    def holds(self, ctx: Context) -> bool:
        return ctx.source is not None and "gift" in ctx.source.memory

    def text(self, w: Wording) -> str:
        return "the gift was promised"


@word("condition", "you_control_your_commander")
class YouControlYourCommander(Condition):
    def holds(self, ctx: Context) -> bool:
        from reference_engine import commander

        return commander.controls_own(ctx.game, ctx.controller)

    def text(self, w: Wording) -> str:
        return "you control your commander"


@word("condition", "night")
class Night(Condition):
    def holds(self, ctx: Context) -> bool:
        return ctx.game.day_night == "night"

    def text(self, w: Wording) -> str:
        return "it's night"


@word("condition", "kicked")
class Kicked(Condition):
    def holds(self, ctx: Context) -> bool:
        return ctx.kicked > 0

    def text(self, w: Wording) -> str:
        return "this spell was kicked"


@word("condition", "counters")
class HasCounters(Condition):
    """`{counters: {of: this, kind: fade, is: 0}}`."""

    of: Objects
    kind: str
    is_: Range

    def holds(self, ctx: Context) -> bool:
        return any(self.is_.holds(obj.counters.get(self.kind, 0), ctx) for obj in ctx.last_known(self.of))

    def text(self, w: Wording) -> str:
        least, most = self.is_.at_least, self.is_.at_most
        if least == 1 and most is None:
            return f"{self.of.text(w)} has a {self.kind} counter on it"
        n = f"{least} or more" if most is None else f"{most} or fewer" if least is None else str(least)
        return f"{self.of.text(w)} has {n} {self.kind} counters on it"


@word("condition", "evoked")
class Evoked(Condition):
    """It was cast for its evoke cost (rule 702.74a)."""

    def holds(self, ctx: Context) -> bool:
        return ctx.source is not None and ctx.source.memory.get("cast_using") == "evoke"

    def text(self, w: Wording) -> str:
        return "its evoke cost was paid"


@word("condition", "you_control")
class YouControl(Condition):
    """`{you_control: this}`: a certain object, which has to be there."""

    what: Objects

    def holds(self, ctx: Context) -> bool:
        return any(obj.controller == ctx.controller for obj in self.what.find(ctx))

    def text(self, w: Wording) -> str:
        return f"you control {self.what.text(w)}"


@word("condition", "exerted_this_turn")
class ExertedThisTurn(Condition):
    what: Objects

    def holds(self, ctx: Context) -> bool:
        return any(obj.exerted_turn == ctx.game.turn_serial for obj in ctx.last_known(self.what))

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} has been exerted this turn"


@word("condition", "new_since_last_upkeep")
class NewSinceLastUpkeep(Condition):
    """It came under its controller's control after the beginning of their last upkeep before this one (echo, rule 702.30a)."""

    def holds(self, ctx: Context) -> bool:
        return ctx.source is not None and ctx.source.control_since > ctx.game.upkeep_before.get(ctx.controller, 0)

    def text(self, w: Wording) -> str:
        return f"{w.this} came under your control since the beginning of your last upkeep"


@word("condition", "attacked_this_turn")
class AttackedThisTurn(Condition):
    what: Objects

    def holds(self, ctx: Context) -> bool:
        return any(obj in ctx.game.attacked_this_turn for obj in ctx.last_known(self.what))

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} attacked this turn"


@word("condition", "you_attacked_this_turn")
class YouAttackedThisTurn(Condition):
    """With at least one creature, whatever became of it."""

    def holds(self, ctx: Context) -> bool:
        return ctx.controller in ctx.game.active_players and bool(ctx.game.attacked_this_turn)

    def text(self, w: Wording) -> str:
        return "you attacked this turn"


@word("condition", "entered_this_turn")
class EnteredThisTurn(Condition):
    what: Objects

    def holds(self, ctx: Context) -> bool:
        return any(obj.entered >= ctx.game.turn_began_at for obj in self.what.find(ctx))

    def text(self, w: Wording) -> str:
        return f"{self.what.text(w)} entered this turn"


@word("condition", "happened")
class Happened(Condition):
    """True if the effect before did something ("if you do")."""

    def holds(self, ctx: Context) -> bool:
        return bool(ctx.last) or ctx.last_amount > 0

    def text(self, w: Wording) -> str:
        return "you do"


@word("condition", "life")
class LifeIs(Condition):
    is_: Range
    of: Players = Players("you")

    def holds(self, ctx: Context) -> bool:
        return any(self.is_.holds(ctx.game.life[player], ctx) for player in self.of.find(ctx))

    def text(self, w: Wording) -> str:
        bound = f"{self.is_.at_least} or more" if self.is_.at_most is None else f"{self.is_.at_most} or less"
        return f"{self.of.verb(w, 'have', 'has')} {bound} life"


@word("condition", "during_your")
class DuringYourStep(Condition):
    """`{during_your: upkeep}`: that step of your turn."""

    step: StepName
    about_time = True

    def holds(self, ctx: Context) -> bool:
        return ctx.game.step == self.step and ctx.controller in ctx.game.active_players

    def text(self, w: Wording) -> str:
        return f"during your {self.step}{'' if self.step == 'upkeep' else ' step'}"


@word("condition", "x_is")
class XIs(Condition):
    """The X that was chosen for it."""

    is_: Range

    def holds(self, ctx: Context) -> bool:
        return self.is_.holds(ctx.x, ctx)

    def text(self, w: Wording) -> str:
        return f"X is {self.is_.text('', w).split()[1]} {' '.join(self.is_.text('', w).split()[2:])}".strip()


@word("condition", "not")
class Not(Condition):
    what: Condition

    def holds(self, ctx: Context) -> bool:
        return not self.what.holds(ctx)

    def text(self, w: Wording) -> str:
        if isinstance(self.what, ExertedThisTurn):
            return self.what.text(w).replace(" has been ", " hasn't been ")
        return "you didn't attack this turn" if isinstance(self.what, YouAttackedThisTurn) else f"it isn't true that {self.what.text(w)}"


@word("condition", "all")
class All(Condition):
    of: tuple[Condition, ...]

    def holds(self, ctx: Context) -> bool:
        return all(part.holds(ctx) for part in self.of)

    def text(self, w: Wording) -> str:
        return listing([part.text(w) for part in self.of])


@word("condition", "any")
class AnyOf(Condition):
    of: tuple[Condition, ...]

    def holds(self, ctx: Context) -> bool:
        return any(part.holds(ctx) for part in self.of)

    def text(self, w: Wording) -> str:
        return listing([part.text(w) for part in self.of], "or")
