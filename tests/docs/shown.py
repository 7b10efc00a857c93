"""What a page shows: the commands, what they print, and the files that they need, in the order in which a reader meets them."""

from __future__ import annotations

import functools
import re
import shlex
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
PROGRAMS = {"mtg-conformance", "python", "pip", "pytest", "tox", "mkdocs", "ruff", "mypy", "lint-imports", "node", "git"}
SHELL = {"sh", "shell", "bash", "console"}
TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True)
class File:
    """A block with a title: the reader saves it under that name."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A line for the shell, and what the page says that it prints (None: it says nothing)."""

    page: str
    line: int
    text: str
    output: str | None = None

    @property
    def calls(self) -> list[list[str]]:
        """The programs that it calls, each with its arguments; redirections are left out."""
        lexer = shlex.shlex(self.text, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        calls: list[list[str]] = [[]]
        words = iter(lexer)
        for word in words:
            if word in {"&&", "||", "|", ";"}:
                calls.append([])
            elif word in {">", ">>", "<"}:
                next(words)
            else:
                calls[-1].append(word)
        return calls


def documents() -> list[str]:
    """Every document in which somebody may look for a command."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "adapters").rglob("*.md")]
    found += [ROOT / folder / "README.md" for folder in ("cases", "tests", "documentation")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@functools.cache
def shown(page: str) -> list[File | Command]:
    """The blocks of a page that matter."""
    found: list[File | Command] = []
    latest: Command | None = None  # the last command, as long as nothing else has come
    for token in MarkdownIt("commonmark").parse((ROOT / page).read_text(encoding="utf-8")):
        if token.type not in {"fence", "code_block"}:
            latest = latest if token.hidden else None
            continue
        kind = token.info.split(" ")[0]
        assert token.map is not None
        first = token.map[0] + (2 if token.type == "fence" else 1)
        if title := TITLE.search(token.info):
            found.append(File(title[1], token.content))
        elif kind in SHELL or (not kind and _program(token.content.split("\n")[0])):
            commands = _commands(page, first, token.content)
            found += commands
            latest = commands[-1]
            continue
        elif kind == "text" and latest is not None:
            found[found.index(latest)] = Command(latest.page, latest.line, latest.text, token.content)
        latest = None
    return found


def in_text() -> list[Command]:
    """The commands that stand in the middle of sentences: `mtg-conformance lint`."""
    return [
        Command(page, (token.map or [0])[0] + 1, child.content.replace("\n", " "))
        for page in documents()
        for token in MarkdownIt("commonmark").enable("table").parse((ROOT / page).read_text(encoding="utf-8"))
        for child in token.children or ()
        if child.type == "code_inline" and child.content.startswith("mtg-conformance ")
    ]


def _program(line: str) -> bool:
    words = line.split()
    return bool(words) and PurePosixPath(words[0]).name in PROGRAMS


def _commands(page: str, first: int, text: str) -> list[Command]:
    """The commands of a block; one goes on in the next line after a backslash, and what follows a `#` is for the reader."""
    found = []
    going_on = ""
    start = first
    for number, line in enumerate(text.splitlines(), first):
        start = start if going_on else number
        if line.endswith("\\"):
            going_on += line.removesuffix("\\")
            continue
        words = re.split(r"\s+#\s|^#", going_on + line)[0].strip()
        going_on = ""
        if words not in {"", "..."}:
            found.append(Command(page, start, words))
    return found
