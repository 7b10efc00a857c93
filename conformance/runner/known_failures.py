"""The list of failures that are known: a YAML or TOML file that says for each case why it fails.

    - id: indirect-aura-returns-with-its-host       [[known]]
      reason: Auras are put into the graveyard       id = "indirect-..."
      rule: 702.26g                                  reason = "..."
      link: https://example.org/issues/12

A listed case that fails is `known`; one that passes is `fixed`, and fails the run until it is taken off the list.
`conformance.report.known_failures` writes such a list.
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import Any

import msgspec

from conformance.cases.problems import Unreadable
from conformance.cases.reader import Node, read, read_bytes

KEYS = ("id", "reason", "rule", "link")


class KnownFailure(msgspec.Struct, frozen=True):
    """One case that is known to fail. `rule` and `link`, where it is reported, may be left out.

    `of_another` marks one that is known because the case that it was made of is: that it passes says nothing about that case.
    """

    id: str
    reason: str
    rule: str | None = None
    link: str | None = None
    of_another: bool = False


class BadKnownFailures(ValueError):
    """The file cannot be used; the text has one line for each thing wrong with it."""


def load_known_failures(path: Path) -> dict[str, KnownFailure]:
    """The known failures by case id. Raises BadKnownFailures, naming the file, the entry and the remedy."""
    try:
        data = read_bytes(path)
        return _read(_parse(path, data), path)
    except Unreadable as unreadable:
        raise BadKnownFailures(str(unreadable)) from None


def _parse(path: Path, data: bytes) -> Any:
    if path.suffix.lower() == ".toml":
        return _parse_toml(path, data)
    # Strictly, as cases are: scalars stay strings (`502.10` stays a rule), and a key that is there twice is told with its line.
    return _plain(read(data, str(path))) if _says_something(data) else None


def _parse_toml(path: Path, data: bytes) -> Any:
    import tomllib

    try:
        tables = tomllib.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadKnownFailures(f"{path}: is no TOML: {error}") from None
    strange = [name for name in tables if name != "known"]
    if strange:
        raise BadKnownFailures(f"{path}: expected [[known]] tables, found {strange[0]!r}")
    return tables.get("known")


def _says_something(data: bytes) -> bool:
    """Whether there is more than empty lines and comments: the list may well be empty."""
    lines = (line.strip() for line in data.removeprefix(codecs.BOM_UTF8).splitlines())
    return any(line and not line.startswith(b"#") for line in lines)


def _plain(node: Node) -> Any:
    value = node.value
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list) else value


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
        elif not isinstance(entry.get("rule"), str | None):
            problems.append(f"{where}: 'rule' is no number of a rule; write one, as in \"702.26g\"")
        elif not isinstance(entry.get("link"), str | None):
            problems.append(f"{where}: 'link' is no address; write one, or null as long as there is none")
        elif entry["id"] in found:
            problems.append(f"{where}: {entry['id']} is listed twice")
        elif not wrong:
            found[entry["id"]] = KnownFailure(entry["id"], entry["reason"], entry.get("rule"), entry.get("link") or None)
    if problems:
        raise BadKnownFailures("\n".join(problems))
    return found
