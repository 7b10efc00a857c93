"""The server for adapters in Python, and the same adapter in this process and as a program."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

from conformance.cases.cards import CardPool
from conformance.cases.parse import parse_file
from conformance.engines.registry import EngineSpec
from conformance.engines.server import answer, serve
from conformance.engines.stdio import StdioAdapter
from conformance.runner import certify

RUNNER_TESTS = Path(__file__).parents[1] / "runner"
sys.path.insert(0, str(RUNNER_TESTS))
from fake_engine import FakeEngine  # noqa: E402

PROGRAM = f"""
import sys
sys.path.insert(0, {str(RUNNER_TESTS)!r})
from fake_engine import FakeEngine
from conformance.engines.server import serve
class Chatty(FakeEngine):
    def act(self, params):
        print("to standard output")
        import os
        os.write(1, b"past Python\\n")
        return super().act(params)
serve(Chatty())
"""


def ask(adapter, *messages):
    replies = io.BytesIO()
    serve(
        adapter,
        io.BytesIO(b"".join(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n" for message in messages)),
        replies,
    )
    return [json.loads(line) for line in replies.getvalue().splitlines()]


def request(number, method, params=None):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def test_requests_are_answered_until_shutdown():
    replies = ask(FakeEngine(), request(1, "initialize"), b"\n", request(2, "shutdown"), request(3, "initialize"))
    assert [reply["id"] for reply in replies] == [1, 2]
    assert replies[0]["result"]["engine"] == "fake"
    assert replies[1]["result"] == {}


def test_what_is_no_request_gets_an_error():
    replies = ask(FakeEngine(), b"{nonsense\n", {"id": 1}, request(2, "dance"), request(3, "observe"))
    assert [reply["error"]["code"] for reply in replies] == [-32700, -32600, -32601, -32000]
    assert replies[2]["error"]["message"] == "no method 'dance'"
    assert "AttributeError" in replies[3]["error"]["message"]


def test_an_exception_that_is_no_exception_is_answered_too():
    class Panics(FakeEngine):
        def observe(self):
            raise BaseException("panicked")

    reply, last = answer(Panics(), json.dumps(request(1, "observe")).encode())
    assert (reply["error"]["message"], last) == ("BaseException: panicked", False)


def test_what_the_adapter_prints_does_not_garble_the_replies():
    adapter = StdioAdapter([sys.executable, "-c", PROGRAM])
    try:
        adapter.initialize({})
        adapter.new_game({"given": GIVEN})
        assert adapter.act({"player": "alice", "action": {"type": "pass"}})["status"]["decision"]["player"] == "bob"
        adapter.act({"player": "bob", "action": {"type": "pass"}})
        assert "past Python" in adapter._process.stderr_tail()
    finally:
        adapter.shutdown()


TEXT = """
- {id: one, title: A, rules: ['117.1'], why: B, given: {alice: {hand: [{card: Shock, as: shock}]}},
   script: [alice: {cast: shock}, resolve: all, advance_to: {player: bob, step: end},
            expect: {shock: {zone: battlefield, same_object: false}}]}
- {id: two, title: A, rules: ['117.1'], why: B, given: {}, script: [advance_to: {player: bob, step: end}, expect: {bob: {life: 19}}]}
- {id: three, title: A, rules: ['117.1'], why: B, given: {alice: {battlefield: [{card: A, as: a, phased: direct}]}},
   script: [expect: {a: {phased: direct}, bob: {counters: {poison: 0}}}, bob: {concede: true}, expect: {events: [{left_game: bob}]}]}
- {id: four, title: A, rules: ['117.1'], why: B, given: {alice: {battlefield: [{card: A, chosen: {color: red}}]}}, script: [pass: alice]}
"""
CASES, _ = parse_file(TEXT.encode(), "test.yaml", CardPool())
GIVEN = CASES[0].given


def test_an_adapter_in_this_process_and_as_a_program_get_the_same_report():
    inside = certify(CASES, EngineSpec("fake", factory=FakeEngine))
    outside = certify(CASES, EngineSpec("fake", command=(sys.executable, "-c", PROGRAM)))
    plain = [[(case.id, case.outcome, case.failure, case.reason) for case in report.cases] for report in (inside, outside)]
    assert plain[0] == plain[1]
    assert [case.outcome for case in inside.cases] == ["pass", "fail", "pass", "unsupported"]
