"""What the cards M to Z of phasing and its partners can do beyond what the cases ask of them, played on the reference engine."""

PASS = ("pass", None, None)


def test_the_war_doctor_exiles_what_it_damaged_and_counts_that_once(play):
    case = """
        given:
          alice: {battlefield: [{card: The War Doctor, as: doctor, counters: {time: 2}}], hand: [Shock]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}
        script:
          - answers: {alice: [{targets: [giant]}]}
          - alice: {attack: {doctor: bob}}
          - resolve: all
          - expect: {giant: {zone: battlefield, damage: 2}}
          - alice: {cast: Shock, targets: [giant]}
          - resolve: top
          - expect: {giant: {zone: exile}, ogre: {zone: battlefield}, stack: [{source: doctor}]}
          - resolve: top
          - expect: {doctor: {counters: {time: 3}}}
    """
    assert play(case) == PASS


def test_the_war_doctor_leaves_other_deaths_alone(play):
    case = """
        given:
          alice: {battlefield: [{card: The War Doctor, as: doctor, counters: {time: 1}}], hand: [Murder]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}
        script:
          - answers: {alice: [{targets: [giant]}]}
          - alice: {attack: {doctor: bob}}
          - resolve: all
          - alice: {cast: Murder, targets: [ogre]}
          - resolve: all
          - expect: {ogre: {zone: graveyard}, giant: {damage: 1}, doctor: {counters: {time: 1}}}
    """
    assert play(case) == PASS


def test_the_moment_destroys_by_mana_value_and_itself_with_it(play):
    case = """
        given:
          alice:
            battlefield: [{card: The Moment, as: moment, counters: {time: 3}}, {card: Grizzly Bears, as: bears}, {card: Forest, as: forest}]
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}
        script:
          - alice: {activate: moment, ability: 2}
          - resolve: top
          - expect: {moment: {zone: graveyard}, bears: {zone: graveyard}, ogre: {zone: graveyard}, giant: {zone: battlefield}}
          - expect: {forest: {zone: battlefield}}
    """
    assert play(case) == PASS


def test_read_ahead_starts_at_the_chosen_chapter_and_leaves_the_earlier_ones_out(play):
    case = """
        given:
          alice: {hand: [{card: The Phasing of Zhalfir, as: saga}], battlefield: [{card: Grizzly Bears, as: bears}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre, phased: direct}]}
        script:
          - answers: {alice: [{choose: 3}]}
          - alice: {cast: saga}
          - resolve: top
          - expect: {saga: {counters: {lore: 3}}, stack: [{source: saga}]}
          - resolve: top
          - expect:
              saga: {zone: graveyard}
              bears: {zone: graveyard}
              giant: {zone: graveyard}
              ogre: {zone: battlefield, phased: direct}
              count:
                - {of: {zone: battlefield, controller: alice, subtypes: [Phyrexian]}, is: 1}
                - {of: {zone: battlefield, controller: bob, subtypes: [Phyrexian]}, is: 1}
    """
    assert play(case) == PASS


def test_read_ahead_goes_on_with_the_next_chapter(play):
    case = """
        given:
          alice: {hand: [{card: The Phasing of Zhalfir, as: saga}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}, {card: Gray Ogre, as: ogre}]}
        script:
          - answers: {alice: [{choose: 1}, {targets: [giant]}, {targets: [ogre]}]}
          - alice: {cast: saga}
          - resolve: all
          - expect: {saga: {counters: {lore: 1}}, giant: {phased: direct}, ogre: {phased: in}}
          - advance_to: {player: alice, step: precombat_main}
          - resolve: all
          - expect: {saga: {counters: {lore: 2}}, giant: {phased: direct}, ogre: {phased: direct}}
    """
    assert play(case) == PASS


def test_old_man_of_the_sea_lets_go_of_what_grows(play):
    case = """
        given:
          alice: {battlefield: [{card: Old Man of the Sea, as: old_man}], hand: [Giant Growth]}
          bob: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Hill Giant, as: giant}]}
        script:
          - alice: {activate: old_man, ability: 1, targets: [giant], illegal: target}
          - alice: {activate: old_man, ability: 1, targets: [bears]}
          - resolve: top
          - expect: {bears: {controller: alice}}
          - alice: {cast: Giant Growth, targets: [bears]}
          - resolve: top
          - expect: {bears: {controller: bob, power: 5}}
          - advance_to: {player: bob, step: upkeep}
          - expect: {bears: {controller: bob, power: 2}, old_man: {tapped: true}}
    """
    assert play(case) == PASS


