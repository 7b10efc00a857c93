"""A snapshot read as a board: whose side each permanent is on, and what is attached to what.

A snapshot is what an engine told (docs/protocol.md, `observe`): any field may be missing, and attachments may even form a ring. What is
missing is not drawn; nothing here guesses, and nothing here fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from conformance.pictures.plain import plain, words

Json = dict[str, Any]

STEPS = (
    ("untap", "untap"),
    ("upkeep", "upkeep"),
    ("draw", "draw"),
    ("precombat_main", "main"),
    ("beginning_of_combat", "combat"),
    ("declare_attackers", "attackers"),
    ("declare_blockers", "blockers"),
    ("first_strike_damage", "first strike"),
    ("combat_damage", "damage"),
    ("end_of_combat", "end of combat"),
    ("postcombat_main", "main 2"),
    ("end", "end"),
    ("cleanup", "cleanup"),
)
"""The steps of a turn, and how the strip calls them."""

MOST_PLAYERS = 8
MOST_PERMANENTS = 48
"""So many cards of a player are drawn; the number of the others is told."""
MOST_TUCKED = 12
"""So many cards are drawn of a host and what it carries."""
MOST_ON_STACK = 10
MOST_PLANES = 6
DEEPEST = 8
"""What is attached deeper than this is drawn as if it were attached at this depth."""
ALIKE = 3
"""So many permanents that look the same are drawn as one, with their number."""

_BY_ITSELF = re.compile(r".*_\d+")


class Permanent(msgspec.Struct):
    """A permanent as it is drawn."""

    id: str
    card: str
    label: str = ""
    """How the case calls it, where that says more than the card's name."""
    side: str = ""
    """Whose side of the table it lies on: its controller's, or whoever it is phased out under."""
    owner: str | None = None
    controller: str | None = None
    types: str = ""
    colors: tuple[str, ...] = ()
    land: bool = False
    stats: str = ""
    tapped: bool = False
    phased: str = "in"
    under: str | None = None
    on: str | None = None
    """What it is attached to, where that is not drawn as its host: a player, or something that is not there."""
    counters: dict[str, int] = {}
    damage: int = 0
    token: bool = False
    face_down: bool = False
    transformed: bool = False
    sick: bool = False
    exerted: bool = False
    copied: str | None = None
    """What is printed on the card, where it is a copy of something else."""
    attacking: str | None = None
    blocking: list[str] = []
    blocked: bool = False
    keywords: tuple[str, ...] = ()
    attachments: list[Permanent] = []
    count: int = 1
    """So many that look the same."""
    changes: list[str] = []
    """What became of it since the earlier snapshot."""

    def everything(self, depth: int = 0) -> Iterator[tuple[Permanent, int]]:
        """It and what is attached to it, each with how deep: hosts before what they carry."""
        yield self, depth
        for attached in self.attachments:
            yield from attached.everything(min(depth + 1, DEEPEST))


class Pile(msgspec.Struct):
    """A zone of a player that is told in a line: how many cards, and their names where they are few."""

    zone: str
    number: int
    names: list[str] = []
    was: int | None = None


class Side(msgspec.Struct):
    """One player's side of the table."""

    player: str
    life: int | None = None
    counters: dict[str, int] = {}
    in_game: bool = True
    piles: list[Pile] = []
    permanents: list[Permanent] = []
    at_player: list[Permanent] = []
    """What is attached to the player."""
    changes: list[str] = []


class Item(msgspec.Struct):
    """A spell or an ability on the stack."""

    id: str
    what: str
    kind: str
    controller: str | None = None
    targets: list[str] = []
    """As ids; `aims` has the words for them."""
    aims: list[str] = []
    source: str | None = None
    new: bool = False


class Plane(msgspec.Struct):
    id: str
    card: str
    types: str = ""
    phenomenon: bool = False
    owner: str | None = None
    counters: dict[str, int] = {}
    new: bool = False


class Planes(msgspec.Struct):
    """What lies across the table in Planechase."""

    controller: str | None
    face_up: list[Plane]
    deck: int | None = None
    """The size of the shared planar deck."""
    decks: list[tuple[str, int]] = []
    """The size of each player's own."""
    cost: int | None = None
    """What the next roll of the planar die costs the active player."""
    changes: list[str] = []


class Board(msgspec.Struct):
    """All of it."""

    number: int | None = None
    active: str | None = None
    step: str | None = None
    priority: str | None = None
    """Who has it; empty where the engine says that nobody has, None where it does not tell."""
    day_night: str | None = None
    sides: list[Side] = []
    stack: list[Item] = []
    planes: Planes | None = None
    hidden_stack: int = 0
    gone: list[str] = []
    """What left the battlefield since the earlier snapshot, a phrase each."""
    changes: list[str] = []
    """What else changed."""

    def permanents(self) -> Iterator[tuple[Permanent, int]]:
        for side in self.sides:
            for pile in (*side.at_player, *side.permanents):
                yield from pile.everything()


