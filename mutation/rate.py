"""How many mutants of a session the cases caught, and what became of those that they did not.

    python mutation/rate.py DATABASE [--missing]

Reads the tool's database and `survivors.yaml`, in which each survivor has to be with its reason. `--missing` prints those that are not
there yet, in the form of that file. The exit code is 1 if one is missing, or fewer than 95 % are caught or shown to be equivalent.
"""

from __future__ import annotations

import argparse
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

SURVIVORS = Path(__file__).parent / "survivors.yaml"
WANTED = 95.0

NOT_MADE = (
    (r"BitOr", r"", "'|' stands in these modules in annotations only, which are never evaluated"),
    (r"_(Eq|NotEq|Lt|LtE|Gt|GtE)_Is(Not)?$", r"", "whether equal texts or numbers are one object is Python's own affair"),
    (r"_Is_(Eq|Lt|LtE|Gt|GtE)$|_IsNot_NotEq$", r"", "an object equals only itself, and has no order: the same, or no program"),
    (r"", r"^if TYPE_CHECKING", "imports for the type checker"),
    (r"", r"^\s*__slots__", "which fields there may be is no rule"),
    (r"True|False|Number", r"^@dataclass", "that an object cannot be changed is no rule"),
)
"""(operator, line, reason), both patterns: these mutants are not tried, and not counted."""

KINDS = {
    "equivalent": "no game can show it: the values that would tell do not come about, or what follows is the same",
    "unreachable": "the rest of the engine never calls it so",
    "message": "only the text of a refusal, or the rule that an event cites, is another",
    "effort": "only how much is computed is another, not what",
    "hole": "a case could notice, and none does",
}
"""What a survivor can be; all but the last are shown to be equivalent, one by one."""


HEAD = (
    "| Module | Mutants | Caught by cases | Equivalent | Holes | Not explained | Caught or equivalent |",
    "|---|---|---|---|---|---|---|",
)


@dataclass(frozen=True)
class Mutant:
    """One mutant of a session: where it is, what was changed, and how it ended."""

    module: str
    function: str
    operator: str
    was: str
    now: str
    outcome: str

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        return self.module, self.function, self.operator, self.was, self.now


def read_session(database: Path) -> list[Mutant]:
    """The mutants of a session that were made. Where a function has a line more than once, the lines are numbered: `return [2]`."""
    query = """
        select s.module_path, s.definition_name, s.operator_name, r.worker_outcome, r.test_outcome, r.diff, s.start_pos_row
        from mutation_specs s left join work_results r on r.job_id = s.job_id
        order by s.module_path, s.start_pos_row, s.start_pos_col, s.operator_name, s.occurrence
    """
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        made = [row for row in connection.execute(query) if row[3] != "SKIPPED" and not left_out_everywhere(row[2])]
    lines: dict[tuple[str, str, str], list[int]] = {}
    for path, function, _, _, _, diff, row in made:
        rows = lines.setdefault((path, function, changed(diff or "")[0]), [])
        if row not in rows:
            rows.append(row)
    mutants = []
    for path, function, operator, _, outcome, diff, row in made:
        was, now = changed(diff or "")
        rows = lines[path, function, was]
        which = f" [{rows.index(row) + 1}]" if len(rows) > 1 else ""
        mutants.append(Mutant(Path(path).stem, function or "", operator.split("/")[-1], was + which, now, outcome or "not run"))
    return mutants


def left_out_everywhere(operator: str) -> bool:
    """Whether an operator is not used on any line."""
    return any(not text and re.search(pattern, operator) for pattern, text, _ in NOT_MADE)


def changed(diff: str) -> tuple[str, str]:
    """The lines of a difference that are gone, and those that came, each without indentation and as one text."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    return tuple(" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")  # type: ignore[return-value]


def read_survivors(path: Path = SURVIVORS) -> dict[tuple[str, str, str, str, str], str]:
    """Kind of each mutant that is explained, by its key."""
    kinds = {}
    for entry in yaml.safe_load(path.read_text(encoding="utf-8")) or []:
        for operator, now in pairs(entry):
            kinds[(entry["module"], entry["function"], operator, entry["was"], now)] = entry["kind"]
    return kinds


def pairs(entry: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """(operator, new text) of each mutant of an entry."""
    for operator, texts in entry["now"].items():
        for text in texts if isinstance(texts, list) else [texts]:
            yield operator, text


def summary(database: Path) -> str:
    """The table of docs/mutation.md."""
    mutants, kinds = read_session(database), read_survivors()
    rows = []
    for module in [*dict.fromkeys(mutant.module for mutant in mutants), "all"]:
        those = [mutant for mutant in mutants if module in (mutant.module, "all")]
        counts = Counter(fate(mutant, kinds) for mutant in those)
        explained = sum(counts[kind] for kind in KINDS if kind != "hole")
        good = counts["caught"] + explained
        open_ones = counts["unexplained"] + counts["not run"]
        share = f"{100 * good / len(those):.1f} %"
        rows.append(f"| {module} | {len(those)} | {counts['caught']} | {explained} | {counts['hole']} | {open_ones} | {share} |")
    return "\n".join((*HEAD, *rows))


def fate(mutant: Mutant, kinds: dict[tuple[str, str, str, str, str], str]) -> str:
    """caught, a kind of survivor, unexplained, or not run."""
    if mutant.outcome == "SURVIVED":
        return kinds.get(mutant.key, "unexplained")
    return "not run" if mutant.outcome == "not run" else "caught"


def missing(database: Path) -> list[dict[str, Any]]:
    """Entries for the survivors that are not explained yet; those of one line together."""
    kinds = read_survivors()
    entries: dict[tuple[str, str, str], dict[str, Any]] = {}
    for mutant in read_session(database):
        if fate(mutant, kinds) == "unexplained":
            where = {"module": mutant.module, "function": mutant.function, "was": mutant.was}
            entry = entries.setdefault((mutant.module, mutant.function, mutant.was), {**where, "now": {}, "kind": "", "why": ""})
            entry["now"].setdefault(mutant.operator, []).append(mutant.now)
    return list(entries.values())


def main() -> int:
    """Carry out the call."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", type=Path)
    parser.add_argument("--missing", action="store_true", help="print the survivors that are not explained yet")
    options = parser.parse_args()
    if options.missing:
        print(yaml.safe_dump(missing(options.database), sort_keys=False, width=140, allow_unicode=True))
        return 0
    print(summary(options.database))
    mutants, kinds = read_session(options.database), read_survivors()
    fates = Counter(fate(mutant, kinds) for mutant in mutants)
    bad = fates["hole"] + fates["unexplained"] + fates["not run"]
    stale = set(kinds) - {mutant.key for mutant in mutants if mutant.outcome == "SURVIVED"}
    for module, function, operator, _, now in sorted(stale):
        print(f"explained, but no survivor of this session: {module}.{function}, {operator}: {now}")
    return 1 if fates["unexplained"] or fates["not run"] or 100 * (len(mutants) - bad) < WANTED * len(mutants) else 0


if __name__ == "__main__":
    raise SystemExit(main())
