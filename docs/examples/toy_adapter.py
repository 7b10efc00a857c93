"""An adapter on a page, with an engine that knows turns and priority and nothing else. docs/adapter-guide.md explains it.

    mtg-conformance doctor --engine "stdio:python docs/examples/toy_adapter.py"

Nothing untaps, nothing phases, nobody can cast: what it cannot do it does not claim, and what it does wrongly the cases find.
"""

import json
import sys

STEPS = ["untap", "upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "declare_blockers"]
STEPS += ["combat_damage", "end_of_combat", "postcombat_main", "end", "cleanup"]
SKIPPED = ("untap", "cleanup", "declare_attackers", "declare_blockers", "combat_damage")  # nobody gets priority; nobody ever attacks


class Game:
    """A position, and whose turn it is."""

    def __init__(self, given):
        self.given = given
        self.players = given["players"]
        self.active, self.step, self.turn = (given["turn"][key] for key in ("active", "step", "number"))
        self.priority, self.passed = self.active, 0

    def status(self):
        decision = {"player": self.priority, "kind": "priority"}
        where = {"turn": self.turn, "active": self.active, "step": self.step}
        return {**where, "stack": 0, "decision": decision, "over": False, "players": self.players}

    def pass_priority(self):
        self.passed += 1
        if self.passed < len(self.players):
            self.priority = self.after(self.priority)
        else:  # everybody passed on an empty stack: the step is over
            self.next_step()

    def next_step(self):
        while True:
            if self.step == "cleanup":
                self.step, self.active, self.turn = "untap", self.after(self.active), self.turn + 1
            else:
                self.step = STEPS[STEPS.index(self.step) + 1]
            if self.step not in SKIPPED:
                break
        self.priority, self.passed = self.active, 0

    def after(self, player):
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def snapshot(self):
        # Only what this engine knows is told. It says nothing of power or types, so expectations on these are unobservable.
        keys, everywhere = ("id", "card", "controller", "owner", "tapped"), {"zone": "battlefield", "phased": "in"}
        objects = [{key: permanent[key] for key in keys} | everywhere for permanent in self.given["battlefield"]]
        seats = {}
        for player, seat in self.given["seats"].items():
            seats[player] = {"life": seat["life"], "in_game": True}
            for zone in ("hand", "library", "graveyard", "exile"):
                seats[player][zone] = [entry["id"] for entry in seat[zone]]
                objects += [{"id": entry["id"], "card": entry["card"], "zone": zone, "owner": player} for entry in seat[zone]]
        turn = {"active": self.active, "step": self.step, "number": self.turn}
        return {"turn": turn, "priority": self.priority, "players": seats, "objects": objects, "stack": []}


class Adapter:
    """The five methods."""

    game = None

    def initialize(self, params):
        return {
            "engine": "toy",
            "version": "1",
            "language": "Python",
            "protocol": 1,
            "features": ["set_step"],
            "cards": "all",
            "players": [2, 2],
        }

    def new_game(self, params):
        self.game = Game(params["given"])
        return {"status": self.game.status()}

    def act(self, params):
        if params["player"] != self.game.priority:
            return {"illegal": {"reason": "no_priority", "message": f"{self.game.priority} has priority"}}
        if "answer" in params:
            return {"illegal": {"reason": "choice", "message": "nothing was asked: the toy waits for priority only"}}
        action = params["action"]
        hand = [entry["id"] for entry in self.game.given["seats"][params["player"]]["hand"]]
        if action["type"] in ("cast", "play_land") and action["object"] not in hand:
            return {"illegal": {"reason": "not_there", "message": "that is not in your hand"}}
        if action["type"] != "pass":
            return {"unsupported": {"kind": "feature", "name": action["type"], "reason": "the toy can only pass"}}
        self.game.pass_priority()
        return {"status": self.game.status()}

    def observe(self, params):
        return self.game.snapshot()

    def shutdown(self, params):
        return {}


METHODS = ("initialize", "new_game", "act", "observe", "shutdown")


def reply(adapter, request):
    """The reply to a request. What cannot be understood is answered with an error, and the adapter lives on."""
    method, head = request["method"], {"jsonrpc": "2.0", "id": request["id"]}
    if method not in METHODS:
        return {**head, "error": {"code": -32601, "message": f"no method {method}"}}
    if adapter.game is None and method in ("act", "observe"):
        return {**head, "error": {"code": -32600, "message": f"{method} before new_game"}}
    return {**head, "result": getattr(adapter, method)(request.get("params", {}))}


def main():
    adapter = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(reply(adapter, request)), flush=True)
        if request["method"] == "shutdown":
            return


if __name__ == "__main__":
    main()
