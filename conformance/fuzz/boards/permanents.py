"""The battlefield of a board: what is there, how it looks, what it is attached to, and what is phased out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import strategies as st

from conformance.fuzz.boards.kinds import FACE_DOWN, Host, Kind, Looks
from conformance.fuzz.boards.stock import NUMBERS, Hold, Look, Stock

Json = dict[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]

_BESTOWED = Looks(frozenset(("Enchantment",)), None)


class Names:
    """Ids after the names of cards, each once: `grizzly_bears`, `grizzly_bears_2`."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def new(self, base: str) -> str:
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


class Permanent:
    """One that was drawn, on its way to an entry of the position."""

    def __init__(
        self, kind: Kind, seat: int, hold: Hold, look: Look, status: str, number: int, players: tuple[str, ...], name: str
    ) -> None:
        self.kind = kind
        self.look = look
        self.status = status
        self.number = number
        """What is left to choose: its host, or what only some cards have; and which other player has to do with it."""
        self.seat = seat
        self.other = players[(seat + 1 + number * (len(players) - 1) // NUMBERS) % len(players)]
        """The other player who has to do with it, if one has."""
        self.shows = kind.front
        self.host: Permanent | None = None
        self.attachments: list[Permanent] = []
        self.entry: Json = {
            "id": name,
            "card": kind.name,
            "controller": players[seat],
            "owner": self.other if hold.lent else players[seat],
            "tapped": look.tapped,
            "phased": {"status": "in", "under": None},
            "attached_to": None,
            "counters": {},
            "damage": 0,
            "sick": look.sick,
            "token": look.token,
            "face_down": False,
            "transformed": False,
            "bestowed": False,
        }
        if hold.until:
            self.entry["control"] = {"player": self.other, "until": hold.until}

    @property
    def commander(self) -> str:
        """Who controls it, as far as its own entry tells."""
        control = self.entry.get("control")
        return str(control["player"] if control else self.entry["controller"])

    @property
    def more(self) -> int:
        """Nothing in one half of the draws, 1 to 6 in the other: whether, and how much, it has of what its kind can have."""
        return max(0, self.number + 1 - NUMBERS // 2)

    @property
    def wants_host(self) -> bool:
        """Whether it is to be attached; a card with bestow may be a creature instead."""
        return self.kind.host is not None and (not self.kind.bestow or self.more > 0)


class Battlefield:
    """Makes the permanents of a board from what was drawn for them."""

    def __init__(self, stock: Stock, players: tuple[str, ...], day_night: str | None, names: Names) -> None:
        self._stock = stock
        self._profile = stock.profile
        self._players = players
        self._names = names
        self.day_night = day_night
        """Day or night; a daybound permanent that is phased in makes it day (rule 702.145d)."""
        self._permanents: list[Permanent] = []

    def draw(self, draw: Draw) -> None:
        """Draw all permanents, without hosts yet."""
        for kind, seat, hold, look, status, number in draw(self._stock.battlefields[len(self._players)][draw(self._stock.field_size)]):
            permanent = Permanent(kind, seat, hold, look, status, number, self._players, self._names.new(kind.snake))
            self._dress(permanent, draw)
            self._permanents.append(permanent)

    def _dress(self, permanent: Permanent, draw: Draw) -> None:
        kind, look, entry = permanent.kind, permanent.look, permanent.entry
        if kind.host is None and look.face_down:
            entry["face_down"] = True
            permanent.shows = FACE_DOWN
        elif kind.host is None and look.copy and self._stock.copied is not None:
            copied = draw(self._stock.copied)
            entry["copy_of"] = copied.name
            if entry["token"]:
                entry["card"] = copied.name
            permanent.shows = copied.front
        elif kind.front.daybound:
            if permanent.status == "in":
                self.day_night = self.day_night or "day"
                entry["transformed"] = self.day_night == "night"
            else:  # what is phased out does not turn over, and may show the wrong face
                entry["transformed"] = permanent.more > 0
        elif kind.back is not None and self._profile.has("set_transformed"):
            entry["transformed"] = permanent.more > 0
        if entry["transformed"]:
            permanent.shows = kind.back or kind.front
        shows = permanent.shows
        if kind.exerts and look.tapped and permanent.more and self._profile.has("set_exerted") and self._profile.knows("exert"):
            entry["exerted"] = permanent.commander
        if shows.chooses and self._profile.has("set_chosen"):
            entry["chosen"] = {key: self._one_of(words or self._players, draw) for key, words in shows.chooses}
        self._count(permanent)

    def _one_of(self, words: tuple[str, ...], draw: Draw) -> str:
        index: int = draw(self._stock.rest)
        return words[index % len(words)]

    def _count(self, permanent: Permanent) -> None:
        """Counters and damage that the permanent survives."""
        look, shows, counters = permanent.look, permanent.shows, permanent.entry["counters"]
        creature = "Creature" in shows.types
        toughness = shows.toughness if shows.toughness is not None else 0
        for counter, number in look.common:
            if counter == "stun" or (creature and (counter == "+1/+1" or toughness > number)):
                counters[counter] = number
        if look.own:
            counters |= dict.fromkeys(shows.counters, look.own)
        if permanent.more and self._profile.has("set_counters"):
            if shows.loyalty is not None:
                counters["loyalty"] = permanent.more
            if shows.chapters > 1:
                counters["lore"] = min(permanent.more, shows.chapters - 1)
        if creature and toughness <= 0 and self._profile.has("set_counters"):  # as it is it would be gone at once (rule 704.5f)
            counters["+1/+1"] = 2
        permanent.entry["damage"] = max(0, min(look.damage, toughness - counters.get("-1/-1", 0) - 1)) if creature else 0

    def attach(self, graveyards: list[tuple[str, Kind]]) -> list[Permanent]:
        """Attach what wants a host to what it fits, nothing in a ring. Gives the Auras that found nothing: they are not there."""
        settled = [permanent for permanent in self._permanents if not permanent.wants_host]
        lost: list[Permanent] = []
        for permanent in self._permanents:
            if not permanent.wants_host:
                continue
            if self._find_host(permanent, settled, graveyards):
                settled.append(permanent)
            else:
                lost.append(permanent)
        self._permanents = settled
        return lost

    def _find_host(self, permanent: Permanent, settled: list[Permanent], graveyards: list[tuple[str, Kind]]) -> bool:
        wants, number, entry = permanent.kind.host, permanent.number, permanent.entry
        assert wants is not None
        hosts: list[Any] = self._hosts(wants, settled, graveyards)
        if permanent.kind.bestow:
            entry["bestowed"] = bool(hosts)
        if not hosts or not self._profile.has("set_attached"):
            return permanent.kind.stays_alone
        if permanent.kind.stays_alone and number == 0:
            return True
        host = hosts[number * len(hosts) // NUMBERS]  # the first stays the first when others go
        if isinstance(host, Permanent):
            permanent.host = host
            host.attachments.append(permanent)
            host = host.entry["id"]
        entry["attached_to"] = host
        if permanent.kind.bestow:  # an Aura now, and no creature
            permanent.shows = _BESTOWED
            entry["damage"] = 0
            entry["counters"] = {kind: n for kind, n in entry["counters"].items() if kind == "stun"}
        return True

    def _hosts(self, wants: Host, settled: list[Permanent], graveyards: list[tuple[str, Kind]]) -> list[Any]:
        if wants.players:
            return list(self._players)
        if wants.graveyard:
            return [name for name, kind in graveyards if "Creature" in kind.front.types]
        hosts = [p for p in settled if p.shows.types & wants.types and (p.entry["tapped"] or not wants.tapped)]
        nested = [p for p in hosts if p.host is not None]
        return [*nested, *nested, *hosts]  # attachments of attachments are rarer than they are interesting

    def entries(self) -> list[Json]:
        """The entries of the position, phase status and all, by seat."""
        for permanent in self._permanents:  # hosts stand before what is attached to them
            permanent.entry["phased"] = self._phased(permanent)
        return [permanent.entry for permanent in sorted(self._permanents, key=lambda permanent: permanent.seat)]

    def _phased(self, permanent: Permanent) -> Json:
        """Rule 702.26g: what is attached to something that is out is out too, indirectly or by itself."""
        host = permanent.host
        if host is not None and host.entry["phased"]["status"] != "in":
            if permanent.status == "in" and self._profile.has("set_phased_under"):
                return {"status": "indirect", "under": host.entry["phased"]["under"]}
        elif permanent.status == "in":
            return {"status": "in", "under": None}
        # It went out under its controller: whoever has an Aura on it that went out with it and says so, if there is one.
        under = next((a.commander for a in permanent.attachments if a.kind.steals and a.status == "in"), permanent.commander)
        if permanent.status == "other":
            under = permanent.other if permanent.other != under else permanent.entry["controller"]
        return {"status": "direct", "under": under if self._profile.has("set_phased_under") else permanent.entry["controller"]}


