"""`rules show`, `diff`, `check`, `migrate` and `hash`, on a small registry and small texts of our own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conformance.cases import library
from conformance.commands import inputs
from conformance.rules.wording import digest

Call = Callable[..., Any]

REGISTRY = """\
- number: '502.2'
  key: rest.weather
  summary: The weather is looked at.
  clauses: {a: it is looked at}
  since: 2021-09-24

- number: '502.3'
  key: rest.wake
  summary: Everybody wakes up.
  clauses: {a: all at once, b: {text: nobody notices, untestable: nobody notices}}
  numbers: {2009-07-11: '502.2', 2021-09-24: '502.3'}

- number: 702.26a
  key: hiding.what
  summary: What hiding is.
  clauses: {a: it is seen}
  numbers: {2009-07-11: 702.24a, 2021-09-24: 702.26a}
  seeds: [ducks 702.24a]

- number: 702.24b
  key: hiding.gone
  summary: Young ducks do not survive hiding.
  clauses: {a: they are gone}
  until: 2021-09-23
"""

EDITIONS = """\
editions: [2009-07-11, 2012-06-01, 2021-09-24, 2026-09-25]
changes:
  - {name: ducklings_survive, from: 2021-09-24, rules: [702.26a], what: ducklings come back}
"""

CASES = """\
- id: wakes
  title: A duck wakes
  rules: [502.3/a, '702.26a']   # by 502.3
  why: It is time.
  given: {}
  script: [{expect: {alice: {life: 20}}}]

- id: weather
  title: Weather
  rules: [502.2/a]
  why: It rains.
  editions: {from: 2021-09-24}
  given: {}
  script: [{expect: {alice: {life: 20}}}]
"""

WAKE = "Third, each duck of the active player wakes up, all of them at once, whatever the other players would like to say about that."
WEATHER = "Second, somebody looks at the weather, and if it rains every umbrella is opened before anything else is done."
HIDING = "Hiding is a habit of ducks that changes what happens while they rest on the pond of the active player."


def rules_text(rules: dict[str, str], effective: str = "September 25, 2026") -> str:
    lines = [f"{number}{'.' if number[-1].isdigit() else ''} {text}\n" for number, text in rules.items()]
    return "\n".join(
        ["The Duck Comprehensive Rules\n", f"These rules are effective as of {effective}.\n", *lines, "Glossary\n\nDuck\nA bird.\n"]
    )


NOW = {"502": "Resting", "502.2": WEATHER, "502.3": WAKE, "702.26": "Hiding", "702.26a": HIDING}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of cases with the registry above, in the place of the built-in one."""
    root = tmp_path / "library"
    cards = library.builtin() / "cards"
    (root / "rules").mkdir(parents=True)
    (root / "cards").symlink_to(cards)
    (root / "rules" / "ducks.yaml").write_text(REGISTRY)
    (root / "rules" / "editions.yaml").write_text(EDITIONS)
    (root / "ducks.yaml").write_text(CASES)
    monkeypatch.setattr(library, "builtin", lambda: root)
    monkeypatch.setattr(inputs, "builtin", lambda: root)
    return root


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """The newest text, which the registry knows once it was hashed."""
    path = tmp_path / "20260925.txt"
    path.write_text(rules_text(NOW))
    return path


@pytest.fixture
def hashed(call: Call, folder: Path, text: Path) -> Path:
    """The library, with the text's hashes in its registry."""
    code, _, err = call("rules", "hash", text, "--write", "--registry", folder / "rules")
    assert (code, err) == (0, "")
    return folder


