"""Planes and the planar die (rules 311, 901)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import CHOOSES_PLANES
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]

PLANAR_TYPES = ({"Plane"}, {"Phenomenon"})


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


def the_one_walk(moment: Moment) -> Json | None:
    """The planeswalk of this act, if there was just one and nobody left."""
    walks = moment.of("planeswalked")
    return walks[0] if len(walks) == 1 and "left_game" not in moment.by_kind and moment.facts.one_game else None


# --- where the cards are ---------------------------------------------------------------------------------------------------------


@invariant("planar-cards-stay", "311.2/e", "311.2/a", "311.2/b", "901.4/c", "400.4b/a", title="Planes and phenomena are in the command zone always", on=("planeswalked",))
def _(moment: Moment) -> Verdicts:
    for number in moment.facts.planar:
        zone = moment.after.zone(number)
        if zone != "outside":
            yield zone == "command" or Broken(f"a planar card is in zone {zone}", number, None, "command", zone)


@invariant("planar-cards-do-not-move", "311.2/e", "312.2/e", "400.4b/b", title="No planar card changes zones", on=("zone_change",), where="planar")
def _(moment: Moment) -> Verdicts:
    if moment.given["planechase"] is not None:
        moved = moment.facts.planar & moment.moved
        yield not moved or Broken("a planar card changed zones", min(moved))


@invariant("planes-are-no-permanents", "311.2/c", "312.2/c", title="Planes and phenomena are no permanents", where="planar")
def _(moment: Moment) -> Verdicts:
    if moment.given["planechase"] is not None:
        found = moment.facts.planar & moment.here.keys()
        yield not found or Broken("a planar card is on the battlefield", min(found))


@invariant("planar-cards-are-conserved", "901.4/a", "901.4/b", "901.15b/b", title="No planar card gets lost while its owner is in the game", when="priority", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = moment.after.snapshot["planechase"]
    if planes is None or not moment.facts.one_game or moment.now["step"] == "pregame":
        return
    here = [*planes["face_up"]]
    for deck in decks(moment.after.snapshot).values():
        here += deck
    yield len(here) == len(set(here)) or Broken("a planar card is in two places", next(n for n in here if here.count(n) > 1))
    lost = moment.facts.planar.difference(here)
    if lost and moment.given["planechase"]["deck"] == "own":
        gone = set(moment.given["players"]) - set(moment.now["players"])
        lost = {number for number in lost if moment.facts.planar_owner.get(number) not in gone}
    yield not lost or Broken("a planar card is in no deck and not face up", min(lost, default=None))


@invariant("one-face-up", "701.31b/a", "901.11c/c", title="One planar card is face up, unless an effect says otherwise", when="priority", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.facts.uses(*CHOOSES_PLANES) or len(moment.given["planechase"]["face_up"]) != 1 or not moment.facts.one_game:
        return
    up = planes[1]["face_up"]
    empty = not any(decks(moment.after.snapshot).values()) or len(moment.now["players"]) < len(moment.given["players"])
    yield len(up) == 1 or (empty and not up) or Broken(f"{len(up)} planar cards are face up", None, None, 1, len(up))


@invariant("controlled-by-the-planar-controller", "311.5/a", "312.4/a", "901.6/b", title="The planar controller controls what is face up", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None:
        for number in planes[1]["face_up"]:
            entry = moment.after.listed[number]
            fits = entry["controller"] == planes[1]["controller"] and not entry["face_down"]
            yield fits or Broken("it is face up and not the planar controller's", number, None, planes[1]["controller"], entry["controller"])


@invariant("face-down-in-the-deck", "311.4/d", "901.7/d", title="What is in a planar deck is face down, without counters", on=("planeswalked",), where="planar")
def _(moment: Moment) -> Verdicts:
    if planes_of(moment) is not None:
        for deck in decks(moment.after.snapshot).values():
            for number in deck:
                entry = moment.after.get(number) or {}
                fits = entry.get("face_down", True) and not entry.get("counters")
                yield bool(fits) or Broken("a card in a planar deck is face up or has counters", number)


@invariant("shared-deck-is-the-controllers", "901.15b/a", "108.3a/a", title="With one planar deck its owner is the planar controller", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and moment.given["planechase"]["deck"] == "shared":
        for number in planes[1]["face_up"]:
            owner = moment.after.listed[number]["owner"]
            yield owner == planes[1]["controller"] or Broken("the owner of a card of the shared deck", number, None, planes[1]["controller"], owner)


@invariant("own-planes-keep-their-owners", "901.6/a", title="A planar card of an own deck is its player's", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and moment.given["planechase"]["deck"] == "own":
        for number in planes[1]["face_up"]:
            owner, expected = moment.after.listed[number]["owner"], moment.facts.planar_owner.get(number)
            yield owner == expected or Broken("the owner of a planar card changed", number, None, expected, owner)


# --- the planar controller -------------------------------------------------------------------------------------------------------


@invariant("planar-controller-is-there", "311.5/c", "312.4/c", "901.6/d", title="The planar controller is a player in the game", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None:
        controller = planes[1]["controller"]
        yield controller in moment.now["players"] or Broken("the planar controller has left the game", controller)


@invariant("planar-controller-takes-turns", "311.5/b", "312.4/b", "901.6/c", "901.12b/a", title="The planar controller is the active player from the start of a turn on", on=("turn_began",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and "left_game" not in moment.by_kind:
        active, controller = moment.of("turn_began")[-1]["player"], planes[1]["controller"]
        if active in moment.now["players"]:
            fits = controller == active or (moment.given["teams"] and controller in moment.facts.team[active])
            yield bool(fits) or Broken("the active player did not become the planar controller", active, None, active, controller)


@invariant("designation-stays", "311.5/e", "311.5/f", "311.5/g", "312.4/e", "312.4/f", "901.6/e", "901.6/f", title="The planar controller changes only as a turn begins or that player leaves", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or not moment.facts.one_game or moment.was is None or moment.was["step"] == "pregame":
        return
    if "turn_began" in moment.by_kind:
        return
    before, now = planes[0]["controller"], planes[1]["controller"]
    if before in moment.now["players"]:
        yield before == now or Broken("another player became the planar controller within a turn", now, None, before, now)


@invariant("successor-is-next", "311.5/c", "312.4/c", "312.4/g", "901.6/d", "800.4p/a", title="The next player in turn order becomes the planar controller", on=("left_game",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.given["teams"] or "turn_began" in moment.by_kind or moment.facts.uses("reverse_turn_order"):
        return
    seats, left = moment.given["players"], planes[0]["controller"]
    if left not in moment.now["players"]:
        at = seats.index(left)
        heir = next(player for player in (*seats[at + 1 :], *seats[:at]) if player in moment.now["players"])
        yield planes[1]["controller"] == heir or Broken("the wrong player became the planar controller", left, None, heir, planes[1]["controller"])


@invariant("designation-passes-first", "311.5/d", "312.4/d", "800.4p/b", "901.6/d", title="The designation passes before the planar controller leaves", on=("left_game",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None:
        return
    controller = planes[0]["controller"]
    for event in moment.events:
        if event["kind"] == "new_planar_controller":
            controller = event["player"]
        elif event["kind"] == "left_game":
            yield event["player"] != controller or Broken("the planar controller left with the designation", controller)


@invariant("walks-by-the-planar-controller", "701.31a/a", "701.31a/b", "312.7/e", title="Only the planar controller planeswalks", on=("planeswalked",), where="planar")
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


# --- planeswalking ---------------------------------------------------------------------------------------------------------------


@invariant("walks-away-from-all", "901.11c/a", "901.11c/b", "901.11b/b", "701.31b/a", title="A planeswalk leads away from all that is face up", on=("planeswalked",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes, walk = planes_of(moment), the_one_walk(moment)
    if planes is not None and walk is not None and not moment.facts.uses(*CHOOSES_PLANES) and moment.was and moment.was["step"] != "pregame":
        up, away = sorted(planes[0]["face_up"]), sorted(walk["away"])
        yield away == up or Broken("not all that was face up was planeswalked away from", None, None, up, away)


@invariant("walks-to-the-top", "901.11b/a", "701.31b/b", "701.31b/d", "901.15c/a", "901.12a/a", title="A planeswalk turns up the top card of the own planar deck", on=("planeswalked",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes, walk = planes_of(moment), the_one_walk(moment)
    if planes is None or walk is None or moment.before is None or moment.facts.uses(*CHOOSES_PLANES, "scry", "surveil"):
        return
    if moment.was is None or moment.was["step"] == "pregame" or "player" not in walk:
        return
    before = decks(moment.before.snapshot)
    deck = before[""] if moment.given["planechase"]["deck"] == "shared" else before[walk["player"]]
    if deck:
        yield walk["to"] == deck[:1] or Broken("the planeswalk did not lead to the top card", None, None, deck[:1], walk["to"])


@invariant("goes-to-the-bottom", "701.31b/a", "701.31b/c", title="What was planeswalked away from is under its owner's deck", on=("planeswalked",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes, walk = planes_of(moment), the_one_walk(moment)
    if planes is None or walk is None or moment.facts.uses(*CHOOSES_PLANES):
        return
    now = decks(moment.after.snapshot)
    for number in walk["away"]:
        if number not in walk["to"]:
            owner = "" if moment.given["planechase"]["deck"] == "shared" else moment.facts.planar_owner.get(number, "")
            under = now[owner][-len(walk["away"]) :]
            yield number in under or Broken("it was planeswalked away from and is not at the bottom of its deck", number)


@invariant("turned-down-is-new", "311.6/a", "311.6/b", "312.6/a", "901.7a/a", "701.31b/c", title="What was turned face down is a new object", on=("planeswalked",), where="planar")
def _(moment: Moment) -> Verdicts:
    if planes_of(moment) is None or moment.before is None:
        return
    for walk in moment.of("planeswalked"):
        for number in walk["away"]:
            was, now = moment.before.get(number), moment.after.get(number)
            if was and now:
                new = now["incarnation"] > was["incarnation"]
                yield new or Broken("it was turned face down and is the same object", number, None, None, now["incarnation"])
                again = any(number in other["to"] for other in moment.of("planeswalked"))
                if not again:
                    yield not now["counters"] or Broken("it was turned face down and kept counters", number)


@invariant("walked-to-is-face-up", "901.11b/a", "311.2/b", "901.4/b", title="What was planeswalked to last is face up", on=("planeswalked",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and "left_game" not in moment.by_kind and moment.facts.one_game:
        for number in moment.of("planeswalked")[-1]["to"]:
            yield number in planes[1]["face_up"] or Broken("it was planeswalked to and is not face up", number)


@invariant("face-up-changes-are-walks", "901.11/c", "901.11a/d", "701.31c/a", title="What is face up changes only by a planeswalk", needs=("events",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.was is None or moment.was["step"] == "pregame" or not moment.facts.one_game:
        return
    before, now = planes[0]["face_up"], planes[1]["face_up"]
    if before != now:
        yield "planeswalked" in moment.by_kind or Broken("what is face up changed without a planeswalk", None, None, before, now)


@invariant("starting-plane", "901.5/a", "901.5/b", "901.5/d", "103.7/a", "103.7/b", title="The first plane of the starting player's deck is the starting plane", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or moment.was is None or moment.was["step"] != "pregame" or moment.now["step"] == "pregame":
        return
    if moment.before is None or planes[0]["face_up"] or "planeswalked" in moment.by_kind:
        return
    before = decks(moment.before.snapshot)
    deck = before[""] if moment.given["planechase"]["deck"] == "shared" else before[moment.given["turn"]["active"]]
    first = next((number for number in deck if "Plane" in moment.before.listed[number]["types"]), None)
    if first is not None:
        yield planes[1]["face_up"] == [first] or Broken("another card is the starting plane", first, None, [first], planes[1]["face_up"])


@invariant("nothing-triggers-at-the-start", "901.5/c", "901.11/d", "901.5/f", title="Setting the starting plane triggers nothing and is no planeswalk", on=("turn_began",))
def _(moment: Moment) -> Verdicts:
    if moment.was is None or moment.was["step"] != "pregame":
        return
    for event in moment.events:
        if event["kind"] == "turn_began":
            break
        yield event["kind"] not in ("triggered", "planeswalked", "encountered") or Broken(f"{event['kind']} before the first turn", event.get("source"))
    yield True


# --- chaos and the die -----------------------------------------------------------------------------------------------------------


@invariant("chaos-triggers", "311.7/a", "311.7/b", "311.7/f", "901.9b/a", title="As chaos ensues the plane's chaos ability triggers", on=("chaos",), where="planar")
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


@invariant("chaos-is-the-controllers", "311.7/e", "901.10b/b", title="Abilities of face-up cards are the planar controller's", on=("put_on_stack",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is None or "turn_began" in moment.by_kind or "left_game" in moment.by_kind or moment.given["teams"]:
        return
    for event in moment.of("put_on_stack"):
        if event["source"] in moment.facts.planar:
            controller = event["controller"]
            yield controller == planes[1]["controller"] or Broken("somebody else controls it", event["source"], None, planes[1]["controller"], controller)


def _roll(moment: Moment) -> Json | None:
    """The action of rolling the planar die, if this act was one."""
    action = moment.move.action if moment.move is not None else None
    return action if action is not None and action.get("type") == "roll_planar_die" else None


@invariant("roll-when-allowed", "901.9/a", "901.9/b", "901.9/c", "901.9/d", "901.12d/c", title="The active player rolls with priority, in a main phase, with an empty stack", where="planar")
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


@invariant("roll-cost-stays", "901.9/g", "901.9/h", title="Nothing but the action makes the next roll dearer or cheaper within a turn", where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and _roll(moment) is None and not moment.given["teams"] and "turn_began" not in moment.by_kind and moment.facts.one_game:
        before, now = planes[0]["next_roll_cost"], planes[1]["next_roll_cost"]
        if before or now or "planar_die" in moment.by_kind:
            yield now == before or Broken("the cost of the next roll changed", None, None, before, now)


@invariant("roll-cost-begins-anew", "901.9/f", title="In a new turn the first roll costs nothing", on=("turn_began",), where="planar")
def _(moment: Moment) -> Verdicts:
    planes = planes_of(moment)
    if planes is not None and _roll(moment) is None:
        yield planes[1]["next_roll_cost"] == 0 or Broken("the first roll of a turn costs something", None, None, 0, planes[1]["next_roll_cost"])


@invariant("roller-keeps-priority", "901.9a/b", "901.9b/b", "901.9c/b", "117.3c/b", title="Who rolled has priority afterwards", where="planar")
def _(moment: Moment) -> Verdicts:
    if _roll(moment) is not None and moment.priority and "left_game" not in moment.by_kind:
        player = moment.now["decision"]["player"]
        yield player in moment.facts.team[moment.move.player] or Broken("somebody else has priority after a roll", player, None, moment.move.player, player)


@invariant("roll-uses-no-stack", "901.9/i", "901.9a/a", title="A roll is not put on the stack; a blank face does nothing", on=("planar_die",), where="planar")
def _(moment: Moment) -> Verdicts:
    if _roll(moment) is None or moment.facts.uses("blank_is_chaos", "rolls_planar_die", "rolls_dice", "raise_die"):
        return
    if all(event["face"] == "blank" for event in moment.of("planar_die")):
        done = [kind for kind in ("chaos", "triggered", "planeswalked", "put_on_stack") if kind in moment.by_kind]
        yield not done or Broken(f"{done[0]} after a blank face", moment.move.player)


@invariant("planeswalker-symbol-triggers", "901.8/a", "901.8/b", "901.9c/a", "901.8/f", title="On the Planeswalker symbol the planeswalking ability triggers, without a source", on=("planar_die",), where="planar")
def _(moment: Moment) -> Verdicts:
    if "left_game" in moment.by_kind or moment.over:
        return
    rolled = sum(1 for event in moment.of("planar_die") if event["face"] == "planeswalker")
    triggered = sum(1 for event in moment.of("triggered") if event["source"] is None)
    if rolled:
        yield triggered >= rolled or Broken("the planeswalking ability did not trigger", None, None, rolled, triggered)


@invariant("planeswalking-is-the-rollers", "901.8/c", title="Who rolled the Planeswalker symbol controls the ability", on=("planar_die", "put_on_stack"), where="planar")
def _(moment: Moment) -> Verdicts:
    rollers = {event["player"] for event in moment.of("planar_die") if event["face"] == "planeswalker"}
    if rollers and _roll(moment) is not None:
        for event in moment.of("put_on_stack"):
            if event["source"] is None:
                yield event["controller"] in rollers or Broken("somebody else controls the planeswalking ability", event["controller"])
