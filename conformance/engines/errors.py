"""What can go wrong with an engine, and which outcome each makes of the case at hand.

| raised                | when                                                                  | outcome          | engine restarted |
|-----------------------|-----------------------------------------------------------------------|------------------|------------------|
| `UnknownEngine`       | a name is neither registered nor `stdio:COMMAND`                       | (exit 2)         | -                |
| `EngineCannotStart`   | the program is not there, or `initialize` fails                       | `not_run`        | within bounds    |
| `EngineDied`          | the process ended, or closed its output, before it answered           | `crash`          | yes              |
| `EngineFailed`        | it answered with a JSON-RPC error, or an adapter in Python raised     | `crash`          | in process only  |
| `EngineTimeout`       | no reply within the time for one request (or one case)                | `timeout`        | yes              |
| `EngineFlooded`       | a line over the limit, lines nobody asked for, events without end     | `protocol_error` | yes              |
| `ProtocolError`       | a line that is no JSON, a wrong id, a reply of a wrong shape          | `protocol_error` | yes              |

All but the first are `EngineProblem`s. A case's own faults are told in `conformance.runner.errors`.
"""

from __future__ import annotations


class UnknownEngine(LookupError):
    """No engine of this name; the text lists those there are and what else is possible."""


class EngineProblem(Exception):
    """Base of what an engine does wrong below the level of the rules. `outcome` is what it makes of the case."""

    outcome = "crash"
    restart = True

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr
        """The end of what the engine wrote on standard error."""


class EngineCannotStart(EngineProblem):
    """The engine could not be started, or did not get through `initialize`."""


class EngineDied(EngineProblem):
    """The engine's process ended, or closed its output, with a request open."""


class EngineFailed(EngineProblem):
    """The engine answered a request with an error."""

    restart = False


class EngineTimeout(EngineProblem):
    """The engine did not answer in time."""

    outcome = "timeout"


class ProtocolError(EngineProblem):
    """The engine sent something that the protocol does not allow."""

    outcome = "protocol_error"


class EngineFlooded(ProtocolError):
    """The engine sent more than the protocol allows."""
