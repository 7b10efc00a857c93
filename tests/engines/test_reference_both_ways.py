"""The reference engine in this process (unchecked) and as programs over stdio (checked): the same report."""

from dataclasses import replace

from conformance.cases import builtin, load
from conformance.engines.registry import engine
from conformance.runner import CardBook, Options, certify


def test_cases_end_the_same_in_this_process_and_in_two_programs():
    loaded = load([builtin() / "702.26-phasing", builtin() / "901-planechase"])
    cases = loaded.cases[::5]
    cards = CardBook(loaded.cards)
    reference = engine("reference")
    inside = certify(cases, reference, cards=cards)
    outside = certify(cases, replace(reference, factory=None), cards=cards, options=Options(jobs=2, timeout=30))
    # How a crash is worded depends on the way; that there is one does not.
    told = [[(case.id, case.outcome, case.way, case.failure) for case in report.cases] for report in (inside, outside)]
    assert told[0] == told[1]
    assert len(cases) > 20
    assert inside.summary["pass"] > len(cases) // 2
    assert outside.restarts == 0
