"""Where clauses on phasing come into play that no invariant speaks of alone (rules 702.26, 610.4)."""

from __future__ import annotations

import functools
from typing import Any

from conformance.fuzz.facts import NAMES_THE_ABSENT, PHASES_OUT, card_of, words_of
from conformance.fuzz.invariants.invariant import landmark
from conformance.fuzz.invariants.swap import gives_phasing, prints_phasing
from conformance.fuzz.moment import Moment

Json = dict[str, Any]

WATCHING = (
    "as_long_as_source", "as_long_as_source_tapped", "as_long_as", "as_long_as_controlled", "as_long_as_affected_tapped",
    "as_long_as_affected_enchanted",
)  # fmt: skip


def uses(moment: Moment, number: str | None, *words: str) -> bool:
    """Whether the card of an object uses one of these words."""
    card = (moment.after.card(number) or moment.there.get(number, {}).get("card")) if number else None
    return not (words_of(card or "") or frozenset()).isdisjoint(words)


@functools.cache
def holds_out(card: str) -> bool:
    """Whether a card phases something out until something happens."""
    words = words_of(card) or frozenset()
    return "until" in words and not words.isdisjoint(PHASES_OUT)


def _holds(moment: Moment, number: str | None) -> bool:
    card = (moment.after.card(number) or moment.there.get(number, {}).get("card")) if number else None
    return card is not None and holds_out(card)


def _by_the_event(moment: Moment) -> list[Json]:
    """What came in since the event that it waited for had happened."""
    return [event for event in moment.of("phased_in") if event.get("rule") == "610.4"]


# --- until something happens -----------------------------------------------------------------------------------------------------


@landmark("610.4/a", "610.4a/a", title="Held out through an untap step", where="untapping")
def _(moment: Moment) -> int:
    if not moment.facts.holds_out:
        return 0
    teams = [step.team for step in moment.untap_steps if step.over]
    return sum(1 for was, _ in moment.stayed_out if was["phased"] == "direct" and any(was["phased_under"] in team for team in teams))


@landmark("610.4/b", title="The event brings it back", on=("phased_in",))
def _(moment: Moment) -> int:
    return len(_by_the_event(moment))


@landmark("610.4/c", title="The source that holds something out phases out itself", on=("phased_out",))
def _(moment: Moment) -> int:
    return sum(1 for number in moment.told_of("phased_out") if moment.were_out and _holds(moment, number))


@landmark("610.4/d", title="The source leaves the game with its owner", on=("left_game",))
def _(moment: Moment) -> int:
    return len(_by_the_event(moment))


@landmark("610.4/e", title="It comes back tapped", on=("phased_in",))
def _(moment: Moment) -> int:
    back = [event["object"] for event in _by_the_event(moment)]
    return sum(1 for number in back if moment.here.get(number, {}).get("tapped"))


@landmark("610.4a/b", title="Another effect brings it back", on=("phased_in",))
def _(moment: Moment) -> int:
    if not moment.facts.holds_out:
        return 0
    return sum(1 for event in moment.of("phased_in") if event.get("rule") == "702.26c")


@landmark("610.4a/c", title="The event happens, and there is nothing to bring back", on=("zone_change",))
def _(moment: Moment) -> int:
    left = [event for event in moment.of("zone_change") if event["from"] == "battlefield" and _holds(moment, event["object"])]
    return 0 if _by_the_event(moment) else len(left)


@landmark("610.4b/a", "610.4b/b", "610.4c/a", title="The event has happened before it resolves", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if _holds(moment, item["source"]) and item["source"] not in moment.there)


@landmark("610.4c/b", title="A new object of the same card", on=("zone_change",))
def _(moment: Moment) -> int:
    moved = moment.past.moved if moment.past is not None else set()
    entered = [event["object"] for event in moment.of("zone_change") if event["to"] == "battlefield"]
    return sum(1 for number in entered if number in moved and _holds(moment, number))


@landmark("610.4d/a", title="Several come back at once", on=("phased_in",))
def _(moment: Moment) -> int:
    return int(len(_by_the_event(moment)) > 1)


@landmark("610.4d/b", title="Several effects end at once", on=("phased_in",))
def _(moment: Moment) -> int:
    sources = [event["batch"] for event in moment.of("zone_change") if event["from"] == "battlefield" and _holds(moment, event["object"])]
    return int(len(_by_the_event(moment)) > 1 and len(sources) > len(set(sources)))


# --- the exchange ----------------------------------------------------------------------------------------------------------------


