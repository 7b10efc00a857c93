"""The list of known failures as it is written after a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from reports import HOSTILE, case, each_outcome, report

from conformance.report.known_failures import HEAD, head_of, updated, written
from conformance.runner.known_failures import KnownFailure, load_known_failures
from conformance.runner.report import Failure

FAILED = {"fails", "fails-with-a-list", "is-refused", "crashes", "hangs", "babbles", "is-known"}


def test_what_failed_is_listed_with_what_was_observed() -> None:
    update = updated({}, report(each_outcome()))
    assert {entry.id for entry in update.entries} == set(update.added) == FAILED
    assert update.dropped == []
    reasons = {entry.id: entry for entry in update.entries}
    assert reasons["fails"] == KnownFailure("fails", "step 4, croc.phased: expected in, observed direct (by 702.26g)", "702.26g", None)
    assert reasons["crashes"].reason == "the engine ended with exit code 3"


def test_reasons_and_links_are_kept_fixed_ones_go_and_what_was_not_judged_stays() -> None:
    listed = {
        "fails": KnownFailure("fails", "a cause that somebody found", "502.3", "https://example.org/1"),
        "is-fixed": KnownFailure("is-fixed", "once"),
        "passes": KnownFailure("passes", "once"),
        "comes-late": KnownFailure("comes-late", "not played today"),
        "lacks-a-card": KnownFailure("lacks-a-card", "not played either"),
        "is-disputed": KnownFailure("is-disputed", "contested"),
        "of-another-shard": KnownFailure("of-another-shard", "not in this run"),
    }
    update = updated(listed, report(each_outcome()))
    entries = {entry.id: entry for entry in update.entries}
    assert entries["fails"] == listed["fails"]
    assert update.dropped == ["passes", "is-fixed"]
    assert set(entries) == FAILED | {"comes-late", "lacks-a-card", "is-disputed", "of-another-shard"}


def test_a_changed_form_is_an_entry_only_where_its_case_is_none() -> None:
    forms = [case("a~renamed", "fail"), case("a", "fail"), case("b", "pass"), case("b~renamed", "fail"), case("b~swapped", "pass")]
    update = updated({}, report(forms))
    assert [entry.id for entry in update.entries] == update.added == ["a", "b~renamed"]
    listed = {entry.id: entry for entry in update.entries}
    known = [case(one.id, "known" if one.outcome == "fail" else one.outcome, underlying=one.outcome) for one in forms]
    assert updated(listed, report(known)).entries == update.entries
    assert [entry.id for entry in updated(listed, report([case("a", "fixed", underlying="pass"), *forms[2:]])).entries] == ["b~renamed"]


def test_a_list_is_sorted_by_rule_cause_and_id_and_written_twice_is_the_same() -> None:
    listed = [
        KnownFailure("b", "same", "502.10"),
        KnownFailure("a", "same", "502.10"),
        KnownFailure("z", "another", "502.10"),
        KnownFailure("y", "first by its rule", "502.3"),
        KnownFailure("x", "no rule"),
        KnownFailure("w", "a strange rule", "§5"),
    ]
    update = updated({entry.id: entry for entry in listed}, report([]))
    assert [entry.id for entry in update.entries] == ["y", "z", "a", "b", "x", "w"]
    shuffled = {entry.id: entry for entry in reversed(listed)}
    assert written(updated(shuffled, report([])).entries, "") == written(update.entries, "")


@pytest.mark.parametrize("reason", ['"quoted": {and} [more] # no comment', "null", "502.3", "'", HOSTILE, "a\nb", "ends in \\", "漢字 ✓"])
def test_what_is_written_reads_back(tmp_path: Path, reason: str) -> None:
    failed = case("odd", "crash", reason=reason)
    link = "https://example.org/?a=1&b='#c"
    update = updated({"true": KnownFailure("true", reason, "not: a rule", link)}, report([failed]))
    path = tmp_path / "known.yaml"
    path.write_bytes(written(update.entries, HEAD.format(engine="Fake 1.2")))
    read = load_known_failures(path)
    assert set(read) == {"odd", "true"}
    assert read["true"].link == link
    assert read["true"].rule == "not: a rule"
    assert read["odd"].link is None
    assert written(read.values(), HEAD.format(engine="Fake 1.2")) == path.read_bytes()


def test_a_long_difference_is_cut() -> None:
    long = case("long", "fail", failure=Failure(1, "x", "y" * 5000, "z" * 5000))
    assert len(updated({}, report([long])).entries[0].reason) <= 240


def test_the_head_is_kept_and_other_comments_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text("# ours\n\n# more\n\n- {id: a, reason: b}\n# about the next\n- {id: c, reason: d}\n")
    assert head_of(path) == ("# ours\n\n# more\n", 1)
    path.write_text("- {id: a, reason: 'b # c'}\n")
    assert head_of(path) == (None, 0)


def test_the_lists_that_we_keep_are_as_the_writer_writes_them() -> None:
    paths = sorted((Path(__file__).parents[1] / "known_failures").glob("*.yaml"))
    assert paths
    for path in paths:
        head, lost = head_of(path)
        assert head is not None
        assert lost == 0
        entries = updated(load_known_failures(path), report([])).entries
        assert path.read_bytes() == written(entries, head), f"{path}: certify --write-known-failures writes it as it has to be"
