"""A table at which the adapter is tried: positions as in a case file, actions in short."""

from __future__ import annotations

from typing import Any

from conformance.cases.cards import CardPool
from conformance.cases.parse import parse_file

Json = dict[str, Any]

CASE = """\
- id: test-position
  title: A position
  rules: ['117.1']
  why: So that it can be put down.
  given: {given}
  script:
    - expect: {{priority: alice}}
"""


def canonical(given: str) -> Json:
    """GIVEN of the protocol for a position written as in a case file."""
    cases, problems = parse_file(CASE.format(given=given).encode(), "test.yaml", CardPool())
    assert cases, [str(problem) for problem in problems]
    return cases[0].given


class Table:
    """The adapter and the game on it."""

    def __init__(self) -> None:
        from conformance.engines.phase_rs.adapter import PhaseAdapter

        self.adapter = PhaseAdapter()
        self.hello = self.adapter.initialize({"protocol": 1, "suite": "test", "edition": "2026-09-25"})
        self.status: Json = {}
        self.events: list[Json] = []

    def begin(self, given: str, cards: Json | None = None) -> Json:
        """Put a position down; the reply."""
        reply = self.adapter.new_game({"given": canonical(given), **({"cards": cards} if cards else {})})
        self.status = reply.get("status", {})
        self.events = []
        return reply

    def sit_down(self, given: str, cards: Json | None = None) -> None:
        """Put a position down that has to be taken."""
        reply = self.begin(given, cards)
        assert "status" in reply, reply

    def reply(self, who: str, /, **message: Any) -> Json:
        """Send an action (by `type`) or an answer; the reply, whatever it is."""
        params: Json = {"player": who}
        params["action" if "type" in message else "answer"] = message
        reply = self.adapter.act(params)
        if "status" in reply:
            self.status = reply["status"]
            self.events += reply["events"]
        return reply

    def act(self, who: str, /, **message: Any) -> None:
        """Send an action or an answer that has to be accepted."""
        reply = self.reply(who, **message)
        assert "status" in reply, reply

    def refused(self, who: str, /, **message: Any) -> Json:
        """Send what has to be refused, and see that nothing changed; the refusal."""
        before = self.adapter.observe()
        reply = self.reply(who, **message)
        assert "illegal" in reply, reply
        assert self.adapter.observe() == before
        refusal: Json = reply["illegal"]
        return refusal

    @property
    def decision(self) -> Json:
        decision: Json = self.status["decision"]
        return decision

    def pass_until(self, step: str, player: str, stack: int = 0) -> None:
        """Everybody passes, attacks and blocks with nothing, until that step."""
        for _ in range(100):
            if self.status["step"] == step and self.status["active"] == player and self.status["stack"] == stack:
                return
            self.go_on()
        raise AssertionError(f"{player}'s {step} did not come")

    def go_on(self) -> None:
        kind, player = self.decision["kind"], self.decision["player"]
        if kind == "priority":
            self.act(player, type="pass")
        else:
            assert kind in ("attack", "block"), self.decision
            self.act(player, **{kind: {}})

    def resolve(self) -> None:
        """Everybody passes until the stack is a piece smaller, or somebody has to decide."""
        size = self.status["stack"]
        while self.status["stack"] >= size and self.decision["kind"] == "priority":
            self.act(self.decision["player"], type="pass")

    def object(self, name: str) -> Json:
        found: Json = next(entry for entry in self.adapter.observe()["objects"] if entry["id"] == name)
        return found

    def kinds_of_events(self) -> list[str]:
        return [event["kind"] for event in self.events]
