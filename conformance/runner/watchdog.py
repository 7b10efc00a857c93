"""An engine in this process that never comes back is stopped; engines in their own process have a timeout instead."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from reference_engine import amendments


class NeverEnds(BaseException):
    """The time is up. No Exception, so that nothing on the way takes it for an engine's own."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises NeverEnds if the block takes longer. In the main thread, where the system has timers (not on Windows); elsewhere it waits."""
    with alarm():
        alarm.within(seconds)
        yield


class _Alarm:
    """A timer that is set anew again and again within one block: `with alarm(): ... alarm.within(5) ...`."""

    def __call__(self) -> _Alarm:
        return self

    def __enter__(self) -> _Alarm:
        if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self._amended = amendments.in_force()
            self._previous = signal.signal(signal.SIGALRM, self._ring)
            self._active = True
        return self

    def __exit__(self, *error: object) -> None:
        if self._active:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._previous)
            self._active = False

    _active = False
    _previous: Any = None
    _amended: tuple[amendments.Amendment, ...] = ()

    def within(self, seconds: float) -> None:
        """From now on: NeverEnds after so many seconds, unless it is set again."""
        if self._active:
            # Again and again: whoever caught the first one on the way must not go on for ever.
            signal.setitimer(signal.ITIMER_REAL, seconds, seconds)

    def _ring(self, signum: int, frame: FrameType | None) -> None:
        if _collects_garbage(frame):
            # What is raised there is lost, with a warning: a moment later, then.
            signal.setitimer(signal.ITIMER_REAL, *_SOON)
            return
        # It may ring as a mutant's amendment comes into force or goes: the next game must be by the rules again.
        amendments.lift(but=self._amended)
        raise NeverEnds


_SOON = (0.05, 0.05)
"""Seconds until it rings again, and from then on."""

_WEAK = ("_weakrefset", "weakref")


def _collects_garbage(frame: FrameType | None) -> bool:
    """Whether something is called by the garbage collector here (Hypothesis measures it in that way), or as a weak reference ends."""
    called = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    while frame is not None:
        if frame.f_code in called or (frame.f_globals.get("__name__") in _WEAK and frame.f_code.co_name in ("_remove", "remove")):
            return True
        frame = frame.f_back
    return False


alarm = _Alarm()
