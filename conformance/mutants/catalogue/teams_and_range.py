"""Engines that get shared team turns and the limited range of influence wrong (rules 805, 801)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import (
    attachments,
    combat,
    damage,
    game,
    leaving_the_game,
    range_of_influence,
    shared_team_turns,
    state_based_actions,
    targets,
    triggered_abilities,
    turn_structure,
    zones,
)
from reference_engine.amendments import Amendment
from reference_engine.vocabulary import selectors
from reference_engine.vocabulary.triggers import BeginningOf

# --- shared team turns (805) ------------------------------------------------------------------------------------------------------


@mutant("that-player-is-one-head", "805.4d/a", title="An ability of each upkeep that speaks of that player triggers once for a team")
def _(rules: Amendment) -> None:
    rules.never(shared_team_turns.speaks_of_that_player, False)


@mutant("your-step-is-each-heads", "805.4d/b", title="What triggers in its controller's step triggers in a team's for each of its players")
def _(rules: Amendment) -> None:
    rules.never(shared_team_turns.speaks_of_that_player, True)

    @rules.instead(BeginningOf.holds)
    def holds(original, self, fields, ctx):
        mine = self.of.who == "you" and fields["step"] == self.step and ctx.controller in ctx.game.active_players
        return mine or original(self, fields, ctx)


@mutant("step-is-the-first-heads", "805.4a/a", title="What triggers in the second head's step does not trigger in the team's")
def _(rules: Amendment) -> None:
    @rules.instead(shared_team_turns.occurrences)
    def occurrences(original, game, event):
        return original(game, event)[:1]


@mutant("one-head-draws", "805.4b/a", "103.8b/b", title="In a team's draw step only one of its players draws")
def _(rules: Amendment) -> None:
    @rules.instead(zones.draw)
    def draw(original, game, player, count, rule="121.1"):
        if rule != "504.1" or player == game.active:
            original(game, player, count, rule)


@mutant("each-head-takes-a-turn", "805.4/a", title="A team takes a turn for each of its players")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._next_turn)
    def next_turn(original, game):
        if game.teams and not game.extra_turns:
            game.previous_turn = (game.active, dict(game.spells_cast))
            game.last_regular = game.next_player(game.active)
            return game.last_regular
        return (yield from original(game))


@mutant("extra-turn-is-one-heads", "805.8/b", title="In an extra turn of one head only that player's permanents are exchanged and untap")
def _(rules: Amendment) -> None:
    in_extra: list[str] = []

    @rules.instead(turn_structure._next_turn)
    def next_turn(original, game):
        extra = bool(game.extra_turns)
        player = yield from original(game)
        in_extra[:] = [player] if extra and player is not None else []
        return player

    @rules.instead(game.Game.active_players)
    def active_players(original, game):
        return list(in_extra) if in_extra and in_extra[0] == game.active else original(game)


@mutant("both-heads-of-the-first-team-draw", "103.8b/a", title="The team that begins draws in its first turn")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._turn)
    def turn(original, game, resume=None, skip_draw=False):
        yield from original(game, resume, skip_draw and not game.teams)


# --- range of influence (801) -----------------------------------------------------------------------------------------------------


@mutant("range-shrinks-at-once", "801.2c/a", title="When a player leaves who is in range of whom is settled anew at once")
def _(rules: Amendment) -> None:
    @rules.after(leaving_the_game.leave)
    def leave(game, player, rule, leaving=()):
        range_of_influence.determine(game)


@mutant("range-never-changes", "801.2c/b", title="Who is in range of whom is settled once for the game, also when players leave")
def _(rules: Amendment) -> None:
    @rules.instead(range_of_influence.determine)
    def determine(original, game):
        if game.ranges is not None and not game.ranges.near:
            original(game)


@mutant("range-is-one-seat-wider", "801.2/a", title="The range of influence reaches one seat further than it says")
def _(rules: Amendment) -> None:
    @rules.after(range_of_influence.Ranges.__init__)
    def ranges(self, seats, grand_melee):
        self.seats = seats + 1


@mutant("range-goes-one-way", "801.2/b", "801.10/c", title="The range of influence covers the players to one side only")
def _(rules: Amendment) -> None:
    @rules.after(range_of_influence.determine)
    def determine(game):
        if game.ranges is not None:
            circle = [player for player in game.seats if game.is_in(player)]
            for at, player in enumerate(circle):
                game.ranges.near[player] = frozenset(circle[(at + far) % len(circle)] for far in range(game.ranges.seats + 1))


def _anything(*_: object) -> bool:
    return True


def _all_of(_, things):
    return things


@mutant("attacks-out-of-range", "801.3/a", "801.3/b", title="Players and planeswalkers out of range can be attacked")
def _(rules: Amendment) -> None:
    rules.value(combat, "reaches", _anything)


@mutant("auras-hold-out-of-range", "801.8/a", title="An Aura stays on a permanent that goes out of its controller's range")
def _(rules: Amendment) -> None:
    @rules.instead(attachments.may_be_attached)
    def may_be_attached(original, game, attachment, host, controller=None):
        ranges, game.ranges = game.ranges, None
        may = original(game, attachment, host, controller)
        game.ranges = ranges
        return may


@mutant("worlds-know-of-all-worlds", "801.12/a", title="The world rule looks at worlds out of each other's range")
def _(rules: Amendment) -> None:
    rules.value(state_based_actions, "reaches", _anything)


@mutant("prevents-out-of-range", "801.13b/a", title="A prevention effect prevents damage by what is out of range")
def _(rules: Amendment) -> None:
    rules.value(damage, "lets_prevent", _anything)


@mutant("acts-out-of-range", "801.10/a", "801.10/b", title="Effects reach objects and players out of range")
def _(rules: Amendment) -> None:
    rules.value(selectors, "within", _all_of)
    rules.value(selectors, "sees", _anything)


@mutant("triggers-out-of-range", "801.7/a", title="Abilities trigger on what happens out of range")
def _(rules: Amendment) -> None:
    rules.value(triggered_abilities, "encloses", _anything)


@mutant("planes-are-limited-too", "801.18/a", "901.13/a", title="Planes and phenomena reach only as far as their controller's range")
def _(rules: Amendment) -> None:
    rules.never(range_of_influence._is_planar, False)


@mutant(
    "planes-of-grand-melee-reach-all", "801.18/b", "901.13/b", "801.10/b", title="In Grand Melee planes and phenomena reach every player"
)
def _(rules: Amendment) -> None:
    @rules.after(range_of_influence.Ranges.__init__)
    def ranges(self, seats, grand_melee):
        self.planar_cards_are_exempt = True


@mutant("targets-players-out-of-range", "801.4/a", "801.4/b", title="Players out of range can be targeted")
def _(rules: Amendment) -> None:
    rules.value(targets, "within", _all_of)
    rules.value(targets, "sees", _anything)
