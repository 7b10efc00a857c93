"""Where the fuzzer looks: moves of cases are made as a case makes them, and boards are chosen by what was reached least."""

from __future__ import annotations

import functools
from collections import Counter

from games import CASES, POOL

from conformance.engines.reference import spec as reference
from conformance.fuzz import steering
from conformance.fuzz.campaign import Campaign, Options
from conformance.fuzz.machine import machine_for
from conformance.fuzz.recording import Recording
from conformance.fuzz.seeds import Board
from conformance.fuzz.steering import MARGIN, MOST_URGENT, WANTED, Steering, heart
from conformance.fuzz.watcher import Reach


@functools.cache
def _campaign() -> tuple[Campaign, list[Recording]]:
    games: list[Recording] = []
    return Campaign(reference, POOL, Options(examples=1), on_game=games.append), games


def _as_the_case(id_: str) -> tuple[Recording, set[str]]:
    """The game that the fuzzer makes of a case, and the clauses that came into play in it."""
    campaign, games = _campaign()
    given = CASES[id_].given
    board = next(board for board in campaign._corpus if board.given == given)
    machine = machine_for(campaign._run_of_the_machine(campaign._boards))()
    machine.play(board._replace(ahead=len(board.hints)))  # type: ignore[attr-defined]
    machine.teardown()
    return games[-1], set(campaign._match.watcher.here)


def test_only_the_top_resolves_though_it_puts_a_trigger_on_the_stack() -> None:
    """The trigger of the creature that has resolved is answered, as in the case; then its source is out as it resolves."""
    game, reached = _as_the_case("theft-that-resolves-without-its-source-never-starts")
    done = [(move.action or {}).get("type") for move in game.moves]
    assert done[done.index("cast") + 1 :][:5] == ["pass", "pass", None, "pass", "cast"]
    assert "702.26f/h" in reached


def test_on_to_the_second_such_turn() -> None:
    """Giant Oyster's case goes on two turns at once."""
    later = next(case for case in CASES.values() if any(getattr(step, "turn", None) == 2 for step in case.script) and not case.disputed)
    game, _ = _as_the_case(later.id)
    step = next(step for step in later.script if getattr(step, "turn", None) == 2)
    there = [move.action for move in game.moves if (move.action or {}).get("type") == "pass_until"]
    assert sum(action["player"] == step.player and action["step"] == step.step for action in there) >= 2


def test_a_phenomenon_that_was_met_again_waits_for_its_latest_ability_only() -> None:
    """Nothing is found in it, though an ability of the same card from before is on the stack still as it is planeswalked away from."""
    game, reached = _as_the_case("phenomenon-met-again-above-its-first-trigger")
    assert len(game.moves) > 8
    assert "312.7/c" in reached


def test_boards_on_which_it_comes_again_go_before_those_on_which_chance_led_to_it() -> None:
    clause = heart()[0]
    steered = _known({clause: 0}, 50_000, {})
    by_chance, again = Board({"by": "chance"}), Board({"by": "the moves of a case"})
    steered.came_to({clause}, by_chance, surely=False)
    assert steered.boards(1)[0] is by_chance
    steered.came_to({clause}, again, surely=True)
    assert {id(board) for board in steered.boards(1)} == {id(again)}


def test_what_a_case_comes_to_at_once_is_known_for_sure() -> None:
    _as_the_case("theft-that-resolves-without-its-source-never-starts")
    campaign, _ = _campaign()
    (board,) = campaign._steering._surely["702.26f/h"][:1]
    assert board.ahead == len(board.hints) > 0


def test_the_same_seed_plays_the_same_games_where_it_is_steered_too() -> None:
    """A corpus of few boards, then a round from scratch and a steered one."""

    def games(seed: int) -> list[Recording]:
        played: list[Recording] = []
        campaign = Campaign(reference, POOL, Options(examples=90, seed=seed), on_game=played.append)
        campaign._corpus = campaign._corpus[:10]
        campaign.run()
        return played

    once = games(5)
    assert len(once) >= 85
    assert once == games(5)
    assert once != games(6)


def _known(reached: dict[str, int], steps: int, boards: dict[str, list[Board]]) -> Steering:
    enough = int(steps / WANTED * MARGIN) + 1

    class Known(Reach):
        @property
        def clauses(self) -> Counter[str]:
            return Counter(dict.fromkeys(heart(), enough) | reached)

    reach = Known()
    reach.steps = steps
    found = Steering(reach, [])
    for clause, those in boards.items():
        for board in those:
            found.came_to({clause}, board, surely=True)
    return found


def test_what_was_never_reached_is_looked_for_most() -> None:
    never, nearly, often = heart()[:3]
    boards = {clause: [Board({"of": clause})] for clause in (never, nearly, often)}
    wanted = int(MARGIN * 50_000 / WANTED)
    chosen = _known({never: 0, nearly: wanted - 1}, 50_000, boards).boards(1)
    assert chosen.count(boards[never][0]) == MOST_URGENT
    assert chosen.count(boards[nearly][0]) == 1
    assert chosen.count(boards[often][0]) == 0


def test_each_round_takes_other_boards_and_the_same_round_the_same() -> None:
    clause = heart()[0]
    boards = {clause: [Board({"number": number}) for number in range(steering.KEPT + 3)]}
    steered = _known({clause: 0}, 50_000, boards)
    assert steered.boards(1) == _known({clause: 0}, 50_000, boards).boards(1)
    assert steered.boards(1) != steered.boards(2)
    assert len({board.given["number"] for turn in range(20) for board in steered.boards(turn)}) == steering.KEPT
