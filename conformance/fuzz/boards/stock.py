"""What a board is drawn from: the cards of the pool by what they can be on it, weighted by a profile. Made once and kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    transformed: bool = False
    exerted: bool = False


LOOKS: tuple[tuple[Look, int, str], ...] = (
    (Look(), 6, ""),
    (Look(tapped=True), 7, ""),
    (Look(sick=True), 1, ""),
    (Look(own=1), 2, "set_counters"),
    (Look(tapped=True, own=3), 2, "set_counters"),
    (Look(tapped=True, common=(("stun", 1),)), 2, "set_counters"),
    (Look(tapped=True, common=(("stun", 2),)), 1, "set_counters"),
    (Look(common=(("stun", 1),)), 1, "set_counters"),
    (Look(common=(("+1/+1", 2),)), 1, "set_counters"),
    (Look(tapped=True, common=(("-1/-1", 1),)), 1, "set_counters"),
    (Look(damage=1), 1, "set_damage"),
    (Look(tapped=True, damage=9), 1, "set_damage"),
    (Look(token=True), 1, "set_tokens"),
    (Look(tapped=True, token=True), 1, "set_tokens"),
    (Look(tapped=True, exerted=True), 2, "set_exerted"),
    (Look(transformed=True), 1, "set_transformed"),
    (Look(tapped=True, transformed=True), 1, "set_transformed"),
    (Look(face_down=True), 1, "set_face_down"),
    (Look(copy=True), 1, "set_copy"),
    (Look(tapped=True, token=True, copy=True), 1, "set_copy"),
)
"""How permanents look, how often, and the feature that this takes; the simplest first."""

STEP_WEIGHTS = {"precombat_main": 5, "end": 5, "upkeep": 3, "postcombat_main": 2}


class Place(NamedTuple):
    """Whose a permanent is, by seat: under whose control it entered, who owns it, who controls it by an effect and for how long."""

    controller: int
    owner: int
    control: int | None = None
    until: str = ""


def weighted(choices: Iterable[tuple[T, int]]) -> st.SearchStrategy[T]:
    """One of some values, each as often as its weight says; shrinks towards the first."""
    return st.sampled_from([value for value, weight in choices for _ in range(weight)])


def percent(share: int) -> st.SearchStrategy[bool]:
    """True in about so many of a hundred draws (in steps of five)."""
    if share <= 0:
        return st.just(False)
    yes = min(20, max(1, round(share / 5)))
    return st.sampled_from([False] * (20 - yes) + [True] * yes)


def shared_out(groups: Iterable[tuple[Sequence[Kind], float]], wanted: frozenset[str]) -> list[Kind]:
    """Cards with as many tickets as the share of their group gives them; those with a wanted deed have three times as many.

    Simple cards come first, whatever their group, so that draws shrink to them.
    """
    tickets: dict[Kind, int] = {}
    for group, share in groups:
        weights = [3 if kind.deeds & wanted else 1 for kind in group]
        each = SCALE * share / max(1, sum(weights))
        for kind, weight in zip(group, weights, strict=True):
            if share > 0:
                tickets[kind] = tickets.get(kind, 0) + max(1, round(each * weight))
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
        hearts = [kind for kind in standing if kind.deeds & HEART]
        others = [kind for kind in standing if not kind.deeds & HEART]
        attached, heart = profile.attachments / 100, profile.heart / 100
        groups = [(others, (1 - attached) * (1 - heart)), (hearts, (1 - attached) * heart), (attaching, attached)]
        flat = shared_out(groups, profile.deeds)
        if not flat:
            raise ValueError("the engine knows no card that can be on the battlefield")
        copied = [kind for kind in standing if kind.back is None and kind.front.loyalty is None and not kind.front.chapters]
        looks = weighted((look, weight) for look, weight, feature in LOOKS if not feature or profile.has(feature))
        statuses = _statuses(profile)
        self.copied = st.sampled_from(copied) if copied else None
        card, host = st.sampled_from(flat), st.integers(0, 11)
        self.battlefields = [
            st.lists(st.tuples(card, _places(seats, profile), looks, statuses, host), max_size=profile.permanents)
            for seats in range(len(PLAYERS) + 1)
        ]
        """By the number of players: lists of (card, place, look, phase status, number of the host)."""
        self.seat_numbers = [st.integers(0, max(seats - 1, 0)) for seats in range(len(PLAYERS) + 1)]
        playable = [kind for kind in every if not kind.planar and "Land" not in kind.front.types]
        piles = [kind for kind in every if not kind.planar]
        tools = shared_out(_by_deed(playable), profile.deeds) or piles[:1]
        self.hand = st.lists(st.sampled_from(tools), max_size=profile.hand)
        self.graveyard = st.lists(st.sampled_from(piles), max_size=3)
        self.exile = st.lists(st.sampled_from(piles), max_size=2)
        self.tool = st.sampled_from(tools)
        basics = [kind for name in LAND_TYPES for kind in every if kind.name == name]
        self.basics = basics or [kind for kind in piles if "Land" in kind.front.types][:5] or piles[:1]
        self.planes = [kind for kind in every if kind.planar and not kind.phenomenon]
        self.phenomena = [kind for kind in every if kind.phenomenon] if profile.knows("phenomena") else []
        self.plane: st.SearchStrategy[Kind] = st.sampled_from(self.planes) if self.planes else st.nothing()
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
        self.means = weighted([((life, having), a * b) for life, a in ((20, 5), (7, 2), (2, 1), (40, 1)) for having, b in counters])
        """Life and counters of a player."""
        self.library = weighted([(7, 2), (6, 1), (8, 1)])
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
    return kind.front.toughness is None or kind.front.toughness > 0 or profile.has("set_counters")


def _places(seats: int, profile: Profile) -> st.SearchStrategy[Place]:
    """Mostly one's own; now and then somebody else's by what happened, or by an effect that lasts."""
    choices: list[tuple[Place, int]] = [(Place(seat, seat), 12 * max(1, seats - 1)) for seat in range(max(1, seats))]
    if profile.has("set_control"):
        pairs = [(one, other) for one in range(seats) for other in range(seats) if one != other]
        choices += [(Place(one, other), 1) for one, other in pairs]
        choices += [(Place(one, one, other, until), 1) for one, other in pairs for until in ("end_of_turn", "indefinitely")]
        choices += [(Place(one, other, other, "indefinitely"), 1) for one, other in pairs]
    return weighted(choices)


def _statuses(profile: Profile) -> st.SearchStrategy[str]:
    """`in`, `direct`, or `other`: direct and under another player."""
    if not profile.has("set_phased") or profile.phased <= 0:
        return st.just("in")
    out = min(95, max(5, profile.phased))
    other = out // 5 if profile.has("set_phased_under") else 0
    return weighted([("in", 100 - out), ("direct", out - other), ("other", other)])


def _by_deed(playable: list[Kind]) -> list[tuple[list[Kind], float]]:
    """The tools, each deed with an equal share, those of the heart with a double one."""
    groups = [(deed, [kind for kind in playable if deed in kind.deeds]) for deed in DEEDS]
    shares = [(group, 2.0 if deed in HEART else 1.0) for deed, group in groups if group]
    total = sum(share for _, share in shares)
    return [(group, share / total) for group, share in shares]


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
