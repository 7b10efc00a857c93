"""Cards as phase.rs wants them: real ones from a corpus, invented ones from the definition in the protocol's `cards`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from . import binding
from .corpus import Corpus, Printed
from .problems import EngineFault, Unsupported
from .understanding import uses_chance, why_not_understood
from .vocabulary import COLOR_OF_SYMBOL

Json = dict[str, Any]

_PAY = re.compile(r"\bpays?\b", re.IGNORECASE)
_SYMBOL = re.compile(r"\{([^}]+)\}")
_TWO_FACES = frozenset({"transform", "modal_dfc", "adventure", "split", "aftermath", "flip", "prepare", "meld", "reversible_card"})
_LAYOUTS_WITH_A_BACK = frozenset({"transform", "modal_dfc"})


@dataclass(frozen=True)
class Card:
    """A card that the engine can be given: its faces in the engine's form, by lower-case name, front first."""

    name: str
    faces: dict[str, Json]

    @property
    def front(self) -> Json:
        return next(iter(self.faces.values()))

    @property
    def is_planar(self) -> bool:
        return bool({"Plane", "Phenomenon"} & set(self.front["card_type"]["core_types"]))

    @property
    def asks_for_payment(self) -> bool:
        """Whether something on it asks to pay as it resolves ("you may pay", "unless its controller pays")."""
        return any(_PAY.search(face.get("oracle_text") or "") for face in self.faces.values())

    @property
    def loyalty(self) -> int | None:
        value = self.front.get("loyalty")
        return int(value) if value is not None and str(value).isdigit() else None


class CardBook:
    """Builds cards once for a process. A name can mean an invented card in one case only, so those are built for each case anew."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._real: dict[str, Card | Unsupported] = {}

    def card(self, name: str, invented: dict[str, Json]) -> Card:
        """The card of that name; `invented` is the protocol's `cards`.

        Raises Unsupported when no text of it is known, when the engine did not understand it, or when it needs chance.
        """
        if name not in self._real:
            printed = self._corpus.faces(name)
            if printed is None:
                if name in invented:
                    return _build(name, _from_definition(name, invented[name]))
                self._real[name] = Unsupported("card", name, "not among the known card texts")
            else:
                try:
                    self._real[name] = _build(name, [_from_print(face, index > 0) for index, face in enumerate(printed)])
                except Unsupported as problem:
                    self._real[name] = problem
        known = self._real[name]
        if isinstance(known, Unsupported):
            raise Unsupported(known.kind, known.name, known.reason)
        return known


def _build(name: str, atoms: list[Json]) -> Card:
    layout = atoms[0]["layout"]
    if len(atoms) == 1 and layout in _TWO_FACES:
        raise Unsupported("card", name, f"its second face is not among the known card texts (layout {layout})")
    if len(atoms) > 2:
        raise Unsupported("card", name, "it has more than two faces")
    faces: dict[str, Json] = {}
    for index, atom in enumerate(atoms):
        try:
            face = binding.face_of({**atom, "identity": f"card:{name}"}, several=len(atoms) > 1)
        except (ValueError, EngineFault) as error:
            raise Unsupported("card", name, f"the engine cannot read it: {error}") from None
        reason = why_not_understood(face, atom["text"])
        if reason:
            raise Unsupported("card", name, reason)
        chance = uses_chance(face)
        if chance:
            raise Unsupported("feature", f"forced {chance}", f"{name} needs one, and the engine takes its own random numbers")
        if len(atoms) > 1:
            face = {**face, "layout": layout, "face_index": index}
        faces[atom["name"].lower()] = face
    return Card(name, faces)


def _from_print(face: Printed, is_back: bool) -> Json:
    name = face.faceName or face.name.split(" // ")[0]
    colors = face.colors
    if colors is None:
        # The corpus leaves colours out. They follow from the cost; a back face without one has a colour indicator, and its colours are
        # then those of the identity of the card.
        colors = _colors_of_cost(face.manaCost) or (face.colorIdentity if is_back and face.layout in _LAYOUTS_WITH_A_BACK else [])
    return _atomic(
        name=name, layout=face.layout, cost=face.manaCost, types=face.types, subtypes=face.subtypes, supertypes=face.supertypes,
        line=face.type, text=face.text or "", keywords=face.keywords or [], colors=colors, identity=face.colorIdentity,
        power=face.power, toughness=face.toughness, loyalty=face.loyalty, defense=face.defense,
    )  # fmt: skip


def _from_definition(name: str, card: Json) -> list[Json]:
    """An invented card. The engine reads nothing but its text, so a card with abilities and without text would be another card."""
    faces = [card] if not card.get("back") else [card, card["back"]]
    if (card.get("definition") or {}).get("abilities") and not any(face.get("text") for face in faces):
        raise Unsupported("card", name, "it has abilities, and no text of it was given, which is all that the engine reads")
    layout = "normal" if len(faces) == 1 else "transform"
    if {"Plane", "Phenomenon"} & set(card["types"]):
        layout = "planar"
    atoms = []
    for index, face in enumerate(faces):
        cost = face.get("cost") or None
        line = " ".join([*face.get("supertypes", []), *face["types"]])
        if face.get("subtypes"):
            line += " — " + " ".join(face["subtypes"])
        atoms.append(
            _atomic(
                name=name if index == 0 else face["name"], layout=layout, cost=cost, types=face["types"], subtypes=face.get("subtypes", []),
                supertypes=face.get("supertypes", []), line=line, text=face.get("text") or "", keywords=list(face.get("keywords") or []),
                colors=face.get("colors") or _colors_of_cost(cost), identity=_colors_of_cost(cost), power=_text(face.get("power")),
                toughness=_text(face.get("toughness")), loyalty=_text(face.get("loyalty")), defense=None,
            )
        )  # fmt: skip
    return atoms


def _atomic(
    *, name: str, layout: str, cost: str | None, types: list[str], subtypes: list[str], supertypes: list[str], line: str, text: str,
    keywords: list[str], colors: list[str], identity: list[str], power: str | None, toughness: str | None, loyalty: str | None,
    defense: str | None,
) -> Json:  # fmt: skip
    """A card face in the form of MTGJSON's atomic cards, as the engine's reader wants it."""
    keywords = [keyword.capitalize() for keyword in keywords]
    if re.search(r"(?m)^(\w+, )*phasing\b", text, re.IGNORECASE) and "Phasing" not in keywords:
        keywords = [*keywords, "Phasing"]
    value = _mana_value(cost)
    return {
        "name": name, "layout": layout, "manaCost": cost, "manaValue": value, "convertedManaCost": value, "types": types,
        "subtypes": subtypes, "supertypes": supertypes, "type": line, "text": text, "colors": colors, "colorIdentity": identity,
        "keywords": keywords, "legalities": {}, "identifiers": {}, "power": power, "toughness": toughness, "loyalty": loyalty,
        "defense": defense,
    }  # fmt: skip


def _colors_of_cost(cost: str | None) -> list[str]:
    letters = {letter for symbol in _SYMBOL.findall(cost or "") for letter in symbol.split("/")}
    return [letter for letter in COLOR_OF_SYMBOL if letter in letters]


def _mana_value(cost: str | None) -> float:
    total = 0.0
    for symbol in _SYMBOL.findall(cost or ""):
        half = symbol.split("/")[0]
        total += int(half) if half.isdigit() else 0 if symbol in ("X", "Y", "Z") else 1
    return total


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
