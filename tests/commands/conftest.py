"""What the tests of the commands share: the toy engine of docs/examples, a file of cases for it, and a way to call a command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from conformance import cli

ROOT = Path(__file__).parents[2]

CASES = """\
- id: bob-follows-alice
  title: The turn passes to the next player
  rules: [502.4, 702.26a/a]
  why: Everybody passes, so steps and turns go by.
  given:
    alice: {battlefield: [{card: Gray Ogre, as: ogre, tapped: true}]}
  script:
    - advance_to: {player: bob, step: upkeep}
    - expect: {turn: {active: bob, step: upkeep}, ogre: {tapped: true}}

- id: ogre-untaps
  title: A tapped creature untaps in its controller's untap step
  rules: [502.3]
  why: The toy does not untap anything, so this differs on it.
  given:
    alice: {battlefield: [{card: Gray Ogre, as: ogre, tapped: true}]}
  script:
    - advance_to: {player: alice, step: upkeep}
    - expect: {ogre: {tapped: false}}

- id: ogre-has-power
  title: What the toy does not report
  rules: ['110.5']
  why: An engine that says nothing of power is not wrong about it.
  given:
    alice: {battlefield: [{card: Gray Ogre, as: ogre}]}
  script:
    - expect: {ogre: {power: 2, tapped: false}}

- id: three-players
  title: What the toy cannot play
  rules: ['500.1']
  why: It knows two players only.
  given: {players: [alice, bob, carol]}
  script:
    - advance_to: {player: carol, step: upkeep}
    - expect: {turn: {active: carol}}
"""

TOY = f"stdio:{sys.executable} {ROOT / 'docs' / 'examples' / 'toy_adapter.py'}"


class Outcome(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Call a command line in this process."""

    def call(*arguments: object) -> Outcome:
        code = cli.run([str(argument) for argument in arguments])
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """A file with a case for each of pass, fail, unobservable and unsupported on the toy engine."""
    path = tmp_path / "some" / "cases.yaml"
    path.parent.mkdir()
    path.write_text(CASES, encoding="utf-8")
    return path


@pytest.fixture
def toy() -> str:
    return TOY


@pytest.fixture
def toy_text() -> str:
    """The toy adapter's source, to break it."""
    return (ROOT / "docs" / "examples" / "toy_adapter.py").read_text(encoding="utf-8")
