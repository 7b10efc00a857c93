"""The bench on which an engine is tried: a session that is started again when the engine breaks, and a clock beside every call."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from conformance.cases.cards import CardPool
from conformance.cases.parse import parse_file
from conformance.commands.boards import BOARDS, FIELDS, SHOWS
from conformance.commands.checkup.finding import (
    ERRORS,
    FEATURES_LIST,
    GIVEN,
    NEW_GAME,
    SNAPSHOT,
    SNAPSHOT_OBJECT,
    Finding,
    note,
    ok,
    problem,
)
from conformance.commands.readback import read_back
from conformance.engines.stdio import START_FACTOR
from conformance.report.text import value
from conformance.runner.card_book import CardBook
from conformance.runner.needs import card_names
from conformance.runner.session import Session
from conformance.runner.table import only_known, unmistakable
from conformance.runner.view import View

Json = dict[str, Any]

SLOW = 1.0
"""A call that takes so many seconds on a quiet board makes a run of all cases a matter of an hour."""

CLOSE = 0.5
"""Who needs this part of the time that a call may take has it run out on a busier machine, or on a fuller board."""

SHOWN = 200
"""So many characters of a value are shown."""


class Bench:
    """An engine under examination."""

    def __init__(self, start: Callable[[], Session], cards: CardPool) -> None:
        """Start the engine. Raises what `start` raises."""
        self._start = start
        self.cards = cards
        self.playing = False
        """Whether a game has begun since somebody set this to False."""
        self._players: list[str] = []
        self._unreported: set[str] = set()
        self._book = CardBook(cards)
        self._seconds: dict[str, list[float]] = {}
        self.session = self._started()

    @property
    def features(self) -> frozenset[str]:
        return self.session.features

    def restart(self) -> None:
        """After the engine broke: a new one. Raises what `start` raises."""
        self.session.close(at_once=True)
        self.session = self._started()

    def _started(self) -> Session:
        begin = time.perf_counter()
        session = self._start()
        self._seconds.setdefault("initialize", []).append(time.perf_counter() - begin)
        return session

    def parameters(self, board: str) -> Json:
        """The params of new_game for a board, with the cards described that this engine has described."""
        given = position_of(board, self.cards)
        names = card_names(given)
        described = self._book.invented(names) if self.session.cards == "all" else self._book.describe(names)
        return {"given": given} | ({"cards": described} if described else {})

    def new_game(self, board: str) -> Json:
        """The reply to new_game. Raises EngineProblem, as the others do."""
        params = self.parameters(board)
        self._players = params["given"]["players"]
        return self._known(self._timed("new_game", self.session.new_game, params))

    def act(self, player: str, action: Json) -> Json:
        return self._known(self._timed("act", self.session.act, {"player": player, "action": action}))

    def answer(self, player: str, answer: Json) -> Json:
        return self._known(self._timed("act", self.session.act, {"player": player, "answer": answer}))

    def observe(self) -> Json:
        snapshot = self._timed("observe", self.session.observe)
        unmistakable(View(snapshot))
        return snapshot

    def _known(self, reply: Json) -> Json:
        if "status" in reply:
            only_known(reply["status"], self._players)
            self.playing = True
        return reply

    def _timed(self, method: str, call: Callable[..., Json], *parameters: Json) -> Json:
        self.session.begin_case()
        begin = time.perf_counter()
        try:
            return call(*parameters)
        finally:
            self._seconds.setdefault(method, []).append(time.perf_counter() - begin)

    def times(self) -> Iterator[Finding]:
        """How long the calls took."""
        for method, seconds in self._seconds.items():
            typical, longest = statistics.median(seconds), max(seconds)
            limit = self.session.timeout * (START_FACTOR if method == "initialize" else 1)
            calls = f"{1000 * longest:.1f} ms the longest of {len(seconds)} calls"
            text = f"{1000 * typical:.1f} ms is typical, {calls}" if len(seconds) > 1 else f"{1000 * longest:.1f} ms"
            if longest > CLOSE * limit:
                change = "answer sooner, or give it more time in every run: --timeout"
                yield note(method, f"{text}; after {limit:g} s it counts as a timeout", change, ERRORS)
            elif method != "initialize" and typical > SLOW:
                change = "keep between the games what never changes (cards, tables); let several engines play at once with -j"
                yield note(method, f"{text}: a run of all cases will be long", change, ERRORS)
            else:
                yield ok(method, text)

    def refusals(self, about: str, reply: Json, required: bool = False) -> Iterator[Finding]:
        """What a reply to new_game that brings no game means."""
        if "status" in reply:
            return
        unsupported = reply.get("unsupported")
        if unsupported is None:
            what = f"new_game is refused: {value(reply.get('refused'), SHOWN)}"
            yield problem(about, what, "only illegal planar decks are refused, when asked to check", NEW_GAME)
        elif unsupported.get("kind") == "card" and not required:
            yield note(about, f"not tried: the card {unsupported.get('name')} is not known")
        else:
            what = f"new_game says unsupported: {unsupported.get('name')}: {unsupported.get('reason') or 'without a reason'}"
            if required:
                yield problem(about, what, "put it down: no case is without such a board", GIVEN)
            else:
                yield problem(about, what, f"put it down, or do not claim {about}", FEATURES_LIST)

    def begin(self, about: str, board: str, required: bool = False) -> tuple[Json, list[Finding]]:
        """The reply to new_game for a board, and why there is no game, if there is none."""
        reply = self.new_game(board)
        return reply, list(self.refusals(about, reply, required))

    def read(self, about: str, board: str) -> Iterator[Finding]:
        """Whether the position reads back as it was put down."""
        snapshot = self.observe()
        differences, unreported = read_back(position_of(board, self.cards), snapshot)
        for one in differences:
            what = f"{one.path}: put down {value(one.given, SHOWN)}, reads back {value(one.read, SHOWN)}"
            yield problem(about, what, "put down what 'given' says, under the ids that it gives", GIVEN)
        own = FIELDS.get(about)
        if own in unreported:
            what = f"put down, but {own} is not reported: only what comes of it can show whether it took"
            yield note(about, what, "report it, if the engine knows it", SNAPSHOT_OBJECT)
        new = sorted(unreported - self._unreported - {own})
        self._unreported |= unreported
        if new:
            what = f"does not report {', '.join(new)}: expectations on that are unobservable"
            yield note(about, what, "nothing, if the engine cannot know it; else report it", SNAPSHOT_OBJECT)
        if not differences and own not in unreported:
            yield ok(about, "the position is read back as it was put down")
        if self.observe() != snapshot:
            change = "looking changes nothing, draws no ids anew, and lists things in the same order"
            yield problem(about, "two snapshots, one right after the other, differ", change, SNAPSHOT)

    def board(self, feature: str) -> Iterator[Finding]:
        """The board of a feature, put down and read back."""
        _, refused = self.begin(feature, BOARDS[feature])
        yield from refused
        if refused:
            return
        yield from self.read(feature, BOARDS[feature])
        if feature in SHOWS:
            yield from self._shows(feature)

    def _shows(self, feature: str) -> Iterator[Finding]:
        """What was put down that is no field of the snapshot is seen by what it makes of another one."""
        name, field, expected = SHOWS[feature]
        objects = self.observe().get("objects") or ()
        seen: Json = next((entry for entry in objects if entry.get("id") == name), {})
        if field not in seen:
            yield note(feature, f"{name}.{field} is not reported, by which it would show", "report it, if it is known", SNAPSHOT_OBJECT)
        elif (expected not in seen[field]) if isinstance(seen[field], list) else (seen[field] != expected):
            what = f"by it {name}.{field} would be or have {value(expected)}; it is {value(seen[field], SHOWN)}"
            yield note(feature, what, "look whether it is taken over; if it is, the engine does not apply it, and cases will tell", GIVEN)


def position_of(board: str, cards: CardPool) -> Json:
    """The canonical position (GIVEN) of a board of `conformance.commands.boards`."""
    script = "expect_refused: construction" if "construction: checked" in board else "script: [{resolve: all}]"
    lines = "".join(f"    {line}\n" for line in board.strip().splitlines())
    text = f"- id: board\n  title: A board\n  rules: ['110.5']\n  why: It is read back.\n  {script}\n  given:\n{lines}"
    cases, problems = parse_file(text.encode(), "doctor", cards)
    if not cases:
        raise AssertionError(f"a board of doctor is wrong: {problems[0]}")
    return cases[0].given
