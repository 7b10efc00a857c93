"""Card definitions: what a card is, compiled once from an entry of the pool, and the rules text rendered from it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from reference_engine.errors import BadDefinition

from . import (  # noqa: F401  (they register their words)
    classes,
    designations,
    effects_actions,
    effects_copies,
    effects_game,
    effects_lasting,
    effects_moving,
    effects_objects,
    effects_other_games,
    effects_phasing,
    effects_phasing_choices,
    effects_planes,
    effects_players,
    effects_targets,
    effects_turns,
    effects_untapping,
    emblems,
    statics_planes,
    statics_untapping,
)
from .abilities import Ability, ActivatedAbility, Body, Mode, SpellAbility, StaticAbility, TargetSpec, TriggeredAbility, read_ability
from .amounts import Condition
from .base import Wording, read_int, read_value, read_word
from .costs import Cost, Discard, Mana, mana_value, read_mana
from .keyword_abilities import EXPANSIONS, FROM_KEYWORDS
from .selectors import Filter
from .statics import CharacteristicDefining, EntersWith, Static
from .triggers import Chapter

_LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_BASIC_MANA = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
_FACE_KEYS = {
    "name", "cost", "types", "subtypes", "supertypes", "power", "toughness", "loyalty", "colors", "keywords", "abilities", "enchant",
    "kicker", "flashback", "bestow", "overload", "additional_cost", "alternative_cost", "equip", "fortify", "echo",
    "vanishing", "fading", "evoke", "cast_only", "cumulative_upkeep", "entwine", "morph", "chaos", "ward", "affinity",
    "kickers", "gift", "replicate", "warp", "foretell",
    "soulbond", "suspend", "mutate", "note",
}  # fmt: skip
_BESIDE = ("back", "prepare", "meld", "layout", "specimen", "file", "saga")
_CARD_KEYS = _FACE_KEYS | set(_BESIDE)


class Face:
    """One face of a card: its characteristics and abilities as printed (rules 109.3, 712)."""

    def __init__(self, entry: dict[str, Any], where: str, keys: set[str]) -> None:
        if not isinstance(entry, dict):
            raise BadDefinition(where, f"a face of a card is a mapping of what it has, not {entry!r}")
        unknown = set(entry) - keys
        if unknown:
            raise BadDefinition(where, f"{sorted(unknown)} is nothing that a card has; there are {', '.join(sorted(keys))}")
        self.name: str = read_value(str, entry.get("name"), f"{where}.name")
        self.cost = read_mana(entry.get("cost") or "", f"{where}.cost")
        self.mana_value = mana_value(self.cost)
        self.types = _words(entry, "types", where)
        self.subtypes = _words(entry, "subtypes", where)
        self.supertypes = _words(entry, "supertypes", where)
        letters = set(re.findall(r"[WUBRG]", self.cost))
        self.colors = _words(entry, "colors", where) if "colors" in entry else frozenset(_LETTERS[letter] for letter in letters)
        self.keywords = _words(entry, "keywords", where)
        self.power = _number(entry.get("power"), f"{where}.power")
        self.toughness = _number(entry.get("toughness"), f"{where}.toughness")
        self.loyalty = _number(entry.get("loyalty"), f"{where}.loyalty")
        self.enchant: TargetSpec | None = TargetSpec.read(entry["enchant"], f"{where}.enchant") if "enchant" in entry else None
        self.kicker = _cost(entry, "kicker", where)
        self.kickers = _cost(entry, "kickers", where)  # each of them at most once ("and/or", rule 702.33b)
        self.gift: str | None = read_value(str, entry["gift"], f"{where}.gift") if "gift" in entry else None
        self.replicate = _cost(entry, "replicate", where)
        self.warp = _cost(entry, "warp", where)
        self.foretell = _cost(entry, "foretell", where)
        self.flashback = _cost(entry, "flashback", where)
        if "jump-start" in self.keywords:  # flashback for its own cost and a discarded card (rule 702.133a)
            self.flashback = (Mana(self.cost), Discard())
        self.entwine = _cost(entry, "entwine", where)
        self.cast_only: Condition | None = (
            read_word("condition", entry["cast_only"], f"{where}.cast_only") if "cast_only" in entry else None
        )
        self.bestow = _cost(entry, "bestow", where)
        self.mutate = _cost(entry, "mutate", where)
        self.evoke = _cost(entry, "evoke", where)
        self.overload = _cost(entry, "overload", where)
        self.affinity: Filter | None = Filter.read(entry["affinity"], f"{where}.affinity") if "affinity" in entry else None
        self.additional_cost = _cost(entry, "additional_cost", where)
        self.alternative_cost = _cost(entry, "alternative_cost", where)
        abilities = entry.get("abilities", [])
        if not isinstance(abilities, list):
            raise BadDefinition(f"{where}.abilities", f"a list of abilities is wanted, not {abilities!r}")
        made: list[Ability] = [read_ability(node, index + 1, f"{where}.abilities[{index}]") for index, node in enumerate(abilities)]
        self.printed = tuple(made)
        for keyword, expand in EXPANSIONS.items():
            if keyword in entry:
                if keyword == "chaos" and not isinstance(entry[keyword], dict):
                    raise BadDefinition(f"{where}.{keyword}", f"targets and effects are wanted, not {entry[keyword]!r}")
                made += [read_ability(node, 0, f"{where}.{keyword}") for node in expand(entry[keyword])]
                _mark(made[-1], keyword, entry[keyword])
        for keyword in sorted(self.keywords & set(FROM_KEYWORDS)):
            ability = read_ability(FROM_KEYWORDS[keyword], 0, f"{where}.{keyword}")
            _mark(ability, keyword, None)
            made.append(ability)
        for subtype, letter in _BASIC_MANA.items():
            if subtype in self.subtypes and "Land" in self.types:
                made.append(basic_mana_ability(letter))
        self.abilities = tuple(made)
        self.entry = entry

    @cached_property
    def listed(self) -> dict[str, list[str]]:
        """Its types and colors as a snapshot shows them."""
        sets = {"types": self.types, "subtypes": self.subtypes, "supertypes": self.supertypes, "colors": self.colors}
        return {name: sorted(values) for name, values in sets.items()}

    @cached_property
    def statics(self) -> tuple[StaticAbility, ...]:
        return tuple(a for a in self.abilities if isinstance(a, StaticAbility))

    @cached_property
    def spell(self) -> SpellAbility | None:
        return next((a for a in self.abilities if isinstance(a, SpellAbility)), None)

    @cached_property
    def enters_with(self) -> tuple[EntersWith, ...]:
        return tuple(a.static for a in self.statics if isinstance(a.static, EntersWith) and a.static.what is None)

    @cached_property
    def has_static(self) -> bool:
        return any(not isinstance(a.static, EntersWith) for a in self.statics)

    @cached_property
    def has_defining(self) -> bool:
        return any(isinstance(a.static, CharacteristicDefining) for a in self.statics)

    @cached_property
    def last_chapter(self) -> int:
        """The final chapter number of a Saga (rule 714.2d), 0 without chapters."""
        triggers = [trigger for ability in self.abilities if isinstance(ability, TriggeredAbility) for trigger in ability.triggers]
        return max((trigger.last for trigger in triggers if isinstance(trigger, Chapter)), default=0)

    @property
    def is_permanent(self) -> bool:
        return not self.types & {"Instant", "Sorcery", "Plane", "Phenomenon"}

    def mana_symbols(self, color: str) -> int:
        """How many symbols of a color its cost has (devotion, rule 700.5)."""
        letter = {name: letter for letter, name in _LETTERS.items()}[color]
        return sum(1 for symbol in re.findall(r"\{([^}]+)\}", self.cost) if letter in symbol)

    def noun(self) -> str:
        """What the card calls itself."""
        for type_ in ("Creature", "Planeswalker", "Land", "Artifact", "Enchantment", "Plane", "Phenomenon"):
            if type_ in self.types:
                if type_ == "Enchantment" and "Aura" in self.subtypes:
                    return "Aura"
                if type_ == "Artifact" and "Equipment" in self.subtypes:
                    return "Equipment"
                return type_.lower()
        return "spell"

    def text(self) -> str:
        """The rules text, in our own words, from the abilities."""
        w = Wording(self.name, self.noun())
        lines: list[str] = []
        if self.keywords:
            words = sorted(self.keywords)
            joined = ", ".join(words)
            lines.append(joined[0].upper() + joined[1:])
        if self.enchant is not None:
            what = self.enchant.text(w).removeprefix("target ")
            lines.append(f"Enchant {what}")
            what = what.removeprefix("tapped ").removeprefix("untapped ")
            w.host = "enchanted player" if self.enchant.what is None else f"enchanted {what.split(' you ')[0].split(' card')[0]}"
        elif "Equipment" in self.subtypes:
            w.host = "equipped creature"
        elif "Fortification" in self.subtypes:
            w.host = "fortified land"
        if self.cast_only is not None:
            condition = self.cast_only.text(w)
            lines.append(f"Cast this spell only {'' if condition.startswith('during ') else 'if '}{condition}.")
        labelled = (("Kicker", self.kicker), ("Entwine", self.entwine), ("Flashback", self.flashback), ("Bestow", self.bestow),
                    ("Mutate", self.mutate),
                    ("Overload", self.overload), ("Evoke", self.evoke),
                    ("Replicate", self.replicate), ("Warp", self.warp), ("Foretell", self.foretell))  # fmt: skip
        if self.kickers:
            lines.append(f"Kicker {' and/or '.join(part.text(w) for part in self.kickers)}")
        if self.gift is not None:
            lines.append(f"Gift {self.gift}")
        if "morph" in self.entry:
            lines.append(f"Morph {self.entry['morph']}")
        for label, cost in labelled:
            if cost and not (label == "Flashback" and "jump-start" in self.keywords):
                lines.append(f"{label} {', '.join(part.text(w) for part in cost)}")
        if self.affinity is not None:
            kind = self.affinity.noun(w, plural=True).removesuffix(" you control")
            lines.append(f"Affinity for {kind} (This spell costs {{1}} less to cast for each of the {kind} you control.)")
        if "ward" in self.entry:
            lines.append(f"Ward {self.entry['ward']}")
        if self.additional_cost:
            lines.append(f"As an additional cost to cast this spell, {' and '.join(part.text(w) for part in self.additional_cost)}.")
        for ability in self.abilities:
            if ability.id in ("evoke", "ward", *FROM_KEYWORDS) or (isinstance(ability, ActivatedAbility) and ability.keyword == "basic"):
                continue
            text = ability.text(w)
            if text.startswith("When you do,") and lines:
                lines[-1] += " " + text
            else:
                lines.append(text)
        return "\n".join(lines)


def basic_mana_ability(letter: str) -> ActivatedAbility:
    """The mana ability that a basic land type gives (rule 305.6)."""
    from .costs import TapThis
    from .effects_players import AddMana

    return ActivatedAbility(f"mana_{letter}", (TapThis(),), Body((Mode((), (AddMana(f"{{{letter}}}"),)),)), mana=True, keyword="basic")


def _mark(ability: Ability, keyword: str, value: Any) -> None:
    """An ability that a keyword stands for goes by the keyword's name."""
    ability.id = keyword
    if isinstance(ability, (ActivatedAbility, TriggeredAbility)):
        ability.keyword = keyword
    if isinstance(ability, ActivatedAbility):
        ability.printed_text = f"{keyword.capitalize()} {value if isinstance(value, str) else ''}".strip()