class TestShow:
    def test_a_rule_with_clauses_cases_and_history(self, call: Call, folder: Path) -> None:
        code, out, err = call("rules", "show", "502.3")
        assert (code, err) == (0, "")
        assert out.startswith("502.3  rest.wake\n")
        assert "a: all at once [1 case]" in out
        assert "wakes  A duck wakes" in out
        assert "b: nobody notices (cannot be observed: nobody notices)" in out
        assert "numbers: 502.2 (2009-07-11), 502.3 (2021-09-24)" in out

    def test_by_an_edition_the_number_is_that_editions(self, call: Call, folder: Path) -> None:
        code, out, _ = call("rules", "show", "502.2", "--edition", "2012-06-01")
        assert code == 0
        assert out.startswith("502.2  rest.wake  (502.3 today)\n")

    def test_behaviour_that_changed_is_named(self, call: Call, folder: Path) -> None:
        assert "2021-09-24: ducklings_survive: ducklings come back" in call("rules", "show", "702.26a").out

    def test_a_rule_that_was_taken_out(self, call: Call, folder: Path) -> None:
        code, out, _ = call("rules", "show", "702.24b")
        assert code == 0
        assert "until: 2021-09-23" in out

    def test_a_section_and_a_clause(self, call: Call, folder: Path) -> None:
        assert "rest.weather" in call("rules", "show", "502").out
        out = call("rules", "show", "502.3/a").out
        assert "a: all at once" in out
        assert "nobody notices" not in out

    def test_json(self, call: Call, folder: Path) -> None:
        code, out, _ = call("rules", "show", "702.24a/a", "--edition", "2012-06-01", "--format", "json")
        document = json.loads(out)
        assert code == 0
        assert document["edition"] == "2012-06-01"
        (rule,) = document["rules"]
        assert (rule["number"], rule["number_now"], rule["cases"]) == ("702.24a", "702.26a", ["wakes"])
        assert rule["clauses"] == [{"id": "702.24a/a", "text": "it is seen", "testable": True, "cases": []}]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["702.24a"], "in older editions that was the number of what is now 702.26a"),
            (["502.2", "--edition", "2012-6-1"], "did you mean 2012-06-01?"),
            (["502.3", "--edition", "2012-06-01"], "the edition of 2012-06-01 has no rule 502.3"),
            (["502.3/x"], "rule 502.3 has no clause x: its clauses: a, b"),
            (["hiding.wat"], "did you mean 'hiding.what'?"),
            (["702.26z"], "there is no rule 702.26z"),
            (["444.4"], "rule 444.4 is not in the registry"),
            (["502.3", "--format", "xml"], "--format xml: allowed: terminal or json"),
        ],
    )
    def test_what_is_not_there(self, call: Call, folder: Path, arguments: list[str], message: str) -> None:
        code, out, err = call("rules", "show", *arguments)
        assert (code, out) == (2, "")
        assert message in err


class TestDiff:
    def test_what_moved_came_and_went(self, call: Call, folder: Path) -> None:
        code, out, err = call("rules", "diff", "2026-09-25", "2012-06-01")
        assert (code, err) == (0, "")
        for part in ("ducklings_survive", "Numbers that moved (2)", "Rules that came (1)", "Rules that went (1)", "mean another rule (1)"):
            assert part in out
        assert ["502.2", "502.3", "rest.wake"] in [line.split() for line in out.splitlines()]

    def test_json(self, call: Call, folder: Path) -> None:
        document = json.loads(call("rules", "diff", "2012-06-01", "2026-09-25", "--format", "json").out)
        assert (document["first"], document["last"]) == ("2012-06-01", "2026-09-25")
        assert {(move["was"], move["now"]) for move in document["moved"]} == {("502.2", "502.3"), ("702.24a", "702.26a")}
        assert [change["name"] for change in document["changes"]] == ["ducklings_survive"]

    def test_nothing(self, call: Call, folder: Path) -> None:
        assert "Nothing is known to differ." in call("rules", "diff", "2022-01-01", "2026-09-25").out

    def test_no_edition(self, call: Call, folder: Path) -> None:
        code, _, err = call("rules", "diff", "2012", "2026-09-25")
        assert code == 2
        assert "edition 2012: an edition is named by its date" in err
        assert "those of 2012 are 2012-06-01" in err


