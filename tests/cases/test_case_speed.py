"""Loading cases costs less than 1.5 times what PyYAML needs for the bare text (benchmarks/load_cases.py measures it on 800 cases)."""

from __future__ import annotations

import time
from collections.abc import Callable

import yaml

from conformance.cases import CardPool, builtin
from conformance.cases.parse import parse_file

BOUND = 1.5


def best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(7):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def test_loading_stays_within_its_bound() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(builtin().rglob("examples-*.yaml"))]
    bare = best(lambda: [yaml.load(text, yaml.CSafeLoader) for text in texts])
    ours = best(lambda: [parse_file(text.encode(), "f.yaml", CardPool()) for text in texts])
    assert ours < BOUND * bare
