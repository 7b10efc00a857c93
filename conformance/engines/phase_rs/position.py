"""A position of the protocol (GIVEN) written into the state of a phase.rs game that has not begun.

Everything here edits plain JSON. The engine takes unknown fields and half-written links in silence, so `check.py` reads the result back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .cards import Card
from .ids import Ids
from .problems import Unsupported
from .stock import Stock
from .vocabulary import COLOR_OF_SYMBOL, PHASE_OF_STEP, PHASES, counter_to_engine

Json = dict[str, Any]

_ZONES_OF_A_SEAT = ("hand", "library", "graveyard")
_MOST_IN_PLANECHASE = 4
_PLAYER_COUNTERS = {"poison": "poison_counters", "energy": "energy"}


class Position:
    """Builds the state of one game. `outer` is what the engine loads; `ids` says which number stands for which id."""

    def __init__(self, given: Json, cards: dict[str, Card], stock: Stock) -> None:
        """Raises Unsupported for what the engine cannot represent."""
        self._given = given
        self._cards = cards
        self._stock = stock
        self.ids = Ids(given["players"])
        _refuse_variants(given)
        planechase = given.get("planechase")
        if planechase is not None and len(given["players"]) > _MOST_IN_PLANECHASE:
            raise Unsupported("feature", "planechase", f"the engine plays Planechase with at most {_MOST_IN_PLANECHASE} players")
        self.outer = stock.table(len(given["players"]), planechase is not None)
        self._state: Json = self.outer["state"]
        self._objects: Json = self._state["objects"]
        self._next = 1
        self._time = 1
        self.turned: list[tuple[int, str]] = []
        """Permanents to be turned over or face down, by the engine itself: (number, "transformed" or "face_down")."""
        self._put_down_turn()
        self._put_down_seats()
        self._put_down_battlefield()
        if planechase is not None:
            self._put_down_planes(planechase)
        self._state.update(next_object_id=self._next, next_timestamp=self._time, debug_mode=True)

    # -- the turn

    def _put_down_turn(self) -> None:
        given, state = self._given, self._state
        turn = given["turn"]
        step = turn["step"]
        if step not in PHASE_OF_STEP:
            raise Unsupported("feature", "set_step", f"the engine cannot start in the step {step}")
        active = self.ids.seat(turn["active"])
        phase = PHASE_OF_STEP[step]
        state.update(
            phase=phase, turn_number=turn["number"], active_player=active, priority_player=active,
            waiting_for={"type": "Priority", "data": {"player": active}},
            steps_started_this_turn=dict.fromkeys(PHASES[: PHASES.index(phase) + 1], 1),
            rng_seed=1, rng_word_pos=0,
        )  # fmt: skip
        state["current_starting_player"] = active if turn["number"] == 1 else 0
        day_night = given.get("day_night")
        state["day_night"] = day_night.capitalize() if day_night else None
        previous = given.get("previous_turn") or {}
        state["spells_cast_last_turn"] = previous.get("spells_cast", 0)
        cast = (given.get("this_turn") or {}).get("spells_cast") or {}
        by_player = {str(self.ids.seat(player)): [_SPELL] * count for player, count in cast.items() if count}
        state["spells_cast_this_turn_by_player"] = by_player
        state["spells_cast_this_turn"] = sum(len(spells) for spells in by_player.values())

    # -- objects

    def _new(self, entry: Json, owner: int, controller: int, zone: str) -> Json:
        card = self._cards[entry["card"]]
        obj = self._stock.object_of(card)
        number = self._next
        self._next += 1
        obj.update(id=number, card_id=number, owner=owner, controller=controller, base_controller=controller, zone=zone)
        obj["timestamp"] = 0
        obj["counters"] = {counter_to_engine(kind): count for kind, count in (entry.get("counters") or {}).items() if count}
        self._objects[str(number)] = obj
        self.ids.give(entry["id"], number)
        return obj

    def _put_down_seats(self) -> None:
        for player, seat in self._given["seats"].items():
            index = self.ids.seat(player)
            there = self._state["players"][index]
            there["life"] = seat["life"]
            for kind, count in (seat.get("counters") or {}).items():
                if count and kind not in _PLAYER_COUNTERS:
                    raise Unsupported("feature", "set_counters", f"not known where the engine keeps {kind} counters of a player")
                if count:
                    there[_PLAYER_COUNTERS[kind]] = count
            there["lands_played_this_turn"] = seat.get("lands_played", 0)
            if seat.get("lands_played"):
                self._state["lands_played_this_turn_by_player"][str(index)] = [{"from_zone": "Hand"}] * seat["lands_played"]
                if player == self._given["turn"]["active"]:
                    self._state["lands_played_this_turn"] = seat["lands_played"]
            for zone in _ZONES_OF_A_SEAT:
                there[zone] = [self._new(_plain(entry), index, index, zone.capitalize())["id"] for entry in seat.get(zone) or []]
            for entry in seat.get("exile") or []:
                self._state["exile"].append(self._new(_plain(entry), index, index, "Exile")["id"])
            for entry in seat.get("command") or []:
                self._state["command_zone"].append(self._new(_plain(entry), index, index, "Command")["id"])

    def _put_down_battlefield(self) -> None:
        permanents: list[Json] = self._given["battlefield"]
        for permanent in permanents:
            self._put_down_permanent(permanent)
        for permanent in permanents:
            self._attach(permanent)
        for permanent in permanents:
            self._put_down_effects(permanent)

    def _put_down_permanent(self, permanent: Json) -> None:
        _refuse_states(permanent)
        source = permanent.get("copy_of")
        entry = {**permanent, "card": source["name"] if isinstance(source, dict) else source} if source else permanent
        controller = self.ids.seat(permanent["controller"])
        obj = self._new(entry, self.ids.seat(permanent["owner"]), controller, "Battlefield")
        obj["tapped"] = bool(permanent.get("tapped"))
        obj["damage_marked"] = permanent.get("damage") or 0
        obj["is_token"] = bool(permanent.get("token"))
        sick = bool(permanent.get("sick"))
        obj["summoning_sick"] = sick
        obj["entered_battlefield_turn"] = max(0, self._state["turn_number"] - (0 if sick else 1))
        obj["timestamp"] = self._time
        self._time += 1
        card = self._cards[entry["card"]]
        if card.loyalty is not None:
            obj["counters"].setdefault("loyalty", card.loyalty)
            obj["loyalty"] = obj["counters"]["loyalty"]
        status = (permanent.get("phased") or {}).get("status", "in")
        if status != "in":
            obj["phase_status"] = {"status": "PhasedOut", "cause": "Directly" if status == "direct" else "Indirectly"}
        for face in ("transformed", "face_down"):
            if permanent.get(face):
                self.turned.append((obj["id"], face))
        chosen = _chosen(permanent.get("chosen") or {}, self.ids)
        if chosen:
            obj["chosen_attributes"] = chosen
        self._state["battlefield"].append(obj["id"])

    def _attach(self, permanent: Json) -> None:
        host = permanent.get("attached_to")
        if host is None:
            return
        number = self.ids.number(permanent["id"])
        if self.ids.is_player(host):
            self._objects[str(number)]["attached_to"] = {"type": "Player", "data": self.ids.seat(host)}
            return
        at = self.ids.number(host)
        self._objects[str(number)]["attached_to"] = {"type": "Object", "data": at}
        self._objects[str(at)]["attachments"].append(number)

    # -- effects that hold as the game begins

    def _put_down_effects(self, permanent: Json) -> None:
        obj = self._objects[str(self.ids.number(permanent["id"]))]
        control = permanent.get("control")
        if control:
            taker = self.ids.seat(control["player"])
            until = "UntilEndOfTurn" if control["until"] == "end_of_turn" else "Permanent"
            self._effect(obj, taker, until, [{"type": "ChangeController"}])
            obj["controller"] = taker
        exerted = permanent.get("exerted")
        if exerted:
            until_untap = {"UntilNextStepOf": {"player": {"type": "Controller"}, "step": "Untap"}}
            self._effect(obj, self.ids.seat(exerted), until_untap, [{"type": "AddStaticMode", "mode": "CantUntap"}])
        taken_by = self._controller_by_aura(obj)
        if taken_by is not None:
            # The engine makes a creature summoning sick when it finds at load that an Aura changes its controller, so the result is
            # written down with the cause.
            obj["controller"] = taken_by

    def _controller_by_aura(self, obj: Json) -> int | None:
        for number in reversed(obj["attachments"]):
            aura = self._objects[str(number)]
            if (aura.get("phase_status") or {}).get("cause") == "Directly":
                continue  # it went out by itself and gives control of nothing meanwhile; what went out with its host is as it was
            for static in aura.get("base_static_definitions") or []:
                for change in static.get("modifications") or []:
                    if isinstance(change, dict) and change.get("type") == "ChangeController":
                        taker: int = aura["controller"]
                        return taker
        return None

    def _effect(self, obj: Json, controller: int, duration: Any, modifications: list[Json]) -> None:
        effects = self._state["transient_continuous_effects"]
        number = self._state["next_continuous_effect_id"]
        self._state["next_continuous_effect_id"] = number + 1
        effects.append(
            {
                "id": number, "source_id": obj["id"], "source_name": obj["name"], "controller": controller, "duration": duration,
                "affected": {"type": "SpecificObject", "id": obj["id"]}, "modifications": modifications, "timestamp": self._time,
            }
        )  # fmt: skip
        self._time += 1

    # -- planechase

    def _put_down_planes(self, planechase: Json) -> None:
        if planechase.get("deck") == "own":
            raise Unsupported("feature", "planechase_own_decks", "the engine knows only one planar deck for all players")
        controller = planechase.get("controller") or self._given["turn"]["active"]
        seat = self.ids.seat(controller)
        if not planechase.get("face_up"):
            raise Unsupported("feature", "pregame", "the engine sets the starting plane by itself")
        for entry in planechase["face_up"]:
            plane = self._new(entry, seat, seat, "Command")  # of a shared deck the planar controller counts as the owner (901.15b)
            plane["face_down"] = False
            self._state["command_zone"].append(plane["id"])
        deck = []
        for entry in planechase.get("planar_deck") or []:
            waiting = self._new(_plain(entry), seat, seat, "Command")
            waiting["face_down"] = True
            deck.append(waiting["id"])
        if not deck:
            raise Unsupported("feature", "planechase", "the engine panics when the planar deck is empty")
        self._state["planar_deck"] = deck
        self._state["planar_controller"] = seat
        rolls = planechase.get("roll_actions_this_turn") or 0
        self._state["planar_die_actions_this_turn"] = {str(self.ids.seat(self._given["turn"]["active"])): rolls} if rolls else {}


_SPELL: Json = {
    "name": "Specimen Spell", "core_types": ["Instant"], "supertypes": [], "subtypes": [], "keywords": [], "colors": [], "mana_value": 0,
    "from_zone": "Hand", "cast_variant": "Normal", "spell_object_id": 0,
}  # fmt: skip


def cards_named(given: Json) -> set[str]:
    """The names of all cards that a position puts down."""
    names = set()
    for seat in given["seats"].values():
        for zone in (*_ZONES_OF_A_SEAT, "exile", "command", "planar_deck"):
            names |= {_plain(entry)["card"] for entry in seat.get(zone) or []}
    planechase = given.get("planechase") or {}
    for key in ("face_up", "planar_deck"):
        names |= {_plain(entry)["card"] for entry in planechase.get(key) or []}
    for permanent in given["battlefield"]:
        source = permanent.get("copy_of")
        names.add((source["name"] if isinstance(source, dict) else source) if source else permanent["card"])
    return names


def _plain(entry: Json | str) -> Json:
    return {"id": entry, "card": entry} if isinstance(entry, str) else entry


def _refuse_variants(given: Json) -> None:
    if given.get("teams"):
        raise Unsupported("feature", "teams", "the bindings start no game with shared team turns from a position")
    if given.get("variant"):
        raise Unsupported("feature", str(given["variant"]), "only the ordinary game, free-for-all and Planechase are set up")
    if (given.get("planechase") or {}).get("construction"):
        raise Unsupported("feature", "construction", "planar decks are put down as they are, the engine's own check is not asked")


def _refuse_states(permanent: Json) -> None:
    if permanent.get("bestowed"):
        raise Unsupported("feature", "set_bestowed", "the state of a bestowed permanent cannot be written from outside")
    if permanent.get("copy_of") and not permanent.get("token"):
        raise Unsupported("feature", "set_copy", "a card that is a copy of another cannot be written from outside, only a token can")
    phased = permanent.get("phased") or {}
    under = phased.get("under")
    if phased.get("status") == "direct" and under is not None:
        control = permanent.get("control") or {}
        if under != control.get("player", permanent["controller"]):
            raise Unsupported("feature", "set_phased_under", "the engine does not record under whose control a permanent phased out")


def _chosen(chosen: Json, ids: Ids) -> list[Json]:
    kinds: dict[str, tuple[str, Callable[[Any], Any]]] = {
        "land_type": ("BasicLandType", str), "color": ("Color", _color), "player": ("Player", ids.seat), "card": ("CardName", str),
        "card_name": ("CardName", str), "creature_type": ("CreatureType", str), "card_type": ("CardType", str), "number": ("Number", int),
    }  # fmt: skip
    found = []
    for key, value in chosen.items():
        if key not in kinds:
            raise Unsupported("feature", "set_chosen", f"a choice of the kind {key} is not known")
        kind, convert = kinds[key]
        found.append({"type": kind, "value": convert(value)})
    return found


def _color(name: str) -> str:
    return COLOR_OF_SYMBOL.get(name.upper(), name.capitalize())
