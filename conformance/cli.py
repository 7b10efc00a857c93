"""The command line: options, and the way from any ending to a message and an exit code. What a command does is in `conformance.commands`.

The commands are imported when they are called, so that each starts quickly.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer import Argument, Option

from conformance import __version__
from conformance.commands.problems import DEFECT, INTERRUPTED, WRONG_CALL, BadFiles, CommandProblem

app = typer.Typer(
    name="mtg-conformance",
    help="A rules-conformance suite for Magic: The Gathering engines (unofficial): the untap step, phasing, phenomena and planes.",
    epilog="Exit codes: 0 all conform, 1 something does not, 2 the call or a case file is wrong, 3 the engine could not be run.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
rules_app = typer.Typer(help="The registry of rules.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(rules_app, name="rules")

Paths = Annotated[
    list[Path] | None,
    Argument(metavar="PATH", help="Case files or folders of them. Default: the built-in cases.", show_default=False),
]
Engine = Annotated[str, Option("--engine", metavar="E", help='A named engine (reference, phase-rs) or "stdio:COMMAND".')]
SomeEngine = Annotated[str | None, Option("--engine", metavar="E", help='A named engine, or "stdio:COMMAND".', show_default=False)]
Edition = Annotated[str | None, Option("--edition", metavar="DATE", help="Edition of the rules. Default: the newest.", show_default=False)]
Format = Annotated[str, Option("--format", metavar="terminal|json", help="What to write.")]
Timeout = Annotated[float, Option("--timeout", metavar="S", help="Seconds that one call of the engine may take.")]


def _version(asked: bool) -> None:
    if asked:
        print(f"mtg-conformance {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[bool, Option("--version", help="Show the version.", callback=_version, is_eager=True)] = False,
) -> None:
    pass


@app.command(short_help="Play the cases on an engine, and judge it.")
def certify(
    paths: Paths = None,
    engine: Engine = "reference",
    edition: Edition = None,
    rule: Annotated[list[str] | None, Option("--rule", metavar="R", help="Only cases of this rule (702.26, 702.26g, 702.26g/c).")] = None,
    case: Annotated[list[str] | None, Option("--case", metavar="ID", help="Only this case.")] = None,
    jobs: Annotated[int, Option("-j", "--jobs", metavar="N", min=1, max=256, help="Engines that play at the same time.")] = 1,
    known_failures: Annotated[Path | None, Option("--known-failures", metavar="F", help="YAML: the cases that may fail, and why.")] = None,
    write_known_failures: Annotated[
        Path | None,
        Option("--write-known-failures", metavar="F", help="Write that list, or bring it up to date, after the run.", show_default=False),
    ] = None,
    report: Annotated[Path | None, Option("--report", metavar="DIR", help="Write report.json and junit.xml there.")] = None,
    shard: Annotated[str | None, Option("--shard", metavar="K/N", help="Only the K-th of N parts.")] = None,
    fail_fast: Annotated[bool, Option("--fail-fast", help="Stop at the first case that does not conform.")] = False,
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
            )
        )
    )


@app.command(short_help="Try an engine's adapter; say what to change.")
def doctor(engine: Engine, edition: Edition = None, timeout: Timeout = 10.0) -> None:
    """Try whether an engine's adapter speaks the protocol and does what it claims; say what to change."""
    from conformance.commands import doctor as command

    raise typer.Exit(command.run(engine, edition, timeout))


@app.command(short_help="Tell a case as a story.")
def explain(
    case: Annotated[str, Argument(metavar="CASE", help="The id of a case.")],
    engine: Engine = "reference",
    path: Annotated[list[Path] | None, Option("--from", metavar="PATH", help="Look for the case in this file or folder.")] = None,
    edition: Edition = None,
    timeout: Timeout = 10.0,
) -> None:
    """Tell a case as a story: the position, what happens by which rule, what was expected and seen."""
    from conformance.commands import explain as command

    raise typer.Exit(command.run(case, tuple(path or ()), engine, edition, timeout))


@app.command(short_help="Show which clauses of the rules have cases.")
def coverage(
    paths: Paths = None,
    engine: SomeEngine = None,
    output: Format = "terminal",
    edition: Edition = None,
    timeout: Timeout = 10.0,
) -> None:
    """Show which clauses of the rules have cases; with an engine, which of them it passes."""
    from conformance.commands import coverage as command

    raise typer.Exit(command.run(tuple(paths or ()), engine, output, edition, timeout))


