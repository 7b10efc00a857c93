"""A started engine: an adapter that has presented itself, behind which no exception but an EngineProblem comes out."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from conformance import __version__
from conformance.engines.base import Adapter, Json
from conformance.engines.errors import EngineCannotStart, EngineFailed, EngineFlooded, EngineProblem, EngineTimeout, ProtocolError
from conformance.engines.registry import EngineSpec
from conformance.engines.stdio import DEFAULT_TIMEOUT, StdioAdapter
from conformance.protocol.features import FEATURES, PROTOCOL_VERSION
from conformance.runner.report import EngineInfo
from conformance.runner.watchdog import NeverEnds

MOST_UNKNOWN = 20
"""So many claims that mean nothing to the suite are kept of an engine."""

MAX_EVENTS = 200_000
"""So many events in one case are a flood."""

MAX_BYTES = 64 * 1024 * 1024
"""So much in all replies to act of one case is a flood: what was asked and what happened is kept until the case is judged."""

CASE_TIME_FACTOR = 20
"""A case may take this many times what a single request may."""


class Session:
    """One engine, ready for cases."""

    def __init__(self, spec: EngineSpec, *, edition: str, timeout: float = DEFAULT_TIMEOUT, separate: bool = False) -> None:
        """Start the engine. Raises EngineCannotStart, whatever it was that went wrong."""
        self.spec = spec
        self.edition = edition
        self.timeout = timeout
        self.adapter: Adapter = spec.open(timeout=timeout, separate=separate)
        self.in_process = not isinstance(self.adapter, StdioAdapter)
        self._deadline = float("inf")
        self._events = 0
        self._bytes = 0
        self.seen: Json | None = None
        """The snapshot of the position now, if somebody has asked for it."""
        try:
            hello = self._call(
                "initialize", self.adapter.initialize, {"protocol": PROTOCOL_VERSION, "suite": __version__, "edition": edition}
            )
            if hello.get("protocol") != PROTOCOL_VERSION:
                raise ProtocolError(f"it speaks protocol {hello.get('protocol')!r}, the suite speaks {PROTOCOL_VERSION}")
        except EngineProblem as error:
            self.close(at_once=True)
            raise EngineCannotStart(f"{spec.name} does not start: {error}", error.stderr) from error
        claimed = frozenset(hello["features"])
        self.unknown_features = sorted(_short(name) or "" for name in claimed - FEATURES.keys())
        """What the engine calls features and the protocol does not; shortened, since only people read it."""
        self.features = (claimed & FEATURES.keys()) | frozenset(self.unknown_features[:MOST_UNKNOWN])
        self.cards: str = hello["cards"]
        self.card_names = frozenset(hello.get("card_names") or ())
        self.players: tuple[int, int] = tuple(hello["players"])
        self.own_edition: str | None = _short(hello.get("edition"))
        kinds = hello.get("event_kinds")
        self.event_kinds = None if kinds is None else frozenset(kinds)
        """The kinds of event that are reported, or None when all are."""
        self.info = EngineInfo(
            name=spec.name,
            engine=_short(hello.get("engine")),
            version=_short(hello.get("version")),
            language=_short(hello.get("language")),
            homepage=_short(hello.get("homepage")),
            features=sorted(self.features),
            cards=self.cards,
            edition=self.own_edition,
        )

    def begin_case(self) -> None:
        """Start the clock and the count of events for a case."""
        self._events = self._bytes = 0
        if not self.in_process:
            self._deadline = time.monotonic() + CASE_TIME_FACTOR * self.timeout

    def new_game(self, params: Json) -> Json:
        self.seen = None
        return self._call("new_game", self.adapter.new_game, params)

    def act(self, params: Json) -> Json:
        self.seen = None
        reply = self._call("act", self.adapter.act, params)
        if isinstance(self.adapter, StdioAdapter):
            self._bytes += self.adapter.last_size
            if self._bytes > MAX_BYTES:
                self.close(at_once=True)
                raise EngineFlooded(f"its replies to act in one case have more than {MAX_BYTES // 1024 // 1024} MiB in all")
        events = reply.get("events")
        if events:
            self._events += len(events)
            if self._events > MAX_EVENTS:
                self.close(at_once=True)
                raise EngineFlooded(f"it reported more than {MAX_EVENTS} events in one case")
        return reply

    def observe(self) -> Json:
        self.seen = self._call("observe", self.adapter.observe)
        return self.seen

    def close(self, *, at_once: bool = False) -> None:
        """End the engine; never raises."""
        if isinstance(self.adapter, StdioAdapter) and at_once:
            self.adapter.kill()
            return
        try:
            self.adapter.shutdown()
        except Exception:  # it is over; what an engine says about that changes nothing
            return

    def _call(self, method: str, call: Callable[..., Json], *params: Any) -> Json:
        if time.monotonic() > self._deadline:
            self.close(at_once=True)
            raise EngineTimeout(f"the case took more than {CASE_TIME_FACTOR * self.timeout:g} s in all")
        try:
            return call(*params)
        except (EngineProblem, NeverEnds, KeyboardInterrupt, SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # engines bound from other languages raise panics that are no Exception
            raise EngineFailed(f"{method} raised {type(error).__name__}: {error}") from error


def _short(text: str | None) -> str | None:
    """A name that a report can show on a line."""
    return text if text is None or len(text) <= 200 else text[:200] + "..."