@landmark("702.26a/i", title="What can't phase is held where it is", where="untapping")
def _(moment: Moment) -> int:
    if not moment.facts.uses("cant_phase_out", "cant_phase_in"):
        return 0
    teams = [step.team for step in moment.untap_steps if step.over]
    touched = moment.told_of("phased_out", "phased_in")
    held = [entry for entry in moment.ins if "phasing" in entry["keywords"] and any(entry["controller"] in team for team in teams)]
    return sum(1 for entry in held if entry["id"] not in touched) + sum(
        1 for was, _ in moment.stayed_out if was["phased"] == "direct" and any(was["phased_under"] in team for team in teams)
    )


@landmark("502.1/i", title="Phasing that an effect gives sends something out", on=("phased_out",), where="untapping")
def _(moment: Moment) -> int:
    out = {event["object"] for step in moment.untap_steps for event in step.of("phased_out")}
    return sum(1 for number in out if moment.here.get(number, {}).get("phased") == "direct" and not prints_phasing(moment.here[number]))


@landmark(
    "702.26m/d", title="An exchange where an effect keeps permanents from untapping", on=("phased_in", "phased_out"), where="untapping"
)
def _(moment: Moment) -> int:
    return int(moment.facts.holds_tapped and any(step.of("phased_in", "phased_out") for step in moment.untap_steps))


@landmark("702.26m/e", title="What skips untap steps comes in within one", on=("phased_in",), where="untapping")
def _(moment: Moment) -> int:
    came = {event["object"] for step in moment.untap_steps for event in step.of("phased_in")}
    return sum(1 for number in came if uses(moment, number, "skip_step"))


@landmark("702.26n/b", title="What is out is exiled as control of it ends", on=("zone_change",), where="thinned")
def _(moment: Moment) -> int:
    if "left_game" in moment.by_kind:
        return 0
    return sum(1 for event in moment.of("zone_change") if event["to"] == "exile" and event["object"] in moment.were_out)


@landmark("702.26p/b", title="A permanent with phasing of its own is given phasing", on=("phased_out",), where="untapping")
def _(moment: Moment) -> int:
    printed = [number for number in moment.told_of("phased_out") if prints_phasing(moment.here.get(number))]
    givers = {entry["attached_to"] for entry in moment.there.values() if gives_phasing(entry["card"])}
    return sum(1 for number in printed if number in givers)


# --- out -------------------------------------------------------------------------------------------------------------------------


@landmark("702.26b/d", title="A target is out as the spell or ability would resolve", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if not moment.were_out.isdisjoint(map(str, item["targets"])))


@landmark("702.26b/j", title="State-based actions pass over what is out and would concern them", where="phasing")
def _(moment: Moment) -> int:
    if not moment.settled:
        return 0
    return sum(1 for entry in moment.outs if entry["damage"] or entry["token"] or (_is_aura(entry) and entry["attached_to"] is None))


def _is_aura(entry: Json) -> bool:
    return "Aura" in ((card_of(entry["card"]) or {}).get("subtypes") or ())


@landmark("702.26b/p", title="An ability resolves whose source is out", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if item["source"] in moment.were_out)


@landmark("702.26b/q", title="An ability resolves that speaks of its source, which is out", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if item["source"] in moment.were_out and uses(moment, item["source"], "this", "later"))


@landmark("702.26b/r", title="An effect reaches what is out", on=("phased_in",), where="phasing")
def _(moment: Moment) -> int:
    return sum(1 for event in moment.of("phased_in") if event.get("rule") == "702.26c" and moment.facts.uses(*NAMES_THE_ABSENT))


# --- back ------------------------------------------------------------------------------------------------------------------------


@landmark("702.26c/b", title="What came in is counted at once", on=("phased_in",))
def _(moment: Moment) -> int:
    back = moment.told_of("phased_in")
    return len(back & moment.told_of("tapped", "untapped", "counter_added", "transformed", "attached"))


@landmark("702.26c/d", title="Static abilities of others apply to what came in", on=("phased_in",))
def _(moment: Moment) -> int:
    count = 0
    for number in moment.told_of("phased_in"):
        now = moment.here.get(number)
        card = card_of(now["card"]) if now else None
        if now and card and now["phased"] == "in" and "power" in card and not now["counters"]:
            count += str(card["power"]) != str(now["power"])
    return count


@landmark("702.26c/e", title="State-based actions find what came in", on=("phased_in",))
def _(moment: Moment) -> int:
    back = moment.told_of("phased_in")
    return sum(1 for event in moment.of("zone_change") if event["object"] in back and str(event.get("rule")).startswith("704"))


