"""Phasing (rule 702.26): the one module that writes phase status.

Going out never clears what a permanent is attached to; coming in decides. While a permanent is out, `Game.battlefield` does not show
it and references to it find nothing (`GameObject.visible`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import attachments, combat, durations, preparation
from .continuous_effects import statics
from .objects import DIRECT, IN, INDIRECT, GameObject
from .vocabulary.statics import CantPhaseIn, CantPhaseOut
from .vocabulary.triggers import fits_as_it_was

if TYPE_CHECKING:
    from .game import Game


def swap(game: Game) -> None:
    """The first action of the untap step: out with those that have phasing, in with those that went out under the active player.

    Rules: 502.1, 702.26a, 702.26h, 702.26n, 702.26p, 610.4a, 703.4a
    When: the untap step begins; not if it is skipped (702.26m).
    Decides: nobody.
    Events: phased_out, phased_in, all in one batch
    """
    leaving = [obj for obj in game.battlefield if _is_to_leave(game, obj)]
    returning = [obj for obj in game.phased_out_permanents() if obj.phase == DIRECT and _is_due(game, obj)]
    game.orphans_due.clear()
    if leaving or returning:
        _trade_places(game, leaving, returning)


def _is_to_leave(game: Game, obj: GameObject) -> bool:
    """True if the untap step takes it out: it has phasing, and is the active player's."""
    return obj.has_keyword("phasing") and obj.controller in game.active_players


def _is_due(game: Game, obj: GameObject) -> bool:
    """True if the untap step returns it: it went out under the active player, or under a player who left and whose turn has gone by.

    Who leaves as the own untap step begins is the active player no more (rule 800.4j), so that step is not theirs.
    """
    under = obj.phased_under
    if not (under in game.active_players and game.is_in(under)) and under not in game.orphans_due:
        return False
    return not durations.held_out(game, obj) and can_phase_in(game, obj)


def _trade_places(game: Game, leaving: list[GameObject], returning: list[GameObject]) -> None:
    """Some go out and others come in as one event (rule 502.1); what comes in does not change what goes out."""
    with game.batch("502.1") as happen:
        _out(game, leaving, happen, "702.26a")
        _in(game, returning, happen, "702.26a", [])


def can_phase_out(game: Game, obj: GameObject) -> bool:
    """False while an effect says that it can't phase out, by itself or with what it is attached to (rule 101.2)."""
    return not any(affected is not None and obj in affected for _, _, affected in statics(game, CantPhaseOut))


def can_phase_in(game: Game, obj: GameObject) -> bool:
    """False while an effect says that it can't phase in: of itself, or of all that fits."""
    for context, static, affected in statics(game, CantPhaseIn):
        filter_ = static.what.filter
        if obj in affected if affected is not None else filter_ is not None and fits_as_it_was(filter_, obj, context):
            return False
    return True


def phase_out(game: Game, objects: list[GameObject], rule: str = "702.26b") -> list[GameObject]:
    """Phases permanents out directly, with all that is attached to them; gives those that went out directly.

    Rules: 702.26b, 702.26g, 702.26h
    When: an effect says so.
    Events: phased_out
    """
    leaving = [obj for obj in objects if obj.visible and obj.zone == "battlefield"]
    if not leaving:
        return []
    with game.batch(rule) as happen:
        _out(game, leaving, happen, rule)
    return [obj for obj in leaving if obj.phase == DIRECT]


def phase_in(game: Game, objects: list[GameObject], rule: str = "702.26c", tapped: list[GameObject] | None = None) -> list[GameObject]:
    """Phases permanents in, with what went out along with them, which does not come in without them.

    Rules: 702.26c, 702.26g, 702.26i
    When: an effect says so, or the event that an "until" effect waits for has happened (610.4).
    Events: phased_in
    """
    returning = [obj for obj in objects if obj.exists and obj.phase == DIRECT and can_phase_in(game, obj)]
    if not returning:
        return []
    with game.batch(rule) as happen:
        _in(game, returning, happen, rule, tapped or [])
    return returning


