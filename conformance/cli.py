"""The command line: options, and the way from any ending to a message and an exit code. What a command does is in `conformance.commands`.

The commands are imported when they are called, so that each starts quickly.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer import Argument, Option

from conformance import __version__
from conformance.command_line import completion, ending, report, rules
from conformance.command_line.examples import examples
from conformance.command_line.helping import Command
from conformance.command_line.options import SETTINGS, Cases, Edition, Engine, Format, Paths, Quiet, Rules, SomeEngine, Timeout

app = typer.Typer(
    name="mtg-conformance",
    help="A rules-conformance suite for Magic: The Gathering engines (unofficial): the untap step, phasing, phenomena and planes.",
    epilog="Exit codes: 0 all conform, 1 something does not, 2 the call or a case file is wrong, 3 the engine could not be run.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)
app.add_typer(rules.app, name="rules")
app.add_typer(report.app, name="report")


def _version(asked: bool) -> None:
    if asked:
        print(f"mtg-conformance {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, Option("--version", help="Show the version.", callback=_version, is_eager=True)] = False,
) -> None:
    pass


@app.command(cls=Command, short_help="Play the cases on an engine, and judge it.", epilog=examples("certify"))
def certify(
    paths: Paths = None,
    engine: Engine = "reference",
    edition: Edition = None,
    rule: Rules = None,
    case: Cases = None,
    jobs: Annotated[int, Option("-j", "--jobs", metavar="N", min=1, max=256, help="Engines that play at the same time.")] = 1,
    known_failures: Annotated[Path | None, Option("--known-failures", metavar="F", help="YAML: the cases that may fail, and why.")] = None,
    write_known_failures: Annotated[
        Path | None,
        Option("--write-known-failures", metavar="F", help="Write that list, or bring it up to date, after the run.", show_default=False),
    ] = None,
    report: Annotated[Path | None, Option("--report", metavar="DIR", help="Write reports, certificate and badge there.")] = None,
    shard: Annotated[str | None, Option("--shard", metavar="K/N", help="Only the K-th of N parts.")] = None,
    fail_fast: Annotated[bool, Option("--fail-fast", help="Stop at the first case that does not conform.")] = False,
    variants: Annotated[bool, Option("--variants", help="Also play each case in changed forms that must end as it does.")] = False,
    output: Format = "terminal",
    quiet: Quiet = False,
    timeout: Timeout = 10.0,
) -> None:
    """Play the cases on an engine, and judge what it does."""
    from conformance.commands import certify as command

    raise typer.Exit(
        command.run(
            command.Options(
                paths=tuple(paths or ()),
                engine=engine,
                edition=edition,
                rules=tuple(rule or ()),
                cases=tuple(case or ()),
                jobs=jobs,
                known_failures=known_failures,
                write_known_failures=write_known_failures,
                report=report,
                shard=shard,
                fail_fast=fail_fast,
                timeout=timeout,
                variants=variants,
                output=output,
                quiet=quiet,
            )
        )
    )


@app.command(cls=Command, short_help="Try an engine's adapter; say what to change.", epilog=examples("doctor"))
def doctor(engine: Engine, edition: Edition = None, output: Format = "terminal", timeout: Timeout = 10.0) -> None:
    """Try whether an engine's adapter speaks the protocol and does what it claims; say what to change."""
    from conformance.commands import doctor as command

    raise typer.Exit(command.run(engine, edition, timeout, output))


@app.command(cls=Command, short_help="Tell a case as a story.", epilog=examples("explain"))
def explain(
    case: Annotated[str, Argument(metavar="CASE", help="The id of a case.", autocompletion=completion.cases)],
    engine: Engine = "reference",
    path: Annotated[list[Path] | None, Option("--from", metavar="PATH", help="Look for the case in this file or folder.")] = None,
    edition: Edition = None,
    board: Annotated[bool, Option("--board", help="Show the board, as it begins and at the end, as text.")] = False,
    svg: Annotated[
        Path | None, Option("--svg", metavar="FILE", help="Draw both boards into this file, with the difference.", show_default=False)
    ] = None,
    timeout: Timeout = 10.0,
) -> None:
    """Tell a case as a story: the position, what happens by which rule, what was expected and seen."""
    from conformance.commands import explain as command

    raise typer.Exit(command.run(case, tuple(path or ()), engine, edition, timeout, board=board, svg=svg))


