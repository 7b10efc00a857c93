"""`python -m conformance.mutants ID`: a mutant as a program that speaks the protocol."""

from __future__ import annotations

import sys

from conformance.engines.reference import at_once
from conformance.engines.server import serve
from conformance.mutants.adapter import MutantAdapter
from conformance.mutants.mutant import UnknownMutant, find

if __name__ == "__main__":
    try:
        amendment = find(sys.argv[1] if len(sys.argv) > 1 else "").amendment()
    except UnknownMutant as error:
        sys.exit(str(error))
    serve(MutantAdapter(amendment, at_once))
