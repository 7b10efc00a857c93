"""What can be done at a point of a game: actions with targets, payments and ways of casting; answers. Legality is the reference engine's.

Everything is picked by a `Picker`, a number that is taken apart: so the machine draws one number for an action, and a smaller number
means a simpler one (the first card, the first target, no options).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from reference_engine import casting, casting_options
from reference_engine.errors import Illegal
from reference_engine.game import Game
from reference_engine.objects import GameObject
from reference_engine.vocabulary import costs

Json = dict[str, Any]
T = TypeVar("T")

MAX_TARGETS = 3
"""Of an "any number of" so many are chosen at most."""

WAYS = ("kicker", "bestow", "flashback", "alternative", "entwine", "evoke", "overload", *casting_options.WAYS)


class Picker:
    """Choices out of a number: each takes as much of it as it needs; when it is used up everything is the first."""

    def __init__(self, number: int) -> None:
        self._left = number

    def number(self, below: int) -> int:
        if below < 2:
            return 0
        self._left, picked = divmod(self._left, below)
        return picked

    def one(self, options: Sequence[T]) -> T:
        return options[self.number(len(options))]

    def some(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """Between `least` and `most` of them, in their order."""
        count = least + self.number(max(min(most, len(options)) - least, 0) + 1)
        left = list(options)
        picked: list[T] = []
        while len(picked) < count and left:
            picked.append(left.pop(self.number(len(left))))
        return picked


# --- what there is to act with ------------------------------------------------------------------------------------------------------------


def castable(game: Game, player: str) -> list[GameObject]:
    """Cards that the player might cast now, as far as place and time tell."""
    cards = [
        *game.zone(player, "hand"),
        *(card for card in game.zone(player, "graveyard") if card.face.flashback),
        *game.zone(player, "command"),
        *(card for seat in game.players for card in game.zone(seat, "exile") if card.memory.get("may_cast") == player),
    ]
    return [card for card in cards if "Land" not in card.face.types and casting.could_begin_to_cast(game, player, card)]


def activatable(game: Game, player: str) -> list[tuple[GameObject, str]]:
    """(object, ability) that the player might activate now."""
    game.refresh()
    sources = [obj for obj in game.battlefield if obj.controller == player]
    if game.planes is not None and game.planes.controller == player:
        sources += game.planes.face_up
    return [(obj, ability.id) for obj in sources for ability in casting.abilities_of(obj) if not ability.mana]


def lands(game: Game, player: str) -> list[GameObject]:
    """Lands that the player might play now."""
    own_main_phase = player in game.active_players and game.step in ("precombat_main", "postcombat_main") and not game.stack
    if not own_main_phase or game.lands_played[player]:
        return []
    return [card for card in game.zone(player, "hand") if "Land" in card.face.types]


# --- actions ------------------------------------------------------------------------------------------------------------------------------


def cast(game: Game, player: str, card: GameObject, pick: Picker) -> Json:
    """The action of casting a card, in some way, with targets that are legal if there are any."""
    action: Json = {"type": "cast", "object": card.id}
    face = card.face
    ways = [way for way in WAYS if way != "flashback" and getattr(face, way, None)]
    if card.zone == "graveyard":
        action["using"] = "flashback"
    elif ways and pick.number(3):
        action["using"] = pick.one(ways)
    if face.spell is not None and face.spell.body.modal:
        body = face.spell.body
        action["modes"] = sorted(pick.some(range(1, len(body.modes) + 1), body.least, body.most))
    return _completed(game, player, action, pick)


def activate(game: Game, player: str, source: GameObject, ability: str, pick: Picker) -> Json:
    """The action of activating an ability, with targets that are legal if there are any."""
    action: Json = {"type": "activate", "object": source.id, "ability": ability}
    own = next((known for known in casting.abilities_of(source) if known.id == ability), None)
    if own is not None and own.body.modal:
        action["modes"] = sorted(pick.some(range(1, len(own.body.modes) + 1), own.body.least, own.body.most))
    return _completed(game, player, action, pick)


def _completed(game: Game, player: str, action: Json, pick: Picker) -> Json:
    """With targets, X and payment filled in, as far as the action can be begun at all."""
    announce = casting.announce_spell if action["type"] == "cast" else casting.announce_ability
    if _has_x(game, action):
        action["x"] = pick.number(4)
    try:
        begun = announce(game, player, action)
    except Illegal:
        return action
    targets: list[Any] = []
    for least, most, pool in begun.slots:
        free = [thing for thing in pool if thing not in targets] or pool
        targets += pick.some(free, least, MAX_TARGETS if most is None else min(most, MAX_TARGETS))
    if targets:
        action["targets"] = [getattr(target, "id", target) for target in targets]
    _pay(game, player, action, begun, pick)
    return action


def _has_x(game: Game, action: Json) -> bool:
    source = game.find(action["object"])
    return source is not None and action["type"] == "cast" and "{X}" in (source.face.cost or "")


def _pay(game: Game, player: str, action: Json, begun: casting.Announced, pick: Picker) -> None:
    """What is sacrificed, discarded, tapped or exiled for it, where there is more than one thing to do it with."""
    face = begun.source.face
    parts: Iterable[Any] = begun.ability.cost if begun.ability is not None else face.additional_cost
    pay: dict[str, list[str]] = {}
    used: set[str] = set()
    for part in parts:
        if isinstance(part, costs.ChosenCost):
            pool = [obj.id for obj in casting.able_to_pay(game, player, begun.source, part, begun.context) if obj.id not in used]
            if len(pool) > part.count:
                picked = pick.some(pool, part.count, part.count)
                used.update(picked)
                pay.setdefault(part.pay_key, []).extend(picked)
    if pay:
        action["pay"] = pay


def roll(faces: Sequence[str], dice: int) -> Json:
    """The action of rolling the planar die, with so many dice."""
    return {"type": "roll_planar_die", "faces": [faces[index % len(faces)] for index in range(dice)]}


# --- answers ------------------------------------------------------------------------------------------------------------------------------

TRIES = 8
"""So many sets are tried where not every one is legal (attackers under a requirement, untapping under a limit)."""


def answer(game: Game, pick: Picker) -> Json:
    """An answer to what the game waits for; a legal one if one is found in a few tries."""
    pending = game.pending
    assert pending is not None
    for _ in range(TRIES):
        proposed = _answer(pending.plain(), pick)
        if accepted(game, proposed):
            return proposed
    return _answer(pending.plain(), Picker(0))


def accepted(game: Game, proposed: Json) -> bool:
    """Whether the game would take this answer."""
    pending = game.pending
    if pending is None or pending.kind not in proposed:
        return False
    try:
        pending.accept(game, proposed[pending.kind], proposed)
    except Illegal:
        return False
    return True


def _answer(decision: Json, pick: Picker) -> Json:
    kind: str = decision["kind"]
    options: Any = decision.get("options")
    least, most = decision.get("min", 1), decision.get("max", 1)
    value: Any
    if kind in ("may", "pay"):
        value = bool(pick.number(2))
    elif kind == "attack":
        value = {attacker: pick.one(options["defenders"]) for attacker in options["attackers"] if pick.number(2)}
    elif kind == "block":
        value = {blocker: pick.one(options["attackers"]) for blocker in options["blockers"] if options["attackers"] and pick.number(2)}
    elif kind == "assign":
        value = {number: {pick.one(share["recipients"]): share["amount"]} for number, share in options.items()}
    elif kind == "targets":
        value = []
        for slot in options:
            free = [option for option in slot["options"] if option not in value] or slot["options"]
            value += pick.some(free, slot["min"], min(slot["max"], MAX_TARGETS))
    elif kind == "order_triggers":
        value = pick.some(range(len(options)), len(options), len(options))
    elif kind == "replacement":
        value = pick.number(len(options))
    elif kind in ("legend", "planar_die", "ignore_roll", "coin"):
        value = pick.one(options)
    elif kind in ("scry", "surveil"):
        value = pick.some(options, 0, len(options))
    else:
        value = pick.some(options, least, len(options) if most is None else most)
    return {kind: value}


# --- what must be refused -----------------------------------------------------------------------------------------------------------------


def nonsense(game: Game, pick: Picker) -> tuple[str, Json | None, Json | None]:
    """(player, action, answer) that is likely to be refused: somebody else's things, wrong times, what is phased out, what is not there."""
    pending = game.pending
    player = pick.one(game.players)
    if pending is not None and pending.kind != "priority":
        return player, {"type": "pass"}, None
    every = [*game.all_permanents(), *(card for seat in game.players for card in game.zone(seat, "hand"))]
    if not every:
        return player, {"type": "roll_planar_die", "faces": ["chaos"]}, None
    thing = pick.one(every)
    kind = pick.number(5)
    if kind == 0 and thing.zone == "hand":
        return player, cast(game, thing.owner, thing, pick), None
    if kind in (0, 1):
        own = [card for card in game.zone(player, "hand") if card.face.spell is not None or card.face.enchant is not None]
        if own:
            return player, {"type": "cast", "object": pick.one(own).id, "targets": [pick.one(every).id]}, None
        return player, {"type": "cast", "object": thing.id}, None
    if kind == 2:
        return player, {"type": "activate", "object": thing.id, "ability": 1}, None
    if kind == 3:
        return player, {"type": "play_land", "object": thing.id}, None
    return player, {"type": "roll_planar_die", "faces": ["planeswalker"]}, None
