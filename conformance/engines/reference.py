"""The reference engine behind the protocol: `reference` in this process, `python -m conformance.engines.reference` as a program."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from conformance.engines.base import Json
from conformance.engines.registry import EngineSpec
from conformance.engines.server import serve
from conformance.engines.told import Told
from conformance.protocol.features import FEATURES, PROTOCOL_VERSION
from reference_engine.errors import BadDefinition, Illegal, ImpossiblePosition, Refused, UnknownCard
from reference_engine.events import Event
from reference_engine.observe import snapshot, status
from reference_engine.setup import new_game

MAX_PLAYERS = 10


def at_once(events: list[Event]) -> Sequence[Json]:
    """Events as they are sent to another process."""
    return Told(events).plain


class ReferenceAdapter:
    """One reference engine, one game at a time."""

    def __init__(self, told: Callable[[list[Event]], Sequence[Json]] = Told) -> None:
        """`told` gives the events of an act their form: made plain when they are read, or at once where they are sent."""
        self._told = told
        self._edition = ""
        self._game: Any = None

    @property
    def game(self) -> Any:
        """The game itself (`reference_engine.game.Game`), for who looks at what can be done in it; None before there is one."""
        return self._game

    def initialize(self, params: Json) -> Json:
        from conformance import __version__

        self._edition = params["edition"]
        return {
            "engine": "reference",
            "version": __version__,
            "language": "Python",
            "protocol": PROTOCOL_VERSION,
            "features": list(FEATURES),
            "cards": "by_text",
            "players": [2, MAX_PLAYERS],
            "edition": self._edition,
        }

    def new_game(self, params: Json) -> Json:
        definitions = {name: card["definition"] for name, card in (params.get("cards") or {}).items()}
        try:
            self._game = new_game(params["given"], definitions, self._edition)
        except UnknownCard as error:
            return {"unsupported": {"kind": "card", "name": error.name, "reason": str(error)}}
        except Refused as error:
            return {"refused": {"reason": error.reason, "message": str(error)}}
        except ImpossiblePosition as error:
            return {"refused": {"reason": "impossible_position", "message": str(error)}}
        except BadDefinition as error:
            return {"refused": {"reason": "bad_definition", "message": f"a card says what the vocabulary does not have: {error}"}}
        return {"status": status(self._game)}

    def act(self, params: Json) -> Json:
        game = self._game
        try:
            events = game.act(params["player"], params.get("action"), params.get("answer"))
        except Illegal as error:
            return {"illegal": {"reason": error.reason, "message": str(error)}}
        return {"status": status(game), "events": self._told(events)}

    def observe(self) -> Json:
        return snapshot(self._game)

    def shutdown(self) -> Json:
        self._game = None
        return {}


spec = EngineSpec("reference", factory=ReferenceAdapter, command=(sys.executable, "-m", "conformance.engines.reference"), trusted=True)

if __name__ == "__main__":
    serve(ReferenceAdapter(at_once))
