"""Objects of the game (rule 109) and their characteristics.

A zone change makes a new object (rule 400.7), so it makes a new `GameObject` here: whoever kept the old one still sees it as it last
was, and `exists` tells that it is gone. The id follows the card, the incarnation tells the objects apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .combat import Nothing
    from .vocabulary.cards import CardDefinition, Face

IN, DIRECT, INDIRECT = "in", "direct", "indirect"


class Characteristics:
    """What an object is right now, after all continuous effects (rule 613). Rebuilt, never changed in place once published."""

    __slots__ = ("abilities", "colors", "controller", "keywords", "name", "power", "subtypes", "supertypes", "toughness", "types")

    def __init__(self, face: Face, controller: str | None) -> None:
        self.name = face.name
        self.types: frozenset[str] = face.types
        self.subtypes: frozenset[str] = face.subtypes
        self.supertypes: frozenset[str] = face.supertypes
        self.colors: frozenset[str] = face.colors
        self.keywords: frozenset[str] = face.keywords
        self.abilities: tuple[Any, ...] = face.abilities
        self.power: int | None = face.power
        self.toughness: int | None = face.toughness
        self.controller = controller

    def become_bestowed(self) -> None:
        """What is bestowed is an Aura and no creature, as a spell already (rule 702.103b)."""
        self.types, self.subtypes = self.types - {"Creature"}, frozenset({"Aura"})


class GameObject:
    """A card, token or copy in one zone, from its arrival there to its departure."""

    __slots__ = (
        "attached_to", "attachments", "attacking", "bestowed", "blocked", "blocking", "characteristics", "chosen", "control_since",
        "controller_base", "copied", "counters", "damage", "definition", "entered", "exerted_turn",
        "exists", "face_down", "id", "incarnation", "last_controller", "loyalty_turn", "memory", "owner", "phase", "phased_under",
        "printed",
        "shown", "tapped", "tapped_at", "timestamp", "token", "transformed", "untapped_at", "zone",
    )  # fmt: skip

    def __init__(self, id: str, definition: CardDefinition, owner: str, zone: str, incarnation: int = 1, token: bool = False) -> None:
        self.id = id
        self.definition = definition
        self.owner = owner
        self.zone = zone
        self.incarnation = incarnation
        self.token = token
        self.exists = True
        self.controller_base = owner  # under whose control it entered (rule 110.2)
        self.tapped = False
        self.phase = IN
        self.phased_under: str | None = None
        self.attached_to: GameObject | str | None = None
        self.attachments: list[GameObject] = []
        self.counters: dict[str, int] = {}
        self.damage = 0
        self.timestamp = 0
        self.entered = 0
        self.tapped_at = 0  # the moment in which it last became tapped
        self.untapped_at = 0  # the moment in which it last became untapped
        self.control_since = 0  # number of the turn moment from which its controller had it without a break
        self.chosen: dict[str, Any] = {}
        self.memory: dict[Any, Any] = {}  # what its linked abilities share (rule 607)
        self.copied: CardDefinition | None = None
        self.bestowed = False
        self.shown: dict[str, Any] | None = None  # kept by observe
        self.printed: tuple[Face, Characteristics] | None = None  # kept by continuous_effects
        self.face_down = False
        self.transformed = False
        self.exerted_turn: int | None = None
        self.loyalty_turn: int | None = None
        self.attacking: GameObject | str | Nothing | None = None
        self.blocking: list[GameObject] = []
        self.blocked = False
        self.last_controller: str | None = None  # who controlled it when that was last computed
        self.characteristics = Characteristics(definition.front, owner)

    def __repr__(self) -> str:
        return f"<{self.id}#{self.incarnation} in {self.zone}>"

    @property
    def phased_in(self) -> bool:
        return self.phase == IN

    @property
    def visible(self) -> bool:
        """True if the game treats it as existing: still this object, and not phased out (rules 400.7, 702.26b)."""
        return self.exists and self.phase == IN

    @property
    def copiable(self) -> CardDefinition:
        """Its own definition or the one that it copied (rule 707.3), whichever face is up, and also while it is face down."""
        return self.copied or self.definition

    @property
    def to_copy(self) -> CardDefinition:
        """What a token is that is made as its copy: both faces (707.8a), and of what is face down nothing but that (707.2, 708.2)."""
        return self.copiable.only_face_down if self.face_down else self.copiable

    @property
    def copiable_face(self) -> CardDefinition:
        """The same of the face alone that is up: all that something with one face can copy (rule 707.8)."""
        return self.to_copy.only_back if self.shows_back else self.to_copy.only_front

    @property
    def shows_back(self) -> bool:
        """True if it has two faces of its own and the back one is up; a token that is made as its copy has that up too (707.8a)."""
        return self.transformed and self.double_faced

    @property
    def double_faced(self) -> bool:
        """True if it is a card or token with two faces, also as a copy of one face, which it is then on both sides (712.9, 712.18)."""
        return self.definition.back is not None

    @property
    def face(self) -> Face:
        """The face that is up (rule 712.8)."""
        definition = self.copiable
        if self.face_down:
            return definition.face_down_face
        if self.transformed and definition.back is not None:
            return definition.back
        return definition.front

    @property
    def name(self) -> str:
        return self.characteristics.name

    @property
    def controller(self) -> str:
        return self.characteristics.controller or self.owner

    @property
    def types(self) -> frozenset[str]:
        return self.characteristics.types

    def is_type(self, type_: str) -> bool:
        return type_ in self.characteristics.types

    def has_keyword(self, keyword: str) -> bool:
        return keyword in self.characteristics.keywords

    @property
    def is_attachment(self) -> bool:
        """Aura, Equipment or Fortification (rules 303.4, 301.5, 301.6)."""
        return bool(self.characteristics.subtypes & {"Aura", "Equipment", "Fortification"})
