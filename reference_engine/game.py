"""The game: its state, the ways to look at it, and the door for actions and answers.

`battlefield` is the one plain way to look at permanents, and it does not show those that are phased out (rule 702.26b). The few
rules that may see them ask `all_permanents()` or `phased_out_permanents()` by name.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any

from . import actions, continuous_effects, day_night, forms, inherent_triggers, triggered_abilities
from .decisions import Decision, Priority
from .editions import Edition
from .errors import Illegal
from .events import Event
from .objects import IN, GameObject
from .stack_item import StackItem

ZONES = ("library", "hand", "graveyard", "exile", "command")


class Batch:
    """Simultaneous events: what is added to one batch happens at once, and triggers are looked for when it is complete."""

    def __init__(self, game: Game, rule: str) -> None:
        self.game = game
        self.rule = rule
        self.before = game.index
        self.events: list[Event] = []
        self.after_hooks: list[Any] = []

    def __call__(self, kind: str, rule: str | None = None, **fields: Any) -> None:
        self.events.append(Event(kind, rule or self.rule, self.game.batch_number, fields))

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, error: Any, *rest: Any) -> None:
        game = self.game
        if game.open_batch is not self:
            return
        game.open_batch = None
        if error is None and self.events:
            game.announce(self.events, self.before)
            for hook in self.after_hooks:
                hook()
        if error is None:
            day_night.at_any_time(game)


class Game:
    """A game in progress. Made by `setup.new_game`; driven by `act`; looked at by `observe`."""

    def __init__(self, players: list[str], edition: Edition) -> None:
        self.edition = edition
        self.players: list[str] = list(players)  # in the game, in turn order
        self.seats: tuple[str, ...] = tuple(players)
        self.teams: list[list[str]] = []
        self.variant: str | None = None
        self.ranges: Any = None  # range_of_influence.Ranges, where that option is used
        self.life: dict[str, int] = dict.fromkeys(players, 20)
        self.player_counters: dict[str, dict[str, int]] = {player: {} for player in players}
        self.lands_played: dict[str, int] = dict.fromkeys(players, 0)
        self.drew_from_empty: set[str] = set()
        self.deathtouched: list[GameObject] = []  # dealt such damage since the last check (704.5h)
        self._zones: dict[str, dict[str, list[GameObject]]] = {player: {zone: [] for zone in ZONES} for player in players}
        self._permanents: list[GameObject] = []
        self._seen: list[GameObject] | None = None
        self.stack: list[StackItem] = []
        self.objects: dict[str, GameObject] = {}
        self.cards: Mapping[str, Any] = {}
        # time
        self.active = players[0]
        self.turn_number = 1
        self.turn_serial = 1
        self.step = "precombat_main"
        self.step_serial = 0
        self.moment = 1  # grows with everything that "since" can ask about
        self.turn_began_at = 1
        self.turn_began: dict[str, int] = dict.fromkeys(players, 1)
        self.upkeep_before: dict[str, int] = dict.fromkeys(players, 0)
        self.spells_cast: dict[str, int] = {}
        self.previous_turn: tuple[str, dict[str, int]] | None = None
        self.extra_turns: list[Any] = []
        self.extra_phases: list[Any] = []
        self.extra_steps: list[str] = []
        self.steps_begun: dict[str, int] = {}  # how many of each step this turn has had
        self.untap_as_turn_begins: list[GameObject] = []
        self.skips: list[Any] = []
        self.reversed_order = False
        self.ending_turn = False
        self.attacked_this_turn: list[GameObject] = []
        self.blocks_this_turn: list[tuple[GameObject, GameObject]] = []  # (blocker, what it blocked)
        self.day_night: str | None = None
        self.planes: Any = None
        self.monarch: str | None = None
        self.speed: dict[str, int] = {}
        self.speed_grew: dict[str, int] = {}  # in which turn last
        self.ring_bearers: dict[str, GameObject] = {}
        self.ring_temptations: dict[str, int] = {}
        self.commanders: Any = None  # commander.Commanders, in that variant
        # effects
        self.dirty = True
        self.sba_needed = False
        self._index = continuous_effects.Index()
        self.continuous_effects: list[Any] = []
        self.untap_locks: list[Any] = []
        self.returns_as_untapping: list[tuple[str, GameObject]] = []  # whose next untap step brings which object to hand
        self.until_effects: list[Any] = []
        self.waiting_returns: list[GameObject] = []
        self.loose_tokens: list[GameObject] = []  # tokens that have left the battlefield
        self.struck_first: list[GameObject] = []
        self.mana_pool: dict[str, dict[str, int]] = {}
        self.last_upkeep: dict[str, int] = {}
        self.last_regular = players[0]
        self.turn_skips: tuple[str, ...] = ()
        self.main_phases = 0
        self.colorless_elsewhere = False  # whether cards outside the battlefield have lost their colors
        self.resolutions = 0  # how many spells and abilities have begun to resolve
        self.resolution_began = 0  # the moment in which the latest object began to resolve
        self.delayed: list[Any] = []
        self.waiting: list[Any] = []
        self.orphans_due: set[str] = set()
        self.concessions: list[tuple[str, str, str]] = []
        # the machine
        self.over = False
        self.is_subgame = False
        self.holder: str | None = None
        self.log: list[Event] = []
        self.batch_number = 0
        self.open_batch: Batch | None = None
        self.next_id = 0
        self.timestamp = 0
        self._priority = Priority(players[0])
        self._machine: Generator[Decision, Any, None] | None = None
        self.pending: Decision | None = None

    # --- looking ---------------------------------------------------------------------------------------------------------------

    @property
    def battlefield(self) -> list[GameObject]:
        """The permanents that exist as far as anything can tell: the phased-in ones, in the order of entering (rule 702.26b)."""
        seen = self._seen
        if seen is None:
            seen = self._seen = [obj for obj in self._permanents if obj.phase == IN]
        return seen

    def all_permanents(self) -> list[GameObject]:
        """Every permanent, phased out or not. For rules that may see phased-out permanents; tests list who calls this."""
        return self._permanents

    def phased_out_permanents(self) -> list[GameObject]:
        """The phased-out permanents. For rules that may see them; tests list who calls this."""
        return [obj for obj in self._permanents if obj.phase != IN]

    def zone(self, player: str, zone: str) -> list[GameObject]:
        """The cards of a player's zone; the top of a library is its end."""
        return self._zones[player][zone]

    def is_in(self, player: str) -> bool:
        return player in self.players

    def are_opponents(self, player: str, other: str) -> bool:
        return player != other and not any(player in team and other in team for team in self.teams)

    def team_of(self, player: str) -> list[str]:
        """The player and who plays with them (rule 805), in seat order; gone players are left out."""
        for team in self.teams:
            if player in team:
                return [member for member in team if member in self.players]
        return [player]

    @property
    def active_players(self) -> list[str]:
        """The active player, or the members of the active team (rule 805.4a)."""
        return self.team_of(self.active) if self.teams else [self.active]

    def in_turn_order(self, first: str | None = None) -> list[str]:
        """The players in turn order, from the active player on (rule 101.4)."""
        start = first if first is not None else self.active
        order = list(reversed(self.seats) if self.reversed_order else self.seats)
        at = order.index(start)
        return [player for player in order[at:] + order[:at] if player in self.players]

    def next_player(self, player: str) -> str:
        order = self.in_turn_order(player)
        return order[1] if order[:1] == [player] and len(order) > 1 else order[0]

    # --- what continuous effects give ----------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something changed: what is derived is computed anew when it is next looked at, and state-based actions are due."""
        self.dirty = True
        self.sba_needed = True

    @property
    def index(self) -> continuous_effects.Index:
        """Static and triggered abilities that are there now, with up-to-date characteristics everywhere."""
        if self.dirty:
            self._index = continuous_effects.refresh(self)
        return self._index

    def refresh(self) -> None:
        if self.dirty:
            self._index = continuous_effects.refresh(self)

    # --- events --------------------------------------------------------------------------------------------------------------

    def batch(self, rule: str) -> Any:
        """`with game.batch(rule) as happen: ... happen(kind, **fields)`: the events of the block are simultaneous."""
        if self.open_batch is not None:
            return _Nested(self.open_batch, rule)
        self.refresh()
        self.batch_number += 1
        self.open_batch = Batch(self, rule)
        return self.open_batch

    def emit(self, kind: str, rule: str, **fields: Any) -> None:
        """One event by itself (as a batch of one, without the ceremony)."""
        if self.open_batch is not None:
            self.open_batch(kind, rule, **fields)
            return
        before = self.index
        self.batch_number += 1
        self.announce([Event(kind, rule, self.batch_number, fields)], before)
        day_night.at_any_time(self)

    def announce(self, events: list[Event], before: continuous_effects.Index) -> None:
        self.log += events
        triggered_abilities.look_for(self, events, before)
        if events[0].kind == "step_began" or self.monarch is not None or self.speed:
            inherent_triggers.look_for(self, events)

    def tick(self) -> int:
        """A new moment; later ones are greater."""
        self.moment += 1
        return self.moment

    def stamp(self) -> int:
        """A new timestamp (rule 613.7)."""
        self.timestamp += 1
        return self.timestamp

    def new_id(self, what: str) -> str:
        self.next_id += 1
        return f"~{what}{self.next_id}"

    # --- driving -------------------------------------------------------------------------------------------------------------

    def start(self, machine: Generator[Decision, Any, None]) -> None:
        """Sets the game going; it stops at its first decision."""
        self._machine = machine
        self._resume(None)

    def _resume(self, value: Any) -> None:
        assert self._machine is not None
        try:
            self.pending = self._machine.send(value)
        except StopIteration:
            self.pending = None
            self.over = True

    def priority_of(self, player: str) -> Priority:
        decision = self._priority
        decision.player = player
        return decision

    def act(self, player: str, action: dict[str, Any] | None = None, answer: dict[str, Any] | None = None) -> list[Event]:
        """One action or answer of a player; gives the events since the last call.

        Raises Illegal, and then the game is as it was.
        """
        if player not in self.seats:
            raise Illegal("no_priority", f"there is no player {forms.shown(player)}")
        if action is not None:
            actions.perform(self, player, action)
        elif answer is not None:
            actions.answer(self, player, answer)
        else:
            raise Illegal("choice", "neither an action nor an answer was given")
        events, self.log = self.log, []
        return events

    def find(self, id_: str) -> GameObject | None:
        """The object of that id as it is now, if there is one."""
        return self.objects.get(id_)

    def everything(self) -> Iterator[GameObject]:
        """Every object in every zone but the planar decks, as far as anything can see them."""
        yield from self.battlefield
        for player in self.players:
            for zone in ZONES:
                yield from self._zones[player][zone]
        for item in self.stack:
            if item.object is not None:
                yield item.object


class _Nested:
    """A batch within a batch: its events belong to the outer one."""

    def __init__(self, outer: Batch, rule: str) -> None:
        self.outer = outer
        self.rule = rule

    @property
    def after_hooks(self) -> list[Any]:
        return self.outer.after_hooks

    def __call__(self, kind: str, rule: str | None = None, **fields: Any) -> None:
        self.outer(kind, rule or self.rule, **fields)

    def __enter__(self) -> _Nested:
        return self

    def __exit__(self, *error: Any) -> None:
        return None
