"""What the rules forbid changes nothing, and nothing but Illegal ever comes out of `Game.act`."""

from __future__ import annotations

import json
from random import Random

import board
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wild import everything, examples, wild_move, wild_position

from reference_engine.errors import Illegal
from reference_engine.setup import new_game

REASONS = {"no_priority", "timing", "target", "cost", "restriction", "not_there", "choice"}

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=5)
    | st.sampled_from(["a1", "ripple", "bear", "alice"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "object",
    "targets",
    "modes",
    "x",
    "using",
    "kicked",
    "pay",
    "mana",
    "ability",
    "faces",
    "special",
    "at",
    "player",
    "step",
    "decline",
)
KINDS = ("pass", "cast", "activate", "play_land", "special", "roll_planar_die", "concede", "begin", "pass_until")
ACTIONS = JSON | st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS) | JSON, "object": st.sampled_from(["ripple", "charm", "many", "altar", "land"]) | JSON},
    optional={key: JSON for key in KEYS if key != "object"} | {"pay": st.dictionaries(st.sampled_from(["sacrifice", "tap"]), JSON) | JSON},
)


def busy():
    """A game in which most kinds of actions are possible."""
    hand = [{"id": name.lower(), "card": name} for name in ("Ripple", "Charm", "Many", "Bolt")] + [{"id": "land", "card": "Forest"}]
    return board.game(
        board.permanent("bear", "Bear"), board.permanent("altar", "Altar"), board.permanent("axe", "Axe"), board.permanent("f", "Forest"),
        alice={"hand": hand}, planechase=board.planes(deck=("Plane B",)),
    )  # fmt: skip


def refused(game, player, action, answer) -> bool:
    """Acts; if that is refused, checks that nothing changed and that the reason is one of the protocol's."""
    before = everything(game)
    illegal = None
    try:
        game.act(player, action, answer)
    except Illegal as raised:
        illegal = raised
    if illegal is not None:
        assert illegal.reason in REASONS
        assert 0 < len(str(illegal)) < 1000
        assert everything(game) == before
        return True
    json.dumps(everything(game), allow_nan=False)
    return False


@given(ACTIONS)
@examples(200)
@example({"type": "cast", "object": "many", "x": 10**30, "targets": []})
@example({"type": "cast", "object": "many", "x": -1, "targets": ["bear"]})
@example({"type": "cast", "object": "many", "x": "²"})
@example({"type": "activate", "object": "altar", "ability": "²"})
@example({"type": "activate", "object": "altar", "pay": [["sacrifice", "bear"]]})
@example({"type": "cast", "object": "charm", "modes": [True]})
@example({"type": "cast", "object": "charm", "modes": [[1]]})
@example({"type": "cast", "object": "ripple", "targets": [{"id": "bear"}]})
@example({"type": "roll_planar_die", "faces": 5, "object": None})
@example({"type": "concede", "at": {"player": "alice"}, "object": None})
@example({"type": "pass_until", "player": "dave", "step": "end", "object": None})
@example({"type": "pass_until", "player": "bob", "step": "untap", "object": None})
@example({"type": ["cast"], "object": "ripple"})
def test_an_action_of_any_form_is_done_or_refused(action):
    refused(busy(), "alice", action, None)


