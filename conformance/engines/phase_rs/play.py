"""One game in progress: the engine's game, the names in it, and the few engine actions that everything else is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from . import binding
from .ids import Ids
from .problems import EngineFault, Illegal
from .vocabulary import MANA_TYPES

Json = dict[str, Any]

_PLENTY = MANA_TYPES * 8
_UNPAID = "Cannot pay mana cost"
"""What the engine says when mana is short, whatever question it had asked last."""


@dataclass(frozen=True)
class Saved:
    """A moment to come back to."""

    outer: Json
    moves: int
    events: int
    active: int
    gone: set[int]
    plenty: set[tuple[int, int, str]]
    had_mana: set[int]


def _written(outer: Json) -> str:
    """The engine reads its state faster from text than from objects."""
    return msgspec.json.encode(outer).decode()


class Play:
    """A game and what happened in it since it was last asked. Every call into the engine goes through here."""

    def __init__(self, engine: Any, outer: Json, ids: Ids, *, costs_at_resolution: bool = False) -> None:
        """Loads the state. `costs_at_resolution`: a card of the case asks for payments while something resolves.

        Raises ValueError if the engine does not take it, EngineFault if it panics.
        """
        self._engine = engine
        self.ids = ids
        self.costs_at_resolution = costs_at_resolution
        self.game: Any = binding.calm(engine.load_game, _written(outer))
        self.events: list[Json] = []
        self.moves = 0
        """How many actions the engine has taken, debug actions apart."""
        self._outer: Json | None = None
        state = self.state
        self.active: int = state["active_player"]
        """The seat whose turn it is; followed through events, since a whole state is dear."""
        self.gone: set[int] = {seat for seat, player in enumerate(state["players"]) if player.get("is_eliminated")}
        self._plenty: set[tuple[int, int, str]] = set()
        self._had_mana: set[int] = set()

    # -- looking

    @property
    def waiting(self) -> tuple[str, Json]:
        """What the engine waits for: the type of its prompt and the data."""
        prompt = self.game.waiting_for()
        return prompt["type"], prompt.get("data") or {}

    @property
    def state(self) -> Json:
        """The whole state; read once after each change, since that is the dearest call."""
        state: Json = self._read()["state"]
        return state

    def _read(self) -> Json:
        if self._outer is None:
            self._outer = binding.calm(self.game.state)
        return self._outer

    @property
    def stack(self) -> list[Json]:
        """The stack, bottom first."""
        entries: list[Json] = self.game.stack()
        return entries

    def object(self, number: int) -> Json | None:
        """An object as the engine shows it, or None when it is gone."""
        try:
            found: Json = self.game.object(number)
        except ValueError:
            return None
        return found

    # -- acting

    def apply(self, seat: int, kind: str, **data: Any) -> list[Json]:
        """One action of the engine's own. Raises ValueError when the engine refuses it."""
        action: Json = {"type": kind, "data": data} if data else {"type": kind}
        result = binding.calm(self.game.apply, seat, action)
        self._outer = None
        if kind != "Debug":
            self.moves += 1
        events: list[Json] = result.events or []
        self.events += events
        for event in events:
            if event["type"] == "TurnStarted":
                self.active = event["data"]["player_id"]
            elif event["type"] == "PlayerEliminated":
                self.gone.add(event["data"]["player_id"])
        return events

    def attempt(self, reason: str | None, seat: int, kind: str, **data: Any) -> list[Json]:
        """Like `apply`, but a refusal of the engine is an Illegal with this reason."""
        try:
            return self.apply(seat, kind, **data)
        except ValueError as error:
            raise Illegal("cost" if _UNPAID in str(error) else reason, str(error)) from None

    def take_events(self) -> list[Json]:
        events, self.events = self.events, []
        return events

    def copy(self) -> Play:
        """A second game in the same position, for trying something out."""
        return Play(self._engine, self._read(), self.ids)

    def become(self, state: Json) -> None:
        """Go on from this state (as `save` gave it, or edited)."""
        try:
            self.game = binding.calm(self._engine.load_game, _written(state))
        except ValueError as error:
            raise EngineFault(f"phase.rs does not take back its own state: {error}") from None
        self._outer = None

    def save(self) -> Saved:
        """The position, to come back to with `restore`; the events since are given up as well."""
        return Saved(self._read(), self.moves, len(self.events), self.active, set(self.gone), set(self._plenty), set(self._had_mana))

    def take_back(self, saved: Saved) -> None:
        """Undo what was done since, in the gentlest way.

        Loading a state makes the engine work out characteristics anew, which it may not have done by itself. So nothing is loaded when
        the engine took no action, nor when it takes back the casting itself and everything is as it was.
        """
        if self.moves == saved.moves:
            del self.events[saved.events :]
            return
        _, data = self.waiting
        if "pending_cast" in data:
            try:
                self.apply(data["player"], "CancelCast")
            except ValueError:
                self.restore(saved)
                return
            before, now = saved.outer["state"], self.state
            if all(before[key] == now[key] for key in ("objects", "stack", "battlefield", "waiting_for")):
                del self.events[saved.events :]
                return
        self.restore(saved)

    def restore(self, saved: Saved) -> None:
        self.become(saved.outer)
        del self.events[saved.events :]
        self.moves = saved.moves
        self.active, self.gone, self._plenty, self._had_mana = saved.active, set(saved.gone), set(saved.plenty), set(saved.had_mana)

    def turn_over(self, number: int, face: str) -> None:
        """Make a permanent transformed or face down, by the engine's debug actions. Raises ValueError when the engine refuses it."""
        seat = self.waiting[1]["player"]
        self.apply(seat, "Debug", type="SetFaceState", data={"object_id": number, face: True})
        self.events.clear()

    # -- mana

    def grant_plenty(self, seat: int) -> None:
        """Mana of all kinds for a player, once a step (pools empty as steps end)."""
        moment = (seat, self.game.turn, self.game.phase)
        if moment not in self._plenty:
            self.grant_mana(seat, _PLENTY)
            self._plenty.add(moment)

    def grant_mana(self, seat: int, mana: list[str]) -> None:
        """Put mana into a pool, by the engine's debug actions. Each piece makes its journal longer, so not more than is asked for."""
        before = len(self.events)
        try:
            self.apply(seat, "Debug", type="AddMana", data={"player_id": seat, "mana": mana})
        except ValueError as error:
            raise EngineFault(f"phase.rs does not grant mana: {error}") from None
        del self.events[before:]
        self._had_mana.add(seat)

    def mana_was_spent(self, seat: int) -> None:
        """After a cost has been paid the pool is filled again for the next one."""
        self._plenty.discard((seat, self.game.turn, self.game.phase))

    def take_mana(self, seat: int) -> None:
        """Take granted mana back: a cost that is not granted has to be paid with mana that permanents made, which the engine marks."""
        if seat not in self._had_mana:
            return
        outer = self._read()
        players = list(outer["state"]["players"])
        made = [mana for mana in players[seat]["mana_pool"]["mana"] if mana["source_id"] != 0]
        players[seat] = {**players[seat], "mana_pool": {**players[seat]["mana_pool"], "mana": made}}
        self.become({**outer, "state": {**outer["state"], "players": players}})
        self._had_mana.discard(seat)
        self._plenty = {moment for moment in self._plenty if moment[0] != seat}
