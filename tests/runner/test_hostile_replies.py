"""Replies that are JSON but not what they should be, anywhere in them: each ends in an outcome, none in an exception."""

from __future__ import annotations

import random
from collections import Counter
from copy import deepcopy

import msgspec
import pytest
from fake_engine import FakeEngine
from playing import EDITION, case

from conformance.engines.errors import ProtocolError
from conformance.engines.registry import EngineSpec
from conformance.protocol import BadMessage, check
from conformance.runner import CardBook, Session, play_case

GIVEN = """{players: [alice, bob, carol], alice: {hand: [{card: Shock, as: shock}, Fog], battlefield: [{card: Hill Giant, as: giant}]},
  bob: {battlefield: [{card: Gray Ogre, as: ogre, attached_to: giant}]}}"""
SCRIPT = """
- answers: {alice: [{order_triggers: [ogre, giant]}, {targets: [ogre]}, {choose: giant}], bob: [{replacement: ogre}]}
- alice: {cast: Fog, as: fog, targets: [giant]}
- bob: {cast: giant, illegal: not_there}
- resolve: top
- name: {as: named, where: {zone: battlefield, card: Fog}}
- alice: {attack: {giant: bob}}
- advance_to: {player: bob, step: draw}
- expect:
    giant: {zone: battlefield, phased: in, counters: {stun: 0}, attached_to: null, same_object: true}
    ogre: {types: [Creature], blocking: null, exerted: true, attacking: null, keywords: {flying: true}}
    alice: {life: 20, hand: [shock], library: 10}
    stack: []
    count: [{of: {zone: hand, card: Shock}, is: 1}]
    decisions: [{player: alice, kind: choose, options: {include: [giant]}}]
    no_decisions: [{player: carol, kind: may}]
    events: [{zone_change: {object: fog, to: stack}}, {simultaneous: [{planeswalked: {away: [Krosa]}}, {tapped: giant}]}]
    no_events: [{planeswalked: {to: [Krosa]}}, {triggered: {source: null}}]
- expect: {planechase: {face_up: [Krosa]}}
"""
ASKED = [
    {"player": "alice", "kind": "order_triggers", "options": [{"source": "giant", "ability": 1}, {"source": "ogre", "ability": 1}]},
    {"player": "alice", "kind": "targets", "options": [{"min": 1, "max": 1, "options": ["giant", "ogre"]}]},
    {"player": "alice", "kind": "choose", "options": ["giant", "ogre"], "min": 1, "max": 1},
    {"player": "bob", "kind": "replacement", "options": [{"source": "giant"}, {"source": "ogre"}]},
    {"player": "carol", "kind": "assign", "options": {"giant": {"amount": 1, "recipients": ["bob"]}}},
    {"player": "carol", "kind": "legend", "options": ["giant"]},
    {"player": "carol", "kind": "choose_untap", "options": ["giant"]},
    {"player": "carol", "kind": "order_triggers", "options": [{"source": "giant"}, {"source": None}]},
]
JUNK = [None, True, 0, -1, 10**25, 1.5, "", "giant", "alice", "zed", [], {}, [None], [[]], {"id": {}}, ["giant", "giant"]]


class Hostile(FakeEngine):
    """Replaces something in one of its replies, which then has to get past the check as a program's would."""

    def __init__(self, seed: int) -> None:
        super().__init__(plant={("alice", "end_of_combat"): ASKED})
        self.random = random.Random(seed)
        self.left = self.random.randrange(60)

    def _sent(self, method, reply):
        self.left -= 1
        if self.left < 0:
            reply = deepcopy(reply)
            for _ in range(self.random.randrange(1, 4)):
                self._damage(reply)
            self.left = self.random.randrange(5)
        try:
            return check(method, msgspec.json.encode(reply))
        except BadMessage as error:
            raise ProtocolError(str(error)) from None

    def _damage(self, value):
        while True:
            keys = list(value) if isinstance(value, dict) else list(range(len(value)))
            if not keys:
                return
            key = self.random.choice(keys)
            if isinstance(value[key], (dict, list)) and self.random.random() < 0.85:
                value = value[key]
                continue
            if isinstance(value, dict) and self.random.random() < 0.25:
                del value[key]
            else:
                value[key] = deepcopy(self.random.choice(JUNK))
            return

    def new_game(self, params):
        return self._sent("new_game", super().new_game(params))

    def act(self, params):
        reply = super().act(params)
        if reply.get("events"):
            reply["events"] += [{"kind": "planeswalked", "away": ["Krosa"], "to": ["x"], "batch": 1}]
            reply["events"] += [{"kind": "tapped", "object": "giant", "batch": 1}]
        return self._sent("act", reply)

    def observe(self):
        return self._sent("observe", super().observe())


def test_damaged_replies_never_raise():
    made = case(SCRIPT, GIVEN)
    found = Counter()
    for seed in range(300):
        engine = Hostile(seed)
        session = Session(EngineSpec("hostile", factory=lambda engine=engine: engine), edition=EDITION)
        result, _ = play_case(made, session, CardBook())
        found[result.outcome] += 1
        msgspec.json.encode(result)
    assert found["protocol_error"] > 30
    assert found["fail"] > 30
    assert "pass" not in found
    assert "error" not in found


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("targets", ["giant"], "at `$.status.decision.options[0]`"),
        ("order_triggers", [{"ability": 1}], "missing required field `source`"),
        ("attack", ["giant"], "Expected `object`, got `array`"),
        ("assign", {"giant": ["bob"]}, "Expected `object`, got `array`"),
        ("choose", [{"id": "giant"}], "at `$.status.decision.options[0]`"),
    ],
)
def test_options_have_the_form_of_their_kind(kind, options, message):
    status = {"turn": 1, "active": "a", "step": "end", "stack": 0, "over": False, "players": ["a"]}
    status["decision"] = {"player": "a", "kind": kind, "options": options}
    with pytest.raises(BadMessage) as raised:
        check("act", msgspec.json.encode({"status": status}))
    assert message in str(raised.value)
    assert kind in str(raised.value)
