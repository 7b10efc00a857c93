"""A refused act changes nothing: the game is as it was before (docs/protocol.md, and rule 502.4 of acts in the untap step)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]

CLAUSES = ("502.4/a", "502.4/b")
"""The rules on illegal acts at large are not of this suite's registry; these two are of its heart: who may not act in the untap step."""


def _same(moment: Moment, key: str) -> Verdicts:
    if moment.before is not None:
        was, now = moment.before.snapshot[key], moment.after.snapshot[key]
        yield was == now or Broken(f"a refused act changed {key}", None, None, was, now)


@invariant("refused-objects", *CLAUSES, title="A refused act changes no object", when="refused")
def _(moment: Moment) -> Verdicts:
    if moment.before is None:
        return
    was, now = moment.before.listed, moment.after.listed
    if was == now:
        yield True
        return
    for number in was.keys() | now.keys():
        if was.get(number) != now.get(number):
            yield Broken("a refused act changed it", number, None, was.get(number), now.get(number))


@invariant("refused-players", *CLAUSES, title="A refused act changes nothing about the players", when="refused")
def _(moment: Moment) -> Verdicts:
    return _same(moment, "players")


@invariant("refused-stack", "502.4/c", *CLAUSES, title="A refused act puts nothing on the stack", when="refused")
def _(moment: Moment) -> Verdicts:
    return _same(moment, "stack")


@invariant("refused-turn", *CLAUSES, title="A refused act does not move the game on", when="refused")
def _(moment: Moment) -> Verdicts:
    return _same(moment, "turn")


@invariant(
    "refused-planes", "901.9/a", "901.9/b", "901.9/c", "901.9/d", title="A refused act changes nothing about the planes", when="refused"
)
def _(moment: Moment) -> Verdicts:
    if moment.given["planechase"] is not None:
        yield from _same(moment, "planechase")


@invariant("refused-decision", *CLAUSES, title="After a refused act the game waits for the same", when="refused")
def _(moment: Moment) -> Verdicts:
    if moment.was is not None:
        was, now = moment.was["decision"], moment.now["decision"]
        yield was == now or Broken("a refused act changed what the game waits for", None, None, was, now)


@invariant("refused-day-night", "502.2/i", title="A refused act changes neither day nor night", when="refused")
def _(moment: Moment) -> Verdicts:
    return _same(moment, "day_night")


@invariant("refused-is-silent", *CLAUSES, title="Nothing happens with a refused act", when="refused")
def _(moment: Moment) -> Verdicts:
    yield not moment.events or Broken(f"{moment.events[0]['kind']} with a refused act")
