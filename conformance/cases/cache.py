"""Parsed files, kept in the user's cache folder: a second run does not parse again.

An entry counts only if nothing that went into it changed: the bytes of the file, the code that parsed it, the suite's version and the
card pool. It is a convenience: whatever goes wrong with it is no error, and MTG_CONFORMANCE_NO_CACHE=1 switches it off.
"""

from __future__ import annotations

import os
import tempfile
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


def key_of(data: bytes, *more: str) -> str:
    """The key of a parsed file: everything that its parsed form depends on."""
    digest = sha256(data)
    for part in (code_digest(), *more):
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()


def load(file: str, key: str, form: type[T]) -> T | None:
    """What was stored for `file` under this very key, or None."""
    path = _path(file)
    if path is None:
        return None
    try:
        data = path.read_bytes()
        if not data.startswith(key.encode()):
            return None
        return msgspec.msgpack.decode(data[len(key) :], type=form)
    except (OSError, msgspec.MsgspecError, ValueError):
        return None


def store(file: str, key: str, value: Any) -> None:
    """Keep `value` for `file`, in place of what was kept for it before."""
    path = _path(file)
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written beside and renamed, so that a reader never sees half of it.
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(key.encode() + msgspec.msgpack.encode(value))
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except (OSError, msgspec.MsgspecError, TypeError, ValueError):
        return


def _path(file: str) -> Path | None:
    base = folder() if enabled() else None
    return base / f"{sha256(os.path.abspath(file).encode('utf-8', 'surrogateescape')).hexdigest()[:32]}.bin" if base else None
