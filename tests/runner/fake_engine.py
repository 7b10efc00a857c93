"""A miniature engine for tests of the driver: turns, priority, a stack, and decisions that a test plants where it wants them.

It knows no cards. What is cast goes on the stack; when it resolves it goes to the battlefield (its caster's). Everything that could
differ between engines is a field that a test sets.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Json = dict[str, Any]

STEPS = ["upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat", "postcombat_main", "end"]
FEATURES = [
    "multiplayer", "set_step", "set_phased", "set_phased_under", "set_attached", "set_control", "set_counters", "set_damage", "set_tokens",
    "concede", "events", "planechase", "planechase_own_decks", "forced_die", "day_night", "set_day_night", "set_transformed",
]  # fmt: skip


class FakeEngine:
    """An adapter. `plant[(player, step)]` holds decisions asked as that step of that player begins, before anybody has priority."""

    def __init__(self, **settings: Any) -> None:
        self.features: list[str] = list(FEATURES)
        self.cards = "all"
        self.card_names: list[str] | None = None
        self.plant: dict[tuple[str, str], list[Json]] = {}
        self.on_resolve: dict[str, list[Json]] = {}
        """Decisions asked as the object with this id resolves."""
        self.refuse: dict[str, Json] = {}
        """Refusals by type of action; `attack` is for declarations of somebody."""
        self.spoil_on_refusal = False
        self.attack_is_asked = True
        self.extra_steps: list[tuple[str, str]] = []
        """Steps `(player, step)` after which the same step comes once more."""
        self.hide: set[str] = set()
        """Fields of objects that are not reported."""
        for key, value in settings.items():
            setattr(self, key, value)
        self.log: list[Json] = []
        """Every act, as it came."""

    def initialize(self, params: Json) -> Json:
        result: Json = {
            "engine": "fake",
            "version": "1",
            "language": "Python",
            "protocol": 1,
            "features": self.features,
            "cards": self.cards,
            "players": [2, 4],
        }
        if self.card_names is not None:
            result["card_names"] = self.card_names
        return result

    def new_game(self, params: Json) -> Json:
        self.given = given = deepcopy(params["given"])
        self.players: list[str] = given["players"]
        self.turn, self.active, self.step = given["turn"]["number"], given["turn"]["active"], given["turn"]["step"]
        self.life = {player: seat["life"] for player, seat in given["seats"].items()}
        self.objects: dict[str, Json] = {}
        for player, seat in given["seats"].items():
            for zone in ("hand", "library", "graveyard", "exile"):
                for entry in seat[zone]:
                    self._add(entry["id"], entry["card"], zone, player)
        for entry in given["battlefield"]:
            made = self._add(entry["id"], entry["card"], "battlefield", entry["owner"])
            made.update({key: entry[key] for key in ("controller", "tapped", "attached_to", "counters", "damage", "token", "sick")})
            made.update(phased=entry["phased"]["status"], phased_under=entry["phased"]["under"])
        self.stack: list[Json] = []
        self.events: list[Json] = []
        self.pending: list[Json] = []
        self.passed: set[str] = set()
        self.priority: str | None = self.active
        self.repeated: set[tuple[int, str]] = set()
        self.attackers: Json = {}
        return {"status": self._status()}

    def _add(self, number: str, card: str, zone: str, owner: str) -> Json:
        made = {"id": number, "incarnation": 1, "card": card, "zone": zone, "owner": owner}
        self.objects[number] = made
        return made

    def act(self, params: Json) -> Json:
        self.log.append(deepcopy(params))
        player = params["player"]
        self.events = []
        refusal = self._answer(player, params["answer"]) if "answer" in params else self._action(player, params["action"])
        if refusal is not None:
            if self.spoil_on_refusal:
                self.life[player] -= 1
            return {"illegal": refusal}
        return {"status": self._status(), "events": self.events}

    def _answer(self, player: str, answer: Json) -> Json | None:
        decision = self.pending[0] if self.pending else None
        kind = decision["kind"] if decision else None
        if decision is None or decision["player"] != player:
            return {"reason": "no_priority", "message": f"{player} has nothing to answer"}
        if kind not in answer:
            return {"reason": "choice", "message": f"expected {kind}"}
        allowed = decision.get("allowed")
        if allowed is not None and answer[kind] not in allowed:
            return {"reason": "choice", "message": f"{answer[kind]} is not allowed"}
        if kind == "attack" and answer["attack"] and kind in self.refuse:
            return self.refuse[kind]
        if kind == "attack":
            self.attackers = answer["attack"]
        self.pending.pop(0)
        return None

    def _action(self, player: str, action: Json) -> Json | None:
        kind = action["type"]
        if kind == "concede":
            self.players = [other for other in self.players if other != player]
            self._happened("left_game", player=player)
            self.passed.discard(player)
            if self.priority == player:
                order = self.given["players"]
                after = order[order.index(player) + 1 :] + order
                self.priority = next(other for other in after if other in self.players)
            return None
        if self.pending or self.priority != player:
            return {"reason": "no_priority", "message": f"{player} has no priority"}
        if kind in self.refuse:
            return self.refuse[kind]
        if kind == "pass":
            self._pass(player)
        elif kind == "cast":
            entry = self.objects.get(action["object"])
            if entry is None or entry["zone"] != "hand":
                return {"reason": "not_there", "message": f"{action['object']} is not in hand"}
            self._move(entry["id"], "stack")
            self.stack.insert(0, {"id": entry["id"], "source": entry["id"], "controller": player, "card": entry["card"], "ability": None,
                                  "targets": action.get("targets", [])})  # fmt: skip
            self.passed.clear()
        elif kind == "pass_until":
            self._pass_until(action)
        return None

    def _pass_until(self, action: Json) -> None:
        while True:
            before = (self.turn, self.step)
            assert self.priority is not None
            self._pass(self.priority)
            while self.pending and self.pending[0]["kind"] in action["decline"]:
                self.pending.pop(0)
            if self.pending or ((self.turn, self.step) != before and (self.active, self.step) == (action["player"], action["step"])):
                return

    def _pass(self, player: str) -> None:
        self.passed.add(player)
        if self.passed >= set(self.players):
            self.passed.clear()
            self.priority = self.active
            if self.stack:
                self._resolve()
            else:
                self._next_step()
        else:
            after = self.players[self.players.index(player) + 1 :] + self.players
            self.priority = after[0]

    def _resolve(self) -> None:
        top = self.stack.pop(0)
        self.pending += deepcopy(self.on_resolve.get(top["id"], []))
        entry = self._move(top["id"], "battlefield")
        entry.update(controller=top["controller"], tapped=False, phased="in", attached_to=None, counters={}, damage=0, token=False)

    def _move(self, number: str, zone: str) -> Json:
        entry = self.objects[number]
        self._happened("zone_change", object=number, **{"from": entry["zone"], "to": zone})
        entry["zone"] = zone
        entry["incarnation"] += 1
        return entry

    def _next_step(self) -> None:
        if (self.active, self.step) in self.extra_steps and (self.turn, self.step) not in self.repeated:
            self.repeated.add((self.turn, self.step))
        elif self.step == STEPS[-1]:
            self.turn += 1
            self.active = self.players[(self.players.index(self.active) + 1) % len(self.players)]
            self.step = STEPS[0]
            self._happened("turn_began", player=self.active)
        else:
            self.step = STEPS[STEPS.index(self.step) + 1]
        self.priority = self.active
        self._happened("step_began", player=self.active, step=self.step)
        if self.step == "declare_attackers" and self.attack_is_asked:
            mine = [
                entry["id"] for entry in self.objects.values() if entry["zone"] == "battlefield" and entry.get("controller") == self.active
            ]
            others = [player for player in self.players if player != self.active]
            self.pending.append({"player": self.active, "kind": "attack", "options": {"attackers": mine, "defenders": others}})
        self.pending += deepcopy(self.plant.get((self.active, self.step), []))

    def _happened(self, kind: str, **fields: Any) -> None:
        self.events.append({"kind": kind, **fields})

    def _status(self) -> Json:
        decision: Json | None = None
        if self.pending:
            decision = {key: value for key, value in self.pending[0].items() if key != "allowed"}
        elif len(self.players) > 1:
            decision = {"player": self.priority, "kind": "priority"}
        return {
            "turn": self.turn,
            "active": self.active,
            "step": self.step,
            "stack": len(self.stack),
            "decision": decision,
            "over": decision is None,
            "players": list(self.players),
        }

    def observe(self) -> Json:
        seats = {}
        for player in self.given["players"]:
            piles = {
                zone: [entry["id"] for entry in self.objects.values() if entry["zone"] == zone and entry["owner"] == player]
                for zone in ("hand", "library", "graveyard", "exile")
            }
            seats[player] = {"life": self.life[player], "counters": {}, "in_game": player in self.players, "lands_played": 0, **piles}
        return {
            "turn": {"active": self.active, "step": self.step, "number": self.turn},
            "priority": None if self.pending else self.priority,
            "day_night": self.given["day_night"] or "neither",
            "players": seats,
            "objects": [
                {key: value for key, value in entry.items() if key not in self.hide}
                | ({"attacking": self.attackers.get(entry["id"])} if entry["zone"] == "battlefield" else {})
                for entry in deepcopy(list(self.objects.values()))
            ],
            "stack": deepcopy(self.stack),
            "planechase": None,
        }

    def shutdown(self) -> Json:
        return {}
