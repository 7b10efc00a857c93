"""Looks at the built site as it lies on disk: `python documentation/check.py SITE`.

Nothing that a page needs (scripts, styles, pictures, frames) comes from elsewhere; what it links to within the site is there, and so is the
place in that page; the search knows every page.
"""

from __future__ import annotations

import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

NEEDED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href", "object": "data"}
ONLY_SAID = {"canonical", "prev", "next"}
"""Kinds of <link> that load nothing."""


class Page(HTMLParser):
    """What an HTML page needs, what it links to, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.needs: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        having = {name: value or "" for name, value in attrs}
        self.places |= {having[name] for name in ("id", "name") if name in having}
        if tag == "a" and "href" in having:
            self.links.append(having["href"])
        elif NEEDED.get(tag) in having and having.get("rel") not in ONLY_SAID:
            self.needs.append(having[NEEDED[tag]])


def problems(site: Path) -> list[str]:
    """What is wrong, a line each."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    wrong = []
    for path, page in pages.items():
        name = path.relative_to(site)
        wrong += [f"{name}: asks another place for {need}" for need in page.needs if urlsplit(need).netloc]
        for link in [*page.links, *page.needs]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path.name == "404.html":  # that one is for a server, with addresses from its root
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                wrong.append(f"{name}: leads to {link}, which is not there")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                wrong.append(f"{name}: leads to {link}; there is no such place on that page")
    for style in site.rglob("*.css"):
        if "url(http" in style.read_text(encoding="utf-8").replace('"', "").replace("'", ""):
            wrong.append(f"{style.relative_to(site)}: asks another place for something")
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    here = [path.relative_to(site).as_posix() for path in pages]
    wrong += [f"{page}: not in the search" for page in here if page not in found | {"404.html"}]
    return wrong


def main(site: str) -> int:
    """0 if all is well."""
    wrong = problems(Path(site).resolve())
    for line in wrong:
        print(line, file=sys.stderr)
    pages = sum(1 for _ in Path(site).rglob("*.html"))
    print(f"{pages} pages, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
