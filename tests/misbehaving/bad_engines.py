"""Engines that are wrong in one way each, made of the reference engine: for each finding of `doctor` the engine that provokes it.

Each is (about, part of what is found, part of what to change, the fault). A fault is given the good reply and what it needs to spoil it.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

from conformance.engines.reference import ReferenceAdapter, at_once

Json = dict[str, Any]


class Bad(ReferenceAdapter):
    """The reference engine with replies spoiled: `hello(reply)`, `new_game(adapter, params, reply)`, `act(adapter, params, reply)`,
    `observe(adapter, reply)`."""

    def __init__(
        self,
        hello: Callable[[Json], Json] | None = None,
        new_game: Callable[[Any, Json, Json], Json] | None = None,
        act: Callable[[Any, Json, Json], Json] | None = None,
        observe: Callable[[Any, Json], Json] | None = None,
    ) -> None:
        super().__init__(at_once)
        self._spoil = (hello, new_game, act, observe)
        self.given: Json = {}
        self.games = self.looks = self.acts = 0
        self.refused = False
        self.store: Json = {}

    def initialize(self, params: Json) -> Json:
        reply = super().initialize(params)
        return self._spoil[0](reply) if self._spoil[0] else reply

    def new_game(self, params: Json) -> Json:
        self.given = params["given"]
        self.games += 1
        self.acts = self.looks = 0
        self.refused = False
        reply = super().new_game(params)
        return self._spoil[1](self, params, reply) if self._spoil[1] else reply

    def act(self, params: Json) -> Json:
        self.acts += 1
        reply = super().act(params)
        self.refused = self.refused or "illegal" in reply
        return self._spoil[2](self, params, reply) if self._spoil[2] else reply

    def observe(self) -> Json:
        self.looks += 1
        reply = copy.deepcopy(super().observe())
        return self._spoil[3](self, reply) if self._spoil[3] else reply


def claims(*features: str, **other: Any) -> Callable[[Json], Json]:
    """Presents itself with these features only."""
    return lambda reply: reply | {"features": list(features)} | other


def unsupported(kind: str, name: str) -> Json:
    return {"unsupported": {"kind": kind, "name": name, "reason": "not yet"}}


def with_status(reply: Json, **fields: Any) -> Json:
    return reply | {"status": reply["status"] | fields} if "status" in reply else reply


def on(about: str, wrong: Json) -> Callable[[Any, Json, Json], Json]:
    """A wrong reply to new_game on boards for which `about` holds."""
    return lambda adapter, params, reply: wrong if about in str(params["given"]) else reply


def spoil_object(name: str, **fields: Any) -> Callable[[Any, Json], Json]:
    """The object reads otherwise."""

    def spoil(adapter: Any, reply: Json) -> Json:
        for entry in reply["objects"]:
            if entry["id"] == name:
                entry.update(fields)
        return reply

    return spoil


def without(*fields: str) -> Callable[[Any, Json], Json]:
    """Objects are told without these fields."""

    def spoil(adapter: Any, reply: Json) -> Json:
        for entry in reply["objects"]:
            for field in fields:
                entry.pop(field, None)
        return reply

    return spoil


def is_action(params: Json, kind: str) -> bool:
    return (params.get("action") or {}).get("type") == kind


def instead(kind: str, wrong: Json) -> Callable[[Any, Json, Json], Json]:
    """An action of this kind gets this."""
    return lambda adapter, params, reply: wrong if is_action(params, kind) else reply


def accepts_all(adapter: Any, params: Json, reply: Json) -> Json:
    from reference_engine.observe import status

    return {"status": status(adapter.game), "events": []} if "illegal" in reply else reply


def accepts_answers(adapter: Any, params: Json, reply: Json) -> Json:
    return accepts_all(adapter, params, reply) if "answer" in params else reply


def changes_on_refusal(adapter: Any, reply: Json) -> Json:
    if adapter.refused:
        reply["players"]["bob"]["life"] -= 1
    return reply


def never_goes_on_after_a_refusal(adapter: Any, params: Json, reply: Json) -> Json:
    return {"illegal": {"reason": "timing", "message": "out of step"}} if adapter.refused else reply


def gives_no_reason(adapter: Any, params: Json, reply: Json) -> Json:
    return {"illegal": {"reason": None, "message": "no"}} if "illegal" in reply else reply


def leaves_life_behind(adapter: Any, reply: Json) -> Json:
    """The life of a game before shows in games in which everybody should have 20."""
    lives = [seat["life"] for seat in adapter.given["seats"].values()]
    if lives == [20, 20] and adapter.store.get("life"):
        reply["players"]["alice"]["life"] = adapter.store["life"]
    elif lives[0] == 17:
        adapter.store["life"] = 17
    return reply


def leaves_objects_behind(adapter: Any, reply: Json) -> Json:
    """What lay on the battlefield of a game before lies there in the next one too."""
    left = adapter.store.setdefault("objects", {})
    left.update({one["id"]: one for one in reply["objects"] if one["zone"] == "battlefield"})
    reply["objects"] = list({one["id"]: one for one in (*reply["objects"], *left.values())}.values())
    return reply


def tells_old_events(adapter: Any, params: Json, reply: Json) -> Json:
    """Events that were told in the last game are told again in the next."""
    old, adapter.store["events"] = adapter.store.get("events", []), list(reply.get("events") or ())
    return reply | {"events": old + adapter.store["events"]} if adapter.acts == 1 and "events" in reply else reply


def keeps_cards_of_ids(adapter: Any, reply: Json) -> Json:
    """An id is looked up in a table that goes on from game to game."""
    known = adapter.store.setdefault("cards", {})
    for entry in reply["objects"]:
        entry["card"] = known.setdefault(entry["id"], entry["card"])
    return reply


def rolls_blank(adapter: Any, params: Json, reply: Json) -> Json:
    return with_status(reply, stack=0) if is_action(params, "roll_planar_die") else reply


def leaves_at_once(adapter: Any, params: Json, reply: Json) -> Json:
    if "at" in (params.get("action") or {}):
        return with_status(reply, players=[player for player in reply["status"]["players"] if player != "bob"])
    return reply


def stops_after_a_concession(adapter: Any, params: Json, reply: Json) -> Json:
    adapter.store["conceded"] = adapter.store.get("conceded") or is_action(params, "concede")
    stopped = adapter.store["conceded"] and is_action(params, "pass")
    return {"illegal": {"reason": "timing", "message": "over"}} if stopped else reply


def time_stands_still(adapter: Any, params: Json, reply: Json) -> Json:
    """After a concession every pass leads back to where it was told."""
    if is_action(params, "concede"):
        adapter.store["then"] = reply
    return adapter.store.get("then", reply)


def only_once(board: str) -> Callable[[Any, Json, Json], Json]:
    """A board can be put down once."""

    def spoil(adapter: Any, params: Json, reply: Json) -> Json:
        if board not in str(params["given"]):
            return reply
        adapter.store[board] = adapter.store.get(board, 0) + 1
        return unsupported("feature", "memory") if adapter.store[board] > 1 else reply

    return spoil


def declines_empty_boards(adapter: Any, params: Json, reply: Json) -> Json:
    return reply if params["given"]["battlefield"] else unsupported("feature", "nothing")


def never_leaves(adapter: Any, params: Json, reply: Json) -> Json:
    return with_status(reply, players=adapter.given["players"])


def shifts_priority(adapter: Any, params: Json, reply: Json) -> Json:
    decision = {"player": "alice", "kind": "priority"}
    return with_status(reply, decision=decision) if is_action(params, "pass") else reply


def waits_for_bob(adapter: Any, params: Json, reply: Json) -> Json:
    return with_status(reply, decision={"player": "bob", "kind": "priority"})


def another_at_each_look(adapter: Any, reply: Json) -> Json:
    reply["objects"].append({"id": f"look{adapter.looks}"})
    return reply


def same_id_twice(adapter: Any, reply: Json) -> Json:
    return reply | {"objects": reply["objects"] + reply["objects"][:1]}


def names_an_object_alice(adapter: Any, reply: Json) -> Json:
    return reply | {"objects": [*reply["objects"], {"id": "alice"}]}


def takes_its_time(adapter: Any, params: Json, reply: Json) -> Json:
    time.sleep(0.02)
    return reply


def far_too_long(adapter: Any, params: Json, reply: Json) -> Json:
    if adapter.games == 1:
        time.sleep(0.06)
    return reply


def without_events(adapter: Any, params: Json, reply: Json) -> Json:
    return {key: value for key, value in reply.items() if key != "events"}


def no_events(adapter: Any, params: Json, reply: Json) -> Json:
    return reply | {"events": []} if "events" in reply else reply


WRONG_STEP = {"turn": {"active": "alice", "step": "draw", "number": 5}}

PROBLEMS: dict[str, tuple[str, str, str, Json]] = {
    "too_many_players": ("initialize", "players is [3, 4]", "say [2, 2]", {"hello": claims(players=[3, 4])}),
    "unknown_feature": (
        "initialize",
        "claims the feature 'set_tapped', which there is not",
        "spell it as the list does (set_attached?)",
        {"hello": claims("set_tapped")},
    ),
    "no_names": ("initialize", "card_names is empty", "list the cards", {"hello": claims(cards="listed", card_names=[])}),
    "plain_card_unknown": (
        "a plain board",
        "unsupported: Hill Giant: not yet",
        "no case is without such a board",
        {"hello": claims(), "new_game": on("giant", unsupported("card", "Hill Giant"))},
    ),
    "plain_refused": (
        "a plain board",
        "new_game is refused: {reason: wrong_card}",
        "only illegal planar decks",
        {"hello": claims(), "new_game": on("giant", {"refused": {"reason": "wrong_card"}})},
    ),
    "not_tapped": (
        "a plain board",
        "bears.tapped: put down true, reads back false",
        "under the ids that it gives",
        {"hello": claims(), "observe": spoil_object("bears", tapped=False)},
    ),
    "looks_differ": ("a plain board", "two snapshots", "looking changes nothing", {"hello": claims(), "observe": another_at_each_look}),
    "two_stories": (
        "observe",
        "status and snapshot differ: step precombat_main and draw",
        "take both from the same game",
        {"hello": claims(), "observe": lambda adapter, reply: reply | WRONG_STEP},
    ),
    "two_stacks": (
        "observe",
        "stack 0 and 1 entries",
        "take both from the same game",
        {"hello": claims(), "observe": lambda adapter, reply: reply | {"stack": [{"id": "s"}]}},
    ),
    "two_priorities": (
        "observe",
        "priority of alice and of bob",
        "take both from the same game",
        {"hello": claims(), "observe": lambda adapter, reply: reply | {"priority": "bob"}},
    ),
    "bob_first": ("new_game", "waits for priority of bob", "priority of the active player", {"hello": claims(), "new_game": waits_for_bob}),
    "no_pass": (
        "act",
        "alice's pass, while she has priority: {illegal: {reason: timing}}",
        "a player who has priority may pass",
        {"hello": claims(), "act": instead("pass", {"illegal": {"reason": "timing"}})},
    ),
    "pass_stays": (
        "act",
        "after alice's pass it waits for priority of alice",
        "the next player",
        {"hello": claims(), "act": shifts_priority},
    ),
    "eventless": (
        "events",
        "claimed, but the reply to a pass has none",
        "[] if there are",
        {"hello": claims("events"), "act": without_events},
    ),
    "same_id_twice": (
        "a plain board",
        "two objects with the id",
        "every object has an id of its own",
        {"hello": claims(), "observe": same_id_twice},
    ),
    "object_alice": (
        "a plain board",
        "which is a player's name",
        "none is a player's",
        {"hello": claims(), "observe": names_an_object_alice},
    ),
    "stranger": (
        "a plain board",
        "status.active is 'zed', who does not play",
        "name who is still in the game",
        {"hello": claims(), "new_game": lambda adapter, params, reply: with_status(reply, active="zed")},
    ),
    "less_than_nothing": (
        "a plain board",
        "status.stack is -1",
        "stack is the number",
        {"hello": claims(), "new_game": lambda adapter, params, reply: with_status(reply, stack=-1)},
    ),
    "raises": ("a plain board", "ZeroDivisionError", "mend what the message tells", {"hello": claims(), "observe": lambda *_: 1 / 0}),
    "not_attached": (
        "set_attached",
        "aura.attached_to: put down bears, reads back null",
        "put down what 'given' says",
        {"hello": claims("set_attached"), "observe": spoil_object("aura", attached_to=None)},
    ),
    "declines_its_claim": (
        "set_phased",
        "new_game says unsupported: set_phased: not yet",
        "do not claim set_phased",
        {"hello": claims("set_phased"), "new_game": on("direct", unsupported("feature", "set_phased"))},
    ),
    "not_exerted": (
        "set_exerted",
        "initiate.exerted: put down alice, reads back [bob]",
        "put down what 'given' says",
        {"hello": claims("set_exerted"), "observe": spoil_object("initiate", exerted=["bob"])},
    ),
    "multiplayer": (
        "multiplayer",
        "claimed, but players is [2, 2]",
        "raise the upper number",
        {"hello": claims("multiplayer", players=[2, 2])},
    ),
    "too_far": (
        "range_of_influence",
        "alice may choose carol, two seats away",
        "what is out of range cannot be chosen",
        {"hello": claims("range_of_influence"), "act": accepts_all},
    ),
    "nobody_in_range": (
        "range_of_influence",
        "alice may not choose bob, her neighbour",
        "is in range",
        {"hello": claims("range_of_influence"), "act": instead("cast", {"illegal": {"reason": "target"}})},
    ),
    "no_range": (
        "range_of_influence",
        "unsupported: range_of_influence",
        "do not claim range_of_influence",
        {"hello": claims("range_of_influence"), "new_game": on("carol", unsupported("feature", "range_of_influence"))},
    ),
    "stays": (
        "concede",
        "after bob conceded: players [alice, bob]",
        "a player may concede at any time",
        {"hello": claims("concede"), "act": never_leaves},
    ),
    "leaves_at_once": (
        "concede_at",
        "and at once: players [alice]",
        "take it down",
        {"hello": claims("concede_at"), "act": leaves_at_once},
    ),
    "never_leaves": (
        "concede_at",
        "still plays in the turn after it",
        "let him leave",
        {"hello": claims("concede_at"), "act": never_leaves},
    ),
    "stops_after_a_concession": (
        "concede_at",
        "passing does not lead there",
        "let the game go on",
        {"hello": claims("concede_at"), "act": stops_after_a_concession},
    ),
    "time_stands_still": (
        "concede_at",
        "passing does not lead there",
        "let the game go on",
        {"hello": claims("concede_at"), "act": time_stands_still},
    ),
    "no_board_for_concede": (
        "concede",
        "new_game says unsupported: nothing: not yet",
        "do not claim concede",
        {"hello": claims("concede"), "new_game": declines_empty_boards},
    ),
    "no_board_for_concede_at": (
        "concede_at",
        "new_game says unsupported: nothing: not yet",
        "do not claim concede_at",
        {"hello": claims("concede_at"), "new_game": declines_empty_boards},
    ),
    "no_board_for_day_night": (
        "day_night",
        "new_game says unsupported: nothing: not yet",
        "no case is without such a board",
        {"hello": claims("day_night"), "new_game": declines_empty_boards},
    ),
    "no_board_for_isolation": (
        "isolation",
        "new_game says unsupported: nothing: not yet",
        "no case is without such a board",
        {"hello": claims(), "new_game": declines_empty_boards},
    ),
    "no_board_again_for_events": (
        "events",
        "new_game says unsupported: memory: not yet",
        "no case is without such a board",
        {"hello": claims("events"), "new_game": only_once("giant")},
    ),
    "no_board_again_for_pass_until": (
        "pass_until",
        "new_game says unsupported: memory: not yet",
        "no case is without such a board",
        {"hello": claims("pass_until"), "new_game": only_once("giant")},
    ),
    "no_board_again_for_illegal_actions": (
        "illegal actions",
        "new_game says unsupported: memory: not yet",
        "no case is without such a board",
        {"hello": claims(), "new_game": only_once("giant")},
    ),
    "blank": (
        "forced_die",
        "faces [planeswalker], 0 on the stack",
        "roll the face told",
        {"hello": claims("forced_die"), "act": rolls_blank},
    ),
    "no_die": (
        "forced_die",
        "told to roll planeswalker: {illegal: {reason: timing}}",
        "roll the face told",
        {"hello": claims("forced_die"), "act": instead("roll_planar_die", {"illegal": {"reason": "timing"}})},
    ),
    "no_planes": (
        "forced_die",
        "unsupported: planechase: not yet",
        "do not claim forced_die",
        {"hello": claims("forced_die"), "new_game": on("Krosa", unsupported("feature", "planechase"))},
    ),
    "always_day": (
        "day_night",
        "a game without day and night reports day",
        "report 'neither'",
        {"hello": claims("day_night"), "observe": lambda adapter, reply: reply | {"day_night": "day"}},
    ),
    "one_pass": (
        "pass_until",
        "asked for bob's upkeep, came to alice's precombat_main",
        "pass for everybody",
        {
            "hello": claims("pass_until"),
            "act": lambda adapter, params, reply: (
                with_status(reply, active="alice", step="precombat_main") if is_action(params, "pass_until") else reply
            ),
        },
    ),
    "no_shortcut": (
        "pass_until",
        "came to {unsupported:",
        "pass for everybody",
        {"hello": claims("pass_until"), "act": instead("pass_until", unsupported("feature", "pass_until"))},
    ),
    "takes_any_deck": (
        "construction",
        "does not refuse a planar deck with a plane twice: it begins",
        "answer new_game with {refused",
        {
            "hello": claims("construction"),
            "new_game": lambda adapter, params, reply: (
                {"status": adapter.store["status"]} if "refused" in reply else adapter.store.update(reply) or reply
            ),
        },
    ),
    "begins_at_once": (
        "pregame",
        "waits for priority",
        "wait for the action 'begin'",
        {
            "hello": claims("pregame"),
            "new_game": lambda adapter, params, reply: with_status(reply, decision={"player": "alice", "kind": "priority"}),
        },
    ),
    "never_begins": (
        "pregame",
        "after the action 'begin': step pregame",
        "sets the starting plane",
        {
            "hello": claims("pregame"),
            "act": lambda adapter, params, reply: with_status(reply, step="pregame") if is_action(params, "begin") else reply,
        },
    ),
    "no_pregame": (
        "pregame",
        "unsupported: pregame",
        "do not claim pregame",
        {"hello": claims("pregame"), "new_game": on("pregame", unsupported("feature", "pregame"))},
    ),
    "no_steps": (
        "events",
        "two rounds of passes reported nothing",
        "report step_began, or name in event_kinds",
        {"hello": claims("events"), "act": no_events},
    ),
    "unnamed_kinds": (
        "events",
        "reports priority, which is not among its event_kinds",
        "name every kind",
        {"hello": claims("events", event_kinds=["step_began"])},
    ),
    "no_invented_card": (
        "custom_cards",
        "was described, and new_game says unsupported: not yet",
        "make cards from 'cards'",
        {"hello": claims("custom_cards"), "new_game": on("Specimen", unsupported("card", "Specimen"))},
    ),
    "own_edition": (
        "editions",
        "asked for 2026-09-25 it plays by 2020-01-01",
        "answer initialize with the edition asked for",
        {"hello": claims("editions", edition="2020-01-01")},
    ),
    "accepts_all": (
        "illegal actions",
        "accepts a pass of a player without priority",
        "change nothing",
        {"hello": claims(), "act": accepts_all},
    ),
    "accepts_answers": (
        "illegal actions",
        "accepts an answer to what was not asked",
        "change nothing",
        {"hello": claims(), "act": accepts_answers},
    ),
    "changes_on_refusal": (
        "illegal actions",
        "the position is another after it: players.bob.life was 13, is 12",
        "look whether it is legal before",
        {"hello": claims(), "observe": changes_on_refusal},
    ),
    "stuck_after_refusal": (
        "illegal actions",
        "after refusals alice's pass, which is legal, gets {illegal:",
        "waiting for the same decision",
        {"hello": claims(), "act": never_goes_on_after_a_refusal},
    ),
    "leaves_life_behind": (
        "isolation",
        "looks different from the first: players.alice.life was 20, is 17",
        "start every game from nothing",
        {"hello": claims(), "observe": leaves_life_behind},
    ),
    "leaves_objects_behind": (
        "isolation",
        "looks different from the first: objects had 20, has 24; new: [bears, others, forest, giant]",
        "start every game from nothing",
        {"hello": claims(), "observe": leaves_objects_behind},
    ),
    "old_events": (
        "isolation",
        "goes on differently from the first: events",
        "start every game from nothing",
        {"hello": claims(), "act": tells_old_events},
    ),
    "old_ids": (
        "isolation",
        "ids of an earlier game that mean other cards in this one: bears.card: put down Gray Ogre, reads back Grizzly Bears",
        "the table of ids",
        {"hello": claims(), "observe": keeps_cards_of_ids},
    ),
}
"""By a name: what the problem is about, what is said of it, what to change, and the engine."""

NOTES: dict[str, tuple[str, str, Json]] = {
    "claims_nothing": ("initialize", "does not claim concede, ", {"hello": claims()}),
    "older_rules": ("initialize", "plays by the rules of 2020-01-01, asked for were those of", {"hello": claims(edition="2020-01-01")}),
    "keeps_quiet": ("a plain board", "does not report damage, tapped", {"hello": claims(), "observe": without("damage", "tapped")}),
    "claims_what_it_keeps_quiet": (
        "set_damage",
        "put down, but damage is not reported: only what comes of it",
        {"hello": claims("set_damage"), "observe": without("damage")},
    ),
    "keeps_more_quiet": (
        "set_phased",
        "does not report phased_under",
        {"hello": claims("set_phased"), "observe": without("phased_under")},
    ),
    "card_unknown": (
        "set_attached",
        "not tried: the card Holy Strength is not known",
        {"hello": claims("set_attached"), "new_game": on("Holy Strength", unsupported("card", "Holy Strength"))},
    ),
    "plane_unknown": (
        "construction",
        "not tried: the card Shiv is not known",
        {"hello": claims("construction"), "new_game": on("Shiv", unsupported("card", "Shiv"))},
    ),
    "chosen_shows_not": (
        "set_chosen",
        "by it island.keywords would be or have phasing; it is []",
        {"hello": claims("set_chosen"), "observe": spoil_object("island", keywords=[])},
    ),
    "chosen_is_not_told": (
        "set_chosen",
        "island.keywords is not reported",
        {"hello": claims("set_chosen"), "observe": without("keywords")},
    ),
    "no_reasons": (
        "illegal actions",
        "no reason with the refusal of a pass of a player without priority; of casting",
        {"hello": claims(), "act": gives_no_reason},
    ),
    "cannot_cast": (
        "illegal actions",
        "not tried: it says that it cannot do casting a card from the graveyard",
        {"hello": claims(), "act": instead("cast", unsupported("feature", "cast"))},
    ),
}
"""What is worth a note and no problem."""

SLOW: dict[str, tuple[float, str, Json]] = {
    "slow": (10.0, "act: a run of all cases will be long", {"hello": claims(), "act": takes_its_time}),
    "near_the_limit": (0.1, "new_game: after 0.1 s it counts as a timeout", {"hello": claims(), "new_game": far_too_long}),
}
"""Engines that take long: the time that a call may take, the note."""
