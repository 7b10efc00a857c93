"""The shards of a run are put together, and what does not belong together is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from certified import played, proven, run
from reports import case, report

from conformance.report.merging import CannotMerge, merge
from conformance.runner.report import EngineInfo, Report, SuiteInfo, summarize


def shard(number: int, of: int, cases: list[Any] | None = None, **more: Any) -> Report:
    given = [case(f"{number}-{index}", "pass") for index in range(2)] if cases is None else cases
    return report(given, complete=False, partial=[f"shard {number} of {of}"], shard=f"{number}/{of}", **more)


def names(reports: list[Report]) -> list[str]:
    return [f"{index}.json" for index, _ in enumerate(reports)]


def merged(*reports: Report) -> Report:
    return merge(reports, names(list(reports)))


def refused(*reports: Report) -> str:
    with pytest.raises(CannotMerge) as told:
        merged(*reports)
    return str(told.value)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_all_shards_are_the_run_in_one_piece_and_earn_its_levels(order: tuple[int, ...]) -> None:
    whole = run({played()[5].id: "fail"})
    parts = []
    for number in (1, 2, 3):
        cases = whole.cases[number - 1 :: 3]  # as the runner deals them out
        parts.append(
            msgspec.structs.replace(
                whole, cases=cases, summary=summarize(cases), complete=False, partial=[f"shard {number} of 3"], shard=f"{number}/3",
            )
        )  # fmt: skip
    together = merged(*(parts[index] for index in order))
    assert msgspec.structs.replace(together, seconds=whole.seconds) == whole
    assert proven(together) == proven(whole)
    assert proven(together).certifies
    assert not proven(parts[0]).certifies
    part = merged(parts[0], parts[2])
    assert part.partial == ["of 3 shards 2 is missing"]
    assert not part.complete
    assert proven(part).withheld == ["of 3 shards 2 is missing"]


def test_many_missing_shards_are_counted() -> None:
    assert merged(shard(3, 40)).partial == ["of 40 shards 1, 2, 4, 5, 6, 7, 8, 9, 10, 11 and 29 more are missing"]


def test_why_a_shard_is_no_whole_shard_is_kept() -> None:
    chosen = shard(1, 2, engine_error="it died", restarts=3)
    chosen = msgspec.structs.replace(chosen, partial=[*chosen.partial, "only some cases were chosen (--rule 502)"], warnings=["a", "b"])
    cut = msgspec.structs.replace(shard(2, 2), partial=[], warnings=["b", "c"], restarts=1)
    together = merged(chosen, cut)
    assert together.partial == ["only some cases were chosen (--rule 502)", "a shard was cut short"]
    assert (together.engine_error, together.restarts, together.warnings) == ("it died", 4, ["a", "b", "c"])
    assert together.seconds == 7.0


def test_an_engine_that_never_started_in_one_shard_is_named_by_the_others() -> None:
    together = merged(shard(1, 2, engine=EngineInfo("stdio:./fake")), shard(2, 2))
    assert together.engine.engine == "Fake"


SUITE = SuiteInfo("mtg-conformance", "0.1.0", 1, "a" * 64)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (shard(2, 2, engine=EngineInfo("x", "Other", "1.2")), "1.json: the engine is Other 1.2, but Fake 1.2 in 0.json"),
        (shard(2, 2, engine=EngineInfo("x", "Fake", "1.3")), "1.json: the engine is Fake 1.3, but Fake 1.2 in 0.json"),
        (shard(2, 2, edition="2012-06-01"), "1.json: the edition is 2012-06-01, but 2026-09-25 in 0.json"),
        (shard(2, 2, suite=SUITE), "1.json: the hash of the cases is aaaaaaaa"),
        (shard(2, 2, suite=SuiteInfo("mtg-conformance", "0.2.0", 1)), "1.json: the version of the suite is 0.2.0, but 0.1.0 in 0.json"),
        (shard(2, 3), "1.json: is shard 2 of 3, but 0.json is one of 2"),
        (shard(1, 2), "1.json: is shard 1 of 2, as 0.json is; name one of the two"),
        (shard(2, 2, [case("1-0", "pass")]), "1.json: has the case 1-0, as 0.json has"),
        (report([case("x", "pass")]), "1.json: is no shard"),
        (msgspec.structs.replace(shard(2, 2), shard="９/２"), "1.json: is no shard"),
        (msgspec.structs.replace(shard(2, 2), shard="3/2"), "1.json: is no shard"),
    ],
)
def test_what_does_not_belong_together_is_refused(other: Report, message: str) -> None:
    assert refused(shard(1, 2), other).startswith(message)


def test_all_reasons_are_told_up_to_a_bound() -> None:
    same = [case(f"c{number}", "pass") for number in range(100)]
    lines = refused(shard(1, 2, same), shard(2, 2, same)).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "and 90 more problems"
    both = refused(shard(1, 2), shard(2, 2, edition="2012-06-01", engine=EngineInfo("x", "Other"))).splitlines()
    assert len(both) == 2
