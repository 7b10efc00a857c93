"""What a reader does with the map of the rules, in a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.library import load
from conformance.commands.inputs import editions, registry
from conformance.fuzz.invariants import invariants
from conformance.mutants import mutants
from conformance.report.covering import Material, Named, cases_of_report
from conformance.report.html.coverage import coverage_html
from conformance.report.html.coverage_tree import SHORT, cover
from conformance.rules.coverage import RuleCoverage, summary
from conformance.rules.registry import section_of
from conformance.runner.report import CaseResult, EngineInfo, Report

Opened = Callable[..., Any]

FIRST_PAINT = 3000
FILTERED = 500
"""Generous, in milliseconds: machines of CI are slow. `benchmarks/coverage_page.py` has the bounds of the design."""


class Made:
    """A page and what it was made of."""

    def __init__(self, path: Path, material: Material, report: Report | None = None, edition: str = "2026-09-25") -> None:
        self.path, self.material, self.report = path, material, report
        dates = [] if report is not None else editions().labels
        path.write_text(coverage_html(material, registry(), edition, dates, report), encoding="utf-8")

    def covered(self, edition: str = "2026-09-25") -> list[RuleCoverage]:
        return self.material.covered(registry(), edition)


def material(cases: list[Named]) -> Material:
    return Material(
        cases,
        [Named(mutant.id, mutant.title, mutant.clauses) for mutant in mutants()],
        [Named(invariant.id, invariant.title, invariant.clauses) for invariant in invariants()],
    )


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The page of the built-in cases."""
    cases = [Named(case.id, case.title, case.rules, case.editions.since, case.editions.until) for case in load(None).cases]
    return Made(tmp_path_factory.mktemp("plain") / "coverage.html", material(cases))


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory, report_of: Callable[..., Report]) -> Made:
    """The page of a run in which cases of 502.3 failed, those of 901 were not judged, and those of 731 were not there."""

    def outcome(case: Any) -> Any:
        if "502.3/a" in case.rules:
            return "fail"
        return "unsupported" if any(rule.startswith("901") for rule in case.rules) else "pass"

    results = [
        CaseResult(case.id, case.title, case.file, case.line, case.rules, outcome(case), reason=f"because of {outcome(case)}")
        for case in load(None).cases
        if not any(rule.startswith("731") for rule in case.rules)
    ]
    report = report_of(results, complete=False, partial=["a part of the cases"])
    return Made(tmp_path_factory.mktemp("engine") / "coverage.html", material(cases_of_report(report)), report)


def shown(page: Any) -> list[str]:
    """The clauses that the filter leaves, whether their section is open or not."""
    return list(
        page.evaluate(
            "[...document.querySelectorAll('#tree .clause')].filter((e) => !e.closest('[hidden]'))"
            ".map((e) => e.querySelector('.ref').textContent)"
        )
    )


def ids(covered: list[RuleCoverage], edition: str) -> list[str]:
    """The clauses as an edition has their numbers."""
    return [f"{rule.rule.number_in(edition)}/{clause.clause.id[-1]}" for rule in covered for clause in rule.clauses]


def count_of(page: Any, id_: str) -> int:
    return int(page.text_content(f"#{id_}"))


def test_the_numbers_are_those_of_the_coverage(opened: Opened, plain: Made) -> None:
    counts = summary(plain.covered())
    page = opened(plain.path)
    assert count_of(page, "n-covered") == counts.covered
    assert count_of(page, "n-testable") == counts.testable
    assert count_of(page, "n-both") == counts.with_mutant
    assert count_of(page, "n-invariants") == counts.with_invariant
    assert count_of(page, "n-unseen") == counts.untestable
    assert page.text_content("#found") == f"{counts.clauses} clauses"
    assert page.locator("#tree .square").count() == counts.clauses
    assert page.locator("#tree .square.both").count() == counts.with_mutant


def test_the_numbers_are_there_without_javascript(opened: Opened, plain: Made) -> None:
    page = opened(plain.path, java_script_enabled=False)
    assert count_of(page, "n-covered") == summary(plain.covered()).covered
    page.click("details[data-section='502'] > summary")
    assert page.locator("details[data-section='502'] .clause").first.is_visible()
    assert page.is_visible("noscript p")


