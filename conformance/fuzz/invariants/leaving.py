"""Players who leave (rules 800.4, 702.26k, 702.26n, 901.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.invariants.planes import decks, planes_of
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


def _gone(moment: Moment) -> set[str]:
    """The players who have left by now; nobody where the game is over."""
    if moment.over or len(moment.now["players"]) == len(moment.given["players"]):
        return set()
    return set(moment.given["players"]) - set(moment.now["players"])


@invariant(
    "leavers-objects-leave",
    "800.4a/a",
    "702.26k/a",
    "702.26k/c",
    "702.26k/d",
    title="What a player who left owns is not in the game",
    where="thinned",
)
def _(moment: Moment) -> Verdicts:
    gone = _gone(moment)
    if gone:
        for number, entry in moment.here.items():
            yield entry["owner"] not in gone or Broken("its owner has left the game", number)


@invariant("leavers-piles-are-empty", "800.4a/a", title="The zones of a player who left are empty", on=("left_game",), where="thinned")
def _(moment: Moment) -> Verdicts:
    for player in _gone(moment):
        seat = moment.after.snapshot["players"][player]
        for pile in ("hand", "library", "graveyard", "exile", "command", "planar_deck"):
            yield not seat[pile] or Broken(f"{player}'s {pile} is not empty", player)


@invariant(
    "leavers-control-nothing",
    "800.4a/b",
    "800.4a/d",
    "800.4c/a",
    title="A player who left controls nothing",
    when="priority",
    where="thinned",
)
def _(moment: Moment) -> Verdicts:
    gone = _gone(moment)
    if gone:
        for entry in moment.ins:
            yield entry["controller"] not in gone or Broken("its controller has left the game", entry["id"])


@invariant(
    "leavers-spells-are-gone",
    "800.4a/c",
    "901.10b/b",
    "901.10b/c",
    "800.4d/a",
    title="A player who left controls nothing on the stack",
    where="thinned",
)
def _(moment: Moment) -> Verdicts:
    gone = _gone(moment)
    if gone:
        for item in moment.after.stack:
            yield item["controller"] not in gone or Broken("it is on the stack of a player who has left", item["id"])


@invariant(
    "leavers-planes-are-gone", "901.10/a", "901.10/d", title="Planar cards of a player who left are not in the game", where="thinned"
)
def _(moment: Moment) -> Verdicts:
    gone = _gone(moment)
    planes = planes_of(moment)
    if gone and planes is not None and moment.given["planechase"]["deck"] == "own":
        for number in planes[1]["face_up"]:
            owner = moment.after.listed[number]["owner"]
            yield owner not in gone or Broken("it is face up, and its owner has left the game", number)
        for player in gone:
            yield not decks(moment.after.snapshot)[player] or Broken("the planar deck of a player who left is there", player)


@invariant(
    "new-plane-at-once",
    "901.10/b",
    "901.10/c",
    "901.10/f",
    "901.11a/b",
    "901.11b/c",
    "701.31c/b",
    title="As the owner of what is face up leaves a new card is turned up",
    on=("left_game",),
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.given["planechase"]["deck"] != "own" or "turn_began" in moment.by_kind or not moment.facts.one_game:
        return
    left = {event["player"] for event in moment.of("left_game")}
    lost = [number for number in planes[0]["face_up"] if moment.facts.planar_owner.get(number) in left]
    walked = {number for walk in moment.of("planeswalked") for number in walk["away"]}
    if lost and not moment.facts.uses("planeswalk"):
        yield walked.issuperset(lost) or Broken("its owner left, and nobody planeswalked", lost[0])
        here = planes[1]["face_up"]
        yield bool(here) or not decks(moment.after.snapshot)[planes[1]["controller"]] or Broken("no planar card is face up", lost[0])


@invariant(
    "nothing-turned-up-for-others",
    "901.10/e",
    "901.10/d",
    "901.15b/b",
    title="A leaving player's face-down planar cards turn up nothing",
    on=("left_game",),
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.move is None or not moment.conceded or len(moment.of("left_game")) != 1 or moment.given["teams"]:
        return
    shared = moment.given["planechase"]["deck"] == "shared"
    left = moment.of("left_game")[0]["player"]
    if shared or not any(moment.facts.planar_owner.get(number) == left for number in planes[0]["face_up"]):
        walks = [walk for walk in moment.of("planeswalked") if walk.get("rule") == "901.10"]
        yield not walks or Broken("nothing face up was the leaver's, and a card was turned up", left)


@invariant("planeswalking-ceases", "901.10a/a", title="No planeswalking ability outlasts a plane's leaving the game", on=("left_game",))
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.before is None or moment.given["planechase"]["deck"] != "own":
        return
    left = {event["player"] for event in moment.of("left_game")}
    plane = any(
        moment.facts.planar_owner.get(number) in left and "Plane" in moment.before.listed[number]["types"]
        for number in planes[0]["face_up"]
    )
    if plane and "planeswalked" in moment.by_kind and len(moment.of("planeswalked")) == 1:
        held = {item["id"] for item in moment.before.stack if item["source"] is None}
        if held:
            still = held & {item["id"] for item in moment.after.stack}
            yield not still or Broken("a planeswalking ability is on the stack still", min(still, default=None))


@invariant("absent-ones-leave-quietly", "702.26k/b", "603.6c/c", title="Nothing triggers as what is out leaves the game", on=("left_game",))
def _(moment: Moment) -> Verdicts:
    for event in moment.of("left_game"):
        gone = {n for n in moment.were_out if n not in moment.here and moment.there[n].get("owner") == event["player"]}
        if gone and "phased_in" not in moment.by_kind:
            told = [other for other in moment.events if other["kind"] in ("left_battlefield", "dies") and other.get("object") in gone]
            yield not told or Broken("it left the game phased out, and counted as leaving the battlefield", min(gone))
            triggered = [other for other in moment.of("triggered") if other["source"] in gone]
            yield not triggered or Broken("it left the game phased out, and triggered", min(gone))


@invariant("leavers-take-no-turn", "800.4k/a", "800.4k/b", title="A player who left takes no turn", on=("turn_began",))
def _(moment: Moment) -> Verdicts:
    left = set(moment.given["players"]) - set((moment.was or moment.now)["players"])
    for event in moment.events:
        if event["kind"] == "left_game":
            left.add(event["player"])
        elif event["kind"] == "turn_began":
            yield event["player"] not in left or not moment.facts.one_game or Broken("a turn of a player who left began", event["player"])


@invariant("who-left-is-gone", "800.4a/a", "800.4/a", title="Who left stays out of the game")
def _(moment: Moment) -> Verdicts:
    if moment.was is not None and moment.facts.one_game and len(moment.was["players"]) < len(moment.given["players"]):
        back = set(moment.now["players"]) - set(moment.was["players"])
        yield not back or Broken("a player who left is in the game again", min(back, default=None))


@invariant("leaver-is-no-player", "800.4/a", title="Who left is not in the game", on=("left_game",))
def _(moment: Moment) -> Verdicts:
    if moment.facts.one_game:
        for event in moment.of("left_game"):
            here = event["player"] in moment.now["players"] or moment.after.snapshot["players"][event["player"]]["in_game"]
            yield not here or Broken("a player left and is in the game", event["player"])


@invariant(
    "absent-ones-of-a-leaver-are-exiled",
    "702.26n/a",
    "800.4a/d",
    title="What is out and was put down under a player who leaves is exiled",
    on=("left_game",),
)
def _(moment: Moment) -> Verdicts:
    # Where no effect changes control, what is out under the leaver is the leaver's by default.
    if moment.facts.control_changes or moment.over or moment.past is None or not moment.facts.one_game:
        return
    left = {event["player"] for event in moment.of("left_game")}
    for number in moment.were_out:
        put = moment.facts.put_down.get(number)
        if put is not None and put["controller"] in left and put["phased"]["status"] == "in" and number not in moment.past.moved:
            now = moment.here.get(number)
            yield now is None or Broken("its controller left while it was out, and it is on the battlefield", number)
