"""Where everything lies in the picture. Only numbers are made here: `drawing` writes them, and tests see that nothing overlaps."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from conformance.pictures import faces
from conformance.pictures.board import MOST_PERMANENTS, MOST_TUCKED, STEPS, Board, Item, Permanent, Plane, Planes, Side, gathered
from conformance.pictures.faces import Face
from conformance.pictures.plain import plain, width, words, wrap

WIDEST = 900
NARROWEST = 360
MARGIN = 10
GAP = 8
PLATE = 22
"""The height of a player's name plate."""
INDENT = 7
"""How far to the right of its host something tucked under it begins."""
COLUMN = 290
"""The least width of one of two sides beside each other."""
PLANE_W, PLANE_H = 176, 64
ROW = 22
"""A line of the stack."""
STACK_W = 280
"""What the stack needs beside planes."""


class Box(msgspec.Struct, frozen=True):
    x: float
    y: float
    w: float
    h: float

    def moved(self, x: float, y: float) -> Box:
        return Box(self.x + x, self.y + y, self.w, self.h)

    def overlaps(self, other: Box) -> bool:
        return self.x < other.x + other.w and other.x < self.x + self.w and self.y < other.y + other.h and other.y < self.y + self.h


class Card(msgspec.Struct):
    """A card with its place. `seen` is the part that nothing covers; `reach` is that with what is tucked under it, where arrows end."""

    permanent: Permanent
    face: Face
    box: Box
    seen: Box
    reach: Box
    tucked: bool

    def moved(self, x: float, y: float) -> Card:
        return Card(self.permanent, self.face, self.box.moved(x, y), self.seen.moved(x, y), self.reach.moved(x, y), self.tucked)


class Group(msgspec.Struct):
    """A host with what is tucked under it, from the front to the back; places count from the group's corner."""

    cards: list[Card]
    w: float
    h: float


class Plate(msgspec.Struct):
    """A player's name plate and the line about the hand and the other zones under it."""

    side: Side
    box: Box
    lines: list[str]


class PlaneBox(msgspec.Struct):
    plane: Plane
    box: Box


class Layout(msgspec.Struct):
    """The whole picture."""

    board: Board
    w: float
    h: float = 0
    title: list[str] = []
    title_y: float = 0
    turn_y: float = 0
    steps: list[tuple[str, Box, bool]] = []
    plates: list[Plate] = []
    mats: list[Box] = []
    cards: list[Card] = []
    """From the back to the front."""
    notes: list[tuple[float, float, str]] = []
    planes: list[PlaneBox] = []
    decks: list[tuple[str, int, Box]] = []
    stack: list[tuple[Item, Box]] = []
    stack_head: Box | None = None
    gone: list[tuple[float, float, str]] = []
    legend_y: float = 0

    def card(self, number: str) -> Card | None:
        return next((card for card in self.cards if card.permanent.id == number), None)


def lay_out(board: Board, title: str | None = None, widest: float = WIDEST, title_lines: int = 0) -> Layout:
    """The layout of a board, at most `widest` wide and no wider than it needs; its title has room for so many lines at least."""
    widest = max(widest, NARROWEST)
    apart = _with_arrows(board)
    across = {side.player: _Rows(side, apart) for side in board.sides}
    columns = 2 if len(board.sides) > 2 and widest >= 2 * COLUMN + 2 * MARGIN + GAP else 1
    need = max([0.0, *(rows.natural for rows in across.values())])
    need = max(need, COLUMN) * 2 + GAP if columns == 2 else max(need, 560 if board.planes or len(board.stack) > 1 else 420)
    inner = min(widest - 2 * MARGIN, need)
    layout = Layout(board, inner + 2 * MARGIN)
    y = _head(layout, title, title_lines)
    seats = list(board.sides)
    top, bottom, wide = _around(seats, columns)
    for line in top:
        y = _line_of_sides(layout, line, across, y, inner, above=True)
    y = _middle(layout, y, inner)
    for line in bottom:
        y = _line_of_sides(layout, line, across, y, inner, above=False)
    if wide:
        y = _line_of_sides(layout, [wide], across, y, inner, above=False)
    for phrase in board.gone[:12]:
        for text in wrap(f"Left the battlefield: {phrase}", inner, 9.0, 2):
            layout.gone.append((MARGIN, y + 9, text))
            y += 13
    layout.legend_y = y + 10
    layout.h = y
    return layout


def _with_arrows(board: Board) -> frozenset[str]:
    ids: set[str] = set()
    for permanent, _ in board.permanents():
        if permanent.attacking or permanent.blocking:
            ids |= {permanent.id, permanent.attacking or "", *permanent.blocking}
    for item in board.stack:
        ids |= {*item.targets, item.source or ""}
    return frozenset(ids)


