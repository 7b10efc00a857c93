"""Links out of docs/ to other files of the repository, so that they hold on the site too.

What a page links to is taken along, and what that links to: a Markdown file becomes a page, any other file lies there as it is. On the
site it is `repository/` with its path in the repository.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = "docs"
BEYOND = "repository"
INSTEAD = {
    "README.md": "start.md",
    "conformance/mutants/catalogue": "catalogue-of-mutants.md",
    "conformance/fuzz/invariants": "catalogue-of-invariants.md",
}
"""What the site has a page of its own for, which is written at each build (hooks.py)."""
LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")
"""The address of a Markdown link to a file; one with a scheme leads out of the repository and stays as it is."""


def place(path: str) -> str:
    """Where a file of the repository is on the site (which has the pages of docs/ at its top)."""
    if path in INSTEAD:
        return INSTEAD[path]
    inside = posixpath.relpath(path, DOCS)
    return inside if not inside.startswith("..") else f"{BEYOND}/{path}"


def source(at: str) -> str:
    """The file of the repository that is at that place of the site."""
    return at.removeprefix(f"{BEYOND}/") if at.startswith(f"{BEYOND}/") else f"{DOCS}/{at}"


def target(link: str, path: str) -> str:
    """The file of the repository that a link in the file `path` means; a folder means its README."""
    meant = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    return f"{meant}/README.md" if meant not in INSTEAD and (ROOT / meant).is_dir() else meant


def rewritten(text: str, path: str, at: str | None = None) -> str:
    """The text of the repository's file `path` with its links as they have to be on the site, where the page is `at`."""
    here = posixpath.dirname(at or place(path))

    def link(found: re.Match[str]) -> str:
        return posixpath.relpath(place(target(found[1], path)), here or ".") + (found[2] or "")

    return LINK.sub(link, text)


def links(text: str, path: str) -> list[str]:
    """The files of the repository that this text of the file `path` links to."""
    return [target(found[1], path) for found in LINK.finditer(text)]


def taken_along(first: Iterable[str]) -> list[str]:
    """The files outside docs/ that these files of the repository link to, and those that these link to, and so on, in order."""
    waiting, seen = list(first), set()
    while waiting:
        path = waiting.pop()
        if path in seen or not (ROOT / path).is_file():
            continue  # a link to nothing is found by mkdocs, as it is by the tests
        seen.add(path)
        if path.endswith(".md"):
            waiting += links((ROOT / path).read_text(encoding="utf-8"), path)
    return sorted(path for path in seen if place(path).startswith(f"{BEYOND}/"))
