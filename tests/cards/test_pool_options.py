"""What cards of the phasing pool can do beyond what the cases ask of them: ways of casting, and clauses that no case needs."""

import pytest

PASS = ("pass", None, None)


def test_a_card_is_foretold_only_from_the_hand_in_the_own_turn(play):
    case = """
        given:
          turn: {active: bob, step: upkeep}
          alice: {hand: [{card: Mystic Reflection, as: hidden}, {card: Shock, as: shock}], graveyard: [{card: Mystic Reflection, as: gone}]}
        script:
          - alice: {special: foretell, object: hidden, illegal: timing}
          - advance_to: {player: alice, step: upkeep}
          - alice: {special: foretell, object: shock, illegal: restriction}
          - alice: {special: foretell, object: gone, illegal: not_there}
          - alice: {special: foretell, object: hidden}
          - expect: {hidden: {zone: exile}}
    """
    assert play(case) == PASS


@pytest.mark.parametrize("way", ["gift", "replicate", "warp", "foretell"])
def test_no_way_of_casting_that_a_card_does_not_have(play, way):
    case = f"""
        given:
          alice: {{hand: [{{card: Grizzly Bears, as: bears}}]}}
        script:
          - alice: {{cast: bears, using: {way}, illegal: choice}}
          - alice: {{cast: bears}}
    """
    assert play(case) == PASS


def test_copies_may_keep_their_targets_and_cease_to_exist(play):
    case = """
        given:
          alice: {hand: [{card: Gigadrowse, as: spell}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - alice: {cast: spell, using: replicate, kicked: 1, targets: [giant]}
          - resolve: top
          - expect: {stack: [{card: Gigadrowse, targets: [giant]}, {card: Gigadrowse, targets: [giant]}]}
          - resolve: all
          - expect: {giant: {tapped: true}, alice: {graveyard: 1}}
    """
    assert play(case) == PASS


def test_a_countered_spell_is_copied_all_the_same(play):
    case = """
        given:
          alice: {hand: [{card: Gigadrowse, as: spell}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}], hand: [Counterspell]}
        script:
          - alice: {cast: spell, using: replicate, kicked: 1, targets: [giant]}
          - bob: {cast: Counterspell, targets: [spell]}
          - resolve: top
          - answers: {alice: [{may: true}, {targets: [ogre]}]}
          - resolve: all
          - expect: {giant: {tapped: false}, ogre: {tapped: true}, spell: {zone: graveyard}}
    """
    assert play(case) == PASS


def test_what_enters_with_the_siege_is_its_ability(play):
    case = """
        given:
          alice: {hand: [{card: Invasion of Kylem, as: siege}], battlefield: [{card: Gray Ogre, as: ogre}, {card: Hill Giant, as: giant}]}
        script:
          - answers: {alice: [{targets: [ogre]}]}
          - alice: {cast: siege}
          - resolve: all
          - expect: {ogre: {power: 4, toughness: 2, keywords: {vigilance: true, haste: true}}, giant: {power: 3}}
    """
    assert play(case) == PASS


def test_a_lieutenant_asks_for_the_own_commander(play):
    case = """
        given:
          variant: commander
          alice: {battlefield: [Loyal Subordinate], command: [{card: "Captain N'ghathrod", as: captain}]}
          bob: {life: 40}
        script:
          - advance_to: {player: alice, step: beginning_of_combat}
          - expect: {stack: []}
          - advance_to: {player: alice, step: postcombat_main}
          - alice: {cast: captain}
          - resolve: top
          - advance_to: {player: alice, step: beginning_of_combat}
          - resolve: top
          - expect: {bob: {life: 37}}
    """
    assert play(case) == PASS


def test_a_creature_that_has_to_attack_is_not_held_by_one_that_cannot(play):
    case = """
        given:
          turn: {active: alice, step: postcombat_main}
          alice: {battlefield: [{card: Renegade Silent, as: silent}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre, tapped: true}], hand: [Twiddle]}
        script:
          - answers: {alice: [{targets: [giant]}], bob: [{may: true}]}
          - advance_to: {player: alice, step: end}
          - resolve: top
          - advance_to: {player: bob, step: upkeep}
          - bob: {cast: Twiddle, targets: [giant]}
          - resolve: top
          - advance_to: {player: bob, step: postcombat_main}
          - expect: {giant: {tapped: true}, ogre: {tapped: false}, alice: {life: 20}}
    """
    assert play(case) == PASS
