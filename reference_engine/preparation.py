"""Prepared permanents (rule 722.3): while one is prepared its controller may cast a copy of its prepare spell, which waits in exile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .objects import Characteristics, GameObject

if TYPE_CHECKING:
    from .game import Game


def is_prepared(obj: GameObject) -> bool:
    return bool(obj.memory.get("prepared"))


def become_prepared(game: Game, obj: GameObject) -> None:
    """It gains the designation, if it has a prepare spell and does not have it already, and the copy appears.

    Rules: 722.3a, 722.3c
    Events: prepared
    """
    if obj.copiable.prepare is None or is_prepared(obj) or not obj.visible:
        return
    obj.memory["prepared"] = True
    _make_copy(game, obj)
    game.emit("prepared", "722.3a", object=obj)


def phased_in(game: Game, obj: GameObject) -> None:
    """As it phases in prepared the copy is made anew (rule 722.3c, since 2026-04-17)."""
    if is_prepared(obj):
        _make_copy(game, obj)


def gone(game: Game, obj: GameObject) -> None:
    """It left the battlefield or phased out: the copy remains only as long as the prepared permanent is there (722.3c, 704.5e)."""
    copy = obj.memory.pop("prepare_copy", None)
    if copy is not None and copy.exists and copy.zone == "exile":
        copy.exists = False
        game.zone(copy.owner, "exile").remove(copy)
        game.objects.pop(copy.id, None)
        game.changed()


def was_cast(game: Game, spell: GameObject) -> None:
    """The permanent loses the designation as the copy becomes cast (rule 722.3c)."""
    permanent = spell.memory.get("prepared_by")
    if permanent is not None:
        permanent.memory["prepared"] = False
        permanent.memory.pop("prepare_copy", None)


def _make_copy(game: Game, obj: GameObject) -> None:
    definition = obj.copiable.prepare
    assert definition is not None
    player = obj.controller
    copy = GameObject(game.new_id("copy"), definition, player, "exile", 1, token=True)  # like a token it ceases to exist elsewhere
    copy.characteristics = Characteristics(copy.face, None)
    copy.memory["may_cast"] = player
    copy.memory["prepared_by"] = obj
    game.objects[copy.id] = copy
    game.zone(player, "exile").append(copy)
    obj.memory["prepare_copy"] = copy
    game.changed()
