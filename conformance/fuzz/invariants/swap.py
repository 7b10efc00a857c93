"""The exchange of phased permanents, the first thing in an untap step (rules 502.1, 702.26a, 702.26m, 702.26n, 702.26p)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import pool
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment, UntapStep

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


def _quiet_steps(moment: Moment) -> Iterator[UntapStep]:
    """The untap steps of this act in which nobody left and nothing changed zones: what phases in them does so by the exchange."""
    return (step for step in moment.untap_steps if step.whole and step.quiet)


@invariant(
    "swap-comes-first",
    "502.1/g",
    "702.26a/d",
    "703.4a/a",
    title="The exchange comes before all else in an untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for step in _quiet_steps(moment):
        later = False
        for event in step.events:
            if event["kind"] in ("untapped", "day_night"):
                later = True
            elif event["kind"] in ("phased_out", "phased_in"):
                yield not later or Broken("it phased after something untapped, or day and night changed", event["object"])


@invariant(
    "swap-is-one-event",
    "502.1/c",
    "702.26a/c",
    "703.4a/b",
    title="All that phases in an untap step does so at once",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for step in _quiet_steps(moment):
        batches = {event["batch"] for event in step.of("phased_out", "phased_in")}
        if batches:
            yield len(batches) == 1 or Broken(f"what phased did so in {len(batches)} events", step.player)


@invariant(
    "swap-once-each",
    "702.26p/a",
    "702.26a/c",
    "502.1/c",
    title="Each permanent changes its status at most once in an untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for step in _quiet_steps(moment):
        seen = [event["object"] for event in step.of("phased_out", "phased_in")]
        for number in set(seen):
            yield seen.count(number) == 1 or Broken("it changed its phase status more than once in the step", number)


@invariant(
    "swap-sends-out-the-own",
    "502.1/d",
    "702.26a/e",
    title="In an untap step only the active player's permanents go out",
    on=("phased_out",),
)
def _(moment: Moment) -> Verdicts:
    # `phased_under` tells who controlled it as it went out, and of what went out indirectly who controlled its host.
    status = moment.told_of("phased_in", "zone_change")
    for step in _quiet_steps(moment):
        for event in step.of("phased_out"):
            now = moment.here.get(event["object"])
            if now and now["phased"] != "in" and event["object"] not in status:
                fits = now["phased_under"] in step.team
                yield fits or Broken(
                    f"it went out in {step.player}'s step under another player", now["id"], None, step.player, now["phased_under"]
                )


@invariant(
    "swap-fetches-the-own",
    "502.1/e",
    "702.26a/g",
    "502.1/d",
    "702.26n/e",
    title="In an untap step only what went out under the active player comes in",
    on=("phased_in",),
)
def _(moment: Moment) -> Verdicts:
    # What went out under a player who has left comes in some other player's step (702.26n).
    went_out = moment.told_of("phased_out", "zone_change")
    for step in _quiet_steps(moment):
        for event in step.of("phased_in"):
            was = moment.there.get(event["object"])
            if was and was["phased"] != "in" and event["object"] not in went_out:
                under = was["phased_under"]
                fits = under in step.team or under not in moment.now["players"]
                yield fits or Broken(
                    f"it came in in {step.player}'s step, and went out under another player", was["id"], None, step.player, under
                )


@invariant(
    "swap-fetches-all",
    "502.1/b",
    "702.26a/b",
    "702.26a/f",
    title="What went out under a player is back after that player's untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    if not moment.were_out or moment.facts.holds_out:
        return
    steps = [step for step in moment.untap_steps if step.whole and step.over and not step.of("left_game")]
    stayed = moment.were_out - moment.told_of("phased_in", "phased_out", "zone_change")
    for step in steps:
        for number in moment.were_out:
            was = moment.there[number]
            if was["phased"] == "direct" and was["phased_under"] in step.team and number in moment.here:
                yield number not in stayed or Broken(f"it stayed out through {step.player}'s untap step", number)


@invariant(
    "swap-sends-out-phasing",
    "502.1/a",
    "702.26a/a",
    "702.26a/j",
    title="What has phasing goes out in its controller's untap step",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    # A card that prints phasing and shows it before and after, under one player, had it as the step began, if nothing takes abilities away.
    if moment.facts.uses("cant_phase_out", "lose_abilities", "lose_keywords") or moment.facts.control_changes:
        return
    touched = moment.told_of("phased_in", "phased_out", "zone_change")
    for step in moment.untap_steps:
        if not (step.whole and step.over):
            continue
        for number, was in moment.there.items():
            now = moment.here.get(number)
            if now is None or was["phased"] != "in" or now["phased"] != "in" or "phasing" not in was["keywords"]:
                if number in touched and was.get("controller") in step.team and "phasing" in was.get("keywords", ()):
                    yield True
                continue
            if (
                "phasing" in now["keywords"]
                and was["controller"] == now["controller"]
                and was["controller"] in step.team
                and prints_phasing(now)
            ):
                yield number in touched or Broken(f"it has phasing and stayed through {step.player}'s untap step", number)


def prints_phasing(entry: Json | None) -> bool:
    """Whether a permanent shows the face of a card on which phasing is printed."""
    if entry is None:
        return False
    card = pool().get(entry["card"])
    return card is not None and "phasing" in (card.get("keywords") or ()) and not entry.get("face_down") and not entry.get("transformed")


@invariant("swap-needs-phasing", "502.1/f", "702.26a/h", title="What has no phasing does not go out in an untap step", on=("phased_out",))
def _(moment: Moment) -> Verdicts:
    # Where no card but those that print it has anything to do with phasing as a keyword, the printed word decides.
    if moment.facts.control_changes or _grants_phasing(moment):
        return
    for step in _quiet_steps(moment):
        for event in step.of("phased_out"):
            now = moment.here.get(event["object"])
            if now and now["phased"] == "direct" and event["object"] not in moment.told_of("phased_in"):
                card = pool().get(now["card"])
                if card is not None and "back" not in card and "meld" not in card:
                    fits = "phasing" in (card.get("keywords") or ())
                    yield fits or Broken("it went out in an untap step without having phasing", now["id"])


def _grants_phasing(moment: Moment) -> bool:
    """Whether a card of the board could give phasing, or make one permanent be like another."""
    return moment.facts.words is None or moment.facts.copies or any(gives_phasing(card) for _, card, _ in moment.facts.entries)


@functools.cache
def gives_phasing(name: str) -> bool:
    """Whether the abilities of a card speak of phasing as a keyword."""
    entry = pool().get(name) or {}
    return "phasing" in repr({key: value for key, value in entry.items() if key not in ("name", "keywords")})


@invariant(
    "skipped-step-does-nothing",
    "702.26m/a",
    "702.26m/b",
    "502.3/l",
    "502.2/k",
    "614.10/a",
    title="Nothing phases or untaps in a skipped untap step",
    on=("step_skipped",),
)
def _(moment: Moment) -> Verdicts:
    skipped = False
    for event in moment.events:
        kind = event["kind"]
        if kind in ("step_began", "step_skipped"):
            skipped = kind == "step_skipped" and event["step"] == "untap"
            if skipped:
                yield True
        elif kind == "left_game":
            skipped = False
        elif skipped and kind in ("phased_out", "phased_in", "untapped", "tapped", "day_night"):
            yield Broken(f"{kind} in place of an untap step that is skipped", event.get("object"))


@invariant(
    "skipped-step-fetches-nothing",
    "702.26m/b",
    "702.26m/c",
    "702.26m/f",
    title="Without an untap step nothing comes in by itself",
    on=("turn_began",),
)
def _(moment: Moment) -> Verdicts:
    # What is out comes in by the untap step of the player it went out under, or by an effect; effects come in steps with priority.
    if not moment.were_out or "left_game" in moment.by_kind:
        return
    began = {player for step in moment.untap_steps for player in step.team}
    for player, _, events in moment.steps:
        for event in events:
            if event["kind"] == "phased_in" and event.get("rule") in ("502.1", "702.26a"):
                was = moment.there.get(event["object"])
                if was and was.get("phased_under") in moment.now["players"]:
                    yield player in began or Broken("it came in by an untap step that there was not", event["object"])


@invariant(
    "orphans-wait-for-the-turn",
    "702.26n/d",
    "702.26n/c",
    title="What went out under a player who left waits until that player's turn would come",
    on=("phased_in",),
)
def _(moment: Moment) -> Verdicts:
    # Turns that are added or skipped, and a turned order, make it hard to say when that is: boards with such cards are left out.
    if moment.past is None or moment.facts.uses(
        "reverse_turn_order", "extra_turn", "gift_extra_turn", "skip_next", "may_skip_turn_to_untap"
    ):
        return
    orphans = {
        number
        for number in moment.told_of("phased_in") & moment.were_out
        if moment.there[number]["phased_under"] not in moment.now["players"]
    }
    if not orphans or moment.given["teams"]:
        return
    past = moment.past.copy()
    exchange = False
    for event in moment.events:
        past.went_by((event,))
        if event["kind"] == "step_began":
            exchange = event["step"] == "untap"
        elif event["kind"] in ("left_game", "step_skipped", "zone_change"):
            exchange = False
        elif exchange and event["kind"] == "phased_in" and event["object"] in orphans:
            under = moment.there[event["object"]]["phased_under"]
            if under in past.gone:
                yield under in past.due or Broken(f"it went out under {under}, whose turn would not have come yet", event["object"])
