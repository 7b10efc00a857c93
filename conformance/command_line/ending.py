"""From any ending of a command to a message and an exit code; whatever goes wrong is told on stderr, in one line if it can be."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys

import typer

from conformance.commands.problems import DEFECT, INTERRUPTED, WRONG_CALL, BadFiles, CommandProblem

NAME = "mtg-conformance"
LONGEST = 2000
"""No line on stderr is longer: what an engine said last may have been megabytes."""

COMPLETE = "_MTG_CONFORMANCE_COMPLETE"
"""The shell asks for completions by setting this variable; the scripts that `--show-completion` prints do so."""


def run(app: typer.Typer, arguments: list[str] | None = None) -> int:
    """Carry out a command line and give the exit code."""
    # A program may be started with a stream closed (`>&-`); what would go there goes nowhere.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115 - it is open until the program ends
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # Names of cards and cases may hold letters that a terminal's encoding lacks: show an escape rather than fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _invoke(app, arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _tell("interrupted")
        return INTERRUPTED
    except CommandProblem as problem:
        _tell(*problem.lines, prefix="" if isinstance(problem, BadFiles) else f"{NAME}: ")
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


def _invoke(app: typer.Typer, arguments: list[str] | None) -> int:
    command = typer.main.get_command(app)
    if os.environ.get(COMPLETE):
        return _complete(command)
    try:
        # Not the library's `main`: that would give a closed pipe the exit code of a run that does not conform.
        with command.make_context(NAME, sys.argv[1:] if arguments is None else list(arguments)) as context:
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
        _tell(message, f"see '{about.command_path if about else NAME} --help'")
        return WRONG_CALL
    return int(code or 0)


def _complete(command: object) -> int:
    """What the shell asks for, as words: the library's own `main` does nothing else when the variable is set, and ends by exiting."""
    kept = _as_typed() if os.environ[COMPLETE] == "complete_bash" else ""
    said = io.StringIO()
    code = 0
    try:
        with contextlib.redirect_stdout(said):
            command.main(args=[], prog_name=NAME, complete_var=COMPLETE)  # type: ignore[attr-defined]
    except SystemExit as ended:
        code = int(ended.code or 0)
    sys.stdout.writelines(line.removeprefix(kept) for line in said.getvalue().splitlines(keepends=True))
    return code


def _as_typed() -> str:
    """Puts the words of bash together again, where the library looks for them; gives what the answers have to leave out."""
    from conformance.command_line.completion import rejoined

    given = os.environ.get("COMP_WORDS", "").split("\n")
    current = os.environ.get("COMP_CWORD", "")
    if not current.isdecimal():
        return ""
    words, place, kept = rejoined(given, int(current))
    os.environ["COMP_WORDS"], os.environ["COMP_CWORD"] = "\n".join(words), str(place)
    return kept


def _tell(*lines: str, prefix: str = f"{NAME}: ") -> None:
    from conformance.report.text import one_line

    with contextlib.suppress(OSError):  # if stderr is gone as well, the exit code has to say it
        for line in lines:
            print(f"{prefix}{one_line(line, LONGEST)}", file=sys.stderr)


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
