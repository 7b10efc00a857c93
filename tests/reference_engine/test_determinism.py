"""The same position and script give the same game; looking changes nothing; a shortcut leads where single passes do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import board
from board import CARDS, game, pass_until, permanent
from hypothesis import given
from hypothesis import strategies as st
from test_rhythm import wrong
from wild import everything, examples, wild_move, wild_position

from reference_engine.errors import Illegal
from reference_engine.observe import snapshot, status
from reference_engine.setup import new_game

SEEDS = st.integers(0, 2**32)


def wild_game(seed, cards=CARDS):
    """A game, and a source of chance for what follows."""
    rng = Random(seed)
    return new_game(wild_position(rng, cards), cards, board.NEWEST), rng


def story(seed, cards, moves=20):
    """Every event and every look of a game that is played wildly."""
    game_, rng = wild_game(seed, cards)
    told = [everything(game_)]
    for _ in range(moves):
        try:
            events = game_.act(*wild_move(rng, game_))
        except Illegal as illegal:
            told.append(str(illegal))
        else:
            told.append([event.plain() for event in events])
        told.append(everything(game_))
    return told


def test_the_same_moves_give_the_same_game(pool):
    @given(SEEDS)
    @examples(25)
    def check(seed):
        assert json.dumps(story(seed, pool)) == json.dumps(story(seed, pool))

    check()


PRINTS_A_DIGEST = """
import hashlib, json, test_determinism
from conformance.cases.library import load_cards
stories = [test_determinism.story(seed, load_cards()[0].entries) for seed in range(6)]
print(hashlib.sha256(json.dumps(stories).encode()).hexdigest())
"""


def test_the_order_of_hashes_does_not_matter():
    """Sets are no order to go by: two processes with different seeds of hashing play the same games."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PRINTS_A_DIGEST], cwd=Path(__file__).parent, env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]  # fmt: skip
    digests = {process.communicate(timeout=120)[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0]
    assert len(digests) == 1


def events_of(told):
    return [event for entry in told if isinstance(entry, list) for event in entry]


def test_every_event_has_its_rule_and_is_in_one_piece_with_its_batch(pool):
    rules = set()

    @given(SEEDS)
    @examples(60)
    def check(seed):
        events = events_of(story(seed, pool, 25))
        for event in events:
            assert event["kind"]
            rules.add(event["rule"])
        simultaneous = [event["batch"] for event in events if event["kind"] not in BETWEEN]
        assert simultaneous == sorted(simultaneous), "a batch goes on after another has begun"
        json.dumps(events, allow_nan=False)

    check()
    assert len(rules) > 20
    assert {rule: problem for rule in rules if (problem := wrong(rule))} == {}


# Told about the moment after a batch, and not part of it.
BETWEEN = {"triggered", "priority", "attackers_declared", "starting_plane"}


@given(SEEDS)
@examples(40)
def test_looking_twice_shows_the_same_and_changes_nothing(seed):
    """Two equal games, one of which is looked at all the time, stay equal."""
    watched, rng = wild_game(seed)
    left_alone, other = wild_game(seed)
    for _ in range(12):
        assert everything(watched) == everything(watched)
        outcome = []
        for game_, chance in ((watched, rng), (left_alone, other)):
            try:
                outcome.append([event.plain() for event in game_.act(*wild_move(chance, game_))])
            except Illegal as illegal:
                outcome.append(str(illegal))
        assert outcome[0] == outcome[1]
    assert everything(watched) == everything(left_alone)


def one_by_one(game_, player, step):
    """Passes singly, declining attacks and blocks, to where `pass_until` stops."""
    started = game_.step_serial
    while (pending := game_.pending) is not None:
        if pending.kind in ("attack", "block"):
            game_.act(pending.player, answer={pending.kind: {}})
        elif pending.kind != "priority" or (game_.step_serial > started and game_.step == step and player in game_.active_players):
            return
        else:
            game_.act(pending.player, {"type": "pass"})


@given(SEEDS)
@examples(60)
def test_pass_until_leads_where_single_passes_lead(seed):
    short, rng = wild_game(seed)
    long, _ = wild_game(seed)
    player, step = rng.choice(short.seats), rng.choice(("upkeep", "draw", "precombat_main", "end_of_combat", "end"))
    for _ in range(3):
        if short.pending is None or player not in short.players:
            break
        pass_until(short, player, step)
        one_by_one(long, player, step)
        assert snapshot(short) == snapshot(long)
        assert status(short) == status(long)


def test_pass_until_gives_the_events_of_single_passes():
    def events(how):
        game_ = game(permanent("w", "Wisp"), permanent("axe", "Axe", attached_to="w"), permanent("bear", "Bear", "bob", tapped=True))
        seen = []
        game_.act, act = (lambda *args, **more: seen.extend(act(*args, **more)) or []), game_.act
        how(game_, "alice", "upkeep")
        return [event.plain() for event in seen]

    assert events(pass_until) == events(one_by_one)
    assert {"phased_out", "untapped", "step_began"} <= {event["kind"] for event in events(pass_until)}
