"""Every case in its changed forms: on the reference engine each ends as the case does, and each is changed in what it says it is."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from conformance.cases.library import load
from conformance.cases.model import AdvanceTo, Case
from conformance.cases.parse import parse_file
from conformance.cases.write_case import case_text
from conformance.engines.reference import spec as reference
from conformance.mutants.catching import edition_of
from conformance.runner.card_book import CardBook
from conformance.runner.play import play_case
from conformance.runner.report import CaseResult
from conformance.runner.session import Session
from conformance.variants import CHANGES, Unfit, changed, origin, variants

LIBRARY = load()
POOL = LIBRARY.cards
BOOK = CardBook(POOL)
CASES = {case.id: case for case in LIBRARY.cases}
SESSIONS: dict[str, Session] = {}


def played(case: Case) -> CaseResult:
    edition = edition_of(case)
    if edition not in SESSIONS:
        SESSIONS[edition] = Session(reference, edition=edition)
    return play_case(case, SESSIONS[edition], BOOK, way="given")[0]


@pytest.mark.parametrize("name", CHANGES)
def test_every_form_ends_as_its_case(name: str) -> None:
    forms = 0
    for case in LIBRARY.cases:
        try:
            form = changed(case, name, POOL)
        except Unfit:
            continue
        forms += 1
        assert form.id == f"{case.id}~{name}"
        assert form.given != case.given or form.script != case.script or case.expect_refused or not case.names, form.id
        result, usual = played(form), played(case)
        assert (result.outcome, result.unobservable) == (usual.outcome, usual.unobservable), (form.id, result.reason, result.failure)
    assert forms > (400 if name == "turn-earlier" else 600)


def test_how_many_forms_there_are() -> None:
    """Most cases have most forms: a condition that lets nothing through would prove nothing."""
    names: Counter[str] = Counter()
    for case in LIBRARY.cases[::10]:
        names.update(name for name, _ in variants(case, POOL))
    number = len(LIBRARY.cases[::10])
    assert names["renamed"] == names["swapped"] == number
    assert names["rotated"] > 0.85 * number
    assert names["earlier"] > 0.6 * number
    assert names["other-cards"] > 0.6 * number
    assert names["inert-land"] > 0.4 * number


def test_forms_can_be_written_and_read() -> None:
    for case in LIBRARY.cases[::25]:
        for name, form in variants(case, POOL):
            if name == "rotated":
                continue  # permanents entered in another order than that of the new row of seats, which a file cannot say
            text = case_text(msgspec.structs.replace(form, id="a-form"), POOL)
            cases, problems = parse_file(text.encode(), "form.yaml", POOL)
            assert not [str(problem) for problem in problems if problem.severity == "error"], (form.id, text)
            assert cases[0].given == form.given, form.id


def test_renamed_names_nothing_as_before() -> None:
    case = CASES["of-three-players-the-first-draws"]
    form = changed(case, "renamed", POOL)
    assert form.names == ["thing_1"]
    assert form.given["battlefield"][0]["id"] == "thing_1"
    assert "drake" not in msgspec.json.encode(form.script).decode()


def test_swapped_players_keep_their_places() -> None:
    case = next(case for case in LIBRARY.cases if case.given["players"] == ["alice", "bob", "carol"])
    form = changed(case, "swapped", POOL)
    assert form.given["players"] == ["carol", "bob", "alice"]
    assert list(form.given["seats"]) == ["carol", "bob", "alice"]
    assert [seat["life"] for seat in form.given["seats"].values()] == [seat["life"] for seat in case.given["seats"].values()]


def test_rotated_players_keep_their_neighbours() -> None:
    case = next(case for case in LIBRARY.cases if case.given["players"] == ["alice", "bob", "carol"] and "~" not in case.id)
    form = next(form for name, form in variants(case, POOL) if name == "rotated")
    assert form.given["players"] == ["bob", "carol", "alice"]
    assert form.given["turn"] == case.given["turn"]
    assert form.script == case.script


def test_earlier_comes_to_where_the_case_began() -> None:
    form = next(form for case in LIBRARY.cases for name, form in variants(case, POOL) if name == "earlier")
    assert isinstance(form.script[0], AdvanceTo)
    case = CASES[origin(form.id)]
    assert form.script[0].step == case.given["turn"]["step"]
    assert form.given["turn"]["step"] != case.given["turn"]["step"]


def test_a_turn_earlier_a_card_is_drawn_that_was_in_hand() -> None:
    form = next(form for case in LIBRARY.cases for name, form in variants(case, POOL) if name == "turn-earlier")
    case = CASES[origin(form.id)]
    player = case.given["turn"]["active"]
    assert form.given["turn"]["number"] == case.given["turn"]["number"] - 1
    assert form.given["turn"]["step"] == "end"
    assert form.given["seats"][player]["library"][0] == case.given["seats"][player]["hand"][-1]


@pytest.mark.parametrize(
    ("name", "id_", "reason"),
    [
        ("rotated", "of-three-players-the-first-draws", "begins"),
        ("earlier", "of-three-players-the-first-draws", "no quiet step"),
        ("other-cards", "lullaby-clashes-with-another-than-the-attacker", "names, costs or types"),
    ],
)
def test_what_would_notice_is_told(name: str, id_: str, reason: str) -> None:
    with pytest.raises(Unfit, match=reason):
        changed(CASES[id_], name, POOL)


def test_an_engine_that_goes_by_names_is_caught_only_by_a_form() -> None:
    """An engine that seats the players by the alphabet."""
    case = CASES["of-three-players-the-first-draws"]

    class ByName(type(reference.open())):  # type: ignore[misc]
        def new_game(self, params: dict[str, object]) -> dict[str, object]:
            given = params["given"]
            assert isinstance(given, dict)
            players = sorted(given["players"])
            return super().new_game({**params, "given": {**given, "players": players, "seats": {p: given["seats"][p] for p in players}}})  # type: ignore[no-any-return]

    session = Session(type(reference)("by-name", factory=ByName), edition=edition_of(case))
    assert play_case(case, session, BOOK, way="given")[0].outcome == "pass"
    assert play_case(changed(case, "swapped", POOL), session, BOOK, way="given")[0].outcome == "fail"
