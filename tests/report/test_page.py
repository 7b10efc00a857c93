"""What stands in report.html before any browser looks at it, and what is kept of a run for it. tests/browser tries the page itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from reports import HOSTILE, case, each_outcome, report

from conformance.cases.library import load
from conformance.cases.model import Expect
from conformance.commands.inputs import registry
from conformance.engines.registry import engine
from conformance.report import witness
from conformance.report.html import html
from conformance.report.html.boards import position
from conformance.report.html.frame import in_page
from conformance.report.html.summary import KINDS, SYMBOLS
from conformance.report.witness import Tales, bounded
from conformance.runner.card_book import CardBook
from conformance.runner.certify import certify
from conformance.runner.report import OUTCOMES


def data(page: str, name: str = "data") -> Any:
    block = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert block is not None
    return [json.loads(line) for line in block[1].split("\n")]


def test_every_case_has_a_row_and_its_details_in_the_same_place() -> None:
    page = html(report(each_outcome()), registry())
    rows = data(page)[0]["rows"]
    details = data(page, "details")
    assert [row["id"] for row in rows] == [result.id for result in each_outcome()]
    assert len(details) == len(rows)
    fails = next(place for place, row in enumerate(rows) if row["id"] == "fails")
    assert details[fails]["difference"] == {
        "step": 4, "path": "croc.phased", "expected": "in", "observed": "direct", "rule": "702.26g", "line": 19,
    }  # fmt: skip


def test_each_outcome_has_a_colour_and_a_sign() -> None:
    assert set(KINDS) == set(SYMBOLS) == set(OUTCOMES)


def test_the_summary_counts_what_was_judged_and_what_was_not() -> None:
    page = " ".join(re.sub(r"<[^>]*>", "", html(report(each_outcome()), registry())).split())
    assert "9 of 14 cases were judged: 1 conform, 8 do not. The other 5 prove nothing" in page


def test_data_cannot_end_its_block_nor_begin_markup() -> None:
    text = in_page({"a": "</script><!--&\u2028\u2029"})
    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text) == {"a": "</script><!--&\u2028\u2029"}


def test_hostile_text_is_escaped_everywhere() -> None:
    hostile = case(HOSTILE, "fail", title=HOSTILE, file=HOSTILE, reason=HOSTILE, stderr=HOSTILE, rules=["<b>"])
    page = html(report([hostile], warnings=["<script>warned</script>"], partial=["<i>part</i>"], complete=False), registry(), command="<b>")
    assert "<script>warned" not in page
    assert "&lt;script&gt;warned" in page
    assert "<i>part" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert page.count("<script") == 3


def test_the_page_is_small_whatever_is_said() -> None:
    long = "x" * 2_000_000
    result = case(long, "crash", title=long, file=f"{long}/x.yaml", reason=long, stderr=long, rules=[long] * 3)
    small, large = (html(report([one], warnings=[long]), registry()) for one in (case("a", "pass"), result))
    assert len(large) - len(small) < 60_000


def test_nothing_is_loaded_and_no_other_script_is_allowed() -> None:
    page = html(report(each_outcome()), registry())
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", page.partition('<script type="application/json" id="data">')[0])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;; script-src &#39;sha256-")
    assert "unsafe" not in policy[1]


def test_the_page_of_a_report_alone_says_what_the_report_does() -> None:
    page = html(report(each_outcome()), registry(), [])
    assert all("script" not in details and "pictures" not in details for details in data(page, "details"))


def test_a_run_that_is_followed_is_the_same_run_and_tells_what_failed() -> None:
    loaded = load(None)
    chosen = [one for one in loaded.cases if one.script and isinstance(one.script[-1], Expect)][:6]
    script = [*chosen[0].script[:-1], msgspec.structs.replace(chosen[0].script[-1], players={"alice": {"life": 99}})]
    cases = [msgspec.structs.replace(chosen[0], script=script), *chosen[1:]]
    tales = Tales()
    plain = certify(cases, engine("reference"), cards=CardBook(loaded.cards))
    followed = certify(cases, engine("reference"), cards=CardBook(loaded.cards), follow=tales)
    assert [result.outcome for result in plain.cases] == [result.outcome for result in followed.cases] == ["fail"] + ["pass"] * 5
    assert list(tales.kept) == [cases[0].id]
    tale = tales.kept[cases[0].id]
    assert tale.after is not None
    assert tale.after["players"]["alice"]["life"] != 99
    assert tale.told[-1].verdicts[-1].held is False
    page = html(followed, registry(), cases, loaded.cards, tales=tales.kept)
    details = data(page, "details")
    assert len(details[0]["pictures"]) == 2
    assert len(details[1]["pictures"]) == 1
    assert any("observed" in asked for step in details[0]["script"] for asked in step.get("asks", ()))


def test_no_more_is_kept_than_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witness, "MOST_TALES", 1)
    monkeypatch.setattr(witness, "MAX_EVENTS", 3)
    kept: dict[str, Any] = {}
    step = next(one for one in load(None).cases if one.script).script[0]
    for name in ("one", "two"):
        follower = witness.Witness(kept)
        follower.on_step("given", 1, step)
        follower.watch({}, {"events": [{"kind": "tapped", "object": "y" * 10_000}] * 10})
        follower.over(case(name, "fail"), None)
    assert list(kept) == ["one"]
    told = kept["one"].told[0]
    assert (len(told.events), told.cut) == (3, 7)
    assert len(told.events[0]["object"]) < 400


def test_what_an_engine_says_is_cut_where_it_is_long_or_deep() -> None:
    deep: Any = "end"
    for _ in range(50):
        deep = [deep]
    assert len(repr(bounded({"a": "z" * 5000, "b": list(range(5000)), "c": deep}))) < 1000


def test_every_position_of_the_suite_can_be_drawn_from_its_case() -> None:
    loaded = load(None)
    for one in loaded.cases:
        snapshot = position(one.given, loaded.cards)
        assert len({entry["id"] for entry in snapshot["objects"]}) == len(snapshot["objects"]), one.id
        battlefield = [entry["id"] for entry in snapshot["objects"] if entry["zone"] == "battlefield"]
        assert battlefield == [entry["id"] for entry in one.given["battlefield"]]


def test_certify_writes_the_page(tmp_path: Path) -> None:
    from conformance import cli

    assert cli.run(["certify", "--case", load(None).cases[0].id, "--report", str(tmp_path)]) == 0
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("outcomes", "heading", "kind"),
    [
        (["pass", "unsupported"], "Conforms in everything that was judged", "good"),
        (["pass", "known"], "1 case is known not to conform; what else was judged conforms", "known"),
        (["pass", "known", "known"], "2 cases are known not to conform; what else was judged conforms", "known"),
        (["pass", "fail", "known"], "1 case does not conform, and 1 more is known not to", "bad"),
        (["fail", "crash"], "2 cases do not conform", "bad"),
        (["unsupported"], "Nothing was proven", "open"),
    ],
)
def test_the_heading_says_no_more_than_the_numbers(outcomes: list[str], heading: str, kind: str) -> None:
    page = html(report([case(f"case-{number}", outcome) for number, outcome in enumerate(outcomes)]), registry())
    assert re.search(rf'<section class="[^"]*verdict {kind}[^"]*"[^>]*>\s*<h2[^>]*>{re.escape(heading)}</h2>', page)
