"""Control and durations: who controls what on a board on which nothing takes control (rules 110.2, 702.26d, 702.26f, 611.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import CONTROL, pool
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.invariants.swap import gives_phasing
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant(
    "control-stays",
    "702.26d/b",
    "702.26d/i",
    "110.2/a",
    title="Where nothing gives control of anything each permanent stays its player's",
    where="altered",
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.control_changes:
        return
    for was, now in moment.altered:
        if now["phased"] == "in" and now["id"] not in moment.moved:
            before = was["controller"] if was["phased"] == "in" else was["phased_under"] if was["phased"] == "direct" else None
            if before is not None:
                same = before == now["controller"]
                yield same or Broken("another player controls it", now["id"], None, before, now["controller"])


@invariant(
    "goes-out-under-its-controller",
    "502.1/e",
    "702.26a/g",
    "702.26d/b",
    title="What goes out by itself goes out under its controller",
    on=("phased_out",),
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.control_changes:
        return
    for number in moment.told_of("phased_out") - moment.told_of("phased_in", "zone_change"):
        was, now = moment.there.get(number), moment.here.get(number)
        if was and now and was["phased"] == "in" and now["phased"] == "direct":
            fits = now["phased_under"] == was["controller"]
            yield fits or Broken("it went out under another player", number, None, was["controller"], now["phased_under"])


@invariant(
    "indirectly-under-the-hosts-controller",
    "702.26g/d",
    "702.26g/b",
    title="What went out with a host counts as gone out under the same player",
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    if len(moment.now["players"]) < len(moment.given["players"]):
        return
    for entry in moment.outs:
        if entry["phased"] == "indirect" and entry["phased_under"] is not None:
            host = moment.here.get(entry["attached_to"] or "")
            if host is not None and host["phased"] != "in":
                fits = host["phased_under"] == entry["phased_under"]
                yield fits or Broken(
                    "it and its host went out under different players", entry["id"], None, host["phased_under"], entry["phased_under"]
                )


def _borrowed(moment: Moment, until: str) -> Iterator[tuple[str, Json, Json]]:
    """(id, what was put down, now) of what a player controls by the position's own effect of that duration, and no card's."""
    if moment.facts.uses(*CONTROL) or moment.past is None:
        return
    for number, put in moment.facts.put_down.items():
        effect = put.get("control")
        now = moment.here.get(number)
        if effect and effect["until"] == until and now and now["phased"] == "in" and number not in moment.past.moved | moment.moved:
            yield number, effect, now


@invariant(
    "control-ends-with-the-turn",
    "702.26f/a",
    "702.26f/c",
    "110.2/b",
    "611.2a/a",
    title="Control until end of turn is over after the cleanup step",
    where="lent",
)
def _(moment: Moment) -> Verdicts:
    cleanups = (moment.past.cleanups if moment.past is not None else 0) + sum(step == "cleanup" for _, step, _ in moment.steps[1:])
    if cleanups and moment.now["step"] != "cleanup" and len(moment.now["players"]) == len(moment.given["players"]):
        for number, _, now in _borrowed(moment, "end_of_turn"):
            owner = moment.facts.put_down[number]["controller"]
            yield now["controller"] == owner or Broken("control of it should have ended", number, None, owner, now["controller"])


@invariant(
    "control-goes-on", "702.26f/b", "611.2a/b", "702.26d/b", title="Control without an end goes on, through phasing too", where="lent"
)
def _(moment: Moment) -> Verdicts:
    if len(moment.now["players"]) == len(moment.given["players"]):
        for number, effect, now in _borrowed(moment, "indefinitely"):
            yield now["controller"] == effect["player"] or Broken("control of it ended", number, None, effect["player"], now["controller"])


# --- static abilities ------------------------------------------------------------------------------------------------------------


def _only_static(name: str) -> bool:
    """Whether a card changes characteristics by its own unconditional presence alone: by static abilities that say `modify`."""
    card = pool().get(name) or {}
    abilities = card.get("abilities") or []
    return all(set(ability) == {"static"} for ability in abilities) and "back" not in card and not card.get("level")


@invariant(
    "absent-ones-have-no-effect",
    "702.26b/e",
    "702.26b/b",
    "613.7/a",
    title="While all sources of static effects are out nothing is changed by them",
    when="priority",
    where="phasing",
)
def _(moment: Moment) -> Verdicts:
    if not moment.outs or moment.facts.words is None or moment.facts.copies:
        return
    changers = moment.facts.changers
    if not changers or not all(_only_static(card) for _, card in changers):
        return
    here = {number for number, entry in moment.here.items() if entry["phased"] != "in"}
    visible = {number for number, _ in changers} - here
    if any(number in moment.here or number in (moment.after.snapshot["planechase"] or {}).get("face_up", ()) for number in visible):
        return
    if not here & {number for number, _ in changers}:
        return
    for entry in moment.ins:
        card = pool().get(entry["card"])
        if card is None or "back" in card or entry["face_down"] or entry["counters"] or "Creature" not in card["types"]:
            continue
        printed = [_number(card.get("power")), _number(card.get("toughness"))]
        if None not in printed:
            shown = [entry["power"], entry["toughness"]]
            yield printed == shown or Broken("something that is out changes it", entry["id"], None, printed, shown)
        if not gives_phasing(entry["card"]):
            keywords = set(entry["keywords"])
            yield ("phasing" in keywords) == ("phasing" in (card.get("keywords") or ())) or Broken(
                "phasing comes from what is out", entry["id"]
            )


def _number(value: Any) -> int | None:
    try:
        return int(value)
    except (TypeError, ValueError):
        return None
