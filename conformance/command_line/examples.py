"""Examples for the help of each command. A test holds their options against what the commands take.

The backspace of click's help format keeps the lines as they are.
"""

from __future__ import annotations

EXAMPLES: dict[str, tuple[str, ...]] = {
    "certify": (
        "mtg-conformance certify",
        'mtg-conformance certify --engine "stdio:./my-adapter" --report out',
        "mtg-conformance certify --engine phase-rs --rule 702.26g -j 2",
        "mtg-conformance certify my-cases/ --case my-case",
    ),
    "doctor": (
        'mtg-conformance doctor --engine "stdio:./my-adapter"',
        "mtg-conformance doctor --engine phase-rs",
    ),
    "explain": (
        "mtg-conformance explain watcher-counts-the-aura-that-left-with-its-host",
        "mtg-conformance explain my-case --from my-cases/ --engine phase-rs",
    ),
    "coverage": (
        "mtg-conformance coverage",
        "mtg-conformance coverage --engine phase-rs",
        "mtg-conformance coverage --format html --output coverage.html",
        "mtg-conformance coverage --report out/ --format html --output coverage.html",
        "mtg-conformance coverage --format json > coverage.json",
    ),
    "fuzz": (
        "mtg-conformance fuzz --examples 100 --stats",
        "mtg-conformance fuzz --engine phase-rs --against reference --save found/",
        "mtg-conformance fuzz --engine phase-rs --replay found/702.26g.yaml",
    ),
    "mutants": (
        "mtg-conformance mutants --list --rule 702.26g",
        "mtg-conformance mutants comes-back-untapped",
        "mtg-conformance mutants --rule 502 --by fuzz -j 2",
    ),
    "lint": (
        "mtg-conformance lint",
        "mtg-conformance lint my-cases/",
    ),
    "export": (
        "mtg-conformance export --format json -o cases.json",
        "mtg-conformance export my-cases/ --format pzl -o puzzles/",
    ),
    "report show": (
        "mtg-conformance report show out/",
        "mtg-conformance report show report.json --html run.html --certificate out/",
    ),
    "report diff": (
        "mtg-conformance report diff before/ after/",
        "mtg-conformance report diff before/ after/ --format markdown",
    ),
    "report merge": ("mtg-conformance report merge shard-1/ shard-2/ shard-3/ -o out/",),
    "rules show": (
        "mtg-conformance rules show 702.26g",
        "mtg-conformance rules show 702.26g/c --format json",
    ),
    "rules diff": ("mtg-conformance rules diff 2012-06-01 2026-09-25",),
    "rules check": ("mtg-conformance rules check MagicCompRules.txt",),
    "rules migrate": ("mtg-conformance rules migrate --from 2012-06-01 my-cases/",),
    "rules hash": ("mtg-conformance rules hash MagicCompRules.txt",),
}


def examples(command: str) -> str:
    """The end of a command's help."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in EXAMPLES[command])))
