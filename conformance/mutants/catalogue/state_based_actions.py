"""Mistakes about state-based actions (rule 704): when they are checked, and what they see."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import (
    attachments,
    destroying,
    phasing,
    state_based_actions,
    turn_structure,
    untap_step,
    zones,
)
from reference_engine.amendments import Amendment, Rule
from reference_engine.game import Game
from reference_engine.objects import IN, GameObject

# --- when they are checked --------------------------------------------------------------------------------------------------------


@mutant(
    "check-within-the-untap-step",
    "704.3/a",
    "702.26c/e",
    title="State-based actions are checked as soon as permanents have phased in, before anything untaps",
)
def _(rules: Amendment) -> None:
    @rules.instead(untap_step.untap)
    def check_first(original: Rule, game: Game) -> Any:
        while (yield from state_based_actions.perform(game)):
            pass
        yield from original(game)


@mutant("creatures-die-one-after-another", "704.3/b", title="Of creatures that die by one check the first is gone before the next dies")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def the_first(original: Rule, game: Game) -> Any:
        return original(game)[:1]


@mutant(
    "one-check-for-a-priority", "704.3/c", title="Triggered abilities are put on the stack after one check, whatever a second would find"
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions.perform)
    def once(original: Rule, game: Game) -> Any:
        yield from original(game)
        return False


@mutant(
    "no-check-in-cleanup",
    "704.3/e",
    "514.3a/a",
    title="State-based actions that cleanup brings about wait for the next upkeep",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._one_check)
    def later(original: Rule, game: Game) -> Any:
        return False
        yield


@mutant("deaths-of-one-check-change-each-other", "704.8/a", title="What dies in one check is already changed by what died in it before")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def latest_first(original: Rule, game: Game) -> Any:
        return original(game)[::-1]

    @rules.after(zones.move)
    def look_again(game: Game, obj: GameObject, zone: str, rule: str, *args: Any, **how: Any) -> None:
        if rule.startswith("704.5"):
            game.changed()
            game.refresh()


# --- creatures and planeswalkers --------------------------------------------------------------------------------------------------


@mutant("creature-without-toughness-lives", "704.5f/a", title="A creature with toughness 0 stays as long as it has no damage")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def with_toughness(original: Rule, game: Game) -> Any:
        return [obj for obj in original(game) if (obj.characteristics.toughness or 0) > 0]


@mutant("indestructible-helps-against-no-toughness", "704.5f/c", title="An indestructible creature with toughness 0 stays")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def but_those(original: Rule, game: Game) -> Any:
        return [obj for obj in original(game) if not obj.has_keyword("indestructible")]


@mutant(
    "check-sees-creatures-that-are-out", "704.5f/b", title="A creature that is out dies of what takes its last toughness where it would be"
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def out_too(original: Rule, game: Game) -> Any:
        phases = {obj: obj.phase for obj in game.phased_out_permanents()}
        if not phases:
            return original(game)
        for obj in phases:
            obj.phase = IN
        game._seen = None
        game.changed()
        doomed = original(game)
        for obj, phase in phases.items():
            obj.phase = phase
        game._seen = None
        game.changed()
        return doomed


@mutant("phasing-heals", "704.5g/b", "702.26d/g", "120.6/a", "702.26d/m", title="Damage marked on a creature is gone when it phases in")
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def heal(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            obj.damage = 0


@mutant("touch-of-death-waits-for-the-return", "704.5h/b", title="A creature that went out after deathtouch damage dies as it returns")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def remember(original: Rule, game: Game) -> Any:
        waiting = [obj for obj in game.deathtouched if obj.exists and not obj.visible]
        found = original(game)
        game.deathtouched += waiting
        return found


@mutant("deathtouch-needs-lethal-damage", "704.5h/a", title="Damage by a source with deathtouch kills only what it would kill anyhow")
def _(rules: Amendment) -> None:
    @rules.before(state_based_actions._doomed_creatures)
    def forget(game: Game) -> None:
        game.deathtouched.clear()


@mutant("planeswalker-without-loyalty-stays", "704.5i/a", "704.1/a", title="A planeswalker without loyalty stays on the battlefield")
def _(rules: Amendment) -> None:
    rules.never(state_based_actions._zero_loyalty, [])


@mutant(
    "planeswalker-returns-with-its-printed-loyalty",
    "704.5i/b",
    "614.1c/b",
    title="A planeswalker phases in with the loyalty that it entered with",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def anew(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            if obj.face.loyalty is not None:
                obj.counters["loyalty"] = obj.face.loyalty


@mutant("counters-cancel-while-out", "704.5q/b", title="Counters of a creature that is phased out cancel each other")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._with_both_kinds)
    def out_too(original: Rule, game: Game) -> Any:
        out = [obj for obj in game.phased_out_permanents() if obj.counters.get("+1/+1") and obj.counters.get("-1/-1")]
        return original(game) + out


@mutant("counters-never-cancel", "704.5q/a", title="+1/+1 and -1/-1 counters stay on a creature side by side")
def _(rules: Amendment) -> None:
    rules.never(state_based_actions._with_both_kinds, [])


@mutant(
    "umbra-armor-leaves-the-damage",
    "704.7/a",
    title="Damage stays on a creature that umbra armor saved, so that the next check destroys it",
)
def _(rules: Amendment) -> None:
    rules.never(destroying.save)


@mutant(
    "umbra-armor-that-is-out-helps",
    "704.7/a",
    "702.26b/e",
    title="An Aura with umbra armor that is phased out is destroyed instead of its creature",
)
def _(rules: Amendment) -> None:
    @rules.instead(destroying.shields)
    def out_too(original: Rule, game: Game, doomed: list[GameObject]) -> Any:
        chosen = yield from original(game, doomed)
        for obj in doomed:
            armor = [aura for aura in obj.attachments if aura.exists and aura.face.keywords & {"umbra armor"}]
            if armor:
                chosen.setdefault(obj, armor[0])
        return chosen


@mutant(
    "falling-toughness-is-not-noticed", "704.5g/a", title="Damage that is marked already does not kill a creature when its toughness falls"
)
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._doomed_creatures)
    def by_new_damage(original: Rule, game: Game) -> Any:
        doomed = [obj for obj in original(game) if (obj.characteristics.toughness or 0) <= 0 or obj.memory.get("old damage") != obj.damage]
        for obj in game.battlefield:
            obj.memory["old damage"] = obj.damage or None
        return doomed


# --- legends, planeswalkers of one type, worlds ------------------------------------------------------------------------------------


@mutant("legend-rule-sees-what-is-out", "704.5j/b", title="A legendary permanent that is phased out counts for the legend rule")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._legend_rule)
    def out_too(original: Rule, game: Game) -> Any:
        here = game.index.legendary
        here += [obj for obj in game.phased_out_permanents() if "Legendary" in obj.characteristics.supertypes and here]
        result = yield from original(game)
        here[:] = [obj for obj in here if obj.visible]
        return result


@mutant("legend-rule-takes-all", "704.5j/a", title="Of legendary permanents of one name under one player none is kept")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._legend_rule)
    def all_of_them(original: Rule, game: Game) -> Any:
        losing = yield from original(game)
        names = {(obj.name, obj.controller) for obj in losing}
        return [obj for obj in game.index.legendary if (obj.name, obj.controller) in names]


@mutant(
    "legend-rule-before-its-reform",
    "704.5j/c",
    title="Legends of one name under different players go to the graveyard, as before July 2013",
)
def _(rules: Amendment) -> None:
    rules.edition("legend_rule_keeps_one", False)


@mutant("legend-rule-has-always-kept-one", "704.5j", title="By the rules before July 2013, too, each player keeps one legend of a name")
def _(rules: Amendment) -> None:
    rules.edition("legend_rule_keeps_one", True)


@mutant("planeswalkers-are-unique-still", "704.5j/a", title="A player keeps only one planeswalker of a type, as before September 2017")
def _(rules: Amendment) -> None:
    rules.edition("planeswalkers_follow_the_legend_rule", False)


@mutant(
    "planeswalkers-have-always-been-legends",
    "704.5j",
    title="By the rules before September 2017, too, planeswalkers of one type live together",
)
def _(rules: Amendment) -> None:
    rules.edition("planeswalkers_follow_the_legend_rule", True)


@mutant("world-rule-sees-what-is-out", "704.5k/b", title="A world enchantment that is phased out counts for the world rule")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._world_rule)
    def out_too(original: Rule, game: Game) -> Any:
        here = game.index.worlds
        here += [obj for obj in game.phased_out_permanents() if "World" in obj.characteristics.supertypes]
        losing = original(game)
        here[:] = [obj for obj in here if obj.visible]
        return losing


@mutant("returning-world-is-the-newest", "704.5k/c", title="A world enchantment that phases in is the newest one, so that the other goes")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def newest(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            if "World" in obj.face.supertypes:
                obj.entered = game.tick()


@mutant("world-rule-is-each-players-own", "704.5k/a", "801.12/b", title="World enchantments of different players do not mind each other")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._world_rule)
    def own(original: Rule, game: Game) -> Any:
        worlds = game.index.worlds
        return [obj for obj in original(game) if any(other is not obj and other.controller == obj.controller for other in worlds)]


# --- attachments of other editions, tokens ----------------------------------------------------------------------------------------


@mutant("equipment-stays-on-players", "704.5n/b", title="Equipment on a player stays there, as before October 2019")
def _(rules: Amendment) -> None:
    rules.edition("equipment_leaves_players", False)


@mutant("equipment-has-always-left-players", "704.5n", title="By the rules before October 2019, too, Equipment comes off a player")
def _(rules: Amendment) -> None:
    rules.edition("equipment_leaves_players", True)


@mutant("equipment-dies-with-its-bearer", "301.5c/c", title="Equipment whose bearer has left goes to the graveyard")
def _(rules: Amendment) -> None:
    @rules.before(attachments.unattach)
    def go(game: Game, attachment: GameObject, rule: str, *args: Any, **how: Any) -> None:
        if rule == "704.5n" and not getattr(attachment.attached_to, "exists", True):
            zones.move(game, attachment, "graveyard", rule)


@mutant("token-goes-on-in-the-hand", "704.5d/a", "111.7/a", title="A token that was returned to a hand goes on existing there")
def _(rules: Amendment) -> None:
    @rules.instead(state_based_actions._tokens_that_cease)
    def but_in_hands(original: Rule, game: Game) -> Any:
        return [obj for obj in original(game) if obj.zone != "hand"]
