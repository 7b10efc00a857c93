"""Day and night (rules 502.2, 731, 702.145)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import card_of
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]

DESIGNATED = ("day", "night")


@invariant("never-neither-again", "731.1/c", title="Once it is day or night it is one of them for good")
def _(moment: Moment) -> Verdicts:
    if moment.before is not None and moment.before.snapshot["day_night"] in DESIGNATED and moment.facts.one_game:
        value = moment.after.snapshot["day_night"]
        yield value in DESIGNATED or Broken("it became neither day nor night", None, None, "day or night", value)


@invariant("day-night-as-told", "731.1/c", "731.1a/b", title="Day and night change as events say", needs=("events",))
def _(moment: Moment) -> Verdicts:
    if moment.before is None or not moment.facts.one_game:
        return
    told = moment.of("day_night")
    value = moment.after.snapshot["day_night"]
    if told:
        yield told[-1]["value"] == value or Broken("it is not what was told last", None, None, told[-1]["value"], value)
    elif value != moment.before.snapshot["day_night"]:
        yield Broken("it changed, and no event says so", None, None, moment.before.snapshot["day_night"], value)


@invariant("day-night-changes-sides", "731.1a/b", "731.1/c", title="It becomes day or night only if it was not", on=("day_night",))
def _(moment: Moment) -> Verdicts:
    value = moment.before.snapshot["day_night"] if moment.before is not None else None
    for event in moment.of("day_night"):
        yield event["value"] != value or Broken(f"it became {value}, and was that already")
        value = event["value"]


@invariant("one-check-each-step", "502.2/b", "731.2/a", title="Day and night change at most once in an untap step", on=("day_night",))
def _(moment: Moment) -> Verdicts:
    # What comes in can make it day while it is neither, and then the check is made as well.
    if moment.before is None or moment.before.snapshot["day_night"] not in DESIGNATED:
        return
    for step in moment.untap_steps:
        changes = step.of("day_night")
        if changes:
            yield len(changes) == 1 or Broken(f"day and night changed {len(changes)} times in one untap step", step.player)


@invariant("check-before-untapping", "502.2/h", "703.4c/a", title="The check comes before anything untaps", on=("day_night",))
def _(moment: Moment) -> Verdicts:
    for step in moment.untap_steps:
        untapped = False
        for event in step.events:
            untapped = untapped or event["kind"] == "untapped"
            if event["kind"] == "day_night":
                yield not untapped or Broken("day and night changed after something untapped", step.player)


class Check:
    """What the check of one untap step had to find: the value before it, and the spells of the previous turn's active team."""

    def __init__(self, value: str, counts: list[int] | None, others: int, events: list[Json], player: str) -> None:
        self.value = value
        self.counts = counts
        self.others = others
        self.changes = [event for event in events if event["kind"] == "day_night"]
        self.player = player

    @property
    def expected(self) -> str | None:
        """What it has to be after the check; None if the turn before is not known."""
        if self.counts is None or self.value not in DESIGNATED:
            return None
        if self.value == "day":
            return "day" if any(self.counts) else "night"
        return "day" if max(self.counts) >= 2 else "night"

    @property
    def became(self) -> str:
        return str(self.changes[-1]["value"]) if self.changes else self.value


def checks(moment: Moment) -> list[Check]:
    """The checks of this act, each as it had to be."""
    return moment.once(_find_checks)


def _find_checks(moment: Moment) -> list[Check]:
    found: list[Check] = []
    steps = [step for step in moment.untap_steps if step.whole and step.over]
    if not steps or moment.past is None or moment.before is None or not moment.facts.one_game:
        return found
    past = moment.past.copy()
    value = moment.before.snapshot["day_night"]
    at = 0
    for step in steps:
        before = moment.events[at : step.first]
        past.went_by(before)
        value = next((event["value"] for event in reversed(before) if event["kind"] == "day_night"), value)
        counts, others = None, 0
        if past.previous is not None:
            active, spells = past.previous
            counts = [spells.get(player, 0) for player in moment.facts.team[active]]
            others = sum(spells.values()) - sum(counts)
        found.append(Check(value, counts, others, step.events, step.player))
        at = step.first
    return found


@invariant(
    "day-becomes-night",
    "502.2/a",
    "731.2a/a",
    "703.4b/a",
    title="Day becomes night after a turn in which its player cast nothing",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for check in checks(moment):
        if check.value == "day" and check.expected == "night":
            yield check.became == "night" or Broken("it stayed day after a turn without spells", check.player, None, "night", check.became)


@invariant(
    "day-stays",
    "502.2/b",
    "731.2a/a",
    title="It stays day after a turn in which its player cast a spell",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for check in checks(moment):
        if check.value == "day" and check.expected == "day":
            yield check.became == "day" or Broken("it became night after a turn with spells", check.player, None, "day", check.became)


@invariant(
    "night-becomes-day",
    "502.2/c",
    "731.2b/a",
    title="Night becomes day after a turn in which its player cast two spells",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for check in checks(moment):
        if check.value == "night" and check.expected == "day":
            yield check.became == "day" or Broken("it stayed night after two spells", check.player, None, "day", check.became)


@invariant(
    "night-stays",
    "502.2/d",
    "731.2b/a",
    "502.2/e",
    title="It stays night after a turn in which its player cast fewer than two spells",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    for check in checks(moment):
        if check.value == "night" and check.expected == "night":
            yield check.became == "night" or Broken("it became day without two spells", check.player, None, "night", check.became)


@invariant(
    "neither-stays",
    "502.2/f",
    "703.4b/c",
    "731.2c/a",
    title="While it is neither day nor night an untap step changes nothing",
    where="untapping",
    needs=("events",),
)
def _(moment: Moment) -> Verdicts:
    # What comes in may be daybound or nightbound, and makes it day or night by itself (702.145d).
    if moment.facts.uses("daybound", "nightbound"):
        return
    for check in checks(moment):
        if check.value == "neither":
            yield not check.changes or Broken("day and night began in an untap step", check.player)


@invariant(
    "daybound-follows",
    "702.145b/b",
    "702.145c/a",
    "702.145e/a",
    "702.145f/a",
    title="Daybound shows at day, nightbound at night",
    on=("step_began", "phased_in", "zone_change", "day_night"),
)
def _(moment: Moment) -> Verdicts:
    value = moment.after.snapshot["day_night"]
    if moment.before is None or moment.facts.copies or not moment.facts.uses("daybound"):
        return
    for entry in moment.ins:
        keywords = entry["keywords"]
        if ("daybound" in keywords or "nightbound" in keywords) and _double_faced(entry):
            wrong = "daybound" if value == "night" else "nightbound" if value == "day" else None
            yield (wrong is not None and wrong not in keywords) or Broken(f"it is {value}, and this shows the wrong face", entry["id"])


def _double_faced(entry: Json) -> bool:
    card = card_of(entry["card"])
    return card is not None and "back" in card and not entry["face_down"]
