"""What mkdocs does beyond its own: the pages that are written from the code, and those that lie outside docs/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))  # mkdocs loads this file alone

import beyond
import catalogues
import start

WRITTEN = {
    "start.md": start.page,
    "catalogue-of-mutants.md": catalogues.mutants_page,
    "catalogue-of-invariants.md": catalogues.invariants_page,
}
"""What is written at each build, by its place among the documents."""


def on_config(config: Any) -> Any:
    """A folder with a star in the menu stands for its pages."""
    config.nav = _opened(config.nav, Path(config.docs_dir))
    return config


def _opened(entries: Any, docs: Path) -> Any:
    if isinstance(entries, dict):
        return {title: _opened(entry, docs) for title, entry in entries.items()}
    if isinstance(entries, list):
        return [page for entry in entries for page in (_pages(entry, docs) if isinstance(entry, str) else [_opened(entry, docs)])]
    return entries


def _pages(entry: str, docs: Path) -> list[str]:
    if not entry.endswith("/*"):
        return [entry]
    return sorted(path.relative_to(docs).as_posix() for path in docs.glob(f"{entry}.md"))


def on_files(files: Any, config: Any) -> Any:
    """Adds the generated pages to those in docs/, and the files of the repository that the pages link to."""
    from mkdocs.structure.files import File, InclusionLevel

    for name, page in WRITTEN.items():
        files.append(File.generated(config, name, content=page()))
    pages = [beyond.source(file.src_uri) for file in files if file.src_uri.endswith(".md") and file.src_uri not in WRITTEN]
    for path in beyond.taken_along([*pages, *beyond.links(start.part(), "README.md")]):
        at = beyond.place(path)
        files.append(File.generated(config, at, abs_src_path=str(beyond.ROOT / path), inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links as they have to be on the site."""
    if page.file.src_uri in WRITTEN:
        return markdown
    return beyond.rewritten(markdown, beyond.source(page.file.src_uri))
