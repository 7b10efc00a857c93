"""How the help of a command is written: the library's way, without the names of Python's types."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

_TYPE = re.compile(r" <[^<>]+>$")


class Command(TyperCommand):
    """Shows an argument by its name alone; newer versions of the library add its type (`PATH <list[Path]>`), which tells a user nothing."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        write = formatter.write_dl

        def without_types(rows: Any, *arguments: Any, **options: Any) -> None:
            write([(_TYPE.sub("", name), text) for name, text in rows], *arguments, **options)

        formatter.write_dl = without_types
        try:
            super().format_options(ctx, formatter)
        finally:
            formatter.write_dl = write
