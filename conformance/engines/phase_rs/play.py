"""One game in progress: the engine's game, the names in it, and the few engine actions that everything else is made of."""

from __future__ import annotations

from typing import Any

from . import binding
from .ids import Ids
from .problems import EngineFault, Illegal
from .vocabulary import MANA_TYPES

Json = dict[str, Any]

_POOL = MANA_TYPES * 8


class Play:
    """A game and what happened in it since it was last asked. Every call into the engine goes through here."""

    def __init__(self, engine: Any, outer: Json, ids: Ids) -> None:
        """Loads the state. Raises ValueError if the engine does not take it, EngineFault if it panics."""
        self._engine = engine
        self.ids = ids
        self.game: Any = binding.calm(engine.load_game, outer)
        self.events: list[Json] = []
        self._state: Json | None = None
        self._mana_given: set[tuple[int, int, str]] = set()

    # -- looking

    @property
    def waiting(self) -> tuple[str, Json]:
        """What the engine waits for: the type of its prompt and the data."""
        prompt = self.game.waiting_for()
        return prompt["type"], prompt.get("data") or {}

    @property
    def state(self) -> Json:
        """The whole state; read once after each change."""
        if self._state is None:
            self._state = binding.calm(self.game.state)["state"]
        return self._state

    @property
    def stack(self) -> list[Json]:
        """The stack, bottom first."""
        entries: list[Json] = self.game.stack()
        return entries

    def object(self, number: int) -> Json | None:
        found: Json | None = self.state["objects"].get(str(number))
        return found

    # -- acting

    def apply(self, seat: int, kind: str, **data: Any) -> list[Json]:
        """One action of the engine's own. Raises ValueError when the engine refuses it."""
        action: Json = {"type": kind, "data": data} if data else {"type": kind}
        result = binding.calm(self.game.apply, seat, action)
        self._state = None
        events: list[Json] = result.events or []
        self.events += events
        return events

    def attempt(self, reason: str | None, seat: int, kind: str, **data: Any) -> list[Json]:
        """Like `apply`, but a refusal of the engine is an Illegal with this reason."""
        try:
            return self.apply(seat, kind, **data)
        except ValueError as error:
            raise Illegal(reason, str(error)) from None

    def take_events(self) -> list[Json]:
        events, self.events = self.events, []
        return events

    def copy(self) -> Play:
        """A second game in the same position, for trying something out."""
        twin = Play(self._engine, binding.calm(self.game.state), self.ids)
        twin._mana_given = set(self._mana_given)
        return twin

    def become(self, state: Json) -> None:
        """Go on from this state (as `save` gave it, or edited)."""
        try:
            self.game = binding.calm(self._engine.load_game, state)
        except ValueError as error:
            raise EngineFault(f"phase.rs does not take back its own state: {error}") from None
        self._state = None

    def save(self) -> Json:
        """The position, to come back to with `become`; the events since are given up as well."""
        outer: Json = binding.calm(self.game.state)
        self._state = outer["state"]
        return {"outer": outer, "events": len(self.events), "mana": set(self._mana_given)}

    def restore(self, saved: Json) -> None:
        self.become(saved["outer"])
        del self.events[saved["events"] :]
        self._mana_given = saved["mana"]

    # -- mana

    def grant_mana(self, seat: int) -> None:
        """Mana of all kinds for a player, once a step (pools empty as steps end). Through the engine's debug actions."""
        moment = (seat, self.game.turn, self.game.phase)
        if moment in self._mana_given:
            return
        before = len(self.events)
        try:
            self.apply(seat, "Debug", type="AddMana", data={"player_id": seat, "mana": _POOL})
        except ValueError as error:
            raise EngineFault(f"phase.rs does not grant mana: {error}") from None
        del self.events[before:]
        self._mana_given.add(moment)

    def mana_was_spent(self, seat: int) -> None:
        """After a cost has been paid the pool is filled again for the next one."""
        self._mana_given.discard((seat, self.game.turn, self.game.phase))

    def take_mana(self, seat: int) -> None:
        """Empty a pool: a cost that is not granted has to be paid from what the case put down."""
        if not any(moment[0] == seat for moment in self._mana_given):
            return
        outer = binding.calm(self.game.state)
        outer["state"]["players"][seat]["mana_pool"] = {"mana": []}
        self.become(outer)
        self._mana_given = {moment for moment in self._mana_given if moment[0] != seat}