@pytest.mark.parametrize("edition", ["2009-07-11", "2012-06-01", "2017-08-24", "2021-09-24", "2026-02-27"])
def test_another_edition_is_what_python_says_of_it(opened: Opened, plain: Made, edition: str) -> None:
    offered = edition if edition in editions().labels else editions().label_of(edition)
    assert offered is not None
    covered = plain.covered(offered)
    page = opened(plain.path)
    page.select_option("select[name=edition]", offered)
    assert f"edition={offered}" in page.url
    counts = summary(covered)
    assert (count_of(page, "n-covered"), count_of(page, "n-testable"), count_of(page, "n-both"), count_of(page, "n-unseen")) == (
        counts.covered, counts.testable, counts.with_mutant, counts.untestable,
    )  # fmt: skip
    assert shown(page) == ids(covered, offered)
    cells = page.evaluate(
        "[...document.querySelectorAll('#tree .clause')].filter((e) => !e.closest('[hidden]'))"
        ".map((e) => Number((e.querySelector('.cell.cases b') || {textContent: 0}).textContent))"
    )
    assert cells == [len(clause.cases) for rule in covered for clause in rule.clauses]
    whole = page.evaluate(
        "[...document.querySelectorAll('#tree .rule:not([hidden]) .whole')].map((e) => Number((e.textContent.match(/[0-9]+/) || [0])[0]))"
    )
    assert whole == [len(rule.bare) for rule in covered]
    marks = page.evaluate("[...document.querySelectorAll('#tree .clause .mark')].filter((e) => !e.closest('[hidden]')).map((e) => e.title)")
    assert marks == [SHORT[cover(clause)] for rule in covered for clause in rule.clauses]
    squares = page.evaluate("[...document.querySelectorAll('#tree .section:not([hidden]) .square')].map((e) => e.title.split(':')[0])")
    assert squares == ids(covered, offered)
    sections = page.evaluate("[...document.querySelectorAll('#tree .section:not([hidden])')].map((e) => e.dataset.section)")
    assert sections == list(dict.fromkeys(section_of(id_.split("/")[0]) for id_ in ids(covered, offered)))
    page.go_back()
    assert count_of(page, "n-covered") == summary(plain.covered()).covered
    assert shown(page) == [clause.clause.id for rule in plain.covered() for clause in rule.clauses]


def test_a_page_made_for_an_older_edition_begins_there(opened: Opened, plain: Made, tmp_path: Path) -> None:
    made = Made(tmp_path / "coverage.html", plain.material, edition="2012-06-01")
    page = opened(made.path)
    assert shown(page) == ids(made.covered("2012-06-01"), "2012-06-01")
    assert page.text_content("#of-edition") == "2012-06-01"
    page.select_option("select[name=edition]", "2026-09-25")
    assert shown(page) == [clause.clause.id for rule in plain.covered() for clause in rule.clauses]


