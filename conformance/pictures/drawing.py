"""A layout written as SVG: one element that needs nothing else, with its style in it, no script, no link and no id."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape as _escape

from conformance.pictures import arrows
from conformance.pictures.board import Permanent
from conformance.pictures.faces import BAND, CHIP_LINE, GHOST, NAME_LINE, PAD, SMALL_LINE
from conformance.pictures.layout import MARGIN, PLATE, Box, Card, Layout, PlaneBox, Plate
from conformance.pictures.plain import fit, plain, width, words
from conformance.pictures.style import CLASS, STYLE

SCALE = 1.25
"""How much larger than its own units a picture is shown where there is room: letters of eight units are small."""


def escape(text: str) -> str:
    return _escape(text, {'"': "&quot;"})


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "") -> str:
    kind = f' class="{kind}"' if kind else ""
    anchor = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{_n(x)}" y="{_n(y)}"{kind}{anchor}>{escape(text)}</text>'


def _rect(box: Box, kind: str, radius: float = 0) -> str:
    rounded = f' rx="{_n(radius)}"' if radius else ""
    return f'<rect x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}" class="{kind}"{rounded}/>'


def _path(d: str, kind: str) -> str:
    return f'<path d="{d}" class="{kind}"/>'


BEGINNING = f'<svg xmlns="http://www.w3.org/2000/svg" class="{CLASS}"'
"""Of every picture: by this it is known."""


def wrapped(body: str, w: float, h: float, about: str, *, styled: bool = True) -> str:
    """The element around a picture's parts."""
    style = f"<style>{STYLE}</style>" if styled else ""
    size = f'viewBox="0 0 {_n(w)} {_n(h)}" width="{_n(w * SCALE)}" height="{_n(h * SCALE)}"'
    return (
        f'{BEGINNING} {size} '
        f'style="max-width:100%;height:auto" role="img" aria-label="{escape(plain(about))}">{style}'
        f'<rect width="{_n(w)}" height="{_n(h)}" class="b" rx="6"/>{body}</svg>'
    )


def draw(layout: Layout) -> tuple[str, float]:
    """The parts of the picture, and how high they are with the legend."""
    # What lies on the table hides what passes under it: arrows of combat run over the mats and under cards and words.
    parts = [*_head(layout), *_mats(layout)]
    drawn = arrows.of(layout)
    crossed = any(arrow.kind != arrows.AIMS for arrow in drawn)
    parts += [_rect(plate.box, "pp" if plate.side.player == layout.board.active else "p", 5) for plate in layout.plates]
    parts += [_arrow(arrow) for arrow in drawn if arrow.kind != arrows.AIMS]
    for plate in layout.plates:
        parts += _plate(layout, plate, crossed)
    for plane in layout.planes:
        parts += _plane(plane)
    for label, number, box in layout.decks:
        parts += _deck(label, number, box)
    parts += [_text(x, y, text, "m") for x, y, text in layout.notes]
    parts += _stack(layout)
    for card in layout.cards:
        parts += _card(card)
    parts += [_text(x, y, text, "m") for x, y, text in layout.gone]
    parts += [_arrow(arrow) for arrow in drawn if arrow.kind == arrows.AIMS]
    legend, height = _legend(layout, {arrow.kind for arrow in drawn})
    return "".join([*parts, *legend]), height


def _arrow(arrow: arrows.Arrow) -> str:
    return _path(arrow.line, arrow.kind) + _path(arrow.head, arrow.kind * 2)


# ---- the head


