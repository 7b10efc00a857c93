"""Passing priority on a quiet board does no work that grows with the passes: counted, not timed."""

from __future__ import annotations

import pytest
from board import game, pass_until, permanent

from reference_engine import continuous_effects, priority, state_based_actions

TURNS = 4


def board_of(size):
    kinds = ("Bear", "Forest", "Strength", "Axe", "Giant")
    entries = []
    for number in range(size):
        card = kinds[number % len(kinds)]
        host = f"p{number - 2}" if card == "Strength" else f"p{number - 3}" if card == "Axe" else None
        entries.append(permanent(f"p{number}", card, ("alice", "bob")[number // 5 % 2], attached_to=host))
    return entries


@pytest.fixture
def calls(monkeypatch):
    """How often the engine computed everything anew, and how often it checked state-based actions."""
    counted = {"refresh": 0, "perform": 0}

    def counting(module, name):
        original = getattr(module, name)

        def counted_call(*args):
            counted[name] += 1
            return original(*args)

        monkeypatch.setattr(module, name, counted_call)

    counting(continuous_effects, "refresh")
    counting(state_based_actions, "perform")
    return counted


def quiet(size, players):
    """A game in the upkeep of alice, after everything has come to rest."""
    libraries = {player: {"library": [{"id": f"{player}{n}", "card": "Forest"} for n in range(40)], "hand": []} for player in players}
    game_ = game(*board_of(size), players=players, **libraries)
    pass_until(game_, "alice", "upkeep")
    return game_


def turn(game_, calls):
    """Passes through one turn of everybody; gives (refreshes, checks, passes)."""
    before = dict(calls)
    passes = 0
    while True:
        pending = game_.pending
        if pending.kind in ("attack", "block"):
            game_.act(pending.player, answer={pending.kind: {}})
            continue
        step = game_.step_serial
        game_.act(pending.player, {"type": "pass"})
        passes += 1
        if game_.step == "upkeep" and game_.step_serial != step and game_.active == "alice":
            return calls["refresh"] - before["refresh"], calls["perform"] - before["perform"], passes


def test_a_pass_within_a_step_computes_nothing(calls):
    """As soon as a player has priority, passing it on asks for no new look at the board."""
    game_ = quiet(20, ("alice", "bob", "carol"))
    asked = 0
    for _ in range(60):
        pending, serial = game_.pending, game_.step_serial
        before = dict(calls)
        if pending.kind != "priority":
            game_.act(pending.player, answer={pending.kind: {}})
            continue
        game_.act(pending.player, {"type": "pass"})
        if game_.step_serial == serial:
            asked += 1
            assert calls == before
    assert asked > 20


@pytest.mark.parametrize("size", [20, 200])
def test_the_work_of_a_turn_does_not_depend_on_how_many_pass(calls, size):
    """Three players pass half as often again as two do; the work of one player's turn stays the same."""
    work = {}
    for players in (("alice", "bob"), ("alice", "bob", "carol", "dave")):
        game_ = quiet(size, players)
        turn(game_, calls)
        refreshes, checks, passes = turn(game_, calls)
        work[len(players)] = (refreshes / len(players), checks / len(players), passes / len(players))
    assert work[4][2] > 1.5 * work[2][2]
    assert work[4][0] <= work[2][0] + 1
    assert work[4][1] <= work[2][1] + 1


def test_the_work_of_a_turn_does_not_depend_on_the_board(calls):
    counts = set()
    for size in (20, 200):
        game_ = quiet(size, ("alice", "bob"))
        turn(game_, calls)
        counts.add(turn(game_, calls))
    assert len(counts) == 1, counts


def test_far_fewer_checks_than_passes(calls):
    game_ = quiet(200, ("alice", "bob"))
    refreshes, checks, passes = turn(game_, calls)
    assert checks < passes / 2
    assert refreshes < passes


def test_the_check_is_not_even_begun_where_nothing_is_due(monkeypatch):
    """`settle` is entered only when something waits or has changed."""
    begun = []
    settle = priority.settle
    monkeypatch.setattr(priority, "settle", lambda game_: begun.append(game_.step) or settle(game_))
    game_ = quiet(20, ("alice", "bob"))
    begun.clear()
    serial = game_.step_serial
    game_.act("alice", {"type": "pass"})
    assert game_.step_serial == serial
    assert begun == []
