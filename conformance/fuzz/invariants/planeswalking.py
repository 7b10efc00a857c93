"""Planeswalking, and the starting plane (rules 701.31, 901.5, 901.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import CHOOSES_PLANES
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.invariants.planes import decks, planes_of
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


def the_one_walk(moment: Moment) -> Json | None:
    """The planeswalk of this act, if there was just one and nobody left."""
    walks = moment.of("planeswalked")
    return walks[0] if len(walks) == 1 and "left_game" not in moment.by_kind and moment.facts.one_game else None


@invariant(
    "walks-away-from-all",
    "901.11c/a",
    "901.11c/b",
    "901.11b/b",
    "701.31b/a",
    title="A planeswalk leads away from all that is face up",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes, walk = planes_of(moment), the_one_walk(moment)
    if (
        planes is not None
        and walk is not None
        and not moment.facts.uses(*CHOOSES_PLANES)
        and moment.was
        and moment.was["step"] != "pregame"
    ):
        up, away = sorted(planes[0]["face_up"]), sorted(walk["away"])
        yield away == up or Broken("not all that was face up was planeswalked away from", None, None, up, away)


@invariant(
    "walks-to-the-top",
    "901.11b/a",
    "701.31b/b",
    "701.31b/d",
    "901.15c/a",
    "901.12a/a",
    title="A planeswalk turns up the top card of the own planar deck",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes, walk = planes_of(moment), the_one_walk(moment)
    if planes is None or walk is None or moment.before is None or moment.facts.uses(*CHOOSES_PLANES, "scry", "surveil"):
        return
    if moment.was is None or moment.was["step"] == "pregame" or "player" not in walk:
        return
    before = decks(moment.before.snapshot)
    deck = before[""] if moment.given["planechase"]["deck"] == "shared" else before[walk["player"]]
    if deck:
        yield walk["to"] == deck[:1] or Broken("the planeswalk did not lead to the top card", None, None, deck[:1], walk["to"])


@invariant(
    "goes-to-the-bottom",
    "701.31b/a",
    "701.31b/c",
    title="What was planeswalked away from is under its owner's deck",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes, walk = planes_of(moment), the_one_walk(moment)
    if planes is None or walk is None or moment.facts.uses(*CHOOSES_PLANES):
        return
    now = decks(moment.after.snapshot)
    for number in walk["away"]:
        if number not in walk["to"]:
            owner = "" if moment.given["planechase"]["deck"] == "shared" else moment.facts.planar_owner.get(number, "")
            under = now[owner][-len(walk["away"]) :]
            yield number in under or Broken("it was planeswalked away from and is not at the bottom of its deck", number)


@invariant(
    "turned-down-is-new",
    "311.6/a",
    "311.6/b",
    "312.6/a",
    "901.7a/a",
    "701.31b/c",
    title="What was turned face down is a new object",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if planes_of(moment) is None or moment.before is None:
        return
    for walk in moment.of("planeswalked"):
        for number in walk["away"]:
            was, now = moment.before.get(number), moment.after.get(number)
            if was and now:
                new = now["incarnation"] > was["incarnation"]
                yield new or Broken("it was turned face down and is the same object", number, None, None, now["incarnation"])
                again = any(number in other["to"] for other in moment.of("planeswalked"))
                if not again:
                    yield not now["counters"] or Broken("it was turned face down and kept counters", number)


@invariant(
    "walked-to-is-face-up",
    "901.11b/a",
    "311.2/b",
    "901.4/b",
    title="What was planeswalked to last is face up",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and "left_game" not in moment.by_kind and moment.facts.one_game:
        for number in moment.of("planeswalked")[-1]["to"]:
            yield number in planes[1]["face_up"] or Broken("it was planeswalked to and is not face up", number)


@invariant(
    "face-up-changes-are-walks",
    "901.11/c",
    "901.11a/d",
    "701.31c/a",
    title="What is face up changes only by a planeswalk",
    needs=("events",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.was is None or moment.was["step"] == "pregame" or not moment.facts.one_game:
        return
    before, now = planes[0]["face_up"], planes[1]["face_up"]
    if before != now:
        yield "planeswalked" in moment.by_kind or Broken("what is face up changed without a planeswalk", None, None, before, now)


@invariant(
    "starting-plane",
    "901.5/a",
    "901.5/b",
    "901.5/d",
    "103.7/a",
    "103.7/b",
    title="The first plane of the starting player's deck is the starting plane",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.was is None or moment.was["step"] != "pregame" or moment.now["step"] == "pregame":
        return
    if moment.before is None or planes[0]["face_up"] or "planeswalked" in moment.by_kind or moment.thinned:
        return
    before = decks(moment.before.snapshot)
    deck = before[""] if moment.given["planechase"]["deck"] == "shared" else before[moment.given["turn"]["active"]]
    first = next((number for number in deck if "Plane" in moment.before.listed[number]["types"]), None)
    if first is not None:
        yield planes[1]["face_up"] == [first] or Broken("another card is the starting plane", first, None, [first], planes[1]["face_up"])


@invariant(
    "nothing-triggers-at-the-start",
    "901.5/c",
    "901.11/d",
    "901.5/f",
    title="Setting the starting plane triggers nothing and is no planeswalk",
    on=("turn_began",),
)
def _(moment: Moment) -> Verdicts:
    if moment.was is None or moment.was["step"] != "pregame":
        return
    for event in moment.events:
        if event["kind"] == "turn_began":
            break
        yield event["kind"] not in ("triggered", "planeswalked", "encountered") or Broken(
            f"{event['kind']} before the first turn", event.get("source")
        )
    yield True
