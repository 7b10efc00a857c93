"""The one way in which commands print: plain text when piped, modest colour on a terminal, nothing wider than it."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod

WIDEST = 100
"""Text is wrapped there at the latest: longer lines are hard to read."""


def console(stderr: bool = False) -> Console:
    """A console without anything clever: markup, emoji codes and highlighting would change what cases and engines say.

    NO_COLOR is respected; what is not a terminal gets no escape sequence at all, and 80 columns.
    """
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            # Called while the error is handled. The library would end the program with an exit code that means another thing here.
            raise

    stream = sys.stderr if stderr else sys.stdout
    terminal = stream.isatty()
    made = Plain(file=stream, markup=False, emoji=False, highlight=False, force_terminal=terminal, width=None if terminal else 80)
    if made.width > WIDEST:
        made.width = WIDEST
    return made


def say(on: Console, text: str = "", style: str | None = None, indent: int = 0, hanging: int = 0) -> None:
    """Print `text`, wrapped to the width with an indent, in which no word is broken (paths and ids can be copied)."""
    lines = textwrap.wrap(
        text,
        on.width,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_long_words=False,
        break_on_hyphens=False,
    )
    on.print("\n".join(lines), style=style, soft_wrap=True)


def table(
    on: Console, columns: Sequence[tuple[str, JustifyMethod]], rows: Iterable[Sequence[str]], total: Sequence[str] | None = None
) -> None:
    """Print a table without lines around it; cells that are too long go on below."""
    from rich.table import Table

    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name, justify in columns:
        made.add_column(name, justify=justify, overflow="fold", no_wrap=justify == "right")
    for row in rows:
        made.add_row(*row)
    if total is not None:
        made.add_row(*total, style="bold")
    on.print(made)
