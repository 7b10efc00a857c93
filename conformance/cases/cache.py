"""Parsed files, kept in the user's cache folder: a second run does not parse again.

An entry counts only if nothing that went into it changed: the bytes of the file, the code that parsed it, the suite's version and the
card pool. It is a convenience: whatever goes wrong with it is no error, and MTG_CONFORMANCE_NO_CACHE=1 switches it off.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import conformance

T = TypeVar("T")


def enabled() -> bool:
    """Whether the user lets files be cached."""
    return os.environ.get("MTG_CONFORMANCE_NO_CACHE", "") in ("", "0")


def folder() -> Path | None:
    """Where the cache is, or None where there is no home to put it."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if base and Path(base).is_absolute():
        return Path(base) / "mtg-conformance"
    try:
        return Path.home() / ".cache" / "mtg-conformance"
    except RuntimeError:
        return None


@cache
def code_digest() -> str:
    """A hash of the suite's version and of the modules that parse."""
    digest = sha256(conformance.__version__.encode())
    for module in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(module.read_bytes())
    return digest.hexdigest()


def through(file: str, data: bytes, more: str, form: type[T], make: Callable[[], T]) -> T:
    """What `make` gives for the bytes `data` of `file`: from the cache, if it is there and nothing of it changed, else made and kept.

    `more` stands for everything else that the result depends on. Raises what `make` raises, and nothing of the cache's own.
    """
    path = _path(file)
    if path is None:
        return make()
    try:
        key = sha256(b"\0".join((code_digest().encode(), more.encode(), file.encode("utf-8", "surrogateescape"), data))).digest()
    except OSError:
        return make()
    known = _load(path, key, form)
    if known is None:
        known = make()
        _store(path, key, known)
    return known


def _load(path: Path, key: bytes, form: type[T]) -> T | None:
    try:
        data = path.read_bytes()
        return msgspec.msgpack.decode(data[len(key) :], type=form) if data.startswith(key) else None
    except (OSError, msgspec.MsgspecError, ValueError):
        return None


def _store(path: Path, key: bytes, value: Any) -> None:
    """Keep `value` in place of what was kept there before: written beside and renamed, so that a reader never sees half of it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(key + msgspec.msgpack.encode(value))
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except (OSError, msgspec.MsgspecError, TypeError, ValueError):
        return


def _path(file: str) -> Path | None:
    """The place of a file in the cache: one for each path, so that the cache does not grow with every change."""
    base = folder() if enabled() else None
    if base is None:
        return None
    try:
        return base / f"{sha256(os.path.abspath(file).encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.bin"
    except OSError:  # the working directory is gone
        return None
