"""Engines that get day and night wrong: the check of the untap step, and how it begins (rules 502.2, 702.145d, 731)."""

from __future__ import annotations

from conformance.mutants.mutant import mutant
from reference_engine import casting_options, day_night, preparation, stack, turn_structure, untap_step, zones
from reference_engine.amendments import Amendment
from reference_engine.game import Game
from reference_engine.vocabulary.triggers import DayNightChanges

# --- when it is checked -----------------------------------------------------------------------------------------------------------


@mutant(
    "day-night-in-the-cleanup-step",
    "502.2/h",
    "502.2/i",
    title="Day and night change in the cleanup step of the turn that decides",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(day_night.check)
    def check(original, game):
        if game.step == "cleanup":
            original(game)

    @rules.before(turn_structure._cleanup)
    def cleanup(game):
        game.previous_turn = (game.active, dict(game.spells_cast))
        day_night.check(game)


@mutant("day-night-after-untapping", "502.2/h", title="Day and night are checked after permanents have untapped")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def actions(original, game):
        untap_step.phasing.swap(game)
        yield from untap_step.untap(game)
        day_night.check(game)


@mutant("day-night-before-the-exchange", "502.2/g", "703.4b/b", title="Day and night are checked before anything phases in or out")
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.turn_based_actions)
    def actions(original, game):
        day_night.check(game)
        untap_step.phasing.swap(game)
        yield from untap_step.untap(game)


@mutant("day-night-in-upkeep", "502.2/h", "502.2/k", title="Day and night are checked as each upkeep step begins")
def _(rules: Amendment) -> None:
    @rules.instead(day_night.check)
    def check(original, game):
        if game.step == "upkeep":
            original(game)

    @rules.before(turn_structure._turn_based_actions)
    def actions(game, step):
        if step == "upkeep":
            day_night.check(game)


@mutant("skipped-untap-step-checks-day-night", "502.2/k", title="Day and night are checked although the untap step is skipped")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        skipped = original(game, step)
        if skipped and step == "untap":
            day_night.check(game)
        return skipped


@mutant("missed-check-is-made-up-for", "502.2/k", title="A check that a skipped untap step did not make is made in the next one")
def _(rules: Amendment) -> None:
    missed: list[tuple[Game, tuple[str, dict[str, int]] | None]] = []

    @rules.instead(turn_structure.is_skipped)
    def is_skipped(original, game, step):
        skipped = original(game, step)
        if skipped and step == "untap":
            missed[:] = [(game, game.previous_turn)]
        return skipped

    @rules.before(untap_step.turn_based_actions)
    def actions(game):
        if missed and missed[0][0] is game:
            now, game.previous_turn = game.previous_turn, missed.pop()[1]
            day_night.check(game)
            game.previous_turn = now


@mutant("second-check-looks-at-this-turn", "502.2/j", title="In a second untap step of a turn the spells of that very turn are counted")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.steps_begun.get("untap", 0) > 1:
            game.previous_turn = (game.active, dict(game.spells_cast))


# --- which spells count -----------------------------------------------------------------------------------------------------------


@mutant(
    "everybodys-spells-count",
    "502.2/e",
    "731.2a/b",
    "731.2b/b",
    title="Spells that other players cast in the last turn count as well",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None:
            active, spells = game.previous_turn
            game.previous_turn = (active, {active: sum(spells.values())})


@mutant("one-spell-ends-the-night", "502.2/d", "731.2b/a", title="One spell of the last turn's player ends the night")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None and game.day_night == "night":
            active, spells = game.previous_turn
            game.previous_turn = (active, {player: 2 for player, count in spells.items() if count})


@mutant("three-spells-end-the-night", "502.2/c", "731.2b/a", title="Night ends only after three spells of the last turn's player")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None and game.day_night == "night":
            active, spells = game.previous_turn
            game.previous_turn = (active, {player: count - 1 for player, count in spells.items()})


@mutant("countered-spell-was-not-cast", "502.2/b", title="A countered spell does not count for day and night")
def _(rules: Amendment) -> None:
    @rules.before(stack.counter)
    def counter(game, item, rule="701.6a"):
        if item.is_spell:
            game.spells_cast[item.controller] = game.spells_cast.get(item.controller, 1) - 1


@mutant("copies-are-cast", "502.2/d", title="Copies of a spell count for day and night")
def _(rules: Amendment) -> None:
    @rules.after(casting_options.copy_spell)
    def copied(game, item, controller):
        game.spells_cast[controller] = game.spells_cast.get(controller, 0) + 1


@mutant("owner-of-the-card-casts", "502.2/b", "502.2/e", title="A spell counts for the owner of its card, not for who cast it")
def _(rules: Amendment) -> None:
    @rules.after(preparation.was_cast)
    def cast(game, spell):
        caster = game.stack[-1].controller
        game.spells_cast[caster] -= 1
        game.spells_cast[spell.owner] = game.spells_cast.get(spell.owner, 0) + 1


@mutant("skipped-turn-had-no-spells", "502.2/j", title="A skipped turn counts as the previous turn, in which nothing was cast")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._next_turn)
    def next_turn(original, game):
        player = yield from original(game)
        if player is None:
            game.spells_cast = {}
        return player


@mutant(
    "next-in-seat-order-had-the-last-turn",
    "502.2/j",
    title="The player seated before the active player is taken for the last turn's, extra turn or not",
)
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None and not game.teams:
            before = game.in_turn_order()[-1]
            game.previous_turn = (before, game.previous_turn[1])


