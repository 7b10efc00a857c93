"""What is known of the cards of a position before anything is played: which words of the vocabulary their definitions use.

An invariant knows no card, but on a board on which no card so much as uses the word for "can't become untapped" it can be exact.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from conformance.cases.cards import CardPool
from conformance.cases.library import load_cards

Json = dict[str, Any]

PILES = ("hand", "library", "graveyard", "exile", "command", "planar_deck")

HOLDS_TAPPED = (
    "doesnt_untap", "keep_tapped", "may_stay_tapped", "dont_untap_next", "untap_limit", "cant_become_untapped", "stun", "may_exert",
    "remove_counters_instead_of_untapping", "instead_of_untapping", "untap_for_counter", "exert", "exert_this", "return_as_you_untap",
    "untap_only_one_kind", "may_skip_turn_to_untap",
)  # fmt: skip
"""By one of these words a permanent may stay tapped in its controller's untap step."""

UNTAPS_OTHERS = ("untap_during_others", "untaps_during_others")
CONTROL = ("control", "exchange_control", "shuffle_permanents_and_reveal")
OTHER_GAMES = ("restart_game", "play_subgame")
SEVERAL_BECOME_ONE = ("mutate", "mutates", "meld", "meld_pair")
PHASES_OUT = ("phase_out", "phase_out_any_of", "phase_out_all_but_chosen", "phase_out_chosen_kind", "phase_out_excess", "exchange_phases")
NAMES_THE_ABSENT = ("phased_out", "incoming", "phase_in", "exchange_phases")
CHOOSES_PLANES = (
    "choose_plane_from_top", "planeswalk_to_revealed", "chaos_on_revealed_plane", "look_at_top_planar_card",
    "chaos_instead_of_planeswalking",
)  # fmt: skip
COPIES = (
    "copy_of", "as_copy_of", "copy_creature_to_the_left", "copy_first_with_power_of_second", "next_enters_as_copy", "populate",
    "copy_ability",
)  # fmt: skip

CHANGES = (
    "modify", "defining", "grant", "lose_abilities", "lose_keywords", "set_power", "set_types", "all_creature_types", "goad", "level",
    "bestow", "connive", "detain", "emblem", "change_land_type", "put_counters", "all_cards_and_spells_colorless",
)  # fmt: skip
"""By these words the characteristics of a permanent change."""


@functools.cache
def pool() -> CardPool:
    """The built-in cards."""
    return load_cards()[0]


@functools.cache
def words_of(name: str) -> frozenset[str] | None:
    """Every word that the definition of a card uses, tokens and other faces included; None for a card that is not known."""
    entry = pool().get(name)
    return None if entry is None else frozenset(_words({key: value for key, value in entry.items() if key != "name"}))


@functools.cache
def _by_any_face() -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name in pool():
        entry = pool()[name]
        found[name] = entry
        if isinstance(entry.get("back"), dict):
            found.setdefault(entry["back"]["name"], entry)
    return found


def card_of(name: str) -> Json | None:
    """The entry of a card by the name of either face; None if it is not known, as of most tokens."""
    return _by_any_face().get(name)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)
    elif isinstance(value, str):
        yield value