class TestCheck:
    def test_a_known_text_gives_nothing_to_do(self, call: Call, hashed: Path, text: Path) -> None:
        code, out, err = call("rules", "check", text)
        assert (code, err) == (0, "")
        assert "3 rules with the same" in out
        assert out.splitlines()[-1] == "Nothing to do."

    def test_a_newer_text(self, call: Call, hashed: Path, tmp_path: Path) -> None:
        newer = tmp_path / "newer.txt"
        newer.write_text(
            rules_text({**NOW, "502.3": "Third, umbrellas are closed.", "502.4": WAKE, "702.26a": f"{HIDING} Mostly."}, "May 1, 2027")
        )
        code, out, err = call("rules", "check", newer)
        assert (code, err) == (1, "")
        for part in (
            "502.3 -> 502.4  rest.wake  (same text)",
            "702.26a  hiding.what",
            "cases: wakes",
            "that number is another rule's; the rule is 502.4",
        ):
            assert part in out, part
        assert "Something to look at, 1 case among it." in out

    def test_json(self, call: Call, hashed: Path, tmp_path: Path) -> None:
        newer = tmp_path / "newer.txt"
        newer.write_text(rules_text({**NOW, "502.3": "Third, umbrellas are closed.", "502.4": WAKE}, "May 1, 2027"))
        code, out, _ = call("rules", "check", newer, "--format", "json")
        document = json.loads(out)
        assert code == 1
        assert (document["edition"], document["compared_with"]) == ("2027-05-01", "2026-09-25")
        assert document["moved"] == [{"key": "rest.wake", "number": "502.3", "found": "502.4", "likeness": 1.0, "cases": ["wakes"]}]
        assert [cited["number"] for cited in document["citations"]] == ["502.3"]

    def test_an_older_text_is_compared_with_its_own_edition(self, call: Call, hashed: Path, tmp_path: Path) -> None:
        older = tmp_path / "older.txt"
        older.write_text(rules_text({"502": "Resting", "502.2": WAKE, "702.24a": HIDING, "702.24b": "Young."}, "June 1, 2012"))
        code, out, _ = call("rules", "check", older)
        assert code == 0
        assert "Compared with what the registry has for 2012-06-01" in out
        assert "From then to 2026-09-25 2 numbers moved and 1 behaviour changed" in out

    @pytest.mark.parametrize(
        ("content", "more", "message"),
        [
            ("Ducks and nothing else.\n", [], "is no text of the rules"),
            (rules_text(NOW), ["--edition", "later"], "--edition later: an edition is named by its date"),
            (rules_text(NOW), ["--edition", "2003-01-01"], "--edition 2003-01-01: the oldest edition"),
            (rules_text(NOW, "May 1, 2005"), [], "is the edition of 2005-05-01; the oldest edition"),
        ],
    )
    def test_bad_files_and_editions(self, call: Call, folder: Path, tmp_path: Path, content: str, more: list[str], message: str) -> None:
        file = tmp_path / "some.txt"
        file.write_text(content)
        code, out, err = call("rules", "check", file, *more)
        assert (code, out) == (2, "")
        assert message in err

    def test_a_file_that_is_not_there(self, call: Call, folder: Path) -> None:
        code, _, err = call("rules", "check", "nowhere.txt")
        assert code == 2
        assert "nowhere.txt: cannot be read" in err


