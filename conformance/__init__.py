"""A rules-conformance suite for Magic: The Gathering engines (unofficial)."""

__version__ = "0.1.0"
"""The suite's version: pyproject.toml reads it here."""
