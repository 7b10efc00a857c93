"""`python -m conformance.engines.phase_rs`: the adapter as a program that speaks the protocol on standard input and output."""

from __future__ import annotations

from conformance.engines.phase_rs.adapter import PhaseAdapter
from conformance.engines.server import serve

if __name__ == "__main__":
    serve(PhaseAdapter())
