"""An engine in this process that never comes back is stopped; engines in their own process have a timeout instead."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class NeverEnds(BaseException):
    """The time is up. No Exception, so that nothing on the way takes it for an engine's own."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises NeverEnds if the block takes longer. In the main thread, where the system has timers (not on Windows); elsewhere it waits."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: Any) -> None:
        raise NeverEnds

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
