"""A report with one case of each outcome, for the tests of what is made of reports."""

from __future__ import annotations

from typing import Any

from conformance.runner.report import CaseResult, EngineInfo, Failure, Report, SuiteInfo, summarize

HOSTILE = "\x1b[31mred\x00\ud800\ufffe]]>&<\"'\r\n\u202eend"
"""What an engine or a case should not be able to bring into a terminal or a document."""


def case(name: str, outcome: Any, file: str = "cases/702.26-phasing/702.26g-indirect.yaml", **more: Any) -> CaseResult:
    fields: dict[str, Any] = {"title": f"About {name}", "file": file, "line": 7, "rules": ["702.26g/a"], "seconds": 0.25, **more}
    return CaseResult(id=name, outcome=outcome, **fields)


def each_outcome() -> list[CaseResult]:
    return [
        case("passes", "pass"),
        case("fails", "fail", failure=Failure(4, "croc.phased", "in", "direct", "702.26g", 19)),
        case("fails-with-a-list", "fail", failure=Failure(2, "alice.hand", ["a", None, True], {"stun": 1})),
        case("is-refused", "fail", failure=Failure(3, "", message="the action was refused: target")),
        case("crashes", "crash", reason="the engine ended with exit code 3", stderr="panicked at main.rs\nbye"),
        case("hangs", "timeout", reason="no answer to act within 10 s"),
        case("babbles", "protocol_error", reason="a line that is no JSON"),
        case("is-known", "known", underlying="fail", failure=Failure(4, "croc.phased", "in", "direct")),
        case("is-fixed", "fixed", underlying="pass"),
        case("lacks-a-card", "unsupported", file="cases/502-untap-step/502.3-untap.yaml", reason="card Winter Orb: not understood"),
        case("cannot-be-seen", "unobservable", unobservable=["croc.exerted", "bears.exerted", "events.4"]),
        case("is-disputed", "disputed", reason="two judges disagree", underlying="fail", failure=Failure(1, "a", 1, 2)),
        case("is-wrong", "error", file="cases/502-untap-step/502.3-untap.yaml", reason="no answer to targets"),
        case("comes-late", "not_run", reason="--fail-fast"),
    ]


def report(cases: list[CaseResult], **more: Any) -> Report:
    fields: dict[str, Any] = {
        "suite": SuiteInfo("mtg-conformance", "0.1.0", 1),
        "engine": EngineInfo("stdio:./fake", "Fake", "1.2", "Rust"),
        "edition": "2026-09-25",
        "complete": True,
        "started": "2026-11-30T00:00:00Z",
        "seconds": 3.5,
        "summary": summarize(cases),
        "cases": cases,
        **more,
    }
    return Report(**fields)
