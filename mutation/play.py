"""The test of the mutation tool: the built-in cases alone, on the reference engine as it is on disk; exit code 1 at the first that fails.

Every case is played once, in this process: by today's rules, or, if it is only about older editions, by the last edition it is about.
A case that caught a mutant before is played first (`--memory FILE` keeps who did), then those that cite the rules that the changed module
names, then all others. In what order does not change the answer, only how soon it comes.
"""

from __future__ import annotations

import argparse
import gc
import re
import resource
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from conformance.cases import load
from conformance.cases.model import Case
from conformance.commands.certify import FEWER_COLLECTIONS
from conformance.engines.reference import spec
from conformance.mutants.catching import edition_of
from conformance.mutants.watchdog import NeverEnds, within
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.session import Session

ROOT = Path(__file__).parent.parent
SECONDS = 5.0
"""A case may take so long; on the unchanged engine it takes a few thousandths of a second."""

MEMORY = 2 * 1024**3
"""A mutant that makes objects for ever is ended before it takes the machine's memory."""

RULE = re.compile(r"\b[1-9]\d\d(?:\.\d+[a-z]?)?\b")


def main() -> int:
    """Play the cases; 0 if all of them pass."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memory", type=Path, help="the file that keeps which cases caught mutants")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.set_threshold(*FEWER_COLLECTIONS)
    loaded = load()
    if loaded.errors:
        print(*loaded.errors[:3], sep="\n")
        return 1
    remembered = Counter(options.memory.read_text().split()) if options.memory and options.memory.exists() else Counter()
    cases = in_order([case for case in loaded.cases if case.disputed is None], remembered, rules_of_changed_modules())
    caught = first_failure(cases, CardBook(loaded.cards))
    if caught is None:
        print(f"all {len(cases)} cases pass")
        return 0
    case, how = caught
    print(f"{case}: {how}")
    if options.memory:
        with options.memory.open("a") as file:
            file.write(f"{case}\n")
    return 1


def first_failure(cases: Sequence[Case], cards: CardBook) -> tuple[str, str] | None:
    """The first case that does not pass, and how it ended."""
    sessions: dict[str, Session] = {}
    for case in cases:
        edition = edition_of(case)
        session = sessions.get(edition) or sessions.setdefault(edition, Session(spec, edition=edition))
        try:
            with within(SECONDS):
                result, _ = play_case(case, session, cards)
        except NeverEnds:
            return case.id, f"does not end within {SECONDS:g} s"
        if result.outcome != "pass":
            return case.id, f"{result.outcome} {result.failure.path if result.failure is not None else result.reason}"
    return None


def in_order(cases: Sequence[Case], remembered: Counter[str], rules: set[str]) -> list[Case]:
    """The likely ones first; of equally likely ones those that come first in the library."""

    def likelihood(case: Case) -> tuple[int, int]:
        cited = any(rule.partition("/")[0] in rules for rule in case.rules)
        return -remembered[case.id], 0 if cited else 1

    return sorted(cases, key=likelihood)


def rules_of_changed_modules() -> set[str]:
    """The rules that are named in the modules of the engine which are not as they were committed."""
    command = ["git", "-C", str(ROOT), "diff", "--name-only", "--", "reference_engine"]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return {rule for name in names for rule in RULE.findall((ROOT / name).read_text(encoding="utf-8"))}


if __name__ == "__main__":
    raise SystemExit(main())
