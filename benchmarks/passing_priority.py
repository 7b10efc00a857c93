"""What one pass of priority costs on a quiet board, as a ratio to phase.rs through its own bindings on the same board.

    python benchmarks/passing_priority.py [ROUNDS]

Both engines pass round after round of whole turns (the untap step and the draw are in it), in turns in one run, the best of several
rounds each. Targets: at most a half on 20 permanents, at most a fifth on 200. Needs the extra `phase-rs`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PASSES = 200  # of one game; about twelve turns, so that libraries can be small, which phase.rs needs to be fast
GAMES = 5
BOARDS = {20: 0.5, 200: 0.2}
ROUNDS = 5
CARDS = ("Grizzly Bears", "Forest", "Hill Giant", "Island")


def position(permanents: int) -> dict[str, Any]:
    """A quiet game of two with so many permanents and libraries that last."""
    from conformance.cases.library import load

    def side(player: str) -> str:
        cards = ", ".join(f"{{card: {CARDS[n % len(CARDS)]}, as: {player}_{n}}}" for n in range(permanents // 2))
        return f"    {player}: {{battlefield: [{cards}], library: [{{card: Forest, count: 12}}]}}\n"

    with tempfile.TemporaryDirectory() as folder:
        case = Path(folder, "board.yaml")
        case.write_text(
            "- id: board\n  title: A quiet board\n  rules: ['117.3']\n  why: To be measured.\n  given:\n"
            + side("alice") + side("bob") + "  script:\n    - pass: alice\n",
            encoding="utf-8",
        )  # fmt: skip
        return load([case]).cases[0].given


def reference(given: dict[str, Any]) -> float:
    """Seconds for a pass on the reference engine."""
    from conformance.cases import load_cards
    from reference_engine.setup import new_game

    game = new_game(given, load_cards()[0].entries, "2026-09-25")
    passes = 0
    began = time.perf_counter()
    while passes < PASSES:
        asked = game.pending
        assert asked is not None
        if asked.kind == "priority":
            game.act(asked.player, {"type": "pass"})
            passes += 1
        elif asked.kind == "discard":
            game.act(asked.player, None, {"discard": [card.id for card in asked.pool[: asked.least]]})
        else:
            game.act(asked.player, None, {asked.kind: {}})
    return (time.perf_counter() - began) / PASSES


def phase_rs(given: dict[str, Any]) -> float:
    """Seconds for a pass through the bindings of phase.rs, `apply` and `waiting_for` only; the adapter just sets the board."""
    from conformance.engines.phase_rs.adapter import PhaseAdapter

    adapter = PhaseAdapter()
    adapter.initialize({"protocol": 1, "suite": "benchmark", "edition": "2026-09-25"})
    reply = adapter.new_game({"given": given})
    if "status" not in reply:
        raise SystemExit(f"phase.rs does not take the board: {reply}")
    game = adapter._play.game  # type: ignore[union-attr]  # the binding itself is what is measured
    passes = 0
    began = time.perf_counter()
    while passes < PASSES:
        asked = game.waiting_for()
        seat = asked["data"]["player"]
        if asked["type"] == "Priority":
            game.apply(seat, {"type": "PassPriority"})
            passes += 1
        elif asked["type"] == "DeclareAttackers":
            game.apply(seat, {"type": "DeclareAttackers", "data": {"attacks": []}})
        elif asked["type"] == "DeclareBlockers":
            game.apply(seat, {"type": "DeclareBlockers", "data": {"assignments": []}})
        else:
            action = next(iter(game.actions()))
            game.apply(seat, {"type": action.kind, "data": action.data})
    return (time.perf_counter() - began) / PASSES


def main(rounds: int = ROUNDS) -> int:
    """Measure and print; 1 when a target is missed."""
    missed = 0
    for permanents, target in BOARDS.items():
        given = position(permanents)
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(rounds):
            ours += [reference(given) for _ in range(GAMES)]
            theirs += [phase_rs(given) for _ in range(GAMES)]
        ratio = min(ours) / min(theirs)
        missed += ratio > target
        print(
            f"{permanents:4} permanents: reference {min(ours) * 1e6:7.1f} us, phase.rs {min(theirs) * 1e6:7.1f} us, "
            f"ratio {ratio:.3f} (target: at most {target:g})"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
