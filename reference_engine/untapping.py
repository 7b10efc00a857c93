"""Tapping and untapping (rule 701.26), and what replaces untapping: stun counters and effects that say "instead" (122.1d, 614)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import counters, zones
from .continuous_effects import says_of, statics
from .decisions import Index
from .objects import GameObject
from .vocabulary.statics import CantBecomeUntapped, InsteadOfUntapping
from .vocabulary.statics_untapping import RemoveCountersInsteadOfUntapping, UntapForCounter

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def tap(game: Game, objects: list[GameObject], rule: str = "701.26a") -> list[GameObject]:
    """Taps those that are untapped, at once; gives the ones that became tapped.

    Events: tapped
    """
    turning = [obj for obj in objects if obj.visible and not obj.tapped and obj.zone == "battlefield"]
    if turning:
        with game.batch(rule) as happen:
            for obj in turning:
                obj.tapped = True
                obj.tapped_at = game.tick()
                happen("tapped", object=obj)
            game.changed()
    return turning


@dataclass(frozen=True)
class Instead:
    """What could happen instead of one untapping: so many counters of a kind are put on or (negative) removed.

    `then_untap`: "if you do, untap it", an untapping that other replacements may replace in their turn (rules 614.5, 616.1f).
    """

    source: GameObject
    name: str
    counter: str
    change: int
    because_of: object
    then_untap: bool = False


def untap_all(
    game: Game,
    objects: list[GameObject],
    rule: str = "701.26b",
    in_untap_step: bool = False,
    returning: list[GameObject] | None = None,
) -> Steps:
    """Untaps those that are tapped, at once, after replacement effects; gives the ones that became untapped.

    `returning` are permanents that go to their owners' hands as this happens.
    Rules: 701.26b, 122.1d, 614.5, 614.6, 616.1, 603.2g
    Decides: the controller of a permanent with more than one applicable replacement (`replacement`).
    Events: untapped; counter_removed or counter_added where that happens instead
    """
    turning = [obj for obj in objects if obj.visible and obj.tapped and says_of(game, CantBecomeUntapped, obj) is None]
    if not turning and not returning:
        return []
    plans: list[tuple[GameObject, list[Instead], bool]] = []
    for obj in turning:
        applied, untaps = yield from _replaced(game, obj, in_untap_step)
        plans.append((obj, applied, untaps))
    untapped = [obj for obj, _, untaps in plans if untaps]
    with game.batch(rule) as happen:
        for obj, applied, untaps in plans:
            for instead in applied:
                if instead.change < 0:
                    counters.remove(game, obj, instead.counter, -instead.change, "122.1d" if instead.name == "stun" else "614.6")
                else:
                    counters.put(game, obj, instead.counter, instead.change, "614.6")
            if untaps:
                obj.tapped = False
                obj.untapped_at = game.tick()
                happen("untapped", object=obj)
        for obj in returning or ():
            zones.move(game, obj, "hand", rule)
        game.changed()
    return untapped


def _replaced(game: Game, obj: GameObject, in_untap_step: bool) -> Steps:
    """What happens to one permanent that would become untapped: the replacements applied, and whether it untaps after all."""
    applied: list[Instead] = []
    while True:
        used = [instead.because_of for instead in applied]
        possible = [instead for instead in _replacements(game, obj, in_untap_step) if instead.because_of not in used]
        if not possible:
            return applied, True
        chosen = 0
        if len(possible) > 1:
            entries = [{"source": instead.source.id, "ability": instead.name} for instead in possible]
            chosen = yield Index("replacement", obj.controller, entries, every=False)
        applied.append(possible[chosen])
        if not (
            possible[chosen].then_untap
            and obj.counters.get(possible[chosen].counter, 0) >= sum(1 for instead in applied if instead.then_untap)
        ):
            return applied, False


def _replacements(game: Game, obj: GameObject, in_untap_step: bool) -> list[Instead]:
    """What could happen instead of its untapping."""
    found: list[Instead] = []
    if obj.counters.get("stun") and game.edition.has("stun_counters"):
        found.append(Instead(obj, "stun", "stun", -1, "stun"))
    if not in_untap_step:
        return found
    for context, static, _ in statics(game, InsteadOfUntapping):
        if context.source is not None and context.controller == game.active and static.what.matches(obj, context):
            found.append(Instead(context.source, "instead_of_untapping", static.counter, static.count, static))
    if obj.controller not in game.active_players:
        return found
    for context, static, _ in statics(game, RemoveCountersInsteadOfUntapping):
        if context.source is not None and obj.counters.get(static.kind):
            found.append(Instead(context.source, "instead_of_untapping", static.kind, -obj.counters[static.kind], (context.source, static)))
    for context, static, _ in statics(game, UntapForCounter):
        if context.source is obj:
            found.append(Instead(obj, "untap_for_counter", static.kind, -1, (obj, static), then_untap=True))
    return found
