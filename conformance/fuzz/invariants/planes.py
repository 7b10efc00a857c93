"""Planes and the planar die (rules 311, 901)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import CHOOSES_PLANES
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


def planes_of(moment: Moment) -> tuple[Json, Json] | None:
    """The planar sides of the snapshots before and now, in a Planechase game that goes on."""
    if moment.given["planechase"] is None or moment.before is None or moment.over:
        return None
    before, now = moment.before.snapshot["planechase"], moment.after.snapshot["planechase"]
    return None if before is None or now is None else (before, now)


def decks(snapshot: Json) -> dict[str, list[str]]:
    """The planar decks of a snapshot: that of each player, and the shared one under an empty name."""
    found = {player: seat["planar_deck"] for player, seat in snapshot["players"].items()}
    found[""] = snapshot["planechase"]["planar_deck"]
    return found


# --- where the cards are ---------------------------------------------------------------------------------------------------------


@invariant(
    "planar-cards-stay",
    "311.2/e",
    "311.2/a",
    "311.2/b",
    "901.4/c",
    "400.4b/a",
    title="Planes and phenomena are in the command zone always",
    on=("planeswalked",),
)
def _(moment: Moment) -> Verdicts:
    for number in moment.facts.planar:
        zone = moment.after.zone(number)
        if zone != "outside":
            yield zone == "command" or Broken(f"a planar card is in zone {zone}", number, None, "command", zone)


@invariant(
    "planar-cards-do-not-move", "311.2/e", "312.2/e", "400.4b/b", title="No planar card changes zones", on=("zone_change",), where="planar"
)
def _(moment: Moment) -> Verdicts:
    if moment.given["planechase"] is not None:
        moved = moment.facts.planar & moment.moved
        yield not moved or Broken("a planar card changed zones", min(moved))


@invariant("planes-are-no-permanents", "311.2/c", "312.2/c", title="Planes and phenomena are no permanents", where="planar")
def _(moment: Moment) -> Verdicts:
    if moment.given["planechase"] is not None:
        found = moment.facts.planar & moment.here.keys()
        yield not found or Broken("a planar card is on the battlefield", min(found))


@invariant(
    "planar-cards-are-conserved",
    "901.4/a",
    "901.4/b",
    "901.15b/b",
    title="No planar card gets lost while its owner is in the game",
    when="priority",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = moment.after.snapshot["planechase"]
    if planes is None or not moment.facts.one_game or moment.now["step"] == "pregame":
        return
    here = [*planes["face_up"]]
    for deck in decks(moment.after.snapshot).values():
        here += deck
    yield len(here) == len(set(here)) or Broken("a planar card is in two places", next(n for n in here if here.count(n) > 1))
    lost = set(moment.facts.planar.difference(here))
    if lost and moment.given["planechase"]["deck"] == "own":
        gone = set(moment.given["players"]) - set(moment.now["players"])
        lost = {number for number in lost if moment.facts.planar_owner.get(number) not in gone}
    yield not lost or Broken("a planar card is in no deck and not face up", min(lost, default=None))


@invariant(
    "one-face-up",
    "701.31b/a",
    "901.11c/c",
    title="One planar card is face up, unless an effect says otherwise",
    when="priority",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.facts.uses(*CHOOSES_PLANES) or len(moment.given["planechase"]["face_up"]) != 1 or not moment.facts.one_game:
        return
    up = planes[1]["face_up"]
    empty = not all(decks(moment.after.snapshot).values()) or len(moment.now["players"]) < len(moment.given["players"])
    yield len(up) == 1 or (empty and not up) or Broken(f"{len(up)} planar cards are face up", None, None, 1, len(up))


@invariant(
    "controlled-by-the-planar-controller",
    "311.5/a",
    "312.4/a",
    "901.6/b",
    title="The planar controller controls what is face up",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None:
        for number in planes[1]["face_up"]:
            entry = moment.after.listed[number]
            fits = entry["controller"] == planes[1]["controller"] and not entry["face_down"]
            yield fits or Broken(
                "it is face up and not the planar controller's", number, None, planes[1]["controller"], entry["controller"]
            )


@invariant(
    "face-down-in-the-deck",
    "311.4/d",
    "901.7/d",
    title="What is in a planar deck is face down, without counters",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    if planes_of(moment) is not None:
        for deck in decks(moment.after.snapshot).values():
            for number in deck:
                entry = moment.after.get(number) or {}
                fits = entry.get("face_down", True) and not entry.get("counters")
                yield bool(fits) or Broken("a card in a planar deck is face up or has counters", number)


@invariant(
    "shared-deck-is-the-controllers",
    "901.15b/a",
    "108.3a/a",
    title="With one planar deck its owner is the planar controller",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and moment.given["planechase"]["deck"] == "shared":
        for number in planes[1]["face_up"]:
            owner = moment.after.listed[number]["owner"]
            yield owner == planes[1]["controller"] or Broken(
                "the owner of a card of the shared deck", number, None, planes[1]["controller"], owner
            )


@invariant("own-planes-keep-their-owners", "901.6/a", title="A planar card of an own deck is its player's", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and moment.given["planechase"]["deck"] == "own":
        for number in planes[1]["face_up"]:
            owner, expected = moment.after.listed[number]["owner"], moment.facts.planar_owner.get(number)
            yield owner == expected or Broken("the owner of a planar card changed", number, None, expected, owner)


# --- the planar controller -------------------------------------------------------------------------------------------------------


@invariant(
    "planar-controller-is-there", "311.5/c", "312.4/c", "901.6/d", title="The planar controller is a player in the game", where="planar"
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None:
        controller = planes[1]["controller"]
        yield controller in moment.now["players"] or Broken("the planar controller has left the game", controller)


@invariant(
    "planar-controller-takes-turns",
    "311.5/b",
    "312.4/b",
    "901.6/c",
    "901.12b/a",
    title="The planar controller is the active player from the start of a turn on",
    on=("turn_began",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and "left_game" not in moment.by_kind:
        active, controller = moment.of("turn_began")[-1]["player"], planes[1]["controller"]
        if active in moment.now["players"]:
            fits = controller == active or (moment.given["teams"] and controller in moment.facts.team[active])
            yield bool(fits) or Broken("the active player did not become the planar controller", active, None, active, controller)


@invariant(
    "designation-stays",
    "311.5/e",
    "311.5/f",
    "311.5/g",
    "312.4/e",
    "312.4/f",
    "901.6/e",
    "901.6/f",
    title="The planar controller changes only as a turn begins or that player leaves",
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or not moment.facts.one_game or moment.was is None or moment.was["step"] == "pregame":
        return
    if "turn_began" in moment.by_kind:
        return
    before, now = planes[0]["controller"], planes[1]["controller"]
    if before in moment.now["players"]:
        yield before == now or Broken("another player became the planar controller within a turn", now, None, before, now)


@invariant(
    "successor-is-next",
    "311.5/c",
    "312.4/c",
    "312.4/g",
    "901.6/d",
    "800.4p/a",
    title="The next player in turn order becomes the planar controller",
    on=("left_game",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.given["teams"] or "turn_began" in moment.by_kind or moment.facts.uses("reverse_turn_order"):
        return
    seats, left = moment.given["players"], planes[0]["controller"]
    if left not in moment.now["players"]:
        at = seats.index(left)
        heir = next(player for player in (*seats[at + 1 :], *seats[:at]) if player in moment.now["players"])
        yield planes[1]["controller"] == heir or Broken(
            "the wrong player became the planar controller", left, None, heir, planes[1]["controller"]
        )


@invariant(
    "designation-passes-first",
    "311.5/d",
    "312.4/d",
    "800.4p/b",
    "901.6/d",
    title="The designation passes before the planar controller leaves",
    on=("left_game",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or not moment.facts.one_game:  # who leaves a subgame has left no game of planes
        return
    moment.of("new_planar_controller")  # cannot be told by an engine that does not report it
    controller = planes[0]["controller"]
    for event in moment.events:
        if event["kind"] == "new_planar_controller":
            controller = event["player"]
        elif event["kind"] == "left_game":
            yield event["player"] != controller or Broken("the planar controller left with the designation", controller)


@invariant(
    "walks-by-the-planar-controller",
    "701.31a/a",
    "701.31a/b",
    "312.7/e",
    title="Only the planar controller planeswalks",
    on=("planeswalked",),
    where="planar",
)
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or not moment.facts.one_game:
        return
    controller = planes[0]["controller"]
    for event in moment.events:
        if event["kind"] == "new_planar_controller":
            controller = event["player"]
        elif event["kind"] == "planeswalked" and "player" in event:
            yield event["player"] == controller or Broken("somebody else planeswalked", event["player"], None, controller, event["player"])


@invariant("planar-cards-are-not-cast", "311.2/d", "312.2/d", title="No plane or phenomenon is cast", on=("cast",), where="planar")
def _(moment: Moment) -> Verdicts:
    for event in moment.of("cast"):
        yield event["object"] not in moment.facts.planar or Broken("a planar card was cast", event["object"])
