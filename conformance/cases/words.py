"""The words of the case format: zones, colours, kinds of decision, and what cannot be a name."""

from __future__ import annotations

from conformance.cases.model import STEPS

ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command")
COLORS = ("white", "blue", "black", "red", "green")
FACES = ("blank", "chaos", "planeswalker")
VARIANTS = ("two_headed_giant", "grand_melee", "commander")
CARD_TYPES = (
    "Artifact", "Battle", "Conspiracy", "Creature", "Dungeon", "Enchantment", "Instant", "Kindred", "Land", "Phenomenon", "Plane",
    "Planeswalker", "Scheme", "Sorcery", "Vanguard",
)  # fmt: skip
DAY_NIGHT = ("day", "night", "neither")
GIVEN_STEPS = ("pregame", *(step for step in STEPS if step not in ("untap", "cleanup")))
CONFIDENCE = ("text", "ruling", "derived")
BASIC_LAND = "Forest"
"""What libraries are stocked with where a case says nothing."""

SEAT_ZONES = ("hand", "library", "graveyard", "exile", "command", "planar_deck")

STEP_KEYS = ("advance_to", "pass", "resolve", "answers", "expect", "name")
GIVEN_KEYS = ("players", "teams", "variant", "range_of_influence", "turn", "previous_turn", "this_turn", "day_night", "planechase")
EXPECT_KEYS = ("turn", "priority", "day_night", "planechase", "stack", "count", "decisions", "no_decisions", "events", "no_events")
ZONE_WORDS = (*ZONES, "outside", "planar_deck", "face_up")

RESERVED_NAMES = frozenset((
    *STEP_KEYS, *GIVEN_KEYS, *EXPECT_KEYS, *ZONE_WORDS, "given", "script", "natural", "card", "token", "planeswalking", "any_order",
    "simultaneous", "null", "true", "false",
))  # fmt: skip
