"""Tries the JavaScript adapter as an engine's author would: `doctor`, then `certify`, which has to judge as many cases as it did.

    python adapters/javascript/check.py

Without Node it says so and ends well: nothing of the suite itself needs Node.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LEAST = 60
"""So many cases are judged, or the adapter declines what it did not decline before."""

ENGINE = f"stdio:node {(Path(__file__).parent / 'adapter.js').as_posix()}"


def main() -> int:
    if shutil.which("node") is None:
        print("skipped: the JavaScript adapter needs Node 20, and there is no 'node' on the PATH")
        return 0
    suite = [sys.executable, "-m", "conformance.cli"]
    code = subprocess.run([*suite, "doctor", "--engine", ENGINE]).returncode
    if code:
        return code
    with tempfile.TemporaryDirectory() as folder:
        code = subprocess.run([*suite, "certify", "--engine", ENGINE, "--report", folder]).returncode
        if code:
            return code
        summary = json.loads((Path(folder) / "report.json").read_text(encoding="utf-8"))["summary"]
    if summary["pass"] < LEAST:
        print(f"only {summary['pass']} cases were judged; there were {LEAST} and more", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
