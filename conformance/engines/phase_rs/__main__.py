"""`python -m conformance.engines.phase_rs`: the adapter as a program that speaks the protocol on standard input and output."""

from __future__ import annotations

import sys

from conformance.engines.phase_rs.adapter import PhaseAdapter
from conformance.engines.phase_rs.problems import NotInstalled
from conformance.engines.server import serve


def main() -> int:
    """Serve until the end. What is not installed is said at once, in words: the suite shows what a program wrote that ended early."""
    adapter = PhaseAdapter()
    try:
        adapter.load()
    except NotInstalled as missing:
        print(missing, file=sys.stderr)
        return 1
    serve(adapter)
    return 0


if __name__ == "__main__":
    sys.exit(main())
