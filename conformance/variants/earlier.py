"""The case begins some steps earlier in the same turn, and everybody passes until it comes to where it began.

Only for quiet boards: on the way nothing happens but that steps begin and players have priority, and at the end everything is as it was put
down, field by field. That is looked at on the reference engine, before anything of the case is played; from the same position the
same has to follow. An empty expectation in between makes an end of what happened before.
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

_QUIET = frozenset({"step_began", "priority"})


def earlier(case: Case, pool: CardPool) -> Case:
    """The case from an earlier step of its first turn."""
    given = case.given
    turn = given["turn"]
    before = _BEFORE.get(turn["step"])
    if case.expect_refused is not None or before is None or before == "upkeep":
        raise Unfit(f"there is no quiet step before {turn['step']}")
    sooner = {**given, "turn": {**turn, "step": before}}
    edition = case.editions.until or NEWEST
    if not _quiet(given, sooner, pool, edition):
        raise Unfit("something happens on the way")
    if not _arrives_untouched(case, sooner, pool, edition):
        raise Unfit("it is not as it was put down")
    arrival = Expect(turn={"active": turn["active"], "step": turn["step"], "number": turn["number"]})
    script = [AdvanceTo(turn["active"], turn["step"]), arrival, *case.script]
    return msgspec.structs.replace(case, given=sooner, script=script, natural=None)


def _quiet(given: Json, sooner: Json, pool: CardPool, edition: str) -> bool:
    """Whether nothing happens between the two."""
    session = _put_down(sooner, pool, edition)
    if session is None:
        return False
    turn = given["turn"]
    action = {"type": "pass_until", "player": turn["active"], "step": turn["step"], "decline": []}
    reply = session.act({"player": turn["active"], "action": action})
    status = reply.get("status")
    if status is None or any(event["kind"] not in _QUIET for event in reply["events"]):
        return False
    return bool(status["step"] == turn["step"] and status["turn"] == turn["number"] and status["decision"]["kind"] == "priority")


def _arrives_untouched(case: Case, sooner: Json, pool: CardPool, edition: str) -> bool:
    """Whether what is there then is what the case puts down; with what is due at once already done, which is nothing."""
    turn = case.given["turn"]
    there, put_down = _put_down(sooner, pool, edition), _put_down(case.given, pool, edition)
    if there is None or put_down is None:
        return False
    there.act({"player": turn["active"], "action": {"type": "pass_until", "player": turn["active"], "step": turn["step"]}})
    return there.observe() == put_down.observe()


def _put_down(given: Json, pool: CardPool, edition: str) -> Session | None:
    session = Session(reference, edition=edition)
    reply = session.new_game({"given": given, "cards": CardBook(pool).describe(card_names(given), text=False)})
    return session if "status" in reply else None