def _head(layout: Layout) -> Iterable[str]:
    board = layout.board
    for number, line in enumerate(layout.title):
        yield _text(MARGIN, layout.title_y + 17 * number, line, "t")
    said = [f"Turn {board.number}"] if board.number is not None else []
    if board.active:
        said.append(f"{plain(board.active, 30)}'s turn")
    if board.priority is not None:
        said.append(f"{plain(board.priority, 30)} has priority" if board.priority else "nobody has priority")
    line = " · ".join(said)
    changed = ", ".join(board.changes)
    sky = board.day_night or ""
    sky += f" ({changed})" if sky and changed else changed
    room = layout.w - 2 * MARGIN - (width(sky, 11, True) + 24 if sky else 0)
    yield _text(MARGIN, layout.turn_y, fit(line, room, 11, True), "h")
    if sky:
        x, y = layout.w - MARGIN, layout.turn_y
        yield _text(x, y, sky, "h", "end")
        at = x - width(sky, 11, True) - 10
        if board.day_night == "day":
            yield f'<circle cx="{_n(at)}" cy="{_n(y - 4)}" r="5" class="mm"/>'
        elif board.day_night == "night":
            yield _path(f"M{_n(at + 2)} {_n(y - 9)}a5.5 5.5 0 1 0 3 8a4.5 4.5 0 0 1 -3 -8z", "uu")
    for label, box, now in layout.steps:
        yield _rect(box, "s" if now else "k", 3)
        yield _text(box.x + box.w / 2, box.y + 11.5, label, "s j" if now else "m", "middle")


# ---- the sides


def _mats(layout: Layout) -> Iterable[str]:
    return [_rect(box, "p", 5) for box in layout.mats]


def _plate(layout: Layout, plate: Plate, crossed: bool) -> Iterable[str]:
    """What stands on a player's plate; `crossed` by arrows the letters need a rim in the plate's colour."""
    board, side, box = layout.board, plate.side, plate.box
    rim = "" if not crossed else " jj" if side.player == board.active else " hh"
    x = box.x + 8
    told = plain(side.player, 24) + ("" if side.in_game else " (left the game)")
    yield _text(x, box.y + 15, told, f"h{rim}")
    x += width(told, 11, True) + 10
    if side.life is not None:
        life = f"{side.life} life"
        yield _text(x, box.y + 15, life, f"h{rim}")
        x += width(life, 11, True) + 8
    chips = [("v", change) for change in side.changes]
    chips += [("s", "turn")] if side.player == board.active else []
    chips += [("u", "priority")] if side.player == board.priority else []
    chips += [("w", "planar controller")] if board.planes and board.planes.controller == side.player else []
    chips += [("k", f"{kind} ×{number}") for kind, number in side.counters.items()]
    for kind, text in chips:
        w = width(text, 8) + 8
        if x + w > box.x + box.w - 4:
            break
        yield _rect(Box(x, box.y + 5, w, 12), kind, 3)
        yield _text(x + 4, box.y + 14, text, kind)
        x += w + 4
    for number, line in enumerate(plate.lines):
        yield _text(box.x + 8, box.y + PLATE + 8 + 12 * number, line, f"m{rim}")


# ---- cards


def _card(card: Card) -> Iterable[str]:
    permanent, face = card.permanent, card.face
    box = Box(0, 0, card.box.w, card.box.h)
    yield f'<g transform="translate({_n(card.box.x)} {_n(card.box.y)})"><title>{escape(told(permanent))}</title>'
    yield from _outline(permanent, box)
    if permanent.phased == "in":
        yield _band(permanent, face.band, box, card.tucked)
    x, y = float(PAD), float(PAD if permanent.tapped or card.tucked else BAND) + 2
    for line in face.name:
        y += NAME_LINE
        yield _text(x, y - 3, line, "n")
    if permanent.count > 1:
        right = box.w - PAD - (BAND if permanent.tapped else 0)
        yield _text(right, y - 3 - NAME_LINE * (len(face.name) - 1), f"×{permanent.count}", "n", "end")
    for kind, text in face.small:
        y += SMALL_LINE
        if kind == "z":
            kind = "ii" if permanent.phased == "indirect" else "oo"
        yield _text(x, y - 3, text, kind)
    for chip in face.chips:
        yield _rect(Box(chip.x, chip.y, chip.w, CHIP_LINE - 2), chip.kind, 3)
        yield _text(chip.x + 4, chip.y + 9, chip.text, chip.kind)
    if face.foot:
        yield _text(x, box.h - 5, face.foot, "y")
    if face.stats:
        right = box.w - PAD - (BAND if permanent.tapped else 0)
        yield _text(right, box.h - 5, face.stats, "n", "end")
    yield "</g>"


