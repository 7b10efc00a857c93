"""Findings kept as files: one case each, named after what differs, never over another file; and what a folder of them already has."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from conformance import __version__
from conformance.cases.library import load
from conformance.cases.model import Case
from conformance.cases.yaml_text import clean
from conformance.fuzz.checking import TAG, Origin, filed_under, tag_of
from conformance.fuzz.recording import Finding, Recording
from conformance.fuzz.reproducer import CannotReproduce, Reproducer, reproduce

if TYPE_CHECKING:
    from conformance.fuzz.campaign import Campaign, Found

Key = tuple[str, str]

MOST = 10_000
"""So many files of one name are enough."""


class Unsayable(msgspec.Struct, frozen=True):
    """What is kept of a finding that cannot be said as a case: the game itself, and why."""

    why: str
    finding: Finding
    recording: Recording
    engine: str
    suite: str = __version__


def save(found: Found, directory: Path, campaign: Campaign) -> Path:
    """Writes a finding of a campaign into `directory`; the file. What is there already, word for word, is not written again."""
    origin = Origin(campaign.spec, campaign.info.version, campaign.options.seed)
    try:
        made = reproduce(found.recording, found.finding, campaign.pool, origin)
    except CannotReproduce as problem:
        return write_recording(Unsayable(str(problem), found.finding, found.recording, campaign.spec.name), directory)
    return write(made, directory)


def write(made: Reproducer, directory: Path) -> Path:
    """Writes a case into a file of its own. Where it is not what it should be, a comment says so."""
    doubts = "".join(f"# Doubtful: {clean(problem, 300)}\n" for problem in made.problems)

    def text(number: int) -> str:
        # Ids are unique in a folder as names of files are.
        return doubts + (made.text if number == 1 else made.text.replace(f"- id: {made.id}\n", f"- id: {made.id}-{number}\n", 1))

    return _written(directory, made.id, ".yaml", text)


def write_recording(unsayable: Unsayable, directory: Path) -> Path:
    """Writes what has no words in a case as the messages that were sent."""
    words = re.sub(r"[^a-z0-9]+", "-", f"{unsayable.finding.clause} {unsayable.finding.field}".lower()).strip("-")[:80].strip("-")
    # Text of engines may hold halves of characters, which JSON in UTF-8 cannot.
    finding = msgspec.structs.replace(unsayable.finding, words=clean(unsayable.finding.words, 500), expected=None, observed=None)
    content = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(unsayable, finding=finding)), indent=1).decode() + "\n"
    return _written(directory, f"found-{words}", ".json", lambda number: content)


def read_recording(path: Path) -> Unsayable:
    """What `write_recording` wrote. Raises OSError, msgspec.DecodeError."""
    return msgspec.json.decode(path.read_bytes(), type=Unsayable)


def _written(directory: Path, name: str, suffix: str, text: Callable[[int], str]) -> Path:
    """A new file with `text(number)`, whole or not at all; the first number whose name is free, or whose file says the same already."""
    directory.mkdir(parents=True, exist_ok=True)
    for number in range(1, MOST):
        path = directory / f"{name}{'' if number == 1 else f'-{number}'}{suffix}"
        content = text(number).encode()
        if path.exists():
            if path.is_file() and path.read_bytes() == content:
                return path
            continue
        handle, temporary = tempfile.mkstemp(prefix=f".{name[:40]}.", dir=directory)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o644)
            try:
                os.link(temporary, path)  # fails if somebody else took the name meanwhile
            except FileExistsError:
                continue
            return path
        finally:
            with suppress(OSError):
                os.unlink(temporary)
    raise FileExistsError(f"there are {MOST} findings named {name} in {directory}: move them away")


# --- what is known already ----------------------------------------------------------------------------------------------------------------


def key_of(finding: Finding) -> Key:
    """The key of a finding as it can be told from its case: the clause that the case is filed under, and the field."""
    return filed_under(finding.clause), tag_of(finding)


def key_of_case(case: Case) -> Key | None:
    """The key of the finding that a case was made of, or None for any other case."""
    if TAG not in case.tags or not case.rules:
        return None
    by = next((tag for tag in case.tags if tag.partition(" ")[0] in ("difference", "invariant", "crash")), None)
    return None if by is None else (case.rules[0], by)


def invariant_of(case: Case) -> str | None:
    """The id of the invariant that a case was found by, if it was one."""
    by = key_of_case(case)
    kind, _, name = by[1].partition(" ") if by is not None else ("", "", "")
    return name if kind == "invariant" else None


def known_in(directory: Path) -> set[Key]:
    """The keys of all findings that a folder holds as cases."""
    if not directory.is_dir():
        return set()
    return {key for case in load([directory]).cases if (key := key_of_case(case)) is not None}


def new_ones(findings: Iterable[Finding], known: Iterable[Key] = ()) -> list[Finding]:
    """Those that are not known, each key once: the first finding of it."""
    seen = set(known)
    found = []
    for finding in findings:
        key = key_of(finding)
        if key not in seen:
            seen.add(key)
            found.append(finding)
    return found
