"""The adapter in JavaScript: it keeps the protocol's manners, and what it claims is true. (tox -e javascript plays all cases.)"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parents[2] / "adapters" / "javascript"
ADAPTER = HERE / "adapter.js"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")

Json = dict[str, Any]


def talk(*requests: tuple[str, Json]) -> list[Json]:
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) for number, (method, params) in enumerate(requests)
    ]
    done = subprocess.run(["node", str(ADAPTER)], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=30, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def given(**seats: Json) -> Json:
    empty = {
        "life": 20,
        "counters": {},
        "lands_played": 0,
        "hand": [],
        "library": [],
        "graveyard": [],
        "exile": [],
        "command": [],
        "planar_deck": [],
    }
    battlefield = []
    for player, seat in seats.items():
        for entry in seat.pop("battlefield", []):
            plain = {"controller": player, "owner": player, "tapped": False, "phased": {"status": "in", "under": None}, "attached_to": None}
            battlefield.append({**plain, "counters": {}, "damage": 0, "sick": False, "token": False, "face_down": False, **entry})
    return {
        "players": ["alice", "bob"], "teams": [], "variant": None, "range_of_influence": None,
        "turn": {"active": "alice", "step": "precombat_main", "number": 3}, "day_night": None, "planechase": None,
        "seats": {player: empty | seats.get(player, {}) for player in ("alice", "bob")}, "battlefield": battlefield,
    }  # fmt: skip


@needs_node
class TestManners:
    def test_errors_are_answered_and_the_adapter_lives_on(self) -> None:
        replies = talk(("act", {"player": "alice"}), ("dance", {}), ("initialize", {}), ("shutdown", {}))
        assert [reply["id"] for reply in replies] == [0, 1, 2, 3]
        assert replies[0]["error"]["message"] == "act before new_game"
        assert replies[1]["error"]["message"] == "no method dance"
        assert replies[2]["result"]["cards"] == "listed"

    def test_what_it_cannot_it_declines(self) -> None:
        unknown = given(alice={"hand": [{"id": "x", "card": "Storm Crow"}]})
        planes = given() | {"planechase": {"deck": "shared"}}
        hidden = given(bob={"battlefield": [{"id": "x", "card": "Hill Giant", "face_down": True}]})
        replies = talk(*(("new_game", {"given": position}) for position in (unknown, planes, hidden)), ("observe", {}))
        declined = [reply["result"]["unsupported"] for reply in replies[:3]]
        assert [(entry["kind"], entry["name"]) for entry in declined] == [
            ("card", "Storm Crow"),
            ("feature", "planechase"),
            ("feature", "set_face_down"),
        ]
        assert replies[3]["error"]["message"] == "observe before new_game", "nothing of a game that was declined is left"

    def test_a_refusal_says_why_and_changes_nothing(self) -> None:
        position = given(
            alice={"hand": [{"id": "shock", "card": "Shock"}, {"id": "bears", "card": "Grizzly Bears"}]},
            bob={
                "hand": [{"id": "lion", "card": "Silvercoat Lion"}],
                "battlefield": [{"id": "out", "card": "Hill Giant", "phased": {"status": "direct", "under": "bob"}}],
            },
        )
        tried = [
            ("bob", {"type": "cast", "object": "lion"}, "no_priority"),
            ("alice", {"type": "cast", "object": "lion"}, "not_there"),
            ("alice", {"type": "cast", "object": "shock", "targets": ["out"]}, "target"),
            ("alice", {"type": "cast", "object": "shock", "targets": []}, "target"),
            ("alice", {"type": "cast", "object": "bears", "mana": "none"}, "cost"),
        ]
        requests = [("act", {"player": player, "action": action}) for player, action, _ in tried]
        replies = talk(("new_game", {"given": position}), ("observe", {}), *requests, ("observe", {}))
        assert [reply["result"]["illegal"]["reason"] for reply in replies[2:-1]] == [reason for _, _, reason in tried]
        assert replies[1]["result"] == replies[-1]["result"]

    def test_damage_kills_and_the_loser_ends_the_game(self) -> None:
        position = given(
            alice={"hand": [{"id": "bolt", "card": "Lightning Bolt"}, {"id": "shock", "card": "Shock"}]},
            bob={"life": 2, "battlefield": [{"id": "giant", "card": "Hill Giant"}]},
        )
        both = [("act", {"player": player, "action": {"type": "pass"}}) for player in ("alice", "bob")]
        cast = [
            ("act", {"player": "alice", "action": {"type": "cast", "object": spell, "targets": [target]}})
            for spell, target in (("bolt", "giant"), ("shock", "bob"))
        ]
        replies = talk(("new_game", {"given": position}), cast[0], *both, ("observe", {}), cast[1], *both)
        seen = replies[4]["result"]
        assert seen["players"]["bob"]["graveyard"] == ["giant"]
        assert seen["players"]["alice"]["graveyard"] == ["bolt"]
        status = replies[-1]["result"]["status"]
        assert (status["over"], status["decision"]) == (True, None)


def test_without_node_the_check_says_that_it_is_skipped(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "check.py")], env=os.environ | {"PATH": str(tmp_path)}, capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "skipped: the JavaScript adapter needs Node 20, and there is no 'node' on the PATH\n"