def read(snapshot: Json, names: Mapping[str, str] | None = None) -> Board:
    """The board of a snapshot. `names` says how to call objects by id; without it ids that tell something are shown."""
    return _Reader(snapshot, names).board()


def objects_of(snapshot: Json) -> dict[str, Json]:
    return {entry["id"]: entry for entry in snapshot.get("objects") or ()}


class _Reader:
    def __init__(self, snapshot: Json, names: Mapping[str, str] | None) -> None:
        self.snapshot = snapshot
        self.names = names
        self.objects = objects_of(snapshot)
        self.players = list(snapshot.get("players") or {})

    def board(self) -> Board:
        snapshot = self.snapshot
        turn = snapshot.get("turn") or {}
        stack = snapshot.get("stack") or []
        board = Board(
            number=turn.get("number"),
            active=turn.get("active"),
            step=turn.get("step"),
            priority=snapshot["priority"] or "" if "priority" in snapshot else None,
            day_night=snapshot.get("day_night") if snapshot.get("day_night") != "neither" else None,
            stack=[self._item(entry) for entry in stack[:MOST_ON_STACK]],
            hidden_stack=max(len(stack) - MOST_ON_STACK, 0),
            planes=self._planes(),
        )
        shown = self.players[:MOST_PLAYERS]
        board.sides = [self._side(player) for player in shown]
        self._put_down(board)
        return board

    # ---- what to call things

    def label(self, number: str) -> str:
        """How the case calls an object; nothing when that is no more than its card's name, or an id that nobody chose."""
        if self.names is not None and number in self.names:
            label = self.names[number]
        else:
            label = "" if _BY_ITSELF.fullmatch(number) or number.startswith("~") else number
        card = str((self.objects.get(number) or {}).get("card") or "")
        return "" if label in (card, _snake(card)) else plain(label, 40)

    def called(self, thing: Any) -> str:
        """A player, an object or anything else in words."""
        if thing in self.players:
            return plain(thing, 40)
        entry = self.objects.get(thing) if isinstance(thing, str) else None
        if entry is None:
            return words(thing)
        card = plain(entry.get("card") or "", 40)
        label = self.label(str(thing))
        return f"{card} ({label})" if card and label else card or label or words(thing)

    def carded(self, number: Any) -> str:
        """What card an object is, where it does not matter which of them."""
        entry = self.objects.get(number) if isinstance(number, str) else None
        return plain((entry or {}).get("card") or "a card", 40)

    # ---- players

    def _side(self, player: str) -> Side:
        seat = self.snapshot["players"][player]
        side = Side(
            player=player,
            life=seat.get("life"),
            counters=_numbers(seat.get("counters")),
            in_game=seat.get("in_game", True) is not False,
        )
        for zone in ("hand", "library", "graveyard", "exile", "command"):
            cards = seat.get(zone)
            if cards is not None and (cards or zone in ("hand", "library")):
                side.piles.append(Pile(zone, len(cards), [] if zone == "library" else [self.carded(card) for card in cards[:4]]))
        return side

    # ---- permanents

    def _put_down(self, board: Board) -> None:
        """Each permanent under its host, or at its player, or on its side."""
        entries = [entry for entry in self.objects.values() if entry.get("zone") == "battlefield"]
        made = {entry["id"]: self._permanent(entry) for entry in entries}
        hosts = {entry["id"]: entry.get("attached_to") for entry in entries}
        sides = {side.player: side for side in board.sides}
        for number, permanent in made.items():
            host = hosts[number]
            if host is None or _leads_back(number, hosts):
                permanent.on = plain(self.called(host), 40) if host is not None else None
                self._lay(permanent, board, sides)
            elif host in made:
                made[host].attachments.append(permanent)
            elif host in sides:
                permanent.on = host
                sides[host].at_player.append(permanent)
            else:
                permanent.on = plain(self.called(host), 40)
                self._lay(permanent, board, sides)

    def _lay(self, permanent: Permanent, board: Board, sides: dict[str, Side]) -> None:
        if board.sides:
            sides.get(permanent.side, board.sides[0]).permanents.append(permanent)

    def _permanent(self, entry: Json) -> Permanent:
        number = entry["id"]
        controller, owner, under = entry.get("controller"), entry.get("owner"), entry.get("phased_under")
        side = next((player for player in (controller, under, owner) if player is not None and player in self.players), "")
        types = [*(entry.get("supertypes") or ()), *(entry.get("types") or ())]
        line = " ".join(plain(word, 30) for word in types[:6])
        subtypes = " ".join(plain(word, 30) for word in (entry.get("subtypes") or ())[:6])
        exerted = entry.get("exerted")
        card, label = entry.get("card") or ("a card" if entry.get("face_down") else ""), self.label(number)
        printed = entry.get("printed")
        copied = printed is not None and printed != entry.get("card") and not entry.get("face_down") and not entry.get("transformed")
        return Permanent(
            id=number,
            card=plain(card or label or words(number), 80),
            label=label if card else "",
            side=side,
            owner=owner,
            controller=controller,
            types=f"{line} — {subtypes}" if line and subtypes else line or subtypes,
            colors=tuple(color for color in ("white", "blue", "black", "red", "green") if color in (entry.get("colors") or ())),
            land="Land" in types and "Creature" not in types,
            stats=_stats(entry),
            tapped=bool(entry.get("tapped")),
            phased=entry.get("phased") or "in",
            under=under,
            counters=_numbers(entry.get("counters")),
            damage=entry.get("damage") or 0,
            token=bool(entry.get("token")),
            face_down=bool(entry.get("face_down")),
            transformed=bool(entry.get("transformed")),
            sick=bool(entry.get("sick")) and "Creature" in types,
            exerted=bool(exerted),
            copied=plain(printed, 60) if copied else None,
            attacking=entry.get("attacking"),
            blocking=list(entry.get("blocking") or ()) if entry.get("blocking") else [],
            blocked=bool(entry.get("blocked")),
            keywords=tuple(plain(word, 30) for word in (entry.get("keywords") or ())[:8]),
        )

    # ---- the middle of the table

    def _item(self, entry: Json) -> Item:
        source, card = entry.get("source"), entry.get("card")
        if card:
            what, kind = plain(card, 60), "spell"
        elif source is None:
            what, kind = words(entry.get("ability") or "ability"), "the game's own ability"
        else:
            what, kind = self.called(source), "ability"
        targets = [target for target in entry.get("targets") or () if isinstance(target, str)][:6]
        aims = [self.called(target) for target in targets]
        return Item(plain(entry.get("id") or "", 60), what, kind, entry.get("controller"), targets, aims, source)

    def _planes(self) -> Planes | None:
        told = self.snapshot.get("planechase")
        if told is None:
            return None
        deck = told.get("planar_deck")
        decks = [(player, len(seat["planar_deck"])) for player, seat in self.snapshot["players"].items() if seat.get("planar_deck")]
        return Planes(
            controller=told.get("controller"),
            face_up=[self._plane(number) for number in (told.get("face_up") or ())[:MOST_PLANES]],
            deck=len(deck) if deck or (deck is not None and not decks) else None,
            decks=decks[:MOST_PLAYERS],
            cost=told.get("next_roll_cost"),
        )

    def _plane(self, number: str) -> Plane:
        entry = self.objects.get(number) or {}
        types = entry.get("types") or ()
        line, subtypes = " ".join(plain(word, 30) for word in types), " ".join(plain(word, 30) for word in entry.get("subtypes") or ())
        return Plane(
            id=number,
            card=plain(entry.get("card") or words(number), 60),
            types=f"{line} — {subtypes}" if line and subtypes else line,
            phenomenon="Phenomenon" in types,
            owner=entry.get("owner"),
            counters=_numbers(entry.get("counters")),
        )


