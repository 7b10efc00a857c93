"""What the engine says behind the protocol has the forms of docs/protocol.md, whatever is played."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from board import NEWEST
from hypothesis import given
from hypothesis import strategies as st
from test_illegal import DECISIONS, decision_of
from wild import examples, wild_move, wild_position

from conformance.engines.reference import ReferenceAdapter, at_once
from conformance.protocol.messages import check
from reference_engine.observe import status


def test_every_reply_has_the_form_that_other_engines_are_held_to(pool):
    events = set()

    @given(st.integers(0, 2**32))
    @examples(50)
    def play(seed):
        rng = Random(seed)
        adapter = ReferenceAdapter(at_once)
        said(adapter.initialize({"protocol": 1, "suite": "test", "edition": NEWEST}), "initialize")
        given_ = wild_position(rng, pool)
        said(adapter.new_game({"given": given_, "cards": {name: {"definition": entry} for name, entry in pool.items()}}), "new_game")
        for _ in range(15):
            player, action, answer = wild_move(rng, adapter._game)
            reply = adapter.act({"player": player, "action": action, "answer": answer})
            said(reply, "act")
            events.update(event["kind"] for event in reply.get("events", ()))
            said(adapter.observe(), "observe")

    play()
    assert len(events) >= 12, events


@pytest.mark.parametrize("kind", DECISIONS)
def test_every_decision_has_the_form_that_other_engines_are_held_to(kind):
    shown = status(decision_of(kind))
    assert shown["decision"]["kind"] == kind
    said({"status": shown}, "new_game")


def said(reply, method):
    check(method, msgspec.json.encode(reply))
