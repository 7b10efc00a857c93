"""A small rules text of our own, by edition, in the layouts that published ones have had; and a registry for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.rules.hashing import Labelled, fill
from conformance.rules.loader import load
from conformance.rules.published import Published, parse_published
from conformance.rules.registry import Registry
from conformance.rules.registry_files import with_keys

REGISTRY = """\
# The rules of an invented game.

- number: '502.1'
  key: rest.first
  summary: Ducks that are away come back first.
  clauses: {a: they come back, b: nobody else does}

- number: '502.2'   # came late
  key: rest.weather
  summary: The weather is looked at.
  clauses:
    a: it is looked at
  since: 2021-09-24

- number: '502.3'
  key: rest.wake
  summary: Everybody wakes up.
  clauses: {a: all at once}
  numbers: {2009-07-11: '502.2', 2021-09-24: '502.3'}

- number: 702.26a
  key: hiding.what
  summary: What hiding is.
  clauses:
    a: it is seen
    b: {text: rain counts, since: 2021-09-24}
  numbers: {2009-07-11: 702.24a, 2021-09-24: 702.26a}

- number: 702.26b
  key: hiding.effect
  summary: A hidden duck is not seen.
  clauses: {a: nobody sees it}
  numbers: {2009-07-11: 702.24b, 2021-09-24: 702.26b}

- number: 702.24c
  key: hiding.gone
  summary: Young ducks do not survive hiding.
  clauses: {a: they are gone}
  until: 2021-09-23
"""

WAKE = "Second, each duck of the active player wakes up, all of them at once, whatever the other players would like to say about that."
HIDDEN = "A hidden duck is treated as though it were not there at all, except by ducks that look for hidden ones. See rule 502.1."

OLD = {
    "502": "Resting",
    "502.1": "First, each duck that is away and belongs to the active player comes back to the pond together with its ducklings.",
    "502.2": WAKE,
    "702": "Habits",
    "702.24": "Hiding",
    "702.24a": "Hiding is a habit of ducks that changes what happens while they rest on the pond of the active player.",
    "702.24b": HIDDEN,
    "702.24c": "Ducklings that hide are gone for good as soon as somebody looks for them.",
}

NEW = {
    "502": "Resting",
    "502.1": OLD["502.1"],
    "502.2": "Second, somebody looks at the weather, and if it rains, every umbrella is opened before anything else is done.",
    "502.3": WAKE,
    "702": "Habits",
    "702.26": "Hiding",
    "702.26a": OLD["702.24a"],
    "702.26b": HIDDEN,
}


def render(rules: dict[str, str], effective: str, layout: str = "plain") -> str:
    """The rules as a file: contents, rules, a glossary. `plain` has a blank line between rules, `doubled` one more after every line, `old`
    marks of italics and full stops after letters, `tight` no blank lines and broken lines."""
    sections = [f"{number}. {text}" for number, text in rules.items() if "." not in number]
    head = [
        "The Duck Comprehensive Rules",
        "",
        f"These rules are effective as of {effective}.",
        "",
        "Contents",
        "",
        "5. Resting and Habits",
    ]
    head += [*sections, "Glossary", "Credits", ""]
    body: list[str] = ["5. Resting and Habits", ""]
    for number, text in rules.items():
        stop = "." if number[-1].isdigit() or layout == "old" else ""
        shown = text.replace("duck", "_duck_", 1) if layout == "old" else text
        if layout == "tight":
            words = f"{number}{stop} {shown}".split()
            body += [" ".join(words[at : at + 8]) for at in range(0, len(words), 8)]
        else:
            body += [f"{number}{stop} {shown}", "Example: A duck rests.", ""]
    tail = [
        "",
        "Glossary",
        "",
        "Duck",
        "A bird. See rule 502.",
        "",
        "Pond",
        "1. Where ducks rest.",
        "2. Any water.",
        "",
        "Credits",
        "",
        "702.26z Nobody",
    ]
    lines = [*head, *body, *tail]
    if layout == "doubled":
        lines = [half for line in lines for half in (line, "")]
    return "\n".join(lines) + "\n"


@pytest.fixture
def old() -> Published:
    return parse_published(render(OLD, "June 1, 2012"), "cr-20120601.txt")


@pytest.fixture
def new() -> Published:
    return parse_published(render(NEW, "April 17, 2026"), "cr-20260417.txt")


@pytest.fixture
def rules_text() -> Callable[..., str]:
    """`rules_text("old" | "new", layout)`: the text of one of the two editions; keywords `change={number: text or None}` alter it."""

    def text(which: str, layout: str = "plain", change: dict[str, str | None] | None = None, effective: str | None = None) -> str:
        rules = {**(OLD if which == "old" else NEW), **(change or {})}
        date = effective or ("June 1, 2012" if which == "old" else "April 17, 2026")
        from conformance.rules.registry import sort_key

        kept = {number: its for number, its in sorted(rules.items(), key=lambda pair: sort_key(pair[0])) if its is not None}
        return render(kept, date, layout)

    return text


@pytest.fixture
def ducks(tmp_path: Path) -> Path:
    """A folder with the registry of the two texts, hashes and all."""
    folder = tmp_path / "ducks"
    folder.mkdir()
    file = folder / "rules.yaml"
    file.write_text(REGISTRY, encoding="utf-8")
    texts = [
        Labelled("2012-06-01", parse_published(render(OLD, "June 1, 2012"), "old.txt")),
        Labelled("2026-04-17", parse_published(render(NEW, "April 17, 2026"), "new.txt")),
    ]
    changes = {its.rule.number: its.lines() for its in fill(load(folder), texts)}
    file.write_bytes(with_keys(file.read_bytes(), str(file), changes))
    return folder


@pytest.fixture
def registry(ducks: Path) -> Registry:
    return load(ducks)
