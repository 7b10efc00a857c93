"""Who mistypes a rule, a case, a mutant or an engine is told what may have been meant, by every command that takes one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Call = Callable[..., tuple[int, str, str]]

CASE = "several-hosts-with-attachment"
MEANT = "did you mean 'several-hosts-with-attachments-of-both-players'?"


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        (("certify", "--rule", "702.62g"), "no case names it; did you mean '702.26g'?"),
        (("certify", "--rule", "502.33"), "no case names it; did you mean '502.3'?"),
        (("certify", "--rule", "702.26g/z"), "no case names it; the clauses of 702.26g are a, b"),
        (("certify", "--rule", "phasing.indirct"), "no rule number; did you mean '702.26g' (phasing.indirect)?"),
        (("certify", "--rule", "702.24f"), "no case names it; in older editions that was the number of 702.26g"),
        (("certify", "--case", CASE), MEANT),
        (("certify", "--engine", "mutant:comes-back-untaped"), "Did you mean comes-back-untapped"),
        (("certify", "--engine", "fase-rs"), "Did you mean phase-rs?"),
        (("export", "--rule", "702.62g"), "no case names it; did you mean '702.26g'?"),
        (("export", "--case", CASE), MEANT),
        (("export", "--format", "pzz"), "did you mean 'pzl'?"),
        (("mutants", "--list", "--rule", "702.62g"), "no mutant breaks it; did you mean '702.26g'?"),
        (("mutants", "--list", "--rule", "502.x"), "no rule number; did you mean"),
        (("mutants", "comes-back-untaped"), "Did you mean comes-back-untapped"),
        (("mutants", "comes-back-untapped", "--rule", "903.1"), "no mutant breaks it"),
        (("mutants", "comes-back-untapped", "--rule", "502.3"), "none of the mutants that were named breaks it"),
        (("explain", CASE), MEANT),
        (("explain", "702.26g"), "that is the number of a rule: 'mtg-conformance rules show 702.26g' names its cases"),
        (("explain", "phasing"), "'mtg-conformance rules show R' names the cases of a rule"),
        (("coverage", "--rule", "702.62g"), "it is not in the registry; did you mean '702.26g'?"),
        (("coverage", "--rule", "702.26g/z"), "it is not in the registry; the clauses of 702.26g are a, b"),
        (("coverage", "--rule", "phasing.indirct"), "no rule number; did you mean '702.26g' (phasing.indirect)?"),
        (("coverage", "--engine", "referense"), "Did you mean reference?"),
        (("rules", "show", "702.62g"), "did you mean"),
        (("rules", "show", "phasing.indirct"), "did you mean 'phasing.indirect'?"),
    ],
)
def test_what_may_have_been_meant(call: Call, command: tuple[str, ...], meant: str) -> None:
    code, out, err = call(*command)
    assert (code, out) == (2, "")
    assert meant in err
    assert err.count("\n") == 1