@app.command(cls=Command, short_help="Show which clauses of the rules have cases.", epilog=examples("coverage"))
def coverage(
    paths: Paths = None,
    engine: SomeEngine = None,
    report: Annotated[
        Path | None,
        Option("--report", metavar="FILE", help="report.json of a run, or its folder; nothing is run again.", show_default=False),
    ] = None,
    output: Annotated[
        str,
        Option(
            "--format",
            metavar="terminal|json|markdown|html",
            help="What to write. html: one page with a map of the clauses.",
            autocompletion=completion.among("terminal", "json", "markdown", "html"),
        ),
    ] = "terminal",
    into: Annotated[Path | None, Option("-o", "--output", metavar="FILE", help="Write it there.", show_default=False)] = None,
    rule: Annotated[
        list[str] | None,
        Option("--rule", metavar="R", help="Only this rule, section or clause.", autocompletion=completion.rules, show_default=False),
    ] = None,
    edition: Edition = None,
    quiet: Quiet = False,
    timeout: Timeout = 10.0,
) -> None:
    """Show which clauses of the rules have cases, mutants and invariants; of an engine or a run, which of them it passes.

    With --engine the exit code is that of the run, as of certify; without, 0.
    """
    from conformance.commands import coverage as command

    options = command.Options(tuple(paths or ()), engine, report, output, into, edition, timeout, tuple(rule or ()), quiet)
    raise typer.Exit(command.run(options))


@app.command(cls=Command, short_help="Try random boards and moves on an engine.", epilog=examples("fuzz"))
def fuzz(
    engine: Engine = "reference",
    against: Annotated[
        str | None, Option("--against", metavar="reference", help="Compare the engine with the reference engine.", show_default=False)
    ] = None,
    examples: Annotated[
        int | None, Option("--examples", metavar="N", min=1, help="So many boards. Default: 2000.", show_default=False)
    ] = None,
    seconds: Annotated[float | None, Option("--seconds", metavar="S", help="As many as fit into this time.", show_default=False)] = None,
    seed: Annotated[int, Option("--seed", metavar="N", min=0, help="The same seed finds the same.")] = 0,
    save: Annotated[
        Path | None, Option("--save", metavar="DIR", help="Write each finding there as a case; no file is overwritten.", show_default=False)
    ] = None,
    stats: Annotated[bool, Option("--stats", help="Show how often each clause and invariant was reached.")] = False,
    mute: Annotated[
        list[str] | None,
        Option("--mute", metavar="CLAUSE", help="Pass over what is known: 702.26g, 702.26g/c or 502.3:tapped.", show_default=False),
    ] = None,
    replay: Annotated[
        Path | None, Option("--replay", metavar="FILE", help="Only say whether the findings of this file still fail.", show_default=False)
    ] = None,
    database: Annotated[
        str | None, Option("--database", metavar="DIR|redis://...", help="Keep examples between runs.", show_default=False)
    ] = None,
    corpus: Annotated[
        bool, Option("--corpus/--no-corpus", help="Begin with the positions and moves of the cases, and draw boards near to them.")
    ] = True,
    edition: Edition = None,
    output: Format = "terminal",
    quiet: Quiet = False,
    timeout: Timeout = 10.0,
) -> None:
    """Play random boards on an engine. Invariants are checked at each step, and --against reference compares with the reference engine.

    Each finding is made small and told once. Exit code 0: nothing was found; 1: something was.
    """
    from conformance.commands import fuzz as command

    if replay is not None:
        raise typer.Exit(command.replay(replay, engine, edition, timeout))
    options = command.Options(
        engine=engine,
        against=against,
        examples=examples,
        seconds=seconds,
        seed=seed,
        save=save,
        stats=stats,
        mute=tuple(mute or ()),
        database=database,
        corpus=corpus,
        edition=edition,
        timeout=timeout,
        output=output,
        quiet=quiet,
    )
    raise typer.Exit(command.run(options))


