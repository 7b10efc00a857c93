"""The arrows of a picture: who attacks whom, what blocks what, what is aimed at what."""

from __future__ import annotations

import math

import msgspec

from conformance.pictures.layout import Box, Layout

ATTACKS, BLOCKS, AIMS = "a", "q", "e"
MOST_AIMS = 8
"""More arrows from the stack than this would hide the board; the words at the stack are enough then."""
SHORTEST = 14
"""What is nearer needs no arrow."""
HEAD = 8


class Arrow(msgspec.Struct):
    """Of a kind, as the paths of its line and of its head."""

    kind: str
    line: str
    head: str


def of(layout: Layout) -> list[Arrow]:
    """All of them, in the order of the cards and of the stack."""
    places = {card.permanent.id: card.reach for card in layout.cards}
    plates = {plate.side.player: plate.box for plate in layout.plates}
    made: list[Arrow] = []
    for card in layout.cards:
        permanent = card.permanent
        if permanent.attacking:
            target = places.get(permanent.attacking) or plates.get(permanent.attacking)
            made += _arrow(ATTACKS, card.reach, target)
        for blocked in permanent.blocking:
            made += _arrow(BLOCKS, card.reach, places.get(blocked))
    places.update((plane.plane.id, plane.box) for plane in layout.planes)
    aims = [(box, aim) for item, box in layout.stack for aim in item.targets]
    if len(aims) <= MOST_AIMS:
        for box, aim in aims:
            made += _arrow(AIMS, Box(box.x - 2, box.y + box.h / 2, 4, 0), places.get(aim) or plates.get(aim))
    return made


def _arrow(kind: str, start: Box, end: Box | None) -> list[Arrow]:
    """A bent line between the edges that face each other, and its head. Nothing where there is nothing to point at."""
    if end is None or start == end:
        return []
    if start.y + start.h <= end.y or end.y + end.h <= start.y:
        down = start.y < end.y
        x1, y1 = start.x + start.w / 2, start.y + start.h if down else start.y
        x2, y2 = _nearest(x1, end.x, end.w), end.y if down else end.y + end.h
    else:
        right = start.x < end.x
        x1, y1 = start.x + start.w if right else start.x, start.y + start.h / 2
        x2, y2 = end.x if right else end.x + end.w, _nearest(y1, end.y, end.h)
    length = math.hypot(x2 - x1, y2 - y1)
    if length < SHORTEST:
        return []
    bend = min(length * 0.1, 16)
    mx, my = (x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend
    size = math.hypot(x2 - mx, y2 - my)
    ux, uy = (x2 - mx) / size, (y2 - my) / size
    bx, by = x2 - HEAD * ux, y2 - HEAD * uy
    line = f"M{_n(x1)} {_n(y1)}Q{_n(mx)} {_n(my)} {_n(bx)} {_n(by)}"
    head = f"M{_n(x2)} {_n(y2)}L{_n(bx - 4.5 * uy)} {_n(by + 4.5 * ux)}L{_n(bx + 4.5 * uy)} {_n(by - 4.5 * ux)}z"
    return [Arrow(kind, line, head)]


def _nearest(at: float, start: float, size: float) -> float:
    """The point of an edge that is nearest, but not at its very end."""
    inset = min(24, size * 0.3)
    return min(max(at, start + inset), start + size - inset)


def _n(number: float) -> str:
    return f"{number:.0f}"
