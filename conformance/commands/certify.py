"""`mtg-conformance certify`: plays the cases on an engine, writes the reports, shows the outcome."""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.commands.inputs import cases_of, edition_of, engine_of, registry, select, shard_of, timeout_of
from conformance.commands.listing import Listing
from conformance.commands.machine import as_json
from conformance.commands.playing import play
from conformance.commands.problems import INTERRUPTED, BadFiles, WrongCall
from conformance.commands.written import certificate_of, check, write_run
from conformance.report.certificate import Certificate
from conformance.report.files import ReportNotWritten
from conformance.report.numbers import renumbered
from conformance.report.witness import Tales
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry
from conformance.runner.certify import Interrupted
from conformance.runner.certify import Options as RunOptions
from conformance.runner.known_failures import BadKnownFailures, KnownFailure, load_known_failures
from conformance.runner.report import Report, encode, exit_code


@dataclass(frozen=True)
class Options:
    """The command's options as they were given."""

    paths: tuple[Path, ...]
    engine: str
    edition: str | None
    rules: tuple[str, ...]
    cases: tuple[str, ...]
    jobs: int
    known_failures: Path | None
    report: Path | None
    shard: str | None
    fail_fast: bool
    timeout: float
    variants: bool = False
    write_known_failures: Path | None = None
    output: str = "terminal"
    quiet: bool = False


FEWER_COLLECTIONS = (100_000, 20, 20)
"""A run makes many small objects that live for one case; looking for cycles so often would be a tenth of its time."""


def run(options: Options) -> int:
    """Carry out the command; the exit code of the run, 130 after Ctrl-C. Raises CommandProblem."""
    gc.set_threshold(*FEWER_COLLECTIONS)
    json = as_json(options.output)
    timeout = timeout_of(options.timeout)
    edition = edition_of(options.edition)
    shard = shard_of(options.shard)
    spec = engine_of(options.engine)
    known = _known(options.known_failures)
    listing = Listing(options.write_known_failures, known) if options.write_known_failures is not None else None
    loaded = cases_of(options.paths)
    rules = registry()
    cases = select(loaded.cases, options.rules, options.cases, rules)
    if options.variants:
        cases, known = _with_variants(cases, loaded.cards, known)
    if options.report is not None:
        check(options.report)
    settings = RunOptions(
        edition=edition,
        jobs=options.jobs,
        timeout=timeout,
        fail_fast=options.fail_fast,
        shard=shard,
        known=known,
        selection=_selection(options),
    )
    tales = Tales() if options.report is not None else None
    # Cases of one's own prove nothing about the built-in ones, which need not be read then where no file asks for them.
    library = loaded if not options.paths else cases_of(()) if options.report is not None else None
    try:
        report, interrupted = play(cases, spec, loaded.cards, settings, tales, quiet=options.quiet), False
    except Interrupted as stop:
        report, interrupted = stop.report, True
    # The files first: what is shown may go into a pipe that is already closed.
    shown = renumbered(report, Numbering(rules, target=edition))
    hint = _explain(options)
    written: list[str] = []
    unwritten = None
    proven = certificate_of(report, library) if library is not None else None
    if options.report is not None and tales is not None and proven is not None:
        try:
            written = write_run(options.report, shown, _page(shown, rules, cases, loaded.cards, tales, hint), proven)
        except ReportNotWritten as problem:
            unwritten = problem
    notes = [listing.write(report)] if listing is not None else []
    if json:
        sys.stdout.write(encode(shown).decode())
    else:
        _show(report, shown, rules, options.quiet, hint, written, notes, proven)
    if unwritten is not None:
        raise WrongCall(str(unwritten)) from unwritten
    return INTERRUPTED if interrupted else exit_code(report)


def _explain(options: Options) -> str:
    """The command that tells a case of this run as a story, up to the id. It takes one path: of several none is named."""
    command = ["mtg-conformance", "explain", "--engine", options.engine]
    if len(options.paths) == 1:
        command += ["--from", str(options.paths[0])]
    if options.edition is not None:
        command += ["--edition", options.edition]
    return shlex.join(command)


def _show(
    report: Report,
    shown: Report,
    rules: Registry,
    quiet: bool,
    hint: str,
    written: Sequence[str],
    notes: Sequence[str],
    proven: Certificate | None,
) -> None:
    """The run on a terminal; `shown` has the numbers of its edition. With `quiet` only what is wrong, in lines that a script can read."""
    if quiet:
        from conformance.report.brief import brief

        sys.stdout.writelines(f"{line}\n" for line in brief(shown))
        return
    from conformance.report import terminal
    from conformance.report.console import console

    if proven is None and report.complete:
        notes = [*notes, "Levels are earned by the built-in cases, without a PATH: this run certifies nothing."]
    terminal.show(report, rules, console(), hint, written, notes, proven)


def _known(path: Path | None) -> dict[str, KnownFailure] | None:
    if path is None:
        return None
    try:
        return load_known_failures(path)
    except BadKnownFailures as problems:
        raise BadFiles(*str(problems).splitlines()) from problems


def _with_variants(
    cases: Sequence[Case], cards: CardPool, known: dict[str, KnownFailure] | None
) -> tuple[list[Case], dict[str, KnownFailure] | None]:
    """Each case followed by its changed forms, which are known to fail where the case is."""
    from conformance.variants import variants

    found: list[Case] = []
    also: dict[str, KnownFailure] = {}
    for case in cases:
        forms = [form for _, form in variants(case, cards)]
        found += [case, *forms]
        if known is not None and case.id in known:
            also |= {form.id: msgspec.structs.replace(known[case.id], id=form.id, of_another=True) for form in forms}
    return found, None if known is None else known | also


def _selection(options: Options) -> str | None:
    """What was chosen among the cases, in words."""
    chosen = [f"--rule {rule}" for rule in options.rules] + [f"--case {case}" for case in options.cases]
    return f"only some cases were chosen ({', '.join(chosen)})" if chosen else None


def _page(report: Report, rules: Registry, cases: Sequence[Case], cards: CardPool, tales: Tales, hint: str) -> bytes:
    from conformance.report.html import html

    return html(report, rules, cases, cards, tales=tales.kept, command=hint).encode()
