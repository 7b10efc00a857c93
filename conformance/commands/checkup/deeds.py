"""Features that are tried by what the engine does, since no position shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from conformance.commands.boards import BOARDS, EMPTY, PLAIN
from conformance.commands.checkup.bench import SHOWN, Bench
from conformance.commands.checkup.finding import (
    BEGIN,
    CARD,
    CONCEDE,
    DECK_REFUSAL,
    EVENT,
    GIVEN,
    INITIALIZE,
    PASS_UNTIL,
    ROLL,
    SNAPSHOT,
    Finding,
    ok,
    problem,
)
from conformance.report.text import value
from conformance.runner.needs import INVENTED

Json = dict[str, Any]

MOST_PASSES = 60
"""So many passes bring any engine through a turn of the quiet boards here."""


def _multiplayer(bench: Bench) -> Iterator[Finding]:
    if bench.session.players[1] < 3:
        what = f"claimed, but players is {list(bench.session.players)}"
        yield problem("multiplayer", what, "raise the upper number, or do not claim it", INITIALIZE)
        return
    yield from bench.board("multiplayer")


def _range_of_influence(bench: Bench) -> Iterator[Finding]:
    about = "range_of_influence"
    _, refused = bench.begin(about, BOARDS[about])
    yield from refused
    if refused:
        return
    far = bench.act("alice", {"type": "cast", "object": "shock", "targets": ["carol"]})
    if "illegal" not in far:
        what = f"alice may choose carol, two seats away, with a range of one seat: {value(far, SHOWN)}"
        yield problem(about, what, "what is out of range cannot be chosen; refuse it", GIVEN)
        return
    near = bench.act("alice", {"type": "cast", "object": "shock", "targets": ["bob"]})
    if "illegal" in near:
        what = f"alice may not choose bob, her neighbour, with a range of one seat: {value(near['illegal'], SHOWN)}"
        yield problem(about, what, "who sits so many seats away, either way, is in range", GIVEN)
    else:
        yield ok(about, "a player out of range cannot be chosen, a neighbour can")


def _concede(bench: Bench) -> Iterator[Finding]:
    _, refused = bench.begin("concede", BOARDS["multiplayer"] if "multiplayer" in bench.features else EMPTY)
    yield from refused
    if refused:
        return
    conceded = bench.act("bob", {"type": "concede"})
    players = (conceded.get("status") or {}).get("players")
    if players is None or "bob" in players:
        what = f"after bob conceded: {_answered(conceded, 'players')}"
        yield problem("concede", what, "a player may concede at any time, and is then none of the players", CONCEDE)
    else:
        yield ok("concede", "a player can leave the game")


def _concede_at(bench: Bench) -> Iterator[Finding]:
    _, refused = bench.begin("concede_at", BOARDS["multiplayer"] if "multiplayer" in bench.features else EMPTY)
    yield from refused
    if refused:
        return
    told = bench.act("bob", {"type": "concede", "at": {"player": "bob", "step": "untap"}})
    players = (told.get("status") or {}).get("players")
    if players is None or "bob" not in players:
        what = f"bob concedes as his next untap step begins, and at once: {_answered(told, 'players')}"
        yield problem("concede_at", what, "take it down, and carry it out as that step begins", CONCEDE)
        return
    status = _passed_on(bench, told["status"], "bob")
    if status is None:
        what = "bob concedes as his next untap step begins, and passing does not lead there"
        yield problem("concede_at", what, "let the game go on until then", CONCEDE)
    elif "bob" in status["players"]:
        what = "bob conceded as his untap step begins, and still plays in the turn after it"
        yield problem("concede_at", what, "let him leave as that step begins, before its turn-based actions", CONCEDE)
    else:
        yield ok("concede_at", "a player can leave at a moment at which nobody has priority")


def _passed_on(bench: Bench, status: Json, leaver: str) -> Json | None:
    """The status when `leaver` has left, or is past their next untap step; None when passing does not lead there."""
    for _ in range(MOST_PASSES):
        decision = status["decision"]
        if leaver not in status["players"] or decision is None or (status["active"] == leaver and status["step"] != "untap"):
            return status
        kind, player = decision["kind"], decision["player"]
        reply = bench.answer(player, {kind: {}}) if kind in ("attack", "block") else bench.act(player, {"type": "pass"})
        if "status" not in reply:
            return None
        status = reply["status"]
    return None


def _forced_die(bench: Bench) -> Iterator[Finding]:
    _, refused = bench.begin("forced_die", BOARDS["planechase"])
    yield from refused
    if refused:
        return
    rolled = bench.act("alice", {"type": "roll_planar_die", "faces": ["planeswalker"], "mana": "granted"})
    status = rolled.get("status") or {}
    faces = [event.get("face") for event in rolled.get("events") or () if event.get("kind") == "planar_die"]
    if "status" not in rolled or faces not in ([], ["planeswalker"]) or status.get("stack") != 1:
        observed = f"faces {value(faces)}, {status.get('stack')} on the stack" if "status" in rolled else value(rolled, SHOWN)
        what = f"told to roll planeswalker: {observed}"
        yield problem("forced_die", what, "roll the face told; the planeswalking ability goes on the stack", ROLL)
    else:
        yield ok("forced_die", "rolls the face that it is told")


def _day_night(bench: Bench) -> Iterator[Finding]:
    _, refused = bench.begin("day_night", EMPTY, required=True)
    yield from refused
    if refused:
        return
    seen = bench.observe().get("day_night", "nothing")
    if seen != "neither":
        what = f"a game without day and night reports {value(seen)}"
        yield problem("day_night", what, "report 'neither' until something makes it day", SNAPSHOT)
    else:
        yield ok("day_night", "a game begins with neither")


def _pass_until(bench: Bench) -> Iterator[Finding]:
    _, refused = bench.begin("pass_until", PLAIN, required=True)
    yield from refused
    if refused:
        return
    reply = bench.act("alice", {"type": "pass_until", "player": "bob", "step": "upkeep", "decline": ["attack", "block"]})
    status = reply.get("status") or {}
    if (status.get("active"), status.get("step")) != ("bob", "upkeep"):
        observed = f"{status['active']}'s {status['step']}" if status else value(reply, SHOWN)
        what = f"asked for bob's upkeep, came to {observed}"
        yield problem("pass_until", what, "pass for everybody until that step gives priority", PASS_UNTIL)
    else:
        yield ok("pass_until", "comes to the step asked for")


def _construction(bench: Bench) -> Iterator[Finding]:
    reply = bench.new_game(BOARDS["construction"])
    if "refused" in reply:
        yield ok("construction", "refuses a planar deck with a plane twice")
    elif (reply.get("unsupported") or {}).get("kind") == "card":
        yield from bench.refusals("construction", reply)
    else:
        what = f"does not refuse a planar deck with a plane twice: {'it begins' if 'status' in reply else value(reply, SHOWN)}"
        yield problem("construction", what, "answer new_game with {refused: {reason, message}}", DECK_REFUSAL)


def _pregame(bench: Bench) -> Iterator[Finding]:
    reply, refused = bench.begin("pregame", BOARDS["pregame"])
    yield from refused
    if refused:
        return
    kind = (reply["status"].get("decision") or {}).get("kind")
    if kind != "begin":
        what = f"waits for {kind or 'nothing'}"
        yield problem("pregame", what, "before the starting plane is set, wait for the action 'begin'", BEGIN)
        return
    begun = bench.act(reply["status"]["decision"]["player"], {"type": "begin"})
    if "status" not in begun or begun["status"]["step"] == "pregame":
        what = f"after the action 'begin': {_answered(begun, 'step')}"
        yield problem("pregame", what, "'begin' sets the starting plane, and the first turn begins", BEGIN)
    else:
        yield ok("pregame", "waits before the starting plane is set, and begins when it is told")


def _events(bench: Bench) -> Iterator[Finding]:
    _, refused = bench.begin("events", PLAIN, required=True)
    yield from refused
    if refused:
        return
    kinds: set[str] = set()
    for player in ("alice", "bob") * 2:
        kinds |= {str(event.get("kind")) for event in bench.act(player, {"type": "pass"}).get("events") or ()}
    named = bench.session.event_kinds
    if "step_began" not in kinds and (named is None or "step_began" in named):
        what = f"two rounds of passes reported {', '.join(sorted(kinds)) or 'nothing'}"
        yield problem("events", what, "report step_began, or name in event_kinds the kinds that you report", EVENT)
    elif named is not None and kinds - named:
        what = f"reports {', '.join(sorted(kinds - named))}, which is not among its event_kinds"
        yield problem("events", what, "name every kind that you report, or leave event_kinds out", INITIALIZE)
    else:
        yield ok("events", f"reports what happens ({', '.join(sorted(kinds)) or 'nothing on a quiet board'})")


def _custom_cards(bench: Bench) -> Iterator[Finding]:
    invented = next(name for name in sorted(bench.cards) if name.startswith(INVENTED))
    reply = bench.new_game(f"{{alice: {{hand: [{{card: {invented}, as: invented}}]}}}}")
    unsupported = reply.get("unsupported")
    if unsupported is not None:
        what = f"the card {invented} was described, and new_game says unsupported: {unsupported.get('reason')}"
        yield problem("custom_cards", what, "make cards from 'cards' of new_game, or do not claim custom_cards", CARD)
    else:
        yield ok("custom_cards", f"takes the invented card {invented}")


def _editions(bench: Bench) -> Iterator[Finding]:
    told = bench.session.own_edition
    if told != bench.session.edition:
        what = f"claimed, but asked for {bench.session.edition} it plays by {told or 'an edition that it does not name'}"
        yield problem("editions", what, "answer initialize with the edition asked for, and play by it", INITIALIZE)
    else:
        yield ok("editions", f"plays by the rules of {told}")


def _answered(reply: Json, field: str) -> str:
    """What a reply to act says, in short: a field of its status, or that there is none."""
    return f"{field} {value(reply['status'][field], SHOWN)}" if "status" in reply else value(reply, SHOWN)


DEEDS: dict[str, Callable[[Bench], Iterator[Finding]]] = {
    "multiplayer": _multiplayer,
    "range_of_influence": _range_of_influence,
    "concede": _concede,
    "concede_at": _concede_at,
    "forced_die": _forced_die,
    "day_night": _day_night,
    "pass_until": _pass_until,
    "construction": _construction,
    "pregame": _pregame,
    "custom_cards": _custom_cards,
    "editions": _editions,
    "events": _events,
}
"""By feature."""