@landmark("702.26c/f", title="Something triggers on phasing in", on=("phased_in",))
def _(moment: Moment) -> int:
    batches = {event["batch"] for event in moment.of("phased_in")}
    return sum(1 for event in moment.of("triggered") if event["batch"] in batches)


@landmark("702.26d/j", "702.26d/k", title="What entered, triggered or was used in this turn phases", on=("phased_in", "phased_out"))
def _(moment: Moment) -> int:
    return len(moment.past.busy & moment.told_of("phased_in", "phased_out")) if moment.past is not None else 0


@landmark("702.26d/n", title="What has a time of its own comes in: a world, or what changes others", on=("phased_in",))
def _(moment: Moment) -> int:
    return sum(1 for number in moment.told_of("phased_in") if uses(moment, number, "World", "modify"))


# --- effects ---------------------------------------------------------------------------------------------------------------------


@landmark("702.26e/a", title="An effect that changes characteristics resolves while something is out", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if moment.were_out and uses(moment, item["source"], "modify"))


@landmark("702.26e/b", title="An effect that changes control resolves while something is out", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if moment.were_out and uses(moment, item["source"], "control", "exchange_control"))


@landmark("702.26e/c", title="An effect on its own source resolves while that is out", where="resolving")
def _(moment: Moment) -> int:
    return sum(1 for item in moment.resolving if item["source"] in moment.were_out and uses(moment, item["source"], "modify"))


@landmark("702.26e/d", title="An effect that is not locked in begins while something is out", where="resolving")
def _(moment: Moment) -> int:
    words = ("state", "prevent_damage", "dont_untap_next", "cant_attack", "cant_block", "grant_player")
    return sum(1 for item in moment.resolving if moment.were_out and uses(moment, item["source"], *words))


@landmark("702.26f/d", "702.26f/f", title="The source of a for-as-long-as effect goes out", on=("phased_out",))
def _(moment: Moment) -> int:
    return sum(1 for number in moment.told_of("phased_out") if uses(moment, number, *WATCHING))


@landmark("702.26f/e", "702.26f/g", title="Something goes out where a for-as-long-as effect can be", on=("phased_out",))
def _(moment: Moment) -> int:
    there = any(uses(moment, number, *WATCHING) for number in moment.there)
    return len([n for n in moment.told_of("phased_out") if there and not uses(moment, n, *WATCHING)])


@landmark("702.26f/h", title="A for-as-long-as effect would begin while its source, or what is on its target, is out", where="resolving")
def _(moment: Moment) -> int:
    out = moment.were_out
    if not out:
        return 0
    about = out | {moment.there[number]["attached_to"] for number in out}
    return sum(
        1
        for item in moment.resolving
        if not about.isdisjoint((item["source"], *(item.get("targets") or ()))) and uses(moment, item["source"], *WATCHING)
    )


# --- attachments -----------------------------------------------------------------------------------------------------------------


@landmark("702.26g/g", title="Something goes out, and an attachment that is not on it stays", on=("phased_out",))
def _(moment: Moment) -> int:
    out = moment.told_of("phased_out")
    return sum(1 for entry in moment.ins if entry["id"] not in out and {"Aura", "Equipment", "Fortification"} & set(entry["subtypes"]))


@landmark("702.26i/g", title="Equipment comes in and its host is gone", on=("phased_in",))
def _(moment: Moment) -> int:
    back = moment.told_of("phased_in") & moment.were_out & moment.here.keys()
    lost = [n for n in back if moment.there[n]["attached_to"] and moment.here[n]["attached_to"] is None]
    return sum(
        1 for n in lost if "Equipment" in moment.here[n].get("subtypes", ()) or "Fortification" in moment.here[n].get("subtypes", ())
    )


@landmark("702.26i/h", title="An attachment goes out without its host", on=("phased_out",))
def _(moment: Moment) -> int:
    out = [moment.here[n] for n in moment.told_of("phased_out") if n in moment.here]
    return sum(1 for e in out if e["phased"] == "direct" and moment.here.get(e["attached_to"] or "", {}).get("phased") == "in")


@landmark("702.26i/i", title="What is on a card in a graveyard comes in", on=("phased_in",))
def _(moment: Moment) -> int:
    back = moment.told_of("phased_in") & moment.were_out
    return sum(1 for n in back if moment.there[n]["attached_to"] and moment.after.zone(moment.there[n]["attached_to"]) == "graveyard")


@landmark("702.26j/d", title="What came in is taken off by a state-based action", on=("phased_in",))
def _(moment: Moment) -> int:
    return len(moment.told_of("phased_in") & moment.told_of("unattached"))
