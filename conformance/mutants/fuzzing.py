"""What the fuzzer alone makes of mutants.

What the machine does hangs on the reference engine only: what is legal, and what there is to choose from. So the games that it would play
against a mutant are the same for every mutant, until one is caught. They are drawn once and played on each mutant; where it shows anything
else than the reference did, or breaks an invariant, the game is played on both side by side to say what was found.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec

from conformance.cases.cards import CardPool
from conformance.engines.errors import EngineProblem
from conformance.engines.reference import spec as reference
from conformance.engines.registry import EngineSpec
from conformance.fuzz.campaign import Campaign, Options
from conformance.fuzz.match import Match
from conformance.fuzz.moment import Moment
from conformance.fuzz.recording import Finding, Recording
from conformance.fuzz.watcher import Reach, Watcher
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session
from conformance.runner.view import View
from conformance.runner.watchdog import NeverEnds, within

Json = dict[str, Any]

SECONDS = 10.0
"""So long may one game take on a mutant."""

_encoder = msgspec.json.Encoder(order="deterministic")


class Drawn(msgspec.Struct, frozen=True):
    """A game as the reference played it: what it showed after each move, as a fingerprint (the first is of the position itself)."""

    recording: Recording
    shown: tuple[bytes, ...]


def drawn(pool: CardPool, examples: int, seed: int, seeds: int) -> list[Drawn]:
    """The games of so many boards; `seeds` of a hundred begin from the position of a case."""
    kept: list[Recording] = []
    options = Options(examples=examples, seed=seed, shrink=False, seeds=seeds)
    Campaign(reference, pool, options, on_game=kept.append).run()
    player = _Player(reference, CardBook(pool), watch=False)
    return [Drawn(recording, tuple(shown for shown, _ in player.play(recording))) for recording in kept]


def found_by_fuzzing(spec: EngineSpec, pool: CardPool, games: list[Drawn]) -> tuple[list[Finding], int]:
    """The first thing that these games show of an engine in this process, and how many games that took."""
    player = _Player(spec, CardBook(pool), watch=True)
    for number, game in enumerate(games, 1):
        try:
            with within(SECONDS):
                if not player.differs(game):
                    continue
                found = _side_by_side(spec, pool, game.recording)
        except NeverEnds:
            return [Finding("crash", "-", "timeout", "the engine did not come back")], number
        if found:
            return found, number
        player = _Player(spec, CardBook(pool), watch=True)
    return [], len(games)


def _side_by_side(spec: EngineSpec, pool: CardPool, recording: Recording) -> list[Finding]:
    session = Session(spec, edition=NEWEST)
    match = Match(session, CardBook(pool), Watcher(session, Reach(), landmarks_too=False), against=True)
    found = list(match.begin(recording.given))
    for move in recording.moves:
        if found or match.over:
            break
        found = match.act(move.player, move.action, move.answer)
    return found


class _Player:
    """Plays games on an engine of this process, with the invariants looking on."""

    def __init__(self, spec: EngineSpec, cards: CardBook, *, watch: bool) -> None:
        self._session = Session(spec, edition=NEWEST)
        self._cards = cards
        self._watcher = Watcher(self._session, Reach(), landmarks_too=False) if watch else None

    def differs(self, game: Drawn) -> bool:
        """Whether the engine shows anything else than was shown, breaks an invariant, or breaks."""
        try:
            for (shown, broken), wanted in zip(self.play(game.recording), game.shown, strict=True):
                if broken or shown != wanted:
                    return True
        except (EngineProblem, ValueError):  # it broke, or ended the game early
            return True
        return False

    def play(self, recording: Recording) -> Iterator[tuple[bytes, bool]]:
        """(fingerprint, whether an invariant is broken) of the position and after each move."""
        given = recording.given
        self._session.begin_case()
        described = self._cards.describe(card_names(given), text=False)
        reply = self._session.new_game({"given": given, "cards": described})
        if "status" not in reply:
            yield b"refused", True
            return
        was, before = reply["status"], View(self._session.observe())
        yield _fingerprint(was, before.snapshot), self._broken(Moment(given, None, before, None, was, (), None, False))
        for move in recording.moves:
            what = {"action": move.action} if move.action is not None else {"answer": move.answer}
            reply = self._session.act({"player": move.player, **what})
            refused = "illegal" in reply
            now = was if refused else reply["status"]
            after = View(self._session.observe())
            moment = Moment(given, before, after, was, now, () if refused else reply.get("events") or (), move, refused)
            yield _fingerprint(now, after.snapshot) + bytes([refused]), self._broken(moment)
            if not refused:
                was, before = now, after

    def _broken(self, moment: Moment) -> bool:
        return self._watcher is not None and any(True for _ in self._watcher.look(moment))


def _fingerprint(status: Json, snapshot: Json) -> bytes:
    return hashlib.blake2b(_encoder.encode((status, snapshot)), digest_size=12).digest()

