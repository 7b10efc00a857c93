"""Phenomena: encounters, and the state-based action that ends them (rules 312, 704.6f)."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.invariants.planes import planes_of
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]


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
    needs=("events",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    # Only another planeswalk turns it down; the game's own (704.6f) waits until the ability is gone.
    planes = planes_of(moment)
    if planes is None or moment.before is None:
        return
    sources = {item["source"] for item in moment.before.stack} & {item["source"] for item in moment.after.stack}
    for number in planes[0]["face_up"]:
        if number in sources and "Phenomenon" in moment.before.listed[number]["types"]:
            walks = [event for event in moment.of("planeswalked") if event.get("rule") in ("704.6f", "312.7")]
            early = walks and number in walks[0]["away"] and len(moment.of("planeswalked")) == 1
            yield not early or Broken("the game planeswalked away from it though its ability is on the stack", number)


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
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or not any(event.get("rule") in ("704.6f", "312.7") for event in moment.of("planeswalked")):
        return
    known = {item["id"] for item in moment.before.stack} if moment.before is not None else set()
    rolled = "planar_die" in moment.by_kind
    for item in moment.after.stack:
        if item["id"] not in known and item["source"] is None and not rolled:
            yield Broken("the planeswalk after a phenomenon was put on the stack", item["id"])
    yield True


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
    title="The game planeswalks once for a phenomenon, not again",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    for walk in moment.of("planeswalked"):
        if walk.get("rule") == "704.6f":
            left = [moment.after.get(number) for number in walk["away"]]
            if all(left):
                yield any("Phenomenon" in entry["types"] for entry in left if entry) or Broken(
                    "no phenomenon was left, and the game planeswalked"
                )
