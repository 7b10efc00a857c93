"""The one place that touches the `phase` package: building an engine, and turning its ways to fail into ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from .problems import EngineFault, NotInstalled

Json = dict[str, Any]
T = TypeVar("T")

REMEDY = "install the suite with its extra: python -m pip install '.[phase-rs]' in its tree"


def load() -> Any:
    """The `phase` module. Raises NotInstalled with the remedy."""
    try:
        import phase
    except ImportError as error:
        raise NotInstalled(f"phase.rs is not installed ({error}); {REMEDY}") from None
    return phase


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("phase-python")
    except PackageNotFoundError:
        return "unknown"


def calm(call: Callable[..., T], *args: Any, **named: Any) -> T:
    """Call into the engine. A panic of the Rust code derives from BaseException and would otherwise end this process.

    Raises EngineFault for a panic; errors that the engine reports itself (ValueError) pass through.
    """
    try:
        return call(*args, **named)
    except (Exception, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as panic:
        raise EngineFault(f"phase.rs panicked: {panic}") from None


def engine_of(faces: dict[str, Json]) -> Any:
    """An engine that knows these faces, by lower-case name."""
    return calm(load().Engine.from_json, json.dumps(faces))


def face_of(atomic: Json, several: bool) -> Json:
    """Let the engine read a card in MTGJSON's form. `several`: the card has more than one face.

    The engine finds the other face of a card by the identity of the card, for which a name of ours does as well as any.
    """
    phase = load()
    build = phase.build_oracle_face_multi if several else phase.build_oracle_face
    face: Json = calm(build, atomic, atomic.get("identity"))
    return face
