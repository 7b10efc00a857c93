"""The board as text, in the order of the picture: the turn, who sits opposite, the middle of the table, who sits at this side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from conformance.pictures.board import Board, Permanent, Side, gathered
from conformance.pictures.plain import plain, words

_PHASED = {"direct": "phased out", "indirect": "phased out with its host", "out": "phased out"}


def lines(board: Board, title: str | None, across: int) -> Iterator[str]:
    """The lines; what is different from before is marked with a star and says how."""
    if title:
        yield from _wrapped(plain(title), across)
    yield from _wrapped(_turn(board), across)
    for side in reversed(board.sides[1:]):
        yield ""
        yield from _side(board, side, across)
    yield from _middle(board, across)
    for side in board.sides[:1]:
        yield ""
        yield from _side(board, side, across)
    if board.gone:
        yield ""
        for phrase in board.gone:
            yield from _wrapped(f"* left the battlefield: {phrase}", across, "", "  ")


def _turn(board: Board) -> str:
    said = [f"Turn {board.number}"] if board.number is not None else []
    if board.active:
        said.append(f"{plain(board.active, 30)}'s turn")
    if board.step:
        said.append(words(board.step))
    if board.priority is not None:
        said.append(f"{plain(board.priority, 30)} has priority" if board.priority else "nobody has priority")
    if board.day_night:
        said.append(board.day_night)
    said += [f"* {change}" for change in board.changes]
    return ", ".join(said)


def _side(board: Board, side: Side, across: int) -> Iterator[str]:
    head = [plain(side.player, 40)]
    head += [f"{side.life} life"] if side.life is not None else []
    head += [] if side.in_game else ["left the game"]
    head += [f"{kind} {number}" for kind, number in side.counters.items()]
    for pile in side.piles:
        was = f" (was {pile.was})" if pile.was is not None else ""
        named = f" ({', '.join(pile.names)})" if 0 < pile.number <= len(pile.names) <= 3 else ""
        head.append(f"{pile.zone} {pile.number}{was}{named}")
    head += [f"* {change}" for change in side.changes]
    yield from _wrapped(", ".join(head), across, "", "    ")
    for permanent in side.at_player:
        yield from _tree(permanent, side.player, across, 1, "at the player: ")
    for permanent in gathered(side.permanents, frozenset()):
        yield from _tree(permanent, side.player, across, 1)


def _tree(permanent: Permanent, side: str, across: int, depth: int, before: str = "") -> Iterator[str]:
    for each, deeper in permanent.everything(depth):
        first = ("*" if each.changes else " ") + " " * (2 * deeper - 1) + (before if each is permanent else "+ ")
        yield from _wrapped(_told(each, side), across, first, " " * (2 * deeper + 4))


def _told(permanent: Permanent, side: str) -> str:
    said = [(f"{permanent.count} " if permanent.count > 1 else "") + permanent.card + (f" ({permanent.label})" if permanent.label else "")]
    if permanent.stats:
        said[0] += f" {permanent.stats}"
    if permanent.phased != "in":
        under = f" under {plain(permanent.under, 20)}" if permanent.under and permanent.under != permanent.owner else ""
        said.append(_PHASED.get(permanent.phased, "phased out") + under)
    said += [
        word
        for there, word in (
            (permanent.tapped, "tapped"),
            (permanent.token, "token"),
            (permanent.copied, f"copy (printed as {permanent.copied})"),
            (permanent.face_down, "face down"),
            (permanent.transformed, "back face"),
            (permanent.exerted, "exerted"),
            (permanent.damage, f"damage {permanent.damage}"),
        )
        if there
    ]
    said += [f"{kind} {number}" for kind, number in permanent.counters.items()]
    if permanent.controller and permanent.owner and permanent.controller != permanent.owner:
        said.append(f"owned by {plain(permanent.owner, 20)}")
    if permanent.side and permanent.side != side:
        said.append(f"{plain(permanent.side, 20)}'s")
    if permanent.on is not None and permanent.on != side:
        said.append(f"on {permanent.on}")
    if permanent.attacking:
        said.append(f"attacks {words(permanent.attacking)}" + (", blocked" if permanent.blocked else ""))
    said += [f"blocks {words(blocked)}" for blocked in permanent.blocking]
    line = ", ".join(said)
    return line + (f"  <- {', '.join(permanent.changes)}" if permanent.changes else "")


def _middle(board: Board, across: int) -> Iterator[str]:
    planes = board.planes
    if planes is not None:
        yield ""
        for plane in planes.face_up:
            counters = "".join(f", {kind} {number}" for kind, number in plane.counters.items())
            new = "  <- new" if plane.new else ""
            yield from _wrapped(f"{plane.types or 'face up'}: {plane.card}{counters}{new}", across, "* " if new else "  ", "    ")
        said = [] if planes.face_up else ["no plane is face up"]
        said += [f"planar controller {plain(planes.controller, 30)}"] if planes.controller else []
        said += [f"planar deck {planes.deck}"] if planes.deck is not None else []
        said += [f"{plain(player, 30)}'s planar deck {number}" for player, number in planes.decks]
        said += [f"next roll {{{planes.cost}}}"] if planes.cost else []
        said += [f"* {change}" for change in planes.changes]
        if said:
            yield from _wrapped(", ".join(said), across, "  ", "    ")
    if board.stack:
        yield ""
        yield "The stack, top first:"
        for number, item in enumerate(board.stack, 1):
            aims = f" -> {', '.join(item.aims)}" if item.aims else ""
            by = f" of {plain(item.controller, 30)}" if item.controller else ""
            yield from _wrapped(f"{number}. {item.what}, {item.kind}{by}{aims}", across, "* " if item.new else "  ", "     ")
        if board.hidden_stack:
            yield f"  and {board.hidden_stack} more below"


def _wrapped(text: str, across: int, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(text, max(across, 30), initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first.rstrip()]
