"""The state machine: Hypothesis draws a board, then moves. Each rule is something that a player could want to do.

A rule that has nothing to do it with passes instead, so that no step is wasted. What is asked on the way to a step is answered on the way;
other questions are answered by a rule of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from conformance.cases.model import Act, AdvanceTo, PassPriority, Resolve
from conformance.fuzz import moves
from conformance.fuzz.boards.toolbox import DEEDS
from conformance.fuzz.hints import DECLARATIONS, Hints
from conformance.fuzz.match import Match
from conformance.fuzz.moves import Picker
from conformance.fuzz.recording import Finding, Recording
from conformance.fuzz.seeds import Board
from reference_engine import planechase
from reference_engine.objects import GameObject

Json = dict[str, Any]

PICK = st.integers(0, 2**20)
FACES = ("planeswalker", "chaos", "blank")
ADVANCE = ("upkeep", "upkeep", "upkeep", "precombat_main", "end", "draw", "end_of_combat", "postcombat_main", "beginning_of_combat")
"""Where to: untap steps are what this is about, and the way to an upkeep leads through one."""

MAX_ANSWERS = 40
"""So many questions on the way to one step are enough."""


class Run:
    """What the machine plays on, with `deeds` (what each card does, by its name), and tells: `on_found` is called with what
    a move showed and the recording, and may raise to end the example; `on_played` when the moves that are made at once are made."""

    def __init__(
        self,
        match: Match,
        boards: st.SearchStrategy[Board],
        deeds: Mapping[str, Collection[str]],
        on_found: Callable[[list[Finding], Recording], None],
        on_begin: Callable[[], None] = lambda: None,
        on_played: Callable[[Match, Board], None] = lambda match, board: None,
        on_end: Callable[[Match, Board], None] = lambda match, board: None,
    ) -> None:
        self.match = match
        self.boards = boards
        self.deeds = deeds
        self.on_found = on_found
        self.on_begin = on_begin
        self.on_played = on_played
        self.on_end = on_end


def _waits_for_priority(machine: Any) -> bool:
    return not machine.match.over and machine.match.game.pending.kind == "priority"


def _asks(machine: Any) -> bool:
    return not machine.match.over and machine.match.game.pending.kind != "priority"


def _goes_on(machine: Any) -> bool:
    return not machine.match.over


def _is_over(machine: Any) -> bool:
    return bool(machine.match.over)


class _Machine(RuleBasedStateMachine):
    """The rules; `machine_for` makes it one that can be run."""

    run: Run

    def __init__(self) -> None:
        super().__init__()
        self.board = Board({})
        self.match = self.run.match
        self.match.over = True

    def teardown(self) -> None:
        self.run.on_end(self.match, self.board)

    # --- playing ---------------------------------------------------------------------------------------------------------------

    def play(self, board: Board) -> None:
        """Puts the board down, and makes the moves that are to be made at once."""
        self.run.on_begin()
        self.hints = Hints(board.given, board.hints)
        if self.match.obstacle(board.given) is None:
            self._told(self.match.begin(board.given))
        self.board = board
        if board.ahead and not self.match.over and self.match.game.pending.kind == "begin":
            self._act(self._player, {"type": "begin"})
        for _ in range(board.ahead):
            if _waits_for_priority(self) and self.hints:
                self._follow(Picker(0))
        self.run.on_played(self.match, board)

    def _act(self, player: str, action: Json | None = None, answer: Json | None = None) -> bool:
        """Makes a move; False if the reference refused it, or the game is over."""
        refused_before = len(self.match.moves)
        self._told(self.match.act(player, action, answer))
        return not self.match.over and self.match.moves[refused_before].refused is None

    def _told(self, found: list[Finding]) -> None:
        if found:
            self.run.on_found(found, self.match.recording)

    @property
    def _player(self) -> str:
        return str(self.match.game.pending.player)

    def _pass(self) -> bool:
        return self._act(self._player, {"type": "pass"})

    def _answer(self, pick: Picker) -> bool:
        pending = self.match.game.pending
        hint = self.hints.answer(pending.plain(), self.match.view)
        if hint is not None and moves.accepted(self.match.game, hint):
            return self._act(self._player, answer=hint)
        return self._act(self._player, answer=moves.answer(self.match.game, pick))

    def _to(self, player: str, step: str, decline: list[str], pick: Picker) -> bool:
        """Everybody passes until that step gives priority, or a question comes that `decline` leaves open; others are answered."""
        game = self.match.game
        action = {"type": "pass_until", "player": player, "step": step, "decline": decline}
        started = game.step_serial
        at_once = "pass_until" in self.match.session.features
        for _ in range(MAX_ANSWERS if at_once else 8 * MAX_ANSWERS):
            if self.match.over or player not in game.players:
                return False
            kind = game.pending.kind
            if kind == "priority":
                if game.step_serial > started and game.step == step and player in game.active_players:
                    return True
                if not (self._act(self._player, dict(action)) if at_once else self._pass()):
                    return False
            elif kind in ("attack", "block") and kind not in decline:
                return True
            elif kind in decline:
                if not self._act(self._player, answer={kind: {}}) and not self._answer(pick):
                    return False
            elif not self._answer(pick):
                return False
        return False

    def _cast(self, cards: list[GameObject], pick: Picker) -> None:
        if not cards:
            self._pass()
            return
        player = self._player
        self._act(player, moves.cast(self.match.game, player, pick.one(cards), pick))

    def _follow(self, picker: Picker) -> None:
        """The next hint; without one, on to somebody's upkeep."""
        game, match = self.match.game, self.match
        step = self.hints.next(match.view)
        if step is None:
            self._to(picker.one(game.players), "upkeep", ["attack", "block"], picker)
        elif isinstance(step, AdvanceTo):
            for _ in range(step.turn or 1):
                if not self._to(step.player, step.step, ["attack", "block"], picker):
                    break
        elif isinstance(step, PassPriority):
            self._pass()
        elif isinstance(step, Resolve):
            self._resolve(picker, everything=step.everything)
        elif isinstance(step, Act) and step.action["type"] in DECLARATIONS:
            self._declare(step, picker)
        elif isinstance(step, Act):
            for _ in range(len(game.players)):
                if match.over or game.pending.kind != "priority" or step.player in game.team_of(game.pending.player):
                    break
                self._pass()
            if not match.over and (game.pending.kind == "priority" or step.action["type"] == "concede"):
                self._act(step.player, self.hints.action(step, match.view))

    def _declare(self, step: Act, picker: Picker) -> None:
        kind, game = step.action["type"], self.match.game
        other = {"attack": ["block"], "block": ["attack"]}.get(kind, [])
        if self._to(game.active, "end_of_combat", other, picker) and game.pending.kind == kind:
            self._act(self._player, answer=self.hints.declaration(step, self.match.view))

    def _resolve(self, picker: Picker, everything: bool = False) -> None:
        """Everybody passes until the top of the stack, or all of it, has resolved; with nothing on it one round is passed."""
        game = self.match.game
        top, step = game.stack[-1] if game.stack else None, game.step_serial
        for _ in range(MAX_ANSWERS):
            if not self._pass():
                return
            while not self.match.over and game.pending.kind != "priority":
                if not self._answer(picker):
                    return
            # What resolves may put something else on the stack, which stays there unless all is to resolve.
            done = not game.stack if everything else top not in game.stack
            if self.match.over or done or game.step_serial != step:
                return

    # --- rules -----------------------------------------------------------------------------------------------------------------

    @precondition(_waits_for_priority)
    @rule()
    def pass_priority(self) -> None:
        self._pass()

    @precondition(_waits_for_priority)
    @rule(pick=PICK)
    def resolve(self, pick: int) -> None:
        self._resolve(Picker(pick))

    @precondition(_waits_for_priority)
    @rule(pick=PICK)
    def follow(self, pick: int) -> None:
        """What somebody would do here."""
        self._follow(Picker(pick))

    @precondition(_waits_for_priority)
    @rule(count=st.integers(1, 4), pick=PICK)
    def follow_on(self, count: int, pick: int) -> None:
        """The next few things that somebody would do here."""
        picker = Picker(pick)
        for _ in range(count):
            if not self.match.over and self.match.game.pending.kind == "priority":
                self._follow(picker)

    @precondition(_waits_for_priority)
    @rule(step=st.sampled_from(ADVANCE), pick=PICK)
    def advance(self, step: str, pick: int) -> None:
        """On to a step of somebody's turn."""
        picker = Picker(pick)
        game = self.match.game
        players = game.in_turn_order()
        self._to(players[picker.number(len(players))], step, ["attack", "block"], picker)

    @precondition(_waits_for_priority)
    @rule(pick=PICK)
    def cast(self, pick: int) -> None:
        self._cast(moves.castable(self.match.game, self._player), Picker(pick))

    @precondition(_waits_for_priority)
    @rule(deed=st.sampled_from(DEEDS), pick=PICK)
    def use(self, deed: str, pick: int) -> None:
        """Cast something that does this: phase out, steal, destroy, blink, make tokens, skip a step, ..."""
        deeds = self.run.deeds
        able = moves.castable(self.match.game, self._player)
        self._cast([card for card in able if deed in deeds.get(card.name, ())] or able, Picker(pick))

    @precondition(_waits_for_priority)
    @rule(pick=PICK)
    def activate(self, pick: int) -> None:
        picker, game, player = Picker(pick), self.match.game, self._player
        able = moves.activatable(game, player)
        if not able:
            self._pass()
            return
        source, ability = picker.one(able)
        self._act(player, moves.activate(game, player, source, ability, picker))

    @precondition(_waits_for_priority)
    @rule(pick=PICK)
    def play_land(self, pick: int) -> None:
        player = self._player
        lands = moves.lands(self.match.game, player)
        if lands:
            self._act(player, {"type": "play_land", "object": Picker(pick).one(lands).id})
        else:
            self._pass()

    @precondition(_waits_for_priority)
    @rule(face=st.sampled_from(FACES))
    def roll_planar_die(self, face: str) -> None:
        game = self.match.game
        if game.planes is None:
            self._pass()
            return
        dice = planechase.number_of_dice(game, self._player)
        self._act(self._player, moves.roll((face, *FACES), dice))

    @precondition(_waits_for_priority)
    @rule(pick=PICK)
    def attack(self, pick: int) -> None:
        """On to this turn's declaration of attackers, and attack."""
        game, picker = self.match.game, Picker(pick)
        if game.step not in ("upkeep", "draw", "precombat_main", "beginning_of_combat"):
            self._pass()
            return
        if self._to(game.active, "end_of_combat", ["block"], picker) and game.pending.kind == "attack":
            self._answer(picker)

    @precondition(_asks)
    @rule(pick=PICK)
    def answer(self, pick: int) -> None:
        if self.match.game.pending.kind == "begin":
            self._act(self._player, {"type": "begin"})
        else:
            self._answer(Picker(pick))

    @precondition(_goes_on)
    @rule(pick=PICK)
    def nonsense(self, pick: int) -> None:
        """Something that is likely to be refused, and then must change nothing."""
        self._act(*moves.nonsense(self.match.game, Picker(pick)))

    @precondition(_is_over)
    @rule()
    def nothing_is_left(self) -> None:
        """The game is over; so is the example."""

    @precondition(_goes_on)
    @rule(pick=PICK)
    def concede(self, pick: int) -> None:
        """Somebody leaves; rarely, and only while the game goes on without them."""
        picker, game = Picker(pick), self.match.game
        player = picker.one(game.players)
        if picker.number(4) and len(game.players) > 2 and not game.teams:
            self._act(player, {"type": "concede"})
        elif game.pending.kind == "priority":
            self._pass()


def machine_for(run: Run) -> type[RuleBasedStateMachine]:
    """A state machine that plays this run."""

    class Machine(_Machine):
        @initialize(board=run.boards)
        def begin(self, board: Board) -> None:
            self.play(board)

    Machine.run = run
    return Machine
