"""What the adapter reads in a card face: marks of the engine, and lines that are missing. Needs no engine."""

from __future__ import annotations

from typing import Any

from conformance.engines.phase_rs.understanding import uses_chance, why_not_understood


def face(types: str = "Creature", **parts: Any) -> dict[str, Any]:
    empty = {"keywords": [], "abilities": [], "triggers": [], "static_abilities": [], "replacements": []}
    return {"card_type": {"core_types": [types]}, **empty, **parts}


def test_a_face_with_an_effect_that_is_not_implemented_is_not_understood() -> None:
    hidden = {
        "kind": "Spell",
        "effect": {"type": "Draw"},
        "sub_ability": {"effect": {"type": "Unimplemented", "description": "do the rest"}},
    }
    reason = why_not_understood(face("Sorcery", abilities=[hidden]), "Draw a card. Do the rest.")
    assert reason is not None
    assert "do the rest" in reason


def test_a_warning_of_the_engines_own_reader_counts() -> None:
    swallowed = face(triggers=[{"mode": "Attacks"}], parse_warnings=[{"type": "SwallowedClause", "description": "and this turn"}])
    assert "and this turn" in (why_not_understood(swallowed, "Whenever it attacks, and this turn, draw a card.") or "")


def test_fewer_abilities_than_lines_is_a_dropped_line() -> None:
    text = "Flying\nWhenever this creature attacks, draw a card.\nWhenever this creature blocks, draw a card."
    one = face(keywords=["Flying"], triggers=[{"mode": "Attacks"}])
    assert "2 abilities" in (why_not_understood(one, text) or "")
    both = face(keywords=["Flying"], triggers=[{"mode": "Attacks"}, {"mode": "Blocks"}])
    assert why_not_understood(both, text) is None


def test_keywords_with_values_and_reminders_need_no_ability() -> None:
    keywords = ["Flying", "FirstStrike", {"Enchant": {}}, {"Landwalk": "Island"}, "TotemArmor"]
    text = "Flying, first strike (Both.)\nEnchant creature\nIslandwalk\nUmbra armor (It stays.)"
    assert why_not_understood(face(keywords=keywords), text) is None
    assert why_not_understood(face(), "Vanishing") is not None


def test_modes_stand_for_their_lines() -> None:
    charm = face(
        "Instant",
        abilities=[{"kind": "Spell", "effect": {"type": "Draw"}}, {"kind": "Spell", "effect": {"type": "PhaseOut"}}],
        modal={"mode_count": 2},
    )
    assert why_not_understood(charm, "Choose one —\n• Draw a card.\n• Target creature phases out.") is None


def test_a_spell_read_as_a_static_ability_is_not_understood() -> None:
    spell = face("Sorcery", static_abilities=[{"mode": "CantUntap"}])
    assert why_not_understood(spell, "Creatures target opponent controls don't untap during their next untap step.") is not None


def test_a_static_ability_that_changes_nothing_is_not_understood() -> None:
    empty = face("Artifact", static_abilities=[{"mode": "Continuous", "modifications": [], "description": "Players choose."}])
    assert "Players choose." in (why_not_understood(empty, "Players choose.") or "")


def test_chance_is_found_wherever_it_stands() -> None:
    assert uses_chance(face(triggers=[{"execute": {"effect": {"type": "FlipCoin"}}}])) == "coin"
    assert uses_chance(face(abilities=[{"effect": {"type": "RollDie"}}])) == "die"
    assert uses_chance(face(abilities=[{"effect": {"type": "Draw"}}])) is None
