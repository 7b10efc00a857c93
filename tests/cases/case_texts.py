"""What the tests of case files share: a small card pool, and ways to write and read one case in a few lines."""

from __future__ import annotations

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.cases.parse import parse_file
from conformance.cases.problems import Problem

POOL = CardPool(
    [
        {"name": "Grizzly Bears", "types": ["Creature"], "subtypes": ["Bear"]},
        {"name": "Gray Ogre", "types": ["Creature"], "subtypes": ["Ogre"]},
        {"name": "Sandbar Crocodile", "types": ["Creature"], "subtypes": ["Crocodile"]},
        {"name": "Holy Strength", "types": ["Enchantment"], "subtypes": ["Aura"]},
        {"name": "Bonesplitter", "types": ["Artifact"], "subtypes": ["Equipment"]},
        {"name": "Jace Beleren", "types": ["Planeswalker"], "loyalty": "3"},
        {"name": "Unsummon", "types": ["Instant"]},
        {"name": "Forest", "types": ["Land"], "subtypes": ["Forest"]},
        {"name": "Krosa", "types": ["Plane"]},
        {"name": "Tazeem", "types": ["Plane"]},
        {"name": "Mutual Epiphany", "types": ["Phenomenon"]},
        {"name": "Tavern Ruffian", "types": ["Creature"], "back": {"name": "Tavern Smasher", "types": ["Creature"]}},
    ]
)

HEAD = "- id: one\n  title: One\n  rules: [502.3]\n  why: To see.\n"
CASE = HEAD + "  given:\n    alice:\n      battlefield:\n        - {card: Sandbar Crocodile, as: croc}\n  script:\n"
"""A case with a Crocodile; its script goes below."""


def check(text: str) -> tuple[list[Case], list[Problem]]:
    """The cases in `text` and the problems that are errors."""
    cases, problems = parse_file(text.encode(), "f.yaml", POOL)
    return cases, [problem for problem in problems if problem.severity == "error"]


def script(*steps: str) -> str:
    """CASE with a script of these steps."""
    return CASE + "".join(f"    - {step}\n" for step in steps)


def position(given: str, *steps: str) -> str:
    """A case with this `given`, one line after the other, and steps (or one that asks for nothing much)."""
    lines = "".join(f"    {line}\n" for line in given.strip("\n").split("\n"))
    return f"{HEAD}  given:\n{lines}  script:\n" + "".join(f"    - {step}\n" for step in steps or ("pass: alice",))
