"""What a run proves: `certificate.json` (schema: conformance/schemas/certificate.json; docs/certificate.md says what it means).

A level is earned in an area when every built-in case of it was judged and passed. Only the cases of which the rules' answer is contested
(`disputed`) are set aside, for every engine alike; what was unsupported, unobservable or is a known failure was not shown to be right. A
run that did not play exactly the built-in cases, or to which a list of known failures was held, certifies nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.digest import digest
from conformance.cases.model import Case
from conformance.report.areas import AREAS, REST, Area, areas_of
from conformance.report.text import one_line, plural
from conformance.report.words import UNPROVEN, lacking
from conformance.runner.certify import in_edition
from conformance.runner.report import OUTCOMES, CaseResult, EngineInfo, Report, SuiteInfo, encode_plain
from conformance.variants import origin

NAME, TEXT = 120, 320
"""Texts of strangers are cut there: a certificate is to be read."""

REASONS = 40
"""So many reasons why cases were not judged are named, those of most cases."""

MISSING = "missing"
"""Stands with the outcomes for a case of an area that the run did not have."""


class CertifiedEngine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The engine as it presented itself; as the caller named it, if it never started."""

    name: str
    version: str | None = None

    @property
    def presented(self) -> str:
        return f"{self.name} {self.version}" if self.version else self.name


class Level(msgspec.Struct, frozen=True):
    """An area and how the engine stands in it.

    `cases` are those that count, `disputed` those set aside; `lacking` says by outcome how many of the cases that count did not pass.
    """

    area: str
    title: str
    about: str
    earned: bool
    cases: int
    passed: int
    disputed: int
    lacking: dict[str, int]
    says: str


class Rest(msgspec.Struct, frozen=True):
    """The cases that belong to no area: counted, without a level."""

    title: str
    about: str
    cases: int
    passed: int
    disputed: int
    lacking: dict[str, int]


class NotJudged(msgspec.Struct, frozen=True):
    """Why cases were not judged, and how many."""

    outcome: str
    reason: str
    cases: int


class Counts(msgspec.Struct, frozen=True):
    """The cases of the run. Judged are those whose outcome says something about the engine."""

    cases: int
    judged: int
    not_judged: int
    outcomes: dict[str, int]


class Certificate(msgspec.Struct, frozen=True):
    """What a run proves. If `certifies` is false it proves nothing: `withheld` says why, and no level is earned."""

    certificate: int
    """The version of this form."""
    suite: SuiteInfo
    engine: CertifiedEngine
    edition: str
    date: str
    """When the run began."""
    certifies: bool
    says: str
    withheld: list[str]
    counts: Counts
    not_judged: list[NotJudged]
    levels: list[Level]
    rest: Rest

    @property
    def earned(self) -> list[Level]:
        return [level for level in self.levels if level.earned]


def certificate(report: Report, library: Sequence[Case], cards: CardPool) -> Certificate:
    """The certificate of a run; `library` are the built-in cases, `cards` the built-in pool."""
    cases = [case for case in library if in_edition(case, report.edition)]
    withheld = _withheld(report, cases, cards)
    outcomes = {case.id: case.outcome for case in report.cases}
    by_area: dict[str, list[Case]] = {area.id: [] for area in (*AREAS, REST)}
    for case in cases:
        for area in areas_of(case):
            by_area[area.id].append(case)
    levels = [_level(area, by_area[area.id], outcomes, not withheld) for area in AREAS]
    return Certificate(
        certificate=1,
        suite=_suite(report.suite),
        engine=_engine(report.engine),
        edition=one_line(report.edition, NAME),
        date=one_line(report.started, NAME),
        certifies=not withheld,
        says=_says(levels, withheld),
        withheld=withheld,
        counts=_counts(report.cases),
        not_judged=_not_judged(report.cases),
        levels=levels,
        rest=Rest(REST.title, REST.about, *_standing(by_area[REST.id], outcomes)),
    )


def encoded(document: Certificate) -> bytes:
    """The file."""
    return encode_plain(document)


