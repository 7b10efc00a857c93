"""`mtg-conformance fuzz`: random boards and moves on an engine, against invariants and against the reference engine."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from conformance.cases.problems import choose_from
from conformance.commands.inputs import cases_of, edition_of, engine_of, timeout_of
from conformance.commands.muting import checked_mutes
from conformance.commands.problems import ALL_CONFORM, INTERRUPTED, NOT_CONFORMING, NoEngine, WrongCall
from conformance.commands.progress import Lines, bar
from conformance.engines.errors import EngineCannotStart
from conformance.report.console import console, say, table
from conformance.report.text import one_line, plural, value

if TYPE_CHECKING:
    from rich.console import Console

    from conformance.engines.registry import EngineSpec
    from conformance.fuzz.campaign import Found, Outcome
    from conformance.fuzz.campaign import Options as Settings

FORMATS = ("terminal", "json")
EXAMPLES = 2000
"""So many boards, where the call does not say how long to look: all cases of the corpus, and near as many that are drawn."""


@dataclass(frozen=True)
class Options:
    """The command's options as they were given."""

    engine: str
    against: str | None
    examples: int | None
    seconds: float | None
    seed: int
    save: Path | None
    stats: bool
    mute: tuple[str, ...]
    database: str | None
    corpus: bool
    edition: str | None
    timeout: float
    output: str
    quiet: bool = False


def run(options: Options) -> int:
    """Carry out the command: 0 nothing was found, 1 something was, 2 the call is wrong, 3 the engine could not be run."""
    if options.output not in FORMATS:
        raise WrongCall(f"--format {options.output}: {choose_from(options.output, FORMATS)}")
    if options.against not in (None, "reference"):
        raise WrongCall(f"--against {options.against}: engines are compared with the reference engine; write --against reference")
    if options.seconds is not None and not options.seconds > 0:
        raise WrongCall(f"--seconds {options.seconds:g}: more than 0 are needed")
    edition, timeout = edition_of(options.edition), timeout_of(options.timeout)
    spec = engine_of(options.engine)
    _has_hypothesis()
    muted = checked_mutes(options.mute)
    if options.save is not None:
        _checked(options.save)
    from conformance.fuzz import campaign

    examples = options.examples if options.examples is not None or options.seconds is not None else EXAMPLES
    settings = campaign.Options(
        against=options.against is not None,
        examples=examples,
        seconds=options.seconds,
        seed=options.seed,
        edition=edition,
        timeout=timeout,
        muted=muted,
        database=_database(options.database),
        seeds=campaign.SEEDS if options.corpus else 0,
    )
    outcome, files, interrupted = _run(spec, settings, options.save, options.quiet)
    if options.output == "json":
        from conformance.report.fuzz_document import fuzz_document

        document = fuzz_document(spec.name, options.against, edition, options.seed, outcome, files)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")
    elif options.quiet:
        sys.stdout.writelines(f"{_brief(found, files.get(place))}\n" for place, found in enumerate(outcome.found))
    else:
        _show(options, outcome, files, console())
    if interrupted:
        return INTERRUPTED
    return NOT_CONFORMING if outcome.found else ALL_CONFORM


def _run(spec: EngineSpec, settings: Settings, save: Path | None, quiet: bool) -> tuple[Outcome, dict[int, str], bool]:
    """What was found, the files by the place of the finding, and whether it was interrupted.

    Each finding is saved when it is found: nothing is lost if the run does not come to its end.
    """
    from conformance.fuzz.campaign import Campaign
    from conformance.fuzz.findings import save as save_finding

    files: dict[int, str] = {}
    counted = settings.seconds is None
    total = (settings.examples if counted else settings.seconds) or 1
    with bar("boards" if counted else "seconds", total, counted=counted, quiet=quiet) as tell:
        lines = Lines(quiet)
        running: Campaign | None = None

        def progress(outcome: Outcome) -> None:
            if save is not None and running is not None:
                for place in range(len(files), len(outcome.found)):
                    files[place] = str(save_finding(outcome.found[place], save, running))
            note = "; ".join(filter(None, [plural(len(outcome.found), "finding") if outcome.found else "", one_line(outcome.doing, 80)]))
            tell(outcome.examples if counted else outcome.seconds, note)
            lines.tell(outcome.seconds, f"{plural(outcome.examples, 'board')}; {note}")

        try:
            running = Campaign(spec, cases_of(()).cards, settings, progress)
            return running.run(), files, False
        except KeyboardInterrupt:
            if running is None:
                raise
            progress(running.outcome)
            return running.outcome, files, True
        except EngineCannotStart as error:  # at first, or again after it broke
            raise NoEngine(str(error)) from error


def _has_hypothesis() -> None:
    try:
        import hypothesis  # noqa: F401
    except ImportError as missing:
        raise WrongCall("fuzzing needs the library hypothesis: python -m pip install '.[fuzz]' in the suite's tree") from missing


