"""What the benchmarks of pages share: headless Chromium, the first paint, and the time of what is done in a field."""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

FIRST_PAINT = 1000.0
FILTERED = 100.0
"""Milliseconds that a first paint and a filter may take."""

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync")


class Measured(NamedTuple):
    """Medians in milliseconds: of the first paint, and of each call in the order in which they were asked for."""

    paint: float
    calls: list[float]


def program() -> str | None:
    """Chromium (CHROMIUM, or `chromium` on PATH), if Playwright can drive it; says so on stderr if not."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium")
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        found = None
    if found is None:
        print("Playwright for Python and Chromium are needed", file=sys.stderr)
    return found


def measured(chromium: str, address: str, timed: str, calls: Sequence[Sequence[Any]], rounds: int) -> Measured:
    """Opens the address in a new tab `rounds` times; in each, `timed` (a JavaScript function that gives milliseconds) is called with each
    of `calls`."""
    from playwright.sync_api import sync_playwright

    paints: list[float] = []
    times: list[list[float]] = [[] for _ in calls]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        for _ in range(rounds):
            tab = browser.new_page(viewport={"width": 1400, "height": 900})
            tab.goto(address)
            tab.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
            paints.append(tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            for call, taken in zip(calls, times, strict=True):
                taken.append(tab.evaluate(timed, list(call)))
            tab.close()
        browser.close()
    return Measured(statistics.median(paints), [statistics.median(taken) for taken in times])
