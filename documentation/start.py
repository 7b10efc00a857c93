"""The page "Ten minutes": the part of README.md between two marks, so that there is one text of it."""

from __future__ import annotations

import beyond

BEGIN, END = "<!-- start -->", "<!-- end of start -->"


def part() -> str:
    """That part of the README, as it stands there."""
    readme = (beyond.ROOT / "README.md").read_text(encoding="utf-8")
    _, _, rest = readme.partition(BEGIN)
    text, found, _ = rest.partition(END)
    if not found:
        raise ValueError(f"README.md lacks one of the marks {BEGIN} and {END}")
    return text.strip()


def page() -> str:
    """The page: that part under a title of its own, with its links as they have to be beside the other pages."""
    return f"# Ten minutes\n\n{beyond.rewritten(part(), 'README.md', at='start.md')}\n"