@mutant("who-left-cast-nothing", "502.2/b", "502.2/j", title="The spells of a player who has left since do not count")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None:
            active, spells = game.previous_turn
            game.previous_turn = (active, {player: count for player, count in spells.items() if game.is_in(player)})


@mutant(
    "one-heads-spells-count", "502.2a/b", "502.2a/a", "731.2a/c", title="Of a team whose turn it was only the spells of one member count"
)
def _(rules: Amendment) -> None:
    @rules.instead(day_night._team)
    def team(original, game, player):
        return original(game, player)[:1]


@mutant("spells-of-a-team-add-up", "502.2a/d", "731.2b/c", title="One spell of each member of a team ends the night")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None and game.teams:
            active, spells = game.previous_turn
            sum_ = sum(spells.get(player, 0) for player in day_night._team(game, active))
            game.previous_turn = (active, dict.fromkeys(spells, sum_))


@mutant("all-members-have-to-cast-two", "502.2a/c", title="Night ends only if every member of the team cast two spells")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.previous_turn is not None and game.teams and game.day_night == "night":
            active, spells = game.previous_turn
            least = min(spells.get(player, 0) for player in day_night._team(game, active))
            game.previous_turn = (active, dict.fromkeys(spells, least))


@mutant("spells-of-every-team-count", "502.2a/e", title="With teams the spells of all players in the last turn count")
def _(rules: Amendment) -> None:
    @rules.instead(day_night._team)
    def team(original, game, player):
        return list(game.players) if game.teams else original(game, player)


# --- how it begins ----------------------------------------------------------------------------------------------------------------


@mutant(
    "game-begins-in-daylight",
    "502.2/f",
    "731.1/a",
    "502.2a/f",
    "703.4b/c",
    "731.2c/a",
    title="While it is neither day nor night a turn without spells brings night",
)
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.day_night is None and game.previous_turn is not None and not any(game.previous_turn[1].values()):
            day_night.become(game, "night", "731.2a")


@mutant("two-spells-bring-the-first-day", "502.2/f", "502.2a/f", title="While it is neither day nor night two spells in a turn bring day")
def _(rules: Amendment) -> None:
    @rules.before(day_night.check)
    def check(game):
        if game.day_night is None and game.previous_turn is not None and max(game.previous_turn[1].values(), default=0) > 1:
            day_night.become(game, "day", "731.2b")


@mutant(
    "only-entering-brings-the-first-day",
    "702.145d/a",
    title="A daybound or nightbound permanent brings the first day or night only as it enters, and nothing turns over later by itself",
)
def _(rules: Amendment) -> None:
    @rules.instead(day_night.at_any_time)
    def at_any_time(original, game):
        if any(event.kind == "entered" for event in game.log[-4:]):
            original(game)


@mutant("daybound-brings-no-day", "702.145d/a", "731.1/b", title="A daybound permanent brings no day where it is neither", seen="phase-rs")
def _(rules: Amendment) -> None:
    @rules.instead(day_night.become)
    def become(original, game, value, rule):
        if rule != "702.145d":
            original(game, value, rule)


@mutant("nightbound-brings-no-night", "702.145g/a", title="A nightbound permanent brings no night where it is neither")
def _(rules: Amendment) -> None:
    @rules.instead(day_night.become)
    def become(original, game, value, rule):
        if rule != "702.145g":
            original(game, value, rule)


@mutant("first-night-goes-before-first-day", "702.145g/b", title="With a daybound and a nightbound permanent at once it becomes night")
def _(rules: Amendment) -> None:
    @rules.instead(day_night.become)
    def become(original, game, value, rule):
        late = rule == "702.145d" and any(obj.has_keyword("nightbound") for obj in game.battlefield)
        original(game, "night" if late else value, rule)


@mutant(
    "first-day-is-a-change",
    "731.1a/a",
    title="That it becomes day or night for the first time triggers what waits for the one to become the other",
)
def _(rules: Amendment) -> None:
    rules.never(DayNightChanges.holds, True)


@mutant("night-falls-at-night", "731.1a/b", title="An effect that makes it night while it is night triggers what waits for the change")
def _(rules: Amendment) -> None:
    @rules.before(day_night.become)
    def become(game, value, rule):
        if game.day_night == value:
            game.emit("day_night", rule, value=value, _was=value)


@mutant("bringer-of-day-brings-it-by-phasing", "502.2/f", "702.26d/e", title="What makes it day as it enters makes it day as it phases in")
def _(rules: Amendment) -> None:
    @rules.after(untap_step.phasing._in)
    def in_(game, returning, happen, rule, tapped):
        if game.day_night is None and any(enters.becomes_day for obj in returning for enters in obj.face.enters_with):
            day_night.become(game, "day", "731.1")


@mutant(
    "day-and-night-end-with-the-werewolves",
    "731.1/c",
    title="When the last daybound or nightbound permanent is gone it is neither day nor night",
)
def _(rules: Amendment) -> None:
    @rules.after(zones.move)
    def move(game, obj, zone, rule, bottom=False, player=None):
        bound = {"daybound", "nightbound"}
        if obj.zone == "battlefield" and obj.face.keywords & bound and not any(other.face.keywords & bound for other in game.battlefield):
            game.day_night = None


@mutant("day-and-night-before-their-time", "502.2", "731.1", title="There are day and night by rules that are older than September 2021")
def _(rules: Amendment) -> None:
    rules.edition("day_and_night", True)