def test_a_search_finds_rules_cases_mutants_and_stands_in_the_address(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    all_ = len(shown(page))
    case = next(case for case in plain.material.cases if case.rules and "/" in case.rules[0])
    page.fill("input[name=q]", case.id)
    assert {rule for rule in case.rules if "/" in rule} <= set(shown(page))
    mutant = next(mutant for mutant in plain.material.mutants if "/" in mutant.rules[0])
    page.fill("input[name=q]", mutant.title.lower())
    assert {rule for rule in mutant.rules if "/" in rule} <= set(shown(page))
    page.fill("input[name=q]", "phasing.indirect host")
    found = shown(page)
    assert found
    assert all(re.match(r"702\.26", clause) for clause in found)
    assert page.text_content("#found") == f"{len(found)} of {all_} clauses"
    assert "q=phasing.indirect%20host" in page.url
    page.reload()
    assert shown(page) == found
    assert page.input_value("input[name=q]") == "phasing.indirect host"
    page.fill("input[name=q]", "qwertyuiop")
    assert shown(page) == []
    assert page.text_content("#found") == "No clause fits. Take a filter away."
    page.click("#reset")
    page.wait_for_function(f"document.getElementById('found').textContent === '{all_} clauses'")
    assert len(shown(page)) == all_


def test_filters_go_together_and_the_way_back_works(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    page.click("button[data-cover=case]")
    lines = [clause for rule in plain.covered() for clause in rule.clauses]
    without = [line for line in lines if line.testable and line.cases and not line.mutants]
    assert shown(page) == [line.clause.id for line in without]
    assert page.get_attribute("button[data-cover=case]", "aria-pressed") == "true"
    page.select_option("select[name=invariant]", "yes")
    assert shown(page) == [line.clause.id for line in without if line.invariants]
    page.fill("input[name=rule]", "702.26")
    assert shown(page) == [line.clause.id for line in without if line.invariants and line.clause.id.startswith("702.26")]
    page.go_back()
    page.go_back()
    assert page.locator("button[aria-pressed=true]").count() == 0
    assert len(shown(page)) == len(lines)


def test_what_cannot_be_observed_is_told_apart_with_its_reason(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    page.click(".outcomes a >> text=cannot be observed by any case")
    unseen = [clause.clause for rule in plain.covered() for clause in rule.clauses if not clause.testable]
    assert shown(page) == [clause.id for clause in unseen]
    reasons = page.locator("#tree .clause:not([hidden]) .reason").all_text_contents()
    assert reasons == [f"No case can observe it: {clause.untestable}" for clause in unseen]


def test_a_link_opens_a_clause_with_what_covers_it(opened: Opened, plain: Made) -> None:
    page = opened(plain.path, "#clause=702.26g/c")
    line = next(clause for rule in plain.covered() for clause in rule.clauses if clause.clause.id == "702.26g/c")
    inside = page.locator(".clause.here .inside")
    assert inside.is_visible()
    headings = inside.locator("h4").all_text_contents()
    assert headings == [f"{len(line.cases)} cases", f"{len(line.mutants)} mutants", f"{len(line.invariants)} invariants"]
    assert inside.locator("code.id").all_text_contents() == [*line.cases, *line.mutants, *line.invariants]
    assert page.evaluate("document.activeElement.parentElement.classList.contains('here')")
    assert page.get_attribute(".clause.here .share", "href") == "#clause=702.26g/c"
    assert 0 <= page.evaluate("document.querySelector('.here').getBoundingClientRect().top") < 900


def test_a_clause_that_is_opened_stands_in_the_address(opened: Opened, plain: Made) -> None:
    page = opened(plain.path, "#rule=502.1")
    page.locator(".clause summary >> visible=true").first.click()
    page.wait_for_function("location.hash === '#rule=502.1&clause=502.1/a'")
    assert page.locator(".clause[open] .inside code.id").count() > 0
    page.locator(".clause summary >> visible=true").first.click()
    page.wait_for_function("location.hash === '#rule=502.1'")


def test_a_square_leads_to_its_clause(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    square = page.locator("details[data-section='502'] .square").nth(3)
    id_ = square.get_attribute("title").split(":")[0]
    square.click()
    page.wait_for_selector(".clause.here .inside")
    assert page.text_content(".clause.here .ref") == id_
    assert page.url.endswith(f"#clause={id_}")


def test_a_clause_that_is_not_there_says_so(opened: Opened, plain: Made) -> None:
    page = opened(plain.path, "#clause=<img src=x>/a&edition=2012-06-01")
    assert page.text_content("#message") == "There is no clause <img src=x>/a in the rules of 2012-06-01."
    page.goto(plain.path.as_uri() + "#edition=1999-01-01&cover=both")
    assert page.text_content("#of-edition") == "2026-09-25"


def test_an_engine_shows_what_holds_is_broken_and_was_not_judged(opened: Opened, engine: Made) -> None:
    assert engine.report is not None
    page = opened(engine.path)
    assert page.locator("select[name=edition]").count() == 0
    assert "The run is not complete" in page.text_content(".note")
    page.click("button[data-standing=broken]")
    broken = shown(page)
    failed = {case.id for case in engine.report.cases if case.outcome == "fail"}
    lines = [clause for rule in engine.covered() for clause in rule.clauses]
    assert broken == [line.clause.id for line in lines if failed & set(line.cases)]
    assert "502.3/a" in broken
    page.goto(engine.path.as_uri() + "#clause=502.3/a")
    page.wait_for_selector(".clause.here .badge.bad >> text=fail")
    assert "failed" in page.text_content(".clause.here .cells")
    assert page.locator(".clause.here .because").first.text_content() == "because of fail"
    page.goto(engine.path.as_uri() + "#cover=none&rule=731")
    assert shown(page) == [line.clause.id for line in lines if line.testable and not line.cases and line.clause.id.startswith("731")]
    assert page.locator("#tree .square.untested").count() == sum(line.testable and not line.cases for line in lines)


def test_everything_can_be_reached_by_keyboard(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "tree"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.parentElement.dataset.section") == "100"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.parentElement.dataset.section") == "103"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.parentElement.className") == "clause"
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.startsWith('#clause=103')")
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.parentElement.dataset.section") == "903"
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.parentElement.dataset.section") == "100"
    page.focus("input[name=q]")
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.name || document.activeElement.dataset.cover || document.activeElement.id"))
    assert {"rule", "invariant", "edition", "both", "case", "none", "unseen", "open-all"} <= reached


def test_all_sections_open_and_close(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    page.click("#open-all")
    assert page.locator("#tree > details:not([open]):not([hidden])").count() == 0
    assert page.text_content("#open-all") == "Close all sections"
    page.click("#open-all")
    assert page.locator("#tree > details[open]").count() == 0


ADDRESSES = ["", "#clause=702.26g/c", "#cover=unseen", "#rule=502.3"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_everything_has_a_name_and_there_is_one_main_part(opened: Opened, engine: Made, looks: Any, address: str) -> None:
    page = opened(engine.path, address)
    assert page.evaluate(looks.nameless) == []
    assert page.locator("main").count() == 1
    assert page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size === document.querySelectorAll('[id]').length"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ADDRESSES)
def test_text_can_be_read_in_both_schemes(opened: Opened, engine: Made, plain: Made, looks: Any, scheme: str, address: str) -> None:
    for made in (engine, plain):
        page = opened(made.path, address, color_scheme=scheme)
        paper = [int(part) for part in page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g)")]
        assert (min(paper) > 200) if scheme == "light" else (max(paper) < 60)
        assert page.evaluate(looks.contrast) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_phone_shows_everything_without_scrolling_sideways(opened: Opened, engine: Made, plain: Made, looks: Any, address: str) -> None:
    for made in (engine, plain):
        page = opened(made.path, address, **looks.phone)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_hostile_text_is_text(opened: Opened, looks: Any, report_of: Callable[..., Report], tmp_path: Path) -> None:
    bad, long = looks.hostile, "x" * 2_000_000
    results = [
        CaseResult("a/b/../c d", bad, bad, 1, [bad, "702.26g/a"], "fail", reason=bad),
        CaseResult(bad, long, "cases/x/y.yaml", 1, [long, "702.26g/a"], "crash"),
        CaseResult("rtl", looks.right_to_left, "cases/x/y.yaml", 1, ["702.26g/a"], "pass"),
    ]
    info = EngineInfo(bad, bad, bad, bad, bad, [bad])
    report = report_of(results, engine=info, partial=[bad, long], complete=False, engine_error=bad)
    strange = Material(cases_of_report(report), [Named(bad, bad, [bad])], [Named(bad, bad, ["702.26g/a"])])
    made = Made(tmp_path / "coverage.html", strange, report)
    assert made.path.stat().st_size < 1_500_000
    for address in ("", "#clause=702.26g/a", "#q=%3Cscript%3E", "#rule=%3Cscript%3E"):
        page = opened(made.path, address)
        if "clause" in address:
            titles = page.locator(".clause.here .inside li bdi").all_text_contents()
            assert any(title.startswith("</script><script>window.hacked=1</script>") for title in titles)
            assert not any("\x1b" in title or "\u202e" in title for title in titles)
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("document.scripts.length") == 2
        assert page.evaluate("document.querySelectorAll('[onerror], img[src=x], a[href^=javascript]').length") == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_first_paint_and_filters_are_quick(opened: Opened, plain: Made) -> None:
    page = opened(plain.path)
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length === 1")
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < FIRST_PAINT
    for text in ("creature", "untap step", "", "zzz", "702.26"):
        took = page.evaluate(
            """(text) => { const field = document.querySelector('input[name=q]'); const start = performance.now(); field.value = text;
            field.dispatchEvent(new Event('input', {bubbles: true})); document.body.offsetHeight; return performance.now() - start; }""",
            text,
        )
        assert took < FILTERED, text
