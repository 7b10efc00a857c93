"""The timer for engines in this process: what it stops leaves nothing behind."""

from __future__ import annotations

import gc
import signal
import time
from types import SimpleNamespace

import pytest

from conformance.runner.watchdog import NeverEnds, within
from reference_engine.amendments import Amendment, in_force


def never_left(amendment: Amendment) -> None:
    amendment.__enter__()
    while True:  # the end of it is not reached
        pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers on this system")
def test_a_mutant_that_was_stopped_as_it_came_or_went_is_not_in_force_any_more():
    rules = SimpleNamespace(kept="as written", left="as written")
    outer, inner = Amendment(), Amendment()
    outer.value(rules, "kept", "otherwise")
    inner.value(rules, "left", "otherwise")
    with outer:
        with pytest.raises(NeverEnds), within(0.05):
            never_left(inner)
        assert in_force() == (outer,)  # what was in force before stays so
        assert rules == SimpleNamespace(kept="otherwise", left="as written")
    assert rules == SimpleNamespace(kept="as written", left="as written")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers on this system")
def test_it_does_not_ring_while_garbage_is_collected():
    """What is raised there would be lost with a warning, which is an error here."""

    gc.collect()  # what other tests left
    begun = time.perf_counter()

    def slow(phase: str, info: dict[str, int]) -> None:
        while time.perf_counter() < begun + 0.1:
            pass

    gc.callbacks.append(slow)
    try:
        with pytest.raises(NeverEnds), within(0.05):
            collect_and_go_on()
    finally:
        gc.callbacks.remove(slow)


def collect_and_go_on() -> None:
    gc.collect()
    while True:
        pass