def test_vedalken_shackles_keeps_what_grows(play):
    case = """
        given:
          alice:
            battlefield: [{card: Vedalken Shackles, as: shackles}, {card: Island, as: first}, {card: Island, as: second}]
            hand: [Giant Growth]
          bob: {battlefield: [{card: Grizzly Bears, as: bears}, {card: Hill Giant, as: giant}]}
        script:
          - alice: {activate: shackles, ability: 1, targets: [giant], illegal: target}
          - alice: {activate: shackles, ability: 1, targets: [bears]}
          - resolve: top
          - alice: {cast: Giant Growth, targets: [bears]}
          - resolve: top
          - expect: {bears: {controller: alice, power: 5}}
          - answers: {alice: [{choose_untap: [shackles]}]}
          - advance_to: {player: alice, step: upkeep}
          - expect: {bears: {controller: bob}, shackles: {tapped: false}}
    """
    assert play(case) == PASS


def test_seasinger_takes_only_from_players_with_islands(play):
    case = """
        given:
          players: [alice, bob, carol]
          alice: {battlefield: [{card: Seasinger, as: singer}, {card: Island, as: island}]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
          carol: {battlefield: [{card: Gray Ogre, as: ogre}, {card: Island, as: carols_island}], hand: [Murder]}
        script:
          - alice: {activate: singer, ability: 1, targets: [giant], illegal: target}
          - alice: {activate: singer, ability: 1, targets: [ogre]}
          - resolve: top
          - expect: {ogre: {controller: alice}}
          - carol: {cast: Murder, targets: [singer]}
          - resolve: top
          - expect: {ogre: {controller: carol}}
    """
    assert play(case) == PASS


def test_nightveil_specter_lets_its_controller_play_what_it_exiled(play):
    case = """
        given:
          alice: {battlefield: [{card: Nightveil Specter, as: specter}]}
          bob: {library: [{card: Gray Ogre, as: ogre}, {card: Forest, as: forest}, Forest, Forest], life: 20}
        script:
          - alice: {attack: {specter: bob}}
          - advance_to: {player: alice, step: postcombat_main}
          - expect: {bob: {life: 18, library: 3}, ogre: {zone: exile}}
          - alice: {cast: ogre}
          - resolve: top
          - expect: {ogre: {zone: battlefield, controller: alice, owner: bob}}
          - advance_to: {player: alice, step: precombat_main}
          - alice: {play_land: forest, illegal: not_there}
    """
    assert play(case) == PASS


def test_evoke_is_paid_with_the_creature(play):
    case = """
        given: {alice: {hand: [{card: Mulldrifter, as: evoked}, {card: Mulldrifter, as: cast}]}}
        script:
          - answers: {alice: [{order_triggers: [{source: evoked, ability: a1}, {source: evoked, ability: evoke}]}]}
          - alice: {cast: evoked, using: evoke}
          - resolve: all
          - expect: {evoked: {zone: graveyard}, alice: {hand: 3}}
          - alice: {cast: cast}
          - resolve: all
          - expect: {cast: {zone: battlefield}, alice: {hand: 4}}
    """
    assert play(case) == PASS


def test_split_second_lets_nothing_through_but_mana(play):
    case = """
        given:
          alice: {hand: [Word of Seizing]}
          bob:
            battlefield: [{card: Hill Giant, as: giant, tapped: true}, {card: Mist Dragon, as: dragon}]
            hand: [Shock]
        script:
          - alice: {cast: Word of Seizing, targets: [giant]}
          - bob: {cast: Shock, targets: [giant], illegal: restriction}
          - bob: {activate: dragon, ability: 1, illegal: restriction}
          - resolve: top
          - expect: {giant: {controller: alice, tapped: false, keywords: {haste: true}}}
          - bob: {activate: dragon, ability: 1}
          - bob: {cast: Shock, targets: [giant]}
          - resolve: all
          - expect: {giant: {damage: 2}, dragon: {keywords: {flying: true}}}
    """
    assert play(case) == PASS


