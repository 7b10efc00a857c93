"""`certify --write-known-failures FILE`: the list of known failures, brought up to date after a run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from conformance.commands.problems import BadFiles, WrongCall
from conformance.report.files import ReportNotWritten, write_atomically
from conformance.report.known_failures import HEAD, head_of, updated, written
from conformance.report.text import one_line, plural
from conformance.runner.known_failures import BadKnownFailures, KnownFailure, load_known_failures
from conformance.runner.report import Report


class Listing:
    """The file to write, looked at before the run, so that a run of minutes does not end with a list that cannot be read or written."""

    def __init__(self, path: Path, known: Mapping[str, KnownFailure] | None) -> None:
        """`known` is what `--known-failures` named: it comes into the list, whose own entry counts where both name a case.

        Raises WrongCall, BadFiles.
        """
        self._path = path
        self._listed = dict(known or {})
        self._head: str | None = None
        self._lost = 0
        if path.suffix.lower() not in (".yaml", ".yml"):
            raise WrongCall(f"--write-known-failures {path}: the list is written as YAML; give a name that ends in .yaml")
        if not path.parent.is_dir():
            raise WrongCall(f"--write-known-failures {path}: there is no folder {path.parent}")
        if path.exists():
            try:
                self._listed |= load_known_failures(path)
            except BadKnownFailures as problems:
                raise BadFiles(*str(problems).splitlines()) from problems
            self._head, self._lost = head_of(path)

    def write(self, report: Report) -> str:
        """Write the list after a run; what became of it, in words. Raises WrongCall."""
        update = updated(self._listed, report)
        engine = " ".join(part for part in (report.engine.engine or report.engine.name, report.engine.version) if part)
        head = self._head or HEAD.format(engine=one_line(engine, 80))
        try:
            write_atomically(self._path, written(update.entries, head))
        except ReportNotWritten as problem:
            raise WrongCall(str(problem)) from problem
        changes = f"{len(update.added)} new, {len(update.dropped)} taken out since they pass"
        lost = f"; {plural(self._lost, 'comment')} between its entries went" if self._lost else ""
        return f"Known failures: {plural(len(update.entries), 'entry', 'entries')} in {self._path} ({changes}){lost}"
