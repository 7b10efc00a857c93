"""The other side of the protocol, for adapters written in Python: `serve(adapter)` answers requests on standard input and output.

What the adapter prints goes to standard error, so that it cannot garble the replies.
"""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any, BinaryIO

import msgspec

from conformance.engines.base import Adapter, Json

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
ENGINE_ERROR = -32000


class _Request(msgspec.Struct):
    method: str
    id: int | str | None = None
    params: dict[str, Any] = {}


_REQUEST = msgspec.json.Decoder(_Request)


def serve(adapter: Adapter, requests: BinaryIO | None = None, replies: BinaryIO | None = None) -> None:
    """Answer requests until `shutdown` or the end of the input. An exception of the adapter becomes an error reply."""
    if requests is None:
        requests = sys.stdin.buffer
    if replies is None:
        replies = _claim_stdout()
    for line in requests:
        if not line.strip():
            continue
        reply, last = answer(adapter, line)
        replies.write(msgspec.json.encode(reply) + b"\n")
        replies.flush()
        if last:
            return


def answer(adapter: Adapter, line: bytes) -> tuple[Json, bool]:
    """The reply to one request, and whether it was the last."""
    try:
        request = _REQUEST.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        code = INVALID_REQUEST if isinstance(error, msgspec.ValidationError) else PARSE_ERROR
        return _error(None, code, str(error)), False
    calls = {"initialize": adapter.initialize, "new_game": adapter.new_game, "act": adapter.act}
    last = request.method == "shutdown"
    try:
        if request.method in calls:
            result = calls[request.method](request.params)
        elif request.method == "observe":
            result = adapter.observe()
        elif last:
            result = adapter.shutdown()
        else:
            return _error(request.id, METHOD_NOT_FOUND, f"no method {request.method!r}"), False
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # engines bound from other languages raise panics that are no Exception
        traceback.print_exc(file=sys.stderr)
        return _error(request.id, ENGINE_ERROR, f"{type(error).__name__}: {error}"), last
    return {"jsonrpc": "2.0", "id": request.id, "result": result}, last


def _error(number: int | str | None, code: int, message: str) -> Json:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def _claim_stdout() -> BinaryIO:
    """Standard output for us alone: the descriptor is moved, and 1 leads to standard error from now on, for native code too."""
    sys.stdout.flush()
    ours = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return ours
