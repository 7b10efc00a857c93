"""What planes, phenomena and their partners do beyond what the cases ask of them, played on the reference engine."""

from textwrap import dedent, indent

import pytest

from conformance.cases import load
from conformance.engines.registry import engine
from conformance.runner import CardBook, certify

HEAD = "- id: a-test-case\n  title: A test\n  rules: ['117.1']\n  why: So that it can be refuted.\n"


def outcome(tmp_path, case):
    """The outcome of a case, with where it failed if it did; the case is the part from `given` on."""
    path = tmp_path / "case.yaml"
    path.write_text(HEAD + indent(dedent(case).strip() + "\n", "  "), encoding="utf-8")
    loaded = load([path])
    assert not [problem for problem in loaded.problems if problem.severity == "error"], [str(problem) for problem in loaded.problems]
    (result,) = certify(loaded.cases, engine("reference"), cards=CardBook(loaded.cards)).cases
    return result.outcome, result.failure, result.reason


PASS = ("pass", None, None)

HOLDS = {
    "Agyrem: creatures can't attack its player until a planeswalk, but can attack another": """
        given:
          players: [alice, bob, carol]
          planechase: {deck: shared, controller: alice, face_up: [Agyrem], planar_deck: [Shiv, Gavony]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - advance_to: {player: bob, step: precombat_main}
          - bob: {attack: {giant: alice}, illegal: restriction}
          - bob: {attack: {giant: carol}}
          - advance_to: {player: bob, step: postcombat_main}
          - expect: {carol: {life: 17}}
          - bob: {roll_planar_die: planeswalker}
          - resolve: all
          - advance_to: {player: bob, step: precombat_main}
          - bob: {attack: {giant: alice}}
    """,
    "Agyrem: a creature that is not white goes to its owner's hand": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Agyrem], planar_deck: [Shiv]}
          bob: {battlefield: [{card: Grizzly Bears, as: bears}]}
          alice: {hand: [Shock]}
        script:
          - alice: {cast: Shock, targets: [bears]}
          - resolve: all
          - expect: {bears: {zone: graveyard}}
          - advance_to: {player: alice, step: end}
          - resolve: all
          - expect: {bears: {zone: hand}}
    """,
    "Aretopolis: with the tenth counter its player planeswalks": """
        given:
          turn: {active: alice, step: end}
          planechase:
            deck: shared
            controller: alice
            face_up: [{card: Aretopolis, as: plane, counters: {scroll: 8}}]
            planar_deck: [Shiv]
        script:
          - advance_to: {player: bob, step: upkeep}
          - resolve: top
          - expect: {bob: {life: 29}, plane: {counters: {scroll: 9}}, stack: []}
          - advance_to: {player: alice, step: upkeep}
          - resolve: top
          - expect: {alice: {life: 30}, stack: [{source: plane}], planechase: {face_up: [Aretopolis]}}
          - resolve: top
          - expect: {stack: [], planechase: {face_up: [Shiv]}}
    """,
    "Aretopolis: chaos draws a card for each counter": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [{card: Aretopolis, counters: {scroll: 2}}], planar_deck: [Shiv]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {alice: {hand: 3}}
    """,
    "Astral Arena: one creature attacks and one blocks, whoever has it": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Astral Arena], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}
          bob: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Runeclaw Bear, as: bear}]}
        script:
          - alice: {attack: {giant: bob, ogre: bob}, illegal: restriction}
          - alice: {attack: {giant: bob}}
          - bob: {block: {bears: giant, bear: giant}, illegal: restriction}
          - bob: {block: {bears: giant}}
          - expect: {bears: {blocking: [giant]}}
    """,
    "Astral Arena: chaos damages each creature": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Astral Arena], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Hill Giant, as: giant}]}
          bob: {battlefield: [{card: Grizzly Bears, as: bears}]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {giant: {damage: 2}, bears: {zone: graveyard}, alice: {life: 20}}
    """,
    "Celestine Reef: only creatures that fly attack": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Celestine Reef], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Air Elemental, as: air}]}
        script:
          - alice: {attack: {giant: bob}, illegal: restriction}
          - alice: {attack: {air: bob}}
          - expect: {air: {attacking: bob}}
    """,
    "Eloren Wilds: a permanent that is tapped for mana gives one more": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Eloren Wilds], planar_deck: [Shiv]}
          alice:
            hand: [Grizzly Bears, Hill Giant]
            battlefield: [{card: Forest, as: one}]
        script:
          - alice: {activate: one, ability: 1}
          - expect: {one: {tapped: true}, stack: []}
          - alice: {cast: Hill Giant, mana: none, illegal: cost}
          - alice: {cast: Grizzly Bears, mana: none}
          - resolve: top
    """,
    "The Fertile Lands of Saulvinia: that is so for lands only": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [The Fertile Lands of Saulvinia], planar_deck: [Shiv]}
          alice:
            hand: [Hill Giant]
            battlefield: [{card: Forest, as: forest}, {card: Fractured Powerstone, as: stone}]
        script:
          - alice: {activate: stone, ability: 1}
          - alice: {activate: forest, ability: 1}
          - alice: {cast: Hill Giant, mana: none, illegal: cost}
          - alice: {roll_planar_die: blank}
          - alice: {roll_planar_die: blank, mana: none}
          - expect: {planechase: {next_roll_cost: 2}}
    """,
    "Fields of Summer: whoever casts a spell may gain life": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Fields of Summer], planar_deck: [Shiv]}
          bob: {hand: [Shock]}
        script:
          - bob: {cast: Shock, targets: [alice]}
          - answers: {bob: [{may: true}]}
          - resolve: all
          - expect: {alice: {life: 18}, bob: {life: 22}}
          - answers: {alice: [{may: true}]}
          - alice: {roll_planar_die: chaos}
          - resolve: all
          - expect: {alice: {life: 28}}
    """,
    "Horizon Boughs: everything untaps in each player's untap step": """
        given:
          turn: {active: alice, step: end}
          planechase: {deck: shared, controller: alice, face_up: [Horizon Boughs], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Forest, as: forest, tapped: true}]}
          bob: {battlefield: [{card: Hill Giant, as: giant, tapped: true}]}
        script:
          - advance_to: {player: bob, step: upkeep}
          - expect: {forest: {tapped: false}, giant: {tapped: false}}
    """,
    "Horizon Boughs: chaos finds up to three basic lands": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Horizon Boughs], planar_deck: [Shiv]}
          alice: {library: [{card: Forest, as: a}, {card: Island, as: b}, {card: Hill Giant, as: giant}, {card: Plains, as: c}, Swamp]}
        script:
          - answers: {alice: [{may: true}, {choose: [a, c]}]}
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {a: {zone: battlefield, tapped: true}, c: {zone: battlefield}, b: {zone: library}, giant: {zone: library}}
    """,
    "Immersturm: the controller of the creature that enters chooses the target and whether it deals damage": """
        given:
          turn: {active: bob, step: precombat_main}
          planechase: {deck: shared, controller: bob, face_up: [{card: Immersturm, as: plane}], planar_deck: [Shiv]}
          bob: {hand: [Hill Giant]}
        script:
          - bob: {cast: Hill Giant}
          - answers: {bob: [{targets: [alice]}, {may: true}]}
          - resolve: all
          - expect: {alice: {life: 17}}
    """,
    "Immersturm: chaos returns a creature as a new one under its owner's control": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Immersturm], planar_deck: [Shiv]}
          bob: {battlefield: [{card: Hill Giant, as: giant, counters: {+1/+1: 1}}]}
        script:
          - answers: {alice: [{targets: [giant]}], bob: [{targets: [alice]}, {may: true}]}
          - alice: {roll_planar_die: chaos}
          - resolve: all
          - expect: {giant: {zone: battlefield, counters: {+1/+1: 0}, same_object: false}, alice: {life: 17}}
    """,
    "Littjara: counters on creatures of the chosen type, changelings among them": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Gavony], planar_deck: [Littjara, Shiv]}
          alice: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Hill Giant, as: giant}]}
          bob: {battlefield: [{card: Runeclaw Bear, as: other}]}
        script:
          - alice: {roll_planar_die: planeswalker}
          - resolve: all
          - name: {as: shape, where: {zone: battlefield, token: true}}
          - answers: {alice: [{choose: Bear}]}
          - alice: {roll_planar_die: chaos}
          - resolve: all
          - expect:
              bears: {power: 3}
              shape: {power: 3, toughness: 3}
              giant: {power: 3, counters: {+1/+1: 0}}
              other: {power: 2}
    """,
    "Llanowar: each creature taps for mana, and chaos untaps them": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Llanowar], planar_deck: [Shiv]}
          alice: {hand: [Gray Ogre], battlefield: [{card: Hill Giant, as: giant}, {card: Grizzly Bears, as: bears, sick: true}]}
        script:
          - alice: {activate: bears, ability: mana, illegal: restriction}
          - alice: {activate: giant, ability: mana}
          - expect: {giant: {tapped: true}, stack: []}
          - alice: {cast: Gray Ogre, mana: none, illegal: cost}
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {giant: {tapped: false}}
          - alice: {activate: giant, ability: mana}
          - alice: {cast: Gray Ogre, mana: none}
    """,
    "Megaflora Jungle: small creatures grow; chaos makes a Butterfly": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Megaflora Jungle], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Hill Giant, as: giant}]}
        script:
          - expect: {bears: {power: 4, toughness: 4}, giant: {power: 3, toughness: 3}}
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - name: {as: fly, where: {zone: battlefield, token: true}}
          - expect: {fly: {power: 3, toughness: 3, subtypes: [Insect], keywords: {flying: true}}}
    """,
    "Mount Keralia: after chaos its damage spares the permanents of that player": """
        given:
          planechase:
            deck: shared
            controller: alice
            face_up: [{card: Mount Keralia, as: mount, counters: {pressure: 2}}]
            planar_deck: [Shiv]
          alice: {battlefield: [{card: Hill Giant, as: giant}], hand: [Shock]}
          bob: {battlefield: [{card: Gray Ogre, as: ogre}]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - alice: {roll_planar_die: planeswalker}
          - resolve: all
          - expect: {giant: {damage: 0}, ogre: {zone: graveyard}}
          - alice: {cast: Shock, targets: [giant]}
          - resolve: top
          - expect: {giant: {damage: 2}}
    """,
    "Naar Isle: chaos deals damage to a player": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Naar Isle], planar_deck: [Shiv]}
        script:
          - answers: {alice: [{targets: [bob]}]}
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {bob: {life: 17}}
    """,
    "Onakke Catacomb: chaos strikes first": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Onakke Catacomb], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Grizzly Bears, as: bears}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {bears: {power: 3, keywords: {first strike: true}}, giant: {power: 3, keywords: {first strike: false}}}
    """,
    "Panopticon: one card more in each draw step": """
        given:
          turn: {active: alice, step: end}
          planechase: {deck: shared, controller: alice, face_up: [Panopticon], planar_deck: [Shiv]}
        script:
          - advance_to: {player: bob, step: precombat_main}
          - expect: {bob: {hand: 2}}
          - bob: {roll_planar_die: chaos}
          - resolve: top
          - expect: {bob: {hand: 3}}
    """,
    "Shiv: each creature can be pumped by its controller": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Shiv], planar_deck: [Krosa]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - alice: {activate: giant, ability: pump, illegal: restriction}
          - bob: {activate: giant, ability: pump}
          - resolve: top
          - expect: {giant: {power: 4, toughness: 3}}
          - advance_to: {player: bob, step: upkeep}
          - expect: {giant: {power: 3}}
    """,
    "Sokenzan: outside a main phase chaos only untaps those that attacked": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Sokenzan], planar_deck: [Shiv]}
          alice:
            hand: [Specimen Omen]
            battlefield: [{card: Hill Giant, as: giant, sick: true}, {card: Forest, as: forest, tapped: true}]
        script:
          - alice: {attack: {giant: bob}}
          - expect: {giant: {tapped: true, power: 4}}
          - alice: {cast: Specimen Omen}
          - resolve: all
          - expect: {giant: {tapped: false}, forest: {tapped: true}}
          - advance_to: {player: alice, step: postcombat_main}
          - expect: {bob: {life: 16}}
          - advance_to: {player: alice, step: end}
          - expect: {turn: {active: alice, number: 3}}
    """,
    "Stairs to Infinity: nobody discards down to seven": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Stairs to Infinity], planar_deck: [Shiv]}
          alice: {hand: [{card: Forest, count: 9}]}
        script:
          - alice: {roll_planar_die: blank}
          - resolve: top
          - advance_to: {player: bob, step: upkeep}
          - expect: {alice: {hand: 10}}
    """,
    "Takenuma: chaos returns a creature, whose controller draws": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Takenuma], planar_deck: [Shiv]}
          alice: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - answers: {alice: [{targets: [giant]}]}
          - alice: {roll_planar_die: chaos}
          - resolve: all
          - expect: {giant: {zone: hand}, alice: {hand: 2}}
    """,
    "Tazeem: no creature blocks; chaos draws for lands": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Tazeem], planar_deck: [Shiv]}
          alice: {battlefield: [Forest, Island, {card: Hill Giant, as: giant}]}
          bob: {battlefield: [{card: Gray Ogre, as: ogre}]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {alice: {hand: 2}}
          - alice: {attack: {giant: bob}}
          - bob: {block: {ogre: giant}, illegal: restriction}
          - advance_to: {player: alice, step: postcombat_main}
          - expect: {bob: {life: 17}}
    """,
    "The Doctor's Childhood Barn: creatures enter tapped": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [The Doctor's Childhood Barn], planar_deck: [Shiv]}
          alice: {hand: [{card: Grizzly Bears, as: bears}]}
        script:
          - alice: {cast: bears}
          - resolve: top
          - expect: {bears: {zone: battlefield, tapped: true}}
    """,
    "The Doctor's Childhood Barn: none may be chosen, and not two of one opponent": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [The Doctor's Childhood Barn], planar_deck: [Shiv]}
          bob: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Hill Giant, as: giant}]}
        script:
          - answers: {alice: [{targets: [bears, giant], illegal: target}, {targets: []}]}
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {bears: {phased: in}, giant: {phased: in}}
    """,
    "Unyaro: chaos makes two Knights": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Unyaro], planar_deck: [Shiv]}
        script:
          - alice: {roll_planar_die: chaos}
          - resolve: top
          - expect: {count: [{of: {zone: battlefield, subtypes: [Knight], token: true}, is: 2}]}
          - advance_to: {player: alice, step: end}
          - expect: {stack: []}
    """,
    "Unleash the Flux: everybody sacrifices until a flip is won": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Gavony], planar_deck: [Unleash the Flux, Shiv]}
          alice: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}, Forest]}
          bob: {battlefield: [{card: Runeclaw Bear, as: bear}, Forest]}
        script:
          - alice: {roll_planar_die: planeswalker}
          - resolve: top
          - answers: {alice: [{choose: ogre}, {coin: tails}, {choose: bears}, {coin: heads}]}
          - resolve: top
          - expect: {giant: {zone: battlefield}, ogre: {zone: graveyard}, bears: {zone: graveyard}, bear: {zone: graveyard}}
          - expect: {planechase: {face_up: [Shiv]}, count: [{of: {zone: battlefield, types: [Land]}, is: 2}]}
    """,
    "Morphic Tide: enchantments come after the rest, and spells go to the bottom": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Gavony], planar_deck: [Morphic Tide, Shiv]}
          alice:
            battlefield: [Plains, Plains, Plains]
            library:
              - {card: Squirrel-Powered Scheme, as: scheme}
              - Shock
              - {card: Hill Giant, as: giant}
              - {card: Swamp, as: rest}
        script:
          - alice: {roll_planar_die: planeswalker}
          - resolve: top
          - resolve: top
          - expect:
              scheme: {zone: battlefield}
              giant: {zone: battlefield}
              rest: {zone: library}
              alice: {library: [Swamp, Plains, Plains, Plains, Shock]}
    """,
    "Time Distortion: a second one restores the order": """
        given:
          players: [alice, bob, carol]
          planechase: {deck: shared, controller: alice, face_up: [Gavony], planar_deck: [Time Distortion, Shiv]}
        script:
          - alice: {roll_planar_die: planeswalker}
          - resolve: all
          - advance_to: {player: carol, step: upkeep}
          - expect: {turn: {active: carol}}
          - advance_to: {player: carol, step: precombat_main}
          - carol: {roll_planar_die: planeswalker}
          - resolve: all
          - carol: {roll_planar_die: planeswalker}
          - resolve: all
          - advance_to: {player: alice, step: upkeep}
          - expect: {turn: {active: alice}}
    """,
    "Start the TARDIS: jump-start casts it from the graveyard for a discarded card": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Gavony], planar_deck: [Krosa, Shiv]}
          alice: {graveyard: [{card: Start the TARDIS, as: start}], hand: [{card: Forest, as: forest}]}
        script:
          - alice: {cast: start, using: jump_start, pay: {discard: [forest]}}
          - expect: {forest: {zone: graveyard}, stack: [{source: start}]}
          - answers: {alice: [{surveil: []}, {may: true}]}
          - resolve: top
          - expect: {start: {zone: exile}, planechase: {face_up: [Krosa]}, alice: {hand: 1}}
    """,
    "Fractured Powerstone: its roll is no action, and cannot be made in another's turn": """
        given:
          planechase: {deck: shared, controller: alice, face_up: [Shiv], planar_deck: [Krosa]}
          alice: {battlefield: [{card: Fractured Powerstone, as: stone}]}
          bob: {battlefield: [{card: Fractured Powerstone, as: other}]}
        script:
          - alice: {activate: stone, ability: 2}
          - bob: {activate: other, ability: 2, illegal: timing}
          - answers: {alice: [{planar_die: chaos}]}
          - resolve: top
          - expect: {planechase: {next_roll_cost: 0}, stack: [{source: shiv}]}
    """,
}


@pytest.mark.parametrize("what", HOLDS)
def test_it_holds(tmp_path, what):
    assert outcome(tmp_path, HOLDS[what]) == PASS
