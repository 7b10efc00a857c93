"""What a board is drawn from: the cards of the pool by what they can be on it, weighted by a profile. Made once and kept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from hypothesis import strategies as st

from conformance.cases.cards import CardPool
from conformance.cases.words import GIVEN_STEPS
from conformance.fuzz.boards.kinds import LAND_TYPES, Kind, kinds
from conformance.fuzz.boards.profile import Profile
from conformance.fuzz.boards.toolbox import DEEDS, HEART
from conformance.runner.needs import INVENTED

T = TypeVar("T")

PLAYERS = ("alice", "bob", "carol", "dave")
SCALE = 1200
"""So many tickets are shared out among the cards of a draw."""


class Look(NamedTuple):
    """What may be said of a permanent besides where it is. What does not fit a card is left out."""

    tapped: bool = False
    sick: bool = False
    damage: int = 0
    common: tuple[tuple[str, int], ...] = ()
    """Counters that any permanent, or any creature, may have."""
    own: int = 0
    """So many counters of each kind that the card speaks of."""
    token: bool = False
    copy: bool = False
    face_down: bool = False


LOOKS: tuple[tuple[Look, int, str], ...] = (
    (Look(), 6, ""),
    (Look(tapped=True), 7, ""),
    (Look(sick=True), 1, ""),
    (Look(own=1), 2, "set_counters"),
    (Look(tapped=True, own=3), 2, "set_counters"),
    (Look(common=(("stun", 1),)), 1, "set_counters"),
    (Look(tapped=True, common=(("stun", 1),)), 2, "set_counters"),
    (Look(tapped=True, common=(("stun", 2),)), 1, "set_counters"),
    (Look(common=(("+1/+1", 2),)), 1, "set_counters"),
    (Look(tapped=True, common=(("-1/-1", 1),)), 1, "set_counters"),
    (Look(damage=1), 1, "set_damage"),
    (Look(tapped=True, damage=9), 1, "set_damage"),
    (Look(token=True), 1, "set_tokens"),
    (Look(tapped=True, token=True), 1, "set_tokens"),
    (Look(face_down=True), 1, "set_face_down"),
    (Look(copy=True), 1, "set_copy"),
    (Look(tapped=True, token=True, copy=True), 1, "set_copy set_tokens"),
)
"""How permanents look, how often, and the features that this takes; the simplest first."""

STEP_WEIGHTS = {"precombat_main": 5, "end": 5, "upkeep": 3, "postcombat_main": 2}


class Hold(NamedTuple):
    """How a permanent came to the player under whose control it is."""

    lent: bool = False
    """Another player owns it."""
    until: str = ""
    """Another player controls it by an effect, and until when."""


HOLDS: tuple[tuple[Hold, int], ...] = (
    (Hold(), 18),
    (Hold(lent=True), 2),
    (Hold(until="end_of_turn"), 1),
    (Hold(until="indefinitely"), 1),
    (Hold(lent=True, until="indefinitely"), 1),
)
"""Mostly one's own; now and then somebody else's by what happened, or by an effect that lasts."""


class Means(NamedTuple):
    """What a player has."""

    life: int
    counters: dict[str, int]


class Library(NamedTuple):
    """How many basic lands there are, and whether another card lies on top of them."""

    lands: int
    top: bool


def weighted(choices: Iterable[tuple[T, int]]) -> st.SearchStrategy[T]:
    """One of some values, each as often as its weight says; shrinks towards the first."""
    return st.sampled_from([value for value, weight in choices for _ in range(weight)])


def percent(share: int) -> st.SearchStrategy[bool]:
    """True in about so many of a hundred draws (in steps of five)."""
    if share <= 0:
        return st.just(False)
    yes = min(20, max(1, round(share / 5)))
    return st.sampled_from([False] * (20 - yes) + [True] * yes)


Group = tuple[list[Kind], float]
"""Cards, and the share of all draws that they get together."""


def shared_out(groups: list[Group], wanted: frozenset[str]) -> list[Kind]:
    """Cards with as many tickets as the share of their group gives them; a third of all goes to those with a wanted deed.

    Simple cards come first, whatever their group, so that draws shrink to them.
    """
    asked_for = list(dict.fromkeys(kind for group, _ in groups for kind in group if kind.deeds & wanted))
    if asked_for:
        groups = [*_in_parts(2 / 3, groups), (asked_for, 1 / 3)]
    tickets: dict[Kind, int] = {}
    for group, share in groups:
        for kind in group if share > 0 else ():
            tickets[kind] = tickets.get(kind, 0) + max(1, round(SCALE * share / len(group)))
    simple_first = sorted(tickets, key=lambda kind: (kind.size, "Creature" not in kind.front.types, kind.name))
    return [kind for kind in simple_first for _ in range(tickets[kind])]


class Stock:
    """The strategies for the parts of boards."""

    def __init__(self, pool: CardPool, profile: Profile) -> None:
        self.profile = profile
        self.pool = pool
        every = [kind for kind in kinds(pool) if _usable(kind, profile)]
        permanents = [kind for kind in every if kind.permanent and _can_be_put_down(kind, profile)]
        attaching = [kind for kind in permanents if kind.host is not None]
        standing = [kind for kind in permanents if kind.host is None]
        attached, heart = profile.attachments / 100, profile.heart / 100
        others = [kind for kind in standing if not kind.deeds & HEART]
        plain = [kind for kind in others if not kind.deeds]  # what the rest does its deeds to: creatures and lands
        groups = [
            *_in_parts((1 - attached) * heart, _by_deed(standing, HEART)),
            *_in_parts((1 - attached) * (1 - heart), [(others, 1.5), (plain, 2.5), *_by_deed(standing, PARTNERS, 2.0)]),
            *_in_parts(attached, _attachments(attaching)),
        ]
        flat = shared_out(groups, profile.deeds)
        if not flat:
            raise ValueError("the engine knows no card that can be on the battlefield")
        copied = [kind for kind in standing if kind.back is None and kind.front.loyalty is None and not kind.front.chapters]
        looks = weighted((look, weight) for look, weight, features in LOOKS if all(map(profile.has, features.split())))
        statuses = _statuses(profile)
        self.copied = st.sampled_from(copied) if copied else None
        self.seat_numbers = [st.integers(0, max(seats - 1, 0)) for seats in range(len(PLAYERS) + 1)]
        card, holds, number = _from_shelves(flat), weighted(HOLDS if profile.has("set_control") else HOLDS[:1]), st.integers(0, NUMBERS - 1)
        self.battlefields = [
            [st.lists(one, min_size=size, max_size=size) for size in range(profile.permanents + 1)]
            for seats in range(len(PLAYERS) + 1)
            for one in (st.tuples(card, self.seat_numbers[seats], holds, looks, statuses, number),)
        ]
        """By the number of players and of permanents: lists of (card, seat, hold, look, phase status, number for all else)."""
        self.field_size = _around(profile.permanents)
        playable = [kind for kind in every if not kind.planar and "Land" not in kind.front.types]
        piles = [kind for kind in every if not kind.planar]
        tools = shared_out(_in_parts(1, _by_deed(playable, DEEDS)), profile.deeds) or piles[:1]
        self.tool = st.sampled_from(tools)
        some = st.sampled_from(piles)
        self.hands = [st.lists(self.tool, min_size=size, max_size=size) for size in range(profile.hand + 1)]
        """By the number of cards: a list of known length takes a third less draws."""
        self.piles = [st.lists(some, min_size=size, max_size=size) for size in range(4)]
        basics = [kind for name in LAND_TYPES for kind in every if kind.name == name]
        self.basics = basics or [kind for kind in piles if "Land" in kind.front.types][:5] or piles[:1]
        self.planes = [kind for kind in every if kind.planar and not kind.phenomenon]
        self.phenomena = [kind for kind in every if kind.phenomenon] if profile.knows("phenomena") else []
        counting = [kind for kind in self.planes for _ in range(4 if kind.front.counters else 1)]
        self.plane: st.SearchStrategy[Kind] = st.sampled_from(counting) if self.planes else st.nothing()
        self.planar_deck = st.lists(st.sampled_from([*self.planes, *self.phenomena, *self.phenomena]), max_size=5)
        self.planechase = weighted(_decks(profile) if self.planes else [(None, 1)])
        self.numbers = st.sampled_from(profile.players)
        self.teams = percent(profile.teams if profile.has("teams") else 0)
        self.pregame = percent(profile.pregame if profile.has("pregame") else 0)
        day = profile.day_night if profile.has("day_night") and profile.has("set_day_night") and profile.knows("day_and_night") else 0
        self.day_night = weighted([(None, 100 - day), ("day", day // 2), ("night", day - day // 2)] if 0 < day < 100 else
                                  [("day", 1), ("night", 1)] if day else [(None, 1)])  # fmt: skip
        self.spells = weighted([(0, 3), (1, 2), (2, 2)] if profile.has("set_day_night") else [(0, 1)])
        steps = profile.steps or tuple(step for step in GIVEN_STEPS if step != "pregame")
        steps = tuple(sorted(steps, key=lambda step: step != "precombat_main"))
        self.step = weighted([(step, STEP_WEIGHTS.get(step, 1)) for step in steps] if profile.has("set_step") else [("precombat_main", 1)])
        self.rounds = weighted([(0, 4), (1, 1), (3, 1)])
        counters: list[tuple[dict[str, int], int]] = [({}, 8)]
        if profile.has("set_counters"):
            counters += [({"poison": 1}, 1), ({"energy": 2}, 1)]
        lives = ((20, 5), (7, 2), (2, 1), (40, 1))
        self.means = weighted((Means(life, having), a * b) for having, b in counters for life, a in lives)
        self.library = weighted((Library(size, top), a * b) for top, a in ((False, 6), (True, 1)) for size, b in ((7, 2), (6, 1), (8, 1)))
        self.hand_size = _around(profile.hand)
        self.pile_size = weighted([(0, 3), (1, 3), (2, 2), (3, 1)])
        self.rarely = percent(15)
        self.often = percent(50)
        self.rolls = weighted([(0, 4), (1, 1), (2, 1)])
        self.count = st.integers(0, 3)
        self.rest = st.integers(0, 59)


def _usable(kind: Kind, profile: Profile) -> bool:
    if profile.cards is not None and kind.name not in profile.cards:
        return False
    if kind.name.startswith(INVENTED) and not profile.has("custom_cards"):
        return False
    if kind.planar and not (profile.has("planechase") or profile.has("planechase_own_decks")):
        return False
    return not kind.deeds & {"daybound", "day_night", "watch_day_night"} or (profile.has("day_night") and profile.has("set_day_night"))


def _can_be_put_down(kind: Kind, profile: Profile) -> bool:
    """Whether a position may hold it, by what the engine can start with."""
    if not kind.stays_alone and not profile.has("set_attached"):
        return False
    if kind.front.chooses and not profile.has("set_chosen"):
        return False
    if kind.front.daybound and not (profile.has("set_transformed") and profile.knows("day_and_night")):
        return False
    return kind.front.toughness is None or kind.front.toughness > 0 or profile.has("set_counters")


NUMBERS = 12
"""So many numbers decide what is left to choose of a permanent."""

SHELVES = ("Creature", "Land", "Artifact", "Enchantment")
SLOTS = 24


def _from_shelves(tickets: list[Kind]) -> st.SearchStrategy[Kind]:
    """One of the cards, by way of their kind, so that what has to be a land shrinks to a basic one, and so on."""
    shelves: dict[int, list[Kind]] = {}
    for kind in tickets:
        shelf = next((number for number, type_ in enumerate(SHELVES) if type_ in kind.front.types), len(SHELVES))
        shelves.setdefault(shelf if kind.host is None else len(SHELVES) + 1, []).append(kind)
    slots = {number: max(1, round(SLOTS * len(shelf) / len(tickets))) for number, shelf in sorted(shelves.items())}
    return st.one_of([st.sampled_from(shelves[number]) for number, count in slots.items() for _ in range(count)])


def _statuses(profile: Profile) -> st.SearchStrategy[str]:
    """`in`, `direct`, or `other`: direct and under another player."""
    if not profile.has("set_phased") or profile.phased <= 0:
        return st.just("in")
    out = min(95, max(5, profile.phased))
    other = out // 5 if profile.has("set_phased_under") else 0
    return weighted([("in", 100 - out), ("direct", out - other), ("other", other)])


def _around(most: int) -> st.SearchStrategy[int]:
    """A number of things, mostly about a half of the most that there may be."""
    return weighted((size, 4 if most * 2 // 5 <= size <= most * 7 // 10 else 1) for size in range(most + 1))


PARTNERS = ("loyalty", "chapter", "transform", "animate", "blank", "copy", "steal", "token", "destroy", "exile", "bounce")
"""What goes well with the heart."""


def _in_parts(share: float, parts: Iterable[Group]) -> list[Group]:
    """A share divided in proportion."""
    present = [(group, part) for group, part in parts if group]
    total = sum(part for _, part in present)
    return [(group, share * part / total) for group, part in present]


def _by_deed(cards: list[Kind], deeds: Iterable[str], whole: float | None = None) -> list[Group]:
    """An equal part for each deed, a double one for those of the heart, less for those of few cards; or all of them divide `whole`."""
    groups = [(deed, [kind for kind in cards if deed in kind.deeds]) for deed in sorted(deeds)]
    parts = [(group, (2.0 if deed in HEART else 1.0) * min(1.0, len(group) / 4)) for deed, group in groups]
    return parts if whole is None else _in_parts(whole, parts)


def _attachments(cards: list[Kind]) -> list[Group]:
    """All of them; more of those that take part in what the suite is about; more of those that lie on other attachments."""
    near = [kind for kind in cards if kind.deeds & (HEART | {"steal"})]
    nesting = [kind for kind in cards if kind.host is not None and "Artifact" in kind.host.types]
    return [(cards, 0.65), (near, 0.25), (nesting, 0.1)]


def _decks(profile: Profile) -> list[tuple[str | None, int]]:
    kinds_of_deck = [deck for deck, feature in (("shared", "planechase"), ("own", "planechase_own_decks")) if profile.has(feature)]
    if not kinds_of_deck or profile.planechase <= 0:
        return [(None, 1)]
    with_planes = min(100, profile.planechase)
    own = with_planes * profile.own_decks // 100 if len(kinds_of_deck) == 2 else with_planes * (kinds_of_deck == ["own"])
    return [(None, 100 - with_planes), ("shared", with_planes - own), ("own", own)]


@lru_cache(maxsize=32)
def stock(pool: CardPool, profile: Profile) -> Stock:
    """The stock of a pool for a profile."""
    return Stock(pool, profile)
