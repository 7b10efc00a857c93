"""Costs (rule 118): what must be possible, and what is done to pay. Mana is granted unless an action says otherwise."""

from __future__ import annotations

import re
from typing import Any

from reference_engine.errors import BadDefinition

from .amounts import Amount
from .base import Word, Wording, number, word
from .selectors import Filter

_SYMBOL = re.compile(r"\{([^}]+)\}")
_COST = re.compile(r"(\{(\d{1,2}|[XWUBRGCS]|[2CWUBRG]/[WUBRG](/P)?|[WUBRG]/P)\})*", re.ASCII)


def read_mana(node: Any, where: str) -> str:
    """A mana cost as `{2}{U}{U/R}`."""
    if not isinstance(node, str) or not _COST.fullmatch(node):
        raise BadDefinition(where, f"a mana cost is wanted, as {{1}}{{U}}, not {node!r}")
    return node


class Cost(Word):
    """A part of a cost. How it is paid is in `casting.pay`."""

    group = "cost"


def mana_value(cost: str) -> int:
    """Mana value of a cost (rule 202.3); X counts 0."""
    total = 0
    for symbol in _SYMBOL.findall(cost):
        total += int(symbol) if symbol.isdigit() else 0 if symbol == "X" else 2 if symbol.startswith("2/") else 1
    return total


@word("cost", "mana")
class Mana(Cost):
    cost: str

    def __post_init__(self) -> None:
        if not _COST.fullmatch(self.cost):
            raise ValueError(f"a mana cost is wanted, as {{1}}{{U}}, not {self.cost!r}")

    @property
    def amount(self) -> int:
        return mana_value(self.cost)

    @property
    def generic(self) -> int:
        """How much of it is generic mana, without X."""
        return sum(int(symbol) for symbol in _SYMBOL.findall(self.cost) if symbol.isdigit())

    def text(self, w: Wording) -> str:
        return self.cost


@word("cost", "tap")
class TapThis(Cost):
    def text(self, w: Wording) -> str:
        return "{T}"


@word("cost", "untap")
class UntapThis(Cost):
    def text(self, w: Wording) -> str:
        return "{Q}"


@word("cost", "sacrifice_this")
class SacrificeThis(Cost):
    def text(self, w: Wording) -> str:
        return f"sacrifice {w.this}"


@word("cost", "return_this")
class ReturnThis(Cost):
    def text(self, w: Wording) -> str:
        return f"return {w.this} to its owner's hand"


@word("cost", "exile_this")
class ExileThis(Cost):
    def text(self, w: Wording) -> str:
        return f"exile {w.this}"


@word("cost", "exert_this")
class ExertThis(Cost):
    """Rule 701.43a as a cost."""

    def text(self, w: Wording) -> str:
        return f"exert {w.this}"


@word("cost", "discard_this")
class DiscardThis(Cost):
    def text(self, w: Wording) -> str:
        return "discard this card"


class ChosenCost(Cost):
    """A cost for which the player picks objects: named in `pay`, or the only ones there are."""

    what: Filter
    count: int = 1
    pay_key = ""

    def objects_text(self, w: Wording) -> str:
        noun = self.what.noun(w, plural=self.count > 1)
        return f"{number(self.count) if self.count > 1 else 'another' if self.what.other else 'an' if noun[0] in 'aeiou' else 'a'} " + (
            noun.removeprefix("other ")
        )


@word("cost", "sacrifice")
class Sacrifice(ChosenCost):
    what: Filter
    count: int = 1
    pay_key = "sacrifice"

    def text(self, w: Wording) -> str:
        return f"sacrifice {self.objects_text(w)}"


@word("cost", "tap_permanents")
class TapPermanents(ChosenCost):
    """Tap untapped permanents you control."""

    what: Filter
    count: int = 1
    pay_key = "tap"

    def text(self, w: Wording) -> str:
        return f"tap {self.objects_text(w)}"


@word("cost", "return_permanent")
class ReturnPermanent(ChosenCost):
    what: Filter
    count: int = 1
    pay_key = "return"

    def text(self, w: Wording) -> str:
        whose = "" if self.what.controller else " you control"
        return f"return {self.objects_text(w)}{whose} to {'their' if self.count > 1 else 'its'} owner's hand"


@word("cost", "discard")
class Discard(ChosenCost):
    what: Filter = Filter(zone="hand")
    count: int = 1
    pay_key = "discard"

    def text(self, w: Wording) -> str:
        return f"discard {self.objects_text(w)}".replace(" in your hand", "")


@word("cost", "exile_cards")
class ExileCards(ChosenCost):
    """Exile cards from a zone (graveyard, hand)."""

    what: Filter
    count: int = 1
    pay_key = "exile"

    def text(self, w: Wording) -> str:
        return f"exile {self.objects_text(w)}"


@word("cost", "exile_any_number")
class ExileAnyNumber(Cost):
    """You may exile any number of cards from your hand; the spell costs less mana for each."""

    what: Filter
    less: int
    pay_key = "exile"

    def text(self, w: Wording) -> str:
        noun = self.what.noun(w, plural=True).replace("in your hand", "from your hand")
        return f"you may exile any number of {noun}. This spell costs {{{self.less}}} less to cast for each card exiled this way"


@word("cost", "life")
class PayLife(Cost):
    amount: Amount

    def text(self, w: Wording) -> str:
        return f"pay {self.amount.text(w)} life"


@word("cost", "remove_counters")
class RemoveCounters(Cost):
    kind: str
    count: Amount = Amount(1)

    def text(self, w: Wording) -> str:
        what = f"any number of {self.kind} counters" if self.count.kind == "x" else self.count.counted(w, self.kind + " counter")
        return f"remove {what} from {w.this}"


@word("cost", "loyalty")
class Loyalty(Cost):
    """Rule 606: add or remove loyalty counters."""

    change: int

    def text(self, w: Wording) -> str:
        return f"[{self.change:+d}]" if self.change else "[0]"
