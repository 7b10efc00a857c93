"""How long loading takes: reading, parsing and filling in 800 cases, against what PyYAML needs for the bare text.

    python benchmarks/load_cases.py [--cases N] [--rounds N]

Prints both times and their ratio, without the cache and with it. Exits with 1 where loading without the cache takes more than 1.5 times
as long as `yaml.load(text, CSafeLoader)`.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from conformance.cases import CardPool, builtin, load

BOUND = 1.5
PER_FILE = 10


def corpus(folder: Path, number: int) -> list[str]:
    """Write `number` cases, those of the library over and over under new ids, into files of `folder`; gives their texts."""
    library = load(cards=CardPool())
    wrong = {problem.file for problem in library.errors}
    texts: list[str] = []
    for file in sorted({case.file for case in library.cases} - wrong):
        texts += re.split(r"(?m)^(?=- id: )", Path(file).read_text(encoding="utf-8"))[1:]
    cases = [re.sub(r"\A- id: (\S+)", rf"- id: \1-{index}", texts[index % len(texts)]) for index in range(number)]
    files = ["".join(text.rstrip("\n") + "\n\n" for text in cases[start : start + PER_FILE]) for start in range(0, number, PER_FILE)]
    for index, text in enumerate(files):
        (folder / f"{index:03}.yaml").write_text(text, encoding="utf-8")
    return files


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The median time of `work`."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=800)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "cases"
        folder.mkdir()
        os.environ["XDG_CACHE_HOME"] = temporary
        os.environ["MTG_CONFORMANCE_NO_CACHE"] = "1"
        texts = corpus(folder, options.cases)
        library = load()
        # While cards are still missing from the pool, an empty one, which is not asked for them: their messages are not what is measured.
        pool = CardPool() if any("unknown card" in problem.message for problem in library.errors) else library.cards

        def ours() -> None:
            loaded = load([folder], cards=pool)
            assert len(loaded.cases) == options.cases, [str(problem) for problem in loaded.errors[:5]]

        bare = seconds(lambda: [yaml.load(text, yaml.CSafeLoader) for text in texts], options.rounds)
        cold = seconds(ours, options.rounds)
        os.environ["MTG_CONFORMANCE_NO_CACHE"] = "0"
        ours()
        cached = seconds(ours, options.rounds)
    size = sum(map(len, texts)) / 1024
    print(f"{options.cases} cases, {len(texts)} files, {size:.0f} KB, library of {builtin()}")
    print(f"yaml.load with CSafeLoader   {bare * 1000:8.1f} ms")
    print(f"load without the cache       {cold * 1000:8.1f} ms   {cold / bare:5.2f} times that (bound {BOUND})")
    print(f"load with the cache          {cached * 1000:8.1f} ms   {cached / bare:5.2f} times that")
    return 0 if cold <= BOUND * bare else 1


if __name__ == "__main__":
    sys.exit(main())
