"""How quick the page of a run is: making it, its first paint and its filters, with 1,200 cases in headless Chromium.

    python benchmarks/report_page.py [--cases N] [--rounds N]

Prints the median of each. Exits with 1 where the first paint takes more than a second or a filter more than 100 ms, with 2 where Playwright
or Chromium (CHROMIUM, or `chromium` on PATH) is missing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import msgspec
from in_chromium import FILTERED, FIRST_PAINT, measured, program

from conformance.cases.library import load
from conformance.commands.inputs import registry
from conformance.report.html import html
from conformance.runner.report import CaseResult, EngineInfo, Failure, Report, SuiteInfo, summarize

FILTERS = (
    ("q", "creature"), ("q", "untap step"), ("q", ""), ("q", "zzz"), ("rule", "702.26"), ("rule", ""),
    ("area", "702.26-phasing"), ("area", ""),
)  # fmt: skip

TIMED = """([name, text]) => new Promise((done) => {
  const field = document.querySelector(`[name=${name}]`);
  const start = performance.now();
  addEventListener("hashchange", () => requestAnimationFrame(() => done(performance.now() - start)), {once: true});
  field.value = text;
  field.dispatchEvent(new Event(name === "area" ? "change" : "input", {bubbles: true}));
  if (name !== "area") requestAnimationFrame(() => done(performance.now() - start));
})"""
"""From the event to the frame after it, in which the rows are laid out."""


def page(number: int, path: Path) -> float:
    """Write a page of so many cases, a third of which failed; the seconds that making it took."""
    loaded = load(None)
    results = []
    for index in range(number):
        case = loaded.cases[index % len(loaded.cases)]
        fails = index % 3 == 0
        results.append(
            CaseResult(
                f"{case.id}-{index}", case.title, case.file, case.line, case.rules, "fail" if fails else "pass",
                failure=Failure(2, "croc.phased", "in", "direct", "702.26g", 19) if fails else None,
            )
        )  # fmt: skip
    cases = [
        msgspec.structs.replace(case, id=result.id)
        for result, case in zip(results, (loaded.cases[index % len(loaded.cases)] for index in range(number)), strict=True)
    ]
    report = Report(
        SuiteInfo("mtg-conformance", "0", 1), EngineInfo("benchmark"), "2026-09-25", True, "", 0.0, summarize(results), results
    )  # fmt: skip
    rules = registry()
    start = time.perf_counter()
    text = html(report, rules, cases, loaded.cards)
    took = time.perf_counter() - start
    path.write_text(text, encoding="utf-8")
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=1200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    chromium = program()
    if chromium is None:
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "report.html"
        made = page(options.cases, path)
        print(f"page of {options.cases} cases: made in {made:.2f} s, {path.stat().st_size / 1e6:.1f} MB")
        paint, medians = measured(chromium, f"{path.as_uri()}#view=cases", TIMED, FILTERS, options.rounds)
    print(f"first paint: {paint:.0f} ms (at most {FIRST_PAINT:.0f})")
    for (name, text), median in zip(FILTERS, medians, strict=True):
        print(f"filter {name} = {text!r}: {median:.0f} ms")
    slowest = max(medians)
    print(f"slowest filter: {slowest:.0f} ms (at most {FILTERED:.0f})")
    return int(paint > FIRST_PAINT or slowest > FILTERED)


if __name__ == "__main__":
    sys.exit(main())
