"""Finding and loading files: the built-in library, anybody's folders, the card pool, the cache, what can be wrong with paths."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from case_texts import CASE

from conformance.cases import CardPool, builtin, cache, library, load, load_cards
from conformance.cases.card_files import parse_cards

GOOD = CASE + "    - expect: {croc: {tapped: false}}\n"
POOL = CardPool()


def messages(*paths: Path) -> list[str]:
    return [str(problem) for problem in load(list(paths), cards=POOL).problems]


def test_the_built_in_library_loads_with_its_fifteen_examples() -> None:
    loaded = load()
    ids = {case.id for case in loaded.cases if Path(case.file).name.startswith("examples-")}
    assert len(ids) == 15
    assert {"phasing-alternates-and-swaps-at-once", "day-check-comes-before-untapping", "two-planes-one-chaos-each-one-walk"} <= ids
    assert not [problem for problem in loaded.errors if "unknown card" not in problem.message]


def test_installed_cases_are_named_as_in_the_source_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "site-packages" / "conformance" / "_cases" / "702.26-phasing"
    installed.mkdir(parents=True)
    (installed / "one.yaml").write_text(GOOD)
    (tmp_path / "own.yaml").write_text(GOOD.replace("id: one", "id: own"))
    monkeypatch.setattr(library, "builtin", lambda: installed.parent)
    for here, own in ((tmp_path, "own.yaml"), (Path(os.sep), str(tmp_path / "own.yaml").removeprefix(os.sep))):
        monkeypatch.chdir(here)  # a virtual environment is often below the working directory
        loaded = load([installed, tmp_path / "own.yaml"], cards=POOL)
        assert [case.file for case in loaded.cases] == ["cases/702.26-phasing/one.yaml", own]


def test_a_folder_is_searched_and_its_cards_are_used(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.yaml").write_text(GOOD.replace("Sandbar Crocodile", "Specimen Own Card"))
    (tmp_path / "b.yml").write_text(GOOD.replace("id: one", "id: two").replace("Sandbar Crocodile", "Specimen Own Card"))
    (tmp_path / ".hidden.yaml").write_text("nonsense")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "own.yaml").write_text("- {name: Specimen Own Card, types: [Creature], power: 2, toughness: 2}\n")
    loaded = load([tmp_path])
    assert [case.id for case in loaded.cases] == ["two", "one"]
    assert [problem for problem in loaded.problems if problem.file.startswith(str(tmp_path))] == []
    assert loaded.cards["Specimen Own Card"]["power"] == "2"


def test_a_single_file_uses_the_cards_beside_it(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "own.yaml").write_text("- {name: Specimen Beside, types: [Creature]}\n")
    (tmp_path / "a.yaml").write_text(GOOD)
    assert "Specimen Beside" in load([tmp_path / "a.yaml"]).cards


def test_a_file_given_twice_is_loaded_once(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    assert len(load([path, tmp_path, path], cards=POOL).cases) == 1
    assert messages(path, tmp_path) == []


def test_an_id_in_two_files_is_an_error_that_names_both(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(GOOD)
    (tmp_path / "b.yaml").write_text("\n" + GOOD)
    assert messages(tmp_path) == [f"{tmp_path}/b.yaml:2:1: the id 'one' is there twice (first in {tmp_path}/a.yaml:1: choose another id)"]
    assert len(load([tmp_path], cards=POOL).cases) == 1


def test_paths_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "empty.yaml").write_text("")
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "no such file or folder" in messages(tmp_path / ("long" * 100))[0]
    assert "no such file or folder" in messages(Path("nul\0.yaml"))[0]
    assert messages(tmp_path / "none.yaml") == [f"{tmp_path}/none.yaml: there is no such file or folder (check the path)"]
    assert messages(tmp_path / "empty") == [f"{tmp_path}/empty: the folder holds no case files (case files end in .yaml or .yml)"]
    assert messages(tmp_path / "notes.txt") == [f"{tmp_path}/notes.txt: is no YAML file by its name (case files end in .yaml or .yml)"]
    assert messages(tmp_path / "empty.yaml") == [f"{tmp_path}/empty.yaml: is empty (write a list of entries, or remove the file)"]
    assert messages(tmp_path / "pipe.yaml") == [
        f"{tmp_path}/pipe.yaml: is neither a file nor a folder (name a case file, or a folder of them)"
    ]


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"\xff")
    (tmp_path / "b.yaml").write_text("a: [\n")
    (tmp_path / "c.yaml").write_text(GOOD)
    loaded = load([tmp_path], cards=POOL)
    assert [case.id for case in loaded.cases] == ["one"]
    assert [Path(problem.file).name for problem in loaded.problems] == ["a.yaml", "b.yaml"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    path.chmod(0)
    assert "cannot be read: Permission denied" in messages(path)[0]


def test_a_second_load_comes_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    first = load([path], cards=POOL)
    monkeypatch.setattr(library, "parse_file", lambda *_: pytest.fail("parsed again"))
    assert load([path], cards=POOL) == first


def test_the_cache_counts_only_while_nothing_changed(tmp_path: Path, own_cache: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    load([path], cards=POOL)
    assert len(list(own_cache.rglob("*.bin"))) == 1
    path.write_text(GOOD.replace("id: one", "id: two"))
    assert [case.id for case in load([path], cards=POOL).cases] == ["two"]
    known = CardPool([{"name": "Gray Ogre", "types": ["Creature"]}])
    assert "unknown card 'Sandbar Crocodile'" in load([path], cards=known).problems[0].message
    assert len(list(own_cache.rglob("*.bin"))) == 1


def test_a_broken_or_forbidden_cache_is_no_error(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    load([path], cards=POOL)
    stored = next(own_cache.rglob("*.bin"))
    stored.write_bytes(stored.read_bytes()[:70] + b"\xc1garbage")
    assert len(load([path], cards=POOL).cases) == 1
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    assert len(load([path], cards=POOL).cases) == 1
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert cache.folder() is None
    assert len(load([path], cards=POOL).cases) == 1


def test_the_cache_can_be_switched_off(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MTG_CONFORMANCE_NO_CACHE", "1")
    path = tmp_path / "a.yaml"
    path.write_text(GOOD)
    assert len(load([path], cards=POOL).cases) == 1
    assert not own_cache.exists()


def test_cards_keep_the_engines_words_as_they_are() -> None:
    text = b"- {name: X, types: [Creature], power: '*', cost: '{1}{U}', abilities: [{phasing: true}], own: [1]}\n"
    entries, problems = parse_cards(text, "c.yaml")
    assert problems == []
    assert entries == [
        {"name": "X", "types": ["Creature"], "power": "*", "cost": "{1}{U}", "abilities": [{"phasing": "true"}], "own": ["1"]}
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- {types: [Land]}", "c.yaml:1:3: 'name' is missing"),
        ("- {name: X}", "c.yaml:1:3: 'types' is missing"),
        ("- {name: X, types: [Creture]}", "c.yaml:1:21: unknown card type 'Creture' (did you mean 'Creature'?"),
        ("- {name: X, types: [Land], cost: 1U}", "c.yaml:1:34: expected a mana cost, found '1U' (as in {1}{U})"),
        ("- {name: X, types: [Land], abilities: flying}", "c.yaml:1:39: expected a list, found 'flying'"),
        ("- {name: X, types: [Land]}\n- {name: X, types: [Land]}", "c.yaml:2:3: the card 'X' is there twice (first on line 1)"),
        ("- {name: X, types: [Land], back: {name: Y}}", "c.yaml:1:34: 'types' is missing"),
        ("name: X", "c.yaml:1:1: expected a list of cards, found a mapping"),
        ("- X", "c.yaml:1:3: expected a mapping, found 'X'"),
        ("- &a {name: X}", "c.yaml:1:3: anchor &a"),
    ],
)
def test_mistakes_of_the_card_pool(text: str, line: str) -> None:
    assert str(parse_cards(text.encode(), "c.yaml")[1][0]).startswith(line)


def test_a_card_in_two_files_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    for name in ("a", "b"):
        (tmp_path / "cards" / f"{name}.yaml").write_text("- {name: Specimen Twice, types: [Land]}\n")
    problems = load_cards([tmp_path])[1]
    assert [problem.message for problem in problems if "Specimen" in problem.message] == ["the card 'Specimen Twice' is there twice"]


def test_the_library_of_the_source_tree_is_found() -> None:
    assert (builtin() / "rules").is_dir()
