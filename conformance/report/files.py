"""Writing reports: whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


class ReportNotWritten(Exception):
    """A report could not be written; the message says where and why."""


def check_directory(directory: Path, names: Iterable[str] = ()) -> None:
    """Make `directory` and try to write in it, so that a run of minutes does not end with nowhere to put its report.

    `names` are those of the files to come: a folder of that name is in the way.

    Raises ReportNotWritten.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
        for name in names:
            if (directory / name).is_dir():
                raise IsADirectoryError(errno.EISDIR, f"{name} is a folder there")
    except OSError as error:
        reason = "it is no folder" if isinstance(error, FileExistsError) else _reason(error)
        raise ReportNotWritten(f"cannot write reports into {directory}: {reason}; give another directory with --report") from error


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` at `path`: a reader sees the old file or the whole new one, also when the disk fills up on the way.

    Raises ReportNotWritten.
    """
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files for their owner only; a report is for whoever could read any other new file here.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise ReportNotWritten(f"cannot write {path}: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
