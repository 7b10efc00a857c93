"""What the outcomes of its cases say about a clause of the rules, on one engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.rules.coverage import ClauseCoverage
from conformance.runner.report import NONCONFORMING

STANDINGS: Final = ("holds", "broken", "unjudged")
"""`holds`: some case was judged, and every one that was passed. `broken`: some case does not conform (it may name other clauses too).
`unjudged`: nothing is proven."""

CONTRADICT = (NONCONFORMING - {"fixed"}) | {"known"}
_BEARS_OUT = frozenset({"pass", "fixed"})


def standing(clause: ClauseCoverage, outcomes: Mapping[str, str]) -> str:
    """One of STANDINGS; a known failure is a failure here, since it is the rule that is asked about."""
    seen = {outcomes[case] for case in clause.cases}
    if seen & CONTRADICT:
        return "broken"
    return "holds" if seen & _BEARS_OUT else "unjudged"
