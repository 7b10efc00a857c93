"""Which permanents untap: one decision of the protocol, several prompts of the engine.

The engine asks first about each permanent that "may" stay tapped, then about each group of which only some may untap.
"""

from __future__ import annotations

from typing import Any

from .play import Play
from .problems import Illegal

Json = dict[str, Any]

KINDS = ("UntapChoice", "ChooseUntapSubset")


def options(play: Play) -> Json:
    """Everything that the prompts of this untap step are about. Later prompts are looked up on a copy of the game."""
    found: list[int] = []
    kind, data = play.waiting
    twin = play
    while kind in KINDS:
        found += [number for number in _group(kind, data) if number not in found]
        if twin is play:
            twin = play.copy()
        seat = data["player"]
        if kind == "UntapChoice":
            twin.apply(seat, "ChooseUntap", object_id=data["candidates"][0], untap=True)
        else:
            twin.apply(seat, "SelectCards", cards=data["group"][: data["max"]])
        kind, data = twin.waiting
    return {"options": [play.ids.name(number) for number in found]}


def answer(play: Play, seat: int, wanted: list[str]) -> None:
    """Untap these and no others of those that there is a choice about. Raises Illegal where a limit does not allow it."""
    chosen = {play.ids.number(name) for name in wanted}
    about: set[int] = set()
    kind, data = play.waiting
    while kind in KINDS:
        group = _group(kind, data)
        about |= set(group)
        if kind == "UntapChoice":
            number = group[0]
            play.attempt("choice", seat, "ChooseUntap", object_id=number, untap=number in chosen)
        else:
            play.attempt("choice", seat, "SelectCards", cards=[number for number in group if number in chosen])
        kind, data = play.waiting
    if chosen - about:
        raise Illegal("choice", f"there is no choice about {', '.join(sorted(play.ids.name(number) for number in chosen - about))}")


def _group(kind: str, data: Json) -> list[int]:
    group: list[int] = data["candidates"] if kind == "UntapChoice" else data["group"]
    return group
