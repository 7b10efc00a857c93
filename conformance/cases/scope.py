"""What can be named at a point of a case: its players, the objects named so far, the cards of the pool; and where problems go."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from conformance.cases.cards import CardPool
from conformance.cases.model import Place
from conformance.cases.problems import Problem, choose_from, nearest, shown
from conformance.cases.reader import Node

NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
NAME_PATTERN = "^[a-z][a-z0-9_]*$"


class Scope:
    """The names of one case (or of its natural prologue), growing as its script goes on."""

    def __init__(self, file: str, problems: list[Problem], cards: CardPool, reserved: frozenset[str]) -> None:
        self.file = file
        self.problems = problems
        self.cards = cards
        self.reserved = reserved
        self.players: list[str] = []
        self.objects: dict[str, Place | None] = {}
        self.used: set[str] = set()
        self.claimed: frozenset[str] = frozenset()
        """Names that the script gives with `as`: no entry is named so by its card."""
        self.errors = 0
        """How many problems make the case unusable: all but warnings and unknown cards."""

    def error(self, node: Node, message: str, remedy: str = "", *, key: bool = False, warning: bool = False, usable: bool = False) -> Any:
        """Record a problem at `node`, or at its key; gives None, which a reader may pass on as its result.

        A case with nothing but warnings and `usable` problems can still be played.
        """
        place = node.key_place if key else node.place
        if not (warning or usable):
            self.errors += 1
        self.problems.append(Problem(self.file, place.line, place.column, message, remedy, "warning" if warning else "error"))
        return None

    def define(self, name: str, node: Node) -> bool:
        """Take a new name for an object; a name is unique in a case, whoever gives it."""
        if not NAME.match(name):
            self.error(node, f"{shown(name)} is no name", "a name is a lower-case letter, then lower-case letters, digits and _")
        elif name in self.reserved:
            self.error(node, f"the name {shown(name)} is a word of the format", "choose another name")
        elif name in self.players:
            self.error(node, f"the name {shown(name)} is a player's", "choose another name")
        elif name in self.objects:
            first = self.objects[name]
            self.error(node, f"the name {shown(name)} is given twice", f"first on line {first.line}" if first else "choose another name")
        else:
            self.objects[name] = node.place
            return True
        return False

    def player(self, node: Node, word: str, *, key: bool = False) -> None:
        """Check that `word` is a player of the case."""
        if word not in self.players:
            self.error(node, f"no player {shown(word)}", choose_from(word, self.players, "players of this case"), key=key)

    def thing(self, node: Node, word: str, *, players: bool = True, cards: bool = True, key: bool = False) -> None:
        """Check that `word` names an object known by now, a player or a card, as far as those are allowed."""
        if word in self.objects:
            self.used.add(word)
        elif players and word in self.players:
            return
        elif cards and not NAME.match(word):
            self.card(node, word, key=key)
        else:
            allowed = [*self.objects, *(self.players if players else ())]
            near = nearest(word, allowed)
            kinds = "an object" + (", a player" if players else "") + (" or a card" if cards else "")
            remedy = f"did you mean {shown(near)}?" if near else f"name {kinds}; objects get names by 'as' or a 'name' step before"
            self.error(node, f"nothing is named {shown(word)} here", remedy, key=key)

    def card(self, node: Node, word: str, *, key: bool = False) -> None:
        """Check that `word` is a card of the pool (an empty pool knows nothing, and judges nothing)."""
        if self.cards.names and word not in self.cards:
            near = self.cards.nearest(word)
            remedy = f"did you mean {shown(near)}?" if near else "define it in a file of cards/ beside the cases"
            self.error(node, f"unknown card {shown(word)}", remedy, key=key, usable=True)


def snake(card: str) -> str:
    """The name that an entry gets from its card: `Ertai's Familiar` gives `ertais_familiar`."""
    plain = unicodedata.normalize("NFKD", card) if not card.isascii() else card
    words = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’\u0300-\u036f]", "", plain.lower()))
    return words.strip("_")
