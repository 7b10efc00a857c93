"""Phasing: the status, and what being phased out means (rules 702.26b to 702.26f)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import NAMES_THE_ABSENT, words_of
from conformance.fuzz.invariants.invariant import Broken, invariant, landmark
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant("out-is-on-the-battlefield", "702.26b/a", "110.1/a", title="What phased out is still on the battlefield", on=("phased_out",))
def _(moment: Moment) -> Verdicts:
    # A permanent that phases out only changes its status; the zone is the same, unless something moved it afterwards.
    if not moment.facts.one_game or "left_game" in moment.by_kind:
        return
    for number in moment.told_of("phased_out") - moment.moved:
        yield number in moment.here or Broken("it phased out and is not on the battlefield any more", number)


@invariant("out-as-told", "702.26b/a", title="What phased out, and not in again, is phased out", on=("phased_out",))
def _(moment: Moment) -> Verdicts:
    last = {event["object"]: event["kind"] for event in moment.events if event["kind"] in ("phased_out", "phased_in")}
    for number in moment.told_of("phased_out") - moment.moved:
        if last[number] == "phased_out" and number in moment.here:
            yield moment.here[number]["phased"] != "in" or Broken("it phased out and is in", number, None, "out", "in")


@invariant("in-as-told", "702.26c/a", title="What phased in, and not out again, is phased in", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    last = {event["object"]: event["kind"] for event in moment.events if event["kind"] in ("phased_out", "phased_in")}
    for number in moment.told_of("phased_in"):
        if last[number] == "phased_in" and number in moment.here:
            status = moment.here[number]["phased"]
            yield status == "in" or Broken("it phased in and is out", number, None, "in", status)


@invariant(
    "status-changes-are-told", "702.26b/a", "702.26c/a", title="Nothing goes out or comes in unsaid", needs=("events",), where="phasing"
)
def _(moment: Moment) -> Verdicts:
    if not (moment.outs or moment.were_out):
        return
    told = moment.told_of("phased_out", "phased_in", "zone_change")
    for number in {entry["id"] for entry in moment.outs} ^ moment.were_out:
        if number in moment.here and number in moment.there and number not in told:
            yield Broken("its phase status changed, and no event says so", number)
    yield True


@invariant("only-in-goes-out", "702.26b/s", title="Only what is in can go out", on=("phased_out",))
def _(moment: Moment) -> Verdicts:
    for event, out in zip(moment.events, moment.out_during, strict=True):
        if event["kind"] == "phased_out":
            yield event["object"] not in out or Broken("it phased out though it was out already", event["object"])


@invariant("only-out-comes-in", "702.26c/a", title="Only what is out can come in", on=("phased_in",))
def _(moment: Moment) -> Verdicts:
    for event, out in zip(moment.events, moment.out_during, strict=True):
        if event["kind"] == "phased_in":
            yield event["object"] in out or Broken("it phased in though it was not out", event["object"])


# --- nothing happens to it -------------------------------------------------------------------------------------------------------


def _none_about_what_is_out(moment: Moment, kinds: tuple[str, ...], what: str, key: str = "object") -> Verdicts:
    """No event of these kinds is about something that is phased out at that time."""
    if not moment.phasing:
        return
    for event, out in zip(moment.events, moment.out_during, strict=True):
        if out and event["kind"] in kinds:
            yield event.get(key) not in out or Broken(f"{what} while it was phased out", event[key])


@invariant("out-does-not-tap", "702.26b/n", "502.3/i", title="What is out neither taps nor untaps", on=("tapped",), where="phasing")
def _(moment: Moment) -> Verdicts:
    return _none_about_what_is_out(moment, ("tapped",), "it became tapped")


@invariant("out-does-not-untap", "702.26b/n", "502.1/g", title="What is out does not untap", on=("untapped",), where="phasing")
def _(moment: Moment) -> Verdicts:
    return _none_about_what_is_out(moment, ("untapped",), "it became untapped")


@invariant("out-stays-tapped-or-not", "702.26b/n", "702.26c/c", title="What stays out stays tapped or untapped", where="phasing")
def _(moment: Moment) -> Verdicts:
    for was, now in moment.stayed_out:
        same = was["tapped"] == now["tapped"]
        yield same or Broken("its tapped status changed while it was out", now["id"], None, was["tapped"], now["tapped"])


@invariant(
    "out-gets-no-counters",
    "702.26b/i",
    title="Nothing puts counters on what is out or takes them off",
    on=("counter_added", "counter_removed"),
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    return _none_about_what_is_out(moment, ("counter_added", "counter_removed"), "its counters changed")


@invariant("out-keeps-its-counters", "702.26d/g", "122.2/c", "704.5q/b", title="What stays out keeps its counters", where="phasing")
def _(moment: Moment) -> Verdicts:
    for was, now in moment.stayed_out:
        same = was["counters"] == now["counters"]
        yield same or Broken("its counters changed while it was out", now["id"], None, was["counters"], now["counters"])


@invariant("out-is-dealt-no-damage", "702.26b/i", title="What is out is dealt no damage", on=("damage",), where="phasing")
def _(moment: Moment) -> Verdicts:
    return _none_about_what_is_out(moment, ("damage",), "it was dealt damage", "to")


@invariant(
    "out-keeps-its-damage", "702.26d/m", "514.2/a", title="Damage on what is out goes away in cleanup and not otherwise", where="phasing"
)
def _(moment: Moment) -> Verdicts:
    # 514.2 names phased-out permanents: their damage is removed in a cleanup step like that of all others.
    for was, now in moment.stayed_out:
        cleanup = any(step == "cleanup" for _, step, _ in moment.steps)
        allowed = (was["damage"], 0) if cleanup else (was["damage"],)
        yield now["damage"] in allowed or Broken("its damage changed", now["id"], None, was["damage"], now["damage"])


@invariant(
    "cleanup-heals-what-is-out", "514.2/a", title="Damage goes off what is out in a cleanup step", on=("step_began",), where="phasing"
)
def _(moment: Moment) -> Verdicts:
    if moment.stayed_out and moment.now["step"] != "cleanup" and any(step == "cleanup" for _, step, _ in moment.steps[1:]):
        for _, now in moment.stayed_out:
            yield not now["damage"] or Broken("there was a cleanup step, and it is damaged still", now["id"], None, 0, now["damage"])


@invariant(
    "out-keeps-its-kind",
    "702.26h/c",
    "702.26b/s",
    title="What is out directly or indirectly stays so, under the same player",
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    for was, now in moment.stayed_out:
        before, after = (was["phased"], was["phased_under"]), (now["phased"], now["phased_under"])
        yield before == after or Broken("the way in which it is out changed", now["id"], None, before, after)


@invariant(
    "out-is-not-in-combat",
    "702.26b/k",
    "506.4/a",
    title="What is out neither attacks nor blocks, and is not blocked by anything",
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    if not moment.outs:
        return
    out = {entry["id"] for entry in moment.outs}
    for entry in moment.outs:
        fighting = entry.get("attacking") or entry.get("blocking")
        yield not fighting or Broken("it is in combat and phased out", entry["id"])
    for entry in moment.ins:
        if entry["blocking"] and not out.isdisjoint(entry["blocking"]):
            yield Broken("it blocks what is phased out", entry["id"])


@invariant(
    "out-of-combat-for-good", "702.26b/k", "506.4/e", title="What went out of combat with phasing is not back in it", on=("phased_in",)
)
def _(moment: Moment) -> Verdicts:
    if any(event["step"] in ("declare_attackers", "declare_blockers") for event in moment.of("step_began")):
        return
    out = moment.were_out | moment.told_of("phased_out")
    for number in (moment.told_of("phased_in") & out) - moment.moved:
        was, now = moment.there.get(number, {}), moment.here.get(number)
        if now is not None and now["phased"] == "in" and (moment.fighting or was.get("attacking") or was.get("blocking")):
            back = now["attacking"] or now["blocking"]
            yield not back or Broken("it phased out and in, and is in combat", number)


# --- nothing sees it -------------------------------------------------------------------------------------------------------------


@invariant("out-is-not-targeted", "702.26b/c", title="What is out cannot become a target", where="phasing")
def _(moment: Moment) -> Verdicts:
    if not moment.outs or not moment.after.stack or moment.facts.uses(*NAMES_THE_ABSENT) or moment.before is None:
        return
    gone = {entry["id"] for entry in moment.outs} - moment.told_of("phased_out")
    known = {item["id"] for item in moment.before.stack}
    for item in moment.after.stack:
        if item["id"] not in known and item["targets"]:
            absent = gone.intersection(target for target in item["targets"] if isinstance(target, str))
            yield not absent or Broken(f"{item['id']} targets what is phased out", min(absent))


ASKS_ABOUT_OBJECTS = frozenset({"attack", "block", "targets", "choose", "choose_untap", "legend", "assign"})


def strings(value: Any) -> Iterator[str]:
    """Every string within a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


