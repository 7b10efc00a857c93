"""Games to test with: cases of the library played on the reference engine and kept as recordings, and what a mutant makes of them."""

from __future__ import annotations

import functools
from typing import Any

from conformance.cases.library import load
from conformance.cases.model import Case
from conformance.engines.reference import spec as reference
from conformance.fuzz.match import Match
from conformance.fuzz.recording import Finding, Move, Recording
from conformance.fuzz.watcher import Watcher
from conformance.mutants.mutant import Mutant
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.certify import in_edition
from conformance.runner.play import play_case
from conformance.runner.session import Session

LIBRARY = load()
POOL = LIBRARY.cards
CARDS = CardBook(POOL)
CASES = {case.id: case for case in LIBRARY.cases}


@functools.cache
def _reference() -> Session:
    return Session(reference, edition=NEWEST)


def recorded(case: Case) -> Recording:
    """What a case does, as the moves of a game."""
    moves: list[Move] = []

    def watch(params: dict[str, Any], reply: dict[str, Any]) -> None:
        if "given" not in params:
            refusal = reply.get("illegal")
            moves.append(Move(params["player"], params.get("action"), params.get("answer"), refusal and (refusal["reason"] or "any")))

    result, _ = play_case(case, _reference(), CARDS, watch=watch, way="given")
    assert result.outcome == "pass", (case.id, result.reason)
    return Recording(case.given, tuple(moves), NEWEST)


def playable() -> list[Case]:
    """Cases that today's reference engine passes."""
    return [case for case in LIBRARY.cases if not case.expect_refused and not case.disputed and in_edition(case, NEWEST)]


def match_on(mutant: Mutant) -> Match:
    """A mutant that plays against the reference engine."""
    session = Session(mutant.spec(), edition=NEWEST)
    return Match(session, CARDS, Watcher(session), against=True)


def difference_on(mutant: Mutant, recording: Recording) -> Finding | None:
    """The first difference from the reference engine when a mutant plays a recording."""
    match = match_on(mutant)
    found = match.begin(recording.given)
    for move in recording.moves:
        found += [] if match.over else match.act(move.player, move.action, move.answer)
    return next((finding for finding in found if finding.source == "difference"), None)
