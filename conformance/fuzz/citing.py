"""Which rule to look at for a difference: what the engines cite for the last change of the field; else the rule that says what it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from conformance.fuzz.differential import Difference

Json = dict[str, Any]

_MOVES = ("zone_change",)
FIELDS: dict[str, tuple[tuple[str, ...], str]] = {
    # of objects
    "zone": (("zone_change", "phased_out"), "400.7"),
    "phased": (("phased_in", "phased_out"), "702.26"),
    "phased_under": (("phased_out",), "702.26"),
    "tapped": (("tapped", "untapped", "phased_in"), "110.5"),
    "controller": ((), "110.2"),
    "owner": ((), "108.3"),
    "attached_to": (("attached", "unattached", "zone_change", "phased_in", "phased_out"), "701.3"),
    "counters": (("counter_added", "counter_removed"), "122.1"),
    "damage": (("damage",), "120.3"),
    "card": (("transformed",), "707.2"),
    "types": (("transformed",), "613.1d"),
    "subtypes": (("transformed",), "613.1d"),
    "supertypes": (("transformed",), "613.1d"),
    "colors": (("transformed",), "613.1e"),
    "keywords": (("transformed",), "613.1f"),
    "power": (("transformed", "counter_added", "counter_removed"), "613.4"),
    "toughness": (("transformed", "counter_added", "counter_removed"), "613.4"),
    "token": ((), "111.1"),
    "sick": ((), "302.6"),
    "face_down": ((), "708.2"),
    "transformed": (("transformed",), "701.27"),
    "exerted": ((), "701.43"),
    "attacking": (("removed_from_combat", "phased_out"), "508.1k"),
    "blocking": (("removed_from_combat", "phased_out"), "509.1g"),
    "blocked": (("removed_from_combat", "phased_out"), "509.1h"),
    # of players
    "in_game": (("left_game",), "104.3"),
    "life": (("life", "damage"), "119.3"),
    "hand": (_MOVES, "402.1"),
    "library": (_MOVES, "401.2"),
    "graveyard": (_MOVES, "404.1"),
    "exile": (_MOVES, "406.1"),
    "command": (_MOVES, "408.1"),
    "planar_deck": (("planeswalked", "encountered"), "901.3"),
    "lands_played": ((), "305.2"),
    # of the game
    "over": (("left_game",), "104.1"),
    "players": (("left_game",), "104.3"),
    "turn": ((), "500.1"),
    "active": ((), "102.1"),
    "step": (("step_skipped",), "500.1"),
    "day_night": (("day_night",), "731.2"),
    "priority": ((), "117.3"),
    "stack": (("put_on_stack", "triggered", "cast"), "405.1"),
    "stack.source": (("put_on_stack", "cast"), "405.2"),
    "stack.controller": (("put_on_stack", "cast"), "109.4"),
    "stack.card": (("cast",), "405.1"),
    "stack.targets": ((), "115.1"),
    "planechase.controller": (("new_planar_controller",), "901.6"),
    "planechase.face_up": (("planeswalked", "encountered"), "901.11"),
    "planechase.planar_deck": (("planeswalked", "encountered"), "701.31b"),
    "planechase.next_roll_cost": ((), "901.9"),
    "decision": ((), "104.1"),
}
"""For each field that is compared the events that change it, and the rule to look at where nobody cites one for such an event."""

ASKS = {
    "priority": "117.3", "begin": "103.8", "attack": "508.1", "block": "509.1", "assign": "510.1c", "targets": "601.2c", "may": "608.2d",
    "pay": "118.3", "mode": "700.2", "choose": "608.2d", "choose_untap": "502.3", "order_triggers": "603.3b", "order": "401.4",
    "discard": "701.9", "replacement": "616.1", "legend": "704.5j", "planar_die": "901.9", "ignore_roll": "706.6", "scry": "701.22",
    "surveil": "701.25", "coin": "705.1",
}  # fmt: skip
"""The rule by which a player is asked, by the kind of decision."""

DEEDS = {
    "cast": "601.3", "activate": "602.5", "play_land": "305.2", "roll_planar_die": "901.9", "pass": "117.3d", "pass_until": "117.3d",
    "special": "116.2", "concede": "104.3a", "begin": "103.8",
}  # fmt: skip
"""The rule by which a player may do it, by the type of the action."""

OTHERS = ("502.3", "506.4", "613.1b", "101.2")
"""Rules that `rule_of` and `legality` give besides."""

_PILES = frozenset({"hand", "library", "graveyard", "exile", "command", "planechase.face_up"})


def rule_of(difference: Difference, events: Sequence[Json], theirs: Sequence[Json] = ()) -> str:
    """The rule that the reference cited for the last change of that field; else the one that the engine cited; else where to look."""
    field = difference.field
    if field.startswith("decision.") and difference.asks in ASKS:
        return ASKS[difference.asks]
    kinds, rule = FIELDS.get(field, ((), "")) if field in FIELDS else FIELDS[field.partition(".")[0]]
    about = _moved(difference) if field in _PILES else {difference.about}
    for told in (events, theirs):
        for event in reversed(told):
            if event["kind"] in kinds and event.get("rule") and _concerns(event, about):
                return str(event["rule"])
    if field == "tapped" and any(event["kind"] == "step_began" and event.get("step") == "untap" for event in events):
        return "502.3"  # it should have untapped, or should not
    if field in ("attacking", "blocking") and not difference.expected:
        return "506.4"  # it should have been removed from combat
    if field == "controller" and difference.expected and difference.observed:
        return "613.1b"
    return rule


def legality(kind: str) -> str:
    """The rule to look at when the engines do not agree on whether a deed, or an answer to that kind of decision, is legal."""
    return DEEDS.get(kind) or ASKS.get(kind) or "101.2"


def _concerns(event: Json, about: Collection[Any]) -> bool:
    return "" in about or any(event.get(key) in about for key in ("object", "player", "source", "to") if event.get(key) is not None)


def _moved(difference: Difference) -> set[Any]:
    """What lies in one of two piles; all of them where only the order differs."""
    one, other = (set(map(str, pile)) if isinstance(pile, list) else set() for pile in (difference.expected, difference.observed))
    return (one ^ other) or one