@invariant("out-is-no-option", "702.26b/c", "702.26b/m", "608.2d/a", title="What is out is among no options", where="phasing")
def _(moment: Moment) -> Verdicts:
    decision = moment.now["decision"]
    if not moment.outs or decision is None or decision["kind"] not in ASKS_ABOUT_OBJECTS or moment.facts.uses(*NAMES_THE_ABSENT):
        return
    if moment.facts.uses("choose_new_targets", "change_target", "copy_ability"):
        return  # a target that is out may be left as it is (115.7)
    out = {entry["id"] for entry in moment.outs}
    offered = out.intersection(strings(decision["options"]))
    yield not offered or Broken(f"it is phased out and an option of {decision['kind']}", min(offered))


@invariant("out-is-not-activated", "702.26b/g", title="Abilities of what is out cannot be activated", where="phasing")
def _(moment: Moment) -> Verdicts:
    action = moment.move.action if moment.move is not None else None
    if moment.were_out and action is not None and action.get("type") in ("activate", "special"):
        source = action.get("object")
        yield source not in moment.were_out or Broken("something of it was activated while it was out", source)


@invariant("out-pays-no-cost", "702.26b/h", title="What is out pays no cost", where="phasing")
def _(moment: Moment) -> Verdicts:
    action = moment.move.action if moment.move is not None else None
    if moment.were_out and action is not None and action.get("pay"):
        named = moment.were_out.intersection(strings(action["pay"]))
        paid = named & (moment.moved | moment.told_of("tapped"))  # what a message names beyond the costs there are pays nothing
        yield not paid or Broken("it paid a cost while it was out", min(paid, default=None))


