"""How a command ends: the exit codes, and the exceptions that lead to each.

    0  all conform                      1  something does not conform
    2  the call or a case file is wrong 3  the engine could not be run
    70 a defect of the suite itself     130 interrupted

Commands raise; `conformance.cli` is the one place that turns an exception into a message and a code.
"""

from __future__ import annotations

ALL_CONFORM = 0
NOT_CONFORMING = 1
WRONG_CALL = 2
NO_ENGINE = 3
DEFECT = 70
INTERRUPTED = 130


class CommandProblem(Exception):
    """A command cannot go on. `lines` are what the user is told, one problem a line."""

    code = WRONG_CALL

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


class WrongCall(CommandProblem):
    """The options or the files given are wrong: exit code 2."""


class BadFiles(CommandProblem):
    """Files are wrong: exit code 2. The lines begin with a place, as editors know it, so nothing is put before them."""


class NoEngine(CommandProblem):
    """The engine does not start, or does not speak the protocol: exit code 3."""

    code = NO_ENGINE
