"""Pictures of boards: a snapshot as SVG, or as text for a terminal, with what is different from an earlier one marked."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.pictures import changes, drawing, layout, terminal
from conformance.pictures.board import Board, Json, read
from conformance.pictures.drawing import BEGINNING
from conformance.pictures.given import with_printed
from conformance.pictures.style import STYLE, dark_under

__all__ = ["BEGINNING", "STYLE", "before_and_after", "dark_under", "svg", "text", "with_printed"]


def svg(
    snapshot: Json,
    *,
    before: Json | None = None,
    title: str | None = None,
    names: Mapping[str, str] | None = None,
    width: int = layout.WIDEST,
    styled: bool = True,
) -> str:
    """The board as one `<svg>` that needs nothing else.

    `before` is an earlier snapshot of the same game: what is different is marked. `names` says how to call objects by id. The picture is at
    most `width` wide. Without `styled` the style is left out, for a page that has `STYLE` once and many pictures.
    """
    placed = layout.lay_out(_board(snapshot, before, names), title, width)
    body, height = drawing.draw(placed)
    return drawing.wrapped(body, placed.w, height, title or "A board", styled=styled)


def before_and_after(
    before: Json,
    after: Json,
    *,
    titles: tuple[str, str] = ("Before", "After"),
    names: Mapping[str, str] | None = None,
    width: int = layout.WIDEST,
    styled: bool = True,
    beside: bool = False,
) -> str:
    """Two boards of a game in one `<svg>`, the earlier above the later, in which the difference is marked.

    `beside` puts them beside each other where the width allows it: better in an article, worse on a telephone.
    """
    boards = (_board(before, None, names), _board(after, before, names))
    first, second = (layout.lay_out(board, title, width) for board, title in zip(boards, titles, strict=True))
    beside = beside and first.w + second.w <= width + layout.MARGIN
    if beside:  # then the tables begin at one height
        lines = max(len(first.title), len(second.title))
        first, second = (layout.lay_out(board, title, width, lines) for board, title in zip(boards, titles, strict=True))
    (one, high), (other, as_high) = drawing.draw(first), drawing.draw(second)
    if beside:
        body = f'{one}<g transform="translate({first.w:.0f} 0)">{other}</g>'
        across, height = first.w + second.w, max(high, as_high)
    else:
        body = f'{one}<g transform="translate(0 {high + layout.MARGIN:.0f})">{other}</g>'
        across, height = max(first.w, second.w), high + layout.MARGIN + as_high
    return drawing.wrapped(body, across, height, " / ".join(titles), styled=styled)


def text(
    snapshot: Json,
    *,
    before: Json | None = None,
    title: str | None = None,
    names: Mapping[str, str] | None = None,
    width: int = 80,
) -> str:
    """The board as lines of text, in the order of the picture; what is different from `before` is marked with a star."""
    return "\n".join(terminal.lines(_board(snapshot, before, names), title, width)) + "\n"


def _board(snapshot: Json, before: Json | None, names: Mapping[str, str] | None) -> Board:
    board = read(snapshot, names)
    if before is not None:
        changes.mark(board, before, snapshot)
    return board
