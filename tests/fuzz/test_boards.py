"""Every board is a position that a case may have and that the reference engine takes, and boards shrink to next to nothing."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings

from conformance.cases.library import load_cards
from conformance.cases.parse import parse_file
from conformance.fuzz.boards import boards
from reference_engine.game import Game
from reference_engine.observe import snapshot
from reference_engine.setup import new_game

Json = dict[str, Any]

POOL, PROBLEMS = load_cards()
EDITION = "2026-09-25"


def examples(count: int) -> settings:
    """So many, and the same each time."""
    return settings(max_examples=count, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def written(position: Json) -> bytes:
    """A position as the file of one case: everything in the sections of the players, every object with its name."""
    given: Json = {key: position[key] for key in ("players", "turn", "previous_turn", "this_turn")}
    for key in ("teams", "variant", "day_night"):
        if position[key]:
            given[key] = position[key]
    if position["planechase"] is not None:
        planes = {key: value for key, value in position["planechase"].items() if value is not None}
        given["planechase"] = planes | {key: [named(entry) for entry in planes[key]] for key in ("face_up", "planar_deck")}
    for player, seat in position["seats"].items():
        section = {key: [named(e) for e in value] if isinstance(value, list) else value for key, value in seat.items()}
        section["battlefield"] = [on_the_battlefield(entry) for entry in position["battlefield"] if entry["controller"] == player]
        given[player] = section
    script = [{"expect": {"turn": {"active": position["turn"]["active"]}}}]
    case = {"id": "a-board", "title": "A board", "rules": ["502.1"], "why": "None.", "given": given, "script": script}
    return json.dumps([case], ensure_ascii=False).encode()


def named(entry: Json) -> Json:
    return {"as" if key == "id" else key: value for key, value in entry.items()}


def on_the_battlefield(entry: Json) -> Json:
    result = {key: value for key, value in named(entry).items() if key not in ("controller", "phased") and value is not None}
    status, under = entry["phased"]["status"], entry["phased"]["under"]
    return result | {"phased": status if status == "in" else {"kind": status, "under": under}}


def read_back(position: Json) -> tuple[Json | None, list[str]]:
    cases, problems = parse_file(written(position), "board.yaml", POOL)
    return (cases[0].given if cases else None), [f"{p.severity}: {p.message}" for p in problems if p.severity == "error"]


def put_down(position: Json) -> Game:
    return new_game(position, POOL.entries, EDITION)


@examples(400)
@given(boards(POOL))
def test_a_case_may_have_it(position: Json) -> None:
    assert read_back(position) == (position, [])


@examples(300)
@given(boards(POOL))
def test_the_reference_engine_takes_it_and_the_game_is_not_over_at_once(position: Json) -> None:
    game = put_down(position)
    seen = {entry["id"]: entry for entry in snapshot(game)["objects"]}
    for entry in position["battlefield"]:
        shown = seen[entry["id"]]
        assert (shown["zone"], shown["tapped"], shown["attached_to"]) == ("battlefield", entry["tapped"], entry["attached_to"])
        assert (shown["phased"], shown.get("phased_under")) == (entry["phased"]["status"], entry["phased"]["under"])
    assert game.pending is not None
    game.act(game.pending.player, {"type": "begin" if position["turn"]["step"] == "pregame" else "pass"})
    assert not game.over
