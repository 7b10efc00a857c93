"""What the tests of the engine share."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.cases.library import load_cards


@pytest.fixture(scope="session")
def pool() -> dict[str, dict[str, Any]]:
    """The entries of the built-in card pool by name."""
    cards, problems = load_cards()
    assert problems == []
    return cards.entries
