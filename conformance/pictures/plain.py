"""Text of strangers made fit for a picture: no control characters, no runs of combining marks, never wider than its place."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONGEST = 200
"""What is longer was not made to be read on a board; it is cut before anything else is done with it."""

MOST_MARKS = 2
"""So many combining marks may sit on a letter: more of them would climb out of the line."""

_NARROW = frozenset("iljtfrI.,:;'|!()[]` ·")
_WIDE = frozenset("mwMW@%—→…")


def plain(text: object, limit: int = LONGEST) -> str:
    """`text` on one line in printable characters; all others show as escapes, so that nothing is hidden and nothing reorders."""
    whole = str(text)[: LONGEST * 4]
    line = whole if whole.isascii() and whole.isprintable() else "".join(_shown(whole))
    line = " ".join(line.split())
    return line if len(line) <= limit else line[: max(limit - 1, 0)].rstrip() + "…"


def _shown(text: str) -> list[str]:
    parts: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks > MOST_MARKS:
            continue
        if character.isprintable():
            parts.append(character)
        elif character.isspace():
            parts.append(" ")
        else:
            parts.append(character.encode("unicode_escape", "surrogatepass").decode("ascii"))
    return parts


def name(thing: object, limit: int = 60) -> str:
    """A name or a step of the game as people read it: `precombat_main` is `precombat main`."""
    return plain(thing, limit)


def words(thing: object) -> str:
    return plain(thing, 60).replace("_", " ")


@lru_cache(4096)
def width(text: str, size: float, bold: bool = False) -> float:
    """About how wide the text is in a sans serif; rather too wide than too narrow, since nobody knows the font."""
    return sum(_width_of(character) for character in text) * size * (1.1 if bold else 1.0)


@lru_cache(2048)
def _width_of(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.95
    if unicodedata.combining(character):
        return 0.0
    if not character.isascii():
        return 1.05 if unicodedata.east_asian_width(character) in "WFA" else 0.75
    return 0.7 if character.isupper() else 0.6


def fit(text: str, room: float, size: float, bold: bool = False) -> str:
    """The text, shortened so that it takes no more room than there is."""
    if width(text, size, bold) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        shorter = text[:end].rstrip() + "…"
        if width(shorter, size, bold) <= room:
            return shorter
    return "…"


def wrap(text: str, room: float, size: float, lines: int, bold: bool = False) -> list[str]:
    """The text in at most so many lines; what does not fit ends in an ellipsis."""
    made: list[str] = []
    rest = text.split(" ")
    while rest and len(made) < lines - 1:
        line = rest.pop(0)
        while rest and width(f"{line} {rest[0]}", size, bold) <= room:
            line += f" {rest.pop(0)}"
        made.append(fit(line, room, size, bold))
    if rest:
        made.append(fit(" ".join(rest), room, size, bold))
    return made
