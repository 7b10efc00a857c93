"""The manners of a program on standard input and output: tried on a process of its own, line by line, since these trials may break it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from conformance.commands.checkup.finding import ERRORS, FORM, IDS, SHUTDOWN, Finding, note, ok, problem
from conformance.commands.checkup.remedies import telling_line
from conformance.engines.process import Closed, LineProcess, TooMuch
from conformance.engines.server import INVALID_REQUEST, METHOD_NOT_FOUND
from conformance.engines.stdio import START_FACTOR
from conformance.protocol.features import PROTOCOL_VERSION
from conformance.report.text import one_line, plural

Json = dict[str, Any]

GRACE = 2.0
"""So many seconds a program may take to end."""

QUIET = 0.1
"""So many seconds is listened for lines that nobody asked for."""

LETTERS = "bären_ø_熊"
"""An id in letters that no single-byte encoding has together."""


class Silent(Exception):
    """The program gave no reply that can be used; the text says what it did."""


class Talk:
    """A program, and what is said to it. It is started when it is first needed, and again after it was ended."""

    def __init__(self, command: tuple[str, ...], edition: str, timeout: float) -> None:
        self._command = list(command)
        self._edition = edition
        self._timeout = timeout
        self._process: LineProcess | None = None

    @property
    def process(self) -> LineProcess:
        """The program, running and greeted. Raises Silent, OSError."""
        if self._process is None:
            self._process = LineProcess(self._command)
            hello = {"protocol": PROTOCOL_VERSION, "suite": "doctor", "edition": self._edition}
            self.ask(7001, "initialize", hello, START_FACTOR * self._timeout)
        return self._process

    def ask(self, number: int, method: str, params: Json, timeout: float | None = None) -> Json:
        """The reply to a request. Raises Silent when there is none."""
        self.process.send(msgspec.json.encode({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        limit = timeout or self._timeout
        try:
            line = self.process.receive(limit)
            return msgspec.json.decode(line, type=dict[str, Any])
        except TimeoutError:
            raise Silent(f"does not answer within {limit:g} s") from None
        except Closed:
            last = telling_line(self.process.stderr_tail().splitlines())
            raise Silent("ends" + (f" (it wrote on stderr: {one_line(last, 200)})" if last else "")) from None
        except (TooMuch, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Silent(f"answers with what is no message ({one_line(error, 100)})") from None

    def end(self) -> None:
        """End the program; the next that is asked starts another."""
        if self._process is not None:
            self._process.kill()
            self._process = None


def manners(command: tuple[str, ...], edition: str, timeout: float, params: Json) -> Iterator[Finding]:
    """Everything that is tried line by line. `params` begin a game on a plain board."""
    talk = Talk(command, edition, timeout)
    try:
        for about, examine in _EXAMINATIONS.items():
            try:
                yield from examine(talk, params)
            except (Silent, OSError) as silent:
                yield problem(about, f"when this is tried, it {silent}", "answer every request, and stay alive until shutdown", ERRORS)
                talk.end()
    finally:
        talk.end()


def _ids(talk: Talk, params: Json) -> Iterator[Finding]:
    for number in (8000, 12):
        reply = talk.ask(number, "new_game", params)
        if reply.get("id") != number:
            what = f"the reply to the request {number} has the id {_short(reply.get('id'))}"
            yield problem("ids of replies", what, "give each reply the id of its request; do not count yourself", ERRORS)
            return
    yield ok("ids of replies", "each reply has the id of its request")
    if reply.get("jsonrpc") != "2.0":
        yield note("ids of replies", 'the replies have no "jsonrpc": "2.0"', "add it: other programs may insist on it", FORM)


def _quiet(talk: Talk, params: Json) -> Iterator[Finding]:
    talk.ask(200, "new_game", params)
    talk.ask(201, "act", {"player": "alice", "action": {"type": "pass"}})
    time.sleep(QUIET)
    extra = talk.process.pending()
    if extra:
        what = f"wrote {plural(extra, 'line')} on standard output that nobody asked for"
        yield problem("standard output", what, "write one line for each request; logs and prints go to standard error", FORM)
        talk.end()
    else:
        yield ok("standard output", "one line for each request, and no other")


def _letters(talk: Talk, params: Json) -> Iterator[Finding]:
    """Text is UTF-8, also where the system's own encoding is another."""
    reply = talk.ask(300, "new_game", _with_letters(params))
    if "status" not in (reply.get("result") or {}):
        yield note("letters", f"not tried: a position with the id {LETTERS} gets {_short(reply)}")
        return
    seen = talk.ask(301, "observe", {})
    ids = [entry.get("id") for entry in (seen.get("result") or {}).get("objects") or ()]
    if LETTERS not in ids:
        strange = next((one for one in ids if isinstance(one, str) and not one.isascii()), "nothing like it")
        what = f"an object that is called {LETTERS} comes back as {one_line(strange, 80)}"
        yield problem("letters", what, "read and write UTF-8, whatever the encoding of the system is", IDS)
    else:
        yield ok("letters", "ids beyond ASCII come back as they were")


