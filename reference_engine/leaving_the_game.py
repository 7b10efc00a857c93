"""Players leaving a game (rule 800.4), and the end of one (rule 104)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from . import continuous_effects, planechase, priority, zones
from .decisions import Pick, Priority
from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps


def is_over(game: Game) -> bool:
    """True if one player or one team is left, or nobody (rules 104.2a, 104.4a)."""
    if len(game.players) <= 1:
        game.over = True
    elif game.teams:
        game.over = any(all(player in team for player in game.players) for team in game.teams)
    return game.over


def who_is_next(game: Game, player: str) -> str:
    """The next player in turn order who is in the game, counted from the seat of one who may not be (800.4j)."""
    order = game.in_turn_order(player)
    return order[0]


def who_chooses(game: Game, player: str, controller: str, source: GameObject | None) -> Steps:
    """Who makes a choice that an object wants from a player: that player, or whom the object's controller names if that one has left.

    Rules: 800.4g
    When: an effect asks a certain player other than its controller. Gives the player, or None if nobody is left to choose.
    Decides: the controller (`choose`), an opponent for an opponent.
    """
    if game.is_in(player):
        return player
    others: list[Any] = [other for other in game.in_turn_order() if other != controller]
    opponents = [other for other in others if game.are_opponents(controller, other)]
    pool = opponents if game.are_opponents(controller, player) and opponents else others
    if len(pool) < 2:
        return pool[0] if pool else None
    return (yield Pick("choose", controller, pool, source=source, one=True))


def concede(game: Game, player: str) -> None:
    """A player concedes (rule 104.3a). If they had priority the next player gets it, and what waits goes on the stack before.

    A decision that they are asked for is settled for them, so that the game can go on (rule 800.4g).
    """
    pending = game.pending
    if pending is None:
        return
    asked = pending.player in game.team_of(player)  # a team leaves as one (rule 810.8a)
    if isinstance(pending, Priority):
        if asked:

            def go() -> Steps:
                leave(game, player, "104.3a")
                return
                yield

            game._resume(priority.Departure(go))
            return
        leave(game, player, "104.3a")
        if is_over(game):
            _nothing_more_is_asked(game, priority.Meanwhile(_nothing))
        elif game.waiting_returns:  # right after the departure (rule 610.3), long before anybody would receive priority
            game._resume(priority.Meanwhile(lambda: priority.return_exiled(game)))
        return
    leave(game, player, "104.3a")
    if is_over(game):
        _nothing_more_is_asked(game, pending.fallback())
    elif asked:
        game._resume(pending.fallback())


def _nothing() -> Steps:
    return
    yield


def _nothing_more_is_asked(game: Game, answer: Any) -> None:
    """The game is over, and the decision that it stood at with it; after a subgame the main game goes on (rule 729.5)."""
    if game.is_subgame:
        game._resume(answer)
    else:
        game.pending = None


def leave(game: Game, player: str, rule: str, leaving: Collection[str] = ()) -> None:
    """A player leaves: the planar controller's role passes on first, then all that is theirs goes. `leaving` are all who leave now.

    Rules: 800.4a, 800.4c, 800.4d, 800.4p, 702.26k, 702.26n, 901.10
    When: the player has lost or conceded.
    Events: new_planar_controller, left_battlefield of what was phased in, left_game; planeswalked if a face-up planar card went too
    """
    if not game.is_in(player):
        return
    planechase.hand_over(game, player, leaving)
    for member in game.team_of(player):  # a team leaves as one (rule 810.8a)
        _leave_alone(game, member, rule)


def _leave_alone(game: Game, player: str, rule: str) -> None:
    with game.batch(rule) as happen:
        game.players.remove(player)
        _objects_leave(game, player)
        _stack_objects_cease(game, player)
        _control_effects_end(game, player)
        continuous_effects.end(game, "emblem", player)  # they own their emblems (rule 114.2)
        game.delayed = [delayed for delayed in game.delayed if delayed.lasting != "emblem" or delayed.context.controller != player]
        game.waiting = [item for item in game.waiting if item.controller != player or planechase.is_phenomenon(item.source)]
        game.changed()
        happen("left_game", player=player)
    if is_over(game):
        return
    exile_what_nobody_controls(game, "800.4a")
    planechase.owner_left(game, player)


def _objects_leave(game: Game, player: str) -> None:
    """All objects they own leave the game, phased-out permanents without any trigger (702.26k)."""
    owned = [obj for obj in game.all_permanents() if obj.owner == player]
    for seat in game.seats:
        for zone in ("library", "hand", "graveyard", "exile", "command"):
            owned += [card for card in game.zone(seat, zone) if card.owner == player]
    owned += [item.object for item in game.stack if item.object is not None and item.object.owner == player]
    for obj in owned:
        zones.remove_from_game(game, obj)


def _stack_objects_cease(game: Game, player: str) -> None:
    """Abilities that they control cease to exist, except those of phenomena (800.4a, 901.10, 901.10b)."""
    kept = []
    for item in game.stack:
        if item.controller == player and item.object is None:
            survives = planechase.is_phenomenon(item.source) and game.edition.has("phenomenon_abilities_survive_their_owner")
            if not survives or game.planes is None:
                continue
            item.controller = item.context.controller = game.planes.controller
        kept.append(item)
    game.stack[:] = kept


def _control_effects_end(game: Game, player: str) -> None:
    """Effects that give that player control of something end (800.4a)."""
    game.continuous_effects = [
        effect
        for effect in game.continuous_effects
        if not (getattr(effect.static, "control", None) is not None and player in _gives_control_to(effect))
    ]


def _gives_control_to(effect: object) -> list[str]:
    context = effect.context  # type: ignore[attr-defined]
    control = effect.static.control  # type: ignore[attr-defined]
    if control.who == "fixed":
        return [control.player]
    return [context.controller] if control.who == "you" else list(control.find(context))


def exile_what_nobody_controls(game: Game, rule: str) -> None:
    """Permanents whose controller has left the game are exiled, phased out or not.

    Rules: 800.4a, 800.4c
    When: a player leaves; later, when an effect that gave somebody control has ended, as state-based actions are next looked at.
    Events: zone_change, left_battlefield
    """
    game.refresh()
    left: list[GameObject] = []
    for obj in game.all_permanents():
        controller = obj.controller if obj.phase == "in" else _controller_while_out(game, obj)
        if not game.is_in(controller):
            left.append(obj)
    with game.batch(rule):
        for obj in left:
            zones.move(game, obj, "exile", rule)


def _controller_while_out(game: Game, obj: GameObject) -> str:
    """Who would control a phased-out permanent now: the latest effect that gives control of it, or its default controller."""
    giving = [
        effect
        for effect in game.continuous_effects
        if getattr(effect.static, "control", None) is not None and effect.affected is not None and obj in effect.affected
    ]
    if giving:
        latest = max(giving, key=lambda effect: effect.timestamp)
        return _gives_control_to(latest)[0]
    for attachment in obj.attachments:
        for ability in attachment.face.statics:
            if getattr(ability.static, "control", None) is not None and attachment.phase != "in":
                return attachment.controller
    return obj.controller_base
