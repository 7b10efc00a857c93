"""`mtg-conformance rules ...`: the commands of the registry of rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from conformance.command_line import completion
from conformance.command_line.examples import examples
from conformance.command_line.helping import Command
from conformance.command_line.options import SETTINGS, Edition, Format

app = typer.Typer(help="The registry of rules.", no_args_is_help=True, rich_markup_mode=None, context_settings=SETTINGS)


@app.command("show", cls=Command, short_help="Show a rule's clauses, numbers and cases.", epilog=examples("rules show"))
def rules_show(
    number: Annotated[
        str, Argument(metavar="R", help="A rule (702.26g), a clause (702.26g/c) or a section (702.26).", autocompletion=completion.rules)
    ],
    edition: Edition = None,
    output: Format = "terminal",
) -> None:
    """Show a rule's clauses, its numbers in other editions, what changed in it, and its cases."""
    from conformance.commands import rules as command

    raise typer.Exit(command.show(number, edition, output))


@app.command("diff", cls=Command, short_help="Show what differs between two editions.", epilog=examples("rules diff"))
def rules_diff(
    one: Annotated[str, Argument(metavar="EDITION", help="A date, as in 2012-06-01.", autocompletion=completion.editions_)],
    other: Annotated[str, Argument(metavar="EDITION", help="Another one.", autocompletion=completion.editions_)],
    output: Format = "terminal",
) -> None:
    """Show what differs between two editions: numbers, rules that came and went, behaviour. No rules text is needed."""
    from conformance.commands import rules_diff as command

    raise typer.Exit(command.run(one, other, output))


@app.command("check", cls=Command, short_help="Hold a rules text against the registry.", epilog=examples("rules check"))
def rules_check(
    file: Annotated[Path, Argument(metavar="FILE", help="The rules as published: a plain text.", show_default=False)],
    edition: Annotated[
        str | None, Option("--edition", metavar="DATE", help="Which edition the text is. Default: as it says.", show_default=False)
    ] = None,
    output: Format = "terminal",
) -> None:
    """Hold a rules text against the registry: what moved, reads otherwise, is new or gone, and which cases to look at.

    Exit code 0: nothing to do; 1: something to look at; 2: the file is no rules text.
    """
    from conformance.commands import rules_check as command

    raise typer.Exit(command.run(file, edition, output))


@app.command("migrate", cls=Command, short_help="Rewrite the rule numbers of case files.", epilog=examples("rules migrate"))
def rules_migrate(
    files: Annotated[list[Path], Argument(metavar="FILE", help="Case files or folders of them.", show_default=False)],
    source: Annotated[
        str | None, Option("--from", metavar="DATE", help="Whose numbers the files have. Default: the newest.", show_default=False)
    ] = None,
    target: Annotated[
        str | None, Option("--to", metavar="DATE", help="Whose numbers they shall have. Default: the newest.", show_default=False)
    ] = None,
    write: Annotated[bool, Option("--write", help="Write the files. Without it only the differences are shown.")] = False,
    output: Format = "terminal",
) -> None:
    """Rewrite the rule numbers of case files from one edition's to another's; everything else stays byte for byte.

    Exit code 0: done, or it can be; 1: some numbers were left, somebody has to look at them; 2: a file is wrong, and none was changed.
    """
    from conformance.commands import rules_migrate as command

    raise typer.Exit(command.run(files, source, target, write, output))


@app.command("hash", cls=Command, short_help="Hash the rules' texts, for the registry.", epilog=examples("rules hash"))
def rules_hash(
    files: Annotated[list[Path], Argument(metavar="FILE", help="Rules texts as published.", show_default=False)],
    edition: Annotated[str | None, Option("--edition", metavar="DATE", help="Which edition the text is.", show_default=False)] = None,
    registry: Annotated[
        Path | None, Option("--registry", metavar="DIR", help="The folder of the registry. Default: the built-in one.", show_default=False)
    ] = None,
    write: Annotated[bool, Option("--write", help="Put the hashes into the files of the registry.")] = False,
    output: Format = "terminal",
) -> None:
    """Hash the text of each rule of the registry, by edition; for who keeps the registry."""
    from conformance.commands import rules_hash as command

    raise typer.Exit(command.run(files, edition, registry, write, output))
