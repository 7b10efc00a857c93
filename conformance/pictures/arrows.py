"""The arrows of a picture: who attacks whom, what blocks what, what is aimed at what."""

from __future__ import annotations

import math

import msgspec

from conformance.pictures.layout import Box, Layout

MOST_AIMS = 8
"""More arrows from the stack than this would hide the board; the words at the stack are enough then."""


class Arrow(msgspec.Struct):
    """`kind`: a attacks, q blocks, e targets."""

    kind: str
    line: str
    head: str


def of(layout: Layout) -> list[Arrow]:
    places = {card.permanent.id: card.seen for card in layout.cards}
    plates = {plate.side.player: plate.box for plate in layout.plates}
    made: list[Arrow] = []
    for card in layout.cards:
        permanent = card.permanent
        if permanent.attacking:
            target = places.get(permanent.attacking) or plates.get(permanent.attacking)
            if target is not None:
                made.append(_arrow("a", card.seen, target))
        made += [_arrow("q", card.seen, places[blocked]) for blocked in permanent.blocking if blocked in places]
    for plane in layout.planes:
        places[plane.plane.id] = plane.box
    for item, box in layout.stack:
        places.setdefault(item.id, box)
    aims = [(box, aim) for item, box in layout.stack for aim in item.targets]
    if len(aims) <= MOST_AIMS:
        for box, aim in aims:
            there = places.get(aim) or plates.get(aim)
            if there is not None and there is not box:
                made.append(_arrow("e", Box(box.x + box.w - 30, box.y, 20, box.h), there))
    return made


def _arrow(kind: str, start: Box, end: Box) -> Arrow:
    """A bent line from one box's edge to the other's, and its head."""
    sx, sy = start.x + start.w / 2, start.y + start.h / 2
    # Towards something wide the arrow goes straight, to the part of it that is nearest.
    ex = min(max(sx, end.x + min(24, end.w / 2)), end.x + end.w - min(24, end.w / 2))
    ey = end.y + end.h / 2
    x1, y1 = _edge(start, ex, ey)
    x2, y2 = _edge(Box(ex - min(12, end.w / 2), end.y, 2 * min(12, end.w / 2), end.h), sx, sy)
    length = math.hypot(x2 - x1, y2 - y1) or 1.0
    bend = min(length * 0.12, 18)
    mx, my = (x1 + x2) / 2 - (y2 - y1) / length * bend, (y1 + y2) / 2 + (x2 - x1) / length * bend
    dx, dy = x2 - mx, y2 - my
    size = math.hypot(dx, dy) or 1.0
    ux, uy = dx / size, dy / size
    bx, by = x2 - 8 * ux, y2 - 8 * uy
    line = f"M{_n(x1)} {_n(y1)}Q{_n(mx)} {_n(my)} {_n(bx)} {_n(by)}"
    head = f"M{_n(x2)} {_n(y2)}L{_n(bx - 4.5 * uy)} {_n(by + 4.5 * ux)}L{_n(bx + 4.5 * uy)} {_n(by - 4.5 * ux)}z"
    return Arrow(kind, line, head)


def _edge(box: Box, x: float, y: float) -> tuple[float, float]:
    """Where the way from the middle of the box to a point leaves the box."""
    cx, cy = box.x + box.w / 2, box.y + box.h / 2
    dx, dy = x - cx, y - cy
    if not dx and not dy:
        return cx, cy
    scale = min(box.w / 2 / abs(dx) if dx else math.inf, box.h / 2 / abs(dy) if dy else math.inf)
    return cx + dx * min(scale, 1), cy + dy * min(scale, 1)


def _n(number: float) -> str:
    return f"{number:.0f}"