def decision_of(kind):
    """A game that waits for a decision of a kind."""
    if kind == "attack":
        game = board.game(board.permanent("bear", "Bear"), board.permanent("giant", "Giant"), step="beginning_of_combat")
        board.pass_until(game, "alice", "postcombat_main", decline=())
    elif kind == "block":
        game = board.game(board.permanent("bear", "Bear"), board.permanent("giant", "Giant", "bob"), step="beginning_of_combat")
        board.pass_until(game, "alice", "postcombat_main", decline=())
        game.act("alice", answer={"attack": {"bear": "bob"}})
        board.pass_until(game, "alice", "postcombat_main", decline=())
    elif kind == "assign":
        game = board.game(
            board.permanent("tramp", "Trampler"), board.permanent("giant", "Giant", "bob"), board.permanent("wall", "Wall", "bob"),
            step="beginning_of_combat",
        )  # fmt: skip
        board.pass_until(game, "alice", "postcombat_main", decline=())
        game.act("alice", answer={"attack": {"tramp": "bob"}})
        board.pass_until(game, "alice", "postcombat_main", decline=())
        game.act("bob", answer={"block": {"giant": "tramp", "wall": "tramp"}})
        board.pass_until(game, "alice", "postcombat_main", decline=())
    elif kind == "legend":
        game = board.game(board.permanent("k1", "King"), board.permanent("k2", "King"))
        game.act("alice", {"type": "pass"})
    elif kind == "choose_untap":
        game = board.game(board.permanent("vault", "Vault", "bob", tapped=True), step="end")
        board.pass_until(game, "bob", "upkeep")
    elif kind == "discard":
        game = board.game(step="end", alice={"hand": board.cards("h", *["Forest"] * 9)})
        board.pass_until(game, "bob", "upkeep")
    else:
        watchers = [board.permanent("w1", "Watcher", "bob"), board.permanent("w2", "Watcher Two", "bob")]
        game = board.game(*watchers, board.permanent("bear", "Bear", "bob", tapped=True), step="end")
        board.pass_until(game, "bob", "upkeep")
        if kind == "may":
            game.act("bob", answer={"order_triggers": [1, 0]})
            game.act("bob", {"type": "pass"})
            game.act("alice", {"type": "pass"})
    assert game.pending is not None
    assert game.pending.kind == kind
    return game


DECISIONS = ("attack", "block", "assign", "legend", "choose_untap", "discard", "order_triggers", "may")
LEAVES = st.sampled_from(["bear", "giant", "tramp", "wall", "k1", "vault", "h1", "alice", "bob", 0, 1, 2, "1", True, None, 1.5])
ANSWERS = JSON | LEAVES | st.lists(LEAVES, max_size=3) | st.dictionaries(LEAVES.map(str), LEAVES | st.lists(LEAVES) | st.dictionaries(
    LEAVES.map(str), LEAVES), max_size=3)  # fmt: skip


@pytest.mark.parametrize("kind", DECISIONS)
def test_an_answer_of_any_form_is_taken_or_refused(kind):
    game = decision_of(kind)

    @given(ANSWERS, st.dictionaries(st.sampled_from(["exert", kind]), JSON, max_size=1))
    @examples(60)
    def check(value, more):
        nonlocal game
        if not refused(game, game.pending.player, None, {kind: value, **more}):
            game = decision_of(kind)

    check()


@pytest.mark.parametrize("kind", DECISIONS)
def test_an_answer_of_another_kind_or_player_is_refused(kind):
    game = decision_of(kind)
    asked = game.pending.player
    other = "alice" if asked == "bob" else "bob"
    assert refused(game, other, None, {kind: []})
    assert refused(game, asked, None, {"coin": "heads"})
    assert refused(game, asked, None, {})
    assert refused(game, asked, {"type": "pass"}, None)
    assert refused(game, asked, None, None)


@given(st.integers(0, 2**32))
@examples(60)
def test_no_move_in_any_small_position_does_anything_else(seed):
    play_wildly(seed, board.CARDS, 25)


def test_no_move_with_the_cards_of_the_pool_does_anything_else(pool):
    tried = 0

    @given(st.integers(0, 2**32))
    @examples(90)
    def check(seed):
        nonlocal tried
        tried += play_wildly(seed, pool, 20)

    check()
    assert tried > 100


def play_wildly(seed, cards, moves) -> int:
    """Plays at random from a random position; how many moves were accepted."""
    rng = Random(seed)
    game = new_game(wild_position(rng, cards), cards, board.NEWEST)
    json.dumps(everything(game), allow_nan=False)
    return sum(not refused(game, *wild_move(rng, game)) for _ in range(moves))