def _outline(permanent: Permanent, box: Box) -> Iterable[str]:
    """The card's shape: ghosts have no face, and what phased out indirectly has its corners cut off."""
    changed = " x" if permanent.changes else ""
    if permanent.phased == "in":
        yield _rect(box, ("f" if permanent.face_down else "c") + changed, 5)
    elif permanent.phased == "indirect":
        w, h = box.w, box.h
        d = f"M8 0H{_n(w - 8)}L{_n(w)} 8V{_n(h - 8)}L{_n(w - 8)} {_n(h)}H8L0 {_n(h - 8)}V8z"
        yield _path(d, "b")
        yield _path(d, "i" + changed)
    else:
        yield _rect(box, "b", 5)
        yield _rect(box, "o" + changed, 5)


def _band(permanent: Permanent, band: str, box: Box, tucked: bool) -> str:
    if permanent.tapped:
        return _rect(Box(box.w - BAND - 1, 3, BAND, box.h - 6), band, 2)
    return _rect(Box(3, 1, box.w - 6, BAND if not tucked else 4), band, 2)


def told(permanent: Permanent) -> str:
    """All that is known of a permanent, in a line: what a pointer or a screen reader gets."""
    said = [permanent.card + (f" ({permanent.label})" if permanent.label else "") + (f" ×{permanent.count}" if permanent.count > 1 else "")]
    said += [part for part in (permanent.types, permanent.stats) if part]
    said += [word.lower() for word in permanent.keywords]
    said += ["tapped"] if permanent.tapped else []
    if permanent.phased != "in":
        said.append(GHOST.get(permanent.phased, "phased out") + (f" under {plain(permanent.under, 20)}" if permanent.under else ""))
    said += [f"{number} {kind} counters" if number != 1 else f"a {kind} counter" for kind, number in permanent.counters.items()]
    said += [f"{permanent.damage} damage"] if permanent.damage else []
    said += ["token"] if permanent.token else []
    said += [f"a copy; printed as {permanent.copied}"] if permanent.copied else []
    said += ["face down"] if permanent.face_down else []
    if permanent.controller:
        said.append(f"controlled by {plain(permanent.controller, 20)}")
    if permanent.owner and permanent.owner != permanent.controller:
        said.append(f"owned by {plain(permanent.owner, 20)}")
    said += [f"attacks {words(permanent.attacking)}"] if permanent.attacking else []
    said += [f"now: {', '.join(permanent.changes)}"] if permanent.changes else []
    return plain(", ".join(said), 400)


# ---- the middle


def _plane(placed: PlaneBox) -> Iterable[str]:
    plane, box = placed.plane, placed.box
    yield _rect(box, "r x" if plane.new else "r", 2 if plane.phenomenon else 9)
    if plane.phenomenon:  # a second frame: a phenomenon is no place
        yield _rect(Box(box.x + 3, box.y + 3, box.w - 6, box.h - 6), "e", 2)
    yield _text(box.x + 9, box.y + 17, fit(plane.card, box.w - 18, 10, True), "n")
    yield _text(box.x + 9, box.y + 29, fit(plane.types, box.w - 18, 8), "y")
    chips = [("v", "new")] if plane.new else []
    chips += [("k", f"{kind} ×{number}") for kind, number in plane.counters.items()]
    if plane.owner:
        chips.append(("k", f"owner: {plain(plane.owner, 16)}"))
    x = box.x + 9
    for kind, text in chips:
        w = width(text, 8) + 8
        if x + w > box.x + box.w - 6:
            break
        yield _rect(Box(x, box.y + 38, w, 12), kind, 3)
        yield _text(x + 4, box.y + 47, text, kind)
        x += w + 3


