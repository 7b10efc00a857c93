"""Chaos and the planar die (rules 311.7, 901.8, 901.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.invariants.phasing import makes_delayed
from conformance.fuzz.invariants.planes import planes_of
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant(
    "chaos-triggers",
    "311.7/a",
    "311.7/b",
    "311.7/f",
    "901.9b/a",
    title="As chaos ensues the plane's chaos ability triggers",
    on=("chaos",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if moment.over or "left_game" in moment.by_kind:
        return
    triggered = [event["source"] for event in moment.of("triggered")]
    for event in moment.of("chaos"):
        yield event["plane"] in triggered or Broken("chaos ensued and its ability did not trigger", event["plane"])


@invariant("chaos-only-of-planes", "311.7/g", title="Chaos ensues for planes, not for phenomena", on=("chaos",), where="planar")
def _(moment: Moment) -> Verdicts:
    for event in moment.of("chaos"):
        entry = moment.after.get(event["plane"])
        if entry is not None:
            yield "Plane" in entry["types"] or Broken("chaos ensued for what is no plane", event["plane"])


@invariant(
    "chaos-is-the-controllers",
    "311.7/e",
    "901.10b/b",
    title="Abilities of face-up cards are the planar controller's",
    on=("put_on_stack",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or "turn_began" in moment.by_kind or "left_game" in moment.by_kind or moment.given["teams"]:
        return
    for event in moment.of("put_on_stack"):
        if event["source"] in moment.facts.planar and not makes_delayed(moment.after.card(event["source"])):
            controller = event["controller"]
            yield controller == planes[1]["controller"] or Broken(
                "somebody else controls it", event["source"], None, planes[1]["controller"], controller
            )


def _roll(moment: Moment) -> Json | None:
    """The action of rolling the planar die, if this act was one."""
    action = moment.move.action if moment.move is not None else None
    return action if action is not None and action.get("type") == "roll_planar_die" else None


@invariant(
    "roll-when-allowed",
    "901.9/a",
    "901.9/b",
    "901.9/c",
    "901.9/d",
    "901.12d/c",
    title="The active player rolls with priority, in a main phase, with an empty stack",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if _roll(moment) is None or moment.was is None:
        return
    was, player = moment.was, moment.move.player
    yield player in moment.facts.team[was["active"]] or Broken("it is not that player's turn", player, "901.9/a")
    yield was["step"] in ("precombat_main", "postcombat_main") or Broken(f"a roll in step {was['step']}", player, "901.9/b")
    yield was["stack"] == 0 or Broken("a roll with something on the stack", player, "901.9/c")
    decision = was["decision"]
    has_it = decision is not None and decision["kind"] == "priority" and decision["player"] in moment.facts.team[player]
    yield has_it or Broken("a roll without priority", player, "901.9/d")


@invariant("roll-costs-more", "901.9/e", title="Each roll action makes the next one dearer by one", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and _roll(moment) is not None and not moment.given["teams"] and "turn_began" not in moment.by_kind:
        before, now = planes[0]["next_roll_cost"], planes[1]["next_roll_cost"]
        yield now == before + 1 or Broken("the cost of the next roll", moment.move.player, None, before + 1, now)


@invariant(
    "roll-cost-stays",
    "901.9/g",
    "901.9/h",
    title="Nothing but the action makes the next roll dearer or cheaper within a turn",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if (
        planes is not None
        and _roll(moment) is None
        and not moment.given["teams"]
        and "turn_began" not in moment.by_kind
        and moment.facts.one_game
        and moment.now["active"] in moment.now["players"]  # in the turn of who is gone nobody can roll
    ):
        before, now = planes[0]["next_roll_cost"], planes[1]["next_roll_cost"]
        if before or now or "planar_die" in moment.by_kind:
            yield now == before or Broken("the cost of the next roll changed", None, None, before, now)


@invariant("roll-cost-begins-anew", "901.9/f", title="In a new turn the first roll costs nothing", on=("turn_began",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    # A turn of a subgame that ended in the same act says nothing of the main game's count.
    if planes is not None and _roll(moment) is None and moment.facts.one_game:
        yield planes[1]["next_roll_cost"] == 0 or Broken(
            "the first roll of a turn costs something", None, None, 0, planes[1]["next_roll_cost"]
        )


@invariant(
    "roller-keeps-priority", "901.9a/b", "901.9b/b", "901.9c/b", "117.3c/b", title="Who rolled has priority afterwards", where="planar"
)
def _(moment: Moment) -> Verdicts:
    if _roll(moment) is not None and moment.priority and "left_game" not in moment.by_kind:
        player = moment.now["decision"]["player"]
        yield player in moment.facts.team[moment.move.player] or Broken(
            "somebody else has priority after a roll", player, None, moment.move.player, player
        )


@invariant(
    "roll-uses-no-stack",
    "901.9/i",
    "901.9a/a",
    title="A roll is not put on the stack; a blank face does nothing",
    on=("planar_die",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if _roll(moment) is None or moment.facts.uses("blank_is_chaos", "rolls_planar_die", "rolls_dice", "raise_die"):
        return
    if all(event["face"] == "blank" for event in moment.of("planar_die")):
        done = [kind for kind in ("chaos", "triggered", "planeswalked", "put_on_stack") if kind in moment.by_kind]
        yield not done or Broken(f"{done[0]} after a blank face", moment.move.player)


@invariant(
    "planeswalker-symbol-triggers",
    "901.8/a",
    "901.8/b",
    "901.9c/a",
    "901.8/f",
    title="On the Planeswalker symbol the planeswalking ability triggers, without a source",
    on=("planar_die",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if "left_game" in moment.by_kind or moment.over:
        return
    rolled = sum(1 for event in moment.of("planar_die") if event["face"] == "planeswalker")
    triggered = sum(1 for event in moment.of("triggered") if event["source"] is None)
    if rolled:
        yield triggered >= rolled or Broken("the planeswalking ability did not trigger", None, None, rolled, triggered)


@invariant(
    "planeswalking-is-the-rollers",
    "901.8/c",
    title="Who rolled the Planeswalker symbol controls the ability",
    on=("planar_die", "put_on_stack"),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    rollers = {event["player"] for event in moment.of("planar_die") if event["face"] == "planeswalker"}
    if rollers and _roll(moment) is not None:
        for event in moment.of("put_on_stack"):
            if event["source"] is None:
                yield event["controller"] in rollers or Broken("somebody else controls the planeswalking ability", event["controller"])
