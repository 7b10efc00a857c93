"""Zones and moving between them (rules 400 to 408). A card that changes zones is a new object there (rule 400.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .context import Context
from .decisions import Pick, Word, YesNo
from .objects import Characteristics, GameObject
from .vocabulary.selectors import COLORS

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.abilities import Steps
    from .vocabulary.cards import CardDefinition

PLANAR = frozenset({"Plane", "Phenomenon"})


def move(game: Game, obj: GameObject, zone: str, rule: str, bottom: bool = False, player: str | None = None) -> GameObject | None:
    """Moves an object to another zone than the battlefield, and gives the new object; None if it stays or cannot go.

    Rules: 111.7, 111.8, 400.3, 400.4b, 400.7, 603.6c, 701.3d
    Events: zone_change, and left_battlefield, dies and unattached where that is so
    """
    if not obj.exists:
        return None
    if obj.zone == "command" and obj.face.types & PLANAR:
        return None  # rules 311.2, 312.2, 400.4b: it remains in the command zone
    if _has_left(obj):
        return None
    from . import commander, merging, preparation

    was = obj.zone
    if was == "battlefield" and zone == "graveyard" and obj.memory.get("exiled_if_it_dies") == game.turn_serial and obj.is_type("Creature"):
        zone = "exile"  # rule 614.6
    with game.batch(rule) as happen:
        _take_out(game, obj)
        new = _renew(game, obj, zone)
        pile = game.zone(obj.owner, zone)
        if zone == "library" and bottom:
            pile.insert(0, new)
        else:
            pile.append(new)
        if game.commanders is not None:
            commander.arrived(game, new)
        if was == "battlefield" and obj.memory:
            merging.scatter(game, obj, new, bottom)
            preparation.gone(game, obj)
        if was == "library":
            new.memory["from_library"] = game.turn_serial
        game.changed()
        happen("zone_change", object=new, **{"from": was, "to": zone, "_old": obj})
        if was == "battlefield":
            happen("left_battlefield", object=obj, _new=new, to=zone)
            if zone == "graveyard" and obj.is_type("Creature"):
                happen("dies", object=obj, _new=new)
            if obj.attached_to is not None and obj.phased_in:
                happen("unattached", "701.3d", object=obj, _from=obj.attached_to)
    return new


def _has_left(obj: GameObject) -> bool:
    """True for a token that has left the battlefield: it stays where it is until it ceases to exist (rule 111.8)."""
    return obj.token and obj.zone not in ("battlefield", "stack", "nowhere")


def _renew(game: Game, obj: GameObject, zone: str) -> GameObject:
    new = GameObject(obj.id, obj.definition, obj.owner, zone, obj.incarnation + 1, obj.token)
    new.characteristics = Characteristics(new.face, None)
    obj.exists = False
    game.objects[obj.id] = new
    if obj.token and zone != "stack":
        game.loose_tokens.append(new)
    return new


def _take_out(game: Game, obj: GameObject) -> None:
    """Takes an object out of the zone it is in; what was attached to it stays where it is."""
    from . import combat, durations

    if obj.zone == "battlefield":
        combat.leave(game, obj)
        game._permanents.remove(obj)
        game._seen = None
        if isinstance(obj.attached_to, GameObject) and obj in obj.attached_to.attachments:
            obj.attached_to.attachments.remove(obj)
        durations.source_leaves(game, obj)
    elif obj.zone == "stack":
        game.stack[:] = [item for item in game.stack if item.object is not obj]
    else:
        game.zone(obj.owner, obj.zone).remove(obj)


def remove_from_game(game: Game, obj: GameObject) -> None:
    """The object leaves the game (rule 800.4a) or ceases to exist (rule 111.7); it goes to no zone."""
    if not obj.exists:
        return
    was_visible = obj.visible
    was = obj.zone
    _take_out(game, obj)
    obj.exists = False
    game.objects.pop(obj.id, None)
    game.changed()
    if was == "battlefield" and was_visible:
        with game.batch("603.6c") as happen:
            happen("left_battlefield", object=obj, _new=None, to="outside")
            if obj.attached_to is not None:
                happen("unattached", "701.3d", object=obj, _from=obj.attached_to)


def put_onto_battlefield(game: Game, obj: GameObject, controller: str, rule: str, **how: Any) -> Steps:
    """Puts a card, token or resolving spell onto the battlefield; gives the permanent, or None. `how` is as `_ready_to_enter` has it.

    Rules: 110.2, 110.5b, 111.8, 303.4f, 614.1c, 614.12, 712.13, 712.13a, 702.145b
    Decides: what its own text asks as it enters; what an Aura that was not cast enchants.
    Events: zone_change, entered
    """
    entering = yield from _ready_to_enter(game, obj, controller, **how)
    if entering is None:
        return None
    _enter(game, [entering], rule)
    return entering.new


def put_together_onto_battlefield(game: Game, cards: list[tuple[GameObject, str]], rule: str, **how: Any) -> Steps:
    """Puts several onto the battlefield at once, each under a player's control: each of them sees the others enter.

    Rules: 610.3d, 603.6a, 614.12
    When: an effect puts more than one there, or several do so right after one event.
    Decides: what each asks as it enters, before any of them does.
    Events: zone_change, entered, all in one batch
    """
    if len(cards) == 1:
        new = yield from put_onto_battlefield(game, *cards[0], rule, **how)
        return [new] if new is not None else []
    entering = []
    for obj, controller in cards:
        ready = yield from _ready_to_enter(game, obj, controller, **how)
        if ready is not None:
            entering.append(ready)
    _enter(game, entering, rule)
    return [one.new for one in entering]


class _Entering:
    """A card, token or spell and the permanent that it becomes; nothing has changed yet."""

    __slots__ = ("attach_to", "new", "obj")

    def __init__(self, obj: GameObject, new: GameObject, attach_to: GameObject | str | None) -> None:
        self.obj = obj
        self.new = new
        self.attach_to = attach_to


def _ready_to_enter(
    game: Game,
    obj: GameObject,
    controller: str,
    tapped: bool = False,
    attach_to: GameObject | str | None = None,
    transformed: bool = False,
    kicked: int = 0,
    x: int = 0,
    using: str | None = None,
    counters: dict[str, int] | None = None,
) -> Steps:
    """What it becomes, with all that is settled before it enters; None if it cannot enter (rules 614.12, 303.4g, 712.13a)."""
    from . import attachments, day_night, entering_as_copy

    if not obj.exists or (obj.zone == "command" and obj.face.types & PLANAR) or _has_left(obj):
        return None
    new = GameObject(obj.id, obj.definition, obj.owner, "battlefield", obj.incarnation + 1, obj.token)
    new.copied = obj.copied
    new.controller_base = controller
    if game.continuous_effects:
        entering_as_copy.apply(game, new)
    new.bestowed = bestowed = using == "bestow"
    new.transformed = transformed or (day_night.enters_transformed(game, new) and not obj.face_down)
    new.face_down = obj.face_down
    if entering_as_copy.cannot_enter(new):
        move(game, obj, "graveyard", "712.13a")
        return None
    if any(enters.under_opponent for enters in new.face.enters_with):
        opponents: list[Any] = [player for player in game.in_turn_order() if game.are_opponents(controller, player)]
        controller = yield Pick("choose", controller, opponents, source=new, one=True)
        new.controller_base = controller
    yield from _copy_choice(game, new, controller)
    new.characteristics = Characteristics(new.face, controller)
    context = Context(game, new, controller, x=x)
    context.kicked = kicked
    new.memory["cast_using"] = using
    new.memory["x"] = x  # what X was for the spell, for abilities that trigger as it enters (rule 107.3m)
    new.tapped = tapped
    new.counters = dict(counters or {})
    yield from _as_it_enters(game, new, context)
    if attach_to is None and new.face.enchant is not None and not bestowed:
        hosts = attachments.legal_hosts(game, new, controller)
        if not hosts:
            return None  # rule 303.4g: it stays where it is
        attach_to = yield Pick("choose", controller, hosts, source=new, one=True)
    return _Entering(obj, new, attach_to)


def _enter(game: Game, entering: list[_Entering], rule: str) -> None:
    """They enter at once (rules 400.7, 603.6a); then Sagas get their first lore counters (714.3a)."""
    from . import attachments, turn_structure

    now = game.tick()
    with game.batch(rule) as happen:
        for one in entering:
            obj, new = one.obj, one.new
            was = obj.zone
            if was not in ("nowhere", "stack"):
                _take_out(game, obj)
            obj.exists = False
            game.objects[new.id] = new
            game._permanents.append(new)
            game._seen = None
            new.timestamp = game.stamp()
            new.entered = new.control_since = now
            new.last_controller = new.characteristics.controller
            if one.attach_to is not None:
                attachments.attach(game, new, one.attach_to, "303.4f")
            game.changed()
            happen("zone_change", object=new, **{"from": was, "to": "battlefield", "_old": obj})
            happen("entered", object=new, _from=was)
    for one in entering:
        if "Saga" in one.new.characteristics.subtypes:
            turn_structure.add_lore_counter(game, one.new, int(one.new.chosen.get("chapter", 1)))


def _copy_choice(game: Game, new: GameObject, controller: str) -> Steps:
    """It may enter as a copy, of the face that is up; phased-out permanents cannot be chosen (rules 707.5, 707.8, 702.26b)."""
    for enters in new.face.enters_with:
        if enters.as_copy_of is None:
            continue
        options = enters.as_copy_of.find(Context(game, new, controller))
        if options and (yield YesNo("may", controller, new)):
            chosen = yield Pick("choose", controller, options, source=new, one=True)
            new.copied = chosen.copiable_face
        return


def _as_it_enters(game: Game, new: GameObject, context: Context) -> Steps:
    """What it and other statements say of how it enters (rules 614.1c-d)."""
    from . import day_night
    from .continuous_effects import statics
    from .vocabulary.statics import EntersWith

    own: list[tuple[Any, EntersWith]] = [(context, enters) for enters in new.face.enters_with]
    others = [(view, enters) for view, enters, _ in statics(game, EntersWith) if enters.what is not None and enters.what.matches(new, view)]
    for view, enters in (*own, *others):
        if enters.if_ is not None and not enters.if_.holds(view):
            continue
        new.tapped = new.tapped or enters.tapped
        for kind, amount in (enters.counters or {}).items():
            new.counters[kind] = new.counters.get(kind, 0) + amount.of(view)
        if enters.becomes_day and game.day_night is None:
            day_night.become(game, "day", "731.1")
        if enters.choose:
            yield from _choose_as_it_enters(game, new, enters.choose, context.controller)
    if "read ahead" in new.face.keywords:  # rule 702.155b
        chapters = [str(number) for number in range(1, new.face.last_chapter + 1)]
        new.chosen["chapter"] = yield Word("choose", context.controller, chapters, new)
    if new.face.loyalty is not None:
        new.counters["loyalty"] = new.counters.get("loyalty", 0) + new.face.loyalty


def _choose_as_it_enters(game: Game, new: GameObject, what: str, player: str) -> Steps:
    if what in ("player", "opponent"):
        pool = [p for p in game.in_turn_order() if what == "player" or game.are_opponents(player, p)]
        new.chosen["player"] = yield Pick("choose", player, pool, source=new, one=True)
        return
    words = {"color": list(COLORS), "land_type": ["Plains", "Island", "Swamp", "Mountain", "Forest"]}[what]
    new.chosen[what] = yield Word("choose", player, words, new)


def create_token(game: Game, definition: CardDefinition, controller: str, rule: str = "111.2", **how: Any) -> Steps:
    """Creates a token under a player's control, who owns it (rule 111.2); gives the permanent, or None for a player who left (800.4c)."""
    if not game.is_in(controller):
        return None
    blank = GameObject(game.new_id("token"), definition, controller, "nowhere", 0, token=True)
    return (yield from put_onto_battlefield(game, blank, controller, rule, **how))


def draw(game: Game, player: str, count: int, rule: str = "121.1") -> None:
    """Rule 121: one card at a time; an empty library is noted for state-based actions (704.5b)."""
    for _ in range(count):
        library = game.zone(player, "library")
        if not library:
            game.drew_from_empty.add(player)
            game.sba_needed = True
            return
        card = library[-1]
        with game.batch(rule) as happen:
            move(game, card, "hand", rule)
            happen("drew", player=player)


def move_to_stack(game: Game, card: GameObject) -> GameObject:
    """A card becomes a spell: it moves to the stack (rule 601.2a). The caller puts the entry on the stack."""
    was = card.zone
    game.zone(card.owner, was).remove(card)
    new = _renew(game, card, "stack")
    new.memory = {"was_in": was, "prepared_by": card.memory.get("prepared_by")}
    game.emit("zone_change", "601.2a", object=new, **{"from": was, "to": "stack", "_old": card})
    return new
