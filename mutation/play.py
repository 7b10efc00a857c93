"""The test of the mutation tool: the built-in cases alone, on the reference engine as it is on disk; exit code 1 at the first that fails.

    python mutation/play.py [--folder FOLDER]

Every case is played once, in this process: by today's rules, or, if it is only about older editions, by the last edition it is about. With
a folder it is quicker, and the answer is the same: if one statement of the engine is not as it was committed, only the cases that come
through its function on the committed engine are played (`reach/`, made by `--trace`), and first those that come to the statement, and of
these those that caught a mutant of the same function before (`memory.txt`).
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import re
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance.cases import load
from conformance.cases.model import Case
from conformance.rules.editions import NEWEST
from conformance.runner.card_book import CardBook
from conformance.runner.certify import in_edition
from conformance.runner.play import play_case
from conformance.runner.session import Session
from conformance.runner.watchdog import NeverEnds, within

SECONDS = 5.0
"""A case may take so long; on the unchanged engine it takes a few thousandths of a second."""

MEMORY = 2 * 1024**3
PROCESSOR_SECONDS = 120
"""A mutant that makes objects for ever, or is slow in every case, is ended before it takes the machine."""

REACH, CAUGHT = "reach", "memory.txt"


def library() -> tuple[list[Case], CardBook]:
    """The built-in cases that are not disputed, and the cards."""
    loaded = load()
    if loaded.errors:
        raise SystemExit("\n".join(map(str, loaded.errors[:3])))
    return [case for case in loaded.cases if case.disputed is None], CardBook(loaded.cards)


def test(cases: Sequence[Case], cards: CardBook, folder: Path | None) -> int:
    """Play the cases that can notice; 0 if all pass. What it says and the exit code go to the tool."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS))
    gc.set_threshold(100_000, 20, 20)
    change = Change.found()
    if folder is not None and change is not None:
        cases = in_order(cases, change, folder)
    for case, how in failures(cases, cards):
        print(f"{case}: {how}")
        if folder is not None and change is not None:
            with (folder / CAUGHT).open("a", encoding="utf-8") as file:
                file.write(f"{change.place}\t{case}\n")
        return 1
    print(f"all {len(cases)} cases pass")
    return 0


def failures(cases: Sequence[Case], cards: CardBook) -> Iterator[tuple[str, str]]:
    """The cases that do not pass, and how each ended. The engine is imported only now, as it is on disk."""
    from conformance.engines.reference import spec

    sessions: dict[str, Session] = {}
    for case in cases:
        edition = edition_of(case)
        session = sessions.get(edition) or sessions.setdefault(edition, Session(spec, edition=edition))
        try:
            with within(SECONDS):
                result, _ = play_case(case, session, cards)
        except NeverEnds:
            yield case.id, f"does not end within {SECONDS:g} s"
            continue
        if result.outcome != "pass":
            yield case.id, f"{result.outcome} {result.failure.path if result.failure is not None else result.reason}"


def edition_of(case: Case) -> str:
    """By which rules a case is played here: today's, or the last that it is about."""
    return NEWEST if in_edition(case, NEWEST) else case.editions.until or NEWEST


@dataclass(frozen=True)
class Change:
    """The one place of the engine that is not as it was committed: a statement, or the head of one that has others in it."""

    module: str
    lines: range
    body: range
    """The lines of the function around it."""

    @property
    def place(self) -> str:
        return f"{self.module}:{self.body.start}"

    @classmethod
    def found(cls) -> Change | None:
        """None if nothing is changed, or it is in no function.

        What is computed as a function is defined counts to its head: a default is used only by those who call it.
        """
        difference = _git("diff", "--unified=0", "--", "reference_engine")
        file = re.search(r"^--- a/(.*)$", difference, re.MULTILINE)
        hunks = re.findall(r"^@@ -(\d+)", difference, re.MULTILINE)
        if file is None or len(hunks) != 1:
            return None
        line = int(hunks[0])
        statements = [node for node in ast.walk(ast.parse(_git("show", f"HEAD:{file[1]}"))) if isinstance(node, ast.stmt)]
        around = [node for node in statements if node.lineno <= line <= (node.end_lineno or 0)]
        functions = [node for node in around if isinstance(node, ast.FunctionDef)]
        if not functions:
            return None
        statement = min(around, key=_length)
        inside = getattr(statement, "body", None)
        last = inside[0].lineno - 1 if inside else statement.end_lineno or statement.lineno
        function = min(functions, key=_length)
        lines = range(statement.lineno, max(last, statement.lineno) + 1)
        return cls(Path(file[1]).stem, lines, range(function.lineno, (function.end_lineno or function.lineno) + 1))


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or 0) - node.lineno


def in_order(cases: Sequence[Case], change: Change, folder: Path) -> list[Case]:
    """Those that come through the changed function; first those that come to the place, of them those that caught a mutant of the function.

    The place alone would not do: what a function keeps for later is made in the one case that comes first.
    """
    reach = json.loads((folder / REACH / f"{change.module}.json").read_text(encoding="utf-8"))
    coming = {case for line in change.lines for case in reach.get(str(line), ())}
    around = coming.union(*(reach.get(str(line), ()) for line in change.body))
    memory = folder / CAUGHT
    lines = memory.read_text(encoding="utf-8").splitlines() if memory.exists() else []
    caught = Counter(case for place, case in (line.split("\t") for line in lines) if place == change.place)
    return sorted((case for case in cases if case.id in around), key=lambda case: (case.id not in coming, -caught[case.id]))


def trace(cases: Sequence[Case], cards: CardBook, folder: Path) -> int:
    """Write down which cases come to which lines of the engine's modules."""
    reach: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    ours: dict[Any, dict[int, set[str]] | None] = {}  # of each code object: the lines of its module, if it is one of the engine
    for case in cases:

        def note(frame: Any, event: str, argument: Any, case: str = case.id) -> Any:
            code = frame.f_code
            if code not in ours:
                path = Path(code.co_filename)
                ours[code] = reach[path.stem] if path.parent.name == "reference_engine" else None
            lines = ours[code]
            if lines is None:
                return None
            lines[frame.f_lineno].add(case)
            return note

        sys.settrace(note)
        wrong = list(failures([case], cards))
        sys.settrace(None)
        if wrong:
            print(wrong[0])
            return 1
    (folder / REACH).mkdir(exist_ok=True)
    for module, lines in reach.items():
        text = json.dumps({line: sorted(ids) for line, ids in lines.items()})
        (folder / REACH / f"{module}.json").write_text(text, encoding="utf-8")
    return 0


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def main() -> int:
    """Carry out the call."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help=f"where {REACH} and {CAUGHT} are")
    parser.add_argument("--trace", action="store_true", help=f"write {REACH}")
    options = parser.parse_args()
    cases, cards = library()
    return trace(cases, cards, options.folder) if options.trace else test(cases, cards, options.folder)


if __name__ == "__main__":
    raise SystemExit(main())
