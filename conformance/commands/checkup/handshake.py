"""How the engine presents itself, a plain board, and the first pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.cases.problems import nearest
from conformance.commands.boards import PLAIN
from conformance.commands.checkup.bench import SHOWN, Bench
from conformance.commands.checkup.finding import (
    ACT,
    EVENT,
    FEATURES_LIST,
    INITIALIZE,
    SNAPSHOT,
    STATUS,
    Finding,
    note,
    ok,
    problem,
)
from conformance.protocol.features import FEATURES
from conformance.report.text import value

Json = dict[str, Any]


def handshake(bench: Bench) -> Iterator[Finding]:
    """What the engine says of itself."""
    session = bench.session
    info = session.info
    presented = " ".join(part for part in (info.engine, info.version) if part)
    yield ok("initialize", f"{presented}, in {info.language or 'an unnamed language'}, protocol 1")
    low, high = session.players
    cards = {"all": "claims all cards", "listed": f"lists {len(session.card_names)} cards", "by_text": "builds cards from their text"}
    yield ok("initialize", f"plays {low} to {high} players, {cards.get(session.cards, session.cards)}")
    if low > 2 or high < 2:
        yield problem("initialize", f"players is [{low}, {high}]: most cases have two players", "say [2, 2] or more", INITIALIZE)
    if session.own_edition and session.own_edition != session.edition:
        yield note("initialize", f"plays by the rules of {session.own_edition}, asked for were those of {session.edition}")
    for unknown in session.unknown_features:
        near = nearest(unknown, FEATURES)
        change = f"spell it as the list does{f' ({near}?)' if near else ''}, or leave it out"
        yield problem("initialize", f"claims the feature '{unknown[:SHOWN]}', which there is not", change, FEATURES_LIST)
    missing = sorted(FEATURES.keys() - session.features)
    if missing:
        yield note("initialize", f"does not claim {', '.join(missing)}; cases that need these are unsupported")
    if session.cards == "listed" and not session.card_names:
        change = "list the cards, or say 'all' or 'by_text'"
        yield problem("initialize", "cards is 'listed', but card_names is empty", change, INITIALIZE)


def plain(bench: Bench) -> Iterator[Finding]:
    """A board that every engine can put down, and a pass on it."""
    reply = bench.new_game(PLAIN)
    yield from bench.refusals("a plain board", reply, required=True)
    if "status" not in reply:
        return
    yield from bench.read("a plain board", PLAIN)
    yield from _agree(reply["status"], bench.observe())
    decision = reply["status"].get("decision") or {}
    if decision.get("kind") != "priority" or decision.get("player") != "alice":
        what = f"waits for {decision.get('kind') or 'nothing'} of {decision.get('player') or 'nobody'}"
        yield problem("new_game", what, "a new game waits for priority of the active player (alice here)", STATUS)
        return
    yield from _pass(bench)


def _pass(bench: Bench) -> Iterator[Finding]:
    """Alice has priority, and passes it on."""
    passed = bench.act("alice", {"type": "pass"})
    after = (passed.get("status") or {}).get("decision") or {}
    if "status" not in passed:
        what = f"alice's pass, while she has priority: {value(passed, SHOWN)}"
        yield problem("act", what, "a player who has priority may pass", ACT)
    elif after.get("player") != "bob" or after.get("kind") != "priority":
        what = f"after alice's pass it waits for {after.get('kind') or 'nothing'} of {after.get('player') or 'nobody'}"
        yield problem("act", what, "the next player in turn order gets priority (bob here)", STATUS)
    else:
        yield ok("act", "a pass hands priority on")
        yield from _agree(passed["status"], bench.observe())
    if "events" in bench.features and "status" in passed and "events" not in passed:
        change = "give 'events' with every reply to act, [] if there are none"
        yield problem("events", "claimed, but the reply to a pass has none", change, EVENT)


def _agree(status: Json, snapshot: Json) -> Iterator[Finding]:
    """The status and the snapshot tell of the same moment."""
    turn = snapshot.get("turn") or {}
    told = {"active": status["active"], "step": status["step"], "number": status["turn"]}
    differs = [f"{key} {value(told[key])} and {value(turn[key])}" for key in told if key in turn and turn[key] != told[key]]
    if "stack" in snapshot and len(snapshot["stack"]) != status["stack"]:
        differs.append(f"stack {status['stack']} and {len(snapshot['stack'])} entries")
    decision = status.get("decision") or {}
    holder = decision.get("player") if decision.get("kind") == "priority" else None
    if "priority" in snapshot and snapshot["priority"] != holder:
        differs.append(f"priority of {value(holder)} and of {value(snapshot['priority'])}")
    if differs:
        yield problem("observe", f"status and snapshot differ: {', '.join(differs)}", "take both from the same game", SNAPSHOT)
