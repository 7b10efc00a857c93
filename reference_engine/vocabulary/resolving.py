"""What effects share: finding the objects they name, and starting what lasts for a duration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from reference_engine.context import Context as ContextClass
from reference_engine.continuous_effects import ContinuousEffect
from reference_engine.decisions import Pick
from reference_engine.objects import GameObject
from reference_engine.range_of_influence import sees

from .abilities import Steps
from .amounts import All, Condition, IsTapped, YouControl
from .selectors import Objects
from .statics import Static

if TYPE_CHECKING:
    from reference_engine.context import Context


def find(objects: Objects, ctx: Context) -> Steps:
    """The objects that an effect names; asks if it lets a player choose. Leaves them in `ctx.last`."""
    if objects.how != "choose":
        found = objects.find(ctx)
    else:
        assert objects.filter is not None
        assert objects.by is not None
        found = []
        for player in objects.by.find(ctx):
            pool = [obj for obj in objects.filter.find(ctx) if not _of_other(objects, obj, player) and _may_choose(ctx, player, obj)]
            most = len(pool) if objects.count < 0 else min(objects.count, len(pool))
            least = 0 if objects.up_to or objects.count < 0 else most
            if most:
                found += yield Pick("choose", player, pool, least, most, ctx.source)
    ctx.last = found
    return found


def _of_other(objects: Objects, obj: GameObject, player: str) -> bool:
    """Where each player chooses among their own."""
    return objects.by is not None and objects.by.who in ("each_player", "each_opponent", "each_other_player") and obj.controller != player


def _may_choose(ctx: Context, player: str, obj: GameObject) -> bool:
    """A player chooses only what is in their own range, too, except for a planar card (rules 801.5a, 801.18)."""
    return player == ctx.controller or sees(ContextClass(ctx.game, ctx.source, player), obj)


Duration = Literal[
    "end_of_turn", "your_next_turn", "your_next_upkeep", "end_of_your_next_turn", "planeswalk", "planeswalk_from_plane", "indefinitely",
    "end_of_combat", "as_long_as", "as_long_as_face_up", "as_long_as_source", "as_long_as_controlled", "as_long_as_source_tapped",
    "as_long_as_affected_tapped", "as_long_as_affected_enchanted",
]  # fmt: skip
"""How long a continuous effect lasts (rule 611.2)."""


def duration_text(duration: str) -> str:
    return {
        "end_of_turn": " until end of turn", "your_next_turn": " until your next turn", "your_next_upkeep": " until your next upkeep",
        "end_of_your_next_turn": " until the end of your next turn", "planeswalk": " until a player planeswalks",
        "planeswalk_from_plane": " until a player planeswalks away from a plane", "indefinitely": "",
        "as_long_as_face_up": " for as long as this plane remains face up",
        "as_long_as_source": " for as long as this remains on the battlefield", "end_of_combat": " until end of combat",
    }.get(duration, "")  # fmt: skip


def hold(ctx: Context, static: Static, affected: list[GameObject] | None, duration: str, condition: Condition | None = None) -> Steps:
    """Starts a continuous effect for a duration; none if the duration is over before it begins (rule 611.2b)."""
    game = ctx.game
    effect = ContinuousEffect(static, frozen(ctx), duration, game.stamp(), affected)
    source = ctx.source
    if duration == "as_long_as_source":
        effect.holds = lambda: source is not None and source.visible and source.zone == "battlefield"
    elif duration == "as_long_as_controlled":
        effect.holds = lambda: source is not None and source.visible and source.controller == effect.controller
    elif duration == "as_long_as_source_tapped":
        effect.holds = lambda: source is not None and source.visible and source.tapped
    elif duration == "as_long_as_affected_tapped":
        effect.holds = lambda: all(obj.visible and obj.tapped for obj in affected or ())
    elif duration == "as_long_as_affected_enchanted":
        effect.holds = lambda: all(obj.visible and any(map(_enchants, obj.attachments)) for obj in affected or ())
    elif duration == "as_long_as":
        assert condition is not None
        asked = condition
        effect.holds = lambda: source is not None and source.visible and asked.holds(effect.context)
    elif duration == "as_long_as_face_up":
        effect.holds = lambda: game.planes is not None and source in game.planes.face_up
    if effect.holds is not None and (not effect.holds() or ended_meanwhile(ctx, duration, condition)):
        return
    game.continuous_effects.append(effect)
    game.changed()
    return
    yield


def _enchants(attachment: GameObject) -> bool:
    return attachment.visible and "Aura" in attachment.characteristics.subtypes


def ended_meanwhile(ctx: Context, duration: str, condition: Condition | None = None) -> bool:
    """True if the duration was over for a moment since the ability was activated or triggered: it does not begin anew (rule 611.2b).

    That the source was untapped or under another player's control in between counts, though all is as before again. Whether having
    been phased out in between counts too is disputed; it does not here. Since 2024-11-08 a duration that begins again during this very
    resolution is no such one.
    """
    source = ctx.source
    if source is None:
        return False
    parts = condition.of if isinstance(condition, All) else (condition,)
    tapped = duration == "as_long_as_source_tapped" or any(isinstance(part, IsTapped) and part.what.how == "this" for part in parts)
    mine = duration == "as_long_as_controlled" or any(isinstance(part, YouControl) and part.what.how == "this" for part in parts)
    ended = [(source.untapped_at, source.tapped_at)] if tapped else []
    ended += [(source.control_since, source.control_since)] if mine else []
    again = ctx.game.resolution_began if ctx.game.edition.has("durations_begin_again") else ctx.game.moment
    return any(end > ctx.since and begun <= again for end, begun in ended)


def frozen(ctx: Context) -> Context:
    """The point of view as it is now, since the resolving object's context goes on."""
    made = ContextClass(ctx.game, ctx.source, ctx.controller, [list(slot) for slot in ctx.targets], ctx.event, ctx.x)
    made.last, made.last_amount, made.kicked = list(ctx.last), ctx.last_amount, ctx.kicked
    made.since = ctx.since
    return made
