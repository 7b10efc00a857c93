"""What can go wrong between the protocol and phase.rs, each kind with its own answer on the wire."""

from __future__ import annotations

from typing import Any


class Unsupported(Exception):
    """The engine lacks what the case needs; the case is neither passed nor failed.

    `kind` is "card" or "feature", `name` what is missing, `reason` one sentence for the report.
    """

    def __init__(self, kind: str, name: str, reason: str) -> None:
        super().__init__(f"{kind} {name}: {reason}")
        self.kind, self.name, self.reason = kind, name, reason

    def as_result(self) -> dict[str, Any]:
        return {"unsupported": {"kind": self.kind, "name": self.name, "reason": self.reason}}


class Illegal(Exception):
    """The engine refused an action or an answer; `reason` is one of the protocol's words or None."""

    def __init__(self, reason: str | None, message: str) -> None:
        super().__init__(message)
        self.reason, self.message = reason, message

    def as_result(self) -> dict[str, Any]:
        return {"illegal": {"reason": self.reason, "message": self.message}}


class EngineFault(RuntimeError):
    """The engine panicked or broke its own promise: an error of the case, and a reason to build the engine anew."""


class NotInstalled(RuntimeError):
    """The engine, or the texts of the cards, cannot be found; the message says what to install."""