def _around(seats: list[Side], columns: int) -> tuple[list[list[Side]], list[list[Side]], Side | None]:
    """The sides above the middle, those below, and one below that has the whole width: clockwise from the first player, who sits below."""
    if columns == 1:
        return [[side] for side in reversed(seats[1:])], [], seats[0] if seats else None
    left = seats[: (len(seats) + 1) // 2]
    right = seats[len(left) :]
    wide = left.pop(0) if len(left) > len(right) else None
    lines = [[left[-1 - n], right[n]] for n in range(len(right))]
    half = (len(lines) + 1) // 2
    return lines[:half], lines[half:], wide


# ---- the head


def _head(layout: Layout, title: str | None, title_lines: int) -> float:
    y = float(MARGIN)
    room = layout.w - 2 * MARGIN
    if title:
        layout.title = wrap(plain(title), room, 13, 3, True)
        layout.title_y = y + 13
        y += 17 * max(len(layout.title), title_lines) + 2
    layout.turn_y = y + 12
    y += 19
    step = layout.board.step
    known = [name for name, _ in STEPS]
    strip = [*STEPS] if step in known or step is None else [(step, words(step)), *STEPS]
    x = float(MARGIN)
    for name, label in strip:
        if name == "first_strike_damage" and step != name:
            continue
        w = round(width(label, 8.5, name == step) + 11)
        if x > MARGIN and x + w > layout.w - MARGIN:
            x, y = MARGIN, y + 18
        layout.steps.append((label, Box(x, y, w, 16), name == step))
        x += w + 2
    return y + 16 + GAP


# ---- the sides


class _Rows:
    """The groups of a side, in rows: lands at the player's edge of the table, everything else before them."""

    def __init__(self, side: Side, apart: frozenset[str]) -> None:
        self.side = side
        self.more = 0
        """So many permanents are not drawn, since there are too many of them, or too many on one host."""
        self._room = MOST_PERMANENTS
        self.at_player = [_at_player(cards, side.player) for cards in map(self._few, side.at_player) if cards]
        groups = [(permanent, self._few(permanent)) for permanent in gathered(side.permanents, apart)]
        self.front = [_group(cards, side.player) for permanent, cards in groups if cards and not permanent.land]
        self.back = [_group(cards, side.player) for permanent, cards in groups if cards and permanent.land]
        self.natural = max(sum(group.w + GAP for group in row) for row in (self.front, self.back)) + 2 * GAP

    def _few(self, permanent: Permanent) -> list[tuple[Permanent, int]]:
        """A host and what it carries, as much of it as is drawn."""
        cards = list(permanent.everything())
        few = cards[: min(MOST_TUCKED, self._room)]
        self._room -= len(few)
        self.more += sum(each.count for each, _ in cards[len(few) :])
        return few


def _group(cards: list[tuple[Permanent, int]], side: str) -> Group:
    """A host and what it carries: each a strip above the one that it is tucked under, a little to the right of it."""
    entries = [(each, depth, faces.of(each, side, tucked=depth > 0)) for each, depth in cards]
    y = sum(face.strip for _, _, face in entries[1:])
    host = entries[0][2]
    bottom = y + host.h
    front = Box(0, y, host.w, host.h)
    group = Group([Card(cards[0][0], host, front, front, Box(0, 0, host.w, bottom), False)], host.w, bottom)
    for each, depth, face in entries[1:]:
        y -= face.strip
        x = depth * INDENT
        height = max(min(face.h, bottom - y - 4), face.strip)
        strip = Box(x, y, face.w, face.strip)
        group.cards.append(Card(each, face, Box(x, y, face.w, height), strip, strip, True))
        group.w = max(group.w, x + face.w)
    return group


def _at_player(entries: list[tuple[Permanent, int]], side: str) -> Group:
    """What is attached to a player: low cards that lie at the name plate, beside each other where more hang on them."""
    cards: list[Card] = []
    x = height = 0.0
    for each, _ in entries:
        face = faces.of(each, side, tucked=False, wide=True)
        box = Box(x, 0, face.w, face.h)
        cards.append(Card(each, face, box, box, box, False))
        x += face.w + 3
        height = max(height, face.h)
    return Group(cards, x - 3, height)


def _line_of_sides(layout: Layout, line: Sequence[Side], across: dict[str, _Rows], y: float, inner: float, *, above: bool) -> float:
    """Sides beside each other; those above the middle have their plates below their cards, so that all plates face the middle."""
    w = (inner - GAP * (len(line) - 1)) / len(line)
    parts = [_Part(layout, across[side.player], MARGIN + n * (w + GAP), w) for n, side in enumerate(line)]
    height = max(part.height for part in parts)
    for part in parts:
        part.put(y, height, above)
    return y + height + GAP


class _Part:
    """One side in the width that it has."""

    def __init__(self, layout: Layout, rows: _Rows, x: float, w: float) -> None:
        self.layout, self.rows, self.x, self.w = layout, rows, x, w
        room = w - 2 * GAP
        self.lines = _told(rows.side, room, rows.more)
        self.shelves = [*_shelves(rows.at_player, room), *_shelves(rows.front, room), *_shelves(rows.back, room)]
        self.plate_h = PLATE + 12 * len(self.lines) + (4 if self.lines else 0)
        cards = sum(max(group.h for group in shelf) + GAP for shelf in self.shelves)
        self.height = self.plate_h + (GAP + cards if self.shelves else 0)

    def put(self, y: float, height: float, above: bool) -> None:
        layout = self.layout
        layout.mats.append(Box(self.x, y, self.w, height))
        plate_y = y + height - self.plate_h if above else y
        layout.plates.append(Plate(self.rows.side, Box(self.x, plate_y, self.w, self.plate_h), self.lines))
        at = plate_y if above else y + self.plate_h
        for shelf in self.shelves:
            high = max(group.h for group in shelf)
            at = at - GAP - high if above else at + GAP
            x = self.x + GAP
            for group in shelf:
                for card in reversed(group.cards):
                    layout.cards.append(card.moved(x, at + high - group.h))
                x += group.w + GAP
            at = at if above else at + high


def _shelves(groups: list[Group], room: float) -> list[list[Group]]:
    shelves: list[list[Group]] = []
    x = 0.0
    for group in groups:
        if not shelves or x + group.w > room:
            shelves.append([])
            x = 0.0
        shelves[-1].append(group)
        x += group.w + GAP
    return shelves


def _told(side: Side, room: float, more: int) -> list[str]:
    """The zones of a player in a line or a few."""
    parts = []
    for pile in side.piles:
        text = f"{pile.zone} {pile.number}"
        if pile.was is not None:
            text += f" (was {pile.was})"
        if 0 < pile.number <= len(pile.names) <= 3:
            text += f": {', '.join(pile.names)}"
        parts.append(text)
    if more:
        parts.append(f"{more} more permanents")
    lines: list[str] = []
    for part in parts:
        if lines and width(f"{lines[-1]} · {part}", 8.5) <= room:
            lines[-1] += f" · {part}"
        else:
            lines += wrap(part, room, 8.5, 2)
    return lines


# ---- the middle


def _middle(layout: Layout, y: float, inner: float) -> float:
    """The planes and their deck, and the stack: beside them where there is room, else below, at the right."""
    board = layout.board
    planes = board.planes
    beside, start, x = False, y, float(MARGIN)
    if planes is not None:
        high = float(PLANE_H)
        for plane in planes.face_up:
            if x > MARGIN and x + PLANE_W > MARGIN + inner:
                x, y = MARGIN, y + high + GAP
            layout.planes.append(PlaneBox(plane, Box(x, y, PLANE_W, high)))
            x += PLANE_W + GAP
        decks = [("planar deck", planes.deck)] if planes.deck is not None else []
        for label, number in [*decks, *((f"{plain(player, 12)}'s planar deck", size) for player, size in planes.decks)]:
            if x > MARGIN and x + 70 > MARGIN + inner:
                x, y = MARGIN, y + high + GAP
            layout.decks.append((label, number, Box(x, y, 70, high)))
            x += 70 + GAP
        beside = y == start and x + STACK_W <= MARGIN + inner
        y += high + 4
        for text in _planes_told(planes, x - 2 * GAP if beside and board.stack else inner):
            layout.notes.append((MARGIN, y + 9, text))
            y += 12
        y += GAP - 4
    if board.stack:
        # At the right, since the cards begin at the left, and so do the arrows between them.
        w = MARGIN + inner - x if beside else inner if inner < 480 else max(380, inner * 0.6)
        x, below, y = MARGIN + inner - w, y, start if beside else y
        layout.stack_head = Box(x, y, w, 16 + ROW * len(board.stack) + (12 if board.hidden_stack else 0) + 6)
        for number, item in enumerate(board.stack):
            layout.stack.append((item, Box(x + GAP, y + 18 + number * ROW, w - 2 * GAP, ROW - 3)))
        y = max(y + layout.stack_head.h + GAP, below)
    return y


def _planes_told(planes: Planes, room: float) -> list[str]:
    """What is to say about the planes beside what lies there."""
    said = [] if planes.face_up else ["no plane is face up"]
    if planes.controller:
        said.append(f"planar controller: {plain(planes.controller, 30)}")
    if planes.cost:
        said.append(f"next roll of the planar die: {{{planes.cost}}}")
    said += planes.changes
    return wrap(" · ".join(said), room, 8.5, 3) if said else []
