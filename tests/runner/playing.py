"""Plays a case, written as in a file, on a fake engine."""

from __future__ import annotations

from textwrap import dedent, indent

from fake_engine import FakeEngine

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.cases.parse import parse_file
from conformance.engines.registry import EngineSpec
from conformance.runner import CardBook, CaseResult, Session, play_case

EDITION = "2026-09-25"

HEAD = """\
- id: {id}
  title: A test
  rules: ['117.1']
  why: So that it can be refuted.
"""


def case(script: str, given: str = "{}", more: str = "", name: str = "test-case") -> Case:
    """A case of a script and a position, both as YAML."""
    text = (
        HEAD.format(id=name)
        + f"  given: {given}\n"
        + indent(dedent(more).strip(), "  ")
        + "\n  script:\n"
        + indent(dedent(script).strip(), "    ")
    )
    cases, problems = parse_file(text.encode(), "test.yaml", CardPool())
    assert not [problem for problem in problems if problem.severity == "error"], [str(problem) for problem in problems]
    return cases[0]


def session(engine: FakeEngine, *, trusted: bool = False) -> Session:
    return Session(EngineSpec("fake", factory=lambda: engine, trusted=trusted), edition=EDITION)


def play(engine: FakeEngine, script: str, given: str = "{}", more: str = "", *, trusted: bool = False) -> CaseResult:
    result, _ = play_case(case(script, given, more), session(engine, trusted=trusted), CardBook())
    return result


def acts(engine: FakeEngine) -> list[str]:
    """What was sent, in short: `alice pass`, `bob cast shock`, `alice answers {'may': True}`."""
    short = []
    for entry in engine.log:
        if "answer" in entry:
            short.append(f"{entry['player']} answers {entry['answer']}")
        else:
            action = entry["action"]
            short.append(" ".join([entry["player"], action["type"], *([action["object"]] if "object" in action else [])]))
    return short
