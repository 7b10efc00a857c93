"""What cards do: their *deeds*, read off the words of the vocabulary that they are written in, not off a list of names.

`deeds_of(entry)` says of an entry of the pool what it can do or what is special about it: a card that says `phase_out` somewhere among its
effects has the deed `phase_out`, one with an ability that triggers as something untaps has `watch_untap`. Boards stock hands by deed, and
moves are chosen by it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, cast

from conformance.cases.cards import CardPool, Entry
from reference_engine.setup import definition
from reference_engine.vocabulary.base import Word, fill
from reference_engine.vocabulary.cards import CardDefinition, Face
from reference_engine.vocabulary.statics import Modification

EFFECTS: Mapping[str, frozenset[str]] = {
    "phase_out": frozenset((
        "phase_out", "phase_out_all_but_chosen", "phase_out_any_of", "phase_out_chosen_kind", "phase_out_excess", "exchange_phases",
    )),
    "phase_in": frozenset(("phase_in", "exchange_phases")),
    "steal": frozenset(("exchange_control",)),
    "exile": frozenset(("exile", "exile_noting_counters")),
    "bounce": frozenset(("return_to_hand", "put_into_library", "return_as_you_untap", "shuffle_permanents_and_reveal")),
    "destroy": frozenset(("destroy",)),
    "sacrifice": frozenset(("sacrifice",)),
    "return": frozenset(("return_to_battlefield", "reanimate_host", "put_from_hand")),
    "tap": frozenset(("tap", "tap_or_untap", "detain")),
    "untap": frozenset(("untap", "tap_or_untap", "untap_one_for_each_card")),
    "hold": frozenset(("dont_untap_next", "keep_tapped", "exert")),
    "attach": frozenset(("attach", "attach_to_another", "unattach", "pair")),
    "copy": frozenset((
        "copy_ability", "copy_creature_to_the_left", "copy_first_with_power_of_second", "next_enters_as_copy", "populate", "meld",
    )),
    "token": frozenset(("create_token", "populate")),
    "counters": frozenset(("put_counters", "remove_counters", "proliferate")),
    "skip": frozenset(("skip_next",)),
    "more_time": frozenset(("extra_turn", "gift_extra_turn", "add_phases", "add_step")),
    "end_turn": frozenset(("end_turn",)),
    "day_night": frozenset(("become_day", "become_night", "switch_day_night")),
    "transform": frozenset(("transform",)),
    "planeswalk": frozenset(("planeswalk", "planeswalk_to_revealed", "choose_plane_from_top")),
    "chaos": frozenset(("chaos_ensues", "chaos_on_revealed_plane")),
    "roll": frozenset(("roll_planar_die",)),
    "counter_spell": frozenset(("counter", "counter_unless_paid", "change_target", "choose_new_targets")),
    "damage": frozenset(("damage", "fight")),
    "life": frozenset(("gain_life", "lose_life", "set_life")),
    "cards": frozenset(("draw", "discard", "mill", "search_library", "scry", "surveil", "exile_top", "connive")),
    "combat": frozenset(("remove_from_combat", "goad")),
    "other_game": frozenset(("play_subgame", "restart_game")),
}  # fmt: skip
"""Deeds that an effect has by its word."""

STATICS: Mapping[str, frozenset[str]] = {
    "untap_limit": frozenset(("untap_limit", "untap_only_one_kind")),
    "untap_lock": frozenset(("doesnt_untap", "cant_become_untapped")),
    "untap_instead": frozenset(("instead_of_untapping", "untap_for_counter", "remove_counters_instead_of_untapping")),
    "untap_other": frozenset(("untap_during_others", "untaps_during_others")),
    "stay_tapped": frozenset(("may_stay_tapped", "may_skip_turn_to_untap")),
    "exert": frozenset(("may_exert",)),
    "skip": frozenset(("skip_step",)),
    "phase_bound": frozenset(("cant_phase_in", "cant_phase_out")),
    "planar_rules": frozenset(("blank_is_chaos", "chaos_instead_of_planeswalking", "extra_planar_die", "raise_die")),
}
"""Deeds that a static ability has by its word."""

TRIGGERS: Mapping[str, frozenset[str]] = {
    "watch_phasing": frozenset(("phases_in", "phases_out")),
    "watch_untap": frozenset(("becomes_untapped", "untapped_in_your_step")),
    "watch_tap": frozenset(("becomes_tapped", "taps_for_mana")),
    "watch_day_night": frozenset(("day_night_changes", "transforms")),
    "watch_planes": frozenset(("planeswalk_away", "planeswalk_to", "player_planeswalks", "chaos", "rolls_planar_die", "encounter")),
    "chapter": frozenset(("chapter",)),
    "watch_attaching": frozenset(("becomes_attached", "becomes_unattached")),
    "watch_zones": frozenset(("enters", "leaves", "dies", "put_into_graveyard", "exiled")),
    "exert": frozenset(("exerted", "you_exert")),
}
"""Deeds that a triggered ability has by what it waits for."""

BEGINNINGS: Mapping[str, str] = {"untap": "watch_untap", "upkeep": "watch_upkeep", "draw": "watch_upkeep", "end": "watch_end"}
_FROM_KEYWORDS: Mapping[str, str] = {"phasing": "phasing", "daybound": "daybound", "nightbound": "daybound", "flash": "flash"}
_FROM_COSTS: Mapping[str, str] = {"exert_this": "exert", "loyalty": "loyalty"}
COUNTER_DEEDS: Mapping[str, str] = {"stun": "stun", "+1/+1": "grow", "-1/-1": "shrink"}

DEEDS: tuple[str, ...] = tuple(
    dict.fromkeys((
        *EFFECTS, *STATICS, *TRIGGERS, *BEGINNINGS.values(), *COUNTER_DEEDS.values(),
        "flicker", "sweep", "pump", "animate", "blank", "phasing", "daybound", "haste_for_all", "flash", "loyalty",
    ))
)  # fmt: skip
"""Every deed there is."""

HEART: frozenset[str] = frozenset((
    "phase_out", "phase_in", "phasing", "phase_bound", "watch_phasing",
    "untap", "untap_limit", "untap_lock", "untap_instead", "untap_other", "stay_tapped", "hold", "stun", "exert", "watch_untap",
    "watch_upkeep", "skip", "more_time", "daybound", "day_night", "watch_day_night",
    "planeswalk", "chaos", "roll", "watch_planes", "planar_rules",
))  # fmt: skip
"""The deeds that the suite is about: phasing, the untap step, day and night, planes."""

_BY_WORD: dict[str, dict[str, list[str]]] = {
    group: {word: [deed for deed, words in deeds.items() if word in words] for word in sorted(frozenset().union(*deeds.values()))}
    for group, deeds in (("effect", EFFECTS), ("static", STATICS), ("trigger", TRIGGERS))
}


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def words_in(part: Any) -> Iterator[Any]:
    """Every word of the vocabulary in a compiled part of a card, also those within others."""
    if isinstance(part, (str, int, bool)) or part is None:
        return
    if isinstance(part, (list, tuple)):
        for item in part:
            yield from words_in(item)
    elif isinstance(part, dict):
        for item in part.values():
            yield from words_in(item)
    elif not isinstance(part, (CardDefinition, Face)):
        if isinstance(part, Word):
            yield part
            if (part.group, part.word) == ("effect", "modify"):  # what it does is read when it does it
                yield from words_in(fill(Modification, {"what": "those", **cast(Any, part).as_}, False, "as"))
        if dataclasses.is_dataclass(part):
            for name in _fields(cast(Any, type(part))):
                yield from words_in(getattr(part, name))
        elif hasattr(part, "__dict__"):
            yield from words_in(vars(part))


def _modifying(word: Any) -> Iterator[str]:
    """The deeds of a change of characteristics."""
    if word.control is not None:
        yield "steal"
    if "phasing" in word.keywords:
        yield "phasing"
    if word.types or word.set_types:
        yield "animate"
    if word.lose_abilities:
        yield "blank"
    if word.power is not None or word.toughness is not None or word.set_power is not None:
        yield "pump"
    if "haste" in word.keywords and word.what.how == "each":
        yield "haste_for_all"


def _special(word: Any) -> Iterator[str]:
    """The deeds that hang on more than the word itself."""
    if (word.group, word.word) == ("static", "modify"):
        yield from _modifying(word)
    elif (word.group, word.word) == ("static", "enters"):
        yield from _entering(word)
    elif word.group == "trigger" and word.word in ("beginning_of", "first_of_turn", "next_turns_upkeep"):
        if word.step in BEGINNINGS:
            yield BEGINNINGS[word.step]
    elif word.group == "effect":
        if word.word in ("destroy", "exile", "return_to_hand", "sacrifice") and word.what.how == "each":
            yield "sweep"
        elif word.word == "put_counters":
            yield from (COUNTER_DEEDS[kind] for kind in (word.kind,) if kind in COUNTER_DEEDS)
        elif word.word == "create_token" and word.copy_of is not None:
            yield "copy"
    elif word.group == "cost" and word.word in _FROM_COSTS:
        yield _FROM_COSTS[word.word]


def _entering(word: Any) -> Iterator[str]:
    """The deeds of a statement about how something enters."""
    if word.as_copy_of is not None:
        yield "copy"
    if "stun" in (word.counters or ()):
        yield "stun"
    if word.becomes_day:
        yield "day_night"


def _ability_deeds(ability: Any) -> set[str]:
    words = list(words_in(ability))
    found = {deed for word in words for deed in (*_BY_WORD.get(word.group, {}).get(word.word, ()), *_special(word))}
    if {"exile", "return"} <= found:
        found.add("flicker")
    return found


def _face_deeds(face: Face) -> set[str]:
    found: set[str] = set()
    for ability in face.abilities:
        found |= _ability_deeds(ability)
    found.update(_FROM_KEYWORDS[keyword] for keyword in face.keywords if keyword in _FROM_KEYWORDS)
    if face.subtypes & {"Aura", "Equipment", "Fortification"} or face.bestow:
        found.add("attach")
    return found


def _deeds(card: CardDefinition) -> frozenset[str]:
    found = _face_deeds(card.front)
    if card.back is not None:
        found |= _face_deeds(card.back) | {"transform"}
    return frozenset(found)


_known: dict[str, tuple[Entry, frozenset[str]]] = {}


def deeds_of(entry: Entry) -> frozenset[str]:
    """What a card of the pool does. An entry is looked at once."""
    name = entry["name"]
    known = _known.get(name)
    if known is None or known[0] is not entry:
        known = _known[name] = (entry, _deeds(definition({name: entry}, name)))
    return known[1]


def by_deed(pool: CardPool, fits: Callable[[Entry], bool] = lambda entry: True) -> dict[str, list[str]]:
    """The names of the cards that have each deed, in the order of the pool; deeds that no card has are left out."""
    found: dict[str, list[str]] = {}
    for name, entry in pool.entries.items():
        if fits(entry):
            for deed in deeds_of(entry):
                found.setdefault(deed, []).append(name)
    return {deed: found[deed] for deed in DEEDS if deed in found}


__all__ = ["DEEDS", "HEART", "by_deed", "deeds_of", "words_in"]
