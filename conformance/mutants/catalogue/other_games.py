"""Engines that get it wrong how a game is restarted (rule 727) and what a subgame takes and gives back (rule 729)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, phasing, restarting, subgames, turn_structure, zones
from reference_engine.amendments import Amendment
from reference_engine.vocabulary import effects_other_games
from reference_engine.vocabulary.effects_other_games import RestartGame

# --- restarting (727) -------------------------------------------------------------------------------------------------------------


def _kept(rules: Amendment, *names: str) -> None:
    """These of the old game are those of the new one."""

    @rules.instead(restarting.set_up)
    def set_up(original, game, restarted):
        old = {name: getattr(game, name) for name in names}
        original(game, restarted)
        for name, value in old.items():
            setattr(game, name, value)


@mutant("restart-keeps-life-totals", "727.2/e", title="Life totals and poison counters of the old game go on in the restarted one")
def _(rules: Amendment) -> None:
    _kept(rules, "life", "player_counters")


@mutant("restart-keeps-the-night", "727.2/e", title="Day or night of the old game goes on in the restarted one")
def _(rules: Amendment) -> None:
    _kept(rules, "day_night")


@mutant("restart-keeps-extra-turns", "727.2/e", title="Extra turns and skipped steps of the old game are taken in the restarted one")
def _(rules: Amendment) -> None:
    _kept(rules, "extra_turns", "skips")


@mutant("restart-forgets-phased-out-cards", "727.2/a", title="The cards of phased-out permanents are not in the decks of a restarted game")
def _(rules: Amendment) -> None:
    @rules.instead(restarting._deck)
    def deck(original, game, player, exempt):
        return [card for card in original(game, player, exempt) if card.phase == "in"]


@mutant(
    "restart-gives-cards-to-controllers",
    "727.2/b",
    "108.3a",
    title="In a restarted game a stolen card is in the deck of who controlled it",
)
def _(rules: Amendment) -> None:
    @rules.before(restarting.set_up)
    def set_up(game, restarted):
        for obj in game.all_permanents():
            obj.owner = obj.controller


@mutant("restart-begins-with-the-first-seat", "727.1a/a", title="The player who began the old game begins the restarted one")
def _(rules: Amendment) -> None:
    @rules.before(restarting.set_up)
    def set_up(game, restarted):
        restarted.player = next(player for player in game.seats if game.is_in(player))


@mutant(
    "restart-leaves-every-exiled-card",
    "727.5/a",
    title="Auras and instants that were exiled for it are left out of the restart as well",
)
def _(rules: Amendment) -> None:
    rules.never(effects_other_games._is_exempt, True)


@mutant("restart-leaves-nothing-out", "727.5/a", title="Every card is in the decks of the restarted game, the exempt ones too")
def _(rules: Amendment) -> None:
    rules.never(effects_other_games._is_exempt, False)


@mutant("restart-puts-cards-there-one-by-one", "727.4/a", title="What a restart puts onto the battlefield enters one after the other")
def _(rules: Amendment) -> None:
    @rules.before(restarting.set_up)
    def set_up(game, restarted):
        def finish():
            for card in restarted.exempt:
                yield from zones.put_onto_battlefield(game, card, restarted.player, "727.4")

        restarted.finish = finish


@mutant("restarted-permanents-are-sick", "727.4/b", title="What a restart puts onto the battlefield is summoning sick in the first turn")
def _(rules: Amendment) -> None:
    @rules.after(turn_structure._begin_turn)
    def begin(game, player):
        if game.turn_number == 1:
            game.turn_began = dict.fromkeys(game.seats, 0)


@mutant("restart-misses-the-first-untap-step", "727.4/b", "502.3", title="The first turn of a restarted game has no untap step")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._turns)
    def turns(original, game, start, before_first=None):
        if before_first is not None:
            game.skips.append(turn_structure.Skip(game.active, "untap"))
        yield from original(game, start, before_first)


@mutant(
    "restart-keeps-the-plane-face-up",
    "727.2/d",
    title="The face-up plane of the old game is not in a planar deck of the restarted one",
)
def _(rules: Amendment) -> None:
    @rules.instead(restarting._planes)
    def planes(original, game, old, starting):
        old.face_up.clear()
        return original(game, old, starting)


@mutant("restart-shuffles-the-commander-in", "727.2/a", title="A commander is in its owner's library as the game is restarted")
def _(rules: Amendment) -> None:
    @rules.instead(restarting.lay)
    def lay(original, game, card, zone):
        original(game, card, "library" if game.commanders is not None and not game.is_subgame else zone)


@mutant("restarting-a-subgame-ends-it", "727.6/a", title="A subgame that is restarted is over, and nobody has won it")
def _(rules: Amendment) -> None:
    @rules.instead(RestartGame.resolve)
    def resolve(original, self, ctx):
        game = ctx.game
        if game.is_subgame:
            for player in list(game.players):
                game.life[player] = 0
            game.sba_needed = True
            return
        yield from original(self, ctx)


# --- subgames (729) ---------------------------------------------------------------------------------------------------------------


@mutant("subgame-keeps-phased-out-cards", "729.5/a", title="The card of what was phased out in a subgame is not in the main game again")
def _(rules: Amendment) -> None:
    @rules.instead(subgames._take_up)
    def take_up(original, game, main, decks, planar):
        out = {obj.id for obj in game.phased_out_permanents()}
        original(game, main, [card for card in decks if card.id not in out], planar)


@mutant("subgame-keeps-the-losers-cards", "729.5/b", title="Who loses a subgame does not get the cards back that it was played with")
def _(rules: Amendment) -> None:
    @rules.instead(subgames._take_up)
    def take_up(original, game, main, decks, planar):
        original(game, main, [card for card in decks if card.owner in game.players], planar)


@mutant("loser-of-a-subgame-leaves-the-main-game", "729.5/b", title="Who loses a subgame has lost the main game too")
def _(rules: Amendment) -> None:
    @rules.instead(subgames.play)
    def play(original, game, first):
        winners = yield from original(game, first)
        if winners:
            game.players[:] = [player for player in game.players if player in winners]
        return winners


@mutant("drawn-subgame-costs-nobody-life", "729.5/b", title="Nobody has lost a subgame that nobody has won")
def _(rules: Amendment) -> None:
    @rules.instead(subgames.play)
    def play(original, game, first):
        winners = yield from original(game, first)
        return winners or list(game.players)


@mutant("subgame-is-played-with-the-present-life", "729.1b/a", title="A subgame begins with the life totals of the main game")
def _(rules: Amendment) -> None:
    @rules.instead(restarting.blank_state)
    def blank(original, game):
        return {**original(game), "life": dict(game.life)}


@mutant(
    "subgame-changes-life-of-the-main-game",
    "729.1b/b",
    "729.5/c",
    title="Life totals at the end of a subgame are those of the main game",
)
def _(rules: Amendment) -> None:
    @rules.instead(subgames._take_up)
    def take_up(original, game, main, decks, planar):
        life = dict(game.life)
        original(game, main, decks, planar)
        game.life.update(life)


@mutant("subgame-passes-time", "729.1b/a", "729.5/c", title="Effects until end of turn in the main game end with a subgame")
def _(rules: Amendment) -> None:
    @rules.after(subgames._take_up)
    def take_up(game, main, decks, planar):
        continuous_effects.end(game, "end_of_turn")


@mutant("subgame-phases-the-main-game", "502.1", "729.1b/a", title="Untap steps of a subgame exchange what is phased out in the main game")
def _(rules: Amendment) -> None:
    @rules.after(subgames._take_up)
    def take_up(game, main, decks, planar):
        phasing.swap(game)


@mutant("subgame-takes-the-plane-along", "729.2a/b", title="The face-up plane of the main game goes into the subgame's planar deck")
def _(rules: Amendment) -> None:
    @rules.before(subgames._bring_planar_decks)
    def bring(game, main, first):
        if main is not None:
            for card in main.face_up:
                deck = main.common if main.shared else main.decks[card.owner]
                deck.insert(0, card)
            main.face_up.clear()


@mutant("subgame-without-planes", "729.2a/a", title="A subgame of a planechase game is played without the planar decks")
def _(rules: Amendment) -> None:
    rules.never(subgames._bring_planar_decks, {})


@mutant("planar-decks-of-losers-stay-away", "729.5a/a", title="After a subgame only its winners have their planar decks again")
def _(rules: Amendment) -> None:
    @rules.instead(subgames._take_up)
    def take_up(original, game, main, decks, planar):
        original(game, main, decks, {owner: held for owner, held in planar.items() if not owner or owner in game.players})
