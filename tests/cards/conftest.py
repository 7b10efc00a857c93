"""`play`: a short case of a test, played on the reference engine."""

from textwrap import dedent

import pytest

from conformance.cases import load
from conformance.engines.registry import engine
from conformance.runner import CardBook, certify

HEAD = "- id: a-test-case\n  title: A test\n  rules: ['117.1']\n  why: So that it can be refuted.\n"


@pytest.fixture
def play(tmp_path):
    """Plays the part of a case from `given` on; gives the outcome, and where and why it failed if it did."""

    def run(case):
        path = tmp_path / "case.yaml"
        path.write_text(HEAD + "".join(f"  {line}\n" for line in dedent(case).strip().splitlines()), encoding="utf-8")
        loaded = load([path])
        errors = [str(problem) for problem in loaded.problems if problem.severity == "error"]
        assert not errors
        (result,) = certify(loaded.cases, engine("reference"), cards=CardBook(loaded.cards)).cases
        return result.outcome, result.failure, result.reason

    return run
