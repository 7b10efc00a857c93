"""The strict reader: strings with places, and one clear refusal for everything that strict YAML is not."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from conformance.cases import reader
from conformance.cases.problems import Problem, Unreadable
from conformance.cases.reader import MAX_BYTES, MAX_DEPTH, Node, read, read_bytes


def refused(data: bytes) -> Problem:
    with pytest.raises(Unreadable) as caught:
        read(data, "f.yaml")
    text = str(caught.value.problem)
    assert "\n" not in text
    assert caught.value.problem.remedy
    return caught.value.problem


def plain(node: Node) -> object:
    if isinstance(node.value, dict):
        return {key: plain(item) for key, item in node.value.items()}
    return [plain(item) for item in node.value] if isinstance(node.value, list) else node.value


def test_scalars_stay_the_strings_that_were_written() -> None:
    root = read(b"[502.10, on, no, 2009-07-11, 0x10, 1e3, 'true', true, 1_000, =, 010]", "f.yaml")
    assert plain(root) == ["502.10", "on", "no", "2009-07-11", "0x10", "1e3", "true", "true", "1_000", "=", "010"]


def test_plain_nulls_are_null_and_quoted_ones_are_words() -> None:
    root = read(b"a: null\nb: ~\nc:\nd: 'null'\ne: ''\nf: Null\n", "f.yaml")
    assert plain(root) == {"a": None, "b": None, "c": None, "d": "null", "e": "", "f": "Null"}


def test_every_node_and_key_knows_its_place() -> None:
    root = read("- id: é\n  list: [a,  b]\n".encode(), "f.yaml")
    entry = root.value[0]
    second = entry.value["list"].value[1]
    assert (entry.value["id"].place.line, entry.value["id"].place.column) == (1, 7)
    assert (second.place.line, second.place.column) == (2, 14)
    assert (entry.value["list"].key_place.line, entry.value["list"].key_place.column) == (2, 3)


def test_a_byte_order_mark_and_crlf_are_no_matter() -> None:
    root = read(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n", "f.yaml")
    assert plain(root) == {"a": "1", "b": "2"}
    assert root.value["b"].key_place.line == 2


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", (3, 1), "the key 'a' is there twice"),
        ("a: {x: 1, x: 2}\n", (1, 11), "the key 'x' is there twice"),
        ("a: &here 1\n", (1, 4), "anchor &here"),
        ("&here a: 1\n", (1, 1), "anchor &here"),
        ("a: [*there]\n", (1, 5), "alias *there"),
        ("*there : 1\n", (1, 1), "alias *there"),
        ("a: !!int 1\n", (1, 4), "tag 'tag:yaml.org,2002:int'"),
        ("a: ! x\n", (1, 4), "tag '!'"),
        ("a: !!python/object/apply:os.system [ls]\n", (1, 4), "tag"),
        ("a: 1\n\tb: 2\n", (2, 1), "has a tab"),
        ("a: x\ty\n", (1, 5), "has a tab"),
        ("a: \x07\n", (1, 4), "control character U+0007"),
        ("a: 1\n---\nb: 2\n", (2, 1), "a second YAML document"),
        ("? [a, b]\n: 1\n", (1, 3), "a key that is a list or a mapping"),
        ("a: [1, 2\nb: 3\n", (2, 2), "is no valid YAML"),
        ("a: b: c\n", (1, 5), "is no valid YAML"),
        ("a: 'open\n", (2, 1), "is no valid YAML"),
        ("# only a comment\n", (2, 1), "holds no entries"),
        ("%YAML 9.9\n---\na\n", (1, 1), "is no valid YAML"),
    ],
)
def test_what_is_not_strict_is_refused_with_its_place(text: str, place: tuple[int, int], message: str) -> None:
    problem = refused(text.encode())
    assert message in problem.message
    assert (problem.line, problem.column) == place


def test_bytes_that_are_not_utf8_are_told_by_offset_and_line() -> None:
    problem = refused(b"a: 1\nb: \xff\n")
    assert str(problem) == "f.yaml:2:4: is not UTF-8: byte 0xff at offset 8 (save the file as UTF-8)"


@pytest.mark.parametrize("data", ["a: 1".encode("utf-16"), b"a: \xed\xa0\x80", b"a: \xc0\xaf"])
def test_other_encodings_and_surrogates_are_not_utf8(data: bytes) -> None:
    assert "is not UTF-8" in refused(data).message


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_said_to_be_empty(data: bytes) -> None:
    assert refused(data).message == "is empty"


@pytest.mark.parametrize("bracket", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_at_once(bracket: str) -> None:
    start = time.monotonic()
    problem = refused((bracket * 200_000).encode())
    assert f"nested more than {MAX_DEPTH} deep" in problem.message or "maximum nesting depth" in problem.message
    assert time.monotonic() - start < 5


def test_an_alias_bomb_does_not_go_off() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    start = time.monotonic()
    problem = refused("\n".join(lines).encode())
    assert problem.message == "anchor &a0"
    assert time.monotonic() - start < 1


def test_a_file_of_50_mb_is_not_even_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    with pytest.raises(Unreadable) as caught:
        read_bytes(path, "big.yaml")
    assert str(caught.value.problem) == f"big.yaml: is larger than {MAX_BYTES // 1024 // 1024} MB (split it into several files)"


def test_a_file_that_cannot_be_had_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        read_bytes(tmp_path / "none.yaml", "none.yaml")
    assert "cannot be read: No such file" in str(caught.value.problem)


def test_without_libyaml_the_same_nodes_and_refusals_come_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from yaml import SafeLoader

    monkeypatch.setattr(reader, "EventParser", SafeLoader)
    assert plain(read(b"a: [1, null, 'null', {b: 502.10}]\n", "f.yaml")) == {"a": ["1", None, "null", {"b": "502.10"}]}
    assert refused(b"a: &x 1\n").message == "anchor &x"
    assert refused(b"a: [1\n").message.startswith("is no valid YAML")
    assert "nested more than" in refused(b"[" * 1000).message