class TestMigrate:
    def test_without_write_nothing_is_written(self, call: Call, folder: Path) -> None:
        file = folder / "ducks.yaml"
        code, out, _ = call("rules", "migrate", file, "--to", "2012-06-01")
        assert code == 1  # 502.2/a has no counterpart
        assert file.read_text() == CASES
        assert "-  rules: [502.3/a, '702.26a']   # by 502.3" in out
        assert "+  rules: [502.2/a, '702.24a']   # by 502.3" in out
        assert "ducks.yaml:10: 502.2/a the edition of 2012-06-01 has no such rule" in " ".join(out.split())
        assert "2 numbers in 1 file would be rewritten from 2026-09-25 to 2012-06-01; --write does it." in " ".join(out.split())

    def test_with_write_the_numbers_change_and_nothing_else(self, call: Call, folder: Path) -> None:
        file = folder / "ducks.yaml"
        file.write_text(CASES.replace("502.3/a, '702.26a'", "502.2/a, '702.24a'").split("\n- id: weather")[0])
        code, out, _ = call("rules", "migrate", folder, "--from", "2012-06-01", "--write")
        assert code == 0
        assert file.read_text() == CASES.split("\n- id: weather")[0]
        assert "2 numbers in 1 file rewritten from 2012-06-01 to 2026-09-25." in " ".join(out.split())

    def test_json(self, call: Call, folder: Path) -> None:
        code, out, _ = call("rules", "migrate", folder, "--to", "2012-06-01", "--format", "json")
        document = json.loads(out)
        assert code == 1
        assert (document["from"], document["to"], document["written"]) == ("2026-09-25", "2012-06-01", False)
        (file,) = document["files"]
        assert file["rewritten"] == [{"line": 3, "was": "502.3/a", "now": "502.2/a"}, {"line": 3, "was": "702.26a", "now": "702.24a"}]
        assert [(left["line"], left["number"], left["prose"]) for left in file["left"]] == [(3, "502.3", True), (10, "502.2/a", False)]

    def test_one_bad_file_and_none_is_written(self, call: Call, folder: Path) -> None:
        (folder / "bad.yaml").write_text("no: list\n")
        code, _, err = call("rules", "migrate", folder, "--to", "2012-06-01", "--write")
        assert code == 2
        assert "bad.yaml:1:1: is no file of cases" in err
        assert (folder / "ducks.yaml").read_text() == CASES

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "there is nothing to do: name the edition"),
            (["--from", "2012-6-1"], "--from 2012-6-1: an edition is named by its date"),
            (["--to", "1999-01-01"], "--to 1999-01-01: the oldest edition"),
        ],
    )
    def test_wrong_calls(self, call: Call, folder: Path, arguments: list[str], message: str) -> None:
        code, _, err = call("rules", "migrate", folder / "ducks.yaml", *arguments)
        assert code == 2
        assert message in err


class TestHash:
    def test_hashes_are_shown_and_written(self, call: Call, folder: Path, text: Path) -> None:
        code, out, _ = call("rules", "hash", text)
        assert code == 0
        assert digest(WAKE) in out
        assert (folder / "rules" / "ducks.yaml").read_text() == REGISTRY
        assert call("rules", "hash", text, "--write", "--registry", folder / "rules").code == 0
        assert f"    2026-09-25: {digest(WAKE)}\n" in (folder / "rules" / "ducks.yaml").read_text()
        assert "The registry says the same." in call("rules", "hash", text).out

    def test_a_number_that_the_text_lacks(self, call: Call, folder: Path, tmp_path: Path) -> None:
        path = tmp_path / "20260925.txt"
        path.write_text(rules_text({"502.2": WEATHER, "702.26a": HIDING}))
        code, out, _ = call("rules", "hash", path, "--format", "json")
        assert code == 1
        assert {rule["key"]: rule["absent"] for rule in json.loads(out)["rules"]}["rest.wake"] == ["2026-09-25"]

    def test_wrong_calls(self, call: Call, folder: Path, text: Path) -> None:
        for arguments, message in (
            ([text, "--write"], "--write: name the folder of the registry"),
            ([text, text], "several texts are the edition of 2026-09-25"),
            ([text, text, "--edition", "2026-09-25"], "names the edition of one text"),
            ([text, "--registry", folder / "nowhere"], "holds no registry of rules"),
        ):
            code, _, err = call("rules", "hash", *arguments)
            assert code == 2
            assert message in err
