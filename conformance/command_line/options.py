"""The options that several commands share: one name, one meaning, one help text, one completion."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from conformance.command_line import completion

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""Of every group and command."""

Paths = Annotated[
    list[Path] | None,
    Argument(metavar="PATH", help="Case files or folders of them. Default: the built-in cases.", show_default=False),
]
Engine = Annotated[
    str,
    Option(
        "--engine",
        metavar="E",
        help='A named engine (reference, phase-rs), mutant:ID, or "stdio:COMMAND".',
        autocompletion=completion.engines,
    ),
]
SomeEngine = Annotated[
    str | None,
    Option(
        "--engine",
        metavar="E",
        help='A named engine, mutant:ID, or "stdio:COMMAND".',
        show_default=False,
        autocompletion=completion.engines,
    ),
]
Edition = Annotated[
    str | None,
    Option(
        "--edition",
        metavar="DATE",
        help="Edition of the rules. Default: the newest.",
        show_default=False,
        autocompletion=completion.editions_,
    ),
]
Rules = Annotated[
    list[str] | None,
    Option("--rule", metavar="R", help="Only cases of this rule (702.26, 702.26g, 702.26g/c).", autocompletion=completion.rules),
]
Cases = Annotated[list[str] | None, Option("--case", metavar="ID", help="Only this case.", autocompletion=completion.cases)]
Format = Annotated[
    str,
    Option(
        "--format",
        metavar="terminal|json",
        help="What to write.",
        autocompletion=completion.among("terminal", "json"),
    ),
]
Timeout = Annotated[float, Option("--timeout", metavar="S", help="Seconds that one call of the engine may take.")]
Quiet = Annotated[bool, Option("-q", "--quiet", help="Show only what is wrong; nothing if nothing is.")]
