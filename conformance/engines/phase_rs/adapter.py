"""The adapter: the five methods of docs/protocol.md over the bindings of phase.rs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import actions, binding, decisions
from .cards import CardBook
from .check import check
from .corpus import Corpus
from .events import events
from .passing import pass_until
from .play import Play
from .position import Position, cards_named
from .problems import EngineFault, Illegal, Unsupported
from .single_targets import Unasked
from .snapshot import snapshot
from .status import status
from .stock import Stock

Json = dict[str, Any]

FEATURES = (
    "multiplayer", "planechase", "forced_die", "day_night", "set_day_night", "set_phased", "set_attached",
    "set_control", "set_transformed", "set_face_down", "set_counters", "set_damage", "set_tokens", "set_exerted", "set_chosen", "set_step",
    "concede", "events", "custom_cards", "pass_until",
)  # fmt: skip
EVENT_KINDS = (
    "phased_out", "phased_in", "tapped", "untapped", "transformed", "zone_change", "counter_added", "counter_removed", "put_on_stack",
    "day_night", "planeswalked", "chaos", "turn_began", "step_began", "left_game", "damage", "life", "planar_die", "cast",
)  # fmt: skip
PLAYERS = (2, 6)


_OF_ONE_PART = frozenset({"pass", "pass_until", "play_land", "concede"})
_ANSWERS_OF_ONE_PART = frozenset({"may", "mode", "order_triggers", "legend", "replacement", "block", "discard", "scry", "surveil"})


def _has_parts(params: Json) -> bool:
    """Whether the engine takes this in several steps, so that a refusal may come when a part is done already."""
    action = params.get("action")
    if action is not None:
        return action["type"] not in _OF_ONE_PART
    return not params["answer"].keys() <= _ANSWERS_OF_ONE_PART


class PhaseAdapter:
    """phase.rs behind the protocol. One process for a whole run: cards, engine and empty tables are kept from case to case."""

    def __init__(self) -> None:
        self._stock = Stock()
        self._cards: CardBook | None = None
        self._play: Play | None = None
        self._unasked = Unasked()

    def load(self) -> None:
        """Find the engine and read the card texts. Raises NotInstalled, with the remedy, when one of them is missing."""
        binding.load()
        if self._cards is None:
            self._cards = CardBook(Corpus())

    def initialize(self, params: Json) -> Json:
        """Raises NotInstalled when the engine or the card texts are missing."""
        self.load()
        return {
            "engine": "phase.rs", "version": binding.version(), "language": "Rust", "homepage": "https://github.com/phase-rs/phase",
            "protocol": 1, "features": list(FEATURES), "event_kinds": list(EVENT_KINDS), "cards": "all", "players": list(PLAYERS),
        }  # fmt: skip

    def new_game(self, params: Json) -> Json:
        """Put a position down and read it back. What is not supported is told in the result. Raises EngineFault."""
        self._play = None
        return self._guarded(self._new_game, params)

    def act(self, params: Json) -> Json:
        """One action or answer. What the engine refuses leaves the game as it was. Raises EngineFault."""
        return self._guarded(self._act, params)

    def observe(self) -> Json:
        """The snapshot. Raises EngineFault."""
        return self._guarded(self._observe, {})

    def _guarded(self, call: Callable[[Json], Json], params: Json) -> Json:
        """After a fault neither game nor engine are trusted any more."""
        try:
            return binding.calm(call, params)
        except Unsupported as problem:
            return problem.as_result()
        except EngineFault:
            self._play = None
            self._stock.forget_engine()
            raise

    def _observe(self, params: Json) -> Json:
        play = self._game()
        seen = snapshot(play)
        if self._unasked.decision(play) is not None:
            seen["priority"] = None
        return seen

    def _new_game(self, params: Json) -> Json:
        given = params["given"]
        invented = params.get("cards") or {}
        if self._cards is None:
            raise EngineFault("new_game before initialize")
        book = self._cards
        cards = {name: book.card(name, invented) for name in sorted(cards_named(given))}
        engine = self._stock.prepare(cards.values())
        try:
            position = Position(given, cards, self._stock)
        except Illegal as problem:
            raise EngineFault(f"the position is not complete: {problem}") from None
        play = self._load(engine, position, any(card.asks_for_payment for card in cards.values()))
        self._unasked = Unasked()  # what the game before had still to ask is not asked in this one
        self._play = play
        return {"status": self._status(play)}

    def _act(self, params: Json) -> Json:
        play = self._game()
        saved = play.save() if _has_parts(params) else None
        active = play.active
        try:
            answered = self._carry_out(play, params)
        except Illegal as problem:
            if saved is not None:
                play.take_back(saved)
            return problem.as_result()
        self._unasked.look(play, answered)
        told = events(play.take_events(), play.ids, play.stack, active)
        return {"status": self._status(play), "events": told}

    def shutdown(self) -> Json:
        self._play = None
        return {}

    def _carry_out(self, play: Play, params: Json) -> list[str] | None:
        """The targets given for a triggered ability, if that is what the answer was about."""
        player = params["player"]
        if params.get("action") is not None:
            action = params["action"]
            if self._unasked.decision(play) is not None and action["type"] != "concede":
                raise Illegal("no_priority", "targets have to be chosen first")
            if action["type"] == "pass_until":
                pass_until(play, action, lambda: self._has_a_question(play))
                return None
            actions.act(play, player, action)
            return None
        given = params["answer"]
        if self._unasked.decision(play) is not None:
            self._unasked.answer(player, given)
            return None
        prompt, _ = play.waiting
        decisions.answer(play, player, given)
        return [str(name) for name in given["targets"]] if prompt == "TriggerTargetSelection" else None

    def _load(self, engine: Any, position: Position, costs: bool) -> Play:
        try:
            play = Play(engine, position.outer, position.ids, costs_at_resolution=costs)
        except ValueError as error:
            raise Unsupported("feature", "position", f"the engine does not load it: {error}") from None
        except EngineFault as error:
            self._stock.forget_engine()
            raise Unsupported("feature", "position", f"the engine panics as it loads it: {error}") from None
        for number, face in position.turned:
            try:
                play.turn_over(number, face)
            except ValueError as error:
                raise Unsupported("feature", f"set_{face}", str(error)) from None
            position.outer["state"]["objects"][str(number)][face] = True
        check(position.outer["state"], play.state, play.ids)
        return play

    def _has_a_question(self, play: Play) -> bool:
        self._unasked.look(play)
        return self._unasked.decision(play) is not None

    def _status(self, play: Play) -> Json:
        waiting = self._unasked.decision(play) or decisions.decision(play)
        return status(play, waiting)

    def _game(self) -> Play:
        if self._play is None:
            raise EngineFault("no game is going on")
        return self._play
