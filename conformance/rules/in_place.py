"""Replacing files in place: all of them or, as far as can be foreseen, none, and never half a file."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path


class NotReplaced(Exception):
    """Files could not be replaced; the message says which, why, and what became of the others."""


def replace_all(files: Mapping[Path, tuple[bytes, bytes]]) -> None:
    """Put new contents into files: for each path what it held when it was read, and what it is to hold. Permissions stay, a symbolic link
    stays one. Everything is written beside the files first, so that a full disk changes none of them.

    Raises NotReplaced.
    """
    ready: list[tuple[Path, Path, str]] = []
    done: list[Path] = []
    current = Path()
    try:
        for path, (_, content) in files.items():
            current = path
            target = path.resolve(strict=True)
            ready.append((path, target, _beside(target, content)))
        for path, target, temporary in ready:
            current = path
            if target.read_bytes() != files[path][0]:
                raise NotReplaced(f"{path}: was changed by somebody else meanwhile; {_far(done)}")
            os.replace(temporary, target)
            done.append(path)
    except OSError as error:
        raise NotReplaced(f"{current}: cannot be written: {error.strerror or error}; {_far(done)}") from error
    finally:
        for _, _, temporary in ready[len(done) :]:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _far(done: list[Path]) -> str:
    return f"already written: {', '.join(str(path) for path in done)}" if done else "no file was changed"


def _beside(target: Path, content: bytes) -> str:
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, target.stat().st_mode & 0o7777)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return temporary
