"""The list of failures that are known: a YAML or TOML file that says for each case why it fails.

    - id: indirect-aura-returns-with-its-host       [[known]]
      reason: Auras are put into the graveyard       id = "indirect-..."
      rule: 702.26g                                  reason = "..."

A listed case that fails is `known`; one that passes is `fixed`, and fails the run until it is taken off the list.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

KEYS = ("id", "reason", "rule")


class KnownFailure(msgspec.Struct, frozen=True):
    """One case that is known to fail. `rule` may be left out."""

    id: str
    reason: str
    rule: str | None = None


class BadKnownFailures(ValueError):
    """The file cannot be used; the text has one line for each thing wrong with it."""


def load_known_failures(path: Path) -> dict[str, KnownFailure]:
    """The known failures by case id. Raises BadKnownFailures, naming the file, the entry and the remedy."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadKnownFailures(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return _read(_parse(path, text), path)


def _parse(path: Path, text: str) -> Any:
    if path.suffix.lower() == ".toml":
        import tomllib

        try:
            return tomllib.loads(text).get("known")
        except tomllib.TOMLDecodeError as error:
            raise BadKnownFailures(f"{path}: is no TOML: {error}") from None
    import yaml

    try:
        # The base loader keeps scalars as strings: `502.10` stays a rule.
        return yaml.load(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise BadKnownFailures(f"{path}: is no YAML: {' '.join(str(error).split())}") from None


def _read(entries: Any, path: Path) -> dict[str, KnownFailure]:
    if entries in (None, ""):
        return {}
    if not isinstance(entries, list):
        raise BadKnownFailures(f"{path}: expected a list of entries with {', '.join(KEYS)} (in TOML: [[known]] tables)")
    found: dict[str, KnownFailure] = {}
    problems: list[str] = []
    for number, entry in enumerate(entries, 1):
        where = f"{path}: entry {number}"
        if not isinstance(entry, dict):
            problems.append(f"{where}: expected a mapping with {', '.join(KEYS)}")
            continue
        wrong = [str(key) for key in entry if key not in KEYS]
        missing = [key for key in ("id", "reason") if not isinstance(entry.get(key), str) or not entry[key].strip()]
        if wrong:
            problems.append(f"{where}: unknown key {wrong[0]!r}; allowed: {', '.join(KEYS)}")
        if missing:
            problems.append(f"{where}: {missing[0]!r} is missing or empty; each entry says which case fails, and why")
        elif entry["id"] in found:
            problems.append(f"{where}: {entry['id']} is listed twice")
        elif not wrong:
            rule = entry.get("rule")
            found[entry["id"]] = KnownFailure(entry["id"], entry["reason"], None if rule is None else str(rule))
    if problems:
        raise BadKnownFailures("\n".join(problems))
    return found
