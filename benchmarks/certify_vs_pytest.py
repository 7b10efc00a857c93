"""How long certifying all built-in cases takes, as a multiple of what pytest takes for as many empty tests.

    python benchmarks/certify_vs_pytest.py [ROUNDS]

Whole processes, from start to end, in turns, the best of several rounds each: what somebody waits for. The target is at most 2.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TARGET = 2.0
ROUNDS = 5


def main(rounds=ROUNDS):
    """Measure and print; exit code 1 when the target is missed."""
    from conformance.cases.library import load

    cases = load().cases
    certify = [sys.executable, "-m", "conformance.cli", "certify"]
    with tempfile.TemporaryDirectory() as folder:
        tests = Path(folder, "test_empty.py")
        tests.write_text("".join(f"def test_{number}():\n    pass\n\n\n" for number in range(len(cases))), encoding="utf-8")
        pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
        run(certify, folder)  # once before, so that both find their files read and compiled
        run(pytest, folder)
        times = {"certify": [], "pytest": []}
        for _ in range(rounds):
            times["certify"].append(run(certify, folder))
            times["pytest"].append(run(pytest, folder))
    best = {name: min(seconds) for name, seconds in times.items()}
    ratio = best["certify"] / best["pytest"]
    print(f"{len(cases)} cases, best of {rounds}")
    print(f"mtg-conformance certify   {best['certify']:.2f} s")
    print(f"pytest, empty tests       {best['pytest']:.2f} s")
    print(f"ratio                     {ratio:.2f} (target: at most {TARGET:g})")
    return 0 if ratio <= TARGET else 1


def run(command, folder):
    """Seconds that a command takes. It has to end by itself; certify may find that something does not conform."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    start = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command[1:4])} ended with exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return seconds


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
