"""What is wrong with a file, and where: one line each, collected over a whole run."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

SHOWN = 48
"""No quoted value in a message is longer than this."""


class Problem(msgspec.Struct, frozen=True):
    """One thing wrong. `line` 0 means the file (or path) as a whole. `severity` is `error` or `warning`."""

    file: str
    line: int
    column: int
    message: str
    remedy: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        warning = "warning: " if self.severity == "warning" else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return " ".join(f"{place}: {warning}{self.message}{remedy}".split())


class Unreadable(Exception):
    """A file that gives no nodes at all; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def shown(value: str) -> str:
    """`value` quoted for a message, shortened, with nothing in it that breaks a line."""
    text = value if len(value) <= SHOWN else value[: SHOWN - 3] + "..."
    return repr(text)


def listed(values: Iterable[str]) -> str:
    """`a, b or c`."""
    words = list(values)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else "nothing"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, if any is like it."""
    import difflib  # only needed once something is wrong

    by_folded = {candidate.casefold(): candidate for candidate in known}
    found = difflib.get_close_matches(word[:SHOWN].casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def choose_from(word: str, known: Iterable[str], kind: str = "allowed") -> str:
    """A remedy for an unknown word: the nearest known one, and all of them if they are few."""
    words = list(known)
    near = nearest(word, words)
    few = f"{kind}: {listed(words)}" if words and len(words) <= 30 else ""
    return " ".join(part for part in (f"did you mean {shown(near)}?" if near else "", few) if part)
