"""Hashes by edition, and writing them into files of the registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.rules.hashing import Labelled, fill
from conformance.rules.loader import RegistryProblems, load
from conformance.rules.published import Published
from conformance.rules.registry import Registry
from conformance.rules.registry_files import with_keys
from conformance.rules.wording import digest, sketch

RULE = "- number: '502.1'\n  key: rest.first\n  summary: x\n  clauses: {a: y}\n"


def test_only_editions_at_which_a_text_changed_are_kept(registry: Registry, old: Published, new: Published) -> None:
    first = registry.rules["502.1"]
    assert first.texts == (("2012-06-01", digest(old.rules["502.1"].text)),)
    assert registry.rules["502.2"].texts == (("2026-04-17", digest(new.rules["502.2"].text)),)
    assert registry.rules["702.24c"].texts == (("2012-06-01", digest(old.rules["702.24c"].text)),)
    assert registry.rules["702.26b"].sketch == sketch(new.rules["702.26b"].text)


def test_the_text_in_an_edition(registry: Registry, old: Published) -> None:
    rule = registry.rules["502.1"]
    assert rule.text_in("2012-05-31") is None
    assert rule.text_in("2012-06-01") == rule.text_in("2026-09-25") == digest(old.rules["502.1"].text)


def test_filling_again_changes_nothing(registry: Registry, old: Published, new: Published) -> None:
    assert not any(its.changed for its in fill(registry, [Labelled("2026-04-17", new), Labelled("2012-06-01", old)]))


def test_an_edition_in_between_moves_the_change_forward(registry: Registry, new: Published) -> None:
    filled = {its.rule.number: its for its in fill(registry, [Labelled("2022-01-01", new)])}
    assert filled["502.2"].texts == (("2022-01-01", digest(new.rules["502.2"].text)),)
    assert not filled["502.1"].changed


def test_a_number_that_a_text_lacks_is_told(registry: Registry, old: Published) -> None:
    filled = {its.rule.number: its for its in fill(registry, [Labelled("2024-01-01", old)])}
    assert filled["502.3"].absent == ("2024-01-01",)
    assert filled["502.1"].absent == ()


def test_a_text_known_to_have_changed_stays_unknown_until_it_is_there(tmp_path: Path, new: Published) -> None:
    known = digest("Something older.")
    (tmp_path / "r.yaml").write_text(f"{RULE}  text_sha256: {{2020-01-01: {known}, 2026-04-17: null}}\n")
    registry = load(tmp_path)
    assert registry.rules["502.1"].texts == (("2020-01-01", known), ("2026-04-17", None))
    assert registry.rules["502.1"].text_in("2026-09-25") is None
    filled = fill(registry, [Labelled("2026-04-17", new)])
    assert filled[0].texts == (("2020-01-01", known), ("2026-04-17", digest(new.rules["502.1"].text)))


def test_comments_and_layout_of_a_file_stay(ducks: Path) -> None:
    text = (ducks / "rules.yaml").read_text()
    assert text.startswith("# The rules of an invented game.\n\n- number: '502.1'\n")
    assert "- number: '502.2'   # came late\n" in text
    assert "  since: 2021-09-24\n  text_sha256:\n    2026-04-17: " in text
    assert text.count("text_sha256:") == 6


def test_a_key_is_replaced_where_it_stands_or_taken_out() -> None:
    first = b"# top\n- number: '502.1'\n  since: 2009-07-11  # why\n  key: a\n\n# next\n"
    data = first + b"- number: '502.2'\n  key: b\n  see:\n    - x\n  summary: c\n"
    made = with_keys(data, "r.yaml", {"502.1": {"since": ["since: 2012-06-01"]}, "502.2": {"see": [], "until": ["until: 2020-01-01"]}})
    expected = first.replace(b"2009-07-11  # why", b"2012-06-01")
    assert made == expected + b"- number: '502.2'\n  key: b\n  summary: c\n  until: 2020-01-01\n"


def test_a_layout_that_cannot_be_changed_in_place_is_refused() -> None:
    with pytest.raises(ValueError, match="a line of its own"):
        with_keys(b"- {number: '502.1', key: a, summary: b}\n", "r.yaml", {"502.1": {"key": ["key: c"]}})


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("  text_sha256: abc\n", "text_sha256 maps editions to hashes"),
        ("  text_sha256: {2012-06-01: abc}\n", "'abc' is no sha256"),
        ("  text_sha256: {june: null}\n", "'june' is no date"),
        ("  text_sketch: xyz\n", "'xyz' is no sketch of a text"),
        ("  since: 2012-06-01\n  until: 2010-01-01\n", "'until' is before 'since'"),
        ("  until: never\n", "'never' is no date"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, more: str, message: str) -> None:
    (tmp_path / "r.yaml").write_text(RULE + more)
    with pytest.raises(RegistryProblems) as raised:
        load(tmp_path)
    assert message in str(raised.value)
