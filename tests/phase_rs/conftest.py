"""The adapter for phase.rs. What needs the engine is skipped, with the reason, where the extra `phase-rs` is not installed."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from table import Table

MISSING = [name for name in ("phase", "mtg") if find_spec(name) is None]
NEED = f"needs the extra phase-rs (not installed: {', '.join(MISSING)})"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if MISSING and "table" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason=NEED))


@pytest.fixture(scope="session")
def shared() -> Table:
    """One adapter for all tests, as in a run: what a game leaves behind would show."""
    return Table()


@pytest.fixture
def table(shared: Table) -> Table:
    return shared
