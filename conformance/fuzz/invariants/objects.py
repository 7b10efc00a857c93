"""Objects: they are conserved, and what they are follows from the zones they were in (rules 110, 111, 400)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import SEVERAL_BECOME_ONE
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant(
    "cards-are-conserved", "400.7/a", "800.4a/a", "702.26b/a", title="No card gets lost while its owner is in the game", when="priority"
)
def _(moment: Moment) -> Verdicts:
    if moment.after.hides_piles or not moment.facts.one_game or moment.facts.uses(*SEVERAL_BECOME_ONE):
        return
    lost = set(moment.facts.cards - moment.after.listed.keys())
    if lost:
        lost = {number for number in lost if moment.after.get(number) is None}
    if lost:
        gone = set(moment.given["players"]) - set(moment.now["players"])
        lost = {number for number in lost if moment.facts.owner.get(number) not in gone}
    yield not lost or Broken("a card is in no zone", min(lost, default=None))


@invariant("zone-as-told", "110.1/b", "405.1/a", title="What changed zones is where it was told to go", on=("zone_change",))
def _(moment: Moment) -> Verdicts:
    if not moment.facts.one_game or moment.facts.uses(*SEVERAL_BECOME_ONE) or "left_game" in moment.by_kind:
        return
    last = {event["object"]: event["to"] for event in moment.of("zone_change")}
    for number, to in last.items():
        zone = moment.after.zone(number)
        token = (moment.there.get(number) or {}).get("token", number not in moment.facts.cards)
        yield zone == to or zone is None or (token and zone == "outside") or Broken("it is in another zone", number, None, to, zone)


@invariant("new-zone-new-object", "400.7/a", "122.2/a", "110.5d/a", title="What changes zones becomes a new object", on=("zone_change",))
def _(moment: Moment) -> Verdicts:
    if moment.before is None:
        return
    for number in moment.moved:
        was, now = moment.before.get(number), moment.after.get(number)
        if was and now and "incarnation" in was and "incarnation" in now:
            new = now["incarnation"] > was["incarnation"]
            yield new or Broken("it changed zones and is the same object", number, None, None, now["incarnation"])


@invariant(
    "same-zone-same-object",
    "400.7/c",
    "702.26d/a",
    title="What stays on the battlefield stays the same object",
    needs=("events",),
    where="altered",
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.one_game:
        for was, now in moment.altered:
            if now["id"] not in moment.moved:
                same = was["incarnation"] == now["incarnation"]
                yield same or Broken(
                    "it did not change zones, and is a new object", now["id"], None, was["incarnation"], now["incarnation"]
                )


@invariant(
    "comes-and-goes-as-told", "603.6a/a", "603.6c/a", "110.1/b", title="Nothing enters or leaves the battlefield unsaid", needs=("events",)
)
def _(moment: Moment) -> Verdicts:
    if moment.before is None or not moment.facts.one_game:
        return
    changed = moment.here.keys() ^ moment.there.keys()
    if changed:
        left = "left_game" in moment.by_kind
        for number in changed:
            fits = number in moment.moved or (left and number not in moment.here) or moment.facts.uses(*SEVERAL_BECOME_ONE)
            yield fits or Broken("it came to the battlefield or left it, and no event says so", number)


@invariant("owners-stay", "110.2/a", "108.3a/a", title="Who owns a permanent does not change", where="altered")
def _(moment: Moment) -> Verdicts:
    for was, now in moment.altered:
        yield was["owner"] == now["owner"] or Broken("its owner changed", now["id"], None, was["owner"], now["owner"])


@invariant("enters-phased-in", "110.5b/a", title="What enters the battlefield is phased in", on=("zone_change",))
def _(moment: Moment) -> Verdicts:
    out = moment.told_of("phased_out")
    for event in moment.of("zone_change"):
        if event["to"] == "battlefield" and event["object"] not in out:
            now = moment.here.get(event["object"])
            if now is not None:
                yield now["phased"] == "in" or Broken("it entered phased out", now["id"])


@invariant(
    "enters-untapped",
    "110.5b/a",
    "110.5d/a",
    title="What enters the battlefield is untapped, where nothing says otherwise",
    on=("zone_change",),
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("tapped", "enters") or moment.facts.copies:
        return
    turned = moment.told_of("tapped")
    # What entered may have left at once, and an effect may have returned it tapped: only the last time that it came counts.
    last = {event["object"]: event for event in moment.of("zone_change")}
    for number, event in last.items():
        now = moment.here.get(number)
        if event["from"] == "stack" and event["to"] == "battlefield" and now is not None and number not in turned:
            yield not now["tapped"] or Broken("it entered tapped", number, None, False, True)


@invariant("leaves-its-counters", "122.2/a", "400.7/a", title="What left the battlefield has no counters of it", on=("zone_change",))
def _(moment: Moment) -> Verdicts:
    added = moment.told_of("counter_added")
    if moment.facts.uses("suspend", "exile_noting_counters", "counters", "put_counters"):
        return
    for event in moment.of("zone_change"):
        now = moment.after.get(event["object"])
        if event["from"] == "battlefield" and now is not None and now["zone"] != "battlefield" and event["object"] not in added:
            yield not now.get("counters") or Broken("it left the battlefield and kept counters", event["object"])


@invariant(
    "cards-in-their-owners-piles", "400.7/a", "800.4a/a", title="A card in a hand, library or graveyard is its owner's", on=("zone_change",)
)
def _(moment: Moment) -> Verdicts:
    for event in moment.of("zone_change"):
        if event["to"] in ("hand", "library", "graveyard"):
            entry = moment.after.get(event["object"])
            if entry is not None and entry.get("zone") == event["to"] and entry.get("owner") in moment.now["players"]:
                pile = moment.after.snapshot["players"][entry["owner"]][event["to"]]
                yield event["object"] in pile or Broken("it is in another player's pile", event["object"])


@invariant("token-stays-token", "111.1/a", "702.26d/f", title="A token is a token, a card is none, as long as it is there", where="altered")
def _(moment: Moment) -> Verdicts:
    for was, now in moment.altered:
        if now["id"] not in moment.moved:
            same = was["token"] == now["token"]
            yield same or Broken("it became a token, or ceased to be one", now["id"], None, was["token"], now["token"])


@invariant("counters-are-positive", "122.2/c", "122.1d/a", title="Nothing has a negative number of counters", where="countered")
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.countered:
        counters = entry["counters"]
        yield min(counters.values()) >= 0 or Broken("it has a number of counters that there is not", entry["id"], None, None, counters)


@invariant("life-as-told", "611.2/a", title="Life totals change as events say", on=("life",))
def _(moment: Moment) -> Verdicts:
    if moment.before is None or not moment.facts.one_game or moment.facts.uses("set_life") or moment.given["teams"]:
        return
    for player in {event["player"] for event in moment.of("life")}:
        by = sum(event["by"] for event in moment.of("life") if event["player"] == player)
        was, now = (view.snapshot["players"][player]["life"] for view in (moment.before, moment.after))
        yield now == was + by or Broken("a life total", player, None, was + by, now)
