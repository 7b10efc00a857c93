"""Whatever becomes of a good case, the parser answers with problems, each one line with its place, and never falls over."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from case_texts import POOL

from conformance.cases import CardPool, builtin
from conformance.cases.parse import parse_file

ODD: list[Any] = [
    None, [], {}, "true", "-1", "x", "", {"a": "b"}, ["a"], "alice", "croc", "9" * 30, {"card": None}, {"as": "q"}, [None],
    {"kind": "direct"},    {"kind": "direct", "under": None}, "+1", {"any_order": []}, {"simultaneous": [{"phased_in": "croc"}]},
    "indirect", "none", {"count": "2"},
]  # fmt: skip
SCRAPS = ["&a ", "*a", "!x ", "{", "}", "[", "]", ":", "\n", "- ", '"', "'", "#", "|", ">", "?", "%", "@", "\x00", "é", "\u2028", "<<: "]
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(builtin().rglob("examples-*.yaml"))]
CASES = [case for text in TEXTS for case in yaml.load(text, yaml.CBaseLoader)]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from paths(item, (*path, key))


KEYS = sorted({key for case in CASES for path in paths(case) for key in path if isinstance(key, str)})


def changed(case: Any, rng: random.Random) -> Any:
    """`case` with something replaced, renamed, added or gone."""
    case = copy.deepcopy(case)
    *above, key = rng.choice(list(paths(case)))
    holder = case
    for part in above:
        holder = holder[part]
    how = rng.random()
    odd = copy.deepcopy(rng.choice(ODD))
    if how < 0.5:
        holder[key] = odd
    elif isinstance(holder, list):
        holder.insert(key, odd)
    elif how < 0.7:
        holder[rng.choice(KEYS)] = holder.pop(key)
    elif how < 0.85:
        holder[rng.choice(KEYS)] = odd
    else:
        del holder[key]
    return case


def judged(text: str, pool: CardPool) -> None:
    cases, problems = parse_file(text.encode(), "f.yaml", pool)
    assert cases or any(problem.severity == "error" for problem in problems)
    for problem in problems:
        assert str(problem).isprintable()
        assert len(str(problem)) < 1000
        assert problem.line > 0


@pytest.mark.parametrize("seed", range(4))
def test_changed_cases_are_judged_and_never_crash(seed: int) -> None:
    rng = random.Random(seed)
    for turn in range(150):
        case = rng.choice(CASES)
        for _ in range(rng.randint(1, 3)):
            case = changed(case, rng) or case
        judged(yaml.dump([case], Dumper=yaml.CSafeDumper, sort_keys=False, width=1000), POOL if turn % 2 else CardPool())


@pytest.mark.parametrize("seed", range(2))
def test_changed_texts_are_judged_and_never_crash(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        text = rng.choice(TEXTS)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(SCRAPS) + text[at + rng.randint(0, 1) :]
        judged(text, CardPool())
