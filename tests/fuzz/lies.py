"""Small lies about a moment of a game: what an engine with a mistake in it could say. One of them has to break each invariant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.fuzz.moment import Moment
from conformance.fuzz.recording import Move
from conformance.runner.view import View

Json = dict[str, Any]

FLAGS = ("tapped", "token", "sick", "face_down")
COMBAT = ("attacking", "blocking")


def lies(moment: Moment) -> Iterator[Moment]:
    """Many moments, each of which differs from this one in one thing."""
    yield from _about_objects(moment, "after")
    yield from _about_events(moment)
    yield from _about_the_game(moment)
    yield from _added_events(moment)
    yield from _about_objects(moment, "before")
    yield from _about_moves(moment)


def _with(moment: Moment, **changed: Any) -> Moment:
    names = ("given", "before", "after", "was", "now", "events", "move", "refused")
    new = Moment(*(changed.get(name, getattr(moment, name)) for name in names))
    new.past = moment.past
    return new


def _view(view: View, **changed: Any) -> View:
    return View({**view.snapshot, **changed})


def _players(moment: Moment) -> list[str]:
    return list(moment.given["players"])


def _numbers(moment: Moment) -> list[str]:
    """Objects worth lying about: what is or was on the battlefield, planar cards, and what events speak of."""
    found = dict.fromkeys([*moment.there, *moment.here])
    found.update(dict.fromkeys(event["object"] for event in moment.events if isinstance(event.get("object"), str)))
    planes = moment.after.snapshot["planechase"] or {}
    found.update(dict.fromkeys(planes.get("face_up") or ()))
    found.update(dict.fromkeys(list(planes.get("planar_deck") or ())[:2]))
    return list(found)[:16]


# --- what is shown ---------------------------------------------------------------------------------------------------------------


def _about_objects(moment: Moment, side: str) -> Iterator[Moment]:
    view = getattr(moment, side)
    if view is None:
        return
    objects = view.snapshot["objects"]
    for number in _numbers(moment):
        entry = view.listed.get(number)
        if entry is None:
            continue
        rest = [other for other in objects if other is not entry]
        for new in _changed(moment, entry):
            yield _with(moment, **{side: _view(view, objects=[*rest, new])})
        yield _with(moment, **{side: _view(view, objects=rest, players=_without(view.snapshot["players"], number))})


def _without(players: Json, number: str) -> Json:
    return {
        player: {key: [n for n in pile if n != number] if isinstance(pile, list) else pile for key, pile in seat.items()}
        for player, seat in players.items()
    }


def _changed(moment: Moment, entry: Json) -> Iterator[Json]:
    for flag in FLAGS:
        if flag in entry:
            yield {**entry, flag: not entry[flag]}
    for change in (1, -1):
        if "incarnation" in entry:
            yield {**entry, "incarnation": entry["incarnation"] + change}
    for zone in ("graveyard", "exile", "battlefield"):
        yield {**entry, "zone": zone}
    for counters in ({}, {"stun": 1}, {"-1/-1": -1}, {"+1/+1": 1, "-1/-1": 1}):
        yield {**entry, "counters": counters}
    for player in _players(moment):
        for key in ("owner", "controller", "phased_under"):
            if entry.get(key, player) != player:
                yield {**entry, key: player}
    yield {**entry, "types": ["Artifact"], "subtypes": ["Equipment"]}
    yield {**entry, "types": ["Phenomenon"], "subtypes": ["Nowhere", "Somewhere"]}
    yield {**entry, "types": ["Planeswalker"], "counters": {}}
    yield {**entry, "keywords": ["phasing"]}
    yield {**entry, "keywords": ["daybound", "nightbound"]}
    yield {**entry, "supertypes": ["World", "Legendary"]}
    if "damage" not in entry:
        return
    for damage in (0, 1, 99):
        yield {**entry, "damage": damage}
    for toughness in (0, 50):
        yield {**entry, "toughness": toughness}
    for status in ("in", "direct", "indirect"):
        if entry["phased"] != status:
            new = {**entry, "phased": status, "phased_under": entry.get("phased_under") or _players(moment)[0]}
            yield new if status != "in" else {**_SHOWN, **new}
    for host in (None, entry["id"], "nobody", *moment.here, *_players(moment)):
        if entry["attached_to"] != host:
            yield {**entry, "attached_to": host}
    for player in _players(moment):
        yield {**entry, "attacking": player}
        yield {**entry, "attacking": player, "blocking": list(moment.here)}
    yield {**entry, "attacking": None, "blocking": []}
    yield {**entry, "attacking": next(iter(moment.here), None)}
    yield {**entry, "blocking": list(moment.here)}


_SHOWN: Json = {
    "controller": "alice", "types": ["Creature"], "subtypes": [], "supertypes": [], "keywords": [], "power": 2, "toughness": 2,
    "sick": True, "face_down": False, "transformed": False, "attacking": None, "blocking": [], "blocked": False,
}  # fmt: skip


def _about_the_game(moment: Moment) -> Iterator[Moment]:
    snapshot, now = moment.after.snapshot, moment.now
    players = _players(moment)
    for value in ("day", "night", "neither"):
        yield _with(moment, after=_view(moment.after, day_night=value))
        if moment.before is not None:
            yield _with(moment, before=_view(moment.before, day_night=value))
    for player in (*players, None):
        yield _with(moment, after=_view(moment.after, priority=player))
    for player in players:
        seat = snapshot["players"][player]
        for changed in ({"life": 0}, {"life": seat["life"] + 7}, {"counters": {"poison": 10}}, {"in_game": True}, {"hand": ["it"]},
                        {"graveyard": []}, {"hand": []}):  # fmt: skip
            yield _with(moment, after=_view(moment.after, players={**snapshot["players"], player: {**seat, **changed}}))
        for step in ("untap", "upkeep", now["step"]):
            decision = {"player": player, "kind": "priority", "options": None}
            yield _with(moment, now={**now, "decision": decision, "step": step}, after=_view(moment.after, priority=player))
            for kind in ("choose_untap", "targets", "order_triggers"):
                yield _with(moment, now={**now, "step": step, "decision": {"player": player, "kind": kind, "options": _numbers(moment)}})
        yield _with(moment, now={**now, "active": player})
        yield _with(moment, now={**now, "players": players})
        for item in _items(player):
            yield _with(moment, after=_view(moment.after, stack=[item, *moment.after.stack]))
        yield _with(moment, after=_view(moment.after, stack=[{**item, "controller": player} for item in moment.after.stack]))
    yield _with(moment, now={**now, "turn": now["turn"] + 1})
    yield _with(moment, now={**now, "decision": {"player": "nobody", "kind": "priority", "options": None}})
    for entry in moment.ins:
        twins = [{**entry, "id": number, "supertypes": ["Legendary"]} for number in (entry["id"], "twin")]
        rest = [other for other in snapshot["objects"] if other["id"] != entry["id"]]
        yield _with(moment, after=_view(moment.after, objects=[*rest, *twins]))
    yield _with(moment, after=_view(moment.after, turn={}))
    yield _with(moment, after=_view(moment.after, stack=[]))
    yield _with(moment, after=_view(moment.after, stack=moment.after.stack[1:]))
    yield _with(moment, after=_view(moment.after, stack=[{**item, "targets": _numbers(moment)} for item in moment.after.stack]))
    if moment.before is not None and moment.before.stack:
        yield _with(moment, after=_view(moment.after, stack=moment.before.stack))
        yield _with(moment, after=_view(moment.after, stack=moment.before.stack[:1]))
        yield _with(moment, before=_view(moment.before, stack=[*moment.before.stack, *_items(players[0])]))
    planes = snapshot["planechase"]
    if planes is not None:
        yield from _about_planes(moment, planes)


def _items(player: str) -> list[Json]:
    return [{"id": "~lie", "controller": player, "source": None, "card": None, "ability": "lie", "targets": []}]


def _about_planes(moment: Moment, planes: Json) -> Iterator[Moment]:
    for player in (*_players(moment), "nobody"):
        yield _with(moment, after=_view(moment.after, planechase={**planes, "controller": player}))
        if moment.before is not None and moment.before.snapshot["planechase"]:
            before = moment.before.snapshot["planechase"]
            yield _with(moment, before=_view(moment.before, planechase={**before, "controller": player}))
    deck = planes["planar_deck"]
    own = [number for seat in moment.after.snapshot["players"].values() for number in seat["planar_deck"]]
    for up in ([], [*planes["face_up"], *deck[:1], *own[:1]], deck[:1], own[:1], deck[-1:], own[-1:]):
        yield _with(moment, after=_view(moment.after, planechase={**planes, "face_up": up}))
    yield _with(moment, after=_view(moment.after, planechase={**planes, "planar_deck": [*deck[1:], *deck[:1]]}))
    yield _with(moment, after=_view(moment.after, planechase={**planes, "planar_deck": [*planes["face_up"], *deck]}))
    yield _with(moment, after=_view(moment.after, planechase={**planes, "next_roll_cost": planes["next_roll_cost"] + 1}))
    for player, seat in moment.after.snapshot["players"].items():
        changed = {**seat, "planar_deck": [*seat["planar_deck"][1:], *planes["face_up"]]}
        yield _with(moment, after=_view(moment.after, players={**moment.after.snapshot["players"], player: changed}))


# --- what is told ----------------------------------------------------------------------------------------------------------------


def _about_events(moment: Moment) -> Iterator[Moment]:
    events = list(moment.events)
    kinds = {event["kind"] for event in events}
    for kind in kinds:
        yield _with(moment, events=[event for event in events if event["kind"] != kind])
    for index, event in enumerate(events[:60]):
        before, after = events[:index], events[index + 1 :]
        yield _with(moment, events=[*before, *after])
        yield _with(moment, events=[*before, event, event, *after])
        yield _with(moment, events=[*before, event, {**event, "batch": -1}, *after])
        yield _with(moment, events=[*before, {**event, "batch": -1}, *after])
        yield _with(moment, events=[*before, *after, event])
        yield _with(moment, events=[event, *before, *after])
        for changed in _otherwise(moment, event):
            yield _with(moment, events=[*before, {**event, **changed}, *after])


def _otherwise(moment: Moment, event: Json) -> Iterator[Json]:
    numbers = _numbers(moment)
    for key in ("player", "controller"):
        if key in event:
            yield from ({key: player} for player in _players(moment) if player != event[key])
    for key in ("object", "source", "card", "plane"):
        if key in event:
            yield from ({key: number} for number in numbers[:8] if number != event[key])
    if "step" in event:
        yield from ({"step": step} for step in ("untap", "upkeep", "draw", "cleanup"))
        yield {"kind": "step_began"}
        yield {"kind": "step_skipped"}
    if event["kind"] == "zone_change":
        yield from ({"to": zone} for zone in ("battlefield", "graveyard", "exile"))
    if event["kind"] == "planeswalked":
        yield {"away": [], "rule": "704.6f"}
        yield {"away": event["to"], "to": event["away"]}
        yield {"rule": "704.6f"}
        yield {"rule": "901.10"}
    if "value" in event:
        yield {"value": "night" if event["value"] == "day" else "day"}
    if "by" in event:
        yield {"by": event["by"] + 1}


def _added_events(moment: Moment) -> Iterator[Moment]:
    events = list(moment.events)
    begins = [index + 1 for index, event in enumerate(events) if event["kind"] in ("step_began", "step_skipped", "turn_began", "left_game")]
    places = [0, *begins, *(index + 1 for index, event in enumerate(events) if event["kind"] == "untapped"), len(events)][:16]
    batches = [event.get("batch") for event in events if event["kind"] in ("phased_out", "phased_in")][:2]
    for at in places:
        for event in _new_events(moment):
            yield _with(moment, events=[*events[:at], {"batch": -2, "rule": "0", **event}, *events[at:]])
            for batch in batches:
                if event["kind"] in ("attached", "zone_change"):
                    yield _with(moment, events=[*events[:at], {"rule": "0", **event, "batch": batch}, *events[at:]])


def _new_events(moment: Moment) -> Iterator[Json]:
    for number in _numbers(moment)[:8]:
        for kind in ("tapped", "untapped", "phased_out", "phased_in"):
            yield {"kind": kind, "object": number}
        yield {"kind": "phased_in", "object": number, "rule": "502.1"}
        yield {"kind": "zone_change", "object": number, "from": "battlefield", "to": "graveyard"}
        yield {"kind": "counter_added", "object": number, "counter": "stun"}
        yield {"kind": "counter_removed", "object": number, "counter": "stun"}
        yield {"kind": "damage", "source": number, "to": number, "amount": 1}
        yield {"kind": "attached", "object": number, "to": number}
        yield {"kind": "unattached", "object": number}
        yield {"kind": "left_battlefield", "object": number}
        yield {"kind": "encountered", "card": number, "player": _players(moment)[0]}
        yield {"kind": "chaos", "plane": number}
        for player in _players(moment)[:2]:
            yield {"kind": "triggered", "source": number, "ability": "lie", "controller": player}
            yield {"kind": "put_on_stack", "source": number, "ability": "lie", "controller": player}
            yield {"kind": "cast", "object": number, "player": player}
        yield {"kind": "planeswalked", "player": _players(moment)[0], "away": [], "to": [number]}
        yield {"kind": "planeswalked", "player": _players(moment)[0], "away": [number], "to": [], "rule": "901.10"}
    yield {"kind": "put_on_stack", "source": None, "ability": "planeswalking", "controller": _players(moment)[0]}
    yield {"kind": "triggered", "source": None, "ability": "planeswalking", "controller": _players(moment)[0]}
    for value in ("day", "night"):
        yield {"kind": "day_night", "value": value}
    for player in _players(moment):
        for kind in ("priority", "left_game", "turn_began"):
            yield {"kind": kind, "player": player}
        yield {"kind": "planar_die", "player": player, "face": "planeswalker"}
        yield {"kind": "step_skipped", "player": player, "step": "untap"}
        yield {"kind": "step_began", "player": player, "step": "untap"}
        yield {"kind": "step_began", "player": player, "step": "cleanup"}
        yield {"kind": "new_planar_controller", "player": player}


# --- what was done ---------------------------------------------------------------------------------------------------------------


def _about_moves(moment: Moment) -> Iterator[Moment]:
    if moment.move is None:
        return
    for player in _players(moment):
        for type_ in ("pass", "roll_planar_die", "cast"):
            yield _with(moment, move=Move(player, {"type": type_}))
        for number in _numbers(moment)[:8]:
            yield _with(moment, move=Move(player, {"type": "activate", "object": number}))
            yield _with(moment, move=Move(player, {"type": "cast", "pay": {"sacrifice": [number]}}))
        if moment.move.answer is not None:
            yield _with(moment, move=Move(player, answer=moment.move.answer))
            yield from (_with(moment, move=Move(player, answer={kind: {}})) for kind in moment.move.answer)
            yield from (_with(moment, move=Move(player, answer={kind: []})) for kind in moment.move.answer)
            yield from (_with(moment, move=Move(player, answer={kind: dict.fromkeys(moment.here, player)})) for kind in moment.move.answer)
    if moment.was is not None:
        yield _with(moment, was={**moment.was, "decision": {"player": "nobody", "kind": "discard", "options": []}})
        yield _with(moment, was={**moment.was, "players": [*moment.was["players"]][:-1]})
        yield _with(moment, was={**moment.was, "step": "combat_damage"})
        yield _with(moment, was={**moment.was, "stack": 3})
        decision = moment.was["decision"]
        if decision is not None and decision["kind"] == "choose_untap":
            yield _with(moment, was={**moment.was, "decision": {**decision, "options": [*decision["options"], *moment.here]}})
