"""Priority: who has it, and what is done before anybody does (rules 117, 503.1a, 603.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.facts import words_of
from conformance.fuzz.invariants.invariant import Broken, invariant
from conformance.fuzz.moment import Moment

Verdicts = Iterator[bool | Broken]
Json = dict[str, Any]


@invariant(
    "held-triggers-are-placed",
    "502.4/e",
    "502.4/f",
    "502.4/g",
    "603.3/a",
    "117.3a/c",
    "704.3/d",
    title="What triggered is on the stack at the next priority",
    when="priority",
    on=("triggered",),
)
def _(moment: Moment) -> Verdicts:
    # An ability without targets and modes cannot fail to be put there; those of cards that end turns or make mana are left out.
    if moment.over or "left_game" in moment.by_kind or moment.facts.uses("end_turn") or not moment.facts.one_game:
        return
    put = [event["source"] for event in moment.of("put_on_stack")]
    triggered = [event["source"] for event in moment.of("triggered")]
    for source in set(triggered):
        if source is None or _always_placed(moment, source):
            missing = triggered.count(source) - put.count(source)
            yield missing <= 0 or Broken(
                "its ability triggered and was not put on the stack", source, None, triggered.count(source), put.count(source)
            )


def _always_placed(moment: Moment, source: str) -> bool:
    """Whether nothing on the card could keep a triggered ability of it from the stack."""
    card = moment.after.card(source) or moment.there.get(source, {}).get("card")
    words = words_of(card) if card is not None else None
    if words is None:
        return False
    return words.isdisjoint(("targets", "modes", "extra_mana", "add_mana", "taps_for_mana", "state", "copy_of", "suspend"))


@invariant(
    "placed-before-priority",
    "502.4/f",
    "503.1a/a",
    "117.3a/c",
    title="What triggered in the untap step is put on the stack before anybody has priority",
    on=("triggered",),
    where="untapping",
)
def _(moment: Moment) -> Verdicts:
    if "left_game" in moment.by_kind:
        return
    for step in moment.untap_steps:
        held = [event["source"] for event in step.of("triggered") if event["source"] is None or _always_placed(moment, event["source"])]
        if not held:
            continue
        placed: list[Any] = []
        for event in moment.events[step.first + len(step.events) :]:
            if event["kind"] == "put_on_stack":
                placed.append(event["source"])
            elif event["kind"] == "priority":
                missing = [source for source in held if source not in placed]
                yield not missing or Broken("somebody had priority before its ability was on the stack", missing[0])
                break


@invariant(
    "nothing-placed-that-did-not-trigger",
    "603.3/a",
    "603.2/a",
    title="Only what triggered is put on the stack as a triggered ability",
    on=("put_on_stack",),
)
def _(moment: Moment) -> Verdicts:
    if moment.past is None or moment.facts.uses("pay_any_number"):
        return  # what has been paid so makes an ability trigger without an event (603.12)
    held = moment.past.waiting
    triggered = {(event["source"], event["ability"]) for event in moment.of("triggered")}
    for event in moment.of("put_on_stack"):
        key = event["source"], event["ability"]
        yield (
            key in triggered
            or held[key] > 0
            or Broken(f"its ability {event['ability']} was put on the stack and had not triggered", event["source"])
        )


@invariant(
    "active-player-first",
    "503.1/b",
    "117.3a/a",
    "502.4/b",
    title="The active player is the first to have priority in a step",
    on=("step_began",),
)
def _(moment: Moment) -> Verdicts:
    if moment.facts.uses("end_turn"):
        return
    for _, step, events in moment.steps[1:] if moment.was is not None else ():
        if step in ("untap", "cleanup") or any(event["kind"] == "left_game" for event in events):
            continue
        first = next((event["player"] for event in events if event["kind"] == "priority"), None)
        active = events[0]["player"]
        if first is not None and active in moment.now["players"]:
            yield first in moment.facts.team[active] or Broken(
                f"another player had the first priority in {step}", first, None, active, first
            )


@invariant(
    "active-players-triggers-first",
    "503.1a/c",
    "405.3/a",
    "603.3b/b",
    title="The active player's abilities go on the stack first, then the others' in turn order",
    on=("put_on_stack",),
)
def _(moment: Moment) -> Verdicts:
    # What triggers while others are being placed comes in a later round; so only acts with one round are looked at.
    if moment.given["teams"] or "left_game" in moment.by_kind or moment.facts.uses("reverse_turn_order"):
        return
    kinds = [event["kind"] for event in moment.events if event["kind"] in ("triggered", "put_on_stack", "priority", "zone_change")]
    first = kinds.index("put_on_stack")
    after = kinds[first:]
    if "triggered" in after or "zone_change" in after or "priority" in kinds[:first] or moment.was is None:
        return
    if moment.was["decision"] is not None and moment.was["decision"]["kind"] != "priority":
        return
    seats = moment.given["players"]
    start = seats.index(moment.now["active"])
    order = [*seats[start:], *seats[:start]]
    last = -1
    for event in moment.of("put_on_stack")[: after.index("priority") if "priority" in after else None]:
        place = order.index(event["controller"])
        yield place >= last or Broken("its ability was put on the stack too late", event["source"])
        last = max(last, place)


@invariant("priority-is-of-players", "800.4a/f", "800.4j/b", title="Who is asked is in the game")
def _(moment: Moment) -> Verdicts:
    decision = moment.now["decision"]
    if decision is not None and not moment.over:
        player = decision["player"]
        yield player in moment.now["players"] or Broken(f"{decision['kind']} is asked of a player who has left", player)


@invariant("snapshot-says-who-acts", "117.3a/a", "117.3d/a", title="Who has priority is who is to act")
def _(moment: Moment) -> Verdicts:
    decision = moment.now["decision"]
    holder = decision["player"] if decision is not None and decision["kind"] == "priority" else None
    shown = moment.after.snapshot["priority"]
    yield shown == holder or Broken("priority is not that of the decision", shown, None, holder, shown)


@invariant("pass-hands-on", "117.3d/a", "405.5/a", title="Who passes does not have priority next with nothing having happened")
def _(moment: Moment) -> Verdicts:
    action = moment.move.action if moment.move is not None else None
    if action is None or action.get("type") != "pass" or moment.was is None or not moment.priority or moment.given["teams"]:
        return
    same = all(moment.was[key] == moment.now[key] for key in ("turn", "step", "stack"))
    if same and len(moment.now["players"]) > 1 and all(event["kind"] == "priority" for event in moment.events):
        holder = moment.now["decision"]["player"]
        yield holder != moment.move.player or Broken("who passed has priority at once again", holder)


@invariant("all-pass-one-resolves", "405.5/a", "117.3b/a", title="Passing resolves one object at most")
def _(moment: Moment) -> Verdicts:
    action = moment.move.action if moment.move is not None else None
    if action is None or action.get("type") != "pass" or moment.was is None or moment.before is None or "left_game" in moment.by_kind:
        return
    if moment.was["stack"] and moment.facts.one_game and not moment.facts.uses("end_turn", "counter", "counter_unless_paid"):
        gone = {item["id"] for item in moment.before.stack} - {item["id"] for item in moment.after.stack}
        yield len(gone) <= 1 or Broken(f"{len(gone)} objects left the stack with one pass")
        if gone:
            top = moment.before.stack[0]["id"]
            yield top in gone or Broken("something other than the top of the stack resolved", min(gone), "405.2/a")


@invariant("caster-keeps-priority", "117.3c/a", title="Who cast or activated something has priority next", when="priority")
def _(moment: Moment) -> Verdicts:
    action = moment.move.action if moment.move is not None else None
    if action is not None and action.get("type") in ("cast", "activate", "special", "play_land") and "left_game" not in moment.by_kind:
        holder = moment.now["decision"]["player"]
        fits = holder in moment.facts.team[moment.move.player]
        yield fits or Broken("somebody else has priority", holder, None, moment.move.player, holder)


@invariant("acts-with-priority", "502.4/a", "502.4/b", "117.3d/a", title="Only who has priority acts")
def _(moment: Moment) -> Verdicts:
    action = moment.move.action if moment.move is not None else None
    if action is None or moment.was is None or action.get("type") in ("concede", "begin", "pass_until"):
        return
    decision = moment.was["decision"]
    fits = decision is not None and decision["kind"] == "priority" and decision["player"] in moment.facts.team[moment.move.player]
    yield fits or Broken(f"{action.get('type')} was accepted of a player without priority", moment.move.player)


@invariant("answers-whom-it-asked", "502.3/n", "608.2d/b", title="Only who is asked answers", where="answered")
def _(moment: Moment) -> Verdicts:
    answer = moment.move.answer if moment.move is not None else None
    if answer is None or moment.was is None or moment.was["decision"] is None:
        return
    decision = moment.was["decision"]
    yield decision["player"] == moment.move.player or Broken("an answer of another player was accepted", moment.move.player)


@invariant("turns-count-up", "500.1/a", "500.7/a", title="Turns are counted one by one", on=("turn_began",))
def _(moment: Moment) -> Verdicts:
    if moment.was is not None and moment.facts.one_game and moment.was["step"] != "pregame":
        expected = moment.was["turn"] + len(moment.of("turn_began"))
        yield moment.now["turn"] == expected or Broken("the number of the turn", None, None, expected, moment.now["turn"])


@invariant("step-as-told", "500.1/a", "500.3/a", title="The game is in the step that began last", on=("step_began",))
def _(moment: Moment) -> Verdicts:
    last = moment.of("step_began")[-1]
    if not moment.over and moment.facts.one_game:
        shown = moment.now["active"], moment.now["step"]
        yield shown == (last["player"], last["step"]) or Broken("the step", None, None, (last["player"], last["step"]), shown)
