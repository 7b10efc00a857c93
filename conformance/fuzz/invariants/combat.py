"""Combat: who is in it (rules 506, 508, 509)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


def fighters(moment: Moment) -> list[Json]:
    """What attacks or blocks now."""
    return [entry for entry in moment.ins if entry["attacking"] is not None or entry["blocking"]]


@invariant("combat-ends", "508.1k/a", "509.1g/a", title="Nothing attacks or blocks outside of combat")
def _(moment: Moment) -> Verdicts:
    if not moment.fighting and not moment.over:
        for entry in moment.ins:
            if entry["attacking"] is not None or entry["blocking"]:
                yield Broken(f"it is in combat in step {moment.now['step']}", entry["id"])
        yield True


@invariant("only-creatures-fight", "506.4/d", title="Only creatures attack and block", where="fighting")
def _(moment: Moment) -> Verdicts:
    for entry in fighters(moment):
        yield "Creature" in entry["types"] or Broken("it is in combat and no creature", entry["id"])


@invariant(
    "attackers-are-the-active-players", "506.4/c", "508.1b/a", title="Attackers are the active player's, blockers are not", where="fighting"
)
def _(moment: Moment) -> Verdicts:
    team = moment.facts.team[moment.now["active"]]
    for entry in fighters(moment):
        fits = (entry["controller"] in team) is (entry["attacking"] is not None)
        yield fits or Broken("it fights for the wrong player", entry["id"])


@invariant("blocks-an-attacker", "506.4/e", "509.1a/d", title="What is blocked attacks", where="fighting")
def _(moment: Moment) -> Verdicts:
    for entry in fighters(moment):
        for number in entry["blocking"]:
            attacker = moment.here.get(number)
            # An attacker whose planeswalker is gone attacks nothing, and is an attacker still (506.4c).
            fits = attacker is not None and attacker["phased"] == "in" and (attacker["attacking"] is not None or attacker["blocked"])
            yield fits or Broken(f"it blocks {number}, which does not attack", entry["id"])


@invariant("does-not-do-both", "508.1a/a", "509.1a/b", title="Nothing attacks and blocks at once", where="fighting")
def _(moment: Moment) -> Verdicts:
    for entry in fighters(moment):
        yield not (entry["attacking"] is not None and entry["blocking"]) or Broken("it attacks and blocks", entry["id"])


@invariant("attackers-become-tapped", "508.1f/a", title="Declared attackers are tapped, unless they have vigilance", where="answered")
def _(moment: Moment) -> Verdicts:
    for number in _declared(moment, "attack"):
        entry = moment.here.get(number)
        if (
            entry
            and entry["phased"] == "in"
            and entry["attacking"] is not None
            and "vigilance" not in entry["keywords"]
            and number not in moment.told_of("untapped")
            and "vigilance" not in moment.there.get(number, {}).get("keywords", ())
        ):
            yield entry["tapped"] or Broken("it was declared as an attacker and is untapped", number)


@invariant(
    "attackers-could-attack",
    "508.1a/a",
    "508.1a/b",
    "508.1a/c",
    "702.26b/m",
    title="Declared attackers were there, untapped and ready",
    where="answered",
)
def _(moment: Moment) -> Verdicts:
    for number in _declared(moment, "attack"):
        was = moment.there.get(number)
        if was is None or was["phased"] != "in":
            yield Broken("it attacks and was not there", number)
            continue
        yield not was["tapped"] or Broken("it was declared as an attacker while it was tapped", number, "508.1a/a")
        yield (
            not was["sick"] or "haste" in was["keywords"] or Broken("it was declared as an attacker while it was sick", number, "508.1a/c")
        )


@invariant("blockers-could-block", "509.1a/b", "509.1a/c", "702.26b/m", title="Declared blockers were there and untapped", where="answered")
def _(moment: Moment) -> Verdicts:
    for number in _declared(moment, "block"):
        was = moment.there.get(number)
        fits = was is not None and was["phased"] == "in" and not was["tapped"]
        yield fits or Broken("it was declared as a blocker and could not block", number)


def _declared(moment: Moment, kind: str) -> list[str]:
    """What was declared in this act."""
    answer = moment.move.answer if moment.move is not None else None
    if not isinstance(answer, dict) or not isinstance(answer.get(kind), dict):
        return []
    if moment.was is None or moment.was["decision"] is None or moment.was["decision"]["kind"] != kind:
        return []
    return list(answer[kind])


@invariant(
    "attacks-what-is-there",
    "506.4/f",
    "508.1b/c",
    title="What is attacked is a player in the game or a permanent that is there",
    where="fighting",
)
def _(moment: Moment) -> Verdicts:
    for entry in fighters(moment):
        target = entry["attacking"]
        if target is not None and target in moment.here:
            yield moment.here[target]["phased"] == "in" or Broken(f"it attacks {target}, which is phased out", entry["id"])


@invariant(
    "fights-once-declared",
    "508.1k/b",
    "509.1h/b",
    title="Nothing begins to attack but in the declaration or by entering",
    needs=("events",),
    where="fighting",
)
def _(moment: Moment) -> Verdicts:
    declared = "step_began" in moment.by_kind or (moment.move is not None and moment.move.answer is not None)
    for entry in fighters(moment):
        was = moment.there.get(entry["id"])
        if was is not None and entry["attacking"] is not None and not declared and entry["id"] not in moment.moved:
            began = was["phased"] != "in" or was["attacking"] is None
            yield not began or Broken("it began to attack without being declared", entry["id"])
