"""The snapshot of the protocol from the engine's state. What the engine does not say is left out, never worked out here."""

from __future__ import annotations

from typing import Any

from .ids import Ids
from .play import Play
from .status import players_in_game, step_of
from .vocabulary import ZONES, counter_from_engine

Json = dict[str, Any]

PLANESWALKING = "Planeswalking ability"
_FROM_THE_FIRST_OBJECT = 1 << 32  # larger source numbers are the engine's own, not objects


def snapshot(play: Play) -> Json:
    """Everything that the engine tells of the position."""
    state, ids = play.state, play.ids
    kind, data = play.waiting
    planechase = "planar_deck" in state or "planar_controller" in state
    planar = set(state.get("planar_deck") or [])
    names = {obj["id"]: obj["name"] for obj in state["objects"].values() if obj["zone"] == "Stack"}
    return {
        "turn": {"active": ids.players[state["active_player"]], "step": step_of(play), "number": state["turn_number"]},
        "priority": ids.players[data["player"]] if kind == "Priority" else None,
        "day_night": (state.get("day_night") or "neither").lower(),
        "players": {name: _player(play, seat) for seat, name in enumerate(ids.players)},
        "objects": [_object(play, obj) for obj in state["objects"].values() if _is_there(state, obj, planar)],
        "stack": [stack_entry(ids, entry, names) for entry in reversed(play.stack)],
        "planechase": _planechase(play) if planechase else None,
    }


def stack_entry(ids: Ids, entry: Json, names: dict[int, str]) -> Json:
    """A spell or an ability on the stack; `names` are those of the cards there."""
    kind = entry["kind"]["type"]
    detail = entry["kind"].get("data") or {}
    found: Json = {"id": ids.name(entry["id"]), "controller": ids.players[entry["controller"]]}
    ability = detail.get("ability") or {}
    found["card"] = None
    if kind == "Spell":
        found["source"] = found["id"]
        found["card"] = names.get(entry["id"])
    elif detail.get("description") == PLANESWALKING or (_is_games(entry) and (ability.get("effect") or {}).get("type") == "Planeswalk"):
        found["source"] = None
    elif entry["source_id"] == 0:
        found["source"] = None  # an ability of the game's own, as that of speed
    else:
        found["source"] = ids.name(entry["source_id"])
    found["targets"] = [ids.of_target(target) for target in chosen_targets(entry)]
    return found


def chosen_targets(entry: Json) -> list[Json]:
    """The targets of a spell or ability on the stack, along the chain of its instructions.

    An instruction about what an earlier one targets lists it again; one with a word "target" of its own may have the same target once more.
    """
    found: list[Json] = []
    step: Any = (entry["kind"].get("data") or {}).get("ability")
    while isinstance(step, dict):
        again = _has_own_target(step)
        for target in step.get("targets") or []:
            if isinstance(target, dict) and (again or target not in found) and ("Object" in target or "Player" in target):
                found.append(target)
        step = step.get("sub_ability")
    return found


def _has_own_target(step: Json) -> bool:
    target = (step.get("effect") or {}).get("target")
    return step.get("sub_link") == "SequentialSibling" and isinstance(target, dict) and target.get("type") == "Typed"


def _is_games(entry: Json) -> bool:
    return bool(entry["source_id"] >= _FROM_THE_FIRST_OBJECT)


def _is_there(state: Json, obj: Json, planar: set[int]) -> bool:
    """The engine keeps objects that left the game in its table; they are in no zone's list any more."""
    number, zone = obj["id"], obj["zone"]
    if zone == "Battlefield":
        return number in state["battlefield"]
    if zone == "Exile":
        return number in state["exile"]
    if zone == "Command":
        return number in state["command_zone"] or number in planar
    if zone == "Stack":
        return any(entry["id"] == number for entry in state["stack"])
    seat = state["players"][obj["owner"]]
    return number in seat.get(zone.lower(), [])


