"""What is written on a card of the picture, and how big that makes it. Turned cards are as wide as the others are high."""

from __future__ import annotations

import msgspec

from conformance.pictures.board import Permanent
from conformance.pictures.plain import fit, plain, width, wrap

SHORT, LONG = 86, 104
"""The sides of a card."""
BAND = 5
"""The coloured edge of a card, at its head: above, or at the right when it is turned."""
PAD = 5
NAME, SMALL = 10.0, 8.0
"""Sizes of letters."""
NAME_LINE, SMALL_LINE, CHIP_LINE = 12, 11, 14
CHIP_PAD = 4
MOST_CHIPS = 9

GHOST = {"direct": "phased out", "indirect": "out with host", "out": "phased out"}
"""How a card says that it is phased out, in few letters."""


class Chip(msgspec.Struct):
    """A small plate with a word: where on the card, how wide, of which kind."""

    kind: str
    text: str
    x: float = 0
    y: float = 0
    w: float = 0


class Face(msgspec.Struct):
    """A card's texts with their places, and its size. `strip` is the height of what shows when it is tucked under another."""

    w: float
    h: float
    strip: float
    band: str
    name: list[str]
    small: list[tuple[str, str]]
    """Lines under the name: how to write them, and what."""
    chips: list[Chip]
    stats: str
    foot: str


def of(permanent: Permanent, side: str, *, tucked: bool, wide: bool = False) -> Face:
    """The face of a permanent on somebody's side of the table. `wide` is the form of what lies at a player."""
    turned = permanent.tapped or wide
    across = LONG if turned else SHORT
    if wide:
        across = 132
    room = across - 2 * PAD - (BAND if permanent.tapped else 0)
    badge = width(f"×{permanent.count}", NAME, True) + 4 if permanent.count > 1 else 0
    lines = wrap(permanent.card, room + 3 - badge, NAME, 1 if tucked or wide else 2, True)
    small: list[tuple[str, str]] = []
    if permanent.label and not tucked:
        small.append(("l", fit(permanent.label, room, SMALL)))
    if permanent.phased != "in":
        under = f" · {plain(permanent.under, 20)}'s" if permanent.under and permanent.under not in (side, permanent.owner) else ""
        word = GHOST.get(permanent.phased, "phased out")
        if under or word not in permanent.changes:
            small.append(("z", fit(word + under, room, SMALL)))
    elif permanent.types and not tucked:
        small += [("y", line) for line in wrap(permanent.types, room, SMALL, 1 if wide else 2)]
    top = (PAD if permanent.tapped or tucked else BAND) + 2 + NAME_LINE * len(lines) + SMALL_LINE * len(small) + 3
    stats = permanent.stats if not tucked else ""
    chips = [Chip(kind, text) for kind, text in _chips(permanent, side, stats_too=tucked)]
    rows = _flow(chips[:MOST_CHIPS], room, top)
    foot = _foot(permanent) if not tucked else ""
    bottom = top + rows * CHIP_LINE + (15 if stats or foot else 4)
    strip = top + rows * CHIP_LINE
    least = SHORT if turned else LONG
    return Face(
        w=across,
        h=strip + 2 if wide else max(least, bottom),
        strip=strip,
        band=_band(permanent),
        name=lines,
        small=small,
        chips=chips[:MOST_CHIPS],
        stats=stats,
        foot=fit(foot, room - width(stats, NAME, True) - 8, SMALL) if foot else "",
    )


def _band(permanent: Permanent) -> str:
    if permanent.face_down or permanent.phased != "in":
        return "nn"
    if permanent.land:
        return "ll"
    letters = {"white": "ww", "blue": "uu", "black": "bb", "red": "rr", "green": "gg"}
    if len(permanent.colors) > 1:
        return "mm"
    return letters[permanent.colors[0]] if permanent.colors else "nn"


def _chips(permanent: Permanent, side: str, *, stats_too: bool) -> list[tuple[str, str]]:
    """Kind and word of each plate; what changed comes first."""
    chips = [("v", change) for change in permanent.changes]
    if stats_too and permanent.stats:
        chips.append(("k", permanent.stats))
    chips += [("u" if kind == "stun" else "k", kind if number == 1 else f"{kind} ×{number}") for kind, number in permanent.counters.items()]
    if permanent.damage:
        chips.append(("g", f"damage {permanent.damage}"))
    chips += [
        ("k", word)
        for there, word in (
            (permanent.token, "token"),
            (permanent.copied is not None, "copy"),
            (permanent.face_down, "face down"),
            (permanent.transformed, "back face"),
            (permanent.exerted, "exerted"),
        )
        if there
    ]
    if permanent.controller and permanent.owner and permanent.controller != permanent.owner:
        chips.append(("w", f"owner: {plain(permanent.owner, 20)}"))
    if permanent.side and permanent.side != side:
        chips.append(("w", f"{plain(permanent.side, 20)}'s"))
    if permanent.on is not None and permanent.on != side:
        chips.append(("k", f"on {permanent.on}"))
    return chips


def _foot(permanent: Permanent) -> str:
    words = []
    if permanent.attacking:
        words.append("is blocked" if permanent.blocked else "attacks")
    if permanent.blocking:
        words.append("blocks")
    if permanent.sick:
        words.append("sick")
    return ", ".join(word for word in words if word not in permanent.changes)


def _flow(chips: list[Chip], room: float, top: float) -> int:
    """Put plates into rows; the number of rows."""
    x, row = 0.0, 0
    for chip in chips:
        chip.text = fit(chip.text, room - 2 * CHIP_PAD, SMALL)
        chip.w = min(round(width(chip.text, SMALL) + 2 * CHIP_PAD), room)
        if x and x + chip.w > room:
            x, row = 0.0, row + 1
        chip.x, chip.y = PAD + x, top + row * CHIP_LINE
        x += chip.w + 3
    return row + 1 if chips else 0
