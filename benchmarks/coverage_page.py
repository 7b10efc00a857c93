"""How quick the page of the coverage is: making it, its first paint, its filters and a change of the edition, in headless Chromium.

    python benchmarks/coverage_page.py [--rounds N]

Prints the median of each. Exits with 1 where the first paint takes more than a second or a filter more than 100 ms (another edition, which
gives rules other numbers and sections, may take three times that), with 2 where Playwright or Chromium (CHROMIUM, or `chromium` on PATH)
is missing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from in_chromium import FILTERED, FIRST_PAINT, measured, program

from conformance.commands.coverage import Options, run

FILTERS = (
    ("q", "creature"), ("q", "untap step"), ("q", ""), ("q", "zzz"), ("rule", "702.26"), ("rule", ""),
    ("invariant", "yes"), ("invariant", ""), ("edition", "2012-06-01"), ("edition", ""),
)  # fmt: skip

CHOSEN = ("invariant", "edition")

TIMED = """([name, text, chosen]) => new Promise((done) => {
  const field = document.querySelector(`[name=${name}]`);
  const start = performance.now();
  const end = () => requestAnimationFrame(() => done(performance.now() - start));
  if (chosen) addEventListener("hashchange", end, {once: true});
  field.value = text;
  field.dispatchEvent(new Event(chosen ? "change" : "input", {bubbles: true}));
  if (!chosen) end();
})"""
"""From the event to the frame after it, in which everything is laid out."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    chromium = program()
    if chromium is None:
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "coverage.html"
        start = time.perf_counter()
        run(Options(output="html", into=path))
        print(f"page: made in {time.perf_counter() - start:.2f} s, reading the cases included; {path.stat().st_size / 1e6:.1f} MB")
        calls = [(name, text, name in CHOSEN) for name, text in FILTERS]
        paint, medians = measured(chromium, path.as_uri(), TIMED, calls, options.rounds)
    print(f"first paint: {paint:.0f} ms (at most {FIRST_PAINT:.0f})")
    slow = paint > FIRST_PAINT
    for (name, text), median in zip(FILTERS, medians, strict=True):
        bound = FILTERED * (3 if name == "edition" else 1)
        slow = slow or median > bound
        print(f"{name} = {text!r}: {median:.0f} ms (at most {bound:.0f})")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
