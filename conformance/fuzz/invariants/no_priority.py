"""Nobody can act in an untap step, and nothing else happens in it (rules 502.3, 502.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]

ASKED_IN_THE_STEP = frozenset({"choose_untap", "choose", "replacement"})


@invariant("no-priority-in-the-step", "502.4/a", "502.4/b", "117.3a/d", title="Nobody has priority in an untap step")
def _(moment: Moment) -> Verdicts:
    if moment.now["step"] == "untap":
        decision = moment.now["decision"]
        holder = moment.after.snapshot["priority"]
        yield holder is None or Broken("somebody has priority in an untap step", holder)
        if decision is not None:
            yield decision["kind"] != "priority" or Broken("somebody is to act in an untap step", decision["player"])


@invariant(
    "no-priority-came",
    "502.4/a",
    "502.4/b",
    "117.3a/d",
    title="Nobody received priority in an untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        had = step.of("priority")
        yield not had or Broken("somebody received priority in an untap step", had[0]["player"])


@invariant(
    "nothing-put-on-the-stack",
    "502.1/h",
    "502.3/n",
    "502.4/e",
    "502.2/i",
    title="Nothing is put on the stack in an untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        put = step.of("put_on_stack", "cast")
        yield not put or Broken(f"{put[0]['kind']} in an untap step", put[0].get("source") or put[0].get("object"))


@invariant("stack-is-empty", "502.4/c", "500.2/b", title="The stack is empty in an untap step")
def _(moment: Moment) -> Verdicts:
    if moment.now["step"] == "untap":
        yield not moment.after.stack or Broken("something is on the stack in an untap step", moment.after.stack[0]["id"])


RESOLVES = ("damage", "life", "attached", "chaos", "planar_die", "encountered", "planeswalked")


@invariant("nothing-resolves", "502.4/c", "704.6f/d", title="Nothing resolves in an untap step", where="untapping", needs=("events",))
def _(moment: Moment) -> Verdicts:
    # A player may give up in it, which can bring about a planeswalk (901.10), but nothing else happens there.
    for step in moment.untap_steps:
        if step.quiet:
            done = step.of(*RESOLVES)
            yield not done or Broken(f"{done[0]['kind']} in an untap step", step.player)


@invariant(
    "no-state-based-actions",
    "502.4/h",
    "704.3/a",
    title="State-based actions are not performed in an untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("return_as_you_untap", "until"):
        return
    for step in moment.untap_steps:
        if not step.of("left_game"):
            moved = step.of("zone_change")
            yield not moved or Broken("it changed zones in an untap step", moved[0]["object"])


@invariant("asked-only-what-untaps", "502.1/h", "702.26a/k", "502.3/n", title="In an untap step only what untaps is asked")
def _(moment: Moment) -> Verdicts:
    decision = moment.now["decision"]
    if moment.now["step"] == "untap" and decision is not None:
        kind = decision["kind"]
        yield kind in ASKED_IN_THE_STEP or Broken(f"{kind} is asked in an untap step", decision["player"], None, "choose_untap", kind)


@invariant(
    "upkeep-follows", "500.3/a", "500.1/a", "502.4/b", title="After an untap step the upkeep follows, or is skipped", on=("step_began",)
)
def _(moment: Moment) -> Verdicts:
    # An effect may add an untap step alone; the steps around it are left out then (500.10).
    if moment.facts.uses("add_phases", "add_step"):
        return
    steps = [event for event in moment.events if event["kind"] in ("step_began", "step_skipped")]
    for this, following in pairwise(steps):
        if this["kind"] == "step_began" and this["step"] == "untap":
            yield following["step"] == "upkeep" or Broken(f"{following['step']} follows an untap step", following["player"])


@invariant(
    "turn-begins-with-untap",
    "500.1/a",
    "103.8/a",
    "500.8/a",
    title="A turn begins with its untap step, or with skipping it",
    on=("turn_began",),
)
def _(moment: Moment) -> Verdicts:
    turn = None
    for event in moment.events:
        if event["kind"] == "turn_began":
            turn = event["player"]
        elif turn is not None and event["kind"] in ("step_began", "step_skipped"):
            fits = event["step"] == "untap" and event["player"] == turn
            yield fits or Broken(f"{turn}'s turn begins with {event['step']} of {event['player']}", turn)
            turn = None


@invariant(
    "upkeep-brings-nothing",
    "503.1/a",
    "502.1/j",
    "702.26m/f",
    "500.9/a",
    title="As an upkeep begins nothing phases or untaps by itself",
    on=("step_began",),
)
def _(moment: Moment) -> Verdicts:
    begun = False
    for event in moment.events:
        kind = event["kind"]
        if kind == "step_began":
            begun = event["step"] == "upkeep"
            if begun:
                yield True
        elif kind in ("priority", "left_game", "zone_change", "put_on_stack", "day_night"):
            begun = False
        elif begun and kind in ("untapped", "phased_out", "phased_in"):
            yield Broken(f"{kind} as an upkeep begins", event["object"])
            begun = False
