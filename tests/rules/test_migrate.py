"""Rewriting numbers in case files: the numbers and nothing else; and replacing files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from conformance.cases.problems import Unreadable
from conformance.rules.in_place import NotReplaced, replace_all
from conformance.rules.loader import load
from conformance.rules.migrate import migrate
from conformance.rules.numbering import Numbering
from conformance.rules.registry import Registry

CASES = """\
# Ducks, by 702.24a; \u00fcberall
- id: ducks-wake
  title: 'They wake, 502.2'
  rules: [702.24a/b,  '502.2', "502.2/a",611.2b, 502.1]   # 502.2 again
  why: >-
    Because of 702.24.

- {id: flow, title: x, rules: [
    702.24b, # hidden
    702.24 ], why: y}
- id: block
  rules:
  - 702.24a
  -   '702.24c'
  - 999.1
"""


@pytest.fixture
def forward(registry: Registry) -> Numbering:
    return Numbering(registry, source="2012-06-01")


def test_only_the_numbers_change(forward: Numbering) -> None:
    made = migrate(CASES.encode(), "cases.yaml", forward)
    expected = CASES.replace("[702.24a/b,  '502.2', \"502.2/a\"", "[702.26a/b,  '502.3', \"502.3/a\"")
    expected = (
        expected.replace("    702.24b, #", "    702.26b, #").replace("    702.24 ]", "    702.26 ]").replace("  - 702.24a", "  - 702.26a")
    )
    assert made.content.decode() == expected
    assert [(one.line, one.was, one.now) for one in made.rewritten] == [
        (4, "702.24a/b", "702.26a/b"),
        (4, "502.2", "502.3"),
        (4, "502.2/a", "502.3/a"),
        (9, "702.24b", "702.26b"),
        (10, "702.24", "702.26"),
        (13, "702.24a", "702.26a"),
    ]


def test_what_is_left_is_told(forward: Numbering) -> None:
    left = migrate(CASES.encode(), "cases.yaml", forward).left
    assert [(one.line, one.number) for one in left if not one.prose] == [(4, "611.2b"), (15, "999.1")]
    assert [(one.line, one.number) for one in left if one.prose] == [(1, "702.24a"), (3, "502.2"), (4, "502.2"), (6, "702.24")]


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda text: text.replace("\n", "\r\n"), lambda text: text.rstrip("\n")])
def test_there_and_back_is_the_same_file(registry: Registry, forward: Numbering, change: object) -> None:
    assert callable(change)
    data = change(CASES).encode()
    there = migrate(data, "cases.yaml", forward).content
    assert there != data
    assert migrate(there, "cases.yaml", Numbering(registry, target="2012-06-01")).content == data


def test_a_rule_that_the_other_edition_does_not_have_stays(registry: Registry) -> None:
    data = b"- id: a\n  rules: [502.2/a, 502.3]\n"
    made = migrate(data, "cases.yaml", Numbering(registry, target="2012-06-01"))
    assert made.content == b"- id: a\n  rules: [502.2/a, 502.2]\n"
    assert [(one.number, one.reason) for one in made.left] == [("502.2/a", "the edition of 2012-06-01 has no such rule")]


def test_a_number_that_others_would_read_as_a_fraction_is_quoted(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(
        "- number: '901.10'\n  key: a\n  summary: b\n  clauses: {a: b}\n  numbers: {2009-07-11: '901.9', 2012-06-01: '901.10'}\n"
    )
    numbering = Numbering(load(tmp_path), source="2010-01-01")
    assert migrate(b"- rules: [901.9, '901.9']\n", "c.yaml", numbering).content == b"- rules: ['901.10', '901.10']\n"


def test_a_number_written_in_another_way_is_left(forward: Numbering) -> None:
    data = b'- rules: ["502\\x2e2"]\n'
    made = migrate(data, "c.yaml", forward)
    assert made.content == data
    assert "cannot be replaced" in made.left[0].reason


@pytest.mark.parametrize("data", [b"a: b\n", b"[1, 2]\n", b"- &x {}\n", b"\xff\xfe", b"", b"- a: [\n"])
def test_files_that_are_no_cases(forward: Numbering, data: bytes) -> None:
    with pytest.raises(Unreadable, match=r"cases\.yaml"):
        migrate(data, "cases.yaml", forward)


class TestReplacing:
    def test_content_changes_and_permissions_stay(self, tmp_path: Path) -> None:
        file, link = tmp_path / "a.yaml", tmp_path / "link.yaml"
        file.write_bytes(b"old")
        file.chmod(0o640)
        link.symlink_to(file)
        replace_all({link: (b"old", b"new")})
        assert file.read_bytes() == b"new"
        assert link.is_symlink()
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml", "link.yaml"]

    def test_a_file_that_changed_meanwhile_is_left(self, tmp_path: Path) -> None:
        file = tmp_path / "a.yaml"
        file.write_bytes(b"somebody else's")
        with pytest.raises(NotReplaced, match="changed by somebody else meanwhile; no file was changed"):
            replace_all({file: (b"old", b"new")})
        assert file.read_bytes() == b"somebody else's"
        assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]

    def test_none_is_written_when_one_cannot_be(self, tmp_path: Path) -> None:
        file = tmp_path / "a.yaml"
        file.write_bytes(b"old")
        with pytest.raises(NotReplaced, match=r"missing\.yaml: cannot be written.*no file was changed"):
            replace_all({file: (b"old", b"new"), tmp_path / "missing.yaml": (b"old", b"new")})
        assert file.read_bytes() == b"old"
        assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]

    def test_a_disk_that_fails_on_the_way_changes_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(handle: int) -> None:
            raise OSError(28, "No space left on device")

        file = tmp_path / "a.yaml"
        file.write_bytes(b"old")
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(NotReplaced, match="No space left"):
            replace_all({file: (b"old", b"new")})
        assert file.read_bytes() == b"old"
        assert [path.name for path in tmp_path.iterdir()] == ["a.yaml"]
