"""The cases as test items: what `conformance.pytest_plugin` brings in when pytest is called with `--engine`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

from conformance.cases.model import Case
from conformance.commands.inputs import cases_of, edition_of, engine_of, registry, timeout_of
from conformance.commands.problems import CommandProblem
from conformance.engines.errors import EngineCannotStart, EngineProblem
from conformance.report.text import one_line
from conformance.report.words import MEANING, why
from conformance.rules.numbering import Numbering
from conformance.runner.card_book import CardBook
from conformance.runner.certify import in_edition
from conformance.runner.known_failures import BadKnownFailures, load_known_failures
from conformance.runner.play import play_case
from conformance.runner.report import CaseResult
from conformance.runner.session import Session

SKIPPED = ("unsupported", "unobservable", "disputed")


class NotConforming(Exception):
    """A case did not pass; the text is what the user is shown."""


class Plugin:
    """Collects the cases behind the tests that pytest finds, and keeps one engine for all of them."""

    def __init__(self, config: pytest.Config) -> None:
        """Read the cases and find the engine. Raises pytest.UsageError for whatever is wrong with the call or the cases."""
        option = config.getoption
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            config.args = []  # no path was named: the cases alone are asked for, not the tests that happen to be around
        try:
            self.edition = edition_of(option("mtg_conformance_edition"))
            self.spec = engine_of(option("mtg_conformance_engine"))
            self.timeout = timeout_of(option("mtg_conformance_timeout"))
            listed = option("mtg_conformance_known_failures")
            self.known = load_known_failures(Path(listed)) if listed else {}
            rules = registry()
            loaded = cases_of([Path(path) for path in option("mtg_conformance_cases") or ()])
        except (CommandProblem, BadKnownFailures) as problem:
            raise pytest.UsageError(str(problem)) from problem
        self.cases = [case for case in loaded.cases if in_edition(case, self.edition)]
        self.numbering = Numbering(rules, target=self.edition)
        self.cards = CardBook(loaded.cards)
        self._session: Session | None = None

    def pytest_report_header(self) -> str:
        return f"mtg-conformance: {len(self.cases)} cases on {one_line(self.spec.name)}, rules of {self.edition}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        # First of all such hooks: what the others do (-k, -m, shuffling, workers) is done to the cases as well.
        cases = [CaseItem.from_parent(session, name=case.id, nodeid=case.id, case=case, plugin=self) for case in self.cases]
        items += cases
        # Told as any other collection is, so that pytest counts them.
        session.config.hook.pytest_collectreport(report=pytest.CollectReport("mtg-conformance", "passed", None, list(cases)))

    def pytest_unconfigure(self) -> None:
        if self._session is not None:
            self._session.close()

    def play(self, case: Case) -> CaseResult:
        """The result of a case, on an engine that is started when it is needed and again when it broke. Raises EngineCannotStart."""
        if self._session is None:
            self._session = Session(self.spec, edition=self.edition, timeout=self.timeout)
        result, problem = play_case(case, self._session, self.cards)
        if problem is not None and (problem.restart or self._session.in_process):
            self._session.close(at_once=True)
            self._session = None
        return result


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case, plugin: Plugin, **more: Any) -> None:
        super().__init__(**more)
        self.case = case
        self.plugin = plugin
        self.keywords.update(dict.fromkeys((*case.tags, *case.rules), True))

    def runtest(self) -> None:
        try:
            result = self.plugin.play(self.case)
        except EngineCannotStart as error:
            self._stop(f"the engine could not be run: {error}{_stderr(error)}")
        known = self.plugin.known.get(self.case.id)
        if self.case.disputed is not None and result.outcome != "error":
            pytest.skip(f"disputed: {self.case.disputed}")
        if result.outcome in SKIPPED:
            pytest.skip(f"{result.outcome}: {why(result)}")
        if known is not None and result.outcome == "pass":
            raise NotConforming(f"fixed: {MEANING['fixed']} ({known.reason})")
        if result.outcome != "pass":
            if known is not None and result.outcome != "error":
                pytest.xfail(f"known: {known.reason}")
            raise NotConforming(_told(result, self.plugin.numbering.references(result.rules)))

    def _stop(self, reason: str) -> NoReturn:
        # Every other case would say the same.
        self.session.shouldstop = one_line(reason)
        raise NotConforming(reason)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, NotConforming):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return Path(self.case.file), self.case.line - 1, self.case.id


def _told(result: CaseResult, rules: Sequence[str]) -> str:
    lines: Iterable[str] = (
        f"{result.id}: {result.outcome}",
        f"  {result.title}",
        f"  rules: {', '.join(rules)}",
        f"  {why(result, 400)}",
        f"  {result.file}:{result.failure.line if result.failure and result.failure.line else result.line}",
    )
    return "\n".join(one_line(line) for line in lines)


def _stderr(error: EngineProblem) -> str:
    return f"; it wrote on stderr: {error.stderr.strip().splitlines()[-1]}" if error.stderr.strip() else ""