def _numbers(counters: Any) -> dict[str, int]:
    """Counters by kind, those that are there: at most eight kinds, since an engine may have sent anything."""
    return {plain(kind, 24): number for kind, number in list((counters or {}).items())[:8] if number}


def _stats(entry: Json) -> str:
    power, toughness = entry.get("power"), entry.get("toughness")
    if power is None and toughness is None:
        return ""
    return "/".join("?" if number is None else str(number)[:6] for number in (power, toughness))


def _leads_back(number: str, hosts: Mapping[str, Any]) -> bool:
    """Whether the way from an attachment to its host, the host's host and so on never ends: nobody would find it under anything."""
    seen = {number}
    at = hosts.get(number)
    while at is not None and at in hosts:
        if at in seen:
            return True
        seen.add(at)
        at = hosts[at]
    return False


def _snake(card: str) -> str:
    return "_".join("".join(character if character.isalnum() else " " for character in card.lower()).split())


def gathered(permanents: Iterable[Permanent], apart: frozenset[str]) -> list[Permanent]:
    """Permanents that look the same drawn as one, if they are many; those whose id is in `apart` have an arrow and stay."""
    piles: dict[Any, list[Permanent]] = {}
    for permanent in permanents:
        alone = permanent.label or permanent.attachments or permanent.id in apart
        look = permanent.id if alone else msgspec.json.encode(msgspec.structs.replace(permanent, id=""))
        piles.setdefault(look, []).append(permanent)
    out: list[Permanent] = []
    for pile in piles.values():
        out += [msgspec.structs.replace(pile[0], count=len(pile))] if len(pile) >= ALIKE else pile
    return out