@app.command(short_help="Try random boards and moves on an engine.")
def fuzz(
    engine: Engine = "reference",
    against: Annotated[
        str | None, Option("--against", metavar="reference", help="Compare the engine with the reference engine.", show_default=False)
    ] = None,
    examples: Annotated[
        int | None, Option("--examples", metavar="N", min=1, help="So many boards. Default: 500.", show_default=False)
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
    edition: Edition = None,
    output: Format = "terminal",
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
        edition=edition,
        timeout=timeout,
        output=output,
    )
    raise typer.Exit(command.run(options))


@app.command(short_help="Show what catches engines with a mistake.")
def mutants(
    ids: Annotated[list[str] | None, Argument(metavar="MUTANT", help="Ids of mutants. Default: all.", show_default=False)] = None,
    by: Annotated[str, Option("--by", metavar="cases|fuzz", help="What is to catch them.")] = "cases",
    rule: Annotated[list[str] | None, Option("--rule", metavar="R", help="Only mutants that break this rule (702.26, 702.26g/c).")] = None,
    cases: Annotated[list[Path] | None, Option("--cases", metavar="PATH", help="Other cases than the built-in ones.")] = None,
    jobs: Annotated[int, Option("-j", "--jobs", metavar="N", min=1, max=256, help="Processes at the same time.")] = 1,
    examples: Annotated[int | None, Option("--examples", metavar="N", min=1, help="Boards that the fuzzer has for each (2000).")] = None,
    first: Annotated[bool, Option("--first", help="The first case that catches a mutant is enough.")] = False,
    listed: Annotated[bool, Option("--list", help="Only show which mutants there are.")] = False,
    output: Format = "terminal",
) -> None:
    """Try engines with one rule broken each, and show what catches them: the cases, or the fuzzer alone.

    Exit code 0: each is caught, and (in a whole run by cases) each case catches one; 1: not so.
    """
    from conformance.commands import mutants as command

    raise typer.Exit(command.run(ids or (), by, rule or (), cases or (), jobs, examples, first, output, listed))


@app.command(short_help="Look for mistakes in cases.")
def lint(paths: Paths = None) -> None:
    """Look for mistakes in cases: in their text, and by playing each one on the reference engine."""
    from conformance.commands import lint as command

    raise typer.Exit(command.run(tuple(paths or ())))


@rules_app.command("show", short_help="Show a rule's clauses, numbers and cases.")
def rules_show(
    number: Annotated[str, Argument(metavar="R", help="A rule (702.26g), a clause (702.26g/c) or a section (702.26).")],
    edition: Edition = None,
    output: Format = "terminal",
) -> None:
    """Show a rule's clauses, its numbers in other editions, what changed in it, and its cases."""
    from conformance.commands import rules as command

    raise typer.Exit(command.show(number, edition, output))


@rules_app.command("diff", short_help="Show what differs between two editions.")
def rules_diff(
    one: Annotated[str, Argument(metavar="EDITION", help="A date, as in 2012-06-01.")],
    other: Annotated[str, Argument(metavar="EDITION", help="Another one.")],
    output: Format = "terminal",
) -> None:
    """Show what differs between two editions: numbers, rules that came and went, behaviour. No rules text is needed."""
    from conformance.commands import rules_diff as command

    raise typer.Exit(command.run(one, other, output))


@rules_app.command("check", short_help="Hold a rules text against the registry.")
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


@rules_app.command("migrate", short_help="Rewrite the rule numbers of case files.")
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


@rules_app.command("hash", short_help="Hash the rules' texts, for the registry.")
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


def run(arguments: list[str] | None = None) -> int:
    """Carry out a command line and give the exit code; whatever goes wrong is told on stderr, in one line if it can be."""
    # A program may be started with a stream closed (`>&-`); what would go there goes nowhere.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - it is open until the program ends
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # Names of cards and cases may hold letters that a terminal's encoding lacks: show an escape rather than fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _tell("interrupted")
        return INTERRUPTED
    except CommandProblem as problem:
        _tell(*problem.lines, prefix="" if isinstance(problem, BadFiles) else "mtg-conformance: ")
        return problem.code
    except BrokenPipeError:
        # Who read our output has had enough (`| head`). Nothing more can be said there, and nothing has to be.
        _give_up_stdout()
        return 128 + 13  # what a shell shows for a program that SIGPIPE ended
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO):
            _give_up_stdout()
            _tell(f"the output could not be written: {error.strerror}")
            return WRONG_CALL
        return _defect(error)
    except Exception as error:
        return _defect(error)
    return code


def _invoke(arguments: list[str] | None) -> int:
    command = typer.main.get_command(app)
    try:
        # Not the library's `main`: that would give a closed pipe the exit code of a run that does not conform.
        with command.make_context("mtg-conformance", sys.argv[1:] if arguments is None else list(arguments)) as context:
            code = command.invoke(context)
    except typer.Exit as ended:
        code = ended.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except Exception as error:
        # The library's own problems with a call (unknown option, wrong value) know how to show themselves.
        show = getattr(error, "format_message", None)
        if show is None:
            raise
        about = getattr(error, "ctx", None)
        message = show()
        if message.startswith("Usage:"):  # no command was given: what the library has to say is the whole help
            print(message, file=sys.stderr)
            return WRONG_CALL
        _tell(message, f"see '{about.command_path if about else 'mtg-conformance'} --help'")
        return WRONG_CALL
    return int(code or 0)


def _tell(*lines: str, prefix: str = "mtg-conformance: ") -> None:
    from conformance.report.text import one_line

    with contextlib.suppress(OSError):  # if stderr is gone as well, the exit code has to say it
        for line in lines:
            print(f"{prefix}{one_line(line)}", file=sys.stderr)


def _defect(error: BaseException) -> int:
    import tempfile
    import traceback

    what = f"{type(error).__name__}: {error}"
    try:
        handle, name = tempfile.mkstemp(prefix="mtg-conformance-defect-", suffix=".txt")
        with open(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write("".join(traceback.format_exception(error)))
        where = f"the details are in {name}"
    except OSError as unwritable:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"it happened in {frame.filename}:{frame.lineno} (the details could not be saved: {unwritable.strerror})"
    _tell(f"a defect of mtg-conformance itself, please report it: {what}; {where}")
    return DEFECT


def _give_up_stdout() -> None:
    # Python flushes stdout once more as it ends; let that go where it can.
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> NoReturn:
    """The console script."""
    sys.exit(run())


if __name__ == "__main__":
    main()
