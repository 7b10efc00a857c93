"""`mtg-conformance report ...`: the commands for reports that were written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from conformance.command_line import completion
from conformance.command_line.examples import examples
from conformance.command_line.helping import Command
from conformance.command_line.options import SETTINGS

app = typer.Typer(help="Reports that 'certify --report' wrote.", no_args_is_help=True, rich_markup_mode=None, context_settings=SETTINGS)

REPORT = "A report.json, or the folder that it is in."


@app.command("show", cls=Command, short_help="Show a report again.", epilog=examples("report show"))
def report_show(
    file: Annotated[Path, Argument(metavar="FILE", help=REPORT, show_default=False)],
    html: Annotated[Path | None, Option("--html", metavar="FILE", help="Write the page of the run there.", show_default=False)] = None,
    certificate: Annotated[
        Path | None,
        Option("--certificate", metavar="DIR", help="Write certificate.json, badge.svg and badge.json there.", show_default=False),
    ] = None,
) -> None:
    """Show a report as it was shown after its run, and what it certifies."""
    from conformance.commands import report as command

    raise typer.Exit(command.show(file, html, certificate))


@app.command("diff", cls=Command, short_help="Show what changed between two runs.", epilog=examples("report diff"))
def report_diff(
    before: Annotated[Path, Argument(metavar="BEFORE", help=REPORT, show_default=False)],
    after: Annotated[Path, Argument(metavar="AFTER", help="The later one.", show_default=False)],
    output: Annotated[
        str,
        Option(
            "--format",
            metavar="terminal|json|markdown",
            help="What to write.",
            autocompletion=completion.among("terminal", "json", "markdown"),
        ),
    ] = "terminal",
) -> None:
    """Show what was fixed, what broke, what is new or gone, and what changed otherwise.

    Exit code 0: nothing broke; 1: a case that passed contradicts the rules now; 2: a file is no report.
    """
    from conformance.commands import report as command

    raise typer.Exit(command.diff(before, after, output))


@app.command("merge", cls=Command, short_help="Put the shards of a run together.", epilog=examples("report merge"))
def report_merge(
    files: Annotated[list[Path], Argument(metavar="FILE", help=REPORT, show_default=False)],
    directory: Annotated[Path, Option("-o", "--output", metavar="DIR", help="Where to write all files of the whole.", show_default=False)],
) -> None:
    """Put the reports of the shards of a run together. The whole is a report as of a run in one piece, and can earn levels.

    Exit code: that of the whole run; 2: the files do not belong together.
    """
    from conformance.commands import report as command

    raise typer.Exit(command.merged(files, directory))
