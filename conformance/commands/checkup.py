"""What `doctor` tries on an engine, and what it finds: does it put down what it is told, refuse what is illegal, keep games apart?

Nothing here is about the rules of the game; that is what the cases are for. Each finding that is a problem says what to change.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.parse import parse_file
from conformance.commands.boards import BOARDS, EMPTY, PLAIN
from conformance.commands.readback import Difference, read_back
from conformance.engines.errors import EngineProblem
from conformance.protocol.features import FEATURES
from conformance.runner.needs import INVENTED
from conformance.runner.session import Session

Json = dict[str, Any]
Level = Literal["ok", "note", "problem"]

SLOW = 1.0
"""A call that takes so many seconds on a quiet board makes a run of all cases a matter of an hour."""


_REMEDIES = {
    "crash": "answer every request, and stay alive",
    "timeout": "answer sooner, or give it more time with --timeout",
    "protocol_error": "answer each request with one message of the form that docs/protocol.md gives",
}
"""By what the engine's problem would make of a case."""


class Finding(msgspec.Struct, frozen=True):
    """One thing tried. `change` says what to do about a problem."""

    level: Level
    about: str
    what: str
    change: str = ""


class Checkup:
    """One run of all examinations over a started engine; `restart` gives a new session after the engine broke."""

    def __init__(
        self, session: Session, restart: Callable[[], Session], parameters: Callable[[Session, Json], Json], cards: CardPool
    ) -> None:
        self.session = session
        self._restart = restart
        self._parameters = parameters
        self._cards = cards
        self._seconds: dict[str, list[float]] = {}

    def findings(self) -> Iterator[Finding]:
        """Try everything, in order; an engine that breaks on the way costs that examination and is started again."""
        yield from self._handshake()
        yield from self._guarded("a plain board", self._plain)
        for feature in sorted(self.session.features & FEATURES.keys()):
            examine = _BY_DEED.get(feature)
            if examine is not None:
                yield from self._guarded(feature, lambda examine=examine: examine(self))  # type: ignore[misc]
            elif feature in BOARDS:
                yield from self._guarded(feature, lambda feature=feature: self._board(feature))  # type: ignore[misc]
            else:
                yield Finding("note", feature, "claimed; not tried here, only by cases")
        yield from self._guarded("an illegal action", self._illegal)
        yield from self._guarded("isolation", self._isolation)
        yield from self._times()

    def _guarded(self, about: str, examine: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
        try:
            yield from examine()
        except EngineProblem as problem:
            stderr = f"; it wrote on stderr: {problem.stderr.strip().splitlines()[-1]}" if problem.stderr.strip() else ""
            yield Finding("problem", about, f"{problem}{stderr}", _REMEDIES[problem.outcome])
            self.session.close(at_once=True)
            self.session = self._restart()

    # ---- what is tried

    def _handshake(self) -> Iterator[Finding]:
        info = self.session.info
        presented = " ".join(part for part in (info.engine, info.version) if part)
        yield Finding("ok", "initialize", f"{presented}, in {info.language or 'an unnamed language'}, protocol 1")
        low, high = self.session.players
        cards = {
            "all": "knows all cards",
            "listed": f"lists {len(self.session.card_names)} cards",
            "by_text": "builds cards from their text",
        }
        yield Finding("ok", "initialize", f"plays {low} to {high} players, {cards.get(self.session.cards, self.session.cards)}")
        if self.session.own_edition and self.session.own_edition != self.session.edition:
            yield Finding(
                "note", "initialize", f"plays by the rules of {self.session.own_edition}, asked for were those of {self.session.edition}"
            )
        for unknown in self.session.unknown_features:
            yield Finding(
                "problem",
                "initialize",
                f"claims the feature {unknown!r}, which there is not",
                "spell it as docs/protocol.md does, or leave it out",
            )
        missing = sorted(FEATURES.keys() - self.session.features)
        if missing:
            yield Finding("note", "initialize", f"does not claim {', '.join(missing)}; cases that need these are unsupported")
        if self.session.cards == "listed" and not self.session.card_names:
            yield Finding(
                "problem", "initialize", "cards is 'listed', but card_names is empty", "list the cards, or say 'all' or 'by_text'"
            )

    def _plain(self) -> Iterator[Finding]:
        reply = self._new_game(PLAIN)
        yield from self._refusals("a plain board", reply, required=True)
        if "status" not in reply:
            return
        yield from self._read("a plain board", PLAIN)
        status = reply["status"]
        decision = status.get("decision") or {}
        if decision.get("kind") != "priority" or decision.get("player") != "alice":
            yield Finding(
                "problem",
                "new_game",
                f"waits for {decision.get('kind') or 'nothing'} of {decision.get('player') or 'nobody'}",
                "a new game waits for priority of the active player (alice here)",
            )
            return
        passed = self._act("alice", {"type": "pass"})
        after = (passed.get("status") or {}).get("decision") or {}
        if "illegal" in passed or after.get("player") != "bob":
            observed = passed.get("illegal") or after
            yield Finding("problem", "act", f"after alice's pass: {observed}", "the next player in turn order gets priority")
        else:
            yield Finding("ok", "act", "a pass hands priority on")
        if "events" in self.session.features and "events" not in passed:
            yield Finding(
                "problem",
                "events",
                "claimed, but the reply to a pass has none",
                "give 'events' with every reply to act, [] if there are none",
            )

    def _board(self, feature: str) -> Iterator[Finding]:
        reply = self._new_game(BOARDS[feature])
        refused = list(self._refusals(feature, reply))
        yield from refused
        if not refused:
            yield from self._read(feature, BOARDS[feature])

    def _illegal(self) -> Iterator[Finding]:
        if "status" not in self._new_game(PLAIN):
            return
        before = self._observe()
        tried = [
            ("bob", {"type": "pass"}, "a pass of a player without priority"),
            ("alice", {"type": "cast", "object": "giant"}, "casting another player's creature that is on the battlefield"),
            ("alice", {"type": "play_land", "object": "no_such_object"}, "playing a land that is not there"),
        ]
        refused = 0
        for player, action, what in tried:
            reply = self._act(player, action)
            if "unsupported" in reply:
                yield Finding("note", "illegal actions", f"not tried: it says that it cannot do {what}")
                continue
            if "illegal" not in reply:
                yield Finding("problem", "illegal actions", f"accepts {what}", "answer {illegal: {reason, message}} and change nothing")
                return
            if self._observe() != before:
                yield Finding(
                    "problem", "illegal actions", f"refuses {what}, but the position is another after it", "change nothing on refusal"
                )
                return
            if reply["illegal"].get("reason") is None:
                yield Finding("note", "illegal actions", f"refuses {what} without a reason: it matches any reason that a case expects")
            refused += 1
        if refused:
            yield Finding("ok", "illegal actions", f"refused ({refused} kinds), and nothing changed")

    def _isolation(self) -> Iterator[Finding]:
        if "status" not in self._new_game(EMPTY):
            return
        first = self._observe()
        self._new_game(PLAIN)
        self._act("alice", {"type": "pass"})
        self._new_game(EMPTY)
        if self._observe() != first:
            yield Finding(
                "problem", "isolation", "a second game on the same board looks different from the first", "start every game from nothing"
            )
        else:
            yield Finding("ok", "isolation", "a game leaves nothing behind for the next")

    def _times(self) -> Iterator[Finding]:
        for method, seconds in self._seconds.items():
            typical = statistics.median(seconds)
            text = f"{1000 * typical:.1f} ms is typical, {1000 * max(seconds):.1f} ms the longest of {len(seconds)} calls"
            yield Finding("note" if typical > SLOW else "ok", method, text)

    # ---- features that are tried by what they do

    def _multiplayer(self) -> Iterator[Finding]:
        if self.session.players[1] < 3:
            yield Finding(
                "problem", "multiplayer", f"claimed, but players is {list(self.session.players)}", "raise the upper number, or leave it out"
            )
            return
        yield from self._board("multiplayer")

    def _concede(self) -> Iterator[Finding]:
        reply = self._new_game(BOARDS["multiplayer"] if "multiplayer" in self.session.features else EMPTY)
        if "status" not in reply:
            return
        conceded = self._act("bob", {"type": "concede"})
        players = (conceded.get("status") or {}).get("players")
        if players is None or "bob" in players:
            yield Finding(
                "problem", "concede", f"after bob conceded: {conceded.get('illegal') or players}", "a player may concede at any time"
            )
        else:
            yield Finding("ok", "concede", "a player can leave the game")

    def _forced_die(self) -> Iterator[Finding]:
        reply = self._new_game(BOARDS["planechase"])
        refused = list(self._refusals("forced_die", reply))
        yield from refused
        if refused:
            return
        rolled = self._act("alice", {"type": "roll_planar_die", "faces": ["planeswalker"], "mana": "granted"})
        status = rolled.get("status") or {}
        faces = [event.get("face") for event in rolled.get("events") or () if event.get("kind") == "planar_die"]
        if "illegal" in rolled or faces not in ([], ["planeswalker"]) or status.get("stack") != 1:
            observed = rolled.get("illegal") or f"faces {faces}, {status.get('stack')} on the stack"
            yield Finding(
                "problem",
                "forced_die",
                f"told to roll planeswalker: {observed}",
                "roll the face told; the planeswalking ability goes on the stack",
            )
        else:
            yield Finding("ok", "forced_die", "rolls the face that it is told")

    def _day_night(self) -> Iterator[Finding]:
        if "status" not in self._new_game(EMPTY):
            return
        value = self._observe().get("day_night", "nothing")
        if value != "neither":
            yield Finding(
                "problem", "day_night", f"a game without day and night reports {value!r}", "report 'neither' until something makes it day"
            )
        else:
            yield Finding("ok", "day_night", "a game begins with neither")

    def _pass_until(self) -> Iterator[Finding]:
        if "status" not in self._new_game(PLAIN):
            return
        reply = self._act("alice", {"type": "pass_until", "player": "bob", "step": "upkeep", "decline": ["attack", "block"]})
        status = reply.get("status") or {}
        if (status.get("active"), status.get("step")) != ("bob", "upkeep"):
            observed = reply.get("illegal") or f"{status.get('active')}'s {status.get('step')}"
            yield Finding(
                "problem", "pass_until", f"asked for bob's upkeep, came to {observed}", "pass for everybody until that step gives priority"
            )
        else:
            yield Finding("ok", "pass_until", "comes to the step asked for")

    def _construction(self) -> Iterator[Finding]:
        reply = self._new_game(BOARDS["construction"])
        if "refused" in reply:
            yield Finding("ok", "construction", "refuses a planar deck with a plane twice")
        else:
            yield Finding(
                "problem", "construction", "accepts a planar deck with a plane twice", "answer new_game with {refused: {reason, message}}"
            )

    def _pregame(self) -> Iterator[Finding]:
        reply = self._new_game(BOARDS["pregame"])
        refused = list(self._refusals("pregame", reply))
        yield from refused
        if refused:
            return
        kind = ((reply["status"].get("decision")) or {}).get("kind")
        if kind != "begin":
            yield Finding(
                "problem", "pregame", f"waits for {kind or 'nothing'}", "before the starting plane is set, wait for the action 'begin'"
            )
        else:
            yield Finding("ok", "pregame", "waits before the starting plane is set")

    def _events(self) -> Iterator[Finding]:
        if "status" not in self._new_game(PLAIN):
            return
        kinds: set[str] = set()
        for player in ("alice", "bob") * 2:
            kinds |= {str(event.get("kind")) for event in self._act(player, {"type": "pass"}).get("events") or ()}
        if "step_began" not in kinds:
            yield Finding("problem", "events", f"two rounds of passes reported {sorted(kinds) or 'nothing'}", "report at least step_began")
        else:
            yield Finding("ok", "events", f"reports what happens ({', '.join(sorted(kinds))})")

    def _custom_cards(self) -> Iterator[Finding]:
        invented = next((name for name in sorted(self._cards) if name.startswith(INVENTED)), None)
        if invented is None:
            yield Finding("note", "custom_cards", "not tried: the card pool has no invented card")
            return
        reply = self._new_game(f"{{alice: {{hand: [{{card: {invented}, as: invented}}]}}}}")
        unsupported = reply.get("unsupported")
        if unsupported is not None:
            what = f"the card {invented} was described, and new_game says unsupported: {unsupported.get('reason')}"
            yield Finding("problem", "custom_cards", what, "make cards from 'cards' of new_game, or do not claim custom_cards")
        else:
            yield Finding("ok", "custom_cards", f"takes the invented card {invented}")

    def _editions(self) -> Iterator[Finding]:
        told = self.session.own_edition
        if told != self.session.edition:
            what = f"claimed, but asked for {self.session.edition} it plays by {told or 'an edition that it does not name'}"
            yield Finding("problem", "editions", what, "answer initialize with the edition asked for, and play by it")
        else:
            yield Finding("ok", "editions", f"plays by the rules of {told}")

    # ---- helpers

    def _new_game(self, board: str) -> Json:
        return self._timed("new_game", self.session.new_game, self._parameters(self.session, position_of(board, self._cards)))

    def _act(self, player: str, action: Json) -> Json:
        return self._timed("act", self.session.act, {"player": player, "action": action})

    def _observe(self) -> Json:
        return self._timed("observe", self.session.observe)

    def _timed(self, method: str, call: Callable[..., Json], *parameters: Json) -> Json:
        self.session.begin_case()
        start = time.perf_counter()
        try:
            return call(*parameters)
        finally:
            self._seconds.setdefault(method, []).append(time.perf_counter() - start)

    def _refusals(self, about: str, reply: Json, required: bool = False) -> Iterator[Finding]:
        """What a reply to new_game that brings no game means."""
        if "status" in reply:
            return
        unsupported = reply.get("unsupported")
        if unsupported is None:
            yield Finding(
                "problem",
                about,
                f"new_game is refused: {reply.get('refused')}",
                "only illegal planar decks are refused, when asked to check",
            )
        elif unsupported.get("kind") == "card" and not required:
            yield Finding("note", about, f"not tried: the card {unsupported.get('name')} is not known")
        else:
            name, reason = unsupported.get("name"), unsupported.get("reason")
            change = "a board of a few plain cards is needed" if required else f"support it, or do not claim {about}"
            yield Finding("problem", about, f"new_game says unsupported: {name}: {reason}", change)

    def _read(self, about: str, board: str) -> Iterator[Finding]:
        given = position_of(board, self._cards)
        differences, unreported = read_back(given, self._observe())
        for difference in differences:
            yield Finding("problem", about, _told(difference), "put down what 'given' says, under the ids that it gives")
        if unreported:
            yield Finding("note", about, f"does not report {', '.join(sorted(unreported))}: expectations on that are unobservable")
        if not differences:
            yield Finding("ok", about, "the position is read back as it was put down")


def position_of(board: str, cards: CardPool) -> Json:
    """The canonical position (GIVEN) of a board of `conformance.commands.boards`."""
    script = "expect_refused: construction" if "construction: checked" in board else "script: [{resolve: all}]"
    lines = "".join(f"    {line}\n" for line in board.strip().splitlines())
    text = f"- id: board\n  title: A board\n  rules: ['110.5']\n  why: It is read back.\n  {script}\n  given:\n{lines}"
    cases, problems = parse_file(text.encode(), "doctor", cards)
    if not cases:
        raise AssertionError(f"a board of doctor is wrong: {problems[0]}")
    return cases[0].given


def _told(difference: Difference) -> str:
    return f"{difference.path}: put down {difference.given!r}, reads back {difference.read!r}"


_BY_DEED: dict[str, Callable[[Checkup], Iterator[Finding]]] = {
    "multiplayer": Checkup._multiplayer,
    "concede": Checkup._concede,
    "forced_die": Checkup._forced_die,
    "day_night": Checkup._day_night,
    "pass_until": Checkup._pass_until,
    "construction": Checkup._construction,
    "pregame": Checkup._pregame,
    "custom_cards": Checkup._custom_cards,
    "editions": Checkup._editions,
    "events": Checkup._events,
}