def _player(play: Play, seat: int) -> Json:
    state, ids = play.state, play.ids
    there = state["players"][seat]
    command = [number for number in state["command_zone"] if not _is_planar(state, number)]
    counters = {}
    for kind, field in (("poison", "poison_counters"), ("energy", "energy")):
        if there.get(field):
            counters[kind] = there[field]
    inside = ids.players[seat] in players_in_game(play)
    found: Json = {
        "life": there["life"],
        "counters": counters,
        "in_game": inside,
        "lands_played": there.get("lands_played_this_turn", 0),
        "exile": [ids.name(number) for number in state["exile"] if _owner(state, number) == seat],
        "command": [ids.name(number) for number in command if _owner(state, number) == seat],
    }
    for zone in ("hand", "library", "graveyard"):
        found[zone] = [ids.name(number) for number in there[zone]]
    return found


def _owner(state: Json, number: int) -> int | None:
    obj = state["objects"].get(str(number))
    return None if obj is None else obj["owner"]


def _is_planar(state: Json, number: int) -> bool:
    obj = state["objects"].get(str(number))
    return obj is not None and bool({"Plane", "Phenomenon"} & set(obj["card_types"]["core_types"]))


def _object(play: Play, obj: Json) -> Json:
    ids = play.ids
    zone = ZONES[obj["zone"]]
    found: Json = {
        "id": ids.name(obj["id"]), "zone": zone, "owner": ids.players[obj["owner"]],
        "counters": {counter_from_engine(kind): count for kind, count in (obj.get("counters") or {}).items() if count},
        "token": bool(obj.get("is_token")),
    }  # fmt: skip
    if not {"Plane", "Phenomenon"} & set(obj["card_types"]["core_types"]):
        found["incarnation"] = obj.get("incarnation", 0)  # the engine does not count for planar cards, which change no zone
    if zone == "battlefield":
        phase_status = obj.get("phase_status") or {}
        out = phase_status.get("status") == "PhasedOut"
        found["phased"] = ("direct" if phase_status.get("cause") == "Directly" else "indirect") if out else "in"
        found["tapped"] = bool(obj.get("tapped"))
        found["damage"] = obj.get("damage_marked", 0)
        host = obj.get("attached_to")
        found["attached_to"] = None if not host else ids.of_attached(host)
        if out:
            return found
        found["sick"] = bool(obj.get("summoning_sick")) and "Haste" not in (obj.get("keywords") or [])
        found.update(_in_combat(play, obj))
    found.update(_characteristics(play, obj, zone))
    return found


def _characteristics(play: Play, obj: Json, zone: str) -> Json:
    types = obj["card_types"]
    found: Json = {
        "card": obj["name"], "types": types["core_types"], "subtypes": types["subtypes"], "supertypes": types["supertypes"],
        "colors": [color.lower() for color in obj.get("color") or []], "keywords": _keywords(obj.get("keywords") or []),
        "power": obj.get("power"), "toughness": obj.get("toughness"), "face_down": bool(obj.get("face_down")),
        "transformed": bool(obj.get("transformed")),
    }  # fmt: skip
    if zone in ("battlefield", "stack"):
        found["controller"] = play.ids.players[obj["controller"]]
    return found


def _keywords(keywords: list[Any]) -> list[str]:
    """Names as on cards, in lower case: `FirstStrike` is `first strike`; what a keyword is about (a cost, a quality) is left out."""
    names = []
    for keyword in keywords:
        name = keyword if isinstance(keyword, str) else next(iter(keyword))
        names.append("".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip())
    return names


def _in_combat(play: Play, obj: Json) -> Json:
    combat = play.state.get("combat")
    found: Json = {"attacking": None, "blocking": [], "blocked": False}
    if not combat:
        return found
    for attacker in combat.get("attackers") or []:
        if attacker["object_id"] == obj["id"]:
            found["attacking"] = play.ids.of_attacked(attacker["attack_target"])
            found["blocked"] = bool(attacker.get("blocked"))
    blocked = (combat.get("blocker_to_attacker") or {}).get(str(obj["id"])) or []
    found["blocking"] = [play.ids.name(number) for number in (blocked if isinstance(blocked, list) else [blocked])]
    return found


def _planechase(play: Play) -> Json:
    state, ids = play.state, play.ids
    rolls = (state.get("planar_die_actions_this_turn") or {}).get(str(state["active_player"]), 0)
    return {
        "controller": ids.players[state["planar_controller"]] if state.get("planar_controller") is not None else None,
        "face_up": [ids.name(number) for number in state["command_zone"] if _is_planar(state, number)],
        "next_roll_cost": rolls,
        "planar_deck": [ids.name(number) for number in state.get("planar_deck") or []],
    }
