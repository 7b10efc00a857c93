"""The test of the mutation tool: the built-in cases alone, on the reference engine as it is on disk; exit code 1 at the first that fails.

Every case is played once, in this process: by today's rules, or, if it is only about older editions, by the last edition it is about.
Cases that caught a mutant of the same function before are played first, then those that caught one of the same module (`--memory FILE`
keeps which did), then those that cite the rules that the module names, then all others. The order does not change the answer, only how
soon it comes.
"""

from __future__ import annotations

import argparse
import gc
import re
import resource
import subprocess
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.cases import load
from conformance.cases.model import Case
from conformance.commands.certify import FEWER_COLLECTIONS
from conformance.engines.reference import spec
from conformance.mutants.catching import edition_of
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.session import Session
from conformance.runner.watchdog import NeverEnds, within

ROOT = Path(__file__).parent.parent
SECONDS = 5.0
"""A case may take so long; on the unchanged engine it takes a few thousandths of a second."""

MEMORY = 2 * 1024**3
"""A mutant that makes objects for ever is ended before it takes the machine's memory."""

RULE = re.compile(r"\b[1-9]\d\d(?:\.\d+[a-z]?)?\b")


@dataclass(frozen=True)
class Change:
    """What is not as it was committed: a module of the engine, the line that begins the function, and the rules that the module names."""

    module: str
    function: str
    rules: frozenset[str]

    @classmethod
    def found(cls) -> Change:
        command = ["git", "-C", str(ROOT), "diff", "--unified=0", "--", "reference_engine"]
        difference = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        module = re.search(r"^\+\+\+ b/(.*)$", difference, re.MULTILINE)
        function = re.search(r"^@@ .* @@ (.*)$", difference, re.MULTILINE)
        text = (ROOT / module[1]).read_text(encoding="utf-8") if module else ""
        return cls(module[1] if module else "", function[1] if function else "", frozenset(RULE.findall(text)))


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
    change = Change.found()
    remembered = options.memory.read_text().splitlines() if options.memory and options.memory.exists() else []
    cases = in_order([case for case in loaded.cases if case.disputed is None], change, remembered)
    caught = first_failure(cases, CardBook(loaded.cards))
    if caught is None:
        print(f"all {len(cases)} cases pass")
        return 0
    case, how = caught
    print(f"{case}: {how}")
    if options.memory:
        with options.memory.open("a") as file:
            file.write(f"{change.module}\t{change.function}\t{case}\n")
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


def in_order(cases: Sequence[Case], change: Change, remembered: Sequence[str]) -> list[Case]:
    """The likely ones first; of equally likely ones those that come first in the library."""
    before = [line.split("\t") for line in remembered]
    of_function = Counter(case for module, function, case in before if (module, function) == (change.module, change.function))
    of_module = Counter(case for module, _, case in before if module == change.module)

    def likelihood(case: Case) -> tuple[int, int, int]:
        cited = any(rule.partition("/")[0] in change.rules for rule in case.rules)
        return -of_function[case.id], -of_module[case.id], 0 if cited else 1

    return sorted(cases, key=likelihood)


if __name__ == "__main__":
    raise SystemExit(main())
