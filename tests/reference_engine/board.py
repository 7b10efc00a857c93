"""Positions in a few words, for tests below the level of the cases, and cards of their own.

The cards here are written in the engine's vocabulary and belong to the tests, so that what they pin down does not hang on the pool.
"""

from __future__ import annotations

from typing import Any

from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.setup import new_game

Json = dict[str, Any]

NEWEST = "2026-09-25"


def _creature(name: str, power: int = 2, toughness: int = 2, **more: Any) -> Json:
    return {"name": name, "cost": "{2}", "types": ["Creature"], "power": power, "toughness": toughness, **more}


CARDS: dict[str, Json] = {
    card["name"]: card
    for card in [
        {"name": "Forest", "types": ["Land"], "subtypes": ["Forest"], "supertypes": ["Basic"]},
        _creature("Bear"),
        _creature("Giant", 3, 3),
        _creature("Wisp", 1, 1, keywords=["phasing"]),
        _creature("Drake", 2, 4, keywords=["flying", "phasing"]),
        _creature("Wall", 0, 5, keywords=["defender"]),
        _creature("Trampler", 5, 4, keywords=["trample"]),
        _creature("Raider", 2, 2, keywords=["menace", "haste"]),
        _creature("King", 2, 2, supertypes=["Legendary"]),
        {"name": "Old World", "cost": "{3}", "types": ["Enchantment"], "supertypes": ["World"]},
        {"name": "Strength", "cost": "{W}", "types": ["Enchantment"], "subtypes": ["Aura"], "enchant": "creature",
         "abilities": [{"static": {"modify": {"what": "host", "power": 1, "toughness": 2}}}]},
        {"name": "Mark", "cost": "{W}", "types": ["Enchantment"], "subtypes": ["Aura"], "enchant": "Enchantment"},
        {"name": "Axe", "cost": "{1}", "types": ["Artifact"], "subtypes": ["Equipment"], "equip": "{1}",
         "abilities": [{"static": {"modify": {"what": "host", "power": 2}}}]},
        {"name": "Living Axe", "cost": "{1}", "types": ["Artifact"], "subtypes": ["Equipment"], "equip": "{1}", "keywords": ["phasing"]},
        {"name": "Ripple", "cost": "{1}{U}", "types": ["Instant"],
         "abilities": [{"spell": {"targets": ["permanent"], "effects": [{"phase_out": "target"}]}}]},
        {"name": "Bolt", "cost": "{R}", "types": ["Instant"],
         "abilities": [{"spell": {"targets": ["any_target"], "effects": [{"damage": {"amount": 3, "any_target": True}}]}}]},
        {"name": "Many", "cost": "{X}", "types": ["Sorcery"],
         "abilities": [{"spell": {"targets": [{"what": "Creature", "min": 0, "max": "x"}, "Land"], "effects": [{"tap": "targets"}]}}]},
        {"name": "Charm", "cost": "{1}", "types": ["Instant"],
         "abilities": [{"spell": {"modes": {"choose": 1, "options": [
             {"targets": ["Creature"], "effects": [{"tap": "target"}]},
             {"effects": [{"gain_life": 2}]}]}}}]},
        {"name": "Altar", "cost": "{2}", "types": ["Artifact"],
         "abilities": [{"activated": {"cost": ["tap", {"sacrifice": "creature"}], "effects": [{"gain_life": 1}]}}]},
        {"name": "Watcher", "cost": "{2}", "types": ["Enchantment"],
         "abilities": [{"triggered": {"when": {"becomes_untapped": "creature"},
                                      "effects": [{"may": [{"gain_life": 1}]}]}}]},
        {"name": "Watcher Two", "cost": "{2}", "types": ["Enchantment"],
         "abilities": [{"triggered": {"when": {"becomes_untapped": "creature"}, "effects": [{"gain_life": 1}]}}]},
        {"name": "Limit Lands", "cost": "{2}", "types": ["Artifact"],
         "abilities": [{"static": {"untap_limit": {"what": "Land", "at_most": 1}}}]},
        {"name": "Limit All", "cost": "{2}", "types": ["Artifact"],
         "abilities": [{"static": {"untap_limit": {"what": "permanent", "at_most": 2}}}]},
        {"name": "Vault", "types": ["Land"], "abilities": [{"static": {"may_stay_tapped": "this"}}]},
        {"name": "Frost", "cost": "{1}", "types": ["Enchantment"], "subtypes": ["Aura"], "enchant": "creature",
         "abilities": [{"static": {"doesnt_untap": "host"}}]},
        *[{"name": f"Plane {letter}", "types": ["Plane"],
           "abilities": [{"triggered": {"when": "chaos", "effects": [{"gain_life": 1}]}}]} for letter in "ABCDE"],
        {"name": "Event", "types": ["Phenomenon"],
         "abilities": [{"triggered": {"when": "encounter", "effects": [{"gain_life": 5}]}}]},
        {"name": "Event Two", "types": ["Phenomenon"],
         "abilities": [{"triggered": {"when": "encounter", "effects": [{"lose_life": 5}]}}]},
    ]
}  # fmt: skip


