"""Are two reports the same, but for time and for how the engine was reached? Exit code 0 if so; differences are printed.

python benchmarks/same_report.py in-process/report.json stdio/report.json
"""

import json
import sys
from pathlib import Path

PASSING = ("seconds", "started", "restarts")


def essence(report):
    """A report without what may differ between two runs that agree."""
    report = {key: value for key, value in report.items() if key not in PASSING}
    report["engine"] = {key: value for key, value in report["engine"].items() if key != "name"}
    report["cases"] = {case["id"]: {key: value for key, value in case.items() if key not in PASSING} for case in report["cases"]}
    return report


def main(first, second):
    """Compare the two files."""
    one, other = (essence(json.loads(Path(path).read_text(encoding="utf-8"))) for path in (first, second))
    if one == other:
        print(f"the reports are the same ({len(one['cases'])} cases)")
        return 0
    for case in sorted(one["cases"].keys() | other["cases"].keys()):
        left, right = one["cases"].get(case), other["cases"].get(case)
        if left != right:
            print(f"{case}:\n  {first}: {left}\n  {second}: {right}")
    for key in sorted(one.keys() | other.keys()):
        if key != "cases" and one.get(key) != other.get(key):
            print(f"{key}: {one.get(key)} and {other.get(key)}")
    return 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
