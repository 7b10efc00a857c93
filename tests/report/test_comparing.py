"""Two reports side by side."""

from __future__ import annotations

from typing import Any

import pytest
from reports import HOSTILE, case, each_outcome, report

from conformance.report.comparing import Comparison, compare, markdown
from conformance.runner.report import EngineInfo, Failure, SuiteInfo

NAMES = ("old.json", "new.json")
SEEN = Failure(4, "croc.phased", "in", "direct")


def between(before: list[Any], after: list[Any]) -> Comparison:
    return compare(report(before), report(after), NAMES)


def kinds(found: Comparison) -> dict[str, list[str]]:
    lists = {"fixed": found.fixed, "broken": found.broken, "new": found.new, "gone": found.gone, "changed": found.changed}
    return {name: [change.id for change in changes] for name, changes in lists.items() if changes}


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("pass", "pass", None),
        ("fail", "pass", "fixed"),
        ("crash", "pass", "fixed"),
        ("known", "pass", "fixed"),
        ("known", "fixed", "fixed"),
        ("pass", "fail", "broken"),
        ("fixed", "timeout", "broken"),
        ("pass", "known", "broken"),
        ("pass", "unsupported", "changed"),
        ("unsupported", "pass", "changed"),
        ("unsupported", "fail", "changed"),
        ("fail", "crash", "changed"),
        ("not_run", "pass", "changed"),
        ("unsupported", "unsupported", None),
    ],
)
def test_what_became_of_a_case(before: str, after: str, kind: str | None) -> None:
    found = between([case("a", before)], [case("a", after)])
    assert kinds(found) == ({kind: ["a"]} if kind else {})
    assert found.same == (0 if kind else 1)


def test_only_one_of_the_two_has_it() -> None:
    found = between([case("a", "pass"), case("b", "fail")], [case("b", "fail"), case("c", "fail")])
    assert kinds(found) == {"gone": ["a"], "new": ["c"]}
    assert (found.gone[0].before, found.gone[0].after) == ("pass", None)
    assert (found.new[0].before, found.new[0].after, found.new[0].why) == (None, "fail", "something else was seen")


def test_another_failure_of_the_same_case_is_a_change_and_another_time_is_none() -> None:
    other = Failure(5, "croc.phased", "in", "direct")
    assert kinds(between([case("a", "fail", failure=SEEN)], [case("a", "fail", failure=other)])) == {"changed": ["a"]}
    assert kinds(between([case("a", "fail", failure=SEEN)], [case("a", "fail", failure=SEEN, seconds=9.0, line=80)])) == {}


def test_that_a_failure_came_onto_the_list_is_no_change() -> None:
    listed = case("a", "known", underlying="fail", failure=SEEN, reason="known: somebody looked into it")
    assert kinds(between([case("a", "fail", failure=SEEN)], [listed])) == {}
    assert kinds(between([case("a", "pass")], [case("a", "fixed", underlying="pass")])) == {}


def test_the_same_is_the_same() -> None:
    found = between(each_outcome(), each_outcome())
    assert kinds(found) == {}
    assert found.same == len(each_outcome())
    assert found.notes == []


def test_what_makes_them_hard_to_compare_is_noted() -> None:
    one = report([], suite=SuiteInfo("mtg-conformance", "0.1.0", 1, "a" * 64))
    assert compare(one, report([], suite=SuiteInfo("mtg-conformance", "0.1.0", 1, "b" * 64)), NAMES).notes == [
        "the cases or cards of the two are not the same"
    ]
    assert compare(one, report([], edition="2012-06-01"), NAMES).notes == ["the two are not by the rules of the same edition"]
    assert compare(one, report([], engine=EngineInfo("x", "Other")), NAMES).notes == ["the two are not of the same engine"]
    assert compare(one, report([], engine=EngineInfo("x", "Fake", "2.0")), NAMES).notes == []
    assert compare(one, report([], complete=False, partial=["shard 1 of 3"]), NAMES).notes == ["the second is not complete: shard 1 of 3"]


def test_markdown_names_all_changes() -> None:
    before = [case("a", "pass"), case("b", "fail"), case("g", "pass")]
    text = markdown(between(before, [case("a", "fail", failure=SEEN), case("b", "pass")]))
    assert text.startswith("**1 broken, 1 fixed, 0 changed otherwise, 0 new, 1 gone; 0 the same**\n")
    assert "### Broken (1)\n\n- `a` pass → fail: `step 4, croc.phased: expected in, observed direct`\n" in text
    assert "### Fixed (1)\n\n- `b` fail → pass\n" in text
    assert "### Gone (1)\n\n- `g` pass\n" in text


def test_markdown_shows_what_strangers_say_as_text() -> None:
    bad = f"``` @everyone <img src=x onerror=alert(1)> [x](javascript:1) {HOSTILE}" * 2000
    after = [case(f"{number}`|<b>", "crash", reason=bad) for number in range(300)]
    text = markdown(compare(report([]), report(after, engine=EngineInfo("x", bad, bad)), NAMES))
    assert len(text) < 200_000
    assert "and 100 more cases" in text
    for line in text.splitlines():
        if "@everyone" in line:
            fence = "````"
            assert fence in line
            assert "@everyone" not in "".join(line.split(fence)[::2]), "outside of a code span"


def test_markdown_of_nothing_is_a_line() -> None:
    assert "###" not in markdown(between([case("a", "pass")], [case("a", "pass")]))
