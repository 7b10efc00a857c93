"""Moments of real games: cases of the library played on the reference engine."""

from __future__ import annotations

import functools
from typing import Any

from games import CASES, POOL

from conformance.engines.reference import ReferenceAdapter
from conformance.engines.registry import EngineSpec
from conformance.fuzz.moment import Moment
from conformance.fuzz.past import Past
from conformance.fuzz.recording import Move
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.session import Session
from conformance.runner.view import View

Json = dict[str, Any]


class _Looking(ReferenceAdapter):
    """The reference engine, which keeps every moment of its game."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[Moment] = []

    def new_game(self, params: Json) -> Json:
        reply = super().new_game(params)
        self._given = params["given"]
        self.moments = []
        if "status" in reply:
            self._was, self._before = reply["status"], View(self.observe())
            self._past = Past(self._given)
            self.moments = [Moment(self._given, None, self._before, None, self._was, (), None, False)]
        return reply

    def act(self, params: Json) -> Json:
        reply = super().act(params)
        refused = "illegal" in reply
        now = self._was if refused else reply["status"]
        after, events = View(self.observe()), () if refused else list(reply["events"])
        move = Move(params["player"], params.get("action"), params.get("answer"))
        moment = Moment(self._given, self._before, after, self._was, now, events, move, refused)
        moment.past = self._past.whole_copy()
        self.moments.append(moment)
        if not refused:
            self._past.went_by(events)
            self._before, self._was = after, now
        return reply


@functools.cache
def _session() -> Session:
    return Session(EngineSpec("reference", factory=_Looking, trusted=True), edition=NEWEST)


@functools.cache
def moments(case: str) -> tuple[Moment, ...]:
    """Every moment of a case."""
    session = _session()
    play_case(CASES[case], session, CardBook(POOL), way="given")
    return tuple(session.adapter.moments)
