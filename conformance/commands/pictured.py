"""The boards of a case that `explain` shows: where the script begins, and where it ended or came to differ."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from conformance import pictures
from conformance.cases.model import Case, Step
from conformance.commands.problems import WrongCall
from conformance.engines.errors import EngineProblem
from conformance.report.console import console, say
from conformance.report.files import ReportNotWritten, write_atomically
from conformance.report.text import one_line
from conformance.runner.report import CaseResult
from conformance.runner.session import Session

Json = dict[str, Any]

INDENT = "  "


def writable(file: Path) -> None:
    """Look whether a picture can go there before anything is played. Only an earlier picture is written over. Raises WrongCall."""
    try:
        if file.is_dir():
            raise WrongCall(f"--svg {file}: that is a folder; name a file")
        if not file.parent.is_dir():
            raise WrongCall(f"--svg {file}: there is no folder {file.parent}")
        if file.exists() and not _is_picture(file):
            raise WrongCall(f"--svg {file}: something else than a picture of boards is there; name another file")
    except OSError as error:
        raise WrongCall(f"--svg {file}: {error.strerror}; name another file") from error


def _is_picture(file: Path) -> bool:
    """Whether it is a regular file that this command wrote."""
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(len(pictures.BEGINNING)) == pictures.BEGINNING.encode()


class Boards:
    """Looks at a game as its script begins, before each step, and when it is over; looking changes nothing."""

    def __init__(self, case: Case, session: Session) -> None:
        self.case = case
        self.session = session
        self.first: Json | None = None
        self.last: Json | None = None

    def on_step(self, way: str, number: int, what: Step) -> None:
        if way == "given":
            self._look()

    def over(self) -> None:
        if self.last is not None:
            self._look()

    def _look(self) -> None:
        try:
            seen = self.session.observe()
        except EngineProblem:
            return  # what it was like before is still known, and the case says what is wrong with the engine
        self.last = pictures.with_printed(seen, self.case.given)
        if self.first is None:
            self.first = self.last

    def write(self, file: Path, result: CaseResult) -> None:
        """Both boards in one SVG file, which `writable` has looked at before."""
        if self.first is None or self.last is None:
            say(console(stderr=True), f"{file} is not written: there was no board to see.", "yellow")
            return
        titles = (f"{self.case.title}: as it begins", _ending(result))
        earlier = ", in place of an earlier picture" if file.exists() else ""
        try:
            write_atomically(file, (pictures.before_and_after(self.first, self.last, titles=titles, beside=True) + "\n").encode())
        except ReportNotWritten as problem:
            raise WrongCall(str(problem)) from problem
        say(console(), f"The boards are in {one_line(file)}{earlier}", "dim")

    def show(self, result: CaseResult) -> None:
        """Both boards as text."""
        on = console()
        if self.first is None or self.last is None:
            say(on, "There was no board to see.", "yellow")
            on.print()
            return
        say(on, "The board as it begins", "bold")
        across = on.width - len(INDENT)
        _print(pictures.text(self.first, width=across))
        say(on, _ending(result), "bold")
        _print(pictures.text(self.last, before=self.first, width=across))


def _print(text: str) -> None:
    on = console()
    for line in text.splitlines():
        on.print(f"{INDENT}{line}".rstrip(), style="cyan" if line.startswith("*") else None, soft_wrap=True)
    on.print()


def _ending(result: CaseResult) -> str:
    if result.outcome == "pass":
        return "The board at the end"
    step = result.failure.step if result.failure is not None else 0
    return f"The board at step {step}, where it differs" if step else "The board where it ended"
