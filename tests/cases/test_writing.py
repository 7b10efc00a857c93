"""Cases written back as YAML: what is written reads as the same case, whatever its texts hold."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.cases.cards import CardPool
from conformance.cases.library import load
from conformance.cases.model import Case
from conformance.cases.parse import parse_file
from conformance.cases.reader import read
from conformance.cases.write_case import case_text
from conformance.cases.write_given import CannotWrite, short
from conformance.cases.yaml_text import WIDTH, clean, flow

LIBRARY = load()


def unplaced(value: Any) -> Any:
    """Without places in the file."""
    if isinstance(value, dict):
        return {key: unplaced(entry) for key, entry in value.items() if key not in ("place", "places")}
    return [unplaced(entry) for entry in value] if isinstance(value, list) else value


def content(case: Case) -> Any:
    """All that a case says; its names for what nobody asks about may differ."""
    plain = unplaced(msgspec.to_builtins(case))
    return {**plain, "why": case.why.strip(), "file": "", "line": 0, "names": []}


def read_back(text: str, cards: CardPool) -> Case:
    cases, problems = parse_file(text.encode(), "written.yaml", cards)
    assert not [str(problem) for problem in problems if problem.severity == "error"]
    (case,) = cases
    return case


def test_every_case_reads_back_the_same() -> None:
    for case in LIBRARY.cases:
        text = case_text(case, LIBRARY.cards)
        assert content(read_back(text, LIBRARY.cards)) == content(case), case.id
        assert all(len(line) <= WIDTH + 10 for line in text.splitlines()), case.id


def test_only_what_is_not_usual_is_written() -> None:
    quiet = next(case for case in LIBRARY.cases if case.id == "of-three-players-the-first-draws").given
    assert short(quiet, LIBRARY.cards) == {
        "players": ["alice", "bob", "carol"],
        "turn": {"step": "pregame"},
        "alice": {"battlefield": [{"card": "Tolarian Drake", "as": "drake"}]},
    }


def test_a_position_that_no_case_can_put_down_is_refused() -> None:
    given = next(case.given for case in LIBRARY.cases if len({entry["controller"] for entry in case.given["battlefield"]}) > 1)
    out_of_order = {**given, "battlefield": list(reversed(given["battlefield"]))}
    strange = {**given, "battlefield": [{**given["battlefield"][0], "id": "No Name!"}, *given["battlefield"][1:]]}
    with pytest.raises(CannotWrite, match=r"another position|no case can give"):
        short(out_of_order, LIBRARY.cards)
    with pytest.raises(CannotWrite, match="No Name!"):
        short(strange, LIBRARY.cards)


@given(st.text())
def test_any_text_reads_back_as_it_was_cleaned(text: str) -> None:
    node = read(f"- {flow([text, {'a': text}])}\n".encode(), "")
    alone, inside = node.value[0].value
    assert alone.value == clean(text)
    assert inside.value["a"].value == clean(text)


@given(st.text(min_size=1), st.text(min_size=1), st.text())
def test_no_text_breaks_a_case(title: str, why: str, comment: str) -> None:
    case = msgspec.structs.replace(LIBRARY.cases[0], title=f"t{title}", why=f"w{why}")
    back = read_back(case_text(case, LIBRARY.cards, [comment]), LIBRARY.cards)
    assert (back.title, back.why) == (clean(case.title.strip()), clean(case.why.strip()))
    assert unplaced(msgspec.to_builtins(back.script)) == unplaced(msgspec.to_builtins(case.script))
