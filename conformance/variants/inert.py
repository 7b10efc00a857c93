"""A basic land more for each player, which nothing in the case can notice.

It is untapped, colourless, does nothing and is never named. What could notice it goes over all permanents or over lands: so no ability of
a card of the case says `Land` or `permanent`, picks by something that a land has too without naming types, or is one of those that count
or take everything; and no `count` and no `name` of the script fits a land. Targets of spells and activated abilities may be lands: those
the script names, and a land more is no hindrance.
"""

from __future__ import annotations

from typing import Any

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.variants.words import Unfit, definitions, mappings, steps_of, strings

Json = dict[str, Any]

_LANDS = ("Plains", "Swamp", "Mountain", "Island")

_SPEAK_OF_IT = frozenset({"Land", "land", "lands", "permanent", "permanents", "Basic", "everything"})
_TAKE_ALL = frozenset({
    "all", "every", "number_of", "one_for", "for_each_removed", "for_each_player", "devotion", "domain", "affinity", "you_control",
    "opponent_controls_more", "controller_controls", "choose", "untap_only_one_kind", "phase_out_any_of", "phase_out_all_but_chosen",
    "phase_out_chosen_kind", "phase_out_excess", "exchange_phases", "exchange_control", "untap_limit", "proliferate", "populate",
    "restart_game", "play_subgame", "sacrifice", "return_permanent", "exile_any_number", "tap_permanents", "mana_value", "taps_for_mana",
    "extra_mana", "shuffle_permanents_and_reveal", "untap_one_for_each_card", "set_types", "change_land_type", "chosen_land_type",
    "protection from everything", "change_target", "choose_new_targets", "goad", "annihilator", "clash", "copy_of", "less", "fits",
})  # fmt: skip
_LAND_HAS_IT_TOO = frozenset({
    "controller", "owner", "other", "untapped", "not_colors", "not_types", "not_subtypes", "not_supertypes", "without_keywords",
    "without_counters", "colorless", "mana_value",
})  # fmt: skip
"""What a choice may be made by so that a land is meant as well, if no `types` or `subtypes` stand beside it.

It has no keywords, colours or counters, is not tapped and not in combat, so that what goes by those never means it."""

_BESIDE_TYPES = frozenset({"types", "subtypes", "keywords", "colors", "counters", "attacking", "create_token"})


def with_lands(case: Case, pool: CardPool) -> Case:
    """Each player has one land more, the last to enter of theirs."""
    if case.expect_refused is not None:
        raise Unfit("it is about decks")
    given = case.given
    does = [_untargeted(part) for part in definitions(case, pool)]
    words = set(strings(does))
    if noticed := (words & _SPEAK_OF_IT) | (words & _TAKE_ALL):
        raise Unfit(f"something goes by {min(noticed)}")
    for part in mappings(does):
        if part.keys() & _LAND_HAS_IT_TOO and not part.keys() & _BESIDE_TYPES:
            raise Unfit(f"something goes by {min(part.keys() & _LAND_HAS_IT_TOO)}")
    for step in steps_of(case):
        filters = [entry["of"] for entry in step.get("count") or ()] + ([step["where"]] if "where" in step else [])
        if any(_may_mean_a_land(where) for where in filters):
            raise Unfit("a land would be counted, or taken for what is to be named")
    said = {*words, *strings(steps_of(case)), *strings(given)}
    land = next((name for name in _LANDS if name not in said and name in pool), None)
    if land is None or any(f"inert_{player}" in said for player in given["players"]):
        raise Unfit("every kind of land is spoken of")
    battlefield: list[Json] = []
    for player in given["players"]:
        battlefield += [entry for entry in given["battlefield"] if entry["controller"] == player]
        battlefield.append(_land(land, player))
    if [entry for entry in battlefield if not entry["id"].startswith("inert_")] != given["battlefield"]:
        raise Unfit("permanents do not stand seat by seat")
    return msgspec.structs.replace(case, given={**given, "battlefield": battlefield}, natural=None)


def _untargeted(part: Any) -> Any:
    """An ability without the targets of spells and activated abilities."""
    if isinstance(part, list):
        return [_untargeted(entry) for entry in part]
    if not isinstance(part, dict):
        return part
    return {
        key: {inside: _untargeted(value) for inside, value in entry.items() if inside != "targets"}
        if key in ("spell", "activated") and isinstance(entry, dict)
        else _untargeted(entry)
        for key, entry in part.items()
        if key != "enchant"
    }


def _may_mean_a_land(where: Json) -> bool:
    if where.get("zone") not in (None, "battlefield") or where.get("token") or where.get("source") or where.get("attached_to"):
        return False
    if any(where.get("counters", {}).values()) or where.get("tapped") or where.get("phased", "in") != "in" or "card" in where:
        return False
    return not set(where.get("types") or ()) - {"Land"} and not where.get("subtypes")


def _land(card: str, player: str) -> Json:
    return {
        "id": f"inert_{player}", "card": card, "controller": player, "owner": player, "tapped": False,
        "phased": {"status": "in", "under": None}, "attached_to": None, "counters": {}, "damage": 0, "sick": False, "token": False,
        "face_down": False, "transformed": False, "bestowed": False,
    }  # fmt: skip
