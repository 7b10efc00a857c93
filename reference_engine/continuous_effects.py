"""Continuous effects (rules 611, 613): who controls what, and what everything is, computed anew only when something changed.

`refresh` gives an `Index` of the static and triggered abilities that are there, so that no rule has to search the board for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .context import Context
from .creature_types import CREATURE_TYPES
from .objects import Characteristics, GameObject
from .vocabulary.statics import CardsAndSpellsColorless, CharacteristicDefining, EntersWith, Modification

if TYPE_CHECKING:
    from .game import Game


class ContinuousEffect:
    """An effect of a resolved spell or ability (rule 611.2): a modification or another static statement, for a duration.

    `affected` is the locked-in set (611.2c), or None for statements that change no characteristics and no control. A duration is
    `end_of_turn`, `your_next_turn`, `your_next_upkeep`, `end_of_your_next_turn`, `indefinitely`, `planeswalk`, `as_long_as`
    with a condition, or `turn_would_begin` of a player.
    """

    __slots__ = ("affected", "context", "controller", "duration", "expires_at", "holds", "source", "static", "timestamp")

    def __init__(self, static: Any, context: Context, duration: str, timestamp: int, affected: list[GameObject] | None) -> None:
        self.static = static
        self.context = context
        self.source = context.source
        self.controller = context.controller
        self.duration = duration
        self.timestamp = timestamp
        self.affected = affected
        self.holds: Any = None
        self.expires_at: Any = None


class Index:
    """What is there now: triggers by the kind of event they watch, statics by class, and the permanents that some rule looks at."""

    __slots__ = ("attachments", "creatures", "double_faced", "legendary", "planeswalkers", "sagas", "statics", "triggers", "worlds")

    def __init__(self) -> None:
        self.creatures: list[GameObject] = []
        self.attachments: list[GameObject] = []  # what is attached, or an Aura
        self.double_faced: list[GameObject] = []
        self.legendary: list[GameObject] = []
        self.planeswalkers: list[GameObject] = []
        self.sagas: list[GameObject] = []
        self.worlds: list[GameObject] = []
        self.triggers: dict[str, list[tuple[GameObject, Any, Any]]] = {}
        self.statics: dict[type, list[tuple[Context, Any, list[GameObject] | None]]] = {}


def statics(game: Game, class_: type) -> list[tuple[Context, Any, list[GameObject] | None]]:
    """The static statements of a class whose conditions hold: (point of view, statement, affected objects if locked in)."""
    entries = game.index.statics.get(class_)
    if not entries:
        return []
    return [entry for entry in entries if getattr(entry[1], "if_", None) is None or entry[1].if_.holds(entry[0])]


def says_of(game: Game, class_: type, obj: GameObject) -> Any:
    """The first statement of a class that is about the object, or None."""
    for context, static, affected in statics(game, class_):
        if obj in (affected if affected is not None else static.what.find(context)):
            return static
    return None


def refresh(game: Game) -> Index:
    """Computes control and characteristics of all that exists, layer by layer (rule 613.1), and the index of abilities.

    Rules: 613.1, 613.3, 613.6, 613.7, 611.2b, 611.3
    When: something changed and somebody looks.
    """
    _end_what_no_longer_holds(game)
    game.dirty = False
    seen = game.battlefield
    sources = list(seen)
    if game.planes is not None:
        for card in game.planes.face_up:
            card.characteristics = Characteristics(card.face, game.planes.controller)
            sources.append(card)
    effects: list[_Effect] = []
    plain = True
    for obj in seen:
        face = obj.face
        if face.has_static or obj.counters:
            plain = False
            break
    plain = plain and len(sources) == len(seen) and not game.continuous_effects
    for obj in seen:
        obj.characteristics = _as_printed(obj) if plain else Characteristics(obj.face, obj.controller_base)
    if not plain:
        _collect(sources, effects, game)
    for effect in game.continuous_effects:
        if isinstance(effect.static, Modification):
            affected = [obj for obj in effect.affected if obj.visible] if effect.affected is not None else None
            effects.append(_Effect(effect.timestamp, effect.context, effect.static, None, affected))
    if not plain:
        effects.sort(key=lambda effect: effect.timestamp)
        _apply(game, seen, effects)
        if _end_what_no_longer_holds(game):  # one effect has ended what another one's duration watches
            return refresh(game)
    _notice_new_controllers(game, seen)
    index = _index(game, sources)
    _color_elsewhere(game, CardsAndSpellsColorless in index.statics)
    return index


def _as_printed(obj: GameObject) -> Characteristics:
    """Its characteristics where no effect is anywhere: made once for a face and a controller."""
    known = obj.printed
    if known is None or known[0] is not obj.face or known[1].controller != obj.controller_base:
        known = obj.printed = (obj.face, Characteristics(obj.face, obj.controller_base))
    return known[1]


class _Effect:
    """One modification with its timestamp; `ability` is None for those of resolved spells and abilities."""

    __slots__ = ("ability", "affected", "context", "modification", "timestamp")

    def __init__(
        self, timestamp: int, context: Context, modification: Modification, ability: Any, affected: list[GameObject] | None
    ) -> None:
        self.timestamp = timestamp
        self.context = context
        self.modification = modification
        self.ability = ability
        self.affected = affected

    def objects(self) -> list[GameObject]:
        """What it applies to, fixed in the first layer in which it applies (rule 613.6)."""
        if self.affected is None:
            if self.ability is not None and self.context.source is not None and not _has(self.context.source, self.ability):
                return []
            condition = self.modification.if_
            if condition is not None and not condition.holds(self.context):
                self.affected = []
            else:
                self.affected = self.modification.what.find(self.context)
        return self.affected


def _has(source: GameObject, ability: Any) -> bool:
    return any(own is ability for own in source.characteristics.abilities)


def _collect(sources: list[GameObject], effects: list[_Effect], game: Game) -> None:
    for obj in sources:
        if obj.face.has_static:
            context = Context(game, obj, obj.characteristics.controller or obj.owner)
            own = [(ability, ability.static) for ability in obj.face.statics]
            effects += [
                _Effect(obj.timestamp, context, static, ability, None) for ability, static in own if isinstance(static, Modification)
            ]


def _apply(game: Game, seen: list[GameObject], effects: list[_Effect]) -> None:
    """Layers 2 and 4 to 7 (rule 613.1); copies (1) are in `face`, text changes (3) do not occur."""
    for effect in effects:
        if effect.modification.control is not None:
            player = effect.modification.control.find(effect.context)[:1]
            for obj in effect.objects() if player else ():
                obj.characteristics.controller = player[0]
    for effect in effects:  # a source's new controller is "you" of what it says
        source = effect.context.source
        if effect.ability is not None and source is not None:
            effect.context.controller = source.characteristics.controller or source.owner
    for effect in effects:
        change = effect.modification
        types = change.set_types or change.types or change.set_subtypes or change.subtypes or change.supertypes
        if types or change.chosen_subtype or change.all_creature_types:
            for obj in effect.objects():
                _types(obj, change, effect.context)
    for effect in effects:
        change = effect.modification
        if change.set_colors or change.colors or change.colorless:
            for obj in effect.objects():
                is_ = obj.characteristics
                replaced = change.set_colors or change.colorless
                is_.colors = frozenset(change.set_colors) if replaced else is_.colors | set(change.colors)
    for obj in seen:
        if obj.bestowed:
            obj.characteristics.become_bestowed()
    for effect in effects:
        change = effect.modification
        if change.lose_abilities or change.keywords or change.lose_keywords or change.grant:
            for obj in effect.objects():
                _abilities(obj, change)
    _power_and_toughness(game, seen, effects)


def _types(obj: GameObject, change: Modification, context: Context) -> None:
    is_ = obj.characteristics
    if change.set_types:
        is_.types = frozenset(change.set_types)
    is_.types = is_.types | set(change.types)
    if change.supertypes:
        is_.supertypes = is_.supertypes | set(change.supertypes)
    if change.set_subtypes:
        is_.subtypes = frozenset(change.set_subtypes)
        if "Land" in is_.types:  # rule 305.7: a land whose basic type is set loses its other abilities
            from .vocabulary.cards import _BASIC_MANA, basic_mana_ability

            is_.abilities = tuple(basic_mana_ability(_BASIC_MANA[basic]) for basic in change.set_subtypes if basic in _BASIC_MANA)
            is_.keywords = frozenset()
    is_.subtypes = is_.subtypes | set(change.subtypes)
    if change.all_creature_types:
        is_.subtypes = is_.subtypes | set(CREATURE_TYPES)
    if change.chosen_subtype and context.source is not None and context.source.chosen.get("land_type"):
        is_.subtypes = frozenset({context.source.chosen["land_type"]})


def _abilities(obj: GameObject, change: Modification) -> None:
    is_ = obj.characteristics
    if change.lose_abilities:
        is_.abilities, is_.keywords = (), frozenset()
    is_.keywords = (is_.keywords | set(change.keywords)) - set(change.lose_keywords)
    is_.abilities = is_.abilities + change.grant


def _power_and_toughness(game: Game, seen: list[GameObject], effects: list[_Effect]) -> None:
    """Layer 7: defined by the card (a), set (b), changed by effects and counters (c)."""
    for obj in seen:
        if obj.face.has_defining:
            _define(game, obj)
    for effect in effects:
        change = effect.modification
        if change.set_power is not None or change.set_toughness is not None:
            for obj in effect.objects():
                is_ = obj.characteristics
                effect.context.last = [obj]
                if change.set_power is not None:
                    is_.power = change.set_power.of(effect.context)
                if change.set_toughness is not None:
                    is_.toughness = change.set_toughness.of(effect.context)
    for effect in effects:
        change = effect.modification
        if change.power is not None or change.toughness is not None:
            for obj in effect.objects():
                is_ = obj.characteristics
                if is_.power is None:
                    continue
                if change.power is not None:
                    is_.power += change.power.of(effect.context)
                if change.toughness is not None:
                    is_.toughness = (is_.toughness or 0) + change.toughness.of(effect.context)
    for obj in seen:
        counters = obj.counters
        if counters and obj.characteristics.power is not None:
            change_by = counters.get("+1/+1", 0) - counters.get("-1/-1", 0)
            obj.characteristics.power += change_by
            obj.characteristics.toughness = (obj.characteristics.toughness or 0) + change_by


def _define(game: Game, obj: GameObject) -> None:
    context = Context(game, obj, obj.characteristics.controller or obj.owner)
    for ability in obj.face.statics:
        defining = ability.static
        if isinstance(defining, CharacteristicDefining):
            if defining.power is not None:
                obj.characteristics.power = defining.power.of(context)
            if defining.toughness is not None:
                obj.characteristics.toughness = defining.toughness.of(context)


def _notice_new_controllers(game: Game, seen: list[GameObject]) -> None:
    """A permanent under new control is summoning sick; it is out of combat, like one that is no creature any more (rules 302.6, 506.4)."""
    for obj in seen:
        controller = obj.characteristics.controller
        if controller != obj.last_controller:
            if obj.last_controller is not None:
                obj.control_since = game.tick()
                _out_of_combat(game, obj)
            obj.last_controller = controller
        if (obj.attacking is not None or obj.blocking) and not obj.is_type("Creature"):
            _out_of_combat(game, obj)


def _out_of_combat(game: Game, obj: GameObject) -> None:
    from . import combat

    if obj.attacking is not None or obj.blocking:
        combat.remove(game, obj, "506.4")


def _color_elsewhere(game: Game, colorless: bool) -> None:
    """Cards outside the battlefield and spells lose their colors, and have them again (layer 5; Mycosynth Lattice)."""
    if not colorless and not game.colorless_elsewhere:
        return
    game.colorless_elsewhere = colorless
    for obj in game.objects.values():
        if obj.zone != "battlefield":
            obj.characteristics.colors = frozenset() if colorless else obj.face.colors
            obj.shown = None


def _index(game: Game, sources: list[GameObject]) -> Index:
    index = Index()
    triggers, by_class = index.triggers, index.statics
    for obj in sources:
        _classify(obj, index)
        context = None
        if not obj.characteristics.abilities:
            continue
        for ability in obj.characteristics.abilities:
            when = getattr(ability, "triggers", None)
            if when is not None:
                if ability.zone == "battlefield":
                    for trigger in when:
                        triggers.setdefault(trigger.event, []).append((obj, ability, trigger))
            elif hasattr(ability, "static") and not isinstance(ability.static, Modification):
                if isinstance(ability.static, EntersWith) and ability.static.what is None:
                    continue
                if context is None:
                    context = Context(game, obj, obj.characteristics.controller or obj.owner)
                by_class.setdefault(type(ability.static), []).append((context, ability.static, None))
    for effect in game.continuous_effects:
        if not isinstance(effect.static, Modification):
            by_class.setdefault(type(effect.static), []).append((effect.context, effect.static, effect.affected))
    return index


def _classify(obj: GameObject, index: Index) -> None:
    """Notes what the state-based actions look at, so that none of them has to search the board."""
    is_ = obj.characteristics
    if obj.copiable.back is not None or obj.definition.back is not None:
        index.double_faced.append(obj)
    for type_ in is_.types:
        if type_ == "Creature":
            index.creatures.append(obj)
        elif type_ == "Planeswalker":
            index.planeswalkers.append(obj)
    if obj.attached_to is not None or obj.bestowed:
        index.attachments.append(obj)
    elif is_.subtypes and not is_.subtypes.isdisjoint(("Aura", "Saga")):
        (index.sagas if "Saga" in is_.subtypes else index.attachments).append(obj)
    if is_.supertypes:
        if "Legendary" in is_.supertypes:
            index.legendary.append(obj)
        if "World" in is_.supertypes:
            index.worlds.append(obj)


def _end_what_no_longer_holds(game: Game) -> bool:
    """Effects "for as long as" end for good when that is no longer so (rule 611.2b); a phased-out object cannot be seen (702.26f).

    True if one ended.
    """
    ended = [effect for effect in game.continuous_effects if effect.holds is not None and not effect.holds()]
    if ended:
        game.continuous_effects = [effect for effect in game.continuous_effects if effect not in ended]
    return bool(ended)


def last_turn_begins(game: Game, player: str) -> None:
    """What lasts until the end of a player's next turn ends with this turn, which is that one."""
    for effect in game.continuous_effects:
        if effect.duration == "end_of_your_next_turn" and effect.controller == player:
            effect.duration = "end_of_turn"


def end(game: Game, duration: str, player: str | None = None) -> None:
    """Ends all effects of a duration (of that player's, if given).

    Rules: 514.2, 611.2a, 500.4
    """
    kept = [e for e in game.continuous_effects if not (e.duration == duration and (player is None or e.controller == player))]
    if len(kept) != len(game.continuous_effects):
        game.continuous_effects = kept
        game.changed()
