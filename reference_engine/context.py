"""Who "you", "this", "target" and "that" are, for one ability or one resolving object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .objects import GameObject

if TYPE_CHECKING:
    from .game import Game
    from .vocabulary.selectors import Objects


class Context:
    """The point of view of an ability: its source, its controller, its targets, and the event that made it trigger.

    `last` holds what the effect before acted on ("it"); `x` the chosen X; `event` the fields of the triggering event.
    """

    __slots__ = ("controller", "event", "game", "kicked", "last", "last_amount", "modes", "since", "source", "targets", "using", "x")

    def __init__(
        self,
        game: Game,
        source: GameObject | None,
        controller: str,
        targets: list[list[GameObject | str]] | None = None,
        event: dict[str, Any] | None = None,
        x: int = 0,
    ) -> None:
        self.game = game
        self.source = source
        self.controller = controller
        self.targets = targets or []
        self.event = event
        self.x = x
        self.kicked = 0
        self.using: str | None = None
        self.modes: list[int] = []
        self.last: list[GameObject] = []
        self.last_amount = 0
        self.since = game.moment  # when the spell or ability went on the stack, or triggered (rule 610.4b-c)

    def is_player(self, word: str, player: str) -> bool:
        """True if `player` is whom the word of a filter means."""
        if word == "any":
            return True
        if word == "you":
            return player == self.controller or self._is_other_head(player)
        if word == "opponent":
            return self.game.are_opponents(self.controller, player)
        if word == "not_you":
            return player != self.controller
        if word == "active_player":
            return player == self.game.active
        if word == "nonactive":
            return player != self.game.active
        if word == "that_player":
            return self.event is not None and self.event.get("player") == player
        if word == "target":
            return player in self.target_players(0)
        if word == "defending_player":
            return self.event is not None and self.event.get("defender") == player
        host = self.source.attached_to if self.source is not None else None
        if word == "host":
            return host == player
        if word == "host_controller":
            return isinstance(host, GameObject) and host.visible and host.controller == player
        if word == "chosen_player":
            return self.source is not None and self.source.chosen.get("player") == player
        raise KeyError(word)

    def _is_other_head(self, player: str) -> bool:
        """ "You" on a face-up planar card is the whole team of the planar controller (rule 901.12c)."""
        if not self.game.teams or self.source is None or self.source.zone != "command":
            return False
        return player in self.game.team_of(self.controller)

    def target_objects(self, index: int | None = None) -> list[GameObject]:
        slots = self.targets if index is None else self.targets[index : index + 1]
        return [target for slot in slots for target in slot if isinstance(target, GameObject)]

    def target_players(self, index: int = 0) -> list[str]:
        return [target for slot in self.targets[index : index + 1] for target in slot if isinstance(target, str)]

    def last_known(self, objects: Objects) -> list[GameObject]:
        """The objects named, as they last existed if they are gone or cannot be seen (rules 608.2h, 113.7a)."""
        if objects.how == "this":
            return [self.source] if self.source is not None else []
        if objects.how in ("that", "damager"):
            obj = self.event.get("object" if objects.how == "that" else "source") if self.event else None
            return [obj] if isinstance(obj, GameObject) else []
        if objects.how == "target":
            return self.target_objects() if objects.index < 0 else self.target_objects(objects.index)
        if objects.how in ("it", "those"):
            return list(self.last)
        if objects.how == "host":
            host = self.source.attached_to if self.source is not None else None
            return [host] if isinstance(host, GameObject) else []
        return objects.find(self)
