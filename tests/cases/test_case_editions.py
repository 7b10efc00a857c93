"""A case says from when it holds: what it cites and what it uses had to be in the rules of every edition in which it is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.cases import load
from conformance.cases.model import Case
from conformance.commands.inputs import registry
from conformance.rules.editions import OLDEST

LOADED = load()
FIRST_DAY_OF_KEYWORD = {
    "bestow": "2013-09-27", "mutate": "2020-04-17", "daybound": "2021-09-24", "nightbound": "2021-09-24", "read ahead": "2022-09-08",
    "ward": "2021-04-19",
}  # fmt: skip
FIRST_DAY_OF_TYPE = {"Phenomenon": "2012-06-01", "Vehicle": "2016-09-30", "Saga": "2018-04-27", "Battle": "2023-04-14"}
TWO_FACES = "2011-09-30"
PLANECHASE, SEVERAL_PLANES, COMMANDER, DAY_AND_NIGHT = "2009-09-04", "2012-06-01", "2011-06-17", "2021-09-24"


def words(thing: Any) -> Iterator[str]:
    """Every string of a position."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for part in thing.values():
            yield from words(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from words(part)


def first_day_of_card(name: str) -> str:
    entry = LOADED.cards.get(name)
    if entry is None:
        return OLDEST
    days = [FIRST_DAY_OF_KEYWORD.get(word, OLDEST) for word in (*entry.get("keywords", ()), *entry)]
    days += [FIRST_DAY_OF_TYPE.get(word, OLDEST) for word in (*entry.get("types", ()), *entry.get("subtypes", ()))]
    return max([*days, TWO_FACES if "back" in entry else OLDEST])


def first_day_of_position(case: Case) -> str:
    given = case.given
    planechase = given.get("planechase")
    days = [first_day_of_card(word) for word in set(words(given))]
    if planechase:
        days += [PLANECHASE, SEVERAL_PLANES if len(planechase.get("face_up") or []) > 1 else OLDEST]
    if given.get("variant") == "commander":
        days.append(COMMANDER)
    if given.get("day_night") in ("day", "night"):
        days.append(DAY_AND_NIGHT)
    return max(days, default=OLDEST)


def begins_too_early(case: Case, day: str) -> bool:
    """True if it is played in an edition before that day, unless it is about the time before it."""
    about_before = case.editions.until is not None and case.editions.until < day
    return (case.editions.since or OLDEST) < day and not about_before


def test_no_case_is_older_than_the_clauses_that_it_shows() -> None:
    since = {f"{rule.number}/{clause.id.rpartition('/')[2]}": clause.since or OLDEST for rule in registry() for clause in rule.clauses}
    early = [
        (case.id, cited, since[cited]) for case in LOADED.cases for cited in case.rules if begins_too_early(case, since.get(cited, OLDEST))
    ]
    assert early == []


def test_no_case_is_older_than_the_cards_and_variants_in_it() -> None:
    early = [(case.id, day) for case in LOADED.cases if (day := first_day_of_position(case)) > OLDEST and _early(case, day)]
    assert early == []


def _early(case: Case, day: str) -> bool:
    return case.expect_refused is None and begins_too_early(case, day)


@pytest.mark.parametrize(("name", "day"), [("History of Benalia", "2018-04-27"), ("Mutual Epiphany", "2012-06-01"), ("Gray Ogre", OLDEST)])
def test_first_days_of_cards(name: str, day: str) -> None:
    assert first_day_of_card(name) == day