class Facts:
    """What can be read off a position."""

    def __init__(self, given: Json) -> None:
        self.given = given

    @cached_property
    def entries(self) -> list[tuple[str, str, str]]:
        """(id, card, place) of every object that the position puts down; place is `battlefield`, `face_up` or a pile."""
        given = self.given
        found = [(entry["id"], entry["card"], "battlefield") for entry in given["battlefield"]]
        for seat in given["seats"].values():
            found += [(entry["id"], entry["card"], pile) for pile in PILES for entry in seat.get(pile) or ()]
        planes = given["planechase"] or {}
        found += [(entry["id"], entry["card"], "face_up") for entry in planes.get("face_up") or ()]
        found += [(entry["id"], entry["card"], "planar_deck") for entry in planes.get("planar_deck") or ()]
        return found

    @cached_property
    def words(self) -> frozenset[str] | None:
        """The words of all cards together; None if there is a card that is not known."""
        names = {card for _, card, _ in self.entries} | {entry["copy_of"] for entry in self.given["battlefield"] if entry.get("copy_of")}
        found: set[str] = set()
        for name in names:
            own = words_of(name)
            if own is None:
                return None
            found |= own
        return frozenset(found)

    def uses(self, *words: str) -> bool:
        """Whether a card of the position uses one of these words; of unknown cards it is believed."""
        return self.words is None or not self.words.isdisjoint(words)

    @cached_property
    def one_game(self) -> bool:
        """No card restarts the game or begins one within it."""
        return not self.uses(*OTHER_GAMES)

    @cached_property
    def holds_tapped(self) -> bool:
        """Something on the board could keep a permanent tapped through its controller's untap step."""
        return self.uses(*HOLDS_TAPPED) or any(entry["counters"].get("stun") or entry.get("exerted") for entry in self.given["battlefield"])

    @cached_property
    def control_changes(self) -> bool:
        """Something could give a player control of a permanent that is there, or does so already."""
        return self.uses(*CONTROL) or any(
            entry.get("control") or entry["phased"]["under"] not in (None, entry["controller"]) for entry in self.given["battlefield"]
        )

    @cached_property
    def lent(self) -> bool:
        """The position puts something down that a player controls by an effect."""
        return any(entry.get("control") for entry in self.given["battlefield"])

    @cached_property
    def copies(self) -> bool:
        """Something could be or become a copy, or two cards one permanent, so that a card's name does not tell what its object is."""
        return self.uses(*COPIES, *SEVERAL_BECOME_ONE) or any(entry.get("copy_of") for entry in self.given["battlefield"])

    @cached_property
    def holds_out(self) -> bool:
        """Something could keep a permanent phased out beyond the untap step of the player it went out under (610.4, "can't phase in")."""
        return self.uses("cant_phase_in") or (self.uses(*PHASES_OUT) and self.uses("until"))

    @cached_property
    def skips_steps(self) -> bool:
        """Something could make a player skip a step, or a whole turn."""
        return self.uses("skip_next", "skip_step", "skips", "may_skip_turn_to_untap")

    @cached_property
    def planar(self) -> frozenset[str]:
        """The ids of all planes and phenomena of the game."""
        return frozenset(id_ for id_, _, place in self.entries if place in ("face_up", "planar_deck"))

    @cached_property
    def planar_owner(self) -> dict[str, str]:
        """Who owns each planar card, where each player has an own deck."""
        found = {entry["id"]: player for player, seat in self.given["seats"].items() for entry in seat.get("planar_deck") or ()}
        for entry in (self.given["planechase"] or {}).get("face_up") or ():
            found[entry["id"]] = entry.get("owner") or self.given["planechase"]["controller"]
        return found

    @cached_property
    def cards(self) -> frozenset[str]:
        """The ids of all cards but the planar ones: what is no token."""
        tokens = {entry["id"] for entry in self.given["battlefield"] if entry["token"] or entry.get("copy_of")}
        return frozenset(id_ for id_, _, _ in self.entries) - self.planar - tokens

    @cached_property
    def owner(self) -> dict[str, str]:
        """Who owns each card but the planar ones."""
        found = {entry["id"]: player for player, seat in self.given["seats"].items() for pile in PILES for entry in seat.get(pile) or ()}
        return found | {entry["id"]: entry["owner"] for entry in self.given["battlefield"]}

    @cached_property
    def changers(self) -> list[tuple[str, str]]:
        """(id, card) of what uses a word by which characteristics change."""
        return [(number, card) for number, card, _ in self.entries if not (words_of(card) or frozenset()).isdisjoint(CHANGES)]

    @cached_property
    def team(self) -> dict[str, frozenset[str]]:
        """Who plays with whom: each player's team, or the player alone."""
        found = {player: frozenset({player}) for player in self.given["players"]}
        for members in self.given["teams"]:
            found |= dict.fromkeys(members, frozenset(members))
        return found

    @cached_property
    def put_down(self) -> dict[str, Json]:
        """The permanents of the position by id."""
        return {entry["id"]: entry for entry in self.given["battlefield"]}


_latest: list[Facts] = []


def facts(given: Json) -> Facts:
    """The facts of a position; those of the latest few are kept, since every moment of a game asks."""
    for known in _latest:
        if known.given is given:
            return known
    _latest.insert(0, Facts(given))
    del _latest[4:]
    return _latest[0]
