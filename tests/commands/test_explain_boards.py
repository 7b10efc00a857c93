"""`explain --board` and `explain --svg`: the boards of a case as text and as a picture, and what may be in the way of the file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

Call = Callable[..., tuple[int, str, str]]

CASE = "several-hosts-with-attachments-of-both-players"
SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> list[str]:
    return [element.text or "" for element in Xml.fromstring(path.read_bytes()).iter(f"{SVG}text")]


class TestBoard:
    def test_the_board_as_it_begins_and_at_the_end(self, call: Call) -> None:
        code, out, err = call("explain", CASE, "--board")
        assert (code, err) == (0, "")
        first, _, last = out.partition("The board as it begins\n")[2].partition("The board at the end\n")
        assert "    Gray Ogre (ogre) 2/2\n      + Pacifism, alice's\n" in first
        assert "*" not in first
        assert "* Hill Giant (giant) 5/3, tapped  <- tapped\n" in last.replace("  * ", "* ")
        assert "hand 1 (was 0) (Forest)" in last
        assert "      + Bonesplitter (axe)\n" in last  # what is as it was has no star

    def test_where_it_came_to_differ(self, call: Call, cases: Path, toy: str) -> None:
        code, out, _ = call("explain", "ogre-untaps", "--from", cases, "--engine", toy, "--board")
        assert code == 1
        assert "The board at step 2, where it differs\n" in out
        assert "Gray Ogre (ogre), tapped" in out

    def test_without_it_there_is_none(self, call: Call) -> None:
        assert "The board" not in call("explain", CASE)[1]

    def test_an_engine_that_refuses_the_position_has_no_board(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        picture = tmp_path / "none.svg"
        code, out, err = call("explain", "three-players", "--from", cases, "--engine", toy, "--board", "--svg", picture)
        assert code == 0
        assert "There was no board to see." in out
        assert f"{picture} is not written: there was no board to see." in " ".join(err.split())
        assert not picture.exists()


class TestSvg:
    def test_both_boards_in_a_file_and_where_it_is(self, call: Call, tmp_path: Path) -> None:
        picture = tmp_path / "boards.svg"
        code, out, err = call("explain", CASE, "--svg", picture)
        assert (code, err) == (0, "")
        assert f"The boards are in {picture} " in " ".join(out.split()) + " "
        said = words(picture)
        assert any(line.startswith("All creatures of one player go out at once") for line in said)
        assert "The board at the end" in said
        assert {"tapped", "life was 20"} <= set(said)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["boards.svg"]

    def test_an_earlier_picture_is_replaced_and_that_is_said(self, call: Call, cases: Path, toy: str, tmp_path: Path) -> None:
        picture = tmp_path / "boards.svg"
        call("explain", CASE, "--svg", picture)
        code, out, _ = call("explain", "ogre-untaps", "--from", cases, "--engine", toy, "--svg", picture)
        assert code == 1
        assert f"The boards are in {picture}, in place of an earlier picture" in " ".join(out.split())
        assert "Gray Ogre" in words(picture)

    @pytest.mark.parametrize("content", ["", "my notes\n", '<svg xmlns="http://www.w3.org/2000/svg"><!-- drawn by hand --></svg>\n'])
    def test_what_is_no_picture_of_boards_is_not_written_over(self, call: Call, tmp_path: Path, content: str) -> None:
        mine = tmp_path / "mine.svg"
        mine.write_text(content)
        code, out, err = call("explain", CASE, "--svg", mine)
        assert (code, out) == (2, "")  # before anything was played
        assert f"--svg {mine}: something else than a picture of boards is there; name another file" in err
        assert mine.read_text() == content

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("", "that is a folder; name a file"),
            ("nowhere/boards.svg", "there is no folder"),
            ("file/boards.svg", "there is no folder"),
            ("x" * 300, "File name too long"),
        ],
    )
    def test_a_path_that_cannot_be_written_is_told_before_the_case_is_played(
        self, call: Call, tmp_path: Path, name: str, message: str
    ) -> None:
        (tmp_path / "file").write_text("")
        code, out, err = call("explain", CASE, "--svg", tmp_path / name)
        assert (code, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1

    def test_a_full_disk_leaves_the_earlier_picture(self, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        picture = tmp_path / "boards.svg"
        call("explain", CASE, "--svg", picture)
        before = picture.read_bytes()

        def full(handle: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        code, _, err = call("explain", CASE, "--svg", picture)
        assert code == 2
        assert f"cannot write {picture}: No space left on device" in err
        assert picture.read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["boards.svg"]
