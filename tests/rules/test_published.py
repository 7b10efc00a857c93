"""Reading rules texts: layouts, encodings, and files that are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conformance.cases.problems import Unreadable
from conformance.rules.published import parse_published, read_published
from conformance.rules.wording import digest

Text = Callable[..., str]


@pytest.mark.parametrize("layout", ["plain", "doubled", "old", "tight"])
def test_every_layout_gives_the_same_rules(rules_text: Text, layout: str) -> None:
    plain = parse_published(rules_text("new"), "rules.txt")
    read = parse_published(rules_text("new", layout), "rules.txt")
    assert list(read.rules) == ["502", "502.1", "502.2", "502.3", "702", "702.26", "702.26a", "702.26b"]
    assert {number: digest(rule.text) for number, rule in read.rules.items()} == {
        number: digest(rule.text) for number, rule in plain.rules.items()
    }
    assert read.warnings == ()
    assert read.effective == "2026-04-17"


@pytest.mark.parametrize("layout", ["plain", "doubled", "old"])
def test_examples_and_glossary_are_kept_apart(rules_text: Text, layout: str) -> None:
    read = parse_published(rules_text("new", layout), "rules.txt")
    assert read.rules["502.3"].examples == ("Example: A duck rests.",)
    assert "Example" not in read.rules["502.3"].text
    assert read.glossary == {"Duck": "A bird. See rule 502.", "Pond": "1. Where ducks rest. 2. Any water."}


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8"),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("cp1252"),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode("utf-8"),
        lambda text: text.replace("\n", "\r").encode("utf-8"),
    ],
    ids=["utf-8", "bom", "cp1252", "utf-16", "crlf", "cr"],
)
def test_encodings_and_line_ends(rules_text: Text, tmp_path: Path, encode: Callable[[str], bytes]) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(encode(rules_text("new", change={"502.2": "It\u2019s \u201craining\u201d \u2013 so what?"})))
    read = read_published(file)
    assert read.rules["502.2"].text == "It\u2019s \u201craining\u201d \u2013 so what?"
    assert len(read.rules) == 8


def test_a_broken_line_that_begins_with_a_reference_is_no_rule() -> None:
    text = "\n".join(
        ["Duck Comprehensive Rules", "502.1. Ducks rest as told in", "702.26a and elsewhere, see", "502.1 again.", "502.2. They wake."]
    )
    read = parse_published(text, "rules.txt")
    assert list(read.rules) == ["502.1", "502.2"]
    assert read.rules["502.1"].text == "Ducks rest as told in 702.26a and elsewhere, see 502.1 again."


def test_a_number_that_is_there_twice_is_told_and_loses_nothing() -> None:
    text = "Duck Comprehensive Rules\n\n502.1. One.\n\n502.1. Two.\n\n502.2. Three.\n"
    read = parse_published(text, "rules.txt")
    assert read.rules["502.1"].text == "One. Two."
    assert read.warnings == ("rule 502.1 is there twice (lines 3 and 5): read as one",)


def test_a_number_out_of_order_is_told() -> None:
    text = "Duck Comprehensive Rules\n\n502.3. Three.\n\n502.1. One.\n"
    read = parse_published(text, "rules.txt")
    assert set(read.rules) == {"502.3", "502.1"}
    assert read.warnings == ("rule 502.1 comes after a later one",)


@pytest.mark.parametrize(
    ("name", "head", "label"),
    [
        ("cr-20170707.txt", "effective as of July 8, 2017", "2017-07-07"),
        ("MagicCompRules 20260925.txt", "effective as of September 25, 2026", "2026-09-25"),
        ("2017-07-07.txt", "nothing", "2017-07-07"),
        ("rules.txt", "effective as of July 8, 2017", "2017-07-08"),
        ("copied-20260101.txt", "effective as of July 8, 2017", "2017-07-08"),
        ("cr-20179999.txt", "effective as of July 8, 2017", "2017-07-08"),
        ("rules.txt", "nothing", None),
        ("rules.txt", "effective as of Quackember 8, 2017", None),
        ("rules.txt", "effective as of February 31, 2017", None),
    ],
)
def test_which_edition_it_is(name: str, head: str, label: str | None) -> None:
    assert parse_published(f"Duck Comprehensive Rules\n{head}\n\n502.1. One.\n", name).label == label


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no line begins with a rule's number"),
        (b"# A readme\n\nSee 502.3 for more.\n", "no line begins with a rule's number"),
        (b"%PDF-1.7 ...", "is a PDF"),
        (b"PK\x03\x04...", "is a Word document or an archive"),
        (b"<html><body>502.1. One</body></html>", "is a web page"),
        (b"502.1. One\0\0", "zero bytes"),
        (b"A bill\n\n100.5 apples\n101.2 pears\n", "does not say from when it is effective"),
        (b"- id: a-case\n  rules: [502.3]\n", "no line begins with a rule's number"),
    ],
)
def test_what_is_no_rules_text(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "some.txt"
    file.write_bytes(data)
    with pytest.raises(Unreadable) as raised:
        read_published(file)
    assert message in str(raised.value)
    assert str(raised.value).startswith(str(file))
    assert raised.value.problem.remedy


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot be read"):
        read_published(tmp_path / "nowhere.txt")