@landmark("702.26b/h", title="What is out is named to pay a cost, and refused", refused=True)
def _(moment: Moment) -> int:
    action = moment.move.action if moment.move is not None else None
    if action is None or not action.get("pay") or not moment.were_out:
        return 0
    return len(moment.were_out.intersection(strings(action["pay"])))


@invariant(
    "out-does-not-trigger",
    "702.26b/f",
    "603.2/b",
    title="What is out triggers by nothing but its own going out",
    on=("triggered",),
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    # What it made earlier goes on without it (702.26b/p): cards with delayed abilities of their own are left out.
    if not moment.phasing:
        return
    with_it = {(event["object"], event["batch"]) for event in moment.of("phased_out")}
    for event, out in zip(moment.events, moment.out_during, strict=True):
        if event["kind"] == "triggered" and event["source"] in out and (event["source"], event["batch"]) not in with_it:
            card = moment.after.card(event["source"]) or moment.there.get(event["source"], {}).get("card")
            if not makes_delayed(card):
                yield Broken(f"its ability {event['ability']} triggered while it was out", event["source"])
    yield True


def makes_delayed(card: str | None) -> bool:
    """Whether a card has abilities that trigger later without it, or is not known."""
    words = words_of(card) if card is not None else None
    return words is None or not words.isdisjoint(("later", "emblem", "suspend", "may_exert", "exert", "warp", "unearth", "evoke"))


@invariant(
    "out-moves-only-with-a-leaver",
    "702.26b/i",
    "702.26k/a",
    "702.26n/a",
    title="What is out goes nowhere while all players are in the game",
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    if not moment.were_out or len(moment.now["players"]) < len(moment.given["players"]):
        return
    if moment.facts.uses(*NAMES_THE_ABSENT) or not moment.facts.one_game:
        return
    came_in = moment.told_of("phased_in")
    for number in moment.were_out - came_in:
        yield number in moment.here or Broken("it was phased out and is not on the battlefield any more", number)


# --- the same object -------------------------------------------------------------------------------------------------------------


def _phased(moment: Moment) -> Iterator[tuple[Json, Json]]:
    """(before, now) of what went out or came in, was there before and is there now, and did not change zones."""
    for number in moment.told_of("phased_out", "phased_in") - moment.moved:
        if number in moment.there and number in moment.here:
            yield moment.there[number], moment.here[number]


@invariant("same-object-after-phasing", "702.26d/a", "400.7/c", title="Phasing makes no new object", on=("phased_out", "phased_in"))
def _(moment: Moment) -> Verdicts:
    for was, now in _phased(moment):
        same = was["incarnation"] == now["incarnation"]
        yield same or Broken("it phased and is a new object", now["id"], None, was["incarnation"], now["incarnation"])


@invariant(
    "phasing-is-no-zone-change", "702.26d/c", "702.26d/d", "603.6a/c", title="Phasing is no change of zones", on=("phased_out", "phased_in")
)
def _(moment: Moment) -> Verdicts:
    moves = {(event["object"], event["batch"]) for event in moment.of("zone_change")}
    for event in (*moment.of("phased_out"), *moment.of("phased_in")):
        key = event["object"], event["batch"]
        yield key not in moves or Broken("it phased and changed zones in one event", event["object"])


@invariant(
    "counters-survive-phasing", "702.26d/g", "122.2/c", title="Counters are as they were before phasing", on=("phased_out", "phased_in")
)
def _(moment: Moment) -> Verdicts:
    changed = moment.told_of("counter_added", "counter_removed") | {event["to"] for event in moment.of("damage")}
    for was, now in _phased(moment):
        counters = was["counters"]
        if now["id"] not in changed and not ("+1/+1" in counters and "-1/-1" in counters):
            same = counters == now["counters"]
            yield same or Broken("phasing changed its counters", now["id"], None, counters, now["counters"])


@invariant(
    "tokens-survive-phasing",
    "702.26d/f",
    "111.7/c",
    "704.5d/b",
    title="A token goes on existing as it phases",
    on=("phased_out", "phased_in"),
)
def _(moment: Moment) -> Verdicts:
    if "left_game" in moment.by_kind or not moment.facts.one_game:
        return
    for number in moment.told_of("phased_out", "phased_in") - moment.moved:
        if moment.there.get(number, {}).get("token"):
            yield number in moment.here or Broken("the token phased and is gone", number)


@invariant(
    "tapped-survives-phasing", "702.26c/c", "110.5/a", "702.26d/e", title="What phases is tapped as it was", on=("phased_out", "phased_in")
)
def _(moment: Moment) -> Verdicts:
    # Effects that bring a permanent back tapped are those that hold it out until something (610.4).
    changed = moment.told_of("tapped", "untapped")
    untold = moment.facts.uses("until") and moment.facts.uses("tapped")
    for was, now in _phased(moment):
        if now["id"] not in changed and not untold:
            same = was["tapped"] == now["tapped"]
            yield same or Broken("phasing changed whether it is tapped", now["id"], None, was["tapped"], now["tapped"])


@invariant("damage-survives-phasing", "702.26d/m", title="Phasing takes no damage off", on=("phased_out", "phased_in"))
def _(moment: Moment) -> Verdicts:
    if any(step == "cleanup" for _, step, _ in moment.steps) or moment.facts.uses("regenerate", "regeneration", "umbra armor", "shield"):
        return
    hurt = {event["to"] for event in moment.of("damage")}
    for was, now in _phased(moment):
        if now["id"] not in hurt:
            same = was["damage"] == now["damage"]
            yield same or Broken("phasing changed its damage", now["id"], None, was["damage"], now["damage"])


@invariant(
    "ready-after-phasing", "702.26d/i", title="What was under a player's control before the turn is ready as it returns", on=("phased_in",)
)
def _(moment: Moment) -> Verdicts:
    # It was out under this player before the turn began, and control counts as continuous, so it is not sick in that player's turn.
    turns = moment.of("turn_began")
    if not turns or moment.facts.control_changes:
        return
    mine = moment.facts.team[turns[-1]["player"]]
    for number in (moment.told_of("phased_in") & moment.were_out) - moment.moved - moment.told_of("phased_out"):
        now = moment.here.get(number)
        if now and moment.there[number]["phased_under"] == now["controller"] and now["controller"] in mine:
            yield not now["sick"] or Broken("it came back under the same player and is sick", number, None, False, True)
