"""Amendments: in force while they are entered, everywhere a rule is called from, and gone without a trace."""

from __future__ import annotations

import pytest
from board import game, pass_until, permanent, seen

from reference_engine import phasing, turn_structure, untap_step, untapping
from reference_engine.amendments import Amendment, in_force, lift
from reference_engine.editions import CHANGES, Edition
from reference_engine.game import Game
from reference_engine.objects import GameObject


def to_upkeep():
    game_ = game(permanent("bear", "Bear", "bob", tapped=True), step="end")
    pass_until(game_, "bob", "upkeep")
    return seen(game_, "bear")


def test_a_rule_is_read_otherwise_only_while_the_amendment_is_in_force():
    amendment = Amendment()
    amendment.never(untap_step.untap)
    before = untap_step.untap
    with amendment:
        assert to_upkeep().tapped
    assert untap_step.untap is before
    assert not to_upkeep().tapped


def test_what_is_done_instead_is_given_the_rule_itself():
    amendment = Amendment()

    @amendment.instead(untapping.untap_all)
    def all_but_bears(original, game_, objects, rule, **more):
        return (yield from original(game_, [obj for obj in objects if obj.name != "Bear"], rule, **more))

    with amendment:
        assert to_upkeep().tapped


@pytest.mark.parametrize("early", [True, False])
def test_something_may_be_done_before_or_after(early):
    seen_tapped = []
    amendment = Amendment()

    @(amendment.before if early else amendment.after)(untap_step.untap)
    def look(game_):
        seen_tapped.append([obj.tapped for obj in game_.battlefield])

    with amendment:
        to_upkeep()
    assert seen_tapped == [[early]]


def test_methods_and_properties_can_be_amended():
    amendment = Amendment()

    @amendment.instead(Game.battlefield)
    def nothing_is_seen(original, game_):
        return []

    @amendment.instead(GameObject.is_type)
    def everything_is_a_land(original, obj, word):
        return word == "Land"

    game_ = game(permanent("bear", "Bear"))
    with amendment:
        assert game_.battlefield == []
        assert seen(game_, "bear").is_type("Land")
    assert [obj.id for obj in game_.battlefield] == ["bear"]
    assert not seen(game_, "bear").is_type("Land")


def test_every_place_that_calls_a_rule_calls_what_is_done_instead():
    """`from .x import rule` has a name of its own in the module that it is imported into."""
    from reference_engine import casting, continuous_effects

    amendment = Amendment()
    amendment.never(continuous_effects.statics, [])
    with amendment:
        assert casting.statics(None, None) == untap_step.statics(None, None) == []
    assert casting.statics is untap_step.statics is continuous_effects.statics


def test_entered_twice_it_ends_with_the_outer_one():
    amendment = Amendment()
    amendment.never(phasing.swap)
    original = phasing.swap
    with amendment:
        with amendment:
            pass
        assert phasing.swap is not original
    assert phasing.swap is original


def test_it_ends_with_an_error_too():
    amendment = Amendment()
    amendment.never(phasing.swap)
    original = phasing.swap
    with pytest.raises(RuntimeError), amendment:
        raise RuntimeError
    assert phasing.swap is original


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_can_be_unlearned_or_known_too_early(change):
    amendment, other = Amendment(), Amendment()
    amendment.edition(change, False)
    other.edition(change, True)
    with amendment:
        assert not Edition().has(change)
        assert all(Edition().has(another) for another in CHANGES if another != change)
    with other:
        assert Edition("2009-07-11").has(change)


def test_a_value_can_be_another():
    amendment = Amendment()
    amendment.value(turn_structure, "PHASES", ())
    with amendment:
        assert turn_structure.PHASES == ()
    assert turn_structure.PHASES


def test_what_is_wrong_with_an_amendment_is_said_at_once():
    amendment = Amendment()
    with pytest.raises(ValueError, match="no rule"):
        amendment.never(len)
    with pytest.raises(ValueError, match="has to be a generator"):

        @amendment.instead(untap_step.untap)
        def no_generator(original, game_):
            return None

    amendment.never(phasing.swap)
    with pytest.raises(ValueError, match="amended twice"):
        amendment.never(phasing.swap)
    with pytest.raises(KeyError):
        amendment.edition("no_such_change", False)


def test_what_a_stopped_call_left_in_force_is_lifted_and_the_rest_is_kept():
    kept, left = Amendment(), Amendment()
    kept.never(untap_step.untap)
    left.never(phasing.phase_out)
    before = phasing.phase_out
    with kept:
        left.__enter__()
        assert in_force() == (kept, left)
        lift(but=(kept,))
        assert in_force() == (kept,)
        assert phasing.phase_out is before
        left.__exit__()  # comes after all: nothing is left to do
        assert to_upkeep().tapped
    assert in_force() == ()
    assert not to_upkeep().tapped
