"""Tapping and untapping (rule 701.26), and what replaces untapping: stun counters and effects that say "instead" (122.1d, 614)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import counters
from .continuous_effects import says_of, statics
from .decisions import Index
from .objects import GameObject
from .vocabulary.statics import CantBecomeUntapped, InsteadOfUntapping

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
                happen("tapped", object=obj)
            game.changed()
    return turning


def untap_all(game: Game, objects: list[GameObject], rule: str = "701.26b", in_untap_step: bool = False) -> Steps:
    """Untaps those that are tapped, at once, after replacement effects; gives the ones that became untapped.

    Rules: 701.26b, 122.1d, 614.6, 616.1, 603.2g
    Decides: the controller of a permanent with more than one applicable replacement (`replacement`).
    Events: untapped; counter_removed or counter_added where that happens instead
    """
    turning = [obj for obj in objects if obj.visible and obj.tapped and says_of(game, CantBecomeUntapped, obj) is None]
    if not turning:
        return []
    instead: dict[GameObject, Any] = {}
    for obj in turning:
        replacements = _replacements(game, obj, in_untap_step)
        if len(replacements) > 1:
            entries = [{"source": source.id, "ability": ability} for source, ability, _ in replacements]
            chosen = yield Index("replacement", obj.controller, entries, every=False)
            instead[obj] = replacements[chosen][2]
        elif replacements:
            instead[obj] = replacements[0][2]
    untapped = [obj for obj in turning if obj not in instead]
    with game.batch(rule) as happen:
        for obj in turning:
            if obj in instead:
                kind, count = instead[obj]
                if count < 0:
                    counters.remove(game, obj, kind, -count, "122.1d")
                else:
                    counters.put(game, obj, kind, count, "614.6")
            else:
                obj.tapped = False
                happen("untapped", object=obj)
        game.changed()
    return untapped


def _replacements(game: Game, obj: GameObject, in_untap_step: bool) -> list[tuple[GameObject, str, tuple[str, int]]]:
    """What could happen instead: (source, name, (counter, change))."""
    found: list[tuple[GameObject, str, tuple[str, int]]] = []
    if obj.counters.get("stun") and game.edition.has("stun_counters"):
        found.append((obj, "stun", ("stun", -1)))
    if in_untap_step:
        for context, static, _ in statics(game, InsteadOfUntapping):
            if context.source is not None and context.controller == game.active and static.what.matches(obj, context):
                found.append((context.source, "instead_of_untapping", (static.counter, static.count)))
    return found
