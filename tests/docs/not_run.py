"""The commands that are shown and not run, each with the reason; that the command and its options exist is looked at all the same."""

from __future__ import annotations

import re

REASONS = {
    r"pip install": "needs the network; that the extras exist is looked at",
    r"^tox|^pytest$": "runs all tests, this one among them",
    r"^mkdocs serve": "does not end; `tox -e docs` builds the site",
    r"^ruff check": "is a tox environment of its own",
    r"certify .*--engine phase-rs": "plays all cases on phase.rs, for a minute or more; `tox -e phase-rs` does it",
    r"certify --engine phase-rs docs/": "needs the extra phase-rs",
    r"fuzz --engine phase-rs": "needs the extra phase-rs, and minutes",
    r"^mtg-conformance fuzz$": "draws 2,000 boards; `tox -e bites` draws 1,500",
    r"mutants --first": "takes minutes; `tox -e bites` does it",
    r"mutants --rule 702\.26g$": "plays all cases on each of the mutants, for a minute",
    r"mutants --by fuzz": "takes minutes",
    r"report (diff|merge)": "needs several reports; tests/commands/test_report.py calls it",
    r"^mtg-conformance lint$": "plays all cases; `tox -e certify` does it",
    r"mutation/": "works for half an hour, with an extra of its own",
    r"adapters/javascript/": "`tox -e javascript` plays doctor and certify on it",
}
"""By what the command looks like."""

ELSEWHERE = {
    "docs/adapter-tutorial.md": "tests/adapters/test_tutorial.py",
    "docs/ci-recipe.md": "tests/adapters/test_ci_recipe.py",
}
"""Pages that a test of their own goes through."""

ENDS = {
    r"--known-failures known\.yaml": 0,
    r"certify my-cases/": 0,
    r"(certify|coverage) .*my-adapter": 1,
    r"explain .*--engine phase-rs": 1,
    r"certify --engine mutant:": 1,
    r"mutants --rule .*--cases my-cases": 1,
    r"lint my-cases/$": 2,
    r"rules (check|hash)": 1,
}
"""Exit codes that are meant: the first pattern that fits, else 0. The toy adapter untaps nothing, and others are shown to fail."""


def reason(text: str) -> str | None:
    """Why this command is not run, if it is not."""
    return next((why for pattern, why in REASONS.items() if re.search(pattern, text)), None)


def ends(text: str) -> int:
    """The exit code that is meant."""
    return next((code for pattern, code in ENDS.items() if re.search(pattern, text)), 0)
