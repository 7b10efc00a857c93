"""Two engines side by side, area by area, as a page of Markdown on standard output. The areas are the folders of the cases.

python benchmarks/side_by_side.py reference/report.json phase-rs/report.json > docs/results/README.md

Exit code 2 when a report cannot be used, or when the two are not about the same cases.
"""

import json
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

SHOWN = ("pass", "fail", "known", "unsupported", "unobservable")
"""Columns of the second engine; whatever else came up (disputed, crash, timeout, ...) is summed as `other`."""


class Unusable(Exception):
    """A report from which no table can be made; the message says which and why."""


def load(path):
    """A report with what the table needs. Raises Unusable."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
        cases = {case["id"]: case for case in report["cases"]}
        head = {"suite": report["suite"]["version"], "edition": report["edition"], "day": report["started"][:10], **report["engine"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unusable(f"{path} is no report.json of mtg-conformance certify ({type(error).__name__}: {error})") from None
    if not report.get("complete"):
        raise Unusable(f"{path} is of a run that is not complete; run certify without --case, --rule or --shard")
    return head, cases


def area(case):
    """The folder in which the file of the case lies."""
    return PurePosixPath(case["file"]).parent.name


def rows(first, second):
    """One row for each area: its name, how many cases, passes of the first engine, outcomes of the second."""
    tables = {}
    for name, case in first.items():
        count, passed, outcomes = tables.get(area(case), (0, 0, Counter()))
        outcome = second[name]["outcome"]
        outcomes[outcome if outcome in SHOWN else "other"] += 1
        tables[area(case)] = (count + 1, passed + (case["outcome"] == "pass"), outcomes)
    return [(name, *tables[name]) for name in sorted(tables, key=_by_rule)]


def _by_rule(name):
    """Folders are named by rules: 502-untap-step before 610.3-until before 901-planechase."""
    number = name.split("-")[0]
    return [int(part) if part.isdigit() else 0 for part in number.split(".")], name


def page(first_path, second_path):
    """The page. Raises Unusable."""
    (head, first), (other, second) = load(first_path), load(second_path)
    if first.keys() != second.keys():
        odd = sorted(first.keys() ^ second.keys())
        raise Unusable(f"the reports differ in {len(odd)} cases ({', '.join(odd[:3])}, ...); run both engines on the same tree")
    for key in ("suite", "edition"):
        if head[key] != other[key]:
            raise Unusable(f"the reports are of different kinds: {key} {head[key]} and {other[key]}")
    found = rows(first, second)
    total = ("all", len(first), sum(row[2] for row in found), sum((row[3] for row in found), Counter()))
    lines = [
        "# Two engines side by side",
        "",
        f"mtg-conformance {head['suite']}, edition {head['edition']}, {len(first)} cases.",
        f"{head['name']} {head['version']} on {head['day']}, {other['name']} {other['version']} on {other['day']}.",
        "An area is a folder of `cases/`.",
        "",
        f"| area | cases | {head['name']}: pass | {other['name']}: {' | '.join(SHOWN)} | other |",
        "|---" + "|---:" * (len(SHOWN) + 3) + "|",
    ]
    for name, count, passed, outcomes in (*found, total):
        lines.append(f"| {name} | {count} | {passed} | {' | '.join(str(outcomes[key]) for key in (*SHOWN, 'other'))} |")
    lines += [
        "",
        "`known` are failures that stand in the engine's known-failures file, each with its reason and rule. `unsupported` says nothing",
        "about the engine's rules, only that a card, a set-up or a question was out of reach; `unobservable` that it does not report",
        "what the case looks at. `other` are disputed cases, which are never scored, and crashes, timeouts and the like.",
        "",
        "Made with `benchmarks/side_by_side.py` from the two files that `mtg-conformance certify --report DIR` wrote.",
        "",
    ]
    return "\n".join(lines)


def main(arguments):
    """Print the page for two reports."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(page(*arguments), end="")
    except Unusable as problem:
        print(f"side_by_side: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
