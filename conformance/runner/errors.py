"""How playing a case can end before its script does.

| raised         | when                                                                 | outcome                                    |
|----------------|----------------------------------------------------------------------|--------------------------------------------|
| `CaseError`    | no engine could do it: a step without priority is advanced to        | `error`                                    |
| `Departure`    | a moment never comes, an answer is needed and not queued, a name     | `fail`; on the reference engine `error`,   |
|                | fits nothing or several objects                                      | since there the case is wrong              |
| `Different`    | an expectation does not hold, an action is refused or accepted       | `fail`                                     |
|                | against the case, an answer is never used                            |                                            |
| `Unreported`   | a `name` step looks for something by what the engine does not report | `unobservable`                             |
| `NotSupported` | the engine lacks a card or a feature that the case needs             | `unsupported`                              |

What an engine does wrong below the level of the rules is in `conformance.engines.errors`.
"""

from __future__ import annotations

from typing import Any


class CaseEnds(Exception):
    """Base of the five."""


class CaseError(CaseEnds):
    """The case itself is wrong."""


class Departure(CaseEnds):
    """The game did not come to where the case goes on. `expected` and `observed` say it in the form of a failure."""

    def __init__(self, message: str, *, path: str, expected: Any = None, observed: Any = None) -> None:
        super().__init__(message)
        self.path = path
        self.expected = expected
        self.observed = observed


class Different(CaseEnds):
    """The engine did something else than the case says."""

    def __init__(self, path: str, expected: Any, observed: Any, message: str | None = None, subject: str | None = None) -> None:
        super().__init__(message or f"{path}: expected {expected!r}, observed {observed!r}")
        self.path = path
        self.expected = expected
        self.observed = observed
        self.message = message
        self.subject = subject
        """The id of the object that it is about, if it is about one."""


class Unreported(CaseEnds):
    """The case cannot go on without something that the engine does not report."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


class NotSupported(CaseEnds):
    """The engine lacks something that the case needs."""
