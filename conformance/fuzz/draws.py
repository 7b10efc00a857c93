"""What is drawn hangs on nothing but the seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def without_constants() -> Callable[[], None]:
    """Tell Hypothesis that there is no code around whose constants it could draw; gives what takes that back.

    There is no setting for it. A Hypothesis that keeps them elsewhere is left as it is; then a seed finds the same in one program only.
    """
    from hypothesis.internal.cache import LRUCache
    from hypothesis.internal.conjecture import providers

    kept = {name: getattr(providers, name, None) for name in ("_get_local_constants", "CONSTANTS_CACHE")}
    constants = getattr(providers, "Constants", None)
    if constants is None or None in kept.values():
        return lambda: None

    def put(values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(providers, name, value)

    # What was drawn before, by other tests in this process, left its constants in a cache: so there is a new one.
    put({"_get_local_constants": constants, "CONSTANTS_CACHE": LRUCache(1024)})
    return lambda: put(kept)
