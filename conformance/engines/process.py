"""A child process with lines in and out, bounded in memory, and gone at the end with all that it started.

Three threads serve it: one writes (a child that does not read must not block us), one splits standard output into lines, one keeps the
end of standard error. Nothing here knows JSON or the protocol.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from typing import IO

MAX_LINE = 32 * 1024 * 1024
STDERR_KEPT = 64 * 1024
_CHUNK = 64 * 1024
_POLL = 0.05
_LAST_WORDS = 0.5

_WINDOWS = sys.platform == "win32"
_running: weakref.WeakSet[LineProcess] = weakref.WeakSet()


class Closed(Exception):
    """The process ended, or closed its standard output."""


class TooMuch(Exception):
    """The process wrote more than the bounds allow."""


class LineProcess:
    """A running program. `send` queues a line, `receive` waits for one; `kill` ends it and its process group."""

    def __init__(self, command: Sequence[str], *, max_line: int = MAX_LINE) -> None:
        """Start `command`. Raises OSError when it cannot be started."""
        self.max_line = max_line
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=not _WINDOWS,  # a group of its own, so that its children can be ended with it
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._flooded: str | None = None
        self._unfinished = 0
        self._eof = False
        self._changed = threading.Condition()
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr: deque[bytes] = deque()
        self._threads = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._drain, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()
        _running.add(self)

    def send(self, line: bytes) -> None:
        """Queue one line (without its end) for the program's standard input."""
        self._outgoing.put(line + b"\n")

    def pending(self) -> int:
        """How many lines wait to be received."""
        with self._changed:
            return len(self._lines)

    def unfinished(self) -> int:
        """How many bytes it wrote after the last end of a line."""
        return self._unfinished

    def receive(self, timeout: float) -> bytes:
        """The next line. Raises TimeoutError, Closed or TooMuch; lines that came whole before those are given first."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while True:
                if self._lines:
                    line = self._lines.popleft()
                    self._bytes -= len(line)
                    self._changed.notify_all()
                    return line
                if self._flooded:
                    raise TooMuch(self._flooded)
                if self._eof:
                    raise Closed
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                # A child of the program may hold the pipe open after the program has ended, so its end is looked for as well.
                if not self._changed.wait(min(left, _POLL)) and self._process.poll() is not None:
                    # What it wrote at last may still be on its way through the reading thread.
                    self._changed.wait_for(lambda: self._lines or self._flooded or self._eof, _LAST_WORDS)
                    self._eof = True

    def exit_status(self, wait: float = 0.5) -> int | None:
        """The exit status (negative: a signal), or None if the program still runs after `wait` seconds."""
        try:
            return self._process.wait(wait)
        except subprocess.TimeoutExpired:
            return None

    def stderr_tail(self) -> str:
        """The end of what the program wrote on standard error."""
        self._threads[2].join(_POLL)
        return b"".join(list(self._stderr)).decode("utf-8", "replace")

    def finish(self, grace: float) -> None:
        """Close the program's standard input, give it `grace` seconds to end, then kill what is left."""
        self._outgoing.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self.kill()

    def kill(self) -> None:
        """End the program and its process group at once, and collect it; harmless when repeated."""
        process = self._process
        if _WINDOWS:
            if process.poll() is None:
                subprocess.run(
                    ["taskkill", "/F", "/T", "/PID", str(process.pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
                )
        elif self in _running:
            # The group keeps its number as long as it has a member, so children of a program that is gone are still found.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        _running.discard(self)
        with contextlib.suppress(OSError):
            process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        self._outgoing.put(None)
        with self._changed:
            self._lines.clear()
            self._bytes = 0
            self._eof = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(1)

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outgoing.get()) is not None:
                view = memoryview(line)
                while view:
                    view = view[os.write(stream.fileno(), view) :]
        with contextlib.suppress(OSError):
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        parts: list[bytes] = []
        size = 0
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), _CHUNK):
                *whole, rest = chunk.split(b"\n")
                for piece in whole:
                    parts.append(piece)
                    if not self._take(b"".join(parts)):
                        self._end(stream)
                        return
                    parts, size = [], 0
                if rest:
                    parts.append(rest)
                    size += len(rest)
                    if size > self.max_line:
                        self._flood(f"a line of more than {self.max_line} bytes")
                        self._end(stream)
                        return
                self._unfinished = size
        self._end(stream)

    def _take(self, line: bytes) -> bool:
        """Keep a line for `receive`; False when that is one too many."""
        if not line.strip():
            return True
        if len(line) > self.max_line:
            self._flood(f"a line of more than {self.max_line} bytes")
            return False
        with self._changed:
            if len(self._lines) >= 64 or (self._lines and self._bytes + len(line) > self.max_line):
                self._flooded = f"{len(self._lines) + 1} lines and more that nobody asked for"
                self._changed.notify_all()
                return False
            self._lines.append(line)
            self._bytes += len(line)
            self._changed.notify_all()
        return True

    def _flood(self, what: str) -> None:
        with self._changed:
            self._flooded = what
            self._changed.notify_all()

    def _end(self, stream: IO[bytes]) -> None:
        with self._changed:
            self._eof = True
            self._changed.notify_all()
        with contextlib.suppress(OSError):
            stream.close()

    def _drain(self, stream: IO[bytes]) -> None:
        kept = 0
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), _CHUNK):
                self._stderr.append(chunk)
                kept += len(chunk)
                while kept - len(self._stderr[0]) >= STDERR_KEPT:
                    kept -= len(self._stderr.popleft())
        with contextlib.suppress(OSError):
            stream.close()


@atexit.register
def _kill_all() -> None:
    for process in list(_running):
        process.kill()