def _errors(talk: Talk, params: Json) -> Iterator[Finding]:
    """On a program that has just been started: no game is going on."""
    talk.end()
    tries: tuple[tuple[str, str, Json], ...] = (
        ("a method that there is not", "no_such_method", {}),
        ("observe before any game", "observe", {}),
        ("act before any game", "act", {"player": "alice", "action": {"type": "pass"}}),
    )
    for number, (what, method, sent) in enumerate(tries, 100):
        code = METHOD_NOT_FOUND if method == "no_such_method" else INVALID_REQUEST
        change = f'answer {{"error": {{"code": {code}, "message": "..."}}}} with the id of the request, and go on'
        try:
            reply = talk.ask(number, method, sent)
        except Silent as silent:
            yield problem("errors", f"on {what} it {silent}", change, ERRORS)
            talk.end()
            return
        if not isinstance(reply.get("error"), dict) or reply.get("id") != number:
            yield problem("errors", f"answers {what} with {_short(reply)}", change, ERRORS)
            return
    on = "go on after an error as if nothing had been asked"
    try:
        reply = talk.ask(110, "new_game", params)
    except Silent as silent:
        yield problem("errors", f"on a good request after a bad one it {silent}", on, ERRORS)
        talk.end()
        return
    if "result" not in reply:
        yield problem("errors", f"answers a good request after a bad one with {_short(reply)}", on, ERRORS)
    else:
        yield ok("errors", "a bad request gets an error, and the next is answered")


def _shutdown(talk: Talk, params: Json) -> Iterator[Finding]:
    reply = talk.ask(400, "shutdown", {})
    if "result" not in reply:
        yield problem("shutdown", f"answers shutdown with {_short(reply)}", "answer {} and end", SHUTDOWN)
    elif talk.process.exit_status(GRACE) is None:
        yield problem("shutdown", f"still runs {GRACE:g} s after it answered shutdown", "end after the answer to shutdown", SHUTDOWN)
    else:
        yield ok("shutdown", "ends when it is asked to")
    talk.end()


def _left_alone(talk: Talk, params: Json) -> Iterator[Finding]:
    """The suite may be killed: nobody says shutdown then."""
    talk.ask(500, "new_game", params)
    begin = time.monotonic()
    talk.process.finish(GRACE)
    if time.monotonic() - begin >= GRACE:
        what = f"still runs {GRACE:g} s after its standard input was closed: if the suite is killed, it stays behind"
        yield note("shutdown", what, "end at the end of standard input, too", SHUTDOWN)


_EXAMINATIONS: dict[str, Callable[[Talk, Json], Iterator[Finding]]] = {
    "ids of replies": _ids,
    "standard output": _quiet,
    "letters": _letters,
    "errors": _errors,
    "shutdown": _shutdown,
    "end of input": _left_alone,
}


def _with_letters(params: Json) -> Json:
    """The same position, in which one permanent has a name that is no ASCII."""
    copied: Json = msgspec.json.decode(msgspec.json.encode(params))
    copied["given"]["battlefield"][0]["id"] = LETTERS
    return copied


def _short(reply: Any) -> str:
    return one_line(msgspec.json.encode(reply).decode(), 160)
