"""A game as the runner sees it: the status, who has passed, which step it is, what was asked and what happened since the last expectation.

This is the only module that sends `act` and `observe`. It looks at a snapshot only when somebody asks, and keeps it until the game moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from conformance.engines.errors import ProtocolError
from conformance.engines.told import Told
from conformance.runner.errors import NotSupported
from conformance.runner.session import Session
from conformance.runner.view import View

Json = dict[str, Any]


class Table:
    """One game on one engine."""

    def __init__(self, session: Session, given: Json, status: Json, watch: Callable[[Json, Json], None] | None = None) -> None:
        """`watch`, if given, is told every act and its reply."""
        self.session = session
        self.players: list[str] = given["players"]
        only_known(status, self.players)
        self.status = status
        self._events: list[Json] = []
        self._unread: list[Sequence[Json]] = []
        self._count = 0
        self.decisions: list[Json] = []
        self.step_number = 0
        """Grows with each step that begins, as far as it can be told from outside."""
        self.rounds = 0
        """How often everybody has passed in succession."""
        self._event_mark = 0
        self._decision_mark = 0
        self._teams: list[list[str]] = given.get("teams") or []
        self._passed: set[str] = set()
        self._view: View | None = None
        self._watch = watch
        self._entered = {entry["id"]: (index, 0) for index, entry in enumerate(given["battlefield"])}
        self._entered_events = 0
        self._note_decision(None)

    @property
    def decision(self) -> Json | None:
        """What the game waits for, or None when it is over."""
        decision: Json | None = self.status["decision"]
        return decision

    @property
    def when(self) -> tuple[int, str, str]:
        """Turn, active player, step."""
        status = self.status
        return status["turn"], status["active"], status["step"]

    def view(self) -> View:
        """The position now."""
        if self._view is None:
            self._view = View(self.session.observe())
            unmistakable(self._view)
        return self._view

    def look_again(self) -> View:
        """The position now, asked from the engine even if it should not have changed."""
        self._view = None
        return self.view()

    def same_side(self, one: str, other: str) -> bool:
        """Whether two players are one, or in one team."""
        return one == other or any(one in team and other in team for team in self._teams)

    def last_pass(self) -> bool:
        """Whether a pass of whoever has priority would complete the round: something resolves or the step ends."""
        assert self.decision is not None
        passed = self._passed | {self.decision["player"]}
        return all(any(self.same_side(player, other) for other in passed) for player in self.status["players"])

    def act(self, player: str, *, action: Json | None = None, answer: Json | None = None) -> Json:
        """Send an action or an answer; the engine's reply, which may be a refusal. A reply that is none moves the game on.

        Raises NotSupported when the game came to something that the adapter cannot put in the words of the protocol.
        """
        params: Json = {"player": player}
        if action is not None:
            params["action"] = action
        else:
            params["answer"] = answer
        kind = action["type"] if action is not None else None
        completes = kind == "pass" and self.last_pass()
        reply = self.session.act(params)
        if self._watch is not None:
            self._watch(params, reply)
        if "illegal" in reply:
            return reply
        if "unsupported" in reply:
            lack = reply["unsupported"]
            raise NotSupported(f"{lack.get('kind')} {lack.get('name')}" + (f": {lack['reason']}" if lack.get("reason") else ""))
        only_known(reply["status"], self.players)
        before, waiting = self.status, self.decision
        self.status = reply["status"]
        self._view = None
        events = reply.get("events")
        if events:
            self._unread.append(events)
            self._count += len(events)
        self._follow_passes(kind, player, completes, before, events or [])
        self._note_decision(waiting if kind == "concede" else None)
        return reply

    def _follow_passes(self, kind: str | None, player: str, completes: bool, before: Json, events: Sequence[Json]) -> None:
        status = self.status
        moved = (status["turn"], status["active"], status["step"]) != (before["turn"], before["active"], before["step"])
        if "events" in self.session.features:
            began = events.has("step_began") if isinstance(events, Told) else any(event["kind"] == "step_began" for event in events)
        else:
            began = completes and before["stack"] == 0
        if moved or began:
            self.step_number += 1
            self._passed.clear()
        elif kind == "pass":
            self._passed.add(player)
        elif kind == "concede":
            self._passed.discard(player)
        else:
            self._passed.clear()
        if completes:
            self.rounds += 1
            self._passed.clear()
        elif status["stack"] != before["stack"]:
            self._passed.clear()

    def _note_decision(self, known: Json | None) -> None:
        decision = self.decision
        if decision is not None and decision != known:
            self.decisions.append(decision)

    @property
    def events(self) -> list[Json]:
        """Every event of the game."""
        for events in self._unread:
            self._events.extend(events)
        self._unread.clear()
        return self._events

    def events_since(self) -> list[Json]:
        """The events since the last expectation."""
        return self.events[self._event_mark :]

    def decisions_since(self) -> list[Json]:
        """The decisions asked since the last expectation."""
        return self.decisions[self._decision_mark :]

    def mark(self) -> None:
        """An expectation has been judged: what happened before it is not asked again."""
        self._event_mark = self._count
        self._decision_mark = len(self.decisions)

    def entering_order(self) -> dict[str, int]:
        """For each permanent that came to the battlefield, its place in the order of entering (earlier is smaller)."""
        if "events" in self.session.features:
            for event in self.events[self._entered_events :]:
                if event["kind"] == "zone_change" and event.get("to") == "battlefield" and "object" in event:
                    self._entered[event["object"]] = (len(self._entered) + self._entered_events + 1, 0)
                self._entered_events += 1
        last = max((place for place, _ in self._entered.values()), default=0)
        for number, entry in self.view().listed.items():
            if entry.get("zone") == "battlefield":
                incarnation = entry.get("incarnation", 0)
                place, known = self._entered.get(number, (None, 0))
                if place is None or (known and incarnation != known):
                    last += 1
                    place = last
                self._entered[number] = (place, incarnation)
        return {number: place for number, (place, _) in self._entered.items()}


def only_known(status: Json, players: list[str]) -> None:
    """Raise ProtocolError for a status that names who does not play, or a stack of less than nothing."""
    decision = status["decision"]
    named = [("active", status["active"]), *(("players", player) for player in status["players"])]
    if decision is not None:
        named.append(("decision.player", decision["player"]))
    for field, player in named:
        if player not in players:
            raise ProtocolError(f"status.{field} is {player[:100]!r}, who does not play; the players are {', '.join(players[:10])}")
    if status["stack"] < 0:
        raise ProtocolError(f"status.stack is {status['stack']}; it is the number of objects on the stack")


def unmistakable(view: View) -> None:
    """Raise ProtocolError for a snapshot in which an id means two things."""
    objects = view.snapshot["objects"]
    if len(view.listed) < len(objects):
        seen: set[str] = set()
        twice = next(entry["id"] for entry in objects if entry["id"] in seen or seen.add(entry["id"]))  # type: ignore[func-returns-value]
        raise ProtocolError(f"the snapshot has two objects with the id {twice[:100]!r}; ids are unique")
    for player in view.snapshot["players"]:
        if player in view.listed:
            raise ProtocolError(f"the snapshot has an object with the id {player[:100]!r}, which is a player's name")
