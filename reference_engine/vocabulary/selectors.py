"""Which objects and which players: filters, and the ways in which an effect names what it acts on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_engine.errors import BadDefinition
from reference_engine.objects import GameObject
from reference_engine.range_of_influence import sees, within

from .base import Readable, Wording, _key, listing, one_of, read_int

if TYPE_CHECKING:
    from reference_engine.context import Context

COLORS = ("white", "blue", "black", "red", "green")
ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command")


@dataclass(frozen=True, eq=False)
class Range(Readable):
    """A number within bounds: `3`, `{at_least: 4}`, `{at_most: 2}`; a bound may be `x` or an amount."""

    at_least: Any = None
    at_most: Any = None

    @classmethod
    def read(cls, node: Any, where: str) -> Range:
        if isinstance(node, dict):
            unknown = set(node) - {"at_least", "at_most"}
            if unknown:
                raise BadDefinition(where, f"{sorted(unknown)} is no bound; there are at_least, at_most")
            return cls(**{key: cls._bound(value, where) for key, value in node.items()})
        exact = cls._bound(node, where)
        return cls(exact, exact)

    @staticmethod
    def _bound(node: Any, where: str) -> Any:
        if not isinstance(node, dict):
            return node if node == "x" else read_int(node, where)
        from .amounts import Amount  # they are built of filters themselves

        return Amount.read(node, where)

    def holds(self, value: int | None, ctx: Context) -> bool:
        if value is None:
            return False
        low, high = (self._value(bound, ctx) for bound in (self.at_least, self.at_most))
        return (low is None or value >= low) and (high is None or value <= high)

    @staticmethod
    def _value(bound: Any, ctx: Context) -> int | None:
        if bound is None or isinstance(bound, int):
            return bound
        return ctx.x if bound == "x" else int(bound.of(ctx))

    def text(self, what: str, w: Wording) -> str:
        if hasattr(self.at_most, "text"):
            return f"with {what} less than or equal to {self.at_most.text(w)}"
        if hasattr(self.at_least, "text"):
            return f"with {what} greater than or equal to {self.at_least.text(w)}"
        if self.at_least == self.at_most:
            return f"with {what} {self.at_least}"
        if self.at_most is None:
            return f"with {what} {self.at_least} or greater"
        return f"with {what} {self.at_most} or less"


@dataclass(frozen=True, eq=False)
class Filter(Readable):
    """A description of objects. Every key narrows; lists mean "any of"."""

    types: tuple[str, ...] = ()
    all_types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    not_subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    not_supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    not_colors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    without_keywords: tuple[str, ...] = ()
    controller: str | None = None
    owner: str | None = None
    tapped: bool | None = None
    token: bool | None = None
    other: bool = False
    attacking: bool | None = None
    attacking_you: bool = False
    blocking: bool | None = None
    in_combat: bool = False  # attacking or blocking
    attached: bool | None = None
    on: Filter | None = None  # attached to such an object
    power: Range | None = None
    toughness: Range | None = None
    mana_value: Range | None = None
    counters: str | None = None
    without_counters: str | None = None
    name: str | None = None
    zone: str = "battlefield"
    entered_this_turn: bool | None = None
    attacked_this_turn: bool | None = None
    phased_out: bool = False
    chosen_color: bool = False
    chosen_creature_type: bool = False
    chosen_land_type: bool = False
    from_library_this_turn: bool | None = None  # put there from a library in this turn
    controller_controls: Filter | None = None  # "whose controller controls ..."
    players: bool = False  # "any target": players too

    def __post_init__(self) -> None:
        one_of("controller", self.controller, CONTROLLED)
        one_of("owner", self.owner, OWNED)
        one_of("zone", self.zone, ZONES)

    @classmethod
    def read(cls, node: Any, where: str) -> Filter:
        from .base import fill

        if node in (None, "any", "permanent"):
            return cls()
        if isinstance(node, str):
            return cls(types=(node,)) if node[:1].isupper() else cls(**_WORDS[node]) if node in _WORDS else cls._wrong(node, where)
        if isinstance(node, list):
            node = {"types": node}
        if not isinstance(node, dict):
            cls._wrong(node, where)
        for key in node:
            if _key(key) not in cls.__dataclass_fields__:
                raise BadDefinition(where, f"{key!r} is no property of objects; there are {', '.join(cls.__dataclass_fields__)}")
        made: Filter = fill(cls, node, False, where)
        return made

    @staticmethod
    def _wrong(node: Any, where: str) -> Filter:
        raise BadDefinition(where, f"{node!r} describes no objects: a type, a list of types or a mapping of properties is wanted")

    def matches(self, obj: GameObject, ctx: Context) -> bool:
        """True if the object fits; phased-out permanents fit only a filter that names them (rule 702.26b)."""
        if obj.zone != self.zone or (obj.phase != "in") is not self.phased_out:
            return False
        if ctx.game.ranges is not None and not sees(ctx, obj):
            return False
        return self.describes(obj, ctx)

    def describes(self, obj: GameObject, ctx: Context) -> bool:
        """Like `matches`, whatever zone or phase status the object has now: for objects as they last were (rule 603.10)."""
        is_ = obj.characteristics
        if self.types and not any(type_ in is_.types for type_ in self.types):
            return False
        if self.all_types and not all(type_ in is_.types for type_ in self.all_types):
            return False
        if self.not_types and any(type_ in is_.types for type_ in self.not_types):
            return False
        if self.controller is not None and not ctx.is_player(self.controller, is_.controller or obj.owner):
            return False
        if self.tapped is not None and obj.tapped is not self.tapped:
            return False
        if self.other and obj is ctx.source:
            return False
        return self._matches_rest(obj, ctx)

    def _matches_rest(self, obj: GameObject, ctx: Context) -> bool:
        is_ = obj.characteristics
        if self.subtypes and not any(subtype in is_.subtypes for subtype in self.subtypes):
            return False
        if self.chosen_creature_type and not _is_of_chosen_type(obj, ctx):
            return False
        if self.not_subtypes and any(subtype in is_.subtypes for subtype in self.not_subtypes):
            return False
        if self.supertypes and not any(supertype in is_.supertypes for supertype in self.supertypes):
            return False
        if self.not_supertypes and any(supertype in is_.supertypes for supertype in self.not_supertypes):
            return False
        if self.colors and not ("colorless" in self.colors and not is_.colors) and not any(color in is_.colors for color in self.colors):
            return False
        if self.not_colors and any(color in is_.colors for color in self.not_colors):
            return False
        if self.chosen_color and (ctx.source is None or ctx.source.chosen.get("color") not in is_.colors):
            return False
        if self.chosen_land_type and (ctx.source is None or ctx.source.chosen.get("land_type") not in is_.subtypes):
            return False
        if self.controller_controls is not None and not any(
            other.controller == obj.controller for other in self.controller_controls.find(ctx)
        ):
            return False
        if self.keywords and not any(keyword in is_.keywords for keyword in self.keywords):
            return False
        if self.without_keywords and any(keyword in is_.keywords for keyword in self.without_keywords):
            return False
        if self.owner is not None and not ctx.is_player(self.owner, obj.owner):
            return False
        if self.token is not None and obj.token is not self.token:
            return False
        if self.attacking is not None and (obj.attacking is not None) is not self.attacking:
            return False
        if self.attacking_you and obj.attacking != ctx.controller:
            return False
        if self.blocking is not None and bool(obj.blocking) is not self.blocking:
            return False
        if self.in_combat and obj.attacking is None and not obj.blocking:
            return False
        if self.on is not None and not (isinstance(obj.attached_to, GameObject) and self.on.matches(obj.attached_to, ctx)):
            return False
        if self.attached is not None and any(other.visible for other in obj.attachments) is not self.attached:
            return False
        if self.power is not None and not self.power.holds(is_.power, ctx):
            return False
        if self.toughness is not None and not self.toughness.holds(is_.toughness, ctx):
            return False
        if self.mana_value is not None and not self.mana_value.holds(obj.face.mana_value, ctx):
            return False
        if self.counters is not None and not (any(obj.counters.values()) if self.counters == "any" else obj.counters.get(self.counters)):
            return False
        if self.without_counters is not None and obj.counters.get(self.without_counters):
            return False
        if self.name is not None and is_.name != self.name:
            return False
        if self.from_library_this_turn is not None and (
            (obj.memory.get("from_library") == ctx.game.turn_serial) is not self.from_library_this_turn
        ):
            return False
        if self.entered_this_turn is not None and (obj.entered >= ctx.game.turn_began_at) is not self.entered_this_turn:
            return False
        return not (self.attacked_this_turn is not None and (obj in ctx.game.attacked_this_turn) is not self.attacked_this_turn)

    def find(self, ctx: Context) -> list[GameObject]:
        """Every object that fits, battlefield in the order of entering."""
        game = ctx.game
        if self.zone == "battlefield":
            pool: Any = game.phased_out_permanents() if self.phased_out else game.battlefield
        elif self.zone == "stack":
            pool = [item.object for item in game.stack if item.object is not None]
        else:
            pool = [obj for player in game.players for obj in game.zone(player, self.zone)]
            if self.zone == "command" and game.planes is not None:
                pool += game.planes.face_up
        return [obj for obj in pool if self.matches(obj, ctx)]

    def noun(self, w: Wording, plural: bool = False) -> str:
        """`creature you control`, `nonland permanents`."""
        before: list[str] = []
        if self.tapped is not None:
            before.append("tapped" if self.tapped else "untapped")
        if self.attacking:
            before.append("attacking")
        if self.blocking:
            before.append("blocking")
        if self.in_combat:
            before.append("attacking or blocking")
        if self.phased_out:
            before.append("phased-out")
        if self.zone == "command":
            before.append("face-up")
        before += [f"non{color}" for color in self.not_colors] + [f"non{type_.lower()}" for type_ in self.not_types]
        before += [f"non-{subtype}" for subtype in self.not_subtypes] + [f"non{supertype.lower()}" for supertype in self.not_supertypes]
        before += [supertype.lower() for supertype in self.supertypes]
        if self.colors:
            before.append(listing(list(self.colors), "or"))
        if self.chosen_color:
            before.append("of the chosen color")
        if self.token is not None:
            before += ["token"] if self.token else ["nontoken"] if self.zone == "battlefield" else []
        kinds = [type_.lower() for type_ in self.types] or [" ".join(type_.lower() for type_ in self.all_types)] * bool(self.all_types)
        if self.subtypes:
            kinds = [listing(list(self.subtypes), "or") + (f" {kinds[0]}" if kinds else "")]
        if not kinds:
            kinds = ["permanent" if self.zone == "battlefield" else "spell" if self.zone == "stack" else "card"]
        elif self.zone not in ("battlefield", "stack"):
            kinds = [f"{kind} card" for kind in kinds]
        if plural:
            kinds = [in_plural(kind) for kind in kinds]
        after: list[str] = []
        if self.keywords:
            after.append(f"with {listing(list(self.keywords), 'or')}")
        if self.without_keywords:
            after.append(f"without {listing(list(self.without_keywords), 'or')}")
        for range_, what in ((self.power, "power"), (self.toughness, "toughness"), (self.mana_value, "mana value")):
            if range_ is not None:
                after.append(range_.text(what, w))
        if self.counters:
            after.append("with a counter on it" if self.counters == "any" else f"with a {self.counters} counter on it")
        if self.without_counters:
            after.append(f"without a {self.without_counters} counter on it")
        if self.name:
            after.append(f"named {self.name}")
        if self.on is not None:
            after.append(f"attached to a {self.on.noun(w)}")
        if self.attached is not None:
            after.append(f"with {'something' if self.attached else 'nothing'} attached to it")
        if self.chosen_land_type:
            after.append("of the chosen type")
        if self.controller_controls is not None:
            after.append(f"whose controller controls a {self.controller_controls.noun(w)}".replace(" a I", " an I"))
        named = w.target(0) if w.targets and w.target(0) in ("target player", "target opponent") else None
        if self.controller:
            after.append(f"{named} controls" if named and self.controller == "target" else CONTROLLED[self.controller])
        in_their = self.zone in ("hand", "graveyard", "library")
        if self.owner and not in_their:
            after.append(OWNED[self.owner])
        if self.chosen_creature_type:
            after.append("of the chosen type")
        if self.zone not in ("battlefield", "stack", "command"):
            whose = {"you": "your", "opponent": "an opponent's"}.get(self.owner or "", f"{named or 'that player'}'s")
            after.append(f"in {whose if self.owner else 'a'} {self.zone}")
        if self.attacking_you:
            after.append("attacking you")
        if self.entered_this_turn:
            after.append("that entered this turn")
        if self.attacked_this_turn:
            after.append("that attacked this turn")
        if self.from_library_this_turn:
            after.append("that was put there from their library this turn")
        text = " ".join([*(["other"] if self.other else []), *before, listing(kinds, "or"), *after])
        return text + (" or player" if self.players and self.types else "")


def _is_of_chosen_type(obj: GameObject, ctx: Context) -> bool:
    """Of the creature type that the source's player chose; changeling is every creature type (rule 702.73a)."""
    chosen = ctx.source.chosen.get("creature_type") if ctx.source is not None else None
    return chosen is not None and (chosen in obj.characteristics.subtypes or "changeling" in obj.characteristics.keywords)


