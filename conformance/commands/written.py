"""The files that are made of a run: `certify --report DIR`, `report merge -o DIR`, `report show --html` and `--certificate`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from conformance.cases.library import Loaded
from conformance.commands.inputs import cases_of
from conformance.commands.problems import WrongCall
from conformance.report.badge import endpoint_json, svg
from conformance.report.certificate import Certificate, certificate, encoded
from conformance.report.files import ReportNotWritten, check_directory, write_atomically
from conformance.runner.report import Report, encode

RUN_FILES = ("report.json", "junit.xml", "report.html")
"""What says how a run went."""

CERTIFICATE_FILES = ("certificate.json", "badge.svg", "badge.json")
"""What says what it proves."""

FILES = (*RUN_FILES, *CERTIFICATE_FILES)

T = TypeVar("T")


def certificate_of(report: Report, library: Loaded | None = None) -> Certificate:
    """The certificate of a report; `library` is the built-in one, if it is loaded already. Raises CommandProblem."""
    loaded = library or cases_of(())
    return certificate(report, loaded.cases, loaded.cards)


def check(directory: Path, names: tuple[str, ...] = FILES) -> None:
    """Make the directory and see that the files can be written there. Raises WrongCall."""
    told(lambda: check_directory(directory, names))


def write_run(directory: Path, shown: Report, page: bytes, document: Certificate) -> list[str]:
    """Write all files of a run, whose rules have the numbers of its edition; the files' names. Raises ReportNotWritten."""
    from conformance.report.junit import junit

    for name, content in zip(RUN_FILES, (encode(shown), junit(shown), page), strict=True):
        write_atomically(directory / name, content)
    write_certificate(directory, document)
    return [str(directory / name) for name in FILES]


def write_certificate(directory: Path, document: Certificate) -> list[str]:
    """Write the certificate and its badge into a directory that is there; the files' names. Raises ReportNotWritten."""
    for name, content in zip(CERTIFICATE_FILES, (encoded(document), svg(document), endpoint_json(document)), strict=True):
        write_atomically(directory / name, content)
    return [str(directory / name) for name in CERTIFICATE_FILES]


def told(work: Callable[[], T]) -> T:
    """Do the work; what could not be written is told as a wrong call."""
    try:
        return work()
    except ReportNotWritten as problem:
        raise WrongCall(str(problem)) from problem