def _deck(label: str, number: int, box: Box) -> Iterable[str]:
    for shift in (6, 3, 0)[0 if number > 2 else 1 if number == 2 else 2 :]:
        yield _rect(Box(box.x + shift, box.y + 2 + shift, box.w - 14, 34), "f" if number else "o", 4)
    yield _text(box.x + (box.w - 14) / 2, box.y + 23, str(number), "h", "middle")
    whose = label.removesuffix("planar deck").strip()
    for at, word in enumerate([*([whose] if whose else []), "planar deck"]):
        yield _text(box.x, box.y + 53 + 9 * at, fit(word, box.w, 8), "m")


def _stack(layout: Layout) -> Iterable[str]:
    head = layout.stack_head
    if head is None:
        return
    yield _rect(head, "p", 5)
    yield _text(head.x + 8, head.y + 12, "The stack, top first", "j")
    for number, (item, box) in enumerate(layout.stack, 1):
        yield _rect(box, "c x" if item.new else "c", 4)
        line = f"{number}. {item.what}"
        rest = f"{item.kind} of {plain(item.controller, 24)}" if item.controller else item.kind
        if item.aims:
            rest += f" → {', '.join(item.aims)}"
        if item.new:
            rest = f"new · {rest}"
        line = fit(line, box.w * 0.6, 10, True)
        yield _text(box.x + 7, box.y + 13, line, "n")
        start = width(line, 10, True) + 14
        yield _text(box.x + start, box.y + 13, fit(rest, box.w - start - 6, 8.5), "m")
    if layout.board.hidden_stack:
        yield _text(head.x + 8, head.y + head.h - 6, f"and {layout.board.hidden_stack} more below", "m")


# ---- the legend


def _legend(layout: Layout, kinds: set[str]) -> tuple[list[str], float]:
    """What the signs mean, those that are there."""
    permanents = [permanent for permanent, _ in layout.board.permanents()]
    phased = {permanent.phased for permanent in permanents}
    entries: list[tuple[str, str]] = []
    if "direct" in phased:
        entries.append(("o", "phased out directly"))
    if "indirect" in phased:
        entries.append(("i", "phased out indirectly (with its host)"))
    if "out" in phased:
        entries.append(("o", "phased out (the engine does not say how)"))
    if any(permanent.changes for permanent in permanents):
        entries.append(("x", "changed since before"))
    if any(permanent.tapped for permanent in permanents):
        entries.append(("turned", "tapped"))
    entries += [(kind, word) for kind, word in (("a", "attacks"), ("q", "blocks"), ("e", "targets")) if kind in kinds]
    if not entries:
        return [], layout.h
    parts: list[str] = []
    x, y = float(MARGIN), layout.legend_y
    for kind, word in entries:
        w = width(word, 8.5) + 30
        if x > MARGIN and x + w > layout.w - MARGIN:
            x, y = MARGIN, y + 14
        if kind in ("a", "q", "e"):
            parts.append(_path(f"M{_n(x)} {_n(y - 3)}h14", kind))
            parts.append(_path(f"M{_n(x + 18)} {_n(y - 3)}l-6 -3.5v7z", kind * 2))
        elif kind == "i":
            parts.append(_path(f"M{_n(x + 3)} {_n(y - 9)}h8l3 3v6l-3 3h-8l-3 -3v-6z", kind))
        elif kind == "turned":
            parts.append(_rect(Box(x, y - 8, 15, 10), "c", 2))
            parts.append(_rect(Box(x + 12, y - 7, 2, 8), "nn"))
        else:
            parts.append(_rect(Box(x + 1, y - 10, 11, 13), f"c {kind}", 2))
        parts.append(_text(x + 21, y, word, "m"))
        x += w
    return parts, y + 10
