"""A program that speaks the protocol just well enough, and misbehaves in one way: `python engine.py HOW`.

It plays nothing: every action is accepted, and the position stays as it was given (one permanent per seat at most). `HOW` is a key of
WAYS below, or `fine`. Written without the suite, as a stranger's adapter would be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

HELLO = {
    "engine": "misbehaving",
    "version": "0",
    "language": "Python",
    "protocol": 1,
    "features": ["multiplayer", "events", "set_step", "concede"],
    "cards": "all",
    "players": [2, 4],
}


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def raw(text):
    sys.stdout.write(text)
    sys.stdout.flush()


class Engine:
    """Answers well, unless a subclass does not."""

    hello = HELLO

    def __init__(self):
        self.given = None
        self.count = 0

    def status(self):
        turn = self.given["turn"]
        return {
            "turn": turn["number"],
            "active": turn["active"],
            "step": turn["step"],
            "stack": 0,
            "decision": {"player": turn["active"], "kind": "priority"},
            "over": False,
            "players": self.given["players"],
        }

    def snapshot(self):
        turn = self.given["turn"]
        return {
            "turn": turn,
            "priority": turn["active"],
            "day_night": "neither",
            "players": {player: {"life": seat["life"], "hand": []} for player, seat in self.given["seats"].items()},
            "objects": [
                {"id": entry["id"], "zone": "battlefield", "card": entry["card"], "tapped": entry["tapped"]}
                for entry in self.given["battlefield"]
            ],
            "stack": [],
            "planechase": None,
        }

    def dangerous(self):
        """Whether this is the one case on which engines that misbehave once do so."""
        return self.given is not None and self.given["seats"]["alice"]["life"] == 13

    def initialize(self, params):
        return self.hello

    def new_game(self, params):
        self.given = params["given"]
        return {"status": self.status()}

    def act(self, params):
        return {"status": self.status(), "events": []}

    def observe(self, params):
        return self.snapshot()

    def shutdown(self, params):
        return {}

    def reply(self, request):
        return {"jsonrpc": "2.0", "id": request["id"], "result": getattr(self, request["method"])(request.get("params") or {})}

    def run(self):
        for line in sys.stdin:
            request = json.loads(line)
            say(self.reply(request))
            if request["method"] == "shutdown":
                return


class AlwaysWrong(Engine):
    def snapshot(self):
        return super().snapshot() | {"players": {player: {"life": 1} for player in self.given["players"]}, "objects": []}


class ExitsAtOnce(Engine):
    def run(self):
        print("no licence found", file=sys.stderr)
        sys.exit(7)


class ExitsAtNewGame(Engine):
    def new_game(self, params):
        sys.exit(0)


class ExitsInMidCase(Engine):
    def act(self, params):
        if self.dangerous():
            print("thread 'main' panicked", file=sys.stderr, flush=True)
            os._exit(101)
        return super().act(params)


class KilledBySignal(Engine):
    def act(self, params):
        if self.dangerous():
            os.abort()
        return super().act(params)


class Hangs(Engine):
    def act(self, params):
        if self.dangerous():
            time.sleep(3600)
        return super().act(params)


class HangsAtStart(Engine):
    def run(self):
        time.sleep(3600)


class NeverReads(Engine):
    """Answers initialize, then neither reads nor writes any more, so that requests fill the pipe."""

    def run(self):
        request = json.loads(sys.stdin.readline())
        say(self.reply(request))
        time.sleep(3600)


class Slow(Engine):
    """Every answer is in time, but a case takes for ever."""

    def act(self, params):
        if self.dangerous():
            time.sleep(0.05)
        return super().act(params)


class ClosesStdout(Engine):
    def act(self, params):
        if self.dangerous():
            os.close(1)
            time.sleep(3600)
        return super().act(params)


class Garbage(Engine):
    def act(self, params):
        if self.dangerous():
            raw("Segmentation fault (core dumped)\n")
        return super().act(params)


class TwoInALine(Engine):
    def act(self, params):
        if self.dangerous():
            raw('{"jsonrpc": "2.0", "id": 0, "result": {}} ')
        return super().act(params)


class NoLineEnd(Engine):
    """As with a `print` that is told to end lines with nothing."""

    def run(self):
        for line in sys.stdin:
            raw(json.dumps(self.reply(json.loads(line))))


class Binary(Engine):
    def act(self, params):
        if self.dangerous():
            os.write(1, bytes(range(128, 256)) + b"\x00\n")
        return super().act(params)


class OutOfOrder(Engine):
    def reply(self, request):
        good = super().reply(request)
        return good | {"id": request["id"] - 1} if request["method"] == "act" and self.dangerous() else good


class AnswersTwice(Engine):
    def reply(self, request):
        good = super().reply(request)
        if request["method"] == "act" and self.dangerous():
            say(good)
        return good


class HugeLine(Engine):
    def act(self, params):
        if self.dangerous():
            chunk = "x" * 1_000_000
            raw('{"jsonrpc": "2.0", "id": 3, "result": "')
            for _ in range(100):
                raw(chunk)
            raw('"}\n')
        return super().act(params)


class EndlessLine(Engine):
    def act(self, params):
        while self.dangerous():
            raw("x" * 1_000_000)
        return super().act(params)


class ShoutsOnStderr(Engine):
    def act(self, params):
        if self.dangerous():
            for _ in range(300):
                sys.stderr.write("log " * 10_000 + "\n")
            sys.stderr.write("the last words\n")
            sys.stderr.flush()
        return super().act(params)


class EndlessStderr(Engine):
    def act(self, params):
        while self.dangerous():
            sys.stderr.write("log " * 10_000 + "\n")
        return super().act(params)


class EndlessStdout(Engine):
    def act(self, params):
        while self.dangerous():
            raw('{"jsonrpc": "2.0", "id": 0, "result": {}}\n' * 1000)
        return super().act(params)


class AsksMuch(Engine):
    """Every reply is within the bounds, and all together are not."""

    asked = 0

    def status(self):
        self.asked += 1
        decision = {"player": "alice", "kind": "may", "options": "x" * 1_000_000, "ability": self.asked}
        return super().status() | ({"decision": decision} if self.dangerous() else {})


class RefusesAtLength(Engine):
    def act(self, params):
        return {"illegal": {"reason": "timing", "message": "never " * 1_000_000}} if self.dangerous() else super().act(params)


class ClaimsMillions(Engine):
    hello = HELLO | {"features": [f"feature_{number}" for number in range(100_000)]}


class LongName(Engine):
    hello = HELLO | {"engine": "engine" * 100_000}


class RefusesEverything(Engine):
    def act(self, params):
        return {"illegal": {"reason": "timing", "message": "never"}}


class ManyEvents(Engine):
    def act(self, params):
        good = super().act(params)
        if self.dangerous():
            good["events"] = [{"kind": "tapped", "object": "x"}] * 250_000
        return good


class ClaimsWhatItLacks(Engine):
    hello = HELLO | {"features": [*HELLO["features"], "set_phased", "pass_until", "day_night", "set_day_night"]}

    def act(self, params):
        if (params.get("action") or {}).get("type") == "pass_until":
            raise NotImplementedError("pass_until")
        return super().act(params)

    def reply(self, request):
        try:
            return super().reply(request)
        except NotImplementedError as error:
            return {"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32000, "message": f"not implemented: {error}"}}


class IgnoresShutdown(Engine):
    def run(self):
        import signal

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        for line in sys.stdin:
            request = json.loads(line)
            if request["method"] != "shutdown":
                say(self.reply(request))
        time.sleep(3600)


class LeavesAChild(Engine):
    """Starts a child that holds its pipes open, tells its number on stderr, and dies."""

    def act(self, params):
        if self.dangerous():
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
            print(f"child {child.pid}", file=sys.stderr, flush=True)
            os._exit(1)
        return super().act(params)


class ErrorReply(Engine):
    def reply(self, request):
        if request["method"] == "act" and self.dangerous():
            return {"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32000, "message": "index out of bounds"}}
        return super().reply(request)


class WrongShape(Engine):
    def act(self, params):
        good = super().act(params)
        if self.dangerous():
            good["status"]["stack"] = "empty"
        return good


class NeitherResultNorError(Engine):
    def reply(self, request):
        good = super().reply(request)
        return {"jsonrpc": "2.0", "id": good["id"]} if request["method"] == "act" and self.dangerous() else good


class DecidesForAStranger(Engine):
    def status(self):
        decision = {"player": "zed", "kind": "priority"}
        return super().status() | ({"decision": decision} if self.dangerous() else {})


class PlaysWithStrangers(Engine):
    def status(self):
        return super().status() | ({"players": ["alice", "zed"]} if self.dangerous() else {})


class LessThanNothing(Engine):
    def status(self):
        return super().status() | ({"stack": -1} if self.dangerous() else {})


class SameIdTwice(Engine):
    def snapshot(self):
        good = super().snapshot()
        if self.dangerous():
            good["objects"] = [{"id": "bears", "zone": "battlefield"}, {"id": "x"}, {"id": "bears", "zone": "graveyard"}]
        return good


class CallsAnObjectAlice(Engine):
    def snapshot(self):
        good = super().snapshot()
        if self.dangerous():
            good["objects"] = [{"id": "alice", "zone": "battlefield"}]
        return good


class LoneSurrogate(Engine):
    def snapshot(self):
        good = super().snapshot()
        if self.dangerous():
            good["objects"] = [{"id": "\ud800"}]
        return good


class AnswersByteByByte(Engine):
    """Never silent for long, and never done."""

    def act(self, params):
        while self.dangerous():
            raw(" ")
            time.sleep(0.02)
        return super().act(params)


class NotANumber(Engine):
    def snapshot(self):
        good = super().snapshot()
        if self.dangerous():
            good["players"]["alice"]["life"] = float("nan")
        return good


class RawObservation(Engine):
    """Writes a result of its own making, which the standard library would not."""

    result = ""

    def reply(self, request):
        if request["method"] == "observe" and self.dangerous():
            raw(f'{{"jsonrpc": "2.0", "id": {request["id"]}, "result": {self.result}}}\n')
            return super().reply(json.loads(sys.stdin.readline()))
        return super().reply(request)


class HugeNumber(RawObservation):
    result = '{"players": {"alice": {"life": ' + "9" * 5000 + '}}, "objects": []}'


class DepthBomb(RawObservation):
    result = '{"players": {}, "objects": [], "deep": ' + "[" * 200_000 + "]" * 200_000 + "}"


class DeepButLegal(RawObservation):
    """Nested so that it can still be read, in a field of which the protocol says nothing."""

    result = '{"players": {}, "objects": [], "stack": [{"note": ' + "[" * 450 + "]" * 450 + "}]}"


class WrongProtocol(Engine):
    hello = HELLO | {"protocol": 2}


class BadHello(Engine):
    def initialize(self, params):
        return {"engine": "shy"}


class Null(Engine):
    def act(self, params):
        return None if self.dangerous() else super().act(params)


WAYS = {kind.__name__: kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Engine)}

if __name__ == "__main__":
    WAYS[sys.argv[1]]().run()