def _suite(suite: SuiteInfo) -> SuiteInfo:
    hashed = None if suite.cases_sha256 is None else one_line(suite.cases_sha256, NAME)
    return SuiteInfo(one_line(suite.name, NAME), one_line(suite.version, NAME), suite.protocol, hashed)


def _engine(engine: EngineInfo) -> CertifiedEngine:
    return CertifiedEngine(one_line(engine.engine or engine.name, NAME), one_line(engine.version, NAME) if engine.version else None)


def _withheld(report: Report, cases: Sequence[Case], cards: CardPool) -> list[str]:
    """Why this run proves nothing, one reason each."""
    reasons = [one_line(why, TEXT) for why in report.partial[:REASONS]]
    if not report.complete and not reasons:
        reasons.append("the run was cut short")
    if report.engine_error is not None and not reasons:
        reasons.append(f"the engine could not be run: {one_line(report.engine_error, TEXT)}")
    if report.suite.cases_sha256 is None:
        reasons.append("the report does not say which cases were played: an older mtg-conformance wrote it")
    elif any(case.id != origin(case.id) for case in report.cases):
        reasons.append("changed forms of the cases were played too; certify without --variants")
    elif report.suite.cases_sha256 != digest(cases, cards) and not report.partial:
        reasons.append("what was played is not exactly the built-in cases and cards of this mtg-conformance")
    excused = sum(case.outcome in ("known", "fixed") for case in report.cases)
    if excused:
        reasons.append(f"the list of known failures covers {plural(excused, 'case')}; certify without --known-failures")
    return reasons


def _level(area: Area, cases: Sequence[Case], outcomes: Mapping[str, str], counts: bool) -> Level:
    number, passed, disputed, missed = _standing(cases, outcomes)
    earned = counts and number > 0 and passed == number
    if not number:
        says = "not earned: no case of it is about the rules of this edition"
    elif passed < number:
        which = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in missed.items())
        says = f"not earned: {number - passed} of {plural(number, 'case')} did not pass ({which})"
    elif earned:
        says = f"earned: all of {plural(number, 'case')} passed"
    else:
        says = "not earned: this run certifies nothing"
    if disputed:
        says += f"; {plural(disputed, 'disputed case')} set aside"
    return Level(area.id, area.title, area.about, earned, number, passed, disputed, missed, says)


def _standing(cases: Sequence[Case], outcomes: Mapping[str, str]) -> tuple[int, int, int, dict[str, int]]:
    """How many cases count, how many of them passed, how many are disputed, and what became of those that did not pass."""
    found = Counter("disputed" if case.disputed is not None else outcomes.get(case.id, MISSING) for case in cases)
    disputed, passed = found.pop("disputed", 0), found.pop("pass", 0)
    return found.total() + passed, passed, disputed, dict(found.most_common())


def _counts(cases: Sequence[CaseResult]) -> Counts:
    found: Counter[str] = Counter(case.outcome for case in cases)
    not_judged = sum(found[outcome] for outcome in UNPROVEN)
    return Counts(len(cases), len(cases) - not_judged, not_judged, {outcome: found[outcome] for outcome in OUTCOMES})


def _not_judged(cases: Sequence[CaseResult]) -> list[NotJudged]:
    reasons = Counter((case.outcome, one_line(lacking(case), TEXT)) for case in cases if case.outcome in UNPROVEN)
    named = reasons.most_common(REASONS)
    others = Counter(reasons)
    for reason, _ in named:
        del others[reason]
    left: Counter[tuple[str, str]] = Counter()
    for (outcome, _), count in others.items():
        left[outcome, "other reasons, which the report names"] += count
    found = sorted([*named, *left.items()], key=lambda entry: (UNPROVEN.index(entry[0][0]), -entry[1], entry[0][1]))
    return [NotJudged(outcome, reason, count) for (outcome, reason), count in found]


def _says(levels: Sequence[Level], withheld: Sequence[str]) -> str:
    """The whole in a sentence."""
    if withheld:
        return f"This run certifies nothing: {'; '.join(withheld)}."
    earned = [level.title for level in levels if level.earned]
    return f"Levels earned ({len(earned)} of {len(levels)}): {', '.join(earned) or 'none'}."
