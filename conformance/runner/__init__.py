"""Plays cases on engines and judges them.

`certify` runs many cases and gives a Report; `play_case` plays one on a Session. A session is a started engine, made from an
`EngineSpec` (`conformance.engines.registry.engine(name)`).
"""

from conformance.runner.card_book import CardBook
from conformance.runner.certify import (
    CaseDone,
    CaseStarted,
    EngineLost,
    EngineStarted,
    Options,
    RunDone,
    RunEvent,
    RunStarted,
    certify,
    in_edition,
)
from conformance.runner.known_failures import BadKnownFailures, KnownFailure, load_known_failures
from conformance.runner.needs import needs
from conformance.runner.play import play_case
from conformance.runner.report import CaseResult, EngineInfo, Failure, Report, exit_code
from conformance.runner.session import Session

__all__ = [
    "BadKnownFailures",
    "CardBook",
    "CaseDone",
    "CaseResult",
    "CaseStarted",
    "EngineInfo",
    "EngineLost",
    "EngineStarted",
    "Failure",
    "KnownFailure",
    "Options",
    "Report",
    "RunDone",
    "RunEvent",
    "RunStarted",
    "Session",
    "certify",
    "exit_code",
    "in_edition",
    "load_known_failures",
    "needs",
    "play_case",
]
