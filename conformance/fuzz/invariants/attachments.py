"""What is attached to what phases (rules 702.26g to 702.26j)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import card_of
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]

ATTACHING = frozenset({"Aura", "Equipment", "Fortification"})


def _batches(moment: Moment, kind: str) -> dict[str, Any]:
    """The batch of the last such event by object."""
    return {event["object"]: event["batch"] for event in moment.of(kind)}


def _untouched(moment: Moment) -> set[str]:
    """What was neither moved, attached nor unattached in this act, by id of those that were there before."""
    return moment.there.keys() - moment.told_of("zone_change", "attached", "unattached")


@invariant(
    "goes-out-with-its-host", "702.26g/a", "702.26g/d", "702.26g/f", title="Attachments go out with their host, at once", on=("phased_out",)
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("cant_phase_out") or len(moment.of("step_began")) > 1:
        return
    batches = _batches(moment, "phased_out")
    came = moment.told_of("phased_in")
    untouched = _untouched(moment)
    for number, was in moment.there.items():
        host = was["attached_to"]
        if (
            host in batches
            and was["phased"] == "in"
            and number in untouched
            and number not in came
            and host not in came
            and not ATTACHING.isdisjoint(was["subtypes"])
            and number in moment.here
        ):
            yield batches.get(number) == batches[host] or Broken(f"its host {host} went out, and it did not go along", number)


@invariant("chain-goes-out", "702.26g/e", title="What is attached to an attachment goes out with the host of that", on=("phased_out",))
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("cant_phase_out") or moment.told_of("phased_in", "zone_change", "attached", "unattached"):
        return
    batches = _batches(moment, "phased_out")
    for number, was in moment.there.items():
        middle = moment.there.get(was["attached_to"] or "")
        if (
            middle
            and middle["attached_to"] in batches
            and was["phased"] == "in"
            and middle["phased"] == "in"
            and not ATTACHING.isdisjoint(was["subtypes"])
            and not ATTACHING.isdisjoint(middle["subtypes"])
            and number in moment.here
        ):
            root = middle["attached_to"]
            yield batches.get(number) == batches[root] or Broken(f"{root} went out, and what hangs on its attachment did not", number)


@invariant(
    "goes-out-indirectly",
    "702.26h/a",
    "702.26h/b",
    "702.26g/a",
    title="What goes out with its host goes out indirectly",
    on=("phased_out",),
)
def _(moment: Moment) -> Verdicts:
    if moment.told_of("phased_in", "attached", "unattached", "zone_change"):
        return
    batches = _batches(moment, "phased_out")
    for number, batch in batches.items():
        was, now = moment.there.get(number), moment.here.get(number)
        if (
            was
            and now
            and batches.get(was["attached_to"]) == batch
            and batch is not None
            and now["phased"] != "out"
            and (not ATTACHING.isdisjoint(was.get("subtypes") or ()))
        ):
            status = now["phased"]
            yield status == "indirect" or Broken("it went out in one event with its host, and directly", number, None, "indirect", status)


@invariant(
    "goes-out-directly", "702.26h/d", "702.26h/c", "702.26b/a", title="What goes out without a host goes out directly", on=("phased_out",)
)
def _(moment: Moment) -> Verdicts:
    if moment.told_of("phased_in", "attached", "unattached", "zone_change"):
        return
    batches = _batches(moment, "phased_out")
    for number, batch in batches.items():
        was, now = moment.there.get(number), moment.here.get(number)
        if was and now and batch is not None and batches.get(was["attached_to"]) != batch and now["phased"] != "out":
            status = now["phased"]
            yield status == "direct" or Broken("it went out without a host, and indirectly", number, None, "direct", status)


@invariant("indirect-hangs-on-what-is-out", "702.26g/b", title="What is out indirectly is attached to what is out", where="phasing")
def _(moment: Moment) -> Verdicts:
    # Only a player's leaving takes a phased-out host away.
    if not moment.outs or len(moment.now["players"]) < len(moment.given["players"]):
        return
    for entry in moment.outs:
        if entry["phased"] == "indirect":
            host = moment.here.get(entry["attached_to"] or "")
            fits = host is not None and host["phased"] != "in"
            yield fits or Broken("it is out indirectly, and what it is attached to is not out", entry["id"])


@invariant("host-brings-it-back", "702.26g/c", "702.26g/d", title="What went out with a host comes in with it, at once", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("cant_phase_in"):
        return
    batches = _batches(moment, "phased_in")
    for number in moment.were_out:
        was = moment.there[number]
        host = was["attached_to"]
        if (
            was["phased"] == "indirect"
            and host in batches
            and number not in moment.moved
            and number in moment.here
            and number not in moment.told_of("phased_out")
            and host not in moment.told_of("phased_out")
        ):
            yield batches.get(number) == batches[host] or Broken(f"its host {host} came in, and it did not come along", number)


@invariant("indirect-needs-its-host", "702.26g/b", "702.26h/a", title="What went out with a host comes in only with it", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    batches = _batches(moment, "phased_in")
    went = moment.told_of("phased_out", "zone_change")
    for number in batches.keys() & moment.were_out:
        was = moment.there[number]
        if was["phased"] == "indirect" and number not in went and was["attached_to"] not in went:
            fits = batches.get(was["attached_to"]) == batches[number]
            yield fits or Broken("it went out with a host and came in without it", number)


@invariant("comes-in-attached", "702.26g/c", title="What comes in with its host is attached to it", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    batches = _batches(moment, "phased_in")
    untouched = _untouched(moment)
    for number in batches.keys() & moment.were_out & untouched:
        was, now = moment.there[number], moment.here.get(number)
        if was["phased"] == "indirect" and now and was["attached_to"] in batches and was["attached_to"] in untouched:
            on = now["attached_to"]
            yield on == was["attached_to"] or Broken("it came in with its host and is not on it", number, None, was["attached_to"], on)


@invariant("finds-its-host", "702.26i/a", "702.26i/e", title="What comes in by itself is on its host, if that is there", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    untouched = _untouched(moment)
    phased = moment.told_of("phased_out", "phased_in")
    for number in moment.told_of("phased_in") & moment.were_out & untouched:
        was, now = moment.there[number], moment.here.get(number)
        host = was["attached_to"]
        if (
            now
            and was["phased"] == "direct"
            and host in moment.here
            and host in untouched
            and host not in phased
            and moment.there[host]["phased"] == "in"
            and _same_object_since(moment, host)
        ):
            yield now["attached_to"] == host or Broken(
                "its host is there, and it came in unattached", number, None, host, now["attached_to"]
            )


def _same_object_since(moment: Moment, host: str) -> bool:
    """Whether the host never changed zones since the position was put down, so that it is what the attachment was on."""
    return moment.past is not None and host not in moment.past.moved


@invariant("finds-its-player", "702.26i/b", title="What comes in by itself is on its player, if that player is there", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    untouched = _untouched(moment)
    for number in moment.told_of("phased_in") & moment.were_out & untouched:
        was, now = moment.there[number], moment.here.get(number)
        if now and was["attached_to"] in moment.now["players"]:
            yield now["attached_to"] == was["attached_to"] or Broken("its player is in the game, and it came in unattached", number)


@invariant(
    "finds-no-host-that-is-gone",
    "702.26i/c",
    "702.26i/d",
    "702.26i/j",
    title="What comes in by itself is on nothing that is not there",
    on=("phased_in",),
)
def _(moment: Moment) -> Verdicts:
    attached = moment.told_of("attached")
    for number in moment.told_of("phased_in") & moment.were_out - attached - moment.moved:
        was, now = moment.there[number], moment.here.get(number)
        host = was["attached_to"]
        if now is None or host is None or now["phased"] != "in" or number in moment.told_of("phased_out"):
            continue
        if host in moment.given["players"]:
            gone = host not in moment.now["players"]
        else:
            zones = {moment.before.zone(host), moment.after.zone(host)} if moment.before is not None else {None}
            gone = zones <= {"outside", "exile", "hand", "library"} or (zones == {"graveyard"} and not _enchants_the_dead(now))
        if gone:
            yield now["attached_to"] is None or Broken(f"it is on {now['attached_to']}, and what it was on is gone", number)


def _enchants_the_dead(entry: Json) -> bool:
    card = card_of(entry["card"])
    return card is None or "graveyard" in repr(card.get("enchant"))


@invariant(
    "phasing-does-not-attach",
    "702.26j/a",
    "702.26j/b",
    "702.26j/c",
    title="Phasing attaches nothing and takes nothing off",
    on=("phased_in", "phased_out"),
)
def _(moment: Moment) -> Verdicts:
    attached = {(event["object"], event["batch"]) for kind in ("attached", "unattached") for event in moment.of(kind)}
    for event in (*moment.of("phased_in"), *moment.of("phased_out")):
        key = event["object"], event["batch"]
        yield key not in attached or Broken("it phased, and that counted as attaching or unattaching", event["object"])


@invariant(
    "nothing-in-hangs-on-what-is-out",
    "704.5m/b",
    "702.26g/a",
    "303.4c/d",
    title="Nothing that is in is attached to what is out",
    when="priority",
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    if moment.outs:
        for entry in moment.kinds.attached:
            host = moment.here.get(entry["attached_to"])
            if host is not None:
                yield host["phased"] == "in" or Broken(f"it is attached to {host['id']}, which is phased out", entry["id"])


@invariant(
    "attachments-are-told",
    "701.3b/b",
    "702.26j/c",
    title="Nothing becomes attached or unattached unsaid",
    needs=("events",),
    where="altered",
)
def _(moment: Moment) -> Verdicts:
    told = moment.told_of("attached", "unattached", "zone_change", "phased_in", "phased_out")
    for was, now in moment.altered:
        if now["id"] not in told and was["phased"] == now["phased"] == "in" and (was["attached_to"] or now["attached_to"]):
            same = was["attached_to"] == now["attached_to"]
            yield same or Broken("it changed what it is attached to unsaid", now["id"], None, was["attached_to"], now["attached_to"])


@invariant(
    "one-end-of-each-attachment", "301.5c/e", "704.5m/b", title="What something is attached to is there", when="priority", where="attached"
)
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.attached:
        host = entry["attached_to"]
        there = host in moment.now["players"] or moment.after.get(host) is not None
        yield there or Broken(f"it is attached to {host}, which is not there", entry["id"])


@invariant("nothing-hangs-on-itself", "701.3b/a", title="Nothing is attached to itself", where="attached")
def _(moment: Moment) -> Verdicts:
    for entry in moment.kinds.attached:
        yield entry["attached_to"] != entry["id"] or Broken("it is attached to itself", entry["id"])
