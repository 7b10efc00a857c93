"""The boards that `doctor` puts down: one for each feature that an engine may claim, in the form of a case's `given`.

They are read back, not played: what has to be there is what was put down. The cards are plain ones that any engine may know.
"""

from __future__ import annotations

from typing import Any, Final

PLAIN: Final = """
turn: {active: alice, step: precombat_main, number: 5}
alice:
  life: 17
  hand: [{card: Forest, as: forest_in_hand}]
  library: [{card: Island, as: top}, {card: Swamp, as: second}, Plains, Plains, Plains]
  graveyard: [{card: Hill Giant, as: dead}]
  exile: [{card: Gray Ogre, as: exiled}]
  battlefield: [{card: Grizzly Bears, as: bears, tapped: true}, {card: Grizzly Bears, as: others}, {card: Forest, as: forest}]
bob:
  life: 13
  battlefield: [{card: Hill Giant, as: giant}]
"""
"""Every engine can put this down."""

EMPTY: Final = "{alice: {life: 20}, bob: {life: 20}}"
"""The position after which nothing of another game may be left."""

AGAIN: Final = """
alice: {battlefield: [{card: Gray Ogre, as: bears}], graveyard: [{card: Island, as: forest_in_hand}]}
bob: {hand: [{card: Forest, as: giant}], battlefield: [{card: Grizzly Bears, as: dead, tapped: true}]}
"""
"""The ids of the plain board, for other cards in other places."""

BOARDS: Final[dict[str, str]] = {
    "multiplayer": "{players: [alice, bob, carol], alice: {life: 11}, carol: {life: 7, battlefield: [{card: Grizzly Bears, as: bears}]}}",
    "teams": "{players: [alice, bob, carol, dave], teams: [[alice, bob], [carol, dave]], variant: two_headed_giant}",
    "range_of_influence": ("{players: [alice, bob, carol, dave], range_of_influence: 1, alice: {hand: [{card: Shock, as: shock}]}}"),
    "planechase": "{planechase: {face_up: [{card: Krosa, as: face}], planar_deck: [{card: Shiv, as: below}]}}",
    "planechase_own_decks": (
        "{planechase: {deck: own, face_up: [{card: Krosa, as: face}]},"
        " alice: {planar_deck: [{card: Shiv, as: mine}]}, bob: {planar_deck: [{card: Agyrem, as: theirs}]}}"
    ),
    "set_day_night": "{day_night: night, previous_turn: {active: bob, spells_cast: 1}}",
    "set_phased": "{alice: {battlefield: [{card: Sandbar Crocodile, as: croc, phased: direct, tapped: true}, {card: Gray Ogre, as: o}]}}",
    "set_phased_under": (
        "{alice: {battlefield: [{card: Sandbar Crocodile, as: croc, phased: {kind: direct, under: bob}},"
        " {card: Grizzly Bears, as: bears, phased: direct}, {card: Holy Strength, as: aura, attached_to: bears, phased: indirect}]}}"
    ),
    "set_attached": "{alice: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Holy Strength, as: aura, attached_to: bears}]}}",
    "set_control": (
        "{alice: {battlefield: [{card: Grizzly Bears, as: lent, owner: bob},"
        " {card: Hill Giant, as: stolen, control: {player: bob, until: end_of_turn}}]}}"
    ),
    "set_counters": "{alice: {battlefield: [{card: Grizzly Bears, as: bears, tapped: true, counters: {stun: 2, +1/+1: 1}}]}}",
    "set_damage": "{alice: {battlefield: [{card: Hill Giant, as: giant, damage: 2}]}}",
    "set_tokens": "{alice: {battlefield: [{card: Grizzly Bears, as: bears, token: true}]}}",
    "set_face_down": "{alice: {battlefield: [{card: Brine Elemental, as: hidden, face_down: true}]}}",
    "set_transformed": "{alice: {battlefield: [{card: Tavern Ruffian, as: ruffian, transformed: true}]}}",
    "set_exerted": "{alice: {battlefield: [{card: Glory-Bound Initiate, as: initiate, tapped: true, exerted: alice}]}}",
    "set_chosen": "{alice: {battlefield: [{card: Shimmer, as: shimmer, chosen: {land_type: Island}}, {card: Island, as: island}]}}",
    "set_copy": "{alice: {battlefield: [{card: Grizzly Bears, as: double, copy_of: Hill Giant}]}}",
    "set_step": "{turn: {active: bob, step: end, number: 6}}",
    "pregame": (
        "{turn: {active: alice, step: pregame}, planechase: {deck: own},"
        " alice: {planar_deck: [Shiv, Agyrem]}, bob: {planar_deck: [Llanowar, Gavony]}}"
    ),
    "construction": "{planechase: {deck: shared, construction: checked, planar_deck: [Shiv, Shiv]}}",
}
"""By the feature that the board tries. Features that are not here are tried by what they do (`conformance.commands.checkup.deeds`)."""

FIELDS: Final[dict[str, str]] = {
    "set_attached": "attached_to",
    "set_control": "controller",
    "set_counters": "counters",
    "set_damage": "damage",
    "set_day_night": "day_night",
    "set_exerted": "exerted",
    "set_face_down": "face_down",
    "set_phased": "phased",
    "set_phased_under": "phased_under",
    "set_tokens": "token",
    "set_transformed": "transformed",
}
"""By feature, the field of the snapshot that it is about: without it nobody can see whether the set-up took."""

SHOWS: Final[dict[str, tuple[str, str, Any]]] = {
    "set_chosen": ("island", "keywords", "phasing"),
    "set_copy": ("double", "power", 3),
}
"""By feature, how it shows on its board beyond what is read back: an object, a field of it, and what that is or has in it."""
