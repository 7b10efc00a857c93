"""What is true of every game whenever a player has priority, tried in games that are played wildly."""

from __future__ import annotations

from random import Random

import pytest
from board import CARDS, NEWEST, game, permanent, seen
from hypothesis import given
from hypothesis import strategies as st
from invariants import broken
from wild import examples, wild_move, wild_position

from reference_engine.errors import Illegal
from reference_engine.objects import DIRECT, INDIRECT
from reference_engine.setup import new_game


def hold_in(seed, cards, edition=NEWEST, moves=25) -> int:
    """Plays, looking after each move; how often was looked."""
    rng = Random(seed)
    game_ = new_game(wild_position(rng, cards), cards, edition)
    looked = 0
    for _ in range(moves):
        try:
            game_.act(*wild_move(rng, game_))
        except Illegal:
            continue
        if game_.pending is not None and game_.pending.kind == "priority":
            assert broken(game_) == []
            looked += 1
    return looked


@pytest.mark.parametrize("edition", [NEWEST, "2017-07-07", "2009-07-11"])
def test_a_game_is_whole_whatever_is_done(edition):
    looked = 0

    @given(st.integers(0, 2**32))
    @examples(40)
    def check(seed):
        nonlocal looked
        looked += hold_in(seed, CARDS, edition)

    check()
    assert looked > 100


def test_a_game_with_the_cards_of_the_pool_is_whole_whatever_is_done(pool):
    looked = 0

    @given(st.integers(0, 2**32))
    @examples(70)
    def check(seed):
        nonlocal looked
        looked += hold_in(seed, pool)

    check()
    assert looked > 100


def whole():
    return game(permanent("bear", "Bear"), permanent("axe", "Axe", attached_to="bear"), permanent("giant", "Giant", "bob"))


def test_a_whole_game_has_nothing_broken():
    game_ = whole()
    game_.act("alice", {"type": "pass"})
    assert broken(game_) == []


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda g: g.objects.pop("bear"), "bear in battlefield is not found"),
        (lambda g: g.zone("bob", "hand").append(seen(g, "bear")), "bear is in 2 places"),
        (lambda g: seen(g, "bear").attachments.clear(), "axe is attached to bear, which does not know it"),
        (lambda g: setattr(seen(g, "axe"), "attached_to", None), "bear has axe attached, which does not know it"),
        (lambda g: setattr(seen(g, "giant"), "phase", DIRECT), "giant is out, but seen"),
        (lambda g: setattr(seen(g, "axe"), "phase", INDIRECT), "axe went out with what is not out"),
        (lambda g: setattr(seen(g, "bear"), "attacking", "bob"), "bear is in combat in precombat_main"),
        (lambda g: seen(g, "bear").counters.update({"+1/+1": 1, "-1/-1": 1}), "bear has both counters"),
        (lambda g: g.players.remove("bob"), "giant is controlled by bob, who has left"),
    ],
)
def test_what_is_broken_is_seen(damage, told):
    """So that the games above are not whole because nobody looks."""
    game_ = whole()
    game_.act("alice", {"type": "pass"})
    damage(game_)
    assert any(line.startswith(told) for line in broken(game_)), list(broken(game_))
