"""The fuzzer as a test of an engine's own suite:

    from conformance.fuzz.testing import fuzz

    def test_random_games():
        fuzz("stdio:target/release/my-engine", examples=200, against_reference=True)

What is found fails the test, with each finding in a few lines; with `save` the cases are written as well.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from hypothesis.database import ExampleDatabase

from conformance.cases.library import builtin, load
from conformance.engines.registry import EngineSpec, engine
from conformance.engines.stdio import DEFAULT_TIMEOUT
from conformance.fuzz.campaign import Campaign, Options, Outcome
from conformance.fuzz.findings import save as save_finding
from conformance.fuzz.muting import is_known
from conformance.rules.editions import NEWEST
from conformance.rules.loader import load as load_rules


class NotConforming(AssertionError):
    """The fuzzer found something; `outcome` has all of it."""

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(message)
        self.outcome = outcome


def fuzz(
    spec: str | EngineSpec,
    *,
    examples: int = 200,
    seconds: float | None = None,
    seed: int = 0,
    against_reference: bool = True,
    muted: Collection[str] = (),
    edition: str = NEWEST,
    timeout: float = DEFAULT_TIMEOUT,
    save: Path | str | None = None,
    database: ExampleDatabase | None = None,
) -> Outcome:
    """Plays random boards on the engine `spec` (a name, or "stdio:COMMAND") and gives what was done.

    `seconds` ends it earlier than `examples` would; `muted` are clauses (`702.26g`, `702.26g/c`, `502.3:tapped`) in which differences are
    known; `save` is a folder for the findings; `database` keeps Hypothesis's examples between runs. Raises NotConforming if something was
    found, UnknownEngine and EngineCannotStart if there is no engine, ValueError if there is no such clause to mute.
    """
    __tracebackhide__ = True  # pytest shows the line of the test, and the findings
    if muted:
        registry = load_rules(builtin() / "rules", "cases/rules")
        unknown = [entry for entry in muted if not is_known(entry.partition(":")[0], registry)]
        if unknown:
            raise ValueError(f"muted: there is no rule or clause {', '.join(unknown)}")
    pool = load().cards
    options = Options(
        against=against_reference, examples=examples, seconds=seconds, seed=seed, edition=edition, timeout=timeout, muted=muted,
        database=database,
    )  # fmt: skip
    campaign = Campaign(engine(spec) if isinstance(spec, str) else spec, pool, options)
    outcome = campaign.run()
    if not outcome.found:
        return outcome
    lines = [f"{len(outcome.found)} found in {outcome.examples} boards, seed {seed}:"]
    for found in outcome.found:
        where = f" (saved as {save_finding(found, Path(save), campaign)})" if save is not None else ""
        lines.append(f"  {found.finding.clause} {found.finding.field}: {found.finding.words[:300]}{where}")
    if save is None:
        lines.append("fuzz(..., save=FOLDER) writes each of them as a case, which `mtg-conformance explain ID --from FOLDER` tells")
    raise NotConforming("\n".join(lines), outcome)
