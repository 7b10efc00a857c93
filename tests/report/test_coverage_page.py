"""What stands in the page of the coverage before any browser looks at it, and in its Markdown. tests/browser tries the page itself."""

from __future__ import annotations

import json
import re
from typing import Any

from reports import HOSTILE, case, each_outcome, report

from conformance.commands.inputs import editions, registry
from conformance.report.coverage_markdown import coverage_markdown
from conformance.report.covering import Material, Named, cases_of_report, presented
from conformance.report.html.coverage import coverage_html
from conformance.report.html.coverage_tree import COVER_WORDS, cover_totals, coverage_tree, standing_totals
from conformance.report.text import code_span, table_cell
from conformance.rules.coverage import summary
from conformance.runner.report import EngineInfo

MATERIAL = Material(
    [
        Named("swap", "Both halves at once", ["502.1/c", "702.26a/c"]),
        Named("dated", "Of today only", ["502.1/c", "502.2/a"], since="2021-09-24"),
        Named("whole", "Of a rule", ["502.1"]),
    ],
    [
        Named("two-events", "Two events", ["502.1/c"]),
        Named("of-a-rule", "Something of it", ["502.1"]),
        Named("of-another", "Elsewhere", ["999.9z"]),
    ],
    [Named("swap-is-one-event", "It is one event", ["502.1/c", "502.1/d"])],
)


def data(page: str) -> Any:
    block = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert block is not None
    return json.loads(block[1])


def test_the_tree_counts_as_the_coverage_does() -> None:
    for edition in ("2026-09-25", "2012-06-01"):
        counts, totals = summary(MATERIAL.covered(registry(), edition)), cover_totals(coverage_tree(MATERIAL, registry(), edition, None))
        assert totals["both"] == counts.with_mutant == 1
        assert totals["both"] + totals["case"] == counts.covered
        assert totals["none"] == counts.testable - counts.covered
        assert totals["unseen"] == counts.untestable


def test_a_case_counts_in_its_editions_only() -> None:
    sections = coverage_tree(MATERIAL, registry(), "2012-06-01", None)
    swap = next(clause for section in sections for rule in section.rules for clause in rule.clauses if clause.id == "502.1/c")
    assert (swap.cases, swap.mutants, swap.invariants, swap.cover) == (1, 1, 1, "both")
    rule = next(rule for section in sections for rule in section.rules if rule.number == "502.1")
    assert (rule.cases, rule.mutants) == (1, 1)


def test_what_names_no_clause_counts_for_none() -> None:
    assert MATERIAL.mutants_of_whole_rules(registry()) == ["of-a-rule", "of-another"]
    assert MATERIAL.mutants_elsewhere(registry()) == {"999.9z": ["of-another"]}
    bare = next(rule for rule in MATERIAL.covered(registry(), "2026-09-25") if rule.rule.number == "502.1")
    assert bare.bare_mutants == ["of-a-rule"]
    assert [clause.mutants for clause in bare.clauses if clause.mutants] == [["two-events"]]


def test_a_run_has_one_edition_and_shows_how_clauses_stand() -> None:
    run = report(each_outcome())
    sections = coverage_tree(Material(cases_of_report(run)), registry(), run.edition, {one.id: one.outcome for one in run.cases})
    stands = standing_totals(sections)
    assert stands["broken"] == 1
    clause = next(clause for section in sections for rule in section.rules for clause in rule.clauses if clause.id == "702.26g/a")
    assert (clause.standing, clause.held, clause.against, clause.open) == ("broken", 2, 7, 5)
    told = data(coverage_html(Material(cases_of_report(run)), registry(), report=run))
    assert told["editions"] == [run.edition]
    assert "since" not in told["rules"][0]
    assert {one["outcome"] for one in told["cases"]} == {one.outcome for one in run.cases}


def test_every_edition_is_offered_and_every_rule_has_its_numbers() -> None:
    told = data(coverage_html(MATERIAL, registry(), "2012-06-02", editions().labels))
    assert told["editions"] == sorted([*editions().labels, "2012-06-02"])
    assert len(told["rules"]) == len(registry().rules)
    for rule in told["rules"]:
        assert rule["numbers"] == [list(pair) for pair in registry().rules[rule["number"]].numbers]


def test_hostile_text_is_escaped_and_cut() -> None:
    long = "y" * 1_000_000
    run = report(
        [case(HOSTILE, "fail", title=HOSTILE, rules=["702.26g/a", "<b>"]), case(long, "pass", title=long)],
        engine=EngineInfo("<script>named</script>", "<script>engine</script>", long),
        complete=False,
        partial=["<script>part</script>", long],
        engine_error="<script>error</script>",
    )
    page = coverage_html(Material(cases_of_report(run)), registry(), report=run)
    empty = coverage_html(Material([]), registry(), report=report([]))
    assert page.count("<script") == 2
    for word in ("engine", "part", "error"):
        assert f"&lt;script&gt;{word}" in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    assert len(page) - len(empty) < 30_000


def test_nothing_is_loaded_and_no_other_script_is_allowed() -> None:
    page = coverage_html(MATERIAL, registry())
    assert not re.search(r"""(?:src|href)=["'](?!#)""", page.partition('<script type="application/json" id="data">')[0])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;; script-src &#39;sha256-")
    assert "unsafe" not in policy[1]
    assert set(COVER_WORDS) == {"both", "case", "none", "unseen"}


def test_markdown_cannot_be_broken_by_what_strangers_say() -> None:
    assert table_cell("a|b\nc\\d") == "a\\|b c\\\\d"
    assert code_span("a`b``c") == "```a`b``c```"
    run = report(
        [case("one", "pass")],
        engine=EngineInfo("x", "Eng`ine | **bold** <b>\n| fake | row |", "1"),
        complete=False,
        partial=["![x](http://x)\n\n# heading"],
    )
    text = coverage_markdown(run.edition, Material(cases_of_report(run)).covered(registry(), run.edition), run)
    assert f"``{presented(run.engine)}``" in text
    assert "\n# heading" not in text
    assert "`![x](http://x)  # heading`" in text
    assert not any("fake" in line for line in text.splitlines() if line.startswith("|"))
    assert len({line.count("|") for line in text.splitlines() if line.startswith("|")}) == 1
