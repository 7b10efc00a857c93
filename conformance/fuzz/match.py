"""One game on the engine under test, with the reference engine playing the same game beside it.

The reference says what is legal. It is in this process, so that one can ask its game what could be done; where it is itself the engine
under test there is only one game. Every move is looked at by the watcher, and with `against` what the two engines show is compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from conformance.engines.errors import EngineProblem
from conformance.engines.reference import ReferenceAdapter
from conformance.engines.reference import spec as reference
from conformance.fuzz import keeping_up
from conformance.fuzz.citing import legality, rule_of
from conformance.fuzz.counterparts import Counterparts
from conformance.fuzz.differential import Difference, Latitude, between, of_snapshots, of_status
from conformance.fuzz.moment import Moment
from conformance.fuzz.recording import Finding, Move, Recording
from conformance.fuzz.watcher import Watcher
from conformance.runner.card_book import CardBook
from conformance.runner.names import ids_of
from conformance.runner.needs import card_names, obstacle
from conformance.runner.session import Session
from conformance.runner.view import View

Json = dict[str, Any]


class Match:
    """`begin` puts a position down, `act` makes a move; both give what was found. `over` tells that nothing more can be played."""

    def __init__(
        self, session: Session, cards: CardBook, watcher: Watcher, *, against: bool, again: Callable[[], Session] | None = None
    ) -> None:
        """`session` is the engine under test; `against` asks for the comparison with the reference; `again` starts the engine anew."""
        self._again = again
        self.session = session
        self.cards = cards
        self.watcher = watcher
        self.alone = type(session.adapter) is ReferenceAdapter
        self.against = against and not self.alone
        self.guide = session if self.alone else Session(reference, edition=session.edition)
        self.over = True
        self.broken = False
        self.why_over: str | None = None
        self.moves: list[Move] = []
        self.before_move: Callable[[], None] = lambda: None
        """Called before every message to the engine under test: who has had enough raises something."""
        self._given: Json = {}
        self._tainted: set[tuple[str, str]] = set()

    # --- looking ---------------------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Any:
        """The reference engine's game."""
        adapter = self.guide.adapter
        assert isinstance(adapter, ReferenceAdapter)
        return adapter.game

    @property
    def view(self) -> View:
        """How it looks now on the reference engine, whose ids moves are said in."""
        return self._before if self.alone else View(self.guide.observe())

    @property
    def recording(self) -> Recording:
        return Recording(self._given, tuple(self.moves), self.session.edition)

    def restart(self) -> None:
        """A new engine in the place of one that broke. Raises EngineCannotStart."""
        assert self._again is not None
        self.session = self._again()
        if self.alone:
            self.guide = self.session
        self.broken = False

    def close(self) -> None:
        """Ends the engine."""
        self.session.close(at_once=self.broken)

    def obstacle(self, given: Json) -> str | None:
        """Why the engine cannot play from this position, by what it claims."""
        return obstacle(given, (), self.session)

    # --- playing ---------------------------------------------------------------------------------------------------------------

    def begin(self, given: Json) -> list[Finding]:
        """Puts a position down on both engines. What the engine does not support ends the match quietly."""
        self.before_move()
        self._given = given
        self.moves = []
        self.watcher.begin()
        self._tainted = set()
        self.over, self.why_over = False, None
        self._ids = Counterparts(frozenset((*ids_of(given), *given["players"])))
        self._latitude = Latitude(given)
        self.guide.begin_case()
        mine = self._new_game(self.guide)
        if mine is None:
            return []
        self._was = self._status = mine
        if not self.alone:
            self.session.begin_case()
            try:
                theirs = self._new_game(self.session)
            except EngineProblem as problem:
                return [self._crash(problem)]
            if theirs is None:
                return []
            self._was = theirs
        try:
            self._before = View(self.session.observe())
        except EngineProblem as problem:
            return [self._crash(problem)]
        found = list(self.watcher.look(Moment(given, None, self._before, None, self._was, (), None, False)))
        if self.against:
            found += self._compare([], [])
        return found

    def act(self, player: str, action: Json | None = None, answer: Json | None = None) -> list[Finding]:
        """One message to both engines; gives what was found. Nothing is found in what both refuse."""
        message: Json = {"player": player, "action": action} if action is not None else {"player": player, "answer": answer}
        said = message
        self.before_move()
        if not self.alone:
            try:
                said = self._as_they_say(message)
            except ValueError as problem:
                self._end(str(problem))
                return []
        mine = self.guide.act(message)
        refusal = mine.get("illegal")
        move = Move(player, action, answer, (refusal["reason"] or "any") if refusal is not None else None)
        self.moves.append(move)
        self.watcher.reach.steps += 1
        theirs = mine
        if not self.alone:
            try:
                theirs = self.session.act(said)
            except EngineProblem as problem:
                return [self._crash(problem)]
        if "unsupported" in theirs:
            self._end(f"the engine does not support {theirs['unsupported'].get('name')}")
            return []
        found: list[Finding] = []
        if ("illegal" in theirs) is not (refusal is not None):
            found += self._disagree(mine, theirs)
            if refusal is not None or self.over:
                return found
        return found + self._see(move, mine, theirs)

    def _as_they_say(self, message: Json) -> Json:
        """A message in the ids of the engine under test. A ValueError if there is nothing there that it could mean."""
        if message.get("answer") is None:
            said: Json = self._ids.theirs(message)
            return said
        answer = self._ids.answer(message["answer"], self._status["decision"], self._was["decision"])
        return {"player": message["player"], "answer": answer}

    def _see(self, move: Move, mine: Json, theirs: Json) -> list[Finding]:
        refused = "illegal" in theirs
        now: Json = self._was if refused else theirs["status"]
        try:
            after = View(self.session.observe())
        except EngineProblem as problem:
            return [self._crash(problem)]
        events = () if refused else theirs.get("events") or ()
        said = Move(move.player, self._ids.theirs(move.action), self._ids.theirs(move.answer), move.refused)
        moment = Moment(self._given, self._before, after, self._was, now, events, said, refused)
        found = [msgspec.structs.replace(finding, move=len(self.moves) - 1) for finding in self.watcher.look(moment)]
        if refused:
            return found
        self._before, self._was = after, now
        self._status = mine["status"]
        happened = list(mine.get("events") or ())
        if not self.alone:
            happened += self._alone(keeping_up.forced)
        if self.against:
            found += self._compare(happened, events)
        if not self.alone and not keeping_up.in_step(self._status, now):
            self._latitude.went_by(self._alone(keeping_up.passed))
        if self._status["decision"] is None:
            self._end("the game is over")
        elif not self.alone and not keeping_up.in_step(self._status, now):
            self._end("the two games have parted")
        return found

    def _alone(self, way: Callable[[Json, Json], Move | None]) -> list[Json]:
        """What the reference does alone, as long as `way` says what; the events of it."""
        events: list[Json] = []
        for _ in range(keeping_up.MOST):
            move = way(self._status, self._was)
            if move is None:
                break
            said = {"action": move.action} if move.answer is None else {"answer": move.answer}
            reply = self.guide.act({"player": move.player, **said})
            if "status" not in reply:
                break
            self.moves.append(move)
            self._status = reply["status"]
            events += reply.get("events") or ()
        return events

    def _new_game(self, session: Session) -> Json | None:
        params: Json = {"given": self._given}
        describe = self.cards.invented if session.cards == "all" else self.cards.describe
        described = describe(card_names(self._given), text=not session.in_process)
        if described:
            params["cards"] = described
        reply = session.new_game(params)
        if "status" in reply:
            status: Json = reply["status"]
            return status
        lack = reply.get("unsupported") or reply.get("refused") or {}
        self._end(f"the position cannot be put down: {lack.get('name') or lack.get('message') or lack.get('reason')}")
        return None

    def _end(self, why: str) -> None:
        self.over, self.why_over = True, why

    # --- finding ---------------------------------------------------------------------------------------------------------------

    def _finding(self, difference: Difference, rule: str) -> Finding:
        subject = f"{difference.about}: " if difference.about else ""
        return Finding(
            source="difference",
            clause=rule,
            field=difference.field,
            words=f"{subject}{difference.field} is {difference.observed!r}, the reference has {difference.expected!r}",
            expected=difference.expected,
            observed=difference.observed,
            about=difference.about or None,
            move=len(self.moves) - 1,
        )

    def _crash(self, problem: EngineProblem) -> Finding:
        self._end("the engine broke")
        self.broken = True
        last = self.moves[-1] if self.moves else None
        kind = "new_game" if last is None else (last.action or {}).get("type") or "answer"
        return Finding(
            source="crash",
            clause="-",
            field=f"{problem.outcome} on {kind}",
            words=str(problem)[:500],
            expected="a reply",
            observed=problem.outcome,
            move=len(self.moves) - 1,
        )

    def _disagree(self, mine: Json, theirs: Json) -> list[Finding]:
        """One engine refuses what the other accepts. After a legal move that the engine refuses the games have parted."""
        refusal, other = mine.get("illegal"), theirs.get("illegal")
        move = self.moves[-1]
        kind = (move.action or {}).get("type") or next(iter(move.answer or {"answer": 0}))
        self._end("the engines do not agree on what is legal")
        if not self.against:
            return []
        expected = f"refused ({refusal['reason']})" if refusal is not None else "accepted"
        observed = f"refused ({other.get('reason')})" if other is not None else "accepted"
        told = (refusal or other or {}).get("message") or ""
        return [
            Finding(
                source="difference",
                clause=legality(str(kind)),
                field=f"{kind}.{'refused' if refusal is not None else 'accepted'}",
                words=f"{move.player} {kind}: {observed}, the reference: {expected} {told}".strip()[:500],
                expected=expected,
                observed=observed,
                about=(move.action or {}).get("object"),
                move=len(self.moves) - 1,
            )
        ]

    def _compare(self, mine: Any, theirs: Any) -> list[Finding]:
        self._latitude.went_by(mine)
        expected = self.guide.observe()
        observed = self._before.snapshot
        if expected == observed and self._status == self._was:
            return []
        self._ids.pair(expected, observed)
        if self._latitude.by_chance(expected, observed, self._ids):
            self._end("a library was shuffled")
            return []
        differences = list(of_status(self._status, self._was, self._ids))
        if not self._status["over"] and not self._was["over"]:
            seen = of_snapshots(expected, observed, self._ids, self._latitude, stack=between(self._status, self._was))
            differences = [*seen, *differences]
        new = [entry for entry in differences if entry.path not in self._tainted]
        # What differs once is told once: what follows from it is told no more, until it is the same again.
        self._tainted = {entry.path for entry in differences}
        if not new:
            return []
        first = new[0]
        return [self._finding(first, rule_of(first, mine, self._ids.mine(list(theirs))))]


def replay(recording: Recording, match: Match, wanted: tuple[str, str] | None = None) -> Finding | None:
    """Plays a recording again; the first thing found (with the key `wanted`, if one is given).

    A move that the reference now refuses is left out of the recording, unless it was recorded as one to be refused.
    """
    for finding in match.begin(recording.given):
        if wanted is None or finding.key == wanted:
            return finding
    for move in recording.moves:
        if match.over:
            return None
        if move.alone:
            continue  # the match makes it again, if it is still needed
        made = len(match.moves)
        for finding in match.act(move.player, move.action, move.answer):
            if wanted is None or finding.key == wanted:
                return finding
        if made < len(match.moves) and match.moves[made].refused is not None and move.refused is None:
            del match.moves[made]
    return None
