"""Engines to fuzz: mutants, and the reference engine told otherwise."""

from __future__ import annotations

import re
import time
from typing import Any

from conformance.engines.reference import ReferenceAdapter, at_once
from conformance.engines.registry import EngineSpec

Json = dict[str, Any]

_OWN = re.compile(r"~[a-z]+\d+")


class OwnIds(ReferenceAdapter):
    """Plays as the reference does, and calls what it makes by names of its own."""

    def __init__(self) -> None:
        super().__init__(at_once)

    def new_game(self, params: Json) -> Json:
        return _said(super().new_game(params))

    def act(self, params: Json) -> Json:
        return _said(super().act(_heard(params)))

    def observe(self) -> Json:
        return _said(super().observe())


def _said(value: Any) -> Any:
    return _renamed(value, lambda word: f"#{word[1:]}" if _OWN.fullmatch(word) else word)


def _heard(value: Any) -> Any:
    return _renamed(value, lambda word: f"~{word[1:]}" if word.startswith("#") else word)


def _renamed(value: Any, rename: Any) -> Any:
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, list):
        return [_renamed(entry, rename) for entry in value]
    if isinstance(value, dict):
        return {rename(key): _renamed(entry, rename) for key, entry in value.items()}
    return value


class Silent(OwnIds):
    """Reports no events, no options, and few fields; and every move has to be made by itself."""

    FIELDS = ("id", "card", "zone", "controller", "owner", "tapped", "phased")

    def initialize(self, params: Json) -> Json:
        hello = super().initialize(params)
        hello["features"] = [name for name in hello["features"] if name not in ("events", "pass_until", "planechase_own_decks")]
        return hello

    def act(self, params: Json) -> Json:
        reply = super().act(params)
        reply.pop("events", None)
        return self._short(reply)

    def new_game(self, params: Json) -> Json:
        return self._short(super().new_game(params))

    def observe(self) -> Json:
        snapshot = super().observe()
        return {
            **snapshot,
            "objects": [{key: entry[key] for key in self.FIELDS if key in entry} for entry in snapshot["objects"]],
        }

    def _short(self, reply: Json) -> Json:
        decision = (reply.get("status") or {}).get("decision")
        if decision is not None:
            decision.pop("options", None)
        return reply


class Backwards(OwnIds):
    """Lists what triggered the last one first."""

    def act(self, params: Json) -> Json:
        answer = params.get("answer") or {}
        if "order_triggers" in answer:
            last = len(self.game.pending.options()) - 1
            params = {**params, "answer": {"order_triggers": [last - index for index in answer["order_triggers"]]}}
        return self._listed(super().act(params))

    def new_game(self, params: Json) -> Json:
        return self._listed(super().new_game(params))

    def _listed(self, reply: Json) -> Json:
        decision = (reply.get("status") or {}).get("decision") or {}
        if decision.get("kind") == "order_triggers":
            decision["options"] = decision["options"][::-1]
        return reply


class Hasty(OwnIds):
    """Asks nobody for a choice of which there is only one, and leaves out a combat without attackers."""

    def act(self, params: Json) -> Json:
        reply = super().act(params)
        while (reply.get("status") or {}).get("decision"):
            status = reply["status"]
            decision = status["decision"]
            if status["step"] == "declare_attackers" and decision["kind"] == "priority" and not status["stack"] and not self._attacked():
                more = super().act({"player": decision["player"], "action": {"type": "pass"}})
            elif decision["kind"] == "discard" and decision["min"] == decision["max"] == len(decision["options"]):
                more = super().act({"player": decision["player"], "answer": {"discard": decision["options"]}})
            else:
                break
            reply = {**more, "events": [*reply.get("events", ()), *more.get("events", ())]}
        return reply

    def _attacked(self) -> bool:
        return any(obj.attacking is not None for obj in self.game.battlefield)


class Refusing(OwnIds):
    """Lets nobody cast anything."""

    def act(self, params: Json) -> Json:
        if (params.get("action") or {}).get("type") == "cast":
            return {"illegal": {"reason": "timing", "message": "not now"}}
        return super().act(params)


class Careless(OwnIds):
    """Taps everything of whoever tries what is not legal."""

    def observe(self) -> Json:
        snapshot = super().observe()
        if getattr(self, "refused", False):
            for entry in snapshot["objects"]:
                if entry.get("zone") == "battlefield":
                    entry["tapped"] = True
        return snapshot

    def act(self, params: Json) -> Json:
        reply = super().act(params)
        self.refused = "illegal" in reply
        return reply


class Slow(OwnIds):
    """Takes its time for everything, and miscounts lives from the second move on."""

    def new_game(self, params: Json) -> Json:
        time.sleep(0.1)
        self.moves = 0
        return super().new_game(params)

    def act(self, params: Json) -> Json:
        time.sleep(0.1)
        self.moves += 1
        return super().act(params)

    def observe(self) -> Json:
        snapshot = super().observe()
        for seat in snapshot["players"].values():
            seat["life"] += self.moves >= 2
        return snapshot


class Lacking(OwnIds):
    """Comes to something that it cannot say."""

    def act(self, params: Json) -> Json:
        if (params.get("action") or {}).get("type") == "cast":
            return {"unsupported": {"kind": "feature", "name": "casting"}}
        return super().act(params)


class Falling(OwnIds):
    """Breaks when the die is rolled."""

    def act(self, params: Json) -> Json:
        if (params.get("action") or {}).get("type") == "roll_planar_die":
            raise RuntimeError("the die fell off the table")
        return super().act(params)


def spec_of(adapter: type[ReferenceAdapter]) -> EngineSpec:
    return EngineSpec(adapter.__name__.lower(), factory=adapter)
