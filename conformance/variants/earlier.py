"""The case begins earlier, and everybody passes until it comes to where it began: some steps of the same turn (`earlier`), or with the
end of the turn before and all of the beginning of this one (`turn-earlier`).

Only for quiet boards: on the way nothing happens but that steps begin and players have priority (and in a new turn a card is drawn, which
the case had in that hand), and at the end everything is as it was put down, field by field. That is looked at on the reference
engine, before anything of the case is played; from the same position the same has to follow. An expectation in between makes an end of what
happened before.
"""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import AdvanceTo, Case, Expect
from conformance.engines.reference import spec as reference
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session
from conformance.variants.words import Unfit

Json = dict[str, Any]

_BEFORE = {
    "draw": "upkeep", "precombat_main": "draw", "beginning_of_combat": "precombat_main", "end_of_combat": "precombat_main",
    "postcombat_main": "precombat_main", "end": "precombat_main", "declare_attackers": None,
}  # fmt: skip
"""Where to begin instead; no later than after the draw, so that nobody draws on the way."""

_QUIET = frozenset({"step_began", "priority", "turn_began"})


def earlier(case: Case, pool: CardPool) -> Case:
    """The case from an earlier step of its first turn."""
    given = case.given
    turn = given["turn"]
    before = _BEFORE.get(turn["step"])
    if case.expect_refused is not None or before is None or before == "upkeep":
        raise Unfit(f"there is no quiet step before {turn['step']}")
    return _begun(case, {**given, "turn": {**turn, "step": before}}, pool, None)


def turn_earlier(case: Case, pool: CardPool) -> Case:
    """The case from the end step of the turn before."""
    given = case.given
    turn, previous = given["turn"], given["previous_turn"]
    players: list[str] = given["players"]
    if case.expect_refused is not None or given["teams"] or turn["step"] in ("pregame", "upkeep", "draw"):
        raise Unfit("its first turn has not drawn its card, or is shared")
    before = players[players.index(turn["active"]) - 1]
    planes = given["planechase"] or {}
    if (previous["active"], previous["spells_cast"]) != (before, 0) or turn["number"] <= len(players):
        raise Unfit("something was done in the turn before, or there was none")
    if any(given["this_turn"]["spells_cast"].values()) or planes.get("roll_actions_this_turn"):
        raise Unfit("something was done in its first turn already")
    seat = given["seats"][turn["active"]]
    if not seat["hand"] or seat["lands_played"]:
        raise Unfit("there is no card in hand that could have been drawn, or a land was played")
    *hand, drawn = seat["hand"]
    if _asked_whether_the_same(case, drawn["id"]):
        raise Unfit("the card that is drawn is asked to be the same object")
    number = turn["number"] - 1
    sooner = {
        **given,
        "turn": {"active": before, "step": "end", "number": number},
        "previous_turn": {"active": players[players.index(before) - 1], "spells_cast": 0},
        "seats": {**given["seats"], turn["active"]: {**seat, "hand": hand, "library": [drawn, *seat["library"]]}},
    }
    return _begun(case, sooner, pool, drawn["id"])


def _asked_whether_the_same(case: Case, name: str) -> bool:
    return any("same_object" in step.objects.get(name, {}) for step in case.script if isinstance(step, Expect))


def _begun(case: Case, sooner: Json, pool: CardPool, drawn: str | None) -> Case:
    """The case begun from `sooner`, on the way from which only `drawn` is drawn. Raises Unfit if anything else happens."""
    turn = case.given["turn"]
    edition = case.editions.until or NEWEST
    there, put_down = _put_down(sooner, pool, edition), _put_down(case.given, pool, edition)
    if there is None or put_down is None:
        raise Unfit("it cannot be put down")
    action = {"type": "pass_until", "player": turn["active"], "step": turn["step"], "decline": []}
    reply = there.act({"player": sooner["turn"]["active"], "action": action})
    if any(not _is_quiet(event, drawn) for event in reply.get("events") or ()):
        raise Unfit("something happens on the way")
    status = reply.get("status") or {"decision": None}
    waits = status["decision"] is not None and status["decision"]["kind"] == "priority"
    if not waits or (status["step"], status["turn"]) != (turn["step"], turn["number"]):
        raise Unfit("something is asked on the way")
    if _seen(there, drawn) != _seen(put_down, drawn):
        raise Unfit("it is not as it was put down")
    arrival = Expect(turn={"active": turn["active"], "step": turn["step"], "number": turn["number"]})
    script = [AdvanceTo(turn["active"], turn["step"]), arrival, *case.script]
    return msgspec.structs.replace(case, given=sooner, script=script, natural=None)


def _is_quiet(event: Json, drawn: str | None) -> bool:
    if event["kind"] in _QUIET:
        return True
    return drawn is not None and event["kind"] in ("zone_change", "drew") and event.get("object", drawn) == drawn


def _seen(session: Session, drawn: str | None) -> Json:
    """The position; the card that is drawn is another object than before (rule 400.7), which nobody asks about."""
    snapshot = session.observe()
    objects = [{**entry, "incarnation": 0} if entry["id"] == drawn else entry for entry in snapshot["objects"]]
    return {**snapshot, "objects": sorted(objects, key=lambda entry: entry["id"])}


def _put_down(given: Json, pool: CardPool, edition: str) -> Session | None:
    session = Session(reference, edition=edition)
    reply = session.new_game({"given": given, "cards": CardBook(pool).describe(card_names(given), text=False)})
    return session if "status" in reply else None