_WORDS: dict[str, dict[str, Any]] = {
    "creature": {"types": ("Creature",)},
    "any_target": {"types": ("Creature", "Planeswalker", "Battle"), "players": True},
    "spell": {"zone": "stack"},
    "nonland": {"not_types": ("Land",)},
}

CONTROLLED = {
    "you": "you control", "opponent": "an opponent controls", "not_you": "you don't control", "active_player": "the active player controls",
    "that_player": "that player controls", "target": "that player controls", "defending_player": "defending player controls",
    "host_controller": "its controller controls", "any": "", "chosen_player": "the chosen player controls",
    "nonactive": "nonactive players control",
    "host": "enchanted player controls",
}  # fmt: skip
OWNED = {
    "you": "you own",
    "opponent": "an opponent owns",
    "that_player": "that player owns",
    "target": "that player owns",
    "not_you": "you don't own",
}


def in_plural(noun: str) -> str:
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun if noun.endswith(("Equipment", "s")) and noun != "Plains" else noun + "s"


def _is_place(text: str) -> bool:
    """Whether it is a number from 1 to 9, as in `target 2`."""
    return len(text) == 1 and text in "123456789"


_NAMED = (
    "this", "that", "that_card", "blocked", "damaged", "damager", "host", "former_host", "it",
    "stack_source", "those", "pair", "ring_bearer",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Objects(Readable):
    """How an effect names objects: `this`, `target 2`, `that`, `host`, `it`, `{each: FILTER}`, `{choose: ...}`, `{linked: KEY}`."""

    how: str
    index: int = 0
    filter: Filter | None = None
    key: str = ""
    count: int = 1
    up_to: bool = False
    by: Players | None = None
    parts: tuple[Objects, ...] = ()

    @classmethod
    def read(cls, node: Any, where: str) -> Objects:
        if isinstance(node, str):
            head, _, tail = node.partition(" ")
            if (head == "target" and (not tail or _is_place(tail))) or node == "targets":
                return cls("target", int(tail) - 1 if tail else 0 if head == "target" else -1)
            if node in _NAMED:
                return cls(node)
        elif isinstance(node, dict) and len(node) == 1:
            ((how, value),) = node.items()
            if how == "each":
                return cls("each", filter=Filter.read(value, where))
            if how == "targets":
                return cls("target", -1, filter=Filter.read(value, where))
            if how == "all_of" and isinstance(value, list):
                return cls("all_of", parts=tuple(cls.read(part, where) for part in value))
            if how == "linked" and isinstance(value, str):
                return cls("linked", key=value)
            if how == "attached_to" and value in ("this", "target", "that", "host", "it", "those"):
                return cls("attached_to", key=value)
            if how == "choose" and isinstance(value, dict):
                unknown = set(value) - {"from", "by", "count", "up_to"}
                if not unknown:
                    return cls(
                        "choose",
                        filter=Filter.read(value.get("from"), where),
                        by=Players.read(value.get("by", "you"), where),
                        count=-1 if value.get("count") == "any" else read_int(value.get("count", 1), where),
                        up_to=value.get("up_to") in (True, "true"),
                    )
        raise BadDefinition(
            where,
            f"{node!r} names no objects; there are this, target, target 2, targets, that, that_card, former_host, host, it, those, each, "
            "choose, linked",
        )

    def find(self, ctx: Context) -> list[GameObject]:
        """What is named, as far as the game can see it now (rules 400.7, 608.2b, 702.26b, 801.10). `choose` is for effects that ask."""
        return within(ctx, self._find(ctx))

    def _find(self, ctx: Context) -> list[GameObject]:
        how = self.how
        if how == "this":
            return [ctx.source] if ctx.source is not None and ctx.source.visible else []
        if how == "each":
            assert self.filter is not None
            return self.filter.find(ctx)
        if how == "all_of":
            return list(dict.fromkeys(obj for part in self.parts for obj in part.find(ctx)))
        if how == "target":
            chosen = ctx.target_objects() if self.index < 0 else ctx.target_objects(self.index)
            return [obj for obj in chosen if obj.visible and (self.filter is None or self.filter.matches(obj, ctx))]
        if how == "that":
            obj = ctx.event.get("object") if ctx.event else None
            return [obj] if isinstance(obj, GameObject) and obj.visible else []
        if how == "blocked":  # what the creature of the event blocks
            obj = ctx.event.get("attacker") if ctx.event else None
            return [obj] if isinstance(obj, GameObject) and obj.visible else []
        if how == "damaged":  # what the damage of the event was dealt to
            obj = ctx.event.get("to") if ctx.event else None
            return [obj] if isinstance(obj, GameObject) and obj.visible else []
        if how == "damager":  # what dealt the damage of the event
            obj = ctx.event.get("source") if ctx.event else None
            return [obj] if isinstance(obj, GameObject) and obj.visible else []
        if how == "that_card":  # what became of the object that left the battlefield (rule 400.7d)
            card = ctx.event.get("_new") if ctx.event else None
            return [card] if isinstance(card, GameObject) and card.visible else []
        if how == "former_host":  # what the attachment came off
            host = ctx.event.get("_from") if ctx.event else None
            return [host] if isinstance(host, GameObject) and host.visible else []
        if how == "host":
            host = ctx.source.attached_to if ctx.source is not None else None
            return [host] if isinstance(host, GameObject) and host.visible else []
        if how in ("it", "those"):
            return [obj for obj in ctx.last if obj.visible]
        if how == "pair":  # this and what it is paired with, if it is (rule 702.95b)
            from reference_engine import pairing

            other = pairing.partner(ctx.game, ctx.source)
            return [obj for obj in (ctx.source, other) if obj is not None and obj.visible] if other is not None else []
        if how == "ring_bearer":
            from reference_engine import the_ring

            bearer = the_ring.bearer(ctx.game, ctx.controller)
            return [] if bearer is None else [bearer]
        if how == "attached_to":
            return [a for host in Objects(self.key).find(ctx) for a in host.attachments if a.visible]
        if how == "linked":
            source = ctx.source
            return [obj for obj in (source.memory.get(self.key, ()) if source is not None else ()) if obj.visible]
        return []

    def text(self, w: Wording) -> str:
        if self.how == "this":
            return w.this
        if self.how == "each":
            assert self.filter is not None
            w.those = f"those {self.filter.types[0].lower()}s" if len(self.filter.types) == 1 else "those permanents"
            return f"all {self.filter.noun(w, plural=True)}"
        if self.how == "target":
            if self.filter is not None:
                return f"each of those {self.filter.noun(w, plural=True)}"
            return listing(w.targets) if self.index < 0 else w.target(self.index)
        if self.how == "host":
            return w.host
        if self.how == "damaged":
            return "that creature"
        if self.how == "all_of":
            return listing([part.text(w).replace("it", "that creature") if part.how == "that" else part.text(w) for part in self.parts])
        if self.how == "choose":
            assert self.filter is not None
            return f"a {self.filter.noun(w)} of {'your' if self.by is None or self.by.who == 'you' else 'their'} choice"
        if self.how == "linked":
            return "the exiled card"
        if self.how == "pair":
            return "both paired creatures"
        if self.how == "ring_bearer":
            return "your Ring-bearer"
        return {"those": w.those, "blocked": "that creature", "former_host": "that permanent"}.get(self.how, "it")

    def possessive(self, w: Wording) -> str:
        """`its`, `this creature's`."""
        text = self.text(w)
        return "its" if text == "it" else f"{text}'s"


@dataclass(frozen=True, eq=False)
class Players(Readable):
    """How an effect names players: `you`, `each_opponent`, `target`, `that_player`, `{controller_of: OBJECTS}`, ..."""

    who: str
    of: Objects | None = None
    index: int = 0

    @classmethod
    def read(cls, node: Any, where: str) -> Players:
        if isinstance(node, str):
            head, _, tail = node.partition(" ")
            if head == "target" and (not tail or _is_place(tail)):
                return cls("target", index=int(tail) - 1 if tail else 0)
            if node in _PLAYERS:
                return cls(node)
        elif isinstance(node, dict) and len(node) == 1:
            ((how, value),) = node.items()
            if how in ("controller_of", "owner_of"):
                return cls(how, Objects.read(value, where))
        raise BadDefinition(where, f"{node!r} names no player: {', '.join(_PLAYERS)}, target, controller_of, owner_of")

    def find(self, ctx: Context) -> list[str]:
        """The players named that are still in the game and in range (801.10), in turn order from the active player (rule 101.4)."""
        return within(ctx, list(self._find(ctx)))

    def _find(self, ctx: Context) -> Iterator[str]:
        game, who = ctx.game, self.who
        if who == "target":
            yield from (player for player in ctx.target_players(self.index) if game.is_in(player))
        elif who in ("controller_of", "owner_of"):
            assert self.of is not None
            for obj in ctx.last_known(self.of):
                player = obj.controller if who == "controller_of" else obj.owner
                if game.is_in(player):
                    yield player
        else:
            for player in game.in_turn_order():
                if ctx.is_player(_PLAYERS[who], player):
                    yield player

    def text(self, w: Wording) -> str:
        if self.who == "target":
            return w.target(self.index)
        if self.who in ("controller_of", "owner_of"):
            assert self.of is not None
            return f"{self.of.possessive(w)} {self.who[:-3]}"
        return self.who.replace("_", " ")

    def verb(self, w: Wording, you: str, other: str) -> str:
        """`you draw`, `each player draws`."""
        return f"{self.text(w)} {you if self.who == 'you' else other}"

    def order(self, w: Wording, you: str, other: str) -> str:
        """Like `verb`, but what you do is told as an order: `draw`, `each player draws`."""
        return you if self.who == "you" else self.verb(w, you, other)


_PLAYERS = {
    "you": "you", "each_opponent": "opponent", "each_player": "any", "active_player": "active_player", "that_player": "that_player",
    "each_other_player": "not_you", "defending_player": "defending_player", "enchanted_player": "host", "chosen_player": "chosen_player",
    "host_controller": "host_controller",
}  # fmt: skip