def _checked(directory: Path) -> None:
    from conformance.report.files import ReportNotWritten, check_directory

    try:
        check_directory(directory)
    except ReportNotWritten as problem:
        raise WrongCall(str(problem).replace("--report", "--save").replace("write reports", "save findings")) from problem


def _database(where: str | None):  # type: ignore[no-untyped-def]
    """Hypothesis's example database: a folder, or a Redis server."""
    if where is None:
        return None
    if not where.startswith(("redis://", "rediss://")):
        from hypothesis.database import DirectoryBasedExampleDatabase

        return DirectoryBasedExampleDatabase(where)
    try:
        from hypothesis.extra.redis import RedisExampleDatabase
        from redis import Redis
    except ImportError as missing:
        raise WrongCall(f"--database {where}: the library redis is needed: pip install redis") from missing
    server = Redis.from_url(where)
    try:
        server.ping()
    except Exception as error:
        raise WrongCall(f"--database {where}: the server does not answer: {error}") from error
    return RedisExampleDatabase(server)


# --- showing ------------------------------------------------------------------------------------------------------------------------------


def _show(options: Options, outcome: Outcome, files: dict[int, str], on: Console) -> None:
    for place, found in enumerate(outcome.found):
        _show_finding(found, files.get(place), on)
    if options.stats:
        _show_stats(outcome, on)
    unchecked = outcome.reach.unchecked
    if unchecked and not options.stats:
        reasons = sorted(set(unchecked.values()))
        say(on, f"{plural(len(unchecked), 'invariant')} could not be checked: {one_line('; '.join(reasons), 300)}", hanging=2)
    for why, times in sorted(outcome.unplayed.items(), key=lambda entry: -entry[1])[:5]:
        say(on, f"{plural(times, 'board')} not played: {one_line(why, 200)}", hanging=2)
    hurried = sum(found.cut_short for found in outcome.found)
    if hurried:
        they = "1 finding is" if hurried == 1 else f"{hurried} findings are"
        say(on, f"{they} not as small as can be, since the time was up; with more --seconds, or --examples instead, they are.", hanging=2)
    unsaved = outcome.found and not files
    if unsaved:
        say(on, "Nothing was saved; --save DIR writes each finding as a case.", hanging=2)
    what = f"{plural(outcome.examples, 'board')}, {plural(outcome.reach.steps, 'step')}, {outcome.seconds:.0f} s, seed {options.seed}"
    say(on, f"{plural(len(outcome.found), 'finding') if outcome.found else 'Nothing found'} in {what}.", "bold", hanging=2)


def _brief(found: Found, file: str | None) -> str:
    """A finding in a line that a script can read."""
    finding = found.finding
    saved = f" (saved as {one_line(file)})" if file else ""
    return f"{finding.clause} {one_line(finding.field)}: {one_line(finding.words, 400)}{saved}"


def _show_finding(found: Found, file: str | None, on: Console) -> None:
    finding = found.finding
    say(on, f"{finding.clause}  {one_line(finding.field)}", "bold red")
    told = one_line(finding.words, 400)
    say(on, told, indent=2, hanging=2)
    if finding.source == "difference" and not all(one_line(repr(part)) in told for part in (finding.expected, finding.observed)):
        say(on, f"the reference: {value(finding.expected, 200)}; the engine: {value(finding.observed, 200)}", indent=2, hanging=2)
    small = f"{plural(len(found.recording.given['battlefield']), 'permanent')}, {plural(len(found.recording.moves), 'step')}"
    small += " (cut short)" if found.cut_short else ""
    say(on, f"board {found.examples}; made small: {small}" + (f"; saved as {one_line(file)}" if file else ""), "dim", indent=2, hanging=2)
    on.print()


def _show_stats(outcome: Outcome, on: Console) -> None:
    from conformance.report.fuzz_document import reach

    entry = reach(outcome)
    for title, counts in (("clauses", entry.clauses), ("invariants", entry.invariants)):
        rows = [(name, str(count.times), f"{count.per_thousand:g}") for name, count in counts.items()]
        table(on, [(title, "left"), ("reached", "right"), ("per 1,000 steps", "right")], rows)
        on.print()
    if entry.unchecked:
        table(on, [("not checked", "left"), ("why", "left")], sorted(entry.unchecked.items()))
        on.print()


def replay(path: Path, engine: str, edition: str | None, timeout: float) -> int:
    """Say of each case of a file of findings whether it still fails; 1 if one does."""
    spec, date, seconds = engine_of(engine), edition_of(edition), timeout_of(timeout)
    loaded = cases_of((path,))
    from conformance.fuzz.replay import replayed

    on = console()
    still = False
    for case in loaded.cases:
        try:
            found = replayed(case, spec, loaded.cards, edition=date, timeout=seconds)
        except EngineCannotStart as error:
            raise NoEngine(str(error)) from error
        still = still or found is not None
        say(on, f"{case.id}: {'still fails' if found else 'does not fail any more'}", "bold red" if found else "bold green")
        if found:
            say(on, one_line(found, 400), indent=2, hanging=2)
    return NOT_CONFORMING if still else ALL_CONFORM
