"""One game after the other: the second sees nothing of the first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.commands.boards import AGAIN, EMPTY, PLAIN
from conformance.commands.checkup.bench import Bench
from conformance.commands.checkup.finding import NEW_GAME, Finding, ok, problem
from conformance.commands.checkup.refusals import changed

Json = dict[str, Any]

FRESH = "start every game from nothing: the position, the table of ids, events that wait to be told"


def isolation(bench: Bench) -> Iterator[Finding]:
    """The same board before and after another game, and the ids of that game for other cards."""
    bench.restart()  # so that the first game is the first: what earlier trials left behind would be in both of those compared
    _, refused = bench.begin("isolation", EMPTY, required=True)
    yield from refused
    if refused:
        return
    first = bench.observe()
    first_pass = bench.act("alice", {"type": "pass"})
    _other_game(bench)
    bench.new_game(EMPTY)
    second = bench.observe()
    if second != first:
        what = f"a second game on the same board looks different from the first: {changed(first, second)}"
        yield problem("isolation", what, FRESH, NEW_GAME)
        return
    second_pass = bench.act("alice", {"type": "pass"})
    if _comparable(second_pass) != _comparable(first_pass):
        what = f"a second game on the same board goes on differently from the first: {changed(first_pass, second_pass)}"
        yield problem("isolation", what, FRESH, NEW_GAME)
        return
    _other_game(bench)
    if "status" in bench.new_game(AGAIN):
        left = [one.what for one in bench.read("isolation", AGAIN) if one.level == "problem"]
        if left:
            what = f"ids of an earlier game that mean other cards in this one: {left[0]}"
            yield problem("isolation", what, FRESH, NEW_GAME)
            return
    yield ok("isolation", "a game leaves nothing behind for the next")


def _other_game(bench: Bench) -> None:
    """A game with everything in it that might stay: cards in all zones, a look, an action."""
    bench.new_game(PLAIN)
    bench.observe()
    bench.act("alice", {"type": "pass"})


def _comparable(reply: Json) -> Json:
    """A reply without the numbers of batches: they tell events apart, and may go on from game to game."""
    events = [{key: value for key, value in event.items() if key != "batch"} for event in reply.get("events") or ()]
    return {key: value for key, value in reply.items() if key != "events"} | {"events": events}
