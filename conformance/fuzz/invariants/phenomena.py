"""Phenomena: encounters, and the state-based action that ends them (rules 312, 704.6f)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import CHOOSES_PLANES, words_of
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.invariants.planes import planes_of
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant(
    "phenomenon-has-its-trigger",
    "312.7/a",
    "312.7/b",
    "312.7/f",
    "704.6f/a",
    "704.6f/c",
    title="At a priority no phenomenon is face up without its ability on the stack",
    when="priority",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None:
        return
    for number in planes[1]["face_up"]:
        if "Phenomenon" in moment.after.listed[number]["types"]:
            held = any(item["source"] == number for item in moment.after.stack)
            yield held or Broken("it is face up, and its ability has left the stack", number)


@invariant(
    "phenomenon-stays-for-its-trigger",
    "312.7/c",
    "312.7/d",
    title="While its ability is on the stack a phenomenon stays face up",
    when="priority",
    on=("priority",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    # Only what tells somebody to planeswalk turns it down; the game's own walk (704.6f) waits until the ability is gone.
    planes = planes_of(moment)
    if planes is None or moment.before is None or "left_game" in moment.by_kind:
        return
    still = {item["id"] for item in moment.after.stack}
    held = {item["source"] for item in moment.before.stack if item["id"] in still}
    gone = [item for item in moment.before.stack if item["id"] not in still]
    told = any(item["source"] is None or tells_to_walk(moment, item["source"]) for item in gone)
    # One that was met again waits for its latest ability; an earlier one, which is under that, was another object's (312.6).
    held -= {item["source"] for item in gone}
    for number in planes[0]["face_up"]:
        if number in held and "Phenomenon" in moment.before.listed[number]["types"]:
            walked = any(number in walk["away"] for walk in moment.of("planeswalked"))
            yield told or not walked or Broken("the game planeswalked away from it though its ability is on the stack", number)


def tells_to_walk(moment: Moment, source: str) -> bool:
    """Whether a card could tell somebody to planeswalk, or is not known."""
    words = words_of(moment.after.card(source) or "")
    return words is None or not words.isdisjoint(("planeswalk", "planeswalk_to_revealed", "roll_planar_die", *CHOOSES_PLANES))


def ends_of_phenomena(moment: Moment) -> list[Json]:
    """The planeswalks of this act that lead away from a phenomenon, where no planeswalking ability resolved and nobody left."""
    if moment.before is None or "left_game" in moment.by_kind:
        return []
    still = {item["id"] for item in moment.after.stack}
    if any(item["source"] is None and item["id"] not in still for item in moment.before.stack):
        return []
    return [walk for walk in moment.of("planeswalked") if any(is_phenomenon(moment, number) for number in walk["away"])]


def is_phenomenon(moment: Moment, number: str) -> bool:
    """Whether a card is a phenomenon."""
    entry = moment.after.get(number)
    return entry is not None and "Phenomenon" in entry["types"]


@invariant(
    "encounter-triggers",
    "312.5/a",
    "312.5/b",
    "312.5/c",
    title="A phenomenon that is encountered triggers, once",
    on=("encountered",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if moment.over:
        return
    met = [event["card"] for event in moment.of("encountered")]
    triggered = [event["source"] for event in moment.of("triggered")]
    for number in set(met):
        yield triggered.count(number) == met.count(number) or Broken(
            "its encounter did not trigger once", number, None, met.count(number), triggered.count(number)
        )


@invariant(
    "no-encounter-without-walking",
    "312.5/d",
    "312.5/a",
    title="Only a planeswalk encounters a phenomenon",
    on=("encountered",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    reached = {number for walk in moment.of("planeswalked") for number in walk["to"]}
    for event in moment.of("encountered"):
        yield event["card"] in reached or Broken("it was encountered without being planeswalked to", event["card"])


@invariant(
    "walked-to-phenomenon-is-encountered",
    "312.5/a",
    "312.5/b",
    title="A phenomenon that is planeswalked to is encountered",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    met = {event["card"] for event in moment.of("encountered")}
    for walk in moment.of("planeswalked"):
        for number in walk["to"]:
            entry = moment.after.get(number)
            if entry is not None and "Phenomenon" in entry["types"]:
                yield number in met or Broken("it was planeswalked to and not encountered", number)


@invariant(
    "phenomenon-walk-asks-nobody",
    "312.7/g",
    "312.7/h",
    title="The planeswalk after a phenomenon is not on the stack",
    when="priority",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if not ends_of_phenomena(moment) or "planar_die" in moment.by_kind:
        return
    known = {item["id"] for item in moment.before.stack} if moment.before is not None else set()
    put = [item for item in moment.after.stack if item["id"] not in known and item["source"] is None]
    yield not put or Broken("the planeswalk after a phenomenon was put on the stack", put[0]["id"])


@invariant(
    "phenomenon-has-no-subtype",
    "312.3/a",
    "312.1/a",
    "311.1/a",
    "311.3/b",
    title="Planes and phenomena have one type, and one subtype or none",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None:
        return
    for number in planes[1]["face_up"]:
        entry = moment.after.listed[number]
        subtypes = entry["subtypes"]
        if entry["types"] == ["Phenomenon"]:
            yield not subtypes or Broken("a phenomenon has a subtype", number)
        else:
            fits = entry["types"] == ["Plane"] and len(subtypes) <= 1
            yield fits or Broken("a plane has another type, or several subtypes", number)


@invariant(
    "one-walk-each-phenomenon",
    "312.7/i",
    "704.6f/b",
    title="After a phenomenon the game planeswalks once, and again only from another one",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    # What follows the first planeswalk of one pass is the game's own, and leads away from a phenomenon.
    action = moment.move.action if moment.move is not None else None
    if action is None or action.get("type") != "pass" or "left_game" in moment.by_kind or moment.facts.uses(*CHOOSES_PLANES):
        return
    walks = moment.of("planeswalked")
    if any(is_phenomenon(moment, number) for walk in walks for number in (*walk["away"], *walk["to"])):
        for walk in walks[1:]:
            yield any(is_phenomenon(moment, number) for number in walk["away"]) or Broken("a second planeswalk followed a phenomenon's")
        yield True
