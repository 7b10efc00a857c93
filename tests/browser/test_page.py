"""What a reader does with the page, in a browser: search, filters, links, keys, schemes, widths, hostile text, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.runner.report import NONCONFORMING, Report

Opened = Callable[..., Any]
Made = tuple[Path, Report]

ROWS = "#rows > li > a"
PHONE: dict[str, Any] = {"width": 390, "height": 844}

FIRST_PAINT = 3000
FILTERED = 500
"""Generous, in milliseconds: machines of CI are slow. `benchmarks/report_page.py` has the bounds of the design."""


def numbers(page: Any) -> str:
    return str(page.text_content("#found"))


def of(report: Report, *outcomes: str) -> int:
    return sum(report.summary[outcome] for outcome in outcomes)


def test_the_summary_has_the_honest_denominator(opened: Opened, many: Made) -> None:
    path, report = many
    lead = " ".join(opened(path).text_content(".lead").split())
    judged = of(report, "pass", "fail", "crash", "known")
    assert f"{judged} of 1200 cases were judged: {report.summary['pass']} conform, {judged - report.summary['pass']} do not" in lead
    assert f"The other {1200 - judged} prove nothing" in lead


def test_the_summary_is_there_without_javascript(opened: Opened, many: Made) -> None:
    page = opened(many[0], java_script_enabled=False)
    assert page.is_visible("#verdict")
    assert page.is_visible("noscript p")


def test_a_search_narrows_the_list_and_stands_in_the_address(opened: Opened, many: Made) -> None:
    page = opened(many[0], "#view=cases")
    assert numbers(page) == "1200 cases"
    page.fill("input[name=q]", "sandbar crocodile")
    found = numbers(page)
    assert found.endswith("of 1200 cases")
    assert 0 < int(found.split()[0]) < 200
    assert "q=sandbar%20crocodile" in page.url
    page.reload()
    assert numbers(page) == found
    assert page.input_value("input[name=q]") == "sandbar crocodile"
    page.fill("input[name=q]", "no case says this")
    assert page.locator(ROWS).count() == 0
    page.click("#reset")
    assert numbers(page) == "1200 cases"


def test_outcomes_area_and_rule_filter_together_and_the_way_back_works(opened: Opened, many: Made) -> None:
    path, report = many
    page = opened(path, "#view=cases")
    page.click("button[data-outcome=fail]")
    assert numbers(page) == f"{of(report, 'fail')} of 1200 cases"
    page.click("button[data-outcome=crash]")
    assert numbers(page) == f"{of(report, 'fail', 'crash')} of 1200 cases"
    assert page.get_attribute("button[data-outcome=crash]", "aria-pressed") == "true"
    page.select_option("select[name=area]", "702.26-phasing")
    wanted = [case for case in report.cases if case.outcome in ("fail", "crash") and "/702.26-phasing/" in case.file]
    assert numbers(page) == f"{len(wanted)} of 1200 cases"
    page.fill("input[name=rule]", "702.26g")
    cited = [case for case in wanted if any(rule.split("/")[0] == "702.26g" for rule in case.rules)]
    assert numbers(page) == f"{len(cited)} of 1200 cases"
    page.go_back()
    page.go_back()
    assert numbers(page) == f"{of(report, 'fail')} of 1200 cases"


def test_the_summary_leads_to_the_cases_that_it_counts(opened: Opened, many: Made) -> None:
    path, report = many
    page = opened(path)
    page.click(".reasons a >> text=card Winter Orb")
    assert numbers(page) == f"{report.summary['unsupported']} of 1200 cases"
    assert "card Winter Orb" in page.text_content("#reason")
    page.goto(path.as_uri())
    page.click("text=/All [0-9]+ cases that do not conform/")
    assert numbers(page) == f"{of(report, *NONCONFORMING)} of 1200 cases"


def test_a_link_to_a_case_opens_it(opened: Opened, many: Made) -> None:
    path, report = many
    wanted = report.cases[1003]
    page = opened(path, f"#case={wanted.id}")
    assert page.text_content("#detail h2") == wanted.title
    assert wanted.title in page.title()
    row = page.locator("#rows a[aria-current=true]")
    assert row.get_attribute("data-case") == wanted.id
    assert row.is_visible()
    assert page.get_attribute("#share", "href") == f"#case={wanted.id}"
    page.click("a[data-step=Next]")
    assert page.text_content("#detail h2") == report.cases[1004].title


def test_a_link_to_a_case_that_is_not_there_says_so(opened: Opened, many: Made) -> None:
    page = opened(many[0], "#case=no/such%20case")
    assert "There is no case no/such case in this run." in page.text_content("#detail")


def test_the_list_is_made_as_it_is_looked_at(opened: Opened, many: Made) -> None:
    page = opened(many[0], "#view=cases")
    assert page.locator(ROWS).count() < 400
    page.locator(ROWS).first.focus()
    page.keyboard.press("End")
    page.wait_for_function("document.querySelectorAll('#rows > li').length === 1200")
    assert page.evaluate("document.activeElement.parentElement.getAttribute('aria-posinset')") == "1200"


def test_everything_can_be_reached_by_keyboard(opened: Opened, many: Made) -> None:
    path, report = many
    page = opened(path, "#view=cases")
    page.focus("input[name=q]")
    reached = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "document.activeElement.name || document.activeElement.dataset.outcome || document.activeElement.dataset.case || ''"
            )
        )
        if report.cases[0].id in reached:
            break
    assert {"area", "rule", "pass", "fail", "crash", "unsupported", report.cases[0].id} <= reached
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'case-title'")
    assert page.text_content("#detail h2") == report.cases[2].title
    page.keyboard.press("Escape")
    page.wait_for_function(f"document.activeElement.dataset.case === '{report.cases[2].id}'")
    assert "case=" not in page.url


def test_the_skip_link_and_the_views_work_by_keyboard(opened: Opened, many: Made) -> None:
    page = opened(many[0])
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_selector("#cases:not([hidden])")
    assert page.get_attribute("header nav a[data-view=cases]", "aria-current") == "page"


@pytest.mark.parametrize("address", ["", "#view=rules&clauses=broken", "#view=cases", "#case=first"])
def test_everything_has_a_name_and_there_is_one_main_part(opened: Opened, many: Made, looks: Any, address: str) -> None:
    path, report = many
    page = opened(path, address.replace("first", report.cases[3].id))
    assert page.evaluate(looks.nameless) == []
    assert page.evaluate("[...document.querySelectorAll('main')].filter((main) => main.checkVisibility()).length") == 1
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size === document.querySelectorAll('[id]').length"
    )


def test_the_rule_tree_shows_how_clauses_stand_and_leads_to_their_cases(opened: Opened, many: Made) -> None:
    page = opened(many[0], "#view=rules")
    page.click("#standings button[data-standing=broken]")
    assert "clauses=broken" in page.url
    shown = page.evaluate("[...document.querySelectorAll('.rule li')].filter((e) => e.checkVisibility()).map((e) => e.dataset.standing)")
    assert shown
    assert set(shown) == {"broken"}
    link = page.locator(".rule li[data-standing=broken] a.more >> visible=true").first
    number = int(link.text_content().split()[0])
    link.click()
    assert numbers(page).startswith(f"{number} of")


def test_a_case_that_failed_is_told_with_its_events_and_pictures(opened: Opened, played: Made) -> None:
    path, report = played
    failed = next(case for case in report.cases if case.outcome == "fail")
    page = opened(path, f"#case={failed.id}")
    difference = page.text_content(".difference")
    assert "99" in difference
    assert page.locator(".ask.bad").count() == 1
    assert "alice.life" in page.text_content(".ask.bad")
    assert page.locator(".events li").count() > 2
    rules = page.locator(".events a.ref")
    assert rules.count() > 0
    assert rules.first.get_attribute("href").startswith("#view=cases&rule=")
    page.wait_for_function("document.querySelectorAll('figure img').length === 2")
    page.wait_for_function("[...document.querySelectorAll('figure img')].every((image) => image.naturalWidth > 100)")
    for heading in ("Why", "Rules", "The position", "What happens"):
        assert page.locator(f"#detail h3 >> text={heading}").count() >= 1


def test_a_case_that_passed_has_its_position_and_its_script(opened: Opened, played: Made) -> None:
    path, report = played
    passed = next(case for case in report.cases if case.outcome == "pass")
    page = opened(path, f"#case={passed.id}")
    page.wait_for_function("document.querySelector('figure img').naturalWidth > 100")
    assert page.locator(".story > li").count() > 1
    assert page.locator(".events").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["", "#view=rules&clauses=holds,broken", "#view=cases&outcome=fail", "#case=first"])
def test_text_can_be_read_in_both_schemes(opened: Opened, played: Made, looks: Any, scheme: str, address: str) -> None:
    path, report = played
    failed = next(case for case in report.cases if case.outcome == "fail")
    page = opened(path, address.replace("first", failed.id), color_scheme=scheme)
    paper = [int(part) for part in page.evaluate("getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g)")]
    assert (min(paper) > 200) if scheme == "light" else (max(paper) < 60)
    assert page.evaluate(looks.contrast) == []


@pytest.mark.parametrize("address", ["", "#view=rules&clauses=holds,broken", "#view=cases", "#case=first"])
def test_a_telephone_shows_everything_without_scrolling_sideways(opened: Opened, played: Made, address: str) -> None:
    path, report = played
    failed = next(case for case in report.cases if case.outcome == "fail")
    page = opened(path, address.replace("first", failed.id), **PHONE)
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_telephone_the_case_takes_the_place_of_the_list(opened: Opened, played: Made) -> None:
    page = opened(played[0], "#view=cases", **PHONE)
    assert page.is_visible("#list")
    assert not page.is_visible("#detail")
    page.locator(ROWS).first.click()
    page.wait_for_selector("#detail h2")
    assert not page.is_visible("#list")
    page.click("a.back")
    page.wait_for_selector("#list")
    assert not page.is_visible("#detail")


def test_hostile_text_is_text(opened: Opened, hostile: Path) -> None:
    page = opened(hostile, "#view=cases&case=a/b/../c%20d")
    page.wait_for_selector("#detail h2")
    title = page.text_content("#detail h2")
    assert title.startswith("</script><script>window.hacked=1</script><img src=x onerror=")
    assert "\\x1b[31m\\u202eend" in title
    assert "{{ 7*7 }}" in title
    page.wait_for_function("document.querySelector('figure img').naturalWidth > 100")
    for view in ("", "#view=summary", "#view=rules", "#view=cases", "#case=long", "#case=rtl", "#case=%3C/script%3E", "#q=%3Cscript%3E"):
        page.goto("about:blank")
        page.goto(hostile.as_uri() + view)
        assert page.evaluate("window.hacked") is None
        assert page.evaluate("document.scripts.length") == 3
        assert page.evaluate("document.querySelectorAll('[onerror], img[src=x], a[href^=javascript]').length") == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view


def test_an_id_with_anything_in_it_can_be_linked_to(opened: Opened, hostile: Path) -> None:
    page = opened(hostile, "#view=cases")
    for number, title in enumerate(["</script><script>", "xxx", "ملك", "An id that ends a script"]):
        page.goto(hostile.as_uri() + "#view=cases")
        page.locator(ROWS).nth(number).click()
        page.wait_for_selector("#share")
        page.goto(hostile.as_uri() + page.get_attribute("#share", "href"))
        page.wait_for_selector("#detail h2")
        assert page.text_content("#detail h2").startswith(title)


def test_megabytes_are_cut(opened: Opened, hostile: Path) -> None:
    assert hostile.stat().st_size < 3_000_000
    page = opened(hostile, "#case=long")
    assert len(page.text_content("#detail")) < 30_000


def test_no_other_script_runs_even_if_it_got_in(opened: Opened, many: Made, chromium: Any) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(many[0].as_uri())
    refused = page.evaluate(
        """() => { try { const script = document.createElement('script'); script.append('window.hacked = 1'); document.body.append(script);
        const image = document.createElement('div'); image.innerHTML = '<img src=x>'; return 'taken'; }
        catch (error) { return error.name; } }"""
    )
    assert refused == "TypeError"
    assert page.evaluate("window.hacked") is None
    context.close()


def test_first_paint_and_filters_are_quick(opened: Opened, many: Made) -> None:
    page = opened(many[0], "#view=cases")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length === 1")
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < FIRST_PAINT
    for text in ("creature", "untap step", "", "zzz", "702.26"):
        took = page.evaluate(
            """(text) => { const field = document.querySelector('input[name=q]'); const start = performance.now(); field.value = text;
            field.dispatchEvent(new Event('input', {bubbles: true})); document.body.offsetHeight; return performance.now() - start; }""",
            text,
        )
        assert took < FILTERED, text