@app.command(cls=Command, short_help="Show what catches engines with a mistake.", epilog=examples("mutants"))
def mutants(
    ids: Annotated[
        list[str] | None,
        Argument(metavar="MUTANT", help="Ids of mutants. Default: all.", show_default=False, autocompletion=completion.mutants),
    ] = None,
    by: Annotated[
        str, Option("--by", metavar="cases|fuzz", help="What is to catch them.", autocompletion=completion.among("cases", "fuzz"))
    ] = "cases",
    rule: Annotated[
        list[str] | None,
        Option("--rule", metavar="R", help="Only mutants that break this rule (702.26, 702.26g/c).", autocompletion=completion.rules),
    ] = None,
    cases: Annotated[list[Path] | None, Option("--cases", metavar="PATH", help="Other cases than the built-in ones.")] = None,
    jobs: Annotated[int, Option("-j", "--jobs", metavar="N", min=1, max=256, help="Processes at the same time.")] = 1,
    examples: Annotated[int | None, Option("--examples", metavar="N", min=1, help="Boards that the fuzzer has for each (2000).")] = None,
    corpus: Annotated[bool, Option("--corpus/--no-corpus", help="Let the fuzzer begin with the positions and moves of the cases.")] = True,
    first: Annotated[bool, Option("--first", help="The first case that catches a mutant is enough.")] = False,
    listed: Annotated[bool, Option("--list", help="Only show which mutants there are.")] = False,
    output: Format = "terminal",
    quiet: Quiet = False,
) -> None:
    """Try engines with one rule broken each, and show what catches them: the cases, or the fuzzer alone.

    Exit code 0: each is caught; 1: one escapes. A whole run by cases also names the cases that catch nothing.
    """
    from conformance.commands import mutants as command

    raise typer.Exit(command.run(ids or (), by, rule or (), cases or (), jobs, examples, corpus, first, output, listed, quiet))


@app.command(cls=Command, short_help="Write the cases for other programs.", epilog=examples("export"))
def export(
    paths: Paths = None,
    rule: Rules = None,
    case: Cases = None,
    output: Annotated[
        str,
        Option(
            "--format",
            metavar="json|pzl",
            help="json: all of each case. pzl: puzzle files of Forge.",
            autocompletion=completion.among("json", "pzl"),
        ),
    ] = "json",
    into: Annotated[
        Path | None,
        Option("-o", "--output", metavar="DIR", help="A folder for a file each, or (json) a file that ends in .json.", show_default=False),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write the cases for other programs: as JSON, or the positions as puzzle files, where that form can say them.

    Exit code 0: written; 1: none of them can be said in the form.
    """
    from conformance.commands import export as command

    raise typer.Exit(command.run(tuple(paths or ()), output, into, tuple(rule or ()), tuple(case or ()), quiet))


@app.command(cls=Command, short_help="Look for mistakes in cases.", epilog=examples("lint"))
def lint(paths: Paths = None, output: Format = "terminal", quiet: Quiet = False) -> None:
    """Look for mistakes in cases: in their text, and by playing each one on the reference engine."""
    from conformance.commands import lint as command

    raise typer.Exit(command.run(tuple(paths or ()), output, quiet))


def run(arguments: list[str] | None = None) -> int:
    """Carry out a command line and give the exit code; whatever goes wrong is told on stderr, in one line if it can be."""
    return ending.run(app, arguments)


def main() -> NoReturn:
    """The console script."""
    sys.exit(run())


if __name__ == "__main__":
    main()
