"""The tap symbol and who is ready for it (rules 107.5, 107.6, 302.6), and whose an ability is (rules 109.5, 113.8, 603.3a)."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import casting, combat, continuous_effects, stack, triggered_abilities, turn_structure
from reference_engine.amendments import Amendment
from reference_engine.errors import Illegal

# --- ready or not -----------------------------------------------------------------------------------------------------------------


@mutant("tapped-pays-by-tapping", "107.5/b", title="A permanent that is tapped already can be tapped for a cost")
def _(rules: Amendment) -> None:
    @rules.instead(casting._check_turning)
    def turning(original: Any, game: Any, source: Any, tapping: bool) -> None:
        try:
            original(game, source, tapping)
        except Illegal as illegal:
            if not tapping or illegal.reason != "cost":
                raise


@mutant(
    "ready-since-it-entered", "302.6/g", "107.5/c", title="A creature is ready for whoever takes it over, if it was there as the turn began"
)
def _(rules: Amendment) -> None:
    @rules.instead(combat.is_sick)
    def sick(original: Any, game: Any, obj: Any) -> bool:
        since, obj.control_since = obj.control_since, min(obj.control_since, obj.entered)
        is_sick = bool(original(game, obj))
        obj.control_since = since
        return is_sick


@mutant("untap-symbol-asks-nothing", "107.6/c", "302.6/c", title="A creature that just came pays by untapping itself")
def _(rules: Amendment) -> None:
    @rules.instead(casting._check_turning)
    def turning(original: Any, game: Any, source: Any, tapping: bool) -> None:
        since = source.control_since
        if not tapping:
            source.control_since = 0
        try:
            original(game, source, tapping)
        finally:
            source.control_since = since


@mutant("tap-symbol-asks-nothing", "107.5/c", "302.6/b", title="A creature that just came pays by tapping itself")
def _(rules: Amendment) -> None:
    @rules.instead(casting._check_turning)
    def turning(original: Any, game: Any, source: Any, tapping: bool) -> None:
        since = source.control_since
        if tapping:
            source.control_since = 0
        try:
            original(game, source, tapping)
        finally:
            source.control_since = since


@mutant(
    "everything-has-to-be-ready",
    "302.6/d",
    title="An artifact or land that just came cannot be tapped for a cost, as if it were a creature",
)
def _(rules: Amendment) -> None:
    @rules.after(casting._check_turning)
    def ready(game: Any, source: Any, tapping: bool) -> None:
        if source.control_since > game.turn_began.get(source.controller, 0):
            raise Illegal("restriction", "it just came")


@mutant("land-is-ready-as-a-creature", "302.6/a", "302.6/d", title="A land that came this turn and is a creature may attack")
def _(rules: Amendment) -> None:
    @rules.instead(combat.is_sick)
    def sick(original: Any, game: Any, obj: Any) -> bool:
        return "Land" not in obj.types and original(game, obj)


@mutant("unready-does-not-block", "302.6/h", title="A creature that just came cannot block")
def _(rules: Amendment) -> None:
    @rules.instead(combat.can_block)
    def block(original: Any, game: Any, obj: Any) -> Any:
        return "it just came" if combat.is_sick(game, obj) else original(game, obj)


@mutant("ready-by-the-untap-step", "302.6/f", title="A creature is ready after its controller's untap step, not when their turn has begun")
def _(rules: Amendment) -> None:
    @rules.instead(combat.is_sick)
    def sick(original: Any, game: Any, obj: Any) -> bool:
        began = dict(game.turn_began)
        game.turn_began[obj.controller] = min(began.get(obj.controller, 0), game.__dict__.get("untap_steps", began).get(obj.controller, 0))
        is_sick = bool(original(game, obj))
        game.turn_began = began
        return is_sick

    @rules.before(turn_structure._turn_based_actions)
    def untap(game: Any, step: str) -> None:
        steps = game.__dict__.setdefault("untap_steps", dict.fromkeys(game.seats, 1))
        if step == "untap":
            steps.update(dict.fromkeys(game.active_players, game.moment))


@mutant("haste-is-kept", "302.6/a", "508.1a/c", title="A player whose creatures had haste once needs none for later ones")
def _(rules: Amendment) -> None:
    @rules.instead(combat.is_sick)
    def sick(original: Any, game: Any, obj: Any) -> bool:
        granted = game.__dict__.setdefault("hastened", set())
        if obj.has_keyword("haste"):
            granted.add(obj.controller)
        return original(game, obj) and obj.controller not in granted


@mutant("convoke-needs-ready-creatures", "302.6/i", title="A creature that just came cannot be tapped for convoke")
def _(rules: Amendment) -> None:
    @rules.instead(casting._pick)
    def pick(original: Any, game: Any, player: str, source: Any, part: Any, *given: Any) -> Any:
        picked = original(game, player, source, part, *given)
        if part.pay_key == "tap" and any(combat.is_sick(game, obj) for obj in picked):
            raise Illegal("cost", "it just came")
        return picked


@mutant("out-creatures-convoke", "702.26b/h", "118.3/b", title="A creature that is tapped or phased out can be tapped for convoke")
def _(rules: Amendment) -> None:
    @rules.instead(casting._pick)
    def pick(original: Any, game: Any, player: str, source: Any, part: Any, pay: Any, *given: Any) -> Any:
        if part.pay_key == "tap":
            return [game.objects[id_] for id_ in pay.get("tap", [])]
        return original(game, player, source, part, pay, *given)


# --- whose it is --------------------------------------------------------------------------------------------------------------------


@mutant(
    "waiting-ability-changes-hands",
    "603.3a/a",
    "109.4b/a",
    title="A waiting ability is given to who controls its source as it goes on the stack",
    seen="phase-rs",
)
def _(rules: Amendment) -> None:
    @rules.before(triggered_abilities.put_on_stack)
    def hands(game: Any) -> None:
        game.refresh()
        for item in game.waiting:
            if item.source is not None and item.source.visible and item.source.zone == "battlefield":
                item.controller = item.source.controller


@mutant("you-are-the-owner", "109.5/a", title='"You" in a static ability is the owner of the permanent')
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._index)
    def index(original: Any, game: Any, sources: Any) -> Any:
        made = original(game, sources)
        for entries in made.statics.values():
            for context, _, affected in entries:
                if affected is None and context.source is not None and context.source.zone == "battlefield":
                    context.controller = context.source.owner
        return made


@mutant(
    "activated-ability-changes-hands",
    "109.5/b",
    "113.8/a",
    "405.4/b",
    title="On resolution an activated ability is that of who controls its source",
)
def _(rules: Amendment) -> None:
    _changes_hands(rules, activated=True)


@mutant(
    "triggered-ability-changes-hands",
    "109.5/c",
    "113.8/b",
    "405.4/b",
    title="On resolution a triggered ability is that of who controls its source",
)
def _(rules: Amendment) -> None:
    _changes_hands(rules, activated=False)


def _changes_hands(rules: Amendment, activated: bool) -> None:
    @rules.before(stack.resolve_top)
    def hands(game: Any) -> None:
        item = game.stack[-1]
        source = item.source
        here = item.object is None and source is not None and source.visible and source.zone == "battlefield"
        if here and hasattr(item.ability, "triggers") is not activated:
            item.controller = item.context.controller = source.controller


@mutant("first-player-never-draws", "103.8a/a", title="The starting player draws no card before another player's turn has come")
def _(rules: Amendment) -> None:
    @rules.instead(turn_structure._turn)
    def turn(original: Any, game: Any, resume: Any = None, skip_draw: bool = False) -> Any:
        if skip_draw:
            game.skipped_for = game.active
        elif game.active != getattr(game, "skipped_for", None):
            game.skipped_for = None
        yield from original(game, resume, skip_draw or game.skipped_for is not None)