def permanent(id_: str, card: str, controller: str = "alice", **more: Any) -> Json:
    """An entry of `battlefield`; `phased` is `direct`, `indirect` or left out."""
    phased = more.pop("phased", "in")
    return {
        "id": id_, "card": card, "controller": controller, "owner": controller, "tapped": False,
        "phased": {"status": phased, "under": more.pop("under", controller if phased != "in" else None)},
        "attached_to": None, "counters": {}, "damage": 0, "sick": False, "token": False, "face_down": False, "transformed": False,
        "bestowed": False, **more,
    }  # fmt: skip


def cards(prefix: str, *names: str) -> list[Json]:
    return [{"id": f"{prefix}{index}", "card": name} for index, name in enumerate(names, 1)]


def position(
    battlefield: list[Json] | None = None,
    players: tuple[str, ...] = ("alice", "bob"),
    step: str = "precombat_main",
    active: str = "alice",
    planechase: Json | None = None,
    day_night: str | None = None,
    teams: list[list[str]] | None = None,
    **seats: Json,
) -> Json:
    """GIVEN of docs/protocol.md, with everything that is not said at its default."""
    made = {}
    for player in players:
        made[player] = {
            "life": 20, "counters": {}, "lands_played": 0, "hand": [], "library": cards(f"{player}_lib", *["Forest"] * 10), "graveyard": [],
            "exile": [], "command": [], "planar_deck": [], **seats.get(player, {}),
        }  # fmt: skip
    return {
        "players": list(players), "teams": teams or [], "variant": None, "turn": {"active": active, "step": step, "number": 3},
        "previous_turn": {"active": players[-1], "spells_cast": 0}, "this_turn": {"spells_cast": dict.fromkeys(players, 0)},
        "day_night": day_night, "planechase": planechase, "seats": made, "battlefield": battlefield or [],
    }  # fmt: skip


def game(*battlefield: Json, edition: str = NEWEST, pool: dict[str, Json] | None = None, **more: Any) -> Game:
    """A game in a position; it stands at its first decision."""
    return new_game(position(list(battlefield), **more), CARDS if pool is None else pool, edition)


def planes(controller: str = "alice", face_up: tuple[str, ...] = ("Plane A",), deck: tuple[str, ...] | None = None) -> Json:
    """Planechase with a shared deck if `deck` is given (top first), else with a deck for each player."""
    return {
        "deck": "own" if deck is None else "shared", "controller": controller, "roll_actions_this_turn": 0, "construction": None,
        "face_up": [{**card, "owner": controller, "counters": {}} for card in cards("up", *face_up)],
        "planar_deck": cards("common", *(deck or ())),
    }  # fmt: skip


def pass_until(game_: Game, player: str, step: str, decline: tuple[str, ...] = ("attack", "block")) -> list[Any]:
    return game_.act(player, {"type": "pass_until", "player": player, "step": step, "decline": list(decline)})


def seen(game_: Game, id_: str) -> GameObject:
    found = game_.find(id_)
    assert found is not None, f"{id_} is not there"
    return found
