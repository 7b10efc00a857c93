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


def test_an_ability_of_a_permanent_kept_as_the_instruction_of_a_spell_does_nothing() -> None:
    untaps = {"kind": "Spell", "effect": {"type": "SetTapState"}}
    assert (
        why_not_understood(face(abilities=[untaps]), "Untap all creatures you control during each other player's untap step.") is not None
    )
    day = {"kind": "Spell", "effect": {"type": "SetDayNight", "to": "Day"}}
    assert why_not_understood(face(abilities=[day]), "If it's neither day nor night, it becomes day as this creature enters.") is None


def test_a_choice_on_resolution_that_was_made_a_target() -> None:
    spell = face("Instant", abilities=[{"kind": "Spell", "effect": {"type": "TargetOnly", "target": {"type": "Typed"}}}])
    assert why_not_understood(spell, "Choose a permanent you control. It phases out.") is not None
    assert why_not_understood(spell, "Choose target permanent you control. It phases out.") is None


def test_a_target_that_was_not_kept() -> None:
    words = "Creatures don't untap during target player's next untap step."
    spell = {"kind": "Spell", "description": words, "effect": {"type": "GenericEffect", "target": None}}
    assert "no target" in (why_not_understood(face("Instant", abilities=[spell]), words) or "")
    aimed = {**spell, "effect": {"type": "GenericEffect", "target": {"type": "Player"}}}
    assert why_not_understood(face("Instant", abilities=[aimed]), words) is None


def test_a_second_half_that_was_not_kept() -> None:
    words = "doesn't untap, and at the beginning of each of your draw steps, put a -1/-1 counter on it"
    static = {"mode": "CantUntap", "characteristic_defining": False, "description": words}
    assert "first half" in (why_not_understood(face(static_abilities=[static]), "It doesn't untap.") or "")


def test_a_trigger_that_lost_whose_step_is_meant() -> None:
    words = "Whenever ~ becomes untapped during your untap step, draw a card."
    assert "whose step" in (why_not_understood(face(triggers=[{"mode": "Untaps", "description": words}]), words) or "")
    kept = {"mode": "Untaps", "description": words, "constraint": {"type": "OnlyDuringYourTurn"}}
    assert why_not_understood(face(triggers=[kept]), words) is None
