"""What is drawn hangs on nothing but the seed."""

from __future__ import annotations

from collections.abc import Callable


def without_constants() -> Callable[[], None]:
    """Tell Hypothesis that there is no code around whose constants it could draw; gives what takes that back.

    There is no setting for it. A Hypothesis that keeps them elsewhere is left as it is; then a seed finds the same in one program only.
    """
    from hypothesis.internal.conjecture import providers

    name = "_get_local_constants"
    original = getattr(providers, name, None)
    constants = getattr(providers, "Constants", None)
    if original is None or constants is None:
        return lambda: None
    setattr(providers, name, constants)
    return lambda: setattr(providers, name, original)
