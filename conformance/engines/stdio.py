"""An adapter in a process of its own: JSON-RPC 2.0, one message a line (docs/protocol.md).

Every way in which the program can misbehave ends in one of the exceptions of `conformance.engines.errors`; after one that asks for a
restart the process has been killed, and the adapter is of no further use.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec

from conformance.engines.base import Json
from conformance.engines.errors import (
    EngineCannotStart,
    EngineDied,
    EngineFailed,
    EngineFlooded,
    EngineProblem,
    EngineTimeout,
    ProtocolError,
)
from conformance.engines.process import MAX_LINE, Closed, LineProcess, TooMuch
from conformance.protocol.messages import BadMessage, check

DEFAULT_TIMEOUT = 10.0

START_FACTOR = 6
"""Getting started may take this many times what a request may: a virtual machine warms up, a card database is read."""

_SHOWN = 200


class _Error(msgspec.Struct):
    code: int = 0
    message: str = ""


class _Reply(msgspec.Struct):
    id: int | str | None = None
    result: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    error: _Error | msgspec.UnsetType = msgspec.UNSET


_REPLY = msgspec.json.Decoder(_Reply)
_AFTER_THE_END = re.compile(r"trailing characters \(byte (\d+)\)")


class StdioAdapter:
    """The suite's side of an adapter that runs as a program."""

    def __init__(self, command: str | Sequence[str], *, timeout: float = DEFAULT_TIMEOUT, max_line: int = MAX_LINE) -> None:
        """Start `command` (a shell-like string or a list of words).

        `timeout` is for each request, in seconds. Raises EngineCannotStart.
        """
        words = split_command(command)
        self.timeout = timeout
        self.last_size = 0
        """So many bytes the last reply had."""
        self._number = 0
        try:
            self._process = LineProcess(words, max_line=max_line)
        except OSError as error:
            missing = not isinstance(error, PermissionError) and shutil.which(words[0]) is None
            hint = "; it is not on the PATH" if missing else ""
            raise EngineCannotStart(f"cannot start {words[0]!r}: {error.strerror or error}{hint}") from None

    def initialize(self, params: Json) -> Json:
        return self._request("initialize", params, timeout=START_FACTOR * self.timeout)

    def new_game(self, params: Json) -> Json:
        return self._request("new_game", params)

    def act(self, params: Json) -> Json:
        return self._request("act", params)

    def observe(self) -> Json:
        return self._request("observe", {})

    def shutdown(self) -> Json:
        """Ask the program to end, then end it; never raises."""
        grace = min(self.timeout, 1.0)
        try:
            self._request("shutdown", {}, timeout=grace)
        except EngineProblem:
            grace = 0.0
        self._process.finish(grace)
        return {}

    def kill(self) -> None:
        """End the program at once."""
        self._process.kill()

    def _request(self, method: str, params: Json, *, timeout: float | None = None) -> Json:
        self._number += 1
        if self._process.pending():
            self._broken(EngineFlooded, f"it wrote {self._process.pending()} line(s) that nobody asked for, before {method}")
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self._process.send(msgspec.json.encode(message))
        limit = self.timeout if timeout is None else timeout
        try:
            line = self._process.receive(limit)
        except TimeoutError:
            self._broken(EngineTimeout, f"no reply to {method} within {limit:g} s{self._without_end()}")
        except TooMuch as error:
            self._broken(EngineFlooded, f"it wrote {error} while it had to answer {method}")
        except Closed:
            self._broken(EngineDied, f"it {self._how_it_ended()} and left {method} without an answer{self._without_end()}")
        self.last_size = len(line)
        return self._result(method, line)

    def _result(self, method: str, line: bytes) -> Json:
        try:
            reply = _REPLY.decode(line)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            if more := _AFTER_THE_END.search(str(error)):
                end = int(more[1]) - 1  # the decoder has read one byte too many
                self._broken(ProtocolError, f"the answer to {method} is followed by more in its line, at byte {end}: {_shown(line[end:])}")
            what = "nested too deeply" if isinstance(error, RecursionError) else error
            self._broken(ProtocolError, f"the answer to {method} is no JSON-RPC reply ({what}): {_shown(line)}")
        if reply.id != self._number and not (reply.id is None and reply.error):
            wrong = "the wrong type: " if reply.id == str(self._number) else "out of order: "
            self._broken(ProtocolError, f"{wrong}the reply to {method} has the id {reply.id!r}, expected {self._number}")
        if reply.error is not msgspec.UNSET:
            raise EngineFailed(f"it answered {method} with error {reply.error.code}: {reply.error.message}", self._process.stderr_tail())
        if reply.result is msgspec.UNSET:
            self._broken(ProtocolError, f"the reply to {method} has neither result nor error: {_shown(line)}")
        try:
            return check(method, reply.result)
        except BadMessage as error:
            self._broken(ProtocolError, str(error))

    def _without_end(self) -> str:
        """What it wrote, if it only forgot to end the line."""
        size = self._process.unfinished()
        return f"; it wrote {size} bytes and no line end after them" if size else ""

    def _how_it_ended(self) -> str:
        status = self._process.exit_status()
        if status is None:
            return "closed its standard output"
        return f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"

    def _broken(self, kind: type[EngineProblem], message: str) -> NoReturn:
        self._process.kill()
        raise kind(message, self._process.stderr_tail()) from None


def split_command(command: str | Sequence[str]) -> list[str]:
    """The words of a command. Raises EngineCannotStart for an empty one or an open quotation."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32") if isinstance(command, str) else list(command)
    except ValueError as error:
        raise EngineCannotStart(f"the command {command!r} cannot be read: {error}") from None
    if not words:
        raise EngineCannotStart("the command is empty; write stdio:COMMAND, as in stdio:./my-adapter --quiet")
    return words


def _shown(line: bytes) -> Any:
    """The beginning of a line, for messages."""
    return repr(line[:_SHOWN].decode("utf-8", "replace")) + ("..." if len(line) > _SHOWN else "")
