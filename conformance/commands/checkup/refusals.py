"""Illegal actions are refused, and nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.commands.boards import PLAIN
from conformance.commands.checkup.bench import SHOWN, Bench
from conformance.commands.checkup.finding import ACT, REFUSAL, Finding, note, ok, problem
from conformance.report.text import value

Json = dict[str, Any]

TRIED: tuple[tuple[str, Json, str], ...] = (
    ("bob", {"action": {"type": "pass"}}, "a pass of a player without priority"),
    ("alice", {"action": {"type": "cast", "object": "giant"}}, "casting another player's creature that is on the battlefield"),
    ("alice", {"action": {"type": "cast", "object": "dead"}}, "casting a card from the graveyard"),
    ("alice", {"action": {"type": "play_land", "object": "no_such_object"}}, "playing a land that is not there"),
    ("alice", {"action": {"type": "play_land", "object": "top"}}, "playing a land from the library"),
    ("bob", {"action": {"type": "play_land", "object": "forest_in_hand"}}, "playing a land of another player, without priority"),
    ("alice", {"answer": {"attack": {"others": "bob"}}}, "an answer to what was not asked"),
)
"""On the plain board, where alice has priority in her main phase."""


def illegal(bench: Bench) -> Iterator[Finding]:
    """Each is refused, nothing is another after it, and the game goes on."""
    _, none = bench.begin("illegal actions", PLAIN, required=True)
    yield from none
    if none:
        return
    before = bench.observe()
    refused = 0
    without_reason = []
    for player, sent, what in TRIED:
        reply = bench.act(player, sent["action"]) if "action" in sent else bench.answer(player, sent["answer"])
        if "unsupported" in reply:
            yield note("illegal actions", f"not tried: it says that it cannot do {what}")
            continue
        if "illegal" not in reply:
            yield problem("illegal actions", f"accepts {what}", "answer {illegal: {reason, message}} and change nothing", REFUSAL)
            return
        after = bench.observe()
        if after != before:
            text = f"refuses {what}, but the position is another after it: {changed(before, after)}"
            yield problem("illegal actions", text, "look whether it is legal before anything is done; change nothing on refusal", ACT)
            return
        if reply["illegal"].get("reason") is None:
            without_reason.append(what)
        refused += 1
    if without_reason:
        text = f"no reason with the refusal of {'; of '.join(without_reason)}: it matches any reason that a case expects"
        yield note("illegal actions", text, "give one of the reasons of the list, if the engine knows it", REFUSAL)
    if not refused:
        return
    passed = bench.act("alice", {"type": "pass"})
    if "status" not in passed:
        text = f"after refusals alice's pass, which is legal, gets {value(passed, SHOWN)}"
        yield problem("illegal actions", text, "a refusal leaves the game waiting for the same decision as before", ACT)
    else:
        yield ok("illegal actions", f"refused ({refused} kinds), and nothing changed")


def changed(before: Any, after: Any, path: str = "") -> str:
    """The first place where two snapshots differ, in words."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            if before.get(key) != after.get(key):
                return changed(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    if isinstance(before, list) and isinstance(after, list):
        if len(before) != len(after):
            return f"{path or 'the whole'} had {len(before)}, has {len(after)}{_came_and_went(before, after)}"
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            if one != other:
                name = one.get("id", index) if isinstance(one, dict) else index
                return changed(one, other, f"{path}[{name}]")
    return f"{path or 'the whole'} was {value(before, SHOWN)}, is {value(after, SHOWN)}"


def _came_and_went(before: list[Any], after: list[Any]) -> str:
    """What is in one list only, by id where there are ids: `; new: [bears, giant]; gone: [drake]`."""
    one, other = ({value(entry.get("id") if isinstance(entry, dict) else entry, SHOWN): None for entry in pile} for pile in (before, after))
    parts = {"new": [name for name in other if name not in one], "gone": [name for name in one if name not in other]}
    return "".join(f"; {what}: {value(names, SHOWN)}" for what, names in parts.items() if names)