class CardDefinition:
    """A card of the pool: one face, or two (rule 712), compiled."""

    def __init__(self, entry: dict[str, Any], nameless: bool = False) -> None:
        name = entry.get("name") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not (name or nameless):
            raise BadDefinition("card", "a card is a mapping with a 'name'")
        self.name = name
        self.front = Face({k: v for k, v in entry.items() if k not in _BESIDE}, name, _FACE_KEYS)
        unknown = set(entry) - _CARD_KEYS
        if unknown:
            raise BadDefinition(name, f"{sorted(unknown)} is nothing that a card has")
        self.back = Face(entry["back"], f"{name}.back", _FACE_KEYS) if "back" in entry else None
        self.prepare = CardDefinition(entry["prepare"]) if "prepare" in entry else None  # its prepare spell (rule 722.2a)
        self.meld = CardDefinition(entry["meld"]) if "meld" in entry else None  # what its meld pair becomes (rule 712.4b)
        self.entry = entry

    @cached_property
    def only_front(self) -> CardDefinition:
        """Its front face alone, which is what a permanent becomes that enters as a copy of that face (rule 707.8)."""
        return self if self.back is None else CardDefinition({key: value for key, value in self.entry.items() if key != "back"})

    @cached_property
    def only_back(self) -> CardDefinition:
        """Its back face alone, likewise; itself where it has none."""
        return self if self.back is None else CardDefinition(self.entry["back"])

    @cached_property
    def only_face_down(self) -> CardDefinition:
        """What it is face down, a 2/2 creature without anything else; those are its copiable values then (rules 708.2, 708.2a)."""
        return CardDefinition({"name": "", "types": ["Creature"], "power": 2, "toughness": 2}, nameless=True)

    @property
    def face_down_face(self) -> Face:
        return self.only_face_down.front


def _words(entry: dict[str, Any], key: str, where: str) -> frozenset[str]:
    words = read_value(tuple[str, ...], entry.get(key, []), f"{where}.{key}")
    if not all(words):
        raise BadDefinition(f"{where}.{key}", "an empty word; leave it out")
    return frozenset(words)


def _number(node: Any, where: str) -> int | None:
    if node in (None, "", "*") or (isinstance(node, str) and "*" in node):
        return 0 if node and "*" in str(node) else None
    return read_int(node, where)


def _cost(entry: dict[str, Any], key: str, where: str) -> tuple[Cost, ...]:
    if key not in entry:
        return ()
    node = entry[key]
    nodes = node if isinstance(node, list) else [node]
    return tuple(read_word("cost", part, f"{where}.{key}") for part in nodes)


__all__ = ["CardDefinition", "Face", "Filter", "Static"]