def exchange(game: Game, outgoing: list[GameObject], incoming: list[GameObject], rule: str) -> None:
    """Some go out and others come in at the same time (Time and Tide).

    Rules: 702.26b, 702.26c, 702.26g
    When: an effect says so.
    Events: phased_out, phased_in, all in one batch
    """
    with game.batch(rule) as happen:
        _out(game, [obj for obj in outgoing if obj.visible], happen, rule)
        _in(game, [obj for obj in incoming if obj.phase == DIRECT and can_phase_in(game, obj)], happen, rule, [])


def _out(game: Game, leaving: list[GameObject], happen: Any, rule: str) -> None:
    """Marks all of them phased out; what hangs on one of them goes out indirectly, even if it would go out by itself too (702.26h)."""
    leaving = [obj for obj in leaving if can_phase_out(game, obj)]
    chains = _hanging_on(game, leaving)
    for obj in chains:
        assert isinstance(obj.attached_to, GameObject)
        obj.phase = INDIRECT
    for obj in leaving:
        if obj not in chains:
            obj.phase = DIRECT
    for obj in [*[obj for obj in leaving if obj not in chains], *chains]:
        _has_gone_out(game, obj)
        happen("phased_out", rule if obj.phase == DIRECT else "702.26g", object=obj)
    game._seen = None
    game.changed()


def _has_gone_out(game: Game, obj: GameObject) -> None:
    """What its new status means for a permanent: under whom it went out, and that it is out of combat (702.26a-b)."""
    obj.phased_under = obj.controller if obj.phase == DIRECT else _root(obj).controller
    combat.phased_out(game, obj)
    preparation.gone(game, obj)


def _hanging_on(game: Game, leaving: list[GameObject]) -> list[GameObject]:
    """What is attached to these, and to that in turn: it goes out along with them (702.26g)."""
    chains: list[GameObject] = []
    hosts = list(leaving)
    while hosts:
        found = [a for host in hosts for a in host.attachments if a.visible and a.is_attachment and a not in chains]
        found = [attachment for attachment in found if can_phase_out(game, attachment)]
        chains += found
        hosts = found
    return chains


def _root(obj: GameObject) -> GameObject:
    """The permanent at the end of the chain of hosts with which an attachment went out."""
    while obj.phase == INDIRECT and isinstance(obj.attached_to, GameObject):
        obj = obj.attached_to
    return obj


def _in(game: Game, returning: list[GameObject], happen: Any, rule: str, tapped: list[GameObject]) -> None:
    """Marks all of them phased in, with what went out indirectly with them (702.26g); then settles what hung on something (702.26i)."""
    everything = _with_companions(returning)
    direct = [obj for obj in everything if obj.phase == DIRECT]
    for obj in everything:
        indirect = obj.phase == INDIRECT
        _comes_back(game, obj, obj in tapped)
        happen("phased_in", "702.26g" if indirect else rule, object=obj)
        durations.forget(game, obj)
        preparation.phased_in(game, obj)
    game._seen = None
    for obj in direct:
        if obj.attached_to is not None:
            _settle_attachment(game, obj)
    game.changed()


def _comes_back(game: Game, obj: GameObject, tapped: bool) -> None:
    """Its status is all that changes (702.26c); where an effect said so it phases in tapped, and nothing becomes tapped (603.2e)."""
    obj.phase = IN
    obj.phased_under = None
    if tapped:
        obj.tapped = True


def _with_companions(returning: list[GameObject]) -> list[GameObject]:
    """These, and what went out indirectly with them."""
    everything: list[GameObject] = []
    queue = list(returning)
    while queue:
        obj = queue.pop(0)
        if obj in everything:
            continue
        everything.append(obj)
        queue += [a for a in obj.attachments if a.phase == INDIRECT and a.attached_to is obj]
    return everything


def _settle_attachment(game: Game, obj: GameObject) -> None:
    """An attachment that went out by itself returns on what it was on, if that is still there, otherwise unattached.

    Rules: 702.26i, 702.26j, 702.103g
    """
    if attachments.is_on(game, obj):
        return
    attachments.unattach(game, obj, "702.26i", announce=not game.edition.has("attach_triggers_ignore_phasing"))
    obj.bestowed = False