def test_mist_dragon_flies_or_not_for_good(play):
    case = """
        given: {alice: {battlefield: [{card: Mist Dragon, as: dragon}]}}
        script:
          - expect: {dragon: {keywords: {flying: false}}}
          - alice: {activate: dragon, ability: 1}
          - resolve: top
          - advance_to: {player: bob, step: upkeep}
          - expect: {dragon: {keywords: {flying: true}}}
          - alice: {activate: dragon, ability: 2}
          - resolve: top
          - expect: {dragon: {keywords: {flying: false}}}
          - alice: {activate: dragon, ability: 1}
          - resolve: top
          - expect: {dragon: {keywords: {flying: true}}}
    """
    assert play(case) == PASS


def test_stitchers_graft_holds_its_bearer_for_one_untap_step(play):
    case = """
        given:
          alice: {battlefield: [{card: Hill Giant, as: giant}, {card: "Stitcher's Graft", as: graft, attached_to: giant}]}
          bob: {life: 20}
        script:
          - alice: {attack: {giant: bob}}
          - resolve: all
          - advance_to: {player: alice, step: upkeep}
          - expect: {bob: {life: 14}, giant: {tapped: true}}
          - advance_to: {player: alice, step: upkeep}
          - expect: {giant: {tapped: false}}
    """
    assert play(case) == PASS


def test_rancor_comes_back_from_wherever_it_went_to_the_graveyard(play):
    case = """
        given:
          alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Rancor, as: rancor, attached_to: giant}]}
          bob: {hand: [Disenchant, Murder]}
        script:
          - bob: {cast: Disenchant, targets: [rancor]}
          - resolve: top
          - expect: {rancor: {zone: graveyard}, stack: [{source: rancor, controller: alice}]}
          - resolve: top
          - expect: {rancor: {zone: hand}, giant: {power: 3}}
          - alice: {cast: rancor, targets: [giant]}
          - bob: {cast: Murder, targets: [giant]}
          - resolve: all
          - expect: {giant: {zone: graveyard}, rancor: {zone: graveyard}}
    """
    assert play(case) == PASS


def test_teferis_protection_holds_life_and_sends_everything_out(play):
    case = """
        given:
          alice: {battlefield: [{card: Hill Giant, as: giant}, {card: Forest, as: forest}], hand: ["Teferi's Protection"], life: 20}
          bob: {hand: [Shock, Shock], life: 20}
        script:
          - alice: {cast: "Teferi's Protection"}
          - resolve: top
          - expect: {giant: {phased: direct}, forest: {phased: direct}, alice: {exile: ["Teferi's Protection"], graveyard: 0}}
          - bob: {cast: Shock, targets: [alice], illegal: target}
          - bob: {cast: Shock, targets: [bob]}
          - resolve: top
          - expect: {bob: {life: 18}}
          - advance_to: {player: alice, step: upkeep}
          - expect: {giant: {phased: in}, forest: {phased: in}}
          - bob: {cast: Shock, targets: [alice]}
          - resolve: top
          - expect: {alice: {life: 18}}
    """
    assert play(case) == PASS


def test_oblivion_ring_gives_back_what_it_took(play):
    case = """
        given:
          alice: {hand: [{card: Oblivion Ring, as: ring}]}
          bob: {battlefield: [{card: Hill Giant, as: giant, tapped: true}], hand: [Disenchant]}
        script:
          - answers: {alice: [{targets: [giant]}]}
          - alice: {cast: ring}
          - resolve: all
          - expect: {giant: {zone: exile}}
          - bob: {cast: Disenchant, targets: [ring]}
          - resolve: top
          - expect: {giant: {zone: exile}, stack: [{source: ring, controller: alice}]}
          - resolve: top
          - expect: {giant: {zone: battlefield, controller: bob, tapped: false, same_object: false}}
    """
    assert play(case) == PASS


def test_teferis_planeswalker_draws_and_puts_back(play):
    case = """
        given:
          alice: {battlefield: [{card: 'Teferi, Timeless Voyager', as: teferi}], library: [Island, Forest, Forest, Forest]}
          bob: {battlefield: [{card: Hill Giant, as: giant}]}
        script:
          - alice: {activate: teferi, ability: 3, targets: [bob], illegal: cost}
          - alice: {activate: teferi, ability: 1}
          - resolve: top
          - expect: {teferi: {counters: {loyalty: 5}}, alice: {hand: 1}}
          - alice: {activate: teferi, ability: 2, targets: [giant], illegal: restriction}
          - advance_to: {player: alice, step: precombat_main}
          - alice: {activate: teferi, ability: 2, targets: [giant]}
          - resolve: top
          - expect: {giant: {zone: library}, teferi: {counters: {loyalty: 2}}}
    """
    assert play(case) == PASS
