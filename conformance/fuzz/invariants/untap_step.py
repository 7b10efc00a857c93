"""The untap step: what untaps in it, when, and what may not happen (rules 502.3, 502.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import UNTAPS_OTHERS, pool
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment, UntapStep

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


def _events_after(moment: Moment, step: UntapStep) -> Iterator[Json]:
    """What happened in this act after an untap step."""
    return iter(moment.events[step.first + len(step.events) :])


def _calm_since(moment: Moment, step: UntapStep) -> bool:
    """Whether nothing resolved between an untap step and the end of the act, so that who controls what is as it was."""
    return not moment.facts.control_changes or sum(1 for event in _events_after(moment, step) if event["kind"] == "priority") <= 1


@invariant(
    "untaps-the-own",
    "502.3/j",
    "502.3/b",
    title="In an untap step only the active player's permanents untap by themselves",
    on=("untapped",),
    where="untapping",
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses(*UNTAPS_OTHERS):
        return
    # Control may end as the upkeep begins, so where it changes at all its controller before counts as well.
    for step in moment.untap_steps:
        if _calm_since(moment, step):
            for event in step.of("untapped"):
                now = moment.here.get(event["object"])
                if now and now["phased"] == "in" and event["object"] not in moment.moved:
                    before = moment.there.get(event["object"], now).get("controller")
                    fits = now["controller"] in step.team or (moment.facts.control_changes and (before is None or before in step.team))
                    yield fits or Broken(f"it untapped in {step.player}'s untap step", now["id"], None, step.player, now["controller"])


@invariant(
    "untaps-all",
    "502.3/a",
    "502.3/g",
    "502.1/g",
    title="After an untap step nothing of the active player is tapped, where no effect holds it",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    # No card on the board has a word by which a permanent could stay tapped, so all untap, what has just come in too.
    if moment.facts.holds_tapped:
        return
    later: set[str] = set()
    steps = moment.untap_steps
    if not steps or not steps[-1].over:
        return
    step = steps[-1]
    for event in _events_after(moment, step):
        if event["kind"] in ("tapped", "zone_change", "phased_in", "phased_out"):
            later.add(event["object"])
    if not _calm_since(moment, step) or any(event["kind"] in ("turn_began", "left_game") for event in _events_after(moment, step)):
        return
    for entry in moment.ins:
        if (
            entry["controller"] in step.team
            and entry["id"] not in later
            and not entry["counters"].get("stun")
            and (moment.there.get(entry["id"], entry)["tapped"] or entry["tapped"])
        ):
            yield not entry["tapped"] or Broken(f"it stayed tapped through {step.player}'s untap step", entry["id"], None, False, True)


@invariant("untaps-at-once", "502.3/c", title="All that untaps in an untap step does so in one event", on=("untapped",), where="untapping")
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        batches = {event["batch"] for event in step.of("untapped")}
        if batches:
            yield len(batches) == 1 or Broken(f"what untapped did so in {len(batches)} events", step.player)


@invariant("untapped-was-tapped", "701.26b/a", "603.2e/a", title="Only what is tapped becomes untapped", on=("untapped",))
def _(moment: Moment) -> Verdicts:
    return _turned(moment, "untapped", False)


@invariant("tapped-was-untapped", "701.26a/a", "603.2e/a", title="Only what is untapped becomes tapped", on=("tapped",))
def _(moment: Moment) -> Verdicts:
    return _turned(moment, "tapped", True)


def _turned(moment: Moment, kind: str, to: bool) -> Verdicts:
    """The first event about each permanent that was there, and each after an opposite one, finds it the other way round."""
    state = {number: entry["tapped"] for number, entry in moment.there.items()}
    for event in moment.events:
        if event["kind"] in ("tapped", "untapped"):
            number = event["object"]
            if event["kind"] == kind and number in state:
                yield state[number] is not to or Broken(f"it was {kind} already", number)
            state[number] = event["kind"] == "tapped"
        elif event["kind"] in ("zone_change", "phased_in"):
            state.pop(event["object"], None)


@invariant("tapped-as-told", "701.26a/a", "701.26b/a", title="Nothing taps or untaps unsaid", needs=("events",))
def _(moment: Moment) -> Verdicts:
    told = moment.told_of("tapped", "untapped")
    other = moment.told_of("zone_change", "phased_in", "phased_out")
    last = {event["object"]: event["kind"] for event in moment.events if event["kind"] in ("tapped", "untapped")} if told else {}
    for number in told - other:
        now = moment.here.get(number)
        if now is not None and number in moment.there:
            expected = last[number] == "tapped"
            yield now["tapped"] == expected or Broken("its tapped status is not as told", number, None, expected, now["tapped"])
    for was, now in moment.altered:
        if now["id"] not in told and now["id"] not in other and was["tapped"] != now["tapped"]:
            yield Broken("its tapped status changed unsaid", now["id"], None, was["tapped"], now["tapped"])


@invariant("taps-nothing", "502.4/c", "503.1/a", title="Nothing becomes tapped in an untap step", where="untapping", needs=("events",))
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        tapped = step.of("tapped")
        yield not tapped or Broken("it became tapped in an untap step", tapped[0]["object"])


@invariant("stun-counter-instead", "122.1d/a", "122.1d/f", "614.6/a", title="What has a stun counter does not untap", on=("untapped",))
def _(moment: Moment) -> Verdicts:
    stunned = {number for number, entry in moment.there.items() if entry["counters"].get("stun")}
    if not stunned:
        return
    for event in moment.events:
        kind = event["kind"]
        if kind == "zone_change" or (kind == "counter_removed" and event["counter"] == "stun"):
            stunned.discard(event["object"])
        elif kind == "untapped" and event["object"] in stunned:
            yield Broken("it untapped with a stun counter on it", event["object"])
    yield True


@invariant(
    "stun-counter-or-untap",
    "122.1d/a",
    "122.1d/h",
    title="What loses a stun counter in an untap step does not untap in it",
    on=("counter_removed",),
    where="untapping",
)
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        untapped = {event["object"] for event in step.of("untapped")}
        for event in step.of("counter_removed"):
            if event["counter"] == "stun":
                yield event["object"] not in untapped or Broken("it lost a stun counter and untapped", event["object"])


@invariant(
    "one-stun-counter-each", "122.1d/g", title="One untap step takes one stun counter off", on=("counter_removed",), where="untapping"
)
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        lost = [event["object"] for event in step.of("counter_removed") if event["counter"] == "stun"]
        for number in set(lost):
            if not moment.facts.uses("remove_counters_instead_of_untapping"):
                yield lost.count(number) == 1 or Broken("it lost more than one stun counter in the step", number)


@invariant(
    "stunned-in-anothers-step",
    "122.1d/b",
    title="In another player's untap step no stun counter goes",
    on=("counter_removed",),
    where="untapping",
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses(*UNTAPS_OTHERS):
        return
    for step in moment.untap_steps:
        if not _calm_since(moment, step):
            continue
        for event in step.of("counter_removed"):
            now = moment.here.get(event["object"])
            if event["counter"] == "stun" and now and now["phased"] == "in" and event["object"] not in moment.moved:
                before = moment.there.get(event["object"], now).get("controller")
                fits = now["controller"] in step.team or (moment.facts.control_changes and (before is None or before in step.team))
                yield fits or Broken(f"it lost a stun counter in {step.player}'s untap step", now["id"])


# --- what is chosen --------------------------------------------------------------------------------------------------------------


@invariant(
    "choice-is-among-the-own", "502.3/e", "502.3/f", "502.3/b", title="Who chooses what untaps chooses among tapped permanents of their own"
)
def _(moment: Moment) -> Verdicts:
    decision = moment.now["decision"]
    if decision is None or decision["kind"] != "choose_untap":
        return
    yield moment.now["step"] == "untap" or Broken("choose_untap outside of an untap step", decision["player"])
    for number in decision["options"]:
        entry = moment.here.get(number)
        if entry is None or entry["phased"] != "in" or not entry["tapped"] or entry["controller"] != decision["player"]:
            yield Broken("it is offered to be untapped and is no tapped permanent of that player", number)


@invariant(
    "what-was-left-stays-tapped", "502.3/e", "502.3/f", "502.3/c", title="What was not chosen to untap stays tapped", where="untapping"
)
def _(moment: Moment) -> Verdicts:
    offered, chosen = _choice(moment)
    steps = moment.untap_steps
    for number in offered - chosen:
        untapped = steps and any(event["object"] == number for event in steps[0].of("untapped"))
        yield not untapped or Broken("it was not chosen to untap, and untapped", number)


@invariant(
    "what-was-chosen-untaps",
    "502.3/e",
    "502.3/c",
    title="What was chosen to untap does, unless something else happens instead",
    needs=("events",),
    where="untapping",
)
def _(moment: Moment) -> Verdicts:
    _, chosen = _choice(moment)
    steps = moment.untap_steps
    if not chosen or not steps or not steps[0].over:
        return
    done = {event["object"] for event in steps[0].of("untapped", "counter_removed", "counter_added", "zone_change")}
    instead = moment.facts.uses("instead_of_untapping", "untap_for_counter")
    for number in chosen:
        yield number in done or instead or Broken("it was chosen to untap and did not", number)


def _choice(moment: Moment) -> tuple[set[str], set[str]]:
    """(what could be chosen, what was) if this act answered what untaps."""
    before = moment.was["decision"] if moment.was is not None else None
    answer = moment.move.answer if moment.move is not None else None
    if before is None or before["kind"] != "choose_untap" or not isinstance(answer, dict) or "choose_untap" not in answer:
        return set(), set()
    return set(before["options"]), set(answer["choose_untap"] or ())


# --- what effects hold -----------------------------------------------------------------------------------------------------------


def _holder(name: str, whom: str) -> bool:
    """Whether a card does nothing but say that `whom` ("host", "this") doesn't untap in its controller's untap step, without conditions."""
    entry = pool().get(name)
    abilities = (entry or {}).get("abilities") or []
    return any(ability == {"static": {"doesnt_untap": whom}} for ability in abilities)


def _not_touched(moment: Moment, number: str) -> bool:
    """Whether it was there, phased in, all the time."""
    entry, now = moment.there.get(number), moment.here.get(number)
    if entry is None or now is None or entry["phased"] != "in" or now["phased"] != "in":
        return False
    return number not in moment.told_of("phased_in", "phased_out", "zone_change", "attached", "unattached")


@invariant("held-by-an-aura", "502.3/d", title="What an Aura keeps from untapping stays tapped", on=("untapped",), where="untapping")
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("lose_abilities") or moment.facts.control_changes:
        return
    for step in moment.untap_steps:
        untapped = {event["object"] for event in step.of("untapped")}
        for number, entry in moment.here.items():
            host = moment.here.get(entry["attached_to"] or "")
            if (
                host
                and _holder(entry["card"], "host")
                and _not_touched(moment, number)
                and _not_touched(moment, host["id"])
                and host["controller"] in step.team
                and not entry["face_down"]
            ):
                yield host["id"] not in untapped or Broken(f"{entry['card']} is on it, and it untapped", host["id"])


@invariant("holds-itself", "502.3/d", "502.3/h", title="What says that it doesn't untap stays tapped", on=("untapped",), where="untapping")
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("lose_abilities") or moment.facts.control_changes:
        return
    for step in moment.untap_steps:
        for event in step.of("untapped"):
            now = moment.here.get(event["object"])
            if now and _not_touched(moment, event["object"]) and now["controller"] in step.team and not now["face_down"]:
                yield not _holder(now["card"], "this") or Broken("it untapped in its controller's untap step", now["id"])
