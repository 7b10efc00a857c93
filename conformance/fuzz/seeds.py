"""Boards made of the positions of cases, a little changed, with the moves of the case as hints: a fuzzer's corpus of seeds.

What a case expects is not looked at. Random boards reach what nobody thought of; boards near to those that somebody thought of reach what
takes several cards that belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from conformance.cases.cards import CardPool
from conformance.cases.model import Case, Expect, Step
from conformance.fuzz.boards.kinds import Kind, kinds
from conformance.runner.certify import in_edition
from conformance.runner.names import ids_of

Json = dict[str, Any]
Fits = Callable[[Json, Sequence[Step]], bool]


class Board(NamedTuple):
    """A position, and what somebody would do in it; the first `ahead` of these moves are made at once. `rules` are what it is about."""

    given: Json
    hints: tuple[Step, ...] = ()
    ahead: int = 0
    rules: tuple[str, ...] = ()


def of_cases(cases: Iterable[Case], edition: str, fits: Fits) -> list[Board]:
    """The positions of the cases of an edition that an engine can play; `fits(given, script)` says that. The simplest come first."""
    found = [
        Board(case.given, tuple(step for step in case.script if not isinstance(step, Expect)), rules=tuple(case.rules))
        for case in cases
        if in_edition(case, edition) and case.expect_refused is None and fits(case.given, case.script)
    ]
    return sorted(found, key=lambda board: (len(board.given["players"]), len(board.given["battlefield"])))


def near(seeds: Sequence[Board], pool: CardPool, *, faithful: bool = False) -> st.SearchStrategy[Board]:
    """Boards near to one of the seeds; a `faithful` one is changed once at most, and its moves are all made."""
    return _changed(seeds, [kind for kind in kinds(pool) if not kind.planar], faithful)


def seeded(scratch: st.SearchStrategy[Json], seeds: Sequence[Board], pool: CardPool, share: int) -> st.SearchStrategy[Board]:
    """Boards from scratch, and so many in a hundred from seeds."""
    from_scratch = scratch.map(Board)
    if not seeds or share <= 0:
        return from_scratch
    from_seed = near(seeds, pool)
    if share >= 100:
        return from_seed
    tickets = [False] * (20 - round(share / 5)) + [True] * round(share / 5)
    return st.sampled_from(tickets).flatmap(lambda seed: from_seed if seed else from_scratch)


@st.composite
def _changed(draw: st.DrawFn, seeds: Sequence[Board], cards: Sequence[Kind], faithful: bool) -> Board:
    """A seed with up to three small changes, and its moves as far as they are made."""
    board = draw(st.sampled_from(seeds))
    if faithful or draw(st.sampled_from((True, True, True, False))):
        board = board._replace(ahead=len(board.hints))
    elif board.hints:
        board = board._replace(ahead=draw(st.integers(0, len(board.hints))))
    changes = draw(st.sampled_from((0, 0, 1) if faithful else (0, 0, 0, 1, 1, 2, 3)))
    if not changes:
        return board
    given = {**board.given, "battlefield": [dict(entry) for entry in board.given["battlefield"]]}
    for number in range(changes):
        change = draw(st.sampled_from(CHANGES))
        change(given, cards, draw(st.integers(0, 2**16)), number)
    return board._replace(given=given)


Change = Callable[[Json, Sequence[Kind], int, int], None]


def _new_id(given: Json, wanted: str) -> str:
    """An id that nothing has yet: a board that is changed may have been changed before."""
    taken = set(ids_of(given))
    while wanted in taken:
        wanted += "_more"
    return wanted


def _turn(given: Json, cards: Sequence[Kind], pick: int, number: int) -> None:
    """Another permanent is tapped, or untapped."""
    if given["battlefield"]:
        entry = given["battlefield"][pick % len(given["battlefield"])]
        entry["tapped"] = not entry["tapped"]


def _draw(given: Json, cards: Sequence[Kind], pick: int, number: int) -> None:
    """Somebody has a card more in hand."""
    if given["turn"]["step"] == "pregame":
        return
    player = given["players"][pick % len(given["players"])]
    card = cards[pick // 7 % len(cards)].name
    seat = given["seats"][player]
    entry = {"id": _new_id(given, f"extra_card_{number}"), "card": card}
    given["seats"] = {**given["seats"], player: {**seat, "hand": [*seat["hand"], entry]}}


def _put(given: Json, cards: Sequence[Kind], pick: int, number: int) -> None:
    """Somebody has a permanent more, which needs nothing to be there."""
    able = [kind for kind in cards if kind.permanent and kind.stays_alone and not kind.front.chooses]
    player = given["players"][pick % len(given["players"])]
    given["battlefield"].append(
        {
            "id": _new_id(given, f"extra_{number}"), "card": able[pick // 7 % len(able)].name, "controller": player, "owner": player,
            "tapped": bool(pick // 5 % 2), "phased": {"status": "in", "under": None}, "attached_to": None, "counters": {}, "damage": 0,
            "sick": False, "token": False, "face_down": False, "transformed": False, "bestowed": False,
        }
    )  # fmt: skip


def _phase_out(given: Json, cards: Sequence[Kind], pick: int, number: int) -> None:
    """A permanent that nothing is attached to, and that is attached to nothing, is phased out."""
    hosts = {entry["attached_to"] for entry in given["battlefield"]}
    able = [
        entry
        for entry in given["battlefield"]
        if entry["id"] not in hosts and entry["attached_to"] is None and entry["phased"]["status"] == "in" and not entry.get("control")
    ]
    if able:
        entry = able[pick % len(able)]
        entry["phased"] = {"status": "direct", "under": entry["controller"]}


def _stun(given: Json, cards: Sequence[Kind], pick: int, number: int) -> None:
    """A permanent has a stun counter more."""
    if given["battlefield"]:
        entry = given["battlefield"][pick % len(given["battlefield"])]
        entry["counters"] = {**entry["counters"], "stun": entry["counters"].get("stun", 0) + 1}


CHANGES: tuple[Change, ...] = (_turn, _draw, _draw, _put, _put, _phase_out, _stun)
