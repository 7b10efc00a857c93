"""Decisions: what the rules ask a player. The game stops at one and goes on with its answer (never a callback).

An answer is checked before anything changes: `accept` turns its plain form into what the rules want, or raises Illegal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import forms
from .errors import Illegal
from .events import plain_value
from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game


class Decision:
    """A question to `player` of a kind of docs/protocol.md. Subclasses say what they accept."""

    kind = ""

    def __init__(self, player: str, source: GameObject | None = None) -> None:
        self.player = player
        self.source = source

    def options(self) -> Any:
        return None

    def bounds(self) -> tuple[int, int | None] | None:
        return None

    def plain(self) -> dict[str, Any]:
        out: dict[str, Any] = {"player": self.player, "kind": self.kind}
        options = self.options()
        if options is not None:
            out["options"] = options
        bounds = self.bounds()
        if bounds is not None:
            out["min"], out["max"] = bounds
        if self.source is not None:
            out["source"] = self.source.id
        return out

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        """The answer as the rules want it; Illegal("choice") if it is none of the options."""
        raise NotImplementedError

    def decline(self) -> Any:
        """What `accept` would give for "none"; only for attack and block."""
        raise NotImplementedError

    def fallback(self) -> Any:
        """What the game goes on with if the player who is asked has left it: the least that is allowed."""
        return self.decline()


def wrong(message: str) -> Illegal:
    return Illegal("choice", message)


class Priority(Decision):
    """A player has priority (rule 117); the answer is an action. `game` keeps one of these and reuses it."""

    kind = "priority"


class Begin(Decision):
    """Before the starting plane is set (rule 103.7)."""

    kind = "begin"

    def fallback(self) -> None:
        """Nothing was asked that somebody else could not go on with."""


class Pick(Decision):
    """Choose objects or players among options, between `least` and `most` of them."""

    def __init__(
        self,
        kind: str,
        player: str,
        pool: list[Any],
        least: int = 1,
        most: int | None = 1,
        source: GameObject | None = None,
        one: bool = False,
    ) -> None:
        super().__init__(player, source)
        self.kind = kind
        self.pool = pool
        self.least = least
        self.most = most
        self.one = one

    def options(self) -> Any:
        return [plain_value(item) for item in self.pool]

    def bounds(self) -> tuple[int, int | None]:
        return self.least, len(self.pool) if self.most is None else self.most

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        by_id = {str(plain_value(item)): item for item in self.pool}
        picked = []
        for item in forms.keys(value, repr(self.kind)):
            if item not in by_id:
                raise wrong(f"{forms.shown(item)} is not among the options {', '.join(sorted(by_id)) or '(there are none)'}")
            if by_id[item] in picked:
                raise wrong(f"{forms.shown(item)} is named twice")
            picked.append(by_id[item])
        self.check(len(picked))
        if self.one:
            return picked[0]
        return picked

    def fallback(self) -> Any:
        picked = self.pool[: self.least]
        return picked[0] if self.one else picked

    def check(self, n: int) -> None:
        if n < self.least or (self.most is not None and n > self.most):
            raise wrong(f"{n} chosen, but between {self.least} and {self.most if self.most is not None else 'all'} are to be")


class Order(Pick):
    """Put all options into an order."""

    def __init__(self, player: str, pool: list[Any], source: GameObject | None = None) -> None:
        super().__init__("order", player, pool, len(pool), len(pool), source)


class Index(Decision):
    """Choose among options by index (`replacement`), or order them all by indices (`order_triggers`)."""

    def __init__(self, kind: str, player: str, entries: list[dict[str, Any]], every: bool) -> None:
        super().__init__(player)
        self.kind = kind
        self.entries = entries
        self.every = every

    def options(self) -> Any:
        return self.entries

    def fallback(self) -> Any:
        return list(range(len(self.entries))) if self.every else 0

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        indices = forms.numbers(value, repr(self.kind))
        if any(index >= len(self.entries) for index in indices) or len(set(indices)) != len(indices):
            raise wrong(f"{forms.shown(value)}: indices of the {len(self.entries)} options are wanted, from 0, each once")
        if self.every:
            if len(indices) != len(self.entries):
                raise wrong(f"all {len(self.entries)} options are to be ordered, not {len(indices)}")
            return indices
        if len(indices) != 1:
            raise wrong("one option is to be chosen")
        return indices[0]


class YesNo(Decision):
    """`may` and `pay`."""

    def fallback(self) -> bool:
        return False

    def __init__(self, kind: str, player: str, source: GameObject | None = None) -> None:
        super().__init__(player, source)
        self.kind = kind

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> bool:
        if value is True or value == "true":
            return True
        if value is False or value == "false":
            return False
        raise wrong(f"true or false is wanted, not {forms.shown(value)}")


class Modes(Decision):
    """Choose modes by number from 1 (rule 700.2)."""

    kind = "mode"

    def __init__(self, player: str, legal: list[int], least: int, most: int, source: GameObject | None = None) -> None:
        super().__init__(player, source)
        self.legal, self.least, self.most = legal, least, most

    def options(self) -> Any:
        return self.legal

    def fallback(self) -> Any:
        return self.legal[: self.least]

    def bounds(self) -> tuple[int, int | None]:
        return self.least, self.most

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> list[int]:
        modes = forms.numbers(value, "'mode'")
        if any(mode not in self.legal for mode in modes) or not self.least <= len(modes) <= self.most or len(set(modes)) != len(modes):
            raise wrong(f"{forms.shown(modes)}: between {self.least} and {self.most} of the modes {self.legal} are wanted, each once")
        return sorted(modes)


class Targets(Decision):
    """Choose the targets of a triggered ability as it is put on the stack (rules 603.3d, 601.2c)."""

    kind = "targets"

    def fallback(self) -> Any:
        return [pool[:least] for least, _, pool in self.slots]

    def __init__(
        self, player: str, slots: list[tuple[int, int | None, list[Any]]], source: GameObject | None = None, check: Any = None
    ) -> None:
        super().__init__(player, source)
        self.slots = slots
        self.check = check  # raises Illegal if the targets do not go together

    def options(self) -> Any:
        return [
            {"min": least, "max": len(pool) if most is None else min(most, len(pool)), "options": [plain_value(item) for item in pool]}
            for least, most, pool in self.slots
        ]

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> list[list[Any]]:
        from .targets import distribute

        chosen = distribute(game, self.slots, forms.names(value, "'targets'"))
        if self.check is not None:
            self.check(chosen)
        return chosen


class ChooseUntap(Pick):
    """Which of the permanents about which there is a choice untap (rule 502.3). `check_set` says what is wrong with a set, if anything."""

    def __init__(self, player: str, pool: list[Any], check_set: Any) -> None:
        super().__init__("choose_untap", player, pool, 0, None)
        self.check_set = check_set

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> Any:
        picked = super().accept(game, value, answer)
        problem = self.check_set(picked)
        if problem:
            raise wrong(problem)
        return picked


class Word(Decision):
    """Choose one of some words: a face, a color, a card type, a number."""

    def __init__(self, kind: str, player: str, words: list[str], source: GameObject | None = None) -> None:
        super().__init__(player, source)
        self.kind = kind
        self.words = words

    def options(self) -> Any:
        return self.words

    def fallback(self) -> Any:
        return self.words[0]

    def bounds(self) -> tuple[int, int | None] | None:
        return (1, 1) if self.kind == "choose" else None

    def accept(self, game: Game, value: Any, answer: dict[str, Any]) -> str:
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if str(value) not in self.words:
            raise wrong(f"{forms.shown(value)} is not one of {', '.join(self.words)}")
        return str(value)
