"""Engines that get the turn wrong: its steps, extra and skipped ones, and how long things last (rules 103.8, 500, 503, 614.10, 724)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import continuous_effects, priority, turn_structure, zones
from reference_engine.amendments import Amendment
from reference_engine.turn_structure import ExtraTurn, Skip
from reference_engine.vocabulary import effects_game
from reference_engine.vocabulary.effects_game import EndTurn, ExtraTurnEffect, SkipNext
from reference_engine.vocabulary.effects_turns import AddStep, AfterUpkeepOfOpponent
from reference_engine.vocabulary.triggers import BeginningOf

# --- the first turn ---------------------------------------------------------------------------------------------------------------


@mutant("first-player-of-two-draws", "103.8a/b", title="In a game of two the player who begins draws in the first turn")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._turn)
    def turn(original, game, resume=None, skip_draw=False):
        yield from original(game, resume)


@mutant("first-player-of-three-does-not-draw", "103.8c/a", title="In a game of three the player who begins skips the first draw")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._turn)
    def turn(original, game, resume=None, skip_draw=None):
        yield from original(game, resume, skip_draw is not None)


@mutant("first-turn-has-no-untap-step", "103.8a/b", "502.1/a", "103.8/a", title="The player who begins skips the untap step as well")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._step)
    def step(original, game, step, resumed=False, skip_it=False):
        first = game.turn_number == 1 and not resumed and step == "untap"
        yield from original(game, step, resumed, skip_it or first)


# --- steps and phases -------------------------------------------------------------------------------------------------------------


@mutant(
    "no-end-of-combat-step",
    "500.1/a",
    "511.1",
    "511.1/a",
    "511.2/a",
    title="The combat phase ends with the damage; there is no end of combat step",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._step)
    def step(original, game, step, resumed=False, skip_it=False):
        if step != "end_of_combat":
            yield from original(game, step, resumed, skip_it)


@mutant("mana-lasts-the-turn", "500.5/a", "118.3/c", title="Unspent mana is not lost as a step ends")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._mana_empties)
    def empties(original, game):
        if game.step in ("end", "cleanup"):
            original(game)


@mutant(
    "card-is-drawn-after-priority",
    "504.1/a",
    "703.3/b",
    "117.3a/b",
    "703.1/a",
    title="The card of the draw step is drawn at its end, after players had priority",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._turn_based_actions)
    def actions(original, game, step):
        if step == "draw":
            yield from priority.give(game)
        yield from original(game, step)


@mutant("lore-counter-in-every-main-phase", "505.1a/a", "714.3c/a", title="A Saga gets a lore counter as each main phase begins")
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._turn_based_actions)
    def actions(game, step):
        if step == "postcombat_main":
            turn_structure._lore_counters(game)


@mutant("added-beginning-phase-untaps-nothing", "500.8/a", title="An additional beginning phase has an upkeep and a draw step only")
def _(rules: Amendment) -> None:
    rules.value(effects_game, "_ADDED", {**effects_game._ADDED, "beginning": ("beginning", ("upkeep", "draw"))})


@mutant(
    "added-upkeep-brings-a-beginning-phase",
    "500.10/b",
    title="Where an upkeep step is added after a phase a whole beginning phase comes",
)
def _(rules: Amendment) -> None:
    rules.value(effects_game, "_ADDED", {**effects_game._ADDED, "upkeep": effects_game._ADDED["beginning"]})


@mutant("added-phases-in-the-order-of-making", "500.8/a", title="Of phases added by several effects those created first come first")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.add_phases)
    def add_phases(original, game, phases):
        game.extra_phases.insert(0, phases)


@mutant("added-step-brings-its-phase", "500.9/a", title="A step added in a phase brings the whole phase once more")
def _(rules: Amendment) -> None:
    @rules.instead(AddStep.resolve)
    def resolve(original, self, ctx):
        yield from original(self, ctx)
        if self.step in ctx.game.extra_steps:
            ctx.game.extra_steps.remove(self.step)
            turn_structure.add_phases(ctx.game, [effects_game._ADDED["beginning"]])


@mutant(
    "step-triggers-once-in-a-turn",
    "503.1a/e",
    "505.1a/b",
    title="What triggers at the beginning of a step does so only in the first such step of a turn",
)
def _(rules: Amendment) -> None:
    @rules.instead(BeginningOf.holds)
    def holds(original, self, fields, ctx):
        return original(self, fields, ctx) and ctx.game.steps_begun.get(self.step, 1) == 1


@mutant("after-upkeep-is-in-upkeep-too", "503.2/a", seen="phase-rs", title="What may be cast only after the upkeep step may be cast in it")
def _(rules: Amendment) -> None:
    @rules.instead(AfterUpkeepOfOpponent.holds)
    def holds(original, self, ctx):
        game = ctx.game
        return original(self, ctx) or (game.step == "upkeep" and game.are_opponents(ctx.controller, game.active))


@mutant("after-every-upkeep", "503.2/b", title="What may be cast only after the upkeep step cannot be in a second upkeep step")
def _(rules: Amendment) -> None:
    @rules.instead(AfterUpkeepOfOpponent.holds)
    def holds(original, self, ctx):
        return original(self, ctx) and ctx.game.step != "upkeep"


# --- extra turns and skipped steps (500.7, 614.10) --------------------------------------------------------------------------------


@mutant("extra-turns-in-the-order-of-making", "500.7/b", title="Of two extra turns the one made first comes first")
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._next_turn)
    def next_turn(game):
        if game.extra_turns:
            game.extra_turns.append(game.extra_turns.pop(0))


@mutant(
    "skip-goes-to-the-next-turn",
    "614.10/a",
    seen="xmage, phase-rs",
    title="The untap step that an extra turn is made without is the next one of that player",
)
def _(rules: Amendment) -> None:
    @rules.instead(ExtraTurnEffect.resolve)
    def resolve(original, self, ctx):
        for player in self.player.find(ctx):
            ctx.game.extra_turns.append(ExtraTurn(player))
            ctx.game.skips += [Skip(player, step) for step in self.skips]
        return
        yield


@mutant("skips-do-not-add-up", "614.10a/c", title="Two effects that each skip the next untap step skip only one")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        before = len(game.skips)
        skipped = original(game, step)
        if len(game.skips) < before:
            game.skips = [skip for skip in game.skips if skip.step != step or skip.player not in game.active_players]
        return skipped


@mutant(
    "skip-of-one-head-is-its-own",
    "805.8/a",
    "614.10a/a",
    title="A team does not skip a step that an effect makes its second member skip",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        others = [skip for skip in game.skips if skip.player != game.active]
        game.skips = [skip for skip in game.skips if skip.player == game.active]
        skipped = original(game, step)
        game.skips += others
        return skipped


@mutant("each-head-skips-a-step", "805.8/c", title="An effect that makes both members of a team skip a step costs the team two")
def _(rules: Amendment) -> None:
    @rules.instead(SkipNext.resolve)
    def resolve(original, self, ctx):
        ctx.game.skips += [Skip(player, self.step) for player in self.player.find(ctx)]
        return
        yield


@mutant(
    "skipped-step-happens-without-actions",
    "500.11/a",
    title="A skipped upkeep or draw step takes place without its actions, and players get priority",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._step)
    def step(original, game, step, resumed=False, skip_it=False):
        before = len(game.log)
        yield from original(game, step, resumed, skip_it)
        if step in ("upkeep", "draw") and any(event.kind == "step_skipped" for event in game.log[before:]):
            game.step = step
            yield from priority.give(game)


@mutant("skip-then-untap-in-the-own-turn", "614.10b/a", title="What untaps for a skipped turn does so as its controller's next turn begins")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._begin_turn)
    def begin(original, game, player):
        later = [obj for obj in game.untap_as_turn_begins if obj.controller not in game.team_of(player)]
        game.untap_as_turn_begins = [obj for obj in game.untap_as_turn_begins if obj not in later]
        yield from original(game, player)
        game.untap_as_turn_begins += later


@mutant("two-skipped-turns-untap-once", "614.10b/a", title="A permanent for which two turns in a row were skipped untaps for one of them")
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._begin_turn)
    def once(game, player):
        game.untap_as_turn_begins = list(dict.fromkeys(game.untap_as_turn_begins))


# --- how long things last ---------------------------------------------------------------------------------------------------------


@mutant(
    "until-next-turn-ends-in-the-untap-step",
    "500.1",
    "614.10a/a",
    title='"Until your next turn" ends in the untap step, and lasts on if that is skipped',
)
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects.end)
    def end(original, game, duration, player=None):
        if duration != "your_next_turn" or game.step == "untap":
            original(game, duration, player)

    @rules.before(turn_structure._turn_based_actions)
    def actions(game, step):
        for player in game.active_players if step == "untap" else ():
            continuous_effects.end(game, "your_next_turn", player)


@mutant("until-next-upkeep-ends-with-the-turn-before", "500.4/b", title='"Until your next upkeep" ends before the untap step of that turn')
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._begin_turn)
    def begin(game, player):
        continuous_effects.end(game, "your_next_upkeep", player)


@mutant(
    "end-of-combat-of-every-turn",
    "603.7b/a",
    title="What is to happen at an end of combat of this turn happens at every later one too",
)
def _(rules: Amendment) -> None:
    @rules.before(turn_structure._cleanup)
    def cleanup(game):
        for delayed in game.delayed:
            if delayed.lasting == "next_this_turn":
                delayed.lasting = "for good"


@mutant("damage-is-gone-with-the-type", "120.6/b", "120.6/c", title="Damage is gone from what is no creature any more")
def _(rules: Amendment) -> None:
    @rules.after(continuous_effects._notice_new_controllers)
    def notice(game, seen):
        for obj in seen:
            if obj.damage and not obj.is_type("Creature"):
                obj.damage = 0


# --- ending the turn (724) --------------------------------------------------------------------------------------------------------


@mutant("ended-turn-puts-spells-into-graveyards", "724.1/a", title="As a turn is ended spells on the stack go to their owners' graveyards")
def _(rules: Amendment) -> None:
    @rules.before(EndTurn.resolve)
    def resolve(self, ctx):
        for item in list(ctx.game.stack):
            if item.object is not None:
                zones.move(ctx.game, item.object, "graveyard", "724.1b")


@mutant("ended-turn-resolves-the-stack", "724.1/a", "724.1/b", title="Abilities on the stack resolve after a turn was ended")
def _(rules: Amendment) -> None:
    @rules.instead(EndTurn.resolve)
    def resolve(original, self, ctx):
        kept = [item for item in ctx.game.stack if item.object is None and item.source is not ctx.source]
        yield from original(self, ctx)
        ctx.game.stack += kept


@mutant(
    "ended-turn-keeps-what-waits",
    "724.1a/a",
    title="What had triggered before a turn was ended comes onto the stack, as before July 2017",
)
def _(rules: Amendment) -> None:
    rules.edition("ending_the_turn_drops_what_waits", False)


@mutant(
    "ended-turn-drops-what-waits-too-early",
    "724.1",
    title="What waits is gone as a turn is ended by rules that are older than July 2017",
)
def _(rules: Amendment) -> None:
    rules.edition("ending_the_turn_drops_what_waits", True)


@mutant("ended-turn-has-its-end-step", "724.1/c", title="A turn that is ended goes to its end step, with what triggers there")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._cleanup)
    def cleanup(original, game):
        ended = "end" not in game.steps_begun
        if ended:
            game.ending_turn = False
            yield from turn_structure._step(game, "end")
            game.step = "cleanup"
        yield from original(game)


@mutant("ended-turn-goes-on-in-combat", "724.1/c", title="A turn ended in combat goes on with its end of combat step")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._combat_phase)
    def combat_phase(original, game, steps, resume):
        yield from original(game, steps, resume)
        if game.ending_turn:
            game.ending_turn = False
            yield from turn_structure._step(game, "end_of_combat")
            game.ending_turn = True
